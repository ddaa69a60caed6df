package telegram

import (
	"sync"
	"sync/atomic"

	"reckon/bot/chat/pace"
)

// A sender makes the calls that people see.
type sender struct {
	*client
	limit *pace.Limiter
	// me is nil until the bot is connected.
	me atomic.Pointer[account]
	// presses has each *press by its ID.
	presses sync.Map
	// deletions says where the bot may not delete messages.
	deletions deletionRights
	// knowsEphemeral reports whether the server knows ephemeral messages.
	knowsEphemeral atomic.Bool
}
