package command

import (
	"strings"
	"testing"
)

// An enclosed text is read by the same bot for the same person and purpose alone; it
// shows others nothing but its length.
func TestEnclose(t *testing.T) {
	mine, other := Sealer{[]byte("mine")}, Sealer{[]byte("other")}
	const answer = "8/(3-8/3) 根"
	data := mine.Enclose(answer, "net:ann", "17")
	if got, err := mine.Disclose(data, "net:ann", "17"); got != answer || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if strings.Contains(data, "8") && strings.Contains(data, "/(3") || Unprintable.MatchString(data) || strings.ContainsAny(data, " ~") {
		t.Errorf("data %q", data)
	}
	if data != mine.Enclose(answer, "net:ann", "17") || data == mine.Enclose(answer, "net:bob", "17") || data == mine.Enclose(answer, "net:ann", "18") {
		t.Error("equal texts differ when enclosed, or texts for two people or rounds are equal")
	}
	for _, c := range []struct {
		s                     Sealer
		data, person, purpose string
	}{
		{other, data, "net:ann", "17"}, {mine, data, "net:bob", "17"}, {mine, data, "net:ann", "18"}, {mine, data[:len(data)-2], "net:ann", "17"},
		{mine, "", "net:ann", "17"}, {mine, "AAAA", "net:ann", "17"}, {mine, "not base64!", "net:ann", "17"}, {mine, "B" + data[1:], "net:ann", "17"},
	} {
		if got, err := c.s.Disclose(c.data, c.person, c.purpose); err == nil || got != "" {
			t.Errorf("%+v is read as %q", c, got)
		}
	}
}
