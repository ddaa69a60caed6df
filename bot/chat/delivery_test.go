package chat

import (
	"errors"
	"fmt"
	"testing"
)

func TestGoneError(t *testing.T) {
	refusal := errors.New("403")
	err := fmt.Errorf("posting: %w", &RefusedError{Gone: GoneRight, Err: refusal})
	if GoneBy(err) != GoneRight || !errors.Is(err, refusal) {
		t.Errorf("%v: it does not say what is gone and why", err)
	}
	if want := "posting: right out of reach: 403"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if GoneBy(&RefusedError{Err: refusal}) != "" || GoneBy(refusal) != "" {
		t.Error("something is gone by any refusal")
	}
}
