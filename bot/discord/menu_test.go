package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

func testMenu() []chat.MenuCommand {
	return []chat.MenuCommand{
		{Name: "24", About: map[string]string{"en": "Make 24", "zh-Hans": "凑成 24", "zh-Hant": "湊成 24"}, Args: []chat.MenuArg{
			{Name: "numbers", About: map[string]string{"en": "Four numbers"}, Required: true},
			{Name: "level", About: map[string]string{"en": "How hard"}, Choices: []chat.MenuChoice{{Value: "1", Label: map[string]string{"en": "easy", "zh-Hans": "简单"}}}},
		}},
		{Name: "settings", Args: []chat.MenuArg{
			{Name: "hour", NameIn: map[string]string{"en": "hour", "zh-Hans": "时间"}, Whole: &chat.Range{Most: 23}},
			{Name: "number", Whole: &chat.Range{Least: 1}, Complete: true},
			{Name: "person", Person: true},
		}},
	}
}

func (g *game) receiver() *receiver {
	return &receiver{rest: g.front.rest, menu: testMenu()}
}

func TestRenderMenu(t *testing.T) {
	golden(t, "testdata/menu.golden", pretty(t, renderMenu(testMenu())))
}

// The menu's texts in a language reach people in all locales of Discord whose readers understand it. That
// needs no line of code.
func TestMenuLanguages(t *testing.T) {
	got := renderMenu([]chat.MenuCommand{{Name: "help", About: map[string]string{
		"en": "Help", "es": "Ayuda", "id": "Bantuan", "sv": "Hjälp", "zh-Hans": "帮助", "zh-Hant": "說明", "tlh": "QaH",
	}}})[0]
	want := map[discordgo.Locale]string{
		"es-ES": "Ayuda", "es-419": "Ayuda", "id": "Bantuan", "sv-SE": "Hjälp", "zh-CN": "帮助", "zh-TW": "說明",
	}
	if diff := cmp.Diff(&want, got.DescriptionLocalizations); got.Description != "Help" || diff != "" {
		t.Errorf("%q, and elsewhere (-want +got):\n%s", got.Description, diff)
	}
}

// Commands are written only if they differ from those registered.
func TestRegister(t *testing.T) {
	want, err := json.Marshal(renderMenu(testMenu()))
	if err != nil {
		t.Fatal(err)
	}
	var stored []map[string]any
	if err := json.Unmarshal(want, &stored); err != nil {
		t.Fatal(err)
	}
	// Discord adds fields such as these.
	for _, c := range stored {
		c["id"], c["application_id"], c["version"], c["nsfw"], c["dm_permission"] = "1", testApp, "2", false, nil
		c["name_localizations"] = nil
	}
	stored[0], stored[1] = stored[1], stored[0]
	same, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	// This command is Discord's own, and stays as it is.
	const entry = `{"id":"9","type":4,"name":"launch","handler":2}`
	for name, c := range map[string]struct {
		have  string
		wants []string
	}{
		"none":           {"[]", []string{"GET commands", "PUT commands"}},
		"same":           {string(same), []string{"GET commands"}},
		"another":        {`[{"name":"24"},{"name":"old"}]`, []string{"GET commands", "PUT commands"}},
		"entry and same": {"[" + entry + "," + string(same)[1:], []string{"GET commands"}},
		"entry":          {"[" + entry + "]", []string{"GET commands", "PUT commands"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGame(t, nil)
			g.Change(func(w *discordtest.World) { w.Commands = json.RawMessage(c.have) })
			commands := g.receiver()
			commands.register(t.Context(), testApp)
			g.expect(c.wants...)
			commands.register(t.Context(), testApp)
			if len(g.requests) != 0 || !commands.registered {
				t.Errorf("%d more requests; registered: %v", len(g.requests), commands.registered)
			}
			g.Change(func(w *discordtest.World) {
				if strings.Contains(c.have, entry) && !strings.Contains(string(w.Commands), entry) {
					t.Errorf("the entry point is lost: %.300s", w.Commands)
				}
			})
		})
	}
}

// An empty list in a registered command is no reason to write all commands again.
func TestEmptyListsAreNone(t *testing.T) {
	want := renderMenu([]chat.MenuCommand{
		{Name: "help"},
		{Name: "hint", Args: []chat.MenuArg{{Name: "number", Whole: &chat.Range{Least: 1}}}},
	})
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"options", "choices"} {
		none := fmt.Sprintf("%q:null", list)
		if !strings.Contains(string(text), none) {
			t.Fatalf("no command is without %s: %s", list, text)
		}
		text = bytes.ReplaceAll(text, []byte(none), []byte(fmt.Sprintf("%q:[]", list)))
	}
	var have []*discordgo.ApplicationCommand
	if err := json.Unmarshal(text, &have); err != nil {
		t.Fatal(err)
	}
	if !sameMenu(have, want) {
		t.Errorf("it is another menu: %s", text)
	}
	have[1].Options[0].Name = "other"
	if sameMenu(have, want) {
		t.Error("it is the same menu with another option")
	}
}

func TestRegisterTriesAgain(t *testing.T) {
	g := newGame(t, nil)
	first := true
	g.refuse(func(discordtest.Call) (int, string) {
		if first {
			first = false
			return 503, ""
		}
		return 0, ""
	})
	g.receiver().register(t.Context(), testApp)
	g.expect("GET commands", "GET commands", "PUT commands")
}
