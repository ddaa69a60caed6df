package tell

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A Telling is one thing that a place is told because facts have changed, no matter who changed
// them and where. Who reads it, how urgent it is, for how long it is of use, and whether it is
// posted or edits what was posted follow from its Kind: see table.
type Telling struct {
	Kind Kind
	To   Place
	// Round is the round that it speaks of; 0: none.
	Round int64
	// Match is the match whose own message it is; 0: none.
	Match int64
	// Key tells its message from others of the same kind: it is posted once under it.
	Key string
	// Change names what has changed since it was posted; empty: nothing, and it is posted.
	Change string
	// Until is when it becomes useless, if that is sooner than its Kind says; zero: it is not.
	Until time.Time
	Facts Facts
}

// A Place is where something is told.
type Place struct {
	Community storage.Community
	Channel   string
	// Message is the network's ID of the message of a puzzle or a match; empty: it is not known.
	Message string
	// Reader is the reader's language. It counts where the place has chosen none.
	Reader string
}

// Facts are what a Telling is about: those that its Kind needs.
type Facts struct {
	// Ending is how a round stands, or how it ended.
	Ending *round.Ending
	Match  *round.Match
	// Dealt is a puzzle of the Match.
	Dealt *round.Round
	// Outcome is what became of the answer of a Person.
	Outcome *round.Outcome
	Person  storage.Player
	// Reply is told as it is. Features word it themselves.
	Reply chat.Reply
}

// placeOf returns where a round is told of.
func placeOf(r round.Round) Place {
	to := Place{Community: r.Community, Channel: r.Channel, Message: r.Message, Reader: r.AskerLocale}
	to.Community.ID = r.CommunityID
	return to
}

// placeOfMatch returns where a match is told of.
func placeOfMatch(m round.Match) Place {
	to := Place{Community: m.Community, Channel: m.Channel, Message: m.Message, Reader: m.AskerLocale}
	to.Community.ID = m.CommunityID
	return to
}

// A Teller finds the words of what is told, and posts what places are told.
type Teller struct {
	Play   *round.Play
	Seals  command.Sealer
	Outbox *outbox.Outbox
	Links  *button.Links
	Solos  *button.Solos
	// Speak returns a voice in the first known one of some languages.
	Speak func(languages ...string) say.Voice
}

// Voice speaks to everyone in a community: in the language it has chosen, or that of its
// network's settings, or else that of a reader. In a private chat the reader's comes
// before the network's.
func (t *Teller) Voice(c storage.Community, reader ...string) say.Voice {
	languages := append(append([]string{c.Locale}, reader...), c.AdminLocale)
	if !c.Private {
		languages = append([]string{c.Locale, c.AdminLocale}, reader...)
	}
	return t.Speak(languages...)
}
