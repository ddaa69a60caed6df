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

// post posts a message. Discord takes a second one of the same nonce within a few
// minutes for the first one.
func (c *rest) post(ctx context.Context, p chat.Place, nonce string, m message) (chat.Message, error) {
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

// edit replaces a message.
func (c *rest) edit(ctx context.Context, m chat.Message, content message) error {
	channel := channelOf(m.Place)
	return c.inTurn(ctx, channel, call{http.MethodPatch, discordgo.EndpointChannelMessage(channel, m.ID), content}, nil)
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
