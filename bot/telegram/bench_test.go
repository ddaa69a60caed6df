package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
	"reckon/bot/chat/pace"
	"reckon/bot/telegram/telegramtest"
)

const testAPI = "https://api.telegram.org"

var ann = telegramtest.Person{ID: 7, Name: "Ann"}

func newServer() *telegramtest.Server { return telegramtest.New(telegramtest.Options{}) }

// texts returns the texts of the calls of a method.
func texts(s *telegramtest.Server, method string) (all []string) {
	for _, c := range s.Calls(method) {
		all = append(all, c.Get("text"))
	}
	return all
}

// A handler answers by a function. It delivers the answers as the bot does: those of a lane in order, each
// with as many attempts as it takes.
type handler struct {
	answer func(context.Context, chat.Request) chat.Reply
	menu   []chat.MenuCommand
	// roles is what NeedsRole reports.
	roles  bool
	offers func(chat.Request) chat.Offers
	// offered are the calls of Offered.
	offered []string

	front *FrontEnd
	// work is the context of deliveries.
	work  context.Context
	lanes chat.Lanes[string]

	mu   sync.Mutex
	reqs []chat.Request
	// ends has the outcomes, by key.
	ends map[string]ending
	// behind is how many deliveries are in each lane.
	behind map[string]int
}

// An ending is the outcome of a delivery.
type ending struct {
	message chat.Message
	err     error
	at      time.Time
	tries   int
}

func (h *handler) Take(ctx context.Context, r chat.Request) {
	h.mu.Lock()
	h.reqs = append(h.reqs, r)
	h.mu.Unlock()
	d := deliveryOf(r, h.answer(ctx, r))
	lane := h.front.Lane(d)
	if lane == "" {
		lane = "alone " + d.Key
	}
	h.count(lane, 1)
	h.lanes.Add(lane, func(func()) {
		h.deliver(d)
		h.count(lane, -1)
	})
}

// count adds n to the deliveries in a lane and returns how many there are.
func (h *handler) count(lane string, n int) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.behind == nil {
		h.behind = map[string]int{}
	}
	h.behind[lane] += n
	return h.behind[lane]
}

// deliveryOf returns the delivery of a reply. The reply to the move of a group goes to the new place.
func deliveryOf(r chat.Request, reply chat.Reply) chat.Delivery {
	d := chat.Delivery{Key: r.Key, Place: r.Place, Event: r.Event, Locale: r.Locale, At: r.At, Reply: reply}
	if r.Input.Kind == chat.Moved {
		d.Place.Community = r.Input.MovedTo
	}
	return d
}

// deliver attempts a delivery until it is made or refused. It waits as long as the network asks, and
// follows a group that has moved.
func (h *handler) deliver(d chat.Delivery) {
	var e ending
	for {
		for wait := h.front.Pace(d, 0); wait > 0 && h.front.Lane(d) != ""; wait = h.front.Pace(d, 0) {
			if !chat.Pause(h.work, min(wait, time.Second)) {
				return
			}
		}
		e.message, e.err = h.front.Deliver(h.work, d)
		e.tries++
		var retry *chat.RetryError
		var moved *chat.MovedError
		switch {
		case errors.As(e.err, &retry) && chat.Pause(h.work, retry.After):
			continue
		case errors.As(e.err, &moved):
			d.Place.Community = moved.To
			continue
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.ends == nil {
			h.ends = map[string]ending{}
		}
		e.at = time.Now()
		h.ends[d.Key] = e
		return
	}
}

func (h *handler) Offered(_ context.Context, r chat.Request, token, message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.offered = append(h.offered, r.Locale+" "+token+" "+message)
}

func (h *handler) Offers(_ context.Context, r chat.Request) chat.Offers { return h.offers(r) }

func (h *handler) Complete(context.Context, chat.Request) []chat.MenuChoice { return nil }

func (h *handler) NeedsRole(context.Context, chat.Request) bool { return h.roles }
func (h *handler) Menu() []chat.MenuCommand                     { return h.menu }

func (h *handler) requests() []chat.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]chat.Request(nil), h.reqs...)
}

// ended returns the outcome of the answer to an update; ok is false while there is none.
func (h *handler) ended(id int64) (e ending, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e, ok = h.ends["telegram:update:"+decimal(id)]
	return e, ok
}

// delivered returns the message that answers an update; ok is false if there is none.
func (h *handler) delivered(id int64) (chat.Message, bool) {
	e, ok := h.ended(id)
	return e.message, ok && e.err == nil
}

func say(s string) chat.Reply { return chat.Reply{Text: []chat.Line{{{Text: s}}}} }

func always(r chat.Reply) func(context.Context, chat.Request) chat.Reply {
	return func(context.Context, chat.Request) chat.Reply { return r }
}

// A broker makes the replies that a front end gives by itself, of one word each.
type broker struct{}

