package discord

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"reckon/bot/chat"
)

func (g *game) expectResume(seq float64) {
	g.standIn.t.Helper()
	if hello := take(g.standIn.t, "RESUME", g.hellos); hello["op"] != 6 || hello["session_id"] != "S1" || hello["seq"] != seq {
		g.standIn.t.Errorf("said %v, want RESUME of S1 from %v", hello, seq)
	}
}

// A lost session is resumed at once, however it was lost.
func TestLostConnectionIsResumed(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*game){
		"cut":  func(g *game) { g.cut() },
		"op 7": func(g *game) { g.say(7, nil) },
		"silent": func(g *game) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.mute = true
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, func(context.Context, chat.Request) chat.Reply { return say("still here") })
			g.front.pace.shortest, g.front.pace.longest, g.front.pace.identify = patience, patience, patience
			if name == "silent" { // long enough for a busy machine to acknowledge a heartbeat
				g.front.pace.beat = 300 * time.Millisecond
			}
			g.start()
			g.event("INTERACTION_CREATE", slash("1573664773625610240", "help"))
			take(t, "an answer", g.requests)
			lose(g)
			g.expectResume(2)
			g.event("INTERACTION_CREATE", slash("1573664773625610241", "help"))
			take(t, "an answer after the loss", g.requests)
			for range len(g.closes) {
				if code := <-g.closes; code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
					t.Errorf("closed with %d, which ends the session", code)
				}
			}
		})
	}
}

// While the gateway cannot be reached the session is kept.
func TestSessionOutlivesOutage(t *testing.T) {
	g := newGame(t, nil)
	g.start()
	g.mu.Lock()
	g.shut = 20
	g.mu.Unlock()
	g.cut()
	g.expectResume(1)
}

// A session that is over is followed by a new one.
func TestNewSession(t *testing.T) {
	t.Parallel()
	t.Run("op 9", func(t *testing.T) {
		g := newGame(t, nil)
		g.start()
		g.say(9, false)
		if hello := take(t, "IDENTIFY", g.hellos); hello["op"] != 2 {
			t.Errorf("said %v", hello)
		}
	})
	t.Run("4007", func(t *testing.T) { // the gateway will never resume it
		g := newGame(t, nil)
		g.start()
		g.closeAt(6, 4007)
		g.cut()
		g.expectResume(1)
		if hello := take(t, "IDENTIFY", g.hellos); hello["op"] != 2 {
			t.Errorf("said %v", hello)
		}
	})
}

// closeAt has the gateway close with a code when it should answer op.
func (g *game) closeAt(op, code int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.greet = func(c *websocket.Conn, said int) bool {
		if said != op {
			return false
		}
		if err := c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(patience)); err != nil {
			g.standIn.t.Error(err)
		}
		return true
	}
}

// A session that is never resumed, though the gateway is reached, is given up.
func TestSessionGivenUp(t *testing.T) {
	g := newGame(t, nil)
	g.start()
	g.mu.Lock()
	g.greet = func(c *websocket.Conn, said int) bool {
		if said == 6 {
			c.UnderlyingConn().Close()
		}
		return said == 6
	}
	g.mu.Unlock()
	g.cut()
	for range maxResumes {
		g.expectResume(1)
	}
	if hello := take(t, "IDENTIFY", g.hellos); hello["op"] != 2 {
		t.Errorf("said %v", hello)
	}
}

// A gateway that refuses every session is not asked for another as fast as it
// refuses.
func TestRefusedSessionsAreBounded(t *testing.T) {
	g := newGame(t, nil)
	g.front.pace.identify = patience
	var refused atomic.Int32
	g.greet = func(c *websocket.Conn, _ int) bool {
		refused.Add(1)
		g.standIn.write(c, map[string]any{"op": 9, "d": false})
		return true
	}
	g.run()
	take(t, "the end of the connection", g.closes)
	if n := refused.Load(); n < 2 || n > maxBurst {
		t.Errorf("%d sessions were asked for, want at most %d", n, maxBurst)
	}
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
}

// Who connects to something that never greets does not wait for ever.
func TestNoGreeting(t *testing.T) {
	g := newGame(t, nil)
	g.front.pace.greeting = 50 * time.Millisecond
	g.unspoken = 1
	g.run()
	if hello := take(t, "IDENTIFY", g.hellos); hello["op"] != 2 {
		t.Errorf("said %v", hello)
	}
	g.stop()
	if err := take(t, "the end of Run", g.done); err != nil {
		t.Error(err)
	}
}
