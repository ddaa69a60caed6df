package command_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/command"
)

func TestPrintable(t *testing.T) {
	for _, text := range []string{"", " v2~"} {
		if command.Unprintable.MatchString(text) {
			t.Errorf("%q is unprintable", text)
		}
	}
	for _, text := range []string{"a\tb", "a\nb", "\x7f", "é", "√9"} {
		if !command.Unprintable.MatchString(text) {
			t.Errorf("%q is printable", text)
		}
	}
}

// A button's data is read as it was written. Data with a false seal is an error.
func TestSeal(t *testing.T) {
	s := command.Sealer{Secret: []byte("a")}
	other := command.Sealer{Secret: []byte("b")}
	plain := command.Data("play", 12)
	sealed := s.Seal(plain)
	for data, want := range map[string]command.Press{
		plain:  {Act: "play", Args: []string{"12"}},
		sealed: {Act: "play", Args: []string{"12"}, Sealed: true},
	} {
		got, err := s.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", data, diff)
		}
	}
	for _, data := range []string{other.Seal(plain), strings.Replace(sealed, "12", "13", 1), "", "play"} {
		p, err := s.Read(data)
		if err == nil {
			t.Errorf("%q is read as %+v", data, p)
		}
	}
}
