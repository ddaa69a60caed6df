package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainSigns replaces the signs of our own sentences by ASCII, for terminals that show nothing else. A sign that only
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

// inASCII returns a text in ASCII. A character that ASCII has nothing for becomes a question mark.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(plainSigns.Replace(text)) {
		switch {
		case r <= unicode.MaxASCII:
			b.WriteRune(r)
		case r == '⁄':
			// In NFKD a fraction that is one character, such as ⅓, has this slash.
			b.WriteByte('/')
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			// An accent, or a character that nobody sees, is left out.
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
