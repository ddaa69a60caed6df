package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine/games"
	"reckon/storage"
)

// newSettings returns the kernel's settings, and a voice that speaks English.
func newSettings(t *testing.T) (*Settings, say.Voice) {
	t.Helper()
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := New(games.All(), []string{"easiest", "easy", "medium", "hard", "very-hard"}, book, zones)
	return s, say.Voice{Printer: book.Printer("en")}
}

// shown returns the lines of a reply: its text, its table, and a line for each row of buttons.
func shown(r chat.Reply) []string {
	var lines []string
	for _, line := range r.Text {
		lines = append(lines, say.Plain(line))
	}
	if r.Table != nil {
		for _, row := range r.Table.Rows {
			lines = append(lines, strings.Join(row, ": "))
		}
	}
	for _, row := range r.Buttons {
		var labels []string
		for _, b := range row {
			labels = append(labels, "["+b.Label+"]")
		}
		lines = append(lines, strings.Join(labels, " "))
	}
	return lines
}

// want compares the lines of a reply with those wanted.
func want(t *testing.T, what string, r chat.Reply, lines ...string) {
	t.Helper()
	if diff := cmp.Diff(lines, shown(r)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// noon is a Monday.
var noon = time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)

// withDays returns a view with the days of its community.
func withDays(v View) View {
	v.Days = round.CalendarOf(v.Community)
	return v
}

// A group is shown the settings that matter in groups. In a private chat the settings are the person's own.
func TestPanel(t *testing.T) {
	s, v := newSettings(t)
	group := View{
		Say: v,
		Community: storage.Community{
			Games: "24,letters", Level: 2, Daily: true, Hour: 8, Minute: 30, Zone: "Europe/Berlin", Seconds: 45, Dealers: Admins,
		},
		At: noon,
	}
	want(t, "of a group", s.Panel(withDays(group), true),
		"Settings of this chat",
		"Next daily: 10 March 2026, 08:30.",
		"Games: 24, Letters",
		"Level: easy",
		"Daily: here",
		"Time: 8:30",
		"Time zone: Europe/Berlin",
		"Timer: 45 seconds",
		"Language: automatic",
		"Who starts puzzles: administrators",
		"[Games] [Level] [Daily]",
		"[Time] [Time zone] [Timer]",
		"[Language] [Who starts puzzles]",
	)
	own := View{Say: v, Community: storage.Community{Private: true, Hour: 9}, At: noon}
	want(t, "of a person", s.Panel(own, true),
		"Your settings",
		"Games: all",
		"Level: any",
		"Daily: off",
		"Time: 9:00",
		"Time zone: UTC",
		"Language: automatic",
		"Worldwide: off",
		"[Games] [Level] [Daily]",
		"[Time] [Time zone] [Language]",
		"[Worldwide]",
	)
}

// People who are not administrators may look at the panel. They see no buttons.
func TestPanelIsForAdministrators(t *testing.T) {
	s, v := newSettings(t)
	r := s.Panel(View{Say: v, At: noon}, false)
	if last := say.Plain(r.Text[len(r.Text)-1]); len(r.Buttons) > 0 || last != "Administrators can change these." {
		t.Errorf("the panel ends with %q, and has the buttons %v", last, r.Buttons)
	}
	if r.Audience != chat.Asker {
		t.Errorf("it is for the audience %v", r.Audience)
	}
}

// A community with channels has the same settings in all of them. The daily is posted in one of them.
func TestPanelOfChannels(t *testing.T) {
	s, v := newSettings(t)
	for _, test := range []struct {
		channel, dailyChannel, trouble string
		hasTopics                      bool
		title, next, problem           string
	}{
		{"", "", "", false, "Settings of this chat", "Next daily: 9 March 2026, 13:00.", ""},
		{"a", "a", "", false, "Settings for all channels", "Next daily: 9 March 2026, 13:00.", ""},
		{"b", "a", "", false, "Settings for all channels", "Next daily: 9 March 2026, 13:00, in another channel.", ""},
		{"b", "a", "", true, "Settings for all topics", "Next daily: 9 March 2026, 13:00, in another topic.", ""},
		{
			"a", "a", "right", false, "Settings for all channels", "Next daily: 9 March 2026, 13:00.",
			"I'm not allowed to post here yet. In this chat's Permissions, let me read and send messages, then tap Try again.",
		},
		{
			"b", "a", "right", true, "Settings for all topics", "Next daily: 9 March 2026, 13:00, in another topic.",
			"I'm not allowed to post in another topic yet. In its Permissions, let me read and send messages, then tap Try again.",
		},
		{
			"b", "a", "thread", false, "Settings for all channels", "Next daily: 9 March 2026, 13:00, in another channel.",
			"The topic or channel I posted in is closed or gone. Open these settings where I should post, and tap Daily.",
		},
	} {
		c := storage.Community{Daily: true, DailyChannel: test.dailyChannel, Hour: 13, Trouble: test.trouble, TroubleChannel: "a"}
		r := s.Panel(withDays(View{Say: v, Community: c, Channel: test.channel, Topics: test.hasTopics, At: noon}), true)
		lines := []string{test.title, test.next}
		if test.problem != "" {
			lines = append(lines, test.problem)
		}
		r.Table = nil
		isTriedAgain := r.Buttons[len(r.Buttons)-1][0].Data == command.Data(ActTry)
		r.Buttons = nil
		want(t, "channel "+test.channel+" "+test.trouble, r, lines...)
		if isTriedAgain != (test.trouble != "") {
			t.Errorf("trouble %q can be tried again: %v", test.trouble, isTriedAgain)
		}
	}
}

// If posts could not be pinned, no button tries it again: the next daily does.
func TestPinIsNotTriedAgain(t *testing.T) {
	_, v := newSettings(t)
	for trouble, isTried := range map[string]bool{"": false, "pin": false, "right": true, "thread": true} {
		view := View{Say: v, Community: storage.Community{Trouble: trouble}}
		if got := len(view.tryAgain()) > 0; got != isTried {
			t.Errorf("trouble %q can be tried again: %v", trouble, got)
		}
	}
}

// Each row fits on a phone. Instead of a long time zone its city is shown, and other long values are cut off.
func TestPanelFitsAPhone(t *testing.T) {
	s, v := newSettings(t)
	for zone, label := range map[string]string{
		"Europe/Berlin":                  "Europe/Berlin",
		"America/Argentina/Buenos_Aires": "Buenos Aires",
		// As wide as there is room.
		"America/Argentina/Jujuy": "America/Argentina/Jujuy",
	} {
		view := View{Say: v, Community: storage.Community{Zone: zone, Games: "24,tchisla,countdown,letters", Private: true}, At: noon}
		longest := 0
		for _, row := range s.rows(view) {
			longest = max(longest, chat.Width(row[1]))
			if row[0] == "Time zone" && row[1] != label {
				t.Errorf("the time zone %s is %q, want %q", zone, row[1], label)
			}
		}
		// Next to "Time zone" and two spaces.
		if longest != chat.PhoneColumns-len("Time zone")-2 {
			t.Errorf("the longest value has %d columns", longest)
		}
	}
}

// A page has a button for each value, with a check mark at the current one. If there are more values than
// buttons, another button opens a form.
func TestPages(t *testing.T) {
	s, v := newSettings(t)
	view := View{
		Say:       v,
		Community: storage.Community{Games: "24,letters", Level: 3, Hour: 9, Zone: "Asia/Tokyo", Seconds: 60},
		At:        noon,
	}
	for name, lines := range map[string][]string{
		"games": {
			"Games · 24, Letters",
			"Which games do you play here?",
			"[✓ 24] [Tchisla] [Countdown]",
			"[✓ Letters] [Conundrum]",
			"[Back]",
		},
		"level": {
			"Level · medium",
			"Default level?",
			"[any] [very easy] [easy]",
			"[✓ medium] [hard] [very hard]",
			"[Back]",
		},
		"hour": {
			"Time · 9:00",
			"When should I post the daily?",
			"[7:00] [8:00] [✓ 9:00]",
			"[12:00] [18:00] [19:00]",
			"[20:00] [21:00] [Other…]",
			"[Back]",
		},
		"timezone": {
			"Time zone · Asia/Tokyo",
			"Your time zone?",
			"[London 12:00] [Berlin 13:00] [New York 08:00]",
			"[Los Angeles 05:00] [Delhi 17:30] [Shanghai 20:00]",
			"[✓ Tokyo 21:00] [Sydney 23:00] [Other…]",
			"[Back]",
		},
		"seconds": {
			"Timer · 60 seconds",
			"How long is a timed round?",
			"[default] [30 seconds] [45 seconds]",
			"[✓ 60 seconds] [90 seconds] [120 seconds]",
			"[180 seconds] [300 seconds] [Other…]",
			"[Back]",
		},
	} {
		r := s.page(s.find(name), view)
		want(t, name, r, lines...)
		if r.Audience != chat.Asker {
			t.Errorf("%s is for the audience %v", name, r.Audience)
		}
	}
}

// A press on a game takes the game away if the community deals it, and adds it if not. The last game stays.
func TestGamesAreFlipped(t *testing.T) {
	s, v := newSettings(t)
	for games, flipped := range map[string]map[string]string{
		"":           {"24": "tchisla,countdown,letters,conundrum"},
		"24,letters": {"24": "letters", "letters": "24", "tchisla": "24,tchisla,letters"},
		"24":         {"24": "24", "letters": "24,letters"},
	} {
		for name, want := range flipped {
			view := View{Say: v, Community: storage.Community{Games: games}}
			x := s.find("games")
			for i, b := range s.valueButtons(x, view) {
				if s.games[i].Name() == name && b.Data != command.Data(ActSet, "games", want) {
					t.Errorf("of the games %q, %s has the button %q, want %q", games, name, b.Data, want)
				}
			}
		}
	}
}

// A button of the panel opens a page or a form, or sets a value. If its setting does not exist here any more,
// it opens the panel.
func TestPresses(t *testing.T) {
	s, v := newSettings(t)
	view := View{Say: v, At: noon}
	press := func(args ...any) command.Press {
		p, err := command.Sealer{}.Read(command.Data(ActSet, args...))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, test := range []struct {
		what   string
		press  command.Press
		in     chat.Input
		values command.Values
		title  string
	}{
		{"all", press(PageAll), chat.Input{Kind: chat.Press}, nil, "Settings of this chat"},
		{"a setting that is gone", press("colour"), chat.Input{Kind: chat.Press}, nil, "Settings of this chat"},
		{"a setting of private chats", press("worldwide", "on"), chat.Input{Kind: chat.Press}, nil, "Settings of this chat"},
		{"a page", press("seconds"), chat.Input{Kind: chat.Press}, nil, "Timer · default"},
		{"a value", press("seconds", "60"), chat.Input{Kind: chat.Press}, command.Values{"seconds": "60"}, ""},
		{
			"a typed value", press("seconds"), chat.Input{Kind: chat.Submit, Text: "7\n5"},
			command.Values{"seconds": "7 5"}, "",
		},
	} {
		values, reply := s.Press(view, test.press, test.in)
		title := ""
		if len(reply.Text) > 0 {
			title = say.Plain(reply.Text[0])
		}
		if diff := cmp.Diff(test.values, values); diff != "" || title != test.title {
			t.Errorf("%s shows %q, want %q, and gives (-want +got):\n%s", test.what, title, test.title, diff)
		}
	}
	_, reply := s.Press(view, press("hour", other), chat.Input{Kind: chat.Press})
	form := &chat.Ask{
		Data:        "v2 set hour",
		Title:       "Time",
		Label:       "When should I post the daily?",
		Placeholder: "8:30",
		Hint:        "Type /settings time 8:30",
	}
	if diff := cmp.Diff(form, reply.Ask); diff != "" {
		t.Errorf("the form (-want +got):\n%s", diff)
	}
}

// A person who types the name of one setting without a value is shown its page. No page is shown for several
// names, for a name with a value, or for a setting that is not here.
func TestPageThatIsTyped(t *testing.T) {
	s, v := newSettings(t)
	for _, test := range []struct {
		values command.Values
		title  string
	}{
		{command.Values{"hour": ""}, "Time · 0:00"},
		{command.Values{"hour": "8"}, ""},
		{command.Values{"hour": "", "level": ""}, ""},
		{command.Values{"colour": ""}, ""},
		{command.Values{"worldwide": ""}, ""},
		{nil, ""},
	} {
		page, ok := s.Page(View{Say: v, At: noon}, test.values)
		title := ""
		if ok {
			title = say.Plain(page.Text[0])
		}
		if title != test.title || !ok && len(page.Text) > 0 {
			t.Errorf("%v shows %q, want %q", test.values, title, test.title)
		}
	}
}

// The reply to typed settings has a line for each. If they concern the daily, it says when the next one comes.
func TestTyped(t *testing.T) {
	s, v := newSettings(t)
	const next = "Next daily: 9 March 2026, 13:00."
	const today = "Next daily: 10 March 2026, 12:00."
	right := "I'm not allowed to post here yet. In this chat's Permissions, let me read and send messages, then tap Try again."
	for what, test := range map[string]struct {
		c      storage.Community
		values command.Values
		lines  []string
	}{
		"a level": {
			storage.Community{Level: 2, Daily: true, Hour: 13}, command.Values{"level": "easy"},
			[]string{"Level: easy.", "[All settings]"},
		},
		"several": {
			storage.Community{Level: 2, Seconds: 60}, command.Values{"seconds": "60", "level": "easy"},
			[]string{"Level: easy.", "Timer: 60 seconds.", "[All settings]"},
		},
		"a daily to come": {
			storage.Community{Daily: true, Hour: 13}, command.Values{"daily": "on"},
			[]string{"Daily: here.", next, "[All settings]"},
		},
		"an hour": {
			storage.Community{Daily: true, Hour: 13}, command.Values{"hour": "13"},
			[]string{"Time: 13:00.", next, "[All settings]"},
		},
		"an hour that has come": {
			storage.Community{Daily: true, Hour: 12}, command.Values{"hour": "12"},
			[]string{"Time: 12:00.", today, "[All settings]"},
		},
		"a zone": {
			storage.Community{Daily: true, Hour: 13, Zone: "UTC"}, command.Values{"timezone": "UTC"},
			[]string{"Time zone: UTC.", next, "[All settings]"},
		},
		"a daily that is posted now": {
			storage.Community{Daily: true, Hour: 12}, command.Values{"daily": "on"},
			[]string{"Daily: here.", today, "Today's comes right away.", "[All settings]"},
		},
		"no daily": {
			storage.Community{Hour: 12}, command.Values{"daily": "off"},
			[]string{"Daily: off.", "[All settings]"},
		},
		"a daily that cannot be posted": {
			storage.Community{Daily: true, Hour: 12, Trouble: "right"}, command.Values{"daily": "on"},
			[]string{"Daily: here.", today, right, "[Try again]", "[All settings]"},
		},
		"trouble that is about nothing typed": {
			storage.Community{Daily: true, Hour: 12, Trouble: "right"}, command.Values{"level": "any"},
			[]string{"Level: any.", "[All settings]"},
		},
	} {
		r := s.ListChanged(withDays(View{Say: v, Community: test.c, At: noon}), test.values)
		want(t, what, r, test.lines...)
		if r.Tone != chat.Good || r.Audience != chat.Asker {
			t.Errorf("%s has the tone %v and the audience %v", what, r.Tone, r.Audience)
		}
	}
}

// After a press the panel shows the new values. If the press was about the daily, it says whether today's was
// posted or comes at once. People choose one game after another, so the page of the games stays.
func TestPressed(t *testing.T) {
	s, v := newSettings(t)
	isSaid := func(r chat.Reply, line string) bool { return say.Plain(r.Text[len(r.Text)-1]) == line }
	for _, test := range []struct {
		what   string
		hour   int
		values command.Values
		title  string
		comes  bool
	}{
		{"games", 12, command.Values{"games": "24"}, "Games · all", false},
		{"the daily", 12, command.Values{"daily": "on"}, "Settings of this chat", true},
		{"a daily to come", 13, command.Values{"daily": "on"}, "Settings of this chat", false},
		{"a level", 12, command.Values{"level": "easy"}, "Settings of this chat", false},
	} {
		view := withDays(View{Say: v, Community: storage.Community{Daily: true, Hour: test.hour}, At: noon})
		r := s.PanelAfterPress(view, test.values)
		comes := isSaid(r, "Today's comes right away.")
		if title := say.Plain(r.Text[0]); title != test.title || comes != test.comes || len(r.Buttons) < 2 {
			t.Errorf("after %s it shows %q; today's comes: %v, want %q, %v", test.what, title, comes, test.title, test.comes)
		}
		view.Posted = true
		if isOut := isSaid(s.PanelAfterPress(view, test.values), "Today's is out already."); isOut != test.comes {
			t.Errorf("after %s, once it is posted, today's is out: %v", test.what, isOut)
		}
		if isPanel := test.title == "Settings of this chat"; isPanel != (r.Tone == chat.Good) {
			t.Errorf("after %s the tone is %v", test.what, r.Tone)
		}
	}
}

// A feature's setting follows the one that it names, or comes last.
func TestFeatureSettingsAreInOrder(t *testing.T) {
	s, _ := newSettings(t)
	first := Toggle("fun.first").Setting(Everywhere)
	first.After = "games"
	second := Toggle("fun.second").Setting(Together)
	second.After = "first"
	s.Add(first, second, Toggle("fun.last").Setting(Private))
	var names []string
	for _, x := range s.all {
		names = append(names, x.Name)
		if !x.Keyword {
			t.Errorf("%s cannot be typed in any order", x.Name)
		}
	}
	order := []string{"games", "first", "second", "level", "daily", "hour", "timezone", "seconds", "language", "worldwide", "dealers", "last"}
	if diff := cmp.Diff(order, names); diff != "" {
		t.Errorf("the settings (-want +got):\n%s", diff)
	}
	// The menu has those of features behind its own.
	var menu []string
	for _, a := range s.Arguments() {
		menu = append(menu, a.Name)
	}
	if diff := cmp.Diff([]string{"dealers", "first", "second", "last"}, menu[8:]); diff != "" {
		t.Errorf("the end of the menu (-want +got):\n%s", diff)
	}
	var inGroup []string
	for _, a := range s.ArgumentsIn(storage.Community{}) {
		inGroup = append(inGroup, a.Name)
	}
	if diff := cmp.Diff([]string{"dealers", "first", "second"}, inGroup[7:]); diff != "" {
		t.Errorf("the end of a group's menu (-want +got):\n%s", diff)
	}
}

// A trouble is over once the setting that clears it is off, and not when another one is. If the daily moves to
// another channel, only the trouble of that channel matters.
func TestTroubleEnds(t *testing.T) {
	s, v := newSettings(t)
	pin := Toggle("fun.pin").Setting(Together)
	pin.Clears = chat.GonePin
	s.Add(pin)
	for _, test := range []struct {
		what             string
		trouble, channel string
		isBarred         bool
		values           command.Values
		want, wantIn     string
	}{
		{"pin off", "pin", "a", false, command.Values{"pin": "off"}, "", "a"},
		{"pin on", "pin", "a", false, command.Values{"pin": "on"}, "pin", "a"},
		{"pin off with another trouble", "right", "a", false, command.Values{"pin": "off"}, "right", "a"},
		{"another one off", "pin", "a", false, command.Values{"daily": "off"}, "pin", "a"},
		{"the daily on here", "right", "a", false, command.Values{"daily": "on"}, "right", "a"},
		{"the daily on in another channel", "right", "b", false, command.Values{"daily": "on"}, "", "a"},
		{"the daily on in one where nothing may be posted", "", "b", true, command.Values{"daily": "on"}, "right", "b"},
		{"the daily off where nothing may be posted", "", "b", true, command.Values{"daily": "off"}, "", "a"},
	} {
		view := View{
			Say:       v,
			Community: storage.Community{Daily: true, DailyChannel: "a", Trouble: test.trouble, TroubleChannel: "a"},
			Channel:   test.channel,
			Barred:    test.isBarred,
		}
		changed, refusal := s.Change(view, test.values)
		c := changed.Community
		if refusal != nil || c.Trouble != test.want || c.TroubleChannel != test.wantIn {
			t.Errorf("%s: trouble %q in %q, want %q in %q", test.what, c.Trouble, c.TroubleChannel, test.want, test.wantIn)
		}
		if isOn := test.values["daily"] == "on"; isOn && c.DailyChannel != test.channel {
			t.Errorf("%s: the daily is in %q", test.what, c.DailyChannel)
		}
		if view.Community.Trouble != test.trouble {
			t.Errorf("%s changes the view that it was given", test.what)
		}
	}
}

// A refusal says what is wrong: the setting is not here, no value was typed, or there is no such value.
func TestRefusals(t *testing.T) {
	s, v := newSettings(t)
	for _, test := range []struct {
		isPrivate   bool
		name, typed string
		want        string
	}{
		{false, "worldwide", "on", "Worldwide is a setting for our private chat."},
		{true, "seconds", "60", "Timer only matters in a group."},
		{false, "hour", "", "Type a value after Time: /settings time 8:30"},
		{false, "language", "", "Type a value after Language: /settings language English"},
		{false, "level", "", "Type a value after Level: /settings level easy"},
		{false, "timezone", "", "Type a value after Time zone: /settings time zone Europe/Berlin"},
		{false, "hour", "default", "default isn't a time. Try 8, 8:30 or 8pm."},
		{false, "hour", "noon", "noon isn't a time. Try 8, 8:30 or 8pm."},
		{false, "level", "silly", "silly isn't one of the choices."},
		{false, "games", "chess", "I don't have chess. Choose from 24, Tchisla, Countdown, Letters and Conundrum, with commas between them."},
		{false, "timezone", strings.Repeat("x", 41), "I don't know a time zone " + strings.Repeat("x", 39) + "…. Try a city such as Berlin, or UTC+2."},
		{false, "timezone", strings.Repeat("x", 40), "I don't know a time zone " + strings.Repeat("x", 40) + ". Try a city such as Berlin, or UTC+2."},
	} {
		view := View{Say: v, Community: storage.Community{Private: test.isPrivate}}
		_, refusal := s.Change(view, command.Values{test.name: test.typed})
		if refusal == nil {
			t.Errorf("%s %q is not refused", test.name, test.typed)
			continue
		}
		if got := say.Plain(refusal.Text[0]); got != test.want {
			t.Errorf("%s %q is told %q, want %q", test.name, test.typed, got, test.want)
		}
	}
}

// If one of several settings is refused, none of them changes.
func TestAllOrNothing(t *testing.T) {
	s, v := newSettings(t)
	view := View{Say: v, Community: storage.Community{Level: 1}}
	changed, refusal := s.Change(view, command.Values{"level": "hard", "hour": "noon"})
	if refusal == nil || changed.Community != view.Community {
		t.Errorf("refused: %v, changed: %+v", refusal != nil, changed.Community)
	}
}

// If none of the games that a community chose exists any more, it deals every game.
func TestGamesThatAreGone(t *testing.T) {
	s, _ := newSettings(t)
	for chosen, want := range map[string]int{"": len(s.games), "24": 1, "24,chess": 1, "chess": len(s.games)} {
		if got := len(s.Games(storage.Community{Games: chosen})); got != want {
			t.Errorf("who chose %q has %d games, want %d", chosen, got, want)
		}
	}
}

// Each value is stored. A value that says that nothing is chosen is stored as empty. Other settings stay.
func TestWhatIsStored(t *testing.T) {
	s, v := newSettings(t)
	s.Add(Toggle("fun.loud").Setting(Everywhere))
	was := storage.Community{
		Games: "24", Level: 2, Daily: true, Hour: 7, Minute: 15, Zone: "Asia/Tokyo", Seconds: 60, Locale: "en", Dealers: Admins,
	}
	for _, test := range []struct {
		name, typed string
		change      func(*storage.Community)
	}{
		{"games", "any", func(c *storage.Community) { c.Games = "" }},
		{"games", "letters, 24, letters", func(c *storage.Community) { c.Games = "letters,24" }},
		{"games", "24、LETTERS，Countdown", func(c *storage.Community) { c.Games = "24,letters,countdown" }},
		{"games", "24,tchisla,countdown,letters,conundrum", func(c *storage.Community) { c.Games = "" }},
		{"level", "any", func(c *storage.Community) { c.Level = 0 }},
		{"level", "hard", func(c *storage.Community) { c.Level = 4 }},
		{"daily", "off", func(c *storage.Community) { c.Daily = false }},
		{"hour", "8.30 pm", func(c *storage.Community) {
			c.Hour = 20
			c.Minute = 30
		}},
		{"timezone", "Berlin", func(c *storage.Community) { c.Zone = "Europe/Berlin" }},
		{"seconds", "any", func(c *storage.Community) { c.Seconds = 0 }},
		{"language", "auto", func(c *storage.Community) { c.Locale = "" }},
		{"dealers", "everyone", func(c *storage.Community) { c.Dealers = "" }},
		{"loud", "on", func(*storage.Community) {}},
	} {
		rows := map[string]string{"fun.quiet": "on", "fun.loud": ""}
		changed, refusal := s.Change(View{Say: v, Community: was, Rows: rows}, command.Values{test.name: test.typed})
		c := was
		test.change(&c)
		if refusal != nil || changed.Community != c {
			t.Errorf("with %s %q it is %+v, want %+v", test.name, test.typed, changed.Community, c)
		}
		isLoud := changed.Rows["fun.loud"] == "on"
		if changed.Rows["fun.quiet"] != "on" || isLoud != (test.name == "loud") || rows["fun.loud"] != "" {
			t.Errorf("with %s %q the rows are %v", test.name, test.typed, changed.Rows)
		}
	}
	changed, _ := s.Change(View{Say: v, Rows: map[string]string{"fun.loud": "on"}}, command.Values{"loud": "off"})
	if value := changed.Rows["fun.loud"]; value != "" {
		t.Errorf("what is off is stored as %q", value)
	}
}

// Each setting has an example of what people type. Only for a time zone they are offered values while they
// type.
func TestExamples(t *testing.T) {
	s, v := newSettings(t)
	examples := map[string]string{
		"games": "24", "level": "easy", "daily": "on", "hour": "8:30", "timezone": "Europe/Berlin",
		"seconds": "60", "language": "English", "worldwide": "on", "dealers": "administrators",
	}
	for i := range s.all {
		x := &s.all[i]
		if got := x.exampleText(v); got != examples[x.Name] {
			t.Errorf("the example of %s is %q, want %q", x.Name, got, examples[x.Name])
		}
		if x.Complete != (x.Name == "timezone") {
			t.Errorf("%s is completed: %v", x.Name, x.Complete)
		}
	}
}
