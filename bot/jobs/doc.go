// Package jobs does what happens later, says what is to be said, and stores a
// heartbeat that tells that both get on. It knows kinds of jobs as functions and
// messages as bodies; it never knows a round or a word.
//
// What is to be said is a row of the outbox, written with the effect it tells of: a
// reply, a post, an edit. An outlet for each network says it from memory at once;
// the row serves what the network's pace holds back beyond what memory holds, and
// the next process if this one ends. In an outlet:
//
//   - Items of one lane (a chat, to most networks) are said one after the other: the
//     urgent first, then in the order of coming. Different lanes wait for nothing.
//   - A newer state of a message takes the place of one that waits. Verdicts that
//     wait for one chat are told in one message. What has outlived its use is dropped.
//   - A pause that a network asks for is its lane's; a failure of unknown cause is
//     tried again after pauses that double, and others of the lane go before it. Many
//     of these in a row are the network's, which is then tried with one message at a
//     time: no message is given up for it before a day is over.
//   - Bulk (dailies) has lanes and slots of its own, and is claimed in small batches.
//
// How it went is noted a moment later, many notes in one transaction. What was said
// and not noted when a process is killed is said again, if it is still of use: an
// answer rather doubled than missed. Only bulk, on a network that takes the same
// thing twice, is rather missed: it is marked before it is said.
//
// A row is in one process's hands at a time, and so is all that a community has to
// say that is not bulk; it is free again when that process is gone.
package jobs
