package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

var _ chat.Inspector = (*FrontEnd)(nil)

// Probe returns a request that the API at an address answers without a token.
func Probe(ctx context.Context, apiURL string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(apiURL, "/")+"/gateway", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", userAgent)
	return r, nil
}

// Inspect implements chat.Inspector.
func (f *FrontEnd) Inspect(ctx context.Context, menu []chat.MenuCommand) []chat.Finding {
	var me discordgo.User
	if err := f.rest.get(ctx, discordgo.EndpointUser("@me"), &me); err != nil {
		return []chat.Finding{tokenFinding(err)}
	}
	found := []chat.Finding{{What: "Discord token", Found: "belongs to " + me.Username}}
	var app application
	if err := f.rest.get(ctx, discordgo.EndpointApplication("@me"), &app); err != nil {
		return append(found, chat.Finding{What: "Discord application", Found: err.Error(), Remedy: "try again"})
	}
	found = append(found, f.inspectInteractions(app.Endpoint))
	if app.CodeGrant {
		found = append(found, chat.Finding{
			What:   "Discord application",
			Found:  "wants a code grant, so that no invitation works",
			Remedy: "switch off Requires OAuth2 Code Grant in the developer portal, page Bot",
		})
	}
	gateway := chat.Inspect("Discord gateway", func(into any) error {
		return f.rest.get(ctx, discordgo.EndpointGatewayBot, into)
	}, f.inspectSessions)

	page := chat.Finding{What: "Discord page", Found: "opens at " + f.page}
	commands := chat.Inspect("Discord commands", func(into any) error {
		return f.rest.get(ctx, registeredCommands(app.ID), into)
	}, func(registered []json.RawMessage, in *chat.Finding) {
		have, entry, err := splitCommands(registered)
		f.inspectPage(entry, &page)
		in.Found = fmt.Sprintf("%d registered", len(have))
		if err != nil || !sameMenu(have, renderMenu(menu)) {
			in.Found += ", not as this version has them"
			in.Remedy = "start the bot: it registers them"
			in.Minor = true
		}
	})
	servers := chat.Inspect("Discord rights", func(into any) error {
		url := fmt.Sprintf("%s?limit=%d", discordgo.EndpointUserGuilds("@me"), maxServers)
		return f.rest.get(ctx, url, into)
	}, inspectServers)
	found = append(found, gateway, commands, servers)

	if f.page != "" {
		found = append(found, page)
	}
	if f.agreeAt() != "" {
		found = append(found, f.inspectRoles(app))
	}
	return append(found, chat.Finding{What: "Discord invitation", Found: invite(app.ID)})
}

// tokenFinding says why Discord could not be asked whose the token is.
func tokenFinding(err error) chat.Finding {
	if statusOf(err) == http.StatusUnauthorized {
		return chat.Finding{
			What:   "Discord token",
			Found:  "refused",
			Remedy: "set DISCORD_TOKEN to a new one from the developer portal: Bot, Reset Token",
		}
	}
	if isOtherServer(err) {
		return chat.Finding{
			What:   "Discord token",
			Found:  "nobody can say: what answers is no API of Discord",
			Remedy: "correct DISCORD_API_URL",
		}
	}
	return chat.Finding{
		What:   "Discord token",
		Found:  err.Error(),
		Remedy: "see that DISCORD_API_URL can be reached from this machine",
	}
}

// inspectInteractions finds how commands and presses arrive. endpoint is where Discord posts them.
func (f *FrontEnd) inspectInteractions(endpoint string) chat.Finding {
	in := chat.Finding{What: "Discord interactions"}
	wanted := f.endpoint.url
	switch {
	case wanted == "" && endpoint == "":
		in.Found = "come by the gateway; none of the privileged intents is needed"
	case wanted == "":
		in.Found = "go to a web address instead of the gateway"
		in.Remedy = "start the bot: it removes the address; see that no other program sets it again"
		in.Minor = true
		in.Deaf = true
	case wanted != endpoint:
		in.Found = "are not posted to " + wanted
		in.Remedy = "start the bot: it sets the end point; " +
			"Discord takes it only if it is reached from outside and answers"
		in.Minor = true
		in.Deaf = true
	default:
		in.Found = "are posted to " + wanted
	}
	return in
}

// inspectPage finds why the page does not open. entry is the registered entry point.
func (f *FrontEnd) inspectPage(entry json.RawMessage, in *chat.Finding) {
	if f.secret == "" {
		in.Found = "does not open: nobody could prove who they are"
		in.Remedy = "set DISCORD_CLIENT_SECRET, from the page OAuth2 of the developer portal"
		in.Minor = true
		return
	}
	if entry == nil {
		in.Found = "does not open: the application has no Activity"
		in.Remedy = "switch it on in the developer portal, page Activities, and map / to its host there"
		in.Minor = true
	}
}

// inspectRoles finds whether people can come to get a linked role.
func (f *FrontEnd) inspectRoles(app application) chat.Finding {
	in := chat.Finding{What: "Discord roles", Found: "people link at " + f.agreeAt()}
	var missing []string
	if app.Verification != f.agreeAt() {
		missing = append(missing, "page General Information, Linked Roles Verification URL")
	}
	if !slices.Contains(app.Redirects, f.agreeAt()) {
		missing = append(missing, "page OAuth2, Redirects")
	}
	if len(missing) > 0 {
		pages := strings.Join(missing, "; ")
		in.Remedy = "for linked roles, enter this address in the developer portal: " + pages
		in.Minor = true
	}
	return in
}

// inspectSessions finds whether a session may begin at the gateway.
func (f *FrontEnd) inspectSessions(g discordgo.GatewayBotResponse, in *chat.Finding) {
	if f.endpoint.url != "" {
		in.Found = "is not used: interactions are posted"
		return
	}
	limit := g.SessionStartLimit
	in.Found = fmt.Sprintf("%d of %d sessions a day left", limit.Remaining, limit.Total)
	if g.Shards > 1 {
		in.Found += fmt.Sprintf("; Discord recommends %d shards", g.Shards)
	}
	if limit.Remaining == 0 {
		in.Remedy = "stop what connects again and again, perhaps another program with the same token, and wait a day"
	}
}

const (
	// maxServers is how many servers a call lists at most.
	maxServers = 200
	// maxNamedServers is how many servers are named at most.
	maxNamedServers = 20
)

// inspectServers finds the servers in which the bot lacks a right. It does not look at channels,
// which may give or take further rights.
func inspectServers(all []discordgo.UserGuild, in *chat.Finding) {
	var lacking []string
	for _, g := range all {
		var missing []string
		for _, r := range rights {
			if g.Permissions&(discordgo.PermissionAdministrator|r.bit) == 0 {
				missing = append(missing, r.name)
			}
		}
		if len(missing) > 0 {
			server := fmt.Sprintf("; %s (%s) lacks %s", chat.OneLine(g.Name), g.ID, strings.Join(missing, ", "))
			lacking = append(lacking, server)
		}
	}
	count := fmt.Sprint(len(all))
	if len(all) == maxServers {
		count = fmt.Sprintf("the first %d", maxServers)
	}
	in.Found = fmt.Sprintf("complete in %d of %s servers", len(all)-len(lacking), count)
	in.Found += strings.Join(lacking[:min(len(lacking), maxNamedServers)], "")
	if len(lacking) > 0 {
		in.Remedy = "invite the bot there again by the link below, or give its role these rights"
		in.Minor = true
	}
}
