package round

import (
	"cmp"
	"context"
	"slices"
	"time"

	"reckon/storage"
)

// latestMatches is how many matches of a community Results covers.
const latestMatches = 10

// A PuzzleResult is what a person did in a puzzle of a match that is over.
type PuzzleResult struct {
	// Match is the number of the match. The oldest is 1.
	Match int
	// Bout is the number of the puzzle in the match.
	Bout   int
	Puzzle string
	Person storage.Player
	// Answer is the person's first right answer or, if none was right, their last one. Its Text is empty if they gave
	// no answer, or if it must not be shown.
	Answer  storage.Answer
	IsRight bool
	// Took is the time until the answer.
	Took time.Duration
}

// Results returns what each person did in each puzzle of the latest matches of a community. It leaves out
// people who answered nothing in a match. It also leaves out open puzzles, which a reader may still answer.
// Puzzles whose solutions the reader sees here pay them nothing from then on. While others play a puzzle, Results shows
// no right answer to it that others could not read, as at the end of its round.
func (p *Play) Results(ctx context.Context, a Act) (out []PuzzleResult, err error) {
	var shown []Round
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		rows, err := listLatestMatches(tx, a.Community.ID, latestMatches)
		if err != nil {
			return err
		}
		slices.Reverse(rows)
		for i, row := range rows {
			m, err := p.loadMatch(tx, row)
			if err != nil {
				return err
			}
			answers, err := answersOfMatch(tx, m.ID)
			if err != nil {
				return err
			}
			for n, b := range m.Bouts {
				if b.Round.ClosedAt.IsZero() {
					continue
				}
				results := puzzleResults(i+1, n+1, b.Round, answers)
				if err := hideUnread(tx, a, b.Round, results); err != nil {
					return err
				}
				out = append(out, results...)
				if givesAway(results, a.Person.ID) {
					shown = append(shown, b.Round)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, p.noteShown(ctx, a, shown)
}

// hideUnread takes the right answers that others could not read out of the results of a puzzle, if its solutions must not
// be shown now.
func hideUnread(tx *storage.Tx, a Act, r Round, results []PuzzleResult) error {
	isHidden := func(x PuzzleResult) bool { return takesPart(x.Answer) && !r.wasReadable(x.Answer) }
	if !slices.ContainsFunc(results, isHidden) {
		return nil
	}
	kept, err := isKept(tx, r, a.Person.ID, a.At)
	if err != nil || !kept {
		return err
	}
	for i, x := range results {
		if isHidden(x) {
			results[i].Answer.Text = ""
		}
	}
	return nil
}

// givesAway reports whether the results of a puzzle show a right answer to a person who has none.
func givesAway(results []PuzzleResult, playerID int64) bool {
	isOwn := func(x PuzzleResult) bool { return x.IsRight && x.Person.ID == playerID }
	if slices.ContainsFunc(results, isOwn) {
		return false
	}
	isShown := func(x PuzzleResult) bool { return x.IsRight && x.Answer.Text != "" }
	return slices.ContainsFunc(results, isShown)
}

// puzzleResults returns the results of one puzzle of a match, in the order of people's names. answers
// are those of the whole match.
func puzzleResults(match, bout int, r Round, answers []storage.Answer) []PuzzleResult {
	byPlayer := map[int64]PuzzleResult{}
	for _, answer := range answers {
		result, isThere := byPlayer[answer.PlayerID]
		if !isThere {
			result = PuzzleResult{
				Match:  match,
				Bout:   bout,
				Puzzle: r.Puzzle.ID(),
				Person: storage.Player{ID: answer.PlayerID, Key: answer.PlayerKey, Name: answer.PlayerName},
			}
		}
		if answer.RoundID == r.ID && !result.IsRight {
			result.Answer = answer
			result.IsRight = isRight(answer)
			result.Took = r.elapsed(answer.At)
		}
		byPlayer[answer.PlayerID] = result
	}
	out := make([]PuzzleResult, 0, len(byPlayer))
	for _, result := range byPlayer {
		out = append(out, result)
	}
	slices.SortFunc(out, func(x, y PuzzleResult) int {
		return cmp.Or(cmp.Compare(x.Person.Name, y.Person.Name), cmp.Compare(x.Person.ID, y.Person.ID))
	})
	return out
}
