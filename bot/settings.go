package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// languageAuto is the setting under which each reader's own language is used.
const languageAuto = "auto"

// The length of a round on the clock that a chat may choose, in seconds.
const (
	minSeconds = 30
	maxSeconds = 300
)

// maxZone bounds what is looked up as a time zone; the longest real name has
// 32 bytes.
const maxZone = 64

func settingsArguments(book *lang.Book) []argument {
	names := map[string]string{}
	for _, l := range book.Languages() {
		names[l] = lang.SelfName(l)
	}
	return []argument{
		{name: "timezone", about: "arg.timezone", keyword: true},
		{name: "hour", about: "arg.hour", keyword: true},
		{name: "daily", about: "arg.daily", keyword: true, choices: []string{"on", "off"}, labels: "choice"},
		{name: "seconds", about: "arg.seconds", keyword: true},
		{name: "language", about: "arg.language", keyword: true, choices: append([]string{languageAuto}, book.Languages()...), labels: "choice.language", names: names},
	}
}

// settingsCommand changes what is given and shows what holds.
func (t *turn) settingsCommand(a arguments) (effect, error) {
	change, refusal := t.readSettings(a)
	if refusal != nil {
		return respond(*refusal), nil
	}
	return func(tx *storage.Tx) (response, error) {
		r := chat.Reply{Audience: chat.Asker}
		if len(a) > 0 {
			r.Tone = chat.Good
			change(&t.act.Community)
			if a["daily"] == "on" {
				t.act.Community.DailyChannel = t.act.Channel
			}
			if t.req.Locale != "" {
				t.act.Community.AdminLocale = t.req.Locale
			}
			if err := tx.SaveCommunity(t.act.Community); err != nil {
				return response{}, err
			}
			if err := schedule(tx, t.act.Community, t.req.At); err != nil {
				return response{}, err
			}
			t.say = t.bot.voice(t.act.Community.Locale, t.req.Locale)
		}
		t.showSettings(&r)
		return response{Reply: r}, nil
	}, nil
}

// settingExamples are shown to who leaves a value out. That of the time zone is
// one where the language is spoken.
var settingExamples = map[string]string{"hour": "8", "seconds": "60"}

func (t *turn) settingExample(name string) string {
	switch name {
	case "timezone":
		return t.say.Phrase("example.timezone", nil)
	case "daily":
		return t.say.Phrase("choice.on", nil)
	case "language":
		return lang.SelfName(t.say.Language())
	}
	return settingExamples[name]
}

// readSettings turns options into one change, or says what is wrong with them.
func (t *turn) readSettings(a arguments) (func(*storage.Community), *chat.Reply) {
	var changes []func(*storage.Community)
	for _, name := range []string{"timezone", "hour", "daily", "seconds", "language"} {
		value, given := a[name]
		if !given {
			continue
		}
		if strings.TrimSpace(value) == "" {
			r := t.say.Refuse("bad-setting.empty", say.With{
				"name": say.Code(t.say.Phrase("setting."+name, nil)), "command": t.usage("settings", name, t.settingExample(name)),
			})
			return nil, &r
		}
		change, ok := readSetting(name, strings.TrimSpace(value))
		if !ok {
			r := t.say.Refuse("bad-setting."+name, say.With{"value": say.Code(chat.Clip(value, 40))})
			return nil, &r
		}
		changes = append(changes, change)
	}
	return func(c *storage.Community) {
		for _, change := range changes {
			change(c)
		}
	}, nil
}

func readSetting(name, value string) (func(*storage.Community), bool) {
	switch name {
	case "timezone":
		// "Local" would be the server's zone, which is nobody's.
		if len(value) > maxZone || strings.EqualFold(value, "local") {
			return nil, false
		}
		zone, err := time.LoadLocation(value)
		if err != nil {
			zone, err = time.LoadLocation(zoneName(value))
		}
		if err != nil {
			return nil, false
		}
		return func(c *storage.Community) { c.Zone = zone.String() }, true
	case "hour":
		hour, err := strconv.Atoi(strings.TrimSuffix(value, ":00"))
		return func(c *storage.Community) { c.Hour = hour }, err == nil && hour >= 0 && hour <= 23
	case "daily":
		return func(c *storage.Community) { c.Daily = value == "on" }, slices.Contains([]string{"on", "off"}, value)
	case "seconds":
		n, err := strconv.Atoi(value)
		return func(c *storage.Community) { c.Seconds = n }, err == nil && n >= minSeconds && n <= maxSeconds
	case "language":
		if value == languageAuto {
			value = ""
		}
		return func(c *storage.Community) { c.Locale = value }, true
	}
	return nil, false
}

// zoneName writes the name of a zone as most are: "america/new_york" as
// America/New_York.
func zoneName(typed string) string {
	out := []byte(strings.ToLower(typed))
	for i := range out {
		if out[i] >= 'a' && out[i] <= 'z' && (i == 0 || strings.IndexByte("/_-", out[i-1]) >= 0) {
			out[i] -= 'a' - 'A'
		}
	}
	return string(out)
}

// clockLength is the chat's setting in words.
func (t *turn) clockLength() string {
	if t.act.Community.Seconds == 0 {
		return t.say.Phrase("settings.seconds.own", nil)
	}
	return strconv.Itoa(t.act.Community.Seconds)
}

func (t *turn) showSettings(r *chat.Reply) {
	onOff := map[bool]string{true: "choice.on", false: "choice.off"}[t.act.Community.Daily]
	language := t.say.Phrase("choice.language."+languageAuto, nil)
	if t.act.Community.Locale != "" {
		language = lang.SelfName(t.act.Community.Locale)
	}
	title := "settings.title"
	if t.act.Community.Private {
		title += ".own"
	}
	r.Text = append(r.Text, chat.Line{say.Strong(t.say.Phrase(title, nil))})
	r.Table = &chat.Table{}
	for _, row := range [][2]string{
		{"timezone", play.Zone(t.act.Community).String()},
		{"hour", strconv.Itoa(t.act.Community.Hour) + ":00"},
		{"daily", t.say.Phrase(onOff, nil)},
		{"seconds", t.clockLength()},
		{"language", language},
	} {
		r.Table.Rows = append(r.Table.Rows, []string{t.say.Phrase("setting."+row[0], nil), row[1]})
	}
	if what := t.act.Community.Trouble; what != "" {
		r.Text = append(r.Text, t.say.Line("settings.trouble."+what, nil))
	}
	if t.act.Community.Daily {
		next := play.NextDaily(t.req.At.In(play.Zone(t.act.Community)), t.act.Community.Hour)
		r.Text = append(r.Text, t.say.Line("settings.next", say.With{"time": t.say.At(next)}))
		return
	}
	var pairs []string
	for _, name := range []string{"timezone", "hour", "daily"} {
		pairs = append(pairs, name, t.settingExample(name))
	}
	r.Text = append(r.Text, t.say.Line("settings.how", say.With{"command": t.usage("settings", pairs...)}))
}
