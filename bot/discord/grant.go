package discord

import (
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A grant is the token of an interaction, by which the bot may say something in a
// channel, and edit what it said, without a right of its own to post there.
type grant struct {
	app, token string
	until      time.Time
}

// grants are those of channels in which the bot may not post: it was not let into
// the channel, or is there only because a person has installed it for themselves.
// They live in memory alone: after a restart nothing can be said there before
// somebody acts again. The zero value is ready.
type grants struct {
	mu       sync.Mutex
	channels map[string]grant // the newest
	messages map[string]grant // that by which a message was made
}

// learn takes a grant from an interaction that was answered by a message or, if
// message is empty, by one that only one person sees.
func (s *grants) learn(i *interaction, message string, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.mayPost() {
		delete(s.channels, i.ChannelID)
		return
	}
	s.prune(time.Now())
	g := grant{i.AppID, i.Token, until}
	s.put(&s.channels, i.ChannelID, g)
	s.put(&s.messages, message, g)
}

// said notes a message that was made by a grant.
func (s *grants) said(message string, g grant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(&s.messages, message, g)
}

func (*grants) put(into *map[string]grant, key string, g grant) {
	if *into == nil {
		*into = make(map[string]grant)
	}
	if key != "" {
		(*into)[key] = g
	}
}

// prune forgets the grants that have run out.
func (s *grants) prune(now time.Time) {
	isOver := func(_ string, g grant) bool { return now.After(g.until) }
	maps.DeleteFunc(s.channels, isOver)
	maps.DeleteFunc(s.messages, isOver)
}

// ofChannel is the grant to say something in a channel, ofMessage that to edit a
// message.
func (s *grants) ofChannel(id string) (grant, bool) { return s.valid(&s.channels, id) }
func (s *grants) ofMessage(id string) (grant, bool) { return s.valid(&s.messages, id) }

func (s *grants) valid(in *map[string]grant, key string) (grant, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := (*in)[key]
	return g, ok && time.Now().Before(g.until)
}

// mayPost tells whether the bot may write where an interaction came from, as far as
// Discord says so.
func (i *interaction) mayPost() bool {
	may, err := strconv.ParseInt(i.AppPermissions, 10, 64)
	if err != nil || i.private() {
		return true
	}
	write := int64(discordgo.PermissionSendMessages)
	switch i.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		write = discordgo.PermissionSendMessagesInThreads
	}
	return may&discordgo.PermissionAdministrator != 0 || may&discordgo.PermissionViewChannel != 0 && may&write != 0
}
