package outbox_test

import (
	"context"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// A transaction with a reply and a post is committed, but the process is told that the connection was
// lost. Both are delivered once when the server answers again.
func TestCommitInDoubt(t *testing.T) {
	dbtest.OnlyServer(t)
	way, err := dbtest.Distant(storetest.Database(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := way.Stop(); err != nil {
			t.Error(err)
		}
	})
	r := openRoom(t, way.URL)
	r.box.Open(r)
	serving, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.box.Run(serving)
	}()
	// This first commit makes the connection know the statement, so that it needs no round trip for it
	// later.
	r.write(func(tx *storage.Tx) error { return tx.PutBody(0, nil) })
	body := []byte(`{"text":[[{"text":"words"}]]}`)
	err = r.store.Write(t.Context(), func(tx *storage.Tx) error {
		reply := storage.Outgoing{CommunityID: r.group.ID, Nonce: "reply", Event: []byte("{}"), Unordered: true, Body: body}
		post := storage.Outgoing{CommunityID: r.group.ID, Nonce: "post", Body: body}
		for _, o := range []*storage.Outgoing{&reply, &post} {
			if err := tx.Enqueue(o, func(string) bool { return true }, r.clock()); err != nil {
				return err
			}
		}
		if _, err := tx.HasOutgoing("net", false); err != nil {
			return err
		}
		if !reply.Mine || !post.Mine {
			t.Errorf("owned by another: %v, %v", reply.Mine, post.Mine)
		}
		way.Become(dbtest.Deaf)
		return nil
	})
	if err == nil {
		t.Fatal("the commit was heard")
	}
	way.Become(dbtest.Cut)
	way.Become(dbtest.Open)
	until := time.Now().Add(30 * time.Second)
	// The connections of the pool are lost, which each shows once.
	waiting := func() (n int) {
		read := func(tx *storage.Tx) error {
			all, err := tx.Backlogs()
			if err == nil && len(all) > 0 {
				n = all[0].Count
			}
			return err
		}
		for r.store.Read(t.Context(), read) != nil && time.Now().Before(until) {
			time.Sleep(20 * time.Millisecond)
		}
		return n
	}
	if n := waiting(); n != 2 {
		t.Fatalf("%d deliveries were committed", n)
	}
	for waiting() > 0 && time.Now().Before(until) {
		time.Sleep(20 * time.Millisecond)
	}
	end()
	<-ended
	r.wantSent("group reply", "group post")
}
