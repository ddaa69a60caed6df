package discord

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"

	"reckon/bot/chat"
)

// tokens are what the application has got for a person. Anybody who has them can show figures of that
// person. So they are stored encrypted (sealed), and a copy of the database is of no use without the
// client secret.
type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// sealMark begins tokens that are sealed. Those that an older version stored are JSON.
const sealMark = "sealed:"

// sealTokens returns tokens as they are stored.
func (f *FrontEnd) sealTokens(t tokens) (string, error) {
	plain, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	box, err := f.tokenCipher()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize(), box.NonceSize()+len(plain)+box.Overhead())
	rand.Read(nonce)
	return sealMark + base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, plain, nil)), nil
}

// readTokens reads stored tokens. The error is chat.ErrSealed if the client secret has changed since
// they were stored.
func (f *FrontEnd) readTokens(text string) (tokens, error) {
	var t tokens
	plain := []byte(text)
	sealed, isSealed := strings.CutPrefix(text, sealMark)
	if isSealed {
		var err error
		plain, err = f.unseal(sealed)
		if err != nil {
			return t, err
		}
	}
	return t, json.Unmarshal(plain, &t)
}

func (f *FrontEnd) unseal(text string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	box, err := f.tokenCipher()
	if err != nil {
		return nil, err
	}
	if len(raw) < box.NonceSize() {
		return nil, chat.ErrSealed
	}
	plain, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], nil)
	if err != nil {
		return nil, chat.ErrSealed
	}
	return plain, nil
}

// tokenCipher returns a cipher whose key is derived from the client secret.
func (f *FrontEnd) tokenCipher() (cipher.AEAD, error) {
	if f.secret == "" {
		return nil, errors.New("discord: there is no client secret to seal tokens with")
	}
	mac := hmac.New(sha256.New, []byte(f.secret))
	mac.Write([]byte("tokens of linked roles"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// SealToken implements roles.FigureShower.
func (f *FrontEnd) SealToken(token string) (string, error) {
	if strings.HasPrefix(token, sealMark) {
		return token, nil
	}
	t, err := f.readTokens(token)
	if err != nil {
		return "", err
	}
	return f.sealTokens(t)
}
