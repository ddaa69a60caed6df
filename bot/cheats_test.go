package bot_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
)

var long = flag.Bool("long", false, "play the whole month of TestSecondAccounts, with 200 people: give it -timeout 1h")

// These are the ways in which a tenth of the people in a club cheat.
type cheat int

const (
	// withSolver have the best answer from another window, as anybody can.
	withSolver cheat = iota
	// withBoth have a second and a third account besides.
	withBoth
	// withAccounts have these alone, and answer what they have read with them.
	withAccounts
)

// A club is a crowd of people who play every day, on the real rules.
type club struct {
	*stage
	how cheat
	// number is that of today.
	number int
	// best are the best answers by puzzle.
	best map[string]string
	sent int
	// farmed is how many answers to puzzles of groups of second accounts paid.
	farmed int
}

const (
	firstNumber = 61
	cheatEvery  = 10
	thinkFor    = 15 * time.Second
)

func who(n int) string { return fmt.Sprintf("p%d", n) }

// ask makes a request of a person, in private or in a group, and returns the reply.
func (c *club) ask(who, group, text string) chat.Reply {
	c.t.Helper()
	c.place = chat.Place{Network: "net", Community: who, Private: true}
	if group != "" {
		c.place = chat.Place{Network: "net", Community: group}
	}
	return c.send(c.request(who, text))
}

// press presses the first button of a reply for a person.
func (c *club) press(who string, of chat.Reply) chat.Reply {
	c.t.Helper()
	if len(of.Buttons) == 0 {
		return chat.Reply{}
	}
	r := c.request(who, "[x]")
	r.Input.Data = of.Buttons[0][0].Data
	return c.send(r)
}

func (c *club) send(r chat.Request) chat.Reply {
	c.now = c.now.Add(time.Second)
	r.At = c.now
	reply := c.bot.Answer(context.Background(), r)
	c.sent++
	c.bot.Delivered(context.Background(), r.Key, chat.Message{Place: r.Place, ID: "m" + strconv.Itoa(c.sent)})
	return reply
}

// puzzle returns the puzzle of a game on a day, and its best answer.
func (c *club) puzzle(game string) (p engine.Puzzle, answer string) {
	c.t.Helper()
	var id string
	err := c.store.Look(c.t.Context(), func(tx *storage.Tx) (err error) {
		id, err = round.DailyPuzzle(tx, c.number, game)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return c.solve(game, strings.TrimPrefix(id, game+":"))
}

func (c *club) solve(game, desc string) (p engine.Puzzle, answer string) {
	c.t.Helper()
	g, _ := games.ByName(game)
	p, err := g.Parse(desc)
	if err != nil {
		c.t.Fatal(err)
	}
	if c.best[p.ID()] == "" {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
		defer cancel()
		c.best[p.ID()] = p.Solve(ctx).Best
	}
	return p, c.best[p.ID()]
}

// read does what a second account can do with a puzzle of the day: it opens the puzzle, takes all hints, gives
// up, asks the solver, and opens it again. It returns an answer that it was shown; empty: none.
func (c *club) read(alt, game string) string {
	replies := []chat.Reply{c.ask(alt, "", "/daily "+game)}
	p, _ := c.puzzle(game)
	offer := c.ask(alt, "", "/hint")
	replies = append(replies, offer, c.press(alt, offer))
	for range 2 {
		replies = append(replies, c.ask(alt, "", "/hint"))
	}
	sure := c.ask(alt, "", "/giveup")
	replies = append(replies, sure, c.press(alt, sure))
	replies = append(replies, c.ask(alt, "", "/solve "+p.ID()), c.ask(alt, "", "/daily "+game))
	for _, reply := range replies {
		for _, line := range reply.Text {
			for _, span := range line {
				if span.Style == chat.Code && p.Judge(span.Text).Outcome == engine.Right {
					return span.Text
				}
			}
		}
	}
	return ""
}

// farm plays in a group of a person's own accounts: one asks for puzzles, and the other solves them.
func (c *club) farm(main, alt string) {
	group := "farm of " + main
	for range 3 {
		dealt := c.ask(alt, group, "/24")
		if dealt.Face == nil {
			continue
		}
		_, answer := c.solve("24", strings.Join(dealt.Face.Tiles, " "))
		c.now = c.now.Add(thinkFor)
		won := c.ask(main, group, "/answer "+answer)
		if won.Tone == chat.Good {
			c.farmed++
		}
	}
}

// play plays a puzzle of a day for a person. What they can do is the same in every club.
func (c *club) play(n int, game string) {
	me := who(n)
	skill := rand.New(rand.NewPCG(1, uint64(n))).Float64()
	chance := rand.New(rand.NewPCG(uint64(n), uint64(c.number)<<8|uint64(len(game)))).Float64()
	isCheat := n%cheatEvery == 0
	known := ""
	if isCheat && c.how != withSolver {
		known = c.read(me+"alt", game)
	}
	c.ask(me, "", "/daily "+game)
	_, best := c.puzzle(game)
	c.now = c.now.Add(thinkFor)
	knowsBest := chance < skill || isCheat && c.how != withAccounts
	switch {
	case knowsBest:
		c.ask(me, "", best)
	case known != "":
		c.ask(me, "", known)
	}
}

// month lets a club play some days, and returns the places of the cheats on the worldwide board.
func month(t *testing.T, how cheat, people, days int) (places []int) {
	t.Helper()
	c := &club{
		stage: newStage(t, new(strings.Builder)),
		how:   how,
		best:  map[string]string{},
	}
	for n := range people {
		c.ask(who(n), "", "/settings worldwide on")
	}
	begun := c.now
	for day := range days {
		c.now = begun.AddDate(0, 0, day)
		c.number = firstNumber + day
		for n := range people {
			for _, game := range []string{"24", "tchisla", "countdown", "letters", "conundrum"} {
				c.play(n, game)
			}
			if n%cheatEvery == 0 && how != withSolver {
				c.farm(who(n), who(n)+"alt")
			}
		}
		if c.now.Sub(begun.AddDate(0, 0, day)) > 12*time.Hour {
			t.Fatal("the day is too short for so many people")
		}
	}
	if how != withSolver && c.farmed == 0 {
		t.Error("no second account gets an answer in its group")
	}
	board := storage.Board{CommunityID: storage.World, Span: storage.Month, Day: int(begun.Unix() / 86400)}
	err := c.store.Look(t.Context(), func(tx *storage.Tx) error {
		standings, err := tx.Leaderboard(board, begun, 0, 2*people)
		if err != nil {
			return err
		}
		for n := 0; n < people; n += cheatEvery {
			place := len(standings) + 1
			for _, s := range standings {
				if s.PlayerKey != who(n) {
					continue
				}
				above, err := tx.Above(board, begun, s)
				if err != nil {
					return err
				}
				place = above + 1
				t.Logf("cheat %d has %d points and place %d", n, s.Points, place)
			}
			places = append(places, place)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// A second account brings nobody a better place in the World than a solver in another window would.
func TestSecondAccounts(t *testing.T) {
	property.Long(t)
	people, days := 20, 2
	if *long {
		people, days = 200, 30
	}
	solver := month(t, withSolver, people, days)
	for _, how := range []cheat{withBoth, withAccounts} {
		places := month(t, how, people, days)
		t.Logf("cheats %d: places %v, with only a solver %v", how, places, solver)
		for i := range places {
			if places[i] < solver[i] {
				t.Errorf("cheats %d: number %d is at place %d, with only a solver at %d", how, i, places[i], solver[i])
			}
		}
	}
}
