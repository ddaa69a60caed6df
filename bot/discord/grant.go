package discord

import (
	"maps"
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
	mu  sync.Mutex
	all map[string]grant // by the ID of a channel, whose newest it is, or of a message
}

// learn takes a grant from an interaction that was answered by a message; message is empty
// if only one person sees it.
func (s *grants) learn(i *interaction, message string, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.mayPost() {
		delete(s.all, i.ChannelID)
		return
	}
	maps.DeleteFunc(s.all, func(_ string, g grant) bool { return time.Now().After(g.until) })
	g := grant{i.AppID, i.Token, until}
	s.all[i.ChannelID] = g
	if message != "" {
		s.all[message] = g
	}
}

// made notes a message that was made by a grant.
func (s *grants) made(message string, g grant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[message] = g
}

// of returns the grant to post in a channel, or to edit a message.
func (s *grants) of(id string) (g grant, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok = s.all[id]
	return g, ok && time.Now().Before(g.until)
}
