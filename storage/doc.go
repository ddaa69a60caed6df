// Package storage keeps communities, players, jobs and deliveries in one SQLite file, or in a
// database on a PostgreSQL server. It knows rows and their order, and never the meaning of a
// puzzle or a message: puzzles, their classes, replies, games and the keys of people and communities
// are opaque text to it. It imports nothing of ours but storage/address.
//
// Package round has the rows of its rules, and each feature its own, in files of rows. What is here
// of rounds and points is what a request reads with its place and person (Visit), and the sums that
// must be made again when people join, are linked or leave, and when communities become one.
//
// # Transactions
//
// All work is done in the function given to Write or Read, on its Tx. Read sees one
// snapshot and never waits. When Write returns without an error, its changes are on the
// disk and survive a power cut. Open brings a database up to date; OpenReadOnly neither makes
// nor changes one.
//
// On a file Write has one connection and begins immediately, so writers never conflict:
// they queue, and those that wait share one commit.
//
// On a server each Write is a transaction of its own on a connection of a pool, and
// several run at the same time. Locks keep them apart and end with the transaction. They
// are taken in this order:
//
//  1. The chats that the transaction is about, by advisory locks, in ascending order of
//     their numbers: a request begins with Arrive or LockChat, a transaction about several
//     communities locks them all at once; any other method that reads a community, or a
//     round of one, to write takes its lock.
//  2. The players whose points, attempts, ratings or memberships it reads to change
//     them, by their rows: at the first touch, so in no order among themselves.
//  3. Rows that belong to everyone, by an advisory lock of their own: "dailies", while
//     the round of one is created, "difficulty" of a class of puzzles, while
//     something is learnt about it, and "league", while somebody is given a place in it. Sums (figures, boards) and rows that are kept once
//     (requests, seen, days, secrets) are upserts and need none.
//
// A transaction has four verbs. List, Get and Insert give their result at once; Exec gives
// none. Each round trip to a server takes a while, so there the begin and what Exec runs
// wait and travel with the next query, or with the commit, which then returns their errors.
// Queue does the same for a query whose rows are needed a little later.
//
// A Look has no transaction. A request whose Visit says that nothing of its place and person
// changes trusts the rows that Visit read, and verifies them under the locks in the round trip of
// its next query: if they have changed, its transaction fails with ErrConflict.
//
// Each connection plans a statement once, for any arguments (plan_cache_mode), and so perhaps
// while the tables are empty. Where the plan must not depend on their sizes, a subquery prescribes
// it.
//
// If two transactions lock the same two players in different orders, the server aborts
// one of them with ErrConflict. The same happens if both insert the same row. Nothing of
// an aborted transaction is kept, and Retry runs it again. A claim of deliveries locks
// their chats to keep their order. A claim of bulk, which has no order, skips rows that
// another process is about to claim.
//
// # Processes
//
// A process that has a database open for writing has a number. On a server it holds an
// advisory lock on that number over a connection of its own, so others notice at once
// when it is gone. On the same connection it hears of deliveries that other processes
// leave (LISTEN). Hold is for work that only one process may do.
//
// One process serves from a file (Serve), while commands may read and write it. There a
// process is gone when its number no longer runs on the machine, or when it has been
// silent for long: see StillHere.
//
// # Conventions
//
// A time.Time is Unix milliseconds in the schema and UTC when read; the zero Time is
// NULL. A day is days since 1970. An ID is a row number and is never given out twice. ID
// 0 means "none" and is NULL, except as part of a key: there community 0 means
// dailies, which belong to everyone, player 0 everyone in a place, and round 0 no
// round. A method that looks for one thing returns ErrNotFound if there is none; Visit
// has zero values instead.
//
// Newest and oldest go by ID. Within a chat, and for a player, that is the order of
// writing; across chats it is so only on a file, since a server gives out numbers before
// it commits. Texts of people are stored as they are, and never as part of a statement.
// PostgreSQL takes no NUL in a text, and no bytes that are not UTF-8: both become U+FFFD
// there.
//
// # Persons
//
// A player is a person on one network. Players who are linked are one person: queries
// about a person's seen puzzles, payments, hints, daily answers and ratings cover
// all of their players: those of equal person_id (PersonPlayers). Every row stays with the player who
// caused it, so unlinking changes person_id and nothing else. Of a daily that two players were
// paid for before they were linked, the later award is void for good. No person has two players
// on one network, so on the board of a community they are one row, with the dailies of all.
//
// # Reading
//
// No query reads a whole table; a test looks at the plan of each, as storetest.Plans does for
// statements of other packages. Most read a few rows, or as many as their limit says. These grow
// with what is stored:
//
//   - Scorers and LastPressAt with a round's answers.
//   - ForgetPlayer, Link, Unlink and Export with everything that one person has done; ShowInWorld with the dailies of one person, SumWorldAgain with those of
//     several.
//   - Above with the rows above one, up to ten thousand of them, in an index; Leaderboard
//     with the rows it skips.
//   - SetAward with one player's rounds of one day, and their communities; Join, of a new
//     member, with the days that they have played.
//   - Waiting, Backlogs and ForgetPlayer with the deliveries that wait, StillHere, too, if
//     another process is gone; ClaimOutgoing with the unclaimed ones behind those of other
//     processes.
//   - RekeyCommunity and AdoptChannel with everything that a community has.
//
// # Schema
//
// The schema is the sum of the files in schema/sqlite, or in schema/postgres, which are
// applied in order. A file that was released is never changed. The comments of SQLite's
// say what each table and column holds; a test compares both.
//
// The SQL is one text for both databases: ON CONFLICT, RETURNING, partial indexes,
// window functions, numbered parameters, flags as 0 and 1. Where they differ, there is a text for
// each.
package storage
