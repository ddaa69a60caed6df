package chat_test

import (
	"slices"
	"testing"

	"reckon/bot/chat"
)

func TestLanguages(t *testing.T) {
	menu := []chat.MenuCommand{
		{Name: "24", About: map[string]string{"en": "Make 24", "zh-Hant": "湊成 24"}},
		{Name: "level", Args: []chat.MenuArg{{
			About:   map[string]string{"de": "Stufe"},
			Choices: []chat.MenuChoice{{Label: map[string]string{"fr": "facile"}}},
		}}},
	}
	if got, want := chat.Languages(menu), []string{"en", "de", "fr", "zh-Hant"}; !slices.Equal(got, want) {
		t.Errorf("languages %q, want %q", got, want)
	}
	if got := chat.Languages(nil); !slices.Equal(got, []string{"en"}) {
		t.Errorf("languages of an empty menu: %q", got)
	}
}

func TestLanguageFor(t *testing.T) {
	all := []string{"en", "de", "es", "nb", "pt", "zh-Hans", "zh-Hant"}
	for _, c := range []struct {
		locale string
		have   []string
		want   string
	}{
		{"en-GB", all, "en"}, {"zh-CN", all, "zh-Hans"}, {"zh-TW", all, "zh-Hant"}, {"zh", all, "zh-Hans"}, {"zh-HK", all, "zh-Hant"},
		{"es-ES", all, "es"}, {"es-419", all, "es"}, {"pt-BR", all, "pt"}, {"no", all, "nb"}, {"de", all, "de"},
		{"fr", all, ""}, {"zh-TW", []string{"en", "zh-Hans"}, ""}, {"", all, ""}, {"not a tag", all, ""},
	} {
		got, ok := chat.LanguageFor(c.locale, c.have)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q of %q: %q, want %q", c.locale, c.have, got, c.want)
		}
	}
}
