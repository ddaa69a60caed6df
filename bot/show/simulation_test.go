package show

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/storetest"
)

// Everybody who takes part has one of these names. The first two play the shows of two.
var names = []string{"ann", "bob", "cat", "dan"}

// ghost is the name of the ghost in the shows that a person plays alone.
const ghost = ""

// A studio is a place where shows are played one after the other, by the rules of the program.
type studio struct {
	t     *testing.T
	play  *round.Play
	store *storage.Store
	club  storage.Community
	rand  *rand.Rand
	now   time.Time
	// people are those of this show, by their names. Nobody plays two shows, so that all puzzles are new to all.
	people map[string]storage.Player
	match  round.Match
	round  round.Round
	// recorded counts the rounds in which a ghost was a recording.
	recorded int
}

// Shows that are made up are scored as an independent scorer scores them, whoever plays, whatever is read first, and
// whether the last answer is read in time or not.
func TestSimulatedShows(t *testing.T) {
	shows := property.Cases(30, 1000)
	k := featuretest.Kernel(t, tables...)
	for _, m := range Feature(k).Matches {
		k.Play.AddMatch(m.Kind, m.Opponents)
	}
	s := &studio{
		t:     t,
		play:  k.Play,
		store: k.Store,
		rand:  rand.New(rand.NewPCG(property.Seed(), 15)),
		now:   storetest.Noon,
	}
	rounds := 0
	scored := 0
	for n := range shows {
		s.begin(n)
		want := map[string]int{}
		for !s.match.IsOver() {
			sent := s.playRound()
			if s.isAlone() {
				sent = append(sent, s.ofGhost())
			}
			rounds++
			game, _, _ := strings.Cut(s.round.Round.Puzzle, ":")
			for who, score := range scoreRound(game, targetOf(s.round.Round.Puzzle), sent, s.plays) {
				want[who] += score
				scored += score
			}
			s.compare(n, want, sent)
		}
		isWhole := s.match.Reason == round.AllPlayed && len(s.match.Bouts) == s.match.Length
		s.write(func(tx *storage.Tx) error { return record(tx, s.match) })
		if !isWhole && s.match.Reason != round.Idle {
			t.Fatalf("show %d is over after %d of %d rounds because %q", n, len(s.match.Bouts), s.match.Length, s.match.Reason)
		}
	}
	t.Logf("%d shows of %d rounds, %d points: no difference; in %d rounds a person played a recording",
		shows, rounds, scored, s.recorded)
	if s.recorded < shows/4 {
		t.Errorf("in %d shows only %d rounds were played against recordings", shows, s.recorded)
	}
	if scored < 10*shows {
		t.Errorf("in %d shows only %d points were scored", shows, scored)
	}
}

// compare compares the scores of show n with those that an independent scorer gives. sent is what was sent in its last
// round.
func (s *studio) compare(n int, want map[string]int, sent []entry) {
	s.t.Helper()
	got := map[string]int{}
	for _, t := range s.match.Table {
		got[t.Player.Name] = t.Points
	}
	for _, who := range append([]string{ghost}, names...) {
		if got[who] != want[who] {
			s.t.Fatalf("show %d, after round %d (%s): %s has %d, want %d; sent: %+v",
				n, len(s.match.Bouts), s.round.Round.Puzzle, who, got[who], want[who], sent)
		}
	}
}

// plays reports whether a person plays the show. Others read along.
func (s *studio) plays(who string) bool {
	switch {
	case s.isAlone():
		return who == names[0] || who == ghost
	case s.match.Kind == nameOfTwo:
		return slices.Contains(names[:2], who)
	}
	return true
}

// isAlone reports whether a person plays the show alone, against a ghost.
func (s *studio) isAlone() bool { return s.match.Mode.Opponent }

