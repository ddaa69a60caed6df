package bot_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/engine/games"
)

// TestMenuFits compares the table of commands with what the networks allow.
func TestMenuFits(t *testing.T) {
	plainName := regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	optionName := regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)
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
		if !plainName.MatchString(cmd.Name) || names[cmd.Name] {
			t.Errorf("command %q", cmd.Name)
		}
		names[cmd.Name] = true
		fits("/"+cmd.Name, cmd.About)
		hasOptional := false
		options := map[string]bool{}
		for _, arg := range cmd.Args {
			fits("/"+cmd.Name+" "+arg.Name, arg.About)
			for locale, text := range arg.NameIn {
				if !optionName.MatchString(text) || strings.ToLower(text) != text {
					t.Errorf("/%s %s is called %q in %s", cmd.Name, arg.Name, text, locale)
				}
				if options[locale+text] {
					t.Errorf("/%s has two options called %q in %s", cmd.Name, text, locale)
				}
				options[locale+text] = true
			}
			if len(arg.Choices) > 0 && (arg.Complete || arg.Whole != nil) {
				t.Errorf("/%s %s has choices and more", cmd.Name, arg.Name)
			}
			if !plainName.MatchString(arg.Name) || len(arg.Choices) > 25 {
				t.Errorf("/%s %s: name or number of choices", cmd.Name, arg.Name)
			}
			if hasOptional && arg.Required {
				t.Errorf("/%s: %s is required and comes behind an optional argument", cmd.Name, arg.Name)
			}
			hasOptional = hasOptional || !arg.Required
			for _, choice := range arg.Choices {
				fits("/"+cmd.Name+" "+arg.Name+" "+choice.Value, choice.Label)
			}
		}
	}
	if len(names) > 100 {
		t.Errorf("%d commands", len(names))
	}
}

// Menus list thirteen commands, in the order of how many people want them. Where people cannot simply write their
// answer, there is /answer, too. The others are typed. A network that has a place for the page lists no command for
// it. In a group nobody else may see what help, figures and privacy say.
func TestMenuIsShort(t *testing.T) {
	var names, plain, secret []string
	for _, cmd := range chat.ListedCommands(newRoom(t).bot.Menu()) {
		if cmd.Plain {
			plain = append(plain, cmd.Name)
			continue
		}
		names = append(names, cmd.Name)
		if cmd.Secret {
			secret = append(secret, cmd.Name)
		}
	}
	for _, list := range []struct {
		what string
		got  []string
		want string
	}{
		{"all menus", names, "play 24 tchisla countdown letters daily race duel leaderboard stats settings help privacy"},
		{"menus of networks without plain texts", plain, "answer"},
		{"the commands whose reply nobody else may see", secret, "stats help privacy"},
	} {
		if got := strings.Join(list.got, " "); got != list.want {
			t.Errorf("%s: %s, want %s", list.what, got, list.want)
		}
	}
}

// Another command, or the buttons under a puzzle, lead to each command that menus do not list.
func TestEveryCommandIsFound(t *testing.T) {
	r := newRoom(t)
	// The buttons of a puzzle and, for somebody who is linked, of /link lead to these.
	found := map[string]bool{"hint": true, "giveup": true, "open": true, "unlink": true}
	pressed := map[string]bool{}
	var look func(chat.Reply)
	look = func(page chat.Reply) {
		for _, b := range slices.Concat(page.Buttons...) {
			_, name, isCommand := strings.Cut(b.Data, "command ")
			if !isCommand || pressed[b.Data] {
				continue
			}
			pressed[b.Data] = true
			name, _, _ = strings.Cut(name, " ")
			found[name] = true
			r.pass(time.Minute)
			look(r.ask("ann", conversation("ann"), chat.Input{Kind: chat.Press, Data: b.Data}))
		}
	}
	for _, cmd := range r.bot.Menu() {
		if !cmd.Typed {
			r.pass(time.Minute)
			look(r.command("ann", conversation("ann"), cmd.Name, ""))
		}
		for _, a := range cmd.Args {
			for _, c := range a.Choices {
				found[c.Value] = true
			}
		}
	}
	for _, cmd := range r.bot.Menu() {
		if cmd.Typed && !found[cmd.Name] {
			t.Errorf("nothing leads to /%s", cmd.Name)
		}
	}
}

// TestMenuWithoutBot makes the menu without a Bot.
func TestMenuWithoutBot(t *testing.T) {
	r := newRoom(t)
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	menu, err := bot.Menu(games.All(), book, false)
	if err != nil || !reflect.DeepEqual(menu, r.bot.Menu()) {
		t.Errorf("error %v, menu %+v", err, menu)
	}
}

// The profile is short enough for every network, and each language has a text of its own.
func TestProfile(t *testing.T) {
	p := newRoom(t).bot.Profile()
	seen := map[string]bool{}
	for language, about := range p.About {
		short := p.Short[language]
		if about == "" || short == "" || seen[about] || seen[short] || chat.Units(about) > 512 || chat.Units(short) > 120 {
			t.Errorf("%s: about has %d characters, short %d", language, chat.Units(about), chat.Units(short))
		}
		seen[about], seen[short] = true, true
	}
	if len(p.About) != 3 || len(p.Short) != 3 {
		t.Errorf("%d and %d languages", len(p.About), len(p.Short))
	}
}
