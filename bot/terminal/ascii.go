package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainSigns are the signs of our own sentences as a terminal shows them that knows ASCII alone. A sign that only
// decorates a sentence is left out, with the space behind it.
var plainSigns = strings.NewReplacer(
	"−", "-", "–", "-", "—", "-", "×", "*", "÷", "/", "√", "sqrt ", "·", "|", "…", "...", "→", "->", "≠", "!=", "²", "^2",
	"‘", "'", "’", "'", "“", `"`, "”", `"`,
	"★", "*", "☆", ".", "●", "o", "○", ".", "✓", "v", "✗", "x", "❌", "x", "✅", "v", "✎", "~", "✏", "~",
	"▸", ">", "▶", ">", "◀", "<", "▲", "^", "▼", "v", "⇗", "^", "─", "-", "│", "|", "├", "|", "└", "`",
	"🥇", "1.", "🥈", "2.", "🥉", "3.", "🏆", "*", "👑", "*", "🏅", "*", "🟩", "#", "🟨", "+", "🟧", "-", "⬛", ".",
	"💡 ", "", "⏳ ", "", "🔥 ", "", "⚡ ", "", "👋 ", "", "🎉 ", "", "🤔 ", "", "👍 ", "", "📣 ", "", "🔒 ", "",
	"👻 ", "", "👻", "ghost", "🤖", "computed", "±", "+-",
)

// inASCII returns a text in ASCII. What it has no sign for is a question mark.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(plainSigns.Replace(text)) {
		switch {
		case r <= unicode.MaxASCII:
			b.WriteRune(r)
		case r == '⁄':
			// The slash of a fraction that was one character.
			b.WriteByte('/')
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			// An accent, or a character that is not seen.
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