// ofGhost returns what the ghost sent in the round that is over.
func (s *studio) ofGhost() entry {
	o := s.match.Bouts[len(s.match.Bouts)-1].Opponent
	if o.Recorded {
		s.recorded++
	}
	e := entry{who: ghost, isValid: o.Found, after: o.After, text: o.Text}
	switch s.round.Round.Game {
	case "letters":
		e.good = 9 - o.Measure
	case "countdown":
		e.good = 1000 - o.Measure
	}
	return e
}

// write calls do in a transaction, which must not fail.
func (s *studio) write(do func(tx *storage.Tx) error) {
	s.t.Helper()
	storetest.Write(s.t, s.store, do)
}

// act returns a request of a person at a time.
func (s *studio) act(who string, at time.Time) round.Act {
	return round.Act{Person: s.people[who], Community: s.club, At: at, Ephemeral: true}
}

// begin begins show n. Of five shows one is for two people, and two are for a person alone. One in ten has fifteen
// rounds.
func (s *studio) begin(n int) {
	s.t.Helper()
	length := lengths[0]
	if n%10 == 0 {
		length = lengths[1]
	}
	s.now = s.now.Add(time.Hour)
	s.people = map[string]storage.Player{}
	s.write(func(tx *storage.Tx) error {
		var err error
		for _, who := range names {
			key := fmt.Sprint(who, n)
			p, err := tx.EnsurePlayer("net", key, who, "en", s.now)
			if err != nil {
				return err
			}
			p.Name = who
			s.people[who] = p
		}
		isAlone := n%5 >= 3
		owner := int64(0)
		if isAlone {
			owner = s.people["ann"].ID
		}
		s.club, err = tx.EnsureCommunity("net", fmt.Sprint("club", n), isAlone, owner, "", s.now)
		if err != nil {
			return err
		}
		g := s.play.Game("letters")
		if n%5 == 2 {
			rival := round.Rival{Key: s.people["bob"].Key}
			s.match, err = s.play.Challenge(tx, s.act("ann", s.now), nameOfTwo, rival, g, engine.AnyLevel, length)
			if err != nil {
				return err
			}
			s.match, err = s.play.Accept(tx, s.act("bob", s.now), s.match.ID)
			return err
		}
		s.match, err = s.play.BeginMatch(tx, s.act("ann", s.now), name, g, engine.AnyLevel, "", length)
		if err != nil || isAlone {
			return err
		}
		s.match, err = s.play.Join(tx, s.act("bob", s.now), s.match.ID)
		return err
	})
}

// playRound plays the next round of the show to its end, and returns what was sent in it.
func (s *studio) playRound() []entry {
	s.t.Helper()
	s.choose()
	// A time in whole seconds would stand for any moment of its second, as on some networks.
	s.now = s.match.NextAt.Add(7 * time.Millisecond)
	for !s.deal() {
		// The puzzle that was drawn is one of a live daily, so another one is drawn a second later.
		s.now = s.now.Add(time.Second)
	}
	sent := s.think()
	var late []entry
	for _, e := range sent {
		// One answer in twenty is read only after the end of the round, and counts if it was sent in time. That is so
		// only where answers are measured, not in the conundrum, and only for people who play.
		counts := s.round.Game.Rules().Measure != "" && s.plays(e.who)
		if s.rand.IntN(20) == 0 && counts {
			late = append(late, e)
			continue
		}
		s.send(e)
	}
	s.end()
	for _, e := range late {
		s.send(e)
	}
	s.write(func(tx *storage.Tx) error {
		var err error
		s.match, err = s.play.Match(tx, s.match.ID)
		return err
	})
	return sent
}

// deal deals the next puzzle of the show, and delivers it. It returns false if none was dealt.
func (s *studio) deal() bool {
	s.t.Helper()
	due, _, err := s.play.PrepareNext(s.t.Context(), s.match.ID, s.now)
	if err != nil {
		s.t.Fatal(err)
	}
	isDealt := false
	s.write(func(tx *storage.Tx) error {
		_, dealt, err := s.play.Next(tx, due, s.now)
		if err != nil || dealt == nil {
			return err
		}
		isDealt = true
		s.round, _, err = s.play.Delivered(tx, s.club.ID, fmt.Sprint("m", dealt.ID), dealt.ID, true, s.now)
		return err
	})
	return isDealt
}

