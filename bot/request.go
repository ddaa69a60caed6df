package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"reckon/bot/announce"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/outbox"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

// newRequest reads where a request comes from. If it was carried out before, the error is
// storage.ErrRepeated.
func (b *Bot) newRequest(ctx context.Context, r chat.Request) (req *feature.Request, err error) {
	req = &feature.Request{Request: r, Ctx: ctx, Who: r.Person.Network + ":" + r.Person.ID, Act: play.Act{
		Key: r.Key, Channel: r.Place.Channel, At: r.At,
		Delay: func() time.Duration {
			return b.outbox.Delay(chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Priority: outbox.Play})
		},
		Admin:     r.Person.Role == chat.RoleAdmin || r.Place.Private,
		Ephemeral: r.Ephemeral || r.Place.Private,
		Apart:     r.Via != "",
		Handle:    r.Person.Handle,
	}}
	err = b.store.Look(ctx, func(tx *storage.Tx) (err error) {
		req.Visit, err = tx.Visit(storage.Origin{
			Key: r.Key, Network: r.Place.Network, Community: r.Place.Community, Channel: r.Place.Channel, Message: r.Input.Source.ID,
			PlayerNetwork: r.Person.Network, Player: r.Person.ID,
		})
		return err
	})
	v := req.Visit
	if err == nil && v.Repeated {
		err = storage.ErrRepeated
	}
	if v.Community.ID == 0 {
		v.Community = storage.Community{Network: r.Place.Network, Key: r.Place.Community, Private: r.Place.Private}
	}
	if v.Player.ID == 0 {
		v.Player = storage.Player{Network: r.Person.Network, Key: r.Person.ID, Name: r.Person.Name}
	}
	req.Act.Community, req.Act.Person, req.Act.Near = v.Community, v.Player, v.Near
	first := r.Locale // the language of the first person there
	if v.Community.Private {
		first = ""
	}
	req.Act.Community.AdminLocale = cmp.Or(r.Place.Locale, v.Community.AdminLocale, first)
	req.Say = say.Voice{Printer: b.book.Printer(req.Act.Community.Locale, r.Locale, req.Act.Person.Locale)}
	req.Aloud = b.announce.Voice(req.Act.Community, r.Locale, req.Act.Person.Locale)
	return req, err
}

// commit carries out a plan, and stores the request's key, its person and community unless it is
// the network's own, and the reply, in one transaction. Forms, which a later process could not
// show, and silence are not stored.
func (b *Bot) commit(req *feature.Request, do feature.Plan) (d chat.Delivery, row storage.Outgoing, err error) {
	p, c := req.Place, &req.Act.Community
	silenced, speaks := c.ID != 0 && !c.Active, c.AdminLocale
	err = b.store.Write(req.Ctx, func(tx *storage.Tx) (err error) {
		if b.events[req.Input.Kind] != nil {
			keys := []string{p.Community}
			if to := req.Input.MovedTo; to != "" {
				keys = append(keys, to)
			}
			err = errors.Join(tx.LockChat(p.Network, keys...), tx.SaveRequest(req.Request.Key, req.At))
		} else {
			*c, req.Act.Person, err = tx.Arrive(storage.Arrival{
				Visit: req.Visit, Private: p.Private, Title: p.Title, Name: req.Person.Name, Locale: req.Locale, At: req.At,
			})
			if err == nil && c.AdminLocale != speaks && (c.AdminLocale == "" || p.Locale != "") { // else another has just spoken first
				c.AdminLocale = speaks
				err = tx.SaveCommunity(*c)
			}
			if err == nil && silenced {
				err = announce.Schedule(tx, *c, req.At)
			}
			if err == nil {
				err = b.play.Arrived(tx, req.Act)
			}
		}
		if err != nil {
			return err
		}
		out, err := do(tx)
		if err != nil {
			return err
		}
		d = b.deliveryOf(req.Request, out)
		if out.Silent || out.Ask != nil || c.ID == 0 {
			return nil
		}
		row = storage.Outgoing{
			CommunityID: c.ID, PlayerID: req.Act.Person.ID, RoundID: out.Round, Shows: out.Shows, Hint: out.Hint, MatchID: out.Match,
			Nonce: d.Key, Channel: d.Place.Channel, Priority: d.Priority, Expires: d.Until,
		}
		if req.Via != "" {
			return b.shown(tx, row, d)
		}
		row.Event, row.Locale, row.Unordered = d.Event, d.Locale, b.outbox.Unordered(d)
		if out.Edit {
			row.Message = req.Input.Source.ID
		}
		return b.outbox.Post(tx, &row, d.Reply, req.At)
	})
	b.outbox.Reread(req.Edited)
	return d, row, err
}

