package bot

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

// Take implements chat.Handler.
func (b *Bot) Take(ctx context.Context, r chat.Request) {
	d, row, _ := b.take(ctx, r) // the delivery says that it failed
	b.outbox.Send(d, row)
}

// How long a request waits for a database that cannot be reached or has no room, how often
// it is tried, and after what time people read that it waits.
const (
	patience      = 10 * time.Minute
	tellAfter     = 3 * time.Second
	shortestPause = 100 * time.Millisecond
	longestPause  = 2 * time.Second
)

// take carries out a request, from the beginning again if another was in the way, and
// waits for the database while that is not there: the network may forget a request only
// when its effect is stored. It returns the delivery of the reply, with its row where it is
// stored.
func (b *Bot) take(ctx context.Context, r chat.Request) (d chat.Delivery, row storage.Outgoing, err error) {
	r.Person.Name = chat.PersonName(r.Person.Name)
	if whom := &r.Input.Whom; whom.ID != "" { // else it is a name by which the network finds them
		whom.Name = chat.PersonName(whom.Name)
	}
	waits, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	telling := time.AfterFunc(tellAfter, func() { b.tellWait(r) })
	defer telling.Stop()
	// A request that has begun is finished: a shutdown does not tear a request apart.
	ctx = context.WithValue(context.WithoutCancel(ctx), play.BeforeSearch{}, sync.OnceFunc(func() {
		telling.Stop() // a search takes its time
		if r.Leave != nil {
			r.Leave()
		}
	}))
	err = errors.New("panic")
	again := false
	chat.Guard(b.log, r.Key, func() {
		waiting := func(err error, _ time.Duration) bool { return storage.Unavailable(err) }
		err = chat.Retry(waits, chat.Backoff(shortestPause, longestPause), waiting, func() error {
			return storage.Retry(ctx, func() (err error) {
				d, row, err = b.answer(ctx, r, again)
				again = true
				return err
			})
		})
		if err != nil && !errors.Is(err, storage.ErrRepeated) {
			b.log.Error("request failed", "key", r.Key, "error", err)
		}
	})
	switch {
	case errors.Is(err, storage.ErrRepeated):
		d = b.reply(r, feature.Silent)
		d.Repeated = true
		return d, storage.Outgoing{}, nil
	case err != nil:
		return b.reply(r, b.Broken(r.Locale)), storage.Outgoing{}, err
	}
	return d, row, nil
}

// tellWait tells a chat once that what it asks for has to wait. An interaction shows that by
// itself, and what people say to each other may be nothing to the bot.
func (b *Bot) tellWait(r chat.Request) {
	d := b.reply(r, say.Voice{Printer: b.book.Printer(r.Locale)}.Refuse("wait", nil))
	d.Key += " wait"
	if b.events[r.Input.Kind] == nil && r.Via == "" && !r.Input.Overheard && !b.outbox.Unordered(d) && b.limits.Allow(command.Warnings, "wait "+r.Place.Community, b.now()) {
		b.outbox.Send(d, storage.Outgoing{})
	}
}

// answer carries out a request once. A person who makes too many is told so; talk between
// people does not count. A group has few messages a minute for everyone: a plan comes to nothing
// where its reply would be one too many. Verdicts do not count as such messages.
func (b *Bot) answer(ctx context.Context, r chat.Request, again bool) (d chat.Delivery, row storage.Outgoing, err error) {
	req, err := b.newRequest(ctx, r)
	if err != nil {
		return d, row, err
	}
	isEvent := b.events[r.Input.Kind] != nil
	if !again && !isEvent && !r.Input.Overheard {
		if ok, warn := b.limits.Request(req.Who, r.At, b.now()); warn {
			return b.reply(r, req.Say.Refuse("too-fast", nil)), row, nil
		} else if !ok {
			return b.reply(r, feature.Silent), row, nil
		}
	}
	var cmd *command.Command[feature.Command]
	if r.Input.Kind == chat.Command {
		cmd = b.command(r.Input, req.Act.Community.Private)
	}
	plan, err := b.plan(req, cmd)
	switch {
	case errors.Is(err, play.ErrSearching):
		plan = feature.Respond(req.Say.Refuse("solve.busy", nil))
	case err != nil:
		return d, row, err
	case plan == nil: // it is nothing to the bot
		return b.reply(r, feature.Silent), row, nil
	}
	posts := req.Who + " " + r.Place.Community
	do := func(tx *storage.Tx) (feature.Result, error) {
		out, err := plan(tx)
		if err != nil || again || isEvent || !costsMessage(req, out) {
			return out, err
		}
		if !b.limits.Allow(command.Posts, posts, b.now()) {
			return feature.Result{}, errOften
		}
		return out, nil
	}
	// Among several processes a reply that is not stored could overtake one that another delivers.
	if cmd != nil && cmd.Is.Has(command.Reads) && req.Act.Community.Active && req.Act.Person.ID != 0 &&
		(req.Via != "" || b.store.Processes() == 1 || b.outbox.Unordered(b.reply(r, feature.Silent))) {
		var out feature.Result
		err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
			out, err = do(tx)
			return err
		})
		d, row = b.deliveryOf(r, out), storage.Outgoing{PlayerID: req.Act.Person.ID}
	} else {
		d, row, err = b.commit(req, do)
	}
	if errors.Is(err, errOften) {
		often := feature.Silent
		if req.Act.Ephemeral || b.limits.Allow(command.Warnings, posts, b.now()) {
			often = req.Say.Refuse("too-fast.group", nil)
		}
		return b.reply(r, often), storage.Outgoing{}, nil
	}
	return d, row, err
}

