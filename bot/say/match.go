package say

import (
	"slices"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/storage"
)

// matchTitle names a match: "Race of 5 · 24 · hard".
func (v Voice) matchTitle(m round.Match) chat.Line {
	name := v.Phrase("match."+m.Kind, With{"n": m.Length})
	if m.IsOnePuzzleAlone(m.Mode) {
		name = v.Phrase("match.one", nil)
	}
	out := Head(name)
	if len(m.Program) == 0 {
		out = Head(name, " · "+v.GameName(m.Game))
	}
	if level := m.Level(); level > 0 {
		out = line(out, " · "+v.Level(int(level)))
	}
	if option := m.Option(); option != "" {
		out = line(out, " · "+v.Phrase("choice.kind."+option, nil))
	}
	return out
}

// Player names a person of a match or, if who has no ID, the opponent in some of its puzzles. An icon says whether
// the opponent in the last of them was recorded or computed.
func (v Voice) Player(m round.Match, who storage.Player, of ...round.Bout) chat.Span {
	if !m.Mode.Opponent || who.ID != 0 {
		return v.Mention(who.Name, who.Key)
	}
	opponent := commonOpponent(of)
	name := Strong(v.Phrase(m.Kind+".opponent", nil))
	if opponent.Name != "" {
		name = Strong(v.Phrase(m.Kind+".named", With{"player": chat.OneLine(opponent.Name)}))
		name.Person = keyOf(m, opponent)
	}
	if len(of) > 0 {
		icon := m.Kind + ".computed"
		if of[len(of)-1].Opponent.Recorded {
			icon = m.Kind + ".recorded"
		}
		name.Text = v.Phrase(icon, nil) + " " + name.Text
	}
	return name
}

// keyOf returns the key of the person who is the opponent in a match, if they are on its network. With the key, the
// name can be removed from a message that waits, if the person is forgotten meanwhile.
func keyOf(m round.Match, o round.Opponent) string {
	if o.Network != m.Community.Network {
		return ""
	}
	return o.Key
}

// ofOpponent returns the sentence of a key about an opponent or, if the opponent is somebody with a name, the one
// that names them as the player.
func (v Voice) ofOpponent(m *round.Match, o round.Opponent, key string, args With) chat.Line {
	if m == nil || o.Name == "" {
		return v.Line(key, args)
	}
	who := Strong(chat.OneLine(o.Name))
	who.Person = keyOf(*m, o)
	args["player"] = who
	return v.Line(key+".named", args)
}

// opponentIn returns the opponent in a puzzle, and the match; nil if it is in no match against an opponent.
func opponentIn(e *round.Ending) (*round.Match, round.Opponent) {
	if e == nil || e.Match == nil || !e.Match.Mode.Opponent {
		return nil, round.Opponent{}
	}
	return e.Match, e.Match.Bouts[e.Round.Number-1].Opponent
}

// commonOpponent returns the opponent in some puzzles. It is empty if there were several opponents.
func commonOpponent(of []round.Bout) round.Opponent {
	var last round.Opponent
	for i, b := range of {
		if i > 0 && b.Opponent.PlayerID != last.PlayerID {
			return round.Opponent{}
		}
		last = b.Opponent
	}
	return last
}

// Challenge asks somebody to a duel.
func (v Voice) Challenge(m round.Match, who, rival chat.Span) []chat.Line {
	return []chat.Line{
		v.matchTitle(m),
		v.Line(m.Kind+".asked", With{"player": who, "rival": rival}),
		v.matchLine(m.Mode, "rule", v.Length(m.Clock())),
		v.Line("duel.until", With{"time": v.Duration(mode.ChallengeFor)}),
	}
}

// ChallengeOver says that a challenge was declined or withdrawn, or that nobody accepted it. who is the person who
// declined or withdrew it.
func (v Voice) ChallengeOver(m round.Match, who chat.Span) []chat.Line {
	return []chat.Line{v.matchTitle(m), v.Line(v.Key("match.over", m.Kind, m.Reason), With{"player": who})}
}

