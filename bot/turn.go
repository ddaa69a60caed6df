package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// A turn is one request on its way through the bot.
type turn struct {
	bot *Bot
	ctx context.Context
	req chat.Request
	act play.Act  // who, where and when; rows of the database from the effect on
	say say.Voice // to who asks

	aloud say.Voice // to all who read there
}

// A response is a Reply with what must be known once it is delivered.
type response struct {
	chat.Reply
	round int64 // the round it speaks of; 0: none
	shows bool  // it is the round's own message
	hint  int   // the number of a hint in it, to be charged; 0: none
}

// An effect carries a request out in one transaction and says what to reply. A
// handler works out beforehand whatever takes time (judging, solving), so that
// the one writer is not kept waiting.
type effect func(tx *storage.Tx) (response, error)

// respond is the effect of a request that changes nothing.
func respond(r chat.Reply) effect {
	return func(*storage.Tx) (response, error) { return response{Reply: r}, nil }
}

// silent is the reply that says nothing.
var silent = chat.Reply{Silent: true}

// newTurn reads where a request comes from. before is the reply to it if it was
// carried out before.
func (b *Bot) newTurn(ctx context.Context, r chat.Request) (t *turn, before *chat.Reply, err error) {
	t = &turn{bot: b, ctx: ctx, req: r, act: play.Act{
		Channel: r.Place.Channel, At: r.At, Delay: r.Delay,
		Admin:     r.Person.Role == chat.RoleAdmin || r.Place.Private,
		Ephemeral: r.Ephemeral || r.Place.Private,
	}}
	err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if before, err = repeated(tx, r.Key); before != nil || err != nil {
			return err
		}
		t.act.Community, err = tx.FindCommunity(r.Place.Network, r.Place.Community)
		if errors.Is(err, storage.ErrNotFound) {
			t.act.Community = storage.Community{Network: r.Place.Network, Key: r.Place.Community, Private: r.Place.Private}
			err = nil
		}
		if err != nil || r.Person.ID == "" {
			return err
		}
		t.act.Person, err = tx.FindPlayer(r.Person.Network, r.Person.ID)
		if errors.Is(err, storage.ErrNotFound) {
			t.act.Person = storage.Player{Network: r.Person.Network, Key: r.Person.ID, Name: r.Person.Name}
			err = nil
		}
		return err
	})
	if r.Place.Locale != "" {
		t.act.Community.AdminLocale = r.Place.Locale
	}
	t.say = b.voice(t.act.Community.Locale, r.Locale, t.act.Person.Locale)
	t.aloud = b.voiceIn(t.act.Community, r.Locale, t.act.Person.Locale)
	return t, before, err
}

// repeated gives the reply to a request that was carried out before: the same
// if it was not delivered yet, a silent one otherwise; nil if the request is new.
func repeated(tx *storage.Tx, key string) (*chat.Reply, error) {
	r, err := tx.Request(key)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	reply := silent
	if !r.Delivered && r.Body != nil {
		reply = chat.Reply{}
		if err := json.Unmarshal(r.Body, &reply); err != nil {
			return nil, err
		}
	}
	return &reply, nil
}

// carryOut runs an effect and keeps its reply under the request's key, in one
// transaction.
func (t *turn) carryOut(do effect) (reply chat.Reply, err error) {
	err = t.bot.store.Write(t.ctx, func(tx *storage.Tx) error {
		before, err := repeated(tx, t.req.Key)
		if err != nil {
			return err
		}
		if before != nil {
			reply = *before
			return nil
		}
		if t.isByPerson() {
			if err := t.enter(tx); err != nil {
				return err
			}
		}
		out, err := do(tx)
		if err != nil {
			return err
		}
		reply = out.Reply
		body, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		return tx.SaveRequest(storage.Request{
			Key: t.req.Key, At: t.req.At, Body: body, RoundID: out.round, Shows: out.shows, PlayerID: t.act.Person.ID, Hint: out.hint,
		})
	})
	t.bot.jobs.Wake()
	return reply, err
}

// isByPerson tells whether a request is something a person did there; what is told
// about a community stores nobody.
func (t *turn) isByPerson() bool {
	switch t.req.Input.Kind {
	case chat.Joined, chat.Left, chat.Moved:
		return false
	}
	return true
}

// enter makes the rows of who does something where.
func (t *turn) enter(tx *storage.Tx) (err error) {
	p := t.req.Place
	if p.Channel != "" {
		if err := tx.AdoptChannel(p.Network, p.Community, p.Channel); err != nil {
			return err
		}
	}
	who := t.req.Person
	if t.act.Person, err = tx.EnsurePlayer(who.Network, who.ID, chat.OneLine(who.Name), t.req.Locale, t.req.At); err != nil {
		return err
	}
	title, owner := p.Title, int64(0)
	if p.Private { // its title is the person's name
		title, owner = "", t.act.Person.ID
	}
	silenced := t.act.Community.ID != 0 && !t.act.Community.Active
	if t.act.Community, err = tx.EnsureCommunity(p.Network, p.Community, p.Private, owner, title, t.req.At); err != nil {
		return err
	}
	if p.Locale != "" && t.act.Community.AdminLocale != p.Locale {
		t.act.Community.AdminLocale = p.Locale
		if err := tx.SaveCommunity(t.act.Community); err != nil {
			return err
		}
	}
	if silenced {
		if err := schedule(tx, t.act.Community, t.req.At); err != nil {
			return err
		}
	}
	return tx.Join(t.act.Community.ID, t.act.Person.ID, t.req.At)
}

// Delivered implements chat.Handler.
func (b *Bot) Delivered(ctx context.Context, key string, m chat.Message) {
	now := b.now()
	err := b.store.Write(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
		r, news, err := tx.MarkDelivered(key)
		if err != nil || !news {
			return err
		}
		if r.Hint > 0 {
			if err := b.play.HintDelivered(tx, r.RoundID, r.PlayerID, r.Hint); err != nil {
				return err
			}
		}
		if m.IsZero() || r.RoundID == 0 {
			return nil
		}
		c, err := tx.FindCommunity(m.Place.Network, m.Place.Community)
		if errors.Is(err, storage.ErrNotFound) { // moved, or forgotten, meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		return b.play.Delivered(tx, c.ID, m.ID, r.RoundID, r.Shows, now)
	})
	if err != nil {
		b.log.Error("delivery not recorded", "key", key, "error", err)
		return
	}
	b.jobs.Wake()
}

// posted notes that an unsolicited message was delivered.
func (b *Bot) posted(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error {
	if o.Message != "" { // an edit
		return nil
	}
	return b.play.Delivered(tx, o.CommunityID, m.ID, o.RoundID, o.Shows, at)
}

// post puts an unsolicited message, or an edit, into the outbox.
func post(tx *storage.Tx, at time.Time, o storage.Outgoing, r chat.Reply) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	o.Body = body
	_, err = tx.Enqueue(o, at)
	return err
}

// who is the key of the person in memory.
func (t *turn) who() string { return t.req.Person.Network + ":" + t.req.Person.ID }

func (t *turn) oldButton() chat.Reply { return t.say.Refuse("old-button", nil) }
