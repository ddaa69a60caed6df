package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/live"
	"reckon/bot/web"
	"reckon/bot/web/webtest"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(webtest.Main(m)) }

// A site is a page that is served, with its bot.
type site struct {
	t     *testing.T
	url   string
	bot   *bot.Bot
	store *storage.Store
	hub   *live.Hub
	page  *web.FrontEnd
	// end ends the bot.
	end  func()
	site *webtest.Site
}

func (s *site) now() time.Time { return s.site.Now() }

// later sets the clock forward.
func (s *site) later(d time.Duration) {
	s.t.Helper()
	s.site.Later(d)
}

// gathered sets the clock forward to when a race that has just been asked for deals its first puzzle.
func (s *site) gathered() {
	s.t.Helper()
	s.site.Gathered()
}

// newSite serves a page on a database of its own.
func newSite(t *testing.T) *site { return siteOn(t, storetest.Database(t), nil) }

func siteOn(t *testing.T, db string, provers map[string]chat.Prover) *site {
	t.Helper()
	return siteWith(t, db, provers, games.All())
}

// siteWith serves a page with some games.
func siteWith(t *testing.T, db string, provers map[string]chat.Prover, list []engine.Game) *site {
	t.Helper()
	served := webtest.New(t, db, provers, list)
	return &site{
		t:     t,
		site:  served,
		url:   served.URL,
		bot:   served.Bot,
		store: served.Store,
		hub:   served.Hub,
		page:  served.Page,
		end:   served.End,
	}
}

// call makes a request and returns its status. If that is 200, the response is read into a value.
func (s *site) call(method, path, token string, body, into any) int {
	s.t.Helper()
	return s.site.Call(method, path, token, body, into)
}

// A visitor has the page of a site open.
type visitor struct {
	*site
	*webtest.Visitor
}

// visit opens a session.
func (s *site) visit(opening map[string]string) *visitor {
	s.t.Helper()
	return &visitor{s, s.site.Visit(opening)}
}

// guest opens a session of a new guest, in a room; an empty room: the guest plays alone.
func (s *site) guest(name, room string) *visitor {
	s.t.Helper()
	return &visitor{s, s.site.Enter(name, room)}
}

type act = webtest.Act

func (v *visitor) do(fields ...string) act {
	v.t.Helper()
	return v.Do(fields...)
}

func (v *visitor) answer(text string) act {
	v.t.Helper()
	return v.Answer(text)
}

func (v *visitor) look() chat.View {
	v.t.Helper()
	return v.Look()
}

// said returns the text of a reply.
func said(r *chat.Reply) string {
	if r == nil {
		return ""
	}
	return plain(r.Text)
}

func plain(lines []chat.Line) string {
	var all strings.Builder
	for _, l := range lines {
		for _, s := range l {
			all.WriteString(s.Text)
		}
		all.WriteString("\n")
	}
	return all.String()
}

// A guest plays each game alone, from the first puzzle to its end: by a right answer, or by giving up.
func TestGuestAlone(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ puzzle, answer, kind string }{
		{"24:3,3,8,8", "8/(3-8/3)", "tiles"}, {"tchisla:2016#7", "", "keys"}, {"countdown:2,3,7,8,50,75:812", "", "tiles"},
		{"letters:retsibrac", "crabs", "letters"}, {"conundrum:gniplaytr", "", "letters"},
	} {
		v := s.guest("Ann", "")
		name, desc, _ := strings.Cut(c.puzzle, ":")
		a := v.do("command", name, "text", strings.NewReplacer(",", " ", ":", " ").Replace(desc))
		r := a.View.Round
		if r == nil {
			t.Errorf("%s: no round: %s", c.puzzle, said(a.Reply))
			continue
		}
		if r.Board.Kind != c.kind || len(r.Board.Tiles) == 0 || r.Hint == nil || r.GiveUp == nil || r.Over {
			t.Errorf("%s: %+v", c.puzzle, r)
		}
		a = v.answer("1+")
		if a.Reply == nil || a.Reply.Tone != chat.Bad {
			t.Errorf("%s: 1+ is answered with %+v", c.puzzle, a.Reply)
		}
		v.do("press", v.View.Round.Hint.Press)
		if m := v.View.Round.Mine; len(m.Hints) == 0 || m.WorthPercent != 70 {
			t.Errorf("%s: after a hint %+v", c.puzzle, m)
		}
		if c.answer != "" {
			v.answer(c.answer)
			if len(v.View.Round.Mine.Answers) != 1 {
				t.Errorf("%s: after %s %+v", c.puzzle, c.answer, v.View.Round.Mine)
			}
		}
		// The second press confirms the first.
		for range 2 {
			if v.View.Round.GiveUp != nil {
				v.do("press", v.View.Round.GiveUp.Press)
				s.later(2 * time.Second)
			}
		}
		if r := v.View.Round; !r.Over && !r.Done || len(r.Result) == 0 {
			t.Errorf("%s: at the end %+v", c.puzzle, r)
		}
	}
}

