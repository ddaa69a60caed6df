package privacy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// People who write do not wait for a document, however long it is, and the document does not wait for them.
func TestExportBesideAWrite(t *testing.T) {
	store := storetest.Open(t)
	p := privacy{Kernel: feature.Kernel{Store: store}, exporting: make(chan struct{}, 1)}
	var ann storage.Player
	storetest.Write(t, store, func(tx *storage.Tx) error {
		var err error
		ann, err = tx.EnsurePlayer("test", "ann", "<Ann> & Co", "en", storetest.Noon)
		return err
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
	file, err := p.readFile(t.Context(), ann.ID, storetest.Noon.In(time.FixedZone("", 3600)), mostInChats)
	if err != nil {
		t.Fatal(err)
	}
	if file.Name != "reckon.json" || file.Type != "application/json" || !strings.Contains(string(file.Data), `"ann"`) {
		t.Errorf("%s is %s", file.Name, file.Data)
	}
	// This is text that people can read.
	for _, want := range []string{"{\n \"exported_at\": \"2026-08-01T12:00:00Z\"", `"<Ann> & Co"`} {
		if !strings.Contains(string(file.Data), want) {
			t.Errorf("the file has no %q: %s", want, file.Data)
		}
	}
	close(end)
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}

// newPrivacy returns the handlers, on a new database.
func newPrivacy(t *testing.T) privacy {
	t.Helper()
	return privacy{Kernel: featuretest.Kernel(t), exporting: make(chan struct{}, 1), loading: new(loading)}
}

// On the page the command reads what is stored about a known person before its transaction, while others write.
// The plan only hands over the file: it has no transaction here.
func TestExportReadsBeforeItsTransaction(t *testing.T) {
	p := newPrivacy(t)
	req := &feature.Request{Ctx: t.Context(), Say: p.Speak("en"), Act: round.Act{At: storetest.Noon}}
	req.Via = chat.ViaPage
	storetest.Write(t, p.Store, func(tx *storage.Tx) error {
		req.Act.Person = storetest.Person(t, tx, "ann")
		return nil
	})
	var plan feature.Plan
	storetest.Write(t, p.Store, func(*storage.Tx) error {
		var err error
		plan, err = p.export(req)
		return err
	})
	result, err := plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	if result.Reply.File == nil || !strings.Contains(string(result.Reply.File.Data), `"ann"`) {
		t.Errorf("the file is %+v, want one of ann", result.Reply.File)
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
	file, err := p.readFile(t.Context(), ann.ID, storetest.Noon, mostInChats)
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
	if err := json.NewDecoder(packed).Decode(&document); err != nil {
		t.Fatal(err)
	}
	if len(document.Players) != 1 {
		t.Errorf("the document has %d players, want 1", len(document.Players))
	}
}

// One file is made at a time. On the page a person waits for their turn, and no longer when they leave.
func TestLeavingEndsTheWait(t *testing.T) {
	p := newPrivacy(t)
	req := &feature.Request{Ctx: t.Context(), Who: "web:ann", Say: p.Speak("en"), Act: round.Act{At: storetest.Noon}}
	req.Via = chat.ViaPage
	storetest.Write(t, p.Store, func(tx *storage.Tx) error {
		req.Act.Person = storetest.Person(t, tx, "ann")
		return nil
	})
	p.exporting <- struct{}{}
	stays, leave := context.WithCancel(t.Context())
	req.Stays = stays
	ended := make(chan error)
	go func() {
		_, err := p.export(req)
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("a second file is made beside another: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	leave()
	if err := <-ended; !errors.Is(err, feature.ErrLeft) {
		t.Errorf("after she left: %v", err)
	}
	<-p.exporting
	for range 2 {
		req.Stays = nil
		if _, err := p.export(req); err != nil {
			t.Errorf("one after the other: %v", err)
		}
	}
	// She leaves while her file is made.
	req.Stays = stays
	if _, err := p.export(req); !errors.Is(err, feature.ErrLeft) {
		t.Errorf("for somebody who has left: %v", err)
	}
	if len(p.exporting) != 0 {
		t.Error("the turn of somebody who has left is not passed on")
	}
}

// A person loads one file at a time from the page. Until they have it, another request is told to wait. Others need
// not wait, and neither does the same request when its transaction has to begin again.
func TestOneFileAtATime(t *testing.T) {
	p := newPrivacy(t)
	asks := func(who string, stays context.Context) error {
		req := &feature.Request{Ctx: t.Context(), Who: who, Say: p.Speak("en"), Act: round.Act{At: storetest.Noon}}
		req.Via = chat.ViaPage
		req.Stays = stays
		storetest.Write(t, p.Store, func(tx *storage.Tx) error {
			req.Act.Person = storetest.Person(t, tx, who)
			return nil
		})
		_, err := p.export(req)
		return err
	}
	first, end := context.WithCancel(t.Context())
	second, endSecond := context.WithCancel(t.Context())
	defer endSecond()
	for _, who := range []string{"web:ann", "web:bo"} {
		for range 2 {
			if err := asks(who, first); err != nil {
				t.Errorf("%s: %v", who, err)
			}
		}
	}
	if pace, ok := errors.AsType[*chat.PaceError](asks("web:ann", second)); !ok || pace.Wait != time.Second {
		t.Errorf("the second request waits %+v", pace)
	}
	end()
	for deadline := time.Now().Add(10 * time.Second); asks("web:ann", second) != nil; {
		if time.Now().After(deadline) {
			t.Fatal("Ann waits for a file that she has")
		}
	}
}

// A reply to a chat has no file until it is delivered. One file is made at a time. Until it is made, deliveries of
// others are tried again later. A person who was forgotten since gets nothing.
func TestExportIsMadeForItsDelivery(t *testing.T) {
	p := newPrivacy(t)
	req := &feature.Request{Ctx: t.Context(), Who: "test:ann", Say: p.Speak("en"), Act: round.Act{At: storetest.Noon}}
	stored := func() chat.Reply {
		plan, err := p.export(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(result.Reply)
		if err != nil || len(body) > 500 || strings.Contains(string(body), "created_at") {
			t.Errorf("stored are %d bytes, %s, %v", len(body), body, err)
		}
		var reply chat.Reply
		if err := json.Unmarshal(body, &reply); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	storetest.Write(t, p.Store, func(tx *storage.Tx) error {
		req.Act.Person = storetest.Person(t, tx, "ann")
		return nil
	})

	p.exporting <- struct{}{}
	reply := stored()
	if err := p.completeExport(t.Context(), &reply); !errors.Is(err, chat.ErrBusy) {
		t.Errorf("beside another file: %v", err)
	}
	<-p.exporting
	if err := p.completeExport(t.Context(), &reply); err != nil {
		t.Fatal(err)
	}
	if reply.File.Kind != "" || reply.File.Name != "reckon.json" || reply.Audience != chat.Secret {
		t.Errorf("the reply with the file is %+v", reply)
	}
	if !strings.Contains(string(reply.File.Data), `"ann"`) {
		t.Errorf("the file has %s", reply.File.Data)
	}
	if len(p.exporting) != 0 {
		t.Error("the next file still waits for this one")
	}

	reply = stored()
	storetest.Write(t, p.Store, func(tx *storage.Tx) error { return tx.ForgetName(req.Act.Person.ID) })
	if err := p.completeExport(t.Context(), &reply); err != nil || !reply.Silent || reply.File != nil {
		t.Errorf("somebody who is forgotten gets %+v, %v", reply, err)
	}

	// The fourth file within a minute and a half is refused.
	stored()
	plan, err := p.export(req)
	if err != nil {
		t.Fatal(err)
	}
	result, err := plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	if told := say.Plain(result.Text[0]); result.File != nil || !strings.Contains(told, "30 seconds") {
		t.Errorf("the reply to the fourth request is %q", told)
	}
}

// Networks accept the file of the person who has played most: 50,000 attempts, at puzzles that are all
// different. The file has 6.1 MB.
func TestHeaviestExport(t *testing.T) {
	property.Long(t)
	dbtest.OnlyFile(t)
	store := storetest.Open(t)
	p := privacy{Kernel: feature.Kernel{Store: store}, exporting: make(chan struct{}, 1)}
	var ann storage.Player
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann = storetest.Person(t, tx, "ann")
		club := storetest.Community(t, tx, "club")
		if err := tx.Join(club.ID, ann.ID, storetest.Noon); err != nil {
			return err
		}
		for _, query := range heavyExport {
			if err := tx.Exec("fill", query, ann.ID, club.ID); err != nil {
				return err
			}
		}
		return nil
	})
	file, err := p.readFile(t.Context(), ann.ID, storetest.Noon, mostInChats)
	if err != nil {
		t.Fatal(err)
	}
	if file == nil {
		t.Fatal("the file is longer than networks take")
	}
	t.Logf("the file has %d bytes", len(file.Data))
}

// heavyExport stores what a person ($1) did in a community ($2). Numbers and times are random, so that they
// compress as badly as real ones.
var heavyExport = []string{
	`INSERT INTO rounds (community_id, game, puzzle, class, asker_id, dealt_at, closed_at)
		WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 50000)
		SELECT $2, 'countdown',
			'countdown:' || ABS(RANDOM() % 100) || ',' || ABS(RANDOM() % 100) || ',' || ABS(RANDOM() % 100) || ',' ||
				ABS(RANDOM() % 10) || ',' || ABS(RANDOM() % 10) || ',' || ABS(RANDOM() % 10) || '=' || ABS(RANDOM() % 1000),
			'class ' || i || ABS(RANDOM() % 100000000), $1, 1700000000000 + i * 1000000 + ABS(RANDOM() % 1000000), 1
		FROM c`,
	`INSERT INTO attempts (round_id, player_id, hints, gave_up_at)
		SELECT id, $1, ABS(RANDOM() % 4), CASE id % 10 WHEN 0 THEN dealt_at + ABS(RANDOM() % 1000000) END
		FROM rounds WHERE $2 > 0`,
	`INSERT INTO openings (round_id, player_id, at)
		SELECT id, $1, dealt_at + ABS(RANDOM() % 10000) FROM rounds WHERE $2 > 0`,
	`INSERT INTO answers (round_id, player_id, at, text, outcome, measure, hints, points)
		SELECT id, $1, dealt_at + ABS(RANDOM() % 1000000),
			'((' || ABS(RANDOM() % 100) || '+' || ABS(RANDOM() % 100) || ')*' ||
				ABS(RANDOM() % 10) || '-' || ABS(RANDOM() % 10) || ')/' || ABS(RANDOM() % 10),
			CASE id % 3 WHEN 0 THEN 'right' ELSE 'wrong' END, ABS(RANDOM() % 100), ABS(RANDOM() % 4), ABS(RANDOM() % 50)
		FROM rounds WHERE $2 > 0`,
	`INSERT INTO awards (round_id, player_id, community_id, day, points, solved, local, at)
		SELECT id, $1, $2, dealt_at / 86400000, ABS(RANDOM() % 50), 1, 0, dealt_at + ABS(RANDOM() % 1000000) FROM rounds`,
	`INSERT INTO seen (player_id, class, round_id) SELECT $1, class, id FROM rounds WHERE $2 > 0`,
	`INSERT INTO rated (player_id, game, class, round_id, at, solved, millis, predicted,
			deviation, difficulty_before, difficulty_after, ability_before, ability_after)
		SELECT $1, game, class, id, dealt_at + ABS(RANDOM() % 1000000), 1, ABS(RANDOM() % 1000000), 8, 0, 2, 2, 0, 0
		FROM rounds WHERE $2 > 0`,
}

// A request that is tried again, because the database was away, counts once.
func TestExportIsCountedOnce(t *testing.T) {
	p := newPrivacy(t)
	for i := range 20 {
		req := &feature.Request{
			Ctx:     t.Context(),
			Who:     "test:ann",
			Say:     p.Speak("en"),
			Act:     round.Act{At: storetest.Noon},
			IsAgain: i > 0,
		}
		plan, err := p.export(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil || result.File == nil {
			t.Fatalf("try %d gets no file (%v)", i+1, err)
		}
	}
}

// A file that is longer than networks accept is not sent there, and the person is told so. The page gives it to them.
func TestFileTooLong(t *testing.T) {
	document := make([]byte, 8<<20)
	rand.NewChaCha8([32]byte{}).Read(document)
	file, err := fileOf(document, mostInChats)
	if err != nil || file != nil {
		t.Fatalf("a file of %d bytes, %v", len(document), err)
	}
	onPage, err := fileOf(document, mostOnPage)
	if err != nil || onPage == nil || len(onPage.Data) <= mostInChats {
		t.Fatalf("on the page there is the file %v (%v)", onPage, err)
	}
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	reply := exportReply(say.Voice{Printer: book.Printer("en")}, file)
	text, err := json.Marshal(reply)
	if err != nil {
		t.Fatal(err)
	}
	if reply.Audience != chat.Secret {
		t.Errorf("the reply is for the audience %v, want %v", reply.Audience, chat.Secret)
	}
	if reply.File != nil || !strings.Contains(string(text), "too big for a chat") {
		t.Errorf("the reply is %s", text)
	}
}

// A file of a megabyte is compressed. A smaller one is not, so that people can read it at once.
func TestFileFromWhichOnIsCompressed(t *testing.T) {
	for size, name := range map[int]string{1: "reckon.json", 1<<20 - 1: "reckon.json", 1 << 20: "reckon.json.gz"} {
		file, err := fileOf(make([]byte, size), mostInChats)
		if err != nil || file.Name != name {
			t.Errorf("%d bytes are not in %s: %v", size, name, err)
		}
	}
}

// The file of a person who writes to the bot for the first time has what is stored by that, too.
func TestExportOfANewcomer(t *testing.T) {
	p := newPrivacy(t)
	req := &feature.Request{Ctx: t.Context(), Say: p.Speak("en"), Act: round.Act{At: storetest.Noon}}
	req.Via = chat.ViaPage
	plan, err := p.export(req)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, p.Store, func(tx *storage.Tx) error {
		req.Act.Person = storetest.Person(t, tx, "newcomer")
		result, err := plan(tx)
		if err != nil {
			return err
		}
		if result.Reply.Audience != chat.Secret {
			t.Errorf("the reply is for the audience %v, want %v", result.Reply.Audience, chat.Secret)
		}
		if !strings.Contains(string(result.Reply.File.Data), `"newcomer"`) {
			t.Errorf("the file is %s", result.Reply.File.Data)
		}
		return nil
	})
}
