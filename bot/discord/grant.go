package discord

import (
	"sync"
	"time"
)

// A grant is the token of an interaction. By it the bot may post in the interaction's
// channel, and edit what it posted, without a right of its own.
type grant struct {
	app, token string
	until      time.Time
}

// grants holds the grants of channels in which the bot may not post, and of messages made by
// them: it has no right there, or a person has installed it for themselves. They live in
// memory alone: after a restart nothing can be posted there until somebody acts again.
type grants struct {
	all sync.Map // a grant by the ID of a channel, whose newest it is, or of a message
}

// learn takes a grant from an interaction that was answered by a message; message is empty
// if only one person sees it.
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
	g := grant{i.AppID, i.Token, until}
	s.all.Store(i.ChannelID, g)
	if message != "" {
		s.all.Store(message, g)
	}
}

// of returns the grant to post in a channel, or to edit a message.
func (s *grants) of(id string) (g grant, ok bool) {
	found, ok := s.all.Load(id)
	if ok {
		g = found.(grant)
	}
	return g, ok && time.Now().Before(g.until)
}
