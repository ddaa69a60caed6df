package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ClientSecret is the client secret of the application.
const ClientSecret = "client-secret-of-reckon"

// bearer begins the authorization by an access token.
const bearer = "Bearer "

// oauth answers a call that is made in the name of a person. For any other call the status of the answer
// is 0.
func (s *Server) oauth(c Call, raw []byte, authorization string) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.HasPrefix(c.Path, "oauth2/token") {
		// The form says who the client is. OAuth allows a client only one way to say that.
		if authorization != "" {
			return answer{http.StatusBadRequest, `{"error":"invalid_request"}`}
		}
		return s.token(c.Path, raw)
	}
	access, isPerson := strings.CutPrefix(authorization, bearer)
	if !isPerson {
		return answer{}
	}
	who, known := s.access[access]
	if !known {
		return refused(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	switch c.Path {
	case "users/@me":
		return answer{http.StatusOK, who}
	case "users/@me/applications/" + AppID + "/role-connection":
		return s.connect(c, who)
	}
	return answer{}
}

// token gives tokens for a code or a refresh token, or revokes tokens. It is called with mu held.
func (s *Server) token(path string, raw []byte) answer {
	form, err := url.ParseQuery(string(raw))
	if err != nil || form.Get("client_id") != AppID || form.Get("client_secret") != ClientSecret {
		return answer{http.StatusBadRequest, `{"error":"invalid_client"}`}
	}
	if path == "oauth2/token/revoke" {
		s.revoke(s.refresh[form.Get("token")])
		return answer{http.StatusOK, "{}"}
	}
	grants := s.world.Codes
	key := form.Get("code")
	if form.Get("grant_type") == "refresh_token" {
		grants = s.refresh
		key = form.Get("refresh_token")
	}
	who, valid := grants[key]
	if !valid {
		return answer{http.StatusBadRequest, `{"error":"invalid_grant"}`}
	}
	// A code or a refresh token is valid once.
	delete(grants, key)
	s.number++
	access := fmt.Sprint("access-", key, s.number)
	refresh := fmt.Sprint("refresh-", key, s.number)
	s.access[access] = who
	s.refresh[refresh] = who
	return okJSON(object{
		"access_token":  access,
		"refresh_token": refresh,
		"token_type":    "Bearer",
		"scope":         "identify",
	})
}

// Tokens returns valid tokens of a person; empty: there are none. who is the person as an object in JSON.
func (s *Server) Tokens(who string) (access, refresh string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return tokenOf(s.access, who), tokenOf(s.refresh, who)
}

func tokenOf(tokens map[string]string, who string) string {
	for token, owner := range tokens {
		if owner == who {
			return token
		}
	}
	return ""
}

// Expire ends all access tokens, as time does.
func (s *Server) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.access)
}

// Revoke takes back all that a person has allowed the application. who is the person as an object in
// JSON.
func (s *Server) Revoke(who string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoke(who)
}

func (s *Server) revoke(who string) {
	for _, tokens := range []map[string]string{s.access, s.refresh} {
		maps.DeleteFunc(tokens, func(_, owner string) bool { return owner == who })
	}
}

// connect sets or clears the values that decide which linked roles a person gets. Each value must have a
// registered field. connect is called with mu held.
func (s *Server) connect(c Call, who string) answer {
	if c.Method == http.MethodDelete {
		delete(s.world.Connections, who)
		return answer{status: http.StatusNoContent}
	}
	type field struct{ Key string }
	var fields []field
	// There may be no registered fields.
	_ = json.Unmarshal(s.world.Fields, &fields)
	values, _ := c.Body["metadata"].(object)
	for key := range values {
		if !slices.Contains(fields, field{key}) {
			return refused(http.StatusBadRequest, codeInvalidForm, "Invalid Form Body")
		}
	}
	if s.world.Connections == nil {
		s.world.Connections = map[string]string{}
	}
	s.world.Connections[who] = fmt.Sprint(values)
	return answer{http.StatusOK, "{}"}
}
