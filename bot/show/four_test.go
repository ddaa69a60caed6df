package show_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/web/webtest"
	"reckon/engine/games"
)

// On a network everybody is the same person, who opens the page in the network's frame, in a private chat.
type network struct {
	chat.FrontEnd
	name   string
	person string
	// link is the data of the link by which the person has come; nil: they came by none.
	link *string
}

func (n network) Application() string { return "app-code" }

func (n network) Prove(context.Context, chat.Proof, time.Time) (chat.Request, error) {
	r := chat.Request{
		Place:  chat.Place{Network: n.name, Community: n.person, Private: true},
		Person: chat.Person{Network: n.name, ID: n.person, Name: n.person, Role: chat.RoleAdmin},
	}
	if n.link != nil {
		r.Input = chat.Input{Kind: chat.Press, Data: *n.link}
	}
	return r, nil
}

// answerAsDiscord is a script that answers what the page asks of Discord's client, as that client would. The page is in
// no frame here, so it must not read its own questions.
const answerAsDiscord = `addEventListener("message", event => {
	const [opcode, {cmd, args, nonce}] = event.data;
	if (opcode === 1 && !args) return;
	event.stopImmediatePropagation();
	postMessage([1, opcode === 0 ? {evt: "READY"} : {cmd, nonce, data: {code: "code"}}], "*");
})`

// seesChoices checks that the window shows all that can be chosen, and that nothing lies over it.
func seesChoices(b *webtest.Tab) {
	b.T.Helper()
	b.Until("document.querySelector('#choices')")
	hidden := webtest.Eval[[]string](b, `[...document.querySelectorAll("#choices button")].filter(button => {
		const {x, y, width, height} = button.getBoundingClientRect();
		return document.elementFromPoint(x + width / 2, y + height / 2) !== button;
	}).map(button => button.innerText)`)
	if len(hidden) > 0 {
		b.T.Errorf("out of sight: %s", hidden)
	}
}

