package telegram

import (
	"strings"

	"reckon/bot/chat"
)

// refusals are pieces of what the server says when trying again is of no use.
// It does not document its descriptions; these are from its source
// (tdlib/telegram-bot-api, Client.cpp) and from td's server errors. The first
// that is found counts.
var refusals = []struct {
	piece string
	what  chat.Gone
}{
	{"message to edit not found", chat.GoneMessage},
	{"message can't be edited", chat.GoneMessage},
	{"there is no text in the message to edit", chat.GoneMessage},
	{"MESSAGE_ID_INVALID", chat.GoneMessage},
	{"message thread not found", chat.GoneThread},
	{"TOPIC_DELETED", chat.GoneThread},
	{"TOPIC_CLOSED", chat.GoneThread},
	{"TOPIC_ID_INVALID", chat.GoneThread},
	{"not enough rights", chat.GoneRight},
	{"have no rights", chat.GoneRight},
	{"need administrator rights", chat.GoneRight},
	{"CHAT_WRITE_FORBIDDEN", chat.GoneRight},
	{"CHAT_RESTRICTED", chat.GoneRight},
	{"CHAT_SEND_", chat.GoneRight}, // …_PLAIN_FORBIDDEN and the like
	{"USER_BANNED_IN_CHANNEL", chat.GoneRight},
	{"chat not found", chat.GoneCommunity},
	{"group chat was deactivated", chat.GoneCommunity},
	{"user not found", chat.GoneCommunity},
	{"user is deactivated", chat.GoneCommunity},
	{"PEER_ID_INVALID", chat.GoneCommunity},
}

// goneBy is what a refusal says is gone, empty if nothing is. A 403 says that
// the bot was blocked or removed, unless its description says less.
func goneBy(code int, description string) chat.Gone {
	if code != 400 && code != 403 {
		return ""
	}
	for _, r := range refusals {
		if strings.Contains(description, r.piece) {
			return r.what
		}
	}
	if code == 403 {
		return chat.GoneCommunity
	}
	return ""
}
