package command

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
)

const (
	dataVersion = "v2"
	// MaxData is the longest data of a button, in bytes, that every network takes.
	MaxData = 64
	// MaxPersonal is the longest data of a button that leads into a private chat.
	MaxPersonal = 48
)

var errData = errors.New("not the data of a button")

// A Press is the content of a button's data: "v2 hint 17" is a hint for round 17. A
// button has no other state, so that it works after a restart.
type Press struct {
	Act    string
	Args   []string
	Sealed bool // it was made by this bot
}

// Number is argument i, or 0.
func (p Press) Number(i int) int64 {
	if n, err := strconv.ParseInt(p.Text(i), 10, 64); err == nil {
		return n
	}
	return 0
}

// Text is argument i, or empty.
func (p Press) Text(i int) string {
	if i >= len(p.Args) {
		return ""
	}
	return p.Args[i]
}

// Data writes a button's data; its arguments are texts and whole numbers.
func Data(act string, args ...any) string {
	f := []string{dataVersion, act}
	for _, a := range args {
		f = append(f, fmt.Sprint(a))
	}
	return strings.Join(f, " ")
}

// IsPrintable reports whether every network carries a text as a button's data.
func IsPrintable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// Rows sets buttons in rows of three.
func Rows(all []chat.Button) (rows [][]chat.Button) {
	for row := range slices.Chunk(all, 3) {
		rows = append(rows, row)
	}
	return rows
}

// A Sealer seals and encloses data. People can write a deep link themselves, so the
// data of a button that leads from a community into a private chat ends in a seal.
type Sealer struct{ Secret []byte }

// sealMark begins a seal.
const sealMark = "~"

// Seal is nine characters that only this bot can put behind a button's data.
func (s Sealer) Seal(data string) string {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte(data))
	return sealMark + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:6])
}

// Sealed writes a button's data with its seal.
func (s Sealer) Sealed(act string, args ...any) string {
	data := Data(act, args...)
	return data + " " + s.Seal(data)
}

// Read reads a button's data. A false seal is an error.
func (s Sealer) Read(data string) (Press, error) {
	f := strings.Fields(data)
	if len(f) < 2 || f[0] != dataVersion {
		return Press{}, errData
	}
	p := Press{Act: f[1], Args: f[2:]}
	if n := len(f) - 1; strings.HasPrefix(f[n], sealMark) {
		if !hmac.Equal([]byte(f[n]), []byte(s.Seal(strings.Join(f[:n], " ")))) {
			return Press{}, errData
		}
		p.Args, p.Sealed = f[2:n], true
	}
	return p, nil
}
