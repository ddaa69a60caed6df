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
	Shards    int           // that are recommended; 0: one
	Heartbeat time.Duration // the interval that the gateway asks for; 0: Discord's
	FirstBy   time.Duration // the time for a first answer; 0: Discord's 3 s, negative: any
	Latency   time.Duration // how long each call takes
	Limits    bool          // the server refuses what is faster than Discord allows
}

// A Server plays Discord. All of its methods may be called at any time, from many
// goroutines.
type Server struct {
	// Key is the key that posts are signed with.
	Key ed25519.PrivateKey

	options Options
	http    *http.Server
	base    string // http://host
	posts   *http.Client

	mu           sync.Mutex
	world        World
	sent         []Message
	number       int64                   // of the newest ID
	interactions map[string]*interaction // by token
	messages     map[string]*Message
	reactions    map[string][]string // of the bot to people's messages
	nonces       map[string]string   // messages by nonce
	limits       map[string]limit
	access       map[string]string // people by access token, objects in JSON
	refresh      map[string]string // the same by refresh token
	limited      int               // calls refused with 429
	sessions     map[string]*session
	conns        map[*websocket.Conn]bool
}

// New returns a server.
func New(o Options) *Server {
	if o.Heartbeat == 0 {
		o.Heartbeat = 41250 * time.Millisecond
	}
	if o.FirstBy == 0 {
		o.FirstBy = 3 * time.Second
	}
	return &Server{
		options: o, base: "http://discord.test", Key: ed25519.NewKeyFromSeed([]byte("the seed of discordtest's key, 32")[:32]), posts: &http.Client{Timeout: 3 * time.Second},
		world: World{
			Guilds: map[string]string{}, Allowed: map[string]string{}, Commands: json.RawMessage("[]"), Shards: max(1, o.Shards), Remaining: 1000,
		},
		interactions: map[string]*interaction{}, messages: map[string]*Message{}, reactions: map[string][]string{}, nonces: map[string]string{}, access: map[string]string{}, refresh: map[string]string{}, limits: map[string]limit{},
		sessions: map[string]*session{}, conns: map[*websocket.Conn]bool{},
	}
}

// A World is what Discord knows besides messages, and how it behaves. A new server's suits a
// bot that has just been made. Its functions may be called by many goroutines; nil: none.
type World struct {
	Guilds    map[string]string // objects in JSON, by ID, and lists of them: "7/channels"
	Allowed   map[string]string // what interactions say the bot may do, by channel: a number of Discord's
	Commands  json.RawMessage   // that are registered
	Endpoint  string            // where interactions are posted; empty: they come by the gateway
	Events    string            // where events are posted; empty: nowhere
	Shards    int               // that are recommended
	Remaining int               // sessions of the day
	Codes     map[string]string // who has been given an OAuth code: objects in JSON
	Instances map[string]string // of the Activity: objects in JSON, by ID

	Fields      json.RawMessage   // that are registered for linked roles; nil: none
	Connections map[string]string // by person: the values that their linked roles go by, as fmt prints a map

	Mute  bool                 // heartbeats are not acknowledged
	Gate  func(Hello) Greeting // called for each Hello; it must not call the Server
	Met   func(Hello)          // called for each IDENTIFY and RESUME once it is answered; it must not call the Server
	Fail  func(Call) *Fault    // called for each call, which meets the fault unless that is nil; it may block
	Calls func(Call)           // called for each call before it is answered
	Watch func(Message)        // called for each Message before its call is answered; it must not call the Server
}

// Change calls f with the world, which it may read and change.
func (s *Server) Change(f func(*World)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.world)
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
	Method, Path, Query string // the path below the API's URL
	Interaction         string // the ID of the one whose token is in the path
	Body                map[string]any
	Files               map[string]string // contents, by field and name
	At                  time.Time
}

