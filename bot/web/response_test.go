package web

import (
	"bytes"
	"net/http/httptest"
	"testing"
	"time"
)

// A slowResponse records the deadlines that are set while a response is written.
type slowResponse struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
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
