package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// latestMatches is how many matches of a place results are told of.
const latestMatches = 10

// A Scored is what a person did of a puzzle that is over. An Answer without a text is none.
type Scored struct {
	Match   int // the number of the match, the oldest being 1
	Bout    int // the number of the puzzle in it
	Puzzle  string
	Person  storage.Player
	Answer  storage.Answer // the first right one, or else the last one
	IsRight bool
	Took    time.Duration // until then
}

// Results returns, of the latest matches at a place, what each person who answered anything did of
// each puzzle. A puzzle that is open is left out: whoever reads results may answer it.
func (p *Play) Results(ctx context.Context, a Act) (out []Scored, err error) {
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		rows, err := tx.LatestMatches(a.Community.ID, latestMatches)
		if err != nil {
			return err
		}
		slices.Reverse(rows)
		for i, row := range rows {
			m, err := p.wholeMatch(tx, row)
			if err != nil {
				return err
			}
			answers, err := tx.MatchAnswers(m.ID)
			if err != nil {
				return err
			}
			for n, b := range m.Bouts {
				if !b.Round.ClosedAt.IsZero() {
					out = append(out, scored(i+1, n+1, b.Round, answers)...)
				}
			}
		}
		return nil
	})
	return out, err
}

// scored is the part of a puzzle, by name.
func scored(match, bout int, r Round, answers []storage.Answer) []Scored {
	by := map[int64]Scored{}
	for _, x := range answers {
		s, is := by[x.PlayerID]
		if !is {
			s = Scored{Match: match, Bout: bout, Puzzle: r.Puzzle.ID(), Person: storage.Player{ID: x.PlayerID, Key: x.PlayerKey, Name: x.PlayerName}}
		}
		if x.RoundID == r.ID && !s.IsRight {
			s.Answer, s.IsRight, s.Took = x, x.Outcome == string(engine.Right), r.elapsed(x.At)
		}
		by[x.PlayerID] = s
	}
	out := make([]Scored, 0, len(by))
	for _, s := range by {
		out = append(out, s)
	}
	slices.SortFunc(out, func(x, y Scored) int {
		return cmp.Or(cmp.Compare(x.Person.Name, y.Person.Name), cmp.Compare(x.Person.ID, y.Person.ID))
	})
	return out
}
