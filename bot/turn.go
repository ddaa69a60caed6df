package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
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

	aloud   say.Voice // to all who read there
	changed []int64   // what is to be said and was changed
}

// A response is a Reply with what must be known once it is delivered.
type response struct {
	chat.Reply
	round int64 // the round it speaks of; 0: none
	shows bool  // it is the round's own message
	hint  int   // the number of a hint in it, to be charged; 0: none
	match int64 // the match whose own message it is; 0: none
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

// newTurn reads where a request comes from; repeated tells that it was carried out
// before.
func (b *Bot) newTurn(ctx context.Context, r chat.Request) (t *turn, repeated bool, err error) {
	t = &turn{bot: b, ctx: ctx, req: r, act: play.Act{
		Channel: r.Place.Channel, At: r.At,
		Delay:     b.jobs.Delay(chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event}, jobs.Play),
		Admin:     r.Person.Role == chat.RoleAdmin || r.Place.Private,
		Ephemeral: r.Ephemeral || r.Place.Private,
		Handle:    r.Person.Handle,
	}}
	err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if repeated, err = tx.HasRequest(r.Key); repeated || err != nil {
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
	return t, repeated, err
}

// look gives the reply of an effect that only reads.
func (t *turn) look(do effect) (reply chat.Reply, err error) {
	err = t.bot.store.Read(t.ctx, func(tx *storage.Tx) error {
		out, err := do(tx)
		reply = out.Reply
		return err
	})
	return reply, err
}

// carryOut carries out an effect, and stores the request's key and what is to be
// said, in one transaction.
func (t *turn) carryOut(do effect) (*jobs.Item, error) {
	var item *jobs.Item
	err := t.bot.jobs.Write(t.ctx, func(tx *storage.Tx) error {
		if err := t.lock(tx); err != nil {
			return err
		}
		repeated, err := tx.HasRequest(t.req.Key)
		if err != nil {
			return err
		}
		if repeated {
			item = t.bot.repeated(t.req)
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
		if err := tx.SaveRequest(t.req.Key, t.req.At); err != nil {
			return err
		}
		item, err = t.keep(tx, out)
		return err
	})
	t.bot.jobs.Changed(t.changed)
	return item, err
}

// lock keeps all others from the chat until the transaction ends.
func (t *turn) lock(tx *storage.Tx) error {
	keys := []string{t.req.Place.Community}
	if to := t.req.Input.MovedTo; to != "" {
		keys = append(keys, to)
	}
	return tx.LockChat(t.req.Place.Network, keys...)
}

// keep stores a reply until it is delivered. A form is of no use to a later process,
// nor is silence.
func (t *turn) keep(tx *storage.Tx, out response) (*jobs.Item, error) {
	item := t.bot.reply(t.req, out.Reply)
	if out.Silent || out.Ask != nil || t.act.Community.ID == 0 {
		return item, nil
	}
	row := item.Row
	row.CommunityID, row.RoundID, row.Shows, row.PlayerID, row.Hint = t.act.Community.ID, out.round, out.shows, t.act.Person.ID, out.hint
	row.MatchID = out.match
	row.Alone = t.bot.jobs.Alone(item)
	kept, err := t.bot.enqueue(tx, t.req.At, row, out.Reply)
	if err != nil {
		return nil, err
	}
	item.Left = kept
	for _, o := range tx.Enqueued() {
		if o.Nonce == row.Nonce {
			item.Row, item.Left = o, false
		}
	}
	return item, nil
}

// For how long replies are of use.
const (
	verdictFor = time.Minute // among others
	goodFor    = time.Hour
	replyFor   = 10 * time.Minute
)

// reply makes of a Reply what answers a request.
func (b *Bot) reply(r chat.Request, reply chat.Reply) *jobs.Item {
	row := storage.Outgoing{
		Nonce: r.Key, Event: r.Event, Locale: r.Locale, Channel: r.Place.Channel, Urgency: jobs.Result, BestBefore: b.now().Add(replyFor),
	}
	if row.Event == nil {
		row.Event = []byte{}
	}
	if reply.Edit {
		row.Message = r.Input.Source.ID
	}
	switch {
	case reply.Ask != nil || reply.Silent:
		row.Urgency = jobs.Press
	case reply.Tone == chat.Good:
		row.Urgency, row.BestBefore = jobs.Play, b.now().Add(goodFor)
	case reply.Face != nil:
		row.Urgency = jobs.Play
	case reply.Tone == chat.Bad && !r.Place.Private:
		row.Urgency, row.BestBefore = jobs.Verdict, b.now().Add(verdictFor)
	}
	place := r.Place
	if r.Input.Kind == chat.Moved {
		place.Community = r.Input.MovedTo
	}
	return &jobs.Item{Row: row, Place: place, Reply: reply, At: r.At, Name: r.Person.Name}
}

// repeated says nothing to a request that came before.
func (b *Bot) repeated(r chat.Request) *jobs.Item {
	item := b.reply(r, silent)
	item.Repeated = true
	return item
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

// delivered notes that people see what was to be said, as a message or, if m is
// zero, as something that is none.
func (b *Bot) delivered(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error {
	if o.Hint > 0 {
		if err := b.play.HintDelivered(tx, o.RoundID, o.PlayerID, o.Hint, at); err != nil {
			return err
		}
	}
	if o.MatchID != 0 && !m.IsZero() {
		if err := tx.AddMatchMessage(o.MatchID, m.ID); err != nil {
			return err
		}
	}
	if m.IsZero() || o.RoundID == 0 || o.Event == nil && o.Message != "" {
		return nil
	}
	return b.play.Delivered(tx, o.CommunityID, m.ID, o.RoundID, o.Shows, at)
}

// post has an unsolicited message, or an edit, said.
func (b *Bot) post(tx *storage.Tx, at time.Time, o storage.Outgoing, r chat.Reply) error {
	switch {
	case o.Bulk:
		o.Urgency = jobs.Daily
	case o.Urgency == 0:
		o.Urgency = jobs.Result
	}
	_, err := b.enqueue(tx, at, o, r)
	return err
}

func (b *Bot) enqueue(tx *storage.Tx, at time.Time, o storage.Outgoing, r chat.Reply) (kept bool, err error) {
	o.Body, err = json.Marshal(r)
	if err != nil {
		return false, err
	}
	return tx.Enqueue(o, b.jobs.Hands, at)
}

// merge tells several verdicts in one message, of each person the last.
func merge(items []*jobs.Item) chat.Reply {
	last := map[string]int{}
	for i, it := range items {
		last[it.Name] = i
	}
	r := chat.Reply{Tone: chat.Bad}
	for i, it := range items {
		if last[it.Name] != i {
			continue
		}
		for n, line := range it.Reply.Text {
			if n == 0 && (len(line) == 0 || line[0].Text != it.Name) {
				line = append(chat.Line{{Style: chat.Strong, Text: it.Name}, {Text: ": "}}, line...)
			}
			r.Text = append(r.Text, line)
		}
	}
	return r
}

// who is the key of the person in memory.
func (t *turn) who() string { return t.req.Person.Network + ":" + t.req.Person.ID }

func (t *turn) oldButton() chat.Reply { return t.say.Refuse("old-button", nil) }
