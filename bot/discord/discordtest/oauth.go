package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// ClientSecret is that of the application.
const ClientSecret = "client-secret-of-reckon"

// bearer begins the authorization by an access token.
const bearer = "Bearer "

// oauth answers calls that are made in the name of a person. The status is 0 for any other.
func (s *Server) oauth(c Call, raw []byte, authorization string) (status int, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.HasPrefix(c.Path, "oauth2/token") {
		return s.token(c.Path, raw)
	}
	access, is := strings.CutPrefix(authorization, bearer)
	if !is {
		return 0, ""
	}
	who, is := s.access[access]
	if !is {
		return 401, `{"message":"401: Unauthorized","code":0}`
	}
	switch c.Path {
	case "users/@me":
		return 200, who
	case "users/@me/applications/" + AppID + "/role-connection":
		return s.connect(c, who)
	}
	return 0, ""
}

// token gives tokens for a code or a refresh token, or takes them back. It is called with mu held.
func (s *Server) token(path string, raw []byte) (status int, body string) {
	form, err := url.ParseQuery(string(raw))
	if err != nil || form.Get("client_id") != AppID || form.Get("client_secret") != ClientSecret {
		return 400, `{"error":"invalid_client"}`
	}
	if path == "oauth2/token/revoke" {
		s.revoke(s.refresh[form.Get("token")])
		return 200, "{}"
	}
	from, key := s.world.Codes, form.Get("code")
	if form.Get("grant_type") == "refresh_token" {
		from, key = s.refresh, form.Get("refresh_token")
	}
	who, is := from[key]
	if !is {
		return 400, `{"error":"invalid_grant"}`
	}
	delete(from, key) // it holds once
	s.number++
	access, refresh := fmt.Sprint("access-", key, s.number), fmt.Sprint("refresh-", key, s.number)
	s.access[access], s.refresh[refresh] = who, who
	text, _ := json.Marshal(object{"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "scope": "identify"}) // our own value
	return 200, string(text)
}

// Expire ends all access tokens, as time does.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
}

// Revoke takes back all that a person, an object in JSON, has allowed the application.
func (s *Server) Revoke(who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoke(who)
}

func (s *Server) revoke(who string) {
	of := func(_, x string) bool { return x == who }
	maps.DeleteFunc(s.access, of)
	maps.DeleteFunc(s.refresh, of)
}

// connect shows values of a person's, by which servers give roles. Each must be of a registered
// field. It is called with mu held.
func (s *Server) connect(c Call, who string) (status int, body string) {
	if c.Method == "DELETE" {
		delete(s.world.Connections, who)
		return 204, ""
	}
	var fields []struct{ Key string }
	_ = json.Unmarshal(s.world.Fields, &fields) // none
	values, _ := c.Body["metadata"].(object)
	for key := range values {
		if !slices.Contains(fields, struct{ Key string }{key}) {
			return 400, `{"message":"Invalid Form Body","code":50035}`
		}
	}
	if s.world.Connections == nil {
		s.world.Connections = map[string]string{}
	}
	s.world.Connections[who] = fmt.Sprint(values)
	return 200, "{}"
}
