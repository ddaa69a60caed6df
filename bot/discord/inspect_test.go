package discord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// examined returns what an inspection finds if the API gives these answers, by path.
func examined(t *testing.T, c Config, answers map[string]string) string {
	t.Helper()
	s := discordtest.New(discordtest.Options{})
	url, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	fail := func(c discordtest.Call) *discordtest.Fault {
		body, ok := answers[c.Path]
		if !ok || c.Method != http.MethodGet {
			t.Errorf("the inspection calls %v", c)
		}
		if body == "refused" {
			return discordtest.Refusal(401, 0, "401: Unauthorized "+testToken)
		}
		return &discordtest.Fault{Code: 200, Body: body}
	}
	s.Change(func(w *discordtest.World) { w.Fail = fail })
	c.Token, c.APIURL = testToken, url
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, x := range f.Inspect(t.Context(), inspected) {
		said.WriteString(x.What + ": " + x.Found + "\n")
		kind := "wrong"
		if x.Minor {
			kind = "note"
		}
		if x.Deaf {
			kind += ", wrong while a bot runs"
		}
		if x.Remedy != "" {
			said.WriteString("  " + kind + ": " + x.Remedy + "\n")
		}
	}
	return said.String()
}

var inspected = []chat.MenuCommand{{Name: "24", About: map[string]string{"en": "a game"}}}

