package bot

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

// errForgotten is an ErrRepeated. It also says that the person of the request was forgotten since.
var errForgotten = fmt.Errorf("%w by somebody who is forgotten", storage.ErrRepeated)

// newRequest makes a feature.Request: it reads who acts, and where. If the request was carried out before,
// the error is storage.ErrRepeated.
func (b *Bot) newRequest(ctx context.Context, r chat.Request) (*feature.Request, error) {
	// An earlier version stored the key that the network gave, so that one is looked up, too.
	formerKey := r.Key
	r.Key = b.storedKey(r)
	visit, err := b.readVisit(ctx, r, formerKey)
	if err != nil {
		return nil, err
	}
	community := visit.Community
	if community.ID == 0 {
		community = storage.Community{Network: r.Place.Network, Key: r.Place.Community, Private: r.Place.Private}
	}
	person := visit.Player
	if person.ID == 0 {
		person = storage.Player{Network: r.Person.Network, Key: r.Person.ID, Name: r.Person.Name}
	}
	community.AdminLocale = communityLocale(community, r)
	aloud := b.tell.Voice(community, r.Locale, person.Locale)
	aloud.OnPage = r.OnPage()
	return &feature.Request{
		Request: r,
		Ctx:     ctx,
		Who:     r.Person.Network + ":" + r.Person.ID,
		Visit:   visit,
		Act: round.Act{
			Key:        r.Key,
			Person:     person,
			Community:  community,
			Channel:    r.Place.Channel,
			At:         r.At,
			Candidates: visit.Candidates,
			Delay: func() time.Duration {
				return b.outbox.Delay(chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Priority: outbox.Play})
			},
			Admin:     r.Person.Role == chat.RoleAdmin || r.Place.Private,
			Ephemeral: r.Ephemeral || r.Place.Private,
			Apart:     r.OnPage(),
			Taps:      r.Input.Taps,
			Handle:    r.Person.Handle,
			Present:   r.Present,
		},
		Say: say.Voice{
			Printer: b.book.Printer(community.Locale, r.Locale, person.Locale),
			OnPage:  r.OnPage(),
		},
		Aloud: aloud,
	}, nil
}

// readVisit reads what is stored about the person and the place of a request. formerKey is the key under which
// an earlier version would have stored the request. If the request was carried out before, the error is
// storage.ErrRepeated.
func (b *Bot) readVisit(ctx context.Context, r chat.Request, formerKey string) (storage.Visit, error) {
	var visit storage.Visit
	err := b.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		visit, err = tx.Visit(storage.Origin{
			Key:           r.Key,
			FormerKey:     formerKey,
			Network:       r.Place.Network,
			Community:     r.Place.Community,
			Channel:       r.Place.Channel,
			Message:       r.Input.Source.ID,
			PlayerNetwork: r.Person.Network,
			Player:        r.Person.ID,
		})
		return err
	})
	if err != nil {
		return storage.Visit{}, err
	}
	if visit.Repeated && visit.Player.ID == 0 {
		return storage.Visit{}, errForgotten
	}
	if visit.Repeated {
		return storage.Visit{}, storage.ErrRepeated
	}
	return visit, nil
}

// communityLocale returns the language that people speak in a community, as far as it is known. It is the
// language in the network's settings for the community or, if there is none, that of the person who spoke
// there first.
func communityLocale(c storage.Community, r chat.Request) string {
	first := r.Locale
	if c.Private {
		first = ""
	}
	return cmp.Or(r.Place.Locale, c.AdminLocale, first)
}

// storedKey returns the key under which a request is stored. The keys of some networks have the person's ID
// in them, between colons. Such a key is stored as a keyed hash, since it stays when the person is forgotten.
func (b *Bot) storedKey(r chat.Request) string {
	if r.Person.ID == "" {
		return r.Key
	}
	namesPerson := strings.Contains(":"+r.Key+":", ":"+r.Person.ID+":")
	if !namesPerson {
		return r.Key
	}
	return b.play.Hash("key", r.Key)
}

// isNetworkEvent reports whether an input is an event of the network itself, in which no person acts, such as the
// move of a community.
func (b *Bot) isNetworkEvent(in chat.Input) bool { return b.events[in.Kind] != nil }

