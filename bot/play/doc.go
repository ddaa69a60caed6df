// Package play holds the rules by which people play puzzles together. It answers
// with facts: who, which puzzle, what an answer was, what it earned, how the
// round stands. It never sees a sentence, a button or a network, and nothing of
// games but engine.Rules.
//
// # Nouns
//
// A person plays. A place is where people talk: a channel of a community, or a
// private chat. A community is whose board counts: a server, a group, a private
// chat by itself. A round is a puzzle dealt at a place. A daily is a numbered
// day with one puzzle of each game, the same for everyone.
//
// # Which puzzle is meant (meant.go)
//
// A reply, press or form means the round of that message; is it over, the person
// is told how it ended and nothing is judged. What names no message means the
// person's own current round at that place: the last one dealt there for all, or
// the one they pressed or were shown since. A text that was said to everyone is an
// answer only if all of it reads as one for an open round there.
//
// # Time (round.go, end.go)
//
// The network's own time of an event decides. What was sent by the end of a round
// counts however late it is read: a round ends some seconds after its clock, and
// an answer read even later has the round awarded again. A clock starts when the
// puzzle has been delivered. A place has one running clock and at most three open
// rounds; the next one ends the oldest.
//
// # Modes (race.go, best.go, alone.go)
//
// In a race the first right answer wins; where solutions are collected it stays
// open for further distinct ones. In a best the best answer wins, and all are
// hidden until the end; each is paid by its own quality. Alone, in private chats
// and in dailies, each plays for themselves. A mode is one small type.
//
// Every round ends through endRound. To give up is a person's own: they are shown
// a solution and can earn nothing more there. It ends the round for all only in a
// race without a clock, by whoever asked for the puzzle, by an administrator, or
// once nobody has answered for two minutes. Who asks for the next puzzle ends the
// one before on the same terms, and anybody does once it is won.
//
// # Hints (hint.go)
//
// A hint is for the person who asked, leads to a solution not found yet, and is
// charged when it was delivered. In a race the three open after 30, 60 and 90
// seconds, and an answer with two or more leaves the race open to others for a
// minute. The price of an answer is fixed when it is given.
//
// # Points (points.go, board.go)
//
// An answer pays base(level) × quality × hints. A person is paid for a puzzle
// once, and never for one whose solution they have been shown, or that they dealt
// with numbers of their own: such an answer is practice. Puzzles are the same if
// engine says that they are of one class. A board counts dailies, and of the
// community's rounds the best twenty a day; equal points share a rank.
//
// # Ratings (rating.go)
//
// The first end of a person's work on a dealt puzzle, a solution, a hint or giving
// up, rates both: how hard the puzzle is and how able the person, each once. Package
// rating has the formula. Own puzzles, dailies of the past, and what took an hour
// or was shown before are not rated. On a daily a person's time runs from when they are
// first shown its puzzle, alone. After ten a person is told their pace, and who wishes no
// level is dealt what they solve in about half a minute.
//
// # The daily (daily.go, opening.go, day.go, achieved.go, streak.go)
//
// A number is live while its date exists somewhere on Earth: then it pays, once,
// and makes streaks. Older ones are the archive, later ones do not open. A
// person's daily counts on the board of every community they belong to, wherever
// they answered it: those where they did something within 90 days. Seven days in a
// row earn a freeze, two at most are kept, a missed day uses one. The days of a
// community are those that one of its members answered well; it keeps no freezes.
//
// # Who may do what (rights.go)
//
// One table, and a test that walks it. What a button or link says is taken from
// nobody's word: a round of elsewhere opens to members and to those whose button
// was sealed there.
package play
