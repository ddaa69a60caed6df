package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// An account holds what people did, what they were told, and what was stored
// against each other.
type account struct {
	gaps       []gap
	said, told int
	lost       []string            // told, but not stored
	counted    []string            // stored more often than said
	unjudged   []string            // answers that were never stored
	untold     []string            // answers stored and never told of
	gaveWay    int                 // of those, verdicts among others in whose place the person's next one was told
	unheard    []string            // other things that nothing was said to
	died       int                 // of those, what Discord told the bot that was about to go away: it tells once
	late       int                 // and what was stored then, but no longer in the time that Discord gives
	doubled    map[string][]string // told more than once, by network and kind
}

// settle makes the account of what was said and what answers are stored.
func settle(all []*saying, stored []row, gaps []gap) account {
	a := account{gaps: gaps, doubled: map[string][]string{}}
	rows := map[string]int{}
	for _, r := range stored {
		rows[r.key()]++
	}
	equal := map[string][]*saying{}
	for _, s := range all {
		a.said++
		if len(s.told) > 0 {
			a.told++
		}
		if n := len(s.told); n > 1 {
			kind := s.network + " " + s.kind()
			a.doubled[kind] = append(a.doubled[kind], fmt.Sprintf("%s; %s", s, s.times()))
		}
		switch {
		case s.answer != "":
			key := answerKey(s.network, s.Who, s.answer)
			equal[key] = append(equal[key], s)
		case len(s.told) == 0:
			a.note(&a.unheard, &a.died, s)
		}
	}
	last := lastTold(all)
	for key, said := range equal {
		a.compare(said, rows[key], last)
	}
	return a
}

// A seat is a person at a place where others are, too.
type seat struct{ network, chat, who string }

// lastTold is when each person among others said the last thing to which they were
// told a verdict. Where a group's pace is short, of each person's verdicts the last
// is told.
func lastTold(all []*saying) map[seat]time.Time {
	last := map[seat]time.Time{}
	for _, s := range all {
		at := seat{s.network, s.Chat, s.Who}
		if s.answer != "" && len(s.told) > 0 && !(place{s.network, s.Chat}).private() && s.At.After(last[at]) {
			last[at] = s.At
		}
	}
	return last
}

// compare holds equal answers of one person against how often they are stored.
func (a *account) compare(said []*saying, stored int, last map[seat]time.Time) {
	// Those who were told something were judged first of all.
	slices.SortStableFunc(said, func(x, y *saying) int { return min(len(y.told), 1) - min(len(x.told), 1) })
	if stored > len(said) {
		a.counted = append(a.counted, fmt.Sprintf("%d × %s", stored, said[0]))
	}
	for i, s := range said {
		switch {
		case i >= stored && len(s.told) > 0:
			a.lost = append(a.lost, s.String())
		case i >= stored:
			a.note(&a.unjudged, &a.died, s)
		case len(s.told) == 0 && last[seat{s.network, s.Chat, s.Who}].After(s.At):
			a.gaveWay++
		case len(s.told) == 0:
			a.note(&a.untold, &a.late, s)
		}
	}
}

// note puts what went unanswered on a list, or counts it as what could not be
// answered: what Discord was not told in time, at the edge of a gap, that an answer
// is coming.
func (a *account) note(list *[]string, excused *int, s *saying) {
	if s.network == "discord" && !s.deferred && in(a.gaps, s.At) {
		*excused++
		return
	}
	*list = append(*list, s.String())
}

// report says what came of it.
func (a *account) report(r *report) {
	for _, list := range [][]string{a.lost, a.counted, a.unjudged, a.untold, a.unheard} {
		slices.Sort(list)
	}
	r.figure("said to the bot", "%d, %d of it answered", a.said, a.told)
	r.figure("died with it on Discord", "%d unjudged, %d judged when its three seconds were over", a.died, a.late)
	r.figure("gave way to a later verdict", "%d", a.gaveWay)
	r.none("confirmed and lost", a.lost)
	r.none("counted twice", a.counted)
	r.none("answers never judged", a.unjudged)
	r.none("judged and never told", a.untold)
	r.none("other things never answered", a.unheard)
	a.reportDoubled(r)
}

func (a *account) reportDoubled(r *report) {
	var kinds []string
	for kind := range a.doubled {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		r.figure("told twice", "%d × %s", len(a.doubled[kind]), kind)
		r.list(a.doubled[kind][:1])
	}
	if len(kinds) == 0 {
		r.figure("told twice", "none")
	}
}

// balance ends the bot, and reports what was said to people against what it has
// stored. In gaps it was away.
func (g *rig) balance(ctx context.Context, all []*saying, gaps []gap) error {
	if _, err := g.stop(); err != nil {
		return err
	}
	stored, err := readAnswers(ctx, g.db)
	if err != nil {
		return err
	}
	a := settle(all, stored, gaps)
	a.report(g.report)
	g.none("told out of order", disorders(all, gaps))
	left, err := readUndelivered(ctx, g.db)
	if err != nil {
		return err
	}
	if len(left) == 0 {
		left = []string{"nothing"}
	}
	g.figure("left of what was to be said", "%s", strings.Join(left, "; "))
	wrong, err := inconsistencies(ctx, g.db)
	if err != nil {
		return err
	}
	g.none("contradictions in the database", wrong)
	return nil
}
