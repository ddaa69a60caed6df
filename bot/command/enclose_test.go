package command

import (
	"strings"
	"testing"
)

// An enclosed text is disclosed only by the same bot, and for the same person and purpose. Others see nothing of it but
// its length.
func TestEnclose(t *testing.T) {
	mine := Sealer{[]byte("mine")}
	other := Sealer{[]byte("other")}
	const answer = "8/(3-8/3) 根"
	data := mine.Enclose(answer, "net:ann", "17")
	if got, err := mine.Disclose(data, "net:ann", "17"); got != answer || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if strings.Contains(data, "/(3") {
		t.Errorf("the data %q shows the answer", data)
	}
	if Unprintable.MatchString(data) || strings.ContainsAny(data, " ~") {
		t.Errorf("the data %q cannot be an argument of a button", data)
	}
	if data != mine.Enclose(answer, "net:ann", "17") {
		t.Error("the same text is enclosed in another way the second time")
	}
	if data == mine.Enclose(answer, "net:bob", "17") {
		t.Error("a text is the same for two people")
	}
	if data == mine.Enclose(answer, "net:ann", "18") {
		t.Error("a text is the same for two purposes")
	}
	for _, c := range []struct {
		s                     Sealer
		data, person, purpose string
	}{
		{other, data, "net:ann", "17"},
		{mine, data, "net:bob", "17"},
		{mine, data, "net:ann", "18"},
		{mine, data[:len(data)-2], "net:ann", "17"},
		{mine, "", "net:ann", "17"},
		{mine, "AAAA", "net:ann", "17"},
		{mine, "not base64!", "net:ann", "17"},
		{mine, "B" + data[1:], "net:ann", "17"},
	} {
		if got, err := c.s.Disclose(c.data, c.person, c.purpose); err == nil || got != "" {
			t.Errorf("%+v is read as %q", c, got)
		}
	}
}
