package command

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
)

const (
	dataVersion = "v2"
	// MaxData is how long the data of a button may be on every network, in bytes.
	MaxData = 64
	// MaxPersonal is how long the data of a button that leads into a private chat may be.
	MaxPersonal = 48
)

var errData = errors.New("not the data of a button")

// A Press is the content of a button's data: "v2 hint 17" is a hint for round 17. A
// button has no other state, so that it works after a restart.
type Press struct {
	Act  string
	Args []string
	// Sealed means that this bot made it.
	Sealed bool
}

// Number returns argument i, or 0 if it is missing or no number.
func (p Press) Number(i int) int64 {
	n, err := strconv.ParseInt(p.Text(i), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Text returns argument i, or an empty text if it is missing.
func (p Press) Text(i int) string {
	if i >= len(p.Args) {
		return ""
	}
	return p.Args[i]
}

// Data returns a button's data; its arguments are texts and whole numbers.
func Data(act string, args ...any) string {
	f := []string{dataVersion, act}
	for _, a := range args {
		f = append(f, fmt.Sprint(a))
	}
	return strings.Join(f, " ")
}

// Unprintable matches what some networks cannot carry in a button's data.
var Unprintable = regexp.MustCompile("[^ -~]")

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

// Seal returns a button's data with a seal behind it: nine characters that only this bot can make.
func (s Sealer) Seal(data string) string {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte(data))
	return data + " " + sealMark + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:6])
}

// Read reads a button's data. A false seal is an error.
func (s Sealer) Read(data string) (Press, error) {
	f := strings.Fields(data)
	if len(f) < 2 || f[0] != dataVersion {
		return Press{}, errData
	}
	last := len(f) - 1
	if !strings.HasPrefix(f[last], sealMark) {
		return Press{Act: f[1], Args: f[2:]}, nil
	}
	expected := s.Seal(strings.Join(f[:last], " "))
	if !hmac.Equal([]byte(strings.Join(f, " ")), []byte(expected)) {
		return Press{}, errData
	}
	return Press{Act: f[1], Args: f[2:last], Sealed: true}, nil
}
