package feature

import (
	"context"
	"errors"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// A Request is a chat.Request with what the bot knows about it: who acts, and where.
type Request struct {
	chat.Request
	Ctx context.Context
	// Act is who acts, where and when. When the Plan runs, its person and its community are stored:
	// they have IDs.
	Act round.Act
	// Who identifies the person in memory and in sealed data.
	Who string

	// Visit is what the database said about the person and the place when the request was read.
	Visit storage.Visit

	// Say speaks the language of the person, Aloud that of the place.
	Say   say.Voice
	Aloud say.Voice

	// Args are the arguments of a command.
	Args command.Values
	// Button is the button that was pressed. A form, an offer and a link have the data of a button,
	// too.
	Button command.Press

	// IsAgain reports whether the request was tried before, so that what it counts is counted already.
	IsAgain bool

	// Edited has the IDs of deliveries whose rows the request has changed.
	Edited []int64
}

// A Handler is the function for a command or a button.
type Handler func(*Request) (Plan, error)

// A Command is the Handler of a command, and what is offered while the command is typed.
type Command struct {
	Run Handler
	// Complete offers values for an argument. They begin with what the person has typed so far.
	Complete func(req *Request, typed string) []chat.MenuChoice
}

// ErrLeft says that the person has left before their request was carried out. So nothing of it is done.
var ErrLeft = errors.New("the person has left")

// WhileStaying returns a context for work that nobody needs once the person has left.
func (req *Request) WhileStaying() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(req.Ctx)
	if req.Stays == nil {
		return ctx, cancel
	}
	if req.Stays.Err() != nil {
		cancel()
	}
	stop := context.AfterFunc(req.Stays, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// Me names the person.
func (req *Request) Me() chat.Span { return req.Say.Mention(req.Person.Name, req.Person.ID) }

// OldButton returns the reply to a button that has become useless.
func (req *Request) OldButton() chat.Reply { return req.Say.Refuse("old-button", nil) }

// InPrivate returns a reply with a button that leads to where nobody else reads along. data is the data of
// the button.
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
	key := req.Say.Key("bad-choice", name, a.Name)
	if !req.Say.Has(key) {
		key = "bad-choice"
	}
	return req.Say.Refuse(key, say.With{
		"value":   say.Code(chat.Clip(value, 40)),
		"choices": say.List(req.Say, "list.or", choices),
		"command": command.UsageOf(req.Say.Printer, name, a, a.Choices[0]),
	})
}

// Pointer returns what the request says about the round that it means: the round of the button, or the
// answer after a command. On the page a seal proves nothing, because people pass links on.
func (req *Request) Pointer() round.Pointer {
	return round.Pointer{
		RoundID: req.Button.Number(0),
		Sealed:  req.Button.Sealed && !req.OnPage(),
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

// TurnPage returns the reply that turns to another page, such as of a leaderboard. After the press of a button
// the page replaces the message with the button. But if others read that message, the page is shown to the
// person alone, on networks that can do that.
func TurnPage(req *Request, page chat.Reply) chat.Reply {
	page.Edit = req.Input.Kind == chat.Press
	if page.Edit {
		page.Audience = chat.Asker
	}
	return page
}