// commit runs a plan in one transaction, which also stores the request's key and the reply. If a person made
// the request, it stores them and their community, too. A form is not stored, because only the process that
// got the press can show it.
func (b *Bot) commit(req *feature.Request, plan feature.Plan) (chat.Delivery, storage.Outgoing, error) {
	var d chat.Delivery
	var row storage.Outgoing
	err := b.store.Write(req.Ctx, func(tx *storage.Tx) error {
		storeArrival := b.arrive
		if b.isNetworkEvent(req.Input) {
			storeArrival = b.storeNetworkEvent
		}
		if err := storeArrival(tx, req); err != nil {
			return err
		}
		result, err := plan(tx)
		if err != nil {
			return err
		}
		d = b.deliveryOf(req.Request, result)
		isStored := !result.Silent && result.Ask == nil && req.Act.Community.ID != 0
		if !isStored {
			return nil
		}
		row = storage.Outgoing{
			CommunityID: req.Act.Community.ID,
			PlayerID:    req.Act.Person.ID,
			RoundID:     result.Round,
			Shows:       result.Shows,
			Hint:        result.Hint,
			MatchID:     result.Match,
			Nonce:       d.Key,
			Channel:     d.Place.Channel,
			Priority:    d.Priority,
			Expires:     d.Until,
		}
		if req.OnPage() {
			return b.storePageReply(tx, row, d)
		}
		row.Event = d.Event
		row.Locale = d.Locale
		row.Unordered = b.outbox.IsUnordered(d)
		if result.Edit {
			row.Message = req.Input.Source.ID
		}
		return b.outbox.Post(tx, &row, d.Reply, req.At)
	})
	// If the transaction failed, nothing was edited, and to read the rows again does no harm.
	b.outbox.Reread(req.Edited)
	return d, row, err
}

// storeNetworkEvent stores the key of an event in which no person acts, and locks the chats that it is
// about.
func (b *Bot) storeNetworkEvent(tx *storage.Tx, req *feature.Request) error {
	keys := []string{req.Place.Community}
	if req.Input.MovedTo != "" {
		keys = append(keys, req.Input.MovedTo)
	}
	if err := tx.LockChat(req.Place.Network, keys...); err != nil {
		return err
	}
	return tx.SaveRequest(req.Request.Key, req.At)
}

// arrivalOf returns what the network says about the place and the person of a request.
func arrivalOf(req *feature.Request) storage.Arrival {
	return storage.Arrival{
		Visit:   req.Visit,
		Private: req.Place.Private,
		Title:   req.Place.Title,
		Name:    req.Person.Name,
		Locale:  req.Locale,
		At:      req.At,
	}
}

// arrive stores the key of a request. It also stores the request's person and community if they are new or have
// changed.
func (b *Bot) arrive(tx *storage.Tx, req *feature.Request) error {
	// newRequest has set this by communityLocale.
	locale := req.Act.Community.AdminLocale
	// isBack means that the bot was removed from the community, and is there again.
	isBack := req.Act.Community.ID != 0 && !req.Act.Community.Active
	c, person, err := tx.Arrive(arrivalOf(req))
	if err != nil {
		return err
	}
	req.Act.Person = person
	// Somebody else may have spoken there first, after newRequest read the community. Then their language stays,
	// unless the network's settings name another.
	mayReplace := c.AdminLocale == "" || req.Place.Locale != ""
	if c.AdminLocale != locale && mayReplace {
		c.AdminLocale = locale
		if err := tx.SaveCommunity(c); err != nil {
			return err
		}
	}
	req.Act.Community = c
	if isBack {
		if err := b.hooks().Schedule(tx, c, req.At); err != nil {
			return err
		}
	}
	return b.play.ForgetGuestLater(tx, req.Act)
}

// storePageReply stores what follows from a reply on the page. The page shows it at once, so it counts as
// delivered. If it shows a puzzle or a match to everyone, storePageReply also posts it to the place.
func (b *Bot) storePageReply(tx *storage.Tx, row storage.Outgoing, d chat.Delivery) error {
	if err := b.delivered(tx, row, chat.Message{}, d.At); err != nil {
		return err
	}
	isForAll := row.Shows || row.MatchID != 0
	if d.Place.Private || !isForAll {
		return nil
	}
	row.Priority = outbox.Play
	return b.outbox.Post(tx, &row, d.Reply, d.At)
}

// reply returns the delivery of a Reply to a request.
func (b *Bot) reply(r chat.Request, reply chat.Reply) chat.Delivery {
	return b.deliveryOf(r, feature.Result{Reply: reply})
}

// kindOf returns the kind of a result. A handler that names no kind leaves it at Notice, the zero value. Then
// the kind follows from the reply.
func kindOf(result feature.Result) tell.Kind {
	if result.Kind == tell.Notice {
		return tell.KindOf(result.Reply)
	}
	return result.Kind
}

