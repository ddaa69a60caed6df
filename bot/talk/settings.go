package talk

import (
	"errors"
	"time"

	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// Settings shows the settings of a community or a person, and changes them.
type Settings struct {
	Settings *settings.Settings
	Announce *announce.Announcer
}

// tryFor is how long a test message may take to be posted.
const tryFor = time.Minute

func viewOf(req *Request) settings.View {
	return settings.View{Say: req.Say, Community: req.Act.Community, Channel: req.Act.Channel, Barred: req.Barred, At: req.At}
}

// Command changes the given settings, and shows all of them; where others read along, to
// administrators.
func (s Settings) Command(req *Request) (Plan, error) {
	if len(req.Args) > 0 || !req.Act.Admin && !req.Act.Ephemeral {
		return s.change(req, req.Args), nil
	}
	return func(*storage.Tx) (Result, error) {
		return Result{Reply: s.Settings.Panel(viewOf(req), req.Act.Admin)}, nil
	}, nil
}

// change changes settings and shows them afterwards.
func (s Settings) change(req *Request, a command.Values) Plan {
	if !req.Act.Admin {
		return feature.Respond(req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")}))
	}
	return func(tx *storage.Tx) (Result, error) {
		if refusal, ok, err := s.save(req, tx, a); !ok {
			return Result{Reply: refusal}, err
		}
		req.Say = s.Announce.Speak(req.Act.Community.Locale, req.Locale)
		pressed := req.Button.Act != ""
		r := s.Settings.Changed(viewOf(req), a, pressed)
		r.Edit = pressed && (req.Input.Kind == chat.Press || req.Input.Alone)
		return Result{Reply: r}, nil
	}
}

// save stores settings. Unless ok it stores nothing: one of them is refused.
func (s Settings) save(req *Request, tx *storage.Tx, a command.Values) (refusal chat.Reply, ok bool, err error) {
	c := &req.Act.Community
	before := *c
	if refusal := s.Settings.Change(viewOf(req), c, a); refusal != nil {
		return *refusal, false, nil
	}
	zone := c.Zone
	c.Zone = before.Zone
	play.ChangeZone(c, zone, req.Act.At)
	if req.Locale != "" && req.Place.Locale == "" {
		c.AdminLocale = req.Locale
	}
	err = errors.Join(tx.SaveCommunity(*c), announce.Schedule(tx, *c, req.At))
	if err == nil && before.Worldwide != c.Worldwide {
		err = tx.ShowInWorld(req.Act.Person.ID, req.Act.At)
	}
	return refusal, err == nil, err
}

// join lets a person into the World, in their private chat: onto its boards and into the league.
func (s Settings) join(req *Request, tx *storage.Tx) (refusal chat.Reply, ok bool, err error) {
	return s.save(req, tx, command.Values{"worldwide": "on"})
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
		c := req.Act.Community
		if req.Button.Act != settings.ActTry || c.Trouble == "" {
			return Result{Reply: r}, nil
		}
		r.Text = append(r.Text, req.Say.Line("panel.trying", nil))
		r.Buttons = append(r.Buttons, []chat.Button{button.New(req.Say, "look", command.Data(settings.ActSet, settings.PageAll))})
		return Result{Reply: r}, s.Announce.Put(tx, req.Act.At, storage.Outgoing{
			Nonce: "try:" + req.Request.Key, CommunityID: c.ID, Channel: c.TroubleChannel, Expires: req.Act.At.Add(tryFor),
		}, "", chat.Reply{Tone: chat.Good, Text: []chat.Line{s.Announce.Speak(c.Locale, c.AdminLocale).Line("panel.tried", nil)}})
	}, nil
}
