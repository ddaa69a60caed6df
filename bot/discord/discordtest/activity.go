package discordtest

import (
	"encoding/json"
	"net/url"
	"strings"
)

// ClientSecret is that of the application.
const ClientSecret = "client-secret-of-reckon"

// bearer begins the access token of the person whose object follows.
const bearer = "Bearer "

// oauth answers calls that are made in the name of a person. The status is 0 for any other.
func (s *Server) oauth(c Call, raw []byte, authorization string) (status int, body string) {
	switch {
	case c.Path == "oauth2/token":
		form, err := url.ParseQuery(string(raw))
		s.mu.Lock()
		defer s.mu.Unlock()
		code := form.Get("code")
		who, is := s.world.Codes[code]
		if err != nil || !is || form.Get("client_id") != AppID || form.Get("client_secret") != ClientSecret || form.Get("grant_type") != "authorization_code" {
			return 400, `{"error":"invalid_grant"}`
		}
		delete(s.world.Codes, code) // it holds once
		s.access["access-"+code] = who
		text, _ := json.Marshal(object{"access_token": "access-" + code, "token_type": "Bearer", "scope": "identify"}) // our own value
		return 200, string(text)
	case c.Path == "users/@me" && strings.HasPrefix(authorization, bearer):
		s.mu.Lock()
		defer s.mu.Unlock()
		who, is := s.access[strings.TrimPrefix(authorization, bearer)]
		if !is {
			return 401, `{"message":"401: Unauthorized","code":0}`
		}
		return 200, who
	}
	return 0, ""
}
