// Package round holds the rules of play. It answers with facts: which puzzle an answer is for, how
// good the answer was, what it earned and what it changed. It knows no sentence, button or network,
// and of games only engine.Rules.
//
// # Nouns
//
// A person plays, and is one player on each network. A community is a Discord server, a Telegram group, or
// a private chat by itself. It has a leaderboard, the board. A place is where people talk: a channel of
// a community, or a private chat. The World has a board of everybody who wishes to be on it.
//
// A round is one puzzle dealt at a place. A round is open until it ends. A match is several rounds in a
// row at one place. Its rounds are called bouts. Days are numbered, and a day has one puzzle of each
// game, the same for everyone. Such a puzzle is a daily. It has a round, too, which belongs to no place. If
// it does not matter which game is meant, all puzzles of a day together are called its daily.
//
// An answer is a text that somebody sent for a round. Its verdict says whether it is right. If all can
// read an answer, it is public. A right answer takes part in the round: it is compared with others. In
// some games answers are measured: they are better or worse, not only right or wrong. There an answer
// that is nearly right takes part, too. An attempt is all that a person does in a round: answers,
// hints, giving up. An award is what the attempt earned.
//
// A class is a set of puzzles that are the same for a person, such as those with the same tiles in another
// order (engine.Face.Class). A custom puzzle is one whose numbers a person chose: they were typed, or came
// by a link or a button.
//
// # Types
//
// An Act is who asks for something, where and when; each function that changes something takes one. A
// Pick is a puzzle that was chosen and not dealt yet, a Deal the round that was made of it. A
// JudgedAnswer is a text with its verdict, before any rule looks at it. An Outcome is what the rules
// made of it: what it earned and what it changed. An Ending is how a round ended. It has a Standing
// for each person, which says how the person did.
//
// In some matches a person plays against an Opponent that is no person. It has the time that somebody once
// took for the puzzle, and in some matches their answer. A feature that adds such a match implements
// Opponents, which draws an opponent for each puzzle and stores it.
//
// storage.Round and MatchRow are rows as they are stored. Round and Match also have what a row refers
// to: the puzzle, the community, the mode.
//
// # Rows
//
// SQL statements are in files of rows, such as match_rows.go, which has those for match.go. Package
// storage has the statements that also concern requests, people or communities as a whole.
//
// How much most statements read does not depend on how much is stored. These are the exceptions:
//
//   - Answers, listAwards, lastAnswerAt and markParticipants grow with a round's answers, and
//     answersOfMatch with those of a match. They are for rounds of a community. The whole world
//     answers a daily, so PlayerAnswers reads one person's answers alone.
//   - liveClassesOf and ratedOf grow with all that one person has done.
//   - openForPoints, openAlone and classesInPlay grow with the open rounds of a class. playedByMembers looks
//     at each member of a group for each of these rounds.
//   - forgetLearnt grows with all that was learnt. It is for a command line, not for a conversation.
//
// A test calls each function that makes a statement. It checks the plan of the statement and how many
// rows it reads (rows_test.go).
//
// # Which round is meant (meant.go)
//
// A reply to a message, a press of its button, or its form means the round of that message. If the
// round is over, the person learns how it ended, and nothing is judged. Any other request means the
// person's current round at the place. That is the last round that was dealt there for all, or a
// round that the person was shown since. If an answer does not fit the current round, and fits exactly
// one other open round there, the answer is for that other round.
//
// What people say to each other is no answer. In a group a text is an answer only if it reads as one,
// even if it replies to the bot: a calculation with two numbers or more, or a single word. A common
// word such as "haha" or "nice" must be made of the puzzle's letters. A text that is not said to the
// bot must fit an open round there.
//
// # Time (round.go, end.go, play.go)
//
// What counts is the network's own time of an event. An answer that was sent before the end of a
// round counts, however late it is read. So a round ends some seconds after its clock. If an answer
// is read even later, the awards are computed again. A clock starts when the puzzle has been
// delivered.
//
// A group has at most one running clock, and at most three open rounds. If somebody asks for a fourth,
// an old one makes room: the oldest of those that are won, or that nobody has answered, or pressed a
// button of, for two minutes. If no round can make room, the fourth is refused. At most two of the
// three may be unsolved rounds that the same person asked for. If that person asks for another one,
// they are asked whether the older of the two shall end.
//
// In a contest the best answer of a day wins. A contest is not counted among the three. A place has at
// most one contest of each game, and nobody can end it.
//
// In a private chat a person may have many open rounds. A round there that they do not touch for 30
// days is closed without a message.
//
// A long search for solutions delays neither answers nor the ends of rounds, nor other requests of the
// chat. A person runs one search at a time.
//
// # Modes (package mode; answer.go, a file for each way to count answers, such as answer_first.go; end.go)
//
// In a race for one puzzle the first right answer wins. In games where people collect solutions, the
// race stays open for further ones. The first solutions of the next people are worth 60, 30 and then
// 20 %, by their rank among all that were paid. All further solutions of a person are worth 20 %
// each.
//
// In a contest, and on a clock in a measured game, answers are hidden until the end. Each person is
// paid for their best answer. In private chats and dailies people play for themselves.
//
// In Conundrum people look for a word of all nine letters, and may try as often as they like. Each such word is
// right, and no other text takes part.
//
// Every round ends through endRound, except for the untouched ones. Giving up is personal: the person is
// shown a solution and earns nothing more in that round. In a race without a clock giving up ends the
// round for all in three cases: the person asked for the puzzle, they administer the community, or nobody has
// answered for two minutes. In the same cases the round ends when the person asks for the next puzzle.
// Once the race is won, it ends when anyone asks for the next puzzle.
//
// A day is still live somewhere on Earth when it is over for one person. Since people may have two
// accounts, a person who gives up a daily is not shown its solutions before 14:00 UTC of the day after
// (SolutionsFrom).
//
// # Matches (match.go, standings.go, begin.go, next.go)
//
// A match is several puzzles in a row at one place, each on a clock. Other puzzles wait until it is over.
//
// Anyone may join a race. In games that are not measured, the first right answer is worth all points of
// the puzzle, and right answers in the next ten seconds are worth 60, 30 and then 20 % of them. In
// measured games each answer is worth what its quality says. The table of a race counts all answers in
// the same way, even those of a person who knew the puzzle and is paid nothing on the board. The end of
// the race says who knew puzzles. In a private chat a race is against the clock. The person who asked for
// a race may stop it, and so may an administrator.
//
// A duel is for two. It begins if the challenge is accepted within three minutes. The same person may
// challenge the same rival again after ten minutes or, if the rival refused, on the next day. The first
// right answer wins a puzzle. In measured games the better answer wins at the end of the clock. Of two
// answers that are equally good, the earlier wins. A person who gives up loses the puzzle. Two won
// puzzles win the duel, which has at most five.
//
// A race or a duel also ends when two puzzles in a row had no answer. There are no hints. A message
// that its author edits is no answer. Standings follow from the stored answers alone. They are computed
// when a puzzle has ended, and again when an answer is read late. A duel counts puzzles, and its end
// says how many points they have paid.
//
// Features add kinds of matches (opponent.go). In some of them one person plays against an Opponent. It may
// give an answer, which counts like a person's. Or the clock of the puzzle is the time that the opponent
// needs, and is kept secret. Then, if the clock runs out or the person gives up, the opponent has won the
// puzzle. A right answer is paid like any right answer in a private chat, even if the match is lost. An
// opponent earns nothing. A puzzle that the opponent won by the clock is rated as an attempt without a
// solution, unless the person answered neither this puzzle nor the one before. Then they may have gone away.
//
// In a game that is not measured, somebody who watches a duel may say the solution. If nothing else is left
// to find, the puzzle is void: nobody wins it, and another one comes at once.
//
// # What is shown (showing.go, noteshown.go, answer_uncounted.go, solutions.go, wait.go)
//
// A custom puzzle is dealt even if others play the same one, since it pays nobody. If typed numbers are
// a puzzle of a live daily, the person is led to that daily.
//
// Two kinds of solutions are not shown to a person: those of a live daily, and those of a puzzle that is
// open for points in a group that the person belongs to. It does not matter whether they ask for the
// solutions, or give up another round of the puzzle. Nor does it help to ask for the puzzle with some more
// tiles 0 and 1: its solutions would be those of the puzzle with "+ 0" or "× 1" behind them. The person
// may ask to be told when the puzzle is over, and is told once. Until then a custom puzzle with the same
// numbers has no hints, because they would cost nothing. A round in a private chat does not keep other
// people from seeing solutions. If the person who plays it asks for solutions, they are asked whether they
// give it up.
//
// A round ends whether others play its puzzle or not. But while a live daily has it, or it is open for points in
// a group of somebody who reads the end, the end shows no solution, and no answer that others could not read
// (endingFor), and neither does the board of its match (hideKeptAnswers). The end of a round of a group is read by all
// its members.
//
// On a clock or in a contest nobody is shown a solution before the end. A person who gave up a race, or
// was shown a solution while it was open, may still send a right answer. That answer is muted: it ends
// nothing and is shown to nobody. But others may have read it where it was sent. If one of them repeats
// it, they are paid nothing, and the race ends.
//
// # Hints (hint.go)
//
// A hint is for the person who asked. It leads to a solution that is not found yet, and is charged when
// it is delivered. In a race the three hints open after 30, 60 and 90 seconds. On a clock they open
// after a third, a half and two thirds of its time. An answer with two hints or more leaves the race
// open to others for a minute. Hints that a person takes after an answer do not change what it pays.
//
// # Points (points.go, practice.go, award_rows.go)
//
// An answer pays base(level) × quality × hints: what the level is worth, times a share for how good the
// answer is, times a share for the hints. A puzzle of a day has the base 20 whatever its level, and
// pays 20 at most. So the points of a day are its score out of 100.
//
// A person is paid for a class of puzzles once, and never if they were shown a solution of the class:
// such an answer is practice. A custom puzzle pays nobody. A person who took part in a round has seen
// its solutions when it ends. To take part is to send any answer, even one that repeats a solution, to
// take a hint, or to give up.
//
// Repeating what others could read earns nothing. Two answers have the same form if they are the same
// solution, written in different ways. An answer is not paid if somebody else had given a public answer
// of the same form in that round, even if that was practice, or came from a bystander. In Countdown two
// answers also have the same form if one becomes the other by writing tiles as calculations of unused
// tiles. In a race an answer with two hints or more may be repeated for a minute.
//
// An answer is hasty if it comes sooner than a hand can give it, or if it answers a daily that the person
// was not shown. A hand needs 0.6 s and 60 ms for each character, or on the page 80 ms for each tap. A hasty
// answer counts in its community alone: it counts on no board of the World, its time is not compared, and nothing
// is learnt from it.
//
// A board counts all dailies, and the best twenty other rounds of a day. The board of a game counts the
// best twenty of that game a day. Equal points share a rank. In the World, if people have
// equal points, those with fewer hints come first, and then those who took less time after they were first
// shown the puzzles. Only people who are equal in both share a rank there.
//
// The boards of the World list the people who wish to be there, and count dailies alone (world.go). Dailies
// are the same for everybody, so nobody gets there by choosing groups or puzzles. In some communities, such
// as the rooms of the page, anybody can be many people. What is earned there counts there alone.
//
// A month is closed 13 hours after it has ended in UTC, when it has ended everywhere (month.go). Its first three
// are kept for ever, and the next post of a daily names them to the community.
//
// # One person on several networks (person.go)
//
// Linked players are one person, with at most one player on each network. From then on the players share
// days, seen puzzles, payment, hints and pace. Their dailies count on the boards of the communities of
// each player. Nothing is moved: what a player earned stays that player's, so that they can be unlinked.
//
// If two players had an award for one daily before they were linked, the earlier award counts. The other
// is void until they are unlinked. When players are unlinked, a live puzzle that one of them has played
// pays the others nothing. If one player is forgotten, so are all players of the person.
//
// # Ratings (rating.go)
//
// The first solution, the first hint or giving up ends the rated part of an attempt. From that part package
// rating learns both how hard the puzzle is and how able the person is. Some attempts are not rated: those
// at custom puzzles and past dailies, those that took longer than an hour, and those that began when the person
// knew a solution. Attempts on a game's clock are rated only in measured games that one person plays, such as
// Countdown in a match against nobody: there the end of the clock ends the attempt, too. In others only people
// who are in time would be rated, since it is not known who else tried. A near answer ends an attempt at a
// measured puzzle: many people stop there, and nobody knows whether they still look for a better one. LevelTimes
// sums up the attempts at each level.
//
// A person's time for a daily begins when they are first shown its puzzle where only they read.
//
// After ten attempts a person can see their pace. A person who asks for no level is dealt puzzles that
// take them about half a minute. The first puzzle of a game in a group, or of a person alone, is very
// easy. Each one that is solved there is followed by a harder one, until four are solved.
//
// # Practice (package practice)
//
// In their private chat a person may practise. A skill is something that the solutions of some puzzles need
// (engine.Rating). From the person's last attempts in a game, package rating learns how much longer each skill
// makes them take. One of four puzzles is one that they failed at before: it comes again 1, 3 and 7
// days after, and pays nothing. The others are new, and so hard that the person solves four of five
// within a minute. If the person has a clearly weak skill, three of four new puzzles need it. A new
// puzzle pays like any puzzle that is dealt there. No skill is named with a puzzle, since that would be
// a hint.
//
// # The daily (daily.go, day.go, achieved.go, streak.go)
//
// A day has puzzles of all levels. No puzzle comes again before all others of its level have come. A
// daily pays for its day, even if the person met the puzzle before.
//
// At any time one day is live for a person: the day of their date (LiveDaily). The date is that of their own
// time zone. If they have set none, it is the time zone of the community that they came to first. Without
// any it is UTC. The live day pays once and makes streaks. What was begun on a day may be finished within
// two hours after it. Earlier days are the archive. Later days cannot be opened yet. If a person
// changes the time zone, links accounts or comes to a first group, another zone may decide. It does so
// from the day after next. So the zone that a person had when they began a daily is stored (home.go).
//
// A daily counts on the board of every community that the person belongs to, wherever they answered it.
// A person belongs to a community from the day they first came, as long as they did something there
// within the last 90 days. After that they are not on the board. When they come back, they are on it
// again with all that they had. When a person is forgotten, the bot still stores, under a keyed hash,
// when they first saw a live daily. So they cannot start the clock of that daily again.
//
// Seven days in a row earn a freeze. At most two are kept, and a missed day uses one. A community's
// streak counts days on which any member answered well; it has no freezes.
//
// # Who may do what (meant.go)
//
// meant.go has a table of who may do what, and a test checks each row. The data of a button or a link are
// not trusted unless they are sealed: signed with the bot's secret. A round that was dealt somewhere else
// opens to members of its community, and to people whose button was sealed there.
package round
