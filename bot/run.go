package bot

import (
	"slices"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
)

// A knownCommand is a command of the table, with its handler.
type knownCommand = command.Command[feature.Command]

// command returns the command that a person gave; nil if there is no such command. In a private chat it may
// also be given by another word, as people say it. In a group such a word may be another bot's command.
func (b *Bot) command(in chat.Input, isPrivate bool) *knownCommand {
	cmd := b.commands.Find(in.Name)
	if cmd == nil && isPrivate {
		cmd, _ = b.commands.ReadText(in.Name)
	}
	return cmd
}

// runCommand carries out a command; cmd is nil if the bot does not know it.
func (b *Bot) runCommand(req *feature.Request, cmd *knownCommand) (feature.Plan, error) {
	if cmd == nil {
		return feature.Respond(b.unknownCommand(req)), nil
	}
	isPressed := req.Input.Kind == chat.Press
	if isPressed && cmd.Is.Has(command.Firsthand) {
		req.Input.Text = ""
	}
	in := req.Input
	isAboutAsker := cmd.Is.Has(command.Own)
	if isAboutAsker && namesOther(in, cmd.Args.LeftOut(in.Text)) {
		return feature.Respond(req.Say.Refuse("only-own", say.With{"command": cmd.Usage()})), nil
	}
	values := cmd.Args.ReadOptions(in.Args)
	if in.Args == nil {
		values = cmd.Args.Read(in.Text)
	}
	if inner, text := b.innerCommand(cmd, in.Text, values); inner != nil {
		req.Input.Args = nil
		req.Input.Text = text
		return b.runCommand(req, inner)
	}
	refusal, err := b.refuseArguments(req, cmd, values)
	if err != nil || refusal != nil {
		return refusal, err
	}
	// If a Public argument is given, everyone may read the reply.
	isPublic := slices.ContainsFunc(cmd.Args, func(a command.Argument) bool { return a.Public && values[a.Name] != "" })
	isForPrivate := cmd.Is.Has(command.Private) && !isPublic
	if isForPrivate && req.Act.OthersRead() {
		return feature.Respond(b.inPrivate(req, cmd)), nil
	}
	req.Args = values
	return cmd.Do.Run(req)
}

// innerCommand returns the command that a text after cmd names, if cmd leads to that command: "/play practice",
// "/settings link". It also returns the text of the inner command's own arguments, which may stand on both sides of
// its name: "/letters conundrum hard". values are what cmd has read from the text. inner is nil if the text names
// no command to which cmd leads.
func (b *Bot) innerCommand(cmd *knownCommand, text string, values command.Values) (inner *knownCommand, rest string) {
	leadsOn := func(choice string) bool {
		named := b.commands.Find(choice)
		return named != nil && named.In == cmd.Name
	}
	// The text may have the name of the inner command itself, among other words.
	choice, others := cmd.Args.CutChoice(text, leadsOn)
	if choice != "" {
		inner = b.commands.Find(choice)
		if len(inner.Args) == 0 {
			// It reads no words, so it gets none.
			return inner, ""
		}
		return inner, others
	}
	// An argument may have that name as its value, whatever people have typed for it.
	for _, a := range cmd.Args {
		named := b.commands.Find(values[a.Name])
		if named != nil && named.In == cmd.Name {
			return named, cmd.Args.LeftOut(text)
		}
	}
	// The words that no argument has read may be another word for it.
	named, rest := b.commands.ReadText(values[command.Unread])
	if named != nil && named.In == cmd.Name {
		return named, rest
	}
	return nil, ""
}

// namesOther reports whether a command names another person. words are the words of the command that no
// argument has read.
func namesOther(in chat.Input, words string) bool {
	isNamed := words != "" && in.Whom != chat.Person{}
	return isNamed || strings.Contains(words, "@")
}

