// Package telegramtest is a stand-in for Telegram: a Bot API server, and the people who
// write to the bot, for tests and for load.
//
//	s := telegramtest.New(telegramtest.Options{})
//	defer s.Close()
//	url, err := s.Listen() // where a bot with telegramtest.Token finds the server
//	act := s.Text(-5, telegramtest.Person{ID: 7, Name: "Ann"}, "/24")
//	// later s.Sent() holds the bot's answer, with ReplyTo act.Message
//
// A Server is also an http.RoundTripper: a bot whose client has it as its transport makes
// its calls in memory, so a test can run in the fake time of testing/synctest.
//
// The server knows the methods that bot/telegram calls. It judges no markup and no sizes.
package telegramtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

// These are the names and the token of the bot of every Server.
const (
	Token = "123:SECRET"
	BotID = 42
	// Bot is the user name.
	Bot = "reckon_bot"
)

// Options describe a Server.
type Options struct {
	// Inline means that the bot answers what people type after its name.
	Inline bool
	// MainApp means that the bot has a main Mini App.
	MainApp bool
	// Latency is how long each call takes.
	Latency time.Duration
	// Limits makes the server refuse calls that come faster than Telegram allows.
	Limits bool
	// Ephemeral means that the server knows ephemeral messages. Without it, it is an older one: it shows a message
	// that is meant for one person to everybody.
	Ephemeral bool
	// Hook posts updates to the web hook; nil: http.DefaultTransport.
	Hook http.RoundTripper
}

// A Server plays Telegram. All of its methods may be called from many goroutines.
type Server struct {
	options Options
	// ctx ends with Close.
	ctx context.Context
	end context.CancelFunc

	mu     sync.Mutex
	calls  []*Call
	sent   []Message
	watch  []func(Message)
	faults []func(Call) *Fault
	// roles has the roles of people in chats.
	roles map[key]string
	// messages is the number of the newest message.
	messages int
	shown    map[key]Message
	// commands has lists in JSON, by scope and language.
	commands map[string]string
	// ephemerals is the number of the newest ephemeral message, and ephemeral has those of the bot.
	ephemerals int64
	ephemeral  map[int64]Message
	// pressed has presses by their query, and commanded has ephemeral commands by their number.
	pressed   map[string]occasion
	commanded map[int64]occasion
	// menuButton is JSON.
	menuButton string
	// descriptions has the bot's descriptions, by the kind of text and the language.
	descriptions map[string]string
	limits       limits
	updates      updates
}

// A key is a message or a person in a chat.
type key struct{ chat, id int64 }

// An occasion is a press or an ephemeral command of a person in a chat.
type occasion struct {
	chat, person int64
	at           time.Time
}

// updates holds what the bot has not confirmed yet, and how it gets that: by polls or by a web hook.
type updates struct {
	// last is the newest number.
	last  int64
	queue []queuedUpdate
	// news is closed when something comes.
	news chan struct{}
	// poll is closed when another poll begins, which ends this one.
	poll chan struct{}

	hook Webhook
	// posting has the chats whose updates are being posted.
	posting map[int64]bool
}

type queuedUpdate struct {
	id   int64
	chat int64
	raw  json.RawMessage
}

// A Webhook says where updates are posted to, and what getWebhookInfo tells of it.
type Webhook struct {
	URL     string   `json:"url"`
	Most    int      `json:"max_connections,omitempty"`
	Allowed []string `json:"allowed_updates,omitempty"`
	Pending int      `json:"pending_update_count"`
	Failed  int64    `json:"last_error_date,omitempty"`
	Failure string   `json:"last_error_message,omitempty"`
	Secret  string   `json:"-"`
}

// New returns a server that can be called in memory.
func New(o Options) *Server {
	if o.Hook == nil {
		o.Hook = http.DefaultTransport
	}
	ctx, end := context.WithCancel(context.Background())
	return &Server{
		options:      o,
		ctx:          ctx,
		end:          end,
		messages:     500,
		roles:        map[key]string{},
		shown:        map[key]Message{},
		commands:     map[string]string{},
		ephemeral:    map[int64]Message{},
		pressed:      map[string]occasion{},
		commanded:    map[int64]occasion{},
		descriptions: map[string]string{},
		limits:       newLimits(),
		updates: updates{
			last:    9,
			news:    make(chan struct{}),
			poll:    make(chan struct{}),
			posting: map[int64]bool{},
		},
	}
}

// Close ends all calls and posts.
func (s *Server) Close() { s.end() }

