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

// Share is a person's card of a day.
func (p Pictures) Share(v say.Voice, name string, a play.Achievement) *chat.Picture {
	return p.Make(v, shareKind, func(v say.Voice) card.Facts {
		out := card.Share{
			Name:  name,
			Title: v.Phrase("share.title", say.With{"number": a.Number}),
			Date:  v.Date(play.Day(a.Number)),
		}
		for _, part := range a.Parts {
			out.Parts = append(out.Parts, card.Part{
				Name:   v.GameName(part.Game),
				Mark:   markOf(part),
				Detail: v.PartDetail(part),
				Stars:  part.Stars,
				Hinted: part.Hints > 0 && part.Answer != nil,
			})
		}
		if a.Live && a.Streak.Days > 0 {
			out.Streak = a.Streak.Days
			out.Days = v.Phrase("share.days", say.With{"n": a.Streak.Days})
		}
		return out
	})
}

// markOf returns the mark for what somebody did of a puzzle of a day.
func markOf(part play.Part) card.Mark {
	switch {
	case part.Missed:
		return card.Missed
	case part.Answer == nil:
		return card.Open
	case part.IsBest:
		return card.Right
	}
	return card.Near
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
		isMeasured := r.Game.Rules().Measure != ""
		out := card.Result{
			Title:  v.GameName(r.Game),
			Tiles:  face.Tiles,
			Goal:   face.Goal,
			Level:  r.Level,
			Answer: e.Best.Best,
			Found:  len(e.Rows) > 0,
		}
		if r.Level > 0 {
			out.Word = v.Level(r.Level)
		}
		if !out.Found {
			out.Note = v.Phrase("ending.nobody", nil)
			return out
		}
		first := e.Rows[0]
		if isMeasured {
			out.Answer = first.Text
		} else {
			// Of equals MaxFunc returns the first.
			byPoints := func(a, b play.Row) int { return cmp.Compare(a.Points, b.Points) }
			out.Answer = slices.MaxFunc(e.Rows, byPoints).Text
		}
		if isMeasured && first.Measure > e.Best.Measure {
			out.Note = say.Plain(v.Best(r.Game, e.Best))
		}
		for i, row := range e.Rows {
			line := resultRow(v, r, row)
			if isMeasured {
				line.Rank = i + 1
			}
			isTie := isMeasured && i > 0 && e.Rows[i-1].Measure == row.Measure
			if isTie {
				line.Rank = out.Rows[i-1].Rank
			}
			out.Rows = append(out.Rows, line)
		}
		return out
	})
}

// resultRow shows one person's answer, without a rank.
func resultRow(v say.Voice, r play.Round, row play.Row) card.Row {
	part := play.Part{Game: r.Game, Answer: &storage.Answer{Measure: row.Measure}, Elapsed: row.Elapsed}
	out := card.Row{
		Name:   v.Mention(row.PlayerName, row.PlayerKey).Text,
		Stars:  row.Stars,
		Hinted: row.Hints > 0,
		Detail: v.PartDetail(part),
	}
	if row.Points > 0 {
		out.Points = v.Phrase("plus", say.With{"points": row.Points})
	}
	return out
}
