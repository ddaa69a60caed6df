package bot

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"reckon/storage"
)

// A call is one request on its way through the bot.
type call struct {
	*Bot
	ctx  context.Context
	req  Request
	chat storage.Chat // as stored; a new chat's defaults before the effect, its row from then on
	who  storage.Player
	voice
}

// An effect carries a request out in one transaction and says what to reply. A
// handler works out beforehand whatever takes time (judging, solving), so that
// the one writer is not kept waiting.
type effect func(tx *storage.Tx) (Reply, error)

// say is the effect of a request that changes nothing.
func say(r Reply) effect { return func(*storage.Tx) (Reply, error) { return r, nil } }

// Answer implements Handler.
func (b *Bot) Answer(ctx context.Context, r Request) Reply {
	// What was begun is finished: a shutdown does not tear a request apart.
	ctx = context.WithoutCancel(ctx)
	reply, err := b.answer(ctx, r)
	if err != nil {
		b.log.Error("request failed", "key", r.Key, "error", err)
		return b.Broken(r.Locale)
	}
	return reply
}

func (b *Bot) answer(ctx context.Context, r Request) (Reply, error) {
	c := &call{Bot: b, ctx: ctx, req: r}
	var before *Reply
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if before, err = repeated(tx, r.Key); before != nil || err != nil {
			return err
		}
		c.chat, err = tx.FindChat(r.Chat.Network, r.Chat.ID)
		if errors.Is(err, storage.ErrNotFound) {
			err = nil
		}
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	if before != nil {
		return *before, nil
	}
	c.voice = b.speak(c.chat.Locale, r.Locale)
	do, err := b.handle(c)
	if err != nil {
		return Reply{}, err
	}
	return c.carryOut(do)
}

// carryOut runs an effect and keeps its reply under the request's key, in one
// transaction.
func (c *call) carryOut(do effect) (reply Reply, err error) {
	err = c.store.Write(c.ctx, func(tx *storage.Tx) error {
		before, err := repeated(tx, c.req.Key)
		if err != nil {
			return err
		}
		if before != nil {
			reply = *before
			return nil
		}
		r := c.req
		if r.Input.Kind == Moved { // told about a chat, not said in it: it makes none
			if reply, err = do(tx); err != nil {
				return err
			}
			return tx.SaveRequest(r.Key, r.At, nil, 0)
		}
		silenced := c.chat.ID != 0 && !c.chat.Active
		title := r.Chat.Title
		if r.Chat.Private { // it is the person's name
			title = ""
		}
		if c.chat, err = tx.EnsureChat(r.Chat.Network, r.Chat.ID, r.Chat.Private, title, r.At); err != nil {
			return err
		}
		if silenced {
			if err := schedule(tx, c.chat, r.At); err != nil {
				return err
			}
		}
		if c.who, err = tx.EnsurePlayer(r.Player.Network, r.Player.ID, r.Player.Name, r.Locale, r.At); err != nil {
			return err
		}
		if reply, err = do(tx); err != nil {
			return err
		}
		body, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		return tx.SaveRequest(r.Key, r.At, body, reply.round)
	})
	c.nudge()
	return reply, err
}

// repeated gives the reply to a request that was carried out before: the same
// if nobody saw it yet, a silent one otherwise; nil if the request is new.
func repeated(tx *storage.Tx, key string) (*Reply, error) {
	body, sent, err := tx.Request(key)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	reply := Reply{Silent: true}
	if !sent && body != nil {
		reply.Silent = false
		if err := json.Unmarshal(body, &reply); err != nil {
			return nil, err
		}
	}
	return &reply, nil
}

// Sent implements Handler.
func (b *Bot) Sent(ctx context.Context, key string, m Message) {
	err := b.store.Write(context.WithoutCancel(ctx), func(tx *storage.Tx) error { return tx.MarkSent(key, m.ID) })
	if err != nil {
		b.log.Error("delivery not recorded", "key", key, "error", err)
	}
}

// Broken is what a player reads when the fault is ours.
func (b *Bot) Broken(locale string) Reply {
	return b.speak(locale).refuse("broken", nil)
}

// handle finds what a request asks for.
func (b *Bot) handle(c *call) (effect, error) {
	in := c.req.Input
	switch in.Kind {
	case Command:
		return b.runCommand(c)
	case Press, Submit:
		return b.runButton(c)
	case Text:
		return b.takeText(c)
	case Joined:
		return b.start(c)
	case Left:
		return b.left(c)
	case Moved:
		return b.moved(c)
	}
	return say(Reply{Silent: true}), nil
}

// left marks a chat as out of reach: nothing unasked is posted there any more.
// A later request of the chat makes it active again.
func (b *Bot) left(c *call) (effect, error) {
	return func(tx *storage.Tx) (Reply, error) {
		c.chat.Active = false
		return Reply{Silent: true}, tx.SaveChat(c.chat)
	}, nil
}

// moved gives a chat its new ID.
func (b *Bot) moved(c *call) (effect, error) {
	return func(tx *storage.Tx) (Reply, error) {
		return Reply{Silent: true}, rekey(tx, c.req.Chat.Network, c.req.Chat.ID, c.req.Input.MovedTo, c.req.At)
	}, nil
}

// rekey gives a chat its new key. What is due there is set anew: the dailies
// may have been switched on under either key.
func rekey(tx *storage.Tx, network, from, to string, at time.Time) error {
	if err := tx.RekeyChat(network, from, to); err != nil {
		return err
	}
	chat, err := tx.FindChat(network, to)
	if errors.Is(err, storage.ErrNotFound) { // a chat we have never talked in
		return nil
	}
	if err != nil {
		return err
	}
	return schedule(tx, chat, at)
}

// zone is the chat's time zone, UTC where it has none.
func (c *call) zone() *time.Location { return zoneOf(c.chat) }

func zoneOf(chat storage.Chat) *time.Location {
	// Only names that loaded once are stored; an operating system without
	// them is served by the embedded copy.
	if loc, err := time.LoadLocation(chat.Zone); err == nil {
		return loc
	}
	return time.UTC
}

// voiceIn speaks to a whole chat, unasked: in its language or, where each reader
// has their own, in that of who last changed the settings.
func (b *Bot) voiceIn(chat storage.Chat) voice {
	return b.speak(chat.Locale, chat.HostLocale)
}

// voiceOf speaks in a round's message, whoever makes it change: where each
// reader has their own language, in that of who asked for the puzzle.
func (b *Bot) voiceOf(tx *storage.Tx, chat storage.Chat, r storage.Round) (voice, error) {
	poser, err := tx.PlayerLocale(r.PoserID)
	return b.speak(chat.Locale, poser, chat.HostLocale), err
}
