package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"reckon/bot/chat"
)

// shardOf is the shard that an IDENTIFY names.
func shardOf(hello map[string]any) string {
	list, _ := hello["shard"].([]any)
	if len(list) != 2 {
		return "none"
	}
	return fmt.Sprintf("%v/%v", list[0], list[1])
}

// shards takes n greetings, and returns what they name, sorted.
func (g *game) shards(n int) (all []string) {
	g.standIn.t.Helper()
	for range n {
		hello := take(g.standIn.t, "IDENTIFY", g.hellos)
		if hello["op"] != 2 {
			g.standIn.t.Errorf("said %v", hello)
		}
		all = append(all, shardOf(hello))
	}
	slices.Sort(all)
	return all
}

func four(g *game) *game {
	g.recommended = `{"shards":4,"session_start_limit":{"total":1000,"remaining":1000,"reset_after":1000,"max_concurrency":1}}`
	return g
}

var allFour = []string{"0/4", "1/4", "2/4", "3/4"}

// As many connections are kept as Discord recommends, each with its part of the
// servers; each is resumed by itself, and all are left properly.
func TestShards(t *testing.T) {
	g := four(newGame(t, nil))
	g.run()
	if got := g.shards(4); !slices.Equal(got, allFour) {
		t.Errorf("identified as %v", got)
	}
	g.cut() // the last one
	if hello := take(t, "RESUME", g.hellos); hello["op"] != 6 {
		t.Errorf("said %v", hello)
	}
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
	ended := 0
	for range len(g.closes) {
		if code := <-g.closes; code == websocket.CloseNormalClosure {
			ended++
		}
	}
	if ended != 4 {
		t.Errorf("%d connections were left properly, want 4", ended)
	}
}

// A session that Discord ends, or will not resume, is followed by another when it is
// the shard's turn, and not out of turn.
func TestShardsBeginInTurn(t *testing.T) {
	for name, end := range map[string]func(*game){
		"op 9": func(g *game) { g.say(9, false) },
		"not resumed": func(g *game) {
			g.mu.Lock()
			g.greet = func(c *websocket.Conn, said int) bool {
				if said == 6 {
					g.standIn.write(c, map[string]any{"op": 9, "d": false})
				}
				return said == 6
			}
			g.mu.Unlock()
			g.cut()
			if hello := take(t, "RESUME", g.hellos); hello["op"] != 6 {
				t.Errorf("said %v", hello)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			holder := &chat.Alone{}
			g := four(newGame(t, nil))
			g.front.holder = holder
			g.run()
			defer func() {
				g.stop()
				if err := take(t, "the end of Run", g.done); err != nil {
					t.Error(err)
				}
			}()
			g.shards(4)
			_, release, err := holder.Hold(t.Context(), "discord identify 0") // another process has the turn
			if err != nil {
				t.Fatal(err)
			}
			end(g)
			select {
			case hello := <-g.hellos:
				t.Errorf("out of turn it said %v", hello)
			case <-time.After(300 * time.Millisecond):
			}
			release()
			if got := g.shards(1); !strings.HasSuffix(got[0], "/4") {
				t.Errorf("identified as %v", got)
			}
		})
	}
}

// A shard whose sessions are refused begins no more than one more out of turn, and
// another when its turn has come.
func TestRefusedShard(t *testing.T) {
	g := four(newGame(t, nil))
	g.front.pace.greeting = 200 * time.Millisecond
	var mu sync.Mutex
	refused := 0
	g.greet = func(c *websocket.Conn, _ int) bool {
		mu.Lock()
		defer mu.Unlock()
		if refused++; refused > 2 {
			return false
		}
		g.standIn.write(c, map[string]any{"op": 9, "d": false})
		return true
	}
	g.run()
	all := g.shards(6)
	slices.Sort(all)
	if all = slices.Compact(all); !slices.Equal(all, allFour) {
		t.Errorf("identified as %v", all)
	}
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
}

