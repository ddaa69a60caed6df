package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

const (
	// quietFor is how long a stream waits for a change before it writes an empty line. If it is a poll,
	// it ends instead.
	quietFor = 20 * time.Second
	// gatherFor is how long a line waits for further changes, so that one line tells of all.
	gatherFor = 20 * time.Millisecond
	// fullFor is how long a page is told to wait if there are too many streams.
	fullFor = 10 * time.Second
)

// serveWatch tells a person each time when what they see may have changed.
func (f *FrontEnd) serveWatch(w http.ResponseWriter, r *http.Request, s session) {
	closeStream, ok := f.limits.openStream(personKey(s), f.address(r))
	if !ok {
		refuseOften(w, fullFor)
		return
	}
	defer closeStream()
	f.presence.see(f.Live, s, f.Now(), 1)
	defer func() { f.presence.see(f.Live, s, f.Now(), -1) }()
	// The watcher watches from this moment on, so that it misses no change while the view is loaded.
	moment := f.Live.Now()
	view, err := f.loadView(r.Context(), s, r.FormValue("round"), false)
	if err != nil {
		refuse(w, busy)
		return
	}
	watcher := f.Live.Watch(moment, view.Topics...)
	defer watcher.Close()
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("X-Accel-Buffering", "no")
	stream := stream{
		FrontEnd: f,
		session:  s,
		w:        w,
		control:  http.NewResponseController(w),
		isPoll:   r.FormValue("poll") != "",
	}
	if view.Version != r.FormValue("since") {
		stream.writeChange()
	} else if !stream.isPoll {
		// By this line the client sees that the stream has begun.
		stream.write("\n")
	}
	stream.follow(r.Context(), watcher)
}

// A stream writes lines to a client.
type stream struct {
	*FrontEnd
	session session
	w       http.ResponseWriter
	control *http.ResponseController
	// isPoll reports whether the stream ends after one line.
	isPoll bool
	// lines is how many lines were written that tell of changes.
	lines  int
	isOver bool
}

// follow writes a line for each change until the client leaves or the server stops.
func (s *stream) follow(ctx context.Context, watcher *live.Watcher) {
	quiet := time.NewTicker(quietFor)
	defer quiet.Stop()
	for !s.isOver {
		select {
		case <-watcher.C:
			if !chat.Pause(ctx, gatherFor) {
				return
			}
			// The line also tells of a change during the pause.
			select {
			case <-watcher.C:
			default:
			}
			s.writeChange()
			quiet.Reset(quietFor)
		case <-quiet.C:
			// This also finds out who has gone.
			s.presence.see(s.Live, s.session, s.Now(), 0)
			s.write("\n")
			if s.isPoll {
				s.write("{}\n")
				return
			}
		case <-ctx.Done():
			return
		case <-s.ended:
			return
		}
	}
}

// writeChange writes that something may have changed.
func (s *stream) writeChange() {
	s.lines++
	s.write(fmt.Sprintf(`{"n":%d,"now":%d}`+"\n", s.lines, s.Now().UnixMilli()))
	if s.isPoll {
		s.isOver = true
	}
}

// write writes a text at once. The stream is over if the client does not read it.
func (s *stream) write(text string) {
	_ = s.control.SetWriteDeadline(time.Now().Add(slowFor))
	if _, err := s.w.Write([]byte(text)); err != nil {
		s.isOver = true
		return
	}
	if err := s.control.Flush(); err != nil {
		s.isOver = true
	}
}
