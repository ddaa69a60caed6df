package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/outbox"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

const (
	iconStop   = "⏹️"
	iconAccept = "⚔️"
)

// raceCommand begins a race, or stops the match that goes on here.
func (t *turn) raceCommand(a command.Values) (talk.Plan, error) {
	if a[talk.ArgStop] != "" {
		return t.stop(0)
	}
	count := mode.RaceLength
	if text := a[talk.ArgCount]; text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mode.MaxRace {
			return talk.Respond(t.Say.Refuse("race.count", say.With{"value": say.Code(chat.Clip(text, 40)), "most": mode.MaxRace})), nil
		}
		count = n
	}
	return t.race(t.gameNamed(a["game"]), talk.LevelOf(a["level"]), count), nil
}

// gameNamed is a game by name, or else the first that is dealt here.
func (t *turn) gameNamed(name string) engine.Game {
	if g := t.bot.play.Game(name); g != nil {
		return g
	}
	return t.bot.settings.Games(t.Act.Community)[0]
}

func (t *turn) race(g engine.Game, level engine.Level, count int) talk.Plan {
	if refusal := t.refuseDeal(g); refusal != nil {
		return talk.Respond(*refusal)
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		m, err := t.bot.play.Race(tx, t.Act, g, level, count)
		if err != nil {
			return talk.RefuseMatch(t.Turn, err)
		}
		return talk.Result{Reply: t.bot.boardReply(t.Aloud, m), Match: m.ID}, nil
	}
}

// stop ends the match that goes on here; id is that of the button, 0: none was
// pressed.
func (t *turn) stop(id int64) (talk.Plan, error) {
	row, due, err := t.bot.play.Running(t.Ctx, t.Act)
	if errors.Is(err, storage.ErrNotFound) || err == nil && id != 0 && id != row.ID {
		return talk.Respond(t.Say.Refuse("match.none", nil)), nil
	}
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		m, e, err := t.bot.play.Stop(tx, t.Act, row.ID, due)
		if errors.Is(err, play.ErrNotYours) {
			return talk.Result{Reply: t.Say.Refuse("match.not-yours.stop", nil)}, nil
		}
		if err != nil {
			return talk.RefuseMatch(t.Turn, err)
		}
		if e != nil {
			e.Match = nil // it is told here
			if err := t.bot.showEnding(tx, t.Act.At, *e, t.Req.Key, false); err != nil {
				return talk.Result{}, err
			}
		}
		return talk.Result{Reply: t.bot.matchResult(t.Aloud, m)}, t.bot.showBoard(tx, t.Act.At, m, t.Req.Key)
	}, nil
}

func (t *turn) stopButton(p command.Press) (talk.Plan, error) { return t.stop(p.Number(0)) }

// rematchButton begins a match like one that is over.
func (t *turn) rematchButton(p command.Press) (talk.Plan, error) {
	var m play.Match
	err := t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		m, err = t.bot.play.Match(tx, p.Number(0))
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return talk.Respond(t.OldButton()), nil
	case err != nil:
		return nil, err
	case m.CommunityID != t.Act.Community.ID:
		return talk.Respond(t.Say.Refuse("other-chat", nil)), nil
	case !m.Mode().Pair:
		return t.race(m.Game, m.Level(), m.Length), nil
	}
	for i, tally := range m.Table {
		if other := m.Table[1-i].Player; tally.Player.ID == t.Act.Person.ID && other.Key != "" {
			return t.challenge(play.Rival{Key: other.Key}, t.Say.Mention(other.Name, other.Key), m.Game, m.Level()), nil
		}
	}
	return talk.Respond(t.Say.Refuse("match.not-yours", nil)), nil
}

// duelCommand challenges a person.
func (t *turn) duelCommand(a command.Values) (talk.Plan, error) {
	whom := t.Req.Input.Whom
	switch {
	case t.Act.Community.Private:
		return talk.Respond(t.Say.Refuse("duel.alone", nil)), nil
	case whom.Bot:
		return talk.Respond(t.Say.Refuse("duel.bot", nil)), nil
	}
	name := say.Strong(chat.OneLine(cmp.Or(whom.Name, whom.Handle)))
	if whom.ID != "" {
		name = t.Say.Mention(whom.Name, whom.ID)
	}
	return t.challenge(play.Rival{Key: whom.ID, Handle: whom.Handle}, name, t.gameNamed(a["game"]), talk.LevelOf(a["level"])), nil
}

func (t *turn) challenge(who play.Rival, name chat.Span, g engine.Game, level engine.Level) talk.Plan {
	if refusal := t.refuseDeal(g); refusal != nil {
		return talk.Respond(*refusal)
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		m, err := t.bot.play.Challenge(tx, t.Act, who, g, level)
		if err != nil {
			return talk.RefuseMatch(t.Turn, err)
		}
		reply := chat.Reply{Text: t.Aloud.Challenge(m, t.Me(), name), Buttons: [][]chat.Button{{
			{Label: t.Aloud.Phrase("button.accept", nil), Icon: iconAccept, Data: command.Data(button.ActAccept, m.ID), Style: chat.Primary},
			{Label: t.Aloud.Phrase("button.decline", nil), Data: command.Data(button.ActDecline, m.ID)},
		}}}
		return talk.Result{Reply: reply, Match: m.ID}, nil
	}
}