// unknownCommand says that there is no such command. In a group it may be another bot's.
func (b *Bot) unknownCommand(req *feature.Request) chat.Reply {
	if !req.Act.Community.Private {
		return feature.Silent
	}
	args := say.With{"command": say.Code("/" + chat.Clip(req.Input.Name, 32)), "help": say.Slash("help")}
	meant := b.commands.FindMisspelt(req.Input.Name)
	// On the page nobody types commands, so a name is never misspelt.
	if meant == nil || req.OnPage() {
		return req.Say.Refuse("unknown-command", args)
	}
	args["meant"] = meant.Usage()
	return req.Say.Refuse("unknown-command.meant", args)
}

// refuseArguments says what is wrong with the arguments of a command; nil if they are right.
func (b *Bot) refuseArguments(
	req *feature.Request, cmd *knownCommand, values command.Values,
) (feature.Plan, error) {
	for _, a := range cmd.Args {
		value, isTyped := values[a.Name]
		if isTyped && !mayHave(a, value) {
			return feature.Respond(feature.BadChoice(req, cmd.Name, a, value)), nil
		}
		isGiven := strings.TrimSpace(value) != ""
		if a.Person {
			// A typed name is not enough: the network must have said who the person is.
			isGiven = req.Input.Whom != chat.Person{}
		}
		if a.Required && !isGiven {
			reply, err := b.refuseMissing(req, cmd, a)
			return feature.Respond(reply), err
		}
	}
	unread := values[command.Unread]
	if unread == "" || len(cmd.Args) == 0 {
		return nil, nil
	}
	var names []chat.Span
	for _, a := range b.settings.ArgumentsIn(req.Act.Community) {
		names = append(names, say.Code(req.Say.Phrase("panel."+a.Name, nil)))
	}
	return feature.Respond(req.Say.Refuse("not-read."+cmd.Name, say.With{
		"value":   say.Code(chat.Clip(unread, 40)),
		"choices": say.List(req.Say, "list.last", names),
	})), nil
}

// mayHave reports whether an argument may have a value. An argument without choices may have any value.
func mayHave(a command.Argument, value string) bool {
	// A setting without a value asks for the page of that setting.
	asksForPage := a.Keyword && value == ""
	return len(a.Choices) == 0 || asksForPage || slices.Contains(a.Choices, value)
}

// inPrivate replies with a button that leads to where nobody else reads along. It gives this reply
// only once in a while, because the bot may post few messages a minute in a group.
func (b *Bot) inPrivate(req *feature.Request, cmd *knownCommand) chat.Reply {
	data := command.Data(button.ActCommand, cmd.Name, req.Input.Text)
	if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
		data = command.Data(button.ActCommand, cmd.Name)
	}
	if !b.limits.Allow(command.Pointers, req.Who+" "+cmd.Name, b.now()) {
		return feature.Silent
	}
	reply := req.InPrivate(data)
	if cmd.Name == "help" {
		reply.Text = []chat.Line{req.Say.Line("elsewhere.help", nil)}
		reply.Buttons[0][0].Label = req.Say.Phrase("button.open-help", nil)
	}
	return reply
}

// commandButton carries out a command that another one leads to, or that the person first gave where others
// read along: see inPrivate.
func (b *Bot) commandButton(req *feature.Request) (feature.Plan, error) {
	p := req.Button
	cmd := b.commands.Find(p.Text(0))
	mayLead := cmd != nil && (cmd.In != "" || cmd.Name == feature.PlayMenu || cmd.Is.Has(command.Private))
	if !mayLead {
		return feature.Respond(req.OldButton()), nil
	}
	req.Button = command.Press{}
	req.Input.Text = strings.Join(p.Args[1:], " ")
	return b.runCommand(req, cmd)
}

// refuseMissing refuses a command that lacks an argument. If an answer is missing, the refusal has an
// example that fits the round that is meant.
func (b *Bot) refuseMissing(req *feature.Request, cmd *knownCommand, a command.Argument) (chat.Reply, error) {
	example := req.Say.Phrase("example."+a.Name, nil)
	if a.Name == feature.ArgAnswer {
		r, refusal, err := b.handlers.attempts.Meant(req, round.Pointer{})
		if err != nil {
			return chat.Reply{}, err
		}
		if refusal == nil {
			example = req.Say.Example(r)
		}
	}
	return req.Say.Refuse("missing-argument."+a.Name, say.With{"command": cmd.Usage(a.Name, example)}), nil
}
