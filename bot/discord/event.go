package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// An event is the stored form of a Request's origin: enough to answer it in this process or
// another.
type event struct {
	ID      string                 `json:"id"`
	App     string                 `json:"app"`
	Token   string                 `json:"token"`
	Locale  string                 `json:"locale,omitempty"`
	Type    int                    `json:"type"`
	Guild   string                 `json:"guild,omitempty"`
	Channel string                 `json:"channel"`
	Private bool                   `json:"private,omitempty"`
	Message string                 `json:"message,omitempty"` // that was pressed
	Flags   discordgo.MessageFlags `json:"flags,omitempty"`   // of it
	Denied  bool                   `json:"denied,omitempty"`  // the bot may not post there
	Written string                 `json:"written,omitempty"` // there is no interaction: the person's message
	Source  string                 `json:"source,omitempty"`  // that it replies to, of the bot's own
}

// event returns the stored form of an interaction.
func (i *interaction) event() []byte {
	e := event{
		ID: i.ID, App: i.AppID, Token: i.Token, Locale: i.Locale, Type: int(i.Type), Guild: i.GuildID, Channel: i.ChannelID, Private: i.private(),
		Denied: !i.mayPost(),
	}
	if i.Message != nil {
		e.Message, e.Flags = i.Message.ID, i.Message.Flags
	}
	return e.write()
}

func (e event) write() []byte {
	raw, err := json.Marshal(e)
	if err != nil { // strings and numbers always can be
		panic(err)
	}
	return raw
}

// readEvent reads a stored event: an interaction or, if that has no token, a message.
func readEvent(raw []byte) (i interaction, e event, err error) {
	if err := json.Unmarshal(raw, &e); err != nil {
		return i, e, err
	}
	if e.Denied {
		i.AppPermissions = "0"
	}
	i.ticket = ticket{ID: e.ID, AppID: e.App, Token: e.Token, Locale: e.Locale}
	i.Type, i.GuildID, i.ChannelID = discordgo.InteractionType(e.Type), e.Guild, e.Channel
	if where := discordgo.InteractionContextBotDM; e.Private {
		i.Context = &where
	} else if where := discordgo.InteractionContextGuild; e.Guild != "" {
		i.Context = &where
	}
	if e.Message != "" {
		i.Message = &pressed{ID: e.Message, Flags: e.Flags}
	}
	return i, e, nil
}
