package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// The operations of Discord's gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9 // session; its data says whether it can be resumed
	opHello     = 10
	opAck       = 11
)

// intents are the events we ask for besides interactions: servers that the bot joins and
// leaves, direct messages, and messages in servers, of which those that mention the bot
// carry their text. None is privileged.
const intents = discordgo.IntentGuilds | discordgo.IntentDirectMessages | discordgo.IntentGuildMessages

// refusals are the close codes after which connecting again is useless, and what the
// operator should know.
var refusals = map[int]string{
	4004: "Discord refused the token (DISCORD_TOKEN)",
	4010: "Discord refused the shard",
	4012: "Discord no longer serves this version of its gateway",
	4013: "Discord refused the intents as invalid",
	4014: "Discord refused the intents as not allowed to this bot",
}

const (
	closeNormal    = websocket.CloseNormalClosure
	closeResumable = 4000 // the session can be resumed; after 1000 or 1001 it could not be
	closeCrowded   = 4011 // the shard has too many servers
)

// overCodes are the close codes after which a session cannot be resumed.
var overCodes = []int{4006, 4007, 4009}

const (
	// quickResumes is how many lost connections in a row are resumed at once. More of them
	// look like a fault that haste does not mend.
	quickResumes = 8
	// maxResumes is how often in a row we try to resume a session on a gateway that
	// answers and does not let the bot in.
	maxResumes = 5
	// closeFor is how long Discord may take to answer our close.
	closeFor = time.Second
)

var (
	errCrowded   = errors.New("discord: the bot is in too many servers for so few shards")
	errReconnect = errors.New("discord: the gateway asked for a new connection")
	errInvalid   = errors.New("discord: the gateway refused the session")
	errSilent    = errors.New("discord: a heartbeat was not acknowledged")
)

// A shard is one part of the servers that the bot is in. It has its own connection.
type shard struct{ id, of int }

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.id, s.of) }

// A gateway keeps one shard connected.
type gateway struct {
	rest  *rest
	shard shard
	// begin waits until a session of the shard may begin, and returns the gateway's
	// address; done says that it has begun, or has failed to.
	begin    func(context.Context) (url string, done func(), err error)
	dispatch func(*discordgo.Event)

	session string       // that the next connection resumes; empty: it begins one
	url     string       // where the session can be resumed
	seq     atomic.Int64 // of the last event
}

// reached is how far a connection came.
type reached int

const (
	nowhere reached = iota
	connected
	admitted // READY or RESUMED arrived
)

// serve keeps the shard connected until ctx ends (nil), Discord refuses the bot for good,
// or Discord demands more shards (errCrowded). It returns with the connection closed.
func (g *gateway) serve(ctx context.Context) error {
	quick := rate.NewLimiter(rate.Every(g.rest.timing.longest), quickResumes)
	backoff := g.rest.timing.reconnecting()
	failed := 0 // connections in a row that were made and not let in
	for ctx.Err() == nil {
		began := time.Now()
		far, err := g.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if final := refusal(err); final != nil {
			return final
		}
		code := 0 // why Discord has closed the connection
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
			code = closed.Code
		}
		if code == closeCrowded {
			return errCrowded
		}
		var pause time.Duration
		if far == admitted {
			pause, failed = quick.Reserve().Delay(), 0
			backoff = g.rest.timing.reconnecting()
			g.rest.log.Info("discord: lost the gateway", "after", time.Since(began).Round(time.Millisecond), "err", g.rest.fault(err, answer{}), "pause", pause)
		} else {
			pause, _ = backoff.Next()
			failed += int(far)
			g.rest.log.Warn("discord: no connection to the gateway", "err", g.rest.fault(err, answer{}), "pause", pause)
		}
		if failed >= maxResumes || slices.Contains(overCodes, code) {
			g.session, failed = "", 0
		}
		if !chat.Pause(ctx, pause) {
			return nil
		}
	}
	return nil
}

// connect opens a connection, begins or resumes a session, and dispatches its events until
// the connection ends. After ctx has ended it closes the session.
func (g *gateway) connect(ctx context.Context) (far reached, err error) {
	url, done := g.url, func() {}
	if g.session == "" {
		if url, done, err = g.begin(ctx); err != nil {
			return nowhere, err
		}
		done = sync.OnceFunc(done)
	}
	defer done()
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: g.rest.timing.greeting, NetDialContext: g.rest.dial,
	}
	conn, _, err := dialer.DialContext(ctx, url+"/?encoding=json&v="+discordgo.APIVersion, nil)
	if err != nil {
		return nowhere, err
	}
	defer conn.Close()
	late := time.AfterFunc(g.rest.timing.greeting, func() { _ = conn.Close() })
	defer late.Stop()
	defer context.AfterFunc(ctx, func() {
		closeWith(conn, closeNormal)
		time.AfterFunc(closeFor, func() { _ = conn.Close() })
	})()
	return g.listen(conn, func(e discordgo.Event) {
		g.rest.log.Info("discord: connected to the gateway", "shard", g.shard.String())
		var r struct {
			Session string `json:"session_id"`
			URL     string `json:"resume_gateway_url"`
		}
		if e.Type == "READY" && json.Unmarshal(e.RawData, &r) == nil {
			g.session, g.url = r.Session, cmp.Or(r.URL, url)
		}
		late.Stop()
		done()
	})
}

