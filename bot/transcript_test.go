package bot_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

var update = flag.Bool("update", false, "rewrite testdata/*.chat from what the bot says now")

// TestTranscripts plays testdata/*.chat, here and in the folders of features. A transcript has what people type and,
// indented under each line, what each front end shows.
//
// Here the bot has the kernel alone, and in a feature's folder the kernel and that feature. So a transcript shows only
// what it is about, and a feature is deleted together with its transcripts. A transcript that needs more features
// names them. If one of them does not exist, the transcript is skipped. These are the lines of a transcript:
//
//	features NAME…                   (first line) the bot also has these features
//	show terminal telegram discord   show these front ends (default: terminal)
//	only WORD…                       show only lines with one of these words; without a word: all lines
//	room NAME [private] [ephemeral] [channel ID | topic ID] [network NAME]   go to this room
//	locale TAG                       set the language of people's clients
//	speaks TAG                       set the language in the network's settings for the room
//	clock TIME                       set the clock (RFC 3339)
//	sleep DURATION [by STEP]         let time pass, and run what is due, at the end or after each step
//	pace DURATION                    set how long a line takes (default: 3s)
//	known ID N EXPR                  pretend that the best solution of a puzzle known anywhere has measure N
//	found ID N EXPR                  pretend that the search has found no better one in time
//	deal ID                          deal this puzzle next in its game
//	daily NUMBER GAME:DESC           set the puzzle of a day
//	page ADDRESS                     end the bot and start it again with a page at this address
//	restart                          end the bot and start it again on the same file
//	again                            send the last event again, as networks may
//	lost                             lose the next reply
//	late DURATION                    send the next event this long before it is read
//	held DURATION                    hold the bot's messages back for this long, as networks may
//	count                            begin to count the messages that the bot posts for all to read
//	posted N                         fail if the bot has posted more than N of them
//	points [PERIOD] [worldwide]      show the points of people in the room (default: all)
//	forbidden, allowed               forbid the bot to post by itself, or allow it again; an ephemeral room
//	                                 tells the bot that it may not post
//	no-pins                          forbid the bot to pin anything
//	added, removed                   add the bot to the room, or remove it
//	moved NAME                       give the room another name
//	ann> TEXT                        ann types TEXT; in a group it replies to the newest puzzle
//	ann~> TEXT                       ann says TEXT to everyone, not to the bot
//	ann@> TEXT                       ann says TEXT to the bot, and it replies to no message
//	ann re WORDS> TEXT               ann replies to the newest message with these words
//	ann edits WAS> TEXT              ann edits her message WAS
//	ann?> TEXT                       ann types the bot's name and TEXT, and the offers are shown
//	ann?> [LABEL] TEXT               ann presses a button that begins a text, and goes on with TEXT
//	ann sends N                      ann sends the offer of that number
//	ann> [LABEL]                     ann presses the newest button with that label
//	ann re WORDS> [LABEL]            ann presses the button under the newest message with these words
//	ann? /COMMAND OPTION: TEXT       ann has typed TEXT as the value of an option, and the offered values are shown
//	ann> {DATA}                      ann opens a link that she has written by hand
//
// In a command, the word @bob names bob, @bot names a bot, and @?bob names a person whose ID the network does not
// give.
func TestTranscripts(t *testing.T) {
	for _, file := range transcripts(t, "*.chat") {
		t.Run(nameOf(file), func(t *testing.T) {
			t.Parallel()
			checkTranscript(t, file, func(features []string, script string) string { return play(t, features, script) })
		})
	}
}

// transcripts returns the files in testdata that match a pattern, here and in the folders of features.
func transcripts(t *testing.T, pattern string) []string {
	t.Helper()
	own, err := filepath.Glob("testdata/" + pattern)
	if err != nil {
		t.Fatal(err)
	}
	ofFeatures, err := filepath.Glob("*/testdata/" + pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(own) == 0 || len(ofFeatures) == 0 {
		t.Fatalf("%d transcripts of the bot and %d of features", len(own), len(ofFeatures))
	}
	return append(own, ofFeatures...)
}

// nameOf returns the name of a transcript's test, such as "league/help".
func nameOf(file string) string {
	return strings.TrimSuffix(strings.Replace(file, "testdata/", "", 1), ".chat")
}

// checkTranscript compares a transcript with what is said when it is played. With -update it rewrites the file.
func checkTranscript(t *testing.T, file string, play func(features []string, script string) string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := play(featuresOf(t, file, string(want)), string(want))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-written +said):\n%s", file, diff)
	}
}

