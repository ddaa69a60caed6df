package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"reckon/bot/feature"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// Nobody who writes waits for a document, however long it is, and it waits for nobody.
func TestExportBesideAWrite(t *testing.T) {
	store := storetest.Open(t)
	p := privacy{Kernel: feature.Kernel{Store: store}, exporting: make(chan struct{}, 1)}
	var ann storage.Player
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann = storetest.Person(t, tx, "ann")
		return nil
	})
	writing := make(chan struct{})
	end := make(chan struct{})
	written := make(chan error)
	go func() {
		written <- store.Write(t.Context(), func(*storage.Tx) error {
			close(writing)
			<-end
			return nil
		})
	}()
	<-writing
	file, err := p.readFile(t.Context(), ann.ID, storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if file.Name != "reckon.json" || !strings.Contains(string(file.Data), `"ann"`) {
		t.Errorf("%s is %s", file.Name, file.Data)
	}
	close(end)
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}

// A long document is compressed.
func TestLongExport(t *testing.T) {
	store := storetest.Open(t)
	p := privacy{Kernel: feature.Kernel{Store: store}, exporting: make(chan struct{}, 1)}
	var ann storage.Player
	storetest.Write(t, store, func(tx *storage.Tx) error {
		var err error
		ann, err = tx.EnsurePlayer("net", "ann", strings.Repeat("Ann ", longDocument/4), "", storetest.Noon)
		return err
	})
	file, err := p.readFile(t.Context(), ann.ID, storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if file.Name != "reckon.json.gz" || len(file.Data) > longDocument/10 {
		t.Fatalf("%s has %d bytes", file.Name, len(file.Data))
	}
	packed, err := gzip.NewReader(bytes.NewReader(file.Data))
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Players []map[string]any `json:"players"`
	}
	if err := json.NewDecoder(packed).Decode(&document); err != nil || len(document.Players) != 1 {
		t.Errorf("it holds %d players, %v", len(document.Players), err)
	}
}

// One document is made at a time, and who leaves meanwhile waits no longer.
func TestExportsWait(t *testing.T) {
	store := storetest.Open(t)
	p := privacy{Kernel: feature.Kernel{Store: store}, exporting: make(chan struct{}, 1)}
	p.exporting <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if file, err := p.readFile(ctx, 1, storetest.Noon); err == nil {
		t.Errorf("a second document is made beside another: %v", file)
	}
}
