package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"reckon/bot/chat"
)

// send does something as the page does it: if an act is refused because of its pace, it is sent again with
// the same key, after the time that the refusal names. waited is for how long it was refused.
func (v *visitor) send(what map[string]string) (answer act, waited time.Duration) {
	v.t.Helper()
	v.Acts++
	what["key"] = fmt.Sprintf("key-%08d", v.Acts)
	body, err := json.Marshal(what)
	if err != nil {
		v.t.Fatal(err)
	}
	for {
		r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+"play/act", bytes.NewReader(body))
		if err != nil {
			v.t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+v.Token)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			v.t.Fatal(err)
		}
		err = json.NewDecoder(response.Body).Decode(&answer)
		response.Body.Close()
		if response.StatusCode == http.StatusOK && err == nil {
			return answer, waited
		}
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		isPace := response.StatusCode == http.StatusTooManyRequests && seconds > 0
		if !isPace || waited > time.Minute {
			v.t.Fatalf("%v: %s, Retry-After %d", what, response.Status, seconds)
		}
		v.later(time.Duration(seconds) * time.Second)
		waited += time.Duration(seconds) * time.Second
	}
}

// Sixty right answers in two minutes are all judged, and each is told within ten seconds.
func TestPaceOfPage(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "")
	begun := s.now()
	for n := range 60 {
		dealt, _ := ann.send(map[string]string{"command": "24"})
		s.later(begun.Add(time.Duration(n+1) * 2 * time.Second).Sub(s.now()))
		answer := bestAnswer(t, dealt.View.Round.Puzzle)
		told, waited := ann.send(map[string]string{"text": answer, "round": dealt.View.Round.Token})
		if told.Reply == nil || told.Reply.Tone != chat.Good || told.Repeated {
			t.Fatalf("answer %d, %s to %s: %+v", n+1, answer, dealt.View.Round.Puzzle, told.Reply)
		}
		if waited > 10*time.Second {
			t.Errorf("answer %d waited %v", n+1, waited)
		}
	}
	if took := s.now().Sub(begun); took > 3*time.Minute {
		t.Errorf("it took %v", took)
	}
}

// A person who is far too fast is refused with the time to wait. After that time the same act counts, once.
func TestTooFastOnPage(t *testing.T) {
	s := newSite(t)
	ann := s.guest("Ann", "")
	dealt, _ := ann.send(map[string]string{"command": "24"})
	var waited time.Duration
	for range 150 {
		_, wait := ann.send(map[string]string{"command": "help"})
		waited += wait
	}
	if waited < 10*time.Second || waited > 30*time.Second {
		t.Errorf("151 acts wait %v in all", waited)
	}
	told, _ := ann.send(map[string]string{"text": bestAnswer(t, dealt.View.Round.Puzzle), "round": dealt.View.Round.Token})
	if told.Reply == nil || told.Reply.Tone != chat.Good {
		t.Errorf("the answer after them: %+v", told.Reply)
	}
}

// A room gets ten new puzzles a minute, and the next one comes by itself.
func TestPaceOfRoom(t *testing.T) {
	s := newSite(t)
	room := s.guest("Host", "new")
	ann := s.guest("Ann", room.Room)
	ann.send(map[string]string{"command": "help"})
	dealt, waited := room.send(map[string]string{"command": "24"})
	for range 11 {
		next, wait := room.send(map[string]string{"press": dealt.View.Round.Next.Press})
		if next.View.Round.Puzzle == dealt.View.Round.Puzzle {
			t.Fatalf("there is no next puzzle: %+v", next.Reply)
		}
		dealt = next
		waited += wait
	}
	if waited < 6*time.Second || waited > 20*time.Second {
		t.Errorf("twelve puzzles wait %v", waited)
	}
}
