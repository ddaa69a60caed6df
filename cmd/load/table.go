package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

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
	serve *atomic.Int64 // numbers answers, so that no two are alike
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
	right, err := solve(shown.visible())
	if err != nil {
		return
	}
	for range 2 + t.rand.IntN(4) {
		t.rest(ctx)
		if ctx.Err() != nil || t.stage.answer(ctx, t.place, t.someone(), wrong(t.serve.Add(1))) != nil {
			return
		}
	}
	t.rest(ctx)
	if ctx.Err() == nil && t.stage.answer(ctx, t.place, t.someone(), right) == nil {
		t.stage.await(ctx, t.place, regexp.QuoteMeta(right), false, patience)
	}
}

// card is a card as it is shown: [3] on Telegram, `3` on Discord.
var card = regexp.MustCompile("[\\[`](\\d+)[\\]`]")

// solve solves a puzzle of 24 as people see it.
func solve(shown string) (string, error) {
	cards, _, ok := strings.Cut(shown, "make 24")
	if !ok {
		return "", fmt.Errorf("no puzzle of 24: %.40q", shown)
	}
	var hand []string
	for _, m := range card.FindAllStringSubmatch(cards, -1) {
		hand = append(hand, m[1])
	}
	p, err := games.Parse("24:" + strings.Join(hand, ","))
	if err != nil {
		return "", err
	}
	if s := p.Solve(context.Background()); s.Solvable {
		return s.All[0], nil
	}
	return "", fmt.Errorf("%s has no solution", p.ID())
}
