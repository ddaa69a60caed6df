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

// TestTranscripts plays testdata/*.chat, here and in the folders of features: what people type, and under it,
// indented, what each front end shows.
//
// Here the bot has the kernel alone, and in a folder the kernel and that feature: no transcript shows what it is
// not about, and a feature is deleted with its own. One that needs others says so; without them it is skipped.
//
//	features NAME…                   other features that the bot has (only on top)
//	show terminal telegram discord   which front ends are shown (default: terminal)
//	only WORD…                       of what is shown, lines with one of these words; without any word: all lines
//	room NAME [private] [ephemeral] [channel ID] [network NAME]   where what follows is said
//	locale TAG                       the language of people's clients
//	speaks TAG                       what the room speaks, as the network has it
//	clock TIME                       set the clock (RFC 3339)
//	sleep DURATION [by STEP]         let time pass; what is due then, or after each step, is done
//	pace DURATION                    how long a line takes (default: 3s)
//	known ID N EXPR                  pretend that the best known solution of a puzzle has measure N
//	found ID N EXPR                  pretend that this is all the search had the time for
//	deal ID                          the next puzzle dealt of its game
//	daily NUMBER GAME:DESC           the puzzle of that day, which else nobody knows
//	restart                          end the bot and start it again on the same file
//	again                            the network delivers the last event once more
//	lost                             the next reply is not delivered
//	late DURATION                    the next event was sent so long before it is read
//	held DURATION                    the network holds messages back for so long
//	count                            count anew what the bot posts for all to read
//	points [PERIOD] [worldwide]      what the kernel has added up for the room (default: all)
//	posted N                         it has posted N such messages at most, or the test fails
//	forbidden, allowed               the bot may not post by itself any more, or again; an ephemeral room says so
//	added, removed                   the bot comes into the room, or is put out of it
//	moved NAME                       the room goes on under another name
//	ann> TEXT                        ann types TEXT; among others, in reply to the newest puzzle
//	ann~> TEXT                       ann says TEXT to everyone, not to the bot
//	ann@> TEXT                       ann says TEXT to the bot, and replies to nothing
//	ann re WORDS> TEXT               ann replies to the newest message with these words
//	ann edits WAS> TEXT              ann changes her message WAS
//	ann?> TEXT                       ann types TEXT behind the bot's name, to be offered something
//	ann?> [LABEL] TEXT               ann completes what the newest button of that label begins
//	ann sends N                      ann sends what she was offered under that number
//	ann> [LABEL]                     ann presses the newest button of that label
//	ann re WORDS> [LABEL]            ann presses the one under that message
//	ann? /COMMAND OPTION: TEXT       ann has typed TEXT of an option; what is offered follows
//	ann> {DATA}                      ann opens a link that she has written by hand
//
// A word @bob of a command names bob, @?bob a person of whom the network gives only that
// name, and @bot a bot.
func TestTranscripts(t *testing.T) {
	for _, file := range transcripts(t, "*.chat") {
		t.Run(nameOf(file), func(t *testing.T) {
			t.Parallel()
			checkTranscript(t, file, func(features []string, script string) string { return play(t, features, script) })
		})
	}
}

// transcripts are the files of a pattern in testdata, here and in the folders of features.
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

// nameOf is a transcript's name as a test, such as "league/help".
func nameOf(file string) string {
	return strings.TrimSuffix(strings.Replace(file, "testdata/", "", 1), ".chat")
}

// checkTranscript holds a transcript to what is said when it is played; -update rewrites it.
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

// featuresOf are those that the bot of a transcript has. Without one of them it is skipped.
func featuresOf(t *testing.T, file, script string) []string {
	t.Helper()
	if name := missing(script); name != "" {
		t.Skipf("there is no feature %q", name)
	}
	features := append([]string{}, others(script)...)
	if folder, _, _ := strings.Cut(file, "/"); folder != "testdata" {
		features = append(features, folder)
	}
	return features
}

