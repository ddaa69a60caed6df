package discord

import (
	"context"
	"encoding/json"
	"testing"

	"reckon/bot"
)

func testMenu() []bot.MenuCommand {
	return []bot.MenuCommand{
		{Name: "24", About: map[string]string{"en": "Make 24", "zh-Hans": "凑成 24", "zh-Hant": "湊成 24"}, Args: []bot.MenuArg{
			{Name: "numbers", About: map[string]string{"en": "Four numbers"}, Required: true},
			{Name: "level", About: map[string]string{"en": "How hard"}, Choices: []bot.MenuChoice{{Value: "1", Label: map[string]string{"en": "easy", "zh-Hans": "简单"}}}},
		}},
		{Name: "settings", Admin: true},
	}
}

func TestRenderMenu(t *testing.T) {
	golden(t, "testdata/menu.golden", pretty(t, renderMenu(testMenu())))
}

// Commands are written only if they are not as they should be.
func TestRegister(t *testing.T) {
	want, err := json.Marshal(renderMenu(testMenu()))
	if err != nil {
		t.Fatal(err)
	}
	var stored []map[string]any
	if err := json.Unmarshal(want, &stored); err != nil {
		t.Fatal(err)
	}
	for _, c := range stored { // what Discord adds
		c["id"], c["application_id"], c["version"], c["nsfw"], c["dm_permission"] = "1", testApp, "2", false, nil
		c["name_localizations"] = nil
	}
	stored[0], stored[1] = stored[1], stored[0]
	same, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		have  string
		wants []string
	}{
		"none":    {"[]", []string{"GET applications/" + testApp + "/commands", "PUT applications/" + testApp + "/commands"}},
		"same":    {string(same), []string{"GET applications/" + testApp + "/commands"}},
		"another": {`[{"name":"24"},{"name":"old"}]`, []string{"GET applications/" + testApp + "/commands", "PUT applications/" + testApp + "/commands"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, nil)
			g.standIn.menu = c.have
			g.front.register(context.Background(), testMenu(), []byte(`{"application":{"id":"`+testApp+`"}}`))
			g.expect(c.wants...)
			g.front.register(context.Background(), testMenu(), []byte(`{"application":{"id":"`+testApp+`"}}`))
			if len(g.requests) != 0 || !g.front.registered {
				t.Errorf("%d more requests; registered: %v", len(g.requests), g.front.registered)
			}
		})
	}
}

func TestRegisterTriesAgain(t *testing.T) {
	g := newGame(t, nil)
	first := true
	g.refuse = func(request) (int, string) {
		if first {
			first = false
			return 503, ""
		}
		return 0, ""
	}
	g.front.register(context.Background(), testMenu(), []byte(`{"application":{"id":"`+testApp+`"}}`))
	at := " applications/" + testApp + "/commands"
	g.expect("GET"+at, "GET"+at, "PUT"+at)
}
