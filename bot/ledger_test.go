package bot_test

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"reckon/engine"
)

// A ledger says what people have earned, by the rules of play read plainly and
// written without the code that it is held against. It is told what happens, in
// the order in which the bot is.
type ledger struct {
	rounds  map[int64]*ledgerRound
	seen    map[owner]int64     // class -> the round in which it was found, or 0
	locked  map[owner]time.Time // for people who were forgotten, by key: until when
	entries map[entry]*work
	// stands reports whether a daily is live for a person, known by key: less than 0 is past.
	stands func(key string, r *ledgerRound, at time.Time) int
}

// An owner is a person, by number, or by key once forgotten, and a class.
type owner struct{ person, class string }

// An entry is a person's part in a round.
type entry struct {
	person string
	round  int64
}

// work is what a person has done in a round.
type work struct {
	hints      int
	took, quit bool
	asked      time.Time // whether they want to give up, if that was the last thing
	points     int
	paid       bool     // points were ever more than none
	local      bool     // the answer that first earned some came sooner than a hand can type it
	forms      []string // right answers, practice or not
}

// pay gives a person so many points for a round in all.
func (w *work) pay(points int, hasty bool) {
	if w.points = points; points > 0 && !w.paid {
		w.paid, w.local = true, hasty
	}
}

type ledgerRound struct {
	id        int64
	puzzle    engine.Puzzle
	game      engine.Game
	known     engine.Solution
	community int64 // 0: a daily
	private   bool
	place     string
	asker     string
	own       bool
	daily     int
	level     int
	dealt     time.Time
	lasts     time.Duration
	ends      time.Time // of the clock; zero: none runs
	closed    time.Time
	reason    string
	answered  time.Time // the last time, with something new
	won       []win
	match     int64 // of which it is a puzzle; 0: none
	duel      bool
	pair      [2]string // of a duel
	rights    []right   // where people play together, in the order in which they were read
}

// A right is an answer that takes part in a round that people play together.
type right struct {
	person, form string
	at           time.Time
	open         bool
	practice     bool
	kept         string // as the judge prints it
	worth        int    // at the end of a best
}

// copied reports whether others could read an answer of somebody else before it was sent.
func (r *ledgerRound) copied(x right) bool { return r.copyAmong(r.rights, x) }

func (r *ledgerRound) copyAmong(before []right, x right) bool {
	return slices.ContainsFunc(before, func(o right) bool {
		return o.open && o.person != x.person && engine.IsSameForm(r.puzzle, o.form, x.form) && !o.at.After(x.at)
	})
}

// A win is a right answer that was paid, in a race.
type win struct {
	person, form string
	at           time.Time
	hints        int
}

func newLedger() *ledger {
	return &ledger{map[int64]*ledgerRound{}, map[owner]int64{}, map[owner]time.Time{}, map[entry]*work{}, nil}
}

func (l *ledger) work(person string, r *ledgerRound) *work {
	key := entry{person, r.id}
	if l.entries[key] == nil {
		l.entries[key] = &work{}
	}
	return l.entries[key]
}

func (l *ledger) see(person string, r *ledgerRound, found int64) {
	key := owner{person, r.puzzle.Face().Class()}
	if _, ok := l.seen[key]; !ok {
		l.seen[key] = found
	}
}

// seeAll notes that a person has seen a solution of a puzzle, and so of those that lack one of its
// tiles 0 and 1.
func (l *ledger) seeAll(person string, p engine.Puzzle) {
	for _, class := range shownWith(p) {
		if _, ok := l.seen[owner{person, class}]; !ok {
			l.seen[owner{person, class}] = 0
		}
	}
}

// shownWith are the classes of a puzzle, and of what is left of it without some tiles 0 and 1.
func shownWith(p engine.Puzzle) []string {
	face := p.Face()
	all := []string{face.Class()}
	for i, tile := range face.Tiles {
		if face.Goal == "" || len(face.Tiles) == 1 || tile != "0" && tile != "1" {
			continue
		}
		rest := engine.Face{Tiles: slices.Delete(slices.Clone(face.Tiles), i, i+1), Goal: face.Goal}
		all = append(all, shownWith(faced{p, rest})...)
	}
	return all
}

