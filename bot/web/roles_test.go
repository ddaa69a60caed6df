package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/discord/discordtest"
	"reckon/bot/live"
	"reckon/bot/play"
	"reckon/bot/web"
	"reckon/storage"
	"reckon/storage/storetest"
)

const (
	roleAnn = `{"id":"11","username":"ann","locale":"en-US"}`
	roleEve = `{"id":"12","username":"eve"}`
)

// A roleSite is a site whose people have roles in Discord.
type roleSite struct {
	*site
	discord *discordtest.Server
	shown   chan string // calls that show something
}

func newRoleSite(t *testing.T) *roleSite {
	t.Helper()
	provers := map[string]chat.Prover{}
	s := &roleSite{siteOn(t, storetest.Database(t), provers), discordtest.New(discordtest.Options{}), make(chan string, 100)}
	api, err := s.discord.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.discord.Close)
	registered := make(chan bool, 10)
	s.discord.Change(func(w *discordtest.World) {
		w.Codes = map[string]string{"ann": roleAnn, "ann-2": roleAnn, "eve": roleEve}
		w.Calls = func(c discordtest.Call) {
			switch {
			case c.Method == http.MethodPut && strings.HasSuffix(c.Path, "/metadata"):
				registered <- true
			case strings.HasSuffix(c.Path, "/role-connection"):
				s.shown <- c.Method
			}
		}
	})
	front, err := discord.New(discord.Config{
		Token: discordtest.Token, APIURL: api, Secret: discordtest.ClientSecret, Outfit: chat.Outfit{Page: s.url + "play", Broker: s.bot, Figures: s.bot.Figures()},
	})
	if err != nil {
		t.Fatal(err)
	}
	provers["discord"] = front
	s.bot.GiveRoles(provers)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- front.Run(ctx, s.bot) }()
	t.Cleanup(func() {
		end()
		<-ended
	})
	<-registered
	return s
}

