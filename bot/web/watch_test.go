package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

// A listener notes what a stream writes.
type listener struct {
	*httptest.ResponseRecorder
	mu   sync.Mutex
	text strings.Builder
	// ended is closed when the stream has ended.
	ended chan struct{}
}

func (l *listener) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

// heard returns what the stream has written so far.
func (l *listener) heard() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// isOver reports whether the stream has ended.
func (l *listener) isOver() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}

// inRoom returns the session of somebody in the room of these tests.
func inRoom(name string) session {
	return session{
		Place:  chat.Place{Network: Network, Community: "room:CDFHJK"},
		Person: chat.Person{Network: Network, ID: name, Name: name},
		Until:  time.Now().Add(sessionFor),
	}
}

// watch begins to watch a room, until the test ends.
func (f *FrontEnd) watch(t *testing.T, s session, query string) *listener {
	t.Helper()
	token, err := f.seal("session", s)
	if err != nil {
		t.Fatal(err)
	}
	view, err := f.loadView(t.Context(), s, "", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/play/watch?"+query+"&since="+view.Version, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	l := &listener{ResponseRecorder: httptest.NewRecorder(), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		f.Routes()["GET /play/watch"](l, r)
	}()
	t.Cleanup(func() {
		leave()
		<-l.ended
	})
	synctest.Wait()
	return l
}

// As long as nothing changes, a stream shows from time to time that it lives, and a poll ends with a line of its own.
func TestQuietStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := newSlowPage(t, &slowBot{})
		stream := f.watch(t, inRoom("ann"), "")
		time.Sleep(2*quietFor + time.Second)
		if got := stream.heard(); got != "\n\n\n" || stream.isOver() {
			t.Errorf("the stream writes %q, and has ended: %v", got, stream.isOver())
		}
		poll := f.watch(t, inRoom("ann"), "poll=1")
		time.Sleep(quietFor + time.Second)
		if got := poll.heard(); got != "\n{}\n" || !poll.isOver() {
			t.Errorf("the poll writes %q, and has ended: %v", got, poll.isOver())
		}
	})
}

// Changes that come almost at once are told by one line.
func TestChangesAreGathered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := newSlowPage(t, &slowBot{})
		stream := f.watch(t, inRoom("ann"), "")
		for range 3 {
			f.Live.Touch(hereTopic("room:CDFHJK"))
			time.Sleep(gatherFor / 4)
		}
		time.Sleep(time.Second)
		if got := strings.Count(stream.heard(), `"n":`); got != 1 {
			t.Errorf("three changes are told by %d lines", got)
		}
	})
}

// Who only watches a room is told when somebody has gone, though nobody else does anything.
func TestStreamNoticesWhoHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := newSlowPage(t, &slowBot{})
		bob := inRoom("bob")
		if _, err := f.loadView(t.Context(), bob, "", false); err != nil {
			t.Fatal(err)
		}
		stream := f.watch(t, inRoom("ann"), "")
		time.Sleep(hereFor - time.Second)
		if got := stream.heard(); strings.Contains(got, `"n":`) {
			t.Errorf("before Bob has gone it tells %q", got)
		}
		time.Sleep(2 * quietFor)
		if got := stream.heard(); strings.Count(got, `"n":`) != 1 {
			t.Errorf("when Bob has gone it tells %q", got)
		}
	})
}

// Many people may come into a room, look who is there, and leave it, all at once.
func TestPresenceAtOnce(t *testing.T) {
	var p presence
	var hub live.Hub
	now := time.Now()
	host := inRoom("host")
	p.see(&hub, host, now, 1)
	for n := range 200 {
		p.see(&hub, inRoom(fmt.Sprint(n)), now, 0)
	}
	var all sync.WaitGroup
	for person := range 8 {
		all.Go(func() {
			for visit := range 200 {
				s := inRoom(fmt.Sprintf("%d, visit %d", person, visit))
				p.see(&hub, s, now, 0)
				p.ids(s, now)
				p.list(s, now)
				p.leave(&hub, s)
			}
		})
	}
	all.Wait()
	if got := p.ids(host, now); len(got) != 201 {
		t.Errorf("when all have left, there are %d", len(got))
	}
}
