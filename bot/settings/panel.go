package settings

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
)

// The panel is the settings as one message: the values that hold, and buttons that lead
// to a page for each setting in the same message. Everybody may look at it; buttons are
// for administrators.

// The acts of the panel's buttons.
const (
	ActSet = "set" // setting [value]: its page, or that value; all: the panel
	ActTry = "try" // post where nothing could be posted
)

const (
	// pageAll leads back to the panel.
	pageAll = "all"
	// other asks for a value that has no button.
	other = "?"
)

// Panel shows all settings.
func (s *Settings) Panel(v View, admin bool) chat.Reply {
	c := v.Community
	title := "settings.title"
	if c.Private {
		title += ".own"
	}
	r := chat.Reply{Audience: chat.Asker, Table: &chat.Table{}, Text: []chat.Line{{say.Strong(v.Say.Phrase(title, nil))}}}
	var pages []chat.Button
	for i := range s.all {
		x := &s.all[i]
		if !x.isHere(c) {
			continue
		}
		name := v.Say.Phrase("panel."+x.Name, nil)
		r.Table.Rows = append(r.Table.Rows, []string{name, x.text(v, x.get(v))})
		pages = append(pages, chat.Button{Label: name, Data: command.Data(ActSet, x.Name)})
	}
	if c.Daily {
		next := play.NextDaily(v.At.In(play.Zone(c)), c.Hour, c.Minute)
		r.Text = append(r.Text, v.Say.Line("settings.next", say.With{"time": v.Say.At(next)}))
	}
	if c.Trouble != "" {
		r.Text = append(r.Text, v.Say.Line("settings.trouble."+c.Trouble, nil))
	}
	if !admin {
		r.Text = append(r.Text, v.Say.Line("panel.look", nil))
		return r
	}
	r.Buttons = command.Rows(pages)
	if c.Trouble != "" {
		r.Buttons = append(r.Buttons, []chat.Button{{Label: v.Say.Phrase("button.try", nil), Data: command.Data(ActTry), Style: chat.Primary}})
	}
	return r
}

// LookAgain is a button that shows the panel anew.
func LookAgain(v say.Voice) chat.Button {
	return chat.Button{Label: v.Phrase("button.look", nil), Data: command.Data(ActSet, pageAll)}
}

// text is a value in words.
func (x *Setting) text(v View, value string) string {
	if x.shown != nil {
		return x.shown(v, value)
	}
	return x.Label(v.Say.Printer, value)
}

// page shows the values of one setting to choose from.
func (x *Setting) page(v View) chat.Reply {
	value := x.get(v)
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{
		{say.Strong(v.Say.Phrase("panel."+x.Name, nil)), {Text: " · " + x.text(v, value)}},
		v.Say.Line("panel.page."+x.Name, nil),
	}}
	var options []option
	if x.offered != nil {
		options = x.offered(v)
	}
	for _, choice := range x.Choices {
		options = append(options, option{label: x.text(v, choice), value: choice})
	}
	var all []chat.Button
	for _, o := range options {
		b := chat.Button{Label: o.label, Data: command.Data(ActSet, x.Name, o.value)}
		if o.holds || o.value == value {
			b.Label, b.Style = "✓ "+o.label, chat.Primary
		}
		all = append(all, b)
	}
	if x.typed {
		all = append(all, chat.Button{Label: v.Say.Phrase("button.other", nil), Data: command.Data(ActSet, x.Name, other)})
	}
	r.Buttons = append(command.Rows(all), []chat.Button{{Label: v.Say.Phrase("button.back", nil), Data: command.Data(ActSet, pageAll)}})
	return r
}

// A Pressed is what a button of the panel means: something to show or, with Values, a
// change.
type Pressed struct {
	Reply  chat.Reply
	Values command.Values
}

// Press reads a button of the panel, or the value typed into its form.
func (s *Settings) Press(v View, p command.Press, in chat.Input) Pressed {
	x := s.find(p.Text(0))
	if x == nil || !x.isHere(v.Community) {
		return Pressed{Reply: s.Panel(v, true)}
	}
	value := p.Text(1)
	switch {
	case in.Kind == chat.Submit:
		value = chat.OneLine(in.Text)
	case value == other:
		example := x.Example(v.Say)
		return Pressed{Reply: chat.Reply{Ask: &chat.Ask{
			Data: command.Data(ActSet, x.Name), Title: v.Say.Phrase("panel."+x.Name, nil), Label: chat.Clip(v.Say.Phrase("panel.page."+x.Name, nil), 44),
			Placeholder: example, Hint: v.Say.Phrase("panel.type", say.With{"command": s.Usage(v.Say, x.Name, example)}),
		}}}
	case value == "":
		return Pressed{Reply: x.page(v)}
	}
	return Pressed{Values: command.Values{x.Name: value}}
}

// Changed shows what a change has made of the settings: the panel or, after a press
// where several values are chosen one after the other, the page.
func (s *Settings) Changed(v View, values command.Values, pressed bool) chat.Reply {
	if _, several := values["games"]; several && pressed {
		return s.find("games").page(v)
	}
	r := s.Panel(v, true)
	r.Tone = chat.Good
	return r
}
