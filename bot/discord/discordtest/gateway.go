package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

// The operations that the gateway sends, except for that of a heartbeat.
const (
	opDispatch = 0
	opInvalid  = 9
	opHello    = 10
	opAck      = 11
)

// closeBadToken is the close code for a wrong token.
const closeBadToken = 4004

// maxRecent is how many events a session keeps. A session that has missed more events cannot be
// resumed.
const maxRecent = 1000

// gate returns how to answer a Hello.
func (s *Server) gate(h Hello) Greeting {
	s.mu.Lock()
	greet := s.world.Gate
	s.mu.Unlock()
	if greet == nil {
		return Greeting{}
	}
	return greet(h)
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	g := s.gate(Hello{Op: Dialled})
	if g.Drop {
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	upgrader := websocket.Upgrader{}
	c, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		// Upgrade has answered.
		return
	}
	s.mu.Lock()
	s.conns[c] = true
	if !g.Silent {
		writeOp(c, opHello, object{"heartbeat_interval": s.options.Heartbeat.Milliseconds()})
	}
	s.mu.Unlock()
	endsSession := s.read(c)
	s.disconnect(c, endsSession)
}

// writeOp writes a message of the gateway. The bot may be gone.
func writeOp(c *websocket.Conn, op int, data any) {
	_ = c.WriteJSON(object{"op": op, "d": data})
}

// read answers what the bot says until its connection ends, and reports whether the session ends with the
// connection.
func (s *Server) read(c *websocket.Conn) (endsSession bool) {
	for {
		var m struct {
			Op int             `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		if err := c.ReadJSON(&m); err != nil {
			closed, ok := errors.AsType[*websocket.CloseError](err)
			if !ok {
				return false
			}
			s.gate(Hello{Op: Closed, Code: closed.Code})
			return closed.Code == websocket.CloseNormalClosure || closed.Code == websocket.CloseGoingAway
		}
		switch m.Op {
		case Beat:
			s.acknowledge(c, m.D)
		case Identified, Resumed:
			if !s.identify(c, m.Op, m.D) {
				return false
			}
		}
	}
}

// disconnect closes a connection, and ends its session if endsSession is true.
func (s *Server) disconnect(c *websocket.Conn, endsSession bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	for id, session := range s.sessions {
		if session.conn != c {
			continue
		}
		session.conn = nil
		if endsSession {
			delete(s.sessions, id)
		}
	}
	_ = c.Close()
}

// acknowledge answers a heartbeat.
func (s *Server) acknowledge(c *websocket.Conn, data json.RawMessage) {
	h := Hello{Op: Beat}
	// The number is null before the first event.
	_ = json.Unmarshal(data, &h.Seq)
	s.gate(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.world.Mute {
		writeOp(c, opAck, nil)
	}
}

// identify answers an IDENTIFY or RESUME, and reports whether the connection goes on.
func (s *Server) identify(c *websocket.Conn, op int, data json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
		Shard   []int  `json:"shard"`
	}
	err := json.Unmarshal(data, &d)
	knowsToken := d.Token == Token || d.Token == "Bot "+Token
	if err != nil || !knowsToken {
		closeWith(c, closeBadToken)
		return false
	}
	h := Hello{Op: op, Session: d.Session, Seq: d.Seq}
	if len(d.Shard) == 2 {
		h.Shard = fmt.Sprintf("%d/%d", d.Shard[0], d.Shard[1])
	} else {
		d.Shard = []int{0, 1}
	}
	g := s.gate(h)
	// The bot's next connection waits for the lock, so that Met is called in order.
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case g.Drop, g.Silent && g.Close == 0:
		// The bot gets no answer.
	case g.Close != 0:
		closeWith(c, g.Close)
	default:
		s.admit(c, h, d.Shard, g.Invalid)
	}
	if s.world.Met != nil {
		s.world.Met(h)
	}
	return !g.Drop
}

func closeWith(c *websocket.Conn, code int) {
	reason := websocket.FormatCloseMessage(code, "")
	_ = c.WriteControl(websocket.CloseMessage, reason, time.Now().Add(time.Second))
}

// admit begins or resumes a session, unless it is invalid. It is called with mu held.
func (s *Server) admit(c *websocket.Conn, h Hello, shard []int, invalid bool) {
	old := s.sessions[h.Session]
	if invalid || h.Op == Resumed && old == nil {
		writeOp(c, opInvalid, false)
		return
	}
	if h.Op == Resumed {
		old.conn = c
		missed := max(0, min(len(old.recent), int(old.seq-h.Seq)))
		for _, event := range old.recent[len(old.recent)-missed:] {
			_ = c.WriteMessage(websocket.TextMessage, event)
		}
		s.send(old, "RESUMED", json.RawMessage("{}"))
		return
	}
	s.world.Remaining--
	session := &session{id: "S" + s.newID(), shard: shard[0], of: shard[1], conn: c}
	s.sessions[session.id] = session
	// Our own value can be encoded.
	ready, _ := json.Marshal(object{
		"session_id":         session.id,
		"resume_gateway_url": "ws" + s.base[len("http"):] + "/gateway",
		"guilds":             []any{},
		"application":        object{"id": AppID},
		"user":               object{"id": AppID},
	})
	s.send(session, "READY", ready)
}

// send sends an event to a session, and keeps it for RESUME. It is called with mu held.
func (s *Server) send(to *session, name string, data json.RawMessage) {
	to.seq++
	event, _ := json.Marshal(object{"op": opDispatch, "s": to.seq, "t": name, "d": data})
	to.recent = append(to.recent, event)
	if len(to.recent) > maxRecent {
		to.recent = to.recent[1:]
	}
	if to.conn != nil {
		// If the bot is gone, it resumes.
		_ = to.conn.WriteMessage(websocket.TextMessage, event)
	}
}

// Event sends an event about a guild, or about none (empty), to the sessions of the guild's shard. A
// session without a connection gets it when it is resumed.
func (s *Server) Event(guild, name, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// Direct messages have no guild, and belong to shard 0.
	id, _ := strconv.ParseInt(guild, 10, 64)
	for _, to := range s.sessions {
		if int(id>>22)%to.of == to.shard {
			s.send(to, name, json.RawMessage(data))
		}
	}
}

// Say sends a message of the gateway that is no event on every connection.
func (s *Server) Say(op int, data any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		writeOp(c, op, data)
	}
}

// Cut breaks every connection without a word.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		_ = c.UnderlyingConn().Close()
	}
}

// Connected returns how many sessions have a connection that brings events to the bot.
func (s *Server) Connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, session := range s.sessions {
		if session.conn != nil {
			n++
		}
	}
	return n
}
