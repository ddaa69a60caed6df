package book

import (
	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/engine"
)

// foundBy says who made a record of a game, when, and what the best answer was before.
func foundBy(v say.Voice, g engine.Game, r Record) chat.Line {
	return v.Line("book.found", say.With{
		"by":   finder(v, r),
		"date": v.Date(r.At.UTC()),
		"was":  v.Measure(g, r.Was),
	})
}

// finder names the person who made a record, if they wish so.
func finder(v say.Voice, r Record) chat.Span {
	if r.Credited && r.PlayerName != "" {
		return v.Mention(r.PlayerName, "")
	}
	return chat.Span{Text: v.Phrase("book.someone", nil)}
}