func TestInspect(t *testing.T) {
	t.Parallel()
	registered, err := json.Marshal(renderMenu(inspected))
	if err != nil {
		t.Fatal(err)
	}
	const invitation = "Discord invitation: https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=274878024768\n"
	for name, c := range map[string]struct {
		answers map[string]string
		want    string
	}{
		"well": {map[string]string{
			"users/@me":               `{"id":"7","username":"reckon"}`,
			"applications/@me":        `{"id":"7","interactions_endpoint_url":null}`,
			"gateway/bot":             `{"url":"wss://gateway","shards":1,"session_start_limit":{"total":1000,"remaining":998}}`,
			"applications/7/commands": string(registered),
			"users/@me/guilds":        `[{"id":"1","permissions":"274878024768"},{"id":"2","permissions":"8"}]`,
		}, `Discord token: belongs to reckon
Discord interactions: come by the gateway; none of the privileged intents is needed
Discord gateway: 998 of 1000 sessions a day left
Discord commands: 1 registered
Discord rights: complete in 2 of 2 servers
` + invitation},
		"neglected": {map[string]string{
			"users/@me":               `{"id":"7","username":"reckon"}`,
			"applications/@me":        `{"id":"7","interactions_endpoint_url":"https://example.org","bot_require_code_grant":true}`,
			"gateway/bot":             `{"url":"wss://gateway","shards":3,"session_start_limit":{"total":1000,"remaining":0}}`,
			"applications/7/commands": `[]`,
			"users/@me/guilds":        `[{"id":"1","name":"Club","permissions":"2048"},{"id":"2","name":"School","permissions":"274877959168"},{"id":"3","permissions":"8"}]`,
		}, `Discord token: belongs to reckon
Discord interactions: go to a web address instead of the gateway
  note, wrong while a bot runs: start the bot: it removes the address; see that no other program sets it again
Discord application: wants a code grant, so that no invitation works
  wrong: switch off Requires OAuth2 Code Grant in the developer portal, page Bot
Discord gateway: 0 of 1000 sessions a day left; Discord recommends 3 shards
  wrong: stop what connects again and again, perhaps another program with the same token, and wait a day
Discord commands: 0 registered, not as this version has them
  note: start the bot: it registers them
Discord rights: complete in 1 of 3 servers; Club (1) lacks View Channels, Send Messages in Threads, Embed Links, Attach Files, Read Message History, Add Reactions; School (2) lacks Read Message History, Add Reactions
  note: invite the bot there again by the link below, or give its role these rights
` + invitation},
		"refused": {map[string]string{"users/@me": "refused"}, `Discord token: refused
  wrong: set DISCORD_TOKEN to a new one from the developer portal: Bot, Reset Token
`},
	} {
		if got := examined(t, Config{}, c.answers); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// If an address is set, the inspection finds whether interactions are posted to it.
func TestInspectEndpoint(t *testing.T) {
	t.Parallel()
	for posted, want := range map[string]string{
		`null`:                              "are not posted to " + "https://bot.example.org/discord" + "\n  note, wrong while a bot runs: start the bot",
		`"https://other.example.org"`:       "are not posted to " + "https://bot.example.org/discord" + "\n  note, wrong while a bot runs: start the bot",
		`"https://bot.example.org/discord"`: "are posted to " + "https://bot.example.org/discord" + "\nDiscord gateway: is not used",
	} {
		got := examined(t, Config{Endpoint: "https://bot.example.org/discord"}, map[string]string{
			"users/@me": `{"id":"7","username":"reckon"}`, "applications/@me": `{"id":"7","interactions_endpoint_url":` + posted + `}`,
			"gateway/bot": `{"url":"wss://gateway"}`, "applications/7/commands": `[]`, "users/@me/guilds": `[]`,
		})
		if !strings.Contains(got, "Discord interactions: "+want) {
			t.Errorf("%s: got\n%s\nwant %s", posted, got, want)
		}
	}
}

// If there is a page, the inspection finds whether Discord can open it.
func TestInspectPage(t *testing.T) {
	t.Parallel()
	const address, activity = "https://bot.example.org/play", `[{"id":"9","type":4,"name":"play"}]`
	for name, c := range map[string]struct {
		page, secret, registered, want string
	}{
		"no page":     {"", "", activity, ""},
		"no secret":   {address, "", activity, "Discord page: does not open: nobody could prove who they are\n  note: set DISCORD_CLIENT_SECRET"},
		"no Activity": {address, "secret", `[]`, "Discord page: does not open: the application has no Activity\n  note: switch it on"},
		"both": {address, "secret", activity, "Discord page: opens at " + address + "\nDiscord roles: people link at " + address + "/roles/discord\n" +
			"  note: for linked roles, enter this address in the developer portal: page General Information, Linked Roles Verification URL; page OAuth2, Redirects\nDiscord invitation"},
	} {
		got := examined(t, Config{Outfit: chat.Outfit{Page: c.page}, Secret: c.secret}, map[string]string{
			"users/@me": `{"id":"7","username":"reckon"}`, "applications/@me": `{"id":"7"}`,
			"gateway/bot": `{"url":"wss://gateway"}`, "applications/7/commands": c.registered, "users/@me/guilds": `[]`,
		})
		if !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, "Discord page") {
			t.Errorf("%s: got\n%s\nwant %s", name, got, c.want)
		}
	}
}

func TestInspectOutOfReach(t *testing.T) {
	t.Parallel()
	f, err := New(Config{Token: testToken, APIURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	found := f.Inspect(t.Context(), nil)
	if len(found) != 1 || found[0].Well() || strings.Contains(found[0].Found, testToken) {
		t.Errorf("%+v", found)
	}
}

// Something else answers: a site, or another API.
func TestInspectOtherServer(t *testing.T) {
	for _, answer := range []struct {
		status int
		text   string
	}{
		{200, "<!doctype html>"}, {404, "<html>not here"}, {404, `{"detail":"Not Found"}`},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(answer.status)
			fmt.Fprint(w, answer.text)
		}))
		f, err := New(Config{Token: testToken, APIURL: s.URL})
		if err != nil {
			t.Fatal(err)
		}
		found := f.Inspect(t.Context(), nil)
		if len(found) != 1 || !strings.HasPrefix(found[0].Remedy, "correct DISCORD_API_URL") {
			t.Errorf("%d %s: %+v", answer.status, answer.text, found)
		}
		s.Close()
	}
}
