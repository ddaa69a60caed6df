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
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
	"reckon/storage/storetest"
)

// request returns a request at a place of somebody who speaks English.
func request(t *testing.T, d daily, c storage.Community, at time.Time) *feature.Request {
	t.Helper()
	return &feature.Request{
		Ctx:   t.Context(),
		Say:   d.Speak("en"),
		Aloud: d.Speak("en"),
		Act:   round.Act{Community: c, Admin: true, Channel: "here", At: at},
	}
}

// dataOf returns the data of all buttons of a reply.
func dataOf(reply chat.Reply) []string {
	var all []string
	for _, b := range slices.Concat(reply.Buttons...) {
		all = append(all, b.Data)
	}
	return all
}

// What a person types as a number is compared with the latest ten thousand days, the newest first, up to
// as many as a menu has.
func TestOfferedNumbers(t *testing.T) {
	req := &feature.Request{Say: voices(t)["en"], Act: round.Act{At: round.Day(15_000).Add(20 * time.Hour)}}
	for typed, want := range map[string]string{
		"5000":  "",
		"5001":  "5001",
		"#5001": "5001",
		"15001": "",
		"1500":  "15000",
	} {
		var values []string
		for _, choice := range (daily{}).completeNumber(req, typed) {
			values = append(values, choice.Value)
		}
		if got := strings.Join(values, " "); got != want {
			t.Errorf("for %q there are the numbers %q, want %q", typed, got, want)
		}
	}
	choices := (daily{}).completeNumber(req, "")
	if len(choices) != 25 || choices[0].Value != "15000" || choices[24].Value != "14976" {
		t.Errorf("at first there are %+v", choices)
	}
	req.Act.At = round.Day(2).Add(20 * time.Hour)
	if choices := (daily{}).completeNumber(req, ""); len(choices) != 2 || choices[1].Value != "1" {
		t.Errorf("on the second day there are %+v", choices)
	}
	req.Act.At = round.Day(15_000).Add(20 * time.Hour)
	req.Act.Community.Zone = "Asia/Tokyo"
	newest := (daily{}).completeNumber(req, "")[0]
	if newest.Value != "15001" || !strings.Contains(newest.Label[chat.DefaultLanguage], "today") {
		t.Errorf("in Tokyo the newest is %+v", newest)
	}
}

// A text with a digit is read as the number of a day, one without as the name of a game. Of a long text, only
// the beginning is repeated.
func TestWhatIsTypedForADay(t *testing.T) {
	d := newDaily(t, nil)
	for text, want := range map[string]string{
		"0":                     "There's no daily #0. They start at #1.",
		"x61":                   "There's no daily #x61. They start at #1.",
		" # -1 ":                "There's no daily #-1. They start at #1.",
		"tetris":                "I don't have a game called tetris. Try 24, Tchisla, Countdown, Letters or Conundrum.",
		strings.Repeat("9", 41): "There's no daily #" + strings.Repeat("9", 39) + "…. They start at #1.",
		" # 214 ":               "Daily #214 isn't out yet. /daily has today's.",
	} {
		req := request(t, d, storage.Community{}, storetest.Noon)
		req.Args = command.Values{argNumber: text}
		plan, err := d.dailyCommand(req)
		result := carryOut(t, d, plan, err)
		if got := say.Plain(result.Text[0]); got != want || result.Audience != chat.Asker {
			t.Errorf("who types %q is told %q, want %q", text, got, want)
		}
	}
}

// A list of past days begins with yesterday at the latest, even if its button names a later day. A press edits the list
// in place where only the person reads it.
func TestListOfPastDays(t *testing.T) {
	d := newDaily(t, nil)
	newest := round.Number(storetest.Noon) - 1
	for _, test := range []struct {
		name    string
		kind    chat.Kind
		alone   bool
		private bool
		day     int
		first   int
		edits   bool
	}{
		{"a command", chat.Command, true, true, 0, newest, false},
		{"a press in a group", chat.Press, false, false, newest - 1, newest - 1, false},
		{"a press on a message for one", chat.Press, true, false, newest, newest, true},
		{"a press in a private chat", chat.Press, false, true, newest + 1, newest, true},
		{"a press before the first day", chat.Press, false, true, -5, 1, true},
	} {
		req := request(t, d, storage.Community{Private: test.private}, storetest.Noon)
		req.Input = chat.Input{Kind: test.kind, Alone: test.alone}
		if test.day != 0 {
			req.Button = command.Press{Act: actArchive, Args: []string{fmt.Sprint(test.day)}}
		}
		plan, err := d.listDays(req)
		result := carryOut(t, d, plan, err)
		if got, want := dataOf(result.Reply)[0], fmt.Sprintf("v2 daily 24 %d", test.first); got != want {
			t.Errorf("%s: the first button is %q, want %q", test.name, got, want)
		}
		if result.Edit != test.edits || result.Audience != chat.Asker {
			t.Errorf("%s: edit %v, want %v; audience %v", test.name, result.Edit, test.edits, result.Audience)
		}
	}
}

