package bot_test

import (
	"regexp"
	"testing"
	"unicode/utf8"

	"reckon/bot/chat"
)

// TestMenuFits holds the command table to what the networks take.
func TestMenuFits(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	fits := func(what string, texts map[string]string) {
		if texts[chat.DefaultLanguage] == "" {
			t.Errorf("%s is without a text in the default language", what)
		}
		for locale, text := range texts {
			if n := utf8.RuneCountInString(text); n == 0 || n > 100 {
				t.Errorf("%s in %s has %d characters: %q", what, locale, n, text)
			}
		}
	}
	names := map[string]bool{}
	for _, cmd := range newRoom(t).bot.Menu() {
		if !name.MatchString(cmd.Name) || names[cmd.Name] {
			t.Errorf("command %q", cmd.Name)
		}
		names[cmd.Name] = true
		fits("/"+cmd.Name, cmd.About)
		optional := false
		for _, arg := range cmd.Args {
			fits("/"+cmd.Name+" "+arg.Name, arg.About)
			if !name.MatchString(arg.Name) || len(arg.Choices) > 25 {
				t.Errorf("/%s %s: name or number of choices", cmd.Name, arg.Name)
			}
			if optional && arg.Required {
				t.Errorf("/%s: %s is required and comes behind an optional argument", cmd.Name, arg.Name)
			}
			optional = optional || !arg.Required
			for _, choice := range arg.Choices {
				fits("/"+cmd.Name+" "+arg.Name+" "+choice.Value, choice.Label)
			}
		}
	}
	if len(names) > 100 {
		t.Errorf("%d commands", len(names))
	}
}
