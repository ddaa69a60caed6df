package web_test

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// The pictures of the page in the README are taken here: RECKON_PICTURES=testdata go test -run PicturesOfReadme.
func TestBrowserPicturesOfReadme(t *testing.T) {
	if os.Getenv("RECKON_PICTURES") == "" {
		t.Skip("RECKON_PICTURES names no folder for the pictures")
	}
	s := newSite(t)
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"p/24:3,3,8,8", "state.begun && document.querySelector('.tile')")
	s.later(42 * time.Second)
	b.tap(joined("3/2" + "1-")...)
	b.picture("page-play")
	for number := range 3 {
		eval[any](b, "go('today')")
		b.tap("#start")
		b.until("state.view.round?.daily && !state.busy && state.at === 'round'")
		s.later(time.Duration(9+number*14) * time.Second)
		solution := bestAnswer(t, eval[string](b, "state.view.round.puzzle"))
		eval[any](b, fmt.Sprintf("submit(%q)", solution))
		b.until("!state.busy && document.querySelector('#win')")
		if number == 0 {
			b.picture("page-win")
		}
	}
	eval[any](b, "go('today')")
	b.picture("page-today")
}