// A person who has given up is led to the solution from the moment on at which it is shown. Until then they
// are told when that is.
func TestWhoGaveUpIsLedToTheSolution(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		r, err := d.Play.DailyRound(tx, 61, d.Games[0], storetest.Noon)
		if err != nil {
			return err
		}
		for early, want := range map[time.Duration]bool{time.Millisecond: false, 0: true} {
			req := request(t, d, storage.Community{Private: true}, storetest.Noon)
			req.Act.Person = ann
			day := round.Achievement{Number: 61, Shown: storetest.Noon.Add(early)}
			for _, g := range d.Games {
				day.Parts = append(day.Parts, round.Part{Game: g, GaveUp: true, Missed: true})
			}
			result, err := d.showPart(req, tx, r, day)
			if err != nil {
				return err
			}
			leads := slices.Contains(dataOf(result.Reply), button.RoundData(d.Seals, button.ActSure, r))
			var text string
			for _, line := range result.Text {
				text += say.Plain(line)
			}
			if says := strings.Contains(text, "1 August 2026"); leads != want || says == want {
				t.Errorf("%v early there is a button: %v, and the text is %q", early, leads, text)
			}
		}
		return nil
	})
}

// A person who asks for their day is shown its puzzles one after the other: each time the first that they have not done.
// When all are done, they are shown their card.
func TestNextPuzzleOfADay(t *testing.T) {
	d := newDaily(t, nil)
	pictures, err := feature.NewPictures(d.Speak("en"))
	if err != nil {
		t.Fatal(err)
	}
	d.Pictures = pictures
	number := round.Number(storetest.Noon)
	var req *feature.Request
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		own, err := tx.EnsureCommunity("net", "own", true, ann.ID, "", storetest.Noon)
		req = request(t, d, own, storetest.Noon)
		req.Act.Person = ann
		return err
	})
	next := func() (result feature.Result) {
		t.Helper()
		plan, err := d.showNext(req, number)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			result, err = plan(tx)
			return err
		})
		return result
	}
	for _, g := range d.Settings.Games(req.Act.Community) {
		result := next()
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			r, err := d.Play.DailyRound(tx, number, g, storetest.Noon)
			if err != nil {
				return err
			}
			if result.Round != r.ID || result.Picture != nil {
				t.Errorf("round %d is shown, want %d, that of %s", result.Round, r.ID, g.Name())
			}
			return tx.Exec("give up", `
				INSERT INTO attempts (round_id, player_id, gave_up_at) VALUES ($1, $2, $3)
				ON CONFLICT (round_id, player_id) DO UPDATE SET gave_up_at = excluded.gave_up_at`,
				r.ID, req.Act.Person.ID, storetest.Noon)
		})
	}
	if result := next(); result.Round != 0 || result.Picture == nil {
		t.Errorf("when all is done, round %d is shown, with the picture %v", result.Round, result.Picture)
	}
}

// The card comes with the reply to the last answer of a day, as a new message. Earlier replies stay as they
// are.
func TestCardAfterTheLastAnswer(t *testing.T) {
	d := newDaily(t, nil)
	pictures, err := feature.NewPictures(d.Speak("en"))
	if err != nil {
		t.Fatal(err)
	}
	d.Pictures = pictures
	for missed, want := range map[bool]bool{false: false, true: true} {
		day := round.Achievement{Number: 61, Live: true, Parts: []round.Part{
			{Game: d.Games[0], Missed: true},
			{Game: d.Games[1], Missed: missed},
		}}
		reply := chat.Reply{Edit: true}
		req := request(t, d, storage.Community{Private: true}, storetest.Noon)
		storetest.Write(t, d.Store, func(tx *storage.Tx) error { return d.addCard(req, tx, &reply, day) })
		if (reply.Picture != nil) != want || reply.Edit == want {
			t.Errorf("all done: %v, the reply is %+v", missed, reply)
		}
	}
}

