package command_test

import (
	"strings"
	"testing"

	"reckon/bot/command"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]bool{"": true, " v2~": true, "a\tb": false, "a\nb": false, "\x7f": false, "é": false, "√9": false} {
		if got := !command.Unprintable.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A button's data is read as it was written; one whose seal is false is not read.
func TestSeal(t *testing.T) {
	s, other := command.Sealer{Secret: []byte("a")}, command.Sealer{Secret: []byte("b")}
	data := s.Seal(command.Data("play", 12))
	if p, err := s.Read(data); err != nil || p.Act != "play" || p.Text(0) != "12" || len(p.Args) != 1 || !p.Sealed {
		t.Errorf("%q is read as %+v, %v", data, p, err)
	}
	if p, err := s.Read(command.Data("play", 12)); err != nil || p.Sealed || p.Text(0) != "12" {
		t.Errorf("without a seal it is read as %+v, %v", p, err)
	}
	for _, data := range []string{other.Seal(command.Data("play", 12)), strings.Replace(data, "12", "13", 1), "", "play"} {
		if p, err := s.Read(data); err == nil {
			t.Errorf("%q is read as %+v", data, p)
		}
	}
}