// listen reads a connection until it ends, and dispatches its events. It calls let when the
// bot is let in.
func (g *gateway) listen(conn *websocket.Conn, let func(discordgo.Event)) (far reached, err error) {
	far = connected
	heart := heart{conn: conn, seq: &g.seq, now: make(chan struct{}, 1)}
	ended, end := context.WithCancel(context.Background())
	defer end()
	for {
		var e discordgo.Event
		if err := conn.ReadJSON(&e); err != nil {
			if heart.dead.Load() {
				err = errSilent
			}
			return far, err
		}
		switch e.Operation {
		case opHello:
			var hello struct {
				Interval int64 `json:"heartbeat_interval"`
			}
			if err := json.Unmarshal(e.RawData, &hello); err != nil {
				return far, err
			}
			if err := g.greet(conn); err != nil {
				return far, err
			}
			heart.acked.Store(true)
			every := max(time.Millisecond, min(g.rest.timing.beat, time.Duration(hello.Interval)*time.Millisecond))
			go chat.Guard(g.rest.log, "heartbeats", func() { heart.beat(ended, every) })
		case opHeartbeat:
			select {
			case heart.now <- struct{}{}:
			default:
			}
		case opAck:
			heart.acked.Store(true)
		case opReconnect:
			closeWith(conn, closeResumable)
			return far, errReconnect
		case opInvalid:
			if string(e.RawData) != "true" {
				g.session = ""
			}
			closeWith(conn, closeResumable)
			return far, errInvalid
		case opDispatch:
			g.seq.Store(e.Sequence)
			if e.Type == "READY" || e.Type == "RESUMED" {
				far = admitted
				let(e)
			}
			g.dispatch(&e)
		}
	}
}

// greet resumes the session, or begins one.
func (g *gateway) greet(conn *websocket.Conn) error {
	token := "Bot " + g.rest.token
	if g.session != "" {
		return conn.WriteJSON(map[string]any{"op": opResume, "d": map[string]any{"token": token, "session_id": g.session, "seq": g.seq.Load()}})
	}
	g.seq.Store(0)
	hello := map[string]any{"token": token, "intents": intents, "properties": map[string]string{"os": "linux", "browser": "reckon", "device": "reckon"}}
	if g.shard.of > 1 {
		hello["shard"] = [2]int{g.shard.id, g.shard.of}
	}
	return conn.WriteJSON(map[string]any{"op": opIdentify, "d": hello})
}

// A heart sends the heartbeats of a connection. After the greeting nobody else writes to
// it but to close it.
type heart struct {
	conn  *websocket.Conn
	seq   *atomic.Int64
	now   chan struct{} // Discord asks for a heartbeat
	acked atomic.Bool   // the last one was acknowledged
	dead  atomic.Bool   // one was not
}

// beat sends heartbeats until ended. It closes the connection if one is not acknowledged
// before the next: a dead connection shows in nothing else.
func (h *heart) beat(ended context.Context, every time.Duration) {
	next := time.NewTimer(rand.N(every))
	defer next.Stop()
	for {
		select {
		case <-ended.Done():
			return
		case <-h.now:
		case <-next.C:
			next.Reset(every)
			if !h.acked.Swap(false) {
				h.dead.Store(true)
				closeWith(h.conn, closeResumable)
				_ = h.conn.Close()
				return
			}
		}
		var seq *int64
		if n := h.seq.Load(); n > 0 {
			seq = &n
		}
		if h.conn.WriteJSON(map[string]any{"op": opHeartbeat, "d": seq}) != nil {
			_ = h.conn.Close() // the reader returns why
			return
		}
	}
}

// closeWith says why the connection is closed. Where that cannot be said, it has ended.
func closeWith(conn *websocket.Conn, code int) {
	_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeFor))
}

func isFinal(err error) bool { return refusal(err) != nil }

// refusal returns an error for the operator if err says that Discord will never let the
// bot in, else nil.
func refusal(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && refusals[closed.Code] != "" {
		return errors.New(refusals[closed.Code])
	}
	if refused, ok := errors.AsType[*fault](err); ok && refused.status == http.StatusUnauthorized {
		return errors.New(refusals[4004])
	}
	return nil
}
