package daily

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/tell"
	"reckon/bot/zone"
	"reckon/storage"
	"reckon/storage/storetest"
)

// newDaily makes the feature on a new database. The number of each daily that other features hear of by BeforePost is
// added to begun.
func newDaily(t *testing.T, begun *[]int) daily {
	t.Helper()
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	k := featuretest.Kernel(t)
	k.Settings = settings.New(k.Games, talk.Levels[:], k.Book, zones)
	k.Links = new(button.Links)
	k.FrontEnd = func(string) chat.FrontEnd { return nil }
	k.Features = func() []feature.Feature {
		return []feature.Feature{{BeforePost: func(_ *storage.Tx, _ storage.Community, number int) error {
			if begun != nil {
				*begun = append(*begun, number)
			}
			return nil
		}}}
	}
	k.Tell = &tell.Teller{
		Play:   k.Play,
		Outbox: outbox.New(outbox.Config{Store: k.Store}),
		Links:  k.Links,
		Speak:  k.Speak,
	}
	return daily{Kernel: k}
}

// jobsOf lists the jobs of a kind as "key at time".
func jobsOf(tx *storage.Tx, kind string) ([]string, error) {
	rows, err := storage.List[storage.Job](tx, "list jobs", `
		SELECT kind, key, at FROM jobs WHERE kind = $1 ORDER BY key`, kind)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, j := range rows {
		all = append(all, j.Key+" at "+j.At.UTC().Format("01-02 15:04:05"))
	}
	return all, nil
}

// A reminder comes at eleven in the evening by the person's clock. It holds until their midnight, leads to
// the games that they play, and is followed by another one a day later.
func TestReminderByThePersonsClock(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		own, err := tx.EnsureCommunity("test", "ann", true, ann.ID, "", storetest.Noon)
		if err != nil {
			return err
		}
		own.Zone = "Asia/Tokyo"
		own.Games = "24"
		if err := tx.SaveCommunity(own); err != nil {
			return err
		}
		if err := reminder.Set(tx, own.ID, true); err != nil {
			return err
		}
		evening := time.Date(2026, 8, 1, 14, 0, 0, 0, time.UTC)
		today := round.CalendarOf(own).NumberAt(evening)
		for _, number := range []int{today - 2, today - 1} {
			if err := round.AddDay(tx, ann.ID, number, evening); err != nil {
				return err
			}
		}
		do, err := d.runReminder(t.Context(), own.ID, evening)
		if err != nil {
			return err
		}
		if err := do(tx); err != nil {
			return err
		}
		rows, err := storage.List[struct {
			Expires time.Time
			Body    string
		}](tx, "list reminders", `SELECT expires_at, body FROM outbox`)
		if err != nil {
			return err
		}
		if len(rows) != 1 || !rows[0].Expires.Equal(evening.Add(time.Hour)) {
			t.Fatalf("the reminders are %+v", rows)
		}
		if !strings.Contains(rows[0].Body, "v2 daily 24") || strings.Contains(rows[0].Body, "v2 daily letters") {
			t.Errorf("the reminder is %s", rows[0].Body)
		}
		jobs, err := jobsOf(tx, reminderJob)
		if err != nil {
			return err
		}
		if want := []string{fmt.Sprintf("%d at 08-02 14:00:00", own.ID)}; !slices.Equal(jobs, want) {
			t.Errorf("the next reminders are %q, want %q", jobs, want)
		}
		return nil
	})
}

// A person who asks for reminders late in the evening gets the first one on the next day.
func TestFirstReminder(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		own, err := tx.EnsureCommunity("test", "ann", true, 0, "", storetest.Noon)
		if err != nil {
			return err
		}
		own.Zone = "UTC"
		if err := reminder.Set(tx, own.ID, true); err != nil {
			return err
		}
		for hours, want := range map[int]string{10: "08-01 23:00:00", 11: "08-02 23:00:00"} {
			now := storetest.Noon.Add(time.Duration(hours)*time.Hour + time.Minute)
			if err := d.schedule(tx, own, now); err != nil {
				return err
			}
			jobs, err := jobsOf(tx, reminderJob)
			if err != nil {
				return err
			}
			if len(jobs) != 1 || !strings.HasSuffix(jobs[0], want) {
				t.Errorf("at %v the reminders are %q, want one at %s", now, jobs, want)
			}
		}
		return nil
	})
}

