package bot_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

var (
	loadRate    = flag.Int("load.rate", 500, "messages a second that BenchmarkLoad offers; 0: as many as are answered")
	loadChats   = flag.Int("load.chats", 5000, "chats that it plays in")
	loadLatency = flag.Duration("load.latency", 500*time.Microsecond, "how long a message to the server takes in BenchmarkServer")
	loadFor     = flag.Duration("load.for", 20*time.Second, "for how long it does")
)

// BenchmarkLoad plays puzzles and answers in many chats of a network that takes no
// time, and reports how many messages were answered a second, how long they took
// from when they were offered to the reply, and what was written. What a sync costs
// is that of the disk under TMPDIR.
//
//	go test -run - -bench Load -benchtime 1x ./bot -load.rate 500
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(b)
	}
}

// BenchmarkServer does the same on PostgreSQL, to which each message takes as long as
// -load.latency says; what a round trip takes is reported. The server of the test flushes
// nothing to the disk.
//
//	go test -run - -bench Server -benchtime 1x ./bot -load.rate 0 -load.chats 500
func BenchmarkServer(b *testing.B) {
	for b.Loop() {
		address := dbtest.Database(b, "reckon", migrated)
		if *loadLatency > 0 {
			far, stop, err := dbtest.Distant(address, *loadLatency)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = stop() })
			address = far
		}
		db, err := sql.Open("pgx", address)
		if err != nil {
			b.Fatal(err)
		}
		began := time.Now()
		const times = 200
		for range times {
			if err := db.PingContext(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(time.Since(began).Seconds()*1e3/times, "ms/roundtrip")
		db.Close()
		loadOn(b, address)
	}
}

// A crowd offers messages from many chats.
type crowd struct {
	line
	b      *testing.B
	bot    *bot.Bot
	began  time.Time
	n      atomic.Int64 // messages answered
	wrong  atomic.Int64
	script func(ctx context.Context)

	mu      sync.Mutex
	took    []time.Duration
	waiting map[string]*said // by key
}

// said is a message that waits for its reply.
type said struct {
	offered  time.Time
	answered chan struct{}
}

func (c *crowd) Network() string { return "net" }

// Run plays, and ends then.
func (c *crowd) Run(ctx context.Context, _ chat.Handler) error {
	c.script(ctx)
	return nil
}

func (c *crowd) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	m := chat.Message{Place: d.Place, ID: "m" + d.Key}
	if !d.Answers() {
		return m, nil
	}
	c.mu.Lock()
	s := c.waiting[d.Key]
	delete(c.waiting, d.Key)
	c.took = append(c.took, time.Since(s.offered))
	c.mu.Unlock()
	if d.Reply.Silent || len(d.Reply.Text) == 0 && d.Reply.Face == nil {
		c.wrong.Add(1)
	}
	c.n.Add(1)
	close(s.answered)
	return m, nil
}

func load(b *testing.B) {
	path := filepath.Join(b.TempDir(), "load.db")
	b.ReportMetric(syncCost(b, filepath.Dir(path)).Seconds()*1e3, "ms/sync")
	loadOn(b, path)
}

