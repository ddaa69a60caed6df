package show

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A ghost that nobody has recorded is between a perfect one and one that is half as good, and always the same for a
// puzzle.
func TestComputedGhosts(t *testing.T) {
	r := rand.New(rand.NewPCG(property.Seed(), 16))
	for _, part := range games.Show(5)[:2] {
		g := part.Game
		best := 0
		// qualities counts how often each quality occurs.
		qualities := map[int]int{}
		for range 60 {
			p, err := g.New(r, engine.Wish{})
			if err != nil {
				t.Fatal(err)
			}
			solution := p.Solve(t.Context())
			o := computeGhost(p, g, solution, 30*time.Second)
			quality := g.Quality(o.Measure, solution.Measure)
			isInTime := o.After > 0 && o.After < 30*time.Second
			if !o.Found || o.Recorded || !isInTime {
				t.Errorf("%s: the ghost is %+v", p.ID(), o)
			}
			if quality < 30 || quality > 100 {
				t.Errorf("%s: the ghost's answer is %d %% of the best", p.ID(), quality)
			}
			if again := computeGhost(p, g, solution, 30*time.Second); again != o {
				t.Errorf("%s: the ghost is %+v and then %+v", p.ID(), o, again)
			}
			qualities[quality]++
			if quality == 100 {
				best++
			}
		}
		if best == 0 || best > 40 || len(qualities) < 3 {
			t.Errorf("%s: %d of 60 ghosts have the best answer, and their qualities are %v", g.Name(), best, qualities)
		}
	}
	conundrum := games.Show(5)[4].Game
	found := 0
	for range 60 {
		p, err := conundrum.New(r, engine.Wish{})
		if err != nil {
			t.Fatal(err)
		}
		o := computeGhost(p, conundrum, p.Solve(t.Context()), 30*time.Second)
		if o.Found != (o.After < 30*time.Second) || o.After <= 0 || o.After > 30*time.Second {
			t.Errorf("%s: the ghost is %+v", p.ID(), o)
		}
		if o.Found {
			found++
		}
	}
	if found < 10 || found > 55 {
		t.Errorf("ghosts find %d of 60 conundrums", found)
	}
}

// A puzzle without a solution has a ghost without an answer.
func TestGhostOfAPuzzleWithoutAnswers(t *testing.T) {
	g := games.Show(5)[0].Game
	p, err := g.Parse("BCDFGHJKL")
	if err != nil {
		t.Fatal(err)
	}
	if o := computeGhost(p, g, engine.Solution{}, 30*time.Second); o.Found {
		t.Errorf("the ghost is %+v", o)
	}
}

// Only shows that were played to their end are recorded, of at most two people, and neither puzzles that a person knew
// nor conundrums that somebody else found first.
func TestRecord(t *testing.T) {
	k := featuretest.Kernel(t, tables...)
	storetest.Write(t, k.Store, func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		var people []storage.Player
		for _, who := range []string{"ann", "bob", "cat"} {
			people = append(people, storetest.Person(t, tx, who))
		}
		bout := func(puzzle string, all ...round.Standing) round.Bout {
			p, err := k.Play.Parse(puzzle)
			if err != nil {
				t.Fatal(err)
			}
			id := addRound(t, tx, club, "x", puzzle)
			r := round.Round{Puzzle: p, Round: storage.Round{ID: id, Lasts: 30 * time.Second}}
			game, _, _ := strings.Cut(puzzle, ":")
			r.Game = k.Play.Game(game)
			return round.Bout{Round: r, Standings: all}
		}
		by := func(i int, text string, isPractice bool) round.Standing {
			return round.Standing{
				Answer:  storage.Answer{PlayerID: people[i].ID, Text: text, Practice: isPractice},
				Elapsed: 4 * time.Second,
			}
		}
		m := round.Match{
			MatchRow: round.MatchRow{Kind: name, EndedAt: storetest.Noon, Reason: round.Stopped},
			// The first row is the ghost's.
			Table: []round.Tally{
				{},
				{Player: people[0], Solved: 1},
				{Player: people[1], Solved: 2},
				{Player: people[2], Solved: 1},
			},
			Bouts: []round.Bout{
				bout("letters:AAEEILNRT", by(0, "retinal", false), by(2, "nail", false), round.Standing{}),
				bout("letters:ACINOTTSU", by(0, "cautions", true), by(1, "auction", false)),
				bout("conundrum:TNEETRNAI", by(1, "entertain", false)),
			},
		}
		// Bob solved the first conundrum. The second was found by nobody but the ghost.
		m.Bouts[2].Round.SolvedAt = storetest.Noon
		m.Bouts = append(m.Bouts, bout("conundrum:EBDAERISL", round.Standing{}))
		void := bout("letters:AAEEILNRS", by(0, "nailers", false))
		void.Round.Reason = round.Void
		m.Bouts = append(m.Bouts, void)
		stored := func() string {
			type row struct {
				Name string
				Game string
				Kind string
				Text string
			}
			rows, err := storage.List[row](tx, "list recordings in a test", `
				SELECT p.key, x.game, x.choice, x.text
				FROM show_recordings x JOIN players p ON p.id = x.player_id ORDER BY p.key, x.round_id`)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(rows)
		}
		for _, reason := range []string{round.Stopped, round.Idle, round.AllPlayed} {
			m.Reason = reason
			if reason != round.AllPlayed && stored() != "[]" {
				t.Errorf("a show that was cut short is recorded: %s", stored())
			}
			if err := record(tx, m); err != nil {
				return err
			}
		}
		const want = "[{ann letters 5 retinal} {ann conundrum  } " +
			"{bob letters 5 } {bob letters 4 auction} {bob conundrum  entertain} {bob conundrum  }]"
		if got := stored(); got != want {
			t.Errorf("the show is recorded as\n%s, want\n%s", got, want)
		}
		// Cat accepted a show of two, and never answered. She may not have been there, so nobody plays against her.
		m.Kind = nameOfTwo
		m.Table = []round.Tally{{Player: people[0], Solved: 1}, {Player: people[2]}}
		m.Bouts = []round.Bout{bout("letters:AEEGINRST", by(0, "granites", false))}
		if err := record(tx, m); err != nil {
			return err
		}
		withDuel := strings.Replace(want, " {bob", " {ann letters 4 granites} {bob", 1)
		if got := stored(); got != withDuel {
			t.Errorf("with a person who never answered, the shows are recorded as\n%s, want\n%s", got, withDuel)
		}
		m.Kind = "race"
		m.Bouts = []round.Bout{bout("letters:EILMMOOTT", by(0, "mottle", false))}
		if err := record(tx, m); err != nil {
			return err
		}
		if got := stored(); got != withDuel {
			t.Errorf("a race is recorded, too: %s", got)
		}
		return nil
	})
}

// A recording that took longer than the clock of the round is a ghost without an answer.
func TestGhostHasTheClockOfTheRound(t *testing.T) {
	r := recording{PlayerID: 1, Found: true, After: 40 * time.Second, Text: "retinal", Measure: 2}
	late := round.Opponent{PlayerID: 1, Recorded: true, After: 30 * time.Second}
	if got := r.opponent(30 * time.Second); got != late {
		t.Errorf("on a shorter clock the ghost is %+v, want %+v", got, late)
	}
	inTime := round.Opponent{
		PlayerID: 1,
		Recorded: true,
		After:    40 * time.Second,
		Found:    true,
		Text:     "retinal",
		Measure:  2,
	}
	if got := r.opponent(40 * time.Second); got != inTime {
		t.Errorf("on as long a clock the ghost is %+v, want %+v", got, inTime)
	}
}