// A faced puzzle shows another face.
type faced struct {
	engine.Puzzle
	face engine.Face
}

func (f faced) Face() engine.Face { return f.face }

// alone reports whether each plays for themselves, best whether the best answer wins.
func (r *ledgerRound) alone() bool { return r.daily != 0 || r.private }
func (r *ledgerRound) best() bool  { return !r.alone() && r.game.Rules().Measure != "" }
func (r *ledgerRound) race() bool  { return !r.alone() && !r.best() }

// begun is when people could begin to think.
func (r *ledgerRound) begun() time.Time {
	if r.lasts > 0 && !r.ends.IsZero() {
		return r.ends.Add(-r.lasts)
	}
	return r.dealt
}

// hasty reports whether an answer came sooner than a hand can type it.
func (r *ledgerRound) hasty(at time.Time, text string) bool {
	return at.Sub(r.begun()) < 600*time.Millisecond+time.Duration(len([]rune(text)))*60*time.Millisecond
}

// quietSince is when the round was last answered or, if never, dealt.
func (r *ledgerRound) quietSince() time.Time {
	if r.answered.IsZero() {
		return r.dealt
	}
	return r.answered
}

// over reports whether what is sent at a time comes too late.
func (r *ledgerRound) over(at time.Time) bool {
	switch {
	case r.ends.IsZero():
		return !r.closed.IsZero()
	case at.After(r.ends):
		return true
	}
	return !r.closed.IsZero() && r.reason != "time" && (r.reason != "stopped" && r.reason != "void" || at.After(r.closed))
}

// numberAt is the number of the date in a zone.
func numberAt(at time.Time, zone *time.Location) int {
	y, m, d := at.In(zone).Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Sub(time.Date(2025, time.December, 31, 0, 0, 0, 0, time.UTC)) / (24 * time.Hour))
}

// numbersLive are the first and the last daily that may be live for somebody.
func numbersLive(at time.Time) (first, last int) {
	return numberAt(at.Add(-2*time.Hour), time.FixedZone("", -12*60*60)), numberAt(at, time.FixedZone("", 14*60*60))
}

// practice reports whether an answer of a person pays nothing.
func (l *ledger) practice(person, hash string, r *ledgerRound, at time.Time) bool {
	found, seen := l.seen[owner{person, r.puzzle.Face().Class()}]
	locked := at.Before(l.locked[owner{hash, r.puzzle.Face().Class()}])
	return r.daily != 0 && l.stands(hash, r, at) != 0 || l.work(person, r).quit || r.own && r.asker == person ||
		r.daily == 0 && seen && found != r.id || locked
}

// worth is base(level) × quality × hints, at least 1; nothing where a person chose the numbers.
func (r *ledgerRound) worth(quality, hints int) int {
	if r.own {
		return 0
	}
	base := []int{10, 10, 20, 30, 40, 50}[r.level]
	if r.daily != 0 {
		base = 20
	}
	return max(1, base*quality*[]int{100, 70, 40, 10}[hints]/100/100)
}

