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

// Application implements chat.Prover: Telegram's clients know it.
func (f *FrontEnd) Application() string { return "" }

// Prove implements chat.Prover: the person plays in the private chat with the bot.
func (f *FrontEnd) Prove(_ context.Context, p chat.Proof, now time.Time) (r chat.Request, err error) {
	fields, ok := signedFields(p.Proof, f.token)
	if !ok {
		return r, chat.ErrProof
	}
	seconds, err := strconv.ParseInt(fields["auth_date"], 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	var user tgbotapi.User
	if err != nil || age > proofFor || age < -clocksOff || json.Unmarshal([]byte(fields["user"]), &user) != nil || user.ID == 0 || user.IsBot {
		return r, chat.ErrProof
	}
	r.Person, r.Locale = personOf(&user), user.LanguageCode
	r.Person.Role = chat.RoleAdmin
	r.Place = chat.Place{Network: Network, Community: r.Person.ID, Private: true, Title: user.FirstName}
	if data, ok := unlink(fields["start_param"]); ok {
		r.Input = chat.Input{Kind: chat.Press, Data: data}
	}
	return r, nil
}

var _ chat.Roster = (*FrontEnd)(nil)

// Belongs implements chat.Roster. Telegram may hide the members from a bot that is no administrator.
func (f *FrontEnd) Belongs(ctx context.Context, community, person string) (bool, error) {
	var m tgbotapi.ChatMember
	err := f.call(ctx, &m, "getChatMember", tgbotapi.Params{"chat_id": community, "user_id": person})
	if code := refusal(err); code == http.StatusBadRequest || code == http.StatusForbidden {
		return strings.Contains(err.Error(), "inaccessible"), nil
	}
	return isIn(m), err
}

// signedFields reads the fields of initData, each of which may be there once. ok is false
// unless Telegram has signed them for the bot of the token.
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
	secret := hmac.New(sha256.New, []byte("WebAppData"))
	secret.Write([]byte(token))
	mac := hmac.New(sha256.New, secret.Sum(nil))
	mac.Write([]byte(strings.Join(lines, "\n")))
	return fields, err == nil && hmac.Equal(hash, mac.Sum(nil))
}
