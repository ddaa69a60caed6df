// Package discordtest is a stand-in for Discord: its REST API, its gateway, its posts to an
// interactions end point, and the people who use the bot, for tests and for load.
//
//	s := discordtest.New(discordtest.Options{})
//	url, err := s.Listen()
//	defer s.Close()
//	// start a bot with discordtest.Token at url
//	act := s.Command(discordtest.Place{Guild: "7", Channel: "70"}, ann, "24")
//	// later: s.Sent() holds the bot's answer, whose Interaction is act.ID
//
// The server knows the routes that the front end in bot/discord calls. It keeps the order
// that Discord demands of answers to an interaction (one first answer, in time; then edits
// and follow-ups), and can keep Discord's rate limits. It judges no sizes.
package discordtest

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// What every Server calls its bot.
const (
	Token = "MTEwMDU1MjY5ODg5Nzczx.chat.secret"
	AppID = "1100552698897738621"
	// Secret begins the token of every interaction: it must be in no log.
	Secret = "interaction-secret-"
)

// Options describe a Server.
type Options struct {
	// Shards is how many shards the server recommends; 0: one.
	Shards int
	// Heartbeat is the interval that the gateway asks for; 0: Discord's.
	Heartbeat time.Duration
	// FirstBy is the time for a first answer; 0: Discord's 3 s, negative: any.
	FirstBy time.Duration
	// Latency is how long each call takes.
	Latency time.Duration
	// Limits means that the server refuses what is faster than Discord allows.
	Limits bool
}

// A Server plays Discord. All of its methods may be called at any time, from many
// goroutines.
type Server struct {
	// Key is the key that posts are signed with.
	Key ed25519.PrivateKey

	options Options
	http    *http.Server
	// base is "http://host".
	base  string
	posts *http.Client

	mu    sync.Mutex
	world World
	sent  []Message
	// number is the newest ID.
	number int64
	// interactions are by token.
	interactions map[string]*interaction
	messages     map[string]*Message
	// reactions are the bot's, by the ID of a person's message.
	reactions map[string][]string
	// nonces has the IDs of messages by nonce.
	nonces map[string]string
	limits map[string]limit
	// limited counts the calls that were refused with 429.
	limited int
	// access and refresh have people, objects in JSON, by access token and by refresh token.
	access   map[string]string
	refresh  map[string]string
	sessions map[string]*session
	conns    map[*websocket.Conn]bool
}

// New returns a server.
func New(o Options) *Server {
	if o.Heartbeat == 0 {
		o.Heartbeat = 41250 * time.Millisecond
	}
	if o.FirstBy == 0 {
		o.FirstBy = 3 * time.Second
	}
	seed := []byte("the seed of discordtest's key, 32")[:ed25519.SeedSize]
	return &Server{
		Key:     ed25519.NewKeyFromSeed(seed),
		options: o,
		base:    "http://discord.test",
		posts:   &http.Client{Timeout: 3 * time.Second},
		world: World{
			Guilds:    map[string]string{},
			Allowed:   map[string]string{},
			Commands:  json.RawMessage("[]"),
			Shards:    max(1, o.Shards),
			Remaining: 1000,
		},
		interactions: map[string]*interaction{},
		messages:     map[string]*Message{},
		reactions:    map[string][]string{},
		nonces:       map[string]string{},
		limits:       map[string]limit{},
		access:       map[string]string{},
		refresh:      map[string]string{},
		sessions:     map[string]*session{},
		conns:        map[*websocket.Conn]bool{},
	}
}

