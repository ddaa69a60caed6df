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

// grants holds the grants of channels in which the bot may not post: it has no right there,
// or a person has installed it for themselves. They live in memory alone: after a restart
// nothing can be posted there until somebody acts again.
type grants struct {
	mu       sync.Mutex
	channels map[string]grant // the newest
	messages map[string]grant // by which a message was made
}

// learn takes a grant from an interaction that was answered by a message; message is empty
// if only one person sees it.
func (s *grants) learn(i *interaction, message string, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.mayPost() {
		delete(s.channels, i.ChannelID)
		return
	}
	isOver := func(_ string, g grant) bool { return time.Now().After(g.until) }
	maps.DeleteFunc(s.channels, isOver)
	maps.DeleteFunc(s.messages, isOver)
	g := grant{i.AppID, i.Token, until}
	s.channels[i.ChannelID] = g
	if message != "" {
		s.messages[message] = g
	}
}

// made notes a message that was made by a grant.
func (s *grants) made(message string, g grant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages[message] = g
}

// of returns the grant to post in one of the channels, or to edit one of the messages.
func (s *grants) of(these map[string]grant, id string) (g grant, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok = these[id]
	return g, ok && time.Now().Before(g.until)
}
