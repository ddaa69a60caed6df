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
	c, raw := s.readCall(r)
	s.mu.Lock()
	fail := s.world.Fail
	notice := s.world.Calls
	s.mu.Unlock()
	var f *Fault
	if fail != nil {
		f = fail(c)
	}
	if notice != nil {
		notice(c)
	}
	if s.options.Latency > 0 {
		select {
		case <-time.After(s.options.Latency):
		case <-r.Context().Done():
		}
	}
	var got answer
	if f == nil || f.After {
		got = s.answer(c, raw, r.Header.Get("Authorization"), w.Header())
	}
	if f != nil {
		got = answer{f.Code, f.Body}
		maps.Copy(w.Header(), f.Header)
	}
	if got.status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "text/html")
	if got.body == "" || json.Valid([]byte(got.body)) {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(got.status)
	// The bot may be gone.
	_, _ = io.WriteString(w, got.body)
}

// readCall reads a call, and also returns its body as it came. If the body is a list, it is not in the
// Call.
func (s *Server) readCall(r *http.Request) (Call, []byte) {
	c := Call{
		Method: r.Method,
		Path:   strings.TrimPrefix(r.URL.Path, "/api/v9/"),
		Query:  r.URL.RawQuery,
		At:     time.Now(),
	}
	var raw []byte
	if r.Body != nil {
		// If something is missing, the answer shows it.
		raw, _ = io.ReadAll(r.Body)
	}
	_, form, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		form = nil
	}
	if boundary := form["boundary"]; boundary != "" {
		raw, c.Files = readForm(raw, boundary)
	}
	_ = json.Unmarshal(raw, &c.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if part := strings.Split(c.Path, "/"); len(part) > 2 && s.interactions[part[2]] != nil {
		c.Interaction = s.interactions[part[2]].id
	}
	return c, raw
}

// readForm reads the body and the files of a request that has files.
func readForm(raw []byte, boundary string) (body []byte, files map[string]string) {
	files = map[string]string{}
	parts := multipart.NewReader(bytes.NewReader(raw), boundary)
	for {
		part, err := parts.NextPart()
		if err != nil {
			return body, files
		}
		content, _ := io.ReadAll(part)
		if part.FormName() == "payload_json" {
			body = content
			continue
		}
		files[part.FormName()+" "+part.FileName()] = string(content)
	}
}

