package settings

import (
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
)

// The panel shows the settings in one message. It lists their values. A button for each setting turns the
// message into the page of that setting, with a button for each value. Everybody may look at the panel.
// Only administrators see the buttons.

// The acts of the panel's buttons.
const (
	// ActSet opens the page of a setting or, with a value, gives the setting that value. Its arguments are
	//
	//	setting [value]
	//
	// With PageAll as the setting it opens the panel.
	ActSet = "set"
	// Brief is a third argument of ActSet. With it the reply is a line about that setting, and not the panel: the
	// button does not stand in the panel.
	Brief = "brief"
	// ActTry posts a test message to the channel that refused the last post.
	ActTry = "try"
)

const (
	// PageAll leads back to the panel.
	PageAll = "all"
	// other, as a value, opens a form for a value that has no button.
	other = "?"
)

// Panel shows all settings.
func (s *Settings) Panel(v View, admin bool) chat.Reply {
	c := v.Community
	title := "settings.title"
	switch {
	case c.Private:
		title += ".own"
	case v.Channel != "":
		title = v.channelKey("settings.title.channels")
	}
	r := chat.Reply{
		Audience: chat.Asker,
		Table:    &chat.Table{Rows: s.rows(v)},
		Text:     []chat.Line{say.Head(v.Say.Phrase(title, nil))},
	}
	if c.Daily {
		r.Text = append(r.Text, v.nextDaily())
	}
	if c.Trouble != "" {
		r.Text = append(r.Text, v.trouble())
	}
	if !admin {
		r.Text = append(r.Text, v.Say.Line("panel.look", nil))
		return r
	}
	var pages []chat.Button
	for i := range s.all {
		x := &s.all[i]
		if x.isHere(c) {
			pages = append(pages, chat.Button{Label: x.title(v), Data: command.Data(ActSet, x.Name)})
		}
	}
	r.Buttons = append(command.Rows(append(pages, v.More...)), v.tryAgain()...)
	return r
}

// rows returns the names and the values of all settings, no wider than a phone. A value that is too long
// is cut off. Instead of a time zone that is too long, its city is shown.
func (s *Settings) rows(v View) [][]string {
	var here []*Setting
	widest := 0
	for i := range s.all {
		x := &s.all[i]
		if !x.isHere(v.Community) {
			continue
		}
		here = append(here, x)
		widest = max(widest, chat.Width(x.title(v)))
	}
	// Two spaces separate the columns.
	room := chat.PhoneColumns - 2 - widest
	var rows [][]string
	for _, x := range here {
		value := s.label(x, v, x.value(v))
		if x.kind == timeZone && chat.Width(value) > room {
			value = zone.ShortLabel(round.Zone(v.Community.Zone))
		}
		rows = append(rows, []string{x.title(v), chat.ClipWidth(value, room)})
	}
	return rows
}

// nextDaily says when the next daily comes, and where. If today's was posted already, that is
// tomorrow's.
func (v View) nextDaily() chat.Line {
	c := v.Community
	next := v.Days.NextPost(v.At)
	isTodays := next.Equal(v.Days.PostTime(v.Days.NumberAt(v.At)))
	if v.Posted && isTodays {
		next = v.Days.NextPost(next)
	}
	text := next.Format(v.Say.Phrase("moment.layout", nil))
	return v.channelLine("settings.next", c.DailyChannel, chat.Span{Style: chat.Moment, Unix: next.Unix(), Text: text})
}

// trouble says why the last post was refused.
func (v View) trouble() chat.Line {
	return v.channelLine("settings.trouble."+v.Community.Trouble, v.Community.TroubleChannel, chat.Span{})
}

// tryAgain returns a row with a button that posts a test message, if the channel refused the last post.
func (v View) tryAgain() [][]chat.Button {
	trouble := v.Community.Trouble
	if trouble == "" || trouble == string(chat.GonePin) {
		// If a post could not be pinned, a test message would not show whether the next one can.
		return nil
	}
	return [][]chat.Button{{{
		Label: v.Say.Phrase("button.try", nil),
		Data:  command.Data(ActTry),
		Style: chat.Primary,
	}}}
}

// channelKey returns the key of a sentence about channels. Some networks call them topics. For these
// networks the sentence may have a key of its own.
func (v View) channelKey(key string) string {
	if v.Topics && v.Say.Has(key+".topic") {
		return key + ".topic"
	}
	return key
}