// client is a browser that follows no redirect.
func client(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// opens opens an address and returns the status, what is there, and where it leads.
func (s *roleSite) opens(c *http.Client, address, language string) (status int, body, to string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", language)
	got, err := c.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return got.StatusCode, string(text), got.Header.Get("Location")
}

// leaves is how somebody leaves for Discord: the state that they must come back with.
func (s *roleSite) leaves(c *http.Client) string {
	s.t.Helper()
	status, _, to := s.opens(c, s.url+"play/roles/discord", "en")
	at, err := url.Parse(to)
	q := at.Query()
	if err != nil || status != http.StatusSeeOther || at.Host != "discord.com" || q.Get("client_id") != discordtest.AppID || len(q.Get("state")) < 20 ||
		q.Get("scope") != "identify role_connections.write" || q.Get("redirect_uri") != s.url+"play/roles/discord" {
		s.t.Fatalf("%d leads to %q", status, to)
	}
	return q.Get("state")
}

// agrees makes somebody agree.
func (s *roleSite) agrees(code string) {
	s.t.Helper()
	c := client(s.t)
	state := s.leaves(c)
	if status, body, _ := s.opens(c, s.url+"play/roles/discord?code="+code+"&state="+state, "en"); status != http.StatusOK || !strings.Contains(body, "Your roles are up to date.") {
		s.t.Fatalf("%d: %s", status, body)
	}
	<-s.shown
}

// sees is what Discord shows of somebody.
func (s *roleSite) sees(who, want string) {
	s.t.Helper()
	var got string
	s.discord.Change(func(w *discordtest.World) { got = w.Connections[who] })
	if got != want {
		s.t.Errorf("Discord shows %q, want %q", got, want)
	}
}

// swept waits until everybody's figures were looked at some time later.
func (s *roleSite) swept(later time.Duration) {
	s.t.Helper()
	s.later(later)
	for end := time.Now().Add(time.Minute); ; {
		var next time.Time
		if err := s.store.Read(s.t.Context(), func(tx *storage.Tx) (err error) {
			next, _, err = tx.NextJob([]string{play.FiguresJob}, s.now())
			return err
		}); err != nil {
			s.t.Fatal(err)
		}
		if next.After(s.now()) {
			return
		}
		if time.Now().After(end) || !chat.Pause(s.t.Context(), time.Millisecond) {
			s.t.Fatal("nobody's figures are looked at")
		}
	}
}

// does carries out what Ann does in Discord.
func (s *roleSite) does(in chat.Input) chat.Reply {
	s.t.Helper()
	r := s.asAnn(in)
	reply, _, err := s.bot.Do(s.t.Context(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply
}

func (s *roleSite) asAnn(in chat.Input) chat.Request {
	return chat.Request{
		Key: fmt.Sprint("discord:", in), Place: chat.Place{Network: "discord", Community: "21", Private: true}, Input: in, At: s.now(), Locale: "en", Event: []byte("{}"),
		Person: chat.Person{Network: "discord", ID: "11", Name: "ann", Role: chat.RoleAdmin},
	}
}

// agreement is that of a player of a key.
func (s *roleSite) agreement(key string) (a storage.Agreement, is bool) {
	s.t.Helper()
	if err := s.store.Read(s.t.Context(), func(tx *storage.Tx) error {
		who, err := tx.FindPlayer("discord", key)
		if err == nil {
			a, err = tx.AgreementOf(who.ID)
		}
		_, is, err = storage.Found(a, err)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	return a, is
}

// A person's network shows what they have earned once they agreed, and what has changed within
// the hour: also that a streak is over.
func TestRoles(t *testing.T) {
	s := newRoleSite(t)
	s.discord.Change(func(w *discordtest.World) {
		for _, part := range []string{`"key":"streak"`, `"name":"Daily streak"`, `"zh-TW":"連續天數"`, `"zh-CN":"连续天数"`, `"key":"month"`} {
			if !strings.Contains(string(w.Fields), part) {
				t.Errorf("the fields lack %s: %s", part, w.Fields)
			}
		}
	})
	s.agrees("ann")
	s.sees(roleAnn, "map[longest:0 month:0 solved:0 streak:0]")

	s.does(chat.Input{Kind: chat.Command, Name: "24", Text: "easy"})
	v, err := s.bot.View(t.Context(), s.asAnn(chat.Input{}), false)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.does(chat.Input{Kind: chat.Text, Text: solve(t, v.Round.Puzzle)[0]}); r.Tone != chat.Good {
		t.Fatalf("the answer: %+v", r)
	}
	a, _ := s.agreement("11")
	if err := s.store.Write(t.Context(), func(tx *storage.Tx) error { return tx.AddDay(a.PlayerID, play.Number(s.now().UTC()), s.now()) }); err != nil {
		t.Fatal(err)
	}
	s.swept(time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:1 streak:1]")
	s.swept(time.Hour)
	if len(s.shown) != 1 {
		t.Errorf("%d calls show the same", len(s.shown))
	}

	s.discord.Expire() // the refresh token makes another access token
	s.swept(3 * 24 * time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:1 streak:0]")
	now, _ := s.agreement("11")
	if now.Token == a.Token {
		t.Error("the tokens that came with it are not kept")
	}
	file := s.does(chat.Input{Kind: chat.Command, Name: "export"}).File
	if text := string(file.Data); !strings.Contains(text, "roles_agreed") || strings.Contains(text, "refresh-") || strings.Contains(text, "access-") {
		t.Errorf("exported: %s", text)
	}

	asked := s.does(chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"})
	s.does(chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
	s.later(0)
	left := func() (is bool) {
		if err := s.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
			_, is, err = storage.Found(tx.AgreementOf(a.PlayerID))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return is
	}
	for end := time.Now().Add(time.Minute); left(); chat.Pause(t.Context(), time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("an agreement is left of one who is forgotten")
		}
	}
	s.sees(roleAnn, "")
}

// Who takes it back in Discord is asked nothing any longer. While Discord fails, or refuses what
// is a fault of ours, people stay.
func TestRolesRevoked(t *testing.T) {
	s := newRoleSite(t)
	s.agrees("eve")
	today := play.Number(s.now().UTC())
	change := func(day int) {
		a, is := s.agreement("12")
		if !is {
			t.Fatal("the agreement is gone")
		}
		if err := s.store.Write(t.Context(), func(tx *storage.Tx) error {
			return tx.AddDay(a.PlayerID, today-day, s.now())
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, status := range []int{500, 400, 403} {
		change(i)
		s.discord.Change(func(w *discordtest.World) {
			w.Fail = func(c discordtest.Call) *discordtest.Fault {
				if strings.HasSuffix(c.Path, "/role-connection") {
					return discordtest.Refusal(status, 0, "no")
				}
				return nil
			}
		})
		s.swept(time.Hour)
		s.sees(roleEve, "map[longest:0 month:0 solved:0 streak:0]")
	}
	s.discord.Change(func(w *discordtest.World) { w.Fail = nil })
	s.swept(time.Hour)
	s.sees(roleEve, "map[longest:3 month:0 solved:0 streak:3]")
	s.discord.Revoke(roleEve)
	change(3)
	s.swept(time.Hour)
	if a, is := s.agreement("12"); is {
		t.Errorf("%+v is left", a.At)
	}
	s.agrees("ann")
	s.sees(roleAnn, "map[longest:0 month:0 solved:0 streak:0]")
}

// Only the browser that left for Discord may come back, in time, and with what it was given.
func TestRolesForged(t *testing.T) {
	s := newRoleSite(t)
	back := s.url + "play/roles/discord?code=ann&state="
	ann, eve := client(t), client(t)
	state, other := s.leaves(ann), s.leaves(eve)
	refused := func(what string, c *http.Client, state string) {
		t.Helper()
		if status, body, _ := s.opens(c, back+state, "en"); status != http.StatusForbidden || !strings.Contains(body, "This link is too old") {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	refused("without a cookie", client(t), state)
	refused("with somebody else's state", ann, other)
	refused("a second time", ann, state)
	state = s.leaves(ann)
	s.later(11 * time.Minute)
	refused("late", ann, state)
	state = s.leaves(ann)
	refused("a code of nobody", eve, other+"x")
	if status, body, _ := s.opens(ann, s.url+"play/roles/discord?error=access_denied&state="+state, "zh-TW"); status != http.StatusOK || !strings.Contains(body, "你沒同意") {
		t.Errorf("who declines reads %d %s", status, body)
	}
	if status, body, _ := s.opens(ann, s.url+"play/roles/club", "zh-CN"); status != http.StatusNotFound || !strings.Contains(body, "没有开通") {
		t.Errorf("where there is nothing: %d %s", status, body)
	}
	s.agrees("ann") // nobody has used up the code
}

// A forum is a network that gives roles by any code.
type forum struct{ chat.RoleGiver }

func (forum) Agreement(state string) string {
	return "https://forum.example/agree?" + url.Values{"state": {state}}.Encode()
}

func (forum) Agreed(context.Context, string) (chat.Request, string, error) {
	return chat.Request{}, "token", nil
}

// An agreeable bot stores every agreement.
type agreeable struct{ chat.PageHandler }

func (agreeable) Words(string) (string, map[string]string) {
	return "en", map[string]string{"roles.done": "Done", "roles.old": "Too old"}
}

func (agreeable) Agree(context.Context, chat.Request, string) ([]chat.Figure, error) { return nil, nil }

// Who left for one network cannot come back from another one.
func TestRolesOfAnotherNetwork(t *testing.T) {
	page, err := web.New(web.Config{
		Bot:     agreeable{},
		Broker:  struct{ chat.Broker }{},
		Live:    new(live.Hub),
		Secret:  bytes.Repeat([]byte("k"), 32),
		Now:     time.Now,
		Provers: map[string]chat.Prover{"forum": forum{}, "club": forum{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for route, handle := range page.Routes() {
		mux.HandleFunc(route, handle)
	}
	get := func(path string, cookies ...*http.Cookie) *http.Response {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w.Result()
	}
	left := get("/play/roles/forum")
	to, err := left.Location()
	if err != nil {
		t.Fatal(err)
	}
	back := "?code=ann&state=" + to.Query().Get("state")
	for path, want := range map[string]int{
		"/play/roles/club" + back:          http.StatusForbidden,
		"/play/roles/forum" + back + "x":   http.StatusForbidden,
		"/play/roles/forum?code=ann&state": http.StatusForbidden,
		"/play/roles/forum" + back:         http.StatusOK,
	} {
		if got := get(path, left.Cookies()...); got.StatusCode != want {
			t.Errorf("%s is %d, want %d", path, got.StatusCode, want)
		}
	}
}
