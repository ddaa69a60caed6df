// Package jobs does what happens later: it carries out jobs when they are due,
// delivers unsolicited messages, and stores a heartbeat that tells that both get
// on. It knows kinds of jobs as functions and messages as bodies; it never knows a
// round or a word.
//
// Jobs are one loop; deliveries are two lanes for each network, of what may wait
// (dailies) and of what may not (results), so that a thousand dailies hold up no
// clock, and a slow network no other.
// What happens later is a row, so that nothing is lost with the process.
package jobs
