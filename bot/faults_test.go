package bot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/lang"
	"reckon/bot/terminal"
	"reckon/engine/games"
	"reckon/storage"
)

// A room is a bot on real storage with a network that can be told to fail.
type room struct {
	t     *testing.T
	store *storage.Store
	bot   *bot.Bot
	mu    sync.Mutex
	now   time.Time
	fail  []error // what the next posts return
	posts []string
	seq   int
}

func newRoom(t *testing.T) *room {
	t.Helper()
	store, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "room.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, store: store, now: time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)}
	r.bot, err = bot.New(bot.Config{
		Store: store, Games: games.All(), Book: book, Rand: rand.NewPCG(1, 1),
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Now:    func() time.Time { r.mu.Lock(); defer r.mu.Unlock(); return r.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *room) pass(d time.Duration) {
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

// ask sends a request of its own key and marks the reply as delivered.
func (r *room) ask(who string, in bot.Input) bot.Reply {
	r.mu.Lock()
	r.seq++
	req := bot.Request{
		Key: fmt.Sprintf("net:%d", r.seq), Chat: bot.Chat{Network: "net", ID: "room"}, At: r.now, Input: in,
		Player: bot.Player{Network: "net", ID: who, Name: who, Role: bot.RoleAdmin},
	}
	id := fmt.Sprintf("m%d", r.seq)
	r.mu.Unlock()
	reply := r.bot.Answer(context.Background(), req)
	r.bot.Sent(context.Background(), req.Key, bot.Message{Chat: req.Chat, ID: id})
	return reply
}

func (r *room) command(who, name, text string) bot.Reply {
	return r.ask(who, bot.Input{Kind: bot.Command, Name: name, Text: text})
}

func (r *room) Network() string { return "net" }

func (r *room) Run(context.Context, bot.Handler) error { return nil }

func (r *room) Post(_ context.Context, c bot.Chat, nonce string, reply bot.Reply) (bot.Message, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posts = append(r.posts, c.ID+" "+nonce)
	if len(r.fail) > 0 {
		err := r.fail[0]
		r.fail = r.fail[1:]
		if err == errPanic {
			panic(err)
		}
		if err != nil {
			return bot.Message{}, err
		}
	}
	return bot.Message{Chat: c, ID: fmt.Sprintf("p%d", len(r.posts))}, nil
}

func (r *room) Edit(ctx context.Context, m bot.Message, reply bot.Reply) error {
	_, err := r.Post(ctx, m.Chat, "edit "+m.ID, reply)
	return err
}

var errPanic = errors.New("a panic in a front end")

// TestPostingFaults lets the network fail in each way it can while a daily is
// posted, and counts what went out.
func TestPostingFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		fail []error
		pass time.Duration
		want []string
	}{
		{"none", nil, time.Hour, []string{"room daily:1:61"}},
		{"pause", []error{&bot.RetryError{After: 10 * time.Second, Err: errors.New("429")}}, 10 * time.Second, []string{"room daily:1:61", "room daily:1:61"}},
		{"pause not over", []error{&bot.RetryError{After: 10 * time.Second, Err: errors.New("429")}}, 9 * time.Second, []string{"room daily:1:61"}},
		{"moved", []error{&bot.MovedError{To: "new"}}, 0, []string{"room daily:1:61", "new daily:1:61"}},
		{"gone", []error{fmt.Errorf("kicked: %w", bot.ErrGone)}, 48 * time.Hour, []string{"room daily:1:61"}},
		{"unknown", []error{errors.New("502")}, time.Minute, []string{"room daily:1:61", "room daily:1:61"}},
		{"panic", []error{errPanic}, time.Minute, []string{"room daily:1:61", "room daily:1:61"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t)
			r.fail = c.fail
			r.command("ann", "settings", "hour 9 daily on")
			r.tick()
			r.pass(c.pass)
			if got := strings.Join(r.posts, ", "); got != strings.Join(c.want, ", ") {
				t.Errorf("posted %s, want %s", got, strings.Join(c.want, ", "))
			}
		})
	}
}

// An end that comes while something is posted breaks nothing off, so that it is
// not posted again.
func TestEndFinishesPosts(t *testing.T) {
	r := newRoom(t)
	r.command("ann", "settings", "hour 9 daily on")
	ctx, end := context.WithCancel(t.Context())
	err := r.bot.Tick(ctx, postFunc(func(ctx context.Context) error {
		end()
		return ctx.Err()
	}))
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	r.pass(time.Hour)
	if len(r.posts) != 0 {
		t.Errorf("posted again: %v", r.posts)
	}
}

// A chat that was out of reach and speaks again gets its dailies again.
func TestGoneChatComesBack(t *testing.T) {
	r := newRoom(t)
	r.fail = []error{bot.ErrGone}
	r.command("ann", "settings", "hour 9 daily on")
	r.pass(24 * time.Hour)
	if len(r.posts) != 1 {
		t.Fatalf("posted to a chat that is gone: %v", r.posts)
	}
	r.command("ann", "help", "")
	r.tick()
	if got := r.posts[len(r.posts)-1]; got != "room daily:1:62" {
		t.Errorf("after its return the chat got %v", r.posts)
	}
}

// Dailies that were switched on under a chat's new key, before the bot was told
// that it is the old chat, go on after the move.
func TestMovedChatKeepsItsDailies(t *testing.T) {
	r := newRoom(t)
	r.command("ann", "help", "")
	say := func(key, chat string, in bot.Input) {
		r.bot.Answer(t.Context(), bot.Request{
			Key: key, Chat: bot.Chat{Network: "net", ID: chat}, At: r.now, Input: in,
			Player: bot.Player{Network: "net", ID: "ann", Role: bot.RoleAdmin},
		})
	}
	say("net:new", "new", bot.Input{Kind: bot.Command, Name: "settings", Text: "hour 10 daily on"})
	say("net:moved", "room", bot.Input{Kind: bot.Moved, MovedTo: "new"})
	r.pass(time.Hour)
	if got := strings.Join(r.posts, ", "); got != "new daily:1:61" {
		t.Errorf("posted %q", got)
	}
}

// TestRace lets many players give the same answer at once: one is first.
func TestRace(t *testing.T) {
	r := newRoom(t)
	r.command("ann", "24", "3 3 8 8")
	const players = 16
	replies := make([]bot.Reply, players)
	var wg sync.WaitGroup
	for i := range players {
		wg.Go(func() {
			replies[i] = r.ask(fmt.Sprintf("player%d", i), bot.Input{Kind: bot.Command, Name: "answer", Text: "8/(3-8/3)"})
		})
	}
	wg.Wait()
	won := 0
	for _, reply := range replies {
		text := terminal.Show(reply)
		switch {
		case strings.Contains(text, "+50"):
			won++
		case !strings.Contains(text, "same solution") && !strings.Contains(text, "closed"):
			t.Errorf("a loser reads %q", text)
		}
	}
	if won != 1 {
		t.Errorf("%d players were first", won)
	}
}

// TestSameEventAtOnce delivers one event many times at the same time: it has
// one effect.
func TestSameEventAtOnce(t *testing.T) {
	r := newRoom(t)
	r.command("ann", "24", "2 3 4 5")
	req := bot.Request{
		Key: "net:twice", Chat: bot.Chat{Network: "net", ID: "room"}, At: r.now,
		Player: bot.Player{Network: "net", ID: "bob", Name: "bob"}, Input: bot.Input{Kind: bot.Command, Name: "answer", Text: "2*(3+4+5)"},
	}
	var wg sync.WaitGroup
	texts := make([]string, 8)
	for i := range texts {
		wg.Go(func() { texts[i] = terminal.Show(r.bot.Answer(context.Background(), req)) })
	}
	wg.Wait()
	for _, text := range texts {
		if text != texts[0] || !strings.Contains(text, "Right: 2*(3+4+5)") {
			t.Errorf("one event, two replies: %q and %q", texts[0], text)
		}
	}
	r.bot.Sent(context.Background(), req.Key, bot.Message{ID: "m"})
	if again := r.bot.Answer(context.Background(), req); !again.Silent {
		t.Errorf("a delivered event is answered again: %q", terminal.Show(again))
	}
	if board := terminal.Show(r.command("ann", "leaderboard", "")); !strings.Contains(texts[0], "bob "+points(board, "bob")) {
		t.Errorf("counted more than once:\n%s", board)
	}
}

// points is what a leaderboard says somebody has.
func points(board, who string) string {
	_, row, _ := strings.Cut(board, who)
	if fields := strings.Fields(row); len(fields) > 0 {
		return fields[0]
	}
	return "no row"
}

// TestBadButtons presses what no message of ours has.
func TestBadButtons(t *testing.T) {
	r := newRoom(t)
	for _, data := range []string{
		"", "v1", "v0 hint 1", "v1 hint", "v1 hint x", "v1 hint 999", "v1 next", "v1 next chess 1", "v1 next 24 99", "v1 daily", "v1 daily 24 99999 1",
		"v1 daily 24 -5 1", "v1 explain", "v1 explain )(", "v1 explain 9^9^9^9", "v1 fly 1", strings.Repeat("v1 ", 50), "v1 answer 18446744073709551616",
	} {
		reply := r.ask("ann", bot.Input{Kind: bot.Press, Data: data})
		if text := terminal.Show(reply); text == "" || strings.Contains(text, "broke") {
			t.Errorf("button %q: %q", data, text)
		}
	}
}

// TestCreditIsSealed writes buttons as a stranger could write a deep link: none
// brings points to a chat, or closes its puzzle, from outside. What the bot itself
// wrote works, but being the administrator of one's own conversation is nothing in
// the group.
func TestCreditIsSealed(t *testing.T) {
	r := newRoom(t)
	posed := r.command("ann", "countdown", "75 50 2 3 8 7 812")
	private := func(who, data string) string {
		r.seq++
		return terminal.Show(r.bot.Answer(t.Context(), bot.Request{
			Key: fmt.Sprintf("net:own:%d", r.seq), Chat: bot.Chat{Network: "net", ID: "own-" + who, Private: true}, Discreet: true, At: r.now,
			Player: bot.Player{Network: "net", ID: who, Name: who, Role: bot.RoleAdmin}, Input: bot.Input{Kind: bot.Press, Data: data},
		}))
	}
	hint, giveUp := posed.Buttons[0][1].Data, posed.Buttons[0][2].Data
	word := strings.Fields(giveUp)
	seal := word[len(word)-1]
	for _, data := range []string{
		"v1 giveup 1 1", "v1 giveup 1 1 ", "v1 giveup 1 1 AAAAAAAA", "v1 answer 1 1 " + seal, "v1 giveup 1 2 " + seal, "v1 daily 24 61 1 " + seal,
	} {
		if got := private("eve", data); !strings.Contains(got, "older version") {
			t.Errorf("the forged %q is answered %q", data, got)
		}
	}
	if got := private("bob", giveUp); !strings.Contains(got, "may still be at it") {
		t.Errorf("bob gave up ann's puzzle: %q", got)
	}
	if got := private("bob", hint); !strings.Contains(got, "Hint 1 of 3") {
		t.Errorf("bob's hint is %q", got)
	}
	for _, row := range posed.Buttons {
		for _, b := range row {
			if b.Personal && len(b.Data) > 48 {
				t.Errorf("%q is too long for a deep link", b.Data)
			}
		}
	}
}

// Who presses Answer under the older of two open puzzles, on a network without
// forms, and then types, answers that one.
func TestAnswerButtonChoosesThePuzzle(t *testing.T) {
	r := newRoom(t)
	own := func(in bot.Input) bot.Reply {
		r.seq++
		return r.bot.Answer(t.Context(), bot.Request{
			Key: fmt.Sprintf("net:own:%d", r.seq), Chat: bot.Chat{Network: "net", ID: "own", Private: true}, Discreet: true, At: r.now, Input: in,
			Player: bot.Player{Network: "net", ID: "ann", Name: "ann", Role: bot.RoleAdmin},
		})
	}
	older := own(bot.Input{Kind: bot.Command, Name: "24", Text: "3 3 8 8"})
	own(bot.Input{Kind: bot.Command, Name: "24", Text: "1 5 5 5"})
	if ask := own(bot.Input{Kind: bot.Press, Data: older.Buttons[0][0].Data}); ask.Ask == nil {
		t.Errorf("pressing Answer brings %+v", ask)
	}
	if got := terminal.Show(own(bot.Input{Kind: bot.Text, Text: "8/(3-8/3)"})); !strings.Contains(got, "Right") {
		t.Errorf("its answer is %q", got)
	}
}

// TestServeEndsWithItsFrontEnds proves that one network's refusal ends all, and
// that the end of an input does.
func TestServeEndsWithItsFrontEnds(t *testing.T) {
	refused := errors.New("the token is refused")
	for _, c := range []struct {
		name string
		run  func(ctx context.Context) error
		want error
	}{
		{"refused", func(context.Context) error { return refused }, refused},
		{"end of input", func(context.Context) error { return nil }, nil},
	} {
		r := newRoom(t)
		err := r.bot.Serve(t.Context(), frontEnd{run: c.run}, frontEnd{run: func(ctx context.Context) error { <-ctx.Done(); return nil }})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A frontEnd runs as it is told and posts nothing.
type frontEnd struct{ run func(context.Context) error }

func (f frontEnd) Network() string { return "other" }

func (f frontEnd) Run(ctx context.Context, _ bot.Handler) error { return f.run(ctx) }

func (f frontEnd) Post(context.Context, bot.Chat, string, bot.Reply) (bot.Message, error) {
	return bot.Message{}, bot.ErrGone
}

func (f frontEnd) Edit(context.Context, bot.Message, bot.Reply) error { return bot.ErrGone }
