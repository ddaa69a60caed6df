package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A club is a network whose people prove who they are by their names. A colon and the data that they came
// for may follow the name. Members belong to every group.
type club struct {
	chat.FrontEnd
	members  string
	asked    int
	prepared chat.Offer
}

func (c *club) Application() string { return "" }

func (c *club) Prove(_ context.Context, proof chat.Proof, _ time.Time) (r chat.Request, err error) {
	name, data, _ := strings.Cut(proof.Proof, ":")
	r.Person = chat.Person{Network: "club", ID: strings.ToLower(name), Name: name, Role: chat.RoleAdmin}
	r.Place = chat.Place{Network: "club", Community: r.Person.ID, Private: true}
	r.Input.Data = data
	return r, nil
}

func (c *club) Belongs(_ context.Context, community, person string) (bool, error) {
	c.asked++
	return community == "group" && strings.Contains(c.members, person), nil
}

func (c *club) Prepare(_ context.Context, person string, o chat.Offer) (string, error) {
	c.prepared = o
	if person == "" {
		return "", errors.New("for nobody")
	}
	return "message of " + person, nil
}

// says carries out a line that somebody types in a chat.
func (s *site) says(key, name, command string, in chat.Place) chat.Reply {
	s.t.Helper()
	reply, _, err := s.bot.Do(s.t.Context(), chat.Request{
		Key: "club:" + key, Place: in, Person: chat.Person{Network: "club", ID: strings.ToLower(name), Name: name, Role: chat.RoleAdmin},
		Input: chat.Input{Kind: chat.Command, Name: command}, Ephemeral: in.Private, Locale: "en", At: s.now(), Event: []byte("{}"),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return reply
}

// opens returns the data with which a reply opens the page.
func opens(t *testing.T, r chat.Reply) string {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if b.Page {
				return b.Data
			}
		}
	}
	t.Fatalf("nothing opens the page: %+v", r.Buttons)
	return ""
}

// pass returns the pass in a link to the page.
func pass(t *testing.T, r chat.Reply) string {
	t.Helper()
	for _, row := range r.Buttons {
		for _, b := range row {
			if _, pass, ok := strings.Cut(b.URL, "https://reckon.example/play#pass="); ok && r.Audience == chat.Secret {
				return pass
			}
		}
	}
	t.Fatalf("there is no link in %+v", r)
	return ""
}

// A person in a chat opens the page in a browser by a link of their own, which works once and for ten
// minutes. When the page is loaded again, it goes on with its session, as long as that lasts.
func TestPass(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	home := chat.Place{Network: "club", Community: "ann", Private: true}
	s.says("1", "Ann", "24", home)
	link := pass(t, s.says("2", "Ann", "open", home))
	by := func(field, value string) map[string]string {
		return map[string]string{"network": "web", field: value, "locale": "en"}
	}
	ann := s.visit(by("proof", link))
	if ann.Name != "Ann" || ann.Guest != "" || ann.View.Round == nil || ann.View.Round.Game != "24" {
		t.Fatalf("who came: %+v", ann)
	}
	if a := ann.answer(bestAnswer(t, ann.View.Round.Puzzle)); a.Reply == nil || a.Reply.Tone != chat.Good {
		t.Errorf("the answer: %+v", a.Reply)
	}
	if r := s.visit(map[string]string{"network": "club", "proof": "Ann"}).View.Round; r == nil || r.Mine.Points == 0 {
		t.Errorf("as their network knows them, Ann sees %+v", r)
	}
	again := s.visit(by("token", ann.Token))
	if again.View.Round == nil || again.View.Round.Token != ann.View.Round.Token {
		t.Errorf("loaded again: %+v", again.View.Round)
	}
	refused := func(what, field, value string) {
		if status := s.call("POST", "play/session", "", by(field, value), nil); status != http.StatusForbidden {
			t.Errorf("%s: %d", what, status)
		}
	}
	refused("a link used twice", "proof", link)
	refused("a link of somebody's own", "proof", "bm90IG9uZQ")
	refused("a token of somebody's own", "token", "bm90IG9uZQ")
	old := pass(t, s.says("4", "Ann", "open", home))
	s.later(11 * time.Minute)
	refused("an old link", "proof", old)
	forgotten := pass(t, s.says("5", "Ann", "open", home))
	if err := s.store.Commit(t.Context(), func(tx *storage.Tx) error {
		who, err := tx.FindPlayer("club", "ann")
		if err != nil {
			return err
		}
		return tx.ForgetPlayer(who.ID)
	}); err != nil {
		t.Fatal(err)
	}
	refused("the link of somebody who is forgotten", "proof", forgotten)
	s.later(12 * time.Hour)
	refused("a session that is over", "token", again.Token)
	if r := s.says("6", "Bob", "open", chat.Place{Network: "club", Community: "group"}); strings.Contains(fmt.Sprint(r), "#pass=") {
		t.Errorf("others read %+v", r)
	}
}