// channelLine returns a line about a channel. If that is not the channel where the settings are shown, the
// line may have a key of its own.
func (v View) channelLine(key, channel string, at chat.Span) chat.Line {
	if channel != v.Channel && v.Say.Has(key+".elsewhere") {
		key += ".elsewhere"
	}
	span := chat.Span{Style: chat.Channel, Text: v.Say.Phrase(v.channelKey("settings.channel"), nil), Channel: channel}
	return v.Say.Line(key, say.With{"time": at, "channel": span})
}

// label returns a value in words. If the message "panel.<setting>.<value>" exists, it is that message.
func (s *Settings) label(x *Setting, v View, value string) string {
	key := "panel." + x.Name + "." + value
	if v.Say.Has(key) {
		return v.Say.Phrase(key, nil)
	}
	switch x.kind {
	case someGames:
		var names []string
		for _, g := range s.Games(v.Community) {
			names = append(names, v.Say.GameName(g))
		}
		return strings.Join(names, ", ")
	case number:
		// Only numbers are stored.
		n, _ := strconv.Atoi(value)
		return v.Say.Phrase("time.seconds", say.With{"n": n})
	case timeZone:
		return zone.Label(round.Zone(v.Community.Zone))
	}
	return x.Label(v.Say.Printer, value)
}

// page shows the page of a setting: its values to choose from.
func (s *Settings) page(x *Setting, v View) chat.Reply {
	buttons := s.valueButtons(x, v)
	if x.kind.isOpen() {
		buttons = append(buttons, chat.Button{
			Label: v.Say.Phrase("button.other", nil),
			Data:  command.Data(ActSet, x.Name, other),
		})
	}
	back := chat.Button{Label: v.Say.Phrase("button.back", nil), Data: command.Data(ActSet, PageAll)}
	return chat.Reply{
		Audience: chat.Asker,
		Buttons:  append(command.Rows(buttons), []chat.Button{back}),
		Text: []chat.Line{
			say.Head(v.Say.Phrase("panel."+x.Name, nil), " · "+s.label(x, v, x.value(v))),
			v.Say.Line("panel.page."+x.Name, nil),
		},
	}
}

// valueButtons returns a button for each value of a setting. For a time zone these are some cities, each
// with its time of day.
func (s *Settings) valueButtons(x *Setting, v View) []chat.Button {
	var out []chat.Button
	switch x.kind {
	case someGames:
		for _, g := range s.games {
			out = append(out, x.button(v.Say.GameName(g), s.gamesAfter(v, g), IsDealt(v.Community, g)))
		}
	case timeZone:
		for _, city := range strings.Split(v.Say.Phrase("panel.cities", nil), "|") {
			location, isNamed := s.zones.ByName(city)
			if !isNamed {
				continue
			}
			label := city + " " + v.At.In(location).Format("15:04")
			out = append(out, x.button(label, location.String(), location.String() == x.value(v)))
		}
	default:
		for _, value := range slices.Concat(x.Choices, x.values) {
			out = append(out, x.button(s.label(x, v, value), value, value == x.value(v)))
		}
	}
	return out
}

// currentMark begins the label of the button for the current value.
const currentMark = "✓ "

// button returns a button that gives a setting a value. It has a check mark if the setting has that value.
func (x *Setting) button(label, value string, isCurrent bool) chat.Button {
	if isCurrent {
		label = currentMark + label
	}
	return chat.Button{Label: label, Data: command.Data(ActSet, x.Name, value)}
}

// gamesAfter returns the games that a community deals after somebody has pressed the button of a game. A
// press takes a game away that the community deals, and adds one that it does not deal. The last game
// stays.
func (s *Settings) gamesAfter(v View, pressed engine.Game) string {
	var names []string
	for _, g := range s.games {
		isDealt := IsDealt(v.Community, g)
		if g.Name() == pressed.Name() {
			isDealt = !isDealt
		}
		if isDealt {
			names = append(names, g.Name())
		}
	}
	if len(names) == 0 {
		return pressed.Name()
	}
	return strings.Join(names, ",")
}

// IsBrief reports whether a button that changes a setting is answered by a line, and not by the panel.
func IsBrief(p command.Press) bool { return p.Text(2) == Brief }