// The button for a hint tells the price of the next hint alone. It tells no price if a person has typed the
// numbers of the puzzle.
func TestPriceOfHint(t *testing.T) {
	v := newSite(t).guest("Ann", "")
	check := func(what string, hint *chat.ViewButton, want int, label string) {
		if hint == nil || hint.Price != want || hint.Label != label {
			t.Errorf("%s: the button for a hint is %+v", what, hint)
		}
	}
	v.do("command", "24", "text", "3 3 8 8")
	check("own numbers", v.View.Round.Hint, 0, "Hint")
	v.do("press", v.View.Round.Hint.Press)
	check("own numbers, one hint taken", v.View.Round.Hint, 0, "Hint")
	v.do("command", "24")
	check("dealt", v.View.Round.Hint, 30, "Hint (−30%)")
	v.do("press", v.View.Round.Hint.Press)
	check("one hint taken", v.View.Round.Hint, 30, "Hint (−30%)")
}

// The reply with the third hint has no button for another hint. Neither has the view.
func TestNoHintAfterTheLast(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	dealt := func() { v.do("command", "24") }
	daily := func() {
		part := v.do("command", "daily").View.Day.Parts[0]
		v.do("press", part.Press)
	}
	for what, open := range map[string]func(){"dealt": dealt, "daily": daily} {
		open()
		hint := v.View.Round.Hint.Press
		for i := 1; i <= 3; i++ {
			reply := v.do("press", hint).Reply
			for _, row := range reply.Buttons {
				for _, b := range row {
					if i == 3 && b.Data == hint {
						t.Errorf("%s: under the last hint is %+v", what, b)
					}
				}
			}
		}
		if v.View.Round.Hint != nil {
			t.Errorf("%s: after the last hint the page has %+v", what, v.View.Round.Hint)
		}
	}
}

// A hint that was shown stays as it was shown once the person has found its solution, whether or not there is another.
func TestHintsStay(t *testing.T) {
	for _, puzzle := range []string{"1 1 2 12", "1 2 6 6", "1 1 4 4", "3 3 8 8"} {
		v := newSite(t).guest("Ann", "")
		v.do("command", "24", "text", puzzle)
		for range 3 {
			v.do("press", v.View.Round.Hint.Press)
			if len(v.View.Round.Mine.Hints) == 0 {
				t.Fatalf("%s: no hint", puzzle)
			}
			if v.View.Round.Hint == nil {
				break
			}
		}
		before := v.View.Round.Mine.Hints
		for i, answer := range allSolutions(t, v.View.Round.Puzzle) {
			v.answer(answer)
			if after := v.View.Round.Mine.Hints; !reflect.DeepEqual(after, before) {
				t.Errorf("%s, answer %d: %v becomes %v", puzzle, i+1, before, after)
			}
			if v.View.Round.Answer == nil {
				break
			}
		}
	}
}

