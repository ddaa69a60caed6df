package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

var _ chat.Inspector = (*FrontEnd)(nil)

// Probe is a request that the API at an address answers without a token.
func Probe(ctx context.Context, apiURL string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(apiURL, "/")+"/gateway", nil)
	if err == nil {
		r.Header.Set("User-Agent", userAgent)
	}
	return r, err
}

// Inspect implements chat.Inspector.
func (f *FrontEnd) Inspect(ctx context.Context, menu []chat.MenuCommand) []chat.Finding {
	token := chat.Finding{What: "Discord token"}
	var me discordgo.User
	if err := f.rest.get(ctx, discordgo.EndpointUser("@me"), &me); err != nil {
		token.Found, token.Remedy = err.Error(), "see that DISCORD_API_URL can be reached from this machine"
		if refused, ok := errors.AsType[*fault](err); ok && refused.status == http.StatusUnauthorized {
			token.Found, token.Remedy = "refused", "set DISCORD_TOKEN to a new one from the developer portal: Bot, Reset Token"
		}
		return []chat.Finding{token}
	}
	token.Found = "belongs to " + me.Username
	found := []chat.Finding{token}
	var app application
	if err := f.rest.get(ctx, discordgo.EndpointApplication("@me"), &app); err != nil {
		return append(found, chat.Finding{What: "Discord application", Found: err.Error(), Remedy: "try again"})
	}
	found = append(found, f.interactions(app.Endpoint))
	if app.CodeGrant {
		found = append(found, chat.Finding{
			What: "Discord application", Found: "wants a code grant, so that no invitation works",
			Remedy: "switch off Requires OAuth2 Code Grant in the developer portal, page Bot",
		})
	}
	at := func(url string) func(any) error {
		return func(into any) error { return f.rest.get(ctx, url, into) }
	}
	opens := chat.Finding{What: "Discord page", Found: "opens at " + f.page}
	found = append(found,
		chat.Inspect("Discord gateway", at(discordgo.EndpointGatewayBot), f.sessions),
		chat.Inspect("Discord commands", at(registeredCommands(app.ID)), func(all []json.RawMessage, in *chat.Finding) {
			have, entry, err := parted(all)
			switch {
			case f.secret == "":
				opens.Found, opens.Remedy, opens.Minor = "does not open: nobody could prove who they are", "set DISCORD_CLIENT_SECRET, from the page OAuth2 of the developer portal", true
			case entry == nil:
				opens.Found, opens.Remedy, opens.Minor = "does not open: the application has no Activity", "switch it on in the developer portal, page Activities, and map / to its host there", true
			}
			in.Found = fmt.Sprintf("%d registered", len(have))
			if err != nil || !sameMenu(have, renderMenu(menu)) {
				in.Found += ", not as this version has them"
				in.Remedy, in.Minor = "start the bot: it registers them", true
			}
		}),
		chat.Inspect("Discord rights", at(fmt.Sprintf("%s?limit=%d", discordgo.EndpointUserGuilds("@me"), listed)), servers))
	if f.page != "" {
		found = append(found, opens)
	}
	if f.agreeAt() != "" {
		found = append(found, f.roles(app))
	}
	return append(found, chat.Finding{What: "Discord invitation", Found: invite(app.ID)})
}

// interactions finds how commands and presses arrive.
func (f *FrontEnd) interactions(posted string) chat.Finding {
	in := chat.Finding{What: "Discord interactions"}
	switch wanted := f.endpoint.url; {
	case wanted == "" && posted == "":
		in.Found = "come by the gateway; none of the privileged intents is needed"
	case wanted == "":
		in.Found = "go to a web address instead of the gateway"
		in.Remedy, in.Minor = "start the bot: it removes the address; see that no other program sets it again", true
	case wanted != posted:
		in.Found = "are not posted to " + wanted
		in.Remedy, in.Minor = "start the bot: it sets the end point; Discord takes it only if it is reached from outside and answers", true
	default:
		in.Found = "are posted to " + wanted
	}
	return in
}

// roles finds whether people can come to get a linked role.
func (f *FrontEnd) roles(app application) chat.Finding {
	in := chat.Finding{What: "Discord roles", Found: "people link at " + f.agreeAt()}
	var missing []string
	if app.Verification != f.agreeAt() {
		missing = append(missing, "page General Information, Linked Roles Verification URL")
	}
	if !slices.Contains(app.Redirects, f.agreeAt()) {
		missing = append(missing, "page OAuth2, Redirects")
	}
	if len(missing) > 0 {
		in.Remedy, in.Minor = "for linked roles, enter this address in the developer portal: "+strings.Join(missing, "; "), true
	}
	return in
}

// sessions finds whether a session may begin at the gateway.
func (f *FrontEnd) sessions(g discordgo.GatewayBotResponse, in *chat.Finding) {
	in.Found = fmt.Sprintf("%d of %d sessions a day left", g.SessionStartLimit.Remaining, g.SessionStartLimit.Total)
	if g.Shards > 1 {
		in.Found += fmt.Sprintf("; Discord recommends %d shards", g.Shards)
	}
	if f.endpoint.url != "" {
		in.Found = "is not used: interactions are posted"
	} else if g.SessionStartLimit.Remaining == 0 {
		in.Remedy = "stop what connects again and again, perhaps another program with the same token, and wait a day"
	}
}

// listed is the most servers that a call lists.
const listed = 200

// mostNamed is the most servers that are named.
const mostNamed = 20

// servers finds in which servers the bot lacks a right. Channels may give or take others.
func servers(all []discordgo.UserGuild, in *chat.Finding) {
	var lacking []string
	for _, g := range all {
		var without []string
		for _, r := range rights {
			if g.Permissions&(discordgo.PermissionAdministrator|r.bit) == 0 {
				without = append(without, r.name)
			}
		}
		if len(without) > 0 {
			lacking = append(lacking, fmt.Sprintf("; %s (%s) lacks %s", chat.OneLine(g.Name), g.ID, strings.Join(without, ", ")))
		}
	}
	count := fmt.Sprint(len(all))
	if len(all) == listed {
		count = fmt.Sprintf("the first %d", listed)
	}
	in.Found = fmt.Sprintf("complete in %d of %s servers", len(all)-len(lacking), count) + strings.Join(lacking[:min(len(lacking), mostNamed)], "")
	if len(lacking) > 0 {
		in.Remedy, in.Minor = "invite the bot there again by the link below, or give its role these rights", true
	}
}
