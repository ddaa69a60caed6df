package settings

import (
	"strings"
	"testing"
	"time"

	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine/games"
	"reckon/storage"
)

// A setting of the panel is in the menu of the command, too, also if nobody gave it a place there.
func TestEverySettingIsInTheMenu(t *testing.T) {
	s, _ := newSettings(t)
	s.all = append(s.all, Setting{Argument: command.Argument{Name: "forgotten"}})
	args := s.Arguments()
	if len(args) != len(s.all) {
		t.Errorf("%d of %d settings are in the menu", len(args), len(s.all))
	}
	for _, x := range s.all {
		if args.Find(x.Name) == nil {
			t.Errorf("%s is not in the menu", x.Name)
		}
	}
}

// The name of each setting is understood as it is shown in each language, and so is the
// example of its value, and the word for what holds where nothing is chosen.
func TestNamesAreUnderstood(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := New(games.All(), []string{"easiest", "easy", "medium", "hard", "very-hard"}, book, zones)
	table := command.NewTable(book, []command.Command[int]{{Name: "settings", Args: s.Arguments()}})
	for _, language := range book.Languages() {
		v := View{Say: say.Voice{Printer: book.Printer(language)}, Channel: "b"}
		for i := range s.all {
			x := &s.all[i]
			v.Community.Private = x.where == Private
			values := []string{x.exampleText(v.Say)}
			if x.unset != "" && x.unset != everyone {
				values = append(values, command.Words(book, "choice.default")[0], strings.Split(v.Say.Phrase("typed.choice.default", nil), "|")[0])
			}
			for _, name := range []string{x.Name, v.Say.Phrase("setting."+x.Name, nil), v.Say.Phrase("option."+x.Name, nil), x.title(v)} {
				for _, value := range values {
					given := table.Find("settings").Args.Read(name + " " + value)
					if _, refusal := s.Change(v, given); len(given) != 1 || given[x.Name] == "" || refusal != nil {
						t.Errorf("%s: %q %q is read as %v", language, name, value, given)
					}
				}
			}
		}
	}
}

// Each setting takes the values it says, stores them, and shows them as they were
// chosen; any other value is refused and changes nothing.
func TestValues(t *testing.T) {
	s, en := newSettings(t)
	here := storage.Community{Games: "24", Level: 2, Daily: true, DailyChannel: "a", Seconds: 60, Locale: "en", Dealers: Admins}
	person := storage.Community{Private: true}
	s.Add(Toggle("daily.reminder").Setting(Private))
	for _, c := range []struct {
		of          storage.Community
		name, typed string
		// value and words are empty if the setting is refused.
		value, words string
	}{
		{here, "games", "24， Countdown", "24,countdown", "24, Countdown"}, {here, "games", "any", "any", "all"}, {here, "games", "chess", "", ""},
		{here, "games", "24 letters", "24,letters", "24, Letters"}, {here, "games", "24 game", "24", "24"}, {here, "games", "24 chess", "", ""},
		{here, "games", "all", "any", "all"}, {here, "games", "All", "any", "all"}, {here, "games", "全部", "any", "all"},
		{here, "games", "24, Any", "any", "all"}, {here, "games", "any any", "any", "all"},
		{here, "games", ",", "", ""}, {here, "level", "very-hard", "very-hard", "very hard"}, {here, "level", "any", "any", "any"}, {here, "level", "6", "", ""},
		{here, "daily", "on", "on", "here"}, {here, "daily", "off", "off", "off"}, {here, "daily", "elsewhere", "", ""},
		{here, "hour", "8pm", "20:00", "20:00"}, {here, "hour", "25", "", ""}, {here, "timezone", "Berlin", "Europe/Berlin", "Europe/Berlin"}, {here, "timezone", "Atlantis", "", ""},
		{here, "seconds", "30", "30", "30 seconds"}, {here, "seconds", "300", "300", "300 seconds"}, {here, "seconds", "any", "any", "default"},
		{here, "seconds", " 45 ", "45", "45 seconds"}, {here, "seconds", "29", "", ""}, {here, "seconds", "301", "", ""}, {here, "seconds", "soon", "", ""}, {here, "seconds", "", "", ""}, {person, "seconds", "60", "", ""},
		{here, "language", "zh-Hans", "zh-Hans", "简体中文"}, {here, "language", "auto", "auto", "automatic"}, {here, "language", "tlh", "", ""},
		{here, "dealers", "everyone", "everyone", "everyone"}, {here, "dealers", "nobody", "", ""}, {person, "dealers", "admins", "", ""},
		{person, "reminder", "off", "off", "off"}, {person, "reminder", "on", "on", "on"}, {here, "reminder", "on", "", ""}, {person, "worldwide", "on", "on", "on"}, {here, "worldwide", "on", "", ""},
	} {
		v := View{Say: en, Community: c.of, Channel: "b", At: time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)}
		v, refusal := s.Change(v, command.Values{c.name: c.typed})
		if (refusal != nil) != (c.value == "") || refusal != nil && v.Community != c.of {
			t.Errorf("%s %q: refused %v, and is now %+v", c.name, c.typed, refusal != nil, v.Community)
		}
		x := s.find(c.name)
		if got := x.value(v); refusal == nil && (got != c.value || s.label(x, v, got) != c.words) {
			t.Errorf("%s %q is %q, shown as %q; want %q, %q", c.name, c.typed, got, s.label(x, v, got), c.value, c.words)
		}
	}
	v := View{Say: en, Community: here, Channel: "b"}
	if daily := s.find("daily"); daily.value(v) != elsewhere {
		t.Errorf("a daily of another channel is %q", daily.value(v))
	}
	for level, want := range map[int]string{-1: anything, 0: anything, 5: "very-hard", 6: anything} {
		v.Community.Level = level
		if s.find("level").value(v) != want {
			t.Errorf("the stored level %d is %q, want %q", level, s.find("level").value(v), want)
		}
	}
}
