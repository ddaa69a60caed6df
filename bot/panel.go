package bot

import (
	"slices"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// The panel is the settings as one message: what holds, and buttons that lead to a
// page for each setting, in the same place. Everybody may look at it; who is no
// administrator has no buttons, and is refused when pressing another's.

// other asks, in a button's data, for a value that has no button.
const other = "?"

// panel shows all settings.
func (t *turn) panel() chat.Reply {
	c := t.Act.Community
	title := "settings.title"
	if c.Private {
		title += ".own"
	}
	r := chat.Reply{
		Audience: chat.Asker, Edit: t.Req.Input.Kind == chat.Press, Table: &chat.Table{},
		Text: []chat.Line{{say.Strong(t.Say.Phrase(title, nil))}},
	}
	var pages []chat.Button
	for _, s := range settings {
		if !s.isHere(t) {
			continue
		}
		name := t.Say.Phrase("panel."+s.name, nil)
		r.Table.Rows = append(r.Table.Rows, []string{name, s.shown(t)})
		pages = append(pages, chat.Button{Label: name, Data: command.Data(talk.ActSet, s.name)})
	}
	if c.Daily {
		next := play.NextDaily(t.Req.At.In(play.Zone(c)), c.Hour, c.Minute)
		r.Text = append(r.Text, t.Say.Line("settings.next", say.With{"time": t.Say.At(next)}))
	}
	if c.Trouble != "" {
		r.Text = append(r.Text, t.Say.Line("settings.trouble."+c.Trouble, nil))
	}
	if !t.Act.Admin {
		r.Text = append(r.Text, t.Say.Line("panel.look", nil))
		return r
	}
	r.Buttons = rowsOf(pages)
	if c.Trouble != "" {
		r.Buttons = append(r.Buttons, []chat.Button{{Label: t.Say.Phrase("button.try", nil), Data: command.Data(talk.ActTry), Style: chat.Primary}})
	}
	return r
}

// page shows what may be chosen of one setting.
func (t *turn) page(s setting) chat.Reply {
	r := chat.Reply{Audience: chat.Asker, Edit: t.Req.Input.Kind == chat.Press, Text: []chat.Line{
		{say.Strong(t.Say.Phrase("panel."+s.name, nil)), {Text: " · " + s.shown(t)}},
		t.Say.Line("panel.page."+s.name, nil),
	}}
	var all []chat.Button
	for _, o := range s.offered(t) {
		b := chat.Button{Label: o.label, Data: command.Data(talk.ActSet, s.name, o.value)}
		if o.holds {
			b.Label, b.Style = "✓ "+o.label, chat.Primary
		}
		all = append(all, b)
	}
	if s.asks {
		all = append(all, chat.Button{Label: t.Say.Phrase("button.other", nil), Data: command.Data(talk.ActSet, s.name, other)})
	}
	r.Buttons = append(rowsOf(all), []chat.Button{{Label: t.Say.Phrase("button.back", nil), Data: command.Data(talk.ActSet, pageAll)}})
	return r
}

// pageAll leads back from a setting's page.
const pageAll = "all"

// setButton leads to a page of the panel, or changes a setting.
func (t *turn) setButton(p command.Press) (talk.Plan, error) {
	if !t.Act.Admin {
		return talk.Respond(t.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})), nil
	}
	i := slices.IndexFunc(settings[:], func(s setting) bool { return s.name == p.Text(0) })
	if i < 0 || !settings[i].isHere(t) {
		return func(*storage.Tx) (talk.Result, error) { return talk.Result{Reply: t.panel()}, nil }, nil
	}
	s, value := settings[i], p.Text(1)
	if t.Req.Input.Kind == chat.Submit {
		value = chat.OneLine(t.Req.Input.Text)
	}
	switch {
	case value == other:
		return talk.Respond(t.askSetting(s)), nil
	case value == "" && t.Req.Input.Kind == chat.Press:
		return func(*storage.Tx) (talk.Result, error) { return talk.Result{Reply: t.page(s)}, nil }, nil
	}
	if refusal := t.refuseSetting(s, value); refusal != nil {
		return talk.Respond(*refusal), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		s.set(t, &t.Act.Community, value)
		out, err := t.changeSettings(tx)
		if err == nil && s.name == settings[0].name { // several games are chosen one after the other
			out.Reply = t.page(s)
		}
		out.Edit = t.Req.Input.Kind == chat.Press || t.Req.Input.Alone
		return out, err
	}, nil
}

// askSetting asks for a value that has no button.
func (t *turn) askSetting(s setting) chat.Reply {
	example := t.settingExample(s.name)
	return chat.Reply{Ask: &chat.Ask{
		Data: command.Data(talk.ActSet, s.name), Title: t.Say.Phrase("panel."+s.name, nil), Label: chat.Clip(t.Say.Phrase("panel.page."+s.name, nil), 44),
		Placeholder: example, Hint: t.Say.Phrase("panel.type", say.With{"command": t.settingUsage(s.name, example)}),
	}}
}

// tryButton posts a message where none could be posted.
func (t *turn) tryButton(command.Press) (talk.Plan, error) {
	if !t.Act.Admin {
		return talk.Respond(t.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		c := t.Act.Community
		if c.Trouble == "" {
			return talk.Result{Reply: t.panel()}, nil
		}
		err := t.bot.post(tx, t.Act.At, storage.Outgoing{
			Nonce: "try:" + t.Req.Key, CommunityID: c.ID, Channel: c.TroubleChannel, BestBefore: t.Act.At.Add(verdictFor),
		}, chat.Reply{Tone: chat.Good, Text: []chat.Line{t.bot.voiceIn(c).Line("panel.tried", nil)}})
		r := t.panel()
		r.Text = append(r.Text, t.Say.Line("panel.trying", nil))
		r.Buttons = append(r.Buttons, []chat.Button{{Label: t.Say.Phrase("button.look", nil), Data: command.Data(talk.ActSet, pageAll)}})
		return talk.Result{Reply: r}, err
	}, nil
}
