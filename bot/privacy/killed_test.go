package privacy_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A letterbox is a front end that keeps what is delivered to it.
type letterbox struct {
	mu         sync.Mutex
	deliveries []chat.Delivery
}

func (*letterbox) Network() string { return "net" }

func (*letterbox) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

func (*letterbox) Lane(d chat.Delivery) string { return d.Place.Community }

func (*letterbox) Pace(chat.Delivery, int) time.Duration { return 0 }

func (*letterbox) Idempotent() bool { return true }

func (l *letterbox) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deliveries = append(l.deliveries, d)
	return chat.Message{Place: d.Place, ID: d.Key}, nil
}

// delivered returns what was delivered so far.
func (l *letterbox) delivered() []chat.Delivery {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.deliveries)
}

// inProcess opens the database db and calls run with a bot on it. Its front ends are served only if run does so.
// Otherwise deliveries still wait afterwards, as if a process had been killed.
func inProcess(t *testing.T, db string, run func(*bot.Bot, *storage.Store)) {
	t.Helper()
	store, err := bot.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(bot.Config{
		Store:  store,
		Games:  games.All(),
		Book:   book,
		Logger: slog.New(slog.DiscardHandler),
		Now:    time.Now,
		Rand:   rand.NewPCG(1, 2),
	})
	if err != nil {
		t.Fatal(err)
	}
	run(b, store)
}

// take gives the bot Ann's input from her private chat.
func take(t *testing.T, b *bot.Bot, key string, in chat.Input) {
	t.Helper()
	b.Take(t.Context(), chat.Request{
		Key:    key,
		Event:  []byte("{}"),
		Place:  chat.Place{Network: "net", Community: "ann", Private: true},
		Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
		Input:  in,
		Locale: "en",
		At:     time.Now(),
	})
}

// If a process is killed before it has delivered a file, the next process makes the file and delivers it once.
// Then the database holds nothing of the delivery. A person who is forgotten between the two processes gets no
// file, and no delivery waits for them.
func TestExportOfAKilledProcess(t *testing.T) {
	for _, isForgotten := range []bool{false, true} {
		db := storetest.Database(t)
		inProcess(t, db, func(b *bot.Bot, store *storage.Store) {
			take(t, b, "net:1", chat.Input{Kind: chat.Command, Name: "export"})
			if nonces := list[string](t, store, `SELECT nonce FROM outbox`); !slices.Equal(nonces, []string{"net:1"}) {
				t.Fatalf("the deliveries that wait are %q, want net:1 alone", nonces)
			}
			// The file is not stored.
			if sizes := list[int](t, store, `SELECT LENGTH(body) FROM outbox`); slices.Max(sizes) >= 1000 {
				t.Errorf("the deliveries that wait have %d bytes, want less than 1000", sizes)
			}
		})
		if isForgotten {
			inProcess(t, db, func(b *bot.Bot, store *storage.Store) {
				asked, _, err := b.Do(t.Context(), chat.Request{
					Key:    "net:2",
					Event:  []byte("{}"),
					Place:  chat.Place{Network: "net", Community: "ann", Private: true},
					Person: chat.Person{Network: "net", ID: "ann", Name: "Ann"},
					Input:  chat.Input{Kind: chat.Command, Name: "privacy", Text: "forget"},
					Locale: "en",
					At:     time.Now(),
				})
				if err != nil {
					t.Fatal(err)
				}
				take(t, b, "net:3", chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
				if left := list[string](t, store, `SELECT nonce FROM outbox WHERE nonce = 'net:1'`); len(left) > 0 {
					t.Errorf("%q waits for somebody who is forgotten", left)
				}
			})
		}
		inProcess(t, db, func(b *bot.Bot, store *storage.Store) {
			front := new(letterbox)
			ctx, end := context.WithCancel(t.Context())
			served := make(chan error)
			go func() { served <- b.Serve(ctx, front) }()
			for deadline := time.Now().Add(20 * time.Second); len(list[int64](t, store, `SELECT id FROM outbox`)) > 0; {
				if time.Now().After(deadline) {
					t.Error("the outbox is not empty after 20 seconds")
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			end()
			if err := <-served; err != nil {
				t.Error(err)
			}
			var files []string
			for _, d := range front.delivered() {
				if d.Reply.File != nil {
					files = append(files, d.Reply.File.Name+string(d.Reply.File.Data))
				}
			}
			if isForgotten {
				if len(files) > 0 {
					t.Errorf("delivered to somebody who is forgotten are %q", files)
				}
				return
			}
			if len(files) != 1 {
				t.Fatalf("delivered are %q, want one file", files)
			}
			if !strings.HasPrefix(files[0], "reckon.json{") || !strings.Contains(files[0], `"Ann"`) {
				t.Errorf("delivered is %q, want Ann's data", files[0])
			}
			if strings.Contains(files[0], "waiting_messages") {
				t.Errorf("the file names messages that wait: %q", files[0])
			}
		})
	}
}

// list returns what a query selects.
func list[V any](t *testing.T, store *storage.Store, query string) []V {
	t.Helper()
	var all []V
	err := store.Read(t.Context(), func(tx *storage.Tx) error {
		var err error
		all, err = storage.List[V](tx, "list", query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
