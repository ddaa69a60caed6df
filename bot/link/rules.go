package link

import (
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"reckon/storage"
)

// validFor is how long a code is valid.
const validFor = 10 * time.Minute

// codeLength is how many letters a code has. Eight letters of base32 have 40 bits.
const codeLength = 8

// digits are the digits of base32, which has no 0 and no 1.
const digits = "234567"

// newCode returns a code of letters and digits of base32. It has a digit, so that "link" with the code after
// it reads as a command.
func newCode() string {
	for {
		code := rand.Text()[:codeLength]
		if strings.ContainsAny(code, digits) {
			return code
		}
	}
}

// format returns a code as people read it.
func format(code string) string { return code[:codeLength/2] + "-" + code[codeLength/2:] }

// parse returns the letters and digits of a code, however it is typed: in small letters, with 0 for O or 1 for I, and
// with spaces or dashes.
func parse(text string) string {
	text = strings.NewReplacer("0", "O", "1", "I").Replace(strings.ToUpper(text))
	return strings.Map(func(r rune) rune {
		isLetter := r >= 'A' && r <= 'Z'
		isDigit := r >= '2' && r <= '7'
		if isLetter || isDigit {
			return r
		}
		return -1
	}, text)
}

// The keys of the sentences that say why a code links nobody.
const (
	wrongCode     = "link.no-code"
	ownCode       = "link.own-code"
	sameNetwork   = "link.same-network"
	alreadyLinked = "link.linked"
)

// refusal returns the key of the sentence that says why the sender of a code and its owner cannot
// become one person. It is empty if they can. mine are all players of the sender's person, and theirs
// all players of the owner's.
func refusal(sender, owner int64, mine, theirs []storage.Player) string {
	for _, m := range mine {
		if slices.Contains(theirs, m) {
			// The two are one person already.
			return ownCode
		}
		i := slices.IndexFunc(theirs, func(p storage.Player) bool { return p.Network == m.Network })
		if i < 0 {
			continue
		}
		if m.ID == sender && theirs[i].ID == owner {
			return sameNetwork
		}
		return alreadyLinked
	}
	return ""
}
