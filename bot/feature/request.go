package feature

import (
	"context"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A Request is a chat.Request on its way through the bot.
type Request struct {
	chat.Request
	Ctx context.Context
	// Act is who acts, where and when. Its rows are those of the database once the Plan runs.
	Act round.Act
	// Who identifies the person in memory and in sealed data.
	Who string

	// Visit is what was known when the request was read.
	Visit storage.Visit

	// Say speaks to the person, Aloud to everyone at the place.
	Say   say.Voice
	Aloud say.Voice

	// Args are those of a command.
	Args command.Values
	// Button was pressed, or this is its form or its offer.
	Button command.Press

	// Edited are deliveries whose rows the request has changed.
	Edited []int64
}

// A Handler is what a command or a button does.
type Handler func(*Request) (Plan, error)

// A Command is a Handler, and what is offered while its command is typed.
type Command struct {
	Run Handler
	// Complete offers values for the argument that a person types, as far as it is typed.
	Complete func(req *Request, typed string) []chat.MenuChoice
}

// OnPage reports whether the person acts on the page, and not in a chat.
func (req *Request) OnPage() bool { return req.Via != "" }

// Me names the person.
func (req *Request) Me() chat.Span { return req.Say.Mention(req.Person.Name, req.Person.ID) }

// OldButton refuses a button that has become useless.
func (req *Request) OldButton() chat.Reply { return req.Say.Refuse("old-button", nil) }

// InPrivate sends a person where nobody else reads along, by a button of some data.
func (req *Request) InPrivate(data string) chat.Reply {
	reply := req.Say.Refuse("elsewhere", nil)
	reply.Buttons = [][]chat.Button{{button.New(req.Say, "private", data)}}
	return reply
}

// BadChoice refuses a value of an argument, and lists the choices as people type them.
func BadChoice(req *Request, name string, a command.Argument, value string) chat.Reply {
	var choices []chat.Span
	for _, choice := range a.Choices {
		choices = append(choices, say.Code(a.Label(req.Say.Printer, choice)))
	}
	key := "bad-choice." + a.Name
	if !req.Say.Has(key) {
		key = "bad-choice"
	}
	return req.Say.Refuse(key, say.With{
		"value":   say.Code(chat.Clip(value, 40)),
		"choices": say.List(req.Say, "list.or", choices),
		"command": command.UsageOf(req.Say.Printer, name, a, a.Choices[0]),
	})
}

// Pointer is the round that a button names, or an answer after a command. On the page a seal
// proves nothing, since links are sent on.
func (req *Request) Pointer() round.Pointer {
	return round.Pointer{
		RoundID: req.Button.Number(0),
		Sealed:  req.Button.Sealed && req.Via == "",
		Text:    req.Args[ArgAnswer],
	}
}

// Names of arguments.
const (
	ArgAnswer = "answer"
	ArgCount  = "count"
	ArgPerson = "person"
	ArgStop   = "stop"
)

// Turned is the page that a press leads to: where the network can, the person's own, so that
// nobody turns what others read.
func Turned(req *Request, page chat.Reply) chat.Reply {
	page.Edit = req.Input.Kind == chat.Press
	if page.Edit {
		page.Audience = chat.Asker
	}
	return page
}
