package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// dailyCommand shows a daily: that of the place's date, or of a number, in the
// game asked for.
func (t *turn) dailyCommand(a arguments) (effect, error) {
	g := t.bot.play.Games()[0]
	if name := a["game"]; name != "" {
		g = t.bot.play.Game(name) // one of the choices
	}
	number := t.act.Today()
	if text := strings.TrimPrefix(strings.TrimSpace(a["number"]), "#"); text != "" {
		n, err := strconv.Atoi(text)
		if cmd := t.bot.find("daily"); !strings.ContainsFunc(text, unicode.IsDigit) { // a game, misspelt
			return respond(t.badChoice(cmd, *cmd.argument(func(a argument) bool { return a.name == "game" }), text)), nil
		}
		if err != nil || n < 1 {
			return respond(t.say.Refuse("bad-number", say.With{"value": say.Code(chat.Clip(text, 40))})), nil
		}
		number = n
	}
	return t.showNumber(g, number, false), nil
}

// dailyButton shows a daily: today's as the command does, or that of a number in
// another game, which among others is shown to the person alone.
func (t *turn) dailyButton(p press) (effect, error) {
	g := t.bot.play.Game(p.text(0))
	if g == nil {
		return respond(t.oldButton()), nil
	}
	if p.text(1) == "" {
		return t.showNumber(g, t.act.Today(), false), nil
	}
	return t.showNumber(g, int(p.number(1)), true), nil
}

func (t *turn) showNumber(g engine.Game, number int, alone bool) effect {
	return func(tx *storage.Tx) (response, error) {
		r, err := t.bot.play.DailyRound(tx, number, g, t.act.At)
		if errors.Is(err, play.ErrNoDaily) {
			return response{Reply: t.say.Refuse("daily.none", say.With{"number": number, "command": say.Slash("daily")})}, nil
		}
		if err != nil {
			return response{}, err
		}
		if alone && !t.act.Community.Private {
			out, err := t.showDaily(tx, r, t.say)
			out.Audience, out.Edit = chat.Asker, t.req.Input.Alone
			return out, err
		}
		return t.showDaily(tx, r, t.aloud)
	}
}

// showDaily shows a daily with what the person has done of it. Their texts in
// their own conversation are answers to it from now on.
func (t *turn) showDaily(tx *storage.Tx, r play.Round, v say.Voice) (response, error) {
	state, err := t.bot.play.DailyState(tx, t.act, r)
	if err != nil {
		return response{}, err
	}
	if err := t.bot.play.LookAt(tx, t.act, r); err != nil {
		return response{}, err
	}
	return aboutRound(r, t.bot.dailyReply(v, state, t.act.Community)), nil
}

// dailyReply is a daily as it is shown and posted.
func (b *Bot) dailyReply(v say.Voice, d play.DailyState, c storage.Community) chat.Reply {
	reply := chat.Reply{
		Face:    v.Face(d.Round),
		Text:    append(v.Task(d.Round, c.Private), v.DailyState(d, c.Private)...),
		Buttons: b.playButtons(v, d.Round),
	}
	var others []chat.Button
	for _, g := range b.gamesOf(c) {
		if g.Name() != d.Round.Game.Name() {
			others = append(others, chat.Button{Label: v.GameName(g), Personal: true, Data: dataOf(actDaily, g.Name(), d.Round.Daily)})
		}
	}
	if len(others) > 0 {
		reply.Buttons = append(reply.Buttons, others)
	}
	return reply
}

// postDailyJob puts the daily of a community's date into the outbox, once, and
// sets the next one due.
func (b *Bot) postDailyJob(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
	}
	return func(tx *storage.Tx) error {
		c, err := tx.CommunityByID(id)
		if errors.Is(err, storage.ErrNotFound) || err == nil && (!c.Daily || !c.Active) {
			return tx.DropJob(j.Kind, j.Key)
		}
		if err != nil {
			return err
		}
		local := now.In(play.Zone(c))
		if !play.DailyTime(local, c.Hour, c.Minute).After(local) {
			if err := b.postDaily(tx, c, play.Number(local), now); err != nil {
				return err
			}
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: play.NextDaily(local, c.Hour, c.Minute)})
	}, nil
}

