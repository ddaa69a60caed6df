package outbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/bot/outbox"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// A room is an Outbox on real storage with a clock of its own. The room is also the front end of that Outbox,
// and fails on demand.
type room struct {
	// away is how many more attempts to store the end of a delivery find no database.
	away atomic.Int32
	// bad is the nonce of a delivery whose end cannot be stored.
	bad   string
	t     *testing.T
	store *storage.Store
	heart *heartbeat.Heart
	box   *outbox.Outbox
	group storage.Community
	log   bytes.Buffer

	// forgetful means that the network does not recognize a repeated delivery.
	forgetful bool
	// badMoves is how many moves of communities cannot be stored.
	badMoves int

	mu sync.Mutex
	// pace is how long the network holds everything back.
	pace time.Duration
	// behind is how many deliveries were to go first when Pace was last called.
	behind int
	// now is the time; zero: that of the bubble (see running).
	now time.Time
	// fail are the errors of the next deliveries.
	fail []error
	// These have an entry for each try of a delivery, in order. sent says where it went, and texts what people
	// would read. replied says whether it was a reply.
	sent    []string
	texts   []string
	readers []chat.Audience
	minor   []bool
	made    []chat.Delivery
	replied []bool
	// times are when deliveries were noted and communities moved.
	times []time.Time
	// onDeliver is called during the next delivery, unless it is nil.
	onDeliver func()
	delivered tally
	// fill makes the files of deliveries.
	fill func(*chat.Delivery) error
}

// A tally notes what has happened.
type tally struct {
	mu  sync.Mutex
	all []string
}

func (d *tally) add(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, what)
}

func (d *tally) list() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.all)
}

// want checks what has happened so far.
func (d *tally) want(t *testing.T, want ...string) {
	t.Helper()
	if got := d.list(); !slices.Equal(got, want) {
		t.Errorf("done %q, want %q", got, want)
	}
}

// wantAll is want, but in any order: on a server several transactions write at the same time.
func (d *tally) wantAll(t *testing.T, want ...string) {
	t.Helper()
	got := slices.Sorted(slices.Values(d.list()))
	if !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("done %q, want %q in any order", got, want)
	}
}

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func newRoom(t *testing.T) *room {
	t.Helper()
	r := openRoom(t, storetest.Database(t))
	r.now = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	return r
}

func openRoom(t *testing.T, path string) *room {
	t.Helper()
	store, err := storage.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	r := &room{t: t, store: store}
	logger := slog.New(slog.NewTextHandler(&r.log, nil))
	r.heart = heartbeat.New(store, r.clock, logger)
	r.box = outbox.New(outbox.Config{
		Store: store, Heart: r.heart, Logger: logger, Now: r.clock,
		Failed: func(*storage.Tx, storage.Outgoing, time.Time) error { return nil },
		Delivered: func(_ *storage.Tx, o storage.Outgoing, m chat.Message, at time.Time) error {
			if r.away.Add(-1) >= 0 {
				// This is the error when a server is gone.
				return io.ErrUnexpectedEOF
			}
			if o.Nonce == r.bad {
				return errors.New("no such round")
			}
			r.delivered.add(o.Nonce + " as " + m.ID)
			r.noteTime(at)
			return nil
		},
		Merge: func(verdicts []chat.Delivery) (out chat.Reply) {
			for _, d := range verdicts {
				out.Text = append(out.Text, chat.Line{{Text: d.Name}, {Text: " "}, d.Reply.Text[0][0]})
			}
			return out
		},
		Fill:   func(_ context.Context, d *chat.Delivery) error { return r.fill(d) },
		NoFile: func(locale string) chat.Reply { return chat.Reply{Text: []chat.Line{{{Text: "no file " + locale}}}} },
		Broken: func(locale string) chat.Reply { return chat.Reply{Text: []chat.Line{{{Text: "broken" + locale}}}} },
		Moved: func(tx *storage.Tx, network, from, to string, at time.Time) error {
			r.noteTime(at)
			r.badMoves--
			if r.badMoves >= 0 {
				return errors.New("no such community")
			}
			return tx.RekeyCommunity(network, from, to, at)
		},
	})
	store.OnCommit(r.box.Committed)
	r.write(func(tx *storage.Tx) (err error) {
		r.group, err = tx.EnsureCommunity("net", "group", false, 0, "", r.clock())
		return err
	})
	return r
}