// The link to a group's puzzle may be sent on. People who belong to the group come into the group.
// Everybody else gets a similar puzzle for themselves or, once nobody else plays it, the same one.
func TestLinkSentOn(t *testing.T) {
	members := &club{members: "bob"}
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": members})
	group := chat.Place{Network: "club", Community: "group"}
	dealt := s.says("1", "Ann", "24", group)
	link := opens(t, dealt)
	come := func(name string) *visitor {
		t.Helper()
		v := s.visit(map[string]string{"network": "club", "proof": name + ":" + link, "locale": "en"})
		v.do("open", v.Open)
		return v
	}
	eve := come("Eve")
	if r := eve.View.Round; r == nil || r.Shared || len(r.People) > 0 {
		t.Fatalf("Eve sees %+v", r)
	}
	bob := come("Bob")
	r := bob.View.Round
	if r == nil || !r.Shared || r.Puzzle == eve.View.Round.Puzzle || r.Level != eve.View.Round.Level {
		t.Fatalf("Bob sees %+v", r)
	}
	asked := members.asked
	if a := eve.do("press", r.Answer.Press, "text", bestAnswer(t, r.Puzzle), "round", r.Token); a.Reply == nil || a.Reply.Tone == chat.Good {
		t.Errorf("Eve answers the group's puzzle by Bob's button: %+v", a.Reply)
	}
	bob.answer(bestAnswer(t, r.Puzzle))
	if len(bob.View.Round.People) != 1 || bob.View.Round.Mine.Points == 0 {
		t.Errorf("Bob answers: %+v", bob.View.Round)
	}
	if members.asked != asked {
		t.Errorf("the network is asked %d times more", members.asked-asked)
	}
	if len(eve.look().Round.People) > 0 {
		t.Errorf("Eve sees %+v", eve.View.Round.People)
	}
	s.later(49 * time.Hour)
	bob = s.visit(map[string]string{"network": "club", "proof": "Bob", "locale": "en"})
	until(t, "the group's puzzle ends", func() bool { return bob.look().Round.Over })
	if r := come("Eve").View.Round; r.Shared || r.Puzzle != bob.View.Round.Puzzle {
		t.Errorf("Eve sees %+v", r)
	}
}

// A person who has opened the page by the link of a puzzle of a group's race sees the next puzzle as soon
// as it is dealt.
func TestRaceGoesOn(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": &club{members: "bob"}})
	group := chat.Place{Network: "club", Community: "group"}
	s.says("1", "Ann", "race", group)
	ofNoPuzzle := opens(t, s.says("2", "Ann", "open", group))
	link := ofNoPuzzle
	s.gathered()
	n := 2
	until(t, "the puzzle comes", func() bool {
		n++
		// One person may not ask so often.
		link = opens(t, s.says(fmt.Sprint(n), fmt.Sprint("Cat ", n), "open", group))
		return link != ofNoPuzzle
	})
	bob := s.visit(map[string]string{"network": "club", "proof": "Bob:" + link, "locale": "en"})
	bob.do("open", bob.Open)
	first := bob.View.Round
	if first == nil || first.Over || bob.View.Match == nil {
		t.Fatalf("Bob sees %+v", bob.View)
	}
	bob.answer(bestAnswer(t, first.Puzzle))
	s.later(15 * time.Second)
	until(t, "the puzzle is over", func() bool { return bob.look().Round.Over })
	s.later(10 * time.Second)
	until(t, "the next one comes", func() bool { r := bob.look().Round; return r.Token != first.Token && !r.Over })
	bob.answer(bestAnswer(t, bob.View.Round.Puzzle))
	if len(bob.View.Round.Mine.Answers) != 1 {
		t.Errorf("Bob sees %+v", bob.View.Round)
	}
	second := bob.View.Round.Token
	s.later(15 * time.Second)
	until(t, "it is over, too", func() bool { return bob.look().Round.Over })
	if bob.View.Round.Token != second {
		t.Errorf("Bob is back at %+v", bob.View.Round)
	}
}

