package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"

	"reckon/bot/play"
	"reckon/engine"
)

// What a button does. A button's data is all the state it has, so that it works
// after a restart: "v2 hint 17" is a hint for round 17. Where a button leads out of
// the community in which the round is played, its data ends in a seal, since people
// can write a deep link themselves.
const (
	actAnswer  = "answer"  // round: ask for an answer; as a Submit: the answer
	actAgain   = "again"   // round: ask for an answer, with the last one to begin with
	actHint    = "hint"    // round
	actMore    = "more"    // round: the next hint, in the place of the ones before
	actGiveUp  = "giveup"  // round
	actSure    = "sure"    // round: give up, asked once more
	actNext    = "next"    // game level [option]: deal another
	actExplain = "explain" // expression: how it works
	actSet     = "set"     // setting [value]: its page, or that value
	actTry     = "try"     // post where nothing could be posted
	actForget  = "erase"   // player: forget them, asked once more
	actDaily   = "daily"   // game [number [community]]: that day's puzzle in that game, pressed in a community's post; without a number, the day
	actCard    = "card"    // number: what the person has done on that day
	actShare   = "share"   // number: the same, for all to see
	actArchive = "archive" // number: the days of the past, from that one back
	actPicture = "picture" // round: the picture of its result
	actHelp    = "help"    // [topic]: that page of help
	actPose    = "pose"    // puzzle: deal this very one
	actSent    = "sent"    // round, or 0 for the current one, and an enclosed answer
)

const (
	dataVersion = "v2"
	// maxData is the longest data of a button, in bytes, that every network takes.
	maxData = 64
	// maxPersonal is that of one that leads into a private chat.
	maxPersonal = 48
	// buttonSecret names the secret that seals are made with.
	buttonSecret = "buttons"
)

var errData = errors.New("data of no known button")

// A press is what a button's data says.
type press struct {
	act    string
	args   []string
	sealed bool // it was made by this bot
}

// A sealer seals data.
type sealer struct{ secret []byte }

// sealMark begins a seal.
const sealMark = "~"

// seal is nine characters that only this bot can put behind a button's data.
func (s sealer) seal(data string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(data))
	return sealMark + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:6])
}

// read reads a button's data. One whose seal is false is an error.
func (s sealer) read(data string) (press, error) {
	f := strings.Fields(data)
	if len(f) < 2 || f[0] != dataVersion {
		return press{}, errData
	}
	p := press{act: f[1], args: f[2:]}
	if n := len(f) - 1; strings.HasPrefix(f[n], sealMark) {
		if !hmac.Equal([]byte(f[n]), []byte(s.seal(strings.Join(f[:n], " ")))) {
			return press{}, errData
		}
		p.args, p.sealed = f[2:n], true
	}
	return p, nil
}

// dataOf writes a button's data.
func dataOf(act string, args ...any) string {
	f := []string{dataVersion, act}
	for _, a := range args {
		switch a := a.(type) {
		case string:
			f = append(f, a)
		case int64:
			f = append(f, strconv.FormatInt(a, 10))
		case int:
			f = append(f, strconv.Itoa(a))
		case engine.Level:
			f = append(f, strconv.Itoa(int(a)))
		}
	}
	return strings.Join(f, " ")
}

// number is argument i, or 0.
func (p press) number(i int) int64 {
	if i >= len(p.args) {
		return 0
	}
	n, err := strconv.ParseInt(p.args[i], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// text is argument i, or empty.
func (p press) text(i int) string {
	if i >= len(p.args) {
		return ""
	}
	return p.args[i]
}

// roundData is the data of a button about a round. Where the round is played by a
// community it is sealed: pressed, it may lead into a private chat.
func (s sealer) roundData(act string, r play.Round) string {
	data := dataOf(act, r.ID)
	if r.Shared() {
		data += " " + s.seal(data)
	}
	return data
}

// isPrintable tells whether all networks carry a text as a button's data.
func isPrintable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}
