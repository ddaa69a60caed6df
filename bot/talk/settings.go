package talk

import (
	"maps"
	"slices"

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

// viewOf reads the settings of the place of a request.
func (s Settings) viewOf(req *Request, tx *storage.Tx) (settings.View, error) {
	rows, err := tx.Settings(req.Act.Community.ID)
	if err != nil {
		return settings.View{}, err
	}
	isPosted := false
	day := s.Features.Day()
	if day != nil {
		isPosted, err = day.IsPosted(tx, req.Act.Community, req.At)
		if err != nil {
			return settings.View{}, err
		}
	}
	days, err := round.CalendarAt(tx, req.Act.Community, req.At)
	if err != nil {
		return settings.View{}, err
	}
	var more []chat.Button
	if req.Act.Community.Private && !req.OnPage() {
		more = feature.Buttons(req.Say, feature.Inside(s.Features(), feature.Settings))
	}
	return settings.View{
		Say:       req.Say,
		Community: req.Act.Community,
		Days:      days,
		Rows:      rows,
		Channel:   req.Act.Channel,
		Topics:    req.Topics,
		Barred:    req.Barred,
		Posted:    isPosted,
		More:      more,
		At:        req.At,
	}, nil
}

// Command changes the settings that are given with values. If a setting is given without a value, it shows
// the page of that setting. If no setting is given, it shows all. Only administrators may change settings,
// or see them where others read along.
func (s Settings) Command(req *Request) (Plan, error) {
	isChange := len(req.Args) > 0
	maySee := req.Act.Ephemeral && !isChange
	if !req.Act.Admin && !maySee {
		return forAdmins(req), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		view, err := s.viewOf(req, tx)
		if err != nil {
			return Result{}, err
		}
		page, isPage := s.Settings.Page(view, req.Args)
		if isPage {
			return Result{Reply: page}, nil
		}
		if isChange {
			return s.change(req, tx, view, req.Args)
		}
		return Result{Reply: s.Settings.Panel(view, req.Act.Admin)}, nil
	}, nil
}

// forAdmins says that the command is for administrators.
func forAdmins(req *Request) Plan {
	return feature.Respond(req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")}))
}

// change changes settings. After a press in the panel it shows all settings, otherwise those that were changed.
func (s Settings) change(req *Request, tx *storage.Tx, view settings.View, values command.Values) (Result, error) {
	changed, refusal, err := s.save(req, tx, view, values)
	if err != nil {
		return Result{}, err
	}
	if refusal != nil {
		return Result{Reply: *refusal}, nil
	}
	// The language may have changed.
	req.Say.Printer = s.Tell.Speak(req.Act.Community.Locale, req.Locale).Printer
	changed.Say = req.Say
	if req.OnPage() {
		// The page has a row for each setting, which shows the new value.
		r := s.Settings.ListChanged(changed, values)
		r.Buttons = nil
		return Result{Reply: r}, nil
	}
	isInPanel := req.Button.Act != "" && !settings.IsBrief(req.Button)
	if !isInPanel {
		return Result{Reply: s.Settings.ListChanged(changed, values)}, nil
	}
	r := s.Settings.PanelAfterPress(changed, values)
	r.Edit = req.Input.Kind == chat.Press || req.Input.Alone
	return Result{Reply: r}, nil
}

// save stores settings, and returns the view of them. If one of them is refused, it stores nothing and
// returns the refusal.
func (s Settings) save(
	req *Request, tx *storage.Tx, view settings.View, values command.Values,
) (changed settings.View, refusal *chat.Reply, err error) {
	changed, refusal = s.Settings.Change(view, values)
	if refusal != nil {
		return view, refusal, nil
	}
	c := &changed.Community
	if _, setsZone := values[settings.NameOfZone]; setsZone {
		// ChangeZone must find the zone from before the change.
		zone := c.Zone
		c.Zone = view.Community.Zone
		if err := s.Tell.Play.ChangeZone(tx, c, zone, req.Act.At); err != nil {
			return changed, nil, err
		}
	}
	if req.Locale != "" && req.Place.Locale == "" {
		c.AdminLocale = req.Locale
	}
	req.Act.Community = *c
	if err := saveView(tx, view, changed); err != nil {
		return changed, nil, err
	}
	changed.Days, err = round.CalendarAt(tx, *c, req.At)
	if err != nil {
		return changed, nil, err
	}
	if err := s.Features.Schedule(tx, *c, req.At); err != nil {
		return changed, nil, err
	}
	if view.Community.Worldwide != c.Worldwide {
		return changed, nil, tx.ShowInWorld(req.Act.Person.ID, req.Act.At)
	}
	return changed, nil, nil
}

// saveView stores what has changed from one view of a place to another.
func saveView(tx *storage.Tx, before, after settings.View) error {
	if after.Community != before.Community {
		if err := tx.SaveCommunity(after.Community); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(after.Rows)) {
		value := after.Rows[key]
		if value == before.Rows[key] {
			continue
		}
		if err := tx.SetSetting(after.Community.ID, key, value); err != nil {
			return err
		}
	}
	return nil
}

// Join switches on the setting that puts a person on the boards of the World, in their private chat. If ok
// is false, the setting was refused, and nothing has changed.
func (s Settings) Join(req *Request, tx *storage.Tx) (refusal chat.Reply, ok bool, err error) {
	view, err := s.viewOf(req, tx)
	if err != nil {
		return chat.Reply{}, false, err
	}
	_, refused, err := s.save(req, tx, view, command.Values{"worldwide": "on"})
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
		return forAdmins(req), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		view, err := s.viewOf(req, tx)
		if err != nil {
			return Result{}, err
		}
		values, r := s.Settings.Press(view, req.Button, req.Input)
		if values != nil {
			return s.change(req, tx, view, values)
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
	return s.Tell.Announce(tx, req.Act.At, tell.Announcement{
		Kind:  tell.Test,
		To:    tell.Place{Community: c, Channel: c.TroubleChannel},
		Key:   req.Request.Key,
		Facts: tell.Facts{Reply: chat.Reply{Tone: chat.Good, Text: []chat.Line{text}}},
	})
}
