package bot_test

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"reckon/engine"
)

// A ledger says what people have earned. It follows the rules of play as they are written down, and uses no
// code of package round, since that is what it is compared with. It is told what happens, in the order in
// which the bot is told.
type ledger struct {
	rounds map[int64]*ledgerRound
	// seen has the round in which a person found a solution of a class; 0: they did not find it in a round.
	seen map[owner]int64
	// locked says until when a class is locked to a person who was forgotten. The owner is their key.
	locked  map[owner]time.Time
	entries map[entry]*work
	// stands compares a daily with the one that is live for the person of a key: 0 is live, less than 0 is
	// past, and more than 0 is to come.
	stands func(key string, r *ledgerRound, at time.Time) int
}

// An owner is a person and a class. The person is known by number or, once forgotten, by key.
type owner struct{ person, class string }

// An entry is a person's part in a round.
type entry struct {
	person string
	round  int64
}

// work is what a person has done in a round.
type work struct {
	hints int
	took  bool
	quit  bool
	// asked is when the person was asked whether they want to give up, if they have not answered since.
	asked  time.Time
	points int
	// paid reports whether the person ever had points for the round.
	paid bool
	// local reports whether the answer that first earned points came sooner than a hand can type it.
	local bool
	// forms are the person's right answers, practice included.
	forms []string
}

// pay sets the points that a person has for a round in all.
func (w *work) pay(points int, hasty bool) {
	w.points = points
	if points > 0 && !w.paid {
		w.paid = true
		w.local = hasty
	}
}

type ledgerRound struct {
	id     int64
	puzzle engine.Puzzle
	game   engine.Game
	known  engine.Solution
	// community is 0 for a daily.
	community int64
	private   bool
	place     string
	asker     string
	// own reports whether the asker chose the numbers.
	own   bool
	daily int
	level int
	dealt time.Time
	lasts time.Duration
	// ends is when the clock runs out; zero: none runs.
	ends   time.Time
	closed time.Time
	reason string
	// answered is when somebody last sent an answer that was news.
	answered time.Time
	won      []win
	// match is the match that the round belongs to; 0: none.
	match int64
	duel  bool
	// pair are the two who play a duel.
	pair [2]string
	// rights are the answers to a round that people play together, in the order in which they were read.
	rights []right
}

// A right is an answer that takes part in a round that people play together.
type right struct {
	person, form string
	at           time.Time
	// open reports whether others could read it.
	open     bool
	practice bool
	// kept is the text as the judge prints it.
	kept string
	// worth is what it pays at the end of a round in which the best answer wins.
	worth int
}

// copied reports whether others could read the same answer of somebody else before this one was sent.
func (r *ledgerRound) copied(x right) bool { return r.copyAmong(r.rights, x) }

// copyAmong reports whether an answer repeats one of some earlier answers.
func (r *ledgerRound) copyAmong(before []right, x right) bool {
	return slices.ContainsFunc(before, func(o right) bool {
		wasReadable := o.open && o.person != x.person && !o.at.After(x.at)
		return wasReadable && engine.IsSameForm(r.puzzle, o.form, x.form)
	})
}

// A win is a right answer in a race that was paid.
type win struct {
	person, form string
	at           time.Time
	hints        int
}

func newLedger() *ledger {
	return &ledger{
		rounds:  map[int64]*ledgerRound{},
		seen:    map[owner]int64{},
		locked:  map[owner]time.Time{},
		entries: map[entry]*work{},
	}
}

// work returns a person's work in a round, which is new if they have done nothing there.
func (l *ledger) work(person string, r *ledgerRound) *work {
	key := entry{person, r.id}
	if l.entries[key] == nil {
		l.entries[key] = &work{}
	}
	return l.entries[key]
}

// see notes that a person has seen a solution of a round's class. found is the round in which they found it, or
// 0.
func (l *ledger) see(person string, r *ledgerRound, found int64) {
	l.seeClass(person, r.puzzle.Face().Class(), found)
}