// Two guests in a room play a race. Both see that it begins, who was first, and what nobody found. Neither
// sees a solution before the end.
func TestRoom(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", strings.ToLower(ann.Room))
	if bob.Room != ann.Room || len(bob.Room) != 6 || bob.View.Place == "" {
		t.Fatalf("Bob is in room %q, Ann in %q", bob.Room, ann.Room)
	}
	ann.do("press", ann.View.Deal[0].Press)
	bob.look()
	if bob.View.Round == nil || bob.View.Round.Puzzle != ann.View.Round.Puzzle || !bob.View.Round.Shared {
		t.Fatalf("Bob sees %+v", bob.View.Round)
	}
	if r := bob.View.Round; r.Hint == nil || r.Hint.Opens-r.Begun != 30_000 {
		t.Errorf("the first hint of a race: %+v, begun at %d", r.Hint, r.Begun)
	}
	solutions := allSolutions(t, ann.View.Round.Puzzle)
	s.later(time.Minute)
	if a := ann.answer(solutions[0]); a.Reply.Tone != chat.Good {
		t.Fatalf("Ann reads %s", said(a.Reply))
	}
	bob.look()
	p := bob.View.Round.People
	if len(p) != 1 || p[0].Name != "Ann" || p[0].Me || p[0].Points == 0 {
		t.Errorf("Bob sees of Ann %+v", p)
	}
	if over := bob.View.Round.Over; over != (len(solutions) == 1) {
		t.Errorf("over: %v, with %d solutions", over, len(solutions))
	}
	if p[0].Text != "" && !bob.View.Round.Over {
		t.Errorf("Bob reads Ann's answer: %+v", p[0])
	}
	if !ann.look().Round.People[0].Me {
		t.Error("Ann is not herself")
	}
	// She has dealt the puzzle, so it ends for all. The second press confirms the first.
	for range 2 {
		if g := ann.View.Round.GiveUp; g != nil && !ann.View.Round.Over {
			ann.do("press", g.Press)
			s.later(2 * time.Second)
		}
	}
	if r := bob.look().Round; r == nil || !r.Over || len(r.People) != 1 || r.People[0].Text != solutions[0] {
		t.Errorf("at the end Bob sees %+v", r)
	}
}

// While others play a puzzle, its solution is not shown. The solution of a daily is never shown.
func TestShareWaits(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	// This puzzle has three solutions.
	ann.do("command", "24", "text", "1 2 3 4")
	ann.answer("1*2*3*4")
	if ann.View.Round.Over || ann.View.Round.Share != nil {
		t.Errorf("while others play: %+v", ann.View.Round)
	}
	// She has dealt the puzzle, so it ends for all. The second press confirms the first.
	for range 2 {
		ann.do("press", ann.View.Round.GiveUp.Press)
		s.later(2 * time.Second)
	}
	for _, v := range []*visitor{ann, bob} {
		if r := v.look().Round; r == nil || !r.Over || r.Share == nil || r.Share.Press != "v2 pose 24:1,2,3,4" {
			t.Errorf("at the end %s sees %+v", v.Name, r)
		}
	}
	alone := s.guest("Cleo", "")
	alone.do("command", "daily")
	s.later(time.Minute)
	alone.answer(bestAnswer(t, alone.View.Round.Puzzle))
	if alone.View.Round.Mine.Points == 0 || alone.View.Round.Share != nil {
		t.Errorf("a daily: %+v", alone.View.Round)
	}
}

