// Package say puts what package round has found into words. It turns puzzles, verdicts, endings,
// people, scores and times into lines in a reader's language. It decides nothing about play, and
// knows no network. Every sentence is in package lang.
package say

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/storage"
)

// With has the named arguments of a message. A string or an int is shown plainly, a Span or a Line in its
// style. "n" chooses the plural.
type With map[string]any

// A Voice makes Lines from message keys in one language.
type Voice struct {
	*lang.Printer
	// OnPage means that the reader is at the page, which has buttons and no place to type commands. There a
	// message may have other words: those of its key and ".page".
	OnPage bool
}

// Line returns the message of a key.
func (v Voice) Line(key string, args With) chat.Line {
	if v.OnPage && v.Has(key+".page") {
		key += ".page"
	}
	n, _ := args["n"].(int)
	var out chat.Line
	for _, part := range v.Parts(key, n) {
		if part.Arg == "" {
			out = append(out, chat.Span{Text: part.Text})
		} else {
			out = append(out, line(args[part.Arg])...)
		}
	}
	return out
}

// line joins Spans, Lines and plain values to one Line.
func line(parts ...any) (out chat.Line) {
	for _, part := range parts {
		switch x := part.(type) {
		case chat.Span:
			out = append(out, x)
		case chat.Line:
			out = append(out, x...)
		default:
			text := fmt.Sprint(x)
			if text != "" {
				out = append(out, chat.Span{Text: text})
			}
		}
	}
	return out
}

// Phrase returns a message as plain text, for labels and titles.
func (v Voice) Phrase(key string, args With) string { return Plain(v.Line(key, args)) }

// Refuse returns a short reply which says that something cannot be done.
func (v Voice) Refuse(key string, args With) chat.Reply {
	return chat.Reply{Audience: chat.Asker, Text: []chat.Line{v.Line(key, args)}}
}

// Plain returns the text of a Line, without its styles.
func Plain(l chat.Line) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Code returns an expression, or a word to type.
func Code(text string) chat.Span { return chat.Span{Style: chat.Code, Text: text} }

// Strong returns a text that stands out.
func Strong(text string) chat.Span { return chat.Span{Style: chat.Strong, Text: text} }

// Head returns a heading. Its name stands out, and the rest follows in plain text.
func Head(name string, rest ...any) chat.Line {
	return append(chat.Line{{Style: chat.Head}, Strong(name)}, line(rest...)...)
}

// Item makes a line an item of a list.
func Item(l chat.Line) chat.Line { return append(chat.Line{{Style: chat.Item}}, l...) }

// Slash returns a command without arguments.
func Slash(name string) chat.Span { return chat.Span{Style: chat.Slash, Text: "/" + name} }

// Word returns a command without arguments that menus do not list.
func Word(name string) chat.Span { return chat.Span{Style: chat.Said, Text: "/" + name} }

// List joins Spans or Lines as the language does. last is the key of the word before the last item: with
// "list.last" it is "1, 3 and 8", with "list.or" it is "1, 3 or 8".
func List[T any](v Voice, last string, items []T) chat.Line {
	return Join(items, v.Phrase("list.comma", nil), v.Phrase(last, nil))
}

// Join joins Spans or Lines, with one text between them and another before the last.
func Join[T any](items []T, between, last string) (out chat.Line) {
	for i, item := range items {
		switch i {
		case 0:
			out = line(item)
		case len(items) - 1:
			out = append(out, line(last, item)...)
		default:
			out = append(out, line(between, item)...)
		}
	}
	return out
}

// Key returns the key of the message for a code: the game's own message if there is one, and otherwise
// that of all games.
func (v Voice) Key(kind, game, code string) string {
	own := kind + "." + game + "." + code
	if v.Has(own) {
		return own
	}
	return kind + "." + code
}

// Mention names a person, or says that they are forgotten. It does not use the style chat.Mention, since
// networks may show that as a number.
func (v Voice) Mention(name, key string) chat.Span {
	if name == "" {
		return chat.Span{Text: v.Phrase("board.forgotten", nil)}
	}
	return chat.Span{Style: chat.Strong, Text: chat.OneLine(name), Person: key}
}

// Level returns the word for a level.
func (v Voice) Level(level int) string { return v.Phrase("level."+strconv.Itoa(level), nil) }

// Duration returns a rough length of time, at least a second.
func (v Voice) Duration(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return v.Phrase("time.seconds", With{"n": max(1, roundTo(d, time.Second))})
	case d < 90*time.Minute:
		return v.Phrase("time.minutes", With{"n": roundTo(d, time.Minute)})
	}
	return v.Phrase("time.hours", With{"n": roundTo(d, time.Hour)})
}

// roundTo returns how many units a duration has, to the nearest one.
func roundTo(d, unit time.Duration) int { return int((d + unit/2) / unit) }

// Length returns how long a clock runs, to the second.
func (v Voice) Length(d time.Duration) string {
	if d >= 2*time.Minute && d%time.Minute == 0 {
		return v.Duration(d)
	}
	return v.Phrase("time.seconds", With{"n": int(d / time.Second)})
}

// Elapsed returns how long somebody took. Below a minute it is cut to tenths of a second, and from then on to seconds.
func (v Voice) Elapsed(d time.Duration) string {
	if d >= time.Minute {
		return v.Short(d)
	}
	d = d.Truncate(100 * time.Millisecond)
	return v.Phrase("time.exact", With{"time": strconv.FormatFloat(d.Seconds(), 'f', -1, 64)})
}

// Short returns how long somebody took, in few characters. Like Elapsed, it cuts the time and does not round it. What
// is less than a second is told as one.
func (v Voice) Short(d time.Duration) string {
	s := max(1, int(d/time.Second))
	switch {
	case s < 60:
		return v.Phrase("share.seconds", With{"s": s})
	case s < 60*60:
		return v.Phrase("share.minutes", With{"m": s / 60, "s": s % 60})
	}
	return v.Phrase("share.hours", With{"h": s / 3600, "m": s / 60 % 60})
}

// Points returns a line of people with their points: "Ann 50 · Bo 20".
func (v Voice) Points(all []storage.Standing) chat.Line {
	var people []chat.Line
	for _, s := range all {
		points := v.Phrase("number", With{"n": s.Points})
		people = append(people, line(v.Mention(s.Name, s.PlayerKey), " "+points))
	}
	return Join(people, " · ", " · ")
}

// Ordinal returns a rank as people say it: "1st", "12th".
func (v Voice) Ordinal(n int) string {
	key := "place." + strconv.Itoa(n%10)
	isTeen := n/10%10 == 1
	if isTeen || !v.Has(key) {
		key = "place"
	}
	return v.Phrase(key, With{"n": n})
}

// Date returns a day as the language writes it.
func (v Voice) Date(t time.Time) string { return t.Format(v.Phrase("date.layout", nil)) }
