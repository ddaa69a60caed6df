package announce

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// The daily of a community is one post. It fills with names while the day goes on, ends
// with how the day before went, and is closed when the next one comes.

const (
	// SolversJob is the kind of the job that shows in a post who has solved what; its key
	// is the community's number and that of the day.
	SolversJob = "daily-post"
	// solversEvery is how long the post waits for others who solve something: however many
	// there are, it changes at most that often.
	solversEvery = 10 * time.Second
	// dailyFor is for how long the post of a daily is of use.
	dailyFor = 24 * time.Hour
	// maxCommunities is in how many communities' posts a solver is named.
	maxCommunities = 20
	// DailyJob is the kind of the job that posts the daily; its key is the community's
	// number.
	DailyJob = "daily"
	// ReminderJob is the kind of the job that reminds a person of a streak that ends; its key
	// is the number of their own conversation.
	ReminderJob = "reminder"
	// remindAt is the hour, by the person's clock, at which they are reminded: the date, and
	// with it the streak, ends an hour later.
	remindAt = 23
)

// Schedule brings a community's jobs in line with its settings. When today's hour is over
// already, the daily comes at once if it has not been posted.
func Schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	local := now.In(play.Zone(c.Zone))
	if c.Private {
		if _, err := schedule(tx, c, ReminderJob, c.Reminder, play.NextDaily(local, remindAt, 0)); err != nil {
			return err
		}
	}
	_, err := schedule(tx, c, DailyJob, c.Daily, play.DailyTime(local, c.Hour, c.Minute))
	return err
}

// schedule schedules the next job of a kind of a community, and reports whether it gets any.
func schedule(tx *storage.Tx, c storage.Community, kind string, wanted bool, at time.Time) (is bool, err error) {
	if !wanted || !c.Active {
		return false, tx.DropJob(kind, strconv.FormatInt(c.ID, 10))
	}
	return true, tx.SetJob(storage.Job{Kind: kind, Key: strconv.FormatInt(c.ID, 10), At: at})
}

// Daily is the job that posts the daily of a community's date, once, closes the post of the
// day before, and schedules the next one. A reply to the post names no puzzle; it would count
// as a public answer to the first one, so that one becomes current only where nothing else is
// open.
func (a *Announcer) Daily(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		c.ID = id // of a community that is gone: it gets no dailies
		local := now.In(play.Zone(c.Zone))
		posts, err := schedule(tx, c, DailyJob, c.Daily, play.NextDaily(local, c.Hour, c.Minute))
		if err != nil || !posts || play.DailyTime(local, c.Hour, c.Minute).After(local) {
			return err
		}
		number := play.NumberIn(c, now)
		r, err := a.Play.DailyRound(tx, number, a.Settings.Games(c)[0], now)
		if err != nil {
			return err
		}
		if err := a.Play.TellSeason(tx, c, number); err != nil {
			return err
		}
		v := a.Voice(c)
		reply, won, err := a.Day(tx, v, c, number, number)
		if err != nil {
			return err
		}
		o := dailyPost(c, number, now)
		o.RoundID, reply.Quiet = r.ID, c.Quiet
		if err := a.Put(tx, now, o, "", reply); err != nil || c.Private {
			return err
		}
		over := "daily.over" // this post says how the day before went
		if !won {
			over = "daily.over.nobody"
		}
		if err := a.Put(tx, now, dailyPost(c, number-1, now), "recap", chat.Reply{
			Text:    []chat.Line{v.Day(number - 1), v.Line(over, nil)},
			Buttons: [][]chat.Button{{button.New(v, "archive", command.Data(button.ActDaily, r.Game.Name(), number-1))}},
		}); err != nil {
			return err
		}
		open, err := tx.OpenRounds(c.ID, c.DailyChannel, 1)
		if err != nil || len(open) > 0 {
			return err
		}
		return tx.SetCurrent(c.ID, c.DailyChannel, 0, r.ID, now)
	}, nil
}