// A demand for more shards ends nobody.
func TestMoreShardsDemanded(t *testing.T) {
	for name, next := range map[string]struct {
		recommended string
		shards      []string
	}{
		"recommended":     {`{"shards":4}`, allFour},
		"not recommended": {`{"shards":1}`, []string{"0/2", "1/2"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, nil)
			crowded := true
			g.greet = func(c *websocket.Conn, _ int) bool {
				if !crowded {
					return false
				}
				crowded = false
				g.mu.Lock()
				g.recommended = next.recommended
				g.mu.Unlock()
				if err := c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(4011, ""), time.Now().Add(patience)); err != nil {
					t.Error(err)
				}
				return true
			}
			g.run()
			if got := g.shards(1); got[0] != "none" {
				t.Errorf("identified as %v", got)
			}
			if got := g.shards(len(next.shards)); !slices.Equal(got, next.shards) {
				t.Errorf("then identified as %v", got)
			}
			g.stop()
			if err := take(t, "the end of Run", g.done); err != nil {
				t.Error(err)
			}
		})
	}
}

// A loser is a Holder that loses what it is told to.
type loser struct {
	chat.Alone
	lose chan string
}

func (l *loser) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	held, release, err := l.Alone.Hold(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	held, end := context.WithCancel(held)
	go func() {
		for held.Err() == nil {
			select {
			case lost := <-l.lose:
				if lost == name {
					end()
				}
			case <-held.Done():
			}
		}
	}()
	return held, func() { end(); release() }, nil
}

// A shard whose hold is lost is left, and served again when it is held again.
func TestLostShard(t *testing.T) {
	l := &loser{lose: make(chan string)}
	g := newGame(t, nil)
	g.front.holder = l
	g.run()
	g.shards(1)
	take(t, "a request", g.requests)
	l.lose <- "discord shard 0/1"
	if code := take(t, "a close", g.closes); code != websocket.CloseNormalClosure {
		t.Errorf("closed with %d", code)
	}
	g.shards(1)
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
}

// Two processes serve each shard once, and the shards of one that ends go on in the
// other.
func TestShardsOfTwoProcesses(t *testing.T) {
	holder := &chat.Alone{}
	a, b := four(newGame(t, nil)), four(anotherGame(t, nil))
	a.front.holder, b.front.holder = holder, holder
	a.run()
	first := a.shards(1)
	b.run()
	rest := 0
	for rest < 3 { // how they share them is left to chance
		select {
		case hello := <-a.hellos:
			first = append(first, shardOf(hello))
		case hello := <-b.hellos:
			defer func(s string) {
				if slices.Contains(first, s) {
					t.Errorf("%s is served twice", s)
				}
			}(shardOf(hello))
		case <-time.After(patience):
			t.Fatal("not every shard is served")
		}
		rest++
	}
	a.stop()
	if err := take(t, "the end of the first", a.done); err != nil {
		t.Error(err)
	}
	slices.Sort(first)
	if got := b.shards(len(first)); !slices.Equal(got, first) {
		t.Errorf("the other goes on with %v, want %v", got, first)
	}
	b.stop()
	if err := take(t, "the end of the other", b.done); err != nil {
		t.Error(err)
	}
}

// In each bucket one session begins in a span, however many processes there are.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		holder := &chat.Alone{}
		process := func() *turns { return &turns{holder: holder, span: 5 * time.Second, buckets: 2, serving: t.Context()} }
		all := []*turns{process(), process()}
		begun, at := time.Now(), make(chan time.Duration, 8)
		for i := range 8 {
			go func() {
				done, err := all[i%3%2].wait(t.Context(), shard{i, 8})
				if err != nil {
					t.Error(err)
				}
				waited := time.Since(begun)
				done()
				at <- waited
			}()
		}
		var got []time.Duration
		for range 8 {
			got = append(got, <-at)
		}
		slices.Sort(got)
		for i, d := range got {
			if d != time.Duration(i/2)*5*time.Second {
				t.Errorf("turn %d came after %v", i, d)
			}
		}
		for _, p := range all {
			p.after.Wait()
		}
	})
}
