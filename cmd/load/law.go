package main

import (
	"context"
	"strings"
	"time"
)

const (
	// unanswered is the rule of Discord that an interaction is answered in three
	// seconds, which nobody keeps who is killed meanwhile.
	unanswered = "3-second rule"
	// impatient is the rule that who is refused for haste waits as long as told,
	// of which nobody knows who was killed meanwhile.
	impatient = "retry_after ignored"
	// repeated is the rule that an interaction has one first answer. Who is killed
	// after giving it and before noting that gives it again, and is refused.
	repeated = "answered twice"
	// early is the rule that nothing is asked of an interaction that had no first
	// answer. Who takes it up after a kill cannot know that, and asks.
	early = "no first answer"
)

// atStart is for how long after a start the bot makes up for what was left unsaid.
const atStart = 10 * time.Second

// lawful promises that no rule of a network was broken, but for what could not be
// kept because of gaps.
func (g *rig) lawful(ctx context.Context, gaps []gap) error {
	found, err := g.violations(ctx)
	if err != nil {
		return err
	}
	var broken []string
	var excused []string
	for _, v := range found {
		ok, err := g.excuses(ctx, v, gaps)
		if err != nil {
			return err
		}
		if ok {
			excused = append(excused, v.String())
			continue
		}
		broken = append(broken, v.String())
	}
	if len(excused) > 0 {
		g.figure("rules it was not there to keep", "%d", len(excused))
		g.list(excused)
	}
	g.none("rules of the networks broken", broken)
	return nil
}

// excuses tells whether gaps excuse a violation. Like ones are told of together,
// by the first and the last; that an answer is missing is noticed when the time
// for it is over.
func (g *rig) excuses(ctx context.Context, v violation, gaps []gap) (bool, error) {
	switch {
	case v.Rule == unanswered:
		return in(gaps, v.First.Add(-grace)) && in(gaps, v.Last.Add(-grace)), nil
	case v.Rule == repeated, v.Rule == early && strings.HasPrefix(v.Detail, "get_original_webhook_message "):
		return started(gaps, v.First) && started(gaps, v.Last), nil
	case v.Rule == impatient && v.Platform == "tg" && len(gaps) > 0:
		name, _, _ := strings.Cut(strings.TrimPrefix(v.Detail, "chat "), ":")
		t, err := g.transcript(ctx, place{"telegram", name})
		if err != nil {
			return false, err
		}
		return forgotten(t, v.First, gaps), nil
	}
	return false, nil
}

// started tells whether the bot had been started anew shortly before a time.
func started(gaps []gap, at time.Time) bool {
	for _, g := range gaps {
		if at.After(g.from) && at.Before(g.to.Add(atStart)) {
			return true
		}
	}
	return false
}

// forgotten tells whether what was refused last before a time was so before a gap
// that came between.
func forgotten(transcript []entry, at time.Time, gaps []gap) bool {
	var refused time.Time
	for _, e := range transcript {
		if e.Kind == "refused" && strings.Contains(e.Text, "429") && e.At.Before(at.Add(-50*time.Millisecond)) {
			refused = e.At
		}
	}
	for _, g := range gaps {
		if refused.Before(g.to) && g.to.Before(at) && !refused.IsZero() {
			return true
		}
	}
	return false
}
