package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reckon/bot/chat"
)

// What is typed is completed at once, whatever else goes on in the channel, and
// never deferred.
func TestComplete(t *testing.T) {
	stuck := make(chan struct{})
	g := newGame(t, func(context.Context, chat.Request) chat.Reply {
		<-stuck
		return say("slow")
	})
	g.handler.menu = []chat.MenuCommand{{Name: "daily", Args: []chat.MenuArg{{Name: "number", Whole: &chat.Range{}, Complete: true}, {Name: "name", Complete: true}}}}
	g.start()
	g.expect("PUT applications/" + testApp + "/commands")
	g.event("INTERACTION_CREATE", slash("1573664773625610240", "daily"))
	for i, c := range []struct{ option, value, want string }{
		{"number", `"32"`, `[{"name":"number","value":32}]`},
		{"number", `"3x"`, `[]`},
		{"name", `"32"`, `[{"name":"name","value":"32"}]`},
		{"name", `""`, `[]`},
	} {
		id := fmt.Sprint(1573664773625610250 + i)
		event := strings.Replace(slash(id, "daily"), `"type":2`, `"type":4`, 1)
		event = strings.Replace(event, `"name":"daily"`, `"name":"daily","options":[{"name":"`+c.option+`","type":3,"value":`+c.value+`,"focused":true}]`, 1)
		g.event("INTERACTION_CREATE", event)
		r := take(t, "choices", g.requests)
		data, _ := r.body["data"].(map[string]any)
		got, err := json.Marshal(data["choices"])
		if err != nil || string(got) != c.want || r.body["type"] != float64(8) || !strings.Contains(r.path, id) {
			t.Errorf("%s %s: %v with %s, want %s", c.option, c.value, r, got, c.want)
		}
	}
	close(stuck)
	g.expect(`POST interactions/1573664773625610240/interaction-secret-1573664773625610240/callback type 4 "slow"`)
}

func TestChoicesWithinLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := someText()
		offered := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chat.MenuChoice {
			return chat.MenuChoice{Value: text.Draw(t, "value"), Label: map[string]string{"en": text.Draw(t, "label")}}
		}), 0, 40).Draw(t, "offered")
		out := renderChoices(offered, rapid.Bool().Draw(t, "numbers")).Choices
		if len(out) > 25 {
			t.Errorf("%d choices", len(out))
		}
		for _, c := range out {
			var value any
			err := json.Unmarshal(c.Value, &value)
			text, isText := value.(string)
			if n := chat.Units(c.Label); err != nil || n < 1 || n > 100 || isText && (text == "" || chat.Units(text) > 100) {
				t.Errorf("%q for %s: %v", c.Label, c.Value, err)
			}
		}
	})
}
