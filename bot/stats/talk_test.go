package stats

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// People ask for their own figures, or for those of a member by a name that nobody else has. Only the
// person who asks reads them.
func TestWhoseFigures(t *testing.T) {
	s, v := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		own, err := tx.EnsureCommunity("test", "ann", true, 0, "", storetest.Noon)
		if err != nil {
			return err
		}
		ann := storetest.Member(t, tx, c, "ann")
		bob := storetest.Member(t, tx, c, "bob")
		solve(t, tx, c, ann, sums[:1], time.Second)
		for key, name := range map[string]string{"cat": "Twin", "dan": "twin", "eve": ""} {
			p, err := tx.EnsurePlayer("test", key, name, "en", storetest.Noon)
			if err != nil {
				return err
			}
			if err := tx.Join(c.ID, p.ID, storetest.Noon); err != nil {
				return err
			}
		}
		gone := storetest.Person(t, tx, "gone")
		if err := tx.Join(c.ID, gone.ID, storetest.Noon.Add(-round.BelongFor-time.Second)); err != nil {
			return err
		}
		for _, test := range []struct {
			who   storage.Player
			place storage.Community
			typed string
			want  string
		}{
			{ann, c, "", "Name of ann"},
			{bob, c, " @name OF Ann ", "Name of ann"},
			{ann, c, "Name of bob", "Name of bob"},
			{bob, c, "", "You haven't answered anything yet. /24 starts a puzzle."},
			{bob, c, "Twin", "I know nobody here called Twin, or more than one."},
			{bob, c, "Name of gone", "I know nobody here called Name of gone, or more than one."},
			{bob, c, "Zoe", "I know nobody here called Zoe, or more than one."},
			{ann, own, "Name of bob", "In private I show only your own. Ask in a group that you both play in."},
		} {
			req := &feature.Request{Say: v, Act: round.Act{Community: test.place, Person: test.who, At: storetest.Noon}}
			req.Args = map[string]string{argPlayer: test.typed}
			plan, err := s.command(req)
			if err != nil {
				return err
			}
			result, err := plan(tx)
			if err != nil {
				return err
			}
			if got := say.Plain(result.Text[0]); got != test.want {
				t.Errorf("%s asks for %q and reads %q, want %q", test.who.Key, test.typed, got, test.want)
			}
			if hasFigures := result.Table != nil; hasFigures && result.Audience != chat.Asker {
				t.Errorf("%s asks for %q, for the audience %v", test.who.Key, test.typed, result.Audience)
			}
		}
		return nil
	})
}

// The days are the last four weeks, with today at the end. In a game that experts play, the person's pace
// is shown.
func TestDaysAndPaces(t *testing.T) {
	s, _ := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		today := round.Number(storetest.Noon)
		for _, number := range []int{today - shownDays, today - shownDays + 1, today - 2, today} {
			if err := round.AddDay(tx, ann.ID, number, storetest.Noon); err != nil {
				return err
			}
		}
		f, err := s.figuresOf(tx, round.Act{Community: c, Person: ann, At: storetest.Noon})
		if err != nil {
			return err
		}
		want := make([]bool, shownDays)
		for _, back := range []int{0, 2, shownDays - 1} {
			want[shownDays-1-back] = true
		}
		if !slices.Equal(f.days, want) || f.goodDays() != 3 {
			t.Errorf("the days are %v, %d of them good; want %v", f.days, f.goodDays(), want)
		}
		paces, err := s.pacesOf(tx, ann.ID)
		if err != nil || len(paces) != 0 {
			t.Errorf("a new person has the paces %v, %v", paces, err)
		}
		for _, game := range []string{"24", "letters"} {
			err := tx.Exec("add", `
				INSERT INTO abilities (player_id, game, value, prior, attempts) VALUES ($1, $2, 0.5, 0.1, $3)`,
				ann.ID, game, rating.ShownFrom)
			if err != nil {
				return err
			}
		}
		paces, err = s.pacesOf(tx, ann.ID)
		if err != nil {
			return err
		}
		if len(paces) != 1 || paces[0].game.Name() != "24" || paces[0].least >= paces[0].most {
			t.Errorf("the paces are %+v", paces)
		}
		return nil
	})
}

