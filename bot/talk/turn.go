// Package talk holds what the handlers of requests share, and the handlers of those
// features that announce nothing.
//
// A feature is a struct with the few things it needs, set once when the bot is made;
// its methods are handlers of commands and buttons. A handler is given a Turn, which
// says who does something, where and when, and returns a Plan: what is done in the
// one transaction of the request, and what the person is told. Whatever takes time
// (judging, solving, drawing) happens in the handler, before the Plan.
package talk

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// A Turn is one request on its way through the bot.
type Turn struct {
	Ctx context.Context
	Req chat.Request
	Act play.Act // who, where and when; rows of the database once the Plan runs

	Say   say.Voice // to the person
	Aloud say.Voice // to everyone at the place

	Edited []int64 // deliveries whose rows the request has changed
}

// A Plan carries a request out in one transaction and returns the reply.
type Plan func(tx *storage.Tx) (Result, error)

// A Handler is what a command does.
type Handler struct {
	Run func(*Turn, command.Values) (Plan, error)
	// Complete offers values for the argument that a person types, as far as it is typed.
	Complete func(t *Turn, typed string) []chat.MenuChoice
}

// A Press is what a button does.
type Press func(*Turn, command.Press) (Plan, error)

// A Result is a Reply with facts that are noted when it is delivered.
type Result struct {
	chat.Reply
	Round int64 // the round it speaks of; 0: none
	Shows bool  // it is the round's own message
	Hint  int   // the number of a hint in it, to be charged; 0: none
	Match int64 // the match whose own message it is; 0: none
}

// Respond is the Plan of a request that changes nothing.
func Respond(r chat.Reply) Plan {
	return func(*storage.Tx) (Result, error) { return Result{Reply: r}, nil }
}

// Silent is the reply that says nothing.
var Silent = chat.Reply{Silent: true}

// Me names the person.
func (t *Turn) Me() chat.Span { return t.Say.Mention(t.Req.Person.Name, t.Req.Person.ID) }

// Key identifies the person in memory and in sealed data.
func (t *Turn) Key() string { return t.Req.Person.Network + ":" + t.Req.Person.ID }

// OldButton refuses a button that has become useless.
func (t *Turn) OldButton() chat.Reply { return t.Say.Refuse("old-button", nil) }

// BadChoice refuses a value of an argument, and lists the choices as people type them.
func BadChoice(t *Turn, name string, a command.Argument, value string) chat.Reply {
	var choices []chat.Span
	for _, choice := range a.Choices {
		choices = append(choices, say.Code(a.Label(t.Say.Printer, choice)))
	}
	key := "bad-choice." + a.Name
	if !t.Say.Has(key) {
		key = "bad-choice"
	}
	return t.Say.Refuse(key, say.With{
		"value": say.Code(chat.Clip(value, 40)), "choices": t.Say.Choice(choices), "command": command.UsageOf(t.Say.Printer, name, a, a.Choices[0]),
	})
}
