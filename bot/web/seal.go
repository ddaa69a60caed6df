package web

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// seal encrypts a value for a purpose, as text that only unseal reads.
func (f *FrontEnd) seal(purpose string, v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	box, err := f.cipherFor(purpose)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize(), box.NonceSize()+len(plain)+box.Overhead())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, plain, nil)), nil
}

// unseal reads what seal wrote for the same purpose, and reports whether the text is that.
func (f *FrontEnd) unseal(purpose, text string, into any) bool {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	box, err := f.cipherFor(purpose)
	if err != nil || len(raw) < box.NonceSize() {
		return false
	}
	nonce := raw[:box.NonceSize()]
	plain, err := box.Open(nil, nonce, raw[box.NonceSize():], nil)
	return err == nil && json.Unmarshal(plain, into) == nil
}

// cipherFor returns a cipher whose key is derived from the secret and a purpose.
func (f *FrontEnd) cipherFor(purpose string) (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, f.Secret)
	mac.Write([]byte(purpose))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
