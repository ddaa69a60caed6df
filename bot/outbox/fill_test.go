package outbox_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// fileBody is the body of a message whose file is made when it is delivered.
var fileBody = []byte(`{"file":{"name":"","type":"","data":null,"kind":"export","facts":{"player":7}}}`)

// A file is made for each try of its delivery, and is not stored.
func TestFileIsMadeForItsDelivery(t *testing.T) {
	r := newRoom(t)
	made := 0
	r.fill = func(d *chat.Delivery) error {
		made++
		if d.Reply.File.Kind != "export" || string(d.Reply.File.Facts) != `{"player":7}` {
			t.Errorf("to be made is %+v", d.Reply.File)
		}
		d.Reply.File = &chat.File{Name: "reckon.json", Data: []byte("{}")}
		return nil
	}
	r.fail = []error{errors.New("502")}
	r.enqueue(storage.Outgoing{Nonce: "export", Body: fileBody})
	r.enqueue(storage.Outgoing{Nonce: "hi"})
	r.once()
	r.pass(time.Second)
	r.once()
	r.wantSent("group export", "group hi", "group export")
	if made != 2 {
		t.Errorf("the file was made %d times", made)
	}
	for _, i := range []int{0, 2} {
		if file := r.made[i].Reply.File; file == nil || string(file.Data) != "{}" {
			t.Errorf("try %d has the file %+v", i, file)
		}
	}
}

// While a file cannot be made, its lane waits as long as is asked. If the database fails, others of the lane go
// first. Neither says that the network is down, however often it happens.
func TestFileThatIsNotMadeYet(t *testing.T) {
	for _, test := range []struct {
		err  error
		want []string
	}{
		{chat.ErrBusy, []string{"group hi", "group export"}},
		{errors.New("the disk"), []string{"group hi", "group export"}},
	} {
		r := newRoom(t)
		tries := 0
		r.fill = func(d *chat.Delivery) error {
			tries++
			if tries <= 6 {
				return test.err
			}
			d.Reply.File = &chat.File{}
			return nil
		}
		r.enqueue(storage.Outgoing{Nonce: "export", Body: fileBody})
		r.enqueue(storage.Outgoing{Nonce: "hi"})
		for range 7 {
			r.once()
			r.pass(time.Minute)
		}
		if !slices.Equal(r.sent, test.want) || tries != 7 {
			t.Errorf("%v: after %d tries %q are sent", test.err, tries, r.sent)
		}
	}
}
