package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// Take implements chat.Handler. A slow command is carried out after Take has returned, so
// that it delays nothing else in its chat. If the process ends before it is done, the
// person has to ask again.
func (b *Bot) Take(ctx context.Context, r chat.Request) {
	cmd := b.command(r.Input, r.Place.Private)
	if r.Input.Kind == chat.Command && cmd != nil && cmd.Is.Has(command.Slow) {
		go func() { b.outbox.Send(b.take(ctx, r)) }()
		return
	}
	b.outbox.Send(b.take(ctx, r))
}

// take carries out a request, and returns the delivery of the reply, with its row where it
// is stored.
func (b *Bot) take(ctx context.Context, r chat.Request) (d chat.Delivery, row storage.Outgoing) {
	// A request that has begun is finished: a shutdown does not tear a request apart.
	ctx = context.WithoutCancel(ctx)
	err := errors.New("panic")
	chat.Guard(b.log, r.Key, func() {
		if d, row, err = b.answer(ctx, r); err != nil {
			b.log.Error("request failed", "key", r.Key, "error", err)
		}
	})
	if err != nil {
		return b.reply(r, b.Broken(r.Locale)), storage.Outgoing{}
	}
	return d, row
}

// answer carries out a request, from the beginning again if another was in the way.
func (b *Bot) answer(ctx context.Context, r chat.Request) (d chat.Delivery, row storage.Outgoing, err error) {
	again := false
	err = storage.Retry(ctx, func() (err error) {
		d, row, err = b.answerOnce(ctx, r, again)
		again = true
		return err
	})
	return d, row, err
}

func (b *Bot) answerOnce(ctx context.Context, r chat.Request, again bool) (d chat.Delivery, row storage.Outgoing, err error) {
	t, repeated, err := b.newTurn(ctx, r)
	if err != nil {
		return d, row, err
	}
	if repeated {
		return b.repeated(r), row, nil
	}
	if !again {
		if reply, stop := t.limit(); stop {
			return b.reply(r, reply), row, nil
		}
	}
	do, err := t.handle()
	if errors.Is(err, play.ErrSearching) {
		do, err = talk.Respond(t.Say.Refuse("solve.busy", nil)), nil
	}
	if err != nil {
		return d, row, err
	}
	if do == nil { // it is nothing to the bot
		return b.reply(r, talk.Silent), row, nil
	}
	if t.reads() && b.mayLook(r) {
		reply, err := t.look(do)
		return b.reply(r, reply), row, err
	}
	return t.carryOut(do)
}

// mayLook reports whether a reply need not be stored. Among several processes such a
// reply could overtake one that another process delivers.
func (b *Bot) mayLook(r chat.Request) bool {
	return b.store.Processes() == 1 || b.outbox.Unordered(b.reply(r, talk.Silent))
}

// reads reports whether a request changes nothing: the command only shows something, and
// the person and the place are known.
func (t *turn) reads() bool {
	if t.Req.Input.Kind != chat.Command || !t.Act.Community.Active || t.Act.Person.ID == 0 {
		return false
	}
	cmd := t.bot.command(t.Req.Input, t.Act.Community.Private)
	return cmd != nil && cmd.Is.Has(command.Reads)
}

// handle makes the Plan of a request; nil if the bot has nothing to do with it.
func (t *turn) handle() (talk.Plan, error) {
	if !t.Req.Input.Edited.IsZero() {
		return t.takeEdit()
	}
	switch t.Req.Input.Kind {
	case chat.Command:
		return t.runCommand(t.bot.command(t.Req.Input, t.Act.Community.Private))
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

// runButton carries out a press, takes the text of a form, or takes an offer that was
// sent.
func (t *turn) runButton() (talk.Plan, error) {
	p, err := t.bot.seals.Read(t.Req.Input.Data)
	a, ok := t.bot.buttons[p.Act]
	if err != nil || !ok {
		return talk.Respond(t.OldButton()), nil
	}
	return a.Do(t.Turn, p)
}

// NeedsRole implements chat.Handler. Where only administrators deal, each deal needs the
// role.
func (b *Bot) NeedsRole(ctx context.Context, r chat.Request) bool {
	if !r.Input.Edited.IsZero() { // an edited command is not run again
		return false
	}
	var is command.Trait
	switch in := r.Input; in.Kind {
	case chat.Command:
		if cmd := b.command(in, r.Place.Private); cmd != nil {
			is = cmd.Is
		}
	case chat.Press, chat.Submit:
		if p, err := b.seals.Read(in.Data); err == nil {
			is = b.buttons[p.Act].Is
		}
	}
	return is.Has(command.Role) || is.Has(command.Deals) && b.hasDealers(ctx, r.Place)
}

// hasDealers reports whether a place leaves dealing to some people.
func (b *Bot) hasDealers(ctx context.Context, p chat.Place) bool {
	var c storage.Community
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		c, err = tx.FindCommunity(p.Network, p.Community)
		return err
	})
	return err != nil && !errors.Is(err, storage.ErrNotFound) || c.Dealers != ""
}

