package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/bot/talk"
	"reckon/storage"
)

// A turn is a request with all that the handlers of this package reach.
type turn struct {
	*talk.Turn
	bot *Bot
}

// newTurn reads where a request comes from; repeated tells that it was carried out
// before.
func (b *Bot) newTurn(ctx context.Context, r chat.Request) (t *turn, repeated bool, err error) {
	t = &turn{bot: b, Turn: &talk.Turn{Ctx: ctx, Req: r, Act: play.Act{
		Channel: r.Place.Channel, At: r.At,
		Delay:     b.jobs.Delay(chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event}, jobs.Play),
		Admin:     r.Person.Role == chat.RoleAdmin || r.Place.Private,
		Ephemeral: r.Ephemeral || r.Place.Private,
		Handle:    r.Person.Handle,
	}}}
	err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if repeated, err = tx.HasRequest(r.Key); repeated || err != nil {
			return err
		}
		t.Act.Community, err = tx.FindCommunity(r.Place.Network, r.Place.Community)
		if errors.Is(err, storage.ErrNotFound) {
			t.Act.Community = storage.Community{Network: r.Place.Network, Key: r.Place.Community, Private: r.Place.Private}
			err = nil
		}
		if err != nil || r.Person.ID == "" {
			return err
		}
		t.Act.Person, err = tx.FindPlayer(r.Person.Network, r.Person.ID)
		if errors.Is(err, storage.ErrNotFound) {
			t.Act.Person = storage.Player{Network: r.Person.Network, Key: r.Person.ID, Name: r.Person.Name}
			err = nil
		}
		return err
	})
	if r.Place.Locale != "" {
		t.Act.Community.AdminLocale = r.Place.Locale
	}
	t.Say = b.voice(t.Act.Community.Locale, r.Locale, t.Act.Person.Locale)
	t.Aloud = b.voiceIn(t.Act.Community, r.Locale, t.Act.Person.Locale)
	return t, repeated, err
}

// look gives the reply of an effect that only reads.
func (t *turn) look(do talk.Plan) (reply chat.Reply, err error) {
	err = t.bot.store.Read(t.Ctx, func(tx *storage.Tx) error {
		out, err := do(tx)
		reply = out.Reply
		return err
	})
	return reply, err
}

// carryOut carries out an effect, and stores the request's key and what is to be
// said, in one transaction.
func (t *turn) carryOut(do talk.Plan) (*jobs.Item, error) {
	var item *jobs.Item
	err := t.bot.store.Write(t.Ctx, func(tx *storage.Tx) error {
		if err := t.lock(tx); err != nil {
			return err
		}
		repeated, err := tx.HasRequest(t.Req.Key)
		if err != nil {
			return err
		}
		if repeated {
			item = t.bot.repeated(t.Req)
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
		if err := tx.SaveRequest(t.Req.Key, t.Req.At); err != nil {
			return err
		}
		item, err = t.keep(tx, out)
		return err
	})
	t.bot.jobs.Changed(t.Edited)
	return item, err
}

// lock keeps all others from the chat until the transaction ends.
func (t *turn) lock(tx *storage.Tx) error {
	keys := []string{t.Req.Place.Community}
	if to := t.Req.Input.MovedTo; to != "" {
		keys = append(keys, to)
	}
	return tx.LockChat(t.Req.Place.Network, keys...)
}

// keep stores a reply until it is delivered. A form is of no use to a later process,
// nor is silence.
func (t *turn) keep(tx *storage.Tx, out talk.Result) (*jobs.Item, error) {
	item := t.bot.reply(t.Req, out.Reply)
	if out.Silent || out.Ask != nil || t.Act.Community.ID == 0 {
		return item, nil
	}
	row := item.Row
	row.CommunityID, row.RoundID, row.Shows, row.PlayerID, row.Hint = t.Act.Community.ID, out.Round, out.Shows, t.Act.Person.ID, out.Hint
	row.MatchID = out.Match
	row.Alone = t.bot.jobs.Alone(item)
	row, err := t.bot.enqueue(tx, t.Req.At, row, out.Reply)
	if err != nil {
		return nil, err
	}
	if item.Left = row.ID != 0 && !row.Mine; !item.Left {
		item.Row = row
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
	item := b.reply(r, talk.Silent)
	item.Repeated = true
	return item
}

// isByPerson reports whether a request is something a person did there; what is told
// about a community stores nobody.
func (t *turn) isByPerson() bool {
	switch t.Req.Input.Kind {
	case chat.Joined, chat.Left, chat.Moved:
		return false
	}
	return true
}

// enter makes the rows of who does something where.
func (t *turn) enter(tx *storage.Tx) (err error) {
	p := t.Req.Place
	if p.Channel != "" {
		if err := tx.AdoptChannel(p.Network, p.Community, p.Channel); err != nil {
			return err
		}
	}
	who := t.Req.Person
	if t.Act.Person, err = tx.EnsurePlayer(who.Network, who.ID, chat.OneLine(who.Name), t.Req.Locale, t.Req.At); err != nil {
		return err
	}
	title, owner := p.Title, int64(0)
	if p.Private { // its title is the person's name
		title, owner = "", t.Act.Person.ID
	}
	silenced := t.Act.Community.ID != 0 && !t.Act.Community.Active
	if t.Act.Community, err = tx.EnsureCommunity(p.Network, p.Community, p.Private, owner, title, t.Req.At); err != nil {
		return err
	}
	if p.Locale != "" && t.Act.Community.AdminLocale != p.Locale {
		t.Act.Community.AdminLocale = p.Locale
		if err := tx.SaveCommunity(t.Act.Community); err != nil {
			return err
		}
	}
	if silenced {
		if err := schedule(tx, t.Act.Community, t.Req.At); err != nil {
			return err
		}
	}
	return tx.Join(t.Act.Community.ID, t.Act.Person.ID, t.Req.At)
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

func (b *Bot) enqueue(tx *storage.Tx, at time.Time, o storage.Outgoing, r chat.Reply) (_ storage.Outgoing, err error) {
	o.Body, err = json.Marshal(r)
	if err != nil {
		return o, err
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