// The days begin with the first one that was answered well, if it is not older than four weeks. After that they
// all are there, however many were missed.
func TestDaysBeginWithTheFirst(t *testing.T) {
	const today = 100
	var all []int
	for number := today; number > today-shownDays; number-- {
		all = append(all, number)
	}
	for _, test := range []struct {
		good []int
		want int
	}{
		{nil, today - shownDays + 1},
		{[]int{today}, today},
		{[]int{today + 1}, today},
		{[]int{today - 1, today - 9}, today - 9},
		{[]int{today - shownDays + 1}, today - shownDays + 1},
		{[]int{today, today - shownDays}, today - shownDays + 1},
		{all, today - shownDays + 1},
	} {
		if got := firstShown(test.good, today); got != test.want {
			t.Errorf("%v: the first day is %d, want %d", test.good, got, test.want)
		}
	}
}

// The picture shows the skills of its game, each with the expected time. It leaves out skills that are not
// known.
func TestSkillsInThePicture(t *testing.T) {
	_, v := newStats(t)
	g, _ := games.ByName("24")
	other, _ := games.ByName("conundrum")
	skills := []round.SkillFigure{
		{Game: g, Skill: rating.Skill{Code: "fraction", Real: 12, Expected: 8}},
		{Game: other, Skill: rating.Skill{Code: "rare", Real: 20, Expected: 10}},
	}
	got := cardSkills(v, g, skills)
	if len(got.Levels) != 1 {
		t.Fatalf("the skills are %+v, want one", got.Levels)
	}
	want := card.Time{Label: "fractions", Median: 12, Best: 8, Text: "12 s (8 s)"}
	if diff := cmp.Diff(want, got.Levels[0]); diff != "" {
		t.Errorf("the skill (-want +got):\n%s", diff)
	}
	if none := cardSkills(v, g, skills[1:]); none.Title != "" || len(none.Levels) != 0 {
		t.Errorf("without skills the chart is %+v", none)
	}
	if days := cardDays(v, figures{days: make([]bool, shownDays)}); days.Title != "" || len(days.Days) != 0 {
		t.Errorf("without good days the chart is %+v", days)
	}
	if days := cardDays(v, figures{days: []bool{true}}); days.Title != "" || len(days.Days) != 0 {
		t.Errorf("on the first day the chart is %+v", days)
	}
	days := cardDays(v, figures{days: []bool{false, true, true}})
	if days.Text != "2 of 3 days" || !cmp.Equal(days.Days, []bool{false, true, true}) {
		t.Errorf("of three days two are good: %+v", days)
	}
}

// A round with more hints than there are today counts as one with all hints.
func TestMoreHintsThanThereAre(t *testing.T) {
	s, _ := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		for i, hints := range []int{0, round.MaxHints, round.MaxHints + 1} {
			id := storetest.Round(t, tx, c, fmt.Sprint(i))
			if err := tx.SaveAttempt(storage.Attempt{RoundID: id, PlayerID: ann.ID, Hints: hints}, hints); err != nil {
				return err
			}
			storetest.Award(t, tx, c, id, ann.ID, 10)
		}
		f, err := s.figuresOf(tx, round.Act{Community: c, Person: ann, At: storetest.Noon})
		if err != nil {
			return err
		}
		if f.hinted[0] != 1 || f.hinted[round.MaxHints] != 2 {
			t.Errorf("the rounds by hints are %v", f.hinted)
		}
		return nil
	})
}