func (r *room) noteTime(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.times = append(r.times, at)
}

func (r *room) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.IsZero() {
		return time.Now()
	}
	return r.now
}

func (r *room) pass(d time.Duration) {
	r.mu.Lock()
	r.now = r.now.Add(d)
	r.mu.Unlock()
}

func (r *room) write(fn func(*storage.Tx) error) {
	r.t.Helper()
	if err := r.store.Write(context.Background(), fn); err != nil {
		r.t.Fatal(err)
	}
}

// owned counts the deliveries that wait and that this process owns.
func (r *room) owned() int {
	r.t.Helper()
	owned := 0
	r.write(func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("")
		if err != nil {
			return err
		}
		for _, o := range waiting {
			row, err := tx.Outgoing(o.ID)
			if err != nil {
				return err
			}
			if row.Mine {
				owned++
			}
		}
		return nil
	})
	return owned
}

// once sends the deliveries that can be sent now. It runs the outbox with a context that has ended, until
// no more deliveries end.
func (r *room) once() {
	r.t.Helper()
	r.box.Open(r)
	for last := -1; ; {
		waiting := r.waiting()
		if waiting == last {
			break
		}
		last = waiting
		r.box.Run(endedContext(r.t))
	}
	if err := r.heart.Beat(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
}

// waiting counts the deliveries that have not ended.
func (r *room) waiting() (n int) {
	r.t.Helper()
	err := r.store.Read(r.t.Context(), func(tx *storage.Tx) error {
		all, err := tx.Backlogs()
		for _, b := range all {
			n += b.Count
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

// enqueue puts a delivery in the outbox.
func (r *room) enqueue(o storage.Outgoing) {
	r.t.Helper()
	if o.CommunityID == 0 {
		o.CommunityID = r.group.ID
	}
	if o.Body == nil {
		o.Body = []byte(`{"text":[[{"text":"` + o.Nonce + `"}]]}`)
	}
	r.write(func(tx *storage.Tx) error {
		return tx.Enqueue(&o, nil, r.clock())
	})
}

// wantSent checks the deliveries that were sent so far, including tries that failed.
func (r *room) wantSent(want ...string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.sent, want) {
		r.t.Errorf("sent %q, want %q", r.sent, want)
	}
}

// state says whether a delivery still waits.
func (r *room) state(nonce string) (state string) {
	r.t.Helper()
	state = "done"
	err := r.store.Read(context.Background(), func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("")
		for _, o := range waiting {
			if o.Nonce == nonce {
				state = "open"
			}
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return state
}

var errPanic = errors.New("a panic in a front end")

func (r *room) Network() string { return "net" }

func (r *room) Run(context.Context, chat.Handler) error { return nil }

func (r *room) Lane(d chat.Delivery) string {
	if d.Reply.Ask != nil {
		return ""
	}
	return d.Place.Community
}

func (r *room) Pace(_ chat.Delivery, behind int) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.behind = behind
	return r.pace
}

func (r *room) Idempotent() bool { return !r.forgetful }

func (r *room) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	what := d.Place.Community + " " + d.Key
	if !d.Message.IsZero() {
		what = d.Place.Community + " edit " + d.Message.ID
	}
	var lines []string
	for _, line := range d.Reply.Text {
		text := ""
		for _, s := range line {
			text += s.Text
		}
		lines = append(lines, text)
	}
	if during := r.onDeliver; during != nil {
		during()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent = append(r.sent, what)
	r.texts = append(r.texts, strings.Join(lines, "|"))
	r.replied = append(r.replied, d.IsReply())
	r.readers = append(r.readers, d.Reply.Audience)
	r.minor = append(r.minor, d.Minor)
	r.made = append(r.made, d)
	m := chat.Message{Place: d.Place, ID: fmt.Sprintf("p%d", len(r.sent))}
	if d.Reply.Pins() {
		m = chat.Message{}
	}
	if len(r.fail) == 0 {
		return m, nil
	}
	err := r.fail[0]
	r.fail = r.fail[1:]
	if err == errPanic {
		panic(err)
	}
	if err != nil {
		return chat.Message{}, err
	}
	return m, nil
}

// A postFunc is a front end of the network net whose posts and edits call it.
type postFunc func(context.Context) error

func (f postFunc) Network() string { return "net" }

func (f postFunc) Run(context.Context, chat.Handler) error { return nil }

func (f postFunc) Lane(d chat.Delivery) string { return d.Place.Community }

func (f postFunc) Pace(chat.Delivery, int) time.Duration { return 0 }

func (f postFunc) Idempotent() bool { return true }

func (f postFunc) Deliver(ctx context.Context, d chat.Delivery) (chat.Message, error) {
	return chat.Message{Place: d.Place, ID: "m"}, f(ctx)
}

// TestPostingFaults lets the network fail in each way it can, and counts what went
// out and how often.
func TestPostingFaults(t *testing.T) {
	pause := &chat.RetryError{After: 10 * time.Second, Err: errors.New("429")}
	for _, c := range []struct {
		name   string
		fail   []error
		pass   time.Duration
		want   []string
		state  string
		logged string
	}{
		{"none", nil, time.Hour, []string{"group hi"}, "done", ""},
		{"pause", []error{pause}, 10 * time.Second, []string{"group hi", "group hi"}, "done", ""},
		{"pause not over", []error{pause}, 10*time.Second - 1, []string{"group hi"}, "open", ""},
		{"moved", []error{&chat.MovedError{To: "new"}}, 0, []string{"group hi", "new hi"}, "done", ""},
		{"gone", []error{&chat.RefusedError{Gone: chat.GoneCommunity, Err: errors.New("kicked")}}, 48 * time.Hour, []string{"group hi"}, "done", "out of reach"},
		{"unknown", []error{errors.New("502")}, time.Second, []string{"group hi", "group hi"}, "done", "502"},
		{"unknown, not yet again", []error{errors.New("502")}, 500*time.Millisecond - 1, []string{"group hi"}, "open", "502"},
		{"panic", []error{errPanic}, time.Second, []string{"group hi", "group hi"}, "done", "panic"},
		{"secret", []error{chat.ErrElsewhere}, time.Second, []string{"group hi"}, "done", ""},
		{"refused", []error{&chat.RefusedError{Err: errors.New("400")}}, time.Second, []string{"group hi"}, "done", "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t)
			r.fail = c.fail
			r.enqueue(storage.Outgoing{Nonce: "hi"})
			r.once()
			r.pass(c.pass)
			r.once()
			r.wantSent(c.want...)
			if got := r.state("hi"); got != c.state {
				t.Errorf("afterwards it is %s, want %s", got, c.state)
			}
			if logged := r.log.String(); c.logged == "" && logged != "" || !strings.Contains(logged, c.logged) {
				t.Errorf("logged %q", logged)
			}
		})
	}
}

// Pauses that the network asks for are no failures, however many there are, and later deliveries wait for
// them. A delivery that fails as often for an unknown reason is given up after a day, and delays no
// others.
func TestPausesAreNoFailures(t *testing.T) {
	for _, c := range []struct {
		err   error
		state string
		// behind is after how many tries the second message goes out.
		behind int
	}{
		{&chat.RetryError{After: time.Second, Err: errors.New("429")}, "open", 30},
		{fmt.Errorf("posting: %w", &chat.RetryError{After: time.Second, Err: errors.New("429")}), "open", 30},
		{errors.New("502"), "done", 1},
	} {
		r := newRoom(t)
		r.enqueue(storage.Outgoing{Nonce: "first"})
		r.enqueue(storage.Outgoing{Nonce: "second"})
		r.fail = slices.Repeat([]error{c.err}, 30)
		if c.behind == 1 {
			r.fail = slices.Insert(r.fail, 1, error(nil))
		}
		for range 30 {
			r.once()
			r.pass(time.Hour)
		}
		if got := r.state("first"); got != c.state {
			t.Errorf("%v: %s, want %s", c.err, got, c.state)
		}
		r.once()
		if n := slices.Index(r.sent, "group second"); n < c.behind {
			t.Errorf("%v: the second went out as number %d", c.err, n)
		}
	}
}

// A message is not given up within a day.
func TestHowLongItIsTried(t *testing.T) {
	r := newRoom(t)
	r.fail = slices.Repeat([]error{errors.New("502")}, 9)
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	for _, x := range []struct {
		more time.Duration
		want string
	}{{24 * time.Hour, "open"}, {time.Hour, "done"}} {
		r.pass(x.more)
		r.once()
		if got := r.state("hi"); got != x.want {
			t.Errorf("%v later it is %s, want %s", x.more, got, x.want)
		}
	}
	if !strings.Contains(r.log.String(), "message given up") {
		t.Errorf("logged %q", r.log.String())
	}
}

// After each failure for an unknown reason the pause is twice as long.
func TestFailuresWaitLonger(t *testing.T) {
	r := newRoom(t)
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.fail = slices.Repeat([]error{errors.New("502")}, 4)
	r.once()
	for i := range 3 {
		pause := 500 * time.Millisecond << i
		r.pass(pause - time.Millisecond)
		r.once()
		if len(r.sent) != i+1 {
			t.Errorf("tried again before %v had passed", pause)
		}
		r.pass(time.Millisecond)
		r.once()
		if len(r.sent) != i+2 {
			t.Errorf("not tried again after %v", pause)
		}
	}
}

// If no message can be posted in a community, nothing is posted there any more. If an old message cannot
// be edited, that changes nothing for the community.
func TestGoneSilencesOnlyForPosts(t *testing.T) {
	for message, active := range map[string]bool{"": false, "m1": true} {
		r := newRoom(t)
		r.fail = []error{&chat.RefusedError{Gone: chat.GoneCommunity, Err: errors.New("unknown message")}}
		r.enqueue(storage.Outgoing{Nonce: "hi", Message: message})
		r.once()
		if got := r.state("hi"); got != "done" {
			t.Errorf("message %q out of reach is %s", message, got)
		}
		r.write(func(tx *storage.Tx) error {
			c, err := tx.CommunityByID(r.group.ID)
			if c.Active != active {
				t.Errorf("after message %q was out of reach: active %v", message, c.Active)
			}
			return err
		})
		r.delivered.want(t)
	}
}

// A closed topic or a missing right does not make a community inactive. If the topic of the daily is
// closed, the daily goes to the main channel from then on.
func TestGoneIsPrecise(t *testing.T) {
	for _, c := range []struct {
		what    chat.Gone
		active  bool
		channel string
		trouble string
	}{
		{chat.GoneCommunity, false, "topic", ""},
		{chat.GoneThread, true, "", "thread"},
		{chat.GoneRight, true, "topic", "right"},
		{chat.GoneMessage, true, "topic", ""},
	} {
		r := newRoom(t)
		r.write(func(tx *storage.Tx) error {
			r.group.DailyChannel = "topic"
			return tx.SaveCommunity(r.group)
		})
		r.fail = []error{&chat.RefusedError{Gone: c.what, Err: errors.New("refused")}}
		r.enqueue(storage.Outgoing{Nonce: "hi", Channel: "topic"})
		r.once()
		r.write(func(tx *storage.Tx) error {
			got, err := tx.CommunityByID(r.group.ID)
			if got.Active != c.active || got.DailyChannel != c.channel || got.Trouble != c.trouble {
				t.Errorf("%s is gone: active %v, dailies go to %q, trouble %q", c.what, got.Active, got.DailyChannel, got.Trouble)
			}
			return err
		})
		r.enqueue(storage.Outgoing{Nonce: "again", Channel: "topic"})
		r.once()
		r.write(func(tx *storage.Tx) error {
			got, err := tx.CommunityByID(r.group.ID)
			if got.Trouble != "" {
				t.Errorf("%s was gone, and a post went out since: trouble %q", c.what, got.Trouble)
			}
			return err
		})
	}
}

// If a topic is closed, the daily moves only if it is posted in that topic.
func TestAnotherTopicIsGone(t *testing.T) {
	r := newRoom(t)
	r.write(func(tx *storage.Tx) error {
		r.group.DailyChannel = "topic"
		return tx.SaveCommunity(r.group)
	})
	r.fail = []error{&chat.RefusedError{Gone: chat.GoneThread, Err: errors.New("refused")}}
	r.enqueue(storage.Outgoing{Nonce: "hi", Channel: "another"})
	r.once()
	r.write(func(tx *storage.Tx) error {
		c, err := tx.CommunityByID(r.group.ID)
		if c.DailyChannel != "topic" {
			t.Errorf("dailies go to %q", c.DailyChannel)
		}
		return err
	})
}

// Only a message that was pinned shows that the bot may pin.
func TestOnlyPinClearsPin(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.RefusedError{Gone: chat.GonePin, Err: errors.New("refused")}}
	pin := func(nonce string) {
		r.enqueue(storage.Outgoing{Nonce: nonce, Body: []byte(`{"pin":"m1"}`)})
	}
	trouble := func(want string) {
		t.Helper()
		r.once()
		r.write(func(tx *storage.Tx) error {
			c, err := tx.CommunityByID(r.group.ID)
			if c.Trouble != want {
				t.Errorf("trouble %q, want %q", c.Trouble, want)
			}
			return err
		})
	}
	pin("refused")
	trouble("pin")
	r.enqueue(storage.Outgoing{Nonce: "post"})
	trouble("pin")
	pin("again")
	trouble("")
}

// If one delivery cannot be noted, the others still are.
func TestOneNoteFails(t *testing.T) {
	r := newRoom(t)
	r.bad = "bad"
	for _, nonce := range []string{"before", "bad", "after"} {
		r.enqueue(storage.Outgoing{Nonce: nonce})
	}
	r.once()
	r.wantSent("group before", "group bad", "group after")
	if r.state("before") != "done" || r.state("bad") != "open" || r.state("after") != "done" {
		t.Errorf("before is %s, bad %s, after %s", r.state("before"), r.state("bad"), r.state("after"))
	}
	if !strings.Contains(r.log.String(), `"delivery not recorded" nonce=bad `) {
		t.Errorf("logged %q", r.log.String())
	}
}

// If a community has moved, an edit is dropped, because the message has stayed behind.
func TestEditDoesNotMove(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.MovedError{To: "new"}}
	r.enqueue(storage.Outgoing{Nonce: "edit", Message: "m1"})
	r.once()
	r.wantSent("group edit m1")
	if got := r.state("edit"); got != "done" {
		t.Errorf("it is %s", got)
	}
}

// An expired delivery is not sent, even if it expired during a pause or behind another.
func TestExpiry(t *testing.T) {
	r := newRoom(t)
	start := r.clock()
	r.enqueue(storage.Outgoing{Nonce: "in time", Expires: start})
	r.enqueue(storage.Outgoing{Nonce: "behind", Expires: start.Add(9 * time.Second)})
	r.enqueue(storage.Outgoing{Nonce: "last"})
	r.once()
	r.wantSent("group in time", "group behind", "group last")

	r = newRoom(t)
	r.fail = []error{&chat.RetryError{After: 10 * time.Second, Err: errors.New("429")}}
	r.enqueue(storage.Outgoing{Nonce: "held", Expires: start.Add(9 * time.Second)})
	r.enqueue(storage.Outgoing{Nonce: "behind", Expires: start.Add(9 * time.Second)})
	r.enqueue(storage.Outgoing{Nonce: "last"})
	r.once()
	r.pass(10 * time.Second)
	r.once()
	r.wantSent("group held", "group last")
	r.delivered.want(t, "last as p2")
	if r.log.Len() != 0 {
		t.Errorf("logged %q", r.log.String())
	}
}

// Deliveries for a network that this process does not serve are not claimed.
func TestNetworksNotServed(t *testing.T) {
	r := newRoom(t)
	var other storage.Community
	r.write(func(tx *storage.Tx) (err error) {
		other, err = tx.EnsureCommunity("other", "1", false, 0, "", r.clock())
		return err
	})
	r.enqueue(storage.Outgoing{Nonce: "for others", CommunityID: other.ID})
	r.enqueue(storage.Outgoing{Nonce: "for us"})
	r.once()
	r.wantSent("group for us")
	// Nobody has claimed the delivery, so the process that serves its network could.
	r.write(func(tx *storage.Tx) error {
		out, err := tx.ClaimOutgoing("other", false, 9)
		if len(out) != 1 {
			t.Errorf("for the process that serves the network these are left: %+v", out)
		}
		return err
	})
}

// Deliveries of another process stay with it until it is gone.
func TestClaimOfAnother(t *testing.T) {
	path := storetest.Database(t)
	other := openRoom(t, path)
	other.enqueue(storage.Outgoing{Nonce: "hi"})
	r := openRoom(t, path)
	other.write(func(tx *storage.Tx) error {
		_, err := tx.ClaimOutgoing("net", false, 9)
		return err
	})
	r.once()
	r.wantSent()
	if err := other.store.Close(); err != nil {
		t.Fatal(err)
	}
	r.once()
	r.wantSent("group hi")
	r.delivered.want(t, "hi as p1")
}

// Two processes deliver each message once, and in order within a community.
func TestTwoProcessesDeliverOnce(t *testing.T) {
	path := storetest.Database(t)
	r := openRoom(t, path)
	other := openRoom(t, path)
	var want []string
	for i := range 20 {
		var c storage.Community
		r.write(func(tx *storage.Tx) (err error) {
			c, err = tx.EnsureCommunity("net", fmt.Sprint(i%5), false, 0, "", r.clock())
			return err
		})
		r.enqueue(storage.Outgoing{Nonce: fmt.Sprintf("%02d", i), CommunityID: c.ID})
		want = append(want, fmt.Sprintf("%d %02d", i%5, i))
	}
	var wg sync.WaitGroup
	for _, process := range []*room{r, other} {
		wg.Go(func() {
			process.box.Open(r)
			process.once()
		})
	}
	wg.Wait()
	// This delivers what one process has left to the other.
	r.once()
	got := slices.Clone(r.sent)
	slices.SortStableFunc(got, func(a, b string) int { return strings.Compare(a[:1], b[:1]) })
	slices.SortStableFunc(want, func(a, b string) int { return strings.Compare(a[:1], b[:1]) })
	if !slices.Equal(got, want) {
		t.Errorf("delivered, by community:\n%q, want\n%q", got, want)
	}
}

// A delivery whose body cannot be read is given up, and does not affect others.
func TestBadBody(t *testing.T) {
	r := newRoom(t)
	r.enqueue(storage.Outgoing{Nonce: "bad", Body: []byte("{")})
	r.enqueue(storage.Outgoing{Nonce: "good"})
	for range 10 {
		r.once()
		r.pass(time.Hour)
	}
	r.once()
	r.wantSent("group good")
}

// A message goes to the present place of its community, with its text and with its clock set going. An
// edit goes to its message.
func TestWhereAMessageGoes(t *testing.T) {
	r := newRoom(t)
	r.enqueue(storage.Outgoing{Nonce: "post", Channel: "topic", Body: []byte(`{"text":[[{"text":"a","style":"strong"},{"text":"b","style":"moment","in":30}]]}`)})
	r.enqueue(storage.Outgoing{Nonce: "edit", Channel: "topic", Message: "m7", Body: []byte(`{"silent":true}`)})
	place := chat.Place{Network: "net", Community: "group", Channel: "topic"}
	f := &recorder{}
	r.box.Open(f)
	r.pass(time.Minute)
	r.once()
	want := []string{
		show(place, "post", chat.Reply{Text: []chat.Line{{{Text: "a", Style: chat.Strong}, {Text: "b", Style: chat.Moment, In: 30, Unix: r.now.Unix() + 30}}}}),
		show(place, "edit m7", chat.Reply{Silent: true}),
	}
	if !slices.Equal(f.sent, want) {
		t.Errorf("sent\n%q, want\n%q", f.sent, want)
	}
	r.delivered.want(t, "post as new", "edit as m7")
}

// A recorder is a front end that records what it delivers.
type recorder struct{ sent []string }

func show(p chat.Place, what string, reply chat.Reply) string {
	body, err := json.Marshal(reply)
	return fmt.Sprintf("%+v %s %s %v", p, what, body, err)
}

func (f *recorder) Network() string { return "net" }

func (f *recorder) Run(context.Context, chat.Handler) error { return nil }

func (f *recorder) Lane(chat.Delivery) string { return "all" }

func (f *recorder) Pace(chat.Delivery, int) time.Duration { return 0 }

func (f *recorder) Idempotent() bool { return true }

func (f *recorder) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	if !d.Message.IsZero() {
		f.sent = append(f.sent, show(d.Place, "edit "+d.Message.ID, d.Reply))
		return d.Message, nil
	}
	f.sent = append(f.sent, show(d.Place, d.Key, d.Reply))
	return chat.Message{Place: d.Place, ID: "new"}, nil
}
