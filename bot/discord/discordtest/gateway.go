package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gorilla/websocket"
)

// maxRecent is how many events a session can be resumed after.
const maxRecent = 1000

// gate asks how a Hello is answered.
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
	up := websocket.Upgrader{}
	c, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	s.mu.Lock()
	s.conns[c] = true
	if !g.Silent {
		_ = c.WriteJSON(map[string]any{"op": 10, "d": map[string]any{"heartbeat_interval": s.options.Heartbeat.Milliseconds()}})
	}
	s.mu.Unlock()
	ended := false // the session, too
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, c)
		for id, session := range s.sessions {
			switch {
			case session.conn == c && ended:
				delete(s.sessions, id)
			case session.conn == c:
				session.conn = nil
			}
		}
		_ = c.Close()
	}()
	for {
		var m struct {
			Op int             `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		if err := c.ReadJSON(&m); err != nil {
			if e, ok := err.(*websocket.CloseError); ok {
				s.gate(Hello{Op: Closed, Code: e.Code})
				ended = e.Code == websocket.CloseNormalClosure || e.Code == websocket.CloseGoingAway
			}
			return
		}
		switch m.Op {
		case Beat:
			h := Hello{Op: Beat}
			_ = json.Unmarshal(m.D, &h.Seq) // null before the first event
			s.gate(h)
			s.mu.Lock()
			if !s.world.Mute {
				_ = c.WriteJSON(map[string]any{"op": 11})
			}
			s.mu.Unlock()
		case Identified, Resumed:
			if !s.identify(c, m.Op, m.D) {
				return
			}
		}
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
	if json.Unmarshal(data, &d) != nil || d.Token != "Bot "+Token && d.Token != Token {
		closeWith(c, 4004)
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
	case g.Drop:
	case g.Close != 0:
		closeWith(c, g.Close)
	case !g.Silent:
		s.admit(c, h, d.Shard, g.Invalid)
	}
	if s.world.Met != nil {
		s.world.Met(h)
	}
	return !g.Drop
}

func closeWith(c *websocket.Conn, code int) {
	_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

// admit begins or resumes a session, unless it is invalid. It is called with mu held.
func (s *Server) admit(c *websocket.Conn, h Hello, shard []int, invalid bool) {
	old := s.sessions[h.Session]
	if invalid || h.Op == Resumed && old == nil {
		_ = c.WriteJSON(map[string]any{"op": 9, "d": false})
		return
	}
	if h.Op == Resumed {
		old.conn = c
		for i := max(0, len(old.recent)-int(old.seq-h.Seq)); i < len(old.recent); i++ {
			_ = c.WriteMessage(websocket.TextMessage, old.recent[i])
		}
		s.send(old, "RESUMED", json.RawMessage("{}"))
		return
	}
	s.world.Remaining--
	session := &session{id: "S" + s.newID(), shard: shard[0], of: shard[1], conn: c}
	s.sessions[session.id] = session
	ready, _ := json.Marshal(map[string]any{
		"session_id": session.id, "resume_gateway_url": "ws" + s.base[len("http"):] + "/gateway", "guilds": []any{},
		"application": map[string]string{"id": AppID}, "user": map[string]string{"id": AppID},
	})
	s.send(session, "READY", ready)
}

// send sends an event to a session, and keeps it. It is called with mu held.
func (s *Server) send(to *session, name string, data json.RawMessage) {
	to.seq++
	raw, _ := json.Marshal(map[string]any{"op": 0, "s": to.seq, "t": name, "d": data})
	if to.recent = append(to.recent, raw); len(to.recent) > maxRecent {
		to.recent = to.recent[1:]
	}
	if to.conn != nil {
		_ = to.conn.WriteMessage(websocket.TextMessage, raw) // the bot may be gone; it resumes
	}
}

// Event sends an event about a guild, or about none (empty), to the sessions of its shard,
// also to those that will resume.
func (s *Server) Event(guild, name, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _ := strconv.ParseInt(guild, 10, 64) // direct messages are of shard 0
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
		_ = c.WriteJSON(map[string]any{"op": op, "d": data})
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

// Connected returns how many sessions have a connection: events reach the bot by these.
func (s *Server) Connected() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, session := range s.sessions {
		if session.conn != nil {
			n++
		}
	}
	return n
}
