package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"reckon/engine"
	"reckon/engine/games"
)

// A table is a few people at one place who play rounds as they are dealt: they ask
// for a puzzle, give answers that are wrong and at last the right one. Whatever
// becomes of the bot meanwhile, they go on.
type table struct {
	stage *stage
	place place
	seats int
	pause time.Duration // between two things said there
	rand  *rand.Rand
	serve *atomic.Int64 // numbers answers, so that no two are alike; nil: they are as people give them
}

// patience is how long a table waits for what it wants to see.
const patience = 4 * time.Second

// play plays until ctx ends. What the stand-ins refuse, such as a command while
// the bot is away, is tried again.
func (t *table) play(ctx context.Context) {
	for ctx.Err() == nil {
		t.round(ctx)
		t.rest(ctx)
	}
}

func (t *table) rest(ctx context.Context) {
	pause(ctx, t.pause/2+time.Duration(t.rand.Int64N(int64(t.pause))))
}

func (t *table) someone() string { return t.place.person(t.rand.IntN(t.seats)) }

// round plays one round; one that gets no puzzle is over.
func (t *table) round(ctx context.Context) {
	if t.stage.pose(ctx, t.place, t.someone(), "24", "") != nil {
		return
	}
	shown, err := t.stage.await(ctx, t.place, "make 24", false, patience)
	if err != nil {
		return
	}
	p, err := puzzleOf(shown.visible())
	if err != nil {
		return
	}
	right, err := solutionOf(p)
	if err != nil {
		return
	}
	for range 2 + t.rand.IntN(4) {
		t.rest(ctx)
		if ctx.Err() != nil || t.stage.answer(ctx, t.place, t.someone(), t.guess(p)) != nil {
			return
		}
	}
	t.rest(ctx)
	if ctx.Err() == nil && t.stage.answer(ctx, t.place, t.someone(), right) == nil {
		t.stage.await(ctx, t.place, regexp.QuoteMeta(right), false, patience)
	}
}

// guess is an answer that is wrong.
func (t *table) guess(p engine.Puzzle) string {
	if t.serve != nil {
		return wrong(t.serve.Add(1))
	}
	cards := strings.Split(strings.TrimPrefix(p.ID(), "24:"), ",")
	for {
		t.rand.Shuffle(len(cards), func(i, k int) { cards[i], cards[k] = cards[k], cards[i] })
		text := cards[0]
		for _, c := range cards[1:] {
			text += string("+-*/"[t.rand.IntN(4)]) + c
		}
		if p.Judge(text).Outcome != engine.Right {
			return text
		}
	}
}

// card is a card as it is shown: [3] on Telegram, `3` on Discord.
var card = regexp.MustCompile("[\\[`](\\d+)[\\]`]")

// puzzleOf is a puzzle of 24 as people see it.
func puzzleOf(shown string) (engine.Puzzle, error) {
	cards, _, ok := strings.Cut(shown, "make 24")
	if !ok {
		return nil, fmt.Errorf("no puzzle of 24: %.40q", shown)
	}
	return games.Parse("24:" + cardsIn(cards))
}

// countdownOf is a puzzle of Countdown as people see it.
func countdownOf(shown string) (engine.Puzzle, error) {
	tiles, rest, _ := strings.Cut(shown, "make ")
	target, _, _ := strings.Cut(rest, "\n")
	return games.Parse("countdown:" + cardsIn(tiles) + "=" + target)
}

func cardsIn(shown string) string {
	var hand []string
	for _, m := range card.FindAllStringSubmatch(shown, -1) {
		hand = append(hand, m[1])
	}
	return strings.Join(hand, ",")
}

// solutionOf is an answer that is right.
func solutionOf(p engine.Puzzle) (string, error) {
	if s := p.Solve(context.Background()); s.Solvable {
		return s.All[0], nil
	}
	return "", fmt.Errorf("%s has no solution", p.ID())
}
