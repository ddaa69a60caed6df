package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// hello takes the next IDENTIFY or RESUME.
func (g *game) hello(op int) discordtest.Hello {
	g.t.Helper()
	h := take(g.t, "a session", g.hellos)
	if h.Op != op {
		g.t.Errorf("said %+v, want op %d", h, op)
	}
	return h
}

// A lost session is resumed at once, however the connection was lost, and no event is missed.
func TestLostConnectionIsResumed(t *testing.T) {
	for name, lose := range map[string]func(*game){
		"cut":        func(g *game) { g.Cut() },
		"op 7":       func(g *game) { g.Say(opReconnect, nil) },
		"op 9, true": func(g *game) { g.Say(opInvalid, true) },
		"silent":     func(g *game) { g.Change(func(w *discordtest.World) { w.Mute = true }) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := anotherGame(t, discordtest.Options{}, func(context.Context, chat.Request) chat.Reply { return say("still here") })
				g.front.rest.timing.identify, g.front.rest.timing.beat = 2*patience, patience/3
				g.start()
				g.command("help")
				take(t, "an answer", g.requests)
				lose(g)
				if h := g.hello(discordtest.Resumed); h.Seq != 2 || h.Session == "" {
					t.Errorf("said %+v", h)
				}
				if silent := strings.Contains(g.log.String(), errSilent.Error()); silent != (name == "silent") {
					t.Errorf("lost by silence: %v", silent)
				}
				g.Change(func(w *discordtest.World) { w.Mute = false })
				g.command("help")
				take(t, "an answer after the loss", g.requests)
				for range len(g.closes) {
					if code := <-g.closes; code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
						t.Errorf("closed with %d, which ends the session", code)
					}
				}
			})
		})
	}
}

// A connection lasts as long as its heartbeats are acknowledged.
func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := anotherGame(t, discordtest.Options{Heartbeat: 30 * time.Second}, nil)
		g.start()
		for range 4 {
			if h := take(t, "a heartbeat", g.beats); h.Seq != 1 {
				t.Errorf("a heartbeat after event %d", h.Seq)
			}
		}
		if len(g.hellos) > 0 {
			t.Errorf("it connected again: %+v", <-g.hellos)
		}
	})
}

// Discord may ask for a heartbeat at any time.
func TestHeartbeatOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := anotherGame(t, discordtest.Options{}, nil)
		g.start()
		begun := time.Now()
		g.Change(func(w *discordtest.World) { w.Mute = true })
		g.Say(opHeartbeat, nil)
		if h := take(t, "a heartbeat", g.beats); h.Seq != 1 || time.Since(begun) > 0 {
			t.Errorf("a heartbeat after event %d, %v later", h.Seq, time.Since(begun))
		}
	})
}

// While the gateway cannot be reached, the session is kept.
func TestSessionOutlivesOutage(t *testing.T) {
	g := newGame(t, nil)
	g.start()
	var refused atomic.Int32
	g.gate(func(h discordtest.Hello) discordtest.Greeting {
		return discordtest.Greeting{Drop: h.Op == discordtest.Dialled && refused.Add(1) <= 20}
	})
	g.Cut()
	g.hello(discordtest.Resumed)
}

// When a session has ended, another one begins.
func TestNewSession(t *testing.T) {
	t.Parallel()
	t.Run("op 9", func(t *testing.T) {
		g := newGame(t, nil)
		g.start()
		g.Say(opInvalid, false)
		g.hello(discordtest.Identified)
	})
	for _, code := range overCodes {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			g := newGame(t, nil)
			g.start()
			g.gate(func(h discordtest.Hello) (greeting discordtest.Greeting) {
				if h.Op == discordtest.Resumed {
					greeting.Close = code
				}
				return greeting
			})
			g.Cut()
			g.hello(discordtest.Resumed)
			g.hello(discordtest.Identified)
		})
	}
}

// If a session is never resumed although the gateway answers, it is given up.
func TestSessionGivenUp(t *testing.T) {
	g := newGame(t, nil)
	g.start()
	g.gate(func(h discordtest.Hello) discordtest.Greeting {
		return discordtest.Greeting{Drop: h.Op == discordtest.Resumed}
	})
	g.Cut()
	for range maxResumes {
		g.hello(discordtest.Resumed)
	}
	g.hello(discordtest.Identified)
}

// After a session is refused, the next one does not begin before its time.
func TestRefusedSessionsAreBounded(t *testing.T) {
	g := newGame(t, nil)
	g.front.rest.timing.identify = patience
	g.gate(func(h discordtest.Hello) discordtest.Greeting {
		return discordtest.Greeting{Invalid: h.Op == discordtest.Identified}
	})
	g.run()
	g.hello(discordtest.Identified)
	take(t, "the end of the connection", g.closes)
	g.end()
	if len(g.hellos) > 0 {
		t.Errorf("said %+v out of turn", <-g.hellos)
	}
}

