package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
	"reckon/config"
	"reckon/engine/property"
)

// A hook notes what was posted to it. Its network signs with the header X-Test.
type hook struct {
	chat.Webhook
	posts []string
}

func (h *hook) Post(_ context.Context, header http.Header, body []byte) (int, []byte) {
	h.posts = append(h.posts, header.Get("X-Test")+string(body))
	return http.StatusAccepted, []byte(`{"type":1}`)
}

func (*hook) Path() string { return "/net" }

func (*hook) Signed(h http.Header) bool { return h.Get("X-Test") != "" }

// newHook listens for posts to a hook, as beside the page if hasPage is true.
func newHook(t *testing.T, hasPage bool) (*config.Settings, *listener, *hook) {
	t.Helper()
	store := openDatabase(t)
	address := freePort(t)
	s := &config.Settings{Listen: address, Operator: address}
	h := &hook{}
	l, err := listen(s, store, slog.New(slog.DiscardHandler), hasPage)
	if err != nil {
		t.Fatal(err)
	}
	l.mount("http://bot.example.org", h)
	l.ready(t.Context())
	return s, l, h
}

// A thousand connections whose posts do not end take little memory, whether they look signed
// or not.
func TestManyConnections(t *testing.T) {
	const megabyte = 1 << 20
	manyConnections(t, 1000, false, 50*megabyte)
}

// Beside the page there may be more connections, which take more. This is what SECURITY.md says.
func TestManyConnectionsBesideThePage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has all addresses of 127.0.0.0/8")
	}
	property.Long(t)
	const megabyte = 1 << 20
	manyConnections(t, maxPageConnections, true, 150*megabyte)
}

// manyConnections opens a number of connections, from as many addresses as that takes, whose posts do not
// end, and checks that they take at most a number of bytes.
func manyConnections(t *testing.T, count int, hasPage bool, allowed int) {
	t.Helper()
	s, l, h := newHook(t, hasPage)
	body := bytes.Repeat([]byte("x"), chat.MaxPost-1)
	inUse := func() int {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapInuse + m.StackInuse)
	}
	before := inUse()
	most := 0
	var writing sync.WaitGroup
	stay, leave := context.WithCancel(t.Context())
	for i := range count {
		writing.Go(func() {
			// Each address has 1,000 connections.
			from := net.IPv4(127, 0, 0, byte(1+i/1000))
			dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}
			conn, err := dialer.DialContext(t.Context(), "tcp", s.Listen)
			if err != nil {
				t.Error(err)
				return
			}
			context.AfterFunc(stay, func() { conn.Close() })
			signed := ""
			if i%2 == 0 {
				signed = "X-Test: signed\r\n"
			}
			// Not all of the posts are read.
			_ = conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
			fmt.Fprintf(conn, "POST /net HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n", signed, len(body)+1)
			_, _ = conn.Write(body)
		})
	}
	go func() { writing.Wait(); leave() }()
	for chat.Pause(stay, 10*time.Millisecond) {
		most = max(most, inUse()-before)
	}
	t.Logf("they take %d MB", most>>20)
	if most > allowed {
		t.Error("that is too much")
	}
	if status, _ := ask(t, "http://"+s.Listen+"/readyz"); status != http.StatusOK || len(h.posts) > 0 {
		t.Errorf("after them: %d, and %d posts", status, len(h.posts))
	}
	if err := l.close(); err != nil {
		t.Error(err)
	}
}

// Posts that arrive slowly hold up no others, and are cut off.
func TestSlowPosts(t *testing.T) {
	// It waits for seconds.
	t.Parallel()
	s, l, h := newHook(t, false)
	post := func(body string, length int) net.Conn {
		conn, err := net.Dial("tcp", s.Listen)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /net HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Test: signed\r\nContent-Length: %d\r\n\r\n%s", length, body)
		return conn
	}
	var slow []net.Conn
	for range 2 * maxBodies {
		slow = append(slow, post("{", 4000))
	}
	begun := time.Now()
	conn := post("{}", 2)
	defer conn.Close()
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "202") {
		t.Errorf("beside them: %q, %v", line, err)
	}
	if took := time.Since(begun); took > requestFor/2 {
		t.Errorf("beside them a post takes %v", took)
	}
	for _, conn := range slow {
		line, err := bufio.NewReader(conn).ReadString('\n')
		if took := time.Since(begun); took > 4*requestFor {
			t.Errorf("a slow one is cut off after %v", took)
		}
		// The connection may be closed without an answer.
		if err == nil && !strings.Contains(line, "400") {
			t.Errorf("a slow one is answered %q", line)
		}
		conn.Close()
	}
	if err := l.close(); err != nil || len(h.posts) != 1 {
		t.Errorf("%v; posted %q", err, h.posts)
	}
}