// A World is what Discord knows besides messages, and how it behaves. In the World of a new server the
// bot is in no guild and has no commands yet. The functions of a World may be nil, and many goroutines
// may call them.
type World struct {
	// Guilds are objects in JSON, by ID, and lists of them: "7/channels".
	Guilds map[string]string
	// Allowed is what interactions say the bot may do, by channel: a number of Discord's.
	Allowed map[string]string
	// Commands are the registered commands.
	Commands json.RawMessage
	// Endpoint is where interactions are posted; empty: they come by the gateway.
	Endpoint string
	// Events is where events are posted; empty: nowhere.
	Events string
	// Shards is how many shards Discord recommends.
	Shards int
	// Remaining is how many sessions of the day are left.
	Remaining int
	// Codes has the people, objects in JSON, by their OAuth codes.
	Codes map[string]string
	// Instances are the instances of the Activity: objects in JSON, by ID.
	Instances map[string]string

	// Fields are the registered fields of linked roles; nil: none.
	Fields json.RawMessage
	// Connections has the values that decide which linked roles each person gets, as fmt prints a map.
	Connections map[string]string

	// Mute means that heartbeats are not acknowledged.
	Mute bool
	// Gate is called for each Hello; it must not call the Server.
	Gate func(Hello) Greeting
	// Met is called for each IDENTIFY and RESUME once it is answered; it must not call the Server.
	Met func(Hello)
	// Fail is called for each call. If it returns a Fault, the call fails with it. Fail may block.
	Fail func(Call) *Fault
	// Calls is called for each call before it is answered.
	Calls func(Call)
	// Watch is called for each Message before its call is answered; it must not call the Server.
	Watch func(Message)
}

// Change calls f with the world, which it may read and change.
func (s *Server) Change(f func(*World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.world)
}

// Answered reports whether the bot has given the first answer to an interaction. Discord tells the
// person that it failed if none comes in time.
func (s *Server) Answered(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range s.interactions {
		if i.id == id {
			return i.original != ""
		}
	}
	return false
}

// Close ends all calls and connections.
func (s *Server) Close() {
	s.mu.Lock()
	for c := range s.conns {
		_ = c.Close()
	}
	s.mu.Unlock()
	if s.http != nil {
		_ = s.http.Close()
	}
}

// A Call is a call of the REST API.
type Call struct {
	Method string
	// Path is below the API's URL.
	Path  string
	Query string
	// Interaction is the ID of the interaction whose token is in the path.
	Interaction string
	Body        map[string]any
	// Files are the contents of files, by field and name.
	Files map[string]string
	At    time.Time
}

// String describes a call: its route, without the token of an interaction, and what it shows.
func (c Call) String() string {
	text := c.route()
	if t, ok := c.Body["type"].(float64); ok {
		text += fmt.Sprintf(" type %v", t)
	}
	m := c.Message()
	if m.Ephemeral {
		text += " ephemeral"
	}
	if m.Text != "" {
		text += fmt.Sprintf(" %q", m.Text)
	}
	return text
}

func (c Call) route() string {
	part := strings.Split(c.Path, "/")
	if strings.HasSuffix(c.Path, "/@original") {
		return c.Method + " original"
	}
	switch part[0] {
	case "interactions":
		return "callback"
	case "webhooks":
		if len(part) == 3 {
			return "follow-up"
		}
		return c.Method + " message " + part[len(part)-1]
	case "applications":
		return c.Method + " " + strings.Replace(c.Path, "applications/"+AppID+"/", "", 1)
	}
	return c.Method + " " + c.Path
}

// A Fault is what a call gets instead of its answer: a status and a body or, if Code is 0, a broken
// connection.
type Fault struct {
	Code int
	// Body is JSON, or a page for people.
	Body   string
	Header http.Header
	// After means that the call takes effect before it fails.
	After bool
}

// Refusal is Discord's refusal of a call.
func Refusal(status, code int, message string) *Fault {
	return &Fault{Code: status, Body: fmt.Sprintf(`{"code":%d,"message":%q}`, code, message)}
}

// TooMany is a 429 for one bucket or for all.
func TooMany(after time.Duration, global bool) *Fault {
	seconds := fmt.Sprint(after.Seconds())
	h := http.Header{"Retry-After": {seconds}, "X-Ratelimit-Scope": {"user"}}
	if global {
		h.Set("X-Ratelimit-Scope", "global")
		h.Set("X-Ratelimit-Global", "true")
	}
	body := fmt.Sprintf(`{"message":"You are being rate limited.","retry_after":%s,"global":%v}`, seconds, global)
	return &Fault{Code: http.StatusTooManyRequests, Body: body, Header: h}
}

// A Message is a message of the bot's as people were shown it, or a deferral.
type Message struct {
	At      time.Time
	Kind    Kind
	ID      string
	Channel string
	// Interaction is the ID of the interaction that it answers; empty: none.
	Interaction string
	// Text has the texts of all components, in lines.
	Text string
	// Ephemeral means that one person sees it.
	Ephemeral bool
	// Buttons are custom_ids, by label.
	Buttons map[string]string
}

