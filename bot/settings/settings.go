// Package settings holds the settings of a community and of a person as data, and the
// panel that shows and changes them. It stores nothing.
package settings

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/storage"
)

// Values of settings.
const (
	on, off = "on", "off"
	// elsewhere is the value of a daily that is posted at another place.
	elsewhere = "elsewhere"
	// auto is the language of each reader.
	auto = "auto"
	// anything leaves open what a puzzle is like.
	anything = "any"
	// everyone may deal, or administrators alone.
	everyone = "everyone"
	Admins   = "admins"
)

// The length of a round on the clock that a chat may choose, in seconds.
const (
	minSeconds = 30
	maxSeconds = 300
)

// A Setting is a row of the settings: the argument as which it is typed, and how its
// value is read, kept and shown.
type Setting struct {
	command.Argument
	where   where
	typed   bool   // values without a button can be typed into a form
	example string // of what is typed: a message key, or the value itself; empty: the reader's language
	get     func(View) string
	put     func(c *storage.Community, value string, v View)
	kind
}

// where says in which places a setting means something.
type where int

const (
	everywhere where = iota
	together         // where people play together
	own              // a person's own: in their own conversation
)

// A kind of settings. What is nil is that of a choice: the argument's choices.
type kind struct {
	parse   func(text string) (value string, ok bool)
	shown   func(v View, value string) string
	offered func(v View) []option
}

// An option is a value that has a button.
type option struct {
	label, value string
	holds        bool
}

// A View is a place whose settings are shown to a person.
type View struct {
	Say       say.Voice
	Community storage.Community
	Channel   string
	At        time.Time
}

// Settings are all settings, in the order of the panel.
type Settings struct {
	all   []Setting
	games []engine.Game
}

// New makes the settings for some games, languages and time zones. The levels are the
// values of a level option, from engine.MinLevel up.
func New(games []engine.Game, levels []string, book *lang.Book, zones *zone.Table) *Settings {
	s := &Settings{games: games}
	names := map[string]string{}
	for _, l := range book.Languages() {
		names[l] = lang.SelfName(l)
	}
	levels = append([]string{anything}, levels...)
	levelOf := func(n int) int { // a level that was stored and is gone is any
		if n < 0 || n >= len(levels) {
			return 0
		}
		return n
	}
	s.all = []Setting{
		{Argument: command.Argument{Name: "games"}, example: games[0].Name(), kind: s.someGames(book),
			get: func(v View) string { return cmp.Or(v.Community.Games, anything) },
			put: func(c *storage.Community, value string, _ View) { c.Games = unless(value, anything) }},
		{Argument: command.Argument{Name: "level", About: "arg.usual-level", Choices: levels, Labels: "choice.level"}, example: "choice.level.easy",
			get: func(v View) string { return levels[levelOf(v.Community.Level)] },
			put: func(c *storage.Community, value string, _ View) { c.Level = slices.Index(levels, value) }},
		toggle("daily", everywhere, kind{shown: shownDaily},
			func(v View) string {
				if c := v.Community; c.Daily && c.DailyChannel != v.Channel {
					return elsewhere
				}
				return onOff(v.Community.Daily)
			},
			func(c *storage.Community, is bool, v View) {
				if c.Daily = is; is {
					c.DailyChannel = v.Channel
				}
			}),
		{Argument: command.Argument{Name: "hour"}, typed: true, example: "8:30", kind: clock,
			get: func(v View) string { return clockOf(v.Community.Hour, v.Community.Minute) },
			put: func(c *storage.Community, value string, _ View) {
				hour, minute, _ := strings.Cut(value, ":")
				c.Hour, _ = strconv.Atoi(hour)
				c.Minute, _ = strconv.Atoi(minute)
			}},
		{Argument: command.Argument{Name: "timezone", Complete: true}, typed: true, example: "example.timezone", kind: timeZone(zones),
			get: func(v View) string { return play.Zone(v.Community).String() },
			put: func(c *storage.Community, value string, _ View) { c.Zone = value }},
		{Argument: command.Argument{Name: "seconds", Whole: &chat.Range{Least: minSeconds, Most: maxSeconds}}, where: together, typed: true, example: "60",
			kind: number(minSeconds, maxSeconds, 30, 45, 60, 90, 120, 180, 300),
			get:  func(v View) string { return unless(strconv.Itoa(v.Community.Seconds), "0") },
			put:  func(c *storage.Community, value string, _ View) { c.Seconds, _ = strconv.Atoi(value) }},
		{Argument: command.Argument{Name: "language", Choices: append([]string{auto}, book.Languages()...), Labels: "choice.language", Names: names},
			get: func(v View) string { return cmp.Or(v.Community.Locale, auto) },
			put: func(c *storage.Community, value string, _ View) { c.Locale = unless(value, auto) }},
		toggle("reminder", own, kind{}, func(v View) string { return onOff(v.Community.Reminder) },
			func(c *storage.Community, is bool, _ View) { c.Reminder = is }),
		toggle("worldwide", own, kind{}, func(v View) string { return onOff(v.Community.Worldwide) },
			func(c *storage.Community, is bool, _ View) { c.Worldwide = is }),
		{Argument: command.Argument{Name: "dealers", Choices: []string{everyone, Admins}, Labels: "choice.dealers"}, where: together, example: "choice.dealers." + Admins,
			get: func(v View) string { return cmp.Or(v.Community.Dealers, everyone) },
			put: func(c *storage.Community, value string, _ View) { c.Dealers = unless(value, everyone) }},
	}
	for i := range s.all {
		s.all[i].Keyword = true
	}
	return s
}