// A job is set for an active community that wants it, and dropped otherwise.
func TestWhoseJobIsSet(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		for _, test := range []struct {
			isWanted, isActive bool
			want               []string
		}{
			{true, true, []string{"7 at 08-01 12:00:00"}},
			{true, false, nil},
			{true, true, []string{"7 at 08-01 12:00:00"}},
			{false, true, nil},
		} {
			c := storage.Community{ID: 7, Active: test.isActive, Daily: test.isWanted, Hour: 12}
			if err := d.schedule(tx, c, storetest.Noon); err != nil {
				return err
			}
			jobs, err := jobsOf(tx, postJob)
			if err != nil {
				return err
			}
			if !slices.Equal(jobs, test.want) {
				t.Errorf("%+v: the jobs are %q", test, jobs)
			}
		}
		return nil
	})
}

// A minute after a month is closed, today's posts are edited. The end of a day or a week edits none.
func TestPostsAfterAMonth(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		c.Daily = true
		if err := tx.SaveCommunity(c); err != nil {
			return err
		}
		month := []string{fmt.Sprintf("%d:%d:news at 08-01 12:01:00", c.ID, round.Number(storetest.Noon))}
		for _, test := range []struct {
			span storage.Span
			want []string
		}{{storage.Day, nil}, {storage.Week, nil}, {storage.Month, month}} {
			if err := d.monthOver(tx, test.span, storetest.Day, []int64{c.ID}); err != nil {
				return err
			}
			jobs, err := jobsOf(tx, solversJob)
			if err != nil {
				return err
			}
			if !slices.Equal(jobs, test.want) {
				t.Errorf("after a span %v the jobs are %q, want %q", test.span, jobs, test.want)
			}
		}
		return nil
	})
}

// Other features add news to the post of today, if there is one, and to no older post.
func TestNewsOfToday(t *testing.T) {
	var begun []int
	d := newDaily(t, &begun)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		today := round.CalendarOf(c).NumberAt(storetest.Noon)
		note := func(number int) error {
			o := storage.Outgoing{Nonce: dayPost.announcement(c, number).Nonce(), CommunityID: c.ID, Network: c.Network}
			return tx.NotePosted(o, "m", storetest.Noon)
		}
		for _, posted := range []int{today - 1, today} {
			if err := d.tellNews(tx, c, today, storetest.Noon); err != nil {
				return err
			}
			if len(begun) > 0 {
				t.Errorf("without a post of today there are news of %v", begun)
			}
			if err := note(posted); err != nil {
				return err
			}
		}
		for _, number := range []int{today - 1, today} {
			if err := d.tellNews(tx, c, number, storetest.Noon); err != nil {
				return err
			}
		}
		if !slices.Equal(begun, []int{today}) {
			t.Errorf("there are news of the days %v, want %d", begun, today)
		}
		// The job that edits the post asks for news, too, where there is a daily post.
		for _, isOn := range []bool{false, true} {
			c.Daily = isOn
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
			begun = nil
			do, err := d.showSolvers(t.Context(), storage.Job{Key: fmt.Sprintf("%d:%d", c.ID, today)}, storetest.Noon)
			if err != nil {
				return err
			}
			if err := do(tx); err != nil {
				return err
			}
			if slices.Equal(begun, []int{today}) != isOn {
				t.Errorf("with a daily post: %v, the job asks for news of %v", isOn, begun)
			}
		}
		return nil
	})
}

// A reply that shows a day to everyone is edited later. A reply that shows another round, one that shows
// the day to one person, and a message without a request are not.
func TestWhichReplyIsEdited(t *testing.T) {
	for _, test := range []struct {
		name  string
		event string
		shows bool
		daily int
		want  bool
	}{
		{"the day", "{}", true, 61, true},
		{"another round", "{}", true, 0, false},
		{"a reply that does not show it", "{}", false, 61, false},
		{"no reply", "", true, 61, false},
	} {
		d := newDaily(t, nil)
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			c := storetest.Community(t, tx, "1")
			o := storage.Outgoing{CommunityID: c.ID, Network: "test", Channel: "b", Shows: test.shows}
			if test.event != "" {
				o.Event = []byte(test.event)
			}
			r := round.Round{Round: storage.Round{Daily: test.daily}}
			if err := d.delivered(tx, o, r, "m7", storetest.Noon); err != nil {
				return err
			}
			post, isNoted, err := storage.Found(tx.PostedAs(dayReply.announcement(c, test.daily).Nonce()))
			if err != nil {
				return err
			}
			isRight := post.Message == "m7" && post.Channel == "b"
			if isNoted != test.want || isNoted && !isRight {
				t.Errorf("%s is noted: %v, as %+v", test.name, isNoted, post)
			}
			return nil
		})
	}
}