// No guest gets onto the boards of the World, because anybody can be three guests.
func TestGuestsAreLocal(t *testing.T) {
	s := newSite(t)
	var all []*visitor
	room := "new"
	for _, name := range []string{"Ann", "Bob", "Cleo"} {
		alone := s.guest(name, "")
		// This is a setting of the private chat.
		alone.do("command", "settings", "text", "worldwide on")
		v := s.visit(map[string]string{"network": "web", "guest": alone.Guest, "name": name, "room": room, "locale": "en"})
		v.Acts = alone.Acts
		all = append(all, v)
		room = v.Room
		v.do("command", "daily")
		s.later(time.Minute)
		if a := v.answer(bestAnswer(t, v.View.Round.Puzzle)); a.Reply.Tone != chat.Good || a.View.Round.Mine.Points == 0 {
			t.Fatalf("%s reads %s", v.Name, said(a.Reply))
		}
		v.do("press", v.View.Deal[0].Press)
		s.later(time.Minute)
		if a := v.answer(bestAnswer(t, v.View.Round.Puzzle)); a.Reply.Tone != chat.Good {
			t.Fatalf("%s reads %s", v.Name, said(a.Reply))
		}
	}
	s.later(time.Minute)
	listed := func(board string) int {
		if r := all[0].do("command", "leaderboard", "text", board).Reply; r.Table != nil {
			return len(r.Table.People)
		}
		return 0
	}
	for _, board := range []string{"all", "today", "24"} {
		if n := listed(board); n != 3 {
			t.Errorf("the room's board %s names %d", board, n)
		}
		if n := listed(board + " worldwide"); n != 0 {
			t.Errorf("the World's board %s names %d", board, n)
		}
	}
	// One visitor is in a room, and one is alone.
	for _, v := range []*visitor{all[0], s.guest("Dan", "")} {
		if text := said(v.do("command", "league").Reply); !strings.Contains(text, "people play for a week") {
			t.Errorf("%s does not read what the league is: %s", v.Name, text)
		}
		for command, text := range map[string]string{"league": "", "leaderboard": "worldwide"} {
			r := v.do("command", command, "text", text).Reply
			offered := slices.ContainsFunc(slices.Concat(r.Buttons...), func(b chat.Button) bool { return b.Label == "Join" })
			if offered || !strings.Contains(said(r), "one person can be many guests") {
				t.Errorf("/%s %s says %s to %s", command, text, said(r), v.Name)
			}
		}
	}
}

// allSolutions returns the solutions of a puzzle.
func allSolutions(t *testing.T, id string) []string {
	t.Helper()
	p, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Solve(t.Context())
	if len(s.All) == 0 {
		return []string{s.Best}
	}
	return s.All
}

// raw returns all that is sent to a visitor of their view, in small letters. It leaves out how games are dealt and
// played, which has words of its own.
func (v *visitor) raw() string {
	v.t.Helper()
	var raw map[string]json.RawMessage
	if status := v.call("GET", "play/view?day=1", v.Token, nil, &raw); status != http.StatusOK {
		v.t.Fatal(status)
	}
	delete(raw, "deal")
	var all strings.Builder
	for name, part := range raw {
		fmt.Fprintln(&all, name, strings.ToLower(string(part)))
	}
	return all.String()
}

// Until the end, only the author of a hidden answer sees it, and how good it is, in their view. No view
// shows the solution.
func TestHidden(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	ann.do("command", "letters")
	word := bestAnswer(t, ann.View.Round.Puzzle)
	until(t, "the clock runs", func() bool { return ann.look().Round.Ends != 0 })
	ann.answer(word)
	if !strings.Contains(ann.raw(), strings.ToLower(word)) {
		t.Error("Ann does not see her own answer")
	}
	bob.look()
	if p := bob.View.Round.People; len(p) != 1 || p[0].Name != "Ann" || p[0].Detail != "" || p[0].Points != 0 {
		t.Errorf("Bob sees of Ann %+v", p)
	}
	if strings.Contains(bob.raw(), strings.ToLower(word)) {
		t.Errorf("Bob sees the word %s:\n%s", word, bob.raw())
	}
	s.later(time.Minute)
	until(t, "the round is over", func() bool { return bob.look().Round.Over })
	if !strings.Contains(bob.raw(), strings.ToLower(word)) {
		t.Error("at the end Bob does not see Ann's answer")
	}
}

// until waits for something that happens while the test runs.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	webtest.Until(t, what, is)
}

// An act that is sent twice counts once. The second response has only the view.
func TestRepeatedAct(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	v.do("command", "24", "text", "3 3 8 8")
	a := v.answer("8/(3-8/3)")
	v.Acts--
	b := v.do("press", "v2 answer 1", "text", "8/(3-8/3)")
	if !b.Repeated || b.Reply != nil || b.View.Version != a.View.Version || len(b.View.Round.Mine.Answers) != 1 {
		t.Errorf("again: %+v", b)
	}
	// Each person has their own keys, so somebody else may use the same key.
	w := s.guest("Ann", "")
	if c := w.do("command", "24", "text", "3 3 8 8"); c.Repeated {
		t.Error("a stranger's key counts")
	}
}

