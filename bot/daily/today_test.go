package daily_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A reader is a person who looks at the page from their private chat.
type reader struct {
	*webtest.Site
	request chat.Request
}

// reads returns somebody who looks at the page from a private chat.
func reads(s *webtest.Site, name string) reader {
	key := strings.ToLower(name)
	return reader{Site: s, request: chat.Request{
		Place:  chat.Place{Network: "net", Community: key, Private: true},
		Person: chat.Person{Network: "net", ID: key, Name: name, Role: chat.RoleAdmin},
		Via:    chat.ViaPage,
		Locale: "en",
		Event:  []byte("{}"),
	}}
}

// do carries out a command or a press.
func (r reader) do(in chat.Input) chat.Reply {
	r.T.Helper()
	request := r.request
	request.Key = "net:" + r.Now().String()
	request.At = r.Now()
	request.Input = in
	reply, _, err := r.Bot.Do(r.T.Context(), request)
	if err != nil {
		r.T.Fatal(err)
	}
	return reply
}

// view returns what the page shows.
func (r reader) view() chat.View {
	r.T.Helper()
	r.request.At = r.Now()
	view, err := r.Bot.View(r.T.Context(), r.request, true)
	if err != nil || view.Day == nil {
		r.T.Fatalf("no day: %+v, %v", view.Day, err)
	}
	return view
}

// day returns the live day that the page shows.
func (r reader) day() chat.DayView {
	r.T.Helper()
	return *r.view().Day
}

// The page shows the date of a day, when the day ends, the person's streak, and each part with its sign and its score.
func TestFactsOfADay(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	number := round.Number(s.Now())
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		return errors.Join(
			round.AddDaily(tx, number, "24", "24:5,8,9,12", "24:5,8,9,12"),
			round.AddDaily(tx, number, "tchisla", "tchisla:98#7", "tchisla:98#7"))
	})
	ann := reads(s, "Ann")
	day := ann.day()
	midnight := time.Date(2026, time.April, 15, 0, 0, 0, 0, time.UTC)
	if day.Date != "2026-04-14" || day.Ends != midnight.UnixMilli() {
		t.Errorf("the day is of %s and ends at %d", day.Date, day.Ends)
	}
	if day.Streak != 0 || len(day.Lines) != 0 {
		t.Errorf("a new day is %+v", day)
	}
	var signs []string
	for _, part := range day.Parts {
		signs = append(signs, part.Sign)
		if part.Score != 0 || part.Points != 0 {
			t.Errorf("a new day has %+v", part)
		}
	}
	slices.Sort(signs)
	if want := []string{"24", "7!", "812", "?", "AE"}; !slices.Equal(signs, want) {
		t.Errorf("the signs are %q, want %q", signs, want)
	}
	ann.do(chat.Input{Kind: chat.Press, Data: day.Parts[0].Press})
	ann.do(chat.Input{Kind: chat.Text, Text: "12+9+8-5"})
	ann.do(chat.Input{Kind: chat.Press, Data: day.Parts[1].Press})
	ann.do(chat.Input{Kind: chat.Text, Text: "7*7+7*7"})
	day = ann.day()
	for i, want := range []int{20, 12} {
		if part := day.Parts[i]; part.Score != want || part.Points != want {
			t.Errorf("part %d is %+v, want %d points", i, part, want)
		}
	}
	if day.Streak != 1 {
		t.Errorf("the streak is %d", day.Streak)
	}
	// What was begun may be finished for two hours.
	s.Later(midnight.Add(time.Hour).Sub(s.Now()))
	ann.do(chat.Input{Kind: chat.Press, Data: day.Parts[1].Press})
	if day := ann.view().RoundDay; day.Number != number || !day.Live || day.Ends != midnight.Add(2*time.Hour).UnixMilli() {
		t.Errorf("after midnight: %+v", day)
	}
	s.Later(time.Hour)
	over := ann.view().RoundDay
	if over.Number != number || over.Date != "2026-04-14" {
		t.Errorf("two hours later the day is %d of %s", over.Number, over.Date)
	}
	if over.Live || over.Ends != 0 {
		t.Errorf("two hours later the day still counts: %+v", over)
	}
	if over.Yesterday != nil || over.Remind != nil {
		t.Errorf("a past day has what belongs to today: %+v", over)
	}
	// Today is the new day nevertheless.
	today := ann.day()
	if today.Number != number+1 || today.Date != "2026-04-15" {
		t.Errorf("the new day is %d of %s", today.Number, today.Date)
	}
	if !today.Live || today.Yesterday == nil {
		t.Errorf("the new day is %+v", today)
	}
}

