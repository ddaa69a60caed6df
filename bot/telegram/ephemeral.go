package telegram

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// This file has ephemeral messages (Bot API 10.2): messages in a group that only one person sees. A command of the
// menu can be ephemeral, too. Then only the bot sees that somebody gave it. Unless the bot is an administrator, it may
// send an ephemeral message only to a person who has just pressed a button or given such a command. An older server
// ignores the fields that it does not know, and would show the message to everybody. So the bot finds out first
// whether its server knows them.

// findEphemeral finds out whether the server knows ephemeral messages. It asks the server to delete one that does not
// exist: a server that knows the method refuses that, and an older one knows no such method.
func (s *sender) findEphemeral(ctx context.Context) {
	me := strconv.FormatInt(s.me.Load().ID, 10)
	p := tgbotapi.Params{"chat_id": me, "receiver_user_id": me, "ephemeral_message_id": "1"}
	err := s.insist(ctx, nil, "deleteEphemeralMessage", p)
	s.knowsEphemeral.Store(statusOf(err) == http.StatusBadRequest)
}

// ephemeralMark begins the ID of an ephemeral message. The ID of the reader and the number of the message follow it:
// "ephemeral:17:3".
const ephemeralMark = "ephemeral:"

func isEphemeral(id string) bool { return strings.HasPrefix(id, ephemeralMark) }

// nameEphemeral names an ephemeral message in the fields of a call that changes it.
func nameEphemeral(p tgbotapi.Params, chatID, id string) {
	reader, number, _ := strings.Cut(strings.TrimPrefix(id, ephemeralMark), ":")
	p["chat_id"] = chatID
	p["receiver_user_id"] = reader
	p["ephemeral_message_id"] = number
}
