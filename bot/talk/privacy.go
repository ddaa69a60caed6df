package talk

import (
	"bytes"
	"encoding/json"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// Privacy explains what is stored about a person, exports it, and forgets the person.
type Privacy struct {
	Play     *play.Play
	Settings *settings.Settings
}

// Command explains what is stored, or asks a person to confirm that they are forgotten.
func (p Privacy) Command(req *Request) (Plan, error) {
	if req.Args["forget"] == "" {
		return feature.Respond(chat.Reply{Audience: chat.Asker, Text: []chat.Line{
			req.Say.Line("privacy.what", say.With{"export": say.Slash("export")}),
			req.Say.Line("privacy.public", say.With{
				"ghosts": p.Settings.Usage(req.Say, "recordings", req.Say.Phrase("choice.on", nil)),
				"book":   p.Settings.Usage(req.Say, "credit", req.Say.Phrase("choice.on", nil)),
			}),
			req.Say.Line("privacy.how", say.With{"command": command.Usage("privacy", "forget", "forget")}),
		}}), nil
	}
	return func(*storage.Tx) (Result, error) {
		return Result{Reply: chat.Reply{
			Audience: chat.Asker, Text: []chat.Line{req.Say.Line("privacy.sure", nil)},
			Buttons: [][]chat.Button{{{Label: req.Say.Phrase("choice.forget", nil), Data: command.Data(button.ActForget, req.Act.Person.ID), Style: chat.Danger}}},
		}}, nil
	}, nil
}

// ForgetButton forgets the person who was asked; anybody else is refused.
func (p Privacy) ForgetButton(req *Request) (Plan, error) {
	if id := req.Button.Number(0); id == 0 || id != req.Act.Person.ID {
		usage := command.Usage("privacy", "forget", req.Say.Phrase("choice.forget", nil))
		return feature.Respond(req.Say.Refuse("privacy.not-yours", say.With{"command": usage})), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		all, err := tx.Kin(req.Act.Person.ID)
		if err != nil {
			return Result{}, err
		}
		if err := p.Play.Forget(tx, req.Act); err != nil {
			return Result{}, err
		}
		req.Act.Person = storage.Player{} // no row may name them again
		for _, who := range all {
			if err := unname(req, tx, who); err != nil {
				return Result{}, err
			}
		}
		return Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Asker, Text: []chat.Line{req.Say.Line("privacy.forgotten", nil)}, Edit: true}}, nil
	}, nil
}

// unname removes a person from the messages that wait for their delivery. Replies that
// name them are dropped.
func unname(req *Request, tx *storage.Tx, who storage.Player) error {
	key, err := json.Marshal(who.Key)
	if err != nil {
		return err
	}
	waiting, err := tx.Waiting(string(key))
	if err != nil {
		return err
	}
	for _, o := range waiting {
		var r chat.Reply
		if err := json.Unmarshal(o.Body, &r); err != nil {
			return err
		}
		if o.Network != who.Network || !r.Unname(who.Key, req.Say.Mention("", "")) {
			continue
		}
		if o.Event != nil {
			_, err = tx.Done(o, storage.Failed, "", "", req.Act.At).List()
		} else if o.Body, err = json.Marshal(r); err == nil {
			err = tx.PutBody(o.ID, o.Body)
		}
		if err != nil {
			return err
		}
		req.Edited = append(req.Edited, o.ID)
	}
	return nil
}

// exportName is the name of the exported document.
const exportName = "reckon.json"

// Export sends a person all that is stored about them and their linked accounts.
func (Privacy) Export(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		all, err := tx.Export(req.Act.Person.ID)
		if err != nil {
			return Result{}, err
		}
		var data bytes.Buffer
		e := json.NewEncoder(&data)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(map[string]any{"exported_at": req.Act.At.UTC(), "players": all}); err != nil {
			return Result{}, err
		}
		return Result{Reply: chat.Reply{
			Audience: chat.Secret, Text: []chat.Line{req.Say.Line("export.here", nil)},
			File: &chat.File{Name: exportName, Type: "application/json", Data: data.Bytes()},
		}}, nil
	}, nil
}
