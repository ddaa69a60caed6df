package web

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A slowResponse records the deadlines that are set while a response is written, and how long its parts are.
type slowResponse struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
	// longest is the length of the longest part.
	longest int
}

func (r *slowResponse) Write(text []byte) (int, error) {
	r.longest = max(r.longest, len(text))
	return r.ResponseRecorder.Write(text)
}

func (r *slowResponse) SetWriteDeadline(at time.Time) error {
	r.deadlines = append(r.deadlines, at)
	return nil
}

// Each part of a long response has its own time limit, however long the parts before it took.
func TestPartsHaveTheirOwnTime(t *testing.T) {
	const parts = 5
	text := bytes.Repeat([]byte("x"), (parts-1)*partSize+1)
	r := &slowResponse{ResponseRecorder: httptest.NewRecorder()}
	begun := time.Now()
	n, err := partWriter{r}.Write(text)
	if err != nil || n != len(text) || !bytes.Equal(r.Body.Bytes(), text) {
		t.Errorf("%d of %d bytes were written: %v", n, len(text), err)
	}
	if len(r.deadlines) != parts {
		t.Fatalf("%d parts have %d deadlines", parts, len(r.deadlines))
	}
	for _, at := range r.deadlines {
		if at.Before(begun.Add(slowFor)) {
			t.Errorf("a part has %v", at.Sub(begun))
		}
	}
}

// Each long response is written in parts that have their own time: compressed or not, and as JSON.
func TestLongResponsesAreWrittenInParts(t *testing.T) {
	const parts = 4
	// It cannot be made shorter by compressing it.
	text := make([]byte, parts*partSize)
	rand.NewChaCha8([32]byte{}).Read(text)
	f := &FrontEnd{}
	compressed := httptest.NewRequest("GET", "/book.tsv", nil)
	compressed.Header.Set("Accept-Encoding", "gzip")
	plain := httptest.NewRequest("GET", "/book.tsv", nil)
	for name, write := range map[string]func(*slowResponse){
		"compressed": func(w *slowResponse) { f.WriteCompressed(w, compressed, compress(text), "1") },
		"plain":      func(w *slowResponse) { f.WriteCompressed(w, plain, compress(text), "1") },
		"JSON":       func(w *slowResponse) { writeJSON(w, map[string][]byte{"file": text}) },
	} {
		w := &slowResponse{ResponseRecorder: httptest.NewRecorder()}
		write(w)
		if w.Code != http.StatusOK || w.Body.Len() < len(text) {
			t.Errorf("%s: %d, %d bytes of %d", name, w.Code, w.Body.Len(), len(text))
		}
		if w.longest > partSize || len(w.deadlines) < parts {
			t.Errorf("%s: %d deadlines, and the longest part has %d bytes", name, len(w.deadlines), w.longest)
		}
	}
}

// What cannot be written as JSON is refused. Nothing of it is sent.
func TestJSONThatCannotBeWritten(t *testing.T) {
	w := httptest.NewRecorder()
	writeJSON(w, map[string]any{"reply": "Right.", "view": func() {}})
	var answer struct{ Error string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Error != busy.Error() || w.Code != int(busy) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if strings.Contains(w.Body.String(), "Right.") {
		t.Errorf("a part is sent: %s", w.Body)
	}
}
