package say

import (
	"maps"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine"
)

const (
	// MaxQuote is how much of a typed text is quoted, in characters.
	MaxQuote = 100
	// longest is how many characters of a text or a value a sentence quotes: a
	// value may have thousands of digits.
	longest = 60
	// reach is how many columns of a long text are shown on each side of a place.
	reach = 24
)

// Facts turns the arguments of a Fault or a Hint into those of a message.
// Texts are expressions and numbers a player typed, so they are code, and as
// long as the player liked. A lone number chooses the plural.
func (v Voice) Facts(args engine.Args) With {
	out := With{}
	for name, value := range args {
		switch a := value.(type) {
		case string:
			out[name] = Code(chat.Clip(a, MaxQuote))
		case []string:
			var items []chat.Span
			for _, text := range a {
				items = append(items, Code(chat.Clip(text, reach)))
			}
			out[name] = v.List(items)
			out["n"] = len(a)
		case int:
			out[name] = a
			if len(args) == 1 {
				out["n"] = a
			}
		default:
			out[name] = a
		}
	}
	return out
}

// faultKey finds the sentence for a fault. One that counts something has a
// sentence for each unit, and one about something missing may have one for each such
// thing.
func (v Voice) faultKey(game string, f *engine.Fault) string {
	for _, kind := range []string{"unit", "want"} {
		if name, ok := f.Args[kind].(string); ok {
			if key := v.Key("fault", game, f.Code+"."+name); v.Has(key) {
				return key
			}
		}
	}
	return v.Key("fault", game, f.Code)
}

// Explain says what is wrong with a text a player typed: one line, or, where
// the place is known, the text with a mark under it.
func (v Voice) Explain(game, text string, f *engine.Fault) []chat.Line {
	args := engine.Args{"answer": quote(text)}
	maps.Copy(args, f.Args)
	sentence := v.Line(v.faultKey(game, f), v.Facts(shortened(args)))
	if f.At == nil {
		return []chat.Line{sentence}
	}
	shown, column := around(text, f.At.Pos)
	return []chat.Line{Pre(shown), Pre(strings.Repeat(" ", column) + "^ " + plain(sentence))}
}

// Why says in one line what is wrong with a text a player typed.
func (v Voice) Why(game, text string, f *engine.Fault) string {
	args := engine.Args{"answer": quote(text)}
	maps.Copy(args, f.Args)
	sentence := v.Phrase(v.faultKey(game, f), v.Facts(shortened(args)))
	if f.At == nil {
		return sentence
	}
	return v.Phrase("measured.of", With{"of": quote(text), "said": sentence})
}

// Sentence is what a player would read about a fault of a text in a game: one
// line, or the text with a mark under the place.
func Sentence(p *lang.Printer, game, text string, f *engine.Fault) string {
	var out []string
	for _, l := range (Voice{p}).Explain(game, text, f) {
		out = append(out, plain(l))
	}
	return strings.Join(out, "\n")
}

func quote(text string) string { return chat.Clip(chat.OneLine(strings.TrimSpace(text)), longest) }

// shortened cuts the texts among args to what a sentence can quote.
func shortened(args engine.Args) engine.Args {
	out := maps.Clone(args)
	for name, value := range out {
		if text, ok := value.(string); ok {
			out[name] = chat.Clip(text, longest)
		}
	}
	return out
}

// around gives the piece of a text around a byte position, on one line, and
// the column of that position in it.
func around(text string, pos int) (piece string, column int) {
	pos = max(0, min(pos, len(text)))
	before, after := []rune(chat.OneLine(text[:pos])), []rune(chat.OneLine(text[pos:]))
	if len(before) > reach {
		before = append([]rune("…"), before[len(before)-reach:]...)
	}
	if len(after) > reach {
		after = append(after[:reach:reach], '…')
	}
	return string(before) + string(after), chat.Width(string(before))
}
