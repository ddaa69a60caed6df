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
	// opInvalid says that the session is invalid; its data says whether it can be resumed.
	opInvalid = 9
	opHello   = 10
	opAck     = 11
)

// intents are the events we ask for besides interactions: servers that the bot joins and
// leaves, direct messages, and messages in servers, which carry their text if they mention the
// bot. None of them needs Discord's permission.
const intents = discordgo.IntentGuilds | discordgo.IntentDirectMessages | discordgo.IntentGuildMessages

// refusals are the close codes after which connecting again is useless, and what the
// operator should know.
var refusals = map[int]string{
	closeBadToken: "Discord refused the token (DISCORD_TOKEN)",
	4010:          "Discord refused the shard",
	4012:          "Discord no longer serves this version of its gateway",
	4013:          "Discord refused the intents as invalid",
	4014:          "Discord refused the intents as not allowed to this bot",
}

const (
	closeNormal = websocket.CloseNormalClosure
	// closeResumable leaves a session that can be resumed; after 1000 or 1001 it could not be.
	closeResumable = 4000
	closeBadToken  = 4004
	// closeNoSession says that Discord does not know the session.
	closeNoSession = 4006
	// closeBadSequence says that the session had no event with the number from which the bot resumes.
	closeBadSequence = 4007
	// closeTimedOut says that the session was silent for too long.
	closeTimedOut = 4009
	// closeCrowded says that the shard has too many servers.
	closeCrowded = 4011
)

// overCodes are the close codes after which a session cannot be resumed.
var overCodes = []int{closeNoSession, closeBadSequence, closeTimedOut}

const (
	// quickResumes is how many connections may be lost shortly after each other and each be resumed without a
	// pause. If more are lost, trying fast does not end the fault.
	quickResumes = 8
	// maxResumes is how often in a row the bot tries to resume a session at a gateway that answers
	// but does not let the bot in.
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
	// begin waits until a session of the shard may begin, and returns the gateway's address. The
	// caller calls done when the session has begun, or has failed to begin.
	begin    func(context.Context) (url string, done func(), err error)
	dispatch func(*discordgo.Event)
	// ending reports whether this process ends. If serve ends although the process does not, another
	// process has got the shard. That process may end soon, so the session is left in a way that it can
	// be resumed.
	ending func() bool

	// session is the session that the next connection resumes, at the address url. If it is empty, the
	// next connection begins a new session.
	session string
	url     string
	// seq is the number of the last event.
	seq atomic.Int64
}

// A stage says how far a connection has come.
type stage int

const (
	notConnected stage = iota
	connected
	// admitted means that READY or RESUMED arrived.
	admitted
)

// serve keeps the shard connected until ctx ends (then it returns nil), Discord refuses the bot for
// good, or Discord demands more shards (errCrowded). When it returns, the connection is closed.
func (g *gateway) serve(ctx context.Context) error {
	// backoff has the pauses after connections that were not let in. quick has those after connections that
	// were let in and then lost: the first quickResumes of these need no pause, and then one in each period
	// of timing.longest.
	quick := rate.NewLimiter(rate.Every(g.rest.timing.longest), quickResumes)
	backoff := g.rest.timing.reconnecting()
	// failed counts the connections in a row to which the gateway answered without letting the bot in.
	failed := 0
	for ctx.Err() == nil {
		began := time.Now()
		reached, err := g.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if final := refusal(err); final != nil {
			return final
		}
		code := closeCode(err)
		if code == closeCrowded {
			return errCrowded
		}
		// The error is logged, so apiError removes the token from it.
		cause := g.rest.apiError(err, httpResponse{})
		var pause time.Duration
		if reached == admitted {
			pause = quick.Reserve().Delay()
			failed = 0
			backoff = g.rest.timing.reconnecting()
			after := time.Since(began).Round(time.Millisecond)
			g.rest.log.Info("discord: lost the gateway", "after", after, "err", cause, "pause", pause)
		} else {
			pause, _ = backoff.Next()
			if reached == connected {
				failed++
			}
			g.rest.log.Warn("discord: no connection to the gateway", "err", cause, "pause", pause)
		}
		if failed >= maxResumes || slices.Contains(overCodes, code) {
			g.session = ""
			failed = 0
		}
		if !chat.Pause(ctx, pause) {
			return nil
		}
	}
	return nil
}

// closeCode returns the code with which Discord has closed a connection, or 0 if it has not.
func closeCode(err error) int {
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return 0
	}
	return closed.Code
}

// connect opens a connection, begins or resumes a session, and dispatches its events until the connection
// ends. It returns how far the connection reached, and why it ended. When ctx ends, connect closes the
// connection. If the process ends, too, closing also ends the session. Otherwise the session can be resumed.
func (g *gateway) connect(ctx context.Context) (stage, error) {
	url := g.url
	done := func() {}
	if g.session == "" {
		var err error
		url, done, err = g.begin(ctx)
		if err != nil {
			return notConnected, err
		}
		done = sync.OnceFunc(done)
	}
	defer done()
	dialer := websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: g.rest.timing.greeting,
		NetDialContext:   g.rest.dial,
	}
	conn, _, err := dialer.DialContext(ctx, url+"/?encoding=json&v="+discordgo.APIVersion, nil)
	if err != nil {
		return notConnected, err
	}
	defer conn.Close()
	tooLate := time.AfterFunc(g.rest.timing.greeting, func() { _ = conn.Close() })
	defer tooLate.Stop()
	stopClosing := context.AfterFunc(ctx, func() {
		code := closeResumable
		if g.ending() {
			code = closeNormal
		}
		closeWith(conn, code)
		time.AfterFunc(closeFor, func() { _ = conn.Close() })
	})
	defer stopClosing()
	return g.listen(conn, func(e discordgo.Event) {
		g.rest.log.Info("discord: connected to the gateway", "shard", g.shard.String())
		var ready struct {
			Session string `json:"session_id"`
			URL     string `json:"resume_gateway_url"`
		}
		if e.Type == "READY" && json.Unmarshal(e.RawData, &ready) == nil {
			g.session = ready.Session
			g.url = cmp.Or(ready.URL, url)
		}
		tooLate.Stop()
		done()
	})
}

