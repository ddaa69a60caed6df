package bot

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

var errEnclosed = errors.New("enclosed for another person, or by another bot")

// enclose makes of a text one that nobody but this bot can read, and that only the
// named person can hand in, for a purpose. What is enclosed twice is the same twice.
func (s sealer) enclose(text, person, purpose string) string {
	nonce := s.mac("nonce", person, purpose, text)[:nonceSize]
	return base64.RawURLEncoding.EncodeToString(s.box().Seal(nonce, nonce, []byte(text), []byte(person+"\x00"+purpose)))
}

// disclose reads what was enclosed.
func (s sealer) disclose(data, person, purpose string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(data)
	if err != nil || len(raw) < nonceSize {
		return "", errEnclosed
	}
	text, err := s.box().Open(nil, raw[:nonceSize], raw[nonceSize:], []byte(person+"\x00"+purpose))
	if err != nil {
		return "", errEnclosed
	}
	return string(text), nil
}

// nonceSize is that of GCM, in bytes. A nonce is made of all that is enclosed, so
// that no other text has it.
const nonceSize = 12

func (s sealer) box() cipher.AEAD {
	block, err := aes.NewCipher(s.mac("enclosed answers"))
	if err != nil { // a key of 32 bytes is always taken
		panic(err)
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return box
}

func (s sealer) mac(parts ...string) []byte {
	mac := hmac.New(sha256.New, s.secret)
	for _, p := range parts {
		mac.Write([]byte(p + "\x00"))
	}
	return mac.Sum(nil)
}
