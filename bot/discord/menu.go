package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// maxAbout is the length of a command's, an option's or a choice's text.
const maxAbout = 100

// locales are what Discord offers its texts in. The library lacks Indonesian.
func locales() []string {
	all := []string{"id"}
	for l := range discordgo.Locales {
		if l != discordgo.Unknown {
			all = append(all, string(l))
		}
	}
	return all
}

// languagesOf tells for each of Discord's locales in which language of the menu
// its readers are given a text that is not in the default one.
func languagesOf(menu []chat.MenuCommand) map[string]string {
	have := chat.Languages(menu)
	in := make(map[string]string)
	for _, l := range locales() {
		if tag, ok := chat.LanguageFor(l, have); ok && tag != chat.DefaultLanguage {
			in[l] = tag
		}
	}
	return in
}

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
	NameIn   map[string]string `json:"name_localizations,omitempty"`
	About    string            `json:"description"`
	AboutIn  map[string]string `json:"description_localizations,omitempty"`
	Required bool              `json:"required,omitempty"`
	Choices  []menuChoice      `json:"choices,omitempty"`
	Least    *float64          `json:"min_value,omitempty"`
	Most     *float64          `json:"max_value,omitempty"`
	Complete bool              `json:"autocomplete,omitempty"`
}

type menuChoice struct {
	Label   string            `json:"name"`
	LabelIn map[string]string `json:"name_localizations,omitempty"`
	Value   string            `json:"value"`
}

// renderMenu makes Discord's command list of the bot's menu. A server can install the
// bot, and so can a person, who then has the commands everywhere; those for
// administrators are of servers and of the bot's direct messages only.
func renderMenu(menu []chat.MenuCommand) []menuCommand {
	in := languagesOf(menu)
	out := make([]menuCommand, 0, len(menu))
	for _, c := range menu {
		m := menuCommand{
			Name:        c.Name,
			Type:        int(discordgo.ChatApplicationCommand),
			InstalledTo: []int{int(discordgo.ApplicationIntegrationGuildInstall), int(discordgo.ApplicationIntegrationUserInstall)},
			Contexts: []int{
				int(discordgo.InteractionContextGuild), int(discordgo.InteractionContextBotDM), int(discordgo.InteractionContextPrivateChannel),
			},
		}
		m.About, m.AboutIn = localized(c.About, c.Name, in)
		if c.Admin {
			may := strconv.Itoa(discordgo.PermissionManageGuild)
			m.Permissions, m.InstalledTo, m.Contexts = &may, m.InstalledTo[:1], m.Contexts[:2]
		}
		for _, a := range c.Args {
			m.Options = append(m.Options, renderOption(a, in))
		}
		out = append(out, m)
	}
	return out
}

func renderOption(a chat.MenuArg, in map[string]string) menuOption {
	o := menuOption{Type: int(discordgo.ApplicationCommandOptionString), Name: a.Name, Required: a.Required, Complete: a.Complete}
	_, o.NameIn = localized(a.NameIn, a.Name, in)
	o.About, o.AboutIn = localized(a.About, a.Name, in)
	for _, ch := range a.Choices {
		choice := menuChoice{Value: ch.Value}
		choice.Label, choice.LabelIn = localized(ch.Label, ch.Value, in)
		o.Choices = append(o.Choices, choice)
	}
	if a.Person {
		o.Type = int(discordgo.ApplicationCommandOptionUser)
	}
	if a.Whole != nil {
		least, most := float64(a.Whole.Least), float64(a.Whole.Most)
		o.Type, o.Least = int(discordgo.ApplicationCommandOptionInteger), &least
		if most > 0 {
			o.Most = &most
		}
	}
	return o
}

// localized parts a text into that for everyone and those for some locales;
// name stands in for a text that is missing.
func localized(texts map[string]string, name string, languages map[string]string) (string, map[string]string) {
	var in map[string]string
	for locale, tag := range languages {
		if text := texts[tag]; text != "" {
			if in == nil {
				in = make(map[string]string)
			}
			in[locale] = chat.ClipUnits(chat.OneLine(text), maxAbout)
		}
	}
	return chat.ClipUnits(chat.OneLine(cmp.Or(texts[chat.DefaultLanguage], name)), maxAbout), in
}

// triesToRegister is how often a session tries to register the commands.
const triesToRegister = 7

// register makes the registered commands those of the menu. It does nothing once it has
// succeeded.
func (in *intake) register(ctx context.Context, application string) {
	in.registering.Lock()
	defer in.registering.Unlock()
	if in.registered {
		return
	}
	again := func(err error, pause time.Duration) bool {
		in.rest.log.Warn("discord: registering commands", "err", err, "pause", pause)
		return true
	}
	changed := false
	backoff := retry.WithMaxRetries(triesToRegister-1, chat.Backoff(in.timing.menuShortest, in.timing.menuLongest))
	err := chat.Retry(ctx, backoff, again, func() (err error) {
		changed, err = in.rest.setMenu(ctx, application, renderMenu(in.menu))
		return err
	})
	if err != nil {
		in.rest.log.Error("discord: commands are not registered", "err", err)
		return
	}
	in.registered = true
	in.rest.log.Info("discord: commands are registered", "commands", len(in.menu), "changed", changed, "invite", invite(application))
}

// setMenu overwrites the global commands if they differ from those wanted:
// Discord allows few changes a day.
func (c *rest) setMenu(ctx context.Context, app string, want []menuCommand) (changed bool, err error) {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	var have []registeredCommand
	if err := c.get(ctx, url+"?with_localizations=true", &have); err != nil {
		return false, err
	}
	if !sameMenu(have, want) {
		changed = true
		have = nil
		if err := c.do(ctx, call{http.MethodPut, url, want}, &have); err != nil {
			return false, err
		}
	}
	ids := make(commandIDs, len(have))
	for _, c := range have {
		ids[c.Name] = c.ID
	}
	c.registered.Store(&ids)
	return changed, nil
}

// A registeredCommand is one that Discord has.
type registeredCommand struct {
	ID string `json:"id"`
	menuCommand
}

// sameMenu compares without regard to the order of commands, which is
// Discord's own.
func sameMenu(have []registeredCommand, want []menuCommand) bool {
	if len(have) != len(want) {
		return false
	}
	byName := make(map[string]menuCommand, len(have))
	for _, c := range have {
		byName[c.Name] = c.menuCommand
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