// others are the features that a file of a feature names in a line: "features board daily".
func others(text string) []string {
	for line := range strings.Lines(text) {
		if names, ok := strings.CutPrefix(line, "features "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// missing returns a feature that a file names and that is not there; empty: there is none.
func missing(text string) string {
	for _, name := range others(text) {
		if !slices.Contains(bot.FeatureNames(), name) {
			return name
		}
	}
	return ""
}

// TestReadme holds the README to a transcript, and looks for the row of each command; -update writes them
// all. The row of a command that is gone is no fault until then.
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
	session = regexp.MustCompile(`(?m)^deal .*\n`).ReplaceAllString(session, "") // chosen, so that it stays the same
	want := "<!-- transcript: bot/testdata/readme.chat -->\n```\n" + strings.NewReplacer("you> [Hint]", "> #2", "you> [Explain]", "> #1", "you> ", "> ").Replace(session) + "```\n"
	if !strings.Contains(string(raw), want) {
		t.Errorf("README.md lacks the session of testdata/readme.chat:\n%s", want)
	}
	s := newStage(t, new(strings.Builder))
	table := commandsHead
	for _, cmd := range s.bot.Menu() {
		row := fmt.Sprintf("| `/%s` | %s |\n", cmd.Name, cmd.About["en"])
		table += row
		if !strings.Contains(string(raw), row) && !*update {
			t.Errorf("README.md lacks this row of commands, which -update writes:\n%s", row)
		}
	}
	if !*update {
		return
	}
	before, rows, _ := strings.Cut(string(raw), commandsHead)
	_, after, _ := strings.Cut(rows, "\n\n")
	if err := os.WriteFile("../README.md", []byte(before+table+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

const commandsHead = "<!-- commands -->\n| command | what it does |\n| --- | --- |\n"

// A stage is a place to play: real storage, a clock of its own, a front end
// that keeps what is posted.
type stage struct {
	t         testing.TB
	path      string
	store     *storage.Store
	bot       *bot.Bot
	now       time.Time
	place     chat.Place
	ephemeral bool
	locale    string
	shows     []string
	only      []string // words of lines that are shown; nil: all lines are
	pace      time.Duration
	events    int
	last      chat.Request
	lost      bool          // the next reply is not delivered
	late      time.Duration // how long before it is read the next event was sent
	held      time.Duration // how long the network holds messages back
	bulk      bool          // bulk is delivered
	forbidden bool          // the bot may not post by itself
	topics    bool          // the network calls channels topics
	messages  []shown
	asked     map[string]string // person -> Data of the form shown
	offered   chat.Offers
	sent      map[string]time.Time // "who: text" -> when
	out       *strings.Builder
	posted    int // messages for all to read, since they were counted anew
	puzzles   *puzzles
	code      string // the last to link with, which nobody can foretell

	features     []string // names of those that the bot has; nil: all
	wasForbidden bool     // it is logged
	noPins       bool     // the bot may not pin anything
}

// puzzles is what the games of a stage know beside the rules.
type puzzles struct {
	gaps  map[string]engine.Solution // by ID: what the solver is to know, in place of the best
	dealt map[string]string          // by game: the ID that is dealt next
}

// A gappy game has a solver that does not know the best of some puzzles, so
// that players can be seen to beat it, and deals what it is told to.
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

// shown is a message on the screen.
type shown struct {
	m     chat.Message
	reply chat.Reply
}

func newStage(t testing.TB, out *strings.Builder) *stage { return stageOn(t, newDatabase(t), out) }

// stageOn is a stage with a database that is there.
func stageOn(t testing.TB, path string, out *strings.Builder) *stage {
	return stageWith(t, nil, path, out)
}

// stageWith is a stage with a database that is there, whose bot has the features of some names; nil: all.
func stageWith(t testing.TB, features []string, path string, out *strings.Builder) *stage {
	s := &stage{
		features: features,
		t:        t, path: path, out: out, asked: map[string]string{}, sent: map[string]time.Time{}, pace: 3 * time.Second,
		puzzles: &puzzles{map[string]engine.Solution{}, map[string]string{}},
		now:     time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC), // a Monday
		place:   chat.Place{Network: "net", Community: "room"}, shows: []string{"terminal"}, locale: "en",
	}
	s.open()
	t.Cleanup(func() { s.store.Close() })
	return s
}

func (s *stage) open() {
	s.t.Helper()
	store, err := bot.Open(context.Background(), s.path)
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
		Features: s.features,
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// play says the lines of a transcript to a bot with some features, and returns it with what the
// bot answers.
func play(t *testing.T, features []string, script string) string {
	var out strings.Builder
	stageWith(t, features, newDatabase(t), &out).follow(script)
	return out.String()
}

// follow says the lines of a transcript, and writes them and what the bot answers.
func (s *stage) follow(script string) {
	in := bufio.NewScanner(strings.NewReader(script))
	for in.Scan() {
		line := in.Text()
		if strings.HasPrefix(line, "\t") {
			continue // what was said last time
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
		who, text, ok := strings.Cut(line+" ", "> ")
		text = strings.TrimSuffix(text, " ")
		if who, typed := strings.CutSuffix(who, "?"); typed && ok && !strings.Contains(who, " ") {
			s.types(who, text)
			continue
		}
		who, was, _ := strings.Cut(who, " edits ")
		who, re, _ := strings.Cut(who, " re ")
		if was != "" && ok {
			s.edits(who, was, text)
			continue
		}
		if ok && !strings.Contains(who, " ") {
			s.says(who, re, text)
			continue
		}
		s.direct(strings.Fields(line))
	}
}

// direct carries out a stage direction.
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
	case "restart":
		if err := s.store.Close(); err != nil {
			s.t.Fatal(err)
		}
		s.open()
	case "forbidden", "allowed":
		s.forbidden, s.wasForbidden = words[0] == "forbidden", true
	case "no-pins":
		s.noPins, s.wasForbidden = true, true
	case "again":
		s.deliver(s.last, "")
	case "count":
		s.posted = 0
	case "points":
		s.points(rest)
	case "features":
		// They are there since the stage was made.
	case "posted":
		if most := must(strconv.Atoi(rest[0]))(s.t); s.posted > most {
			s.t.Errorf("the bot posted %d messages for all to read, more than %d", s.posted, most)
		}
	case "added", "removed", "moved":
		s.event(words[0], rest)
	default:
		s.t.Fatalf("no direction: %q", words)
	}
}

// enter goes to a room.
func (s *stage) enter(words []string) {
	s.place, s.ephemeral, s.topics = chat.Place{Network: "net", Community: words[0]}, false, false
	for i, w := range words[1:] {
		switch w {
		case "private":
			s.place.Private, s.ephemeral = true, true
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

// event is something that happens to the room.
func (s *stage) event(what string, rest []string) {
	s.now = s.now.Add(s.pace)
	s.events++
	r := chat.Request{Key: fmt.Sprintf("net:event:%d", s.events), Place: s.place, Locale: s.locale, At: s.now}
	r.Input.Kind = map[string]chat.Kind{"added": chat.Joined, "removed": chat.Left, "moved": chat.Moved}[what]
	if what != "moved" {
		r.Person = chat.Person{Network: "net", ID: "admin", Name: "Admin"}
	} else {
		r.Input.MovedTo = rest[0]
		for i := range s.messages {
			if s.messages[i].m.Place.Community == s.place.Community {
				s.messages[i].m.Place.Community = rest[0]
			}
		}
	}
	s.deliver(r, "")
	if what == "moved" {
		s.place.Community = rest[0]
	}
}

// spans are periods of which the kernel adds up points.
var spans = map[string]storage.Span{"today": storage.Day, "week": storage.Week, "month": storage.Month, "all": storage.Ever}

// points writes who has how many points in the room, best first, and for how many puzzles.
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
			s.t.Fatalf("no points of %q", w)
		}
	}
	err := s.store.Read(s.t.Context(), func(tx *storage.Tx) error {
		c, err := tx.FindCommunity(s.place.Network, s.place.Community)
		if err != nil {
			return err
		}
		board.CommunityID = c.ID
		board.Day = round.UnixDay(round.NumberIn(c, s.now))
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

// chooseDaily settles which puzzle a day has.
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

// says delivers what a person types or presses; re are words of the message meant.
func (s *stage) says(who, re, text string) {
	s.now = s.now.Add(s.pace)
	who, overheard := strings.CutSuffix(who, "~")
	who, mentions := strings.CutSuffix(who, "@")
	r := s.request(who, text)
	r.Input.Overheard = overheard
	switch {
	case r.Input.Kind == chat.Press && r.Input.Data == "":
		r.Input.Source, r.Input.Data = s.button(strings.Trim(text, "[]"), re)
		r.Input.Alone = s.ephemeral && !s.place.Private && s.isAlone(r.Input.Source)
	case r.Input.Kind == chat.Text && !overheard && !mentions && (re != "" || !s.place.Private):
		r.Input.Source = s.message(re)
	}
	s.deliver(r, who)
}

// types asks for what a person may send who types a text behind the bot's name.
func (s *stage) types(who, text string) {
	r := s.request(who, "")
	r.Key, r.Event, r.Place = "", nil, chat.Place{Network: "net"}
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

// prefill is what the newest button of a label begins in the room.
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
	s.t.Fatalf("no button %q begins anything", label)
	return ""
}

// sends delivers an offer that a person sends.
func (s *stage) sends(who string, n int) {
	if n < 1 || n > len(s.offered.List) {
		s.t.Fatalf("offer %d is not there", n)
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

// edits delivers what a person makes of a message of theirs.
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

// request reads what a person types.
func (s *stage) request(who, text string) chat.Request {
	s.events++
	r := chat.Request{
		Key: fmt.Sprintf("net:event:%d", s.events), Event: []byte("{}"), Place: s.place, Ephemeral: s.ephemeral, Topics: s.topics, Barred: s.forbidden && s.ephemeral, Locale: s.locale,
		At:     s.now.Add(-s.late),
		Person: person(who),
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
		r.Input, r.Ephemeral = chat.Input{Kind: chat.Press, Data: strings.Trim(text, "{}")}, true
	case strings.HasPrefix(text, "["):
		r.Input, r.Ephemeral = chat.Input{Kind: chat.Press}, true
	case s.asked[who] != "":
		r.Input, r.Ephemeral = chat.Input{Kind: chat.Submit, Data: s.asked[who], Text: text}, true
		delete(s.asked, who)
	default:
		r.Input = chat.Input{Kind: chat.Text, Text: text}
	}
	return r
}

// person is somebody by key.
func person(who string) chat.Person {
	return chat.Person{Network: "net", ID: who, Name: strings.ToUpper(who[:1]) + who[1:], Role: chat.RoleMember, Handle: who}
}

// named is the person whom a text names.
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

// completes shows what is offered to who types an option's value.
func (s *stage) completes(who, typed string) {
	head, text, _ := strings.Cut(typed, ":")
	name, option, _ := strings.Cut(head, " ")
	r := s.request(who, "/"+name)
	r.Key = ""
	r.Input.Arg, r.Input.Args = option, map[string]string{option: strings.TrimSpace(text)}
	for _, c := range s.bot.Complete(context.Background(), r) {
		fmt.Fprintf(s.out, "\t%s (%s)\n", c.Label[chat.DefaultLanguage], c.Value)
	}
}

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

// add puts a message on the screen, of all or of one person.
func (s *stage) add(p chat.Place, r chat.Reply, all bool) chat.Message {
	m := chat.Message{Place: p, ID: fmt.Sprintf("m%d", len(s.messages)+1)}
	s.messages = append(s.messages, shown{m, r})
	if all && !p.Private {
		s.posted++
	}
	return m
}

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

// button is the newest message with a button of that label, and with these words:
// in the room, or anywhere if the button leads into a private chat.
func (s *stage) button(label, words string) (chat.Message, string) {
	s.t.Helper()
	for i := len(s.messages) - 1; i >= 0; i-- {
		x := s.messages[i]
		here := x.m.Place.Community == s.place.Community
		for _, row := range x.reply.Buttons {
			for _, b := range row {
				if strings.HasPrefix(b.Label, label) && (here || b.Personal) && strings.Contains(onTerminal(x.reply), words) {
					if !here {
						return chat.Message{}, b.Data
					}
					return x.m, b.Data
				}
			}
		}
	}
	s.t.Fatalf("no button %q", label)
	return chat.Message{}, ""
}

// message is the newest one in the room with these words or, without words, with
// buttons.
func (s *stage) message(words string) chat.Message {
	for i := len(s.messages) - 1; i >= 0; i-- {
		x := s.messages[i]
		if x.m.Place.Community != s.place.Community || x.m.Place.Channel != s.place.Channel {
			continue
		}
		if words == "" && len(x.reply.Buttons) > 0 || words != "" && strings.Contains(onTerminal(x.reply), words) {
			return x.m
		}
	}
	return chat.Message{}
}

// tick does what is due; bulk is delivered last, so that a transcript has one order.
func (s *stage) tick() {
	s.t.Helper()
	for _, s.bulk = range []bool{false, true} {
		if err := s.bot.Tick(context.Background(), s); err != nil {
			s.t.Fatal(err)
		}
	}
}

// show writes a reply as the front ends show it.
func (s *stage) show(where, who string, r chat.Reply) {
	s.t.Helper()
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
		if text == "" || network == "terminal" && where == "edited" && s.place.Private {
			continue // a terminal cannot change what it has printed
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
			if code := linkCode.FindString(line); code != "" {
				s.code, line = code, strings.ReplaceAll(line, code, codeShown)
			}
			isLeftOut := len(s.only) > 0 && !slices.ContainsFunc(s.only, func(word string) bool { return strings.Contains(line, word) })
			if isLeftOut {
				continue
			}
			fmt.Fprintln(s.out, "\t"+strings.TrimRight(line, " "))
		}
	}
}

// The stage is also the front end that unsolicited messages go to.
var _ chat.FrontEnd = (*stage)(nil)

func (s *stage) Network() string { return "net" }

func (s *stage) Run(context.Context, chat.Handler) error { return nil }

func (s *stage) Lane(chat.Delivery) string { return "lane" }

// Pace holds back what answers an event, which is all that asks for it, and bulk until its
// turn.
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

// A line is the manner of a network that holds nothing back and keeps the order of a
// community.
type line struct{}

func (line) Lane(d chat.Delivery) string { return d.Place.Community }

func (line) Pace(chat.Delivery, int) time.Duration { return 0 }

func (line) Idempotent() bool { return true }
