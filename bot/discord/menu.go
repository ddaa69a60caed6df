package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"reckon/bot"
)

// maxAbout is the length of a command's, an option's or a choice's text.
const maxAbout = 100

// discordLocales are the names Discord has for bot.Locales. The first, which is
// the default, goes into the fields that are not localised.
var discordLocales = map[string]string{"zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}

// The types below hold the fields of Discord's command objects that are set
// here, and no others, so that what is registered can be read into them and
// compared.

type menuCommand struct {
	Name        string            `json:"name"`
	Type        int               `json:"type"`
	About       string            `json:"description"`
	AboutIn     map[string]string `json:"description_localizations,omitempty"`
	Options     []menuOption      `json:"options,omitempty"`
	Permissions *string           `json:"default_member_permissions"`
	InstalledTo []int             `json:"integration_types"`
	Contexts    []int             `json:"contexts"`
}

type menuOption struct {
	Type     int               `json:"type"`
	Name     string            `json:"name"`
	About    string            `json:"description"`
	AboutIn  map[string]string `json:"description_localizations,omitempty"`
	Required bool              `json:"required,omitempty"`
	Choices  []menuChoice      `json:"choices,omitempty"`
}

type menuChoice struct {
	Label   string            `json:"name"`
	LabelIn map[string]string `json:"name_localizations,omitempty"`
	Value   string            `json:"value"`
}

// renderMenu makes Discord's command list of ours. Commands are offered in
// servers the bot was installed to and in its direct messages.
func renderMenu(menu []bot.MenuCommand) []menuCommand {
	out := make([]menuCommand, 0, len(menu))
	for _, c := range menu {
		m := menuCommand{
			Name:        c.Name,
			Type:        int(discordgo.ChatApplicationCommand),
			InstalledTo: []int{int(discordgo.ApplicationIntegrationGuildInstall)},
			Contexts:    []int{int(discordgo.InteractionContextGuild), int(discordgo.InteractionContextBotDM)},
		}
		m.About, m.AboutIn = localized(c.About, c.Name)
		if c.Admin {
			may := strconv.Itoa(discordgo.PermissionManageGuild)
			m.Permissions = &may
		}
		for _, a := range c.Args {
			o := menuOption{Type: int(discordgo.ApplicationCommandOptionString), Name: a.Name, Required: a.Required}
			o.About, o.AboutIn = localized(a.About, a.Name)
			for _, ch := range a.Choices {
				choice := menuChoice{Value: ch.Value}
				choice.Label, choice.LabelIn = localized(ch.Label, ch.Value)
				o.Choices = append(o.Choices, choice)
			}
			m.Options = append(m.Options, o)
		}
		out = append(out, m)
	}
	return out
}

// localized parts a text into that for everyone and those for some; name
// stands in for a text that is missing.
func localized(texts map[string]string, name string) (string, map[string]string) {
	var in map[string]string
	for _, l := range bot.Locales[1:] {
		if text := texts[l]; text != "" {
			if in == nil {
				in = make(map[string]string)
			}
			in[discordLocales[l]] = clip(oneLine(text), maxAbout)
		}
	}
	return clip(oneLine(cmp.Or(texts[bot.Locales[0]], name)), maxAbout), in
}

// register makes the registered commands those of the menu. It is called with
// each new session and does nothing once it has succeeded.
func (f *FrontEnd) register(ctx context.Context, menu []bot.MenuCommand, ready json.RawMessage) {
	var r struct {
		Application struct {
			ID string `json:"id"`
		} `json:"application"`
	}
	if err := json.Unmarshal(ready, &r); err != nil || r.Application.ID == "" {
		f.log.Error("discord: the gateway did not name the application; commands are not registered", "err", err)
		return
	}
	f.registering.Lock()
	defer f.registering.Unlock()
	for _, wait := range f.pace.retry {
		if f.registered || !pause(ctx, wait) {
			return
		}
		changed, err := f.setMenu(ctx, r.Application.ID, renderMenu(menu))
		if err == nil {
			f.registered = true
			f.log.Info("discord: commands are registered", "commands", len(menu), "changed", changed)
			return
		}
		f.log.Warn("discord: registering commands", "err", err)
	}
}

// setMenu overwrites the global commands if they differ from those wanted:
// Discord allows few changes a day.
func (f *FrontEnd) setMenu(ctx context.Context, app string, want []menuCommand) (changed bool, err error) {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	var have []menuCommand
	if err := f.inBucket(ctx, url, call{http.MethodGet, url + "?with_localizations=true", nil}, &have); err != nil {
		return false, err
	}
	if sameMenu(have, want) {
		return false, nil
	}
	return true, f.inBucket(ctx, url, call{http.MethodPut, url, want}, nil)
}

// sameMenu compares without regard to the order of commands, which is
// Discord's own.
func sameMenu(have, want []menuCommand) bool {
	if len(have) != len(want) {
		return false
	}
	byName := make(map[string]menuCommand, len(have))
	for _, c := range have {
		byName[c.Name] = c
	}
	for _, c := range want {
		a, errA := json.Marshal(byName[c.Name])
		b, errB := json.Marshal(c)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			return false
		}
	}
	return true
}
