// Package round holds the rules of playing puzzles together. It answers with
// facts: which puzzle an answer is for, how good it was, what it earned and what it changed.
// It knows no sentence, button or network, and of games only engine.Rules.
//
// # Nouns
//
// A person plays. A place is where people talk: a channel of a community, or a private
// chat. A community has a board: a server, a group, or a private chat by itself. A round
// is a puzzle dealt at a place. A daily is a numbered day with one puzzle of each game,
// the same for everyone. An attempt is a person's work on a round.
//
// # Types
//
// An Act is who asks for something, where and when; each function that changes something takes one.
// A Pick is a puzzle that was chosen and not dealt yet, a Deal the round that was made of it. A
// JudgedAnswer is a text with its verdict, before any rule looks at it, and an Outcome what the rules
// made of it: what it earned and what it changed. An Ending is how a round ended, with a Place for each
// person: how they did. The answer itself is stored as a storage.Answer, and a person's work on a round
// as a storage.Attempt.
//
// An Opponent is the other side in a puzzle of a match where that is no person: how long it needs, and
// whose time that was. Opponents draw it and keep it: a feature has some for each kind of such matches.
//
// storage.Round and MatchRow are rows as they are stored. Round and Match have them with all that
// follows from them: the puzzle, the community, the mode.
//
// # Rows
//
// The statements of a rule are in the file of rows beside it, such as match_rows.go beside match.go.
// Package storage has those that also concern requests, people or communities as a whole. These
// grow with what is stored:
//
//   - Answers, listAwards, lastAnswerAt and markParticipants with a round's answers, answersOfMatch
//     with a match's. They are for rounds of a community: of a daily, which the whole world
//     answers, PlayerAnswers reads one person's.
//   - liveClassesOf and ratedOf with everything that one person has done.
//   - isOpenForAll with the open rounds of a class.
//   - forgetLearnt with everything that was learnt: it is for a command line, not for a conversation.
//
// A test wants a call of each function that makes a statement, and looks at the plan and the reach of
// each call (rows_test.go).
//
// # Which puzzle is meant (meant.go)
//
// A reply, press or form means the round of that message. If the round is over, the
// person learns how it ended, and nothing is judged. A request that names no message
// means the person's current round at the place: the last one dealt there for all, or the
// one they pressed or were shown since. If an answer does not fit that one and fits exactly
// one other open round there, it is for the other. A text among people, even a reply to the
// bot, is an answer only if it reads as one: a calculation with two numbers or more, or a
// single word. Words that people say to each other, such as "haha" or "nice", are answers
// only if they are made of the puzzle's letters. A text that is not said to the bot must fit
// an open round there. All else is people talking.
//
// # Time (round.go, end.go, play.go)
//
// The network's own time of an event decides. An answer sent before the end of a round
// counts, however late it is read: a round ends some seconds after its clock, and an
// answer read even later causes its awards to be computed again. A clock starts when the
// puzzle has been delivered. A group has one running clock and at most three open rounds.
// The next one ends the oldest that is won, or that nobody has pressed or answered for two
// minutes; if there is none, it is refused. A person may have asked for two that nobody has
// solved; a third one asks whether the oldest is closed. A contest, whose best answer of a day
// wins, is not among the three; a place has one of each game, and nobody ends it. Alone nothing
// has to make room: rounds stay open, and one that nobody touches for 30 days is closed without
// a word.
// Long searches hold up neither answers nor the ends of rounds, and are part of no chat's
// queue. A person runs one at a time.
//
// # Modes (package mode; answer.go, end.go)
//
// In a race for one puzzle the first right answer wins. Where solutions are collected it
// stays open for further distinct ones: another person's first is worth 60, 30 and then 20 % by its
// place among all that were paid, and whatever else a person finds 20 %. In a best the best answer
// wins; answers are hidden until the end, and people are paid for their best. Alone, in private chats
// and dailies, people play for themselves.
//
// A conundrum has no limit of tries: only a word of all nine letters could spend one, and
// every such word is right.
//
// Every round ends through endRound. Giving up is personal: the person is shown a
// solution and earns nothing more there. It ends the round for all only in a race without
// a clock, if the person asked for the puzzle or administers the place, or once nobody
// has answered for two minutes. Asking for the next puzzle ends the one before on the
// same terms, and anyone may do so once it is won. A person who gives up a daily is shown
// nothing while the day is live anywhere, since people may have two accounts: its solutions
// are shown from 14:00 UTC of the day after (SolutionsFrom).
//
// # Matches (match.go, begin.go, next.go)
//
// A match is several puzzles in a row at one place, each on a clock. Other puzzles wait
// until it is over.
//
// Anyone may join a race. The first right answer is worth all points of the puzzle, right answers
// in the next ten seconds 60, 30 and then 20 % of them; where the best answer wins, each is worth what
// its quality says. The race's table counts that for everybody alike, also for who knew the puzzle and
// is paid nothing on the board: the end of the race says so. In a private chat it is a race against
// the clock. The person who asked for it or an administrator may stop it.
//
// A duel is for two, and begins when the challenge is accepted within three minutes. The
// same person may challenge again after ten minutes, after a refusal the next day. The
// first right answer wins a puzzle; where the best answer wins, it is the better one at
// the end of the clock, and of equal ones the earlier. Giving up loses it. Two puzzles
// win the duel, which has five at most.
//
// A race or a duel also ends when two puzzles in a row had no answer. There are no hints,
// and editing a message is no answer. Places follow from the stored answers alone, when a
// puzzle has ended and again when an answer is read late. A duel counts puzzles, and its end says what
// they have paid.
//
// Features add kinds of matches (opponent.go). In some a person alone plays an opponent that is no
// person. The time that it needs is the secret clock of a puzzle: if the clock runs out or the
// person gives up, the opponent has won the puzzle. A right answer is paid as any in a private
// chat, also in a match that is lost, and an opponent earns nothing. A puzzle that it won is rated
// as an attempt without a solution, unless the person did not answer the one before either: they
// may have gone away.
//
// Where a duel is won by the first right answer, somebody else may say all that is left to find:
// then the puzzle is void. Nobody wins it, and another one comes at once.
//
// # What is shown (showing.go, solutions.go, wait.go)
//
// A puzzle is posed even if others play it: typed numbers and shared links pay nobody. Typed numbers of a
// live daily lead to that daily. What is refused is to show a solution, by asking for it or by
// giving up another round, of a puzzle that is one of a live daily, or open for points in a group
// that the person belongs to; a tile 0 or 1 more changes nothing. They may wait, and are told once
// when it is over. Typed numbers have no hints then, because these would cost nothing. A round in a
// private chat closes nothing to others; its own player is asked whether they give it up.
//
// On a clock or in a contest nobody is shown a solution before the end. A right answer by somebody
// who gave up a race, or was shown a solution while it was open, is muted: it ends nothing and is
// shown to nobody. If others could read it, the same answer pays them nothing, and ends the race.
//
// # Hints (hint.go)
//
// A hint is for the person who asked, leads to a solution not found yet, and is charged
// once it is delivered. In a race the three open after 30, 60 and 90 seconds, on a clock
// after a third, a half and two thirds of it. An answer with two or more leaves the race
// open to others for a minute. The price of an answer is fixed when it is given.
//
// # Points (points.go, award_rows.go)
//
// An answer pays base(level) × quality × hints. A part of a day has base 20 whatever its level, and
// pays 20 at most: the points of a day are its score out of 100. A person is paid for a puzzle once, and
// never for one whose solution they have been shown: such an answer is practice. A puzzle
// whose numbers a person chose pays nobody. Repeating what others could read earns nothing:
// an answer of the form of one that somebody else said openly there before, even in practice or as
// a bystander, is not paid. In Countdown two answers have one form also if one becomes the other by
// writing tiles as calculations of unused tiles. (In a race an answer with two or more hints may be repeated
// for its minute.) An answer that comes sooner than a hand can give it, in 0.6 s and 60 ms
// for each character or, on the page, 80 ms for each tap, counts in its community alone: in no board of the world, no time and
// no rating. A person who took part in a round has seen its solutions when it ends. Any
// answer is taking part, even one that repeats a solution; so is a hint, and giving up.
// Puzzles are the same if they are of one class (engine.Face.Class). A board counts dailies,
// and the best twenty rounds a day. Equal points share a rank; in the World those with fewer hints come
// first, then those who took less time from when they were first shown the puzzles, and only who is
// level in both shares one.
//
// The board of a game counts the best twenty of that game a day. The world's boards list
// the people who wish to be there, and count dailies alone (world.go): they are the same for
// everybody, so that choosing groups or puzzles brings nobody there. Where anybody can be many
// people, such as in the rooms of the page, what is earned counts there alone. Half a day
// after a month is over everywhere, its first three are kept for ever, and the next post of a
// daily tells the community.
//
// # One person on several networks (person.go)
//
// A player belongs to one network. Linked players are one person, with at most one player on
// each network. From then on days, seen puzzles, payment, hints and pace are those of all linked
// players together, and dailies count on the boards of the communities of each. Nothing is moved:
// what a player earned stays theirs, so that they can part. If both had an award for one daily
// from before they were linked, the earlier one counts and the other is void for good. After they
// part, live puzzles are closed to a player who had not played them. Forgetting one player forgets
// all.
//
// # Ratings (rating.go)
//
// A person's work on a dealt puzzle ends with the first solution, hint or giving up. That
// rates both: how hard the puzzle is and how able the person. Package rating has the
// formula. Not rated are own puzzles, past dailies, and work that took an hour or began
// with a known solution. On a daily a person's time runs from when they were first shown
// its puzzle, alone. After ten attempts a person can see their pace. A person who asks for
// no level is dealt puzzles that take them about half a minute. The first puzzle of a
// game in a group, or of a person alone, is very easy; each one solved there is followed
// by a harder one, until four are.
//
// Puzzles on a game's clock are not rated, since only those who are in time would be.
//
// # Practice (package practice)
//
// In their private chat a person may practise. From their last attempts in a game, package
// rating learns their skills: what solutions may need (engine.Rating), and how much longer they
// take for it. A puzzle to practise with is one that they solve within a minute in four of five
// cases. Once there is a clearly weak skill, three of four puzzles need it. One of four is a
// puzzle that they failed at, 1, 3 and 7 days after: it is practice and pays nothing. A new one
// pays as any that is dealt there. No skill is named with a puzzle, since that would be a hint.
//
// # The daily (daily.go, day.go, achieved.go, streak.go)
//
// A day has puzzles of all levels. None comes again before all others of its level have
// come. A daily pays for its day, whatever a person met before.
//
// One number is live for a person at any time, that of their date (Live): in their own
// zone, or else in that of the community they came to first, or else in UTC. It pays once and
// makes streaks. What was begun on its day may be finished within two hours after it.
// Older numbers are the archive, later ones do not open. A zone that was changed holds
// for dailies from the day after next. A daily counts on the board of every community
// the person belongs to, wherever they answered it: the communities where they did
// something within 90 days, from the day they first came. Who did nothing there for longer is on no
// board of the community; when they come back, they are there with all that they had. The clock of a forgotten person
// runs on, under a keyed hash. Seven days in a row earn a freeze, two at most are kept,
// a missed day uses one. A community's streak counts days that any member answered
// well; it keeps no freezes.
//
// # Who may do what (meant.go)
//
// There is one table, and a test that walks it. Data of buttons and links are never trusted
// unless sealed: a round dealt elsewhere opens to members, and to people whose button was
// sealed there.
package round