// shown notes that a person reads a reply on the page. What everyone at the place must see,
// a puzzle or a match, is posted there.
func (b *Bot) shown(tx *storage.Tx, row storage.Outgoing, d chat.Delivery) error {
	if err := b.delivered(tx, row, chat.Message{}, d.At); err != nil {
		return err
	}
	if d.Place.Private || !row.Shows && row.MatchID == 0 {
		return nil
	}
	row.Priority = outbox.Play
	return b.outbox.Post(tx, &row, d.Reply, d.At)
}

// reply is the delivery of a Reply to a request.
func (b *Bot) reply(r chat.Request, reply chat.Reply) chat.Delivery {
	return b.deliveryOf(r, feature.Result{Reply: reply})
}

// deliveryOf is the delivery of the result of a request.
func (b *Bot) deliveryOf(r chat.Request, result feature.Result) chat.Delivery {
	kind := result.Kind
	if kind == tell.Notice {
		kind = tell.KindOf(result.Reply)
	}
	d := chat.Delivery{
		Key:      r.Key,
		Place:    r.Place,
		Event:    r.Event,
		Locale:   r.Locale,
		Name:     r.Person.Name,
		At:       r.At,
		Reply:    result.Reply,
		Priority: kind.Priority(),
		Until:    b.now().Add(kind.UsefulFor()),
	}
	if d.Event == nil {
		d.Event = []byte{}
	}
	if r.Input.Kind == chat.Moved {
		d.Place.Community = r.Input.MovedTo
	}
	return d
}

// delivered notes that people see a delivery, as the message m or, if that has no ID, as
// something that is no message.
func (b *Bot) delivered(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error {
	if o.Hint > 0 {
		if err := b.play.HintDelivered(tx, o.RoundID, o.PlayerID, o.Hint, at); err != nil {
			return err
		}
	}
	if o.MatchID != 0 && m.ID != "" {
		if err := tx.SetMatchMessage(o.MatchID, "", m.ID); err != nil {
			return err
		}
	}
	if m.ID == "" || o.RoundID == 0 || o.Event == nil && o.Message != "" {
		return nil
	}
	r, all, err := b.play.Delivered(tx, o.CommunityID, m.ID, o.RoundID, o.Shows, at)
	if err == nil && o.Bulk {
		err = b.announce.Posted(tx, o, m.ID, at)
	}
	if err != nil || !o.Shows || o.Event == nil {
		return err
	}
	if r.Daily == 0 {
		return b.announce.Shown(tx, r, all, at)
	}
	return b.announce.Asked(tx, o, r.Daily, m.ID, at)
}

// merge tells several verdicts in one message, of each person the last.
func merge(verdicts []chat.Delivery) chat.Reply {
	last := map[string]int{}
	for i, d := range verdicts {
		last[d.Name] = i
	}
	r := chat.Reply{Tone: chat.Bad}
	for i, d := range verdicts {
		if last[d.Name] != i {
			continue
		}
		for n, line := range d.Reply.Text {
			if n == 0 && (len(line) == 0 || line[0].Text != d.Name) {
				line = append(chat.Line{{Style: chat.Strong, Text: d.Name}, {Text: ": "}}, line...)
			}
			r.Text = append(r.Text, line)
		}
	}
	return r
}
