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

// An Announcement is what a place is told because facts have changed, no matter who changed them and
// where. Its Kind says how urgent it is, how long it is of use, and whether it is a new message or an
// edit: see table.
type Announcement struct {
	Kind Kind
	To   Place
	// Round is the ID of the round that it is about; 0: none.
	Round int64
	// Match is the ID of the match that it shows, in the match's own message; 0: none.
	Match int64
	// Key distinguishes it from others of the same kind. Under one key only one message is posted.
	Key string
	// Change is a name for what has changed since the message was posted, so that the message is
	// edited. If it is empty, the message is posted now.
	Change string
	// Until is when the Announcement becomes useless, unless its Kind says an earlier time; zero: only the
	// Kind says a time.
	Until time.Time
	Facts Facts
}

// A Place is where an Announcement is posted: a channel of a community, or a private chat.
type Place struct {
	Community storage.Community
	Channel   string
	// Message is the network's ID of the message that shows the puzzle or the match; empty: it is not
	// known.
	Message string
	// Reader is the language of a person there. See Voice.
	Reader string
}

// Facts are what an Announcement is about. Only the facts that its Kind needs are set.
type Facts struct {
	// Ending is how a round stands, or how it ended.
	Ending *round.Ending
	Match  *round.Match
	// Dealt is a puzzle of the Match.
	Dealt *round.Round
	// Outcome is the outcome of the answer of a Person.
	Outcome *round.Outcome
	Person  storage.Player
	// Reply is posted as it is. Features make its sentences themselves.
	Reply chat.Reply
}

// placeOf returns where a round is announced.
func placeOf(r round.Round) Place {
	to := Place{Community: r.Community, Channel: r.Channel, Message: r.Message, Reader: r.AskerLocale}
	to.Community.ID = r.CommunityID
	return to
}

// placeOfMatch returns where a match is announced.
func placeOfMatch(m round.Match) Place {
	to := Place{Community: m.Community, Channel: m.Channel, Message: m.Message, Reader: m.AskerLocale}
	to.Community.ID = m.CommunityID
	return to
}

// A Teller makes replies and announcements, and posts announcements.
type Teller struct {
	Play   *round.Play
	Seals  command.Sealer
	Outbox *outbox.Outbox
	Links  *button.Links
	Solos  *button.Solos
	// AfterMatch add to the message that says how a match went.
	AfterMatch []func(v say.Voice, tx *storage.Tx, m round.Match, reply *chat.Reply) error
	// Speak returns a voice in the first known one of some languages.
	Speak func(languages ...string) say.Voice
}

// Voice returns a voice that speaks to everyone in a community. It speaks the first of these languages that is
// set: the one that the community has chosen, the community's AdminLocale, and the language of a reader. In a
// private chat the language of the reader comes before the AdminLocale.
func (t *Teller) Voice(c storage.Community, reader ...string) say.Voice {
	languages := append(append([]string{c.Locale}, reader...), c.AdminLocale)
	if !c.Private {
		languages = append([]string{c.Locale, c.AdminLocale}, reader...)
	}
	return t.Speak(languages...)
}
