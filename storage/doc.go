// Package storage keeps communities, players, rounds, answers, points, dailies,
// what is due and what is to be said, in one SQLite file, or in a database on a
// PostgreSQL server. It knows rows and their order. It never knows what a puzzle or a
// message means: puzzles, their classes, replies, games and the keys of people and
// communities are opaque text to it, and it imports nothing of ours.
//
// # Transactions
//
// All work is done in the function given to Write or Read, on its Tx. Read sees one
// snapshot and never waits. What Write has returned without an error is on the disk,
// also after a power cut. Open brings a database up to date; OpenReadOnly neither makes
// nor changes one.
//
// On a file Write has one connection and begins immediately, so writers never fail for
// each other's sake: they queue, and those that wait share one commit.
//
// On a server each Write is a transaction of its own on a connection of a pool, and
// several are under way at once. What keeps them from each other are locks, which all
// end with the transaction. They are taken in this order:
//
//  1. The chats that it is about, by advisory locks, in ascending order of their
//     numbers: LockChat is the first statement of a request; LockCommunities of what
//     is about several; otherwise whatever reads a community, or a round of one, to
//     write takes that one's.
//  2. The players whose points, attempts, ratings or memberships it reads to change
//     them, by their rows: at the first touch, so in no order among themselves.
//  3. Rows that are everyone's, by an advisory lock of their own: "dailies", while the
//     round of one is made, and "difficulty" of a class of puzzles, while something is
//     learnt of it. What is added up (figures, boards) or kept once (requests, seen,
//     days, secrets) is an upsert and needs none.
//
// Each way to a server and back takes a while. So a statement of which nothing is asked
// but that it succeeds (put) waits for the next one, or for the commit, and goes with
// it, as the begin goes with the first: its error is that of what it went with.
//
// Two transactions that lock the same two players in different orders wait for each
// other; the server breaks one off. That is an ErrConflict, as is a row that two have
// made at the same moment: nothing of it is kept, and Retry does it again. A claim of
// the outbox locks the chats it takes from, so that order is kept; of bulk, which keeps
// none, it passes over what another is about to claim.
//
// # Processes
//
// A process that has a database open to be written has a number. On a server it holds
// an advisory lock of that number on a connection of its own, on which it also hears of
// what others leave (LISTEN): so others know at once that it is gone. Hold is for what
// one process of all may do. On a file a process is gone when its number no longer runs
// on the machine, or when it is silent for long: see StillHere.
//
// # Conventions
//
// A time.Time is Unix milliseconds in the schema and UTC when read; the zero
// Time is NULL. A day is days since 1970. An ID is a row number and is never given
// out twice; 0 stands for "none" and is NULL, but where it is part of a key: there
// community 0 is dailies, which are everyone's, player 0 everyone in a place, and
// round 0 no round. A method that looks for one thing returns ErrNotFound if there
// is none; Attempt, Award and Seen return what nobody has done as zero. Newest and
// oldest are by ID, which is the order of writing within a chat and of a player; across
// chats it is on a file only, for a server gives numbers out before it commits. What a
// person typed or is named is kept as it is, and never as part of a statement;
// PostgreSQL holds no NUL in a text, and no bytes that are not UTF-8: both become
// U+FFFD there.
//
// # Persons
//
// A player is somebody on one network. Players who are linked are one person: what
// they have seen, been paid for, spent of tries and hints, answered of a daily and
// learnt is asked of all of them (kin), while every row stays with the player whose
// deed it was, so that to part them deletes the link and nothing else. What two of
// them were paid for before they were linked is set aside, but for the earliest, and
// given back when they part. No person has two players on one network, so on the board
// of a community they are one row, with the dailies of all.
//
// # Reading
//
// No query reads a whole table; a test looks at the plan of each. Most read a few
// rows, or as many as their limit says. These grow with what is stored:
//
//   - BestAnswers, RightAnswers, CountedAnswers, LastAnswerAt and Participants with a
//     round's answers. They are for rounds of a community: of a daily, which the
//     whole world answers, PlayerAnswers reads one person's.
//   - LiveClasses, ForgetPlayer, Link, Unlink, ShowInWorld, RatedOf and Export with all
//     that one person has done; SolveTimes and SolvedRounds with the first thousands of it.
//   - Above with the rows above one, up to ten thousand of them, in an index; Leaderboard
//     with the rows it skips.
//   - SetAward with one player's rounds of one day, and their communities; Join, of a new
//     member, with the days that they have played.
//   - Waiting, Backlogs and ForgetPlayer with what waits to be said, StillHere too where another
//     process is gone; ClaimOutgoing with what is free behind what others have
//     in hand.
//   - IsOpen with the open rounds of a class.
//   - RekeyCommunity and AdoptChannel with all that a community has.
//   - ForgetLearnt with all that was learnt: it is for a command line, not for a
//     conversation.
//
// # Schema
//
// The schema is the sum of the files in schema/sqlite, or in schema/postgres, which are
// applied in order. A file that was released is never changed. The comments of SQLite's
// say what each column holds; a test compares both.
//
//	communities  whose board counts: {network, key}, settings, the owner of a private one
//	players      a person: {network, key}; key is NULL after ForgetPlayer
//	members      who did something in a community, and when last
//	rounds       a puzzle dealt in a community's channel, or a daily shared by all (community_id NULL)
//	matches      several rounds in a row at one place: a race, or a duel of two
//	messages     which round a message of the network's speaks of
//	currents     which round people in a channel are at: everyone, and each person
//	attempts     one player's work on one round: hints, tries, giving up
//	answers      every answer given, with its price in hints
//	awards       what a player has earned on a round
//	scores       what counts of a player's awards on a day, in all games and in each
//	days         the dailies a player has answered well, by number
//	openings     when a player was first shown the puzzle of a daily
//	shared_days  the dailies that somebody of a community has answered well
//	bests        whose right answer to a daily is the best in a community
//	seen         the classes of puzzles whose solution a player has been shown
//	locks        what of that outlives being forgotten, under a hash
//	boards       sums of scores by period, of a community's members and in the world
//	figures      what a player has done in a game
//	winners      who won a month in a community
//	links        which players are one person
//	link_codes   what was given out to link with
//	doubles      awards that are set aside while players are linked
//	solvers      who of a community has solved a daily
//	dailies      the puzzles chosen for each day's number, and their classes
//	records      the answers better than any that was known
//	rated        the attempts that difficulties and abilities are learnt from
//	difficulties how hard the puzzles of a class are, as learnt
//	abilities    how able a player is in a game, as learnt
//	jobs         what must happen later, by (kind, key)
//	outbox       all that is said: replies, posts and edits, by network
//	processes    whose claims of the outbox hold
//	requests     the keys of events seen
//	secrets      random bytes made once
//	meta         small facts by name
//
// The SQL is one text for both databases: ON CONFLICT, RETURNING, partial indexes,
// window functions, numbered parameters, flags as 0 and 1. What differs is in few
// places: opening (open.go, server.go), what goes over a connection together
// (exchange.go), locks (lock.go), claims (claim.go), processes (process.go,
// session.go), the schema, moving (move.go), the
// number of a new round, and copies and their check, for which a server has tools of
// its own.
package storage