// costsMessage reports whether a result is one of the few messages a minute that a group has for
// everyone. What is said of a round that is shown already is none: verdicts, hints.
func costsMessage(req *feature.Request, result feature.Result) bool {
	if req.Act.Community.Private {
		return false
	}
	isOfRound := result.Round != 0 && !result.Shows
	isOnPage := req.Via != "" && !result.Shows && result.Match == 0
	isNoMessage := result.Silent || result.Edit || result.Ask != nil || result.Mark != ""
	isHidden := req.Act.Ephemeral && result.Audience != chat.Everyone
	isUnseen := isOnPage || isNoMessage || isHidden
	return !isOfRound && !isUnseen
}

// errOften says that a person asks for too many messages in a group.
var errOften = errors.New("too many messages in a group for one person")

// plan makes the Plan of a request, which may be for a command; nil if the bot has nothing to do
// with it.
func (b *Bot) plan(req *feature.Request, cmd *command.Command[feature.Command]) (feature.Plan, error) {
	in := req.Input
	if !in.Edited.IsZero() || in.Kind == chat.Text && in.Overheard {
		return b.handlers.attempts.Unasked(req)
	}
	switch in.Kind {
	case chat.Command:
		return b.runCommand(req, cmd)
	case chat.Press, chat.Submit, chat.Sent, chat.Opened:
		p, err := b.seals.Read(in.Data)
		a, ok := b.buttons[p.Act]
		if err != nil || !ok || in.Kind == chat.Opened && !a.Is.Has(command.Linked) {
			return feature.Respond(req.OldButton()), nil
		}
		req.Button = p
		return a.Do(req)
	case chat.Text:
		return b.takeText(req)
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

// takeText takes a plain text as an answer or, where it cannot be one, as a command
// ("hint", "24 hard"), a level ("easy") or a puzzle to be dealt ("2016#7", "3 3 8 8"). Among
// others all else is people talking, in a reply as well, and a reply deals nothing; a person
// who talks in private is greeted.
func (b *Bot) takeText(req *feature.Request) (feature.Plan, error) {
	text, private := req.Input.Text, req.Act.Community.Private
	r, refusal, err := b.handlers.attempts.Meant(req, play.Pointer{Text: text})
	if err != nil {
		return nil, err
	}
	var v engine.Verdict
	game := r.Game
	if r.ID != 0 {
		v = r.Puzzle.Judge(text)
	} else {
		game = b.settings.Games(req.Act.Community)[0]
	}
	deals := b.handlers.deals
	if asks := private || req.Input.Source == (chat.Message{}); !v.OnTiles {
		cmd, args := b.commands.Said(text)
		if cmd != nil && (args == "" || !v.Meant) && (asks || cmd.Help != "" && !cmd.Is.Has(command.Deals)) {
			req.Input.Text = args
			return b.runCommand(req, cmd)
		}
		values := b.commands.Find(game.Name()).Args.Read(text)
		if asks && values["level"] != "" && len(values) == 1 {
			level, option := talk.WishOf(game, values)
			return deals.Deal(req, game, level, option, 0)
		}
		isAnswer := refusal == nil && !r.Over(req.Act.At) && (v.Fault == nil || v.Fault.Code != "syntax.unexpected")
		if all := deals.GamesOf(text); asks && !isAnswer && len(all) > 0 {
			return deals.Deal(req, all[0], engine.AnyLevel, text, 0)
		}
	}
	switch {
	case !private && (!v.Meant || !v.OnTiles && b.isTalk(text)):
		return nil, nil
	case !v.Meant && !strings.ContainsFunc(text, unicode.IsDigit) && !engine.SaysImpossible(text):
		return b.handlers.greeting.Command(req)
	case refusal != nil:
		return refusal, nil
	}
	return b.handlers.attempts.Judge(req, r, text)
}

// laughter is how people laugh.
var laughter = regexp.MustCompile(`^a?((ha|he|hi|lo|ja)+[hl]?|z+)$`)

// isTalk reports whether a text is a word that people say to each other, not to the bot.
func (b *Bot) isTalk(text string) bool {
	word := strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }))
	return laughter.MatchString(word) || slices.Contains(command.Words(b.book, "talk"), word)
}

