package bot_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/storage"
)

// cards are the messages with which people may share a day, in every language: see package daily.
func cards(t *testing.T) []string {
	raw, err := os.ReadFile("daily/testdata/cards.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n\n")
}

// A card looks the same on every network: no renderer changes it, and it has no mark that another network
// reads.
func TestCardIsPlainEverywhere(t *testing.T) {
	for _, card := range cards(t) {
		var r chat.Reply
		for line := range strings.SplitSeq(card, "\n") {
			r.Text = append(r.Text, chat.Line{{Text: line}})
			if strings.HasPrefix(line, "/") || chat.OneLine(line) != line {
				t.Errorf("%q is a command, or no line", line)
			}
		}
		for network, shown := range map[string]string{
			"terminal": onTerminal(r), "discord": onDiscord(t, r), "telegram": onTelegram(t, r, chat.Place{Community: "-5"}),
		} {
			if strings.TrimSuffix(shown, "\n") != card {
				t.Errorf("%s shows %q as %q", network, card, shown)
			}
		}
	}
}

// If a card is pasted where a puzzle is open, it is no answer, and gets no reply in a group.
func TestPastedCardIsNoAnswer(t *testing.T) {
	for _, g := range games.All() {
		var out strings.Builder
		s := newStage(t, &out)
		// At this pace the round stays open.
		s.pace = time.Second
		s.enter([]string{"club"})
		s.says("ann", "", "/"+g.Name())
		out.Reset()
		for i, card := range cards(t) {
			s.says(fmt.Sprintf("bob%d~", i), "", card)
		}
		if out.Len() > 0 {
			t.Errorf("%s: pasted cards are answered:\n%s", g.Name(), out.String())
		}
		err := s.store.Read(t.Context(), func(tx *storage.Tx) error {
			answers, err := round.Answers(tx, 1, 0)
			if len(answers) > 0 {
				t.Errorf("%s: pasted cards are noted: %+v", g.Name(), answers)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A picture is stored as facts, which a later version must be able to draw. So their names are frozen.
func TestStoredPictures(t *testing.T) {
	r := newRoom(t)
	for kind, facts := range map[string]string{
		"share": `{"Title":"Reckon #325","Date":"21 November","Parts":[{"Name":"24","Mark":1,"Detail":"8 s","Stars":0,"Hinted":true},
			{"Name":"Tchisla","Mark":2,"Detail":"","Stars":2,"Hinted":false}],"Streak":12,"Days":"days in a row"}`,
		"result": `{"Title":"24","Tiles":["2","3","4","5"],"Goal":"24","Level":2,"Word":"easy","Answer":"2*(3+4+5) = 24","Found":true,
			"Rows":[{"Rank":1,"Name":"Ann","Detail":"8 s","Points":"+20","Stars":0,"Hinted":false}],"More":""}`,
	} {
		for _, dark := range []bool{false, true} {
			png, err := r.bot.Draw(chat.Picture{Kind: kind, Facts: json.RawMessage(facts)}, dark)
			if err != nil || len(png) < 1000 || len(png) > 100<<10 || string(png[1:4]) != "PNG" {
				t.Errorf("%s: %d bytes, %v", kind, len(png), err)
			}
		}
	}
	now, err := json.Marshal(card.Share{Parts: []card.Part{{}}})
	if want := `{"Title":"","Name":"","Date":"","Score":"","Unfinished":"","Parts":[{"Name":"","Sign":"","Grade":0,"Points":"","Detail":"","Stars":0,"Hinted":false}],"InRow":"","Place":"","Invite":"","Address":""}`; err != nil || string(now) != want {
		t.Errorf("a card is stored as %s, %v", now, err)
	}
	for _, p := range []chat.Picture{{Kind: "stats of the future"}, {Kind: "share", Facts: json.RawMessage("7")}} {
		if _, err := r.bot.Draw(p, false); err == nil {
			t.Errorf("%+v is drawn", p)
		}
	}
}

// A person may type the bot's name in a chat where the bot is not. Whatever they type after it, they get a
// puzzle: the one that they want, or an easy first one.
func TestSummoned(t *testing.T) {
	r := newRoom(t)
	for text, want := range map[string]string{
		"": "24", "24": "24", "hard": "24", "hello there": "24", "#1 8*3": "24", "share 61": "24", "3 3 8 8": "3 3 8 8", "tchisla 2016#7": "2016", "countdown": "countdown", "倒数数字": "24",
	} {
		offers := r.bot.Offers(t.Context(), chat.Request{
			Place: chat.Place{Network: "terminal"}, Person: chat.Person{Network: "terminal", ID: "ann", Name: "Ann"}, Locale: "en", At: r.now, Input: chat.Input{Kind: chat.Summoned, Text: text},
		})
		if len(offers.List) == 0 || offers.List[0].Reply.Face == nil || !strings.Contains(strings.ToLower(offers.List[0].Title), want) {
			t.Errorf("%q gets %+v", text, offers)
		}
		if text == "hello there" && offers.List[0].About != "very easy" {
			t.Errorf("a stranger gets %+v", offers.List[0])
		}
		r.pass(time.Minute)
	}
}

// A person who has never said anything in a group presses the button of its puzzle. They come to their private
// chat, type the answer there, and are paid.
func TestFirstActByButton(t *testing.T) {
	r := newRoom(t)
	dealt := r.command("Ann", group, "24", "")
	home := conversation("Bob")
	if got := onTerminal(r.ask("Bob", home, chat.Input{Kind: chat.Press, Data: dealt.Buttons[0][0].Data})); !strings.Contains(got, "24") {
		t.Fatalf("Bob sees %s", got)
	}
	p := must(games.Parse("24:" + strings.Join(dealt.Face.Tiles, ",")))(t)
	got := r.ask("Bob", home, chat.Input{Kind: chat.Text, Text: p.Solve(t.Context()).All[0]})
	if got.Tone != chat.Good || !strings.Contains(onTerminal(got), "+") {
		t.Errorf("Bob's answer: %s", onTerminal(got))
	}
}
