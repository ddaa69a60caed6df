package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Post implements chat.FrontEnd: by a grant where the bot may not post by itself.
func (f *FrontEnd) Post(ctx context.Context, p chat.Place, nonce string, r chat.Reply) (chat.Message, error) {
	g, ok := f.grants.ofChannel(channelOf(p))
	if !ok || r.Silent || r.ShownToOthers(p) {
		return f.rest.Post(ctx, p, nonce, r)
	}
	id, err := f.byGrant(ctx, g, call{http.MethodPost, discordgo.EndpointFollowupMessage(g.app, g.token), render(r, f.commandIDs())})
	if err != nil {
		return chat.Message{}, err
	}
	f.grants.said(id, g)
	return chat.Message{Place: p, ID: id}, nil
}

// Edit implements chat.FrontEnd: by the grant by which the message was made, if any.
func (f *FrontEnd) Edit(ctx context.Context, m chat.Message, r chat.Reply) error {
	g, ok := f.grants.ofMessage(m.ID)
	if !ok || r.Silent || r.ShownToOthers(m.Place) {
		return f.rest.Edit(ctx, m, r)
	}
	url := discordgo.EndpointFollowupMessageActions(g.app, g.token, m.ID)
	_, err := f.byGrant(ctx, g, call{http.MethodPatch, url, render(r, f.commandIDs())})
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
