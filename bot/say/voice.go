// Package say puts what package play found into words: puzzles, verdicts, endings,
// people, scores and times as lines in a reader's language. It decides nothing and
// knows no network; every sentence is in package lang.
package say

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/storage"
)

// With are the named arguments of a message: a string or an int is shown
// plainly, a Span in its style, a Line as it is. "n" chooses the plural.
type With map[string]any

// A Voice makes Lines of message keys in one language.
type Voice struct{ *lang.Printer }

// Line is one message.
func (v Voice) Line(key string, args With) chat.Line {
	n, _ := args["n"].(int)
	var out chat.Line
	for _, part := range v.Parts(key, slices.Collect(maps.Keys(args)), n) {
		if part.Arg == "" {
			out = append(out, chat.Span{Text: part.Text})
			continue
		}
		switch a := args[part.Arg].(type) {
		case chat.Span:
			out = append(out, a)
		case chat.Line:
			out = append(out, a...)
		default:
			out = append(out, chat.Span{Text: fmt.Sprint(a)})
		}
	}
	return out
}

// Phrase is a message as plain text, for labels and titles.
func (v Voice) Phrase(key string, args With) string { return plain(v.Line(key, args)) }

// Refuse is a short answer to what cannot be done.
func (v Voice) Refuse(key string, args With) chat.Reply {
	return chat.Reply{Audience: chat.Asker, Text: []chat.Line{v.Line(key, args)}}
}

// plain is a Line without its styles.
func plain(l chat.Line) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Code is an expression or a word to type.
func Code(text string) chat.Span { return chat.Span{Style: chat.Code, Text: text} }

// Strong is set off.
func Strong(text string) chat.Span { return chat.Span{Style: chat.Strong, Text: text} }

// Item makes a line one of a list.
func Item(l chat.Line) chat.Line { return append(chat.Line{{Style: chat.Item}}, l...) }

// Typed says how to do by typing what a form is for.
func Typed(text string) chat.Span { return chat.Span{Style: chat.Typed, Text: text} }

// Slash is a command without arguments.
func Slash(name string) chat.Span { return chat.Span{Style: chat.Slash, Text: "/" + name} }

// Pre is a line of a fixed width.
func Pre(text string) chat.Line { return chat.Line{{Style: chat.Pre, Text: text}} }

// List joins items as the language does: "3 and 8", "1, 3 and 8".
func (v Voice) List(items []chat.Span) chat.Line { return v.join(linesOf(items), "list.last") }

// Choice lists alternatives: "on or off".
func (v Voice) Choice(items []chat.Span) chat.Line { return v.join(linesOf(items), "list.or") }

// Row sets items beside each other.
func (v Voice) Row(items []chat.Span) chat.Line {
	var out chat.Line
	for i, item := range items {
		if i > 0 {
			out = append(out, chat.Span{Text: " · "})
		}
		out = append(out, item)
	}
	return out
}

func linesOf(items []chat.Span) (out []chat.Line) {
	for _, item := range items {
		out = append(out, chat.Line{item})
	}
	return out
}

func (v Voice) join(items []chat.Line, last string) chat.Line {
	var out chat.Line
	for i, item := range items {
		switch {
		case i > 0 && i == len(items)-1:
			out = append(out, v.Line(last, nil)...)
		case i > 0:
			out = append(out, v.Line("list.comma", nil)...)
		}
		out = append(out, item...)
	}
	return out
}

// Key finds the message for a code of a game: its own if there is one, else
// the one all games share.
func (v Voice) Key(kind, game, code string) string {
	if own := kind + "." + game + "." + code; v.Has(own) {
		return own
	}
	return kind + "." + code
}

// Mention names a person, unless they wanted to be forgotten. It is no
// chat.Mention: networks may show one as a number.
func (v Voice) Mention(name, key string) chat.Span {
	if name == "" {
		return chat.Span{Text: v.Phrase("board.forgotten", nil)}
	}
	return chat.Span{Style: chat.Strong, Text: chat.OneLine(name), Person: key}
}

// Level is the word for a level.
func (v Voice) Level(level int) string { return v.Phrase("level."+strconv.Itoa(level), nil) }

// Duration is a rough length of time, a second at least.
func (v Voice) Duration(d time.Duration) string {
	if d < 90*time.Second {
		return v.Phrase("time.seconds", With{"n": max(1, int((d+time.Second/2)/time.Second))})
	}
	if d < 90*time.Minute {
		return v.Phrase("time.minutes", With{"n": int((d + time.Minute/2) / time.Minute)})
	}
	return v.Phrase("time.hours", With{"n": int((d + time.Hour/2) / time.Hour)})
}

// Length is how long a clock runs, to the second.
func (v Voice) Length(d time.Duration) string {
	if d >= 2*time.Minute && d%time.Minute == 0 {
		return v.Duration(d)
	}
	return v.Phrase("time.seconds", With{"n": int(d / time.Second)})
}

// Elapsed is how long somebody took, to the tenth of a second.
func (v Voice) Elapsed(d time.Duration) string {
	if d < time.Minute {
		return v.Phrase("time.exact", With{"time": strconv.FormatFloat(d.Seconds(), 'f', 1, 64)})
	}
	return v.Duration(d)
}

// tenths is how long somebody took, in full tenths of a second.
func (v Voice) tenths(d time.Duration) string { return v.Elapsed(d.Truncate(100 * time.Millisecond)) }

// Points is "Ann 50 · Bo 20".
func (v Voice) Points(all []storage.Standing) chat.Line {
	var out chat.Line
	for i, s := range all {
		if i > 0 {
			out = append(out, chat.Span{Text: " · "})
		}
		out = append(out, v.Mention(s.Name, s.PlayerKey), chat.Span{Text: " " + v.Phrase("number", With{"n": s.Points})})
	}
	return out
}

// Month is a month as the language writes it.
func (v Voice) Month(t time.Time) string { return t.Format(v.Phrase("month.layout", nil)) }

// Date is a day as the language writes it.
func (v Voice) Date(t time.Time) string { return t.Format(v.Phrase("date.layout", nil)) }
