package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"reckon/bot/chat"
	"reckon/bot/live"
)

const (
	// quietFor is after how long a stream shows that it lives, and a poll ends.
	quietFor = 20 * time.Second
	// slowFor is how long a client may take to read a line.
	slowFor = 10 * time.Second
	// gatherFor is how long a line waits for further changes.
	gatherFor = 20 * time.Millisecond
)

// watch tells a person whenever what they see may have changed.
func (f *FrontEnd) watch(w http.ResponseWriter, r *http.Request, s session) {
	end, ok := f.limits.stream(personKey(s))
	if !ok {
		refuseOften(w, slowFor)
		return
	}
	defer end()
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // else the connection ends with the time to read a request
	before, err := f.watched(r.Context(), s, r.FormValue("round"))
	if err != nil {
		refuse(w, busy)
		return
	}
	watcher := f.Live.Watch(before.at, before.view.Topics...)
	defer watcher.Close()
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("X-Accel-Buffering", "no")
	st := stream{FrontEnd: f, w: w, control: control, poll: r.FormValue("poll") != ""}
	if before.view.Version != r.FormValue("since") {
		st.line()
	} else if !st.poll {
		st.write("\n") // the stream has begun
	}
	st.follow(r.Context(), watcher)
}

// A watched is a view, and when it was read.
type watched struct {
	view *chat.View
	at   uint64
}

func (f *FrontEnd) watched(ctx context.Context, s session, round string) (w watched, err error) {
	w.at = f.Live.Now()
	w.view, err = f.look(ctx, s, round, false)
	return w, err
}

// A stream writes lines to a client.
type stream struct {
	*FrontEnd
	w       http.ResponseWriter
	control *http.ResponseController
	poll    bool // it ends after one line
	lines   int
	over    bool
}

// follow writes a line for each change until the client or the server leaves.
func (s *stream) follow(ctx context.Context, watcher *live.Watcher) {
	quiet := time.NewTicker(quietFor)
	defer quiet.Stop()
	for !s.over {
		select {
		case <-watcher.C:
			if !chat.Pause(ctx, gatherFor) {
				return
			}
			select {
			case <-watcher.C: // they are one
			default:
			}
			s.line()
			quiet.Reset(quietFor)
		case <-quiet.C:
			if s.write("\n"); s.poll {
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

// line writes that something may have changed.
func (s *stream) line() {
	s.lines++
	text, err := json.Marshal(map[string]int64{"n": int64(s.lines), "now": s.Now().UnixMilli()})
	if err != nil { // numbers always can be
		panic(err)
	}
	s.write(string(text) + "\n")
	s.over = s.over || s.poll
}

// write writes a text at once. The stream is over if the client does not read it.
func (s *stream) write(text string) {
	_ = s.control.SetWriteDeadline(time.Now().Add(slowFor)) // a recorder of tests has none
	if _, err := s.w.Write([]byte(text)); err != nil || s.control.Flush() != nil {
		s.over = true
	}
}