// Four people play a show to its end in one room: one comes by a link that opens the page in Telegram's frame, one
// types the code in Discord's, and two are in browsers. Each sees the same rounds, and in the end the same table.
func TestBrowserShowOfFour(t *testing.T) {
	link := ""
	s := webtest.New(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{
		"telegram": network{name: "telegram", person: "Cem", link: &link},
		"discord":  network{name: "discord", person: "Dan"},
	}, games.All())
	ann := webtest.NewTab(t, 390, 844, "en", "light")
	ann.Open(s.URL+"play", "document.querySelector('#board')")
	webtest.Eval[any](ann, `openSession({name: "Ann", room: "new"})`)
	ann.Until("state.session.maker")
	room := webtest.Eval[string](ann, "state.session.room")
	link = "room " + room
	host := s.Visit(map[string]string{"network": "web", "token": webtest.Eval[string](ann, "state.session.token")})

	bob := webtest.NewTab(t, 1280, 800, "zh-CN", "dark")
	bob.Open(s.URL+"play?room="+room, "sheet.open")
	webtest.Eval[any](bob, `document.querySelector("#entry-name").value = "Bob"`)
	webtest.Eval[any](bob, `document.querySelector("#enter").click()`)
	bob.Until("!sheet.open && state.session.name === 'Bob'")
	cem := webtest.NewTab(t, 390, 844, "zh-CN", "light")
	cem.Before("window.posted = []; window.TelegramWebviewProxy = {postEvent(type, data) { posted.push(type + data); }}")
	cem.Open(s.URL+"play#tgWebAppData=user%3Dcem", "state.begun && !state.busy")
	dan := webtest.NewTab(t, 1280, 800, "en", "dark")
	dan.Before(answerAsDiscord)
	dan.Open(s.URL+"play?frame_id=frame&instance_id=place", "state.begun && !state.busy")
	webtest.Eval[any](dan, `go("together")`)
	dan.Until(`document.querySelector("#code") && !document.querySelector("#name")`)
	dan.Fits("doors in a frame")
	dan.Picture("0-doors-dan")
	webtest.Eval[any](dan, fmt.Sprintf(`document.querySelector("#code").value = %q`, strings.ToLower(room)))
	webtest.Eval[any](dan, `document.querySelector("#join").click()`)
	people := map[string]*webtest.Tab{"ann": ann, "bob": bob, "cem": cem, "dan": dan}
	all := func(step, expression string) {
		t.Helper()
		for name, b := range people {
			b.Until(expression)
			b.Fits(name + ": " + step)
			b.Picture(step + "-" + name)
		}
	}

	webtest.Eval[any](ann, "go('together')")
	const inRoom = "state.at === 'together' && state.session.room === %q && state.view.here?.length === 4 && !state.busy"
	all("0-room", fmt.Sprintf(inRoom, room))
	webtest.Eval[any](cem, `document.querySelector("#invite").click()`)
	payload := base64.RawURLEncoding.EncodeToString([]byte(link))
	const isPosted = `posted.some(event => event.startsWith("web_app_open_tg_link") && event.includes("startapp%%3D%s"))`
	cem.Until(fmt.Sprintf(isPosted, payload))
	webtest.Eval[any](ann, "act({command: 'race', text: '5 show'})")
	all("1-lobby", "state.view.match?.kind === 'show' && !state.busy")
	for _, b := range []*webtest.Tab{bob, cem, dan} {
		b.Until("state.view.match.join && !state.busy")
		webtest.Eval[any](b, "press(state.view.match.join.press)")
		b.Until("!state.busy && !state.view.match.join")
	}
	for number := 1; number <= 5; number++ {
		if number < 5 {
			chooser := []*webtest.Tab{ann, bob, cem, dan}[number-1]
			chooser.Until("state.view.match.choices?.length && !state.busy")
			if number > 1 {
				seesChoices(chooser)
			}
			all(fmt.Sprintf("%d-choosing", number), "!state.busy")
			webtest.Eval[any](chooser, "press(state.view.match.choices[1].press)")
			all(fmt.Sprintf("%d-chosen", number), "!state.busy && !state.view.match.choices")
		}
		host.Await(number, 0)
		webtest.Until(t, "the clock runs", func() bool { return host.Look().Round.Ends != 0 })
		const isOpen = "state.at === 'round' && !state.view.round.over && !state.busy"
		isRound := fmt.Sprintf("state.view.match.number === %d && !state.view.match.next", number)
		all(fmt.Sprintf("%d-round", number), isRound+" && "+isOpen)
		for _, name := range []string{"dan", "cem", "bob"} {
			sendBest(people[name])
			if number == 5 {
				break
			}
		}
		if number < 5 {
			all(fmt.Sprintf("%d-answered", number), "!state.busy")
		}
		host.Ends(34 * time.Second)
		if number < 5 {
			all(fmt.Sprintf("%d-table", number), "state.view.match.next && state.view.match.table?.length && !state.busy")
		}
	}
	all("6-end", "state.view.match.over && document.querySelector('#win')")
	// All three found the best answers, and Dan was the first to find the last word. Ann sent nothing.
	const want = "1 Dan, 2 Bob, 2 Cem"
	for name, b := range people {
		table := webtest.Eval[[]string](b, "state.view.match.table.map(seat => seat.rank + ' ' + seat.name)")
		slices.Sort(table)
		if got := strings.Join(table, ", "); got != want {
			t.Errorf("%s reads that the table is %s, want %s", name, got, want)
		}
	}
	webtest.Eval[any](dan, `go("together")`)
	dan.Until(`document.querySelector("#leave")`)
	webtest.Eval[any](dan, `document.querySelector("#leave").click()`)
	dan.Until(`!state.session.room && !state.view.place && document.querySelector("#code")`)
}

// sendBest sends the best known answer to the puzzle that a tab shows.
func sendBest(b *webtest.Tab) {
	b.T.Helper()
	answer := webtest.Solution(b.T, webtest.Eval[string](b, "state.view.round.puzzle"))
	webtest.Eval[any](b, fmt.Sprintf("submit(%q)", answer))
	b.Until("!state.busy && state.view.round.mine.answers")
}
