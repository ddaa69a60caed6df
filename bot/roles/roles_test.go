package roles_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/discord/discordtest"
	"reckon/bot/roles"
	"reckon/bot/round"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

var _ roles.FigureShower = (*discord.FrontEnd)(nil)

// These are two people as Discord describes them.
const (
	roleAnn = `{"id":"11","username":"ann","locale":"en-US"}`
	roleEve = `{"id":"12","username":"eve"}`
)

// A roleSite is a site on which people get roles of Discord.
type roleSite struct {
	*webtest.Site
	discord *discordtest.Server
	// shown has the calls that show something.
	shown chan string
}

// newRoleSite makes such a site, and waits until its front end has told Discord which figures there are.
func newRoleSite(t *testing.T) *roleSite {
	t.Helper()
	s := &roleSite{
		Site:    webtest.New(t, storetest.Database(t), nil, games.All()),
		discord: discordtest.New(discordtest.Options{}),
		shown:   make(chan string, 100),
	}
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
		Token:  discordtest.Token,
		APIURL: api,
		Secret: discordtest.ClientSecret,
		Outfit: chat.Outfit{Page: s.URL + "play", Broker: s.Bot, Figures: s.Bot.Figures()},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Bot.SetFrontEnds(map[string]chat.FrontEnd{"discord": front})
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- front.Run(ctx, s.Bot) }()
	t.Cleanup(func() {
		end()
		<-ended
	})
	<-registered
	// Discord reports the call before it stores the fields.
	isKept := false
	for end := time.Now().Add(time.Minute); !isKept; chat.Pause(t.Context(), time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("Discord keeps no fields")
		}
		s.discord.Change(func(w *discordtest.World) { isKept = w.Fields != nil })
	}
	return s
}

// client is a browser that follows no redirects.
func client(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Jar: jar, CheckRedirect: stay}
}

// opens opens an address. It returns the status, the text, and the address of a redirect.
func (s *roleSite) opens(c *http.Client, address, language string) (status int, body, to string) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Accept-Language", language)
	got, err := c.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return got.StatusCode, string(text), got.Header.Get("Location")
}

// leaves sends a browser to Discord. It returns the state with which the browser must come back.
func (s *roleSite) leaves(c *http.Client) string {
	s.T.Helper()
	status, _, to := s.opens(c, s.URL+"play/roles/discord", "en")
	at, err := url.Parse(to)
	if err != nil {
		s.T.Fatal(err)
	}
	if status != http.StatusSeeOther || at.Host != "discord.com" {
		s.T.Fatalf("%d leads to %q", status, to)
	}
	query := at.Query()
	for name, want := range map[string]string{
		"client_id":    discordtest.AppID,
		"scope":        "identify role_connections.write",
		"redirect_uri": s.URL + "play/roles/discord",
	} {
		if got := query.Get(name); got != want {
			s.T.Fatalf("the %s is %q, want %q", name, got, want)
		}
	}
	state := query.Get("state")
	if len(state) < 20 {
		s.T.Fatalf("the state %q can be guessed", state)
	}
	return state
}

// agrees makes a person agree. It returns the page that tells them so.
func (s *roleSite) agrees(code string) string {
	s.T.Helper()
	c := client(s.T)
	state := s.leaves(c)
	status, body, _ := s.opens(c, s.URL+"play/roles/discord?code="+code+"&state="+state, "en")
	if status != http.StatusOK || !strings.Contains(body, "Your roles are up to date.") {
		s.T.Fatalf("%d: %s", status, body)
	}
	// The figures are shown before the page is served.
	select {
	case <-s.shown:
	default:
		s.T.Fatal("nothing is shown of a person who agrees")
	}
	return body
}

// sees checks what Discord shows of a person.
func (s *roleSite) sees(who, want string) {
	s.T.Helper()
	var got string
	s.discord.Change(func(w *discordtest.World) { got = w.Connections[who] })
	if got != want {
		s.T.Errorf("Discord shows %q, want %q", got, want)
	}
}

