package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// refusals are the gateway's close codes after which another try is in vain,
// and what the operator should know. discordgo itself would try for ever.
var refusals = map[int]string{
	4004: "Discord refused the token (DISCORD_TOKEN)",
	4010: "Discord refused the shard",
	4011: "Discord demands that the bot be sharded: it is in too many servers for one connection",
	4012: "Discord no longer serves this version of its gateway",
	4013: "Discord refused the intents as invalid",
	4014: "Discord refused the intents as not allowed to this bot",
}

// newSession makes a discordgo session that does nothing of its own accord: no
// state, no log, no reconnecting, no retries.
func newSession(token string, r http.RoundTripper) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = &http.Client{Transport: r, Timeout: 20 * time.Second}
	s.Identify.Intents = 0 // interactions come without any
	s.Identify.Properties.Browser, s.Identify.Properties.Device = "reckon", "reckon"
	s.Compress, s.StateEnabled = false, false
	s.ShouldReconnectOnError, s.ShouldReconnectVoiceOnSessionError = false, false
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.SyncEvents = true // else the order of events is lost
	s.LogLevel = -1     // it would print addresses that hold tokens
	return s, nil
}

// stayConnected keeps the gateway open until ctx ends (nil) or Discord refuses
// the bot. A lost connection is resumed at once, one that does not last only
// after a growing pause: Discord allows 1,000 new sessions a day.
func (f *FrontEnd) stayConnected(ctx context.Context, dropped <-chan struct{}) error {
	f.session.Dialer = &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: 20 * time.Second,
		NetDialContext:   f.dial,
	}
	for try := 0; ; try++ {
		if !pause(ctx, f.pace.retry[min(try, len(f.pace.retry)-1)]) {
			return nil
		}
		select { // of an earlier connection
		case <-dropped:
		default:
		}
		began := time.Now()
		err := f.open(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			if final := refusal(err); final != nil {
				return final
			}
			f.log.Warn("discord: no connection to the gateway", "err", f.fault(err))
			continue
		}
		f.log.Info("discord: connected to the gateway")
		if !f.watch(ctx, dropped) {
			return nil
		}
		f.log.Info("discord: lost the gateway", "after", time.Since(began).Round(time.Second))
		if time.Since(began) > f.pace.silence/2 {
			try = -1
		}
	}
}

// open opens the session, but does not outlive ctx: discordgo cannot be told to
// stop while it waits for the gateway's first words.
func (f *FrontEnd) open(ctx context.Context) error {
	done := make(chan error, 1)
	go func() {
		err := f.session.Open()
		done <- err
		if err == nil && ctx.Err() != nil {
			_ = f.session.Close() // nobody is left to hear of a failure
		}
	}()
	select {
	case err := <-done:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			return nil
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// closeGateway leaves the gateway for good. It does not wait for a connection
// that is just being opened: discordgo would, for as long as that takes.
func (f *FrontEnd) closeGateway() {
	done := make(chan error, 1)
	go func() { done <- f.session.Close() }()
	limit := time.NewTimer(f.pace.drain)
	defer limit.Stop()
	select {
	case err := <-done:
		if err != nil {
			f.log.Warn("discord: closing the gateway", "err", f.fault(err))
		}
	case <-limit.C:
		f.log.Warn("discord: the gateway could not be closed", "after", f.pace.drain)
	}
}

// watch returns true when the connection is lost, false when ctx ends. A
// connection on which heartbeats stay unacknowledged is closed with a code that
// lets it be resumed; discordgo would notice minutes later and end the session.
func (f *FrontEnd) watch(ctx context.Context, dropped <-chan struct{}) bool {
	tick := time.NewTicker(f.pace.silence / 8)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-dropped:
			return true
		case <-tick.C:
			f.session.RLock()
			last := f.session.LastHeartbeatAck
			f.session.RUnlock()
			if time.Since(last) < f.pace.silence {
				continue
			}
			f.log.Warn("discord: heartbeats are not acknowledged, connecting anew")
			if err := f.session.CloseWithCode(websocket.CloseServiceRestart); err != nil {
				f.log.Warn("discord: closing the gateway", "err", f.fault(err))
			}
		}
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
	if errors.As(err, &rest) && rest.Response.StatusCode == http.StatusUnauthorized {
		return errors.New(refusals[4004])
	}
	return nil
}

// dial connects to the gateway. A read that lasts longer than two silences
// fails: without it a peer that accepts and says nothing would be waited for
// for ever.
func (f *FrontEnd) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return &impatientConn{Conn: c, limit: 2 * f.pace.silence}, nil
}

type impatientConn struct {
	net.Conn
	limit time.Duration // of one Read
}

func (c *impatientConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.limit)); err != nil {
		return 0, fmt.Errorf("limiting a read: %w", err)
	}
	return c.Conn.Read(b)
}

// pause waits and tells whether ctx lasted as long.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
