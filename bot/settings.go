package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // zones on machines that have none

	"reckon/bot/lang"
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
	return []argument{
		{name: "timezone", about: "arg.timezone", keyword: true},
		{name: "hour", about: "arg.hour", keyword: true},
		{name: "daily", about: "arg.daily", keyword: true, choices: []string{"on", "off"}, labels: "choice"},
		{name: "seconds", about: "arg.seconds", keyword: true},
		{name: "language", about: "arg.language", keyword: true, choices: append([]string{languageAuto}, book.Languages()...), labels: "choice.language"},
	}
}

// settingsCommand changes what is given and shows what holds.
func (c *call) settingsCommand(a arguments) (effect, error) {
	change, refusal := c.readSettings(a)
	if refusal != nil {
		return say(*refusal), nil
	}
	return func(tx *storage.Tx) (Reply, error) {
		r := Reply{Audience: Asker}
		if len(a) > 0 {
			r.Tone = Good
			change(&c.chat)
			if c.req.Locale != "" {
				c.chat.HostLocale = c.req.Locale
			}
			if err := tx.SaveChat(c.chat); err != nil {
				return Reply{}, err
			}
			if err := schedule(tx, c.chat, c.req.At); err != nil {
				return Reply{}, err
			}
			c.voice = c.speak(c.chat.Locale, c.req.Locale)
		}
		c.showSettings(&r)
		return r, nil
	}, nil
}

// settingExamples are shown to who leaves a value out. That of the time zone is
// one where the language is spoken.
var settingExamples = map[string]string{
	"hour": "hour 8", "daily": "daily on", "seconds": "seconds 60", "language": "language auto",
}

func (v voice) settingExample(name string) string {
	if name == "timezone" {
		return "timezone " + v.phrase("example.timezone", nil)
	}
	return settingExamples[name]
}

// readSettings turns options into one change, or says what is wrong with them.
func (c *call) readSettings(a arguments) (func(*storage.Chat), *Reply) {
	var changes []func(*storage.Chat)
	for _, name := range []string{"timezone", "hour", "daily", "seconds", "language"} {
		value, given := a[name]
		if !given {
			continue
		}
		if strings.TrimSpace(value) == "" {
			r := c.refuse("bad-setting.empty", with{"name": code(name), "command": code("/settings " + c.settingExample(name))})
			return nil, &r
		}
		change, ok := readSetting(name, strings.TrimSpace(value))
		if !ok {
			r := c.refuse("bad-setting."+name, with{"value": code(clip(value, 40))})
			return nil, &r
		}
		changes = append(changes, change)
	}
	return func(chat *storage.Chat) {
		for _, change := range changes {
			change(chat)
		}
	}, nil
}

func readSetting(name, value string) (func(*storage.Chat), bool) {
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
		return func(chat *storage.Chat) { chat.Zone = zone.String() }, true
	case "hour":
		hour, err := strconv.Atoi(strings.TrimSuffix(value, ":00"))
		return func(chat *storage.Chat) { chat.Hour = hour }, err == nil && hour >= 0 && hour <= 23
	case "daily":
		return func(chat *storage.Chat) { chat.Daily = value == "on" }, slices.Contains([]string{"on", "off"}, value)
	case "seconds":
		n, err := strconv.Atoi(value)
		return func(chat *storage.Chat) { chat.Seconds = n }, err == nil && n >= minSeconds && n <= maxSeconds
	case "language":
		if value == languageAuto {
			value = ""
		}
		return func(chat *storage.Chat) { chat.Locale = value }, true
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
func (c *call) clockLength() string {
	if c.chat.Seconds == 0 {
		return c.phrase("settings.seconds.own", nil)
	}
	return strconv.Itoa(c.chat.Seconds)
}

func (c *call) showSettings(r *Reply) {
	onOff := map[bool]string{true: "choice.on", false: "choice.off"}[c.chat.Daily]
	language := c.chat.Locale
	if language == "" {
		language = languageAuto
	}
	r.Text = append(r.Text, Line{strong(c.phrase("settings.title", nil))})
	r.Table = &Table{Rows: [][]string{
		{"timezone", c.zone().String()},
		{"hour", strconv.Itoa(c.chat.Hour) + ":00"},
		{"daily", c.phrase(onOff, nil)},
		{"seconds", c.clockLength()},
		{"language", c.phrase("choice.language."+language, nil)},
	}}
	if c.chat.Daily {
		next := nextDaily(c.req.At.In(c.zone()), c.chat.Hour)
		r.Text = append(r.Text, c.line("settings.next", with{"time": Span{
			Style: Moment, Unix: next.Unix(), Text: c.moment(next),
		}}))
		return
	}
	r.Text = append(r.Text, c.line("settings.how", with{"command": code("/settings " + c.settingExample("timezone") + " hour 8 daily on")}))
}
