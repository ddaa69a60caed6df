package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

var _ chat.Inspector = (*FrontEnd)(nil)

// Probe is a request that the API at an address answers without a token.
func Probe(ctx context.Context, apiURL string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(apiURL, "/")+"/gateway", nil)
	if err == nil {
		r.Header.Set("User-Agent", "DiscordBot (reckon, "+discordgo.VERSION+")") // Discord wants this form
	}
	return r, err
}

// get makes a call that changes nothing.
func (c *rest) get(ctx context.Context, url string, into any) error {
	key, _, _ := strings.Cut(url, "?")
	return c.inTurn(ctx, key, call{http.MethodGet, url, nil}, into)
}

// Inspect implements chat.Inspector.
func (f *FrontEnd) Inspect(ctx context.Context, menu []chat.MenuCommand) []chat.Finding {
	token := chat.Finding{What: "Discord token"}
	var me discordgo.User
	if err := f.get(ctx, discordgo.EndpointUser("@me"), &me); err != nil {
		token.Found, token.Remedy = err.Error(), "see that DISCORD_API_URL can be reached from this machine"
		var refused *fault
		if errors.As(err, &refused) && refused.status == http.StatusUnauthorized {
			token.Found, token.Remedy = "refused", "set DISCORD_TOKEN to a new one from the developer portal: Bot, Reset Token"
		}
		return []chat.Finding{token}
	}
	token.Found = "belongs to " + me.Username
	found := []chat.Finding{token}
	var app struct {
		ID        string `json:"id"`
		Endpoint  string `json:"interactions_endpoint_url"`
		CodeGrant bool   `json:"bot_require_code_grant"`
	}
	if err := f.get(ctx, discordgo.EndpointAPI+"applications/@me", &app); err != nil {
		return append(found, chat.Finding{What: "Discord application", Found: err.Error(), Remedy: "try again"})
	}
	found = append(found, listening(app.Endpoint))
	if app.CodeGrant {
		found = append(found, chat.Finding{
			What: "Discord application", Found: "wants a code grant, so that no invitation works",
			Remedy: "switch off Requires OAuth2 Code Grant in the developer portal, page Bot",
		})
	}
	return append(found, f.sessions(ctx), f.registered(ctx, app.ID, menu), f.servers(ctx),
		chat.Finding{What: "Discord invitation", Found: invite(app.ID)})
}

// listening tells whether presses and commands come where the bot listens.
func listening(endpoint string) chat.Finding {
	in := chat.Finding{What: "Discord intents", Found: "none of the privileged ones is needed; interactions come by the gateway"}
	if endpoint != "" {
		in = chat.Finding{
			What: "Discord intents", Found: "interactions go to a web address instead of the gateway",
			Remedy: "empty Interactions Endpoint URL in the developer portal, page General Information",
		}
	}
	return in
}

// sessions tells whether the gateway may be entered.
func (f *FrontEnd) sessions(ctx context.Context) chat.Finding {
	in := chat.Finding{What: "Discord gateway"}
	var g discordgo.GatewayBotResponse
	if err := f.get(ctx, discordgo.EndpointGatewayBot, &g); err != nil {
		in.Found, in.Remedy = err.Error(), "try again"
		return in
	}
	in.Found = fmt.Sprintf("%d of %d sessions a day left", g.SessionStartLimit.Remaining, g.SessionStartLimit.Total)
	switch {
	case g.SessionStartLimit.Remaining == 0:
		in.Remedy = "stop what connects again and again, perhaps a second process with the same token, and wait a day"
	case g.Shards > 1:
		in.Found += fmt.Sprintf("; Discord recommends %d connections", g.Shards)
		in.Remedy, in.Minor = "nothing yet: this version keeps one, which Discord lets serve 2,500 servers", true
	}
	return in
}

// registered compares Discord's commands with those of the bot.
func (f *FrontEnd) registered(ctx context.Context, app string, menu []chat.MenuCommand) chat.Finding {
	in := chat.Finding{What: "Discord commands"}
	var have []registeredCommand
	if err := f.get(ctx, discordgo.EndpointApplicationGlobalCommands(app)+"?with_localizations=true", &have); err != nil {
		in.Found, in.Remedy = err.Error(), "try again"
		return in
	}
	in.Found = fmt.Sprintf("%d registered", len(have))
	if !sameMenu(have, renderMenu(menu)) {
		in.Found += ", not as this version has them"
		in.Remedy, in.Minor = "start the bot: it registers them", true
	}
	return in
}

// listed is how many servers a call lists at most.
const listed = 200

// servers tells in how many servers the bot lacks a right. Channels may give or take
// more than is seen here.
func (f *FrontEnd) servers(ctx context.Context) chat.Finding {
	in := chat.Finding{What: "Discord rights"}
	var all []discordgo.UserGuild
	if err := f.get(ctx, fmt.Sprintf("%s?limit=%d", discordgo.EndpointUserGuilds("@me"), listed), &all); err != nil {
		in.Found, in.Remedy = err.Error(), "try again"
		return in
	}
	lacking := 0
	for _, g := range all {
		if g.Permissions&discordgo.PermissionAdministrator == 0 && g.Permissions&rights != rights {
			lacking++
		}
	}
	count := fmt.Sprint(len(all))
	if len(all) == listed {
		count = fmt.Sprintf("the first %d", listed)
	}
	in.Found = fmt.Sprintf("complete in %d of %s servers", len(all)-lacking, count)
	if lacking > 0 {
		in.Remedy, in.Minor = "invite the bot there again by the link below, or give its role View Channels, Send Messages, Send Messages in Threads and Embed Links", true
	}
	return in
}
