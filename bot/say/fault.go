package say

import (
	"maps"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/play"
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
// Texts are expressions and numbers that a player typed, however long, so they are code.
// A lone number chooses the plural.
func (v Voice) Facts(args engine.Args) With {
	out := With{}
	for name, value := range args {
		out[name] = value
		switch a := value.(type) {
		case string:
			out[name] = Code(chat.Clip(a, MaxQuote))
		case []string:
			var items []chat.Span
			for _, text := range a {
				items = append(items, Code(chat.Clip(text, reach)))
			}
			out[name], out["n"] = List(v, "list.last", items), len(a)
		case int:
			if len(args) == 1 {
				out["n"] = a
			}
		}
	}
	return out
}

// fault says what is wrong with a text. A fault that counts something has a sentence for
// each unit, and one about something missing may have one for each such thing. A game that
// has no sentence of its own is spoken of in general words.
func (v Voice) fault(game, text string, f *engine.Fault) chat.Line {
	args := engine.Args{"answer": quote(text)}
	maps.Copy(args, f.Args)
	for name, value := range args {
		if text, ok := value.(string); ok {
			args[name] = chat.Clip(text, longest)
		}
	}
	key := v.Key("fault", game, f.Code)
	for _, kind := range []string{"want", "unit"} {
		name, ok := f.Args[kind].(string)
		if own := v.Key("fault", game, f.Code+"."+name); ok && v.Has(own) {
			key = own
		}
	}
	if _, ok := f.Args["letters"]; ok && v.Has(key+".letters") {
		key += ".letters"
	}
	if !v.Has(key) {
		key = "fault.other"
	}
	return v.Line(key, v.Facts(args))
}

// Explain says what is wrong with a typed text: one line, or, where the place is known, the
// text with a mark under it.
func (v Voice) Explain(game, text string, f *engine.Fault) []chat.Line {
	sentence := v.fault(game, text, f)
	if f.At == nil {
		return []chat.Line{sentence}
	}
	pos := max(0, min(f.At.Pos, len(text)))
	before, after := []rune(chat.OneLine(text[:pos])), []rune(chat.OneLine(text[pos:]))
	if len(before) > reach {
		before = append([]rune("…"), before[len(before)-reach:]...)
	}
	if len(after) > reach {
		after = append(after[:reach:reach], '…')
	}
	mark := strings.Repeat(" ", chat.Width(string(before))) + "^ "
	return []chat.Line{{{Style: chat.Pre, Text: string(before) + string(after)}}, {{Style: chat.Pre, Text: mark + Plain(sentence)}}}
}

// Why says in one line what is wrong with a typed text.
func (v Voice) Why(game, text string, f *engine.Fault) string {
	sentence := v.fault(game, text, f)
	if f.At == nil {
		return Plain(sentence)
	}
	return v.Phrase("measured.of", With{"of": quote(text), "said": sentence})
}

// Sentence is what a player would read about a fault of a text in a game: one
// line, or the text with a mark under the place.
func Sentence(p *lang.Printer, game, text string, f *engine.Fault) string {
	var out []string
	for _, l := range (Voice{p}).Explain(game, text, f) {
		out = append(out, Plain(l))
	}
	return strings.Join(out, "\n")
}

func quote(text string) string { return chat.Clip(chat.OneLine(strings.TrimSpace(text)), longest) }

// Hinted shows the hints a person has, and what the next one costs.
func (v Voice) Hinted(h play.HintResult) []chat.Line {
	switch h.What {
	case play.HintNone, play.HintNothing, play.HintGivenUp, play.HintMatch:
		return []chat.Line{v.Line("hint."+string(h.What), nil)}
	}
	var out []chat.Line
	for i, hint := range h.Hints {
		line := v.Line("hint.number", With{"i": i + 1, "max": play.MaxHints})
		args := maps.Clone(hint.Args)
		for _, name := range []string{"x", "y"} { // a value that is more than a number goes in brackets: 8 ÷ (1/3)
			if text, ok := args[name].(string); ok && strings.ContainsAny(text, " /-") {
				args[name] = "(" + text + ")"
			}
		}
		out = append(out, append(line, v.Line(v.Key("hint", h.Round.Game.Name(), hint.Code), v.Facts(args))...))
	}
	if len(h.Hints) > 0 {
		out = append(out, v.Line("hint.cost", With{"percent": h.Share}))
	}
	switch {
	case h.What == play.HintSoon:
		out = append(out, v.Line("hint.soon", With{"i": len(h.Hints) + 1, "time": v.Duration(h.Wait), "percent": h.Next}))
	case h.Next > 0:
		out = append(out, v.Line("hint.next", With{"percent": h.Next}))
	}
	return out
}

// Idea makes an answer clear, by the facts of its game.
func (v Voice) Idea(game string, facts []engine.Hint) (out []chat.Line) {
	for _, f := range facts {
		out = append(out, v.Line(v.Key("idea", game, f.Code), v.Facts(f.Args)))
	}
	return out
}