// toggle is a setting that is on or off.
func toggle(name string, in where, k kind, get func(View) string, put func(*storage.Community, bool, View)) Setting {
	return Setting{
		Argument: command.Argument{Name: name, Choices: []string{on, off}, Labels: "choice"}, where: in, example: "choice.on", kind: k,
		get: get, put: func(c *storage.Community, value string, v View) { put(c, value == on, v) },
	}
}

func onOff(is bool) string {
	if is {
		return on
	}
	return off
}

// unless is a value, or empty if it is the one that is kept as nothing.
func unless(value, zero string) string {
	if value == zero {
		return ""
	}
	return value
}

func shownDaily(v View, value string) string {
	switch value {
	case on:
		return v.Say.Phrase("panel.daily.here", nil)
	case elsewhere:
		return v.Say.Phrase("panel.daily.elsewhere", nil)
	}
	return v.Say.Phrase("choice.off", nil)
}

// clock is a time of day.
var clock = kind{
	parse: readClock,
	shown: func(_ View, value string) string { return value },
	offered: func(View) (out []option) {
		for _, hour := range []int{7, 8, 9, 12, 18, 19, 20, 21} {
			out = append(out, option{label: clockOf(hour, 0), value: clockOf(hour, 0)})
		}
		return out
	},
}

// number is a whole number of seconds; anything, kept as nothing, leaves it to the game.
func number(least, most int, buttons ...int) kind {
	shown := func(v View, value string) string {
		n, _ := strconv.Atoi(value)
		if n == 0 {
			return v.Say.Phrase("settings.seconds.own", nil)
		}
		return v.Say.Phrase("time.seconds", say.With{"n": n})
	}
	return kind{
		shown: shown,
		parse: func(text string) (string, bool) {
			n, err := strconv.Atoi(text)
			return unless(text, anything), text == anything || err == nil && n >= least && n <= most
		},
		offered: func(v View) []option {
			out := []option{{label: shown(v, ""), value: anything, holds: v.Community.Seconds == 0}}
			for _, n := range buttons {
				out = append(out, option{label: shown(v, strconv.Itoa(n)), value: strconv.Itoa(n)})
			}
			return out
		},
	}
}

// timeZone is a place's time; its buttons are cities all over the world, with the time
// that it is there.
func timeZone(zones *zone.Table) kind {
	return kind{
		parse: func(text string) (string, bool) {
			at, ok := zones.Named(text)
			if !ok {
				return "", false
			}
			return at.String(), true
		},
		shown: func(v View, _ string) string { return zone.Label(play.Zone(v.Community)) },
		offered: func(v View) (out []option) {
			for _, city := range strings.Split(v.Say.Phrase("panel.cities", nil), "|") {
				if at, ok := zones.Named(city); ok {
					out = append(out, option{label: city + " " + v.At.In(at).Format("15:04"), value: at.String()})
				}
			}
			return out
		},
	}
}

// IsDealt reports whether a community deals a game.
func IsDealt(c storage.Community, g engine.Game) bool {
	return c.Games == "" || slices.Contains(strings.Split(c.Games, ","), g.Name())
}

// Games are the games that a community deals.
func (s *Settings) Games(c storage.Community) []engine.Game {
	if some := slices.DeleteFunc(slices.Clone(s.games), func(g engine.Game) bool { return !IsDealt(c, g) }); len(some) > 0 {
		return some
	}
	return s.games // the chosen ones are gone
}