// If few sessions of the day are left, the next one waits.
func TestFewSessionsLeft(t *testing.T) {
	g := newGame(t, nil)
	g.Change(func(w *discordtest.World) { w.Shards, w.Remaining = 1, 400 })
	g.run()
	g.until("it is logged", func() bool { return strings.Contains(g.log.String(), "few sessions are left") })
	g.end()
	if len(g.hellos) > 0 || !strings.Contains(g.log.String(), "left=400 pause=3m35") {
		t.Errorf("%d sessions, and the log says\n%s", len(g.hellos), g.log)
	}
}

// If a gateway never greets, the bot leaves it.
func TestNoGreeting(t *testing.T) {
	for _, silent := range []int{discordtest.Dialled, discordtest.Identified} {
		synctest.Test(t, func(t *testing.T) {
			g := anotherGame(t, discordtest.Options{}, nil)
			g.front.rest.timing.greeting = patience / 2
			var once atomic.Bool
			g.gate(func(h discordtest.Hello) discordtest.Greeting {
				return discordtest.Greeting{Silent: h.Op == silent && once.CompareAndSwap(false, true)}
			})
			g.run()
			if silent == discordtest.Identified {
				g.hello(discordtest.Identified)
			}
			g.hello(discordtest.Identified)
			g.end()
		})
	}
}

// shards takes n IDENTIFYs, and returns the shards that they name, sorted.
func (g *game) shards(n int) (all []string) {
	g.t.Helper()
	for range n {
		all = append(all, g.hello(discordtest.Identified).Shard)
	}
	slices.Sort(all)
	return all
}

var (
	four    = discordtest.Options{Shards: 4, FirstBy: -1}
	allFour = []string{"0/4", "1/4", "2/4", "3/4"}
)

// The bot keeps as many connections as Discord recommends, each with its part of the servers. Each one is
// resumed by itself, and all are closed properly.
func TestShards(t *testing.T) {
	t.Parallel()
	g := anotherGame(t, four, nil)
	g.run()
	if got := g.shards(4); !slices.Equal(got, allFour) {
		t.Errorf("identified as %v", got)
	}
	g.until("all are let in", func() bool { return strings.Count(g.log.String(), "connected to the gateway") == 4 })
	g.Cut()
	for range 4 {
		g.hello(discordtest.Resumed)
	}
	g.until("all are let in again", func() bool { return strings.Count(g.log.String(), "connected to the gateway") == 8 })
	g.end()
	for range 4 {
		if code := take(t, "a close", g.closes); code != websocket.CloseNormalClosure {
			t.Errorf("closed with %d", code)
		}
	}
}

// If Discord ends a session, or does not resume it, another session begins, but not before its time.
func TestShardsBeginInTurn(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*game){
		"op 9": func(g *game) { g.Say(opInvalid, false) },
		"not resumed": func(g *game) {
			g.gate(func(h discordtest.Hello) discordtest.Greeting {
				return discordtest.Greeting{Invalid: h.Op == discordtest.Resumed}
			})
			g.Cut()
			for range 4 {
				g.hello(discordtest.Resumed)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			holder := &watchedHolder{asked: make(chan string, 100)}
			g := anotherGame(t, four, nil)
			g.front.holder = holder
			g.run()
			defer g.end()
			g.shards(4)
			g.until("all are let in", func() bool { return strings.Count(g.log.String(), "connected to the gateway") == 4 })
			// Another process begins a session.
			_, release, err := holder.Alone.Hold(t.Context(), "discord identify 0")
			if err != nil {
				t.Fatal(err)
			}
			for range len(holder.asked) {
				<-holder.asked
			}
			end(g)
			take(t, "a wait for the turn", holder.asked)
			if len(g.hellos) > 0 {
				t.Errorf("out of turn it said %v", <-g.hellos)
			}
			release()
			if got := g.shards(4); !slices.Equal(got, allFour) {
				t.Errorf("identified as %v", got)
			}
		})
	}
}

// A watchedHolder reports the names that sessions ask to hold.
type watchedHolder struct {
	chat.Alone
	asked chan string
}

func (h *watchedHolder) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	h.asked <- name
	return h.Alone.Hold(ctx, name)
}

// If the sessions of a shard are refused, the shard tries again when it may.
func TestRefusedShard(t *testing.T) {
	t.Parallel()
	g := anotherGame(t, four, nil)
	var refused atomic.Int32
	g.gate(func(h discordtest.Hello) discordtest.Greeting {
		return discordtest.Greeting{Invalid: h.Op == discordtest.Identified && refused.Add(1) <= 2}
	})
	g.run()
	if all := slices.Compact(g.shards(6)); !slices.Equal(all, allFour) {
		t.Errorf("identified as %v", all)
	}
	g.end()
}

