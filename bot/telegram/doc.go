// Package telegram is the Telegram front end: it turns updates of the Bot API
// into chat.Requests and chat.Replies into messages, edits and alerts.
//
// It knows the Bot API and the nouns of package chat. It must never know a game,
// a database or a sentence: whatever people read comes in a chat.Reply.
//
// A tour by file: decode.go and render.go are the two pure halves; poll.go
// fetches updates and confirms them only when they have been carried out, unless
// webhook.go has them posted; take.go has them carried out, in the order of each chat; offer.go answers what people
// type behind the bot's name, and knows again what they sent of it; deliver.go
// tries to say something, and query.go ends a press; send.go makes the calls that
// people see, at the speed that ratelimit.go allows;
// call.go is the one place that speaks HTTP, and the one that keeps the token out
// of errors; gone.go tells what a refusal says is gone. Files refer to each other
// one way: telegram.go, poll.go and webhook.go, take.go, offer.go, decode.go; and telegram.go,
// deliver.go, send.go, call.go.
//
// Figures are those of the Bot API manual (https://core.telegram.org/bots/api,
// 10.3) and of its FAQ (https://core.telegram.org/bots/faq#broadcasting-to-users),
// unless a comment says otherwise.
package telegram
