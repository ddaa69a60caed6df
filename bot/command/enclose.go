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

// Enclose encrypts a text. Disclose returns the text only for the same person and purpose. The same text,
// person and purpose always give the same result.
func (s Sealer) Enclose(text, person, purpose string) string {
	nonce := s.mac("nonce", person, purpose, text)[:nonceSize]
	box := s.cipher().Seal(nonce, nonce, []byte(text), associatedData(person, purpose))
	return base64.RawURLEncoding.EncodeToString(box)
}

// Disclose returns the text that Enclose encrypted.
func (s Sealer) Disclose(data, person, purpose string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(data)
	if err != nil || len(raw) < nonceSize {
		return "", errEnclosed
	}
	nonce := raw[:nonceSize]
	text, err := s.cipher().Open(nil, nonce, raw[nonceSize:], associatedData(person, purpose))
	if err != nil {
		return "", errEnclosed
	}
	return string(text), nil
}

// associatedData returns what is authenticated with a text, but not encrypted.
func associatedData(person, purpose string) []byte { return []byte(person + "\x00" + purpose) }

// nonceSize is the size of a nonce of GCM, in bytes. No two texts may have the same nonce, so Enclose makes
// it from the text, the person and the purpose.
const nonceSize = 12

// cipher returns AES-GCM with a key made from the secret. A key of 32 bytes is valid, so there is
// no error.
func (s Sealer) cipher() cipher.AEAD {
	block, err := aes.NewCipher(s.mac("enclosed answers"))
	if err != nil {
		panic(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return gcm
}

// mac returns 32 bytes that only somebody with the secret can make from the parts.
func (s Sealer) mac(parts ...string) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	for _, p := range parts {
		mac.Write([]byte(p + "\x00"))
	}
	return mac.Sum(nil)
}
