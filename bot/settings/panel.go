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

// The panel is the settings as one message: their values, and a button for each setting
// that turns the message into a page with its values. Everybody may look at it; buttons
// are for administrators.

// The acts of the panel's buttons.
const (
	// ActSet opens the page of a setting, or gives it a value: "set", setting, [value]. With
	// PageAll as the setting it opens the panel.
	ActSet = "set"
	// ActTry posts a message where nothing could be posted.
	ActTry = "try"
)

const (
	// PageAll leads back to the panel.
	PageAll = "all"
	// other asks for a value that has no button.
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
		title += ".channels"
	}
	r := chat.Reply{
		Audience: chat.Asker,
		Table:    &chat.Table{},
		Text:     []chat.Line{say.Head(v.Say.Phrase(title, nil))},
	}
	var pages []chat.Button
	for i := range s.all {
		x := &s.all[i]
		if !x.isHere(c) {
			continue
		}
		name := v.Say.Phrase("panel."+x.Name, nil)
		r.Table.Rows = append(r.Table.Rows, []string{name, s.label(x, v, x.value(v))})
		pages = append(pages, chat.Button{Label: name, Data: command.Data(ActSet, x.Name)})
	}
	if c.Daily {
		next := round.NextDaily(v.At.In(round.Zone(c.Zone)), c.Hour, c.Minute)
		text := next.Format(v.Say.Phrase("moment.layout", nil))
		moment := chat.Span{Style: chat.Moment, Unix: next.Unix(), Text: text}
		r.Text = append(r.Text, v.channelLine("settings.next", c.DailyChannel, moment))
	}
	if c.Trouble != "" {
		r.Text = append(r.Text, v.channelLine("settings.trouble."+c.Trouble, c.TroubleChannel, chat.Span{}))
	}
	if !admin {
		r.Text = append(r.Text, v.Say.Line("panel.look", nil))
		return r
	}
	r.Buttons = command.Rows(pages)
	// The next daily tries to pin by itself.
	if c.Trouble != "" && c.Trouble != string(chat.GonePin) {
		try := chat.Button{
			Label: v.Say.Phrase("button.try", nil),
			Data:  command.Data(ActTry),
			Style: chat.Primary,
		}
		r.Buttons = append(r.Buttons, []chat.Button{try})
	}
	return r
}

// channelLine is a line about a channel, which may be another one than that of the view.
func (v View) channelLine(key, channel string, at chat.Span) chat.Line {
	if channel != v.Channel && v.Say.Has(key+".elsewhere") {
		key += ".elsewhere"
	}
	span := chat.Span{Style: chat.Channel, Text: v.Say.Phrase("settings.channel", nil), Channel: channel}
	return v.Say.Line(key, say.With{"time": at, "channel": span})
}

// label is a value in words. A value that has its own name for a setting has a message "panel.",
// the setting and the value.
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

// page shows the values of one setting to choose from.
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

// valueButtons are a button for each value of a setting; for a time zone, one for each of some
// cities with the time that it is there.
func (s *Settings) valueButtons(x *Setting, v View) []chat.Button {
	var out []chat.Button
	switch x.kind {
	case someGames:
		for _, g := range s.games {
			out = append(out, x.button(v.Say.GameName(g), s.flip(v, g), IsDealt(v.Community, g)))
		}
	case timeZone:
		for _, city := range strings.Split(v.Say.Phrase("panel.cities", nil), "|") {
			at, isNamed := s.zones.Named(city)
			if !isNamed {
				continue
			}
			label := city + " " + v.At.In(at).Format("15:04")
			out = append(out, x.button(label, at.String(), at.String() == x.value(v)))
		}
	default:
		for _, value := range slices.Concat(x.Choices, x.values) {
			out = append(out, x.button(s.label(x, v, value), value, value == x.value(v)))
		}
	}
	return out
}

// button gives a setting a value. It has a check mark if the setting has that value.
func (x *Setting) button(label, value string, has bool) chat.Button {
	if has {
		label = "✓ " + label
	}
	return chat.Button{Label: label, Data: command.Data(ActSet, x.Name, value)}
}

// flip returns the games that a community deals if one is added to them or, if it is dealt, taken
// away. The last one stays.
func (s *Settings) flip(v View, flipped engine.Game) string {
	var names []string
	for _, g := range s.games {
		isDealt := IsDealt(v.Community, g)
		if g.Name() == flipped.Name() {
			isDealt = !isDealt
		}
		if isDealt {
			names = append(names, g.Name())
		}
	}
	if len(names) == 0 {
		return flipped.Name()
	}
	return strings.Join(names, ",")
}

// Press reads a button of the panel, or the value typed into its form. It returns the values to
// change or, if there are none, the reply.
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
	example := x.typed(v.Say)
	usage := s.Usage(v.Say, x.Name, example)
	return &chat.Ask{
		Data:        command.Data(ActSet, x.Name),
		Title:       v.Say.Phrase("panel."+x.Name, nil),
		Label:       chat.Clip(v.Say.Phrase("panel.page."+x.Name, nil), 44),
		Placeholder: example,
		Hint:        v.Say.Phrase("panel.type", say.With{"command": usage}),
	}
}

// Changed shows the settings after a change: the panel or, after a press on the page of
// the games, which are chosen one after the other, that page.
func (s *Settings) Changed(v View, values command.Values, pressed bool) chat.Reply {
	_, hasGames := values["games"]
	if hasGames && pressed {
		return s.page(s.find("games"), v)
	}
	r := s.Panel(v, true)
	r.Tone = chat.Good
	_, hasDaily := values["daily"]
	if hasDaily && postsToday(v) {
		r.Text = append(r.Text, v.Say.Line("settings.today", nil))
	}
	return r
}

// postsToday reports whether the time of today's daily has come, so that it is posted at once
// unless it has been.
func postsToday(v View) bool {
	c := v.Community
	if !c.Daily || c.Trouble != "" {
		return false
	}
	local := v.At.In(round.Zone(c.Zone))
	return !round.DailyTime(local, c.Hour, c.Minute).After(local)
}
