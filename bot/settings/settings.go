// Package settings has the settings of communities and people, and the panel that shows and changes
// them. The settings of a person are those of their private chat. The kernel's settings are stored in
// fields of storage.Community. A setting of a feature is a Toggle, which the feature declares and
// reads. It is stored as a row of the table of settings.
package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/storage"
)

// NameOfZone is the name of the setting of the time zone.
const NameOfZone = "timezone"

// These are values of settings.
const (
	on  = "on"
	off = "off"
	// elsewhere says that the daily is posted in another channel.
	elsewhere = "elsewhere"
	// auto means each reader's own language.
	auto = "auto"
	// anything means all games, any level, or each game's own clock.
	anything = "any"
	// everyone means that everyone may deal.
	everyone = "everyone"
	// Admins means that only administrators may deal.
	Admins = "admins"
)

func onOrOff(isOn bool) string {
	if isOn {
		return on
	}
	return off
}

// A Setting says how the value of a setting is typed, shown and stored.
type Setting struct {
	command.Argument
	kind  kind
	where Where
	// unset is the value of the setting while nothing is stored for it.
	unset string
	// values are the values of a number or a clock that have a button.
	values []string
	// example is a value as people type it, or the key of a message with one. It is empty for the language:
	// the example is the name of the reader's own.
	example string
	// field returns where a community has the value: a pointer to it, an onInChannel or a timeOfDay. It is
	// nil if the value is in the table of settings.
	field func(*storage.Community) any
	// row is the key of its row in the table of settings; empty: it has a field.
	row string

	// After is the setting that it follows in the panel; empty: it comes last.
	After string
	// NoGuests reports whether it means nothing to the page's guests: the bot cannot write to them, and the World
	// does not list them.
	NoGuests bool
	// Clears is the trouble that a community no longer has when the setting is switched off, such as that
	// posts cannot be pinned; empty: none.
	Clears chat.Gone
}

// A kind says which values a setting can have. With the zero kind it can have one of the argument's
// choices.
type kind int

const (
	_ kind = iota
	// someGames are several games, with commas between them.
	someGames
	// number is a whole number of seconds in the argument's range.
	number
	clock
	// timeZone is a zone, for which there are buttons of cities all over the world.
	timeZone
)

// isOpen reports whether a value of the kind may have no button.
func (k kind) isOpen() bool { return k == number || k == clock || k == timeZone }

// Where says in which places a setting means something.
type Where int

const (
	Everywhere Where = iota
	// Together is a place where people play together.
	Together
	// Private is a person's private chat.
	Private
)

// onInChannel is the field of a setting that is on for one channel.
type onInChannel struct {
	isOn    *bool
	channel *string
}

// timeOfDay is the field of a clock.
type timeOfDay struct{ hour, minute *int }

// A View is a place whose settings are shown to a person.
type View struct {
	Say       say.Voice
	Community storage.Community
	// Days are those of the community or, in a private chat, those of its owner.
	Days round.Calendar
	// Rows are the values of the settings that are rows, by their keys.
	Rows    map[string]string
	Channel string
	// Topics reports whether the network calls channels topics.
	Topics bool
	// Barred is true if the bot may not post in the channel.
	Barred bool
	// Posted reports whether the daily of the community's date has been posted.
	Posted bool
	// More are buttons that the panel shows below those of the settings.
	More []chat.Button
	At   time.Time
}

// Settings are all settings, in the order of the panel.
type Settings struct {
	all   []Setting
	games []engine.Game
	// spelt maps what people type for a game to the game's name.
	spelt map[string]string
	// defaults are the words that people type to unset a setting.
	defaults []string
	zones    *zone.Table
}

// New makes the settings for some games, languages and time zones. The levels are the
// values of a level option, from engine.MinLevel up.
func New(games []engine.Game, levels []string, book *lang.Book, zones *zone.Table) *Settings {
	names := command.Argument{Labels: "choice.game"}
	for _, g := range games {
		names.Choices = append(names.Choices, g.Name())
	}
	s := &Settings{
		all:      table(games, levels, book),
		games:    games,
		spelt:    command.Spellings(book, names),
		defaults: command.Words(book, "choice.default"),
		zones:    zones,
	}
	for i := range s.all {
		s.all[i].Keyword = true
	}
	return s
}