func (l *ledger) seeClass(person, class string, found int64) {
	key := owner{person, class}
	_, isSeen := l.seen[key]
	if !isSeen {
		l.seen[key] = found
	}
}

// seeAll notes that a person has seen a solution of a puzzle. So they have seen one of each puzzle that lacks
// some of its tiles 0 and 1, too.
func (l *ledger) seeAll(person string, p engine.Puzzle) {
	for _, class := range shownWith(p) {
		l.seeClass(person, class, 0)
	}
}

// shownWith returns the class of a puzzle, and those of the puzzles that lack some of its tiles 0 and 1.
func shownWith(p engine.Puzzle) []string {
	face := p.Face()
	all := []string{face.Class()}
	if face.Goal == "" || len(face.Tiles) == 1 {
		return all
	}
	for i, tile := range face.Tiles {
		mayLack := tile == "0" || tile == "1"
		if !mayLack {
			continue
		}
		rest := engine.Face{Tiles: slices.Delete(slices.Clone(face.Tiles), i, i+1), Goal: face.Goal}
		all = append(all, shownWith(faced{p, rest})...)
	}
	return all
}

// A faced puzzle has another face than its own.
type faced struct {
	engine.Puzzle
	face engine.Face
}

func (f faced) Face() engine.Face { return f.face }

// alone reports whether people play the round for themselves. best reports whether they play it together and
// the best answer wins, and race whether the first right answer wins.
func (r *ledgerRound) alone() bool { return r.daily != 0 || r.private }
func (r *ledgerRound) best() bool  { return !r.alone() && r.game.Rules().Measure != "" }
func (r *ledgerRound) race() bool  { return !r.alone() && !r.best() }

// plays reports whether a person is one of the two who play a duel.
func (r *ledgerRound) plays(person string) bool { return person == r.pair[0] || person == r.pair[1] }

// begun is when people could begin to think.
func (r *ledgerRound) begun() time.Time {
	if r.lasts > 0 && !r.ends.IsZero() {
		return r.ends.Add(-r.lasts)
	}
	return r.dealt
}

// hasty reports whether an answer came sooner than a hand can type it. A time in whole seconds may be that of the
// end of the second.
func (r *ledgerRound) hasty(at time.Time, text string) bool {
	letters := time.Duration(len([]rune(text)))
	if at.Nanosecond() == 0 {
		at = at.Add(999 * time.Millisecond)
	}
	return at.Sub(r.begun()) < 600*time.Millisecond+letters*60*time.Millisecond
}

// quietSince is when the round was last answered or, if nobody has answered it, dealt.
func (r *ledgerRound) quietSince() time.Time {
	if r.answered.IsZero() {
		return r.dealt
	}
	return r.answered
}

// over reports whether an answer that is sent at a time comes too late.
func (r *ledgerRound) over(at time.Time) bool {
	isClosed := !r.closed.IsZero()
	if r.ends.IsZero() {
		return isClosed
	}
	if at.After(r.ends) {
		return true
	}
	if !isClosed {
		return false
	}
	switch r.reason {
	case "time":
		return false
	case "stopped", "void":
		return at.After(r.closed)
	}
	return true
}

// numberAt is the number of the date in a zone.
func numberAt(at time.Time, zone *time.Location) int {
	y, m, d := at.In(zone).Date()
	date := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	dayZero := time.Date(2025, time.December, 31, 0, 0, 0, 0, time.UTC)
	return int(date.Sub(dayZero) / (24 * time.Hour))
}

// numbersLive are the first and the last daily that may be live for somebody.
func numbersLive(at time.Time) (first, last int) {
	first = numberAt(at.Add(-2*time.Hour), time.FixedZone("", -12*60*60))
	last = numberAt(at, time.FixedZone("", 14*60*60))
	return first, last
}