// A post is pinned in the channel to which it was delivered, even if the daily moves in the meantime. The
// post before is unpinned where it is.
func TestWhereAPostIsPinned(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		c.DailyChannel = "new"
		if err := tx.SaveCommunity(c); err != nil {
			return err
		}
		if err := pinned.Set(tx, c.ID, true); err != nil {
			return err
		}
		number := round.CalendarOf(c).NumberAt(storetest.Noon)
		r, err := d.Play.DailyRound(tx, number, d.Games[0], storetest.Noon)
		if err != nil {
			return err
		}
		before := storage.Outgoing{
			Nonce:       dayPost.announcement(c, number-1).Nonce(),
			CommunityID: c.ID,
			Network:     "test",
			Channel:     "old",
		}
		if err := tx.NotePosted(before, "m1", storetest.Noon); err != nil {
			return err
		}
		o := storage.Outgoing{CommunityID: c.ID, RoundID: r.ID, Channel: "here", Bulk: true}
		if err := d.delivered(tx, o, r, "m2", storetest.Noon); err != nil {
			return err
		}
		channels, err := storage.List[string](tx, "list pins", `
			SELECT channel FROM outbox WHERE nonce LIKE '%pin' ORDER BY id`)
		if err != nil {
			return err
		}
		if want := []string{"here", "old"}; !slices.Equal(channels, want) {
			t.Errorf("pins are set and removed in the channels %q, want %q", channels, want)
		}
		return nil
	})
}

// The setting that pins posts is switched off where a network refuses to pin. No other setting is.
func TestSettingThatARefusalClears(t *testing.T) {
	for _, s := range settingRows() {
		if (s.Clears == chat.GonePin) != (s.Name == pinned.Name()) {
			t.Errorf("a refused pin clears %s", s.Name)
		}
	}
}

// An administrator who opens a day in a group without a daily post is noted, until somebody else opens it.
func TestWhoOpenedADay(t *testing.T) {
	storetest.Write(t, storetest.Open(t), func(tx *storage.Tx) error {
		for _, test := range []struct {
			name   string
			change func(*round.Act)
			want   string
		}{
			{"an administrator", func(*round.Act) {}, "61"},
			{"somebody else", func(a *round.Act) { a.Admin = false }, ""},
			{"in private", func(a *round.Act) { a.Community.Private = true }, ""},
			{"with a daily post", func(a *round.Act) { a.Community.Daily = true }, ""},
		} {
			act := round.Act{Community: storetest.Community(t, tx, test.name), Admin: true, At: storetest.Noon}
			test.change(&act)
			if err := noteOpened(tx, act, 61); err != nil {
				return err
			}
			got, err := tx.Setting(act.Community.ID, openedDay)
			if err != nil {
				return err
			}
			if got != test.want {
				t.Errorf("%s: opened is %q, want %q", test.name, got, test.want)
			}
		}
		return nil
	})
}

// The first puzzle of a post becomes current, unless another round is open in its channel: an answer to that
// one must not count as an answer to the daily, which all can read.
func TestDailyBesideAnOpenRound(t *testing.T) {
	for channel, want := range map[string]int{"here": 0, "elsewhere": 1} {
		d := newDaily(t, nil)
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			c := storetest.Community(t, tx, "1")
			c.Daily = true
			c.DailyChannel = "here"
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
			_, err := tx.AddRound(storage.Round{
				CommunityID: c.ID,
				Channel:     channel,
				Game:        "24",
				Puzzle:      "24:3,3,8,8",
				Class:       "c",
				DealtAt:     storetest.Noon,
			})
			if err != nil {
				return err
			}
			if err := d.postToday(tx, c, round.CalendarOf(c).NumberAt(storetest.Noon), storetest.Noon); err != nil {
				return err
			}
			n, err := storage.Get[int](tx, "count current rounds", `
				SELECT COUNT(*) FROM currents WHERE community_id = $1 AND channel = 'here' AND player_id = 0`, c.ID)
			if err != nil {
				return err
			}
			if n != want {
				t.Errorf("with a round open %s, %d dailies are current, want %d", channel, n, want)
			}
			return nil
		})
	}
}

