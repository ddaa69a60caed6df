package talk

import (
	"cmp"
	"slices"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Pictures makes the kernel's pictures.
type Pictures struct{ *feature.Pictures }

// The kinds of the kernel's pictures.
const (
	shareKind  = "share"
	resultKind = "result"
)

// PictureKinds are the kinds of the kernel's pictures.
func PictureKinds() map[string]feature.ReadFacts {
	return map[string]feature.ReadFacts{
		shareKind:  feature.FactsOf[card.Share],
		resultKind: feature.FactsOf[card.Result],
	}
}

// Share is a person's card.
func (p Pictures) Share(v say.Voice, name string, a play.Achievement) *chat.Picture {
	return p.Make(v, shareKind, func(v say.Voice) card.Facts {
		out := card.Share{Name: name, Title: v.Phrase("share.title", say.With{"number": a.Number}), Date: v.Date(play.Day(a.Number))}
		for _, part := range a.Parts {
			mark := card.Near
			switch {
			case part.Missed:
				mark = card.Missed
			case part.Answer == nil:
				mark = card.Open
			case part.IsBest:
				mark = card.Right
			}
			out.Parts = append(out.Parts, card.Part{
				Name: v.GameName(part.Game), Mark: mark, Detail: v.PartDetail(part), Stars: part.Stars, Hinted: part.Hints > 0 && part.Answer != nil,
			})
		}
		if a.Live && a.Streak.Days > 0 {
			out.Streak, out.Days = a.Streak.Days, v.Phrase("share.days", say.With{"n": a.Streak.Days})
		}
		return out
	})
}

// Puzzle shows a puzzle that is still to be solved.
func (p Pictures) Puzzle(v say.Voice, r play.Round) *chat.Picture {
	return p.Make(v, resultKind, func(v say.Voice) card.Facts {
		face := r.Puzzle.Face()
		return card.Result{Title: v.GameName(r.Game), Tiles: face.Tiles, Goal: face.Goal, Answer: "?"}
	})
}

// Result shows how a round ended.
func (p Pictures) Result(v say.Voice, e play.Ending) *chat.Picture {
	return p.Make(v, resultKind, func(v say.Voice) card.Facts {
		r := e.Round
		face := r.Puzzle.Face()
		out := card.Result{
			Title: v.GameName(r.Game), Tiles: face.Tiles, Goal: face.Goal, Level: r.Level,
			Answer: e.Best.Best, Found: len(e.Rows) > 0,
		}
		if r.Level > 0 {
			out.Word = v.Level(r.Level)
		}
		measured := r.Game.Rules().Measure != ""
		switch {
		case !out.Found:
			out.Note = v.Phrase("ending.nobody", nil)
		case measured && e.Rows[0].Measure > e.Best.Measure:
			out.Note = say.Plain(v.Best(r.Game, e.Best))
		}
		if out.Found {
			best := slices.MaxFunc(e.Rows, func(a, b play.Row) int { return cmp.Compare(a.Points, b.Points) }) // the first of equals
			if measured {
				best = e.Rows[0]
			}
			out.Answer = best.Text
		}
		for i, row := range e.Rows {
			shown := card.Row{
				Name: v.Mention(row.PlayerName, row.PlayerKey).Text, Stars: row.Stars, Hinted: row.Hints > 0,
				Detail: v.PartDetail(play.Part{Game: r.Game, Answer: &storage.Answer{Measure: row.Measure}, Elapsed: row.Elapsed}),
			}
			if row.Points > 0 {
				shown.Points = v.Phrase("plus", say.With{"points": row.Points})
			}
			switch {
			case measured && i > 0 && e.Rows[i-1].Measure == row.Measure: // equal answers share a rank
				shown.Rank = out.Rows[i-1].Rank
			case measured:
				shown.Rank = i + 1
			}
			out.Rows = append(out.Rows, shown)
		}
		return out
	})
}
