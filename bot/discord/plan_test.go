package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// interactions are events of each kind.
func interactions() map[string]string {
	kinds := map[string]string{
		"slash":           slash("1573664773625610240", "x"),
		"press":           press("1573664773625610240", "x"),
		"press ephemeral": strings.Replace(press("1573664773625610240", "x"), `"flags":0`, `"flags":64`, 1),
		"form":            strings.Replace(strings.Replace(press("1573664773625610240", "x"), `"type":3`, `"type":5`, 1), `"component_type":2`, `"components":[{"components":[{"custom_id":"answer","value":"1"}]}]`, 1),
		"direct":          strings.Replace(strings.Replace(slash("1573664773625610240", "x"), `"member":{"user":{"id":"9","username":"ann"},"permissions":"0"}`, `"user":{"id":"9"}`, 1), `"guild_id":"7",`, "", 1),
	}
	kinds["direct"] = strings.Replace(kinds["direct"], `"context":0`, `"context":1`, 1)
	return kinds
}

// A table has the calls that show a Reply, by what the person did, the state of the exchange and the kind
// of reply.
func TestPlan(t *testing.T) {
	kinds := interactions()
	replies := map[string]chat.Reply{
		"public": say("a"),
		"alone":  {Text: lines("a"), Audience: chat.Asker},
		"secret": {Text: lines("a"), Audience: chat.Secret},
		"edit":   {Text: lines("a"), Edit: true},
		"edit alone": {
			Text: lines("a"), Edit: true, Audience: chat.Asker,
		},
		"ask":      {Ask: &chat.Ask{Data: "x", Hint: "type"}},
		"ask late": {Ask: &chat.Ask{Data: "x", Hint: "type"}, Otherwise: &chat.Reply{Text: lines("late")}},
		"silent":   {Silent: true},
		"page":     {Page: true, Text: lines("a"), Audience: chat.Asker},
	}
	const lasting = "lasting"
	for _, c := range []struct {
		kind  string
		state state
		reply string
		want  []string
	}{
		{"slash", unanswered, "public", []string{`callback type 4 "a"`, lasting}},
		{"slash", unanswered, "alone", []string{`callback type 4 ephemeral "a"`}},
		{"slash", unanswered, "edit", []string{`callback type 4 "a"`, lasting}},
		{"slash", unanswered, "ask", []string{`callback type 9`}},
		{"slash", unanswered, "silent", []string{`callback type 5 ephemeral`, "DELETE original"}},
		{"slash", unanswered, "page", []string{"callback type 12"}},
		{"press", unanswered, "page", []string{"callback type 12"}},
		{"press", deferredUpdate, "page", []string{`follow-up ephemeral "a"`}},
		{"slash", deferredOpenly, "public", []string{`PATCH original "a"`, lasting}},
		{"slash", deferredOpenly, "secret", []string{"DELETE original", `follow-up ephemeral "a"`}},
		{"slash", deferredOpenly, "ask", []string{"DELETE original", `follow-up ephemeral "type"`}},
		{"press", deferredUpdate, "ask late", []string{`follow-up ephemeral "late"`}},
		{"slash", deferredOpenly, "silent", []string{"DELETE original"}},
		{"slash", deferredAlone, "public", []string{"DELETE original", `follow-up "a"`, lasting}},
		{"slash", deferredAlone, "alone", []string{`PATCH original "a"`}},
		{"slash", answered, "silent", nil},
		{"slash", answered, "public", []string{`PATCH original "a"`, lasting}},
		{"slash", answered, "secret", []string{"DELETE original", `follow-up ephemeral "a"`}},
		{"press", unanswered, "public", []string{`callback type 4 "a"`, lasting}},
		{"press", unanswered, "edit", []string{`callback type 7 "a"`, lasting}},
		{"press", unanswered, "edit alone", []string{`callback type 4 ephemeral "a"`}},
		{"press", unanswered, "ask", []string{"callback type 9"}},
		{"press", unanswered, "silent", []string{"callback type 6"}},
		{"press", deferredUpdate, "edit", []string{`PATCH original "a"`, lasting}},
		{"press", deferredUpdate, "public", []string{`follow-up "a"`, lasting}},
		{"press", deferredUpdate, "secret", []string{`follow-up ephemeral "a"`}},
		{"press", deferredUpdate, "silent", nil},
		{"press ephemeral", unanswered, "edit alone", []string{`callback type 7 "a"`}},
		{"press ephemeral", unanswered, "edit", []string{`callback type 7 "a"`}},
		{"press ephemeral", deferredOpenly, "edit alone", []string{"DELETE original", `follow-up ephemeral "a"`}},
		{"press ephemeral", deferredAlone, "edit", []string{"DELETE original", `follow-up "a"`, lasting}},
		{"form", unanswered, "edit", []string{`callback type 7 "a"`, lasting}},
		{"form", unanswered, "ask", []string{`callback type 4 ephemeral "type"`}},
		{"direct", unanswered, "secret", []string{`callback type 4 "a"`, lasting}},
		{"direct", deferredOpenly, "alone", []string{`PATCH original "a"`, lasting}},
	} {
		i, _, err := decode([]byte(kinds[c.kind]))
		if err != nil {
			t.Fatal(c.kind, err)
		}
		x := exchange{interaction: i, state: c.state}
		p := x.plan(replies[c.reply])
		var got []string
		for _, s := range p.steps {
			got = append(got, describe(t, s))
		}
		if p.lasting {
			got = append(got, lasting)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s, state %d, %s (-want +got):\n%s", c.kind, c.state, c.reply, diff)
		}
	}
}

