package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/storage/dbtest"
)

// codePattern matches the command with which a person links another account.
var codePattern = regexp.MustCompile(`/link (\S+)`)

// In each language people can type the name that the panel has for a setting, which opens the setting's page.
func TestPanelNamesCanBeTyped(t *testing.T) {
	dbtest.OnlyFile(t)
	r := newRoom(t)
	book := must(lang.Open())(t)
	send := func(place chat.Place, language string, in chat.Input) chat.Reply {
		r.pass(time.Minute)
		req := r.request("ann", place, in)
		req.Locale = language
		req.Person.Role = chat.RoleAdmin
		return r.bot.Answer(t.Context(), req)
	}
	// heading is a page without its buttons, which may tell the time, and without a code.
	heading := func(page chat.Reply) string {
		return codePattern.ReplaceAllString(onTerminal(chat.Reply{Text: page.Text}), "/link CODE")
	}
	for _, place := range []chat.Place{group, conversation("ann")} {
		for _, language := range book.Languages() {
			panel := send(place, language, chat.Input{Kind: chat.Command, Name: "settings"})
			var names []string
			for _, button := range slices.Concat(panel.Buttons...) {
				names = append(names, button.Label)
				page := send(place, language, chat.Input{Kind: chat.Press, Data: button.Data})
				for _, name := range []string{button.Label, strings.ToUpper(button.Label), button.Label + ":"} {
					typed := send(place, language, chat.Input{Kind: chat.Command, Name: "settings", Text: name})
					if heading(typed) != heading(page) {
						t.Errorf("%s: %q opens %q, want %q", language, name, heading(typed), heading(page))
					}
				}
			}
			if len(names) < 10 {
				t.Errorf("%s: the panel has only %q", language, names)
			}
		}
	}
}
