package web_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/web"
)

// A roommate is a network on which everybody is one person, who is in a room of the page.
type roommate struct {
	chat.FrontEnd
	name string
	room *string
}

func (r roommate) Application() string { return "app-code" }

func (r roommate) Prove(context.Context, chat.Proof, time.Time) (chat.Request, error) {
	return chat.Request{
		Place:  chat.Place{Network: web.Network, Community: "room:" + *r.room, Title: "Room " + *r.room},
		Person: chat.Person{Network: web.Network, ID: r.name, Name: r.name, Role: chat.RoleMember},
	}, nil
}

// answerAsDiscord is a script that answers what the page asks of Discord's client, as that client would. The page is in
// no frame here, so it must not read its own questions.
const answerAsDiscord = `addEventListener("message", event => {
	const [opcode, {cmd, args, nonce}] = event.data;
	if (opcode === 1 && !args) return;
	event.stopImmediatePropagation();
	postMessage([1, opcode === 0 ? {evt: "READY"} : {cmd, nonce, data: {code: "code"}}], "*");
})`

// Four people play a show to its end: one in Telegram, one in Discord, and two in browsers. Each sees the same
// rounds, and in the end the same table.
func TestBrowserShowOfFour(t *testing.T) {
	room := ""
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{
		"telegram": roommate{name: "Cem", room: &room},
		"discord":  roommate{name: "Dan", room: &room},
	})
	ann := newTab(t, 390, 844, "en", "light")
	ann.open(s.url+"play", "document.querySelector('#board')")
	eval[any](ann, `openSession({name: "Ann", room: "new"})`)
	ann.until("state.session.maker")
	room = eval[string](ann, "state.session.room")
	host := s.visit(map[string]string{"network": "web", "token": eval[string](ann, "state.session.token")})

	bob := newTab(t, 1280, 800, "zh-CN", "dark")
	bob.joins(s.url, room, "Bob")
	cem := newTab(t, 390, 844, "zh-CN", "light")
	cem.before("window.TelegramWebviewProxy = {postEvent() {}}")
	cem.open(s.url+"play#tgWebAppData=user%3Dcem", "state.begun && !state.busy")
	dan := newTab(t, 1280, 800, "en", "dark")
	dan.before(answerAsDiscord)
	dan.open(s.url+"play?frame_id=frame&instance_id=place", "state.begun && !state.busy")
	people := map[string]*tab{"ann": ann, "bob": bob, "cem": cem, "dan": dan}
	all := func(step, expression string) {
		t.Helper()
		for name, b := range people {
			b.until(expression)
			b.fits(name + ": " + step)
			b.picture(step + "-" + name)
		}
	}

	eval[any](ann, "go('together')")
	all("0-room", "!state.busy")
	eval[any](ann, "act({command: 'race', text: '5 show'})")
	all("1-lobby", "state.view.match?.kind === 'show' && !state.busy")
	for _, b := range []*tab{bob, cem, dan} {
		b.until("state.view.match.join && !state.busy")
		eval[any](b, "press(state.view.match.join.press)")
		b.until("!state.busy && !state.view.match.join")
	}
	for number := 1; number <= 5; number++ {
		if number < 5 {
			chooser := []*tab{ann, bob, cem, dan}[number-1]
			chooser.until("state.view.match.choices?.length && !state.busy")
			all(fmt.Sprintf("%d-choosing", number), "!state.busy")
			eval[any](chooser, "press(state.view.match.choices[1].press)")
			all(fmt.Sprintf("%d-chosen", number), "!state.busy && !state.view.match.choices")
		}
		host.await(number, 0)
		until(t, "the clock runs", func() bool { return host.look().Round.Ends != 0 })
		all(fmt.Sprintf("%d-round", number), fmt.Sprintf("state.view.match.number === %d && !state.view.match.next && state.at === 'round' && !state.view.round.over && !state.busy", number))
		for _, name := range []string{"dan", "cem", "bob"} {
			people[name].answers()
			if number == 5 {
				break
			}
		}
		if number < 5 {
			all(fmt.Sprintf("%d-answered", number), "!state.busy")
		}
		host.ends(34 * time.Second)
		if number < 5 {
			all(fmt.Sprintf("%d-table", number), "state.view.match.next && state.view.match.table?.length && !state.busy")
		}
	}
	all("6-end", "state.view.match.over && document.querySelector('#win')")
	// All three found the best answers, and Dan was the first to find the last word. Ann sent nothing.
	const want = "1 Dan, 2 Bob, 2 Cem"
	for name, b := range people {
		table := eval[[]string](b, "state.view.match.table.map(seat => seat.rank + ' ' + seat.name)")
		slices.Sort(table)
		if got := strings.Join(table, ", "); got != want {
			t.Errorf("%s reads that the table is %s, want %s", name, got, want)
		}
	}
}
