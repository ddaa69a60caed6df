package telegram

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

var _ chat.Inspector = (*FrontEnd)(nil)

// failureFor is how long a failure of the web hook counts.
const failureFor = time.Hour

// Inspect implements chat.Inspector.
func (f *FrontEnd) Inspect(ctx context.Context, menu []chat.MenuCommand) []chat.Finding {
	me := account{page: f.page}
	err := f.call(ctx, &me, "getMe", nil)
	found := []chat.Finding{tokenFinding(me, err)}
	if err != nil {
		return found
	}
	found = append(found, groupsFinding(me), offersFinding(me))
	if f.page != "" {
		me.setApp(f.app)
		found = append(found, pageFinding(me))
	}
	updates := chat.Inspect("Telegram updates", func(into any) error {
		return f.call(ctx, into, "getWebhookInfo", nil)
	}, f.inspectUpdates)
	commands := chat.Inspect("Telegram commands", func(into any) error {
		return f.call(ctx, into, "getMyCommands", nil)
	}, func(have []tgbotapi.BotCommand, in *chat.Finding) {
		inspectCommands(menu, have, in)
	})
	invites := chat.Finding{What: "Telegram invitation", Found: invitation(me.UserName)}
	return append(found, updates, commands, invites)
}

func tokenFinding(me account, err error) chat.Finding {
	token := chat.Finding{What: "Telegram token"}
	if refusesToken(err) {
		token.Found = "refused"
		token.Remedy = "copy TELEGRAM_TOKEN from @BotFather anew: /mybots, the bot, API Token"
		return token
	}
	if errors.Is(err, errNotAPI) {
		token.Found = "nobody can say: what answers is no Bot API"
		token.Remedy = "correct TELEGRAM_API_URL"
		return token
	}
	if err != nil {
		token.Found = err.Error()
		token.Remedy = "see that TELEGRAM_API_URL can be reached from this machine"
		return token
	}
	token.Found = "belongs to @" + me.UserName
	return token
}

func groupsFinding(me account) chat.Finding {
	groups := chat.Finding{What: "Telegram groups", Found: "the bot may be added"}
	if !me.CanJoinGroups {
		groups.Found = "the bot may not be added to any"
		groups.Remedy = "tell @BotFather /setjoingroups, the bot, Enable"
		groups.Minor = true
		return groups
	}
	if !me.CanReadAllGroupMessages {
		// Privacy mode may stay on.
		groups.Found += "; it reads commands and replies to itself there (privacy mode), which is all it needs"
	}
	return groups
}

func offersFinding(me account) chat.Finding {
	offers := chat.Finding{What: "Telegram offers", Found: "in every chat, behind the bot's name"}
	if !me.SupportsInlineQueries {
		offers.Found = "none: inline mode is off, and with it answers that nobody else reads in groups"
		offers.Remedy = "tell @BotFather /setinline, the bot, and a text such as: 24"
		offers.Minor = true
		return offers
	}
	if !me.IsGuest {
		offers.Remedy = "to have puzzles dealt where the bot was never added, switch on its guest mode at @BotFather"
		offers.Minor = true
	}
	return offers
}

func pageFinding(me account) chat.Finding {
	opens := chat.Finding{What: "Telegram page", Found: "opens at " + me.page + ", in groups by " + me.app}
	if me.app == "" {
		opens.Found = "opens at " + me.page + " in private chats alone"
		opens.Remedy = "for groups, tell @BotFather the address: /mybots, the bot, Bot Settings, Configure Mini App"
		opens.Minor = true
	}
	return opens
}

// inspectCommands finds out which commands of a menu are registered.
func inspectCommands(menu []chat.MenuCommand, have []tgbotapi.BotCommand, in *chat.Finding) {
	in.Found = fmt.Sprintf("%d registered", len(have))
	missing := slices.DeleteFunc(listed(menu), func(c chat.MenuCommand) bool {
		return slices.ContainsFunc(have, func(h tgbotapi.BotCommand) bool { return trueName(h.Command) == c.Name })
	})
	if len(missing) == 0 {
		return
	}
	in.Found += fmt.Sprintf(", %d missing", len(missing))
	in.Remedy = "start the bot: it registers them"
	in.Minor = true
}

// inspectUpdates finds out how updates come.
func (f *FrontEnd) inspectUpdates(hook tgbotapi.WebhookInfo, in *chat.Finding) {
	w := &f.webhook
	failedAt := time.Unix(int64(hook.LastErrorDate), 0)
	switch {
	case w.url == "" && hook.URL == "":
		in.Found = fmt.Sprintf("%d wait to be fetched", hook.PendingUpdateCount)
	case w.url == "":
		in.Found = "go to a web hook, perhaps of another program"
		in.Remedy = "nothing: the bot removes it when it starts; see that the other program does not set it again"
		in.Minor = true
	case !w.isAsWanted(hook):
		in.Found = "are not posted to " + w.url
		in.Remedy = "start the bot: it sets the web hook"
		in.Minor = true
		in.Deaf = hook.URL != w.url
	case hook.PendingUpdateCount > 0 && time.Since(failedAt) < failureFor:
		in.Found = fmt.Sprintf("%d wait, since posting them failed: %s", hook.PendingUpdateCount, hook.LastErrorMessage)
		in.Remedy = "see that " + w.url + " is reached from outside, by HTTPS with a certificate that is valid, and that the bot runs"
	default:
		in.Found = fmt.Sprintf("are posted to %s; %d wait", w.url, hook.PendingUpdateCount)
	}
}
