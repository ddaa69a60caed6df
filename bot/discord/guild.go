package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// greetFor is how long after joining a server the bot still greets it. Discord sends every
// server again with each session.
const greetFor = 24 * time.Hour

var errNoGreeting = errors.New("a server that the bot joined long ago, or where it may not write")

// decodeJoined reads that the bot, whose ID is me, joined a server.
func decodeJoined(raw []byte, me string, now time.Time) (chat.Request, error) {
	var g discordgo.Guild
	if err := json.Unmarshal(raw, &g); err != nil {
		return chat.Request{}, fmt.Errorf("reading a server: %w", err)
	}
	return joinRequest(&g, me, now)
}

// joinRequest returns the request that the bot joined a server. The place is the server's channel
// for system messages if the bot may write there, or else the first channel in which it may write.
func joinRequest(g *discordgo.Guild, me string, now time.Time) (chat.Request, error) {
	if g.Unavailable || g.ID == "" || now.Sub(g.JoinedAt) > greetFor {
		return chat.Request{}, errNoGreeting
	}
	channel, err := channelToGreet(g, me)
	if err != nil {
		return chat.Request{}, err
	}
	return chat.Request{
		Key: fmt.Sprintf("%s:joined:%s:%d", network, g.ID, g.JoinedAt.Unix()),
		Place: chat.Place{
			Network:   network,
			Community: g.ID,
			Channel:   channel,
			Title:     g.Name,
			Locale:    g.PreferredLocale,
		},
		Locale: g.PreferredLocale,
		Input:  chat.Input{Kind: chat.Joined},
		At:     g.JoinedAt.UTC(),
	}, nil
}

// channelToGreet returns the ID of the channel in which the bot greets a server. The error is errNoGreeting if
// the bot may write in none.
func channelToGreet(g *discordgo.Guild, me string) (string, error) {
	for _, c := range g.Channels {
		c.GuildID = g.ID
	}
	// discordgo computes permissions only from a state that has the server.
	state := discordgo.NewState()
	if err := state.GuildAdd(g); err != nil {
		return "", err
	}
	slices.SortStableFunc(g.Channels, func(a, b *discordgo.Channel) int {
		switch g.SystemChannelID {
		case a.ID:
			return -1
		case b.ID:
			return 1
		}
		return cmp.Compare(a.Position, b.Position)
	})
	const needed = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	for _, c := range g.Channels {
		permissions, err := state.UserChannelPermissions(me, c.ID)
		mayWrite := err == nil && permissions&needed == needed
		if mayWrite && c.Type == discordgo.ChannelTypeGuildText {
			return c.ID, nil
		}
	}
	return "", errNoGreeting
}

// decodeLeft reads that the bot was removed from a server. ok is false if the server is only unavailable:
// it has an outage, and comes back.
func decodeLeft(raw []byte, now time.Time) (r chat.Request, ok bool) {
	var g struct {
		ID          string `json:"id"`
		Unavailable bool   `json:"unavailable"`
	}
	if json.Unmarshal(raw, &g) != nil || g.ID == "" || g.Unavailable {
		return chat.Request{}, false
	}
	return chat.Request{
		Key:   fmt.Sprintf("%s:left:%s:%d", network, g.ID, now.Unix()),
		Place: chat.Place{Network: network, Community: g.ID},
		Input: chat.Input{Kind: chat.Left},
		At:    now.UTC(),
	}, true
}