// swept waits until the job has shown everybody's figures, some time later.
func (s *roleSite) swept(later time.Duration) {
	s.T.Helper()
	s.Later(later)
	for end := time.Now().Add(time.Minute); ; {
		var next time.Time
		if err := s.Store.Read(s.T.Context(), func(tx *storage.Tx) (err error) {
			next, _, err = tx.NextJob([]string{"figures"}, s.Now())
			return err
		}); err != nil {
			s.T.Fatal(err)
		}
		if next.After(s.Now()) {
			return
		}
		if time.Now().After(end) || !chat.Pause(s.T.Context(), time.Millisecond) {
			s.T.Fatal("nobody's figures are looked at")
		}
	}
}

// does carries out what Ann does in Discord.
func (s *roleSite) does(in chat.Input) chat.Reply {
	s.T.Helper()
	r := s.asAnn(in)
	r.Via = chat.ViaPage
	reply, _, err := s.Bot.Do(s.T.Context(), r)
	if err != nil {
		s.T.Fatal(err)
	}
	return reply
}

// asAnn returns a request of Ann in her private chat.
func (s *roleSite) asAnn(in chat.Input) chat.Request {
	return chat.Request{
		Key:    fmt.Sprint("discord:", in),
		Event:  []byte("{}"),
		Place:  chat.Place{Network: "discord", Community: "21", Private: true},
		Person: chat.Person{Network: "discord", ID: "11", Name: "ann", Role: chat.RoleAdmin},
		Input:  in,
		Locale: "en",
		At:     s.Now(),
	}
}

// token returns the token of the agreement of the player with a key; empty: there is none.
func (s *roleSite) token(key string) string {
	s.T.Helper()
	var tokens []string
	err := s.Store.Read(s.T.Context(), func(tx *storage.Tx) error {
		var err error
		tokens, err = storage.List[string](tx, "find token", `
			SELECT a.token FROM agreements a JOIN players p ON p.id = a.player_id
			WHERE p.network = 'discord' AND p.key = $1`, key)
		return err
	})
	if err != nil {
		s.T.Fatal(err)
	}
	if len(tokens) == 0 {
		return ""
	}
	return tokens[0]
}