// practice reports whether an answer of a person pays nothing. hash is the person's key.
func (l *ledger) practice(person, hash string, r *ledgerRound, at time.Time) bool {
	class := r.puzzle.Face().Class()
	found, isSeen := l.seen[owner{person, class}]
	isSeenElsewhere := r.daily == 0 && isSeen && found != r.id
	isLocked := at.Before(l.locked[owner{hash, class}])
	isOtherDay := r.daily != 0 && l.stands(hash, r, at) != 0
	isOwn := r.own && r.asker == person
	switch {
	case isOtherDay, isOwn, isSeenElsewhere, isLocked:
		return true
	}
	return l.work(person, r).quit
}

// worth is base(level) × quality × hints, at least 1. It is nothing if a person chose the numbers.
func (r *ledgerRound) worth(quality, hints int) int {
	if r.own {
		return 0
	}
	base := []int{10, 10, 20, 30, 40, 50}[r.level]
	if r.daily != 0 {
		base = 20
	}
	share := []int{100, 70, 40, 10}[hints]
	return max(1, base*quality*share/100/100)
}

// worthOf is what a measured answer is worth.
func (r *ledgerRound) worthOf(v engine.Verdict, hints int) int {
	return r.worth(r.game.Quality(v.Measure, r.known.Measure), hints)
}

// answer takes an answer: what it earns is added to the person's work. hash is the person's key, and open
// reports whether others could read the answer.
func (l *ledger) answer(person, hash string, r *ledgerRound, text string, at time.Time, open bool) {
	if r.over(at) {
		return
	}
	w := l.work(person, r)
	v := r.puzzle.Judge(text)
	isRight := v.Outcome == engine.Right
	isNear := v.Near && r.game.Quality(v.Measure, r.known.Measure) > 0
	takesPart := isRight || isNear
	x := right{person: person, form: v.Form, at: at, open: open, kept: cmp.Or(v.Masked, v.Text, text)}
	if r.duel && !r.plays(person) {
		x.practice = true
		mayBeRepeated := takesPart && open
		if mayBeRepeated && r.closed.IsZero() {
			r.rights = append(r.rights, x)
		}
		return
	}
	w.took = true
	w.asked = time.Time{}
	if !r.knows(person, v.Form, at) && at.After(r.answered) {
		r.answered = at
	}
	if !takesPart {
		return
	}
	x.practice = l.practice(person, hash, r, at)
	switch {
	case r.best():
		l.addBest(r, x, r.worthOf(v, w.hints))
		return
	case r.race() && r.match != 0:
		l.place(person, r, x)
		return
	}
	hasty := r.hasty(at, text)
	if r.alone() {
		l.payAlone(w, r, x, v, hasty)
	}
	if r.race() && !l.race(person, r, x, hasty) {
		// The answer is no news.
		return
	}
	if isRight && !slices.Contains(w.forms, v.Form) {
		w.forms = append(w.forms, v.Form)
	}
	// An answer that came near and was paid counts as seen, too.
	isFound := w.points > 0 || r.own
	switch {
	case isFound && !x.practice:
		l.see(person, r, r.id)
	case isRight && x.practice:
		l.see(person, r, 0)
	}
}

// addBest takes an answer to a round in which the best answer wins.
func (l *ledger) addBest(r *ledgerRound, x right, worth int) {
	if r.copied(x) {
		return
	}
	x.worth = worth
	r.rights = append(r.rights, x)
	if !r.closed.IsZero() {
		l.payAll(r)
	}
}

// payAlone pays an answer to a round that a person plays alone: a measured one by how good it is, and other
// solutions in full for the first, and a fifth for each further one. A daily pays 20 at most.
func (l *ledger) payAlone(w *work, r *ledgerRound, x right, v engine.Verdict, hasty bool) {
	isMeasured := r.game.Rules().Measure != ""
	switch {
	case x.practice:
	case isMeasured:
		w.pay(max(w.points, r.worthOf(v, w.hints)), hasty)
	case slices.Contains(w.forms, x.form):
	case len(w.forms) == 0:
		w.pay(w.points+r.worth(100, w.hints), hasty)
	case r.daily != 0:
		w.pay(min(20, w.points+r.worth(20, w.hints)), hasty)
	default:
		w.pay(w.points+r.worth(20, w.hints), hasty)
	}
}

