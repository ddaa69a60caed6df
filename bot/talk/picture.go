package talk

import (
	"cmp"
	"slices"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Pictures makes the kernel's pictures.
type Pictures struct{ *feature.Pictures }

// hiddenAnswer stands in a picture where the solution will stand once people may see it.
const hiddenAnswer = "?"

// resultKind is the kind of the picture of a round. It is stored.
const resultKind = "result"

// PictureKinds are the kinds of the kernel's pictures.
func PictureKinds() map[string]feature.ReadFacts {
	return map[string]feature.ReadFacts{resultKind: feature.FactsOf[card.Result]}
}

// Puzzle returns a picture of a puzzle without its solution.
func (p Pictures) Puzzle(v say.Voice, r round.Round) *chat.Picture {
	return p.Make(v, resultKind, func(v say.Voice) card.Facts {
		face := r.Puzzle.Face()
		return card.Result{Title: v.GameName(r.Game), Tiles: face.Tiles, Goal: face.Goal, Answer: hiddenAnswer}
	})
}

// Result returns a picture of how a round ended.
func (p Pictures) Result(v say.Voice, e round.Ending) *chat.Picture {
	return p.Make(v, resultKind, func(v say.Voice) card.Facts {
		r := e.Round
		face := r.Puzzle.Face()
		isMeasured := r.Game.Rules().Measure != ""
		out := card.Result{
			Title:  v.GameName(r.Game),
			Tiles:  face.Tiles,
			Goal:   face.Goal,
			Level:  r.Level,
			Answer: cmp.Or(e.Best.Best, hiddenAnswer),
			Found:  len(e.Standings) > 0,
		}
		if r.Level > 0 {
			out.Word = v.Level(r.Level)
		}
		if !out.Found {
			out.Note = v.Phrase("ending.nobody", nil)
			return out
		}
		places := e.Places()
		if e.IsKept {
			out.Note = say.Plain(v.WhyKept())
		}
		// Without a winner the first answer is shown.
		winner := max(0, slices.Index(places, 1))
		out.Answer = cmp.Or(e.Standings[winner].Text, hiddenAnswer)
		if isMeasured && !e.IsKept && e.Standings[0].Measure > e.Best.Measure {
			out.Note = say.Plain(v.Best(r.Game, e.Best))
		}
		for i, row := range e.Standings {
			line := resultRow(v, r, row)
			if isMeasured {
				line.Rank = places[i]
			}
			// A single answer is the large one.
			if len(e.Standings) > 1 {
				line.Answer = row.Text
			}
			out.Rows = append(out.Rows, line)
		}
		return out
	})
}

// resultRow shows one person's answer, without a rank.
func resultRow(v say.Voice, r round.Round, row round.Standing) card.Row {
	part := round.Part{Game: r.Game, Answer: &storage.Answer{Measure: row.Measure}, Elapsed: row.Elapsed}
	out := card.Row{
		Name:   v.Mention(row.PlayerName, row.PlayerKey).Text,
		Stars:  row.Stars,
		Hinted: row.Hints > 0,
		Detail: v.PartDetail(part),
	}
	points := r.PointsOf(row)
	if points > 0 {
		out.Points = v.Phrase("plus", say.With{"points": points})
	}
	return out
}
