package telegram

import (
	"strings"

	"reckon/bot/chat"
)

// table writes rows in columns, in a fixed width where that can be.
func (w *writer) table(t chat.Table) {
	if w.bare {
		for _, row := range t.All() {
			w.line()
			w.text(w.name(strings.Join(row, "  ")))
		}
		return
	}
	lines := t.Lines(chat.OneLine)
	if len(lines) == 0 {
		return
	}
	w.line()
	pre := w.open("pre")
	for i, line := range lines {
		if i > 0 {
			w.line()
		}
		w.text(line)
	}
	w.close(pre)
}