// A press that asks for the daily post names the time at which it comes next: the time of the press or, if
// it was on already, the time that was set. Today's day is not posted if its time is past.
func TestTimeOfTheNextPost(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		for _, test := range []struct {
			name    string
			daily   bool
			channel string
			said    string
			job     string
		}{
			{"off", false, "here", "21:00", "08-02 12:00:00"},
			{"on", true, "there", "22:30", "08-01 13:30:00"},
		} {
			c := storetest.Community(t, tx, test.name)
			c.Zone = "Asia/Tokyo"
			c.Daily = test.daily
			c.DailyChannel = "there"
			c.Hour = 22
			c.Minute = 30
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
			plan, err := d.tomorrowButton(request(t, d, c, storetest.Noon))
			if err != nil {
				return err
			}
			result, err := plan(tx)
			if err != nil {
				return err
			}
			if said := say.Plain(result.Text[0]); !strings.Contains(said, test.said) || result.Audience != chat.Everyone {
				t.Errorf("%s: the audience %v is told %q", test.name, result.Audience, said)
			}
			jobs, err := jobsOf(tx, postJob)
			if err != nil {
				return err
			}
			if want := fmt.Sprintf("%d at %s", c.ID, test.job); !slices.Contains(jobs, want) {
				t.Errorf("%s: the jobs are %q, want %q", test.name, jobs, want)
			}
			c, err = tx.CommunityByID(c.ID)
			if err != nil || !c.Daily || c.DailyChannel != test.channel {
				t.Errorf("%s: the daily is %v in %q", test.name, c.Daily, c.DailyChannel)
			}
		}
		return nil
	})
}

// On a day that is longer than 24 hours, because the place has moved west, the time of the press comes twice. The day
// is not posted the second time either, because the person is playing it.
func TestNextPostOfALongDay(t *testing.T) {
	d := newDaily(t, nil)
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "club")
		c.Zone = "Asia/Tokyo"
		if err := d.Play.ChangeZone(tx, &c, "America/New_York", storetest.Noon); err != nil {
			return err
		}
		// In New York it is noon on the first of August. The day is still that of Tokyo, the second, which ends with
		// the second in New York.
		plan, err := d.tomorrowButton(request(t, d, c, storetest.Noon.Add(4*time.Hour)))
		if err != nil {
			return err
		}
		if _, err := plan(tx); err != nil {
			return err
		}
		jobs, err := jobsOf(tx, postJob)
		if err != nil {
			return err
		}
		if want := []string{fmt.Sprintf("%d at 08-03 16:00:00", c.ID)}; !slices.Equal(jobs, want) {
			t.Errorf("the jobs are %q, want %q", jobs, want)
		}
		return nil
	})
}

// carryOut runs a plan, which must succeed.
func carryOut(t *testing.T, d daily, plan feature.Plan, err error) feature.Result {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var result feature.Result
	storetest.Write(t, d.Store, func(tx *storage.Tx) (err error) {
		result, err = plan(tx)
		return err
	})
	return result
}

// A person who asks for a day gets that of the place's date. In a private chat they get the first puzzle of the games
// that are dealt there. In a group everyone gets the day, even if the person names a game, unless only the person
// reads the reply.
func TestWhatIsShownOfADay(t *testing.T) {
	d := newDaily(t, nil)
	today := round.Number(storetest.Noon)
	var group storage.Community
	var ann storage.Player
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		ann = storetest.Person(t, tx, "ann")
		group = storetest.Community(t, tx, "1")
		group.Zone = "Asia/Tokyo"
		group.Games = "countdown,letters"
		return tx.SaveCommunity(group)
	})
	for _, test := range []struct {
		name      string
		private   bool
		ephemeral bool
		game      string
		number    string
		audience  chat.Audience
		shown     string
		shows     bool
	}{
		{"today", false, false, "", "", chat.Everyone, fmt.Sprintf("countdown %d", today+1), true},
		{"a game for all", false, false, "24", "", chat.Everyone, fmt.Sprintf("countdown %d", today+1), true},
		{"a game for one", false, true, "24", "", chat.Secret, fmt.Sprintf("24 %d", today+1), false},
		{"a past day", false, false, "", fmt.Sprint(today), chat.Asker, fmt.Sprintf("countdown %d", today), false},
		{"the first day", false, false, "", "1", chat.Asker, "countdown 1", false},
		{"the first day of a game", true, false, "24", "1", chat.Everyone, "24 1", false},
		{"today in private", true, false, "", "", chat.Everyone, fmt.Sprintf("countdown %d", today+1), false},
		{"a game in private", true, false, "24", "", chat.Everyone, fmt.Sprintf("24 %d", today+1), false},
	} {
		c := group
		c.Private = test.private
		req := request(t, d, c, storetest.Noon.Add(5*time.Hour))
		req.Act.Person = ann
		req.Act.Ephemeral = test.ephemeral
		req.Args = command.Values{argGame: test.game, argNumber: test.number}
		plan, err := d.dailyCommand(req)
		result := carryOut(t, d, plan, err)
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			r, err := d.Play.Round(tx, result.Round)
			if err != nil {
				return err
			}
			if got := fmt.Sprintf("%s %d", r.Game.Name(), r.Daily); got != test.shown {
				t.Errorf("%s: the round is %s, want %s", test.name, got, test.shown)
			}
			return nil
		})
		if result.Audience != test.audience || result.Shows != test.shows {
			t.Errorf("%s: the audience is %v, shows %v", test.name, result.Audience, result.Shows)
		}
	}
	// The message of today is edited only if it changes, whichever days were shown since.
	storetest.Write(t, d.Store, func(tx *storage.Tx) error {
		shown, err := tx.Setting(group.ID, string(dayReply))
		if err != nil {
			return err
		}
		if !strings.HasPrefix(shown, fmt.Sprintf("%d:", today+1)) {
			t.Errorf("the message that is edited shows %q", shown)
		}
		return nil
	})
}

