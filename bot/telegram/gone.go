package telegram

import (
	"strings"

	"reckon/bot/chat"
)

// refusals are pieces of the descriptions with which the server refuses for good, and what
// is gone then. They are not documented; these are from its source
// (tdlib/telegram-bot-api, Client.cpp) and from td's server errors.
var refusals = []struct {
	what   chat.Gone
	pieces []string
}{
	{chat.GoneMessage, []string{
		"message to edit not found", "message can't be edited", "there is no text in the message to edit", "MESSAGE_ID_INVALID",
	}},
	{chat.GoneThread, []string{"message thread not found", "TOPIC_DELETED", "TOPIC_CLOSED", "TOPIC_ID_INVALID"}},
	{chat.GoneRight, []string{
		"not enough rights", "have no rights", "need administrator rights", "CHAT_WRITE_FORBIDDEN", "CHAT_RESTRICTED",
		"CHAT_SEND_", // …_PLAIN_FORBIDDEN and the like
		"USER_BANNED_IN_CHANNEL",
	}},
	{chat.GoneCommunity, []string{"chat not found", "group chat was deactivated", "user not found", "user is deactivated", "PEER_ID_INVALID"}},
}

// goneBy returns what is gone by a refusal, empty if nothing is. A 403 says that the bot
// was blocked or removed, unless its description says less.
func goneBy(code int, description string) chat.Gone {
	if code != 400 && code != 403 {
		return ""
	}
	for _, r := range refusals {
		for _, piece := range r.pieces {
			if strings.Contains(description, piece) {
				return r.what
			}
		}
	}
	if code == 403 {
		return chat.GoneCommunity
	}
	return ""
}
