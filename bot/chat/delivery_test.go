package chat

import (
	"errors"
	"fmt"
	"testing"
)

func TestGoneError(t *testing.T) {
	refusal := errors.New("403")
	err := fmt.Errorf("posting: %w", &GoneError{What: GoneRight, Err: refusal})
	var gone *GoneError
	if !errors.Is(err, ErrGone) || !errors.Is(err, refusal) || !errors.As(err, &gone) || gone.What != GoneRight {
		t.Errorf("%v: it does not say what is gone and why", err)
	}
	if want := "posting: right out of reach: 403"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if errors.Is(err, ErrElsewhere) {
		t.Error("it is any error")
	}
}
