package league

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// The result of a week says in which tier the person is next. A lower number is a move up.
func TestResultLine(t *testing.T) {
	v := featuretest.English(t)
	for key, l := range map[string]leaguer{
		"league.up":    {Place: 1, Tier: 3, Next: 2},
		"league.down":  {Place: 15, Tier: 3, Next: 4},
		"league.stays": {Place: 2, Tier: 3, Next: 3},
		"league.rest":  {Place: 9, Tier: 3, Next: 2, Rests: true},
	} {
		want := say.Plain(v.Line(key, say.With{"place": v.Ordinal(l.Place), "of": 15, "tier": tierName(v, l.Next)}))
		if got := say.Plain(resultLine(v, l, 15)); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// A row shows the rank with the mark of a move, a mark for the reader, points, days and, while the week is
// open, the ranks at which the person may end.
func TestTable(t *testing.T) {
	d := &division{own: 1, rows: []row{
		{
			person: contender{Name: "Ann", PlayerKey: "ann"},
			score:  score{Points: 90, Played: 5},
			Rank:   1,
			Move:   -1,
			Best:   1,
			Worst:  1,
		},
		{
			person: contender{Name: "Bo", PlayerKey: "bo"},
			score:  score{Points: 80, Played: 4},
			Rank:   2,
			Best:   1,
			Worst:  3,
		},
		{
			person: contender{Name: "Cat", PlayerKey: "cat"},
			Rank:   3,
			Move:   1,
			Best:   2,
			Worst:  3,
		},
	}}
	want := [][]string{
		{"1▲", "Ann", "90", "5", "1"},
		{"2", "▸ Bo", "80", "4", "1–3"},
		{"3▼", "Cat", "0", "0", "2–3"},
	}
	for _, isOver := range []bool{false, true} {
		d.isOver = isOver
		columns := 5
		if isOver {
			columns = 4
		}
		got := table(featuretest.English(t), d)
		if len(got.Head) != columns || got.Name != 1 || !slices.Equal(got.People, []string{"ann", "bo", "cat"}) {
			t.Errorf("over %t: %+v", isOver, got)
		}
		for i, cells := range got.Rows {
			if !slices.Equal(cells, want[i][:columns]) {
				t.Errorf("over %t: row %d is %q", isOver, i, cells)
			}
		}
	}
}

// For an open week, the text says how many days are left and, if there are marks, what they mean. For a
// week that is about to be closed, it says when that will be, and what the person has earned since. For a
// closed week, it says for a week how the week ended.
func TestTextOfADivision(t *testing.T) {
	store := storetest.Open(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	v := featuretest.English(t)
	l := league{Kernel: feature.Kernel{Play: &round.Play{}}}
	morning := round.Day(week(sunday).lastDaily()).Add(8 * time.Hour)
	mine := row{person: contender{leaguer: leaguer{Place: 2, Tier: 2, Next: 1}}}
	mine.person.Days = []leagueDay{{Day: sunday, Points: 10}, {Day: sunday + 1, Points: 7}}
	other := mine
	other.person.Days = []leagueDay{{Day: sunday + 1, Points: 99}}
	moving := mine
	moving.Move = -1
	how := func(n int) string { return say.Plain(v.Line("league.how", say.With{"n": n, "days": bestDays})) }
	closing := func(d time.Duration) string {
		return say.Plain(v.Line("league.closing", say.With{"time": v.Duration(d)}))
	}
	for _, test := range []struct {
		name   string
		own    row
		isOver bool
		at     time.Time
		want   []string
	}{
		{"the first day", mine, false, morning.AddDate(0, 0, -6), []string{how(7)}},
		{"the last day", mine, false, morning, []string{how(1)}},
		{"with moves", moving, false, morning, []string{how(1) + " " + say.Plain(v.Line("league.zones", nil))}},
		{"the day after", mine, false, morning.AddDate(0, 0, 1), []string{
			closing(7 * time.Hour), say.Plain(v.Line("league.new", say.With{"points": 7})),
		}},
		{"last week", mine, true, morning.AddDate(0, 0, 7), []string{say.Plain(resultLine(v, mine.person.leaguer, 2))}},
		{"the week before", mine, true, morning.AddDate(0, 0, 8), nil},
	} {
		req := &feature.Request{Say: v}
		req.Act = round.Act{At: test.at, Community: storage.Community{Private: true}}
		d := &division{week: sunday, tier: 2, rows: []row{other, test.own}, own: 1, isOver: test.isOver}
		s := standing{division: d, closes: morning.AddDate(0, 0, 1).Add(7 * time.Hour)}
		err := store.Read(t.Context(), func(tx *storage.Tx) error {
			lines, err := l.text(req, tx, s)
			if err != nil {
				return err
			}
			var got []string
			for _, line := range lines[1:] {
				got = append(got, say.Plain(line))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
			head := say.Plain(lines[0])
			if !strings.Contains(head, tierName(v, 2)) || !strings.Contains(head, "27 Jul to 2 Aug") {
				t.Errorf("%s: the head is %q", test.name, head)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// In a private chat without a zone the last week is that of the person's days: those of the group that they came to
// first.
func TestLastWeekOfAPrivateChat(t *testing.T) {
	store := storetest.Open(t, Feature(feature.Kernel{}, talk.Settings{}).Tables...)
	v := featuretest.English(t)
	l := league{Kernel: feature.Kernel{Play: &round.Play{}}}
	at := round.Day(week(sunday).lastDaily()).AddDate(0, 0, 7).Add(11 * time.Hour)
	mine := row{person: contender{leaguer: leaguer{Place: 2, Tier: 2, Next: 1}}}
	for zone, isLast := range map[string]bool{
		"UTC":                true,
		"Asia/Shanghai":      true,
		"Pacific/Niue":       true,
		"Pacific/Kiritimati": false,
	} {
		storetest.Write(t, store, func(tx *storage.Tx) error {
			ann := storetest.Person(t, tx, zone)
			group := storetest.Community(t, tx, "group in "+zone)
			group.Zone = zone
			if err := tx.SaveCommunity(group); err != nil {
				return err
			}
			if err := tx.Join(group.ID, ann.ID, at); err != nil {
				return err
			}
			own, err := tx.EnsureCommunity("net", "own "+zone, true, ann.ID, "", at)
			if err != nil {
				return err
			}
			req := &feature.Request{Say: v}
			req.Act = round.Act{Person: ann, Community: own, At: at}
			d := &division{week: sunday, tier: 2, rows: []row{mine}, isOver: true}
			lines, err := l.text(req, tx, standing{division: d})
			if err != nil {
				return err
			}
			if hasResult := len(lines) == 2; hasResult != isLast {
				t.Errorf("in %s the lines are %v", zone, lines)
			}
			return nil
		})
	}
}

// A person without a division is told why they have none, and what to do.
func TestAbsence(t *testing.T) {
	v := featuretest.English(t)
	listed := round.Presence{Listed: true}
	for _, test := range []struct {
		name    string
		s       standing
		private bool
		isLast  bool
		key     string
		buttons string
	}{
		{"not in the World", standing{}, true, false, "league.join.here", "Join"},
		{"not in the World, among others", standing{}, false, false, "league.join", ""},
		{"no last week", standing{presence: listed, waits: true}, true, true, "league.no-last", "day"},
		{"waits", standing{presence: listed, waits: true, restTier: 2}, true, false, "league.waits", ""},
		{"rests", standing{presence: listed, restTier: 2}, true, false, "league.rests", "day"},
		{"has not played", standing{presence: listed}, true, false, "league.enter", "day"},
		{"has played", standing{presence: listed, isDayDone: true}, true, false, "league.enter.tomorrow", ""},
		{"was hasty", standing{presence: listed, uncounted: hasty}, true, false, "league.enter.another", "day"},
		{"played as a guest", standing{presence: listed, uncounted: asGuest}, true, false, "league.enter.another", "day"},
		{
			"was a guest, and hasty", standing{presence: listed, uncounted: hastyOrAsGuest},
			true, false, "league.enter.another", "day",
		},
		{
			"was hasty in all", standing{presence: listed, uncounted: hasty, isDayDone: true},
			true, false, "league.enter.tomorrow", "",
		},
		{
			"rests and was hasty", standing{presence: listed, uncounted: hasty, restTier: 2},
			true, false, "league.rests", "day",
		},
	} {
		req := &feature.Request{Say: v}
		req.Act = round.Act{At: storetest.Noon, Community: storage.Community{Private: test.private}}
		test.s.closes = storetest.Noon.Add(time.Hour)
		kernel := leagueOfADay(t)
		which := tableMine
		if test.isLast {
			which = tableLast
		}
		args := say.With{"time": v.Duration(time.Hour), "command": say.Slash("daily"), "tier": tierName(v, 2)}
		if test.key == "league.join" {
			args["command"] = kernel.Settings.Usage(v, "worldwide", v.Phrase("choice.on", nil))
		}
		line := v.Line(test.key, args)
		if test.s.uncounted != "" {
			line = v.Sentences(v.Line("league."+string(test.s.uncounted), nil), line)
		}
		if got, want := say.Plain(kernel.absence(req, test.s, test.isLast)), say.Plain(line); got != want {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
		var buttons []string
		for _, row := range kernel.waysIn(req, test.s, which) {
			for _, b := range row {
				buttons = append(buttons, b.Label)
			}
		}
		if got := strings.Join(buttons, " "); got != test.buttons {
			t.Errorf("%s: the buttons are %s, want %s", test.name, got, test.buttons)
		}
	}
}

// A day counts only in its week. If there are more than five days, the best five count.
func TestDaysOfAScore(t *testing.T) {
	at := func(hours int) time.Time { return storetest.Noon.Add(time.Duration(hours) * time.Hour) }
	c := contender{leaguer: leaguer{Week: sunday}}
	for i, points := range []int{1000, 10, 20, 30, 40, 50, 60, 9, 1000} {
		c.Days = append(c.Days, leagueDay{
			Day:     sunday - 7 + i,
			Points:  points,
			Hints:   points,
			Took:    time.Duration(points) * time.Second,
			Reached: at(i),
		})
	}
	got := scoreOf(c)
	want := score{Points: 200, Played: 7, hints: 200, took: 200 * time.Second, reached: at(6)}
	if got != want {
		t.Errorf("the score is %+v, want %+v", got, want)
	}
	// If two days have equal points, the one with fewer hints counts. If hints are equal, too, the one that
	// took less time counts.
	c.Days = nil
	for i, hints := range []int{3, 1, 1, 0, 0, 0, 3} {
		c.Days = append(c.Days, leagueDay{Day: sunday - 6 + i, Points: 5, Hints: hints, Took: time.Duration(i) * time.Second})
	}
	if got := scoreOf(c); got.hints != 2 || got.took != 15*time.Second {
		t.Errorf("of equal points count %d hints and %v", got.hints, got.took)
	}
	c.Days = []leagueDay{}
	for i := range 7 {
		c.Days = append(c.Days, leagueDay{Day: sunday - 6 + i, Points: 5, Took: time.Duration(7-i) * time.Second})
	}
	if got := scoreOf(c); got.took != 15*time.Second {
		t.Errorf("of equal points and hints count %v", got.took)
	}
}

// If nobody has earned anything, nobody moves up.
func TestNobodyRisesWithoutPoints(t *testing.T) {
	rows := people(earning{}, earning{}, earning{}, earning{}, earning{}, earning{})
	for i := range rows {
		rows[i].Days = []leagueDay{{Day: rows[i].Week.sunday(), Took: time.Duration(i) * time.Second}}
	}
	var moves []int
	for _, c := range ranked(rows, 2, 3) {
		moves = append(moves, c.Move)
	}
	if got := fmt.Sprint(moves); got != "[0 0 0 0 1 1]" {
		t.Errorf("the moves are %s", got)
	}
}

// leagueOfADay returns a league that has a button to the day.
func leagueOfADay(t *testing.T) league {
	t.Helper()
	day := func(say.Voice, engine.Game) chat.Button { return chat.Button{Label: "day"} }
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	return league{Kernel: feature.Kernel{
		Play:     &round.Play{Games: games.All()},
		Settings: settings.New(games.All(), talk.Levels[:], book, zones),
		Features: func() []feature.Feature { return []feature.Feature{{Day: &feature.Day{Command: "daily", Button: day}}} },
	}}
}

// A person without a division is told the command of the feature that has the puzzles of a day. If there is
// no such feature, nothing counts.
func TestAbsenceNamesTheDaysCommand(t *testing.T) {
	v := featuretest.English(t)
	req := &feature.Request{Say: v, Aloud: v}
	withDay := func() []feature.Feature { return []feature.Feature{{Day: &feature.Day{Command: "today"}}} }
	for _, test := range []struct {
		features feature.Features
		tier     int
		want     string
	}{
		{withDay, 0, "You're in with your next daily."},
		{withDay, 2, "Your place in Division 2 is waiting. Solve a puzzle of the day and it's yours again: /today"},
		{nil, 0, "No points yet."},
		{nil, 2, "No points yet."},
	} {
		l := league{Kernel: feature.Kernel{Features: test.features}}
		s := standing{presence: round.Presence{Listed: true}, restTier: test.tier}
		if got := say.Plain(l.absence(req, s, false)); got != test.want {
			t.Errorf("tier %d: %q, want %q", test.tier, got, test.want)
		}
	}
}
