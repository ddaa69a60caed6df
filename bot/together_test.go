package bot_test

import (
	"context"
	"database/sql"
	"fmt"
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
	"reckon/storage/dbtest"
)

// A mouth is the front end of one of several processes. All of them write to one log.
type mouth struct {
	quietNetwork
	heard *heard
	lane  func(chat.Delivery) string
}

type heard struct {
	mu   sync.Mutex
	keys []string
	// gate holds deliveries back.
	gate chan struct{}
	// busy is how many deliveries go on now.
	busy int
}

func (m *mouth) Lane(d chat.Delivery) string { return m.lane(d) }

func (m *mouth) Pace(chat.Delivery, int) time.Duration { return 0 }

func (m *mouth) Idempotent() bool { return true }

func (m *mouth) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	h := m.heard
	h.mu.Lock()
	h.keys = append(h.keys, d.Key)
	h.busy++
	gate := h.gate
	h.mu.Unlock()
	select {
	case <-gate:
	case <-ctx.Done():
		return chat.Message{}, ctx.Err()
	}
	h.mu.Lock()
	h.busy--
	h.mu.Unlock()
	return chat.Message{Place: d.Place, ID: "m" + d.Key}, nil
}

func (h *heard) said() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.keys)
}

// processes serve one database until the test ends.
func processes(t *testing.T, n int, h *heard, lane func(chat.Delivery) string) (all []*bot.Bot) {
	t.Helper()
	address := newDatabase(t)
	var stores []*storage.Store
	for i := range n {
		b, store := serve(t, address, uint64(i), &mouth{quietNetwork: newQuietNetwork(), heard: h, lane: lane})
		all = append(all, b)
		stores = append(stores, store)
	}
	for _, s := range stores {
		for end := time.Now().Add(time.Minute); s.Processes() != n; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the processes do not know each other")
			}
		}
	}
	return all
}

func (h *heard) wait(t *testing.T, n int) []string {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if all := h.said(); len(all) >= n {
			return all
		}
		if time.Now().After(end) {
			t.Fatalf("only said: %q", h.said())
		}
	}
}

// sayTo sends a person's message to one of the processes.
func sayTo(b *bot.Bot, n int, community, name, text string) {
	b.Take(context.Background(), chat.Request{
		Key: fmt.Sprint(n), Event: []byte("{}"), Place: chat.Place{Network: "net", Community: community}, Locale: "en", At: time.Now(),
		Person: chat.Person{Network: "net", ID: fmt.Sprint("p", n%5), Name: fmt.Sprint("P", n%5)},
		Input:  chat.Input{Kind: chat.Command, Name: name, Text: text},
	})
}

// Two processes answer a chat in the order of its requests, even if one of them takes long for the first
// request. Other chats do not wait.
func TestOrderAmongProcesses(t *testing.T) {
	dbtest.OnlyServer(t)
	h := &heard{gate: make(chan struct{})}
	all := processes(t, 2, h, func(d chat.Delivery) string { return d.Place.Community })
	var want []string
	// These commands are equally urgent.
	commands := []string{"leaderboard", "settings", "stats", "help"}
	for n := range 12 {
		sayTo(all[n%2], n, "room", commands[n%len(commands)], "")
		want = append(want, fmt.Sprint(n))
	}
	sayTo(all[1], 100, "another room", "help", "")
	if got := h.wait(t, 2); !slices.Contains(got, "100") || !slices.Contains(got, "0") || len(got) > 2 {
		t.Errorf("while the first is on its way %q is said", got)
	}
	begun := time.Now()
	close(h.gate)
	got := slices.DeleteFunc(h.wait(t, len(want)+1), func(key string) bool { return key == "100" })
	if !slices.Equal(got, want) {
		t.Errorf("answered in the order %q", got)
	}
	// Processes look for deliveries every five seconds.
	if took := time.Since(begun); took > 4*time.Second {
		t.Errorf("it took %v: nobody was woken", took)
	}
}

// If replies need no order, each process answers its own requests.
func TestAloneAmongProcesses(t *testing.T) {
	dbtest.OnlyServer(t)
	h := &heard{gate: make(chan struct{})}
	all := processes(t, 2, h, func(d chat.Delivery) string {
		if d.IsReply() {
			return ""
		}
		return d.Place.Community
	})
	for n := range 6 {
		sayTo(all[n%2], n, "room", "24", "")
	}
	if got := h.wait(t, 6); len(got) != 6 {
		t.Errorf("answered %q", got)
	}
	close(h.gate)
}