// The solutions of yesterday are shown once that day is over everywhere, to people whom the bot knows, also those of
// puzzles that nobody opened. From then on the puzzles count as shown to them.
func TestYesterdayOnThePage(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	number := round.Number(s.Now())
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		return round.AddDaily(tx, number, "24", "24:5,8,9,12", "24:5,8,9,12")
	})
	ann := reads(s, "Ann")
	bo := reads(s, "Bo")
	ann.do(chat.Input{Kind: chat.Command, Name: "daily"})
	y := ann.day().Yesterday
	if y == nil || y.Number != number-1 {
		t.Fatalf("yesterday is %+v", y)
	}
	if y.Opens == 0 || len(y.Parts) != 0 {
		t.Errorf("yesterday is shown already: %+v", y)
	}
	s.Later(24 * time.Hour)
	ann.do(chat.Input{Kind: chat.Command, Name: "stats"})
	day := ann.look(t)
	opens := round.SolutionsFrom(number)
	y = day.Yesterday
	if y == nil || y.Number != number {
		t.Fatalf("a day later yesterday is %+v", y)
	}
	if y.Opens != opens.UnixMilli() || len(y.Parts) != 0 {
		t.Errorf("before the solutions may be shown, yesterday is %+v", y)
	}
	if text, _ := json.Marshal(day); strings.Contains(string(text), "12 + 9") || strings.Contains(string(text), "12+9") {
		t.Errorf("a solution is in %s", text)
	}
	if seen := countSeen(t, s); seen != 0 {
		t.Errorf("%d puzzles count as shown", seen)
	}
	s.Later(opens.Sub(s.Now()))
	if y := bo.day().Yesterday; y == nil || y.Opens != 0 || len(y.Parts) != 0 {
		t.Errorf("a person whom the bot does not know is shown %+v", y)
	}
	for range 2 {
		y = ann.look(t).Yesterday
		if y == nil || y.Opens != 0 || len(y.Parts) != 5 {
			t.Fatalf("once the solutions may be shown, yesterday is %+v", y)
		}
		got := y.Parts[0]
		p, _ := games.Parse("24:5,8,9,12")
		if p.Judge(got.Text).Outcome != "right" {
			t.Errorf("the solution %q is wrong", got.Text)
		}
		want := chat.DaySolution{
			Game:   "24",
			Title:  "24",
			Sign:   "24",
			Puzzle: "5 8 9 12 → 24",
			Text:   got.Text,
			Rarer:  got.Rarer,
		}
		if got != want {
			t.Errorf("the solution is %+v, want %+v", got, want)
		}
		if seen := countSeen(t, s); seen != 5 {
			t.Errorf("%d puzzles count as shown", seen)
		}
	}
	ann.do(chat.Input{Kind: chat.Press, Data: y.Press})
	if day := ann.view().RoundDay; day == nil || day.Number != number {
		t.Errorf("the press opens %+v", day)
	}
}

// look returns the live day, whatever the person's current round is.
func (r reader) look(t *testing.T) chat.DayView {
	t.Helper()
	r.do(chat.Input{Kind: chat.Command, Name: "24"})
	return r.day()
}

// countSeen returns how many puzzles people were shown the solutions of.
func countSeen(t *testing.T, s *webtest.Site) (n int) {
	t.Helper()
	storetest.Write(t, s.Store, func(tx *storage.Tx) (err error) {
		n, err = storage.Get[int](tx, "count", `SELECT COUNT(*) FROM seen`)
		return err
	})
	return n
}

// A person with a private chat has the next days posted there by one press. From then on the page says when they are
// posted. A guest has no such chat.
func TestRemindOnThePage(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	ann := reads(s, "Ann")
	ann.do(chat.Input{Kind: chat.Command, Name: "24"})
	day := ann.day()
	if day.Remind == nil || day.Remind.Label != "Same time tomorrow" || day.Reminds != "" {
		t.Fatalf("at first: %+v, %q", day.Remind, day.Reminds)
	}
	now := s.Now()
	ann.do(chat.Input{Kind: chat.Press, Data: day.Remind.Press})
	if day := ann.day(); day.Remind != nil || day.Reminds != now.Format("15:04") {
		t.Errorf("then: %+v, %q", day.Remind, day.Reminds)
	}
	guest := s.Enter("Guest", "")
	guest.Do("command", "24")
	if day := guest.Do("command", "daily").View.Day; day == nil || day.Remind != nil || day.Reminds != "" {
		t.Errorf("a guest has %+v", day)
	}
}

// Under the day the page says how the person is doing in the league, as often as they look.
func TestLeagueUnderTheDay(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	number := round.Number(s.Now())
	storetest.Write(t, s.Store, func(tx *storage.Tx) error {
		return round.AddDaily(tx, number, "24", "24:5,8,9,12", "24:5,8,9,12")
	})
	ann := reads(s, "Ann")
	ann.do(chat.Input{Kind: chat.Command, Name: "settings", Text: "worldwide on"})
	if day := ann.day(); len(day.Lines) != 0 {
		t.Errorf("outside the league she reads %+v", day.Lines)
	}
	ann.do(chat.Input{Kind: chat.Press, Data: ann.day().Parts[0].Press})
	s.Later(time.Minute)
	ann.do(chat.Input{Kind: chat.Text, Text: "12+9+8-5"})
	for range 2 {
		day := ann.day()
		if len(day.Lines) != 1 || say.Plain(day.Lines[0]) != "League: 20 points in Division 1." {
			t.Errorf("in the league she reads %+v", day.Lines)
		}
	}
}