// dailyPost is the post of a day in a community.
func dailyPost(c storage.Community, number int, now time.Time) storage.Outgoing {
	return storage.Outgoing{
		Nonce: fmt.Sprintf("daily:%d:%d", c.ID, number), CommunityID: c.ID, Channel: c.DailyChannel, Bulk: true, Expires: now.Add(dailyFor),
	}
}

// Posted pins the post of a day, which has become a message, in the place of the one before,
// if the community wants that.
func (a *Announcer) Posted(tx *storage.Tx, o storage.Outgoing, message string, now time.Time) error {
	c, err := tx.CommunityByID(o.CommunityID)
	if err != nil || !c.Pin {
		return err
	}
	r, err := a.Play.Round(tx, o.RoundID)
	if err != nil {
		return err
	}
	pin, unpin := dailyPost(c, r.Daily, now), dailyPost(c, r.Daily-1, now)
	before, ok, err := storage.Found(tx.PostedAs(unpin.Nonce))
	if err != nil {
		return err
	}
	pin.Nonce, pin.Channel = pin.Nonce+":pin", o.Channel
	if err := a.Put(tx, now, pin, "", chat.Reply{Pin: message}); err != nil || !ok {
		return err
	}
	unpin.Nonce, unpin.Channel = unpin.Nonce+":unpin", before.Channel
	return a.Put(tx, now, unpin, "", chat.Reply{Unpin: before.Message})
}

// askedPost is the message that shows a day because somebody has asked for it, the last one
// in the community.
func askedPost(c storage.Community, number int, now time.Time) storage.Outgoing {
	o := dailyPost(c, number, now)
	o.Nonce = "asked-" + o.Nonce
	return o
}

// Asked notes that a day that somebody has asked for is shown by a message, which fills with
// names like the post of a daily.
func (a *Announcer) Asked(tx *storage.Tx, o storage.Outgoing, number int, message string, now time.Time) error {
	c := storage.Community{ID: o.CommunityID, DailyChannel: o.Channel}
	post := askedPost(c, number, now)
	post.Network = o.Network
	return tx.NotePosted(post, message, now)
}

// Day is a day as a community sees it: its puzzles, who has solved them, how the day before
// went and, once a month, who won the last one. Today is the number at the place. won reports whether
// somebody solved something the day before.
func (a *Announcer) Day(tx *storage.Tx, v say.Voice, c storage.Community, number, today int) (reply chat.Reply, won bool, err error) {
	games := a.Settings.Games(c)
	before, err := a.Play.CommunityDay(tx, c, number-1, today, games)
	if err != nil {
		return reply, false, err
	}
	now, err := a.Play.CommunityDay(tx, c, number, today, games)
	if err != nil {
		return reply, false, err
	}
	how := "day.how"
	switch {
	case number < today:
		how += ".past"
	case c.Private:
		how += ".alone"
	}
	reply.Text = append([]chat.Line{v.Day(number), v.Line(how, nil)}, v.Solvers(now)...)
	if won = len(before.Games) > 0; won {
		reply.Text = append(reply.Text, chat.Line{}, say.Head(v.Phrase("day.before", say.With{"number": number - 1})))
		reply.Text = append(reply.Text, v.Recap(before)...)
	}
	if c.Private && number == today {
		ended, err := a.Play.TellLeague(tx, c.OwnerID)
		if err != nil {
			return reply, won, err
		}
		if ended != nil {
			reply.Text = append(reply.Text, chat.Line{}, v.LeagueResult(*ended))
		}
	}
	season, err := a.Play.Announced(tx, c, number)
	if season != nil {
		reply.Text = append(reply.Text, chat.Line{}, v.Season("season.won", *season))
	}
	reply.Buttons = command.Rows(append(a.dayButtons(v, c, games, number), button.New(v, "card", command.Data(button.ActCard, number))))
	return reply, won, err
}

// dayButtons show the puzzles of a day. A press in the post of a community makes the person
// a member of it, so the data says which community it is.
func (a *Announcer) dayButtons(v say.Voice, c storage.Community, games []engine.Game, number int) (all []chat.Button) {
	for _, g := range games {
		data := command.Data(button.ActDaily, g.Name(), number)
		if !c.Private && c.ID != 0 {
			data = a.Seals.Sealed(command.Data(button.ActDaily, g.Name(), number, c.ID))
		}
		all = append(all, chat.Button{Label: v.GameName(g), Personal: true, Data: data})
	}
	return all
}

