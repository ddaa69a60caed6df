// Package settings holds the settings of a community and of a person as data, and the
// panel that shows and changes them. It stores nothing.
package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/storage"
)

// Values of settings.
const (
	on, off   = "on", "off"
	elsewhere = "elsewhere" // a daily that is posted in another channel
	auto      = "auto"      // each reader's own language
	anything  = "any"       // all games, any level, each game's own length
	everyone  = "everyone"  // everyone may deal
	// Admins is the value of storage.Community.Dealers where only administrators deal.
	Admins = "admins"
)

var onOff = map[bool]string{true: on, false: off}

// A setting is a row of the table: how a value is typed, shown and stored.
type setting struct {
	command.Argument
	kind    kind
	where   where
	unset   string   // the value that is stored as nothing
	values  []string // values with a button, of a number and a clock
	example string   // a typed value or its message key; empty: the name of the reader's language
	field   func(*storage.Community) any
}

// A kind says which values a setting takes. A toggle is a choice of on and off.
type kind int

const (
	choice    kind = iota // one of the argument's choices, stored as a text, by its index, or as on and off
	someGames             // several games, parted by commas
	number                // a whole number of seconds in the argument's range; from here on not every value has a button
	clock                 // a time of day
	timeZone              // its buttons are cities all over the world
)

// where says in which places a setting means something.
type where int

const (
	everywhere where = iota
	together         // where people play together
	own              // a person's own, in their private chat
)

// A posted field is a toggle that is on for one channel.
type posted struct {
	on      *bool
	channel *string
}

// A moment is the field of a clock.
type moment struct{ hour, minute *int }

// A View is a place whose settings are shown to a person.
type View struct {
	Say       say.Voice
	Community storage.Community
	Channel   string
	Barred    bool // the bot may not post in the channel
	At        time.Time
}

// Settings are all settings, in the order of the panel.
type Settings struct {
	all      []setting
	games    []engine.Game
	spelt    map[string]string // names of games by what people type for them
	defaults []string          // what people type for the value that is stored as nothing
	zones    *zone.Table
}

// New makes the settings for some games, languages and time zones. The levels are the
// values of a level option, from engine.MinLevel up.
func New(games []engine.Game, levels []string, book *lang.Book, zones *zone.Table) *Settings {
	s := &Settings{games: games, zones: zones, defaults: command.Words(book, "choice.default")}
	all := command.Argument{Labels: "choice.game"}
	for _, g := range games {
		all.Choices = append(all.Choices, g.Name())
	}
	s.spelt = command.Spellings(book, all)
	names := map[string]string{}
	for _, l := range book.Languages() {
		names[l] = lang.SelfName(l)
	}
	type arg = command.Argument
	type community = *storage.Community
	toggle := []string{on, off}
	seconds := &chat.Range{Least: 30, Most: 300}
	s.all = []setting{
		{Argument: arg{Name: "games"}, kind: someGames, unset: anything, example: games[0].Name(), field: func(c community) any { return &c.Games }},
		{Argument: arg{Name: "level", About: "arg.usual-level", Choices: append([]string{anything}, levels...), Labels: "choice.level"},
			example: "choice.level.easy", field: func(c community) any { return &c.Level }},
		{Argument: arg{Name: "daily", Choices: toggle, Labels: "choice"}, example: "choice.on",
			field: func(c community) any { return posted{&c.Daily, &c.DailyChannel} }},
		{Argument: arg{Name: "hour"}, kind: clock, example: "8:30", values: []string{"7:00", "8:00", "9:00", "12:00", "18:00", "19:00", "20:00", "21:00"},
			field: func(c community) any { return moment{&c.Hour, &c.Minute} }},
		{Argument: arg{Name: "pin", Choices: toggle, Labels: "choice"}, where: together, example: "choice.on", field: func(c community) any { return &c.Pin }},
		{Argument: arg{Name: "quiet", Choices: toggle, Labels: "choice"}, example: "choice.on", field: func(c community) any { return &c.Quiet }},
		{Argument: arg{Name: "timezone", Complete: true}, kind: timeZone, example: "example.timezone", field: func(c community) any { return &c.Zone }},
		{Argument: arg{Name: "seconds", Whole: seconds}, kind: number, where: together, unset: anything, example: "60",
			values: []string{anything, "30", "45", "60", "90", "120", "180", "300"}, field: func(c community) any { return &c.Seconds }},
		{Argument: arg{Name: "language", Choices: append([]string{auto}, book.Languages()...), Labels: "choice.language", Names: names},
			unset: auto, field: func(c community) any { return &c.Locale }},
		{Argument: arg{Name: "reminder", Choices: toggle, Labels: "choice"}, where: own, example: "choice.on", field: func(c community) any { return &c.Reminder }},
		{Argument: arg{Name: "worldwide", Choices: toggle, Labels: "choice"}, where: own, example: "choice.on", field: func(c community) any { return &c.Worldwide }},
		{Argument: arg{Name: "credit", Choices: toggle, Labels: "choice"}, where: own, example: "choice.on", field: func(c community) any { return &c.Credited }},
		{Argument: arg{Name: "recordings", Choices: toggle, Labels: "choice"}, where: own, example: "choice.on", field: func(c community) any { return &c.Recordings }},
		{Argument: arg{Name: "dealers", Choices: []string{everyone, Admins}, Labels: "choice.dealers"}, where: together, unset: everyone,
			example: "choice.dealers." + Admins, field: func(c community) any { return &c.Dealers }},
	}
	for i := range s.all {
		s.all[i].Keyword = true
	}
	return s
}

