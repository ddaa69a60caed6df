package bot

import "reckon/storage"

// start greets: a chat the bot has come into, or a person who begins.
func (b *Bot) start(c *call) (effect, error) { return c.startCommand(nil) }

func (c *call) startCommand(arguments) (effect, error) {
	r := Reply{Text: []Line{
		c.line("start.what", nil),
		c.line("start.play", with{"game": code("/" + c.games[0].Name()), "example": code(c.phrase("example", nil)), "daily": code("/daily")}),
		c.line("start.help", with{"help": code("/help")}),
	}}
	return say(r), nil
}

// helpCommand lists the command table.
func (c *call) helpCommand(arguments) (effect, error) {
	r := Reply{Audience: Asker, Text: []Line{c.line("help.title", nil)}}
	for _, cmd := range c.commands {
		if cmd.hidden {
			continue
		}
		usage := "/" + cmd.name
		for _, a := range cmd.args {
			if len(a.choices) == 0 && a.required {
				usage += " …"
			}
		}
		line := Line{code(usage), Span{Text: "  "}}
		r.Text = append(r.Text, append(line, c.line(cmd.about, nil)...))
	}
	r.Text = append(r.Text, Line{}, c.line("help.answer", with{"example": code(c.phrase("example", nil))}))
	return say(r), nil
}

// privacyCommand says what is stored, and forgets the person who asks for it.
func (c *call) privacyCommand(a arguments) (effect, error) {
	if a["forget"] == "" {
		return say(Reply{Audience: Asker, Text: []Line{
			c.line("privacy.what", nil),
			c.line("privacy.how", with{"command": code("/privacy forget")}),
		}}), nil
	}
	return func(tx *storage.Tx) (Reply, error) {
		return Reply{Tone: Good, Audience: Asker, Text: []Line{c.line("privacy.forgotten", nil)}}, tx.ForgetPlayer(c.who.ID, c.chat.ID)
	}, nil
}
