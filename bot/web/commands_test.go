package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// typedCommand matches a command as people type it in a chat: "/24 hard".
var typedCommand = regexp.MustCompile(`(^|[^\w/:.<>√])/[a-z]{2,}`)

// commandsIn returns the texts of a response that name a command of chats.
func commandsIn(v any) (found []string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			found = append(found, commandsIn(x)...)
		}
	case map[string]any:
		text, _ := v["text"].(string)
		// A code is sent to the bot in a chat of another network.
		isCode := v["style"] == string(chat.Said) && strings.HasPrefix(text, "/link ")
		if isCode {
			return nil
		}
		if v["style"] == string(chat.Slash) || v["style"] == string(chat.Said) {
			return []string{text}
		}
		// The bytes of pictures and files are no texts.
		delete(v, "png")
		delete(v, "data")
		for _, name := range slices.Sorted(maps.Keys(v)) {
			found = append(found, commandsIn(v[name])...)
		}
	case string:
		if typedCommand.MatchString(v) {
			found = append(found, v)
		}
	}
	return found
}

// buttonNumbers matches what differs between buttons of the same kind: numbers, and seals.
var buttonNumbers = regexp.MustCompile(`\S*\d\S*`)

// kindOf returns the act of a button's data, with its arguments that are words: "next hard".
func kindOf(data string) string {
	words := strings.Fields(buttonNumbers.ReplaceAllString(data, ""))
	return strings.Join(words[:min(len(words), 3)], " ")
}

// A walker does what a person can do on the page, and reads every reply.
type walker struct {
	*visitor
	name string
	// pressed has the kinds of buttons that were pressed.
	pressed map[string]bool
	// reply is the last reply; nil: there was none.
	reply *chat.Reply
}

// does carries out an act, and presses the buttons of its reply of which none of the kind was pressed before.
func (w *walker) does(fields ...string) {
	w.t.Helper()
	w.Acts++
	body := map[string]any{"key": fmt.Sprintf("key-%s-%05d", w.Token[:12], w.Acts), "day": true}
	for i := 0; i < len(fields); i += 2 {
		body[fields[i]] = fields[i+1]
	}
	var response json.RawMessage
	status := http.StatusTooManyRequests
	// Who is too fast for a room waits, as the page does.
	for tries := 0; status == http.StatusTooManyRequests && tries < 10; tries++ {
		w.later(time.Duration(1+10*tries) * time.Second)
		status = w.Call(http.MethodPost, "play/act", w.Token, body, &response)
	}
	if status != http.StatusOK {
		w.t.Fatalf("%s: %v: %d", w.name, fields, status)
	}
	w.read(fmt.Sprint(fields), response)
	var a act
	if err := json.Unmarshal(response, &a); err != nil {
		w.t.Fatal(err)
	}
	w.View = a.View
	w.reply = a.Reply
	if a.Reply == nil {
		return
	}
	for _, b := range slices.Concat(a.Reply.Buttons...) {
		kind := kindOf(b.Data)
		isNew := b.Data != "" && !w.pressed[kind]
		if isNew && !strings.HasPrefix(kind, "erase") {
			w.pressed[kind] = true
			w.does("press", b.Data)
		}
	}
}

// opens opens a puzzle. In a room a person may have two open puzzles, so an older one may have to be closed. A button
// that is new to the walker may give the puzzle up, or deal another one, so it is asked for again.
func (w *walker) opens() {
	w.t.Helper()
	for range 10 {
		w.does("command", "24", "text", "3 3 8 8")
		isInTheWay := w.reply != nil && len(w.reply.Buttons) > 0 && strings.HasPrefix(kindOf(w.reply.Buttons[0][0].Data), "replace")
		if isInTheWay {
			w.does("press", w.reply.Buttons[0][0].Data)
		}
		if r := w.View.Round; r != nil && r.Puzzle == "24:3,3,8,8" && r.Answer != nil {
			return
		}
	}
	w.t.Fatalf("%s: no puzzle is opened: %s", w.name, said(w.reply))
}

// read fails the test if a response names a command of chats.
func (w *walker) read(what string, response json.RawMessage) {
	w.t.Helper()
	var v any
	if err := json.Unmarshal(response, &v); err != nil {
		w.t.Fatal(err)
	}
	for _, found := range commandsIn(v) {
		w.t.Errorf("%s: %s names a command: %s", w.name, what, found)
	}
}

// Somebody at the page has buttons and no place to type a command, so no reply names one, whatever is done there and in
// whatever state: new, with an open puzzle, after a solved one, and in a race; alone, in a room, and as somebody of a
// chat.
func TestPageNamesNoCommand(t *testing.T) {
	dbtest.OnlyFile(t)
	property.Long(t)
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"club": new(club)})
	typed := map[string][]string{
		"24": {"3 3 8 8", "1 1 1 1", "3 3 8", "random"}, "answer": {"8/(3-8/3)", "3+3", "cat"}, "privacy": {"forget"},
		"solve": {"3 3 8 8", "tchisla 2016 7", "1 1 1 1"}, "archive": {"300", "99999"}, "settings": {"language xx", "timezone Nowhere", "seconds 7", "games 24"},
		"race": {"5 24", "99", "1 countdown"}, "unknwon": nil, "hlep": nil, "start": nil, "thanks": nil, "next": nil, "stop": nil, "link": {"ABCD-EFGH"},
		"duel": {"@bo"}, "help": nil, "unlink": nil,
	}
	var names []string
	for _, c := range s.bot.Menu() {
		names = append(names, c.Name)
		for _, a := range c.Args {
			for _, choice := range a.Choices {
				typed[c.Name] = append(typed[c.Name], choice.Value)
			}
		}
		typed[c.Name] = append(typed[c.Name], "zzz", "@bo")
	}
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, lang := range []string{"en", "zh-Hans", "zh-Hant"} {
		people := []struct {
			name    string
			opening map[string]string
		}{
			{"a guest", map[string]string{"network": "web", "locale": lang}},
			{"a guest in a room", map[string]string{"network": "web", "name": "Ann", "room": "new", "locale": lang}},
			{"somebody of a chat", map[string]string{"network": "club", "proof": "Ann" + lang, "locale": lang}},
		}
		for _, person := range people {
			w := &walker{visitor: s.visit(person.opening), name: lang + ", " + person.name, pressed: map[string]bool{}}
			states := []struct {
				name  string
				begin func()
			}{
				{"new", func() {}},
				{"with a puzzle", w.opens},
				{"with a solved puzzle", func() { w.opens(); w.answer("8/(3-8/3)") }},
				{"in a race", func() {
					w.does("command", "race", "text", "3 24")
					w.await(1, 0)
				}},
			}
			// The words of the other languages have the same keys.
			if lang != "en" {
				states = states[:1]
			}
			for _, state := range states {
				w.name = lang + ", " + person.name + ", " + state.name
				w.does("command", "stop")
				state.begin()
				for _, name := range names {
					w.does("command", name)
					if state.name != "new" {
						continue
					}
					for _, text := range typed[name] {
						w.does("command", name, "text", text)
					}
				}
				var me json.RawMessage
				if status := w.Call(http.MethodGet, "play/me", w.Token, nil, &me); status != http.StatusOK {
					t.Fatal(status)
				}
				w.read("play/me", me)
			}
		}
	}
}