// answer takes an answer: what it earns is added to the person's work.
func (l *ledger) answer(person, hash string, r *ledgerRound, text string, at time.Time, open bool) {
	w := l.work(person, r)
	v := r.puzzle.Judge(text)
	isRight := v.Outcome == engine.Right
	counts := isRight || v.Near && r.game.Quality(v.Measure, r.known.Measure) > 0
	x := right{person: person, form: v.Form, at: at, open: open, kept: cmp.Or(v.Masked, v.Text, text)}
	hasty := r.hasty(at, text)
	switch {
	case r.over(at):
		return
	case r.duel && person != r.pair[0] && person != r.pair[1]:
		if x.practice = true; counts && open && r.closed.IsZero() {
			r.rights = append(r.rights, x)
		}
		return
	}
	w.took, w.asked = true, time.Time{}
	if !r.knows(person, v.Form, at) && at.After(r.answered) {
		r.answered = at
	}
	if !counts {
		return
	}
	practice := l.practice(person, hash, r, at)
	x.practice = practice
	switch {
	case r.best():
		if r.copied(x) {
			return
		}
		x.worth = r.worth(r.game.Quality(v.Measure, r.known.Measure), w.hints)
		r.rights = append(r.rights, x)
		if !r.closed.IsZero() {
			l.payAll(r)
		}
		return
	case r.race() && r.match != 0:
		l.place(person, r, x)
		return
	case r.race():
		if !l.race(person, r, x, hasty) {
			return
		}
	case r.game.Rules().Measure != "":
		if !practice {
			w.pay(max(w.points, r.worth(r.game.Quality(v.Measure, r.known.Measure), w.hints)), hasty)
		}
	case slices.Contains(w.forms, v.Form):
	case practice:
	case len(w.forms) == 0:
		w.pay(w.points+r.worth(100, w.hints), hasty)
	case r.daily != 0:
		w.pay(min(20, w.points+r.worth(20, w.hints)), hasty)
	default:
		w.pay(w.points+r.worth(20, w.hints), hasty)
	}
	if isRight && !slices.Contains(w.forms, v.Form) {
		w.forms = append(w.forms, v.Form)
	}
	switch {
	case !practice && (w.points > 0 || r.own): // also by one that came near
		l.see(person, r, r.id)
	case isRight && practice:
		l.see(person, r, 0)
	}
}

// mayWin reports whether a right answer of a person would be paid in full.
func (r *ledgerRound) mayWin(person string, at time.Time) bool {
	for _, x := range r.won {
		if x.hints < 2 || x.person == person || at.Sub(r.won[0].at) >= time.Minute {
			return false
		}
	}
	return true
}

// knows reports whether a solution in a race is no news.
func (r *ledgerRound) knows(person, form string, at time.Time) bool {
	return r.copied(right{person: person, form: form, at: at}) ||
		slices.ContainsFunc(r.won, func(x win) bool { return x.form == form && (x.person == person || !r.mayWin(person, at)) })
}

// race pays a right answer in a race: in full for the first, or for another one's
// first in the minute after an answer with two hints or more; 60, 30 or 20 % for somebody
// else's first one, by its place; a fifth for a further solution; nothing for what others could read as
// practice. It reports whether it is news.
func (l *ledger) race(person string, r *ledgerRound, x right, hasty bool) bool {
	w := l.work(person, r)
	if r.knows(person, x.form, x.at) {
		return false
	}
	switch {
	case x.practice:
		r.rights = append(r.rights, x)
		return true
	case r.mayWin(person, x.at):
		w.pay(w.points+r.worth(100, w.hints), hasty)
	case slices.ContainsFunc(r.won, func(x win) bool { return x.person == person }):
		w.pay(w.points+r.worth(20, w.hints), hasty)
	default:
		// The first of all was paid in full.
		w.pay(w.points+r.worth([]int{60, 30, 20}[min(len(r.won)-1, 2)], w.hints), hasty)
	}
	r.won = append(r.won, win{person, x.form, x.at, w.hints})
	return true
}

// place takes a right answer to a puzzle of a match. It is paid at the end.
func (l *ledger) place(person string, r *ledgerRound, x right) {
	if r.copied(x) {
		return
	}
	known := false
	for _, had := range r.rights {
		if had.person == person && (!had.practice || !r.duel) && !x.at.Before(had.at) && !known {
			if had.form == x.form {
				return
			}
			known = true
		}
	}
	r.rights = append(r.rights, x)
	switch {
	case known:
	case x.practice:
		l.see(person, r, 0)
	default:
		l.see(person, r, r.id)
	}
	if !r.closed.IsZero() {
		l.payPlaces(r)
	}
}