// showSolver schedules that the posts of a day name a person who has solved something of
// it, in their communities.
func (a *Announcer) showSolver(tx *storage.Tx, act play.Act, r play.Round) error {
	all, err := tx.CommunitiesOf(act.Person.ID, act.At.Add(-play.BelongFor), maxCommunities)
	if err != nil {
		return err
	}
	for _, c := range all {
		if !c.Active || !settings.IsDealt(c, r.Game) {
			continue
		}
		if !c.Daily { // somebody may have asked for it
			switch _, ok, err := storage.Found(tx.PostedAs(askedPost(c, r.Daily, act.At).Nonce)); {
			case err != nil:
				return err
			case !ok:
				continue
			}
		}
		if err := tx.AddJob(storage.Job{Kind: SolversJob, Key: strconv.FormatInt(c.ID, 10) + ":" + strconv.Itoa(r.Daily), At: act.At.Add(solversEvery)}); err != nil {
			return err
		}
	}
	return nil
}

// Solvers is the job that shows in the post of a day who has solved what. Once the next day
// is posted, that post says how this one went.
func (a *Announcer) Solvers(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	id, day, _ := strings.Cut(j.Key, ":")
	communityID, errID := strconv.ParseInt(id, 10, 64)
	number, errDay := strconv.Atoi(day)
	return func(tx *storage.Tx) error {
		// It is dropped first: a person who solves something later sets it anew.
		if err := tx.DropJob(j.Kind, j.Key); err != nil || errID != nil || errDay != nil {
			return err
		}
		c, ok, err := storage.Found(tx.CommunityByID(communityID))
		if err != nil || !ok || !c.Active {
			return err
		}
		posts := []storage.Outgoing{askedPost(c, number, now)}
		if c.Daily {
			posts = append(posts, dailyPost(c, number+1, now), dailyPost(c, number, now))
		}
		for i, o := range posts {
			posted, ok, err := storage.Found(tx.PostedAs(o.Nonce))
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			o.Channel, o.Message = posted.Channel, posted.Message
			shown := number
			if i == 1 {
				shown++
			}
			reply, _, err := a.Day(tx, a.Voice(c), c, shown, play.NumberIn(c, now))
			if err != nil {
				return err
			}
			if err := a.Put(tx, now, o, "at:"+strconv.FormatInt(now.UnixMilli(), 10), reply); err != nil || i == 1 {
				return err // the post of the day before is closed
			}
		}
		return nil
	}, nil
}

// Reminder is the job that writes to a person whose streak ends with the day, and schedules
// the next evening.
func (a *Announcer) Reminder(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		c.ID = id // of a conversation that is gone: nobody is reminded there
		local := now.In(play.Zone(c.Zone))
		reminds, err := schedule(tx, c, ReminderJob, c.Reminder, play.NextDaily(local, remindAt, 0))
		if err != nil || !reminds || play.DailyTime(local, remindAt, 0).After(local) {
			return err
		}
		today, _, err := a.Play.Live(tx, play.Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: now})
		if err != nil {
			return err
		}
		ends, err := a.Play.StreakEnds(tx, c.OwnerID, today)
		if err != nil || ends.Days == 0 {
			return err
		}
		v := a.Voice(c)
		y, m, d := local.Date()
		return a.Put(tx, now, storage.Outgoing{
			Nonce: fmt.Sprintf("reminder:%d:%d", c.ID, today), CommunityID: c.ID, Bulk: true, Expires: time.Date(y, m, d+1, 0, 0, 0, 0, local.Location()),
		}, "", chat.Reply{
			Text:    []chat.Line{v.Line("reminder.text", say.With{"n": ends.Days, "command": say.Slash("daily")})},
			Buttons: command.Rows(a.dayButtons(v, c, a.Settings.Games(c), today)),
		})
	}, nil
}
