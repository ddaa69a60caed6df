package terminal

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

func TestComplete(t *testing.T) {
	menu := []chat.MenuCommand{
		{Name: "24", Args: []chat.MenuArg{{Name: "level", Choices: []chat.MenuChoice{{Value: "easy"}, {Value: "hard"}, {Value: "hardest"}}}}},
		{Name: "letters"},
		{Name: "league"},
	}
	buttons := []chat.Button{{Label: "Hint (−30%)"}, {Label: "Give up"}}
	for line, want := range map[string]string{
		"/":           "|/24 ,/letters ,/league ,/quit",
		"/le":         "|/letters ,/league ",
		"/LET":        "|/letters ",
		"/24 ":        "/24 |easy,hard,hardest",
		"/24 3 3 ha":  "/24 3 3 |hard,hardest",
		"/letters e":  "/letters |",
		"/nothing ":   "/nothing |",
		"hi":          "|Hint (−30%)",
		"":            "|Hint (−30%),Give up,quit",
		"8/(3-8/3":    "|",
		"Give up now": "|",
	} {
		head, words := complete(menu, buttons, line)
		if got := head + "|" + strings.Join(words, ","); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