// Board says how a match stands, and what comes next.
func (v Voice) Board(m round.Match) []chat.Line {
	out := []chat.Line{v.matchTitle(m)}
	if !m.IsOver() && len(m.Bouts) == 0 {
		out = append(out, v.matchLine(m.Mode, "rule", v.Length(m.Clock())))
		out = append(out, v.champion(m)...)
	}
	if !m.IsOver() && len(m.Joined) > 0 {
		out = append(out, v.whoJoined(m))
	}
	switch {
	case m.Mode.BestOnly && len(m.Bouts) == 0:
		// Nobody has a score yet.
	case m.Mode.BestOnly:
		out = append(out, v.table(m)...)
	case m.Mode.Endless && !m.Mode.Shared:
		// There may be a hundred puzzles, and each has its own message.
	case m.Mode.Pair, !m.Mode.Shared:
		out = append(out, v.Standing(m)...)
		out = append(out, v.bouts(m)...)
	default:
		out = append(out, v.table(m)...)
	}
	out = append(out, v.state(m)...)
	return append(out, v.whoChooses(m)...)
}

// MatchTable says how a match stands after a puzzle, which puzzle comes next, and who chooses its kind.
func (v Voice) MatchTable(m round.Match) []chat.Line {
	after := v.Phrase("match.after", With{"i": len(m.Bouts), "of": m.Length})
	out := []chat.Line{line(v.matchTitle(m), " · "+after)}
	out = append(out, v.table(m)...)
	out = append(out, v.state(m)...)
	return append(out, v.whoChooses(m)...)
}

// maxJoined is how many of those who joined a match are named.
const maxJoined = 8

// whoJoined names the people who want to play a match.
func (v Voice) whoJoined(m round.Match) chat.Line {
	var people []chat.Span
	for _, p := range m.Joined[:min(len(m.Joined), maxJoined)] {
		people = append(people, v.Mention(p.Name, p.Key))
	}
	others := len(m.Joined) - len(people)
	if others == 0 {
		return v.Line(m.Kind+".joined", With{"people": List(v, "list.last", people)})
	}
	return v.Line(m.Kind+".joined.more", With{
		"people": List(v, "list.comma", people),
		"others": others,
	})
}

// table lists people with their points in a match.
func (v Voice) table(m round.Match) (out []chat.Line) {
	for _, t := range m.Table {
		out = append(out, Item(v.tableRow(m, t)))
	}
	return out
}

// finalTable lists people with their points, how many puzzles they solved, and how long they took.
func (v Voice) finalTable(m round.Match) (out []chat.Line) {
	for _, t := range m.Table {
		row := v.tableRow(m, t)
		if t.Solved > 0 {
			row = line(row, " · ", v.Solved(t))
		}
		out = append(out, Item(row))
	}
	return out
}

// tableRow shows a person, or the opponent, with their rank and their points in a match. Nobody gets a medal for nothing.
func (v Voice) tableRow(m round.Match, t round.Tally) chat.Line {
	place := Rank(t.Rank)
	if t.Points == 0 {
		place = "·"
	}
	points := Strong(v.Phrase("number", With{"n": t.Points}))
	return line(place+" ", v.Player(m, t.Player, m.Bouts...), " ", points)
}

// Solved says how many puzzles of a match a person has solved, and how fast.
func (v Voice) Solved(t round.Tally) string {
	return v.Phrase("match.solved", With{"n": t.Solved, "time": v.Elapsed(t.Elapsed)})
}

// bouts says of each puzzle that is over who won it, how, and how fast.
func (v Voice) bouts(m round.Match) (out []chat.Line) {
	for _, b := range m.Bouts {
		if b.Round.ClosedAt.IsZero() {
			continue
		}
		number := strconv.Itoa(b.Round.Number) + ". "
		out = append(out, Item(line(number, v.bout(m, b))))
	}
	return out
}

// bout says who won a puzzle, how, and how fast.
func (v Voice) bout(m round.Match, b round.Bout) chat.Line {
	if len(b.Standings) == 0 {
		if b.IsVoid() {
			return v.givenAway(b)
		}
		return v.Line(unsolvedKey(m, "match.nobody"), nil)
	}
	first := b.Standings[0]
	hasAnswered := first.ID != 0
	var how chat.Line
	switch {
	case hasAnswered:
		how = v.howSolved(m, b, first)
	case b.Round.Reason == round.GivenUp:
		how = v.Line(m.Kind+".resigned", With{"player": v.rivalOf(m, b, first.PlayerID)})
	default:
		how = line(v.Elapsed(first.Elapsed))
	}
	if !m.Mode.Pair {
		return how
	}
	winner := storage.Player{ID: first.PlayerID, Name: first.PlayerName, Key: first.PlayerKey}
	return line(v.Player(m, winner, b), " ", how)
}

