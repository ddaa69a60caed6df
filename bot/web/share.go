package web

import (
	"context"
	"net/http"

	"reckon/bot/chat"
)

// serveShare prepares a person's card of a day as a message that they can send.
func (f *FrontEnd) serveShare(w http.ResponseWriter, r *http.Request, s session) {
	var body struct{ Day int }
	if !f.allow(w, "act "+personKey(s), actPace) || !readBody(w, r, &body) {
		return
	}
	sharer, ok := f.Provers[s.Person.Network].(chat.Sharer)
	if !ok {
		refuse(w, notFound)
		return
	}
	ctx, cancel := startWork(w, r)
	defer cancel()
	id, ok, err := f.prepareCard(ctx, sharer, s, body.Day)
	if err != nil {
		f.Logger.Warn("a card is not shared", "err", err)
		refuse(w, busy)
		return
	}
	if !ok {
		refuse(w, notFound)
		return
	}
	writeJSON(w, map[string]string{"prepared": id})
}

// prepareCard gives a network the card of a day as a message, and returns its ID for the network's
// client. ok is false if there is no card.
func (f *FrontEnd) prepareCard(ctx context.Context, n chat.Sharer, s session, day int) (id string, ok bool, err error) {
	card, ok, err := f.Bot.Card(ctx, f.request(s), day)
	if err != nil || !ok {
		return "", false, err
	}
	id, err = n.Prepare(ctx, s.Person.ID, card)
	return id, true, err
}
