package discord

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"reckon/bot/chat"
)

// refusals are the gateway's close codes after which another try is in vain,
// and what the operator should know. discordgo itself would try for ever.
var refusals = map[int]string{
	4004: "Discord refused the token (DISCORD_TOKEN)",
	4010: "Discord refused the shard",
	4012: "Discord no longer serves this version of its gateway",
	4013: "Discord refused the intents as invalid",
	4014: "Discord refused the intents as not allowed to this bot",
}

// closeResumable closes a connection so that its session can be resumed; after
// 1000 and 1001 it could not be.
const closeResumable = 4000

// errCrowded says that Discord wants more shards: the servers of one are too many for a
// connection.
var errCrowded = errors.New("discord: the bot is in too many servers for so few shards")

// A gateway keeps the connection on which the events of a shard come.
type gateway struct {
	rest     *rest
	pace     *pace
	shard    shard
	turns    *turns
	dispatch func(*discordgo.Event)

	session   *discordgo.Session
	conn      *boundedConn // the last one dialled
	resumable atomic.Bool  // the session has begun
	seq       atomic.Int64 // of the last event
	begun     starts
	admitted  chan struct{} // READY or RESUMED came
	dropped   chan struct{} // the connection was lost
}

func newGateway(r *rest, p *pace, s shard, t *turns, dispatch func(*discordgo.Event)) (*gateway, error) {
	g := &gateway{
		rest: r, pace: p, shard: s, turns: t, dispatch: dispatch, begun: newStarts(p.identify, t.daily),
		admitted: make(chan struct{}, 1), dropped: make(chan struct{}, 1),
	}
	return g, g.renew()
}

// renew has the next connection begin a session. A discordgo session cannot be told to forget what
// it would resume, so another takes its place.
func (g *gateway) renew() error {
	s, err := newSession(g.rest.token, &http.Client{Transport: g.rest.session.Client.Transport, Timeout: g.pace.greeting})
	if err != nil {
		return err
	}
	s.ShardID, s.ShardCount = g.shard.id, g.shard.of
	s.AddHandler(func(s *discordgo.Session, e *discordgo.Event) { g.hear(s, e) })
	s.AddHandler(func(s *discordgo.Session, _ *discordgo.Connect) { g.begin(s) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(g.dropped) })
	g.session = s
	g.resumable.Store(false)
	g.seq.Store(0)
	return nil
}

// hear takes in an event. It returns at once: discordgo calls it from the
// goroutine that reads the gateway.
func (g *gateway) hear(s *discordgo.Session, e *discordgo.Event) {
	g.seq.Store(e.Sequence)
	switch e.Type {
	case "READY":
		g.begun.spend(time.Now(), 1)
		g.resumable.Store(true)
		g.admit(s)
	case "RESUMED":
		g.admit(s)
	}
	g.dispatch(e)
}

// begin notes that the first word of the gateway came. Where that was none that lets
// the bot in, discordgo begins one session after the other; of a shard that cannot be it
// begins none.
func (g *gateway) begin(s *discordgo.Session) {
	if g.shard.of > 1 && !g.conn.admitted.Load() {
		s.ShardID = g.shard.of
	}
}