// Tokens and keys that are forged, old, cut off or made for another purpose are refused.
func TestForged(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	for name, token := range map[string]string{
		"none": "", "a word": "token", "cut": v.Token[:len(v.Token)-1], "a guest's key": v.Guest, "changed": "A" + v.Token[1:] + "A",
	} {
		if status := s.call("GET", "play/view", token, nil, nil); status != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, status)
		}
	}
	if answer, _ := s.fetch("play/view", "Authorization", v.Token); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a token without the word Bearer: %d", answer.StatusCode)
	}
	for name, opening := range map[string]map[string]string{
		"a session as a key": {"network": "web", "guest": v.Token}, "no network": {"network": "irc"}, "no proof": {"network": "telegram"},
	} {
		if status := s.call("POST", "play/session", "", opening, nil); status != http.StatusForbidden {
			t.Errorf("%s: %d", name, status)
		}
	}
	if status := s.call("POST", "play/session", "", map[string]string{"network": "web", "room": "AEIOU1"}, nil); status != http.StatusNotFound {
		t.Errorf("a code that is none: %d", status)
	}
	again := s.visit(map[string]string{"network": "web", "guest": v.Guest, "name": "Anna"})
	v.do("command", "24", "text", "3 3 8 8")
	if again.look().Round == nil {
		t.Error("the guest's key opens another guest's view")
	}
	s.later(13 * time.Hour)
	if status := s.call("GET", "play/view", v.Token, nil, nil); status != http.StatusUnauthorized {
		t.Errorf("an old token: %d", status)
	}
}

// A request without a body, with one that is too long, or with one that is no act is refused. So are too
// many requests.
func TestRefused(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	for _, c := range []struct {
		body any
		want int
	}{
		{map[string]string{"key": "short", "text": "hint"}, http.StatusBadRequest},
		{map[string]string{"key": "long-enough"}, http.StatusBadRequest},
		{map[string]string{"key": "long-enough", "text": strings.Repeat("x", 5000)}, http.StatusBadRequest},
		{map[string]string{"key": "long-enough", "text": strings.Repeat("x", 9000)}, http.StatusRequestEntityTooLarge},
		{[]int{1}, http.StatusBadRequest},
	} {
		if status := s.call("POST", "play/act", v.Token, c.body, nil); status != c.want {
			t.Errorf("%.60v: %d", c.body, status)
		}
	}
	answer, err := http.Post(s.url+"play/session", "text/plain", strings.NewReader(`{"network":"web"}`))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a body that is no JSON by its type: %d", answer.StatusCode)
	}
	got := map[int]int{}
	for range 100 {
		got[s.call("GET", "play/view", v.Token, nil, nil)]++
	}
	if got[http.StatusOK] < 50 || got[http.StatusTooManyRequests] < 10 {
		t.Errorf("of 100 at once: %v", got)
	}
	if view := s.guest("Bob", "").look(); view.Version == "" {
		t.Error("somebody else is refused, too")
	}
}

// A front end is not made if something that it needs is missing.
func TestNew(t *testing.T) {
	s := newSite(t)
	whole := s.page.Config
	for name, leave := range map[string]func(*web.Config){
		"Bot": func(c *web.Config) { c.Bot = nil }, "Broker": func(c *web.Config) { c.Broker = nil }, "Live": func(c *web.Config) { c.Live = nil },
		"Now": func(c *web.Config) { c.Now = nil }, "Secret": func(c *web.Config) { c.Secret = c.Secret[:31] },
	} {
		c := whole
		leave(&c)
		if _, err := web.New(c); err == nil {
			t.Errorf("it is made without %s", name)
		}
	}
}

// A stranger cannot see a round of a room, or of another guest, by its token.
func TestForeignRound(t *testing.T) {
	s := newSite(t)
	ann, eve := s.guest("Ann", ""), s.guest("Eve", "")
	ann.do("command", "24", "text", "3 3 8 8")
	var seen chat.View
	s.call("GET", "play/view?round=v2+answer+1", eve.Token, nil, &seen)
	if seen.Round != nil {
		t.Errorf("Eve sees %+v", seen.Round)
	}
	a := eve.do("press", ann.View.Round.Answer.Press, "text", "8/(3-8/3)")
	if a.Reply == nil || a.Reply.Tone == chat.Good {
		t.Errorf("Eve answers Ann's puzzle: %+v", a.Reply)
	}
}