// deliveryOf returns the delivery of the result of a request.
func (b *Bot) deliveryOf(r chat.Request, result feature.Result) chat.Delivery {
	kind := kindOf(result)
	d := chat.Delivery{
		Key:      r.Key,
		Place:    r.Place,
		Event:    r.Event,
		Locale:   r.Locale,
		Person:   r.Person.ID,
		Name:     r.Person.Name,
		At:       r.At,
		Reply:    result.Reply,
		Priority: kind.Priority(),
		Until:    b.now().Add(kind.UsefulFor()),
	}
	if !result.Until.IsZero() && result.Until.Before(d.Until) {
		d.Until = result.Until
	}
	if d.Event == nil {
		d.Event = []byte{}
	}
	if r.Input.Kind == chat.Moved {
		d.Place.Community = r.Input.MovedTo
	}
	return d
}

// fill makes the file of a delivery. It is called just before the delivery is sent, for a file that was not made
// with the reply.
func (b *Bot) fill(ctx context.Context, d *chat.Delivery) error {
	kind := d.Reply.File.Kind
	for _, f := range b.features {
		if complete := f.Files[kind]; complete != nil {
			return complete(ctx, &d.Reply)
		}
	}
	return fmt.Errorf("no feature makes files of the kind %q", kind)
}

// delivered runs when a delivery has been made. m is the message. If the delivery is no message, such as a
// reply on the page, m has no ID.
func (b *Bot) delivered(tx *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error {
	if o.Hint > 0 {
		if err := b.play.HintDelivered(tx, o.RoundID, o.PlayerID, o.Hint, at); err != nil {
			return err
		}
	}
	if o.MatchID != 0 && m.ID != "" {
		if err := round.SetMatchMessage(tx, o.MatchID, "", m.ID); err != nil {
			return err
		}
	}
	isEdit := !o.IsReply() && o.Message != ""
	isNewMessage := m.ID != "" && !isEdit
	if !isNewMessage || o.RoundID == 0 {
		return nil
	}
	r, answers, err := b.play.Delivered(tx, o.CommunityID, m.ID, o.RoundID, o.Shows, at)
	if err != nil {
		return err
	}
	for _, f := range b.features {
		if f.Delivered == nil {
			continue
		}
		if err := f.Delivered(tx, o, r, m.ID, at); err != nil {
			return err
		}
	}
	// The message is the reply to somebody who asked for this round.
	showsAskedRound := o.Shows && o.IsReply() && r.Daily == 0
	if !showsAskedRound {
		return nil
	}
	return b.tell.CatchUp(tx, r, answers, at)
}

// failed runs when the message with a puzzle will not be delivered. From then on the round's clock does not
// wait for the message.
func (b *Bot) failed(tx *storage.Tx, o storage.Outgoing, at time.Time) error {
	e, err := b.play.Undelivered(tx, o.RoundID, at)
	if err != nil || e == nil {
		return err
	}
	return b.tell.AnnounceEnd(tx, at, *e, "failed", false)
}

// mergeVerdicts returns one reply for several verdicts that wait for delivery. It has the last verdict of each
// person. If several verdicts end with the same lines, such as what a reaction means, these lines come once, below
// all verdicts.
func mergeVerdicts(verdicts []chat.Delivery) chat.Reply {
	last := map[string]int{}
	for i, d := range verdicts {
		last[d.Person] = i
	}
	r := chat.Reply{Tone: chat.Bad}
	var notes []chat.Line
	for i, d := range verdicts {
		if last[d.Person] != i {
			continue
		}
		for n, line := range d.Reply.Text {
			isNamed := len(line) > 0 && line[0].Text == d.Name
			if n == 0 && !isNamed {
				line = append(chat.Line{{Style: chat.Strong, Text: d.Name}, {Text: ": "}}, line...)
			}
			if n == 0 || isPreformatted(line) {
				r.Text = append(r.Text, line)
				continue
			}
			isSaid := slices.ContainsFunc(notes, func(note chat.Line) bool { return reflect.DeepEqual(note, line) })
			if !isSaid {
				notes = append(notes, line)
			}
		}
	}
	r.Text = append(r.Text, notes...)
	return r
}

// isPreformatted reports whether a line must stay under the line above it, such as a mark that points to a
// character in that line.
func isPreformatted(l chat.Line) bool {
	return len(l) > 0 && l[0].Style == chat.Pre
}