// command returns the command of a name or, in a private chat, of a word for it; nil if
// there is none. Among others such a word may be another bot's command.
func (b *Bot) command(in chat.Input, private bool) *command.Command[talk.Handler] {
	cmd := b.commands.Find(in.Name)
	if cmd == nil && private {
		cmd = b.commands.Said(in.Name)
	}
	return cmd
}

// runCommand carries out a command.
func (t *turn) runCommand(cmd *command.Command[talk.Handler]) (talk.Plan, error) {
	in := t.Req.Input
	if cmd == nil {
		return talk.Respond(t.unknown(in.Name)), nil
	}
	values := cmd.Args.ReadOptions(in.Args)
	if in.Args == nil {
		values = cmd.Args.Read(in.Text)
	}
	for _, a := range cmd.Args {
		value, given := values[a.Name]
		if given && len(a.Choices) > 0 && !slices.Contains(a.Choices, value) {
			return talk.Respond(talk.BadChoice(t.Turn, cmd.Name, a, value)), nil
		}
		given = strings.TrimSpace(value) != "" || a.Person && in.Whom != chat.Person{}
		if a.Required && !given {
			reply, err := t.missing(cmd.Name, a)
			return talk.Respond(reply), err
		}
	}
	if text := values[command.Unread]; text != "" && len(cmd.Args) > 0 {
		var names []chat.Span
		for _, a := range cmd.Args {
			names = append(names, say.Code(t.Say.Phrase("setting."+a.Name, nil)))
		}
		return talk.Respond(t.Say.Refuse("not-read."+cmd.Name, say.With{"value": say.Code(chat.Clip(text, 40)), "choices": t.Say.List(names)})), nil
	}
	return cmd.Do.Run(t.Turn, values)
}

// unknown refuses a command that does not exist. Among others it may be another bot's:
// then the reply is silence.
func (t *turn) unknown(name string) chat.Reply {
	if !t.Act.Community.Private {
		return talk.Silent
	}
	args := say.With{"command": say.Code("/" + chat.Clip(name, 32)), "help": say.Slash("help")}
	if cmd := t.bot.commands.Misspelt(name); cmd != nil {
		args["meant"] = say.Slash(cmd.Name)
		return t.Say.Refuse("unknown-command.meant", args)
	}
	return t.Say.Refuse("unknown-command", args)
}

// missing refuses a command that lacks an argument. The example of an answer fits the
// round that is meant.
func (t *turn) missing(name string, a command.Argument) (chat.Reply, error) {
	example := t.Say.Phrase("example."+a.Name, nil)
	if a.Name == talk.ArgAnswer {
		r, refusal, err := t.bot.rounds.Meant(t.Turn, play.Pointer{})
		if err != nil {
			return chat.Reply{}, err
		}
		if refusal == nil {
			example = t.Say.Example(r)
		}
	}
	return t.Say.Refuse("missing-argument."+a.Name, say.With{"command": command.Usage(name, a.Name, example)}), nil
}

// limit reports whether the person has made too many requests, and the reply to this
// one. Talk between people does not count.
func (t *turn) limit() (chat.Reply, bool) {
	if !t.isByPerson() || t.Req.Input.Overheard {
		return chat.Reply{}, false
	}
	ok, warn := t.bot.limits.Request(t.Key(), t.bot.now())
	switch {
	case ok:
		return chat.Reply{}, false
	case warn:
		return t.Say.Refuse("too-fast", nil), true
	}
	return talk.Silent, true
}