// agreements returns how many people agree.
func (s *roleSite) agreements() int {
	s.T.Helper()
	var all []int64
	err := s.Store.Read(s.T.Context(), func(tx *storage.Tx) error {
		var err error
		all, err = storage.List[int64](tx, "list agreements", `SELECT player_id FROM agreements`)
		return err
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return len(all)
}

// answers stores that a person has answered a daily well.
func (s *roleSite) answers(key string, number int) {
	s.T.Helper()
	err := s.Store.Write(s.T.Context(), func(tx *storage.Tx) error {
		who, err := tx.FindPlayer("discord", key)
		if err != nil {
			return err
		}
		return round.AddDay(tx, who.ID, number, s.Now())
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// After a person has agreed, their network shows what they have earned. Changes are shown within an hour,
// also when a streak is over.
func TestRoles(t *testing.T) {
	s := newRoleSite(t)
	s.discord.Change(func(w *discordtest.World) {
		for _, part := range []string{
			`"key":"streak"`,
			`"name":"Daily streak"`,
			`"zh-TW":"連續天數"`,
			`"zh-CN":"连续天数"`,
			`"key":"month"`,
		} {
			if !strings.Contains(string(w.Fields), part) {
				t.Errorf("the fields lack %s: %s", part, w.Fields)
			}
		}
	})
	s.agrees("ann")
	s.sees(roleAnn, "map[longest:0 month:0 solved:0 streak:0]")

	s.does(chat.Input{Kind: chat.Command, Name: "24", Text: "easy"})
	v, err := s.Bot.View(t.Context(), s.asAnn(chat.Input{}), false)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.does(chat.Input{Kind: chat.Text, Text: solution(t, v.Round.Puzzle)}); r.Tone != chat.Good {
		t.Fatalf("the answer: %+v", r)
	}
	token := s.token("11")
	s.answers("11", round.Number(s.Now().UTC()))
	s.swept(time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:1 streak:1]")
	s.swept(time.Hour)
	if len(s.shown) != 1 {
		t.Errorf("%d calls show the same", len(s.shown))
	}

	// The refresh token gets another access token.
	s.discord.Expire()
	s.swept(3 * 24 * time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:1 streak:0]")
	if s.token("11") == token {
		t.Error("the tokens that came with it are not kept")
	}
	file := s.does(chat.Input{Kind: chat.Command, Name: "export"}).File
	text := string(file.Data)
	if !strings.Contains(text, "roles_agreed") {
		t.Errorf("the export does not say that she agrees: %s", text)
	}
	if strings.Contains(text, "refresh-") || strings.Contains(text, "access-") {
		t.Errorf("the export has a token: %s", text)
	}

	asked := s.does(chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"})
	s.does(chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
	s.Later(0)
	for end := time.Now().Add(time.Minute); s.agreements() > 0; chat.Pause(t.Context(), time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("an agreement is left of a person who is forgotten")
		}
	}
	s.sees(roleAnn, "")
}

// If a person agrees again, the same figures are shown again: the person may have removed them at the
// network. The page shows the figures, too.
func TestRolesAgreedAgain(t *testing.T) {
	s := newRoleSite(t)
	s.agrees("ann")
	s.answers("11", round.Number(s.Now().UTC()))
	s.swept(time.Hour)
	s.discord.Change(func(w *discordtest.World) { delete(w.Connections, roleAnn) })
	body := s.agrees("ann-2")
	s.sees(roleAnn, "map[longest:1 month:0 solved:0 streak:1]")
	for _, part := range []string{
		">Daily streak</th><td>1<",
		">Longest streak</th><td>1<",
		">Points this month</th><td>0<",
		">Puzzles solved</th><td>0<",
		"I bring these numbers up to date every hour.",
	} {
		if !strings.Contains(body, part) {
			t.Errorf("the page lacks %s: %s", part, body)
		}
	}
}

// setToken stores a token of a person.
func (s *roleSite) setToken(key, token string) {
	s.T.Helper()
	err := s.Store.Write(s.T.Context(), func(tx *storage.Tx) error {
		return tx.Exec("set token", `
			UPDATE agreements SET token = $1
			WHERE player_id = (SELECT id FROM players WHERE network = 'discord' AND key = $2)`, token, key)
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// A copy of the database has no token that anybody could use. A token that an older version stored without
// a seal is sealed within an hour.
func TestRolesSealed(t *testing.T) {
	s := newRoleSite(t)
	s.agrees("ann")
	sealed := s.token("11")
	isClear := func(token string) bool {
		return !strings.HasPrefix(token, "sealed:") || strings.Contains(token, "access") || strings.Contains(token, "refresh")
	}
	if isClear(sealed) {
		t.Fatalf("the token is stored as %q", sealed)
	}
	access, refresh := s.discord.Tokens(roleAnn)
	s.setToken("11", fmt.Sprintf(`{"access_token":%q,"refresh_token":%q}`, access, refresh))
	s.swept(time.Hour)
	if got := s.token("11"); isClear(got) {
		t.Errorf("a token of an older version is still stored as %q", got)
	}
	s.answers("11", round.Number(s.Now().UTC()))
	s.swept(time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:0 streak:1]")
	// A token that was sealed with an unknown secret stays: the secret may come back.
	sealed = s.token("11")
	const foreign = "sealed:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	s.setToken("11", foreign)
	s.swept(2 * 24 * time.Hour)
	if got := s.token("11"); got != foreign {
		t.Errorf("a token that cannot be read has become %q", got)
	}
	s.setToken("11", sealed)
	s.swept(time.Hour)
	s.sees(roleAnn, "map[longest:1 month:0 solved:0 streak:0]")
}

// If a person takes back their agreement at Discord, it is deleted here. If Discord fails, or refuses
// something that is a fault of ours, agreements stay.
func TestRolesRevoked(t *testing.T) {
	s := newRoleSite(t)
	s.agrees("eve")
	today := round.Number(s.Now().UTC())
	change := func(day int) { s.answers("12", today-day) }
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
	if s.token("12") != "" {
		t.Error("the agreement is left")
	}
	s.agrees("ann")
	s.sees(roleAnn, "map[longest:0 month:0 solved:0 streak:0]")
}

// Only the browser that was sent to Discord may come back, in time, and with the same state.
func TestRolesForged(t *testing.T) {
	s := newRoleSite(t)
	back := s.URL + "play/roles/discord?code=ann&state="
	ann := client(t)
	eve := client(t)
	state := s.leaves(ann)
	other := s.leaves(eve)
	refused := func(what string, c *http.Client, state string) {
		t.Helper()
		status, body, _ := s.opens(c, back+state, "en")
		if status != http.StatusForbidden || !strings.Contains(body, "This link is too old") {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	refused("without a cookie", client(t), state)
	refused("with somebody else's state", ann, other)
	refused("a second time", ann, state)
	state = s.leaves(ann)
	s.Later(11 * time.Minute)
	refused("late", ann, state)
	state = s.leaves(ann)
	refused("a code of nobody", eve, other+"x")
	declined := s.URL + "play/roles/discord?error=access_denied&state=" + state
	status, body, _ := s.opens(ann, declined, "zh-TW")
	if status != http.StatusOK || !strings.Contains(body, "你沒同意") {
		t.Errorf("a person who declines reads %d %s", status, body)
	}
	status, body, _ = s.opens(ann, s.URL+"play/roles/club", "zh-CN")
	if status != http.StatusNotFound || !strings.Contains(body, "没有开通") {
		t.Errorf("for a network without roles: %d %s", status, body)
	}
	// Nobody has used up the code.
	s.agrees("ann")
}

// solution returns an answer to a puzzle.
func solution(t *testing.T, id string) string {
	t.Helper()
	p, err := games.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return p.Solve(t.Context()).Best
}

// A forum is a network that accepts any code.
type forum struct{ chat.FrontEnd }

func (forum) Agreement(state string) string {
	return "https://forum.example/agree?" + url.Values{"state": {state}}.Encode()
}

func (forum) Agreed(context.Context, string) (chat.Request, string, error) {
	return chat.Request{Person: chat.Person{Network: "forum", ID: "1", Name: "Ann"}}, "token", nil
}

func (forum) ShowFigures(context.Context, string, []chat.Figure) (string, error) { return "", nil }

func (forum) SealToken(token string) (string, error) { return token, nil }

// A browser that was sent to one network cannot come back from another.
func TestRolesOfAnotherNetwork(t *testing.T) {
	s := webtest.New(t, storetest.Database(t), nil, games.All())
	s.Bot.SetFrontEnds(map[string]chat.FrontEnd{"forum": forum{}, "club": forum{}})
	handler := webtest.Handler(s.Page)
	get := func(path string, cookies ...*http.Cookie) *http.Response {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
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

// A brokenForum fails at each step.
type brokenForum struct {
	forum
	isClosed bool
}

func (f brokenForum) Agreement(state string) string {
	if f.isClosed {
		return ""
	}
	return f.forum.Agreement(state)
}

func (brokenForum) Agreed(context.Context, string) (chat.Request, string, error) {
	return chat.Request{}, "", errors.New("no")
}

// A person has ten minutes to agree. If the network fails, or nobody can agree there now, they are asked to
// come back later. What leads to the network and back is not kept by anybody.
func TestRolesTakeTime(t *testing.T) {
	for _, test := range []struct {
		name  string
		front chat.FrontEnd
		after time.Duration
		want  int
		says  string
	}{
		{"in time", forum{}, 9*time.Minute + 50*time.Second, http.StatusOK, "Your roles are up to date."},
		{"too late", forum{}, 10*time.Minute + time.Second, http.StatusForbidden, "This link is too old"},
		{"failing", brokenForum{}, 0, http.StatusServiceUnavailable, "Go back in a minute"},
		{"closed", brokenForum{isClosed: true}, 0, http.StatusServiceUnavailable, "Go back in a minute"},
	} {
		s := webtest.New(t, storetest.Database(t), nil, games.All())
		s.Bot.SetFrontEnds(map[string]chat.FrontEnd{"forum": test.front})
		handler := webtest.Handler(s.Page)
		get := func(path string, cookies ...*http.Cookie) *http.Response {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Accept-Language", "en")
			for _, c := range cookies {
				r.AddCookie(c)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			return w.Result()
		}
		got := get("/play/roles/forum")
		if to, err := got.Location(); err == nil {
			if got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: the redirect may be kept", test.name)
			}
			s.Later(test.after)
			got = get("/play/roles/forum?code=ann&state="+to.Query().Get("state"), got.Cookies()...)
		}
		body, err := io.ReadAll(got.Body)
		if err != nil || got.StatusCode != test.want || !strings.Contains(string(body), test.says) {
			t.Errorf("%s: %d %s (%v)", test.name, got.StatusCode, body, err)
		}
		if kept := got.Header.Get("Cache-Control"); !strings.Contains(kept, "no-store") {
			t.Errorf("%s: the page, whose address has a code, may be kept: %q", test.name, kept)
		}
	}
}
