package discord

import (
	"net/http"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// state is the part of the answer that the person sees so far.
type state int

const (
	unanswered     state = iota // nothing
	deferredUpdate              // nothing visible; follow-ups may come (type 6)
	deferredOpenly              // "is thinking…" for all to see (type 5)
	deferredAlone               // "is thinking…" for the person alone (type 5, ephemeral)
	answered                    // something unknown: by an earlier try, or by another process
)

// A shown is an interaction and the part of its answer that the person sees.
type shown struct {
	i       interaction
	state   state
	known   *commandIDs
	resumed bool // another process has begun it
}

// A plan is how a Reply is shown.
type plan struct {
	steps   []step
	lasting bool // the last step makes or changes a message that can be edited later
}

// A step is one call of a plan.
type step struct {
	call
	first   bool   // a first answer, which must come within 3 s
	once    bool   // must not be repeated when its effect is unknown
	instead []step // the steps that are left if the interaction is answered already
}

// acknowledged is the state of an interaction that had an unknown first answer. The original
// of a press may be the message pressed, which a reply must neither replace nor delete:
// follow-ups leave it alone.
func (x *shown) acknowledged() state {
	if x.i.Message != nil {
		return deferredUpdate
	}
	return answered
}

// launchActivity is the first answer that opens the page.
const launchActivity discordgo.InteractionResponseType = 12

// plan chooses the calls that show a Reply after the part of it that is shown already.
func (x *shown) plan(r chat.Reply) plan {
	switch {
	case r.Silent:
		return plan{steps: x.silence()}
	case r.Page && x.state == unanswered:
		return plan{steps: []step{x.first(launchActivity, nil)}}
	case r.Ask != nil && x.state == unanswered && x.i.Type != discordgo.InteractionModalSubmit:
		return plan{steps: []step{x.first(discordgo.InteractionResponseModal, renderForm(*r.Ask))}}
	case r.Ask != nil: // too late for a form, or after one
		if r.Otherwise != nil {
			r = *r.Otherwise
		}
		r.Audience, r.Edit = chat.Asker, false
	}
	m := render(r, x.known)
	alone := r.Audience != chat.Everyone && !x.i.private()
	// A message everyone reads cannot become one for the person alone.
	edits := r.Edit && x.i.Message != nil && (!alone || x.i.Message.isAlone()) && x.state != deferredOpenly && x.state != deferredAlone
	switch {
	case edits && x.state == unanswered:
		s := x.first(discordgo.InteractionResponseUpdateMessage, m)
		s.instead = []step{x.patch(m)}
		return plan{steps: []step{s}, lasting: !x.i.Message.isAlone()}
	case edits:
		return plan{steps: []step{x.patch(m)}, lasting: !x.i.Message.isAlone()}
	case alone:
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	return plan{steps: x.say(m, alone), lasting: !alone}
}

// silence ends the wait without a word. A slash command cannot be answered by nothing: it is
// deferred for the person alone, and that is deleted.
func (x *shown) silence() []step {
	switch {
	case x.state == deferredUpdate, x.state == answered:
		return nil
	case x.state != unanswered:
		return []step{x.erase()}
	case x.i.Message != nil:
		return []step{x.deferral(deferredUpdate)}
	}
	return []step{x.deferral(deferredAlone), x.erase()}
}

// say shows a message of its own. A deferral has settled who sees it. Where that was guessed
// wrong the deferral is deleted first, for a follow-up would take its place and its readers.
func (x *shown) say(m message, alone bool) []step {
	switch {
	case x.state == deferredUpdate:
		return []step{x.followUp(m)}
	case x.state == deferredAlone && alone, x.state == deferredOpenly && !alone, x.state == answered && !alone:
		return []step{x.patch(m)}
	case x.state != unanswered:
		return []step{x.erase(), x.followUp(m)}
	}
	s := x.first(discordgo.InteractionResponseChannelMessageWithSource, m)
	switch {
	case x.resumed: // it was deferred before
		before := *x
		before.state = x.acknowledged()
		s.instead = before.say(m, alone)
	case !alone: // a secret is not written into an answer of unknown readers
		s.instead = []step{x.patch(m)}
	}
	return []step{s}
}

func (x *shown) first(t discordgo.InteractionResponseType, data any) step {
	// discordgo's InteractionRespond cannot ask for the message made.
	url := discordgo.EndpointInteractionResponse(x.i.ID, x.i.Token) + "?with_response=true"
	return step{call: call{http.MethodPost, url, callback{t, data}}, first: true}
}

func (x *shown) deferral(to state) step {
	switch to {
	case deferredUpdate:
		return x.first(discordgo.InteractionResponseDeferredMessageUpdate, nil)
	case deferredAlone:
		return x.first(discordgo.InteractionResponseDeferredChannelMessageWithSource, map[string]any{"flags": discordgo.MessageFlagsEphemeral})
	}
	return x.first(discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
}

// original is the address of the first answer.
func (x *shown) original() string {
	return discordgo.EndpointInteractionResponseActions(x.i.AppID, x.i.Token)
}

func (x *shown) patch(m message) step {
	m.Flags &^= discordgo.MessageFlagsEphemeral // cannot be changed
	return step{call: call{http.MethodPatch, x.original(), m}}
}

func (x *shown) erase() step {
	return step{call: call{http.MethodDelete, x.original(), nil}}
}

func (x *shown) followUp(m message) step {
	return step{call: call{http.MethodPost, discordgo.EndpointFollowupMessage(x.i.AppID, x.i.Token), m}, once: true}
}