// answer carries out a call, if the authorization allows it, and returns the answer. h is the header of
// the answer.
func (s *Server) answer(c Call, raw []byte, authorization string, h http.Header) answer {
	if got := s.oauth(c, raw, authorization); got.status != 0 {
		return got
	}
	if authorization != "Bot "+Token {
		return refused(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	if c.Path == "applications/@me" {
		return s.application(c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	part := strings.Split(c.Path, "/")
	if f := s.limit(c, part, h); f != nil {
		s.limited++
		maps.Copy(h, f.Header)
		return answer{f.Code, f.Body}
	}
	return s.carryOut(c, part, raw)
}

// carryOut carries out a call, given the parts of its path. It is called with mu held.
func (s *Server) carryOut(c Call, part []string, raw []byte) answer {
	switch c.Path {
	case "gateway", "gateway/bot":
		return okJSON(object{
			"url":    "ws" + strings.TrimPrefix(s.base, "http") + "/gateway",
			"shards": s.world.Shards,
			"session_start_limit": object{
				"total":           1000,
				"remaining":       s.world.Remaining,
				"reset_after":     86400000,
				"max_concurrency": 1,
			},
		})
	case "users/@me":
		return okJSON(object{"id": AppID, "username": "reckon"})
	case "users/@me/guilds":
		return answer{http.StatusOK, "[]"}
	case "applications/" + AppID + "/role-connections/metadata":
		return readOrWrite(c, raw, &s.world.Fields)
	}
	switch {
	case strings.HasPrefix(c.Path, "applications/"+AppID+"/activity-instances/"):
		if instance := s.world.Instances[part[3]]; instance != "" {
			return answer{http.StatusOK, instance}
		}
	case strings.HasSuffix(c.Path, "/commands"):
		return readOrWrite(c, raw, &s.world.Commands)
	case part[0] == "guilds":
		if g := s.world.Guilds[strings.Join(part[1:], "/")]; g != "" {
			return answer{http.StatusOK, g}
		}
		return refused(http.StatusNotFound, codeUnknownGuild, "Unknown Guild")
	case part[0] == "interactions" && len(part) == 4:
		return s.callback(s.interactions[part[2]], c)
	case part[0] == "webhooks" && len(part) > 2:
		return s.webhook(s.interactions[part[2]], part, c)
	case part[0] == "channels":
		return s.channel(c, part)
	}
	return refused(http.StatusNotFound, 0, "404: Not Found")
}

// readOrWrite carries out a call that reads or writes a list.
func readOrWrite(c Call, raw []byte, list *json.RawMessage) answer {
	if c.Method == http.MethodPut {
		*list = raw
	}
	if *list == nil {
		return answer{http.StatusOK, "[]"}
	}
	return answer{http.StatusOK, string(*list)}
}

// channel carries out a call about a channel, one of its messages, or a reaction.
func (s *Server) channel(c Call, part []string) answer {
	isTyping := len(part) == 3 && part[2] == "typing"
	if isTyping {
		return answer{status: http.StatusNoContent}
	}
	if c.Method == http.MethodPost {
		nonce, _ := c.Body["nonce"].(string)
		if id := s.nonces[nonce]; id != "" && c.Body["enforce_nonce"] == true {
			return okJSON(object{"id": id})
		}
		id := s.post(Message{Channel: part[1]}, c)
		s.nonces[nonce] = id
		return okJSON(object{"id": id})
	}
	if len(part) < 4 {
		return refused(http.StatusNotFound, 0, "404: Not Found")
	}
	message := part[3]
	isReaction := len(part) == 7
	if isReaction {
		s.react(message, part[5], c.Method == http.MethodPut)
		return answer{status: http.StatusNoContent}
	}
	if c.Method == http.MethodGet && s.reactions[message] != nil {
		all := []object{{"me": false, "emoji": object{"name": "😀"}}}
		for _, emoji := range s.reactions[message] {
			all = append(all, object{"me": true, "emoji": object{"name": emoji}})
		}
		return okJSON(object{"id": message, "reactions": all})
	}
	if len(part) == 4 {
		return s.change(message, c)
	}
	return refused(http.StatusNotFound, 0, "404: Not Found")
}

// react adds a reaction of the bot to a person's message, or takes it back.
func (s *Server) react(message, emoji string, add bool) {
	all := slices.DeleteFunc(s.reactions[message], func(other string) bool { return other == emoji })
	if add {
		all = append(all, emoji)
	}
	s.reactions[message] = all
}

// Types of a first answer.
const (
	typeMessage        = 4
	typeDeferral       = 5
	typeDeferredUpdate = 6
	typeUpdate         = 7
	typeChoices        = 8
	typeForm           = 9
)

// callback takes a first answer.
func (s *Server) callback(i *interaction, c Call) answer {
	if i == nil {
		return refused(http.StatusNotFound, codeUnknownInteraction, "Unknown interaction")
	}
	if i.original != "" {
		return refused(http.StatusBadRequest, codeAcknowledged, "Interaction has already been acknowledged.")
	}
	if s.options.FirstBy > 0 && time.Since(i.at) > s.options.FirstBy {
		return refused(http.StatusNotFound, codeUnknownInteraction, "Unknown interaction")
	}
	m := Message{Channel: i.channel, Interaction: i.id}
	kind, _ := c.Body["type"].(float64)
	switch kind {
	case typeMessage:
		i.original = s.post(m, c)
	case typeDeferral:
		i.waits = true
		i.original = s.post(m, c)
	case typeDeferredUpdate:
		i.original = i.pressed
	case typeUpdate:
		i.original = i.pressed
		if old := s.messages[i.pressed]; old != nil {
			m.Ephemeral = old.Ephemeral
		}
		s.store(i.pressed, m, c, Edited)
	case typeForm:
		s.show(m, Form)
		i.original = "none"
	case typeChoices:
		i.original = "none"
	default:
		return refused(http.StatusBadRequest, codeInvalidForm, "Invalid Form Body")
	}
	return okJSON(object{
		"interaction": object{"id": i.id},
		"resource":    object{"type": kind, "message": object{"id": i.original}},
	})
}

// tokenLife is how long the token of an interaction is valid.
const tokenLife = 15 * time.Minute

// webhook takes what follows a first answer: follow-ups, and changes of the original.
func (s *Server) webhook(i *interaction, part []string, c Call) answer {
	if i == nil || i.original == "" {
		return refused(http.StatusNotFound, codeUnknownWebhook, "Unknown Webhook")
	}
	if time.Since(i.at) > tokenLife {
		return refused(http.StatusUnauthorized, codeInvalidToken, "Invalid Webhook Token")
	}
	isFollowUp := len(part) == 3
	if isFollowUp && i.waits {
		// The first follow-up replaces the deferral, and has its readers.
		i.waits = false
		return s.change(i.original, c)
	}
	if isFollowUp {
		id := s.post(Message{Channel: i.channel, Interaction: i.id}, c)
		return okJSON(object{"id": id})
	}
	if part[4] != "@original" {
		return s.change(part[4], c)
	}
	if c.Method != http.MethodGet {
		i.waits = false
	}
	return s.change(i.original, c)
}

// change reads, edits or deletes a message.
func (s *Server) change(id string, c Call) answer {
	m := s.messages[id]
	if m == nil {
		isByToken := strings.HasPrefix(c.Path, "webhooks")
		if c.Method == http.MethodDelete && !isByToken {
			// It is a person's message; the server keeps only the bot's.
			return answer{status: http.StatusNoContent}
		}
		return refused(http.StatusNotFound, codeUnknownMessage, "Unknown Message")
	}
	switch c.Method {
	case http.MethodDelete:
		delete(s.messages, id)
		return answer{status: http.StatusNoContent}
	case http.MethodPatch, http.MethodPost:
		s.store(id, *m, c, Edited)
	}
	flags := 0
	if m.Ephemeral {
		flags |= flagEphemeral
	}
	if m.Kind == Deferred {
		flags |= flagLoading
	}
	text := []object{{"type": textDisplay, "content": m.Text}}
	return okJSON(object{"id": id, "flags": flags, "components": text})
}

// post stores a new message, and returns its ID.
func (s *Server) post(m Message, c Call) string {
	id := s.newID()
	m.Ephemeral = c.Message().Ephemeral
	kind := Posted
	if strings.HasPrefix(c.Path, "interactions") && c.Body["type"] == float64(typeDeferral) {
		kind = Deferred
	}
	s.store(id, m, c, kind)
	return id
}

// store stores a message with the content of a call, and shows it.
func (s *Server) store(id string, m Message, c Call, kind Kind) {
	content := c.Message()
	m.ID = id
	m.Kind = kind
	m.Text = content.Text
	m.Buttons = content.Buttons
	s.messages[id] = &m
	s.show(m, kind)
}

// Discord's limits of calls: those of a channel in a span, and all in a second.
const (
	perChannel  = 5
	channelSpan = 5 * time.Second
	perSecond   = 50
)

// limit counts a call, and returns a 429 if its channel's calls or all calls are used up.
func (s *Server) limit(c Call, part []string, h http.Header) *Fault {
	if !s.options.Limits || part[0] == "interactions" || part[0] == "webhooks" {
		return nil
	}
	left, after := s.count("all", perSecond, time.Second)
	if left < 0 {
		return TooMany(after, true)
	}
	if part[0] != "channels" {
		return nil
	}
	left, after = s.count(c.Method+" "+part[1], perChannel, channelSpan)
	h.Set("X-RateLimit-Limit", fmt.Sprint(perChannel))
	h.Set("X-RateLimit-Remaining", fmt.Sprint(max(0, left)))
	h.Set("X-RateLimit-Reset-After", fmt.Sprint(after.Seconds()))
	if left < 0 {
		return TooMany(after, false)
	}
	return nil
}

// count counts a call in a bucket. It returns how many calls are left in the span, and how long it
// takes until the span ends.
func (s *Server) count(bucket string, most int, span time.Duration) (left int, after time.Duration) {
	now := time.Now()
	l := s.limits[bucket]
	if now.After(l.until) {
		l = limit{until: now.Add(span)}
	}
	l.used++
	s.limits[bucket] = l
	return most - l.used, l.until.Sub(now)
}

// Statuses of an application's events.
const (
	eventsOff = 1
	eventsOn  = 2
)

// application returns the bot's application. Before that it sets the addresses to which interactions and
// events are posted, if the call has any. An address must answer as Discord demands.
func (s *Server) application(c Call) answer {
	if value, ok := c.Body["interactions_endpoint_url"]; ok {
		url, _ := value.(string)
		if url != "" && !s.answersPing(url) {
			return refused(http.StatusBadRequest, codeInvalidForm, "interactions_endpoint_url could not be verified")
		}
		s.Change(func(w *World) { w.Endpoint = url })
	}
	if value, ok := c.Body["event_webhooks_url"]; ok {
		url, _ := value.(string)
		turnsOn := c.Body["event_webhooks_status"] == float64(eventsOn)
		if value != nil && (!turnsOn || !s.answersEvent(url)) {
			return refused(http.StatusBadRequest, codeInvalidForm, "event_webhooks_url could not be verified")
		}
		s.Change(func(w *World) { w.Events = url })
	}
	app := object{
		"id":                    AppID,
		"verify_key":            hex.EncodeToString(s.Key.Public().(ed25519.PublicKey)),
		"bot":                   object{"id": AppID},
		"event_webhooks_url":    nil,
		"event_webhooks_status": eventsOff,
		"event_webhooks_types":  []string{},
	}
	s.Change(func(w *World) {
		app["interactions_endpoint_url"] = w.Endpoint
		if w.Events != "" {
			app["event_webhooks_url"] = w.Events
			app["event_webhooks_status"] = eventsOn
			app["event_webhooks_types"] = []string{"APPLICATION_AUTHORIZED"}
		}
	})
	return okJSON(app)
}

// answersPing reports whether an end point answers a PING with PONG, and refuses a wrong signature.
func (s *Server) answersPing(url string) bool {
	ping := []byte(`{"id":"1","application_id":"` + AppID + `","type":1,"token":"ping"}`)
	got, err := s.postTo(url, ping, s.Sign(ping, time.Now()))
	isPong := got.status == http.StatusOK && got.body == `{"type":1}`
	return s.refusesForgery(url, ping) && err == nil && isPong
}

// answersEvent reports whether an end point answers a test event with 204, and refuses a wrong
// signature.
func (s *Server) answersEvent(url string) bool {
	test := []byte(`{"version":1,"application_id":"` + AppID + `","type":0}`)
	got, err := s.postTo(url, test, s.Sign(test, time.Now()))
	return s.refusesForgery(url, test) && err == nil && got.status == http.StatusNoContent
}

// refusesForgery reports whether an end point refuses a post with the signature of another.
func (s *Server) refusesForgery(url string, body []byte) bool {
	got, err := s.postTo(url, body, s.Sign([]byte("another"), time.Now()))
	return err == nil && got.status == http.StatusUnauthorized
}

// Sign makes the header of a post, as of a time.
func (s *Server) Sign(body []byte, at time.Time) http.Header {
	timestamp := fmt.Sprint(at.Unix())
	signature := ed25519.Sign(s.Key, append([]byte(timestamp), body...))
	return http.Header{
		"Content-Type":          {"application/json"},
		"X-Signature-Timestamp": {timestamp},
		"X-Signature-Ed25519":   {hex.EncodeToString(signature)},
	}
}

// postTo posts a body to an end point.
func (s *Server) postTo(url string, body []byte, h http.Header) (answer, error) {
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	r.Header = h
	response, err := s.posts.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, string(raw)}, err
}
