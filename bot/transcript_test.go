package bot_test

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot"
	"reckon/bot/discord"
	"reckon/bot/lang"
	"reckon/bot/telegram"
	"reckon/bot/terminal"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

var update = flag.Bool("update", false, "rewrite testdata/*.chat from what the bot says now")

// TestTranscripts plays testdata/*.chat: what people type, and under it,
// indented, what each front end shows.
//
//	show terminal telegram discord   which front ends are shown (default: terminal)
//	room NAME [private] [discreet]   where what follows is said
//	locale TAG                       the language of people's clients
//	clock TIME                       set the clock (RFC 3339)
//	sleep DURATION                   let time pass; what is due then is done
//	known ID N EXPR                  pretend that the best known solution of a puzzle has measure N
//	found ID N EXPR                  pretend that this is all the search had the time for
//	daily NUMBER GAME:DESC           the puzzle of that day, which else nobody knows
//	restart                          end the bot and start it again on the same file
//	again                            the network delivers the last event once more
//	ann> TEXT                        ann types TEXT
//	ann> [LABEL]                     ann presses the newest button of that label
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.chat")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s (-written +said):\n%s", file, diff)
			}
		})
	}
}

// TestReadme holds the README to a transcript and to the command table.
func TestReadme(t *testing.T) {
	raw, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	chat, err := os.ReadFile("testdata/readme.chat")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(chat), "private\n")
	want := "<!-- transcript: bot/testdata/readme.chat -->\n```\n" + strings.NewReplacer("you> [Hint]", "> 2", "you> ", "> ").Replace(session) + "```\n"
	if !strings.Contains(string(raw), want) {
		t.Errorf("README.md lacks the session of testdata/readme.chat:\n%s", want)
	}
	s := newStage(t, new(strings.Builder))
	table := "<!-- commands -->\n| command | what it does |\n| --- | --- |\n"
	for _, cmd := range s.bot.Menu() {
		table += fmt.Sprintf("| `/%s` | %s |\n", cmd.Name, cmd.About["en"])
	}
	if !strings.Contains(string(raw), table) {
		t.Errorf("README.md lacks the command table:\n%s", table)
	}
}

// A stage is a place to play: real storage, a clock of its own, a front end
// that keeps what is posted.
type stage struct {
	t        *testing.T
	path     string
	store    *storage.Store
	bot      *bot.Bot
	now      time.Time
	chat     bot.Chat
	discreet bool
	locale   string
	shows    []string
	events   int
	last     bot.Request
	messages []shown
	asked    map[string]string // player -> Data of the form shown
	out      *strings.Builder
	gaps     map[string]engine.Solution // by ID: what the solver is to know, in place of the best
}

// A gappy game has a solver that does not know the best of some puzzles, so
// that players can be seen to beat it.
type gappy struct {
	engine.Game
	gaps map[string]engine.Solution
}

func (g gappy) Parse(desc string) (engine.Puzzle, error) {
	p, err := g.Game.Parse(desc)
	return g.gap(p), err
}

func (g gappy) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	p, err := g.Game.New(r, w)
	return g.gap(p), err
}

func (g gappy) gap(p engine.Puzzle) engine.Puzzle {
	if p != nil {
		if s, ok := g.gaps[p.ID()]; ok {
			return gapped{p, s}
		}
	}
	return p
}

type gapped struct {
	engine.Puzzle
	known engine.Solution
}

func (p gapped) Solve(context.Context) engine.Solution { return p.known }

func (p gapped) Hint(n int, found []string) engine.Hint {
	if !p.known.Settled {
		return engine.Hint{}
	}
	return p.Puzzle.Hint(n, found)
}

// shown is a message on the screen.
type shown struct {
	m     bot.Message
	reply bot.Reply
}