// table returns the kernel's settings, in the order of the panel.
func table(games []engine.Game, levels []string, book *lang.Book) []Setting {
	languages := map[string]string{}
	for _, l := range book.Languages() {
		languages[l] = lang.SelfName(l)
	}
	return []Setting{
		{
			Argument: command.Argument{Name: "games"},
			kind:     someGames,
			unset:    anything,
			example:  games[0].Name(),
			field:    func(c *storage.Community) any { return &c.Games },
		},
		{
			Argument: command.Argument{
				Name:    "level",
				About:   "arg.usual-level",
				Choices: append([]string{anything}, levels...),
				Labels:  "choice.level",
			},
			example: "choice.level.easy",
			field:   func(c *storage.Community) any { return &c.Level },
		},
		notForGuests(toggle("daily", Everywhere, func(c *storage.Community) any {
			return onInChannel{&c.Daily, &c.DailyChannel}
		})),
		{
			Argument: command.Argument{Name: "hour"},
			NoGuests: true,
			kind:     clock,
			values:   []string{"7:00", "8:00", "9:00", "12:00", "18:00", "19:00", "20:00", "21:00"},
			example:  "8:30",
			field:    func(c *storage.Community) any { return timeOfDay{&c.Hour, &c.Minute} },
		},
		{
			Argument: command.Argument{Name: NameOfZone, Complete: true},
			kind:     timeZone,
			example:  "example.timezone",
			field:    func(c *storage.Community) any { return &c.Zone },
		},
		{
			Argument: command.Argument{Name: "seconds", Whole: &chat.Range{Least: 30, Most: 300}},
			kind:     number,
			where:    Together,
			unset:    anything,
			values:   []string{anything, "30", "45", "60", "90", "120", "180", "300"},
			example:  "60",
			field:    func(c *storage.Community) any { return &c.Seconds },
		},
		{
			Argument: command.Argument{
				Name:    "language",
				Choices: append([]string{auto}, book.Languages()...),
				Labels:  "choice.language",
				Names:   languages,
			},
			unset: auto,
			field: func(c *storage.Community) any { return &c.Locale },
		},
		notForGuests(toggle("worldwide", Private, func(c *storage.Community) any { return &c.Worldwide })),
		{
			Argument: command.Argument{
				Name:    "dealers",
				Choices: []string{everyone, Admins},
				Labels:  "choice.dealers",
			},
			where:   Together,
			unset:   everyone,
			example: "choice.dealers." + Admins,
			field:   func(c *storage.Community) any { return &c.Dealers },
		},
	}
}

// toggle returns a setting that is on or off.
func toggle(name string, where Where, field func(*storage.Community) any) Setting {
	return Setting{
		Argument: command.Argument{Name: name, Choices: []string{on, off}, Labels: "choice"},
		where:    where,
		example:  "choice.on",
		field:    field,
	}
}

// notForGuests marks a setting as one that means nothing to the page's guests.
func notForGuests(x Setting) Setting {
	x.NoGuests = true
	return x
}

// Add adds the settings of a feature, before any is shown or changed.
func (s *Settings) Add(all ...Setting) {
	for _, x := range all {
		x.Keyword = true
		index := len(s.all)
		if x.After != "" {
			index = 1 + slices.IndexFunc(s.all, func(y Setting) bool { return y.Name == x.After })
		}
		s.all = slices.Insert(s.all, index, x)
	}
}

// menu is the order of the settings in the menu of their command.
var menu = []string{
	"timezone",
	"hour",
	"daily",
	"seconds",
	"language",
	"games",
	"level",
	"worldwide",
	"dealers",
}

