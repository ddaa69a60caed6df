package download

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"reckon/bot/chat"
)

// A plainSite sends the compressed text as it is.
type plainSite struct{ chat.Site }

func (plainSite) WriteCompressed(w http.ResponseWriter, _ *http.Request, compressed []byte, version string) {
	w.Header().Set("ETag", version)
	_, _ = w.Write(compressed)
}

// A table is made when somebody first asks for it or its checksum, and only once.
func TestTable(t *testing.T) {
	made := 0
	table := NewTable("puzzles.tsv", func() []byte {
		made++
		return []byte("puzzle\n24:3,3,8,8\n")
	})
	mux := http.NewServeMux()
	for _, route := range table.Routes(plainSite{}) {
		if route.Limit == "" || route.Pace.Burst == 0 {
			t.Errorf("%s has no limit", route.Pattern)
		}
		mux.HandleFunc(route.Pattern, route.Serve)
	}
	if made != 0 {
		t.Error("the table is made before anybody asks for it")
	}
	get := func(path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		return answer
	}
	// sha256sum prints this of the text.
	const sum = "51574be382a3ff03cfe6345d513e9e3e41b3b4e97b40e6b8eb6d1b4f40567a1a"
	if got := get("/puzzles.tsv.sha256").Body.String(); got != sum+"  puzzles.tsv\n" {
		t.Errorf("the checksum is %q", got)
	}
	answer := get("/puzzles.tsv")
	if tag := answer.Header().Get("ETag"); tag != sum {
		t.Errorf("the version is %q", tag)
	}
	z, err := gzip.NewReader(bytes.NewReader(answer.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || string(text) != "puzzle\n24:3,3,8,8\n" {
		t.Errorf("the table is %q: %v", text, err)
	}
	if made != 1 {
		t.Errorf("the table was made %d times", made)
	}
}

// A program is shown by browsers as text, and not guessed to be anything else.
func TestPython(t *testing.T) {
	answer := httptest.NewRecorder()
	WritePython(answer, []byte("print(24)\n"))
	h := answer.Header()
	if h.Get("Content-Type") != "text/x-python; charset=utf-8" || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", h)
	}
	if answer.Body.String() != "print(24)\n" {
		t.Errorf("%s", answer.Body)
	}
}
