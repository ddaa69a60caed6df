package bot_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// liveDay are the puzzles of day 61.
var liveDay = []string{
	"24:3,3,8,8",
	"tchisla:98#7",
	"countdown:25,2,3,4,5,6=400",
	"letters:AEEGINRST",
	"conundrum:TCUNEODID",
}

// A spy is a second account that reads all it can about a puzzle of a day.
type spy struct {
	*stage
	person chat.Person
	puzzle engine.Puzzle
	game   string
	desc   string
	best   engine.Solution
	// read is all that the account has been shown, as it is stored and sent.
	read []string
}

// do makes a request of the account in its private chat. It notes the reply, and what the page shows of it.
func (x *spy) do(input chat.Input) chat.Reply {
	x.t.Helper()
	x.now = x.now.Add(3 * time.Second)
	x.events++
	r := chat.Request{
		Key:       fmt.Sprintf("%s:event:%d", x.person.Network, x.events),
		Event:     []byte("{}"),
		Place:     chat.Place{Network: x.person.Network, Community: x.person.ID, Private: true},
		Ephemeral: true,
		Locale:    "en",
		At:        x.now,
		Person:    x.person,
		Input:     input,
	}
	if x.person.Network == "web" {
		r.Via = chat.ViaPage
	}
	reply := x.bot.Answer(x.t.Context(), r)
	x.bot.Delivered(x.t.Context(), r.Key, x.add(r.Place, reply, false))
	x.reads(reply)
	r.Key, r.Event, r.Input = "", nil, chat.Input{}
	view, err := x.bot.View(x.t.Context(), r, true)
	if err != nil {
		x.t.Fatal(err)
	}
	x.reads(view)
	return reply
}

func (x *spy) reads(what any) {
	raw, err := json.Marshal(what)
	if err != nil {
		x.t.Fatal(err)
	}
	x.read = append(x.read, string(raw))
	if reply, ok := what.(chat.Reply); ok && reply.File != nil {
		x.read = append(x.read, string(reply.File.Data))
	}
}

func (x *spy) types(name, text string) chat.Reply {
	return x.do(chat.Input{Kind: chat.Command, Name: name, Text: text})
}

func (x *spy) presses(data string) chat.Reply { return x.do(chat.Input{Kind: chat.Press, Data: data}) }

// follows presses the first button of a reply that has one of some acts, and goes on with the next replies.
func (x *spy) follows(reply chat.Reply, acts ...string) {
	for range 6 {
		data := ""
		for _, row := range reply.Buttons {
			for _, b := range row {
				words := strings.Fields(b.Data)
				if data == "" && len(words) > 1 && slices.Contains(acts, words[1]) {
					data = b.Data
				}
			}
		}
		if data == "" {
			return
		}
		reply = x.presses(data)
	}
}

// opens opens the puzzle of the day.
func (x *spy) opens() chat.Reply { return x.presses("v2 daily " + x.game + " 61") }

func (x *spy) givesUp() {
	x.follows(x.types("giveup", ""), "sure", "solution")
	x.types("giveup", "")
}

// token matches a text that could be a calculation.
var token = regexp.MustCompile(`[-0-9()+*/×÷−√!^.]{3,}`)

// typedSigns turns the signs of a printed calculation into those that people type.
var typedSigns = strings.NewReplacer("×", "*", "÷", "/", "−", "-")

// finds returns a best answer that the account has read since it began; empty: none.
func (x *spy) finds(since int) string {
	for _, raw := range x.read[since:] {
		isWord := x.puzzle.Face().Goal == ""
		if isWord && strings.Contains(strings.ToLower(raw), strings.ToLower(x.best.Best)) {
			return x.best.Best
		}
		for _, candidate := range token.FindAllString(raw, -1) {
			v := x.puzzle.Judge(typedSigns.Replace(candidate))
			if v.Outcome == engine.Right && v.Measure == x.best.Measure {
				return candidate
			}
		}
	}
	return ""
}

// twisted returns variants of a puzzle: its numbers or letters in another order and, in 24, with one more tile
// 0 or 1.
func (x *spy) twisted() []string {
	face := x.puzzle.Face()
	tiles := slices.Clone(face.Tiles)
	slices.Reverse(tiles)
	switch x.game {
	case "24":
		return []string{strings.Join(tiles, " "), strings.Join(append(tiles, "1"), " "), strings.Join(append(tiles, "0"), " ")}
	case "countdown":
		return []string{strings.Join(tiles, ",") + "=" + face.Goal}
	case "letters", "conundrum":
		return []string{strings.Join(tiles, "")}
	}
	return []string{x.desc}
}

// A way is how a second account may try to read a solution of a live day.
type way struct {
	name string
	try  func(x *spy)
	// isEmpty means that the way leads to no whole solution at any time.
	isEmpty bool
}

