package discord

import (
	"sync"
	"time"
)

// A grant is the token of an interaction. With it the bot may post in the interaction's channel,
// and edit what it has posted, without a right of its own.
type grant struct {
	app   string
	token string
	until time.Time
}

// grants holds grants for channels in which the bot may not post, because it has no right there or a
// person has installed it for themselves. It also holds the grants with which messages were posted.
// Grants are only in memory. So after a restart the bot can post nothing in these channels until
// somebody acts there again.
type grants struct {
	// all holds the newest grant of each channel and the grant of each message, by ID.
	all sync.Map
}

// learn notes the grant of an interaction that was answered by a message. The argument message is the
// ID of that message, or empty if only one person sees the message.
func (s *grants) learn(i *interaction, message string, until time.Time) {
	if i.mayPost() {
		s.all.Delete(i.ChannelID)
		return
	}
	s.all.Range(func(id, g any) bool {
		if time.Now().After(g.(grant).until) {
			s.all.Delete(id)
		}
		return true
	})
	g := grant{app: i.AppID, token: i.Token, until: until}
	s.all.Store(i.ChannelID, g)
	if message != "" {
		s.all.Store(message, g)
	}
}

// of returns the grant to post in a channel, or to edit a message.
func (s *grants) of(id string) (grant, bool) {
	found, ok := s.all.Load(id)
	if !ok {
		return grant{}, false
	}
	g := found.(grant)
	return g, time.Now().Before(g.until)
}