// A Call is a call of the Bot API. Its Values hold the fields, including the contents of files. The name
// of the last file is the field "file_name".
type Call struct {
	url.Values
	Method string
	At     time.Time
	// Code is the HTTP status of the answer; 0: there is none, or the connection broke.
	Code int
}

// number reads a field as a number; 0 if it is not one.
func (c *Call) number(name string) int64 {
	n, _ := strconv.ParseInt(c.Get(name), 10, 64)
	return n
}

// Calls returns the calls of a method so far, or of all methods if it is empty.
func (s *Server) Calls(method string) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Call
	for _, c := range s.calls {
		if method == "" || c.Method == method {
			all = append(all, *c)
		}
	}
	return all
}

// Describe writes a description of the bot, as its host may.
func (s *Server) Describe(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.descriptions["MyDescription"] = text
}

// Limited returns how many calls came faster than Telegram allows.
func (s *Server) Limited() (n int) {
	for _, c := range s.Calls("") {
		if c.Code == http.StatusTooManyRequests {
			n++
		}
	}
	return n
}

// A Fault is what a call gets instead of its answer: a status and a body. If Code is 0, the
// connection breaks. If Hang is true, the call never ends.
type Fault struct {
	Code int
	Body string
	Hang bool
}

// Refusal is the Bot API's refusal of a call.
func Refusal(code int, description string) *Fault { return refusal(code, description, object{}) }

// TooMany is a 429, which asks for a pause.
func TooMany(seconds int) *Fault {
	description := fmt.Sprint("Too Many Requests: retry after ", seconds)
	return refusal(http.StatusTooManyRequests, description, object{"retry_after": seconds})
}

// Moved refuses a message to a group that has become a supergroup.
func Moved(to int64) *Fault {
	const description = "Bad Request: group chat was upgraded to a supergroup chat"
	return refusal(http.StatusBadRequest, description, object{"migrate_to_chat_id": to})
}

func refusal(code int, description string, parameters object) *Fault {
	body := object{"ok": false, "error_code": code, "description": description, "parameters": parameters}
	return &Fault{Code: code, Body: toJSON(body)}
}

// Fail makes the server call f for each call from now on. If f returns a Fault, the call fails with it.
// Fail with nil removes all functions. f must not call the Server.
func (s *Server) Fail(f func(Call) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f == nil {
		s.faults = nil
		return
	}
	s.faults = append(s.faults, f)
}

// FailNext makes the next n calls of a method fail with a fault.
func (s *Server) FailNext(method string, n int, fault *Fault) {
	s.Fail(func(c Call) *Fault {
		if c.Method != method || n == 0 {
			return nil
		}
		n--
		return fault
	})
}

// A Message is something that people could see: a message that the bot sent, edited or
// deleted, a reaction, or the answer to a press or to an inline query.
type Message struct {
	At time.Time
	// Method is sendMessage, sendPhoto, editMessageText, answerCallbackQuery …
	Method string
	Chat   int64
	// ID is the number of the message that was sent, edited, deleted or reacted to.
	ID int64
	// ReplyTo is the message that it answers, 0 if it answers none.
	ReplyTo int64
	// Ephemeral is the number of an ephemeral message, and Reader the only person who sees it. Then ID is 0.
	Ephemeral int64
	Reader    int64
	// Query is the press or inline query that it answers.
	Query string
	// Text is HTML, an alert's text, an emoji, or the results of an inline query.
	Text string
	// File is the name of the file sent with it.
	File    string
	Buttons [][]Button
}

// A Button is an inline button.
type Button struct {
	Text    string `json:"text"`
	Data    string `json:"callback_data"`
	URL     string `json:"url"`
	Prefill string `json:"switch_inline_query_current_chat"`
	Share   string `json:"switch_inline_query"`
	Copy    struct {
		Text string `json:"text"`
	} `json:"copy_text"`
}

// Sent returns what people could see so far.
func (s *Server) Sent() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent)
}

// Watch calls f for each Message from now on, before the bot's call is answered. f must
// not call the Server.
func (s *Server) Watch(f func(Message)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = append(s.watch, f)
}

// show adds a message to those sent, calls the functions that watch, and returns true, which is the
// result of most methods. It is called with mu held.
func (s *Server) show(m Message) bool {
	s.sent = append(s.sent, m)
	for _, f := range s.watch {
		f(m)
	}
	return true
}

// object is a JSON object.
type object = map[string]any

func toJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		// The values are our own.
		panic(err)
	}
	return string(raw)
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
