package bot

import (
	"bytes"
	"encoding/json"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/talk"
	"reckon/storage"
)

// exportName is what the document with all that is stored about a person is called.
const exportName = "reckon.json"

// exportCommand sends a person all that is stored about them, on every network on
// which they are linked.
func (t *turn) exportCommand(command.Values) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		all, err := tx.Export(t.Act.Person.ID)
		if err != nil {
			return talk.Result{}, err
		}
		var data bytes.Buffer
		e := json.NewEncoder(&data)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(map[string]any{"exported_at": t.Act.At.UTC(), "players": all}); err != nil {
			return talk.Result{}, err
		}
		return talk.Result{Reply: chat.Reply{
			Audience: chat.Secret, Text: []chat.Line{t.Say.Line("export.here", nil)},
			File: &chat.File{Name: exportName, Type: "application/json", Data: data.Bytes()},
		}}, nil
	}, nil
}
