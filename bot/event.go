package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// The daily of a community is one post. It fills with names while the day goes on,
// ends with how the day before went, and is closed when the next one comes.

const (
	// postJob is the kind of the job that shows in a post who has solved what; its key
	// is the community's number and that of the day.
	postJob = "daily-post"
	// postEvery is how long the post waits for others who solve something: however many
	// there are, it changes no more often.
	postEvery = 10 * time.Second
	// dailyFor is for how long the post of a daily is of use.
	dailyFor = 24 * time.Hour
	// maxCommunities is in how many communities' posts a solver is named.
	maxCommunities = 20
)

// dayReply is a day as a community sees it: its puzzles, who has solved them, how the
// day before went and, once a month, who won the last one. Today is the number at the place.
func (b *Bot) dayReply(tx *storage.Tx, v say.Voice, c storage.Community, number, today int) (chat.Reply, error) {
	games := b.settings.Games(c)
	now, err := b.play.CommunityDay(tx, c, number, today, games)
	if err != nil {
		return chat.Reply{}, err
	}
	before, err := b.play.CommunityDay(tx, c, number-1, today, games)
	if err != nil {
		return chat.Reply{}, err
	}
	how := "day.how"
	if c.Private {
		how += ".alone"
	}
	reply := chat.Reply{Text: append([]chat.Line{v.Day(number), v.Line(how, nil)}, v.Solvers(now)...)}
	if len(before.Games) > 0 {
		reply.Text = append(reply.Text, chat.Line{}, chat.Line{say.Strong(v.Phrase("day.before", say.With{"number": number - 1}))})
		reply.Text = append(reply.Text, v.Recap(before)...)
	}
	season, err := b.play.Announced(tx, c, number)
	if err != nil {
		return chat.Reply{}, err
	}
	if season != nil {
		reply.Text = append(reply.Text, chat.Line{}, v.Season("season.won", *season))
	}
	reply.Buttons = command.Rows(append(b.dayButtons(v, c, games, number), chat.Button{
		Label: v.Phrase("button.card", nil), Icon: button.IconCard, Personal: true, Data: command.Data(button.ActCard, number),
	}))
	return reply, nil
}

// dayButtons show the puzzles of a day. A press in the post of a community makes the
// person one of it, so the data says which it is.
func (b *Bot) dayButtons(v say.Voice, c storage.Community, games []engine.Game, number int) (all []chat.Button) {
	data := func(g engine.Game) string {
		if c.Private || c.ID == 0 {
			return command.Data(button.ActDaily, g.Name(), number)
		}
		return b.seals.Sealed(button.ActDaily, g.Name(), number, c.ID)
	}
	for _, g := range games {
		all = append(all, chat.Button{Label: v.GameName(g), Personal: true, Data: data(g), Style: chat.Primary})
	}
	return all
}

// closedReply is a day that is over, as a community sees it.
func (b *Bot) closedReply(tx *storage.Tx, v say.Voice, c storage.Community, number, today int) (chat.Reply, error) {
	games := b.settings.Games(c)
	d, err := b.play.CommunityDay(tx, c, number, today, games)
	if err != nil {
		return chat.Reply{}, err
	}
	d.Streak = 0 // the next day's post tells it
	over := "daily.over"
	if len(d.Games) == 0 {
		over = "daily.over.nobody"
	}
	return chat.Reply{
		Text: append([]chat.Line{v.Day(number), v.Line(over, nil)}, v.Recap(d)...),
		Buttons: [][]chat.Button{{{
			Label: v.Phrase("button.archive", nil), Icon: button.IconDaily, Personal: true, Data: command.Data(button.ActDaily, games[0].Name(), number),
		}}},
	}, nil
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

// dailyNonce names the post of a daily in a community.
func dailyNonce(communityID int64, number int) string {
	return fmt.Sprintf("daily:%d:%d", communityID, number)
}

// postDaily posts a day and closes the one before. What people reply to the post is
// no puzzle's, but would be an answer to its first one, which others must not read.
func (b *Bot) postDaily(tx *storage.Tx, c storage.Community, number int, now time.Time) error {
	r, err := b.play.DailyRound(tx, number, b.settings.Games(c)[0], now)
	if err != nil {
		return err
	}
	v := b.voiceIn(c)
	reply, err := b.dayReply(tx, v, c, number, number)
	if err != nil {
		return err
	}
	err = b.post(tx, now, storage.Outgoing{
		Nonce: dailyNonce(c.ID, number), CommunityID: c.ID, Channel: c.DailyChannel, RoundID: r.ID, Bulk: true, Expires: now.Add(dailyFor),
	}, reply)
	if err != nil || c.Private {
		return err
	}
	err = b.editDaily(tx, c, number-1, "recap", now, func() (chat.Reply, error) { return b.closedReply(tx, v, c, number-1, number) })
	if err != nil {
		return err
	}
	idle, err := b.play.Idle(tx, play.Act{Community: c, Channel: c.DailyChannel, At: now})
	if err != nil || !idle {
		return err
	}
	return tx.SetCurrent(c.ID, c.DailyChannel, 0, r.ID, now)
}

// editDaily changes the post of a daily in a community, if there is one.
func (b *Bot) editDaily(tx *storage.Tx, c storage.Community, number int, why string, now time.Time, reply func() (chat.Reply, error)) error {
	nonce := dailyNonce(c.ID, number)
	message, err := tx.PostedAs(nonce)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	r, err := reply()
	if err != nil {
		return err
	}
	return b.post(tx, now, storage.Outgoing{
		Nonce: nonce + ":" + why, CommunityID: c.ID, Channel: c.DailyChannel, Message: message, Bulk: true, Expires: now.Add(dailyFor),
	}, r)
}

// showSolver has the posts of a day say, soon, that a person has solved something of
// it, in their communities.
func (b *Bot) showSolver(tx *storage.Tx, a play.Act, r play.Round) error {
	all, err := tx.CommunitiesOf(a.Person.ID, a.At.Add(-play.BelongFor), maxCommunities)
	if err != nil {
		return err
	}
	for _, c := range all {
		if !c.Daily || !c.Active || !settings.IsDealt(c, r.Game) {
			continue
		}
		if err := tx.AddJob(storage.Job{Kind: postJob, Key: play.JobKey(c.ID) + ":" + strconv.Itoa(r.Daily), At: a.At.Add(postEvery)}); err != nil {
			return err
		}
	}
	return nil
}

// changePostJob has the post of a day say who has solved what. Once the next day is
// posted, that says how this one went.
func (b *Bot) changePostJob(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	id, day, _ := strings.Cut(j.Key, ":")
	communityID, errID := strconv.ParseInt(id, 10, 64)
	number, errDay := strconv.Atoi(day)
	return func(tx *storage.Tx) error {
		// First of all, so that who solves something meanwhile sets it anew.
		if err := tx.DropJob(j.Kind, j.Key); err != nil || errID != nil || errDay != nil {
			return err
		}
		c, err := tx.CommunityByID(communityID)
		if errors.Is(err, storage.ErrNotFound) || err == nil && (!c.Daily || !c.Active) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := tx.PostedAs(dailyNonce(c.ID, number+1)); err == nil {
			number++
		} else if !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		return b.editDaily(tx, c, number, "at:"+strconv.FormatInt(now.UnixMilli(), 10), now, func() (chat.Reply, error) {
			return b.dayReply(tx, b.voiceIn(c), c, number, play.Number(now.In(play.Zone(c))))
		})
	}, nil
}

var (
	_ jobs.Kind = (*Bot)(nil).postDailyJob
	_ jobs.Kind = (*Bot)(nil).changePostJob
)
