// Package storage keeps chats, players, rounds, answers, dailies, what is due
// and what is to be said, in one SQLite file. It knows rows and their order. It
// never knows what a puzzle or a message means: puzzles, replies, games and the
// keys of people and chats are opaque text to it, and it imports nothing of ours.
//
// # Transactions
//
// All work is done in the function given to Write or Read, on its Tx. Write has
// one connection and begins immediately, so writers never fail for each other's
// sake: they queue. Read sees one snapshot and never waits. What Write has
// returned without an error is on the disk, also after a power cut.
//
// # Conventions
//
// A time.Time is Unix milliseconds in the schema and UTC when read; the zero
// Time is NULL. An ID is a row number and is never given out twice; 0 stands for
// "none" and is NULL. A method that looks for one thing returns ErrNotFound if
// there is none. Newest and oldest are by ID, which is the order of writing.
//
// # Schema
//
// The schema is the sum of the files in migrations, which are applied in order
// and are append-only: a file that was ever released is not changed. Their
// comments say what each column holds.
//
//	chats     a place to talk: {network, key}, settings
//	players   a person: {network, key}; key is NULL after ForgetPlayer
//	rounds    a puzzle posed in a chat, or a daily shared by all (chat_id NULL)
//	attempts  one player's work on one round: hints, tries, giving up
//	answers   every answer given; points count in answers.chat_id
//	totals    what each player's answers sum up to in each chat
//	dailies   the puzzles chosen for each day's number
//	dues      what must happen later, by (kind, key)
//	outbox    what is to be said unasked, delivered in order within a chat
//	requests  the keys of events seen, with the reply until it was delivered
//	secrets   random bytes made once
//	meta      small facts by name
//
// The SQL is portable (ON CONFLICT, RETURNING, partial indexes, window
// functions) apart from AUTOINCREMENT in the schema and a few PRAGMAs at the
// opening of the file.
package storage
