// Package telegram is the Telegram front end: it turns updates of the Bot API
// into bot.Requests and bot.Replies into messages, edits and alerts.
//
// It knows the Bot API and the bot package's nouns. It must never know a game,
// a database or a sentence: whatever people read comes in a bot.Reply.
//
// A tour by file: decode.go and render.go are the two pure halves; poll.go
// fetches updates and confirms them only when they have been answered;
// answer.go takes one update from request to delivered reply; send.go makes the
// calls that people see, at the speed pace.go allows; call.go is the one place
// that speaks HTTP, and the one that keeps the token out of errors.
//
// Figures are those of the Bot API manual (https://core.telegram.org/bots/api,
// 10.3) and of its FAQ (https://core.telegram.org/bots/faq#broadcasting-to-users),
// unless a comment says otherwise.
package telegram