// mayWin reports whether a right answer of a person would be paid in full.
func (r *ledgerRound) mayWin(person string, at time.Time) bool {
	for _, x := range r.won {
		isUnaided := x.hints < 2
		isTooLate := at.Sub(r.won[0].at) >= time.Minute
		if isUnaided || isTooLate || x.person == person {
			return false
		}
	}
	return true
}

// knows reports whether a solution in a race is no news.
func (r *ledgerRound) knows(person, form string, at time.Time) bool {
	if r.copied(right{person: person, form: form, at: at}) {
		return true
	}
	mayRepeat := r.mayWin(person, at)
	return slices.ContainsFunc(r.won, func(x win) bool {
		isOwn := x.person == person
		return x.form == form && (isOwn || !mayRepeat)
	})
}

// race pays a right answer in a race, and reports whether it is news. The first answer is paid in full, and so is
// the first one of somebody else in the minute after an answer with two hints or more. The first answers of
// others are paid 60, 30 or 20 %, by their rank, and further solutions a fifth. An answer that others could read
// as practice is paid nothing.
func (l *ledger) race(person string, r *ledgerRound, x right, hasty bool) bool {
	w := l.work(person, r)
	if r.knows(person, x.form, x.at) {
		return false
	}
	isOwn := func(x win) bool { return x.person == person }
	switch {
	case x.practice:
		r.rights = append(r.rights, x)
		return true
	case r.mayWin(person, x.at):
		w.pay(w.points+r.worth(100, w.hints), hasty)
	case slices.ContainsFunc(r.won, isOwn):
		w.pay(w.points+r.worth(20, w.hints), hasty)
	default:
		// The first of all was paid in full.
		share := []int{60, 30, 20}[min(len(r.won)-1, 2)]
		w.pay(w.points+r.worth(share, w.hints), hasty)
	}
	r.won = append(r.won, win{person, x.form, x.at, w.hints})
	return true
}

// place takes a right answer to a puzzle of a match. It is paid at the end.
func (l *ledger) place(person string, r *ledgerRound, x right) {
	if r.copied(x) {
		return
	}
	earlier := slices.IndexFunc(r.rights, func(had right) bool {
		mayRank := !had.practice || !r.duel
		return had.person == person && mayRank && !x.at.Before(had.at)
	})
	hasRank := earlier >= 0
	if hasRank && r.rights[earlier].form == x.form {
		return
	}
	r.rights = append(r.rights, x)
	switch {
	case hasRank:
	case x.practice:
		l.see(person, r, 0)
	default:
		l.see(person, r, r.id)
	}
	if !r.closed.IsZero() {
		l.payPlaces(r)
	}
}

// payPlaces pays the right answers to a puzzle of a match by their ranks. The first one is paid in full. In a
// race the first answers of others are paid 60, 30 and then 20 %, if they were sent within ten seconds of it, and
// repeat nothing that could be read. In a race a person who knew the puzzle has a rank, and is paid nothing.
func (l *ledger) payPlaces(r *ledgerRound) {
	all := slices.Clone(r.rights)
	slices.SortStableFunc(all, func(x, y right) int { return x.at.Compare(y.at) })
	var placed []right
	for i, x := range all {
		hasRank := slices.ContainsFunc(placed, func(o right) bool { return o.person == x.person })
		mayRank := !x.practice || !r.duel
		if hasRank || !mayRank {
			continue
		}
		w := l.work(x.person, r)
		w.points = 0
		isFirst := len(placed) == 0
		isTooLate := !isFirst && (r.duel || x.at.Sub(placed[0].at) > 10*time.Second)
		if isTooLate || r.copyAmong(all[:i], x) {
			continue
		}
		quality := []int{100, 60, 30, 20}[min(len(placed), 3)]
		placed = append(placed, x)
		if !x.practice && !l.paidElsewhere(x.person, r) {
			w.pay(r.worth(quality, 0), r.hasty(x.at, x.kept))
		}
	}
}