// On the first day the archive is empty, and the person is told so. On the second it has one day.
func TestFirstDaysOfTheArchive(t *testing.T) {
	d := newDaily(t, nil)
	none := d.Speak("en").Phrase("archive.none", nil)
	for day, want := range map[int][]string{1: nil, 2: {"v2 daily 24 1"}} {
		plan, err := d.listDays(request(t, d, storage.Community{}, round.Day(day)))
		result := carryOut(t, d, plan, err)
		if got := dataOf(result.Reply); !slices.Equal(got, want) {
			t.Errorf("on day %d the buttons are %q, want %q", day, got, want)
		}
		isEmpty := say.Plain(result.Text[0]) == none
		if isEmpty != (day == 1) || result.Audience != chat.Asker {
			t.Errorf("on day %d, who asks for the archive is told %+v", day, result.Reply)
		}
	}
}

// A person who presses the button of a group's post becomes a member of the group, as of the press. Anybody may write a
// button without a seal, so it makes nobody a member.
func TestPressInAPostMakesAMember(t *testing.T) {
	d := newDaily(t, nil)
	d.rounds = talk.Rounds{Store: d.Store, Play: d.Play}
	pressed := storetest.Noon.Add(-time.Minute)
	var ann storage.Player
	var group, own storage.Community
	storetest.Write(t, d.Store, func(tx *storage.Tx) (err error) {
		ann = storetest.Person(t, tx, "ann")
		group = storetest.Community(t, tx, "1")
		own, err = tx.EnsureCommunity("test", "ann", true, ann.ID, "", storetest.Noon)
		return err
	})
	for _, isSealed := range []bool{false, true} {
		req := request(t, d, own, pressed)
		req.Act.Person = ann
		data := command.Data(actDaily, "letters", 61, group.ID)
		req.Button = command.Press{Act: actDaily, Args: strings.Fields(data)[2:], Sealed: isSealed}
		plan, err := d.puzzleButton(req)
		result := carryOut(t, d, plan, err)
		storetest.Write(t, d.Store, func(tx *storage.Tx) error {
			r, err := d.Play.Round(tx, result.Round)
			if err != nil || r.Daily != 61 || r.Game.Name() != "letters" {
				t.Errorf("the press shows %+v, %v", r, err)
			}
			joined, err := storage.List[time.Time](tx, "list members", `
				SELECT at FROM members WHERE community_id = $1`, group.ID)
			if err != nil {
				return err
			}
			var want []time.Time
			if isSealed {
				want = []time.Time{pressed}
			}
			if !slices.EqualFunc(joined, want, time.Time.Equal) {
				t.Errorf("sealed: %v, members since %v", isSealed, joined)
			}
			return nil
		})
	}
}

// A match is ended for a daily only in a private chat, and only for a game that exists.
func TestWhereAMatchEndsForADaily(t *testing.T) {
	d := newDaily(t, nil)
	for _, test := range []struct {
		game    string
		private bool
	}{{"24", false}, {"tetris", true}} {
		req := request(t, d, storage.Community{Private: test.private}, storetest.Noon)
		req.Button = command.Press{Act: actInstead, Args: []string{test.game, "61"}}
		plan, err := d.insteadButton(req)
		if result := carryOut(t, d, plan, err); say.Plain(result.Text[0]) != say.Plain(req.OldButton().Text[0]) {
			t.Errorf("%+v is told %+v", test, result.Text)
		}
	}
}