// dailyFor is for how long the post of a daily is of use.
const dailyFor = 24 * time.Hour

// dailyNonce names the post of a daily in a community.
func dailyNonce(communityID int64, number int) string {
	return fmt.Sprintf("daily:%d:%d", communityID, number)
}

func (b *Bot) postDaily(tx *storage.Tx, c storage.Community, number int, now time.Time) error {
	r, err := b.play.DailyRound(tx, number, b.firstGame(c), now)
	if err != nil {
		return err
	}
	act := play.Act{Community: c, Channel: c.DailyChannel, At: now}
	state, err := b.play.DailyState(tx, act, r)
	if err != nil {
		return err
	}
	err = b.post(tx, now, storage.Outgoing{
		Nonce: dailyNonce(c.ID, number), CommunityID: c.ID, Channel: c.DailyChannel, RoundID: r.ID, Bulk: true, BestBefore: now.Add(dailyFor),
	}, b.dailyReply(b.voiceIn(c), state, c))
	if err != nil {
		return err
	}
	if err := b.recap(tx, act, number-1); err != nil {
		return err
	}
	idle, err := b.play.Idle(tx, act)
	if err != nil || !idle {
		return err
	}
	return tx.SetCurrent(c.ID, c.DailyChannel, 0, r.ID, now)
}

// recap has the post of a daily say how it went, when the next has come.
func (b *Bot) recap(tx *storage.Tx, a play.Act, number int) error {
	if number < 1 || a.Community.Private {
		return nil
	}
	row, err := tx.DailyRound(number, b.firstGame(a.Community).Name())
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := b.play.Round(tx, row.ID)
	if err != nil {
		return err
	}
	v := b.voiceIn(a.Community)
	return b.editDaily(tx, a, r, "recap", func(d play.DailyState) chat.Reply {
		reply := chat.Reply{Face: v.Face(r), Text: v.Recap(d), Buttons: [][]chat.Button{{{
			Label: v.Phrase("button.archive", nil), Icon: iconDaily, Personal: true, Data: dataOf(actDaily, r.Game.Name(), number),
		}}}}
		reply.Face.Note, reply.Face.Over = "", true
		return reply
	})
}

// editDaily changes the post of a daily in a community, if there is one.
func (b *Bot) editDaily(tx *storage.Tx, a play.Act, r play.Round, why string, reply func(play.DailyState) chat.Reply) error {
	nonce := dailyNonce(a.Community.ID, r.Daily)
	message, err := tx.PostedAs(nonce)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	state, err := b.play.DailyState(tx, a, r)
	if err != nil {
		return err
	}
	return b.post(tx, a.At, storage.Outgoing{
		Nonce: nonce + ":" + why, CommunityID: a.Community.ID, Channel: a.Community.DailyChannel, Message: message, RoundID: r.ID, Bulk: true,
	}, reply(state))
}

// showSolvers has the posts of a daily say who solved it, in the communities of
// who just did.
func (b *Bot) showSolvers(tx *storage.Tx, a play.Act, r play.Round) error {
	all, err := tx.CommunitiesOf(a.Person.ID, a.At.Add(-play.BelongFor), maxCommunities)
	if err != nil {
		return err
	}
	for _, c := range all {
		if b.firstGame(c).Name() != r.Game.Name() { // the post shows that one
			continue
		}
		here := play.Act{Community: c, At: a.At}
		v := b.voiceIn(c)
		err := b.editDaily(tx, here, r, "solved:"+strconv.FormatInt(a.Person.ID, 10), func(d play.DailyState) chat.Reply {
			return b.dailyReply(v, d, c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// firstGame is that of a community's daily.
func (b *Bot) firstGame(c storage.Community) engine.Game { return b.gamesOf(c)[0] }

// maxCommunities is in how many communities' posts a solver is named.
const maxCommunities = 20

var _ jobs.Kind = (*Bot)(nil).postDailyJob
