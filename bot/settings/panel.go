package settings

import (
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/zone"
)

// The panel is the settings as one message: their values, and a button for each setting
// that turns the message into a page with its values. Everybody may look at it; buttons
// are for administrators.

// The acts of the panel's buttons.
const (
	ActSet = "set" // setting [value]: its page, or that value; all: the panel
	ActTry = "try" // post where nothing could be posted
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
	r := chat.Reply{Audience: chat.Asker, Table: &chat.Table{}, Text: []chat.Line{say.Head(v.Say.Phrase(title, nil))}}
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
	line := func(key, channel string, at chat.Span) { // about a channel, this one or another
		if v.Say.Has(key+".elsewhere") && channel != v.Channel {
			key += ".elsewhere"
		}
		r.Text = append(r.Text, v.Say.Line(key, say.With{
			"time": at, "channel": chat.Span{Style: chat.Channel, Text: v.Say.Phrase("settings.channel", nil), Channel: channel},
		}))
	}
	if c.Daily {
		next := play.NextDaily(v.At.In(play.Zone(c.Zone)), c.Hour, c.Minute)
		line("settings.next", c.DailyChannel, chat.Span{Style: chat.Moment, Unix: next.Unix(), Text: next.Format(v.Say.Phrase("moment.layout", nil))})
	}
	if c.Trouble != "" {
		line("settings.trouble."+c.Trouble, c.TroubleChannel, chat.Span{})
	}
	if !admin {
		r.Text = append(r.Text, v.Say.Line("panel.look", nil))
		return r
	}
	r.Buttons = command.Rows(pages)
	if c.Trouble != "" && c.Trouble != string(chat.GonePin) { // the next daily tries that
		r.Buttons = append(r.Buttons, []chat.Button{{Label: v.Say.Phrase("button.try", nil), Data: command.Data(ActTry), Style: chat.Primary}})
	}
	return r
}

// label is a value in words. A value that a setting calls by a name of its own has a
// message "panel.", the setting and the value.
func (s *Settings) label(x *setting, v View, value string) string {
	if key := "panel." + x.Name + "." + value; v.Say.Has(key) {
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
		n, _ := strconv.Atoi(value) // a stored one
		return v.Say.Phrase("time.seconds", say.With{"n": n})
	case timeZone:
		return zone.Label(play.Zone(v.Community.Zone))
	}
	return x.Label(v.Say.Printer, value)
}

// page shows the values of one setting to choose from.
func (s *Settings) page(x *setting, v View) chat.Reply {
	var values []chat.Button
	add := func(label, value string, holds bool) {
		b := chat.Button{Label: label, Data: command.Data(ActSet, x.Name, value)}
		if holds {
			b.Label = "✓ " + label
		}
		values = append(values, b)
	}
	switch x.kind {
	case someGames: // each button adds a game to the others, or takes it away
		for _, g := range s.games {
			var names []string
			for _, other := range s.games {
				if IsDealt(v.Community, other) != (other.Name() == g.Name()) {
					names = append(names, other.Name())
				}
			}
			if len(names) == 0 { // it is the last
				names = []string{g.Name()}
			}
			add(v.Say.GameName(g), strings.Join(names, ","), IsDealt(v.Community, g))
		}
	case timeZone: // with the time that it is there
		for _, city := range strings.Split(v.Say.Phrase("panel.cities", nil), "|") {
			if at, ok := s.zones.Named(city); ok {
				add(city+" "+v.At.In(at).Format("15:04"), at.String(), at.String() == x.value(v))
			}
		}
	default:
		for _, value := range slices.Concat(x.Choices, x.values) {
			add(s.label(x, v, value), value, value == x.value(v))
		}
	}
	if x.kind >= number {
		values = append(values, chat.Button{Label: v.Say.Phrase("button.other", nil), Data: command.Data(ActSet, x.Name, other)})
	}
	back := []chat.Button{{Label: v.Say.Phrase("button.back", nil), Data: command.Data(ActSet, PageAll)}}
	return chat.Reply{Audience: chat.Asker, Buttons: append(command.Rows(values), back), Text: []chat.Line{
		say.Head(v.Say.Phrase("panel."+x.Name, nil), " · "+s.label(x, v, x.value(v))),
		v.Say.Line("panel.page."+x.Name, nil),
	}}
}

// Press reads a button of the panel, or the value typed into its form: the values to
// change or, where there are none, the reply.
func (s *Settings) Press(v View, p command.Press, in chat.Input) (command.Values, chat.Reply) {
	x := s.find(p.Text(0))
	if x == nil || !x.isHere(v.Community) {
		return nil, s.Panel(v, true)
	}
	value := p.Text(1)
	switch {
	case in.Kind == chat.Submit:
		value = chat.OneLine(in.Text)
	case value == other:
		example := x.typed(v.Say)
		return nil, chat.Reply{Ask: &chat.Ask{
			Data: command.Data(ActSet, x.Name), Title: v.Say.Phrase("panel."+x.Name, nil), Label: chat.Clip(v.Say.Phrase("panel.page."+x.Name, nil), 44),
			Placeholder: example, Hint: v.Say.Phrase("panel.type", say.With{"command": s.Usage(v.Say, x.Name, example)}),
		}}
	case value == "":
		return nil, s.page(x, v)
	}
	return command.Values{x.Name: value}, chat.Reply{}
}

// Changed shows the settings after a change: the panel or, after a press on the page of
// the games, which are chosen one after the other, that page.
func (s *Settings) Changed(v View, values command.Values, pressed bool) chat.Reply {
	if _, several := values["games"]; several && pressed {
		return s.page(s.find("games"), v)
	}
	r := s.Panel(v, true)
	r.Tone = chat.Good
	local := v.At.In(play.Zone(v.Community.Zone))
	if _, switched := values["daily"]; switched && v.Community.Daily && v.Community.Trouble == "" &&
		!play.DailyTime(local, v.Community.Hour, v.Community.Minute).After(local) { // it is, or will be at once
		r.Text = append(r.Text, v.Say.Line("settings.today", nil))
	}
	return r
}