func newStage(t *testing.T, out *strings.Builder) *stage {
	s := &stage{
		t: t, path: filepath.Join(t.TempDir(), "chat.db"), out: out, asked: map[string]string{}, gaps: map[string]engine.Solution{},
		now:  time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC), // a Monday
		chat: bot.Chat{Network: "net", ID: "room"}, shows: []string{"terminal"}, locale: "en",
	}
	s.open()
	t.Cleanup(func() { s.store.Close() })
	return s
}

func (s *stage) open() {
	s.t.Helper()
	store, err := storage.Open(context.Background(), s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	book, err := lang.Open()
	if err != nil {
		s.t.Fatal(err)
	}
	var logged bytes.Buffer
	s.t.Cleanup(func() {
		if logged.Len() > 0 {
			s.t.Errorf("the bot logged:\n%s", logged.String())
		}
	})
	s.store = store
	var all []engine.Game
	for _, g := range games.All() {
		all = append(all, gappy{g, s.gaps})
	}
	s.bot, err = bot.New(bot.Config{
		Store: store, Games: all, Book: book, Now: func() time.Time { return s.now },
		Logger: slog.New(slog.NewTextHandler(&logged, nil)), Rand: rand.NewPCG(1, uint64(s.events)),
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// play says the lines of a transcript and returns it with what the bot
// answers.
func play(t *testing.T, script string) string {
	var out strings.Builder
	s := newStage(t, &out)
	in := bufio.NewScanner(strings.NewReader(script))
	for in.Scan() {
		line := in.Text()
		if strings.HasPrefix(line, "\t") {
			continue // what was said last time
		}
		fmt.Fprintln(&out, line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if who, text, ok := strings.Cut(line, "> "); ok && !strings.Contains(who, " ") {
			s.says(who, text)
			continue
		}
		s.direct(strings.Fields(line))
	}
	return out.String()
}

// direct carries out a stage direction.
func (s *stage) direct(words []string) {
	s.t.Helper()
	switch rest := words[1:]; words[0] {
	case "show":
		s.shows = rest
	case "room":
		s.chat, s.discreet = bot.Chat{Network: "net", ID: rest[0]}, false
		for _, w := range rest[1:] {
			s.chat.Private = s.chat.Private || w == "private"
			s.discreet = true
		}
	case "locale":
		s.locale = rest[0]
	case "clock":
		s.now = must(time.Parse(time.RFC3339, rest[0]))(s.t)
	case "sleep":
		s.now = s.now.Add(must(time.ParseDuration(rest[0]))(s.t))
		s.tick()
	case "daily":
		number := must(strconv.Atoi(rest[0]))(s.t)
		game, _, _ := strings.Cut(rest[1], ":")
		err := s.store.Write(context.Background(), func(tx *storage.Tx) error { return tx.AddDaily(number, game, rest[1]) })
		if err != nil {
			s.t.Fatal(err)
		}
	case "known", "found":
		s.gaps[rest[0]] = engine.Solution{
			Solvable: true, Best: rest[2], All: rest[2:], Measure: must(strconv.Atoi(rest[1]))(s.t), Settled: words[0] == "known",
		}
	case "restart":
		if err := s.store.Close(); err != nil {
			s.t.Fatal(err)
		}
		s.open()
	case "again":
		s.deliver(s.last, "")
	default:
		s.t.Fatalf("no direction: %q", words)
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// says delivers what a player types or presses.
func (s *stage) says(who, text string) {
	s.now = s.now.Add(time.Second)
	s.events++
	r := bot.Request{
		Key: fmt.Sprintf("net:event:%d", s.events), Chat: s.chat, Discreet: s.discreet, Locale: s.locale, At: s.now,
		Player: bot.Player{Network: "net", ID: who, Name: strings.ToUpper(who[:1]) + who[1:], Role: bot.RoleMember},
	}
	if who == "admin" || s.chat.Private {
		r.Player.Role = bot.RoleAdmin
	}
	name, rest, _ := strings.Cut(text, " ")
	switch {
	case strings.HasPrefix(text, "/"):
		r.Input = bot.Input{Kind: bot.Command, Name: strings.ToLower(name[1:]), Text: rest}
	case strings.HasPrefix(text, "["):
		on, data := s.find(strings.Trim(text, "[]"))
		r.Input = bot.Input{Kind: bot.Press, Data: data, Source: on}
	case s.asked[who] != "":
		r.Input = bot.Input{Kind: bot.Submit, Data: s.asked[who], Text: text}
		delete(s.asked, who)
	default:
		r.Input = bot.Input{Kind: bot.Text, Text: text}
		if !s.chat.Private && len(s.messages) > 0 { // a reply to the newest message with buttons
			r.Input.Data = s.newestData()
		}
	}
	s.deliver(r, who)
}

func (s *stage) deliver(r bot.Request, who string) {
	s.last = r
	reply := s.bot.Answer(context.Background(), r)
	if reply.Ask != nil {
		s.asked[who] = reply.Ask.Data
	}
	var m bot.Message
	switch {
	case reply.Silent || reply.Ask != nil:
	case reply.Edit && !r.Input.Source.IsZero():
		m = r.Input.Source
		s.put(m, reply)
	default:
		m = bot.Message{Chat: r.Chat, ID: fmt.Sprintf("m%d", len(s.messages)+1)}
		s.messages = append(s.messages, shown{m, reply})
	}
	s.bot.Sent(context.Background(), r.Key, m)
	s.show("", reply)
	s.tick()
}

func (s *stage) put(m bot.Message, r bot.Reply) {
	for i := range s.messages {
		if s.messages[i].m == m {
			s.messages[i].reply = r
		}
	}
}

// find is the newest message in the room with a button of that label.
func (s *stage) find(label string) (bot.Message, string) {
	s.t.Helper()
	for i := len(s.messages) - 1; i >= 0; i-- {
		for _, row := range s.messages[i].reply.Buttons {
			for _, b := range row {
				if b.Label == label && (s.messages[i].m.Chat.ID == s.chat.ID || b.Personal) {
					return s.messages[i].m, b.Data
				}
			}
		}
	}
	s.t.Fatalf("no button %q", label)
	return bot.Message{}, ""
}

func (s *stage) newestData() string {
	for i := len(s.messages) - 1; i >= 0; i-- {
		if r := s.messages[i].reply; len(r.Buttons) > 0 && s.messages[i].m.Chat.ID == s.chat.ID {
			return r.Buttons[0][0].Data
		}
	}
	return ""
}

func (s *stage) tick() {
	s.t.Helper()
	if err := s.bot.Tick(context.Background(), s); err != nil {
		s.t.Fatal(err)
	}
}

// show writes a reply as the front ends show it.
func (s *stage) show(where string, r bot.Reply) {
	for _, network := range s.shows {
		var text string
		switch network {
		case "terminal":
			text = terminal.Show(r)
		case "telegram":
			text = telegram.Show(r, s.chat)
		case "discord":
			text = discord.Show(r)
		}
		if text == "" || network == "terminal" && where == "edited" {
			continue // a terminal cannot change what it has printed
		}
		head := network
		if where != "" {
			head += ", " + where
		}
		if len(s.shows) > 1 || where != "" {
			fmt.Fprintf(s.out, "\t-- %s\n", head)
		}
		for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
			fmt.Fprintln(s.out, "\t"+strings.TrimRight(line, " "))
		}
	}
}

// The stage is also the front end that unasked messages go to.
var _ bot.FrontEnd = (*stage)(nil)

func (s *stage) Network() string { return "net" }

func (s *stage) Run(context.Context, bot.Handler) error { return nil }

func (s *stage) Post(_ context.Context, c bot.Chat, _ string, r bot.Reply) (bot.Message, error) {
	m := bot.Message{Chat: c, ID: fmt.Sprintf("m%d", len(s.messages)+1)}
	s.messages = append(s.messages, shown{m, r})
	s.show("posted in "+c.ID, r)
	return m, nil
}

func (s *stage) Edit(_ context.Context, m bot.Message, r bot.Reply) error {
	s.put(m, r)
	s.show("edited", r)
	return nil
}