func loadOn(b *testing.B, path string) {
	store, err := storage.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	book, err := lang.Open()
	if err != nil {
		b.Fatal(err)
	}
	c := &crowd{b: b, waiting: map[string]*said{}}
	c.bot, err = bot.New(bot.Config{
		Store: store, Games: games.All(), Book: book, Now: time.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Rand: rand.NewPCG(1, 2),
	})
	if err != nil {
		b.Fatal(err)
	}
	var written int64
	c.script = func(context.Context) {
		c.pose() // a puzzle in each chat, before the clock runs
		written = bytesWritten(b)
		c.mu.Lock()
		c.took, c.began = nil, time.Now()
		c.mu.Unlock()
		c.n.Store(0)
		c.play()
	}
	if err := c.bot.Serve(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	c.report(time.Since(c.began), bytesWritten(b)-written)
}

// say makes a person write something in a chat, and waits for the reply.
func (c *crowd) say(place int, n int64, text string, offered time.Time) {
	p := chat.Place{Network: "net", Community: strconv.Itoa(place)}
	r := chat.Request{
		Key: fmt.Sprintf("net:%d:%d", place, n), Event: []byte("{}"), Place: p, Locale: "en", At: time.Now(), Ephemeral: true,
		Person: chat.Person{Network: "net", ID: fmt.Sprint(place, "-", n%8), Name: "Ann"},
		Input:  chat.Input{Kind: chat.Text, Text: text},
	}
	if name, rest, ok := strings.Cut(text, " "); strings.HasPrefix(text, "/") && ok {
		r.Input = chat.Input{Kind: chat.Command, Name: name[1:], Text: rest}
	}
	x := &said{offered, make(chan struct{})}
	c.mu.Lock()
	c.waiting[r.Key] = x
	c.mu.Unlock()
	c.bot.Take(context.Background(), r)
	<-x.answered
}

const workers = 64

// pose poses a puzzle of its own in each chat.
func (c *crowd) pose() {
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for place := w; place < *loadChats; place += workers {
				c.say(place, 0, "/24 3 3 8 8", time.Now())
			}
		})
	}
	wg.Wait()
}

// play offers wrong and right answers, each chat in turn: so many a second,
// whether those before are answered or not, or else as many as are answered.
func (c *crowd) play() {
	offers := make(chan offer, 1<<20)
	var wg sync.WaitGroup
	for range 8 * workers {
		wg.Go(func() {
			for o := range offers {
				c.say(o.place, o.n, texts[o.n%int64(len(texts))], o.at)
			}
		})
	}
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for sent := 0; time.Since(c.began) < *loadFor; {
		due := int(time.Since(c.began).Seconds() * float64(*loadRate))
		if *loadRate == 0 {
			due = int(c.n.Load()) + 8*workers
		}
		for ; sent < due; sent++ {
			offers <- offer{sent % *loadChats, int64(1 + sent / *loadChats), time.Now()}
		}
		<-ticker.C
	}
	close(offers)
	wg.Wait()
}

type offer struct {
	place int
	n     int64
	at    time.Time
}

// texts are answers to the puzzle of each chat, in turn, and then the next puzzle.
var texts = []string{"8/(3-8/3)", "8*3", "(3+3)*8-8", "8/(3-8/3)", "/24 3 3 8 8"}

func (c *crowd) report(took time.Duration, written int64) {
	n := c.n.Load()
	if c.wrong.Load() > 0 {
		c.b.Errorf("%d of %d messages got no answer", c.wrong.Load(), n)
	}
	slices.Sort(c.took)
	at := func(q float64) float64 { return c.took[int(q*float64(len(c.took)-1))].Seconds() * 1e3 }
	c.b.ReportMetric(float64(n)/took.Seconds(), "messages/s")
	c.b.ReportMetric(at(0.5), "p50-ms")
	c.b.ReportMetric(at(0.99), "p99-ms")
	c.b.ReportMetric(at(1), "max-ms")
	c.b.ReportMetric(float64(written)/float64(n)/1e3, "kB/message")
	c.b.ReportMetric(0, "ns/op")
}

// syncCost measures how long it takes to flush a small write in a folder.
func syncCost(b *testing.B, folder string) time.Duration {
	f, err := os.CreateTemp(folder, "sync")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	const times = 50
	began := time.Now()
	for range times {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(began) / times
}

// bytesWritten counts the bytes that this process has written; 0 where the system does
// not say.
func bytesWritten(b *testing.B) (n int64) {
	raw, err := os.ReadFile("/proc/self/io")
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if value, ok := strings.CutPrefix(line, "wchar: "); ok {
			if n, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil {
				b.Fatal(err)
			}
		}
	}
	return n
}
