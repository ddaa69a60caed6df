package command

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

var errEnclosed = errors.New("enclosed for another person, or by another bot")

// Enclose encrypts a text that only the named person can hand in again, for a purpose.
// The same text is enclosed the same way each time.
func (s Sealer) Enclose(text, person, purpose string) string {
	nonce := s.mac("nonce", person, purpose, text)[:nonceSize]
	return base64.RawURLEncoding.EncodeToString(s.box().Seal(nonce, nonce, []byte(text), []byte(person+"\x00"+purpose)))
}

// Disclose returns the text that Enclose encrypted.
func (s Sealer) Disclose(data, person, purpose string) (string, error) {
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

// nonceSize is the size of a nonce of GCM, in bytes. A nonce is made from everything
// that is enclosed, so that no other text has it.
const nonceSize = 12

func (s Sealer) box() cipher.AEAD {
	block, err := aes.NewCipher(s.mac("enclosed answers"))
	if err != nil { // a key of 32 bytes is valid
		panic(err)
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return box
}

func (s Sealer) mac(parts ...string) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	for _, p := range parts {
		mac.Write([]byte(p + "\x00"))
	}
	return mac.Sum(nil)
}
