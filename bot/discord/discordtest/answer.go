package discordtest

import (
	"encoding/json"
	"net/http"
)

// An answer is the answer to a call of the REST API.
type answer struct {
	status int
	body   string
}

// Codes of Discord's errors.
const (
	codeUnknownGuild       = 10004
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060
	codeInvalidToken       = 50027
	codeInvalidForm        = 50035
)

// okJSON answers with a value of our own, which can be encoded.
func okJSON(v any) answer {
	body, _ := json.Marshal(v)
	return answer{http.StatusOK, string(body)}
}

func refused(status, code int, message string) answer {
	return answer{status, Refusal(status, code, message).Body}
}