// A demand for more shards does not end the bot.
func TestMoreShardsDemanded(t *testing.T) {
	for name, next := range map[string]struct {
		recommended int
		shards      []string
	}{
		"recommended":     {4, allFour},
		"not recommended": {1, []string{"0/2", "1/2"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, nil)
			var crowded sync.Once
			g.gate(func(h discordtest.Hello) (greeting discordtest.Greeting) {
				if h.Op == discordtest.Identified {
					crowded.Do(func() {
						g.Change(func(w *discordtest.World) { w.Shards, w.Remaining = next.recommended, 1000 })
						greeting.Close = closeCrowded
					})
				}
				return greeting
			})
			g.run()
			if got := g.shards(1); got[0] != "" {
				t.Errorf("identified as %v", got)
			}
			if got := g.shards(len(next.shards)); !slices.Equal(got, next.shards) {
				t.Errorf("then identified as %v", got)
			}
			g.end()
		})
	}
}

// A loser is a Holder whose holds a test can end.
type loser struct {
	chat.Alone
	// ends has a func() for each name.
	ends sync.Map
}

func (l *loser) Hold(ctx context.Context, name string) (context.Context, func(), error) {
	held, release, err := l.Alone.Hold(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	held, end := context.WithCancel(held)
	l.ends.Store(name, end)
	return held, func() { end(); release() }, nil
}

func (l *loser) lose(name string) {
	end, _ := l.ends.Load(name)
	end.(context.CancelFunc)()
}

// When another process gets the hold of a shard, this one leaves the shard. When it holds the shard again,
// it resumes.
func TestLostShard(t *testing.T) {
	l := &loser{}
	g := newGame(t, nil)
	g.front.holder = l
	g.run()
	g.shards(1)
	take(t, "a request", g.requests)
	l.lose("discord shard 0/1")
	if code := take(t, "a close", g.closes); code != closeResumable {
		t.Errorf("closed with %d", code)
	}
	g.hello(discordtest.Resumed)
	g.end()
}

// Two processes together serve each shard once. When one of them ends, the other serves its shards.
func TestShardsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	holder := &chat.Alone{}
	a, b := anotherGame(t, four, nil), anotherGame(t, four, nil)
	a.front.holder, b.front.holder = holder, holder
	// The other process began no session just now.
	b.front.rest.timing.takeover = patience
	a.run()
	first := a.shards(1)
	b.run()
	var second []string
	// By chance the processes share the shards in one way or another.
	for len(first)+len(second) < 4 {
		select {
		case hello := <-a.hellos:
			first = append(first, hello.Shard)
		case hello := <-b.hellos:
			second = append(second, hello.Shard)
		case <-time.After(patience):
			t.Fatal("not every shard is served")
		}
	}
	all := append(slices.Clone(first), second...)
	slices.Sort(all)
	if !slices.Equal(all, allFour) {
		t.Errorf("served are %v", all)
	}
	a.end()
	slices.Sort(first)
	if got := b.shards(len(first)); !slices.Equal(got, first) {
		t.Errorf("the other goes on with %v, want %v", got, first)
	}
	b.end()
}

// In each bucket, sessions begin some seconds apart, however many processes there are.
func TestSessionsBeginOneInASpan(t *testing.T) {
	api := discordtest.New(discordtest.Options{})
	synctest.Test(t, func(t *testing.T) {
		holder := &chat.Alone{}
		process := func() *shardManager {
			f, err := New(Config{Token: testToken, APIURL: "http://discord/api/v9", Outfit: chat.Outfit{Transport: func(http.RoundTripper) http.RoundTripper { return api }}})
			if err != nil {
				t.Fatal(err)
			}
			return &shardManager{rest: f.rest, holder: holder, buckets: 2, serving: t.Context()}
		}
		all := []*shardManager{process(), process()}
		begun, at := time.Now(), make(chan time.Duration, 8)
		for i := range 8 {
			go func() {
				_, done, err := all[i%3%2].begin(t.Context(), shard{i, 8})
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
			if want := time.Duration(i/2) * 5 * time.Second; d < want || d > want+time.Second {
				t.Errorf("turn %d came after %v", i, d)
			}
		}
		for _, p := range all {
			p.pauses.Wait()
		}
	})
}

// Pauses between connections are short: a lost connection is resumed at once, unless too many in a row are
// lost.
func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := anotherGame(t, discordtest.Options{}, nil)
		g.front.rest.timing.longest = patience / 2
		g.run()
		g.hello(discordtest.Identified)
		begun := time.Now()
		for n := range quickResumes + 2 {
			g.until("it is let in", func() bool { return strings.Count(g.log.String(), "connected to the gateway") == n+1 })
			g.Cut()
			g.hello(discordtest.Resumed)
		}
		if d := time.Since(begun); d < g.front.rest.timing.longest {
			t.Errorf("%d losses were resumed within %v", quickResumes+2, d)
		}
		if n := strings.Count(g.log.String(), "pause=0s"); n != quickResumes {
			t.Errorf("%d losses were resumed at once, want %d", n, quickResumes)
		}
		g.end()
	})
}
