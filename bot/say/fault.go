package say

import (
	"maps"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine"
)

const (
	// MaxQuote is how much of a typed text is quoted, in characters.
	MaxQuote = 100
	// longest is how many characters of a text or a value a sentence about a fault quotes at most. A
	// value may have thousands of digits.
	longest = 60
	// reach is how many characters of a long text are shown on each side of a fault.
	reach = 24
)

// Facts turns the arguments of a Fault or a Hint into the arguments of a message. Texts are
// expressions and numbers that a player typed, so they are shown as code, and cut if they are long. A
// number that is the only argument chooses the plural.
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
			out[name] = List(v, "list.last", items)
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

// fault says what is wrong with a text.
func (v Voice) fault(game, text string, f *engine.Fault) chat.Line {
	args := engine.Args{"answer": quote(text)}
	maps.Copy(args, f.Args)
	for name, value := range args {
		quoted, isText := value.(string)
		if isText {
			args[name] = chat.Clip(quoted, longest)
		}
	}
	key := v.faultKey(game, f)
	// "666 = 666, not 119" would say nothing new.
	isItsValue := args["answer"] == args["mixed"]
	if isItsValue && v.Has(key+".alone") {
		key += ".alone"
	}
	return v.Line(key, v.Facts(args))
}

// faultKey returns the key of the sentence for a fault: the game's own sentence or, if the game has none,
// that of all games. A fault that counts something has a sentence for each unit. If a fault says that
// something is missing, it may have a sentence for each thing that is wanted.
func (v Voice) faultKey(game string, f *engine.Fault) string {
	key := v.Key("fault", game, f.Code)
	for _, kind := range []string{"want", "unit"} {
		name, isGiven := f.Args[kind].(string)
		special := v.Key("fault", game, f.Code+"."+name)
		if isGiven && v.Has(special) {
			key = special
		}
	}
	_, hasLetters := f.Args["letters"]
	if hasLetters && v.Has(key+".letters") {
		key += ".letters"
	}
	if !v.Has(key) {
		return "fault.other"
	}
	return key
}

// Explain says what is wrong with a typed text in one line. If the place of the fault is known,
// the text comes first, with a mark under that place.
func (v Voice) Explain(game, text string, f *engine.Fault) []chat.Line {
	sentence := v.fault(game, text, f)
	isEmpty := strings.TrimSpace(text) == ""
	if f.At == nil || isEmpty {
		return []chat.Line{sentence}
	}
	pos := max(0, min(f.At.Pos, len(text)))
	before := []rune(chat.OneLine(text[:pos]))
	after := []rune(chat.OneLine(text[pos:]))
	if len(before) > reach {
		before = append([]rune("…"), before[len(before)-reach:]...)
	}
	if len(after) > reach {
		after = append(after[:reach:reach], '…')
	}
	// The mark is under the place of the fault, and the sentence follows it.
	mark := strings.Repeat(" ", chat.Width(string(before))) + "^ "
	return []chat.Line{
		{{Style: chat.Pre, Text: string(before) + string(after)}},
		{{Style: chat.Pre, Text: mark + Plain(sentence)}},
	}
}

// Why says in one line what is wrong with a typed text.
func (v Voice) Why(game, text string, f *engine.Fault) string {
	sentence := v.fault(game, text, f)
	if f.At == nil {
		return Plain(sentence)
	}
	return v.Phrase("measured.of", With{"of": quote(text), "said": sentence})
}

// Sentence returns what Explain says about a fault of a text in a game, as plain text.
func Sentence(p *lang.Printer, game, text string, f *engine.Fault) string {
	var out []string
	for _, l := range (Voice{Printer: p}).Explain(game, text, f) {
		out = append(out, Plain(l))
	}
	return strings.Join(out, "\n")
}

func quote(text string) string { return chat.Clip(chat.OneLine(strings.TrimSpace(text)), longest) }

// Hints shows the hints that a person has, and what the next one costs.
func (v Voice) Hints(h round.HintResult) []chat.Line {
	switch h.What {
	case round.HintNone, round.HintNothing, round.HintGivenUp, round.HintMatch:
		return []chat.Line{v.Line("hint."+string(h.What), nil)}
	}
	var out []chat.Line
	for _, hint := range h.Hints {
		key := v.Key("hint", h.Round.Game.Name(), hint.Code)
		text := v.Line(key, v.Facts(withBrackets(hint.Args)))
		out = append(out, line("💡 ", text))
	}
	if h.IsFree {
		return append(out, v.freeSoon(h)...)
	}
	if last := len(out) - 1; last >= 0 {
		out[last] = v.Sentences(out[last], v.share(h))
	}
	if h.What == round.HintSoon {
		out = append(out, v.Line("hint.soon", With{
			"i":       len(h.Hints) + 1,
			"time":    v.Duration(h.Wait),
			"percent": h.Next,
		}))
	}
	return out
}

// share says what part of the points is left after the hints that a person has and, if they may take another one
// now, what part that one leaves.
func (v Voice) share(h round.HintResult) chat.Line {
	args := With{"percent": h.Share, "next": h.Next}
	mayTakeNext := h.Next > 0 && h.What != round.HintSoon
	if mayTakeNext {
		return v.Line("hint.share.next", args)
	}
	return v.Line("hint.share", args)
}

// freeSoon says when the next free hint may be taken. It says nothing if that is now.
func (v Voice) freeSoon(h round.HintResult) []chat.Line {
	if h.What != round.HintSoon {
		return nil
	}
	soon := With{"i": len(h.Hints) + 1, "time": v.Duration(h.Wait)}
	return []chat.Line{v.Line("hint.soon.free", soon)}
}

// withBrackets puts brackets around operands that are not whole numbers: 8 ÷ (1/3).
func withBrackets(args engine.Args) engine.Args {
	out := maps.Clone(args)
	for _, name := range []string{"x", "y"} {
		text, isText := out[name].(string)
		if isText && strings.ContainsAny(text, " /-") {
			out[name] = "(" + text + ")"
		}
	}
	return out
}

// Idea explains the idea of an answer by the facts that its game gives.
func (v Voice) Idea(game string, facts []engine.Hint) (out []chat.Line) {
	for _, f := range facts {
		out = append(out, v.Line(v.Key("idea", game, f.Code), v.Facts(f.Args)))
	}
	return out
}
