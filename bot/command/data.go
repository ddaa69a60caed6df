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
	// dataVersion begins the data of each button.
	dataVersion = "v2"
	// MaxData is how long the data of a button may be, in bytes, to fit on every network.
	MaxData = 64
	// MaxPersonal is how long the data of a button that leads into a private chat may be, in bytes.
	MaxPersonal = 48
)

var errData = errors.New("not the data of a button")

// A Press is the content of a button's data: "v2 hint 17" is a hint for round 17. A
// button has no other state, so that it works after a restart.
type Press struct {
	Act  string
	Args []string
	// Sealed reports whether the data ends in a seal, so that this bot must have made it.
	Sealed bool
}

// Number returns the argument with index i, or 0 if it is missing or no number.
func (p Press) Number(i int) int64 {
	n, err := strconv.ParseInt(p.Text(i), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Text returns the argument with index i, or an empty text if it is missing.
func (p Press) Text(i int) string {
	if i >= len(p.Args) {
		return ""
	}
	return p.Args[i]
}

// Data returns a button's data. Its arguments are texts and whole numbers.
func Data(act string, args ...any) string {
	parts := []string{dataVersion, act}
	for _, a := range args {
		parts = append(parts, fmt.Sprint(a))
	}
	return strings.Join(parts, " ")
}

// Unprintable matches a character that some networks cannot carry in a button's data.
var Unprintable = regexp.MustCompile("[^ -~]")

// Rows sets buttons in rows of three.
func Rows(all []chat.Button) (rows [][]chat.Button) {
	for row := range slices.Chunk(all, 3) {
		rows = append(rows, row)
	}
	return rows
}

// A Sealer seals and encloses data. A button that leads from a group into a private chat is a link there,
// and people can write such a link themselves. So the data of such a button ends in a seal.
type Sealer struct{ Secret []byte }

// sealMark begins a seal.
const sealMark = "~"

// Seal returns a button's data with a seal at its end: nine characters that only this bot can make.
func (s Sealer) Seal(data string) string {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte(data))
	return data + " " + sealMark + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:6])
}

// Read reads a button's data. A false seal is an error.
func (s Sealer) Read(data string) (Press, error) {
	parts := strings.Fields(data)
	if len(parts) < 2 || parts[0] != dataVersion {
		return Press{}, errData
	}
	last := len(parts) - 1
	if !strings.HasPrefix(parts[last], sealMark) {
		return Press{Act: parts[1], Args: parts[2:]}, nil
	}
	expected := s.Seal(strings.Join(parts[:last], " "))
	if !hmac.Equal([]byte(strings.Join(parts, " ")), []byte(expected)) {
		return Press{}, errData
	}
	return Press{Act: parts[1], Args: parts[2:last], Sealed: true}, nil
}
