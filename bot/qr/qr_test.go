package qr_test

import (
	"strings"
	"testing"

	"reckon/bot/qr"
	"reckon/bot/qr/qrtest"
)

// A code of any length that fits reads as its text, square by square and in the picture. A longer text has no code.
func TestCode(t *testing.T) {
	const longest = 134
	sizes := map[int]bool{}
	for n := range longest + 20 {
		text := strings.Repeat("a/Ω", n)[:n]
		code, ok := qr.New(text)
		if ok != (n <= longest) {
			t.Errorf("%d bytes have a code: %v", n, ok)
		}
		if !ok {
			continue
		}
		sizes[code.Size()] = true
		m := qrtest.NewMatrix(code.Size())
		for y := range m {
			for x := range m {
				m[y][x] = code.At(x, y)
			}
		}
		if got, err := m.Text(); err != nil || got != text {
			t.Errorf("%q reads as %q: %v", text, got, err)
		}
		drawn, err := qrtest.ReadSVG(string(code.SVG()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := drawn.Text(); err != nil || got != text {
			t.Errorf("the picture of %q reads as %q: %v", text, got, err)
		}
	}
	if len(sizes) != 6 {
		t.Errorf("the codes have %d sizes, want 6", len(sizes))
	}
}
