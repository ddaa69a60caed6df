package outbox_test

import (
	"context"
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// A reply and a post whose transaction was committed, although the process was told that the
// connection was lost, are delivered once the server answers again, each once.
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
	// A connection that has committed before needs no round trip to learn the statement.
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
