package discord

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Post implements chat.FrontEnd. Discord takes a second message of the same
// nonce within a few minutes for the first one.
func (c *rest) Post(ctx context.Context, p chat.Place, nonce string, r chat.Reply) (chat.Message, error) {
	if r.Silent {
		return chat.Message{}, nil
	}
	if r.ShownToOthers(p) {
		return chat.Message{}, chat.ErrSecret
	}
	m := render(r, c.commandIDs())
	m.Nonce, m.EnforceNonce = shortNonce(nonce), nonce != ""
	var made struct {
		ID string `json:"id"`
	}
	channel := channelOf(p)
	err := c.inTurn(ctx, channel, call{http.MethodPost, discordgo.EndpointChannelMessages(channel), m}, &made)
	if err != nil {
		return chat.Message{}, err
	}
	return chat.Message{Place: p, ID: made.ID}, nil
}

// Edit implements chat.FrontEnd.
func (c *rest) Edit(ctx context.Context, m chat.Message, r chat.Reply) error {
	if r.Silent {
		return nil
	}
	if r.ShownToOthers(m.Place) {
		return chat.ErrSecret
	}
	channel := channelOf(m.Place)
	return c.inTurn(ctx, channel, call{http.MethodPatch, discordgo.EndpointChannelMessage(channel, m.ID), render(r, c.commandIDs())}, nil)
}

// channelOf is the channel of a place: that of a direct message is its community.
func channelOf(p chat.Place) string { return cmp.Or(p.Channel, p.Community) }

// maxNonce is the number of characters a nonce may have.
const maxNonce = 25

func shortNonce(nonce string) string {
	if len(nonce) <= maxNonce {
		return nonce
	}
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:])[:maxNonce]
}