// someGames is a choice of several games, parted by commas. A button has, for each
// game, the games with it or without it.
func (s *Settings) someGames(book *lang.Book) kind {
	var all []string
	for _, g := range s.games {
		all = append(all, g.Name())
	}
	spelt := command.Spellings(book, command.Argument{Choices: all, Labels: "choice.game"})
	return kind{
		parse: func(text string) (string, bool) {
			var names []string
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",，、", r) }) {
				name, ok := spelt[strings.ToLower(strings.TrimSpace(word))]
				if !ok && word != anything {
					return "", false
				}
				if ok && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			if len(names) == len(all) || text == anything {
				return anything, true
			}
			return strings.Join(names, ","), len(names) > 0
		},
		shown: func(v View, value string) string {
			if value == anything {
				return v.Say.Phrase("panel.games.all", nil)
			}
			var names []string
			for _, g := range s.Games(v.Community) {
				names = append(names, v.Say.GameName(g))
			}
			return strings.Join(names, ", ")
		},
		offered: func(v View) (out []option) {
			for _, g := range s.games {
				var names []string
				for _, other := range s.games {
					if IsDealt(v.Community, other) != (other.Name() == g.Name()) {
						names = append(names, other.Name())
					}
				}
				if len(names) == 0 { // it is the last
					names = []string{g.Name()}
				}
				out = append(out, option{v.Say.GameName(g), strings.Join(names, ","), IsDealt(v.Community, g)})
			}
			return out
		},
	}
}

// Arguments are the settings as arguments of their command.
func (s *Settings) Arguments() (out command.Arguments) {
	for _, name := range []string{"timezone", "hour", "daily", "seconds", "language", "games", "level", "reminder", "worldwide", "dealers"} {
		out = append(out, s.find(name).Argument)
	}
	return out
}

func (s *Settings) find(name string) *Setting {
	if i := slices.IndexFunc(s.all, func(x Setting) bool { return x.Name == name }); i >= 0 {
		return &s.all[i]
	}
	return nil
}

// Usage is how a setting is typed.
func (s *Settings) Usage(v say.Voice, name, value string) chat.Span {
	return command.UsageOf(v.Printer, commandName, s.find(name).Argument, value)
}

// commandName is the command that changes settings.
const commandName = "settings"

// Change gives a community the values that are given; where one of them is refused it
// returns why, and nothing is changed.
func (s *Settings) Change(v View, c *storage.Community, values command.Values) *chat.Reply {
	changed := *c
	for i := range s.all {
		if text, given := values[s.all[i].Name]; given {
			if refusal := s.all[i].change(s, v, &changed, strings.TrimSpace(text)); refusal != nil {
				return refusal
			}
		}
	}
	*c = changed
	return nil
}

func (x *Setting) change(s *Settings, v View, c *storage.Community, text string) *chat.Reply {
	name := say.Code(v.Say.Phrase("setting."+x.Name, nil))
	value, ok := text, slices.Contains(x.Choices, text)
	if x.parse != nil {
		value, ok = x.parse(text)
	}
	var refusal chat.Reply
	switch {
	case text == "":
		refusal = v.Say.Refuse("bad-setting.empty", say.With{"name": name, "command": s.Usage(v.Say, x.Name, x.Example(v.Say))})
	case !x.isHere(v.Community):
		refusal = v.Say.Refuse([]string{together: "bad-setting.alone", own: "bad-setting.private"}[x.where], say.With{"name": name})
	case !ok:
		key := "bad-setting." + x.Name
		if !v.Say.Has(key) {
			key = "bad-setting.value"
		}
		var games []chat.Span
		for _, g := range s.games {
			games = append(games, chat.Span{Text: v.Say.GameName(g)})
		}
		refusal = v.Say.Refuse(key, say.With{"value": say.Code(chat.Clip(text, 40)), "choices": v.Say.List(games)})
	default:
		x.put(c, value, v)
		return nil
	}
	return &refusal
}

// isHere reports whether a setting means something in a community.
func (x *Setting) isHere(c storage.Community) bool {
	return x.where == everywhere || (x.where == own) == c.Private
}

// Example is a value as people type it.
func (x *Setting) Example(v say.Voice) string {
	switch {
	case x.example == "":
		return lang.SelfName(v.Language())
	case v.Has(x.example):
		return v.Phrase(x.example, nil)
	}
	return x.example
}
