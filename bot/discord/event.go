package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// An event is the stored form of a Request's origin: enough to answer it in this process or
// another.
type event struct {
	interaction        // without a token: there was none
	Written     string `json:"written,omitempty"` // then the person's message
	Source      string `json:"source,omitempty"`  // the bot's own that it replies to
	Edited      bool   `json:"edited,omitempty"`  // the person has changed Written
}

// event returns an interaction without what its answer does not need.
func (i interaction) event() []byte {
	if i.private() {
		i.Context = new(discordgo.InteractionContextBotDM)
	}
	i.Data, i.Member, i.User, i.Channel.Name, i.GuildLocale = payload{}, nil, nil, "", ""
	return event{interaction: i}.write()
}

func (e event) write() []byte {
	raw, err := json.Marshal(e)
	if err != nil { // strings and numbers always can be
		panic(err)
	}
	return raw
}

func readEvent(raw []byte) (e event, err error) { return e, json.Unmarshal(raw, &e) }
