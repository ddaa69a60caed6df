package bot

import (
	"context"
	"errors"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/storage"
)

// carryOut tries once to carry out a request. isAgain reports whether it was tried before: then it is not
// counted again. A person who makes too many requests is told how long to wait. What people say to each other
// is not counted.
func (b *Bot) carryOut(ctx context.Context, r chat.Request, isAgain bool) (chat.Delivery, storage.Outgoing, error) {
	var none storage.Outgoing
	req, err := b.newRequest(ctx, r)
	if err != nil {
		return chat.Delivery{}, none, err
	}
	req.IsAgain = isAgain
	var cmd *knownCommand
	if r.Input.Kind == chat.Command {
		cmd = b.command(r.Input, req.Act.Community.Private)
	}
	isLimited := !isAgain && !b.isNetworkEvent(r.Input)
	if isLimited && !r.Input.Overheard {
		if soon := b.countRequest(req); soon != nil {
			return b.refuseTooSoon(req, cmd, soon)
		}
	}

	// The handler does what takes time, such as judging.
	plan, err := b.plan(req, cmd)
	if errors.Is(err, round.ErrSearching) {
		plan = feature.Respond(req.Say.Refuse("solve.busy", nil))
		err = nil
	}
	if err != nil {
		return chat.Delivery{}, none, err
	}
	if plan == nil {
		// The text was not meant for the bot.
		return b.reply(r, feature.Silent), none, nil
	}
	if isLimited {
		plan = b.planWithinLimits(req, plan)
	}
	d, row, err := b.runPlan(req, cmd, plan)
	if soon, ok := errors.AsType[*tooSoon](err); ok {
		return b.refuseTooSoon(req, cmd, soon)
	}
	return d, row, err
}

// planWithinLimits returns a plan that also counts the messages that the result makes the bot post. In a group
// the bot may post few messages a minute, and each person has a share of them. If the result exceeds the
// person's share, the error is a tooSoon, so the transaction is rolled back. A reply that says again what the
// person was just told becomes silent.
func (b *Bot) planWithinLimits(req *feature.Request, plan feature.Plan) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		result, err := plan(tx)
		if err != nil {
			return result, err
		}
		if b.isRepeated(req, result) {
			return feature.Result{Reply: feature.Silent}, nil
		}
		return result, b.countResult(req, result)
	}
}

// runPlan runs a plan. If the plan only reads, it runs without a write transaction, and its reply is not
// stored.
func (b *Bot) runPlan(
	req *feature.Request, cmd *knownCommand, plan feature.Plan,
) (chat.Delivery, storage.Outgoing, error) {
	if !b.isReadOnly(req, cmd) {
		return b.commit(req, plan)
	}
	var result feature.Result
	err := b.store.Read(req.Ctx, func(tx *storage.Tx) error {
		var err error
		result, err = plan(tx)
		return err
	})
	return b.deliveryOf(req.Request, result), storage.Outgoing{PlayerID: req.Act.Person.ID}, err
}

// isReadOnly reports whether nothing has to be stored for a command: no effect, no person, no
// community and no reply.
func (b *Bot) isReadOnly(req *feature.Request, cmd *knownCommand) bool {
	if cmd == nil || !cmd.Is.Has(command.Reads) {
		return false
	}
	// If the person is new in the community or has a new name, that must be stored, because a board that they read
	// now must have them by that name.
	if !arrivalOf(req).IsStored() {
		return false
	}
	if req.OnPage() || b.store.Processes() == 1 {
		return true
	}
	// Another process may be delivering to this chat. A reply that is not stored could overtake that
	// delivery, which matters if the chat shows replies in their order.
	return b.outbox.IsUnordered(b.reply(req.Request, feature.Silent))
}

// plan calls the handler of a request, and returns its Plan: nil if the request is not for the bot.
// cmd is the command of the request, if it is one.
func (b *Bot) plan(req *feature.Request, cmd *knownCommand) (feature.Plan, error) {
	in := req.Input
	isOverheard := in.Kind == chat.Text && in.Overheard
	if !in.Edited.IsZero() || isOverheard {
		// Nobody has asked the bot anything, but the text may be an answer.
		return b.handlers.attempts.JudgeUnasked(req)
	}
	switch in.Kind {
	case chat.Command:
		return b.runCommand(req, cmd)
	case chat.Press, chat.Submit, chat.Sent, chat.Opened:
		return b.press(req)
	case chat.Text:
		return b.planText(req)
	}
	event := b.events[in.Kind]
	if event == nil {
		return nil, nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		reply, err := event(tx, req)
		return feature.Result{Reply: reply}, err
	}, nil
}

// press carries out what the data of a button says. A link has such data, too, but only some acts
// may be done by links.
func (b *Bot) press(req *feature.Request) (feature.Plan, error) {
	p, err := b.seals.Read(req.Input.Data)
	if err != nil {
		return feature.Respond(req.OldButton()), nil
	}
	act, isKnown := b.buttons[p.Act]
	isLink := req.Input.Kind == chat.Opened
	isAllowed := !isLink || act.Is.Has(command.Linked)
	if !isKnown || !isAllowed {
		return feature.Respond(req.OldButton()), nil
	}
	req.Button = p
	return act.Do(req)
}

// NeedsRole implements chat.Handler. If only administrators may deal puzzles in a community, every
// command and button that deals needs the role.
func (b *Bot) NeedsRole(ctx context.Context, r chat.Request) bool {
	traits := b.traitsOf(r)
	if traits.Has(command.Role) {
		return true
	}
	if !traits.Has(command.Deals) {
		return false
	}
	var c storage.Community
	err := b.store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		c, err = tx.FindCommunity(r.Place.Network, r.Place.Community)
		return err
	})
	isUnknown := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isUnknown {
		// It is not known now whether only administrators may deal there. It does no harm to learn a role that
		// is not needed.
		return true
	}
	return c.Dealers != ""
}

// traitsOf returns the traits of the command or the button of a request; 0: it has none.
func (b *Bot) traitsOf(r chat.Request) command.Trait {
	isEdited := !r.Input.Edited.IsZero()
	if isEdited {
		// If the author of a command edits the message, the command is not run again.
		return 0
	}
	if r.Input.Kind == chat.Command {
		cmd := b.command(r.Input, r.Place.Private)
		if cmd == nil {
			return 0
		}
		return cmd.Is
	}
	if r.Input.Kind == chat.Sent {
		// What people send in their own name is never for administrators alone.
		return 0
	}
	p, err := b.seals.Read(r.Input.Data)
	if err != nil {
		return 0
	}
	return b.buttons[p.Act].Is
}