func (broker) Broken(string) chat.Reply { return say("broken") }

func (broker) Searching(string) chat.Reply { return say("searching") }

// Draw fails for the kind "none". For any other kind it returns the kind and the theme.
func (broker) Draw(p chat.Picture, dark bool) ([]byte, error) {
	if p.Kind == "none" {
		return nil, errors.New("no such kind")
	}
	return fmt.Appendf(nil, "PNG of %s, dark %v", p.Kind, dark), nil
}

func (broker) Elsewhere(string) chat.Reply {
	r := say("elsewhere")
	// This has no effect: the bot did not write the message that it answers.
	r.Edit = true
	r.Buttons = [][]chat.Button{{{Label: "Ask me there", Data: "v1 hint", Personal: true}}}
	return r
}

// A bench is a front end that runs against a server in fake time.
type bench struct {
	t    *testing.T
	s    *telegramtest.Server
	f    *FrontEnd
	h    *handler
	log  *syncBuffer
	done chan error

	stop, abandon context.CancelFunc
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start runs a front end on the server until the test or end stops it.
func start(t *testing.T, s *telegramtest.Server, h *handler, change ...func(*Config)) *bench {
	t.Helper()
	b := &bench{t: t, s: s, h: h, log: &syncBuffer{}, done: make(chan error, 1)}
	c := Config{
		Token: telegramtest.Token, APIURL: testAPI,
		Outfit: chat.Outfit{
			Logger: slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
			Broker: broker{}, Transport: through(s).Transport,
		},
	}
	for _, change := range change {
		change(&c)
	}
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	// No program ran just before this one.
	allowed := limits(c.Rate, oneProcess)
	allowed.Began = time.Now().Add(-minute)
	f.limit = pace.New(allowed)
	b.f, h.front = f, f
	h.work, b.abandon = context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(b.abandon)
	ctx, stop := context.WithCancel(t.Context())
	b.stop = stop
	go func() { b.done <- f.Run(ctx, h) }()
	return b
}

// end stops the front end and returns what Run returned. Deliveries that have begun have a moment to
// finish.
func (b *bench) end() error {
	b.stop()
	err := <-b.done
	defer time.AfterFunc(5*time.Second, b.abandon).Stop()
	b.h.lanes.Wait(b.h.work)
	b.abandon()
	if strings.Contains(b.log.String(), "SECRET") {
		b.t.Error("the token is in the log")
	}
	return err
}

// deliver makes one attempt.
func (b *bench) deliver(d chat.Delivery) (chat.Message, error) { return b.f.Deliver(b.t.Context(), d) }

// post returns the delivery of a message that answers nobody, and edit that of an edit.
func post(community string, r chat.Reply) chat.Delivery {
	return chat.Delivery{Key: "n", Place: chat.Place{Network: Network, Community: community}, At: time.Now(), Reply: r}
}

func edit(community, id string, r chat.Reply) chat.Delivery {
	d := post(community, r)
	d.Message = chat.Message{Place: d.Place, ID: id}
	return d
}

// answering returns the delivery of the reply to an update.
func answering(t *testing.T, body string, r chat.Reply) chat.Delivery {
	t.Helper()
	var u update
	if err := json.Unmarshal([]byte(`{"update_id":10,`+body+`}`), &u); err != nil {
		t.Fatal(err)
	}
	req, ok := decode(&u, &tgbotapi.User{ID: 42, UserName: "reckon_bot"}, time.Now())
	if !ok {
		t.Fatalf("%s is nothing to the chat", body)
	}
	req.Event, req.At = writeEvent(&u, req), time.Now()
	return deliveryOf(req, r)
}

// after lets fake time pass until all goroutines wait.
func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// typed returns the update of a text. If the text begins with a slash, it is a command.
func typed(chat int64, id int, text string) string {
	kind, from := "group", int64(7)
	if chat > 0 {
		kind, from = "private", chat
	}
	entities := "[]"
	if strings.HasPrefix(text, "/") {
		word, _, _ := strings.Cut(text, " ")
		entities = fmt.Sprintf(`[{"type":"bot_command","offset":0,"length":%d}]`, len(word))
	}
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`"message":{"message_id":%d,"date":1790000000,"from":{"id":%d,"first_name":"Ann"},`+
		`"chat":{"id":%d,"type":%q,"title":"Club"},"text":%s,"entities":%s}`, id, from, chat, kind, quoted, entities)
}

// pressed returns the update of a press of a button of message 400.
func pressed(chat int64, query, data string) string {
	kind := "group"
	if chat > 0 {
		kind = "private"
	}
	return fmt.Sprintf(`"callback_query":{"id":%q,"from":{"id":7,"first_name":"Ann"},"chat_instance":"1","data":%q,`+
		`"message":{"message_id":400,"date":1790000000,"chat":{"id":%d,"type":%q,"title":"Club"}}}`, query, data, chat, kind)
}
