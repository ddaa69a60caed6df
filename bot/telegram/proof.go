package telegram

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	// proofFor is how long the initData of a Mini App proves who opened it.
	proofFor = time.Hour
	// clocksOff is how much this machine's clock may be behind Telegram's.
	clocksOff = time.Minute
)

var _ chat.Prover = (*FrontEnd)(nil)

// Application implements chat.Prover: it is the address of the Mini App.
func (f *FrontEnd) Application() string {
	if me := f.me.Load(); me != nil {
		return me.app
	}
	return ""
}

// Prove implements chat.Prover: the person plays in the private chat with the bot.
func (f *FrontEnd) Prove(_ context.Context, p chat.Proof, now time.Time) (chat.Request, error) {
	fields, ok := signedFields(p.Proof, f.token)
	if !ok || !isFresh(fields["auth_date"], now) {
		return chat.Request{}, chat.ErrProof
	}
	var user tgbotapi.User
	if err := json.Unmarshal([]byte(fields["user"]), &user); err != nil || user.ID == 0 || user.IsBot {
		return chat.Request{}, chat.ErrProof
	}
	person := personOf(&user)
	person.Role = chat.RoleAdmin
	r := chat.Request{
		Place:  chat.Place{Network: Network, Community: person.ID, Private: true, Title: user.FirstName},
		Person: person,
		Locale: user.LanguageCode,
	}
	if data, ok := unlink(fields["start_param"]); ok {
		r.Input = chat.Input{Kind: chat.Press, Data: data}
	}
	return r, nil
}

// isFresh reports whether initData still proves who opened the Mini App. unix is the time in seconds at which
// Telegram signed it.
func isFresh(unix string, now time.Time) bool {
	seconds, err := strconv.ParseInt(unix, 10, 64)
	if err != nil {
		return false
	}
	age := now.Sub(time.Unix(seconds, 0))
	return age >= -clocksOff && age <= proofFor
}

var _ chat.Roster = (*FrontEnd)(nil)

// Belongs implements chat.Roster. Telegram may hide the members from a bot that is no administrator. It then says
// that they are inaccessible, and Belongs returns true.
func (f *FrontEnd) Belongs(ctx context.Context, community, person string) (bool, error) {
	var m tgbotapi.ChatMember
	err := f.call(ctx, &m, "getChatMember", tgbotapi.Params{"chat_id": community, "user_id": person})
	if code := statusOf(err); code == http.StatusBadRequest || code == http.StatusForbidden {
		return strings.Contains(err.Error(), "inaccessible"), nil
	}
	return isIn(m), err
}

// signedFields reads the fields of initData. ok is true if Telegram has signed them for the bot with the token,
// and no field is there twice.
// See https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app.
func signedFields(initData, token string) (fields map[string]string, ok bool) {
	values, err := url.ParseQuery(initData)
	if err != nil {
		return nil, false
	}
	fields = map[string]string{}
	var lines []string
	for name, all := range values {
		if len(all) != 1 {
			return nil, false
		}
		fields[name] = all[0]
		if name != "hash" {
			lines = append(lines, name+"="+all[0])
		}
	}
	slices.Sort(lines)
	hash, err := hex.DecodeString(fields["hash"])
	if err != nil {
		return nil, false
	}
	secret := hmacOf([]byte("WebAppData"), token)
	return fields, hmac.Equal(hash, hmacOf(secret, strings.Join(lines, "\n")))
}

func hmacOf(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
