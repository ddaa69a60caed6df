package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	c := Call{Method: r.Method, Path: strings.TrimPrefix(r.URL.Path, "/api/v9/"), Query: r.URL.RawQuery, At: time.Now()}
	var raw []byte
	if r.Body != nil {
		raw, _ = io.ReadAll(r.Body) // what is missing shows in the answer
	}
	if _, form, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil && form["boundary"] != "" {
		raw, c.Files = readForm(raw, form["boundary"])
	}
	_ = json.Unmarshal(raw, &c.Body) // a list stays unread
	s.mu.Lock()
	if part := strings.Split(c.Path, "/"); len(part) > 2 && s.interactions[part[2]] != nil {
		c.Interaction = s.interactions[part[2]].id
	}
	fail, watch := s.world.Fail, s.world.Calls
	s.mu.Unlock()
	var f *Fault
	if fail != nil {
		f = fail(c)
	}
	if watch != nil {
		watch(c)
	}
	if s.options.Latency > 0 {
		select {
		case <-time.After(s.options.Latency):
		case <-r.Context().Done():
		}
	}
	var status int
	var body string
	if f == nil || f.After {
		status, body = s.oauth(c, raw, r.Header.Get("Authorization"))
	}
	if status == 0 && f == nil && r.Header.Get("Authorization") != "Bot "+Token {
		f = Refusal(401, 0, "401: Unauthorized")
	}
	if status == 0 && (f == nil || f.After) {
		var limited *Fault
		if status, body, limited = s.carryOut(c, raw, w.Header()); limited != nil {
			f = limited
		}
	}
	if f != nil {
		status, body = f.Code, f.Body
		maps.Copy(w.Header(), f.Header)
	}
	if status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "text/html")
	if body == "" || json.Valid([]byte(body)) {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the bot may be gone
}

// readForm reads a request that has files.
func readForm(raw []byte, boundary string) (body []byte, files map[string]string) {
	files = map[string]string{}
	for parts := multipart.NewReader(bytes.NewReader(raw), boundary); ; {
		part, err := parts.NextPart()
		if err != nil {
			return body, files
		}
		content, _ := io.ReadAll(part)
		if part.FormName() == "payload_json" {
			body = content
		} else {
			files[part.FormName()+" "+part.FileName()] = string(content)
		}
	}
}

