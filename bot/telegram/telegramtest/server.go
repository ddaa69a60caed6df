// Package telegramtest is a stand-in for Telegram: a Bot API server, and the people
// who write to the bot, for tests and for load.
//
//	s := telegramtest.New(telegramtest.Options{})
//	defer s.Close()
//	// start a bot with telegramtest.Token at s.Listen()
//	act := s.Text(-5, telegramtest.Person{ID: 7, Name: "Ann"}, "/24")
//	// later: s.Sent() holds the bot's answer, with ReplyTo act.Message
//
// A Server is also an http.RoundTripper. A bot whose HTTP client has it as its
// transport makes its calls in memory, so a test can run in the fake time of
// testing/synctest.
//
// The server knows the methods that the front end in bot/telegram calls. It judges
// no markup and no sizes.
package telegramtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// What every Server calls its bot.
const (
	Token = "123:SECRET"
	BotID = 42
	Bot   = "reckon_bot" // the user name
)

// Options describe a Server.
type Options struct {
	Inline  bool              // the bot answers what people type behind its name
	Latency time.Duration     // how long each call takes
	Limits  bool              // the server refuses what is faster than Telegram allows
	Hook    http.RoundTripper // posts updates to the web hook; nil: http.DefaultTransport
}

// A Server plays Telegram. All of its methods may be called at any time, from many
// goroutines.
type Server struct {
	options Options
	ctx     context.Context // ends with Close
	end     context.CancelFunc
	http    *http.Server // nil: the server does not listen

	mu       sync.Mutex
	calls    []*Call
	sent     []Message
	watch    []func(Message)
	fail     func(Call) *Fault
	next     []*nextFault
	roles    map[[2]int64]string // by chat and person
	messages int                 // the number of the newest message
	shown    map[messageKey]Message
	presses  map[string]press
	commands map[string]string // lists in JSON, by scope and language
	limits   limits
	updates  updates
}

type messageKey struct {
	chat int64
	id   int
}