// unsolvedKey returns the key of the words for puzzles that nobody has solved. There are other words for somebody
// who plays alone, because "nobody" would be odd there.
func unsolvedKey(m round.Match, key string) string {
	if m.Mode.IsAlone() {
		return key + ".alone"
	}
	return key
}

// rivalOf names the person whom somebody plays in a match of two.
func (v Voice) rivalOf(m round.Match, b round.Bout, playerID int64) chat.Span {
	for _, tally := range m.Table {
		if tally.Player.ID != playerID {
			return v.Player(m, tally.Player, b)
		}
	}
	return chat.Span{}
}

// givenAway says who gave the solution of a void puzzle away.
func (v Voice) givenAway(b round.Bout) chat.Line {
	who := b.GivenAwayBy
	return v.Line("duel.ending.void", With{"player": v.Mention(who.Name, who.Key)})
}

// Instead says above a puzzle of a match that it replaces a void one. It says nothing if the puzzle before
// was not void.
func (v Voice) Instead(m round.Match, next round.Round) []chat.Line {
	for _, b := range slices.Backward(m.Bouts) {
		if b.Round.ID == next.ID {
			continue
		}
		if !b.IsVoid() {
			return nil
		}
		return []chat.Line{v.Sentences(v.givenAway(b), v.Line("duel.instead", nil))}
	}
	return nil
}

// howSolved says how somebody won a puzzle, how fast, and how slow an opponent was.
func (v Voice) howSolved(m round.Match, b round.Bout, r round.Standing) chat.Line {
	out := v.answerIn(b, r)
	if m.Mode.OnItsClock {
		took := With{"time": v.Elapsed(b.Opponent.After)}
		out = line(out, " · ", v.ofOpponent(&m, b.Opponent, m.Kind+".took", took))
	}
	return out
}

// answerIn shows an answer to a puzzle of a match, and how fast it came. While others play the puzzle, the answer may have
// no text.
func (v Voice) answerIn(b round.Bout, r round.Standing) chat.Line {
	took := v.Elapsed(r.Elapsed)
	text := Code(chat.Clip(r.Text, MaxQuote))
	isHidden := r.Text == ""
	isMeasured := b.Round.Game.Rules().Measure != ""
	switch {
	case isHidden && isMeasured:
		return line(v.Measure(b.Round.Game, r.Measure), " · "+took)
	case isHidden:
		return line(took)
	case isMeasured:
		return line(text, " ", v.Measure(b.Round.Game, r.Measure), " · "+took)
	}
	return line(text, " · "+took)
}

// standingLine shows the score of a match: "Ann 60 · Bob 36" or, in a match of two, "Ann 1:0 Bob".
func (v Voice) standingLine(m round.Match) chat.Line {
	if m.Mode.Pair {
		one := m.Table[0]
		other := m.Table[1]
		score := v.Phrase("match.score", With{"mine": one.Points, "theirs": other.Points})
		bouts := m.Bouts
		if last := len(bouts) - 1; last >= 0 && bouts[last].Round.ClosedAt.IsZero() {
			// The opponent who counts now is the one in the open puzzle.
			bouts = bouts[last:]
		}
		return line(v.Player(m, one.Player, bouts...), " "+score+" ", v.Player(m, other.Player, bouts...))
	}
	var people []chat.Line
	for _, t := range m.Table[:min(len(m.Table), maxStanding)] {
		people = append(people, line(v.Player(m, t.Player, m.Bouts...), " "+v.Phrase("number", With{"n": t.Points})))
	}
	return Join(people, " · ", " · ")
}

// Standing shows the score of a match. It is empty if nobody has points, or one person plays.
func (v Voice) Standing(m round.Match) []chat.Line {
	if m.Mode.IsAlone() || len(m.Table) == 0 {
		return nil
	}
	if m.Mode.BestOnly {
		return []chat.Line{v.Line(m.Kind+".standing", With{"people": v.standingLine(m)})}
	}
	return []chat.Line{v.standingLine(m)}
}

// Again is the label of the button that plays a match once more.
func (v Voice) Again(m round.Match) string {
	if m.Mode.Pair {
		return v.Phrase("button.rematch", nil)
	}
	return v.Phrase("button.once-more", nil)
}

// maxStanding is how many people a line with the score names.
const maxStanding = 5

