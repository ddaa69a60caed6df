// Package announce tells places what has changed there, no matter who changed it and where:
// how a round stands and ended, who was first, how a match stands, the day's puzzles and
// who solved them, a record. It reads what package play changed, and posts.
//
// A message has a key. It is posted under that key, and edited when what it shows changes;
// where it was never posted, nothing happens: see Put.
//
// The person who acted is told by their reply, not by an announcement. Where an
// announcement would be a second message about the same act in the same place, it is the
// reply: Answered returns it instead of posting it.
package announce

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// An Announcer posts announcements.
type Announcer struct {
	Play     *round.Play
	Settings *settings.Settings
	Seals    command.Sealer
	Outbox   *outbox.Outbox
	Links    *button.Links
	Solos    *button.Solos
	// Speak returns a voice in the first known one of some languages.
	Speak func(languages ...string) say.Voice
	// BeforePost, PostLines and TodayLines are hooks of features: see BeginPost, LinesUnderPost and
	// Today.
	BeforePost []func(tx *storage.Tx, c storage.Community, number int) error
	PostLines  []func(v say.Voice, tx *storage.Tx, c storage.Community, number int) (chat.Line, error)
	TodayLines []func(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error)

	// Schedules and DailySolved are what features do then: see feature.Feature.
	Schedules   []func(tx *storage.Tx, c storage.Community, now time.Time) error
	DailySolved []func(tx *storage.Tx, act round.Act, r round.Round) error
}

// Schedule brings a community's jobs in line with its settings and with whether it can be reached.
func (a *Announcer) Schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	for _, schedule := range a.Schedules {
		if err := schedule(tx, c, now); err != nil {
			return err
		}
	}
	return nil
}

// dailySolved tells features that a person has earned something by a puzzle of a day.
func (a *Announcer) dailySolved(tx *storage.Tx, act round.Act, r round.Round) error {
	for _, solved := range a.DailySolved {
		if err := solved(tx, act, r); err != nil {
			return err
		}
	}
	return nil
}

// For how long announcements are of use.
const (
	// How a round on the clock ended.
	resultFor = 10 * time.Minute
	// Who was first, and who was while a clock runs.
	firstFor = time.Hour
	clockFor = time.Minute
)

// Voice speaks to everyone in a community: in the language it has chosen, or that of its
// network's settings, or else that of a reader. In a private chat the reader's comes
// before the network's.
func (a *Announcer) Voice(c storage.Community, reader ...string) say.Voice {
	languages := append(append([]string{c.Locale}, reader...), c.AdminLocale)
	if !c.Private {
		languages = append([]string{c.Locale, c.AdminLocale}, reader...)
	}
	return a.Speak(languages...)
}

// Put makes a message say what a reply says. Its key is o.Nonce. Without a change it is posted,
// once. A change, which has a name, edits it: o.Message if that is known, or else what was posted
// under the key. If nothing was posted under the key, nothing happens.
func (a *Announcer) Put(tx *storage.Tx, at time.Time, o storage.Outgoing, change string, reply chat.Reply) error {
	if change == "" {
		return a.Outbox.Post(tx, &o, reply, at)
	}
	if o.Message == "" {
		posted, isPosted, err := storage.Found(tx.PostedAs(o.Nonce))
		if err != nil || !isPosted {
			return err
		}
		o.Channel = posted.Channel
		o.Message = posted.Message
	}
	o.Nonce += ":" + change
	return a.Outbox.Post(tx, &o, reply, at)
}
