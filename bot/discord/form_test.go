package discord

import (
	"context"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"reckon/bot/chat"
	"reckon/engine/property"
)

// While a person types an option, choices are offered at once, whatever else happens in the channel. The
// answer is never deferred.
func TestComplete(t *testing.T) {
	stuck := make(chan struct{})
	g := newGame(t, func(context.Context, chat.Request) chat.Reply {
		<-stuck
		return say("slow")
	})
	g.handler.menu = []chat.MenuCommand{{Name: "daily", Args: []chat.MenuArg{{Name: "number", Whole: &chat.Range{}, Complete: true}, {Name: "name", Complete: true}}}}
	g.start()
	g.expect("PUT commands")
	g.command("daily")
	for _, c := range []struct{ option, value, want string }{
		{"number", "32", `[{"name":"number","value":32}]`},
		{"number", "3x", `[]`},
		{"name", "32", `[{"name":"name","value":"32"}]`},
		{"name", "", `[]`},
	} {
		a := g.acted(g.Type(room, ann, "daily", c.option, c.value))
		r := take(t, "choices", g.requests)
		data, _ := r.Body["data"].(map[string]any)
		got, err := json.Marshal(data["choices"])
		if err != nil || string(got) != c.want || r.Body["type"] != float64(8) || r.Interaction != a.ID {
			t.Errorf("%s %s: %v with %s, want %s", c.option, c.value, r, got, c.want)
		}
	}
	close(stuck)
	g.expect(`callback type 4 "slow"`)
}

func TestChoicesWithinLimits(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		text := someText()
		offered := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chat.MenuChoice {
			return chat.MenuChoice{Value: text.Draw(t, "value"), Label: map[string]string{"en": text.Draw(t, "label")}}
		}), 0, 40).Draw(t, "offered")
		out := renderChoices(offered, rapid.Bool().Draw(t, "numbers"))
		if len(out) > 25 {
			t.Errorf("%d choices", len(out))
		}
		for _, c := range out {
			text, isText := c.Value.(string)
			if n := chat.Units(c.Name); n < 1 || n > 100 || isText && (text == "" || chat.Units(text) > 100) {
				t.Errorf("%q for %v", c.Name, c.Value)
			}
		}
	})
}
