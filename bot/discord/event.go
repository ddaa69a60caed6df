package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// An event is what is stored about where a Request came from: enough to answer it in this process or
// another.
type event struct {
	// The interaction has no token if the origin was a message or news about a server.
	interaction
	// Written is the ID of the person's message.
	Written string `json:"written,omitempty"`
	// Source is the ID of the bot's message that Written replies to.
	Source string `json:"source,omitempty"`
	// Edited means that the person has changed Written.
	Edited bool `json:"edited,omitempty"`
}

// event returns the parts of an interaction that are needed to answer it.
func (i interaction) event() []byte {
	if i.private() {
		// Without a Context, private would need the Member and the User, which are removed here.
		i.Context = new(discordgo.InteractionContextBotDM)
	}
	i.Data = payload{}
	i.Member = nil
	i.User = nil
	i.Channel.Name = ""
	i.GuildLocale = ""
	return event{interaction: i}.encode()
}

func (e event) encode() []byte {
	raw, err := json.Marshal(e)
	if err != nil {
		// Texts and numbers can always be encoded.
		panic(err)
	}
	return raw
}

// isInServer reports whether the origin is a message in a server, given the place.
func (e event) isInServer(p chat.Place) bool { return e.Written != "" && !p.Private }

func readEvent(raw []byte) (event, error) {
	var e event
	err := json.Unmarshal(raw, &e)
	return e, err
}