func describe(t *testing.T, s step) string {
	t.Helper()
	raw, err := json.Marshal(s.body)
	if err != nil {
		t.Fatal(err)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(s.url, discordgo.EndpointAPI), "?")
	c := discordtest.Call{Method: s.method, Path: path}
	if err := json.Unmarshal(raw, &c.Body); err != nil {
		t.Fatal(err)
	}
	return c.String()
}

// A secret is never written where others may read it, whatever was shown before.
func TestSecretsStayPrivate(t *testing.T) {
	secret := chat.Reply{Text: lines("8/(3-8/3)"), Audience: chat.Secret, Edit: true}
	for _, raw := range []string{slash("1573664773625610240", "x"), press("1573664773625610240", "x")} {
		for s := unanswered; s <= answered; s++ {
			i, _, err := decode([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			for _, resumed := range []bool{false, true} {
				x := exchange{interaction: i, state: s, resumed: resumed}
				for _, text := range spoken(t, x.plan(secret).steps) {
					private := strings.Contains(text, "ephemeral") || s == deferredAlone
					if strings.Contains(text, "8/(3-8/3)") && !private {
						t.Errorf("state %d: %s", s, text)
					}
				}
			}
		}
	}
}

// spoken returns steps, and the steps that may be taken instead of them, in words.
func spoken(t *testing.T, steps []step) (all []string) {
	t.Helper()
	for _, s := range steps {
		all = append(append(all, describe(t, s)), spoken(t, s.instead)...)
	}
	return all
}

// A reply neither replaces nor deletes the message that was pressed, whatever was shown before,
// unless it is an edit.
func TestPressedMessageIsLeftAlone(t *testing.T) {
	for _, r := range []chat.Reply{say("a"), {Text: lines("a"), Audience: chat.Secret}, {Ask: &chat.Ask{Data: "x", Hint: "type"}}, {Silent: true}} {
		i, _, err := decode([]byte(press("1573664773625610240", "x")))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []state{unanswered, deferredUpdate, (&exchange{interaction: i}).stateOnceAnswered()} {
			x := exchange{interaction: i, state: s, resumed: true}
			for _, text := range spoken(t, x.plan(r).steps) {
				if strings.Contains(text, "original") {
					t.Errorf("state %d, %+v: %s", s, r, text)
				}
			}
		}
	}
}

// An interaction that was stored and read again gets the same calls.
func TestEventKeepsThePlan(t *testing.T) {
	replies := []chat.Reply{
		say("a"), {Text: lines("a"), Audience: chat.Asker}, {Text: lines("a"), Audience: chat.Secret, Edit: true},
		{Text: lines("a"), Edit: true}, {Ask: &chat.Ask{Data: "x", Hint: "type"}}, {Silent: true},
	}
	kinds := interactions()
	kinds["group"] = strings.Replace(kinds["direct"], `"context":1`, `"context":2`, 1)
	kinds["old direct"] = strings.Replace(kinds["direct"], `"context":1,`, "", 1)
	kinds["old slash"] = strings.Replace(kinds["slash"], `"context":0,`, "", 1)
	for kind, raw := range kinds {
		i, r, err := decode([]byte(raw))
		if err != nil {
			t.Fatal(kind, err)
		}
		again, err := readEvent(i.event())
		if err != nil {
			t.Fatal(kind, err)
		}
		place := r.Place
		place.Title = ""
		if again.place() != place {
			t.Errorf("%s: the place is %+v, want %+v", kind, again.place(), place)
		}
		for s := unanswered; s <= answered; s++ {
			for _, reply := range replies {
				first, second := exchange{interaction: i, state: s}, exchange{interaction: again.interaction, state: s}
				before, after := first.plan(reply), second.plan(reply)
				if diff := cmp.Diff(before, after, cmp.AllowUnexported(plan{}, step{}, call{})); diff != "" {
					t.Errorf("%s, state %d, %+v (-live +read):\n%s", kind, s, reply, diff)
				}
			}
		}
	}
}

func TestGuessPrivate(t *testing.T) {
	menu := []chat.MenuCommand{{Name: "24"}, {Name: "zone"}, {Name: "settings", Alone: true}}
	for _, c := range []struct {
		in   chat.Input
		want bool
	}{
		{chat.Input{Kind: chat.Command, Name: "24"}, false},
		{chat.Input{Kind: chat.Command, Name: "settings"}, true},
		{chat.Input{Kind: chat.Command, Name: "zone"}, false},
		{chat.Input{Kind: chat.Command, Name: "unknown"}, false},
		{chat.Input{Kind: chat.Submit}, true},
	} {
		if got := guessPrivate(c.in, menu); got != c.want {
			t.Errorf("%+v: %v", c.in, got)
		}
	}
}