// A day is played part by part, and ends with the card.
func TestDay(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	for i, part := range v.View.Day.Parts {
		v.do("press", part.Press)
		r := v.View.Round
		if r == nil || r.Game != part.Game || r.Daily != v.View.Day.Number || r.Begun == 0 {
			t.Fatalf("%s: %+v", part.Game, r)
		}
		s.later(time.Minute)
		v.answer(bestAnswer(t, r.Puzzle))
		if got := v.View.Day.Parts[i]; got.State == "" {
			t.Errorf("%s: %+v", part.Game, got)
		}
	}
	if d := v.View.Day; !d.Done || !d.Live || !strings.Contains(d.Card, "Reckon #") {
		t.Errorf("the day: %+v", d)
	}
	shown := struct {
		Reply struct {
			Picture struct {
				PNG []byte `json:"png"`
				Alt string `json:"alt"`
			} `json:"picture"`
		} `json:"reply"`
	}{}
	s.call("POST", "play/act", v.Token, map[string]any{"key": "the-card-1", "press": v.View.Day.Show.Press, "dark": true}, &shown)
	if p := shown.Reply.Picture; !bytes.HasPrefix(p.PNG, []byte("\x89PNG")) || !strings.Contains(p.Alt, "Ann") {
		t.Errorf("the card: %d bytes, %q", len(p.PNG), p.Alt)
	}
}

// The value of a calculation is told without an act. Words have no value.
func TestValue(t *testing.T) {
	s := newSite(t)
	v := s.guest("Ann", "")
	value := func(text string) (out chat.Value, status int) {
		status = s.call("GET", "play/value?round="+strings.ReplaceAll(v.View.Round.Token, " ", "+")+"&text="+text, v.Token, nil, &out)
		return out, status
	}
	v.do("command", "tchisla", "text", "2016#7")
	if out, _ := value("7!/7"); out.Value != "720" || out.Measure != 2 {
		t.Errorf("7!/7: %+v", out)
	}
	if out, _ := value("7/(7-7)"); out.Value != "" || out.Fault == "" {
		t.Errorf("7/(7-7): %+v", out)
	}
	v.do("command", "conundrum")
	if out, status := value("crabs"); status != http.StatusNotFound {
		t.Errorf("a word: %+v %d", out, status)
	}
	if out, status := value(strings.Repeat("7", 5000)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long text: %+v %d", out, status)
	}
	if len(v.look().Round.Mine.Answers) != 0 {
		t.Error("a value was taken for an answer")
	}
}

// A race of several puzzles is played in a room. Its clock runs, and its table has all people.
func TestRaceInRoom(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	ann.do("command", "race", "text", "2 24")
	s.gathered()
	for range 2 {
		number := 0
		until(t, "a puzzle comes", func() bool {
			v := bob.look()
			if v.Match != nil && v.Round != nil && !v.Round.Over {
				number = v.Match.Number
			}
			return number > 0 && v.Round.Ends > 0
		})
		s.later(20 * time.Second)
		bob.answer(bestAnswer(t, bob.View.Round.Puzzle))
		s.later(15 * time.Second)
		until(t, "the puzzle is over", func() bool { v := ann.look(); return v.Round != nil && v.Round.Over })
		s.later(10 * time.Second)
	}
	m := ann.look().Match
	if m == nil || !m.Over || len(m.Table) != 1 || m.Table[0].Name != "Bob" || m.Table[0].Points != 30 || m.Again == nil {
		t.Errorf("the match: %+v", m)
	}

	// All see the next race come once it is asked for.
	seen := bob.look().Version
	stream := bob.open("since=" + seen)
	defer stream.Body.Close()
	ann.do("press", m.Again.Press)
	for lines := bufio.NewScanner(stream.Body); lines.Scan() && lines.Text() == ""; {
		// The stream has begun.
	}
	view := bob.look()
	m = view.Match
	if view.Version == seen || m == nil || m.Number != 0 || m.Next <= view.Now || m.Over {
		t.Errorf("the next match: %+v", m)
	}
	s.gathered()
	until(t, "its first puzzle comes", func() bool { v := bob.look(); return v.Match != nil && v.Match.Number == 1 })
}