// The post of every day is offered in a group that has none, under the day that an administrator has opened.
func TestWhereThePostIsOffered(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		for _, test := range []struct {
			name   string
			change func(*storage.Community)
			want   int
		}{
			{"a group", func(*storage.Community) {}, 1},
			{"in private", func(c *storage.Community) { c.Private = true }, 0},
			{"with a daily post", func(c *storage.Community) { c.Daily = true }, 0},
		} {
			c := storetest.Community(t, tx, test.name)
			if err := tx.SetSetting(c.ID, openedDay, "61"); err != nil {
				return err
			}
			test.change(&c)
			var reply chat.Reply
			if err := addEveryDay(tx, d.Speak("en"), c, 61, &reply); err != nil {
				return err
			}
			if len(reply.Buttons) != test.want {
				t.Errorf("%s: the buttons are %+v", test.name, reply.Buttons)
			}
		}
		return nil
	})
}

// The post of every day is offered once, to a person who has scored on their live day.
func TestToWhomThePostIsOffered(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		scored := []round.Part{{Game: d.Games[0], Score: 1}}
		for _, test := range []struct {
			name   string
			live   bool
			parts  []round.Part
			daily  bool
			wanted int
		}{
			{"a past day", false, scored, false, 0},
			{"nothing scored", true, nil, false, 0},
			{"a post already", true, scored, true, 0},
			{"scored", true, scored, false, 1},
		} {
			own, err := tx.EnsureCommunity("test", test.name, true, 0, "", storetest.Noon)
			if err != nil {
				return err
			}
			own.Daily = test.daily
			req := &feature.Request{Say: d.Speak("en"), Act: round.Act{Community: own, At: storetest.Noon}}
			day := round.Achievement{Number: 61, Live: test.live, Parts: test.parts}
			for _, want := range []int{test.wanted, 0} {
				var reply chat.Reply
				if err := addTomorrow(req, tx, &reply, day); err != nil {
					return err
				}
				if len(reply.Buttons) != want || len(reply.Text) != want {
					t.Errorf("%s: the reply is %+v", test.name, reply)
				}
			}
		}
		return nil
	})
}

// Solutions are shown from the moment at which the day is over everywhere, to the person alone. They are
// those of the games that the community deals.
func TestWhenSolutionsAreShown(t *testing.T) {
	const number = 61
	d := newDaily(t, nil)
	var ann storage.Player
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		ann = storetest.Person(t, tx, "ann")
		for _, name := range []string{"24", "letters"} {
			if _, err := d.Play.DailyRound(tx, number, d.Play.Game(name), storetest.Noon); err != nil {
				return err
			}
		}
		return nil
	})
	for early, want := range map[time.Duration]chat.Audience{0: chat.Secret, time.Millisecond: chat.Asker} {
		req := &feature.Request{Ctx: t.Context(), Say: d.Speak("en")}
		req.Act = round.Act{
			Person:    ann,
			Community: storage.Community{Games: "24"},
			At:        round.SolutionsFrom(number).Add(-early),
		}
		req.Button = command.Press{Act: actSolutions, Args: []string{"61"}}
		plan, err := d.solutionsButton(req)
		result := carryOut(t, d, plan, err)
		if result.Audience != want {
			t.Errorf("%v before the end the audience is %v, want %v", early, result.Audience, want)
		}
		if want == chat.Secret && (len(result.Text) != 2 || !strings.Contains(say.Plain(result.Text[1]), "24")) {
			t.Errorf("the solutions are %+v", result.Text)
		}
	}
}

// A person who summons the bot gets no offer of their card, since the first offer is sent without a choice.
func TestSummonedBotSendsNoCard(t *testing.T) {
	d := newDaily(t, nil)
	for kind, want := range map[chat.Kind]bool{chat.Summoned: false, chat.Text: true} {
		req := &feature.Request{Ctx: t.Context(), Say: d.Speak("en")}
		req.Input.Kind = kind
		req.Act = round.Act{At: storetest.Noon, Community: storage.Community{Private: true}}
		text := fmt.Sprint("Share ", round.Number(storetest.Noon))
		if _, ok, err := d.offersFor(req, text); err != nil || ok != want {
			t.Errorf("input of kind %v gets an offer: %v, %v", kind, ok, err)
		}
	}
}
