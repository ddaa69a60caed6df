package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage/storetest"
)

// me asks what the page shows a person about themselves.
func (v *visitor) me() (m chat.MeView) {
	v.T.Helper()
	if status := v.Call(http.MethodGet, "play/me", v.Token, nil, &m); status != http.StatusOK {
		v.T.Fatalf("play/me: %d", status)
	}
	return m
}

// setting returns the setting of a name.
func setting(t *testing.T, m chat.MeView, name string) chat.SettingView {
	t.Helper()
	i := slices.IndexFunc(m.Settings, func(s chat.SettingView) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("there is no %s in %+v", name, m.Settings)
	}
	return m.Settings[i]
}

// names lists the names of the settings.
func names(m chat.MeView) string {
	var all []string
	for _, s := range m.Settings {
		all = append(all, s.Name)
	}
	return strings.Join(all, " ")
}

// A guest who has done nothing has no figures, and is not stored for asking. They have the settings that mean
// something to them.
func TestMeOfAStranger(t *testing.T) {
	s := newSite(t)
	v := s.visit(map[string]string{"network": "web", "locale": "en"})
	m := v.me()
	if !m.Guest || m.Name != "Guest" || m.Points+m.Solved+m.Streak+m.Longest != 0 || m.Strengths != nil || m.Boards != nil {
		t.Errorf("a stranger is shown %+v", m)
	}
	// Behind these are settings of features.
	got := names(m)
	if !strings.HasPrefix(got, "language level games timezone") || strings.Contains(got, "worldwide") || strings.Contains(got, "reminder") {
		t.Errorf("their settings are %s", got)
	}
	for _, x := range m.Settings {
		isPlain := x.Label != "" && x.Value != "" && x.About != "" && len(x.Choices) > 1
		if !isPlain || strings.Contains(x.Label+x.Value+x.About, "/") {
			t.Errorf("a setting is %+v", x)
		}
	}
	if status := s.call(http.MethodGet, "play/me", "", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("without a session: %d", status)
	}
	room := s.guest("Ann", "new")
	if m := room.me(); len(m.Settings) != 0 || m.Name != "Ann" || !m.Guest {
		t.Errorf("in a room: %+v", m)
	}
}

// What a person does is in their figures, and what they choose is their setting from then on.
func TestMeOfAPerson(t *testing.T) {
	s := siteOn(t, storetest.Database(t), map[string]chat.Prover{"club": new(club)})
	ann := s.visit(map[string]string{"network": "club", "proof": "Ann", "locale": "en"})
	bob := s.visit(map[string]string{"network": "club", "proof": "Bob", "locale": "en"})
	if m := ann.me(); m.Guest || m.Name != "Ann" || m.Points != 0 {
		t.Errorf("a person who is new is shown %+v", m)
	}
	if got := names(ann.me()); !strings.HasPrefix(got, "language level games timezone daily hour quiet reminder worldwide") {
		t.Errorf("the settings of a person are %s", got)
	}
	ann.do("press", setting(t, ann.me(), "worldwide").Choices[0].Press)
	ann.do("command", "daily")
	s.later(time.Minute)
	a := ann.answer(bestAnswer(t, ann.look().Round.Puzzle))
	m := ann.me()
	if a.Reply == nil || m.Points != 20 || m.Solved != 1 || m.Streak != 1 || m.Longest != 1 {
		t.Errorf("after an answer: %+v", m)
	}
	if len(m.Strengths) != 0 && m.Strengths[0].Title != "24" {
		t.Errorf("the strengths are %+v", m.Strengths)
	}
	worldwide := chat.BoardRank{Title: "All time · worldwide", Rank: 1, Of: 1}
	if !slices.Contains(m.Boards, worldwide) {
		t.Errorf("the ranks are %+v", m.Boards)
	}
	if m := bob.me(); m.Points != 0 || len(m.Boards) != 0 {
		t.Errorf("of Ann's points Bob has %+v", m)
	}
	for _, test := range []struct{ name, label, value string }{
		{"level", "hard", "hard"},
		{"timezone", "Tokyo", "Asia/Tokyo"},
		{"reminder", "on", "on"},
		{"games", "Letters", "24, Tchisla, Countdown, Conundrum"},
		{"games", "Letters", "all"},
		{"worldwide", "off", "off"},
	} {
		choices := setting(t, ann.me(), test.name).Choices
		i := slices.IndexFunc(choices, func(c chat.Choice) bool { return strings.HasPrefix(c.Label, test.label) })
		if i < 0 {
			t.Fatalf("%s has the choices %+v", test.name, choices)
		}
		reply := ann.do("press", choices[i].Press).Reply
		now := setting(t, ann.me(), test.name)
		if now.Value != test.value || (!now.Several && !now.Choices[i].On) || reply == nil {
			t.Errorf("%s %s: it is %+v, after %+v", test.name, test.label, now, reply)
		}
	}
	if m := ann.me(); len(m.Boards) != 0 {
		t.Errorf("off the boards, the ranks are %+v", m.Boards)
	}
}

// Who chooses a language reads in it at once: the view says so, and a new session has the words.
func TestLanguageOfMe(t *testing.T) {
	s := newSite(t)
	v := s.visit(map[string]string{"network": "web", "locale": "en"})
	if v.View.Lang != "en" {
		t.Errorf("the language is %q", v.View.Lang)
	}
	choices := setting(t, v.me(), "language").Choices
	i := slices.IndexFunc(choices, func(c chat.Choice) bool { return strings.HasSuffix(c.Press, "zh-Hans") })
	v.do("press", choices[i].Press)
	if lang := v.look().Lang; lang != "zh-Hans" {
		t.Errorf("after the choice the language is %q", lang)
	}
	var session struct {
		Lang  string
		Name  string
		Words map[string]string
	}
	s.call(http.MethodPost, "play/session", "", map[string]string{"network": "web", "guest": v.Guest, "locale": "en"}, &session)
	if session.Lang != "zh-Hans" || session.Words["me"] != "我" || session.Name != session.Words["guest"] {
		t.Errorf("the new session speaks %s: %s, %s", session.Lang, session.Words["me"], session.Name)
	}
}

// A guest who has chosen a language reads it in a room, too, whatever others there read and their browser speaks.
func TestLanguageInARoom(t *testing.T) {
	s := newSite(t)
	host := s.guest("Host", "new")
	v := s.visit(map[string]string{"network": "web", "locale": "en"})
	choices := setting(t, v.me(), "language").Choices
	i := slices.IndexFunc(choices, func(c chat.Choice) bool { return strings.HasSuffix(c.Press, "zh-Hant") })
	v.do("press", choices[i].Press)
	for _, room := range []string{host.Room, "new"} {
		var session struct {
			Token, Lang, Name string
			Words             map[string]string
			View              chat.View
		}
		opening := map[string]string{"network": "web", "guest": v.Guest, "locale": "en", "room": room}
		if status := s.call(http.MethodPost, "play/session", "", opening, &session); status != http.StatusOK {
			t.Fatal(status)
		}
		isChosen := session.Lang == "zh-Hant" && session.View.Lang == "zh-Hant" && strings.HasPrefix(session.View.Place, "房間")
		if !isChosen || session.Name != session.Words["guest"] {
			t.Errorf("in %s the guest %s reads %s, at %s", room, session.Name, session.Lang, session.View.Place)
		}
	}
	if lang := host.look().Lang; lang != "en" {
		t.Errorf("the host reads %s", lang)
	}
}