// Arguments returns the settings as arguments of their command, in the order of its menu. Those
// that are not in the menu come last.
func (s *Settings) Arguments() command.Arguments {
	var out command.Arguments
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

// ArgumentsIn returns the arguments for the settings that a community has.
func (s *Settings) ArgumentsIn(c storage.Community) command.Arguments {
	return slices.DeleteFunc(s.Arguments(), func(a command.Argument) bool { return !s.find(a.Name).isHere(c) })
}

// find returns the setting of a name; nil if there is none.
func (s *Settings) find(name string) *Setting {
	for i := range s.all {
		if s.all[i].Name == name {
			return &s.all[i]
		}
	}
	return nil
}

// Usage returns the command that gives a setting a value.
func (s *Settings) Usage(v say.Voice, name, value string) chat.Span {
	return command.UsageOf(v.Printer, "settings", s.find(name).Argument, value)
}

// IsDealt reports whether a community deals a game.
func IsDealt(c storage.Community, g engine.Game) bool {
	return c.Games == "" || slices.Contains(strings.Split(c.Games, ","), g.Name())
}

// Games returns the games that a community deals. If none of the games that it chose exists any more, it
// returns all games.
func (s *Settings) Games(c storage.Community) []engine.Game {
	var dealt []engine.Game
	for _, g := range s.games {
		if IsDealt(c, g) {
			dealt = append(dealt, g)
		}
	}
	if len(dealt) == 0 {
		return s.games
	}
	return dealt
}

// value returns the value of a setting.
func (x *Setting) value(v View) string {
	return cmp.Or(x.storedValue(v), x.unset)
}

// storedValue returns the value that is stored for a setting; empty if there is none.
func (x *Setting) storedValue(v View) string {
	if x.row != "" {
		return v.Rows[x.row]
	}
	switch f := x.field(&v.Community).(type) {
	case *string:
		return *f
	case *bool:
		return onOrOff(*f)
	case onInChannel:
		if *f.isOn && *f.channel != v.Channel {
			return elsewhere
		}
		return onOrOff(*f.isOn)
	case timeOfDay:
		return fmt.Sprintf(clockFormat, *f.hour, *f.minute)
	case *int:
		return x.numberText(*f)
	}
	return ""
}

// numberText returns the value of a setting that is stored as a number.
func (x *Setting) numberText(n int) string {
	if len(x.Choices) > 0 {
		if n < 0 || n >= len(x.Choices) {
			// An earlier version had more levels, and this was one of them.
			return x.Choices[0]
		}
		return x.Choices[n]
	}
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// set sets a value in a view. parse has read the value.
func (x *Setting) set(v *View, value string) {
	c := &v.Community
	hasItsTrouble := x.Clears != "" && c.Trouble == string(x.Clears)
	if value == off && hasItsTrouble {
		c.Trouble = ""
	}
	stored := value
	if value == x.unset {
		stored = ""
	}
	if x.row != "" {
		v.Rows[x.row] = stored
		return
	}
	switch f := x.field(c).(type) {
	case *string:
		*f = stored
	case *bool:
		*f = value == on
	case onInChannel:
		*f.isOn = value == on
		if value == on {
			*f.channel = v.Channel
			moveTrouble(v)
		}
	case timeOfDay:
		hour, minute, _ := strings.Cut(value, ":")
		*f.hour, _ = strconv.Atoi(hour)
		*f.minute, _ = strconv.Atoi(minute)
	case *int:
		if len(x.Choices) > 0 {
			*f = slices.Index(x.Choices, value)
			return
		}
		// The empty text of a number that is not set is stored as 0.
		*f, _ = strconv.Atoi(stored)
	}
}

// moveTrouble runs when posts go to another channel from now on. It forgets that the former channel
// refused posts, and notes whether the new channel refuses them.
func moveTrouble(v *View) {
	c := &v.Community
	if c.TroubleChannel != v.Channel {
		c.Trouble = ""
	}
	if v.Barred {
		c.Trouble = string(chat.GoneRight)
		c.TroubleChannel = v.Channel
	}
}

// parse reads what was typed for a setting; ok is false if the setting has no such value.
func (s *Settings) parse(x *Setting, text string) (value string, ok bool) {
	if x.unset != "" && slices.Contains(s.defaults, strings.ToLower(text)) {
		return x.unset, true
	}
	switch x.kind {
	case someGames:
		return s.parseGames(text)
	case number:
		if text == x.unset {
			return text, true
		}
		n, err := strconv.Atoi(text)
		return text, err == nil && n >= x.Whole.Least && n <= x.Whole.Most
	case clock:
		return readClock(text)
	case timeZone:
		location, isNamed := s.zones.ByName(text)
		if !isNamed {
			return "", false
		}
		return location.String(), true
	}
	return text, slices.Contains(x.Choices, text)
}

// parseGames reads a list of games, with commas between them, or else spaces. A name may have a space itself:
// "24 game". If one of the words means any game, all are meant.
func (s *Settings) parseGames(text string) (value string, ok bool) {
	var names []string
	isComma := func(r rune) bool { return strings.ContainsRune(",，、", r) }
	words := strings.FieldsFunc(text, isComma)
	_, isGame := s.spelt[strings.ToLower(strings.TrimSpace(text))]
	if len(words) == 1 && !isGame {
		words = strings.Fields(text)
	}
	for _, word := range words {
		word = strings.ToLower(strings.TrimSpace(word))
		if word == anything || slices.Contains(s.defaults, word) {
			return anything, true
		}
		name, isKnown := s.spelt[word]
		if !isKnown {
			return "", false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == len(s.games) {
		return anything, true
	}
	return strings.Join(names, ","), len(names) > 0
}

// Change returns a view in which settings have the values that are given. If a value is refused, it returns
// the reason.
func (s *Settings) Change(v View, values command.Values) (View, *chat.Reply) {
	changed := v
	changed.Rows = map[string]string{}
	maps.Copy(changed.Rows, v.Rows)
	for i := range s.all {
		x := &s.all[i]
		text, isGiven := values[x.Name]
		if !isGiven {
			continue
		}
		text = strings.TrimSpace(text)
		value, ok := s.parse(x, text)
		isValue := ok && text != ""
		if !isValue || !x.isHere(v.Community) {
			refusal := s.refuse(x, v, text)
			return v, &refusal
		}
		x.set(&changed, value)
	}
	return changed, nil
}

// refuse says why a setting cannot have a value that was typed.
func (s *Settings) refuse(x *Setting, v View, text string) chat.Reply {
	name := say.Code(x.title(v))
	if !x.isHere(v.Community) {
		key := "bad-setting.private"
		if x.where == Together {
			key = "bad-setting.alone"
		}
		return v.Say.Refuse(key, say.With{"name": name})
	}
	if text == "" {
		example := x.exampleText(v.Say)
		return v.Say.Refuse("bad-setting.empty", say.With{
			"name":    name,
			"command": s.Usage(v.Say, x.Name, example),
			"example": say.Code(example),
		})
	}
	key := "bad-setting." + x.Name
	if !v.Say.Has(key) {
		key = "bad-setting.value"
	}
	var games []chat.Span
	for _, g := range s.games {
		games = append(games, chat.Span{Text: v.Say.GameName(g)})
	}
	return v.Say.Refuse(key, say.With{
		"value":   say.Code(chat.Clip(text, 40)),
		"choices": say.List(v.Say, "list.last", games),
	})
}

// title is the name of a setting in the panel.
func (x *Setting) title(v View) string { return v.Say.Phrase("panel."+x.Name, nil) }

// isHere reports whether a community has a setting.
func (x *Setting) isHere(c storage.Community) bool {
	switch x.where {
	case Together:
		return !c.Private
	case Private:
		return c.Private
	}
	return true
}

// exampleText returns an example of a value, as people type it.
func (x *Setting) exampleText(v say.Voice) string {
	switch {
	case x.example == "":
		return lang.SelfName(v.Language())
	case v.Has(x.example):
		return v.Phrase(x.example, nil)
	}
	return x.example
}
