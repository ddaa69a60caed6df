package talk

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// Settings shows the settings of a community or a person, and changes them.
type Settings struct {
	Settings *settings.Settings
	Voice    func(languages ...string) say.Voice
	Schedule func(tx *storage.Tx, c storage.Community, at time.Time) error // brings the jobs in line with them
	Post     func(tx *storage.Tx, at time.Time, o storage.Outgoing, change string, r chat.Reply) error
}

// tryFor is how long a test message may take to be posted.
const tryFor = time.Minute

func viewOf(t *Turn) settings.View {
	return settings.View{Say: t.Say, Community: t.Act.Community, Channel: t.Act.Channel, At: t.Req.At}
}

// Command changes the given settings, and shows all of them.
func (s Settings) Command(t *Turn, a command.Values) (Plan, error) {
	if len(a) > 0 {
		return s.change(t, a, false), nil
	}
	return func(*storage.Tx) (Result, error) { return Result{Reply: s.Settings.Panel(viewOf(t), t.Act.Admin)}, nil }, nil
}

// change changes settings and shows them afterwards; pressed is true for a button of the
// panel.
func (s Settings) change(t *Turn, a command.Values, pressed bool) Plan {
	if !t.Act.Admin {
		return Respond(t.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")}))
	}
	return func(tx *storage.Tx) (Result, error) {
		c := &t.Act.Community
		before := *c
		if refusal := s.Settings.Change(viewOf(t), c, a); refusal != nil {
			return Result{Reply: *refusal}, nil
		}
		if t.Req.Locale != "" && t.Req.Place.Locale == "" {
			c.AdminLocale = t.Req.Locale
		}
		if err := tx.SaveCommunity(*c); err != nil {
			return Result{}, err
		}
		if before.Worldwide != c.Worldwide {
			if err := tx.ShowInWorld(t.Act.Person.ID); err != nil {
				return Result{}, err
			}
		}
		if err := s.Schedule(tx, *c, t.Req.At); err != nil {
			return Result{}, err
		}
		t.Say = s.Voice(c.Locale, t.Req.Locale)
		r := s.Settings.Changed(viewOf(t), a, pressed)
		r.Edit = pressed && (t.Req.Input.Kind == chat.Press || t.Req.Input.Alone)
		return Result{Reply: r}, nil
	}
}

// Button leads to a page of the panel, or changes a setting.
func (s Settings) Button(t *Turn, p command.Press) (Plan, error) {
	if !t.Act.Admin {
		return s.change(t, nil, true), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		values, r := s.Settings.Press(viewOf(t), p, t.Req.Input)
		if values != nil {
			return s.change(t, values, true)(tx)
		}
		r.Edit = r.Ask == nil && t.Req.Input.Kind == chat.Press
		return Result{Reply: r}, nil
	}, nil
}

// TryButton posts a test message to the channel that refused the last message.
func (s Settings) TryButton(t *Turn, _ command.Press) (Plan, error) {
	if !t.Act.Admin {
		return s.change(t, nil, true), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		c := t.Act.Community
		r := s.Settings.Panel(viewOf(t), true)
		r.Edit = t.Req.Input.Kind == chat.Press
		if c.Trouble == "" {
			return Result{Reply: r}, nil
		}
		r.Text = append(r.Text, t.Say.Line("panel.trying", nil))
		r.Buttons = append(r.Buttons, []chat.Button{settings.LookAgain(t.Say)})
		return Result{Reply: r}, s.Post(tx, t.Act.At, storage.Outgoing{
			Nonce: "try:" + t.Req.Key, CommunityID: c.ID, Channel: c.TroubleChannel, Expires: t.Act.At.Add(tryFor),
		}, "", chat.Reply{Tone: chat.Good, Text: []chat.Line{s.Voice(c.Locale, c.AdminLocale).Line("panel.tried", nil)}})
	}, nil
}
