package web_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"reckon/bot/chat"
)

// A fading is a network whose proof holds only for a time, as Telegram's does.
type fading struct {
	proven
	isOver atomic.Bool
}

func (n *fading) Prove(ctx context.Context, proof chat.Proof, now time.Time) (chat.Request, error) {
	if n.isOver.Load() {
		return chat.Request{}, chat.ErrProof
	}
	return n.proven.Prove(ctx, proof, now)
}

// inFrame opens the page for Ann in a network's frame, and leads her to where people meet.
func inFrame(t *testing.T, s *site) *tab {
	t.Helper()
	b := newTab(t, 390, 844, "en", "light")
	b.before("window.TelegramWebviewProxy = {postEvent() {}}")
	b.open(s.url+"play#tgWebAppData=user%3Dann", "state.begun && !state.busy")
	eval[any](b, "go('together')")
	b.shows("#code")
	return b
}

// entersCode types the code of a room and goes into it.
func (b *tab) entersCode(code string) {
	b.t.Helper()
	eval[any](b, fmt.Sprintf(`document.querySelector("#code").value = %q`, code))
	eval[any](b, `document.querySelector("#join").click()`)
}

// inRoom is true on a page that shows the room with a code.
func inRoom(code string) string {
	return fmt.Sprintf("state.session.room === %q && state.view.place && document.querySelector('#leave')", code)
}

// Whoever types a wrong code in a frame stays where they were, and reads that there is no such room. By then their
// network's proof may hold no more.
func TestBrowserWrongCodeInAFrame(t *testing.T) {
	network := &fading{proven: proven{proof: "user=ann", network: "telegram"}}
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"telegram": network})
	b := inFrame(t, s)
	network.isOver.Store(true)
	b.entersCode("AEIOUX")
	b.until("state.notice === state.words.noroom && !state.session.room && document.querySelector('#code')")
	eval[any](b, "openSession({room: 'new'})")
	b.until("state.session.maker")
	b.until(inRoom(eval[string](b, "state.session.room")))
	eval[any](b, "openSession({room: 'AEIOUX'})")
	b.until("state.notice === state.words.noroom && state.session.maker")
	b.until(inRoom(eval[string](b, "state.session.room")))
}

// Whoever is forgotten in a room leaves it, also in a frame, where they are still known.
func TestBrowserForgottenInARoom(t *testing.T) {
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"telegram": proven{proof: "user=ann", network: "telegram"}})
	eve := s.guest("Eve", "new")
	b := inFrame(t, s)
	b.entersCode(eve.Room)
	b.until(inRoom(eve.Room))
	if got := eve.here(); got != "Eve (me), Ann" {
		t.Errorf("in the room: %s", got)
	}
	eval[any](b, "act({command: 'privacy', text: 'forget'})")
	b.until("!state.busy && sheet.open")
	for eval[bool](b, "Boolean(state.sheet?.buttons)") {
		eval[any](b, "press(state.sheet.buttons[0][0].data)")
		b.until("!state.busy")
	}
	b.until("!state.session.room && !state.view.place")
	until(t, "Ann is in the room no more", func() bool { return eve.here() == "Eve (me)" })
}

// Whoever loads a frame again is where they were: in the room, or at home if they have left it.
func TestBrowserFrameLoadedAgain(t *testing.T) {
	link := proven{proof: "user=ann", network: "telegram"}
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"telegram": &link})
	first := s.guest("Eve", "new")
	second := s.guest("Bob", "new")
	link.data = "room " + first.Room
	b := newTab(t, 390, 844, "en", "light")
	b.before("window.TelegramWebviewProxy = {postEvent() {}}")
	b.open(s.url+"play#tgWebAppData=user%3Dann", "state.begun && "+inRoom(first.Room))
	eval[any](b, `document.querySelector("#leave").click()`)
	b.until("!state.session.room && !state.view.place && document.querySelector('#code')")
	b.reload("state.begun && !state.busy")
	if room := eval[string](b, "state.session.room || ''"); room != "" {
		t.Errorf("after the room was left, the page leads into %s again", room)
	}
	eval[any](b, "go('together')")
	b.shows("#code")
	b.entersCode(second.Room)
	b.until(inRoom(second.Room))
	b.reload("state.begun && !state.busy && " + inRoom(second.Room))
}

// A link into a room also leads whoever plays in this tab as a person of a chat into it.
func TestBrowserRoomAfterPass(t *testing.T) {
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"club": new(club)})
	eve := s.guest("Eve", "new")
	link := pass(t, s.says("1", "Ann", "open", chat.Place{Network: "club", Community: "ann", Private: true}))
	b := newTab(t, 390, 844, "en", "light")
	b.open(s.url+"play#pass="+link, "state.begun && !state.busy && state.session.name === 'Ann'")
	b.open(s.url+"play?room="+eve.Room, "state.begun && !state.busy && "+inRoom(eve.Room))
	if name := eval[string](b, "state.session.guest ? 'a guest' : state.session.name"); name != "Ann" {
		t.Errorf("in the room is %s", name)
	}
	b.reload("state.begun && !state.busy && " + inRoom(eve.Room))
	eval[any](b, `document.querySelector("#leave").click()`)
	b.until("!state.session.room && state.session.name === 'Ann' && document.querySelector('#code')")
	b.reload("state.begun && !state.busy && !state.session.room && state.session.name === 'Ann'")
}
