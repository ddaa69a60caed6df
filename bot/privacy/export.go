package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// longDocument is from how many bytes on a document is compressed. That makes it about a tenth as long, so that
// networks accept the data of years.
const longDocument = 1 << 20

const (
	// mostInChats is how many bytes a file may have in a chat. Discord accepts 10 MB, Telegram 50 MB. A test shows that
	// the file of a person with 50,000 attempts has 6.1 MB.
	mostInChats = 8 << 20
	// mostOnPage is how many bytes a file may have on the page, where only the server's memory limits it.
	mostOnPage = 64 << 20
)

// exportPause is after how long somebody on the page tries again who is loading a file already.
const exportPause = time.Second

// exportKind is the kind of the file that a person gets. It is stored.
const exportKind = "export"

// exportFacts are what is stored about a file until it is made.
type exportFacts struct {
	// Player is the ID of the player whose person gets the file.
	Player int64 `json:"player"`
	// Long is what the person reads if the file would be longer than networks accept.
	Long []chat.Line `json:"long"`
}

// export sends a person all that is stored about them and their linked accounts. For a network the file is made only
// when the reply is delivered. So no long file is stored, and if this process is killed, the next one makes the file.
func (p privacy) export(req *feature.Request) (feature.Plan, error) {
	if req.OnPage() {
		return p.exportToPage(req)
	}
	if !req.IsAgain {
		wait := p.Limits.Wait(command.Exports, req.Who, req.Act.At, p.Now())
		if wait > 0 {
			return feature.Respond(req.Say.Refuse("too-fast", say.With{"time": req.Say.Duration(wait)})), nil
		}
	}
	return func(*storage.Tx) (feature.Result, error) {
		facts, err := json.Marshal(exportFacts{
			Player: req.Act.Person.ID,
			Long:   exportReply(req.Say, nil).Text,
		})
		if err != nil {
			return feature.Result{}, err
		}
		file := &chat.File{Kind: exportKind, Facts: facts}
		return feature.Result{Reply: exportReply(req.Say, file)}, nil
	}, nil
}

// exportToPage does what export does, but for the page, which gets the file at once. A person gets one file at a time
// there, because the server holds the file in memory while the browser loads it.
func (p privacy) exportToPage(req *feature.Request) (feature.Plan, error) {
	if !p.loading.begin(req.Who, req.Stays) {
		return nil, &chat.PaceError{Wait: exportPause}
	}
	isNew := req.Act.Person.ID == 0
	if isNew {
		// A new person gets an ID only in the transaction. Little is stored about them, so it is read in the
		// transaction.
		return func(tx *storage.Tx) (feature.Result, error) {
			file, err := exportFile(tx, req.Act.Person.ID, req.Act.At, mostOnPage)
			return feature.Result{Reply: exportReply(req.Say, file)}, err
		}, nil
	}
	ctx, cancel := req.WhileStaying()
	defer cancel()
	select {
	case p.exporting <- struct{}{}:
		defer func() { <-p.exporting }()
	case <-ctx.Done():
		return nil, feature.ErrLeft
	}
	file, err := p.readFile(ctx, req.Act.Person.ID, req.Act.At, mostOnPage)
	if ctx.Err() != nil {
		return nil, feature.ErrLeft
	}
	if err != nil {
		return nil, err
	}
	return feature.Respond(exportReply(req.Say, file)), nil
}

// completeExport makes the file of a reply that is about to be delivered. If the person was forgotten since, they
// get nothing.
func (p privacy) completeExport(ctx context.Context, r *chat.Reply) error {
	var facts exportFacts
	if err := json.Unmarshal(r.File.Facts, &facts); err != nil {
		return err
	}
	select {
	case p.exporting <- struct{}{}:
		defer func() { <-p.exporting }()
	default:
		// Another file is being made. To wait for it here would hold up deliveries to others.
		return chat.ErrBusy
	}
	file, err := p.readFile(ctx, facts.Player, p.Now(), mostInChats)
	if errors.Is(err, errForgotten) {
		*r = feature.Silent
		return nil
	}
	if err != nil {
		return err
	}
	r.File = file
	if file == nil {
		r.Text = facts.Long
	}
	return nil
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

// errForgotten says that nothing is exported, because the person is forgotten.
var errForgotten = errors.New("the person is forgotten")

// readFile returns all that is stored about a person as a file. It is nil if it would have more than most bytes. To
// read it may take seconds, so it is not done in a transaction that writes. It takes memory, so the caller makes sure
// that one file is made at a time. The error is errForgotten if the person is forgotten.
func (p privacy) readFile(ctx context.Context, playerID int64, now time.Time, most int) (*chat.File, error) {
	var file *chat.File
	err := p.Store.Read(ctx, func(tx *storage.Tx) error {
		player, err := tx.PlayerByID(playerID)
		if err != nil {
			return err
		}
		if player.Key == "" {
			return errForgotten
		}
		file, err = exportFile(tx, playerID, now, most)
		return err
	})
	return file, err
}

// exportFile returns all that is stored about a person as a file. It is nil if it would have more than most bytes.
func exportFile(tx *storage.Tx, playerID int64, now time.Time, most int) (*chat.File, error) {
	players, err := tx.Export(playerID)
	if err != nil {
		return nil, err
	}
	for _, player := range players {
		leaveOutExports(player)
	}
	var document bytes.Buffer
	encoder := json.NewEncoder(&document)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err = encoder.Encode(map[string]any{"exported_at": now.UTC(), "players": players})
	if err != nil {
		return nil, err
	}
	return fileOf(document.Bytes(), most)
}

// waitingSection is the section of an export with the messages that wait for delivery.
const waitingSection = "waiting_messages"

// leaveOutExports removes from a player's export the replies that wait and will have such a file themselves. The reply
// with this file is one of them.
func leaveOutExports(player map[string]any) {
	rows, hasRows := player[waitingSection].([]map[string]any)
	if !hasRows {
		return
	}
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool {
		body, _ := row["body"].(string)
		var reply chat.Reply
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			return false
		}
		return reply.File != nil && reply.File.Kind == exportKind
	})
	player[waitingSection] = rows
	if len(rows) == 0 {
		delete(player, waitingSection)
	}
}

// fileOf returns the file for a document. A long document is compressed. If it still has more than most bytes, the
// file is nil.
func fileOf(document []byte, most int) (*chat.File, error) {
	if len(document) < longDocument {
		return &chat.File{Name: "reckon.json", Type: "application/json", Data: document}, nil
	}
	packed, err := compress(document)
	if err != nil || len(packed) > most {
		return nil, err
	}
	return &chat.File{Name: "reckon.json.gz", Type: "application/gzip", Data: packed}, nil
}

// compress compresses data by gzip.
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
