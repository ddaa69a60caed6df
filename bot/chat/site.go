package chat

import (
	"html/template"
	"net/http"
	"time"
)

// PagePath is the path of the page below the address of a Site.
const PagePath = "/play"

// A Route is something that a feature serves over HTTP.
type Route struct {
	// Pattern is the method and the path below the address of a Site, as http.ServeMux reads
	// them: "GET /book/{name}".
	Pattern string
	// Limit is the name of a limit. All requests that come from one address for routes with the same
	// Limit count together, and must keep the Pace, which is the same for all these routes.
	Limit string
	Pace  Pace
	// Serve answers a request. The request's context ends when the work on it takes too long.
	Serve http.HandlerFunc
}

// A Pace is how often something may be done: once in each Interval and, after a pause, Burst times
// at once.
type Pace struct {
	Interval time.Duration
	Burst    int
}

// A Site is what routes need from the server of the page. *web.FrontEnd implements it.
type Site interface {
	// Visitor returns the request of somebody who only reads. It has their language and the time.
	Visitor(r *http.Request) Request
	// SetCookie gives a browser an encrypted value to keep for a while, for the path of the request.
	SetCookie(w http.ResponseWriter, r *http.Request, name string, value any, lasts time.Duration) error
	// ReadCookie reads a value that SetCookie wrote, and reports whether it could.
	ReadCookie(r *http.Request, name string, into any) bool
	// DropCookie makes the browser forget a value.
	DropCookie(w http.ResponseWriter, r *http.Request, name string)
	// Guest returns the request of the guest with a key, or of a new guest if the key is empty.
	// newKey is the guest's key from now on. The error is ErrProof if the key is false.
	Guest(r *http.Request, key, name string) (guest Request, newKey string, err error)
	// WriteDocument answers with a document.
	WriteDocument(w http.ResponseWriter, r *http.Request, d Document)
	// WriteCompressed answers with a text that is compressed by gzip. A client that does not take gzip
	// gets the plain text. A client that already has this version gets nothing.
	WriteCompressed(w http.ResponseWriter, r *http.Request, compressed []byte, version string)
	// Refuse answers with an error, in the form of all routes of the page.
	Refuse(w http.ResponseWriter, status int)
}

// A Document is an HTML page without a script.
type Document struct {
	// Status is the status of the response; 0: 200.
	Status   int
	Language string
	// Theme is "light" or "dark"; empty: the one of the reader's device. The site sets it: see Theme.
	Theme string
	Title string
	// About is what messengers show with a link to it; empty: nothing.
	About string
	// Style is added to the style of all documents.
	Style template.CSS
	Body  template.HTML
	// Private means that no cache keeps it, and no other site sees its address.
	Private bool
}

// Theme returns the theme that the address of a document names: "light" or "dark". It is empty if the address names none.
// Links from the page to a document name the theme that the person has chosen on the page, and links between documents
// keep it.
func Theme(r *http.Request) string {
	theme := r.URL.Query().Get("theme")
	if theme == "light" || theme == "dark" {
		return theme
	}
	return ""
}
