package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// longDocument is the size, in bytes, from which a document is compressed. Compressed, it is about a tenth
// as long, so that networks accept the data of years.
const longDocument = 1 << 20

// mostDocument is how many bytes a file may have at most. Discord accepts 10 MB, Telegram 50 MB. A test
// shows that 50,000 attempts have 6.1 MB.
const mostDocument = 8 << 20

// export sends a person all that is stored about them and their linked accounts.
func (p privacy) export(req *feature.Request) (feature.Plan, error) {
	respond := func(file *chat.File) feature.Result {
		return feature.Result{Reply: exportReply(req.Say, file)}
	}
	isNew := req.Act.Person.ID == 0
	if isNew {
		// A new person gets an ID only in the transaction. Little is stored about them, so it is read in the
		// transaction.
		return func(tx *storage.Tx) (feature.Result, error) {
			file, err := exportFile(tx, req.Act.Person.ID, req.Act.At)
			return respond(file), err
		}, nil
	}
	file, err := p.readFile(req.Ctx, req.Act.Person.ID, req.Act.At)
	if err != nil {
		return nil, err
	}
	return func(*storage.Tx) (feature.Result, error) { return respond(file), nil }, nil
}

// exportReply gives a person their file; nil: it would be longer than networks accept.
func exportReply(v say.Voice, file *chat.File) chat.Reply {
	key := "export.here"
	if file == nil {
		key = "export.long"
	}
	return chat.Reply{
		Audience: chat.Secret,
		Text:     []chat.Line{v.Line(key, nil)},
		File:     file,
	}
}

// readFile reads all that is stored about a person. That may take seconds, so it happens outside of
// the transaction of the request. It takes memory, so one file is made at a time.
func (p privacy) readFile(ctx context.Context, playerID int64, now time.Time) (*chat.File, error) {
	select {
	case p.exporting <- struct{}{}:
		defer func() { <-p.exporting }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var file *chat.File
	err := p.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		file, err = exportFile(tx, playerID, now)
		return err
	})
	return file, err
}

// exportFile returns all that is stored about a person as a file. It is nil if it would be longer than
// networks accept.
func exportFile(tx *storage.Tx, playerID int64, now time.Time) (*chat.File, error) {
	players, err := tx.Export(playerID)
	if err != nil {
		return nil, err
	}
	var document bytes.Buffer
	encoder := json.NewEncoder(&document)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err = encoder.Encode(map[string]any{"exported_at": now.UTC(), "players": players})
	if err != nil {
		return nil, err
	}
	return fileOf(document.Bytes())
}

// fileOf returns the file for a document. A long document is compressed. If it is still longer than
// networks accept, the file is nil.
func fileOf(document []byte) (*chat.File, error) {
	if len(document) < longDocument {
		return &chat.File{Name: "reckon.json", Type: "application/json", Data: document}, nil
	}
	packed, err := compress(document)
	if err != nil || len(packed) > mostDocument {
		return nil, err
	}
	return &chat.File{Name: "reckon.json.gz", Type: "application/gzip", Data: packed}, nil
}

func compress(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
