package bot

import (
	"context"
	"errors"
	"slices"

	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// Take implements chat.Handler.
func (b *Bot) Take(ctx context.Context, r chat.Request) { b.jobs.Say(b.take(ctx, r)) }

// Answer carries out a request as Take does, and returns the reply: that is shown
// by the caller, or by another process.
func (b *Bot) Answer(ctx context.Context, r chat.Request) chat.Reply { return b.take(ctx, r).Reply }

func (b *Bot) take(ctx context.Context, r chat.Request) *jobs.Item {
	// What was begun is finished: a shutdown does not tear a request apart.
	ctx = context.WithoutCancel(ctx)
	var item *jobs.Item
	chat.Guard(b.log, r.Key, func() {
		out, err := b.answer(ctx, r)
		if err != nil {
			b.log.Error("request failed", "key", r.Key, "error", err)
			return
		}
		item = out
	})
	if item == nil {
		item = b.reply(r, b.Broken(r.Locale))
	}
	return item
}

// answer carries out a request, from the beginning again if another was in the way.
func (b *Bot) answer(ctx context.Context, r chat.Request) (item *jobs.Item, err error) {
	again := false
	err = storage.Retry(ctx, func() (err error) {
		item, err = b.answerOnce(ctx, r, again)
		again = true
		return err
	})
	return item, err
}

func (b *Bot) answerOnce(ctx context.Context, r chat.Request, again bool) (*jobs.Item, error) {
	t, repeated, err := b.newTurn(ctx, r)
	if err != nil {
		return nil, err
	}
	if repeated {
		return b.repeated(r), nil
	}
	if !again {
		if reply, stop := t.limit(); stop {
			return b.reply(r, reply), nil
		}
	}
	do, err := t.handle()
	if errors.Is(err, play.ErrSearching) {
		do, err = talk.Respond(t.Say.Refuse("solve.busy", nil)), nil
	}
	if err != nil {
		return nil, err
	}
	if do == nil { // it is nothing to the bot
		return b.reply(r, talk.Silent), nil
	}
	if t.reads() && b.mayLook(r) {
		reply, err := t.look(do)
		return b.reply(r, reply), err
	}
	return t.carryOut(do)
}

// mayLook tells whether a reply need not be stored: among several processes what is not
// could be said before what another has in hand.
func (b *Bot) mayLook(r chat.Request) bool {
	return b.store.Processes() == 1 || b.jobs.Alone(b.reply(r, talk.Silent))
}

// reads tells whether a request changes nothing: one of a command that only shows
// something, by a person and in a place that are known.
func (t *turn) reads() bool {
	if t.Req.Input.Kind != chat.Command || !t.Act.Community.Active || t.Act.Person.ID == 0 {
		return false
	}
	cmd := t.bot.find(t.Req.Input.Name)
	return cmd != nil && cmd.reads
}

// handle finds what a request asks for; nil if nothing.
func (t *turn) handle() (talk.Plan, error) {
	if !t.Req.Input.Edited.IsZero() {
		return t.takeEdit()
	}
	switch t.Req.Input.Kind {
	case chat.Command:
		return t.runCommand()
	case chat.Press, chat.Submit, chat.Sent:
		return t.runButton()
	case chat.Text:
		return t.takeText()
	case chat.Joined:
		return t.joined()
	case chat.Left:
		return t.left()
	case chat.Moved:
		return t.moved()
	}
	return nil, nil
}

// runButton carries out a press, or takes the text a press asked for, or what was
// offered and sent.
func (t *turn) runButton() (talk.Plan, error) {
	p, err := t.bot.seals.read(t.Req.Input.Data)
	a, ok := t.bot.acts[p.act]
	if err != nil || !ok {
		return talk.Respond(t.OldButton()), nil
	}
	return a.run(t, p)
}

// NeedsRole implements chat.Handler. A network that has to be asked for it is, where
// a community lets administrators alone deal, for each deal.
func (b *Bot) NeedsRole(ctx context.Context, r chat.Request) bool {
	if !r.Input.Edited.IsZero() { // a command is not given again
		return false
	}
	deals := false
	switch in := r.Input; in.Kind {
	case chat.Command:
		cmd := b.find(in.Name)
		if cmd != nil && (cmd.admin || cmd.role) {
			return true
		}
		deals = cmd != nil && cmd.game != nil
	case chat.Press, chat.Submit:
		p, err := b.seals.read(in.Data)
		if err == nil && b.acts[p.act].role {
			return true
		}
		deals = err == nil && (p.act == actNext || p.act == actPose)
	}
	return deals && b.hasDealers(ctx, r.Place)
}

// hasDealers tells whether not everyone deals at a place.
func (b *Bot) hasDealers(ctx context.Context, p chat.Place) bool {
	var c storage.Community
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		c, err = tx.FindCommunity(p.Network, p.Community)
		return err
	})
	return err != nil && !errors.Is(err, storage.ErrNotFound) || c.Dealers != ""
}

// runCommand carries out a command.
func (t *turn) runCommand() (talk.Plan, error) {
	in := t.Req.Input
	cmd := t.bot.find(in.Name)
	if cmd == nil && t.Act.Community.Private { // among others it may be another bot's
		cmd = t.bot.said(in.Name)
	}
	if cmd == nil {
		return talk.Respond(t.unknown(in.Name)), nil
	}
	if cmd.admin && !t.Act.Admin {
		return talk.Respond(t.Say.Refuse("admins-only", say.With{"command": say.Slash(cmd.name)})), nil
	}
	args := cmd.readOptions(in.Args)
	if in.Args == nil {
		args = cmd.read(in.Text)
	}
	for _, a := range cmd.args {
		value, given := args[a.name]
		if given && len(a.choices) > 0 && !slices.Contains(a.choices, value) {
			return talk.Respond(t.badChoice(cmd, a, value)), nil
		}
		if a.required && !t.isGiven(a, args) {
			reply, err := t.missing(cmd, a)
			return talk.Respond(reply), err
		}
	}
	if text := args[unread]; text != "" && len(cmd.args) > 0 {
		return talk.Respond(t.notRead(cmd, text)), nil
	}
	return cmd.run(t, args)
}

// unknown refuses a command that is not there. Where the name is that of one
// but for a typing mistake, that one is what is meant. Among others it may be
// another bot's, and nothing is said.
func (t *turn) unknown(name string) chat.Reply {
	if !t.Act.Community.Private {
		return talk.Silent
	}
	args := say.With{"command": say.Code("/" + chat.Clip(name, 32)), "help": say.Slash("help")}
	for _, cmd := range t.bot.commands {
		if oneTypo(name, cmd.name) {
			args["meant"] = say.Slash(cmd.name)
			return t.Say.Refuse("unknown-command.meant", args)
		}
	}
	return t.Say.Refuse("unknown-command", args)
}

// oneTypo tells whether two names differ by one letter: another one, one too many,
// or two that changed places.
func oneTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 || len(b)-len(a) > 1 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if len(a) < len(b) {
		return a[at:] == b[at+1:]
	}
	if at == len(a) || a[at+1:] == b[at+1:] {
		return true
	}
	return at+1 < len(a) && a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:]
}

// limit tells whether a request is not to be carried out, and what to reply then.
// What people say to each other is no request.
func (t *turn) limit() (chat.Reply, bool) {
	if !t.isByPerson() || t.Req.Input.Overheard {
		return chat.Reply{}, false
	}
	ok, warn := t.bot.allowed.take(t.Key(), t.bot.now())
	switch {
	case ok:
		return chat.Reply{}, false
	case warn:
		return t.Say.Refuse("too-fast", nil), true
	}
	return talk.Silent, true
}
