package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"reckon/bot/chat"
)

const (
	testToken = "MTEwMDU1MjY5ODg5Nzczx.chat.secret"
	testApp   = "1100552698897738621"
	patience  = time.Minute // before a test gives up: a busy machine is no fault
)

// Most of what these tests do is wait: discordgo takes a second to close a
// connection. So all of them wait at once.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "64"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// A request is one the stand-in was sent.
type request struct {
	method, path string // path below the API's base
	query        string
	body         map[string]any
	files        map[string]string // by field and name
}

func (r request) String() string {
	s := r.method + " " + r.path
	if t, ok := r.body["type"].(float64); ok {
		s += fmt.Sprintf(" type %v", t)
	}
	data, ok := r.body["data"].(map[string]any)
	if !ok {
		data = r.body
	}
	if flags, _ := data["flags"].(float64); int(flags)&64 != 0 {
		s += " ephemeral"
	}
	if text := textOf(data["components"]); text != "" {
		s += fmt.Sprintf(" %q", text)
	}
	return s
}

// textOf is what components say.
func textOf(components any) string {
	var out []string
	list, _ := components.([]any)
	for _, c := range list {
		c, _ := c.(map[string]any)
		if text, ok := c["content"].(string); ok {
			out = append(out, text)
		}
		if text := textOf(c["components"]); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
}

// A standIn plays Discord, REST and gateway, below a path as a proxy would.
type standIn struct {
	t   *testing.T
	url string
	// refuse, if it returns a status, has a request refused with a body.
	refuse func(request) (status int, body string)

	beat time.Duration // between discordgo's heartbeats

	requests chan request
	hellos   chan map[string]any // IDENTIFY and RESUME
	closes   chan int            // codes the client closed with

	mu      sync.Mutex
	conn    *websocket.Conn
	seq     int
	mute    bool            // acknowledges no heartbeat
	acked   map[string]bool // interactions that had their first answer, by token
	deleted map[string]bool // whose first answer was deleted
	// originals are the first answers as another process has left them, by token.
	originals map[string]string
	greet     func(c *websocket.Conn, op int) bool // takes the place of READY and RESUMED
	menu      string
	nextMsg   int
	shut      int // so many connections to the gateway are refused
	unspoken  int // so many are never greeted
}

func newStandIn(t *testing.T) *standIn {
	d := &standIn{
		t: t, beat: time.Hour, requests: make(chan request, 1000), hellos: make(chan map[string]any, 100), closes: make(chan int, 100),
		acked: make(map[string]bool), deleted: make(map[string]bool), menu: "[]", nextMsg: 5000,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/proxy/v9/", d.serveREST)
	mux.HandleFunc("/gateway/", d.serveGateway)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	d.url = srv.URL
	return d
}

// serve is a server of one handler, for as long as the test lasts.
func serve(t *testing.T, h http.HandlerFunc) (url string) {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func (d *standIn) serveREST(w http.ResponseWriter, q *http.Request) {
	r := request{method: q.Method, path: strings.TrimPrefix(q.URL.Path, "/proxy/v9/"), query: q.URL.RawQuery}
	raw, err := io.ReadAll(q.Body)
	if err != nil {
		d.t.Error(err)
	}
	_ = json.Unmarshal(raw, &r.body) // a list stays unread
	if _, form, err := mime.ParseMediaType(q.Header.Get("Content-Type")); err == nil && form["boundary"] != "" {
		r.body, r.files = d.readForm(raw, form["boundary"])
	}
	if got := q.Header.Get("Authorization"); got != "Bot "+testToken {
		d.t.Errorf("%v with authorization %q", r, got)
	}
	w.Header().Set("Content-Type", "application/json")
	if d.refuse != nil {
		if status, body := d.refuse(r); status != 0 {
			w.WriteHeader(status)
			fmt.Fprint(w, body)
			d.requests <- r
			return
		}
	}
	status, body := d.obey(r)
	w.WriteHeader(status)
	fmt.Fprint(w, body)
	if r.path != "gateway" {
		d.requests <- r
	}
}

// readForm reads a request that has files.
func (d *standIn) readForm(raw []byte, boundary string) (body map[string]any, files map[string]string) {
	files = map[string]string{}
	for parts := multipart.NewReader(bytes.NewReader(raw), boundary); ; {
		part, err := parts.NextPart()
		if err != nil {
			return body, files
		}
		content, err := io.ReadAll(part)
		if err != nil {
			d.t.Error(err)
		}
		if part.FormName() == "payload_json" {
			_ = json.Unmarshal(content, &body) // a nil body is seen by the test
		} else {
			files[part.FormName()+" "+part.FileName()] = string(content)
		}
	}
}

// obey carries out a request.
func (d *standIn) obey(r request) (int, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.nextMsg++
	message := fmt.Sprintf(`{"id":"%d"}`, d.nextMsg)
	part := strings.Split(r.path, "/")
	switch {
	case r.path == "gateway":
		return 200, `{"url":"ws` + strings.TrimPrefix(d.url, "http") + `/gateway"}`
	case strings.HasSuffix(r.path, "/commands"):
		return 200, d.menu
	case strings.HasSuffix(r.path, "/callback"):
		if d.acked[part[2]] {
			return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`
		}
		d.acked[part[2]] = true
		return 200, `{"interaction":{"id":"1"},"resource":{"type":4,"message":` + message + `}}`
	case part[0] == "webhooks" && !d.acked[part[2]]:
		return 404, `{"code":10015,"message":"Unknown Webhook"}`
	case strings.HasSuffix(r.path, "/@original") && d.deleted[part[2]]:
		return 404, `{"code":10008,"message":"Unknown Message"}`
	case r.method == http.MethodGet && strings.HasSuffix(r.path, "/@original"):
		if left := d.originals[part[2]]; left != "" {
			return 200, left
		}
		return 200, message
	case r.method == http.MethodDelete:
		d.deleted[part[2]] = true
		return 204, ""
	}
	return 200, message
}

func (d *standIn) serveGateway(w http.ResponseWriter, q *http.Request) {
	d.mu.Lock()
	refused := d.shut > 0
	if refused {
		d.shut--
	}
	unspoken := d.unspoken > 0
	if unspoken {
		d.unspoken--
	}
	d.mu.Unlock()
	if refused {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	up := websocket.Upgrader{}
	c, err := up.Upgrade(w, q, nil)
	if err != nil {
		d.t.Error(err)
		return
	}
	defer c.Close()
	if unspoken {
		_, _, _ = c.ReadMessage() // until the client leaves
		return
	}
	d.write(c, map[string]any{"op": 10, "d": map[string]any{"heartbeat_interval": d.beat.Milliseconds()}})
	for {
		var m struct {
			Op int            `json:"op"`
			D  map[string]any `json:"d"`
		}
		_, raw, err := c.ReadMessage()
		if err != nil {
			if e, ok := err.(*websocket.CloseError); ok {
				d.closes <- e.Code
			}
			return
		}
		_ = json.Unmarshal(raw, &m) // a heartbeat's d is a number
		switch m.Op {
		case 1:
			d.mu.Lock()
			mute := d.mute
			d.mu.Unlock()
			if !mute {
				d.write(c, map[string]any{"op": 11})
			}
		case 2, 6:
			m.D["op"] = m.Op
			d.admit(c, m.Op)
			d.hellos <- m.D
		}
	}
}

func (d *standIn) admit(c *websocket.Conn, op int) {
	d.mu.Lock()
	greet := d.greet
	d.conn, d.mute = c, false
	d.mu.Unlock()
	switch {
	case greet != nil && greet(c, op):
	case op == 2:
		_ = d.send("READY", `{"session_id":"S1","application":{"id":"`+testApp+`"},"user":{"id":"`+testApp+`"},"guilds":[]}`)
	default:
		_ = d.send("RESUMED", `{}`) // as for write
	}
}

func (d *standIn) write(c *websocket.Conn, v any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_ = c.WriteJSON(v) // the client may be gone, as tests mean it to be
}

// event sends a gateway event to a client that must be there.
func (d *standIn) event(name, data string) {
	d.t.Helper()
	if err := d.send(name, data); err != nil {
		d.t.Error(err)
	}
}

func (d *standIn) send(name, data string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq++
	return d.conn.WriteJSON(map[string]any{"op": 0, "s": d.seq, "t": name, "d": json.RawMessage(data)})
}

// say sends a message of the gateway that is no event.
func (d *standIn) say(op int, data any) {
	d.mu.Lock()
	c := d.conn
	d.mu.Unlock()
	d.write(c, map[string]any{"op": op, "d": data})
}

// cut breaks the connection without a word.
func (d *standIn) cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.conn.UnderlyingConn().Close()
}

// snowflake is the ID of what happens at a time.
func snowflake(at time.Time) string {
	const epoch = 1420070400000 // Discord's, in Unix ms
	return fmt.Sprint((at.UnixMilli() - epoch) << 22)
}

func slash(id, name string) string {
	return fmt.Sprintf(`{"id":"%s","application_id":"%s","token":"interaction-secret-%s","type":2,"guild_id":"7","channel_id":"70","locale":"en-US","context":0,
		"member":{"user":{"id":"9","username":"ann"},"permissions":"0"},"data":{"id":"1","type":1,"name":"%s"}}`, id, testApp, id, name)
}

func press(id, data string) string {
	return fmt.Sprintf(`{"id":"%s","application_id":"%s","token":"interaction-secret-%s","type":3,"guild_id":"7","channel_id":"70","locale":"en-US","context":0,
		"member":{"user":{"id":"9","username":"ann"},"permissions":"0"},"message":{"id":"4000","flags":0},"data":{"custom_id":"%s","component_type":2}}`, id, testApp, id, data)
}

// take returns the next thing of a channel.
func take[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: nothing came", what)
		panic("unreachable")
	}
}

// expect takes the next requests.
func (d *standIn) expect(want ...string) {
	d.t.Helper()
	for _, w := range want {
		if got := take(d.t, w, d.requests).String(); got != w {
			d.t.Errorf("request:\n got %s\nwant %s", got, w)
		}
	}
}

// expectInAnyOrder takes as many requests as are named.
func (d *standIn) expectInAnyOrder(want ...string) {
	d.t.Helper()
	var got []string
	for range want {
		got = append(got, take(d.t, want[0], d.requests).String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		d.t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// A handler answers from a function, has the reply delivered beside what comes
// next, and remembers what became of it.
type handler struct {
	answer func(context.Context, chat.Request) chat.Reply
	menu   []chat.MenuCommand
	roles  bool // must be known
	front  chat.FrontEnd
	hold   chan struct{} // if not nil, nothing is delivered before it is closed

	out    sync.WaitGroup
	sent   chan string
	failed chan error
}

func (h *handler) Take(ctx context.Context, r chat.Request) {
	reply := h.answer(ctx, r)
	h.out.Go(func() {
		if h.hold != nil {
			<-h.hold
		}
		m, err := h.front.Deliver(context.Background(), replyTo(r, reply))
		switch {
		case err != nil:
			h.failed <- err
		case !reply.Silent:
			h.sent <- r.Key + " " + m.ID
		}
	})
}

func (h *handler) Offers(context.Context, chat.Request) chat.Offers { return chat.Offers{} }

func (h *handler) Complete(_ context.Context, r chat.Request) []chat.MenuChoice {
	return []chat.MenuChoice{{Value: r.Input.Args[r.Input.Arg], Label: map[string]string{"en": r.Input.Arg}}}
}

func (h *handler) NeedsRole(context.Context, chat.Request) bool { return h.roles }
func (h *handler) Menu() []chat.MenuCommand                     { return h.menu }

// replyTo is the delivery of the reply to a request.
func replyTo(r chat.Request, reply chat.Reply) chat.Delivery {
	return chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Locale: r.Locale, At: r.At, Reply: reply}
}

func say(text string) chat.Reply { return chat.Reply{Text: lines(text)} }

// A broker says in a few words what a front end must say by itself.
type broker struct{}

func (broker) Broken(locale string) chat.Reply { return say("broken for " + locale) }

// Draw draws nothing of the kind "none", and of others their kind and theme.
func (broker) Draw(p chat.Picture, dark bool) ([]byte, error) {
	if p.Kind == "none" {
		return nil, errors.New("no such kind")
	}
	return fmt.Appendf(nil, "PNG of %s, dark %v", p.Kind, dark), nil
}

func (broker) Elsewhere(locale string) chat.Reply { return say("elsewhere for " + locale) }

// A game is a front end running against a stand-in.
type game struct {
	*standIn
	*handler
	front *FrontEnd
	log   *logBook
	stop  context.CancelFunc
	done  chan error
}

// logBook keeps what is logged.
type logBook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logBook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newGame prepares a front end; start runs it.
func newGame(t *testing.T, answer func(context.Context, chat.Request) chat.Reply) *game {
	t.Helper()
	t.Parallel()
	g := &game{
		standIn: newStandIn(t), handler: &handler{answer: answer, sent: make(chan string, 100), failed: make(chan error, 100)},
		log: &logBook{}, done: make(chan error, 1),
	}
	front, err := New(Config{
		Token: testToken, APIURL: g.url + "/proxy/v9",
		Logger: slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Broker: broker{},
	})
	if err != nil {
		t.Fatal(err)
	}
	front.pace.deferAfter, front.pace.pressAfter = patience, patience // a test that wants deferrals says so
	front.pace.firstBy = patience
	front.pace.drain = patience
	front.pace.beat, front.pace.greeting = patience, patience
	front.pace.shortest, front.pace.longest = time.Millisecond, time.Millisecond
	front.pace.identify = time.Millisecond
	front.pace.menuShortest, front.pace.menuLongest = time.Millisecond, time.Millisecond
	g.front, g.handler.front = front, front
	t.Cleanup(func() {
		g.out.Wait()
		for range len(g.failed) {
			t.Errorf("Deliver: %v", <-g.failed)
		}
		for _, secret := range []string{testToken, "interaction-secret"} {
			if strings.Contains(g.log.String(), secret) {
				t.Errorf("the log tells %s:\n%s", secret, g.log)
			}
		}
	})
	return g
}

// run runs the front end without waiting for the connection.
func (g *game) run() {
	ctx, stop := context.WithCancel(context.Background())
	g.stop = stop
	go func() { g.done <- g.front.Run(ctx, g.handler) }()
}

// start runs the front end until the test ends, and waits until it is connected
// and has asked for the commands.
func (g *game) start() {
	g.standIn.t.Helper()
	g.run()
	g.standIn.t.Cleanup(func() {
		g.stop()
		if err := take(g.standIn.t, "the end of Run", g.done); err != nil {
			g.standIn.t.Error(err)
		}
	})
	take(g.standIn.t, "IDENTIFY", g.hellos)
	g.expect("GET applications/" + testApp + "/commands")
}
