// Package outbox delivers messages. It knows where a message goes, whom it answers, how urgent it
// is, and when it expires. What the message says is a body that only the network's front end reads.
//
// A delivery is a reply (to a request), a post (a message that nobody asked for) or an edit of a
// message. It is a row of the outbox table, which is written in the same transaction as the change
// that it shows. Each network has an outlet, which holds deliveries in memory and delivers them at
// once. The rows are for deliveries that memory has no room for, and for the next process if this
// one ends.
//
// A verdict tells a person that their answer was not right. A bulk delivery is one that nobody waits
// for, such as a daily. A lane is a queue of deliveries that keep their order. The front end says
// which lane a delivery belongs to; on most networks each chat has a lane. In an outlet:
//
//   - Deliveries of a lane are sent one after the other: the more urgent first, then in the order in
//     which they came. Replies to one person go in the order in which the person asked, except for
//     verdicts. Lanes do not wait for each other, with one exception: what an event has made, such as
//     the end of a match, waits until the reply to that event is delivered, but a few seconds at most.
//   - A newer edit of a message replaces an edit that waits or has failed. Verdicts that wait for one
//     place share a message. Expired deliveries are dropped.
//   - If a network asks for a pause, the lane waits. After a failure of unknown cause a delivery is
//     tried again after a pause, and others of the lane go first. After several such failures in a
//     row the network counts as down. Then one message at a time is tried. A delivery that fails in
//     this way is given up when it is a day old.
//   - If the file of a delivery cannot be made, the delivery is tried again a few times. Then the person is told
//     that there is no file. While the database is away, these tries are not counted.
//   - Bulk deliveries have lanes of their own, and are claimed in small batches. They do not count
//     among the deliveries that may be sent at the same time.
//
// A moment after a delivery has ended, the outbox stores how it ended, together with other such notes
// in one transaction. If the process is killed in between, the next one sends the message again,
// unless it has expired: an answer that comes twice is better than one that never comes. With a bulk
// delivery, twice would be worse than never. So if the network does not recognize a repeated delivery,
// the outbox stores that a bulk delivery begins before it sends the message. The next process drops a
// bulk delivery that had begun.
//
// A row is owned by one process. All rows that wait for a community, except bulk ones, have the same
// owner. When the owner is gone, others may claim them.
package outbox