// What a person does alone on the page is shown there, and nowhere else.
func TestAloneOnPage(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	ann := s.visit(map[string]string{"network": "club", "proof": "Ann", "locale": "en"})
	ann.do("command", "24")
	ann.answer(bestAnswer(t, ann.look().Round.Puzzle))
	if ann.View.Round.Mine.Points == 0 {
		t.Fatalf("Ann sees %+v", ann.View.Round)
	}
	ann.do("command", "help")
	var waits bool
	if err := s.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
		waits, err = tx.HasOutgoing("club", false)
		return err
	}); err != nil || waits {
		t.Errorf("it is posted in her chat, too: %v %v", waits, err)
	}
}

// A messenger is a club in which private chats have keys of their own.
type messenger struct{ club }

func (m *messenger) Prove(ctx context.Context, proof chat.Proof, now time.Time) (chat.Request, error) {
	r, err := m.club.Prove(ctx, proof, now)
	r.Place.Community = "chat of " + r.Person.ID
	return r, err
}

// A person's card of the day becomes a message that their network's client can send.
func TestShare(t *testing.T) {
	network := &messenger{}
	s := siteOn(t, filepath.Join(t.TempDir(), "reckon.db"), map[string]chat.Prover{"club": network})
	ann := s.visit(map[string]string{"network": "club", "proof": "Ann", "locale": "en"})
	share := func(v *visitor, day int) (status int, id string) {
		var out struct{ Prepared string }
		status = v.call("POST", "play/share", v.Token, map[string]int{"day": day}, &out)
		return status, out.Prepared
	}
	day := ann.View.Day.Number
	if status, _ := share(ann, day); status != http.StatusNotFound {
		t.Errorf("before anything is done: %d", status)
	}
	ann.do("press", ann.View.Day.Parts[0].Press)
	ann.answer(bestAnswer(t, ann.View.Round.Puzzle))
	if status, id := share(ann, day); status != http.StatusOK || id != "message of ann" || !strings.Contains(plain(network.prepared.Reply.Text), "Reckon #") {
		t.Errorf("%d %q: %+v", status, id, network.prepared)
	}
	if status, _ := share(ann, day-1); status != http.StatusNotFound {
		t.Errorf("a day of the past: %d", status)
	}
	if status, _ := share(s.guest("Gus", ""), day); status != http.StatusNotFound {
		t.Errorf("of a guest: %d", status)
	}
}

// A counted bot counts the views that it makes.
type counted struct {
	chat.PageHandler
	views int
}

func (c *counted) View(ctx context.Context, r chat.Request, day bool) (chat.View, error) {
	c.views++
	return c.PageHandler.View(ctx, r, day)
}

// A guest who comes back into a room reads the language that they have chosen alone, and has its name for a guest. To
// know it, the page loads no view but that of the room.
func TestLanguageOfReturningGuest(t *testing.T) {
	s := newSite(t)
	guest := s.guest("", "")
	guest.do("command", "settings", "text", "language zh-Hans")
	bot := &counted{PageHandler: s.site.Page.Bot}
	s.site.Page.Bot = bot
	again := s.visit(map[string]string{"network": "web", "guest": guest.Guest, "room": "new", "locale": "en"})
	if again.View.Lang != "zh-Hans" || again.Name != "访客" {
		t.Errorf("in the room %q reads %s", again.Name, again.View.Lang)
	}
	if len(again.View.Here) != 1 || again.View.Here[0].Name != "访客" {
		t.Errorf("in the room are %+v", again.View.Here)
	}
	if bot.views != 1 {
		t.Errorf("%d views are made", bot.views)
	}
}

// Who gives up on the page by mistake has a button that goes on, alone and with a puzzle of the day.
func TestKeepsTrying(t *testing.T) {
	s := newSite(t)
	guest := s.guest("Ann", "")
	for _, press := range []string{guest.View.Deal[0].Press, guest.do("command", "daily").View.Day.Parts[0].Press} {
		guest.do("press", press)
		reply := guest.do("press", guest.View.Round.GiveUp.Press).Reply
		if len(reply.Buttons) != 1 || len(reply.Buttons[0]) != 2 || reply.Buttons[0][1].Label != "Keep trying" {
			t.Fatalf("the buttons are %+v", reply.Buttons)
		}
		keep := reply.Buttons[0][1].Data
		if keep == press {
			t.Error("the page leaves out a button of a puzzle that it shows")
		}
		puzzle := guest.View.Round.Puzzle
		guest.do("press", keep)
		if r := guest.View.Round; r == nil || r.Puzzle != puzzle || r.GiveUp == nil {
			t.Errorf("after %s the puzzle is %+v", puzzle, r)
		}
	}
}
