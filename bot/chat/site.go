package chat

import (
	"html/template"
	"net/http"
	"time"
)

// PagePath is where the page is, below the address of a Site.
const PagePath = "/play"

// A Route is something that a feature serves over HTTP.
type Route struct {
	// Pattern is the method and the path below the address of a Site, as http.ServeMux reads
	// them: "GET /book/{name}".
	Pattern string
	// Limit names what is counted: all requests of one address for routes of a Limit keep the Pace.
	Limit string
	Pace  Pace
	// Serve answers a request. The request's context ends when the work on it takes too long.
	Serve http.HandlerFunc
}

// A Pace is how often something may be done: once in each Interval, and after a pause Burst times
// at once.
type Pace struct {
	Interval time.Duration
	Burst    int
}

// A Site is what routes need of the server of the page. *web.FrontEnd is the only one.
type Site interface {
	// Visitor returns the request of somebody who only reads: it has their language and the time.
	Visitor(r *http.Request) Request
	// SetCookie has a browser keep a value for a while, sealed, for the path of the request.
	SetCookie(w http.ResponseWriter, r *http.Request, name string, value any, lasts time.Duration) error
	// ReadCookie reads a value that SetCookie wrote, and reports whether it could.
	ReadCookie(r *http.Request, name string, into any) bool
	// DropCookie has the browser forget a value.
	DropCookie(w http.ResponseWriter, r *http.Request, name string)
	// Guest returns the request of a guest: of the one with a key, or of a new one if that is
	// empty. newKey is the guest's key from now on. The error is ErrProof if the key is false.
	Guest(r *http.Request, key, name string) (guest Request, newKey string, err error)
	// WriteDocument answers with a document.
	WriteDocument(w http.ResponseWriter, r *http.Request, d Document)
	// WriteCompressed answers with a text that is compressed by gzip, or with the plain text if
	// the client wants that, or with nothing if it has the same version already.
	WriteCompressed(w http.ResponseWriter, r *http.Request, compressed []byte, version string)
	// Refuse answers with an error of a status, as all routes of the page do.
	Refuse(w http.ResponseWriter, status int)
}

// A Document is an HTML page without a script.
type Document struct {
	// Status is that of the response; 0: 200.
	Status   int
	Language string
	Title    string
	// About is what messengers say of a link to it; empty: nothing.
	About string
	// Style is what its style has besides that of all documents.
	Style template.CSS
	Body  template.HTML
	// Private means that no cache keeps it, and no other site sees its address.
	Private bool
}