// open begins to watch.
func (v *visitor) open(query string) *http.Response {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+"play/watch?"+query, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+v.Token)
	if v.From != "" {
		r.Header.Set("X-Forwarded-For", v.From)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		v.t.Fatalf("no stream: %d", answer.StatusCode)
	}
	if h := answer.Header; h.Get("Content-Type") != "application/x-ndjson" || h.Get("X-Accel-Buffering") != "no" {
		v.t.Errorf("a proxy may hold the stream back: %v", h)
	}
	return answer
}

// stream watches until it is closed, and returns its lines.
func (v *visitor) stream(query string) (lines chan string, end func()) {
	v.t.Helper()
	answer := v.open(query)
	lines = make(chan string, 99)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(answer.Body); in.Scan(); {
			if in.Text() != "" {
				lines <- in.Text()
			}
		}
	}()
	return lines, func() { answer.Body.Close() }
}

// A person who watches is told at once when their view may have changed, whoever changed it.
func TestWatch(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	bob := s.guest("Bob", ann.Room)
	lines, end := bob.stream("since=" + bob.View.Version)
	defer end()
	ann.do("command", "24")
	heard(t, lines, "a puzzle is dealt")
	s.later(time.Minute)
	ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
	heard(t, lines, "Ann answers")
	// A change that came before is told at once, and then a poll ends.
	late, endLate := bob.stream("poll=1&since=" + bob.View.Version)
	defer endLate()
	heard(t, late, "the view is another")
	if line, ok := <-late; ok {
		t.Errorf("after the poll: %s", line)
	}
}

func heard(t *testing.T, lines chan string, what string) {
	t.Helper()
	select {
	case line, ok := <-lines:
		if !ok || !strings.Contains(line, `"n":`) {
			t.Fatalf("%s: %q", what, line)
		}
	case <-time.After(time.Minute):
		t.Fatalf("nobody hears that %s", what)
	}
}

// A deaf client reads nothing, so a write to it waits until its deadline.
type deaf struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (d *deaf) SetWriteDeadline(at time.Time) error { d.until = at; return nil }
func (d *deaf) Write([]byte) (int, error)           { return 0, os.ErrDeadlineExceeded }

// A client that does not read has ten seconds. Then its stream ends.
func TestDeafClient(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "new")
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/play/watch?since="+ann.View.Version, nil)
	r.Header.Set("Authorization", "Bearer "+ann.Token)
	w, ended := &deaf{ResponseRecorder: httptest.NewRecorder()}, make(chan struct{})
	begun := time.Now()
	go func() {
		s.page.Routes()["GET /play/watch"](w, r)
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the stream of a client that does not read goes on")
	}
	if has := w.until.Sub(begun); has < 9*time.Second || has > 11*time.Second || s.hub.Watchers() != 0 {
		t.Errorf("it had %v, and %d watch", has, s.hub.Watchers())
	}
}

// Processes that share a database wake each other's watchers.
func TestWatchElsewhere(t *testing.T) {
	dbtest.OnlyServer(t)
	db := storetest.Database(t)
	one, two := siteOn(t, db, nil), siteOn(t, db, nil)
	ann := one.guest("Ann", "new")
	bob := two.guest("Bob", ann.Room)
	lines, end := bob.stream("since=" + bob.View.Version)
	defer end()
	until(t, "the watch", func() bool { return two.hub.Watchers() == 1 })
	ann.do("command", "24")
	heard(t, lines, "a puzzle is dealt in the other process")
}

// A guest whose name has nothing that can be seen is called Guest.
func TestGuestWhoseNameCannotBeSeen(t *testing.T) {
	s := newSite(t)
	for name, want := range map[string]string{"Ann": "Ann", "": "Guest", "\u3164 \u200b": "Guest", "\u2800": "Guest", "\u115f": "Guest"} {
		v := s.visit(map[string]string{"network": "web", "name": name, "locale": "en"})
		if v.Name != want {
			t.Errorf("%+q is called %q, want %q", name, v.Name, want)
		}
	}
}
