package telegramtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
)

// InitData returns what Telegram gives a Mini App when somebody opens it. token is that of the bot. start is
// the start parameter of a direct link; empty: the Mini App is opened from the private chat with the bot.
func InitData(token string, who Person, start string, at time.Time) string {
	fields := url.Values{
		"query_id":  {"AAE1"},
		"user":      {toJSON(who.json())},
		"auth_date": {strconv.FormatInt(at.Unix(), 10)},
		"signature": {"c2lnbmVkIGJ5IFRlbGVncmFt"},
	}
	if start != "" {
		fields.Set("start_param", start)
	}
	return Sign(token, fields)
}

// Sign signs fields as Telegram does, and writes them.
func Sign(token string, fields url.Values) string {
	var lines []string
	for name := range fields {
		lines = append(lines, name+"="+fields.Get(name))
	}
	sort.Strings(lines)
	secret := mac([]byte("WebAppData"), token)
	fields.Set("hash", hex.EncodeToString(mac(secret, strings.Join(lines, "\n"))))
	return fields.Encode()
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