// Press reads a button of the panel, or the value that was typed into its form. If that changes settings, it
// returns their new values. Otherwise it returns the reply.
func (s *Settings) Press(v View, p command.Press, in chat.Input) (command.Values, chat.Reply) {
	x := s.find(p.Text(0))
	if x == nil || !x.isHere(v.Community) {
		return nil, s.Panel(v, true)
	}
	if in.Kind == chat.Submit {
		return command.Values{x.Name: chat.OneLine(in.Text)}, chat.Reply{}
	}
	value := p.Text(1)
	switch value {
	case "":
		return nil, s.page(x, v)
	case other:
		return nil, chat.Reply{Ask: s.form(x, v)}
	}
	return command.Values{x.Name: value}, chat.Reply{}
}

// form asks for a value of a setting.
func (s *Settings) form(x *Setting, v View) *chat.Ask {
	example := x.exampleText(v.Say)
	usage := s.Usage(v.Say, x.Name, example)
	return &chat.Ask{
		Data:        command.Data(ActSet, x.Name),
		Title:       v.Say.Phrase("panel."+x.Name, nil),
		Label:       chat.Clip(v.Say.Phrase("panel.page."+x.Name, nil), 45),
		Placeholder: example,
		Hint:        v.Say.Phrase("panel.type", say.With{"command": usage, "example": say.Code(example)}),
	}
}

// Page returns the page of a setting if a person typed only the setting's name, without a value. Otherwise ok
// is false.
func (s *Settings) Page(v View, values command.Values) (page chat.Reply, ok bool) {
	if len(values) != 1 {
		return chat.Reply{}, false
	}
	for name, value := range values {
		x := s.find(name)
		isSetting := x != nil && x.isHere(v.Community)
		if isSetting && value == "" {
			return s.page(x, v), true
		}
	}
	return chat.Reply{}, false
}

// PanelAfterPress shows the panel after a press has changed a setting. After a press on the page of the games it
// shows that page again, so that the person can choose the next game.
func (s *Settings) PanelAfterPress(v View, values command.Values) chat.Reply {
	_, hasGames := values["games"]
	if hasGames {
		return s.page(s.find("games"), v)
	}
	r := s.Panel(v, true)
	r.Tone = chat.Good
	_, hasDaily := values["daily"]
	if hasDaily && postsToday(v) {
		r.Text = append(r.Text, v.todaysDaily())
	}
	return r
}

// ListChanged shows the settings that were changed, each in a line. If they concern the daily, it also says when
// the next daily comes.
func (s *Settings) ListChanged(v View, values command.Values) chat.Reply {
	r := chat.Reply{Audience: chat.Asker, Tone: chat.Good}
	for i := range s.all {
		x := &s.all[i]
		_, isChanged := values[x.Name]
		if !isChanged {
			continue
		}
		value := s.label(x, v, x.value(v))
		r.Text = append(r.Text, v.Say.Line("settings.set", say.With{"name": x.title(v), "value": value}))
	}
	_, hasDaily := values["daily"]
	_, hasHour := values["hour"]
	_, hasZone := values[NameOfZone]
	movesDaily := hasDaily || hasHour || hasZone
	if v.Community.Daily && movesDaily {
		r.Text = append(r.Text, v.nextDaily())
		if v.Community.Trouble != "" {
			r.Text = append(r.Text, v.trouble())
			r.Buttons = v.tryAgain()
		}
	}
	wasPosted := v.Posted && v.Community.Daily && movesDaily
	comesAtOnce := hasDaily && postsToday(v)
	if wasPosted || comesAtOnce {
		r.Text = append(r.Text, v.todaysDaily())
	}
	all := chat.Button{Label: v.Say.Phrase("button.settings", nil), Data: command.Data(ActSet, PageAll)}
	r.Buttons = append(r.Buttons, []chat.Button{all})
	return r
}

// todaysDaily says that today's daily has been posted, or else that it comes at once.
func (v View) todaysDaily() chat.Line {
	if v.Posted {
		return v.Say.Line("settings.today", nil)
	}
	return v.Say.Line("settings.now", nil)
}

// postsToday reports whether the time of today's daily has come. Then it is posted at once, unless it was
// posted before.
func postsToday(v View) bool {
	c := v.Community
	if !c.Daily || c.Trouble != "" {
		return false
	}
	return !v.Days.PostTime(v.Days.NumberAt(v.At)).After(v.At)
}