// A post to a starting bot waits until the bot has begun.
func TestPostBeforeTheBeginning(t *testing.T) {
	o := &listener{begun: make(chan struct{}), paths: http.NewServeMux()}
	server := httptest.NewServer(o.waitForBegin(o.paths))
	defer server.Close()
	status := make(chan int, 1)
	go func() {
		r, err := http.NewRequest(http.MethodPost, server.URL+"/net", strings.NewReader("{}"))
		if err != nil {
			t.Error(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "X-Test": {"signed"}}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			status <- 0
			return
		}
		answer.Body.Close()
		status <- answer.StatusCode
	}()
	o.paths.Handle("POST /net", post{&hook{}, make(chan struct{}, 1)})
	o.ready(t.Context())
	if got := <-status; got != http.StatusAccepted {
		t.Errorf("answered %d", got)
	}
}

func TestTakePost(t *testing.T) {
	for name, c := range map[string]struct {
		contentType, body string
		status            int
		posted            string
	}{
		"well":          {"application/json", `{"a":1}`, 202, `signed:{"a":1}`},
		"with charset":  {"application/json; charset=utf-8", `{}`, 202, `signed:{}`},
		"a form":        {"application/x-www-form-urlencoded", `a=1`, 415, ""},
		"no type":       {"", `{}`, 415, ""},
		"longest":       {"application/json", strings.Repeat(" ", chat.MaxPost), 202, "signed:" + strings.Repeat(" ", chat.MaxPost)},
		"too long":      {"application/json", strings.Repeat(" ", chat.MaxPost+1), 413, ""},
		"a broken body": {"application/json", "broken", 400, ""},
		"not signed":    {"application/json", "broken, which nobody sees", 401, ""},
	} {
		h := &hook{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(c.body, "broken") {
				r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), broken{}))
			}
			post{h, make(chan struct{}, 1)}.ServeHTTP(w, r)
		}))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.contentType)
		if c.status != http.StatusUnauthorized {
			r.Header.Set("X-Test", "signed:")
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		server.Close()
		if answer.StatusCode != c.status || err != nil {
			t.Errorf("%s: %d %v, want %d", name, answer.StatusCode, err, c.status)
		}
		if got := strings.Join(h.posts, ","); got != c.posted {
			t.Errorf("%s: posted on was %.80s", name, got)
		}
		if c.posted != "" && (string(text) != `{"type":1}` || answer.Header.Get("Content-Type") != "application/json") {
			t.Errorf("%s: answered %s %s", name, answer.Header.Get("Content-Type"), text)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// freePort returns a port that is free, and that the system gives to no outgoing connection.
func freePort(t *testing.T) string {
	t.Helper()
	for {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(10_000)))
		if err != nil {
			// The port is taken.
			continue
		}
		defer l.Close()
		return l.Addr().String()
	}
}

