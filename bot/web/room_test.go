package web_test

import (
	"net/http"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/web"
	"reckon/bot/web/webtest"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A person of a chat goes into a room of the page from their network's frame, races there with a guest under their
// own account, and leaves it for where they came from.
func TestRoomFromAFrame(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	ann := s.guest("Ann", "new")
	cem := s.visit(map[string]string{"network": "club", "proof": "Cem", "locale": "en"})
	alone := cem.Token
	cem = s.visit(map[string]string{"network": "web", "token": alone, "room": ann.Room, "locale": "en"})
	if cem.Room != ann.Room || cem.Name != "Cem" || cem.Guest != "" || cem.Maker != "" {
		t.Fatalf("Cem's session: %+v", cem.Visitor)
	}
	if got := ann.here(); got != "Ann (me), Cem" {
		t.Errorf("in the room: %q", got)
	}
	ann.do("command", "race", "text", "3 24 easy")
	cem.look()
	cem.do("press", cem.View.Match.Join.Press)
	ann.await(1, 0)
	cem.look()
	cem.answer(bestAnswer(t, cem.View.Round.Puzzle))
	if people := ann.look().Round.People; len(people) != 1 || people[0].Name != "Cem" {
		t.Errorf("solved by %+v", people)
	}
	// The page is loaded again, or proves anew who he is, and he is where he was.
	for what, opening := range map[string]map[string]string{
		"loaded again": {"network": "web", "token": cem.Token},
		"proved anew":  {"network": "club", "proof": "Cem", "room": ann.Room},
	} {
		if v := s.visit(opening); v.Room != ann.Room || v.View.Match == nil || v.View.Place == "" {
			t.Errorf("%s: in room %q, place %q", what, v.Room, v.View.Place)
		}
	}
	home := s.visit(map[string]string{"network": "web", "token": cem.Token, "room": "home"})
	if home.Room != "" || home.View.Place != "" || home.View.Match != nil {
		t.Errorf("back home he is in %q, at %q", home.Room, home.View.Place)
	}
	home.do("command", "24")
	if home.View.Round == nil {
		t.Error("at home there is no puzzle")
	}
	if old := s.visit(map[string]string{"network": "web", "token": alone}); old.View.Round == nil {
		t.Error("home is not where he came from")
	}
}

// A room that a person of a chat has opened stays theirs, also when their page is loaded again. Nobody else becomes its
// maker, not even a guest of the same ID.
func TestRoomOpenedFromAFrame(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	cem := s.visit(map[string]string{"network": "club", "proof": "Cem", "room": "new", "locale": "en"})
	if cem.Room == "" || cem.Maker == "" {
		t.Fatalf("a new room: %q, maker %q", cem.Room, cem.Maker)
	}
	dan := s.visit(map[string]string{"network": "club", "proof": "Dan", "locale": "en"})
	for what, c := range map[string]struct {
		opening map[string]string
		isMaker bool
	}{
		"by the token":          {map[string]string{"network": "web", "token": cem.Token}, true},
		"by the proof":          {map[string]string{"network": "club", "proof": "Cem", "maker": cem.Maker}, true},
		"back from home":        {map[string]string{"network": "web", "token": cem.Token, "maker": cem.Maker}, true},
		"without the key":       {map[string]string{"network": "club", "proof": "Cem"}, false},
		"somebody else":         {map[string]string{"network": "club", "proof": "Dan", "maker": cem.Maker}, false},
		"somebody else, a move": {map[string]string{"network": "web", "token": dan.Token, "maker": cem.Maker}, false},
		"a guest":               {map[string]string{"network": "web", "name": "Cem", "maker": cem.Maker}, false},
	} {
		if what != "by the token" {
			c.opening["room"] = cem.Room
		}
		v := s.visit(c.opening)
		if v.Room != cem.Room || (v.Maker != "") != c.isMaker {
			t.Errorf("%s: in room %q, maker %q", what, v.Room, v.Maker)
		}
		want := http.StatusNotFound
		if c.isMaker {
			want = http.StatusOK
		}
		if status := s.call(http.MethodGet, "play/results", v.Token, nil, nil); status != want {
			t.Errorf("%s: results %d, want %d", what, status, want)
		}
	}
}

// What is no room's code leads nowhere, and the token of a guest opens no room: each address may guess only so many
// codes.
func TestNoRoomFromAFrame(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	guest := s.guest("Eve", "")
	cem := s.visit(map[string]string{"network": "club", "proof": "Cem", "locale": "en"})
	for what, c := range map[string]struct {
		opening map[string]string
		status  int
	}{
		"no code":          {map[string]string{"network": "club", "proof": "Cem", "room": "AEIOUX"}, http.StatusNotFound},
		"no code, a token": {map[string]string{"network": "web", "token": cem.Token, "room": "CDFHJ"}, http.StatusNotFound},
		"a false token":    {map[string]string{"network": "web", "token": cem.Token + "x", "room": "CDFHJK"}, http.StatusForbidden},
		"a guest's token":  {map[string]string{"network": "web", "token": guest.Token, "room": "CDFHJK"}, http.StatusForbidden},
		"a guest, home":    {map[string]string{"network": "web", "token": guest.Token, "room": "home"}, http.StatusForbidden},
	} {
		if status := s.call(http.MethodPost, "play/session", "", c.opening, nil); status != c.status {
			t.Errorf("%s: %d, want %d", what, status, c.status)
		}
	}
}

// Whoever comes by a network's proof has the pace of their address, whatever tokens and keys of guests they send beside
// it. Otherwise they could guess the codes of rooms as fast as they like.
func TestPaceBesideAProof(t *testing.T) {
	for field, room := range map[string]string{"token": "AEIOUX", "guest": ""} {
		s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
		guests := []*visitor{s.guest("Eve", ""), s.guest("Eve", ""), s.guest("Eve", "")}
		refused := 0
		for _, guest := range guests {
			beside := map[string]string{"token": guest.Token, "guest": guest.Guest}[field]
			request := map[string]string{"network": "club", "proof": "Cem", field: beside, "room": room, "locale": "en"}
			for range 50 {
				if s.call(http.MethodPost, "play/session", "", request, new(webtest.Visitor)) == http.StatusTooManyRequests {
					refused++
				}
			}
		}
		if refused < 20 {
			t.Errorf("of 150 requests with a %s only %d are refused", field, refused)
		}
	}
}

// Somebody of a chat who plays only in rooms is not forgotten after a day, as guests are. What they earn in their own
// daily counts in the World, wherever they solve it.
func TestChatAccountInARoom(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	people := map[string]*visitor{
		"club":      s.visit(map[string]string{"network": "club", "proof": "Cem", "room": "new", "locale": "en"}),
		web.Network: s.guest("Ann", "new"),
	}
	local := map[string]int64{}
	for network, v := range people {
		v.do("press", v.View.Day.Parts[0].Press)
		s.later(time.Minute)
		v.answer(bestAnswer(t, v.View.Round.Puzzle))
		err := s.store.Read(t.Context(), func(tx *storage.Tx) (err error) {
			local[network], err = storage.Get[int64](tx, "find a daily's award", `
				SELECT a.local FROM awards a JOIN players p ON p.id = a.player_id
				WHERE p.network = $1 AND a.community_id = 0 AND a.points > 0`, network)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if local["club"] != 0 || local[web.Network] != 1 {
		t.Errorf("local: %v", local)
	}
	s.later(25 * time.Hour)
	until(t, "the guest is forgotten", func() bool { return s.knows("Ann") == 0 })
	if s.knows("Cem") != 1 {
		t.Error("Cem is forgotten")
	}
}

// knows returns how many players of a name are stored.
func (s *site) knows(name string) int64 {
	var n int64
	err := s.store.Read(s.t.Context(), func(tx *storage.Tx) (err error) {
		n, err = storage.Get[int64](tx, "count players of a name", `SELECT COUNT(*) FROM players WHERE name = $1`, name)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
