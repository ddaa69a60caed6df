package bot

import (
	"encoding/json"
	"fmt"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
)

// The kinds of pictures. They are stored, as are the facts of each, under the names of
// package card's fields.
const (
	shareKind  = "share"
	resultKind = "result"
	statsKind  = "stats"
)

// Draw implements chat.Broker.
func (b *Bot) Draw(p chat.Picture, dark bool) ([]byte, error) {
	facts, err := factsOf(p)
	if err != nil {
		return nil, err
	}
	theme := card.Light
	if dark {
		theme = card.Dark
	}
	picture, err := b.painter.Draw(theme, facts)
	return picture.PNG, err
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
func (b *Bot) picture(v say.Voice, kind string, facts func(say.Voice) card.Facts) *chat.Picture {
	shown := facts(v)
	alt, whole := b.painter.Tell(shown)
	if !whole {
		shown = facts(b.voice(chat.DefaultLanguage))
	}
	raw, err := json.Marshal(shown)
	if err != nil { // texts and numbers always can be
		panic(err)
	}
	return &chat.Picture{Kind: kind, Facts: raw, Alt: chat.Clip(alt, maxAlt)}
}

// maxAlt is how long the words of a picture are, in characters.
const maxAlt = 1000

// sharePicture is a person's card.
func (b *Bot) sharePicture(v say.Voice, a play.Achievement) *chat.Picture {
	return b.picture(v, shareKind, func(v say.Voice) card.Facts {
		out := card.Share{Title: v.ShareTitle(a.Number), Date: v.Date(play.Day(a.Number))}
		for _, p := range a.Parts {
			out.Parts = append(out.Parts, card.Part{
				Name: v.GameName(p.Game), Mark: markOf(p), Detail: v.PartDetail(p), Stars: p.Stars, Hinted: p.Hints > 0 && p.Answer != nil,
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