// NeedsRole implements chat.Handler. Where only administrators deal, each deal needs the
// role.
func (b *Bot) NeedsRole(ctx context.Context, r chat.Request) bool {
	if !r.Input.Edited.IsZero() { // an edited command is not run again
		return false
	}
	var is command.Trait
	if r.Input.Kind == chat.Command {
		if cmd := b.command(r.Input, r.Place.Private); cmd != nil {
			is = cmd.Is
		}
	} else if p, err := b.seals.Read(r.Input.Data); err == nil && r.Input.Kind != chat.Sent {
		is = b.buttons[p.Act].Is
	}
	if !is.Has(command.Deals) || is.Has(command.Role) {
		return is.Has(command.Role)
	}
	var c storage.Community
	err := b.store.Look(ctx, func(tx *storage.Tx) (err error) {
		c, err = tx.FindCommunity(r.Place.Network, r.Place.Community)
		return err
	})
	return err != nil && !errors.Is(err, storage.ErrNotFound) || c.Dealers != ""
}

// command returns the command of a chat.Command by its name or, in a private chat, by a word for
// it; nil if there is none. Among others such a word may be another bot's command.
func (b *Bot) command(in chat.Input, private bool) *command.Command[feature.Command] {
	cmd := b.commands.Find(in.Name)
	if cmd == nil && private {
		cmd, _ = b.commands.Said(in.Name)
	}
	return cmd
}

// runCommand carries out a command.
func (b *Bot) runCommand(req *feature.Request, cmd *command.Command[feature.Command]) (feature.Plan, error) {
	in := req.Input
	if cmd == nil && !req.Act.Community.Private { // it may be another bot's
		return feature.Respond(feature.Silent), nil
	}
	if cmd == nil {
		key, args := "unknown-command", say.With{"command": say.Code("/" + chat.Clip(in.Name, 32)), "help": say.Slash("help")}
		if meant := b.commands.Misspelt(in.Name); meant != nil {
			key, args["meant"] = "unknown-command.meant", say.Slash(meant.Name)
		}
		return feature.Respond(req.Say.Refuse(key, args)), nil
	}
	values := cmd.Args.ReadOptions(in.Args)
	if in.Args == nil {
		values = cmd.Args.Read(in.Text)
	}
	for _, a := range cmd.Args {
		value, given := values[a.Name]
		if given && len(a.Choices) > 0 && !slices.Contains(a.Choices, value) {
			return feature.Respond(feature.BadChoice(req, cmd.Name, a, value)), nil
		}
		if given = strings.TrimSpace(value) != ""; a.Person { // a name that the network does not know is nobody's
			given = in.Whom != chat.Person{}
		}
		if a.Required && !given {
			reply, err := b.missing(req, cmd.Name, a)
			return feature.Respond(reply), err
		}
	}
	if text := values[command.Unread]; text != "" && len(cmd.Args) > 0 {
		var names []chat.Span
		for _, a := range cmd.Args {
			names = append(names, say.Code(req.Say.Phrase("setting."+a.Name, nil)))
		}
		return feature.Respond(req.Say.Refuse("not-read."+cmd.Name, say.With{"value": say.Code(chat.Clip(text, 40)), "choices": say.List(req.Say, "list.last", names)})), nil
	}
	open := slices.ContainsFunc(cmd.Args, func(a command.Argument) bool { return a.Open && values[a.Name] != "" })
	if cmd.Is.Has(command.Private) && !req.Act.Ephemeral && !open {
		data := command.Data(button.ActCommand, cmd.Name, in.Text)
		if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
			data = command.Data(button.ActCommand, cmd.Name)
		}
		if !b.limits.Allow(command.Pointers, req.Who+" "+cmd.Name, b.now()) { // it stands there already, and a group has few messages a minute
			return feature.Respond(feature.Silent), nil
		}
		return feature.Respond(req.InPrivate(data)), nil
	}
	req.Args = values
	return cmd.Do.Run(req)
}

// commandButton carries out a command that was given where others read along.
func (b *Bot) commandButton(req *feature.Request) (feature.Plan, error) {
	p := req.Button
	cmd := b.commands.Find(p.Text(0))
	if cmd == nil || !cmd.Is.Has(command.Private) {
		return feature.Respond(req.OldButton()), nil
	}
	req.Button, req.Input.Text = command.Press{}, strings.Join(p.Args[1:], " ")
	return b.runCommand(req, cmd)
}

// missing refuses a command that lacks an argument. The example of an answer fits the
// round that is meant.
func (b *Bot) missing(req *feature.Request, name string, a command.Argument) (chat.Reply, error) {
	example := req.Say.Phrase("example."+a.Name, nil)
	if a.Name == feature.ArgAnswer {
		r, refusal, err := b.handlers.attempts.Meant(req, play.Pointer{})
		if err != nil {
			return chat.Reply{}, err
		}
		if refusal == nil {
			example = req.Say.Example(r)
		}
	}
	return req.Say.Refuse("missing-argument."+a.Name, say.With{"command": command.Usage(name, a.Name, example)}), nil
}
