package telegram

import (
	"context"
	"fmt"
	"slices"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

var _ chat.Inspector = (*FrontEnd)(nil)

// failedLately is how long a failure of the web hook counts.
const failedLately = time.Hour

// Inspect implements chat.Inspector.
func (f *FrontEnd) Inspect(ctx context.Context, menu []chat.MenuCommand) []chat.Finding {
	token := chat.Finding{What: "Telegram token"}
	var me account
	err := f.call(ctx, &me, "getMe", nil)
	switch {
	case refusesToken(err):
		token.Found, token.Remedy = "refused", "copy TELEGRAM_TOKEN from @BotFather anew: /mybots, the bot, API Token"
		return []chat.Finding{token}
	case err != nil:
		token.Found, token.Remedy = err.Error(), "see that TELEGRAM_API_URL can be reached from this machine"
		return []chat.Finding{token}
	}
	token.Found = "belongs to @" + me.UserName
	groups := chat.Finding{What: "Telegram groups", Found: "the bot may be added"}
	switch {
	case !me.CanJoinGroups:
		groups.Found = "the bot may not be added to any"
		groups.Remedy, groups.Minor = "tell @BotFather /setjoingroups, the bot, Enable", true
	case !me.CanReadAllGroupMessages: // privacy mode may stay on
		groups.Found += "; it reads commands and replies to itself there (privacy mode), which is all it needs"
	}
	offers := chat.Finding{What: "Telegram offers", Found: "in every chat, behind the bot's name"}
	switch {
	case !me.SupportsInlineQueries:
		offers.Found = "none: inline mode is off, and with it answers that nobody else reads in groups"
		offers.Remedy, offers.Minor = "tell @BotFather /setinline, the bot, and a text such as: 24", true
	case !me.IsGuest:
		offers.Remedy, offers.Minor = "to have puzzles dealt where the bot was never added, switch on its guest mode at @BotFather", true
	}
	by := func(method string) func(any) error {
		return func(into any) error { return f.call(ctx, into, method, nil) }
	}
	found := []chat.Finding{token, groups, offers}
	if f.page != "" {
		me.page = f.page
		me.openBy(f.app)
		opens := chat.Finding{What: "Telegram page", Found: "opens at " + f.page + ", in groups by " + me.app}
		if me.app == "" {
			opens.Found = "opens at " + f.page + " in private chats alone"
			opens.Remedy, opens.Minor = "for groups, tell @BotFather the address: /mybots, the bot, Bot Settings, Configure Mini App", true
		}
		found = append(found, opens)
	}
	return append(found,
		chat.Inspect("Telegram updates", by("getWebhookInfo"), f.updates),
		chat.Inspect("Telegram commands", by("getMyCommands"), func(have []tgbotapi.BotCommand, in *chat.Finding) {
			in.Found = fmt.Sprintf("%d registered", len(have))
			missing := slices.DeleteFunc(slices.Clone(menu), func(c chat.MenuCommand) bool {
				return slices.ContainsFunc(have, func(h tgbotapi.BotCommand) bool { return trueName(h.Command) == c.Name })
			})
			if len(missing) > 0 {
				in.Found += fmt.Sprintf(", %d missing", len(missing))
				in.Remedy, in.Minor = "start the bot: it registers them", true
			}
		}),
		chat.Finding{What: "Telegram invitation", Found: invitation(me.UserName)})
}

// updates finds out how updates come.
func (f *FrontEnd) updates(is tgbotapi.WebhookInfo, in *chat.Finding) {
	failed := time.Unix(int64(is.LastErrorDate), 0)
	switch w := &f.webhook; {
	case w.url == "" && is.URL == "":
		in.Found = fmt.Sprintf("%d wait to be fetched", is.PendingUpdateCount)
	case w.url == "":
		in.Found = "go to a web hook, perhaps of another program"
		in.Remedy, in.Minor = "nothing: the bot removes it when it starts; see that the other program does not set it again", true
	case !w.asWanted(is):
		in.Found = "are not posted to " + w.url
		in.Remedy, in.Minor = "start the bot: it sets the web hook", true
	case is.PendingUpdateCount > 0 && time.Since(failed) < failedLately:
		in.Found = fmt.Sprintf("%d wait, since posting them failed: %s", is.PendingUpdateCount, is.LastErrorMessage)
		in.Remedy = "see that " + w.url + " is reached from outside, by HTTPS with a certificate that is valid, and that the bot runs"
	default:
		in.Found = fmt.Sprintf("are posted to %s; %d wait", w.url, is.PendingUpdateCount)
	}
}
