package chat_test

import (
	"log/slog"
	"strings"
	"testing"

	"reckon/bot/chat"
)

func TestGuard(t *testing.T) {
	var b strings.Builder
	log := slog.New(slog.NewTextHandler(&b, nil))
	if !chat.Guard(log, "work", func() {}) || b.Len() > 0 {
		t.Errorf("what ends well is reported: %s", &b)
	}
	if chat.Guard(log, "work", func() { panic("boom") }) {
		t.Error("a panic counts as an end")
	}
	if got := b.String(); strings.Contains(got, "boom") || !strings.Contains(got, "value=string") || !strings.Contains(got, "in=work") || !strings.Contains(got, "guard_test.go:17 stack=") {
		t.Errorf("logged without what and where, or with the value: %s", got)
	}
	b.Reset()
	var none []int
	chat.Guard(log, "work", func() { none[len(none)]++ })
	if got := b.String(); !strings.Contains(got, "index out of range") {
		t.Errorf("logged without why: %s", got)
	}
}
