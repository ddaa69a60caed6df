package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/storage"
)

// A room is a bot with a real database, and a network that can fail.
type room struct {
	line
	t     *testing.T
	store *storage.Store
	bot   *bot.Bot
	log   bytes.Buffer

	mu  sync.Mutex
	now time.Time
	// fail has what the next posts return.
	fail  []error
	posts []string
	// texts are what people read in the posts.
	texts []string
	seq   int
}

var _ chat.FrontEnd = (*room)(nil)

func newRoom(t *testing.T) *room {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	return openRoom(t, newDatabase(t), book)
}

func openRoom(t *testing.T, path string, book *lang.Book) *room {
	t.Helper()
	store, err := bot.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	r := &room{t: t, store: store, now: time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)}
	r.bot = r.newBot(book)
	return r
}

// newBot makes another process on the same database.
func (r *room) newBot(book *lang.Book) *bot.Bot {
	r.t.Helper()
	b, err := bot.New(bot.Config{
		Store: r.store, Games: games.All(), Book: book, Rand: rand.NewPCG(1, 1), Now: r.clock, Feedback: "net:desk",
		Logger: slog.New(slog.NewTextHandler(&r.log, nil)),
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return b
}

func (r *room) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

func (r *room) pass(d time.Duration) {
	r.t.Helper()
	r.mu.Lock()
	r.now = r.now.Add(d)
	r.mu.Unlock()
	r.tick()
}

func (r *room) tick() {
	r.t.Helper()
	if err := r.bot.Tick(context.Background(), r); err != nil {
		r.t.Fatal(err)
	}
}

var group = chat.Place{Network: "net", Community: "room"}

// conversation returns a person's private chat.
func conversation(who string) chat.Place {
	return chat.Place{Network: "net", Community: "own-" + who, Private: true}
}

// request returns a request with a key of its own.
func (r *room) request(who string, p chat.Place, in chat.Input) chat.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq++
	return chat.Request{
		Key: fmt.Sprintf("net:%d", r.seq), Event: []byte("{}"), Place: p, At: r.now, Input: in, Ephemeral: p.Private,
		Person: chat.Person{Network: "net", ID: who, Name: who, Role: chat.RoleAdmin},
	}
}

// ask sends a request and marks the reply as delivered.
func (r *room) ask(who string, p chat.Place, in chat.Input) chat.Reply {
	req := r.request(who, p, in)
	reply := r.bot.Answer(context.Background(), req)
	r.bot.Delivered(context.Background(), req.Key, chat.Message{Place: p, ID: "m" + req.Key})
	return reply
}

func (r *room) command(who string, p chat.Place, name, text string) chat.Reply {
	return r.ask(who, p, chat.Input{Kind: chat.Command, Name: name, Text: text})
}

func (r *room) Network() string { return "net" }

func (r *room) Run(context.Context, chat.Handler) error { return nil }

func (r *room) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	what := d.Place.Community + " " + d.Key
	if !d.Message.IsZero() {
		what = d.Place.Community + " edit " + d.Message.ID
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posts = append(r.posts, what)
	r.texts = append(r.texts, onTerminal(d.Reply))
	if len(r.fail) > 0 {
		err := r.fail[0]
		r.fail = r.fail[1:]
		if err != nil {
			return chat.Message{}, err
		}
	}
	if !d.Message.IsZero() {
		return d.Message, nil
	}
	return chat.Message{Place: d.Place, ID: fmt.Sprintf("p%d", len(r.posts))}, nil
}

func (r *room) wantPosts(want ...string) {
	r.t.Helper()
	if !slices.Equal(r.posts, want) {
		r.t.Errorf("posted %q, want %q", r.posts, want)
	}
}

// A daily is posted once, even if two bots share the database.
func TestDailyIsPostedOnce(t *testing.T) {
	r := newRoom(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	other := r.newBot(book)
	r.command("ann", group, "settings", "hour 9 daily on")
	var wg sync.WaitGroup
	for _, b := range []*bot.Bot{r.bot, other} {
		wg.Go(func() {
			if err := b.Tick(context.Background(), r); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	r.tick()
	r.wantPosts("room daily:1:61")
}

// A daily that could not be posted for a day expires. It does not delay the next one.
func TestDailyHasABestBefore(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.RetryError{After: 24*time.Hour + time.Second, Err: errors.New("429")}}
	r.command("ann", group, "settings", "hour 9 daily on")
	r.tick()
	r.pass(24*time.Hour + time.Second)
	r.wantPosts("room daily:1:61", "room daily:1:62")
}

// If the making of a view panics, the page is told so. It is not given an empty view instead.
func TestPanicForPage(t *testing.T) {
	r := newRoom(t)
	req := r.request("ann", conversation("ann"), chat.Input{})
	if err := r.bot.PanicForPage(t.Context(), req); err == nil {
		t.Error("the page is told nothing of a panic")
	}
	if !strings.Contains(r.log.String(), "panic") {
		t.Errorf("the log has no panic: %s", r.log.String())
	}
}

// A community that the bot could not reach gets its dailies again once somebody speaks there.
func TestGoneCommunityComesBack(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.RefusedError{Gone: chat.GoneCommunity, Err: errors.New("kicked")}}
	r.command("ann", group, "settings", "hour 9 daily on")
	r.tick()
	r.pass(24 * time.Hour)
	r.wantPosts("room daily:1:61")
	r.command("ann", group, "help", "")
	r.tick()
	r.wantPosts("room daily:1:61", "room daily:1:62")
}

// A community may get a new key, and switch dailies on under it, before the bot is told that it is the same
// community. The dailies go on after that.
func TestMovedCommunityKeepsItsDailies(t *testing.T) {
	r := newRoom(t)
	moved := chat.Place{Network: "net", Community: "new"}
	r.command("ann", group, "help", "")
	r.command("ann", moved, "settings", "hour 10 daily on")
	r.ask("", group, chat.Input{Kind: chat.Moved, MovedTo: "new"})
	r.pass(time.Hour)
	r.wantPosts("new daily:1:61")
}

// A network may tell of a move only when something is posted. Then the post goes to the new place, and so do
// later ones.
func TestMovedWhilePosting(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{&chat.MovedError{To: "new"}}
	r.command("ann", group, "settings", "hour 9 daily on")
	r.tick()
	r.wantPosts("room daily:1:61", "new daily:1:61")
	r.posts = nil
	r.pass(24 * time.Hour)
	if !slices.Contains(r.posts, "new daily:1:62") || slices.ContainsFunc(r.posts, func(p string) bool { return strings.HasPrefix(p, "room") }) {
		t.Errorf("the next day posted %q", r.posts)
	}
}

// A person whose export can never be made is told so once, and what they ask next is answered as always.
func TestExportThatIsNeverMade(t *testing.T) {
	r := newRoom(t)
	r.tick()
	hide := func(tx *storage.Tx) error {
		return tx.Exec("hide a table that an export reads", `ALTER TABLE waits RENAME TO hidden`)
	}
	if err := r.store.Write(t.Context(), hide); err != nil {
		t.Fatal(err)
	}
	own := conversation("ann")
	take := func(in chat.Input) {
		t.Helper()
		req := r.request("ann", own, in)
		req.Locale = "zh-Hans"
		r.bot.Take(t.Context(), req)
	}
	take(chat.Input{Kind: chat.Command, Name: "export"})
	take(chat.Input{Kind: chat.Command, Name: "answer", Text: "1"})
	for range 10 {
		r.pass(10 * time.Second)
	}
	if len(r.texts) != 2 || !strings.Contains(r.texts[1], "这个文件没能生成，请联系维护我的人。") {
		t.Errorf("people read %q", r.texts)
	}
	if n := strings.Count(r.log.String(), "waits"); n != 1 {
		t.Errorf("the log names the fault %d times: %s", n, r.log.String())
	}
}

// The fastest person wins a race, however many people answer at the same time.
func TestOneWinsARace(t *testing.T) {
	r := newRoom(t)
	r.command("ann", group, "24", "very hard")
	var round storage.Round
	if err := r.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
		round, err = tx.RoundByID(1)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	solution := must(games.Parse(round.Puzzle))(t).Solve(t.Context()).Best
	const players = 16
	replies := make([]chat.Reply, players)
	var wg sync.WaitGroup
	for i := range players {
		wg.Go(func() {
			replies[i] = r.command(fmt.Sprintf("player%d", i), group, "answer", solution)
		})
	}
	wg.Wait()
	won := 0
	for _, reply := range replies {
		if strings.Contains(onTerminal(reply), "+50") && strings.Contains(onTerminal(reply), "got it") {
			won++
		}
	}
	if won != 1 {
		t.Errorf("%d players were first", won)
	}
	paid := 0
	err := r.store.Read(t.Context(), func(tx *storage.Tx) error {
		for i := range players {
			p, err := tx.FindPlayer("net", fmt.Sprintf("player%d", i))
			if err != nil {
				return err
			}
			s, _, err := storage.Found(tx.StandingOf(storage.Board{CommunityID: 1}, p.ID))
			if err != nil {
				return err
			}
			paid += s.Points
		}
		return nil
	})
	if err != nil || paid != 50 {
		t.Errorf("%d points were paid in all, %v", paid, err)
	}
}

// An event that comes many times has one effect and one reply, even if it comes several times at once.
func TestSameEventAtOnce(t *testing.T) {
	r := newRoom(t)
	r.command("ann", group, "24", "2 3 4 5")
	req := r.request("bob", group, chat.Input{Kind: chat.Command, Name: "answer", Text: "2*(3+4+5)"})
	var wg sync.WaitGroup
	texts := make([]string, 8)
	for i := range texts {
		wg.Go(func() { texts[i] = onTerminal(r.bot.Answer(context.Background(), req)) })
	}
	wg.Wait()
	slices.Sort(texts)
	if !strings.Contains(texts[len(texts)-1], "got it: 2*(3+4+5)") || texts[len(texts)-2] != "" {
		t.Errorf("one event, these replies: %q", texts)
	}
	if again := r.bot.Answer(context.Background(), req); !again.Silent {
		t.Errorf("the event is answered again: %q", onTerminal(again))
	}
	err := r.store.Read(t.Context(), func(tx *storage.Tx) error {
		bob, err := tx.FindPlayer("net", "bob")
		if err != nil {
			return err
		}
		answers, err := round.Answers(tx, 1, 0)
		if len(answers) != 1 || answers[0].PlayerID != bob.ID {
			t.Errorf("counted: %+v", answers)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A repeated request is told from one that gets no reply: its delivery says that it was repeated.
func TestRepeatedIsTold(t *testing.T) {
	r := newRoom(t)
	deal := r.request("ann", group, chat.Input{Kind: chat.Command, Name: "24", Text: "3 3 8 8"})
	talk := r.request("ann", group, chat.Input{Kind: chat.Text, Text: "good morning", Overheard: true})
	for i, want := range []bool{false, true, true} {
		if got := r.bot.Repeats(t.Context(), deal); got != want {
			t.Errorf("time %d: repeated %v", i+1, got)
		}
		if r.bot.Repeats(t.Context(), talk) {
			t.Error("silence after talk that is no answer counts as repeated")
		}
	}
}

// A hint is charged once, when it was delivered, whatever the network repeats.
func TestHintIsChargedOnDelivery(t *testing.T) {
	r := newRoom(t)
	own := conversation("ann")
	r.command("ann", own, "24", "")
	asked := r.command("ann", own, "hint", "")
	req := r.request("ann", own, chat.Input{Kind: chat.Press, Data: dataOf(t, asked, "Show it")})
	hints := func(want int) {
		t.Helper()
		err := r.store.Read(t.Context(), func(tx *storage.Tx) error {
			f, err := round.FindFacts(tx, 1, 1, round.IgnoreLocks, r.now, round.NoAnswers)
			if f.Attempt.Hints != want {
				t.Errorf("%d hints are charged, want %d", f.Attempt.Hints, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if text := onTerminal(r.bot.Answer(t.Context(), req)); !strings.Contains(text, "💡") {
		t.Errorf("the hint is %q", text)
	}
	// The hint is not delivered yet.
	hints(0)
	if again := r.bot.Answer(t.Context(), req); !again.Silent {
		t.Errorf("the event is answered again: %q", onTerminal(again))
	}
	hints(0)
	for range 2 {
		r.bot.Delivered(t.Context(), req.Key, chat.Message{Place: own, ID: "m"})
		hints(1)
	}
}

// TestBadButtons presses buttons that no message of the bot has.
func TestBadButtons(t *testing.T) {
	r := newRoom(t)
	var all []string
	for _, version := range []string{"", "v0 ", "v1 ", "v2 "} {
		for _, data := range []string{
			"", "hint", "hint x", "hint 999", "hint 999 ~AAAAAAAA", "hint -1", "next", "next chess 1", "next 24 99", "next 24 1 ~", "daily", "daily 24 99999",
			"daily 24 -5", "daily chess 1", "explain", "explain 24", "explain 24 )(", "explain tchisla 9^9^9^9 9", "explain chess 1+1 2", "fly 1", strings.Repeat("v2 ", 50), "answer 18446744073709551616",
			"giveup", "sure", "answer", "accept 999", "accept -1", "decline x", "stop", "stop 7", "rematch", "rematch 999",
		} {
			all = append(all, version+data)
		}
	}
	for i, data := range all {
		for _, kind := range []chat.Kind{chat.Press, chat.Submit} {
			reply := r.ask(fmt.Sprint("p", i), group, chat.Input{Kind: kind, Data: data, Text: "1+1"})
			if text := onTerminal(reply); text == "" || strings.Contains(text, "broke") {
				t.Errorf("button %q: %q", data, text)
			}
		}
	}
	if r.log.Len() > 0 {
		t.Errorf("logged %s", r.log.String())
	}
}

// On a network without forms, a person who presses Answer under the older of two open puzzles, and then types,
// answers the older one.
func TestAnswerButtonChoosesThePuzzle(t *testing.T) {
	r := newRoom(t)
	own := conversation("ann")
	older := r.command("ann", own, "24", "3 3 8 8")
	r.pass(time.Second)
	r.command("ann", own, "24", "1 5 5 5")
	r.pass(time.Second)
	if ask := r.ask("ann", own, chat.Input{Kind: chat.Press, Data: older.Buttons[0][0].Data}); ask.Ask == nil {
		t.Errorf("pressing Answer brings %+v", ask)
	}
	if got := onTerminal(r.ask("ann", own, chat.Input{Kind: chat.Text, Text: "8/(3-8/3)"})); !strings.Contains(got, "Right") {
		t.Errorf("its answer is %q", got)
	}
}

// Old rows are deleted in batches. If there are more of them, the next batch comes soon, and otherwise after
// an hour.
func TestPruneInBatches(t *testing.T) {
	r := newRoom(t)
	// These are several batches, however quick they are.
	const old = 90
	err := r.store.Write(t.Context(), func(tx *storage.Tx) error {
		for i := range old {
			if err := tx.SaveRequest(fmt.Sprint("old:", i), r.now.Add(-72*time.Hour+time.Duration(i)*time.Millisecond)); err != nil {
				return err
			}
		}
		return tx.SaveRequest("new", r.now.Add(-47*time.Hour))
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := func(key string) bool {
		t.Helper()
		var v storage.Visit
		if err := r.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
			v, err = tx.Visit(storage.Origin{Key: key})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return v.Repeated
	}
	r.tick()
	left := func() (n int) {
		for i := range old {
			isKept := kept(fmt.Sprint("old:", i))
			if isKept {
				n++
			}
			if n > 0 && !isKept {
				t.Errorf("row %d is gone before an older one", i)
			}
		}
		return n
	}
	batches := 1
	for n := left(); n > 0; n = left() {
		batches++
		r.pass(20 * time.Millisecond)
		if now := left(); now >= n {
			t.Fatalf("%d of %d rows are left after another batch", now, n)
		}
	}
	if batches < 3 {
		t.Errorf("all are gone after %d batches", batches)
	}
	if !kept("new") {
		t.Error("a key that may come again is forgotten")
	}
	// One more finds nothing.
	r.pass(20 * time.Millisecond)
	err = r.store.Read(t.Context(), func(tx *storage.Tx) error {
		next, _, err := tx.NextJob([]string{"prune"}, r.now)
		if d := next.Sub(r.now); d < 59*time.Minute {
			t.Errorf("with nothing left the next comes in %v", d)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// After a time without old rows the first transaction that clears some is short, however many there are and
// in whatever table. How many rows a transaction may clear follows from others that cleared rows of that table
// just before.
func TestClearingBeginsShort(t *testing.T) {
	r := newRoom(t)
	r.tick()
	const many = 600
	rows := func(query string) (n int) {
		t.Helper()
		err := r.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
			n, err = storage.Get[int](tx, "count", query)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for table, add := range map[string]string{
		"requests": `INSERT INTO requests (key, at) VALUES ($1, $2)`,
		"locks":    `INSERT INTO locks (person, class, until) VALUES ($1, 'class', $2)`,
		"outbox": `INSERT INTO outbox (nonce, community_id, network, body, created_at, outcome, done_at)
			VALUES ($1, 1, 'test', '', $2, 'delivered', $2)`,
	} {
		for range 24 {
			r.pass(time.Hour)
		}
		r.write(func(tx *storage.Tx) error {
			for i := range many {
				if err := tx.Exec("add", add, fmt.Sprint("old ", i), r.now.Add(-72*time.Hour)); err != nil {
					return err
				}
			}
			return nil
		})
		r.pass(time.Hour)
		if left := rows(`SELECT COUNT(*) FROM ` + table); left < many-50 {
			t.Errorf("of %d rows of %s the first transaction leaves %d", many, table, left)
		}
	}
}

// Serve ends when the input of a front end ends, or when no front end is left.
func TestServeEndsWithItsFrontEnds(t *testing.T) {
	refused := errors.New("the token is refused")
	refuse := frontEnd{run: func(context.Context) error { return refused }}
	for _, c := range []struct {
		name   string
		fronts []chat.FrontEnd
		want   error
	}{
		{"all refused", []chat.FrontEnd{refuse, refuse}, refused},
		{"end of input", []chat.FrontEnd{
			frontEnd{run: func(context.Context) error { return nil }},
			frontEnd{run: func(ctx context.Context) error { <-ctx.Done(); return nil }},
		}, nil},
	} {
		r := newRoom(t)
		if err := r.bot.Serve(t.Context(), c.fronts...); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// If one network refuses the bot for good, the other networks are still served.
func TestServeGoesOnWithoutARefusedNetwork(t *testing.T) {
	r := newRoom(t)
	refused := errors.New("the token is refused")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	over := make(chan struct{})
	err := r.bot.Serve(ctx,
		frontEnd{run: func(context.Context) error { defer close(over); return refused }},
		frontEnd{run: func(ctx context.Context) error {
			<-over
			if ctx.Err() != nil {
				t.Error("the other was ended, too")
			}
			end()
			<-ctx.Done()
			return nil
		}})
	if !errors.Is(err, refused) {
		t.Errorf("it ended with %v", err)
	}
}

// If the database cannot be written, Serve does not run the front ends.
func TestServeNeedsItsDatabase(t *testing.T) {
	r := newRoom(t)
	if err := r.store.Close(); err != nil {
		t.Fatal(err)
	}
	err := r.bot.Serve(t.Context(), frontEnd{run: func(context.Context) error { t.Error("a front end runs"); return nil }})
	if err == nil {
		t.Error("it served")
	}
}

// A frontEnd runs a function, and refuses all posts.
type frontEnd struct {
	line
	run func(context.Context) error
}

func (f frontEnd) Network() string { return "other" }

func (f frontEnd) Run(ctx context.Context, _ chat.Handler) error { return f.run(ctx) }

func (f frontEnd) Deliver(context.Context, chat.Delivery) (chat.Message, error) {
	return chat.Message{}, &chat.RefusedError{Gone: chat.GoneCommunity, Err: errors.New("gone")}
}

// A new language needs only its file: then it is in the menus and in the settings, and people who choose it
// read it.
func TestOneMoreLanguage(t *testing.T) {
	folder := fstest.MapFS{}
	names, err := filepath.Glob("lang/*.toml")
	if err != nil || len(names) == 0 {
		t.Fatal("no languages", err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder[filepath.Base(name)] = &fstest.MapFile{Data: raw}
	}
	swedish := strings.NewReplacer(`"choice.on" = "on"`, `"choice.on" = "på"`, `"panel.daily.on" = "here"`, `"panel.daily.on" = "här"`)
	folder["sv.toml"] = &fstest.MapFile{Data: []byte(swedish.Replace(string(folder["en.toml"].Data)))}
	book, err := lang.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	r := openRoom(t, newDatabase(t), book)
	for _, typed := range []string{"language sv", "language Svenska daily På"} {
		if got := onTerminal(r.command("ann", group, "settings", typed)); !strings.Contains(got, "svenska") {
			t.Errorf("/settings %s: %q", typed, got)
		}
	}
	if got := onTerminal(r.command("ann", group, "settings", "")); !strings.Contains(got, "här") {
		t.Errorf("the settings are %q", got)
	}
	if got := chat.Languages(r.bot.Menu()); !slices.Contains(got, "sv") {
		t.Errorf("the menu is in %v", got)
	}
	for _, cmd := range r.bot.Menu() {
		for _, arg := range cmd.Args {
			for _, choice := range arg.Choices {
				if choice.Value == "sv" && choice.Label[chat.DefaultLanguage] != "svenska" {
					t.Errorf("the language is chosen as %v", choice.Label)
				}
			}
		}
	}
}

// If somebody answers before the message of a puzzle was posted, the message is edited once it is there.
func TestPostedLate(t *testing.T) {
	r := newRoom(t)
	deal := r.request("ann", group, chat.Input{Kind: chat.Command, Name: "24", Text: "easy"})
	shown := r.bot.Answer(t.Context(), deal)
	p, err := games.Parse("24:" + strings.Join(shown.Face.Tiles, ","))
	if err != nil {
		t.Fatal(err)
	}
	if got := onTerminal(r.command("bob", group, "answer", p.Solve(t.Context()).Best)); !strings.Contains(got, "+20") {
		t.Fatalf("answered with %s", got)
	}
	r.bot.Delivered(t.Context(), deal.Key, chat.Message{Place: group, ID: "late"})
	r.tick()
	if !slices.Contains(r.posts, "room edit late") {
		t.Errorf("%q were delivered, and no edit of the puzzle", r.posts)
	}
}

// If a puzzle made room for another before its message was posted, it is not posted.
func TestReplacedBeforePosted(t *testing.T) {
	r := newRoom(t)
	for _, who := range []string{"ann", "bob", "cat", "dan", "eve"} {
		r.bot.Answer(t.Context(), r.request(who, group, chat.Input{Kind: chat.Command, Name: "24", Text: "easy"}))
		r.pass(2 * time.Minute)
	}
	live := 0
	r.write(func(tx *storage.Tx) error {
		all, err := tx.Waiting("tiles")
		for _, o := range all {
			if o.Expires.After(r.clock()) {
				live++
			}
		}
		return err
	})
	if live != 3 {
		t.Errorf("%d puzzles wait to be posted, want the three that are open", live)
	}
}
