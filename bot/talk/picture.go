package talk

import (
	"encoding/json"
	"fmt"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Pictures show facts as pictures, which are drawn when they are delivered.
type Pictures struct {
	Painter *card.Painter
	Voice   func(languages ...string) say.Voice
}

// The kinds of pictures. They are stored, as are the facts of each, under the names of
// package card's fields.
const (
	shareKind  = "share"
	resultKind = "result"
	statsKind  = "stats"
)

// Draw draws a picture: see chat.Broker.
func (p Pictures) Draw(picture chat.Picture, dark bool) ([]byte, error) {
	facts, err := factsOf(picture)
	if err != nil {
		return nil, err
	}
	theme := card.Light
	if dark {
		theme = card.Dark
	}
	drawn, err := p.Painter.Draw(theme, facts)
	return drawn.PNG, err
}

// factsOf reads what a picture shows.
func factsOf(p chat.Picture) (card.Facts, error) {
	switch p.Kind {
	case shareKind:
		return read[card.Share](p.Facts)
	case resultKind:
		return read[card.Result](p.Facts)
	case statsKind:
		return read[card.Stats](p.Facts)
	}
	return nil, fmt.Errorf("there is no kind %q of pictures", p.Kind)
}

func read[F card.Facts](raw []byte) (card.Facts, error) {
	var facts F
	err := json.Unmarshal(raw, &facts)
	return facts, err
}

// picture makes a picture of facts, told in a language. Where the fonts lack its
// letters the picture is in the language that they have, and the words are not.
func (p Pictures) picture(v say.Voice, kind string, facts func(say.Voice) card.Facts) *chat.Picture {
	shown := facts(v)
	alt, whole := p.Painter.Tell(shown)
	if !whole {
		shown = facts(p.Voice(chat.DefaultLanguage))
	}
	raw, err := json.Marshal(shown)
	if err != nil { // texts and numbers always can be
		panic(err)
	}
	return &chat.Picture{Kind: kind, Facts: raw, Alt: chat.Clip(alt, maxAlt)}
}

// maxAlt is how long the words of a picture are, in characters.
const maxAlt = 1000

// Share is a person's card.
func (p Pictures) Share(v say.Voice, a play.Achievement) *chat.Picture {
	return p.picture(v, shareKind, func(v say.Voice) card.Facts {
		out := card.Share{Title: v.ShareTitle(a.Number), Date: v.Date(play.Day(a.Number))}
		for _, part := range a.Parts {
			out.Parts = append(out.Parts, card.Part{
				Name: v.GameName(part.Game), Mark: markOf(part), Detail: v.PartDetail(part), Stars: part.Stars, Hinted: part.Hints > 0 && part.Answer != nil,
			})
		}
		if a.Live && a.Streak.Days > 0 {
			out.Streak, out.Days = a.Streak.Days, v.Phrase("share.days", say.With{"n": a.Streak.Days})
		}
		return out
	})
}

// markOf is how somebody did at a puzzle of a day.
func markOf(p play.Part) card.Mark {
	switch {
	case p.Missed:
		return card.Missed
	case p.Answer == nil:
		return card.Open
	case p.IsBest:
		return card.Right
	}
	return card.Near
}

// Result shows how a round ended.
func (p Pictures) Result(v say.Voice, e play.Ending) *chat.Picture {
	return p.picture(v, resultKind, func(v say.Voice) card.Facts {
		r := e.Round
		face := r.Puzzle.Face()
		out := card.Result{
			Puzzle: card.Puzzle{Title: v.GameName(r.Game), Tiles: face.Tiles, Goal: face.Goal, Level: r.Level},
			Answer: e.Best.Best, Found: len(e.Rows) > 0 && (r.Game.Rules().Measure == "" || e.Rows[0].Measure <= e.Best.Measure),
		}
		if r.Level > 0 {
			out.Word = v.Level(r.Level)
		}
		for i, row := range e.Rows {
			out.Rows = append(out.Rows, resultRow(v, e, i, row))
		}
		return out
	})
}

func resultRow(v say.Voice, e play.Ending, i int, row play.Row) card.Row {
	out := card.Row{Name: v.Mention(row.PlayerName, row.PlayerKey).Text, Stars: row.Stars, Hinted: row.Hints > 0}
	out.Detail = v.PartDetail(play.Part{Game: e.Round.Game, Answer: &storage.Answer{Measure: row.Measure}, Elapsed: row.Elapsed, Stars: 0})
	if row.Points > 0 {
		out.Points = v.Phrase("plus", say.With{"points": row.Points})
	}
	if e.Round.Game.Rules().Measure != "" {
		out.Rank = rankOf(e.Rows, i)
	}
	return out
}

// rankOf is the rank of a row among measured ones: equal answers share it.
func rankOf(rows []play.Row, i int) int {
	rank := i + 1
	for rank > 1 && rows[rank-2].Measure == rows[i].Measure {
		rank--
	}
	return rank
}
