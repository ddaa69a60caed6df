package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// tell posts a message: by a grant where the bot may not post by itself.
func (f *FrontEnd) tell(ctx context.Context, p chat.Place, key string, m message) (chat.Message, error) {
	g, ok := f.grants.ofChannel(channelOf(p))
	if !ok {
		return f.post(ctx, p, key, m)
	}
	id, err := f.byGrant(ctx, g, call{http.MethodPost, discordgo.EndpointFollowupMessage(g.app, g.token), m})
	if err != nil {
		return chat.Message{}, err
	}
	f.grants.said(id, g)
	return chat.Message{Place: p, ID: id}, nil
}

// change edits a message: by the grant by which it was made, if any.
func (f *FrontEnd) change(ctx context.Context, to chat.Message, m message) error {
	g, ok := f.grants.ofMessage(to.ID)
	if !ok {
		return f.edit(ctx, to, m)
	}
	_, err := f.byGrant(ctx, g, call{http.MethodPatch, discordgo.EndpointFollowupMessageActions(g.app, g.token, to.ID), m})
	return err
}

// byGrant makes a call that counts in no limit but those of its interaction, and
// returns the message's ID.
func (f *FrontEnd) byGrant(ctx context.Context, g grant, c call) (id string, err error) {
	var made struct {
		ID string `json:"id"`
	}
	bucket, wait := lockBucket(discordgo.NewRatelimiter(), c.path())
	if bucket == nil {
		return "", &chat.RetryError{After: wait, Err: errBucket}
	}
	if failed := f.do(ctx, c, bucket, &made); failed != nil {
		return "", outward(conceal(failed, g.token))
	}
	return made.ID, nil
}