// menu is the order of the settings in the menu of their command.
var menu = []string{
	"timezone", "hour", "daily", "seconds", "language", "games", "level", "reminder", "worldwide", "credit", "recordings", "dealers", "pin", "quiet",
}

// Arguments are the settings as arguments of their command, in the order of its menu. One that
// has no place in it comes last.
func (s *Settings) Arguments() (out command.Arguments) {
	for _, name := range menu {
		out = append(out, s.find(name).Argument)
	}
	for _, x := range s.all {
		if !slices.Contains(menu, x.Name) {
			out = append(out, x.Argument)
		}
	}
	return out
}

func (s *Settings) find(name string) *setting {
	if i := slices.IndexFunc(s.all, func(x setting) bool { return x.Name == name }); i >= 0 {
		return &s.all[i]
	}
	return nil
}

// Usage is the command that gives a setting a value.
func (s *Settings) Usage(v say.Voice, name, value string) chat.Span {
	return command.UsageOf(v.Printer, "settings", s.find(name).Argument, value)
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

// value is the value of a setting.
func (x *setting) value(v View) string {
	out := ""
	switch f := x.field(&v.Community).(type) {
	case *string:
		out = *f
	case *bool:
		out = onOff[*f]
	case posted:
		if out = onOff[*f.on]; *f.on && *f.channel != v.Channel {
			out = elsewhere
		}
	case moment:
		out = fmt.Sprintf(clockFormat, *f.hour, *f.minute)
	case *int:
		switch {
		case len(x.Choices) == 0 && *f > 0:
			out = strconv.Itoa(*f)
		case len(x.Choices) > 0 && *f >= 0 && *f < len(x.Choices):
			out = x.Choices[*f]
		case len(x.Choices) > 0: // a level that was stored and is gone
			out = x.Choices[0]
		}
	}
	return cmp.Or(out, x.unset)
}

// set stores a value in a community, which is shown at a place.
func (x *setting) set(c *storage.Community, value string, v View) {
	stored := value
	if value == x.unset {
		stored = ""
	}
	switch f := x.field(c).(type) {
	case *string:
		*f = stored
	case *bool:
		*f = value == on
	case posted:
		if *f.on = value == on; !*f.on {
			break
		}
		if *f.channel = v.Channel; c.TroubleChannel != v.Channel { // of the channel before
			c.Trouble = ""
		}
		if v.Barred {
			c.Trouble, c.TroubleChannel = string(chat.GoneRight), v.Channel
		}
	case moment:
		hour, minute, _ := strings.Cut(value, ":")
		*f.hour, _ = strconv.Atoi(hour) // read by parse, as below
		*f.minute, _ = strconv.Atoi(minute)
	case *int:
		if len(x.Choices) > 0 {
			*f = slices.Index(x.Choices, value)
		} else {
			*f, _ = strconv.Atoi(stored)
		}
	}
}

// parse reads what was typed for a setting.
func (s *Settings) parse(x *setting, text string) (value string, ok bool) {
	if x.unset != "" && slices.Contains(s.defaults, strings.ToLower(text)) {
		return x.unset, true
	}
	switch x.kind {
	case someGames:
		var names []string
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",，、", r) }) {
			name, ok := s.spelt[strings.ToLower(strings.TrimSpace(word))]
			if !ok && word != anything {
				return "", false
			}
			if ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) == len(s.games) || text == anything {
			return anything, true
		}
		return strings.Join(names, ","), len(names) > 0
	case number:
		n, err := strconv.Atoi(text)
		return text, text == x.unset || err == nil && n >= x.Whole.Least && n <= x.Whole.Most
	case clock:
		return readClock(text)
	case timeZone:
		at, ok := s.zones.Named(text)
		if !ok {
			return "", false
		}
		return at.String(), true
	}
	return text, slices.Contains(x.Choices, text)
}

// Change gives a community the values that are given. If one of them is refused it
// returns the reason, and changes nothing.
func (s *Settings) Change(v View, c *storage.Community, values command.Values) *chat.Reply {
	changed := *c
	for i := range s.all {
		x := &s.all[i]
		text, given := values[x.Name]
		if !given {
			continue
		}
		text = strings.TrimSpace(text)
		name := say.Code(v.Say.Phrase("setting."+x.Name, nil))
		value, ok := s.parse(x, text)
		var refusal chat.Reply
		switch {
		case text == "":
			refusal = v.Say.Refuse("bad-setting.empty", say.With{"name": name, "command": s.Usage(v.Say, x.Name, x.typed(v.Say))})
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
			refusal = v.Say.Refuse(key, say.With{"value": say.Code(chat.Clip(text, 40)), "choices": say.List(v.Say, "list.last", games)})
		default:
			x.set(&changed, value, v)
			continue
		}
		return &refusal
	}
	if !changed.Pin && changed.Trouble == string(chat.GonePin) {
		changed.Trouble = ""
	}
	*c = changed
	return nil
}

// isHere reports whether a setting means something in a community.
func (x *setting) isHere(c storage.Community) bool {
	return x.where == everywhere || (x.where == own) == c.Private
}

// typed is the example of a value as people type it.
func (x *setting) typed(v say.Voice) string {
	switch {
	case x.example == "":
		return lang.SelfName(v.Language())
	case v.Has(x.example):
		return v.Phrase(x.example, nil)
	}
	return x.example
}