var tenWays = []way{
	{name: "Explain, written by hand", isEmpty: true, try: func(x *spy) {
		goal := x.puzzle.Face().Goal
		for _, answer := range []string{"", strings.Join(x.puzzle.Face().Tiles, "+"), "1", "x"} {
			x.presses("v2 explain " + x.game + " " + answer + " " + goal)
		}
	}},
	{name: "the button of the recap", try: func(x *spy) {
		x.presses("v2 solutions 61")
		x.presses("v2 solutions 61 " + x.game)
	}},
	{name: "/solve, the tiles in another order and with a 0 or 1 more", try: func(x *spy) {
		for _, text := range append(x.twisted(), x.desc) {
			x.types("solve", x.game+" "+text)
			x.types("solve", x.game+":"+text)
		}
	}},
	{name: "hints to the end", isEmpty: true, try: func(x *spy) {
		x.follows(x.opens(), "hint", "more", "first")
		for range 5 {
			x.follows(x.types("hint", ""), "hint", "more", "first")
		}
	}},
	{name: "giving up", try: func(x *spy) {
		x.follows(x.opens(), "giveup", "sure")
		x.givesUp()
		x.follows(x.opens(), "sure", "giveup")
	}},
	{name: "the archive", try: func(x *spy) {
		x.types("archive", "")
		x.presses("v2 archive 61")
		x.follows(x.types("archive", "61"), "daily")
		x.follows(x.opens(), "sure", "giveup")
		x.givesUp()
	}},
	{name: "numbers or letters that are typed", try: func(x *spy) {
		for _, text := range append(x.twisted(), x.desc) {
			x.follows(x.types(x.game, text), "daily", "pose")
			x.givesUp()
		}
	}},
	{name: "a shared link", try: func(x *spy) {
		for _, text := range append(x.twisted(), x.desc) {
			id := x.game + ":" + strings.ReplaceAll(text, " ", ",")
			x.follows(x.presses("v2 pose "+id), "daily")
			x.givesUp()
			x.types("start", "v2 pose "+id)
			x.givesUp()
		}
	}},
	{name: "the page", try: func(x *spy) {
		x.opens()
		x.do(chat.Input{Kind: chat.Command, Name: "daily", Text: x.game})
		x.follows(x.opens(), "sure", "giveup")
		if p, ok := x.bot.Preview("en", x.puzzle.ID(), 0); ok {
			x.reads(p)
		}
		if p, ok := x.bot.Preview("en", "", 61); ok {
			x.reads(p)
		}
	}},
	{name: "export, statistics, records and the boards", isEmpty: true, try: func(x *spy) {
		for _, name := range []string{"export", "stats", "records", "book", "leaderboard", "league", "privacy", "practice"} {
			x.types(name, "")
		}
		x.types("records", x.desc)
		x.presses("v2 card 61")
		x.presses("v2 share 61")
	}},
}

// A first account has solved a live daily. A second account tries ten ways to read a solution of it. None
// shows one before 14:00 UTC of the day after. After that, those that lead to a solution show it.
func TestTenWaysToReadALiveDay(t *testing.T) {
	// What is shown is decided above the database.
	dbtest.OnlyFile(t)
	if raced {
		t.Skip("it is one goroutine's")
	}
	guests := liveDay[:1]
	if property.IsLong() {
		guests = liveDay[:property.Cases(2, len(liveDay))]
	}
	for _, test := range []struct {
		name    string
		person  chat.Person
		puzzles []string
	}{
		{"a guest", chat.Person{Network: "web", ID: "guest", Name: "Guest"}, guests},
		{"another person", chat.Person{Network: "net", ID: "alt", Name: "Alt"}, liveDay[:1]},
		{"another network", chat.Person{Network: "other", ID: "alt", Name: "Alt"}, liveDay[1:2]},
		{"a member of the group", chat.Person{Network: "net", ID: "mem", Name: "Mem"}, liveDay[:1]},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.name == "a member of the group" {
				property.Long(t)
			}
			for _, id := range test.puzzles {
				tryTenWays(t, test.person, id)
			}
		})
	}
}

func tryTenWays(t *testing.T, person chat.Person, id string) {
	t.Helper()
	s := newStage(t, new(strings.Builder))
	for _, puzzle := range liveDay {
		s.chooseDaily(61, puzzle)
	}
	game, desc, _ := strings.Cut(id, ":")
	g, _ := games.ByName(game)
	p := must(g.Parse(desc))(t)
	x := &spy{stage: s, person: person, puzzle: p, game: game, desc: desc, best: p.Solve(t.Context())}
	s.follow(`room club
admin> /settings daily on hour 10
sleep 2h
mem~> hello
room ann private
ann> {v2 daily ` + game + ` 61}
ann> ` + x.best.Best)
	for _, now := range []time.Time{
		s.now,
		time.Date(2026, time.March, 3, 13, 0, 0, 0, time.UTC),
		time.Date(2026, time.March, 3, 14, 0, 0, 0, time.UTC),
	} {
		s.now = now
		s.tick()
		isOver := now.Hour() == 14
		for _, w := range tenWays {
			since := len(x.read)
			w.try(x)
			found := x.finds(since)
			switch {
			case !isOver && found != "":
				t.Errorf("%s, %s, at %s: %s", id, w.name, now.Format(time.DateTime), found)
			case isOver && found == "" && !w.isEmpty:
				t.Errorf("%s, %s: nothing is shown when the day is over", id, w.name)
			}
		}
	}
}
