package web

import (
	"crypto/rand"
	"net/http"
	"strings"

	"reckon/bot/qr"
)

const (
	// codeLetters are the letters of codes. There is no vowel, so that codes spell no words, and no letter that
	// looks like another one or like a digit.
	codeLetters = "CDFHJKMNPRTVWXY"
	codeLength  = 6
	// roomPrefix and the code of a room make its key as a community.
	roomPrefix = "room:"
)

// A request for a session may have one of these words instead of a room's code.
const (
	// newRoom asks for a new room.
	newRoom = "new"
	// homeRoom leads a person of a chat out of a room, back to where they came from. Guests send no room for that.
	homeRoom = "home"
)

// newCode returns the code of a new room.
func newCode() string {
	// Bytes from limit on are skipped. With them the first letters would be likelier than the others.
	const limit = 256 / len(codeLetters) * len(codeLetters)
	code := make([]byte, 0, codeLength)
	b := make([]byte, 1)
	for len(code) < codeLength {
		rand.Read(b)
		n := int(b[0])
		if n < limit {
			code = append(code, codeLetters[n%len(codeLetters)])
		}
	}
	return string(code)
}

func isCode(code string) bool {
	return len(code) == codeLength && strings.Trim(code, codeLetters) == ""
}

// serveRoom leads to a room, or serves the QR code of its address. The address of this route is short, so that
// people can read it on a screen and type it.
func (f *FrontEnd) serveRoom(w http.ResponseWriter, r *http.Request) {
	name, isPicture := strings.CutSuffix(r.PathValue("room"), ".svg")
	code := strings.ToUpper(name)
	if !isCode(code) {
		f.writeMissing(w, r)
		return
	}
	if isPicture {
		f.serveRoomPicture(w, r, code)
		return
	}
	http.Redirect(w, r, "../play?room="+code, http.StatusSeeOther)
}

// serveRoomPicture serves the QR code of a room's address.
func (f *FrontEnd) serveRoomPicture(w http.ResponseWriter, r *http.Request, code string) {
	if !f.allow(w, "link "+f.address(r), linkPace) {
		return
	}
	address := f.link(r, baseAbove(r), "r/"+code)
	picture, ok := qr.New(address)
	if address == "" || !ok {
		refuse(w, notFound)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	writePicture(w, "image/svg+xml", picture.SVG())
}