// Kind says what became of a message.
type Kind string

const (
	Posted Kind = "posted"
	Edited Kind = "edited"
	// Deferred is "is thinking…".
	Deferred Kind = "deferred"
	// Form is a form that opens; it has no ID.
	Form Kind = "form"
)

// Flags of a message.
const (
	flagEphemeral = 64
	flagLoading   = 128
)

// content returns the message or form in a call.
func (c Call) content() map[string]any {
	if data, ok := c.Body["data"].(map[string]any); ok {
		return data
	}
	return c.Body
}

// object is a JSON object.
type object = map[string]any

// list returns the objects of a list.
func list(v any) []object {
	var all []object
	items, _ := v.([]any)
	for _, item := range items {
		if o, is := item.(object); is {
			all = append(all, o)
		}
	}
	return all
}

// Message is what a call shows.
func (c Call) Message() Message {
	body := c.content()
	flags, _ := body["flags"].(float64)
	m := Message{
		Ephemeral: int(flags)&flagEphemeral != 0,
		Buttons:   map[string]string{},
	}
	m.Text = strings.Join(readComponents(body["components"], m.Buttons), "\n")
	return m
}

// readComponents returns the texts of components, and adds their buttons to buttons.
func readComponents(components any, buttons map[string]string) []string {
	var texts []string
	for _, c := range list(components) {
		if text, ok := c["content"].(string); ok {
			texts = append(texts, text)
		}
		if id, ok := c["custom_id"].(string); ok {
			buttons[fmt.Sprint(c["label"])] = id
		}
		texts = append(texts, readComponents(c["components"], buttons)...)
		if c["accessory"] != nil {
			texts = append(texts, readComponents([]any{c["accessory"]}, buttons)...)
		}
	}
	return texts
}

// Limited returns how many calls came faster than Discord allows.
func (s *Server) Limited() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limited
}

// Sent returns what people were shown so far.
func (s *Server) Sent() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent)
}

// show adds a message to those sent and calls Watch. It is called with mu held.
func (s *Server) show(m Message, kind Kind) {
	m.At = time.Now()
	m.Kind = kind
	s.sent = append(s.sent, m)
	if s.world.Watch != nil {
		s.world.Watch(m)
	}
}

// epoch is the beginning of Discord's time, in Unix ms.
const epoch = 1420070400000

// newID returns a snowflake. It is called with mu held.
func (s *Server) newID() string {
	s.number = max(s.number+1, (time.Now().UnixMilli()-epoch)<<22)
	return fmt.Sprint(s.number)
}

// An interaction is what the server keeps about an interaction.
type interaction struct {
	id      string
	channel string
	// pressed is the message whose button it was.
	pressed string
	at      time.Time
	// original is the message of the first answer; empty before it.
	original string
	// waits means that the original is "is thinking…".
	waits bool
}

// A limit counts the calls of a bucket in a span.
type limit struct {
	used int
	// until is the end of the span.
	until time.Time
}

// A Hello is what a bot says to the gateway, or how it ends a connection.
type Hello struct {
	// Op is Dialled, Beat, Identified, Resumed or Closed.
	Op int
	// Shard is "0/4"; empty if the bot named none.
	Shard string
	// Session is the session of a RESUME.
	Session string
	// Seq is the number of the last event in a RESUME or a heartbeat.
	Seq int64
	// Code is the code with which the bot closed the connection.
	Code int
}

// What a Hello says.
const (
	Dialled    = 0
	Beat       = 1
	Identified = 2
	Resumed    = 6
	Closed     = -1
)

// A Greeting is how the gateway answers a Hello. The zero Greeting answers as Discord should.
type Greeting struct {
	// Close closes the connection with this code.
	Close int
	// Invalid says that the session is invalid (op 9).
	Invalid bool
	// Drop breaks the connection, or refuses it, without a word.
	Drop bool
	// Silent says nothing.
	Silent bool
}

// A session is a session of the gateway.
type session struct {
	id    string
	shard int
	of    int
	seq   int64
	// recent has the last events, for RESUME.
	recent []json.RawMessage
	// conn is nil while the session is not connected.
	conn *websocket.Conn
}