// New returns a server that can be called in memory.
func New(o Options) *Server {
	if o.Hook == nil {
		o.Hook = http.DefaultTransport
	}
	s := &Server{
		options: o, messages: 500, roles: map[[2]int64]string{}, shown: map[messageKey]Message{},
		presses: map[string]press{}, commands: map[string]string{}, limits: newLimits(), updates: newUpdates(),
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// Listen serves calls on a free port of this machine and returns the API's URL.
func (s *Server) Listen() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.http = &http.Server{Handler: s}
	go func() { _ = s.http.Serve(l) }() // it returns when Close closes the listener
	return "http://" + l.Addr().String(), nil
}

// Close ends all calls, polls and posts.
func (s *Server) Close() {
	s.end()
	if s.http != nil {
		_ = s.http.Close()
	}
}

// A Call is a call of the Bot API. Its Values hold the fields, files among them.
type Call struct {
	url.Values
	Method string
	At     time.Time
	Code   int // of the answer, 0 while there is none or if the connection broke
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

// A Fault is what a call meets in place of its answer: a status and a body, or a
// broken connection if Code is 0, or no answer at all.
type Fault struct {
	Code int
	Body string
	Hang bool
}

// Refusal is the Bot API's refusal of a call.
func Refusal(code int, description string) Fault { return refusal(code, description, object{}) }

// TooMany is a 429, which asks for a pause.
func TooMany(seconds int) Fault {
	return refusal(429, fmt.Sprint("Too Many Requests: retry after ", seconds), object{"retry_after": seconds})
}

// Moved refuses a message to a group that has become a supergroup.
func Moved(to int64) Fault {
	return refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", object{"migrate_to_chat_id": to})
}

func refusal(code int, description string, parameters object) Fault {
	return Fault{Code: code, Body: toJSON(object{"ok": false, "error_code": code, "description": description, "parameters": parameters})}
}

type nextFault struct {
	method string
	n      int
	fault  Fault
}

// Fail calls f for each call from now on, in the place of an earlier f and of what
// FailNext asked for. The call meets the fault that f returns, unless that is nil;
// so must f be to end all faults.
func (s *Server) Fail(f func(Call) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail, s.next = f, nil
}

// FailNext makes the next n calls of a method meet a fault.
func (s *Server) FailNext(method string, n int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = append(s.next, &nextFault{method, n, f})
}

// faultOf returns the fault that a call meets, nil if there is none. It is called with
// mu held.
func (s *Server) faultOf(c *Call) *Fault {
	for _, f := range s.next {
		if f.method == c.Method && f.n > 0 {
			f.n--
			return &f.fault
		}
	}
	if s.fail != nil {
		return s.fail(*c)
	}
	return nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	c := &Call{Values: fieldsOf(r), Method: method, At: time.Now()}
	s.mu.Lock()
	s.calls = append(s.calls, c)
	f := s.faultOf(c)
	s.mu.Unlock()
	code, body := http.StatusOK, ""
	if f == nil {
		var result any
		if result, f = s.carryOut(r.Context(), token, c); f == nil {
			body = toJSON(object{"ok": true, "result": result})
		}
	}
	if f != nil {
		code, body = f.Code, f.Body
	}
	if f != nil && f.Hang {
		<-r.Context().Done()
	}
	if s.options.Latency > 0 {
		pause(r.Context(), s.options.Latency)
	}
	if code == 0 || r.Context().Err() != nil {
		panic(http.ErrAbortHandler)
	}
	s.mu.Lock()
	c.Code = code
	s.mu.Unlock()
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body) // the bot may be gone
}

// fieldsOf reads the fields of a call, the contents of its files among them. What cannot
// be read is left out.
func fieldsOf(r *http.Request) url.Values {
	_ = r.ParseMultipartForm(16 << 20)
	fields := maps.Clone(r.PostForm)
	if r.MultipartForm == nil {
		return fields
	}
	for name, files := range r.MultipartForm.File {
		if f, err := files[0].Open(); err == nil {
			raw, _ := io.ReadAll(f)
			fields.Set(name, string(raw))
		}
	}
	return fields
}

// RoundTrip implements http.RoundTripper.
func (s *Server) RoundTrip(r *http.Request) (response *http.Response, err error) {
	defer func() {
		if recover() == http.ErrAbortHandler {
			response, err = nil, errors.Join(r.Context().Err(), fmt.Errorf("%s: connection closed", r.URL))
		}
	}()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r.Clone(r.Context()))
	response = w.Result()
	response.Request = r
	return response, nil
}

func toJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are our own
	}
	return string(raw)
}

// A Message is something that people could see: what the bot sent, edited or deleted, a
// reaction, or the answer to a press or to an inline query.
type Message struct {
	At      time.Time
	Method  string // sendMessage, sendPhoto, editMessageText, answerCallbackQuery …
	Chat    int64
	Thread  int
	ID      int    // of the message sent, edited, deleted or reacted to
	ReplyTo int    // the message that it answers, 0 if none
	Query   string // of the press or inline query that it answers
	Text    string // HTML; an alert's text, an emoji, or the results of an inline query
	Buttons [][]Button
}

// A Button is an inline button.
type Button struct {
	Text string `json:"text"`
	Data string `json:"callback_data"`
	URL  string `json:"url"`
}

// Sent returns what people could see so far.
func (s *Server) Sent() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent)
}

// Watch calls f for each Message from now on, before the call that made it is answered.
// f must not call the Server.
func (s *Server) Watch(f func(Message)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = append(s.watch, f)
}

// show keeps a message and tells those who watch. It is called with mu held.
func (s *Server) show(m Message) {
	s.sent = append(s.sent, m)
	for _, f := range s.watch {
		f(m)
	}
}

// pause waits and reports whether ctx lasted as long.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