// carryOut carries out a call.
func (s *Server) carryOut(c Call, raw []byte, h http.Header) (status int, body string, limited *Fault) {
	part := strings.Split(c.Path, "/")
	if c.Path == "applications/@me" {
		status, body = s.application(c)
		return status, body, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.limit(c, part, h); f != nil {
		s.limited++
		return 0, "", f
	}
	ok := func(v any) (int, string, *Fault) {
		raw, _ := json.Marshal(v) // our own value
		return 200, string(raw), nil
	}
	switch {
	case c.Path == "gateway" || c.Path == "gateway/bot":
		return ok(map[string]any{"url": "ws" + strings.TrimPrefix(s.base, "http") + "/gateway", "shards": s.world.Shards, "session_start_limit": map[string]any{
			"total": 1000, "remaining": s.world.Remaining, "reset_after": 86400000, "max_concurrency": 1,
		}})
	case c.Path == "users/@me":
		return ok(map[string]any{"id": AppID, "username": "reckon"})
	case strings.HasPrefix(c.Path, "applications/"+AppID+"/activity-instances/"):
		if at := s.world.Instances[part[3]]; at != "" {
			return 200, at, nil
		}
		return refused(404, 0, "404: Not Found")
	case c.Path == "users/@me/guilds":
		return 200, "[]", nil
	case c.Path == "applications/"+AppID+"/role-connections/metadata":
		return keep(c, raw, &s.world.Fields)
	case strings.HasSuffix(c.Path, "/commands"):
		return keep(c, raw, &s.world.Commands)
	case part[0] == "guilds":
		if g := s.world.Guilds[strings.Join(part[1:], "/")]; g != "" {
			return 200, g, nil
		}
		return refused(404, 10004, "Unknown Guild")
	case part[0] == "interactions" && len(part) == 4:
		return s.callback(s.interactions[part[2]], c)
	case part[0] == "webhooks" && len(part) > 2:
		return s.webhook(s.interactions[part[2]], part, c)
	case part[0] == "channels" && c.Method == http.MethodPost:
		nonce, _ := c.Body["nonce"].(string)
		if id := s.nonces[nonce]; id != "" && c.Body["enforce_nonce"] == true {
			return ok(map[string]string{"id": id})
		}
		id := s.post(Message{Channel: part[1]}, c)
		s.nonces[nonce] = id
		return ok(map[string]string{"id": id})
	case part[0] == "channels" && len(part) == 7: // a reaction
		all := slices.DeleteFunc(s.reactions[part[3]], func(emoji string) bool { return emoji == part[5] })
		if c.Method == http.MethodPut {
			all = append(all, part[5])
		}
		s.reactions[part[3]] = all
		return 204, "", nil
	case part[0] == "channels" && c.Method == http.MethodGet && s.reactions[part[3]] != nil:
		all := []object{{"me": false, "emoji": object{"name": "😀"}}}
		for _, emoji := range s.reactions[part[3]] {
			all = append(all, object{"me": true, "emoji": object{"name": emoji}})
		}
		return ok(object{"id": part[3], "reactions": all})
	case part[0] == "channels" && len(part) == 4:
		return s.change(part[3], c)
	}
	return refused(404, 0, "404: Not Found")
}

// keep carries out a call that reads a list, or writes it anew.
func keep[List ~[]byte](c Call, raw []byte, list *List) (int, string, *Fault) {
	if c.Method == http.MethodPut {
		*list = raw
	}
	if *list == nil {
		return 200, "[]", nil
	}
	return 200, string(*list), nil
}

func refused(status, code int, message string) (int, string, *Fault) {
	return status, Refusal(status, code, message).Body, nil
}

// callback takes a first answer.
func (s *Server) callback(i *interaction, c Call) (int, string, *Fault) {
	late := i != nil && s.options.FirstBy > 0 && time.Since(i.at) > s.options.FirstBy
	switch {
	case i == nil || late && i.original == "":
		return refused(404, 10062, "Unknown interaction")
	case i.original != "":
		return refused(400, 40060, "Interaction has already been acknowledged.")
	}
	m := Message{Channel: i.channel, Interaction: i.id}
	kind, _ := c.Body["type"].(float64)
	switch kind {
	case 4:
		i.original = s.post(m, c)
	case 5:
		i.waits = true
		i.original = s.post(m, c)
	case 6:
		i.original = i.pressed
	case 7:
		i.original = i.pressed
		if old := s.messages[i.pressed]; old != nil {
			m.Ephemeral = old.Ephemeral
		}
		s.keep(i.pressed, m, c, Edited)
	case 9:
		s.show(m, Form)
		fallthrough
	case 8: // choices
		i.original = "none"
	default:
		return refused(400, 50035, "Invalid Form Body")
	}
	return 200, fmt.Sprintf(`{"interaction":{"id":%q},"resource":{"type":%v,"message":{"id":%q}}}`, i.id, kind, i.original), nil
}

// webhook takes what follows a first answer.
func (s *Server) webhook(i *interaction, part []string, c Call) (int, string, *Fault) {
	switch {
	case i == nil || i.original == "":
		return refused(404, 10015, "Unknown Webhook")
	case time.Since(i.at) > 15*time.Minute:
		return refused(401, 50027, "Invalid Webhook Token")
	case len(part) == 3 && i.waits: // it takes the place of the deferral, and its readers
		i.waits = false
		return s.change(i.original, c)
	case len(part) == 3:
		return 200, fmt.Sprintf(`{"id":%q}`, s.post(Message{Channel: i.channel, Interaction: i.id}, c)), nil
	}
	id := part[4]
	if id == "@original" {
		id = i.original
		if c.Method != http.MethodGet {
			defer func() { i.waits = false }()
		}
	}
	return s.change(id, c)
}

// change reads, edits or deletes a message.
func (s *Server) change(id string, c Call) (int, string, *Fault) {
	m := s.messages[id]
	if m == nil && c.Method == http.MethodDelete && !strings.HasPrefix(c.Path, "webhooks") {
		return 204, "", nil // a person's
	}
	if m == nil {
		return refused(404, 10008, "Unknown Message")
	}
	switch c.Method {
	case http.MethodDelete:
		delete(s.messages, id)
		return 204, "", nil
	case http.MethodPatch, http.MethodPost:
		s.keep(id, *m, c, Edited)
	}
	flags := 0
	if m.Ephemeral {
		flags |= 64
	}
	if m.Kind == Deferred {
		flags |= 128
	}
	return 200, fmt.Sprintf(`{"id":%q,"flags":%d}`, id, flags), nil
}

// post keeps a new message.
func (s *Server) post(m Message, c Call) (id string) {
	id = s.newID()
	m.Ephemeral = c.Message().Ephemeral
	kind := Posted
	if c.Body["type"] == 5.0 && strings.HasPrefix(c.Path, "interactions") {
		kind = Deferred
	}
	s.keep(id, m, c, kind)
	return id
}

// keep keeps a message as a call makes it.
func (s *Server) keep(id string, m Message, c Call, kind Kind) {
	shown := c.Message()
	m.ID, m.Kind, m.Text, m.Buttons = id, kind, shown.Text, shown.Buttons
	s.messages[id] = &m
	s.show(m, kind)
}

// limit counts a call in its channel's bucket (5 in 5 s) and in the 50 a second, and returns a
// 429 where they are used up.
func (s *Server) limit(c Call, part []string, h http.Header) *Fault {
	if !s.options.Limits || part[0] == "interactions" || part[0] == "webhooks" {
		return nil
	}
	now := time.Now()
	count := func(key string, most int, span time.Duration) (left int, after time.Duration) {
		l := s.limits[key]
		if now.After(l.until) {
			l = limit{until: now.Add(span)}
		}
		l.used++
		s.limits[key] = l
		return most - l.used, l.until.Sub(now)
	}
	if left, after := count("all", 50, time.Second); left < 0 {
		return TooMany(after, true)
	}
	if part[0] != "channels" {
		return nil
	}
	left, after := count(c.Method+" "+part[1], 5, 5*time.Second)
	h.Set("X-RateLimit-Limit", "5")
	h.Set("X-RateLimit-Remaining", fmt.Sprint(max(0, left)))
	h.Set("X-RateLimit-Reset-After", fmt.Sprint(after.Seconds()))
	if left < 0 {
		return TooMany(after, false)
	}
	return nil
}

// application describes the bot's application, or sets where interactions and events are posted, if
// that answers as Discord demands: a PING with PONG or 204, and a wrong signature with 401.
func (s *Server) application(c Call) (int, string) {
	if to, ok := c.Body["interactions_endpoint_url"]; ok {
		url, _ := to.(string)
		ping := []byte(`{"id":"1","application_id":"` + AppID + `","type":1,"token":"ping"}`)
		if url != "" {
			right, pong, err := s.postTo(url, ping, s.Sign(ping, time.Now()))
			wrong, _, _ := s.postTo(url, ping, s.Sign([]byte("another"), time.Now()))
			if err != nil || right != 200 || pong != `{"type":1}` || wrong != 401 {
				status, body, _ := refused(400, 50035, "interactions_endpoint_url could not be verified")
				return status, body
			}
		}
		s.Change(func(w *World) { w.Endpoint = url })
	}
	if to, ok := c.Body["event_webhooks_url"]; ok && to == nil {
		s.Change(func(w *World) { w.Events = "" })
	}
	if to, ok := c.Body["event_webhooks_url"].(string); ok {
		test := []byte(`{"version":1,"application_id":"` + AppID + `","type":0}`)
		right, _, err := s.postTo(to, test, s.Sign(test, time.Now()))
		wrong, _, _ := s.postTo(to, test, s.Sign([]byte("another"), time.Now()))
		if err != nil || right != 204 || wrong != 401 || c.Body["event_webhooks_status"] != 2.0 {
			status, body, _ := refused(400, 50035, "event_webhooks_url could not be verified")
			return status, body
		}
		s.Change(func(w *World) { w.Events = to })
	}
	var now, events any
	status := 1
	s.Change(func(w *World) {
		if now = w.Endpoint; w.Events != "" {
			events, status = w.Events, 2
		}
	})
	app, _ := json.Marshal(map[string]any{
		"id": AppID, "verify_key": hex.EncodeToString(s.Key.Public().(ed25519.PublicKey)), "interactions_endpoint_url": now,
		"bot": object{"id": AppID}, "event_webhooks_url": events, "event_webhooks_status": status, "event_webhooks_types": []string{"APPLICATION_AUTHORIZED"}[:status-1],
	})
	return 200, string(app)
}

// Sign makes the header of a post, as of a time.
func (s *Server) Sign(body []byte, at time.Time) http.Header {
	stamp := fmt.Sprint(at.Unix())
	return http.Header{
		"Content-Type": {"application/json"}, "X-Signature-Timestamp": {stamp},
		"X-Signature-Ed25519": {hex.EncodeToString(ed25519.Sign(s.Key, append([]byte(stamp), body...)))},
	}
}

// postTo posts a body to an end point.
func (s *Server) postTo(url string, body []byte, h http.Header) (status int, answer string, err error) {
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header = h
	got, err := s.posts.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	return got.StatusCode, string(raw), err
}
