package discord

import (
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// rights are those the bot needs, and no more: to see channels, to write there and
// in threads, and to show embeds.
const rights = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages |
	discordgo.PermissionSendMessagesInThreads | discordgo.PermissionEmbedLinks

// invite is a link that adds an application's bot to a server.
func invite(app string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, int64(rights))
}