// browse asks as a browser does in which a person follows a link.
func browse(t *testing.T, url string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// TestPosts plays with a program that Telegram posts to, and has doctor look at it.
func TestPosts(t *testing.T) {
	telegram := telegramtest.New(telegramtest.Options{})
	defer telegram.Close()
	api, err := telegram.Listen()
	if err != nil {
		t.Fatal(err)
	}
	address := freePort(t)
	db := filepath.Join(t.TempDir(), "reckon.db")
	args := []string{
		"--db", db, "--telegram-token", telegramtest.Token, "--telegram-api-url", api, "--listen", address, "--operator", address, "--url", "http://" + address + "/bots/",
	}
	said, err := doctor(t, args...)
	for _, want := range []string{
		"WRONG  Telegram posts", "note   Telegram updates      are not posted to http://" + address + "/bots/telegram\n",
		"WRONG  page", "ok     address               " + address + " is free for the bot\n",
	} {
		if err == nil || !strings.Contains(said, want) {
			t.Errorf("before the start doctor says %v, want %q in\n%s", err, want, said)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var log logbook
	go func() { ended <- run(ctx, args, console{strings.NewReader(""), io.Discard, &log}) }()
	end := time.Now().Add(time.Minute)
	hook := telegram.Webhook()
	for hook.URL == "" && chat.Pause(ctx, time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no web hook is set:\n%s", log.String())
		}
		hook = telegram.Webhook()
	}
	url := hook.URL
	if url != "http://"+address+"/bots/telegram" {
		t.Errorf("posts are wanted at %s", url)
	}
	post := func(to, secret string) int {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	if got := post(url, "0"+hook.Secret[1:]); got != 401 {
		t.Errorf("with a wrong secret: %d", got)
	}
	ann := telegramtest.Person{ID: 7, Name: "Ann"}
	sent := make(chan telegramtest.Message, 10)
	telegram.Watch(func(m telegramtest.Message) { sent <- m })
	telegram.Text(ann.ID, ann, "/24 3 3 8 8")
	select {
	case m := <-sent:
		if !strings.Contains(m.Text, "make 24") {
			t.Errorf("sent %+v", m)
		}
	case <-time.After(time.Minute):
		t.Errorf("nothing is sent:\n%s", log.String())
	}
	for len(telegram.Pending()) > 0 && chat.Pause(ctx, time.Millisecond) {
		// The post may be answered after its reply.
	}
	if got := post("http://"+address+"/telegram", hook.Secret); got != 404 {
		t.Errorf("at another path: %d", got)
	}
	if got := post("http://"+address+"/bots/discord", hook.Secret); got != 404 {
		t.Errorf("of a network that is not served: %d", got)
	}
	if got := post("http://"+address+"//bots/telegram", hook.Secret); got != 404 {
		t.Errorf("at a path that is not clean: %d", got)
	}
	if got, _ := ask(t, url); got != 405 {
		t.Errorf("a GET: %d", got)
	}
	// A person who follows a wrong link gets the page, which says that there is nothing and leads on.
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/bots/nowhere":      {404, `<base href="./">`},
		"/bots/no/where":     {404, `<base href="../">`},
		"/bots/p/24:1/where": {404, `<base href="../../">`},
		"/bots/day/":         {404, `<base href="../">`},
		"/bots/telegram":     {405, "Method Not Allowed"},
		"/nowhere":           {404, "404 page not found"},
	} {
		status, body := browse(t, "http://"+address+path)
		if status != want.status || !strings.Contains(body, want.says) {
			t.Errorf("a browser at %s: %d %.80s", path, status, body)
		}
		if isPage := strings.Contains(body, `<meta name="missing"`); isPage != strings.HasPrefix(want.says, "<base") {
			t.Errorf("a browser at %s gets the page: %t", path, isPage)
		}
	}
	_, body := ask(t, "http://"+address+"/metrics")
	for _, line := range []string{
		`reckon_http_request_seconds_count{code="200",path="/bots/telegram"} 1`,
		`reckon_http_request_seconds_count{code="401",path="/bots/telegram"} 1`,
		`reckon_http_request_seconds_count{code="404",path="none"} 7`,
		`reckon_update_lag_seconds_count{network="telegram"} 1`,
	} {
		if !strings.Contains(body, line) {
			t.Errorf("no %s", line)
		}
	}
	said, err = doctor(t, args...)
	if err != nil || !strings.Contains(said, "ok     Telegram posts") || !strings.Contains(said, "ok     Telegram updates      are posted to "+url) {
		t.Errorf("of a bot that is posted to doctor says %v:\n%s", err, said)
	}
	opens := "ok     page                  http://" + address + "/bots/p/24:3,3,8,8 opens, and its link has a picture\n"
	if !strings.Contains(said, opens) || strings.Contains(said, "  address  ") {
		t.Errorf("no %q, or the bot's own address is examined:\n%s", opens, said)
	}
	// While the bot runs, a web hook that is away is more than a note: nothing arrives.
	telegram.Fail(func(c telegramtest.Call) *telegramtest.Fault {
		if c.Method != "getWebhookInfo" {
			return nil
		}
		return &telegramtest.Fault{Code: 200, Body: `{"ok":true,"result":{"url":""}}`}
	})
	said, err = doctor(t, args...)
	if !errors.Is(err, no) || !strings.Contains(said, "WRONG  Telegram updates      are not posted to "+url) {
		t.Errorf("of a bot that runs, but is not posted to, doctor says %v:\n%s", err, said)
	}
	telegram.Fail(nil)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
	if telegram.Webhook().URL == "" {
		t.Error("the end removes the web hook")
	}
}

// TestOutside has doctor ask proxies that are set up wrongly.
func TestOutside(t *testing.T) {
	telegram := telegramtest.New(telegramtest.Options{})
	defer telegram.Close()
	api, err := telegram.Listen()
	if err != nil {
		t.Fatal(err)
	}
	for status, want := range map[int]string{
		401: "ok     Telegram posts", 404: "let the proxy pass /telegram on to 127.0.0.1:8080, with path and headers",
		502: "the proxy runs, but no bot behind it", 302: "answers 302, which is not an answer of the bot",
	} {
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/metrics" {
				fmt.Fprint(w, "reckon_build_info 1")
				return
			}
			w.WriteHeader(status)
		}))
		said, _ := doctor(t, "--db", filepath.Join(t.TempDir(), "reckon.db"), "--telegram-token", telegramtest.Token, "--telegram-api-url", api,
			"--listen", "127.0.0.1:8080", "--url", proxy.URL)
		if !strings.Contains(said, want) || !strings.Contains(said, "-> set RECKON_OPERATOR to an address of its own") {
			t.Errorf("%d: no %q in\n%s", status, want, said)
		}
		proxy.Close()
	}
}

