package daily

import (
	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
)

const (
	// pictureKind is the kind of the picture of a card. It is stored.
	pictureKind = "share"
	// linkPictureKind is the kind of the picture of a link to a day.
	linkPictureKind = "day"
)

// linkPicture returns the picture that messengers show with a link to a day.
func (d daily) linkPicture(v say.Voice, number int) *chat.Picture {
	return d.Pictures.Make(v, linkPictureKind, func(v say.Voice) card.Facts {
		facts := card.Day{
			Title: v.Phrase("share.title", say.With{"number": number}),
			Date:  v.Date(round.Day(number)),
			Text:  v.Phrase("share.link", say.With{"n": len(d.Games)}),
		}
		for _, g := range d.Games {
			facts.Signs = append(facts.Signs, g.Rules().Sign)
		}
		return facts
	})
}

// picture returns a person's card of a day as a picture.
func (d daily) picture(v say.Voice, name string, day round.Achievement) *chat.Picture {
	return d.Pictures.Make(v, pictureKind, func(v say.Voice) card.Facts {
		facts := card.Share{
			Name:  name,
			Title: v.Phrase("share.title", say.With{"number": day.Number}),
			Date:  v.Date(round.Day(day.Number)),
		}
		for _, part := range day.Parts {
			facts.Parts = append(facts.Parts, card.Part{
				Name:   v.GameName(part.Game),
				Mark:   markOf(part),
				Detail: v.PartDetail(part),
				Stars:  part.Stars,
				Hinted: part.Hints > 0 && part.Answer != nil,
			})
		}
		if day.Live && day.Streak.Days > 0 {
			facts.Streak = day.Streak.Days
			facts.Days = v.Phrase("share.days", say.With{"n": day.Streak.Days})
		}
		return facts
	})
}

// markOf returns the mark for what somebody did in a puzzle of a day.
func markOf(part round.Part) card.Mark {
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
