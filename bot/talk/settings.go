package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/storage"
)

// Settings shows the settings of a community or a person, and changes them.
type Settings struct {
	Settings *settings.Settings
	Tell     *tell.Teller
	Features feature.Features
}

func viewOf(req *Request) settings.View {
	return settings.View{
		Say:       req.Say,
		Community: req.Act.Community,
		Channel:   req.Act.Channel,
		Barred:    req.Barred,
		At:        req.At,
	}
}

// Command changes the given settings, and shows all of them. Where others read along, it shows
// them to administrators only.
func (s Settings) Command(req *Request) (Plan, error) {
	maySee := req.Act.Admin || req.Act.Ephemeral
	if len(req.Args) > 0 || !maySee {
		return s.change(req, req.Args), nil
	}
	return func(*storage.Tx) (Result, error) {
		return Result{Reply: s.Settings.Panel(viewOf(req), req.Act.Admin)}, nil
	}, nil
}

// change changes settings and shows them afterwards.
func (s Settings) change(req *Request, values command.Values) Plan {
	if !req.Act.Admin {
		return feature.Respond(req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")}))
	}
	return func(tx *storage.Tx) (Result, error) {
		refusal, err := s.save(req, tx, values)
		if err != nil {
			return Result{}, err
		}
		if refusal != nil {
			return Result{Reply: *refusal}, nil
		}
		// The language may have changed.
		req.Say = s.Tell.Speak(req.Act.Community.Locale, req.Locale)
		isPressed := req.Button.Act != ""
		r := s.Settings.Changed(viewOf(req), values, isPressed)
		r.Edit = isPressed && (req.Input.Kind == chat.Press || req.Input.Alone)
		return Result{Reply: r}, nil
	}
}

// save stores settings. If one of them is refused it stores nothing, and returns the refusal.
func (s Settings) save(req *Request, tx *storage.Tx, values command.Values) (refusal *chat.Reply, err error) {
	c := &req.Act.Community
	before := *c
	refusal = s.Settings.Change(viewOf(req), c, values)
	if refusal != nil {
		return refusal, nil
	}
	zone := c.Zone
	c.Zone = before.Zone
	round.ChangeZone(c, zone, req.Act.At)
	if req.Locale != "" && req.Place.Locale == "" {
		c.AdminLocale = req.Locale
	}
	if err := tx.SaveCommunity(*c); err != nil {
		return nil, err
	}
	if err := s.Features.Schedule(tx, *c, req.At); err != nil {
		return nil, err
	}
	if before.Worldwide != c.Worldwide {
		return nil, tx.ShowInWorld(req.Act.Person.ID, req.Act.At)
	}
	return nil, nil
}

// Join lets a person into the World, in their private chat, and so onto its boards.
// Unless ok, it has changed nothing.
func (s Settings) Join(req *Request, tx *storage.Tx) (refusal chat.Reply, ok bool, err error) {
	refused, err := s.save(req, tx, command.Values{"worldwide": "on"})
	if err != nil {
		return chat.Reply{}, false, err
	}
	if refused != nil {
		return *refused, false, nil
	}
	return chat.Reply{}, true, nil
}

// Button leads to a page of the panel, changes a setting, or posts a test message to the
// channel that refused the last message.
func (s Settings) Button(req *Request) (Plan, error) {
	if !req.Act.Admin {
		return s.change(req, nil), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		values, r := s.Settings.Press(viewOf(req), req.Button, req.Input)
		if values != nil {
			return s.change(req, values)(tx)
		}
		r.Edit = r.Ask == nil && req.Input.Kind == chat.Press
		hasTrouble := req.Act.Community.Trouble != ""
		if req.Button.Act != settings.ActTry || !hasTrouble {
			return Result{Reply: r}, nil
		}
		look := button.New(req.Say, "look", command.Data(settings.ActSet, settings.PageAll))
		r.Text = append(r.Text, req.Say.Line("panel.trying", nil))
		r.Buttons = append(r.Buttons, []chat.Button{look})
		return Result{Reply: r}, s.postTest(req, tx)
	}, nil
}

// postTest posts a test message to the channel that refused the last message.
func (s Settings) postTest(req *Request, tx *storage.Tx) error {
	c := req.Act.Community
	text := s.Tell.Speak(c.Locale, c.AdminLocale).Line("panel.tried", nil)
	return s.Tell.Tell(tx, req.Act.At, tell.Telling{
		Kind:  tell.Test,
		To:    tell.Place{Community: c, Channel: c.TroubleChannel},
		Key:   req.Request.Key,
		Facts: tell.Facts{Reply: chat.Reply{Tone: chat.Good, Text: []chat.Line{text}}},
	})
}
