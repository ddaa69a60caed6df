package bot

import (
	"encoding/json"

	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/storage"
)

// startCommand greets a person who begins.
func (t *turn) startCommand(arguments) (effect, error) { return respond(t.greeting()), nil }

func (t *turn) greeting() chat.Reply {
	return chat.Reply{Text: []chat.Line{
		t.say.Line("start.what", nil),
		t.say.Line("start.play", say.With{
			"game": say.Slash(t.bot.play.Games()[0].Name()), "example": say.Code(t.say.Phrase("example", nil)), "daily": say.Slash("daily"),
		}),
		t.say.Line("start.help", say.With{"help": say.Slash("help")}),
	}}
}

// helpCommand lists the command table.
func (t *turn) helpCommand(arguments) (effect, error) {
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{t.say.Line("help.title", nil)}}
	for _, cmd := range t.bot.commands {
		if cmd.hidden {
			continue
		}
		line := chat.Line{say.Slash(cmd.name)}
		for _, a := range cmd.args {
			if len(a.choices) == 0 && a.required {
				line = append(line, chat.Span{Text: " …"})
			}
		}
		line = append(line, chat.Span{Text: "  "})
		r.Text = append(r.Text, append(line, t.say.Line(cmd.about, nil)...))
	}
	r.Text = append(r.Text, chat.Line{}, t.say.Line("help.answer", say.With{"example": say.Code(t.say.Phrase("example", nil))}))
	return respond(r), nil
}

// privacyCommand says what is stored, and forgets the person who asks for it.
func (t *turn) privacyCommand(a arguments) (effect, error) {
	if a["forget"] == "" {
		return respond(chat.Reply{Audience: chat.Asker, Text: []chat.Line{
			t.say.Line("privacy.what", nil),
			t.say.Line("privacy.how", say.With{"command": say.Slash("privacy forget")}),
		}}), nil
	}
	return func(tx *storage.Tx) (response, error) {
		who := t.act.Person
		if err := t.bot.play.Forget(tx, who, t.act.At); err != nil {
			return response{}, err
		}
		t.act.Person = storage.Player{} // the request is nobody's
		reply := chat.Reply{Tone: chat.Good, Audience: chat.Asker, Text: []chat.Line{t.say.Line("privacy.forgotten", nil)}}
		return response{Reply: reply}, t.unname(tx, who)
	}, nil
}

// unname takes a person out of the messages that wait to be delivered. Replies to
// others that name them are dropped.
func (t *turn) unname(tx *storage.Tx, who storage.Player) error {
	key, err := json.Marshal(who.Key)
	if err != nil {
		return err
	}
	onBoard, err := json.Marshal(t.boardName(who.Name, who.Key))
	if err != nil {
		return err
	}
	// Before an upgrade the field was stored with a capital.
	for _, text := range []string{`"player":` + string(key), `"Player":` + string(key), string(onBoard)} {
		if err := t.dropReplies(tx, text); err != nil {
			return err
		}
	}
	waiting, err := tx.Waiting(`layer":` + string(key))
	if err != nil {
		return err
	}
	for _, o := range waiting {
		var r chat.Reply
		if err := json.Unmarshal(o.Body, &r); err != nil {
			return err
		}
		for _, line := range r.Text {
			for i, s := range line {
				if s.Person == who.Key {
					line[i] = t.say.Mention("", "")
				}
			}
		}
		body, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if err := tx.PutBody(o.ID, body); err != nil {
			return err
		}
		t.changed = append(t.changed, o.ID)
	}
	return nil
}

// dropReplies drops the replies that wait and hold a text.
func (t *turn) dropReplies(tx *storage.Tx, text string) error {
	waiting, err := tx.Waiting(text)
	if err != nil {
		return err
	}
	for _, o := range waiting {
		if o.Event == nil {
			continue
		}
		if _, err := tx.Done(o, storage.Failed, "", "", t.act.At); err != nil {
			return err
		}
		t.changed = append(t.changed, o.ID)
	}
	return nil
}
