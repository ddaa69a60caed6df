// Package storage keeps communities, players, jobs and deliveries in one SQLite file, or in a
// database on a PostgreSQL server. It knows rows and their order, and never the meaning of a
// puzzle or a message: puzzles, their classes, replies, games and the keys of people and communities
// are opaque text to it. It imports nothing of ours but storage/address.
//
// Package round has the statements about its own rules, and each feature has those about its own
// tables, in files whose names end in rows.go. About rounds and points this package has the statements that
// store rounds, attempts, answers and awards, what each request reads together with its place and person
// (Visit), and the sums that change when people join, are linked or leave, and when two communities become
// one.
//
// # Words
//
//   - A file is a SQLite file. A server is a PostgreSQL server, unless it is called a Discord server.
//   - A community has a leaderboard: a Discord server with its channels, a group with its topics, or
//     a private chat. A place is a channel of a community. If a community has only one channel, the
//     key of that channel is empty.
//   - A player is one account on one network. A person is somebody with one player or, once they
//     have linked their accounts, with several. See "Persons" below.
//   - A round is a puzzle dealt at a place, or a daily, which everyone shares. A class is what
//     puzzles with the same solutions have in common.
//   - An answer is one text that a player sent to a round. An attempt is all that one player did on
//     a round. An award is the points that a player has for a round.
//   - A score is the sum of a player's awards on one day. A board is a leaderboard: it adds up
//     scores for a period, which is a day, a week, a month or all time. The World is everyone who
//     wishes to be on boards across all communities.
//   - A delivery is a row of the outbox: a message, or an edit of one, that a network is to be sent.
//     A bulk delivery answers no request and may wait, such as the daily post. It keeps no order
//     with other deliveries.
//   - A job is something that happens later.
//   - A claim is a process's right to carry out a delivery or a job. That process is the owner. No
//     other process takes what has an owner.
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
//  1. The chats that the transaction is about, by advisory locks, in ascending order of their
//     numbers. A request begins with Arrive or LockChat. A transaction about several communities
//     locks them all at once. In other transactions that write, a method takes the lock of a
//     community when it reads the community or one of its rounds.
//  2. The players whose points, attempts, ratings or memberships it reads in order to change them.
//     Each row is locked when the transaction first touches it, so these locks have no order.
//  3. Rows that belong to everyone, by advisory locks with names: "dailies" while the round of a
//     daily is created, "difficulty" of a class of puzzles while something is learnt about it, and
//     "league" while somebody is given a place in it.
//
// Sums (figures, boards) and rows that are stored once (requests, seen, days, secrets) are written by
// upserts, which need no lock.
//
// A transaction has four verbs. List, Get and Insert give their result at once; Exec gives none.
// Each round trip to a server takes a while. So BEGIN and the statements of Exec wait. They travel
// with the next query, or with COMMIT, which then returns their errors. Queue makes a query wait
// in the same way, if its rows are needed a little later.
//
// On a server Look is Read without a transaction; on a file it is Read. A request reads what is stored
// about its place and its person (Visit) in a Look, so without a lock. If the request changes neither of
// them, its Write works with the rows of the Visit, and verifies them in the round trip of its next query:
// there it reads them again, under the locks. If the rows have changed, the Write fails with ErrConflict.
//
// If two transactions lock the same two players in different orders, the server aborts one of them with
// ErrConflict. It also aborts one of two transactions that insert the same row. Nothing of an aborted
// transaction is kept, and Retry runs it again.
//
// A process that claims deliveries locks their chats, so that the deliveries of a chat keep their order.
// Bulk deliveries have no order. So a process that claims them skips rows that another process is about
// to claim.
//
// # Processes
//
// A process that has a database open for writing has an ID, in the table processes. On a server it holds
// an advisory lock on that ID over a connection of its own, its session, so others notice at once when it
// is gone. Over the session it also hears of what other processes have changed, and of deliveries that
// they leave without an owner (LISTEN). Hold is for work that only one process may do at a time.
//
// One process serves from a file (Serve), while commands may read and write it. On a file a process is
// gone when no process with its PID runs on the machine any more, or when it has been silent for long: see
// StillHere.
//
// # Conventions
//
// A time.Time is Unix milliseconds in the schema and UTC when read; the zero Time is NULL. A day
// is a number, counted from 1 January 1970. An ID is a row number and is never given out twice.
// ID 0 means "none" and is NULL, except as part of a key. In a key, community 0 means dailies,
// which belong to everyone, player 0 means everyone at a place, and round 0 means no round. A
// comment such as "empty: unknown" after a semicolon says what the zero value means. A method
// that looks for one thing returns ErrNotFound if there is none, unless its comment says otherwise.
//
// The newest row is the one with the greatest ID. Within a chat, and for a player, IDs are in the
// order of writing. Across chats they are in that order only on a file, since a server gives out IDs
// before it commits. Texts of people are stored as they are, and are never part of a statement.
// PostgreSQL takes no NUL in a text, and no bytes that are not UTF-8: both become U+FFFD there.
//
// # Persons
//
// Players who are linked are one person: their rows have the same person_id (PersonPlayers). Queries
// about a person's seen puzzles, payments, hints, daily answers and ratings cover all of their players.
// Every row stays with the player who caused it. If two players were paid for the same daily before they
// were linked, the later award is void until they are unlinked (void_points). While they are linked, one of
// them may earn more on a daily for which the other was paid. Then both awards count: the later joins the
// earlier. No person has two players on one network. So a person is one row on the board of a community, with
// the dailies of all their players.
//
// # Reading
//
// No query reads a whole table; a test looks at the plan of each, as storetest.Plans does for statements
// of other packages. A plan must not depend on how full the tables are, for two reasons: SQLite does not
// know how full they are, and a connection to a server plans each statement only once, perhaps while the
// tables are empty (plan_cache_mode). So the statements help the planner. CROSS JOIN makes SQLite read
// the tables in the order in which they are written, and a subquery makes a server find few rows first.
// A subquery in a condition makes a server look up something for each row that it has found, and IsRight
// makes it look up answers by their player. A subquery that finds few rows has a name such as best, top,
// span or twice. By these names the test knows that all rows of the subquery may be read (dbtest.Scans).
//
// Most queries read a few rows, or as many as their limit says. The following read more as more is
// stored:
//
//   - Scorers and LastPressAt: a round's answers.
//   - ForgetPlayer, ForgetName, Link, Unlink and Export: everything that one person has done.
//   - ShowInWorld: the dailies of one person. SumWorldAgain: the dailies of several.
//   - Above: the rows above one, up to ten thousand of them, in an index.
//   - Leaderboard: the rows that it skips.
//   - SetAward and AddAnswer: one player's rounds of one day, and their communities.
//   - Join, of a new member: the days that they have played.
//   - Waiting, Backlogs, OwnOutgoing and ForgetPlayer: the deliveries that wait. StillHere reads them,
//     too, if another process is gone.
//   - ClaimOutgoing: the unclaimed deliveries that wait behind deliveries of other processes.
//   - RekeyCommunity and AdoptChannel: the rounds and matches of a community that are open, what waits for it and, in
//     AdoptChannel, who looks at which round.
//
// # Schema
//
// The schema is the sum of the files in schema/sqlite, or in schema/postgres, which are
// applied in order. A file that was released is never changed. The comments in SQLite's
// files say what each table and column holds. A test compares both folders.
//
// The SQL is one text for both databases: ON CONFLICT, RETURNING, partial indexes,
// window functions, numbered parameters, flags as 0 and 1. Where they differ, there is a text for
// each.
package storage
