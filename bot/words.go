package bot

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"reckon/bot/lang"
	"reckon/engine"
)

// with are the named arguments of a message: a string or an int is shown
// plainly, a Span in its style, a Line as it is. "n" chooses the plural.
type with map[string]any

// voice makes Lines of message keys in one language.
type voice struct {
	*lang.Printer
	seal func(data string) string // see Bot.seal
}

// speak is the voice of the first of the languages that is known.
func (b *Bot) speak(languages ...string) voice { return voice{b.book.Printer(languages...), b.seal} }

// line is one message.
func (v voice) line(key string, args with) Line {
	n, _ := args["n"].(int)
	var out Line
	for _, part := range v.Parts(key, slices.Collect(maps.Keys(args)), n) {
		if part.Arg == "" {
			out = append(out, Span{Text: part.Text})
			continue
		}
		out = append(out, spans(args[part.Arg])...)
	}
	return out
}

// phrase is a message as plain text, for labels and titles.
func (v voice) phrase(key string, args with) string { return v.line(key, args).plain() }

// refuse is a short answer to something that cannot be done.
func (v voice) refuse(key string, args with) Reply {
	return Reply{Tone: Bad, Audience: Asker, Text: []Line{v.line(key, args)}}
}

func spans(arg any) []Span {
	switch a := arg.(type) {
	case Span:
		return []Span{a}
	case Line:
		return a
	case string:
		return []Span{{Text: a}}
	case int:
		return []Span{{Text: strconv.Itoa(a)}}
	}
	return []Span{{Text: fmt.Sprint(arg)}}
}

// plain is a Line without its styles.
func (l Line) plain() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

func code(text string) Span   { return Span{Style: Code, Text: text} }
func strong(text string) Span { return Span{Style: Strong, Text: text} }
func pre(text string) Line    { return Line{{Style: Pre, Text: text}} }

// list joins items as the language does: "3 and 8", "1, 3 and 8".
func (v voice) list(items []Span) Line { return v.join(items, "list.last") }

// choice is a list of which one is meant: "on or off".
func (v voice) choice(items []Span) Line { return v.join(items, "list.or") }

func (v voice) join(items []Span, last string) Line {
	var out Line
	for i, item := range items {
		switch {
		case i > 0 && i == len(items)-1:
			out = append(out, v.line(last, nil)...)
		case i > 0:
			out = append(out, v.line("list.comma", nil)...)
		}
		out = append(out, item)
	}
	return out
}

// maxQuote is how much of what a player typed is quoted back, in characters.
const maxQuote = 100

// facts turns the arguments of a Fault or a Hint into those of a message.
// Texts are expressions and numbers a player typed, so they are code, and as
// long as the player liked. A lone number chooses the plural.
func (v voice) facts(args engine.Args) with {
	out := with{}
	for name, value := range args {
		switch a := value.(type) {
		case string:
			out[name] = code(clip(a, maxQuote))
		case []string:
			var items []Span
			for _, text := range a {
				items = append(items, code(clip(text, reach)))
			}
			out[name] = v.list(items)
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

// key finds the message for a code of a game: its own if there is one, else
// the one all games share.
func (v voice) key(kind, game, code string) string {
	if own := kind + "." + game + "." + code; v.Has(own) {
		return own
	}
	return kind + "." + code
}

// faultKey finds the sentence for a fault; one that counts something has a
// sentence for each unit.
func (v voice) faultKey(game string, f *engine.Fault) string {
	code := f.Code
	if unit, ok := f.Args["unit"].(string); ok {
		code += "." + unit
	}
	return v.key("fault", game, code)
}

// explain says what is wrong with a text a player typed: one line, or, where
// the place is known, the text with a mark under it.
func (v voice) explain(game, text string, f *engine.Fault) []Line {
	sentence := v.line(v.faultKey(game, f), v.facts(shortened(f.Args)))
	if f.At == nil {
		return []Line{sentence}
	}
	shown, column := around(text, f.At.Pos)
	return []Line{pre(shown), pre(strings.Repeat(" ", column) + "^ " + sentence.plain())}
}

// Sentence is what a player would read about a fault of a text in a game: one
// line, or the text with a mark under the place.
func Sentence(p *lang.Printer, game, text string, f *engine.Fault) string {
	args := engine.Args{"answer": clip(oneLine(strings.TrimSpace(text)), longest)}
	maps.Copy(args, f.Args)
	var out []string
	for _, l := range (voice{Printer: p}).explain(game, text, &engine.Fault{Code: f.Code, Args: args, At: f.At}) {
		out = append(out, l.plain())
	}
	return strings.Join(out, "\n")
}

// longest is how many characters of a text or a value a sentence quotes: a value
// may have thousands of digits.
const longest = 60

// shortened cuts the texts among args to what a sentence can quote.
func shortened(args engine.Args) engine.Args {
	out := maps.Clone(args)
	for name, value := range out {
		if text, ok := value.(string); ok {
			out[name] = clip(text, longest)
		}
	}
	return out
}

// reach is how many columns of a long text are shown on each side of a place.
const reach = 24

// around gives the piece of a text around a byte position, on one line, and
// the column of that position in it, counting wide runes as two and those drawn
// over others as none.
func around(text string, pos int) (piece string, column int) {
	pos = max(0, min(pos, len(text)))
	before, after := []rune(oneLine(text[:pos])), []rune(oneLine(text[pos:]))
	if len(before) > reach {
		before = append([]rune("…"), before[len(before)-reach:]...)
	}
	if len(after) > reach {
		after = append(after[:reach:reach], '…')
	}
	for _, r := range before {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) { // takes no room of its own
			continue
		}
		column++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			column++
		}
	}
	return string(before) + string(after), column
}

// oneLine replaces what would break a line or hide.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// face shows a puzzle.
func (v voice) face(game string, p engine.Puzzle, title string) *Face {
	f, rating := p.Face(), p.Rating()
	out := &Face{Title: title, Tiles: f.Tiles, Note: v.level(rating.Level)}
	if f.Goal != "" {
		out.Goal = v.phrase(v.key("goal", game, "make"), with{"goal": f.Goal})
	}
	if rating.Seconds > 0 {
		out.Note = v.phrase("face.note", with{"level": out.Note, "time": v.duration(rating.Seconds)})
	}
	return out
}

// level is the word for a level.
func (v voice) level(l engine.Level) string {
	return v.phrase("level."+strconv.Itoa(int(l)), nil)
}

// duration is a rough length of time: nobody is helped by 41.7 seconds.
func (v voice) duration(seconds float64) string {
	if seconds < 90 {
		n := max(5, int(seconds/5+0.5)*5)
		return v.phrase("time.seconds", with{"n": n})
	}
	return v.phrase("time.minutes", with{"n": int(seconds/60 + 0.5)})
}

// moment is a day and a time as the language writes them.
func (v voice) moment(t time.Time) string { return t.Format(v.phrase("moment.layout", nil)) }

// date is a day as the language writes it.
func (v voice) date(t time.Time) string { return t.Format(v.phrase("date.layout", nil)) }