// kernelAlone is a bot without features.
var kernelAlone = []string{}

// featuresOf returns the features that the bot of a transcript has. If one of them does not exist, it skips the test.
func featuresOf(t *testing.T, file, script string) []string {
	t.Helper()
	features := namedFeatures(script)
	skipWithout(t, features)
	features = append([]string{}, features...)
	if folder, _, _ := strings.Cut(file, "/"); folder != "testdata" {
		features = append(features, folder)
	}
	return features
}

// namedFeatures returns the features that a file names in a line such as "features board daily".
func namedFeatures(text string) []string {
	for line := range strings.Lines(text) {
		if names, ok := strings.CutPrefix(line, "features "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// skipWithout skips a test if one of the features that it needs does not exist.
func skipWithout(t *testing.T, features []string) {
	t.Helper()
	if name := missingFeature(features); name != "" {
		t.Skipf("there is no feature %q", name)
	}
}

// missingFeature returns a feature that does not exist; empty: all exist.
func missingFeature(features []string) string {
	for _, name := range features {
		if !slices.Contains(bot.FeatureNames(), name) {
			return name
		}
	}
	return ""
}

// TestReadme looks in README.md for the session of a transcript and the name of each command, and in PLAYING.md for the
// row of each command. With -update it writes all rows. The row of a command that no longer exists is found only by that.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	playing, err := os.ReadFile("../PLAYING.md")
	if err != nil {
		t.Fatal(err)
	}
	chat, err := os.ReadFile("testdata/readme.chat")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(chat), "private\n")
	// The transcript chooses the puzzle, so that it stays the same.
	session = regexp.MustCompile(`(?m)^deal .*\n`).ReplaceAllString(session, "")
	want := "<!-- transcript: bot/testdata/readme.chat -->\n```\n" + strings.NewReplacer("you> [Hint]", "> #2", "you> [Explain]", "> #1", "you> ", "> ").Replace(session) + "```\n"
	if !strings.Contains(string(readme), want) {
		t.Errorf("README.md lacks the session of testdata/readme.chat:\n%s", want)
	}
	s := newStage(t, new(strings.Builder))
	table := commandsHead
	for _, cmd := range s.bot.Menu() {
		if !strings.Contains(string(readme), "`/"+cmd.Name+"`") {
			t.Errorf("README.md does not name /%s", cmd.Name)
		}
		row := fmt.Sprintf("| `/%s` | %s |\n", cmd.Name, cmd.About["en"])
		table += row
		if !strings.Contains(string(playing), row) && !*update {
			t.Errorf("PLAYING.md lacks this row of commands, which -update writes:\n%s", row)
		}
	}
	if !*update {
		return
	}
	before, rows, _ := strings.Cut(string(playing), commandsHead)
	_, after, _ := strings.Cut(rows, "\n\n")
	if err := os.WriteFile("../PLAYING.md", []byte(before+table+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

const commandsHead = "<!-- commands -->\n| command | what it does |\n| --- | --- |\n"

// A stage plays a transcript. It has a bot with a real database and a clock of its own, and is the front end, which
// keeps all messages.
type stage struct {
	t    testing.TB
	path string
	// page is the address of the page; empty: there is none.
	page  string
	store *storage.Store
	bot   *bot.Bot
	// commands is what menu returns; nil: nobody has asked yet.
	commands []chat.MenuCommand
	now      time.Time
	// place is the room where people are. ephemeral reports whether replies there are for the person alone, and
	// topics whether the network calls channels topics.
	place     chat.Place
	ephemeral bool
	topics    bool
	locale    string
	// shows has the front ends that are shown.
	shows []string
	// only has words of the lines that are shown; nil: all lines are shown.
	only []string
	pace time.Duration
	// events is how many events there were, and last the last request.
	events int
	last   chat.Request
	// lost reports whether the next reply is lost.
	lost bool
	// late is how long the next event was sent before it is read.
	late time.Duration
	// held is how long the network holds messages back.
	held time.Duration
	// bulk reports whether bulk messages are delivered now.
	bulk bool
	// forbidden reports whether the bot may not post by itself, and noPins whether it may not pin anything.
	forbidden bool
	noPins    bool
	// wasForbidden reports whether the bot may have logged that something was forbidden.
	wasForbidden bool
	messages     []shown
	// asked has the data of the form that each person is shown.
	asked   map[string]string
	offered chat.Offers
	// sent has when each person sent each text: its key is "who: text".
	sent map[string]time.Time
	out  *strings.Builder
	// posted is how many messages for all to read the bot has posted since the last line "count".
	posted  int
	puzzles *puzzles
	// code is the last code to link with. It is random.
	code string
	// features are the names of the bot's features; nil: all.
	features []string
}

// puzzles is what the games of a stage know besides their rules.
type puzzles struct {
	// gaps has what the solver finds instead of the best solution, by the puzzle's ID.
	gaps map[string]engine.Solution
	// dealt has the ID of the puzzle that is dealt next, by the game.
	dealt map[string]string
}

// A gappy game has a solver that does not know the best solutions of some puzzles, so that players beat it. It deals
// the puzzles that a transcript names.
type gappy struct {
	engine.Game
	*puzzles
}

func (g gappy) Parse(desc string) (engine.Puzzle, error) {
	p, err := g.Game.Parse(desc)
	return g.gap(p), err
}

func (g gappy) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	if id := g.dealt[g.Name()]; id != "" {
		delete(g.dealt, g.Name())
		_, desc, _ := strings.Cut(id, ":")
		return g.Parse(desc)
	}
	p, err := g.Game.New(r, w)
	return g.gap(p), err
}

func (g gappy) Score(measure int) int { return engine.Score(g.Game, measure) }

func (g gappy) Meaning(answer string) engine.Hint { return engine.Meaning(g.Game, answer) }

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

// codeShown stands in transcripts for a code to link with.
const codeShown = "ABCD-2345"

var linkCode = regexp.MustCompile(`\b[A-Z2-7]{4}-[A-Z2-7]{4}\b`)

// A shown message is on the screen.
type shown struct {
	m     chat.Message
	reply chat.Reply
}

func newStage(t testing.TB, out *strings.Builder) *stage { return stageOn(t, newDatabase(t), out) }

// stageOn makes a stage with an existing database.
func stageOn(t testing.TB, path string, out *strings.Builder) *stage {
	return stageWith(t, nil, path, out)
}

// stageWith makes a stage with an existing database. features are the names of the bot's features; nil: all.
func stageWith(t testing.TB, features []string, path string, out *strings.Builder) *stage {
	s := &stage{
		features: features,
		t:        t,
		path:     path,
		out:      out,
		asked:    map[string]string{},
		sent:     map[string]time.Time{},
		pace:     3 * time.Second,
		puzzles:  &puzzles{gaps: map[string]engine.Solution{}, dealt: map[string]string{}},
		// It is a Monday.
		now:    time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC),
		place:  chat.Place{Network: "net", Community: "room"},
		shows:  []string{"terminal"},
		locale: "en",
	}
	s.open()
	t.Cleanup(func() { s.store.Close() })
	return s
}

func (s *stage) open() {
	s.t.Helper()
	store, err := bot.Open(context.Background(), withFewConnections(s.path))
	if err != nil {
		s.t.Fatal(err)
	}
	book, err := lang.Open()
	if err != nil {
		s.t.Fatal(err)
	}
	var logged bytes.Buffer
	s.t.Cleanup(func() {
		if logged.Len() > 0 && !s.wasForbidden {
			s.t.Errorf("the bot logged:\n%s", logged.String())
		}
	})
	s.store = store
	var all []engine.Game
	for _, g := range games.All() {
		all = append(all, gappy{g, s.puzzles})
	}
	s.bot, err = bot.New(bot.Config{
		Store: store, Games: all, Book: book, Now: func() time.Time { return s.now },
		Logger: slog.New(slog.NewTextHandler(&logged, nil)), Rand: rand.NewPCG(1, uint64(s.events)),
		Features: s.features, Page: s.page, Feedback: "net:desk",
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// play plays a transcript with a bot that has some features. It returns the lines, with what the bot answers.
func play(t *testing.T, features []string, script string) string {
	var out strings.Builder
	stageWith(t, features, newDatabase(t), &out).follow(script)
	return out.String()
}

// follow plays the lines of a transcript, and writes them with what the bot answers.
func (s *stage) follow(script string) {
	in := bufio.NewScanner(strings.NewReader(script))
	for in.Scan() {
		line := in.Text()
		isShown := strings.HasPrefix(line, "\t")
		if isShown {
			// The bot said this last time.
			continue
		}
		fmt.Fprintln(s.out, line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if who, typed, ok := strings.Cut(line, "? /"); ok {
			s.completes(who, typed)
			continue
		}
		if words := strings.Fields(line); len(words) == 3 && words[1] == "sends" {
			s.sends(words[0], must(strconv.Atoi(words[2]))(s.t))
			continue
		}
		who, text, isSpoken := strings.Cut(line+" ", "> ")
		text = strings.TrimSuffix(text, " ")
		if who, isTyping := strings.CutSuffix(who, "?"); isTyping && isSpoken && !strings.Contains(who, " ") {
			s.types(who, text)
			continue
		}
		who, was, _ := strings.Cut(who, " edits ")
		who, re, _ := strings.Cut(who, " re ")
		if was != "" && isSpoken {
			s.edits(who, was, text)
			continue
		}
		if isSpoken && !strings.Contains(who, " ") {
			s.says(who, re, text)
			continue
		}
		s.direct(strings.Fields(line))
	}
}

// direct carries out a line that nobody says.
func (s *stage) direct(words []string) {
	s.t.Helper()
	switch rest := words[1:]; words[0] {
	case "show":
		s.shows = rest
	case "only":
		s.only = rest
	case "room":
		s.enter(rest)
	case "locale":
		s.locale = rest[0]
	case "speaks":
		s.place.Locale = rest[0]
	case "clock":
		s.now = must(time.Parse(time.RFC3339, rest[0]))(s.t)
	case "sleep":
		total := must(time.ParseDuration(rest[0]))(s.t)
		step := total
		if len(rest) == 3 {
			step = must(time.ParseDuration(rest[2]))(s.t)
		}
		for until := s.now.Add(total); ; {
			s.now = s.now.Add(step)
			s.tick()
			if !s.now.Before(until) {
				break
			}
		}
	case "pace":
		s.pace = must(time.ParseDuration(rest[0]))(s.t)
	case "late":
		s.late = must(time.ParseDuration(rest[0]))(s.t)
	case "held":
		s.held = must(time.ParseDuration(rest[0]))(s.t)
	case "lost":
		s.lost = true
	case "deal":
		game, _, _ := strings.Cut(rest[0], ":")
		s.puzzles.dealt[game] = rest[0]
	case "daily":
		s.chooseDaily(must(strconv.Atoi(rest[0]))(s.t), rest[1])
	case "known", "found":
		s.puzzles.gaps[rest[0]] = engine.Solution{
			Solvable: true, Best: rest[2], All: rest[2:], Measure: must(strconv.Atoi(rest[1]))(s.t), Settled: words[0] == "known",
		}
	case "restart", "page":
		if words[0] == "page" {
			s.page = rest[0]
		}
		if err := s.store.Close(); err != nil {
			s.t.Fatal(err)
		}
		s.open()
	case "forbidden", "allowed":
		s.forbidden = words[0] == "forbidden"
		s.wasForbidden = true
	case "no-pins":
		s.noPins = true
		s.wasForbidden = true
	case "again":
		s.deliver(s.last, "")
	case "count":
		s.posted = 0
	case "points":
		s.points(rest)
	case "features":
		// The bot has them since the stage was made.
	case "posted":
		if most := must(strconv.Atoi(rest[0]))(s.t); s.posted > most {
			s.t.Errorf("the bot posted %d messages for all to read, more than %d", s.posted, most)
		}
	case "added", "removed", "moved":
		s.event(words[0], rest)
	default:
		s.t.Fatalf("there is no such line: %q", words)
	}
}

// enter goes to a room.
func (s *stage) enter(words []string) {
	s.place = chat.Place{Network: "net", Community: words[0]}
	s.ephemeral = false
	s.topics = false
	for i, w := range words[1:] {
		switch w {
		case "private":
			s.place.Private = true
			s.ephemeral = true
		case "ephemeral":
			s.ephemeral = true
		case "channel", "topic":
			s.place.Channel = words[i+2]
			s.topics = w == "topic"
		case "network":
			s.place.Network = words[i+2]
		}
	}
}

// event sends an event in which no person acts: the bot was added or removed, or the room has moved.
func (s *stage) event(what string, rest []string) {
	s.now = s.now.Add(s.pace)
	s.events++
	r := chat.Request{Key: fmt.Sprintf("net:event:%d", s.events), Place: s.place, Locale: s.locale, At: s.now}
	r.Input.Kind = map[string]chat.Kind{"added": chat.Joined, "removed": chat.Left, "moved": chat.Moved}[what]
	if what == "moved" {
		r.Input.MovedTo = rest[0]
		for i := range s.messages {
			if s.messages[i].m.Place.Community == s.place.Community {
				s.messages[i].m.Place.Community = rest[0]
			}
		}
	} else {
		r.Person = chat.Person{Network: "net", ID: "admin", Name: "Admin"}
	}
	s.deliver(r, "")
	if what == "moved" {
		s.place.Community = rest[0]
	}
}

// spans are the periods for which the kernel adds up points.
var spans = map[string]storage.Span{"today": storage.Day, "week": storage.Week, "month": storage.Month, "all": storage.Ever}

// points writes the points of people in the room, the most first, and how many puzzles they have solved.
func (s *stage) points(words []string) {
	s.t.Helper()
	board := storage.Board{Span: storage.Ever}
	worldwide := false
	for _, w := range words {
		span, ok := spans[w]
		switch {
		case w == "worldwide":
			worldwide = true
		case ok:
			board.Span = span
		default:
			s.t.Fatalf("there is no period %q", w)
		}
	}
	err := s.store.Read(s.t.Context(), func(tx *storage.Tx) error {
		c, err := tx.FindCommunity(s.place.Network, s.place.Community)
		if err != nil {
			return err
		}
		board.CommunityID = c.ID
		board.Day = round.UnixDay(round.CalendarOf(c).NumberAt(s.now))
		if worldwide {
			board.CommunityID = storage.World
		}
		rows, err := tx.Leaderboard(board, s.now.Add(-round.BelongFor), 0, 100)
		for _, row := range rows {
			fmt.Fprintf(s.out, "\t%s %d (%d solved)\n", row.Name, row.Points, row.Solved)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// chooseDaily sets the puzzle of a day.
func (s *stage) chooseDaily(number int, id string) {
	s.t.Helper()
	game, desc, _ := strings.Cut(id, ":")
	g, _ := games.ByName(game)
	p := must(g.Parse(desc))(s.t)
	err := s.store.Write(context.Background(), func(tx *storage.Tx) error { return round.AddDaily(tx, number, game, id, p.Face().Class()) })
	if err != nil {
		s.t.Fatal(err)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// says sends what a person types or presses. re are words of the message that they reply to, or whose button they
// press.
func (s *stage) says(who, re, text string) {
	s.now = s.now.Add(s.pace)
	who, overheard := strings.CutSuffix(who, "~")
	who, mentions := strings.CutSuffix(who, "@")
	r := s.request(who, text)
	r.Input.Overheard = overheard
	isReply := re != "" || !s.place.Private
	repliesToMessage := isReply && !overheard && !mentions
	switch {
	case r.Input.Kind == chat.Press && r.Input.Data == "":
		r.Input.Source, r.Input.Data = s.button(strings.Trim(text, "[]"), re)
		r.Input.Alone = s.ephemeral && !s.place.Private && s.isAlone(r.Input.Source)
	case r.Input.Kind == chat.Text && repliesToMessage:
		r.Input.Source = s.message(re)
	}
	s.deliver(r, who)
}

// types shows what is offered to a person who types the bot's name and a text.
func (s *stage) types(who, text string) {
	r := s.request(who, "")
	r.Key = ""
	r.Event = nil
	r.Place = chat.Place{Network: "net"}
	if label, rest, ok := strings.Cut(strings.TrimPrefix(text, "["), "]"); ok {
		text = s.prefill(label) + strings.TrimSpace(rest)
	}
	r.Input = chat.Input{Kind: chat.Text, Text: text}
	s.offered = s.bot.Offers(context.Background(), r)
	if lead := s.offered.Lead; lead != nil {
		fmt.Fprintln(s.out, "\t["+lead.Label+" →]")
	}
	for i, o := range s.offered.List {
		fmt.Fprintf(s.out, "\t%d. %s\n", i+1, strings.TrimRight(o.Title+" · "+o.About, " ·"))
	}
}

// prefill returns the text that the newest button with a label begins in the room.
func (s *stage) prefill(label string) string {
	for i := len(s.messages) - 1; i >= 0; i-- {
		for _, row := range s.messages[i].reply.Buttons {
			for _, b := range row {
				if b.Label == label && b.Prefill != "" && s.messages[i].m.Place.Community == s.place.Community {
					return b.Prefill
				}
			}
		}
	}
	s.t.Fatalf("no button %q begins a text", label)
	return ""
}

// sends sends an offer for a person.
func (s *stage) sends(who string, n int) {
	if n < 1 || n > len(s.offered.List) {
		s.t.Fatalf("there is no offer %d", n)
	}
	o := s.offered.List[n-1]
	s.now = s.now.Add(s.pace)
	r := s.request(who, "")
	r.Input = chat.Input{Kind: chat.Sent, Data: o.Data}
	for _, line := range strings.Split(strings.TrimSuffix(offerOnTelegram(s.t, o), "\n"), "\n") {
		fmt.Fprintln(s.out, "\t> "+line)
	}
	s.deliver(r, who)
}

// edits edits a message of a person.
func (s *stage) edits(who, was, text string) {
	s.now = s.now.Add(s.pace)
	delete(s.asked, who)
	sent, ok := s.sent[who+": "+was]
	if !ok {
		s.t.Fatalf("%s has not said %q", who, was)
	}
	r := s.request(who, text)
	r.Input.Edited, s.sent[who+": "+text] = sent, sent
	r.Input.Overheard = r.Input.Kind == chat.Text && !s.place.Private
	s.deliver(r, who)
}

// request returns the request of a person who types a text.
func (s *stage) request(who, text string) chat.Request {
	s.events++
	r := chat.Request{
		Key:       fmt.Sprintf("net:event:%d", s.events),
		Event:     []byte("{}"),
		Place:     s.place,
		Ephemeral: s.ephemeral,
		Topics:    s.topics,
		Barred:    s.forbidden && s.ephemeral,
		Locale:    s.locale,
		At:        s.now.Add(-s.late),
		Person:    person(who),
	}
	r.Person.Network = s.place.Network
	text = strings.ReplaceAll(text, codeShown, s.code)
	s.late = 0
	s.sent[who+": "+text] = r.At
	if who == "admin" || s.place.Private {
		r.Person.Role = chat.RoleAdmin
	}
	name, rest, _ := strings.Cut(text, " ")
	switch {
	case strings.HasPrefix(text, "/"):
		r.Input = chat.Input{Kind: chat.Command, Name: strings.ToLower(name[1:]), Text: rest, Whom: named(rest)}
	case strings.HasPrefix(text, "{"):
		r.Input = chat.Input{Kind: chat.Press, Data: strings.Trim(text, "{}")}
		r.Ephemeral = true
	case strings.HasPrefix(text, "["):
		r.Input = chat.Input{Kind: chat.Press}
		r.Ephemeral = true
	case s.asked[who] != "":
		r.Input = chat.Input{Kind: chat.Submit, Data: s.asked[who], Text: text}
		r.Ephemeral = true
		delete(s.asked, who)
	default:
		r.Input = chat.Input{Kind: chat.Text, Text: text}
	}
	return r
}

// person returns the person with a key.
func person(who string) chat.Person {
	return chat.Person{Network: "net", ID: who, Name: strings.ToUpper(who[:1]) + who[1:], Role: chat.RoleMember, Handle: who}
}

// named returns the person whom a text names; zero: it names nobody.
func named(text string) chat.Person {
	for _, word := range strings.Fields(text) {
		if who, ok := strings.CutPrefix(word, "@?"); ok {
			return chat.Person{Network: "net", Name: "@" + who, Handle: who}
		}
		if who, ok := strings.CutPrefix(word, "@"); ok {
			p := person(who)
			p.Bot = who == "bot"
			return p
		}
	}
	return chat.Person{}
}

// completes shows what is offered to a person who types the value of an option.
func (s *stage) completes(who, typed string) {
	head, text, _ := strings.Cut(typed, ":")
	name, option, _ := strings.Cut(head, " ")
	r := s.request(who, "/"+name)
	r.Key = ""
	r.Input.Arg = option
	r.Input.Args = map[string]string{option: strings.TrimSpace(text)}
	for _, c := range s.bot.Complete(context.Background(), r) {
		fmt.Fprintf(s.out, "\t%s (%s)\n", c.Label[chat.DefaultLanguage], c.Value)
	}
}

// deliver sends a request to the bot, and shows the reply.
func (s *stage) deliver(r chat.Request, who string) {
	s.last = r
	reply := s.bot.Answer(context.Background(), r)
	if reply.Audience == chat.Secret && !r.Ephemeral && !reply.Silent {
		elsewhere := s.bot.Elsewhere(s.locale)
		if reply.Otherwise != nil {
			elsewhere = *reply.Otherwise
		}
		s.add(r.Place, elsewhere, true)
		s.show("", who, elsewhere)
		s.tick()
		return
	}
	if reply.Ask != nil {
		s.asked[who] = reply.Ask.Data
	}
	if s.lost {
		s.lost = false
		fmt.Fprintln(s.out, "\t(lost)")
		s.tick()
		return
	}
	var m chat.Message
	switch {
	case reply.Silent || reply.Ask != nil || reply.Mark != "":
	case reply.Edit && !r.Input.Source.IsZero():
		m = r.Input.Source
		s.put(m, reply)
	default:
		m = s.add(r.Place, reply, !r.Ephemeral || reply.Audience == chat.Everyone)
	}
	s.bot.Delivered(context.Background(), r.Key, m)
	s.show("", who, reply)
	s.tick()
}

// add puts a message on the screen. all reports whether everyone reads it.
func (s *stage) add(p chat.Place, r chat.Reply, all bool) chat.Message {
	m := chat.Message{Place: p, ID: fmt.Sprintf("m%d", len(s.messages)+1)}
	s.messages = append(s.messages, shown{m, r})
	if all && !p.Private {
		s.posted++
	}
	return m
}

// put replaces the text of a message.
func (s *stage) put(m chat.Message, r chat.Reply) {
	for i := range s.messages {
		if s.messages[i].m.ID == m.ID {
			s.messages[i].reply = r
		}
	}
}

// isAlone reports whether a message was shown to one person only.
func (s *stage) isAlone(m chat.Message) bool {
	return slices.ContainsFunc(s.messages, func(x shown) bool { return x.m.ID == m.ID && x.reply.Audience != chat.Everyone })
}

// button returns the newest message that has a button with a label and some words, and the data of the button. It
// looks in the room. A button that leads into a private chat may be in any room: then it returns no message.
func (s *stage) button(label, words string) (chat.Message, string) {
	s.t.Helper()
	for _, x := range slices.Backward(s.messages) {
		if !strings.Contains(onTerminal(x.reply), words) {
			continue
		}
		isHere := x.m.Place.Community == s.place.Community
		for _, row := range x.reply.Buttons {
			for _, b := range row {
				if !strings.HasPrefix(b.Label, label) {
					continue
				}
				if isHere {
					return x.m, b.Data
				}
				if b.Personal {
					return chat.Message{}, b.Data
				}
			}
		}
	}
	s.t.Fatalf("no button %q", label)
	return chat.Message{}, ""
}

// message returns the newest message in the room with some words. Without words it returns the newest one with
// buttons.
func (s *stage) message(words string) chat.Message {
	for _, x := range slices.Backward(s.messages) {
		if x.m.Place.Community != s.place.Community || x.m.Place.Channel != s.place.Channel {
			continue
		}
		isMeant := len(x.reply.Buttons) > 0
		if words != "" {
			isMeant = strings.Contains(onTerminal(x.reply), words)
		}
		if isMeant {
			return x.m
		}
	}
	return chat.Message{}
}

// tick runs what is due. It delivers bulk messages last, so that a transcript always has the same order.
func (s *stage) tick() {
	s.t.Helper()
	for _, s.bulk = range []bool{false, true} {
		if err := s.bot.Tick(context.Background(), s); err != nil {
			s.t.Fatal(err)
		}
	}
}

// checkCommands checks that a text names as a command of menus only commands that menus list: on some networks people
// cannot send any other.
func (s *stage) checkCommands(text []chat.Line) {
	s.t.Helper()
	for _, span := range slices.Concat(text...) {
		name, _, _ := strings.Cut(span.Text, " ")
		isMisnamed := span.Style == chat.Slash && !s.isListed(name) || span.Style == chat.Said && !s.isTyped(name)
		if isMisnamed {
			s.t.Errorf("%s has the style %q in %v", name, span.Style, text)
		}
	}
}

// isListed reports whether menus list a command, such as "/help".
func (s *stage) isListed(name string) bool {
	return name == "/open" || slices.ContainsFunc(s.menu(), func(c chat.MenuCommand) bool { return "/"+c.Name == name && !c.Typed })
}

// isTyped reports whether people can only type a command.
func (s *stage) isTyped(name string) bool {
	return slices.ContainsFunc(s.menu(), func(c chat.MenuCommand) bool { return "/"+c.Name == name && c.Typed })
}

// menu returns all commands. It takes a while to make, and a test looks at it for each message.
func (s *stage) menu() []chat.MenuCommand {
	if s.commands == nil {
		s.commands = s.bot.Menu()
	}
	return s.commands
}

// show writes a reply as the front ends show it.
func (s *stage) show(where, who string, r chat.Reply) {
	s.t.Helper()
	s.checkCommands(r.Text)
	if r.Picture != nil {
		must(s.bot.Draw(*r.Picture, false))(s.t)
		must(s.bot.Draw(*r.Picture, true))(s.t)
	}
	for _, network := range s.shows {
		var text string
		switch network {
		case "terminal":
			text = onTerminal(r)
		case "telegram":
			text = onTelegram(s.t, r, s.place)
		case "discord":
			text = onDiscord(s.t, r)
		}
		// A terminal cannot change what it has printed.
		isPrinted := network == "terminal" && where == "edited" && s.place.Private
		if text == "" || isPrinted {
			continue
		}
		head := network
		if where != "" {
			head += ", " + where
		}
		if len(s.shows) > 1 || where != "" {
			fmt.Fprintf(s.out, "\t-- %s\n", head)
		}
		if network == "terminal" && r.Audience == chat.Secret && !s.place.Private {
			fmt.Fprintf(s.out, "\t(only %s sees this)\n", who)
		}
		for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
			code := linkCode.FindString(line)
			if code != "" {
				s.code = code
				line = strings.ReplaceAll(line, code, codeShown)
			}
			isLeftOut := len(s.only) > 0 && !slices.ContainsFunc(s.only, func(word string) bool { return strings.Contains(line, word) })
			if isLeftOut {
				continue
			}
			fmt.Fprintln(s.out, "\t"+strings.TrimRight(line, " "))
		}
	}
}

// The stage is also the front end.
var _ chat.FrontEnd = (*stage)(nil)

func (s *stage) Network() string { return "net" }

func (s *stage) Run(context.Context, chat.Handler) error { return nil }

func (s *stage) Lane(chat.Delivery) string { return "lane" }

// Pace holds back replies as long as a transcript says, and bulk messages until tick delivers them.
func (s *stage) Pace(d chat.Delivery, _ int) time.Duration {
	switch {
	case d.Bulk && !s.bulk:
		return time.Second
	case d.Event == nil:
		return 0
	}
	return s.held
}

func (s *stage) Idempotent() bool { return true }

func (s *stage) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	r := d.Reply
	if s.forbidden {
		return chat.Message{}, &chat.RefusedError{Gone: chat.GoneRight, Err: errors.New("forbidden")}
	}
	if r.Pins() && s.noPins {
		return chat.Message{}, &chat.RefusedError{Gone: chat.GonePin, Err: errors.New("forbidden")}
	}
	if m := d.Message; !m.IsZero() {
		s.put(m, r)
		switch {
		case m.Place.Community != s.place.Community:
			s.show("edited in "+m.Place.Community, "", r)
		case m.Place.Channel != s.place.Channel:
			s.show("edited in "+m.Place.Community+", "+m.Place.Channel, "", r)
		default:
			s.show("edited", "", r)
		}
		return m, nil
	}
	where := d.Place.Community
	if d.Place.Channel != "" {
		where += ", " + d.Place.Channel
	}
	if r.Pins() {
		fmt.Fprintf(s.out, "\t-- in %s: pinned %q, unpinned %q\n", where, r.Pin, r.Unpin)
		return chat.Message{}, nil
	}
	m := s.add(d.Place, r, true)
	where = "posted in " + where
	if r.Quiet {
		where += ", quietly"
	}
	s.show(where, "", r)
	return m, nil
}

// A line has the methods of a front end whose network holds nothing back, and keeps the order of messages in a
// community.
type line struct{}

func (line) Lane(d chat.Delivery) string { return d.Place.Community }

func (line) Pace(chat.Delivery, int) time.Duration { return 0 }

func (line) Idempotent() bool { return true }