// Buttons for four puzzles share a row of a phone if their labels are short. Buttons that lead to a day open
// something for the person who presses them.
func TestButtonsToPuzzles(t *testing.T) {
	d := newDaily(t, nil)
	req := request(t, d, storage.Community{}, storetest.Noon)
	for done, want := range map[int][]int{
		// "✗ Letters" has nine characters, "✗ Countdown" has eleven.
		3: {4},
		2: {2, 2},
	} {
		day := round.Achievement{Number: 61}
		for i, g := range d.Games {
			day.Parts = append(day.Parts, round.Part{Game: g, Missed: i == done})
		}
		isShown := func(g engine.Game) bool { return g != d.Games[0] }
		var rows []int
		for _, row := range d.partButtons(req, day, isShown) {
			rows = append(rows, len(row))
		}
		if !slices.Equal(rows, want) {
			t.Errorf("with %s done the rows have %v buttons, want %v", d.Games[done].Name(), rows, want)
		}
		if open := d.openParts(req, day); len(slices.Concat(open...)) != 4 {
			t.Errorf("with %s done these are open: %+v", d.Games[done].Name(), open)
		}
	}
	invitation := d.invitation(req.Say, 61)[0][0]
	if invitation.Data != "v2 daily 24 61" || !invitation.Personal || invitation.Style != chat.Primary {
		t.Errorf("a card invites with %+v", invitation)
	}
	for _, b := range dayChoices(req.Say, d.Games[1], 2, []int{1}) {
		if !b.Personal || strings.HasPrefix(b.Label, "✓") != (b.Data == "v2 daily tchisla 1") {
			t.Errorf("the archive has %+v", b)
		}
	}
}

// A part that was given up is not marked as one that was answered: on its button, in the squares and on the page.
func TestMarksOfParts(t *testing.T) {
	d := newDaily(t, nil)
	v := d.Speak("en")
	g := d.Games[0]
	answer := &storage.Answer{}
	for _, test := range []struct {
		part                   round.Part
		label, squares, onPage string
	}{
		{round.Part{Game: g}, "24", "⬛", ""},
		{round.Part{Game: g, GaveUp: true, Missed: true}, "✗ 24", "⬛", "missed"},
		{round.Part{Game: g, GaveUp: true, Missed: true, Best: answer, Found: 1}, "✗ 24", "⬛", "missed"},
		{round.Part{Game: g, Answer: answer, IsBest: true, Score: 20}, "✓ 24", "🟩", "right"},
		{round.Part{Game: g, Answer: answer, IsBest: true, Score: 20, GaveUp: true}, "✓ 24", "🟩", "right"},
		{round.Part{Game: g, Answer: answer, Score: 8}, "✓ 24", "🟧", "near"},
	} {
		label := markedLabel(v, test.part)
		row := squares(round.Achievement{Parts: []round.Part{test.part}})
		if label != test.label || row != test.squares || partState(test.part) != test.onPage {
			t.Errorf("%+v: %q, %s, %q", test.part, label, row, partState(test.part))
		}
	}
}

// If the page asks for no day, it gets the live one.
func TestLiveDayOnThePage(t *testing.T) {
	d := newDaily(t, nil)
	req := request(t, d, storage.Community{Private: true, Zone: "Asia/Tokyo"}, storetest.Noon.Add(5*time.Hour))
	for number, want := range map[int]int{0: round.Number(storetest.Noon) + 1, 61: 61} {
		view, err := d.view(req, number)
		if err != nil || view.Number != want || view.Live != (number == 0) {
			t.Errorf("for the day %d the page gets %+v, %v", number, view, err)
		}
	}
}

// On the first day of all there is no yesterday. On the second there is.
func TestYesterdayOfTheFirstDays(t *testing.T) {
	d := newDaily(t, nil)
	for number, want := range map[int]int{1: 0, 2: 1} {
		req := request(t, d, storage.Community{Private: true}, round.Day(number).Add(12*time.Hour))
		view, err := d.view(req, 0)
		if err != nil || view.Number != number {
			t.Fatalf("on day %d the page gets %+v, %v", number, view, err)
		}
		got := 0
		if view.Yesterday != nil {
			got = view.Yesterday.Number
		}
		if got != want {
			t.Errorf("on day %d, yesterday is %d, want %d", number, got, want)
		}
	}
}