// listen reads a connection until it ends, and dispatches its events. It calls admit when the bot is let
// in. It returns how far the connection reached, and why it ended.
func (g *gateway) listen(conn *websocket.Conn, admit func(discordgo.Event)) (reached stage, err error) {
	reached = connected
	beats := heartbeats{conn: conn, seq: &g.seq, now: make(chan struct{}, 1)}
	ended, end := context.WithCancel(context.Background())
	defer end()
	for {
		var e discordgo.Event
		if err := conn.ReadJSON(&e); err != nil {
			if beats.missed.Load() {
				err = errSilent
			}
			return reached, err
		}
		switch e.Operation {
		case opHello:
			var hello struct {
				Interval int64 `json:"heartbeat_interval"`
			}
			if err := json.Unmarshal(e.RawData, &hello); err != nil {
				return reached, err
			}
			if err := g.identify(conn); err != nil {
				return reached, err
			}
			// Before the first heartbeat there is nothing to acknowledge.
			beats.acked.Store(true)
			every := min(g.rest.timing.beat, time.Duration(hello.Interval)*time.Millisecond)
			every = max(time.Millisecond, every)
			go chat.Guard(g.rest.log, "heartbeats", func() { beats.send(ended, every) })
		case opHeartbeat:
			select {
			case beats.now <- struct{}{}:
			default:
			}
		case opAck:
			beats.acked.Store(true)
		case opReconnect:
			closeWith(conn, closeResumable)
			return reached, errReconnect
		case opInvalid:
			if string(e.RawData) != "true" {
				g.session = ""
			}
			closeWith(conn, closeResumable)
			return reached, errInvalid
		case opDispatch:
			g.seq.Store(e.Sequence)
			if e.Type == "READY" || e.Type == "RESUMED" {
				reached = admitted
				admit(e)
			}
			g.dispatch(&e)
		}
	}
}

// identify says who the bot is: it resumes the session, or begins one.
func (g *gateway) identify(conn *websocket.Conn) error {
	token := "Bot " + g.rest.token
	if g.session != "" {
		return writeOp(conn, opResume, map[string]any{
			"token":      token,
			"session_id": g.session,
			"seq":        g.seq.Load(),
		})
	}
	g.seq.Store(0)
	hello := map[string]any{
		"token":      token,
		"intents":    intents,
		"properties": map[string]string{"os": "linux", "browser": "reckon", "device": "reckon"},
	}
	if g.shard.of > 1 {
		hello["shard"] = [2]int{g.shard.id, g.shard.of}
	}
	return writeOp(conn, opIdentify, hello)
}

// writeOp writes a message of the gateway.
func writeOp(conn *websocket.Conn, op int, data any) error {
	return conn.WriteJSON(map[string]any{"op": op, "d": data})
}

// heartbeats sends the heartbeats of a connection. Once the bot has said who it is, nothing else writes to the
// connection, except to close it.
type heartbeats struct {
	conn *websocket.Conn
	seq  *atomic.Int64
	// now receives a value when Discord asks for a heartbeat.
	now chan struct{}
	// acked means that the last heartbeat was acknowledged. missed means that one was never
	// acknowledged.
	acked  atomic.Bool
	missed atomic.Bool
}

// send sends heartbeats until ended is over. If a heartbeat is not acknowledged before the next one, it
// closes the connection: there may be no other sign that a connection is dead.
func (h *heartbeats) send(ended context.Context, every time.Duration) {
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
				h.missed.Store(true)
				closeWith(h.conn, closeResumable)
				_ = h.conn.Close()
				return
			}
		}
		// Before the first event a heartbeat has null for its number.
		var seq *int64
		if n := h.seq.Load(); n > 0 {
			seq = &n
		}
		if err := writeOp(h.conn, opHeartbeat, seq); err != nil {
			// The reader returns why.
			_ = h.conn.Close()
			return
		}
	}
}

// closeWith closes the connection with a code. If that fails, the connection has ended already.
func closeWith(conn *websocket.Conn, code int) {
	reason := websocket.FormatCloseMessage(code, "")
	_ = conn.WriteControl(websocket.CloseMessage, reason, time.Now().Add(closeFor))
}

func isFinal(err error) bool { return refusal(err) != nil }

// refusal returns an error for the operator if err says that Discord will never let the
// bot in, else nil.
func refusal(err error) error {
	if reason := refusals[closeCode(err)]; reason != "" {
		return errors.New(reason)
	}
	if statusOf(err) == http.StatusUnauthorized {
		return errors.New(refusals[closeBadToken])
	}
	return nil
}
