package outbox_test

import (
	"errors"
	"io"
	"slices"
	"strings"
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

// While this process is busy or the database is away, a file is not made, and others of its lane go first. Neither
// says that the network is down, or that the file can never be made, however often it happens.
func TestFileThatIsNotMadeYet(t *testing.T) {
	for _, test := range []struct {
		err  error
		want []string
	}{
		{chat.ErrBusy, []string{"group hi", "group export"}},
		{io.ErrUnexpectedEOF, []string{"group hi", "group export"}},
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

// A file that is never made is tried five times. Then the person reads in its place that there is none, and the log
// says so once. That is kept until the network takes it. Nothing else of the lane waits for it.
func TestFileThatIsNeverMade(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("no such table") },
		"a panic":  func() error { panic("no such table") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			tries := 0
			r.fill = func(*chat.Delivery) error {
				tries++
				return fail()
			}
			// The network takes the first message, and fails when it is first told that there is no file.
			r.fail = []error{nil, errors.New("502")}
			r.enqueue(storage.Outgoing{Nonce: "export", Body: fileBody, Locale: "zh"})
			r.enqueue(storage.Outgoing{Nonce: "hi"})
			for range 10 {
				r.once()
				r.pass(time.Minute)
			}
			if want := []string{"hi", "no file zh", "no file zh"}; !slices.Equal(r.texts, want) {
				t.Errorf("people read %q, want %q", r.texts, want)
			}
			if tries != 5 {
				t.Errorf("the file was tried %d times", tries)
			}
			if state := r.state("export"); state != "done" {
				t.Errorf("the delivery is %s", state)
			}
			// What the file would have shown counts as seen by nobody.
			r.delivered.want(t, "hi as p1")
			if n := strings.Count(r.log.String(), "file could not be made"); n != 1 {
				t.Errorf("the log says %d times that there is no file: %s", n, r.log.String())
			}
		})
	}
}
