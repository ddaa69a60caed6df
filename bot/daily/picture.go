package daily

import (
	"strconv"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
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

// picture returns the person's card of a day as a picture, with their place in the community. The voice speaks to those
// who see the picture.
func (d daily) picture(
	req *feature.Request, tx *storage.Tx, v say.Voice, day round.Achievement,
) (*chat.Picture, error) {
	place, err := d.Play.DayPlace(tx, req.Act.Community, day.Number, req.Act.Person.ID)
	if err != nil {
		return nil, err
	}
	placed := placeText(v, req.Act.Community, place)
	return d.cardPicture(v, req.Me().Text, day, placed, d.address(req.Act.Person.Network, day.Number)), nil
}

// cardPicture returns a card as a picture. place and address are not shown if they are empty.
func (d daily) cardPicture(v say.Voice, name string, day round.Achievement, place, address string) *chat.Picture {
	return d.Pictures.Make(v, pictureKind, func(v say.Voice) card.Facts {
		facts := card.Share{
			Name:    name,
			Title:   v.Phrase("share.title", say.With{"number": day.Number}),
			Date:    v.Date(round.Day(day.Number)),
			Score:   scoreText(v, day.Score()),
			Place:   place,
			Address: address,
		}
		if address != "" {
			facts.Invite = v.Phrase("share.link", say.With{"n": len(day.Parts)})
		}
		for _, part := range day.Parts {
			shown := card.Part{
				Name:   v.GameName(part.Game),
				Sign:   part.Game.Rules().Sign,
				Grade:  grades[part.Grade()],
				Detail: v.PartDetail(part),
				Stars:  part.Stars,
				Hinted: part.Hints > 0 && part.Answer != nil,
			}
			switch {
			case part.Done():
				shown.Points = strconv.Itoa(part.Score)
			case isGoingOn(day):
				shown.Grade = card.Unplayed
			}
			facts.Parts = append(facts.Parts, shown)
		}
		if isGoingOn(day) {
			facts.Unfinished = v.Phrase("share.unfinished", nil)
		}
		if day.Live && day.Streak.Days > 0 {
			facts.InRow = v.Phrase("share.days", say.With{"n": day.Streak.Days})
		}
		return facts
	})
}

// placeText says which place a person has in a community on a day. It is empty if they have none.
func placeText(v say.Voice, c storage.Community, place round.DayPlace) string {
	if place == (round.DayPlace{}) {
		return ""
	}
	key := "share.place"
	if c.Title == "" {
		key = "share.place.here"
	}
	return v.Phrase(key, say.With{"rank": v.Ordinal(place.Rank), "n": place.Of, "group": c.Title})
}

// A linker is a front end that can make links into the private chat with the bot.
type linker interface {
	// Link returns a link that has the effect of a button with some data, pressed in that chat. It is empty if there is
	// no such link now.
	Link(data string) string
}

// dayPath returns the address of a day below that of the page.
func dayPath(number int) string { return "day/" + strconv.Itoa(number) }

// address returns where anybody can play the puzzles of a day: on the page or, without a page, in the private
// chat with the bot. It is empty if they can do neither.
func (d daily) address(network string, number int) string {
	if page, ok := d.Links.Below(dayPath(number)); ok {
		return page.String()
	}
	front, ok := d.FrontEnd(network).(linker)
	if !ok {
		return ""
	}
	return front.Link(command.Data(actDaily, d.Games[0].Name(), number))
}
