// Package telegram is the Telegram front end: it turns updates of the Bot API into
// chat.Requests, and chat.Replies into messages, edits and alerts.
//
// It knows the Bot API and the nouns of package chat. It must never know a game, a
// database or a sentence: all that people read comes in a chat.Reply.
//
// decode.go and render.go are the two pure halves. On the way in, poll.go fetches updates
// and confirms them when they have been carried out, or webhook.go takes those that
// Telegram posts; take.go carries them out, in the order of each chat; offer.go shows
// people what they may send when they type behind the bot's name. On the way out,
// deliver.go tries to show a reply, press.go ends a press, send.go makes the calls that
// people see, and ratelimit.go says when. call.go is the one place that speaks HTTP and
// keeps the token out of errors; gone.go says what a refusal means.
//
// Package telegramtest is the server that the tests run against.
//
// Figures are those of the Bot API manual (https://core.telegram.org/bots/api, 10.3) and
// of its FAQ (https://core.telegram.org/bots/faq#broadcasting-to-users), unless a comment
// says otherwise.
package telegram