// acceptButton takes a challenge up: its message becomes the duel's.
func (t *turn) acceptButton(p command.Press) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		m, err := t.bot.play.Accept(tx, t.Act, p.Number(0))
		if err != nil {
			return talk.RefuseMatch(t.Turn, err)
		}
		reply := t.bot.boardReply(t.Aloud, m)
		reply.Edit = true
		if id := t.Req.Input.Source.ID; id != "" {
			err = tx.SetMatchMessage(m.ID, id)
		}
		return talk.Result{Reply: reply}, err
	}, nil
}

// declineButton turns a challenge down, or takes it back.
func (t *turn) declineButton(p command.Press) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		m, err := t.bot.play.Decline(tx, t.Act, p.Number(0))
		if err != nil {
			return talk.RefuseMatch(t.Turn, err)
		}
		return talk.Result{Reply: chat.Reply{Edit: true, Text: t.Aloud.Settled(m, t.Me())}}, nil
	}, nil
}

// matchJob has the next puzzle of a match dealt, or a challenge expire. The puzzle is
// drawn before the transaction.
func (b *Bot) matchJob(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
	}
	due, ok, err := b.play.PrepareNext(ctx, id, now)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok {
			return tx.DropJob(j.Kind, j.Key)
		}
		s, err := b.play.Next(tx, due, now)
		if err != nil || s == nil {
			return err
		}
		return b.showStep(tx, now, *s)
	}, nil
}

// bestBeforePuzzle is for how long a puzzle of a match is worth posting: its round
// does not wait longer for it.
const bestBeforePuzzle = 90 * time.Second

// showStep posts the next puzzle of a match, or tells that nobody took a challenge up.
func (b *Bot) showStep(tx *storage.Tx, at time.Time, s play.Step) error {
	v, err := b.matchVoice(tx, s.Match)
	if err != nil {
		return err
	}
	if s.Dealt == nil {
		return b.editBoard(tx, at, s.Match, "expired", chat.Reply{Text: v.Settled(s.Match, chat.Span{})})
	}
	r := *s.Dealt
	reply := chat.Reply{Face: v.Face(r), Text: append(v.Standing(s.Match), v.Task(r, r.Community.Private)...), Buttons: button.Play(v, b.seals, r)}
	return b.post(tx, at, storage.Outgoing{
		Nonce: fmt.Sprintf("bout:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, RoundID: r.ID, Shows: true,
		Priority: outbox.Play, Expires: at.Add(bestBeforePuzzle),
	}, reply)
}

// matchVoice speaks in a match's messages, whoever makes them change.
func (b *Bot) matchVoice(tx *storage.Tx, m play.Match) (say.Voice, error) {
	asker, err := tx.PlayerLocale(m.AskerID)
	return b.voiceIn(m.Community, asker), err
}

// showMatch tells how a match stands now that a puzzle of it has ended, and when it is
// over, how it went. again: that puzzle had ended before.
func (b *Bot) showMatch(tx *storage.Tx, at time.Time, m play.Match, key string, again bool) error {
	if err := b.showBoard(tx, at, m, key); err != nil || !m.IsOver() {
		return err
	}
	v, err := b.matchVoice(tx, m)
	if err != nil {
		return err
	}
	out := storage.Outgoing{Nonce: fmt.Sprintf("match:%d:over", m.ID), CommunityID: m.CommunityID, Channel: m.Channel, Expires: at.Add(resultFor)}
	if again {
		told, err := tx.PostedAs(out.Nonce)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		out.Nonce, out.Message = out.Nonce+":"+key, told
	}
	return b.post(tx, at, out, b.matchResult(v, m))
}

// showBoard has a match's own message show how it stands.
func (b *Bot) showBoard(tx *storage.Tx, at time.Time, m play.Match, key string) error {
	v, err := b.matchVoice(tx, m)
	if err != nil {
		return err
	}
	return b.editBoard(tx, at, m, key, b.boardReply(v, m))
}

func (b *Bot) editBoard(tx *storage.Tx, at time.Time, m play.Match, key string, reply chat.Reply) error {
	if m.Message == "" {
		return nil
	}
	return b.post(tx, at, storage.Outgoing{
		Nonce: fmt.Sprintf("match:%d:%d:%s", m.ID, len(m.Bouts), key), CommunityID: m.CommunityID, Channel: m.Channel, Message: m.Message, MatchID: m.ID,
	}, reply)
}

// boardReply is a match's own message.
func (b *Bot) boardReply(v say.Voice, m play.Match) chat.Reply {
	reply := chat.Reply{Text: v.Board(m)}
	if m.Mode().AskerStops && !m.IsOver() {
		reply.Buttons = [][]chat.Button{{{Label: v.Phrase("button.stop", nil), Icon: iconStop, Data: command.Data(button.ActStop, m.ID), Style: chat.Danger}}}
	}
	return reply
}

// matchResult tells how a match went.
func (b *Bot) matchResult(v say.Voice, m play.Match) chat.Reply {
	return chat.Reply{Text: v.MatchResult(m), Buttons: [][]chat.Button{{{
		Label: v.Phrase("button.rematch", nil), Icon: button.IconAgain, Data: command.Data(button.ActRematch, m.ID), Style: chat.Primary,
	}}}}
}
