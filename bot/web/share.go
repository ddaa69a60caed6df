package web

import (
	"net/http"

	"reckon/bot/chat"
)

// share prepares a person's card of a day as a message that they can send.
func (f *FrontEnd) share(w http.ResponseWriter, r *http.Request, s session) {
	var body struct{ Day int }
	if !f.paced(w, "act "+personKey(s), actPace) || !read(w, r, &body) {
		return
	}
	sharer, ok := f.Provers[s.Person.Network].(chat.Sharer)
	if !ok {
		refuse(w, none)
		return
	}
	ctx, cancel := f.working(w, r)
	defer cancel()
	card, ok, err := f.Bot.Card(ctx, f.request(s), body.Day)
	var id string
	if ok {
		id, err = sharer.Prepare(ctx, s.Person.ID, card)
	}
	switch {
	case err != nil:
		f.Logger.Warn("a card is not shared", "err", err)
		refuse(w, busy)
	case !ok:
		refuse(w, none)
	default:
		write(w, map[string]string{"prepared": id})
	}
}