// state says when the next puzzle comes or, if the match is over, why it ended. It says nothing if that
// is clear.
func (v Voice) state(m round.Match) []chat.Line {
	why := v.Key("match.over", m.Kind, m.Reason)
	if m.IsOver() && v.Has(why) {
		return []chat.Line{v.Line(why, nil)}
	}
	isPlanned := !m.IsOver() && !m.NextAt.IsZero()
	// After a void puzzle the next one comes at once.
	comesAtOnce := len(m.Bouts) > 0 && m.Bouts[len(m.Bouts)-1].IsVoid()
	// So does one that is late, because the job that deals it has not run yet.
	isLate := m.Wait < 0
	if !isPlanned || comesAtOnce || isLate {
		return nil
	}
	span := chat.Span{
		Style: chat.Moment,
		Unix:  m.NextAt.Unix(),
		Text:  v.Phrase("time.in", With{"time": v.Length(m.Wait.Round(time.Second))}),
	}
	if m.Gathers() {
		return []chat.Line{v.Line(m.Kind+".soon", With{"when": span})}
	}
	next := With{
		"i":    len(m.Bouts) + 1,
		"of":   m.Length,
		"when": span,
		"game": v.gameName(m.NextGame()),
	}
	if m.IsOnePuzzleAlone(m.Mode) {
		return []chat.Line{v.Line("match.next.one", next)}
	}
	return []chat.Line{v.Line("match.next."+m.Kind, next)}
}

// MatchResult says how a match went.
func (v Voice) MatchResult(m round.Match) []chat.Line {
	out := []chat.Line{v.matchTitle(m)}
	if m.IsCutShort() {
		out = append(out, v.state(m)...)
	}
	if len(m.Bouts) == 0 {
		// It was stopped before its first puzzle.
		return out
	}
	if m.Mode.BestOnly {
		return append(out, v.bestOnlyResult(m)...)
	}
	if m.Mode.Pair {
		out = append(out, v.duelResult(m))
		out = append(out, v.bouts(m)...)
		out = append(out, v.paid(m)...)
		return append(out, v.ratings(m)...)
	}
	if len(m.Table) == 0 && m.IsOnePuzzleAlone(m.Mode) {
		return append(out, v.Line("match.nobody.one", nil))
	}
	if len(m.Table) == 0 {
		return append(out, v.Line(unsolvedKey(m, "match.nobody.ever"), nil))
	}
	if m.Mode.Shared {
		out = append(out, v.finalTable(m)...)
		return append(out, v.paid(m)...)
	}
	out = append(out, v.raceAlone(m))
	if m.Mode.Endless {
		return out
	}
	return append(out, v.bouts(m)...)
}

// bestOnlyResult says who has won a match in which only the best answers count, and the scores.
func (v Voice) bestOnlyResult(m round.Match) []chat.Line {
	hasScores := len(m.Table) > 0 && m.Table[0].Points > 0
	if !hasScores {
		return []chat.Line{v.Line("match.nobody.ever", nil)}
	}
	var out []chat.Line
	if !m.IsCutShort() {
		out = append(out, v.winner(m))
	}
	return append(append(out, v.table(m)...), v.paid(m)...)
}

// winner says who has won a match in which only the best answers count, or who are level.
func (v Voice) winner(m round.Match) chat.Line {
	var first []chat.Span
	for _, t := range m.Table {
		if t.Rank == 1 {
			first = append(first, v.Player(m, t.Player, m.Bouts...))
		}
	}
	if len(first) > 1 {
		return v.Line(m.Kind+".drawn", With{"people": List(v, "list.last", first)})
	}
	return v.Line(m.Kind+".won", With{"player": first[0]})
}

// MatchDare tells somebody else how a match ended, and dares them to play, too. It is empty if nobody has won a
// puzzle of it.
func (v Voice) MatchDare(m round.Match) string {
	isWon := slices.ContainsFunc(m.Table, func(t round.Tally) bool { return t.Points > 0 || t.Solved > 0 })
	if !isWon {
		return ""
	}
	result := v.standingLine(m)
	if m.Mode.IsAlone() {
		result = v.raceAlone(m)
	}
	return v.Phrase("match.dare", With{"match": Plain(v.matchTitle(m)), "result": Plain(result)})
}

// raceAlone says how many puzzles a person who raced against the clock alone has solved, and how fast.
func (v Voice) raceAlone(m round.Match) chat.Line {
	alone := m.Table[0]
	key := "race.alone"
	if m.Mode.Endless {
		key = "race.alone.endless"
	}
	return v.Line(key, With{"n": alone.Solved, "of": m.Length, "time": v.Elapsed(alone.Elapsed)})
}