// If two processes post dailies at the same moment, each daily is posted once.
func TestDailiesAmongProcesses(t *testing.T) {
	dbtest.OnlyServer(t)
	h := &heard{gate: make(chan struct{})}
	close(h.gate)
	all := processes(t, 3, h, func(d chat.Delivery) string { return d.Place.Community })
	const rooms = 30
	for n := range rooms {
		all[n%3].Take(context.Background(), chat.Request{
			Key: fmt.Sprint("set", n), Event: []byte("{}"), Place: chat.Place{Network: "net", Community: fmt.Sprint("room", n)}, Locale: "en", At: time.Now(),
			Person: chat.Person{Network: "net", ID: "admin", Name: "Admin", Role: chat.RoleAdmin},
			Input:  chat.Input{Kind: chat.Command, Name: "settings", Text: "timezone UTC hour 0 daily on"},
		})
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		posts := map[string]int{}
		for _, key := range h.said() {
			if strings.HasPrefix(key, "daily:") {
				posts[key]++
			}
		}
		for key, n := range posts {
			if n > 1 {
				t.Fatalf("%s was posted %d times", key, n)
			}
		}
		// At midnight there are more.
		if len(posts) >= rooms {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d of %d were posted: %q", len(posts), rooms, h.said())
		}
	}
}

// The same people play in many chats at once, on two processes. Transactions that conflict run again, and
// points are counted once.
func TestSamePeopleInManyChats(t *testing.T) {
	dbtest.OnlyServer(t)
	address := newDatabase(t)
	var all []*bot.Bot
	var stores []*storage.Store
	logged := new(lockedLog)
	for i := range 2 {
		store := must(bot.Open(t.Context(), address))(t)
		defer store.Close()
		stores = append(stores, store)
		all = append(all, must(bot.New(bot.Config{
			Store: store, Games: games.All(), Book: must(lang.Open())(t), Rand: rand.NewPCG(1, uint64(i)), Now: time.Now,
			Logger: slog.New(slog.NewTextHandler(logged, nil)),
		}))(t))
	}
	const chats, people = 6, 4
	var playing sync.WaitGroup
	for place := range chats {
		for who := range people {
			playing.Go(func() {
				for n, text := range []string{"/24 3 3 8 8", "8*3", "8/(3-8/3)", "/countdown 1 3 5 7 25 50 = 312", "25*(7+5)+3+1", "/24 1 5 10 10", "/giveup"} {
					r := chatRequest(fmt.Sprintf("%d:%d:%d", place, who, n), place, who, text)
					all[(place+who)%2].Answer(t.Context(), r)
				}
			})
		}
	}
	playing.Wait()
	if text := logged.String(); text != "" {
		t.Errorf("logged %s", text)
	}
	for who := range people {
		var awarded, total, ever int
		for _, sum := range []struct {
			query string
			into  *int
		}{
			{`SELECT COALESCE(SUM(a.points), 0) FROM awards a JOIN players p ON p.id = a.player_id WHERE p.key = $1`, &awarded},
			{`SELECT COALESCE(SUM(a.points), 0) FROM scores a JOIN players p ON p.id = a.player_id WHERE a.game = '' AND p.key = $1`, &total},
			{`SELECT COALESCE(SUM(a.points), 0) FROM figures a JOIN players p ON p.id = a.player_id WHERE p.key = $1`, &ever},
		} {
			db := must(sql.Open("pgx", address))(t)
			if err := db.QueryRow(sum.query, fmt.Sprint("p", who)).Scan(sum.into); err != nil {
				t.Fatal(err)
			}
			db.Close()
		}
		if awarded != total || awarded != ever {
			t.Errorf("of %d earned %d are on boards and %d in the figures", awarded, total, ever)
		}
	}
	if n := stores[0].Processes(); n != 2 {
		t.Errorf("%d processes are known", n)
	}
}

func chatRequest(key string, place, who int, text string) chat.Request {
	r := chat.Request{
		Key: key, Event: []byte("{}"), Place: chat.Place{Network: "net", Community: fmt.Sprint("chat", place)}, Locale: "en", At: time.Now(),
		Person: chat.Person{Network: "net", ID: fmt.Sprint("p", who), Name: fmt.Sprint("P", who)},
		Input:  chat.Input{Kind: chat.Text, Text: text},
	}
	if name, rest, _ := strings.Cut(text, " "); strings.HasPrefix(name, "/") {
		r.Input = chat.Input{Kind: chat.Command, Name: name[1:], Text: rest}
	}
	return r
}

// Many goroutines may write to a lockedLog.
type lockedLog struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