// choose lets the person whose turn it is choose, in two of three rounds.
func (s *studio) choose() {
	s.t.Helper()
	choices := s.match.Choices()
	if len(choices) == 0 || s.rand.IntN(3) == 0 {
		return
	}
	s.write(func(tx *storage.Tx) error {
		choice := choices[s.rand.IntN(len(choices))]
		act := s.act(s.match.Chooser().Name, s.now)
		var err error
		s.match, err = s.play.Choose(tx, act, s.match.ID, len(s.match.Bouts)+1, choice)
		return err
	})
}

// think makes up what people send in a round, in the order in which it is read. That is often not the order in which
// it was sent.
func (s *studio) think() []entry {
	puzzle := s.round.Puzzle
	solutions := puzzle.Solve(s.t.Context()).All
	var sent []entry
	for _, who := range names {
		if s.isAlone() && who != names[0] {
			continue
		}
		count := s.rand.IntN(4)
		if who == names[0] {
			// A show that nobody answers would end early.
			count++
		}
		for range count {
			e := entry{who: who, text: "zzzz", after: time.Duration(1+s.rand.IntN(33_000)) * time.Millisecond}
			// This is no whole second either.
			if s.now.Add(e.after).Nanosecond() == 0 {
				e.after += time.Millisecond
			}
			if s.rand.IntN(8) > 0 {
				e.isValid = true
				e.text = s.answer(solutions)
			}
			// In the conundrum of two, a public answer of somebody else would make the puzzle void.
			e.openly = !s.isAlone() && s.round.Round.Game == "letters" && s.rand.IntN(3) == 0
			sent = append(sent, e)
		}
	}
	if s.round.Round.Game == "conundrum" {
		// Once the word is found, no more answers are read. So the one that was sent first must be read first.
		slices.SortFunc(sent, func(x, y entry) int { return cmp.Compare(x.after, y.after) })
	}
	return sent
}

// answer returns an answer that keeps the rules: a solution, or a calculation that may miss the target.
func (s *studio) answer(solutions []string) string {
	if s.round.Round.Game != "countdown" {
		// People often find the same words.
		return solutions[s.rand.IntN(min(len(solutions), 8))]
	}
	if s.rand.IntN(3) == 0 && len(solutions) > 0 {
		return solutions[s.rand.IntN(len(solutions))]
	}
	tiles := s.round.Puzzle.Face().Tiles
	nearest := ""
	for range 60 {
		s.rand.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		text := tiles[0] + "*" + tiles[1] + "+" + tiles[2] + "*" + tiles[3] + "+" + tiles[4]
		target := s.round.Puzzle.Face().Goal
		if nearest == "" || goodness("countdown", target, text) > goodness("countdown", target, nearest) {
			nearest = text
		}
	}
	return nearest
}

// send sends an answer. An answer that comes too late is refused, which the scorer knows.
func (s *studio) send(e entry) {
	s.t.Helper()
	s.write(func(tx *storage.Tx) error {
		r, err := s.play.Round(tx, s.round.ID)
		if err != nil {
			return err
		}
		act := s.act(e.who, s.now.Add(e.after))
		act.Ephemeral = !e.openly
		_, err = s.play.Answer(tx, act, s.play.Judge(s.t.Context(), r, e.text))
		return err
	})
}

// end lets the clock of the round run out.
func (s *studio) end() {
	s.t.Helper()
	due, _, err := s.play.PrepareEnd(s.t.Context(), s.round.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	s.write(func(tx *storage.Tx) error {
		_, err := s.play.End(tx, due, s.now.Add(40*time.Second))
		return err
	})
}