// paidElsewhere reports whether another round of the same class, which is no daily, has paid a person.
func (l *ledger) paidElsewhere(person string, r *ledgerRound) bool {
	for key, x := range l.entries {
		if key.person != person || x.points <= 0 {
			continue
		}
		other := l.rounds[key.round]
		isSameClass := other.puzzle.Face().Class() == r.puzzle.Face().Class()
		if other != r && other.daily == 0 && isSameClass {
			return true
		}
	}
	return false
}

// tookPart reports whether a person has sent an answer, taken a hint or given up.
func (w *work) tookPart() bool { return w.took || w.quit || w.hints > 0 }

// end ends a round. A round that pays at its end pays now, and all who took part have seen a solution. In a duel
// these are the two, even if they did nothing.
func (l *ledger) end(r *ledgerRound) {
	var people []string
	for key, w := range l.entries {
		isPlayer := r.duel && r.plays(key.person)
		if key.round == r.id && w.tookPart() && !isPlayer {
			people = append(people, key.person)
		}
	}
	if r.duel {
		people = append(people, r.pair[:]...)
	}
	if r.match != 0 && r.race() {
		l.payPlaces(r)
	}
	if r.best() {
		l.payAll(r)
	}
	for _, person := range people {
		// They are shown it at the end of this round.
		l.see(person, r, r.id)
	}
}

// payAll pays each person for their best answer that repeats nothing, unless another round has paid them for the
// puzzle.
func (l *ledger) payAll(r *ledgerRound) {
	all := slices.Clone(r.rights)
	slices.SortStableFunc(all, func(x, y right) int { return x.at.Compare(y.at) })
	best := map[string]right{}
	hasAnswered := map[string]bool{}
	for i, x := range all {
		if x.practice {
			continue
		}
		hasAnswered[x.person] = true
		isBetter := x.worth > best[x.person].worth
		if isBetter && !r.copyAmong(all[:i], x) {
			best[x.person] = x
		}
	}
	for person := range hasAnswered {
		if l.paidElsewhere(person, r) {
			continue
		}
		x := best[person]
		l.work(person, r).pay(x.worth, r.hasty(x.at, x.kept))
		l.see(person, r, r.id)
	}
}

// quit notes that a person gave up. They are shown a solution, unless all wait for the end. isHidden reports
// whether the round is a daily that is live somewhere.
func (l *ledger) quit(person string, r *ledgerRound, isHidden bool) {
	l.work(person, r).quit = true
	hasEnd := r.lasts > 0 || !r.ends.IsZero()
	isTimed := !r.alone() && hasEnd
	if isHidden || isTimed {
		l.see(person, r, 0)
		return
	}
	l.seeAll(person, r.puzzle)
}

// forget locks the live puzzles that a person has met to the person's key.
func (l *ledger) forget(person, hash string, at time.Time) {
	first, _ := numbersLive(at)
	until := at.Add(3 * 24 * time.Hour)
	for key, w := range l.entries {
		r := l.rounds[key.round]
		isPast := r.daily != 0 && r.daily < first
		isLive := r.closed.IsZero() && !isPast
		if key.person == person && w.tookPart() && isLive {
			l.locked[owner{hash, r.puzzle.Face().Class()}] = until
		}
	}
	for key := range l.seen {
		if key.person == person && l.isOpen(key.class) {
			l.locked[owner{hash, key.class}] = until
		}
	}
}

// isOpen reports whether a round of a class is open that is no daily.
func (l *ledger) isOpen(class string) bool {
	for _, r := range l.rounds {
		isDealt := r.daily == 0 && r.closed.IsZero()
		if isDealt && r.puzzle.Face().Class() == class {
			return true
		}
	}
	return false
}

// squeezed is a text without spaces, to look for in another text.
func squeezed(text string) string { return strings.ReplaceAll(text, " ", "") }