// payPlaces pays the first right answer to a puzzle of a match in full, and in a race 60, 30 and
// then 20 % to those that were sent within ten seconds of it and that nobody could read. Who knew
// the puzzle has a place in a race, and is paid nothing.
func (l *ledger) payPlaces(r *ledgerRound) {
	all := slices.Clone(r.rights)
	slices.SortStableFunc(all, func(x, y right) int { return x.at.Compare(y.at) })
	var placed []right
	for i, x := range all {
		before := slices.ContainsFunc(placed, func(o right) bool { return o.person == x.person })
		if x.practice && r.duel || before {
			continue
		}
		w := l.work(x.person, r)
		w.points = 0
		if r.copyAmong(all[:i], x) || len(placed) > 0 && (r.duel || x.at.Sub(placed[0].at) > 10*time.Second) {
			continue
		}
		quality := []int{100, 60, 30, 20}[min(len(placed), 3)]
		placed = append(placed, x)
		if !x.practice && !l.paidElsewhere(x.person, r) {
			w.pay(r.worth(quality, 0), r.hasty(x.at, x.kept))
		}
	}
}

// paidElsewhere reports whether another round of its class, which was no daily, has paid a
// person.
func (l *ledger) paidElsewhere(person string, r *ledgerRound) bool {
	for key, x := range l.entries {
		other := l.rounds[key.round]
		if key.person == person && other != r && other.daily == 0 && x.points > 0 && other.puzzle.Face().Class() == r.puzzle.Face().Class() {
			return true
		}
	}
	return false
}

// end ends a round: a best pays, and all who took part have seen a solution.
func (l *ledger) end(r *ledgerRound) {
	var people []string
	for key, w := range l.entries {
		if key.round == r.id && (w.took || w.quit || w.hints > 0) && !(r.duel && (key.person == r.pair[0] || key.person == r.pair[1])) {
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
		l.see(person, r, r.id) // shown at its own end
	}
}

// payAll pays each person for the best of theirs that is no copy, unless the puzzle has
// paid them in another round.
func (l *ledger) payAll(r *ledgerRound) {
	all := slices.Clone(r.rights)
	slices.SortStableFunc(all, func(x, y right) int { return x.at.Compare(y.at) })
	best, worked := map[string]right{}, map[string]bool{}
	for i, x := range all {
		if !x.practice {
			worked[x.person] = true
			if !r.copyAmong(all[:i], x) && x.worth > best[x.person].worth {
				best[x.person] = x
			}
		}
	}
	for person := range worked {
		if !l.paidElsewhere(person, r) {
			l.work(person, r).pay(best[person].worth, r.hasty(best[person].at, best[person].kept))
			l.see(person, r, r.id)
		}
	}
}

// quit notes that a person gave up. They are shown a solution unless all wait for the end.
func (l *ledger) quit(person string, r *ledgerRound, isHidden bool) {
	l.work(person, r).quit = true
	isTimed := !r.private && r.daily == 0 && (r.lasts > 0 || !r.ends.IsZero())
	if isHidden || isTimed {
		l.see(person, r, 0)
		return
	}
	l.seeAll(person, r.puzzle)
}

// forget locks to a person, under their key, what is live.
func (l *ledger) forget(person, hash string, at time.Time) {
	first, _ := numbersLive(at)
	live := func(class string) bool {
		for _, r := range l.rounds {
			if r.puzzle.Face().Class() == class && r.daily == 0 && r.closed.IsZero() {
				return true
			}
		}
		return false
	}
	for key, w := range l.entries {
		r := l.rounds[key.round]
		if key.person == person && (w.took || w.quit || w.hints > 0) && r.closed.IsZero() && (r.daily == 0 || r.daily >= first) {
			l.locked[owner{hash, r.puzzle.Face().Class()}] = at.Add(3 * 24 * time.Hour)
		}
	}
	for key := range l.seen {
		if key.person == person && live(key.class) {
			l.locked[owner{hash, key.class}] = at.Add(3 * 24 * time.Hour)
		}
	}
}

// squeezed is a text without spaces, to look for in another.
func squeezed(text string) string { return strings.ReplaceAll(text, " ", "") }
