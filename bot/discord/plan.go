package discord

import (
	"net/http"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// state is how much of an answer the person sees so far.
type state int

const (
	// unanswered means that the person sees nothing.
	unanswered state = iota
	// deferredUpdate means that the person sees nothing yet, and that follow-ups may come (type 6).
	deferredUpdate
	// deferredOpenly means "is thinking…", for all to see (type 5).
	deferredOpenly
	// deferredAlone means "is thinking…", for the person alone (type 5, ephemeral).
	deferredAlone
	// answered means that the person sees something, but it is not known what: an earlier try, or
	// another process, has answered.
	answered
)

// An exchange is an interaction and how far its answer has come.
type exchange struct {
	interaction interaction
	state       state
	// known has the IDs of the commands, for links to commands in a text.
	known *commandIDs
	// resumed means that another process, or an earlier try, may have begun the answer.
	resumed bool
}

// A plan is how a Reply is shown.
type plan struct {
	steps []step
	// lasting means that the last step makes or changes a message that can be edited later.
	lasting bool
}

// A step is one call of a plan.
type step struct {
	call
	// first means that the call is a first answer, which must come within 3 s.
	first bool
	// once means that the call must not be repeated when it is unknown whether it had an effect.
	once bool
	// instead has the steps to take if Discord says that the interaction has a first answer already.
	instead []step
}

// stateOnceAnswered returns the state of an interaction that has a first answer which is not known. After a
// press the message of that answer may be the one that was pressed, which the reply must neither replace nor
// delete. So after a press the state is deferredUpdate, and the reply becomes a follow-up.
func (x *exchange) stateOnceAnswered() state {
	if x.interaction.Message != nil {
		return deferredUpdate
	}
	return answered
}

// launchActivity is the first answer that opens the page.
const launchActivity discordgo.InteractionResponseType = 12

// plan returns the calls that show a Reply after what the person sees already.
func (x *exchange) plan(r chat.Reply) plan {
	if r.Silent {
		return plan{steps: x.silence()}
	}
	if r.Page && x.state == unanswered {
		return plan{steps: []step{x.first(launchActivity, nil)}}
	}
	if r.Ask != nil {
		if x.state == unanswered && x.interaction.Type != discordgo.InteractionModalSubmit {
			return plan{steps: []step{x.first(discordgo.InteractionResponseModal, renderForm(*r.Ask))}}
		}
		// A form can follow neither a deferral nor another form, so words ask.
		if r.Otherwise != nil {
			r = *r.Otherwise
		}
		r.Audience = chat.Asker
		r.Edit = false
	}
	m := render(r, x.known)
	ephemeral := r.Audience != chat.Everyone && !x.interaction.private()
	if r.Edit && x.canEdit(ephemeral) {
		edit := x.patch(m)
		if x.state == unanswered {
			update := x.first(discordgo.InteractionResponseUpdateMessage, m)
			update.instead = []step{edit}
			edit = update
		}
		return plan{steps: []step{edit}, lasting: !x.interaction.Message.isEphemeral()}
	}
	if ephemeral {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	return plan{steps: x.say(m, ephemeral), lasting: !ephemeral}
}

// canEdit reports whether a reply can replace the message whose button was pressed.
func (x *exchange) canEdit(ephemeral bool) bool {
	pressed := x.interaction.Message
	isDeferred := x.state == deferredOpenly || x.state == deferredAlone
	if pressed == nil || isDeferred {
		return false
	}
	// A message that everyone reads cannot become one for the person alone.
	return !ephemeral || pressed.isEphemeral()
}

// silence returns the steps that end the wait for an answer without a word. A slash command cannot be
// answered by nothing: it is deferred for the person alone, and then the deferral is deleted.
func (x *exchange) silence() []step {
	switch x.state {
	case deferredUpdate, answered:
		return nil
	case deferredOpenly, deferredAlone:
		return []step{x.erase()}
	}
	if x.interaction.Message != nil {
		return []step{x.deferral(deferredUpdate)}
	}
	return []step{x.deferral(deferredAlone), x.erase()}
}

// say returns the steps that show a new message. If the answer was deferred for other readers than those
// of the message, the deferral is deleted first: otherwise a follow-up would replace it, and have its
// readers.
func (x *exchange) say(m message, ephemeral bool) []step {
	switch x.state {
	case unanswered:
		return []step{x.firstMessage(m, ephemeral)}
	case deferredUpdate:
		return []step{x.followUp(m)}
	}
	// If it is not known what the person sees, it is taken to be something that all see.
	originalIsEphemeral := x.state == deferredAlone
	if ephemeral == originalIsEphemeral {
		return []step{x.patch(m)}
	}
	return []step{x.erase(), x.followUp(m)}
}

// firstMessage returns the step that makes a message the first answer. The step also says what to do if the
// interaction has a first answer already.
func (x *exchange) firstMessage(m message, ephemeral bool) step {
	s := x.first(discordgo.InteractionResponseChannelMessageWithSource, m)
	switch {
	case x.resumed:
		// The other answer is the deferral of another process. The message comes after it.
		deferred := *x
		deferred.state = x.stateOnceAnswered()
		s.instead = deferred.say(m, ephemeral)
	case !ephemeral:
		// The other answer is an earlier try of this one. The message replaces it.
		s.instead = []step{x.patch(m)}
	}
	// In all other cases nothing is done: a secret is not written into an answer whose readers are
	// not known.
	return s
}

func (x *exchange) first(t discordgo.InteractionResponseType, data any) step {
	// discordgo's InteractionRespond cannot ask for the message made.
	url := discordgo.EndpointInteractionResponse(x.interaction.ID, x.interaction.Token) + "?with_response=true"
	return step{call: call{http.MethodPost, url, callback{t, data}}, first: true}
}

func (x *exchange) deferral(to state) step {
	switch to {
	case deferredUpdate:
		return x.first(discordgo.InteractionResponseDeferredMessageUpdate, nil)
	case deferredAlone:
		data := map[string]any{"flags": discordgo.MessageFlagsEphemeral}
		return x.first(discordgo.InteractionResponseDeferredChannelMessageWithSource, data)
	}
	return x.first(discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
}

// original returns the address of the first answer.
func (x *exchange) original() string {
	return discordgo.EndpointInteractionResponseActions(x.interaction.AppID, x.interaction.Token)
}

func (x *exchange) patch(m message) step {
	// An edit cannot change who reads the message.
	m.Flags &^= discordgo.MessageFlagsEphemeral
	return step{call: call{http.MethodPatch, x.original(), m}}
}

func (x *exchange) erase() step {
	return step{call: call{http.MethodDelete, x.original(), nil}}
}

func (x *exchange) followUp(m message) step {
	url := discordgo.EndpointFollowupMessage(x.interaction.AppID, x.interaction.Token)
	return step{call: call{http.MethodPost, url, m}, once: true}
}