// admit notes that the bot was let in. From now on discordgo has nothing to say but
// heartbeats.
func (g *gateway) admit(s *discordgo.Session) {
	s.ShardID = g.shard.id
	g.conn.admitted.Store(true)
	signal(g.admitted)
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func drain(c <-chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// stayConnected keeps the gateway open until ctx ends (nil) or Discord refuses
// the bot.
func (g *gateway) stayConnected(ctx context.Context) error {
	tries := newAttempts(g.pace)
	for chat.Pause(ctx, g.begun.wait(time.Now(), g.resumable.Load())) {
		began := time.Now()
		err := g.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if isCrowded(err) {
			return errCrowded
		}
		if final := refusal(err); final != nil {
			return final
		}
		pause, inVain := tries.next(err, time.Now())
		g.report(err, time.Since(began), pause)
		if inVain {
			if err := g.renew(); err != nil {
				return err
			}
		}
		if !chat.Pause(ctx, pause) {
			return nil
		}
	}
	return nil
}

func (g *gateway) report(err error, after, pause time.Duration) {
	if err == nil {
		g.rest.log.Info("discord: lost the gateway", "after", after.Round(time.Millisecond), "pause", pause)
		return
	}
	g.rest.log.Warn("discord: no connection to the gateway", "err", g.rest.fault(err), "pause", pause)
}

// connect opens the gateway, when it is the shard's turn, and waits until it is lost
// (nil if the bot had been let in) or ctx ends.
func (g *gateway) connect(ctx context.Context) error {
	done := func() {}
	if !g.resumable.Load() {
		var err error
		if done, err = g.turns.wait(ctx, g.shard); err != nil {
			return err
		}
	}
	err := g.enter(ctx)
	done()
	if err != nil {
		return err
	}
	g.rest.log.Info("discord: connected to the gateway", "shard", g.shard.String())
	g.watch(ctx)
	if g.conn.overlong.Load() {
		return errSession
	}
	return nil
}

// enter opens the gateway and waits until the bot is let in.
func (g *gateway) enter(ctx context.Context) error {
	drain(g.admitted)
	drain(g.dropped)
	g.session.ShardID = g.shard.id
	if g.resumable.Load() && g.shard.of > 1 {
		// Where Discord will not resume, discordgo begins another session at once, out
		// of turn.
		g.session.ShardID = g.shard.of
	}
	err := g.open(ctx)
	if errors.Is(err, discordgo.ErrWSAlreadyOpen) { // it was not lost after all
		signal(g.admitted)
		err = nil
	}
	if err == nil {
		err = g.await(ctx)
	}
	if errors.Is(err, errUnready) {
		// discordgo answers each refusal of a session by IDENTIFY, in the worst
		// case as often as a connection lets it.
		g.begun.spend(time.Now(), maxBurst)
	}
	return err
}

// open opens the session, but does not outlive ctx: discordgo cannot be told to
// stop while it waits for the gateway's first words.
func (g *gateway) open(ctx context.Context) error {
	s, done := g.session, make(chan error, 1)
	var late *time.Timer
	s.Dialer = &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: g.pace.greeting,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := (&net.Dialer{Timeout: dialFor}).DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			late = time.AfterFunc(g.pace.greeting, func() { _ = c.Close() }) // the reader learns of it
			g.conn = &boundedConn{Conn: c, writes: rate.NewLimiter(rate.Every(g.pace.identify), maxBurst)}
			return g.conn, nil
		},
	}
	go func() {
		err := s.Open()
		if late != nil {
			late.Stop()
		}
		done <- err
		if err == nil && ctx.Err() != nil {
			_ = s.Close() // nobody is left to hear of a failure
		}
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits until the bot is let in. It usually is when the session is open,
// but not if Discord first refused to resume it.
func (g *gateway) await(ctx context.Context) error {
	limit := time.NewTimer(g.pace.greeting)
	defer limit.Stop()
	select {
	case <-g.admitted:
		return nil
	default:
	}
	select {
	case <-g.admitted:
		return nil
	case <-g.dropped:
	case <-limit.C:
		g.close()
	case <-ctx.Done():
		return ctx.Err()
	}
	return errUnready
}

// watch returns when the connection is lost or ctx ends. It sends heartbeats of
// its own: discordgo's are too rare to find a dead connection soon, and when
// they are sent cannot be read without a race.
func (g *gateway) watch(ctx context.Context) {
	tick := time.NewTicker(g.pace.beat)
	defer tick.Stop()
	var sent time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-g.dropped:
			return
		case <-tick.C:
		}
		if g.acknowledged().Before(sent) {
			g.rest.log.Warn("discord: a heartbeat was not acknowledged, connecting anew")
			g.close()
			return
		}
		sent = time.Now()
		if err := g.session.GatewayWriteStruct(heartbeat{1, g.seq.Load()}); err != nil {
			g.rest.log.Info("discord: a heartbeat could not be sent", "err", g.rest.fault(err))
			g.close()
			return
		}
	}
}

type heartbeat struct {
	Op  int   `json:"op"`
	Seq int64 `json:"d"`
}

func (g *gateway) acknowledged() time.Time {
	g.session.RLock()
	defer g.session.RUnlock()
	return g.session.LastHeartbeatAck
}

// close closes the connection, not the session.
func (g *gateway) close() {
	if err := g.session.CloseWithCode(closeResumable); err != nil {
		g.rest.log.Warn("discord: closing the gateway", "err", g.rest.fault(err))
	}
}

// leave closes the gateway for good. It does not wait for a connection that is
// just being opened: discordgo would, for as long as that takes.
func (g *gateway) leave() {
	done := make(chan error, 1)
	go func() { done <- g.session.Close() }()
	limit := time.NewTimer(g.pace.drain)
	defer limit.Stop()
	select {
	case err := <-done:
		if err != nil {
			g.rest.log.Warn("discord: closing the gateway", "err", g.rest.fault(err))
		}
	case <-limit.C:
		g.rest.log.Warn("discord: the gateway could not be closed", "after", g.pace.drain)
	}
}

// refusal returns an error for the operator if err tells that Discord will
// never let the bot in, else nil.
func refusal(err error) error {
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		if why := refusals[closed.Code]; why != "" {
			return errors.New(why)
		}
	}
	var rest *discordgo.RESTError
	var answer *fault
	if errors.As(err, &rest) && rest.Response.StatusCode == http.StatusUnauthorized ||
		errors.As(err, &answer) && answer.status == http.StatusUnauthorized {
		return errors.New(refusals[4004])
	}
	return nil
}

// isCrowded tells whether the gateway demands more shards.
func isCrowded(err error) bool {
	var closed *websocket.CloseError
	return errors.As(err, &closed) && closed.Code == 4011
}

// maxBurst is how many writes a connection may make at once: those that open it
// (four with TLS), one that begins or resumes a session, heartbeats, and a few
// to spare.
const maxBurst = 12

// maxBeat is longer than a heartbeat, a close or a pong is as it is written, in bytes,
// with what TLS adds, and shorter than an IDENTIFY.
const maxBeat = 160

// A boundedConn is closed when it is written to too often. discordgo answers
// op 9 by IDENTIFY at once, also if that is what was refused, and so would spend
// a day's sessions within a minute. It is closed, too, when a session ends that had
// been let in, and discordgo would begin another out of turn.
type boundedConn struct {
	net.Conn
	writes   *rate.Limiter
	admitted atomic.Bool
	overlong atomic.Bool // it was closed for what was to be written
}

func (c *boundedConn) Write(b []byte) (int, error) {
	if c.admitted.Load() && len(b) > maxBeat {
		c.overlong.Store(true)
		_ = c.Close()
		return 0, errors.New("a session that is begun out of turn")
	}
	if !c.writes.Allow() {
		_ = c.Close() // the reader learns of it
		return 0, errors.New("too many messages to the gateway")
	}
	return c.Conn.Write(b)
}