// paid says by how much a match that people play together has raised their points on the board. It says that
// only if the points of the match do not tell it: after a duel, whose points count puzzles, after a match with
// scores of its own, and if the board grows by less than the points of a race.
func (v Voice) paid(m round.Match) []chat.Line {
	if !m.Mode.Shared {
		return nil
	}
	var people []chat.Line
	for _, t := range m.Table {
		isNews := t.Paid < t.Points
		if m.Mode.Pair || m.Mode.BestOnly {
			isNews = t.Earned > 0
		}
		if isNews {
			people = append(people, v.paidTo(t))
		}
	}
	if len(people) == 0 {
		return nil
	}
	return []chat.Line{v.Line("match.board", With{"people": List(v, "list.comma", people)})}
}

// paidTo says by how much a match has raised a person's points on the board, and why it is less than the
// match's own points.
func (v Voice) paidTo(t round.Tally) chat.Line {
	args := With{
		"player": v.Mention(t.Player.Name, t.Player.Key),
		"points": t.Paid,
		"n":      t.Knew,
	}
	var reasons []chat.Line
	if t.Knew > 0 {
		reasons = append(reasons, v.Line("match.board.knew", args))
	}
	if t.Paid < t.Earned {
		reasons = append(reasons, v.onlyBest())
	}
	if len(reasons) == 0 {
		return v.Line("match.board.one", args)
	}
	args["reasons"] = List(v, "list.comma", reasons)
	return v.Line("match.board.why", args)
}

// onlyBest says why the board may grow by less than was earned.
func (v Voice) onlyBest() chat.Line {
	return v.Line("match.board.full", With{"rounds": storage.BestOfDay})
}

// ratings says how a match has moved the ratings of those whose rating is shown.
func (v Voice) ratings(m round.Match) []chat.Line {
	var people []chat.Line
	for _, t := range m.Table {
		if t.Rating.IsShown() {
			people = append(people, v.ratingOf(m, t))
		}
	}
	if len(people) == 0 {
		return nil
	}
	return []chat.Line{v.Line(m.Kind+".rating", With{"people": Join(people, " · ", " · ")})}
}

// ratingOf says what a person's rating is after a match, and by how much the match has moved it. If the rating
// was not shown before, it says nothing about that.
func (v Voice) ratingOf(m round.Match, t round.Tally) chat.Line {
	change := t.Rating.Change()
	key := ".rating.same"
	switch {
	case !t.Rating.WasShown():
		key = ".rating.first"
	case change > 0:
		key = ".rating.more"
	case change < 0:
		key = ".rating.less"
	}
	return v.Line(m.Kind+key, With{
		"player": v.Mention(t.Player.Name, t.Player.Key),
		"rating": t.Rating.Points(),
		"n":      max(change, -change),
	})
}

// duelResult says who won a match of two.
func (v Voice) duelResult(m round.Match) chat.Line {
	one := m.Table[0]
	other := m.Table[1]
	args := With{"mine": one.Points, "theirs": other.Points}
	if m.IsUndecided() {
		if one.Player.ID == 0 {
			args = With{"mine": other.Points, "theirs": one.Points}
		}
		return v.Line(m.Kind+".undecided", args)
	}
	if one.Points == other.Points {
		return v.Line("duel.drawn", args)
	}
	if m.Mode.Opponent {
		key := m.Kind + ".won"
		if one.Player.ID == 0 {
			key = m.Kind + ".lost"
		}
		return v.ofOpponent(&m, commonOpponent(m.Bouts), key, args)
	}
	args["player"] = v.Mention(one.Player.Name, one.Player.Key)
	return v.Line(m.Kind+".won", args)
}

// first says that somebody was first in a puzzle of a match. who is empty if it is said to them alone. open is how long
// others may still answer; 0: the puzzle is over. In a race it is over as soon as all who are there have answered.
func (v Voice) first(m mode.Mode, who chat.Span, after, open time.Duration) chat.Line {
	key := m.Name + ".first"
	isLast := m.OpenFor > 0 && open == 0
	if isLast {
		key += ".last"
	}
	if who.Text == "" {
		key += ".you"
	}
	return v.Line(key, With{"player": who, "time": v.Elapsed(after), "open": v.Length(open)})
}