// The page shows a person their figures. A game's level is their speed as a share of an expert's or, in a game that
// experts do not play, the share of the points that the best answers would have earned.
func TestMe(t *testing.T) {
	s, v := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, c, "ann")
		bob := storetest.Member(t, tx, c, "bob")
		for i, seconds := range []time.Duration{20, 4, 10} {
			solve(t, tx, c, ann, sums[i:i+1], seconds*time.Second)
		}
		err := tx.Exec("add", `
			INSERT INTO abilities (player_id, game, value, prior, attempts) VALUES ($1, '24', -0.5, 0.1, $2)`,
			ann.ID, rating.ShownFrom)
		if err != nil {
			return err
		}
		match, err := round.AddMatch(tx, round.MatchRow{
			CommunityID: c.ID,
			AskerID:     ann.ID,
			Kind:        "duel",
			Game:        "24",
			Length:      5,
			AskedAt:     storetest.Noon,
		})
		if err != nil {
			return err
		}
		err = tx.Exec("add", `
			INSERT INTO duel_ratings (match_id, player_id, at, games, puzzles, rating_before, rating, deviation, volatility)
			VALUES ($1, $2, $3, 2, $4, 1500, 1522.6, 90, 0.06)`,
			match, ann.ID, storetest.Noon, round.DuelShownFrom)
		if err != nil {
			return err
		}
		today := round.Number(storetest.Noon)
		for _, number := range []int{today - 9, today - 8, today - 7, today - 1, today} {
			if err := round.AddDay(tx, ann.ID, number, storetest.Noon); err != nil {
				return err
			}
		}
		var got chat.MeView
		if err := s.me(v, tx, round.Act{Community: c, Person: ann, At: storetest.Noon}, &got); err != nil {
			return err
		}
		want := chat.MeView{
			Solved:  3,
			Streak:  2,
			Longest: 3,
			Strengths: []chat.Strength{
				{Title: "24", Level: 0.61, Text: "usually 10 s, best 4 s"},
				{Title: "Duel rating", Text: "1523"},
			},
		}
		if !cmp.Equal(got, want) {
			t.Errorf("Ann is shown %+v, want %+v", got, want)
		}
		var none chat.MeView
		err = s.me(v, tx, round.Act{Community: c, Person: bob, At: storetest.Noon}, &none)
		if err != nil {
			return err
		}
		if !cmp.Equal(none, chat.MeView{}) {
			t.Errorf("Bob, who has done nothing, is shown %+v", none)
		}
		return nil
	})
}

// A number that is near the target counts for how well a person plays the game, like every answer that was paid. Its
// puzzle is not among those they have solved, with or without hints.
func TestNearAnswersCount(t *testing.T) {
	s, v := newStats(t)
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		w := &world{t: t, tx: tx, clock: storetest.Noon, rounds: map[string]int64{}}
		w.group = storetest.Community(t, tx, "1")
		ann := storetest.Member(t, tx, w.group, "ann")
		var err error
		w.rounds["countdown"], err = tx.AddRound(storage.Round{
			CommunityID: w.group.ID,
			Game:        "countdown",
			Puzzle:      "countdown",
			Base:        20,
			DealtAt:     storetest.Noon,
		})
		if err != nil {
			return err
		}
		w.hints(ann.ID, "countdown", 0)
		w.award(ann.ID, "countdown", 14, false)
		act := round.Act{Community: w.group, Person: ann, At: storetest.Noon}
		f, err := s.figuresOf(tx, act)
		if err != nil {
			return err
		}
		if f.hinted != [round.MaxHints + 1]int{} {
			t.Errorf("rounds solved by number of hints: %v", f.hinted)
		}
		var shown chat.MeView
		if err := s.me(v, tx, act, &shown); err != nil {
			return err
		}
		want := []chat.Strength{{Title: "Countdown", Level: 0.7}}
		if !cmp.Equal(shown.Strengths, want) {
			t.Errorf("the strengths are %+v, want %+v", shown.Strengths, want)
		}
		return nil
	})
}

// The level of a game without experts is the share of the points that the best answers would have earned.
func TestLevelWithoutExperts(t *testing.T) {
	g, _ := games.ByName("letters")
	f := figures{totals: totals{Rounds: []paidRound{
		{Game: "letters", Base: 20, Points: 20},
		{Game: "letters", Level: 2, Points: 10},
		{Game: "countdown", Level: 5, Points: 1},
	}}}
	if got := f.strengthOf(g); got != 0.75 {
		t.Errorf("the level is %v", got)
	}
	if got := (figures{}).strengthOf(g); got != 0 {
		t.Errorf("without answers the level is %v", got)
	}
}