// TestDoctorPage has doctor open a page that a proxy passes on wrongly.
func TestDoctorPage(t *testing.T) {
	for name, c := range map[string]struct {
		status        int
		page, picture string
		want          string
		isWrong       bool
	}{
		"all is well":         {200, `<meta property="og:image" content="URL/p/a.png">`, pngMagic + "…", "ok     page  ", false},
		"another address":     {200, `<meta property="og:image" content="http://127.0.0.1:8080/p/a.png">`, pngMagic, "WRONG  page                  the picture of a link is at http://127.0.0.1:8080/", true},
		"no picture":          {200, `<meta property="og:image" content="URL/p/a.png">`, "<html>", "/p/a.png answers 200, which is no picture", true},
		"no bot":              {502, "bad gateway", "", "the proxy runs, but no bot behind it", true},
		"the posts alone":     {404, "not found", "", "WRONG  page  ", true},
		"another site's page": {200, "<html>hello", "", "answers 200, which is not the page", true},
	} {
		var site *httptest.Server
		site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".png") {
				fmt.Fprint(w, c.picture)
				return
			}
			w.WriteHeader(c.status)
			fmt.Fprint(w, strings.ReplaceAll(c.page, "URL", site.URL))
		}))
		said, err := doctor(t, "--db", filepath.Join(t.TempDir(), "reckon.db"), "--listen", freePort(t), "--url", site.URL)
		if !strings.Contains(said, c.want) || errors.Is(err, no) != c.isWrong {
			t.Errorf("%s: %v, want %q in\n%s", name, err, c.want, said)
		}
		site.Close()
	}
}

// If another program has an address of the settings, doctor says so while no bot is alive.
func TestDoctorAddress(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	db := filepath.Join(t.TempDir(), "reckon.db")
	for setting, want := range map[string]string{
		"--listen=" + address:   "set RECKON_LISTEN to another port, such as " + nextPort(address),
		"--operator=" + address: "set RECKON_OPERATOR to another port",
		// This address is for documentation.
		"--listen=192.0.2.1:8080": "set RECKON_LISTEN to an address of this machine",
	} {
		said, err := doctor(t, "--db", db, setting)
		if !errors.Is(err, no) || !strings.Contains(said, want) {
			t.Errorf("%s: %v, want %q in\n%s", setting, err, want, said)
		}
	}
}
