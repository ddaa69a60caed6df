package discord

import (
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// rights are those the bot needs, and no more: to see channels, to write there and
// in threads, and to show embeds.
const rights = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionEmbedLinks

// asked are the rights asked for: to attach files as well. Where the bot may not, it
// leaves pictures out.
const asked = rights | discordgo.PermissionAttachFiles

// invite is a link that adds an application's bot to a server.
func invite(app string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, int64(asked))
}