// String describes a call: its route, without the token of an interaction, and what it shows.
func (c Call) String() string {
	text := c.Method + " " + c.Path
	part := strings.Split(c.Path, "/")
	switch {
	case part[0] == "interactions":
		text = "callback"
	case strings.HasSuffix(c.Path, "/@original"):
		text = c.Method + " original"
	case part[0] == "webhooks" && len(part) == 3:
		text = "follow-up"
	case part[0] == "webhooks":
		text = c.Method + " message " + part[len(part)-1]
	case part[0] == "applications":
		text = c.Method + " " + strings.Replace(c.Path, "applications/"+AppID+"/", "", 1)
	}
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

// A Fault is what a call meets in place of its answer: a status and a body, or a broken
// connection if Code is 0.
type Fault struct {
	Code   int
	Body   string // JSON, or else a page for people
	Header http.Header
	After  bool // the call takes effect first
}

// Refusal is Discord's refusal of a call.
func Refusal(status, code int, message string) *Fault {
	return &Fault{Code: status, Body: fmt.Sprintf(`{"code":%d,"message":%q}`, code, message)}
}

// TooMany is a 429 for one bucket or for all.
func TooMany(after time.Duration, global bool) *Fault {
	h := http.Header{"Retry-After": {fmt.Sprint(after.Seconds())}, "X-Ratelimit-Scope": {"user"}}
	if global {
		h = http.Header{"Retry-After": {fmt.Sprint(after.Seconds())}, "X-Ratelimit-Scope": {"global"}, "X-Ratelimit-Global": {"true"}}
	}
	return &Fault{Code: 429, Body: fmt.Sprintf(`{"message":"You are being rate limited.","retry_after":%v,"global":%v}`, after.Seconds(), global), Header: h}
}

// A Message is a message of the bot's as people were shown it, or a deferral.
type Message struct {
	At          time.Time
	Kind        Kind
	ID          string
	Channel     string
	Interaction string            // the ID of the one that it answers; empty: none
	Text        string            // of all components, in lines
	Ephemeral   bool              // one person sees it
	Buttons     map[string]string // their custom_ids, by label
}

// Kind says what became of a message.
type Kind string

const (
	Posted   Kind = "posted"
	Edited   Kind = "edited"
	Deferred Kind = "deferred" // "is thinking…"
	Form     Kind = "form"     // one that opens; it has no ID
)

// content is the message or form in a call.
func (c Call) content() map[string]any {
	if data, ok := c.Body["data"].(map[string]any); ok {
		return data
	}
	return c.Body
}

// object is a JSON object.
type object = map[string]any

// list returns the objects of a list.
func list(v any) (all []object) {
	items, _ := v.([]any)
	for _, item := range items {
		if o, is := item.(object); is {
			all = append(all, o)
		}
	}
	return all
}

// Message is what a call shows.
func (c Call) Message() (m Message) {
	body := c.content()
	flags, _ := body["flags"].(float64)
	m.Ephemeral = int(flags)&64 != 0
	m.Buttons = map[string]string{}
	var lines []string
	var walk func(any)
	walk = func(components any) {
		for _, c := range list(components) {
			if text, ok := c["content"].(string); ok {
				lines = append(lines, text)
			}
			if id, ok := c["custom_id"].(string); ok {
				m.Buttons[fmt.Sprint(c["label"])] = id
			}
			walk(c["components"])
			if c["accessory"] != nil {
				walk([]any{c["accessory"]})
			}
		}
	}
	walk(body["components"])
	m.Text = strings.Join(lines, "\n")
	return m
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

// show keeps a message and calls Watch. It is called with mu held.
func (s *Server) show(m Message, kind Kind) {
	m.At, m.Kind = time.Now(), kind
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

// An interaction is one as the server keeps it.
type interaction struct {
	id, channel, pressed string // pressed is the message whose button it was
	at                   time.Time
	original             string // the message of the first answer; empty before it
	waits                bool   // the original is "is thinking…"
}

// A limit is a bucket as Discord counts it: so many calls in a span.
type limit struct {
	used  int
	until time.Time
}

// A Hello is what a bot says to the gateway, or how it ends a connection.
type Hello struct {
	Op      int    // Dialled, Beat, Identified, Resumed or Closed
	Shard   string // "0/4"; empty if it named none
	Session string // of RESUME
	Seq     int64  // of RESUME or of a heartbeat
	Code    int    // of a close
}

// What a Hello says.
const (
	Dialled    = 0
	Beat       = 1
	Identified = 2
	Resumed    = 6
	Closed     = -1
)

// A Greeting is how the gateway answers a Hello; the zero one is as it should.
type Greeting struct {
	Close   int  // closes with this code
	Invalid bool // op 9: the session is invalid
	Drop    bool // breaks the connection, or refuses it, without a word
	Silent  bool // says nothing
}

// A session is one of the gateway.
type session struct {
	id        string
	shard, of int
	seq       int64
	recent    []json.RawMessage // the last events, for RESUME
	conn      *websocket.Conn   // nil while it is not connected
}
