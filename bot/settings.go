package bot

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/storage"
)

const (
	// languageAuto is the setting under which each reader's own language is used.
	languageAuto = "auto"
	// anything is the value of a setting under which nothing is settled.
	anything = "any"
	// everyone may deal, or administrators alone.
	everyone = "everyone"
	admins   = "admins"
)

// The length of a round on the clock that a chat may choose, in seconds.
const (
	minSeconds = 30
	maxSeconds = 300
)

// A setting is a row of the settings. Its name is that of its argument.
type setting struct {
	name   string
	shared bool // it says something only where people play together
	own    bool // it is a person's own: only in their own conversation
	// set changes a community to a value, as it is typed or as a button has it; false:
	// there is no such value.
	set func(t *turn, c *storage.Community, value string) bool
	// shown is what holds, in words.
	shown func(t *turn) string
	// offered are the values that have a button.
	offered func(t *turn) []option
	// asks tells that other values can be typed into a form.
	asks bool
}

// An option is a value that has a button.
type option struct {
	label, value string
	holds        bool
}

// settings are all there are, in the order of the panel.
var settings = [...]setting{
	{name: "games", set: setGames, shown: shownGames, offered: gamesOffered},
	{name: "level", set: setLevel, shown: shownLevel, offered: levelsOffered},
	{name: "daily", set: setDaily, shown: shownDaily, offered: dailyOffered},
	{name: "hour", set: setHour, shown: shownHour, offered: hoursOffered, asks: true},
	{name: "timezone", set: setZone, shown: shownZone, offered: zonesOffered, asks: true},
	{name: "seconds", shared: true, set: setSeconds, shown: shownSeconds, offered: secondsOffered, asks: true},
	{name: "language", set: setLanguage, shown: shownLanguage, offered: languagesOffered},
	{name: "reminder", own: true, set: setReminder, shown: shownReminder, offered: reminderOffered},
	{name: "worldwide", own: true, set: setWorldwide, shown: shownWorldwide, offered: worldwideOffered},
	{name: "dealers", shared: true, set: setDealers, shown: shownDealers, offered: dealersOffered},
}

func settingsArguments(book *lang.Book) []command.Argument {
	names := map[string]string{}
	for _, l := range book.Languages() {
		names[l] = lang.SelfName(l)
	}
	return []command.Argument{
		{Name: "timezone", Keyword: true, Complete: true},
		{Name: "hour", Keyword: true},
		{Name: "daily", Keyword: true, Choices: []string{"on", "off"}, Labels: "choice"},
		{Name: "seconds", Keyword: true, Whole: &chat.Range{Least: minSeconds, Most: maxSeconds}},
		{Name: "language", Keyword: true, Choices: append([]string{languageAuto}, book.Languages()...), Labels: "choice.language", Names: names},
		{Name: "games", Keyword: true},
		{Name: "level", About: "arg.usual-level", Keyword: true, Choices: append([]string{anything}, levels[:]...), Labels: "choice.level"},
		{Name: "reminder", Keyword: true, Choices: []string{"on", "off"}, Labels: "choice"},
		{Name: "worldwide", Keyword: true, Choices: []string{"on", "off"}, Labels: "choice"},
		{Name: "dealers", Keyword: true, Choices: []string{everyone, admins}, Labels: "choice.dealers"},
	}
}

// settingUsage is how a setting is typed.
func (t *turn) settingUsage(name, value string) chat.Span {
	return command.UsageOf(t.Say.Printer, "settings", *t.bot.commands.Find("settings").Args.Find(name), value)
}

// isHere tells whether a setting says something in the place of a turn.
func (s setting) isHere(t *turn) bool {
	if t.Act.Community.Private {
		return !s.shared
	}
	return !s.own
}

// settingsCommand changes what is given and shows what holds.
func (t *turn) settingsCommand(a command.Values) (talk.Plan, error) {
	if len(a) == 0 {
		return func(*storage.Tx) (talk.Result, error) { return talk.Result{Reply: t.panel()}, nil }, nil
	}
	if !t.Act.Admin {
		return talk.Respond(t.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})), nil
	}
	if refusal := t.refuseSettings(a); refusal != nil {
		return talk.Respond(*refusal), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		for _, s := range settings {
			if value, given := a[s.name]; given {
				s.set(t, &t.Act.Community, strings.TrimSpace(value))
			}
		}
		return t.changeSettings(tx)
	}, nil
}

// changeSettings stores what was changed, and shows it.
func (t *turn) changeSettings(tx *storage.Tx) (talk.Result, error) {
	if t.Req.Locale != "" && t.Req.Place.Locale == "" {
		t.Act.Community.AdminLocale = t.Req.Locale
	}
	before, err := tx.CommunityByID(t.Act.Community.ID)
	if err != nil {
		return talk.Result{}, err
	}
	if err := tx.SaveCommunity(t.Act.Community); err != nil {
		return talk.Result{}, err
	}
	if before.Worldwide != t.Act.Community.Worldwide {
		if err := tx.ShowInWorld(t.Act.Person.ID); err != nil {
			return talk.Result{}, err
		}
	}
	if err := schedule(tx, t.Act.Community, t.Req.At); err != nil {
		return talk.Result{}, err
	}
	t.Say = t.bot.voice(t.Act.Community.Locale, t.Req.Locale)
	r := t.panel()
	r.Tone = chat.Good
	return talk.Result{Reply: r}, nil
}

// refuseSettings says what is wrong with options, nil if nothing is.
func (t *turn) refuseSettings(a command.Values) *chat.Reply {
	for _, s := range settings {
		value, given := a[s.name]
		if !given {
			continue
		}
		if refusal := t.refuseSetting(s, strings.TrimSpace(value)); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (t *turn) refuseSetting(s setting, value string) *chat.Reply {
	name := say.Code(t.Say.Phrase("setting."+s.name, nil))
	tried := t.Act.Community
	var r chat.Reply
	switch {
	case value == "":
		r = t.Say.Refuse("bad-setting.empty", say.With{"name": name, "command": t.settingUsage(s.name, t.settingExample(s.name))})
	case !s.isHere(t):
		key := "bad-setting.alone"
		if s.own {
			key = "bad-setting.private"
		}
		r = t.Say.Refuse(key, say.With{"name": name})
	case !s.set(t, &tried, value):
		key := "bad-setting." + s.name
		if !t.Say.Has(key) {
			key = "bad-setting.value"
		}
		r = t.Say.Refuse(key, say.With{"value": say.Code(chat.Clip(value, 40)), "choices": t.Say.List(t.gameNames(t.bot.play.Games()))})
	default:
		return nil
	}
	return &r
}

// settingExamples are shown to who leaves a value out. That of the time zone is
// one where the language is spoken.
var settingExamples = map[string]string{"hour": "8:30", "seconds": "60", "games": "24"}

func (t *turn) settingExample(name string) string {
	switch name {
	case "timezone":
		return t.Say.Phrase("example.timezone", nil)
	case "daily", "reminder", "worldwide":
		return t.Say.Phrase("choice.on", nil)
	case "language":
		return lang.SelfName(t.Say.Language())
	case "level":
		return t.Say.Phrase("choice.level.easy", nil)
	case "dealers":
		return t.Say.Phrase("choice.dealers."+admins, nil)
	}
	return settingExamples[name]
}

// isDealt tells whether a community deals a game.
func isDealt(c storage.Community, g engine.Game) bool {
	return c.Games == "" || slices.Contains(strings.Split(c.Games, ","), g.Name())
}

// gamesOf are the games that a community deals.
func (b *Bot) gamesOf(c storage.Community) []engine.Game {
	all := b.play.Games()
	if some := slices.DeleteFunc(slices.Clone(all), func(g engine.Game) bool { return !isDealt(c, g) }); len(some) > 0 {
		return some
	}
	return all // those chosen are gone
}

func (t *turn) gameNames(games []engine.Game) []chat.Span {
	var out []chat.Span
	for _, g := range games {
		out = append(out, chat.Span{Text: t.Say.GameName(g)})
	}
	return out
}

// setGames takes the games that are dealt, parted by commas.
func setGames(t *turn, c *storage.Community, value string) bool {
	var names []string
	game := t.bot.commands.Find("daily").Args.Find("game")
	for _, word := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(",，、", r) }) {
		name, ok := game.Choice(word)
		if !ok && word != anything {
			return false
		}
		if ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	c.Games = strings.Join(names, ",")
	if len(names) == len(t.bot.play.Games()) {
		c.Games = ""
	}
	return value == anything || len(names) > 0
}

func shownGames(t *turn) string {
	if t.Act.Community.Games == "" {
		return t.Say.Phrase("panel.games.all", nil)
	}
	var names []string
	for _, g := range t.bot.gamesOf(t.Act.Community) {
		names = append(names, t.Say.GameName(g))
	}
	return strings.Join(names, ", ")
}

// gamesOffered offers, for each game, the games with it or without it.
func gamesOffered(t *turn) (out []option) {
	for _, g := range t.bot.play.Games() {
		holds := isDealt(t.Act.Community, g)
		var names []string
		for _, other := range t.bot.play.Games() {
			if isDealt(t.Act.Community, other) != (other.Name() == g.Name()) {
				names = append(names, other.Name())
			}
		}
		if len(names) == 0 { // it is the last
			names = []string{g.Name()}
		}
		out = append(out, option{t.Say.GameName(g), strings.Join(names, ","), holds})
	}
	return out
}

func setLevel(_ *turn, c *storage.Community, value string) bool {
	c.Level = int(levelOf(value))
	return value == anything || c.Level != 0
}

func shownLevel(t *turn) string {
	return t.Say.Phrase("choice.level."+levelName(t.Act.Community.Level), nil)
}

// levelName is the value of a level option.
func levelName(level int) string {
	if level < int(engine.MinLevel) || level > int(engine.MaxLevel) {
		return anything
	}
	return levels[level-1]
}

func levelsOffered(t *turn) (out []option) {
	for _, name := range append([]string{anything}, levels[:]...) {
		out = append(out, option{t.Say.Phrase("choice.level."+name, nil), name, name == levelName(t.Act.Community.Level)})
	}
	return out
}

// setDaily switches the daily on, which is then posted at the place of the turn, or
// off.
func setDaily(t *turn, c *storage.Community, value string) bool {
	c.Daily = value == "on"
	if c.Daily {
		c.DailyChannel = t.Act.Channel
	}
	return c.Daily || value == "off"
}

func shownDaily(t *turn) string {
	switch c := t.Act.Community; {
	case !c.Daily:
		return t.Say.Phrase("choice.off", nil)
	case c.DailyChannel != t.Act.Channel:
		return t.Say.Phrase("panel.daily.elsewhere", nil)
	}
	return t.Say.Phrase("panel.daily.here", nil)
}

func dailyOffered(t *turn) []option {
	c := t.Act.Community
	return []option{
		{t.Say.Phrase("panel.daily.here", nil), "on", c.Daily && c.DailyChannel == t.Act.Channel},
		{t.Say.Phrase("choice.off", nil), "off", !c.Daily},
	}
}

// A time of day as people write it: 8, 8:30, 8.30, 8pm, 20h, 20点, 晚上8点半.
var clockText = regexp.MustCompile(`^(凌晨|早上|上午|中午|下午|晚上)?\s*(\d{1,2})\s*(?:[:：.h点點时時]\s*(?:([0-5]\d)分?|(半))?)?\s*([ap]\.?m\.?)?$`)

// readClock reads a time of day.
func readClock(text string) (hour, minute int, ok bool) {
	m := clockText.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return 0, 0, false
	}
	hour, _ = strconv.Atoi(m[2]) // digits
	minute, _ = strconv.Atoi(m[3])
	if m[4] != "" {
		minute = 30
	}
	half := m[5]
	if half != "" && (hour < 1 || hour > 12) {
		return 0, 0, false
	}
	switch after := m[1] == "下午" || m[1] == "晚上" || strings.HasPrefix(half, "p"); {
	case after && hour < 12:
		hour += 12
	case strings.HasPrefix(half, "a") && hour == 12:
		hour = 0
	}
	return hour, minute, hour <= 23
}

func setHour(_ *turn, c *storage.Community, value string) (ok bool) {
	c.Hour, c.Minute, ok = readClock(value)
	return ok
}

func clockOf(hour, minute int) string { return strconv.Itoa(hour) + ":" + twoDigits(minute) }

func twoDigits(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }

func shownHour(t *turn) string { return clockOf(t.Act.Community.Hour, t.Act.Community.Minute) }

func hoursOffered(t *turn) (out []option) {
	for _, hour := range []int{7, 8, 9, 12, 18, 19, 20, 21} {
		text := clockOf(hour, 0)
		out = append(out, option{text, text, text == shownHour(t)})
	}
	return out
}

func setZone(t *turn, c *storage.Community, value string) bool {
	at, ok := t.bot.zones.Named(value)
	if ok {
		c.Zone = at.String()
	}
	return ok
}

func shownZone(t *turn) string { return zone.Label(play.Zone(t.Act.Community)) }

// zonesOffered offers places all over the world, with the time that it is there.
func zonesOffered(t *turn) (out []option) {
	for _, city := range strings.Split(t.Say.Phrase("panel.cities", nil), "|") {
		at, ok := t.bot.zones.Named(city)
		if !ok {
			continue
		}
		out = append(out, option{city + " " + t.Req.At.In(at).Format("15:04"), at.String(), at.String() == play.Zone(t.Act.Community).String()})
	}
	return out
}

func setSeconds(_ *turn, c *storage.Community, value string) bool {
	if value == anything {
		c.Seconds = 0
		return true
	}
	n, err := strconv.Atoi(value)
	c.Seconds = n
	return err == nil && n >= minSeconds && n <= maxSeconds
}

func shownSeconds(t *turn) string { return t.secondsText(t.Act.Community.Seconds) }

func (t *turn) secondsText(n int) string {
	if n == 0 {
		return t.Say.Phrase("settings.seconds.own", nil)
	}
	return t.Say.Phrase("time.seconds", say.With{"n": n})
}

func secondsOffered(t *turn) []option {
	out := []option{{t.secondsText(0), anything, t.Act.Community.Seconds == 0}}
	for _, n := range []int{30, 45, 60, 90, 120, 180, 300} {
		out = append(out, option{t.secondsText(n), strconv.Itoa(n), t.Act.Community.Seconds == n})
	}
	return out
}

func setLanguage(t *turn, c *storage.Community, value string) bool {
	if c.Locale = value; value == languageAuto {
		c.Locale = ""
	}
	return value == languageAuto || slices.Contains(t.bot.book.Languages(), value)
}

func shownLanguage(t *turn) string { return t.languageText(t.Act.Community.Locale) }

func (t *turn) languageText(tag string) string {
	if tag == "" {
		return t.Say.Phrase("choice.language."+languageAuto, nil)
	}
	return lang.SelfName(tag)
}

func languagesOffered(t *turn) []option {
	out := []option{{t.languageText(""), languageAuto, t.Act.Community.Locale == ""}}
	for _, tag := range t.bot.book.Languages() {
		out = append(out, option{t.languageText(tag), tag, t.Act.Community.Locale == tag})
	}
	return out
}

// setWorldwide puts a person on the boards of the world, or takes them off.
func setWorldwide(_ *turn, c *storage.Community, value string) bool {
	c.Worldwide = value == "on"
	return c.Worldwide || value == "off"
}

func shownWorldwide(t *turn) string {
	if t.Act.Community.Worldwide {
		return t.Say.Phrase("choice.on", nil)
	}
	return t.Say.Phrase("choice.off", nil)
}

func worldwideOffered(t *turn) []option {
	on := t.Act.Community.Worldwide
	return []option{{t.Say.Phrase("choice.on", nil), "on", on}, {t.Say.Phrase("choice.off", nil), "off", !on}}
}

func setDealers(_ *turn, c *storage.Community, value string) bool {
	if c.Dealers = value; value == everyone {
		c.Dealers = ""
	}
	return value == everyone || value == admins
}

func dealersOf(c storage.Community) string {
	if c.Dealers == "" {
		return everyone
	}
	return c.Dealers
}

func shownDealers(t *turn) string {
	return t.Say.Phrase("choice.dealers."+dealersOf(t.Act.Community), nil)
}

func dealersOffered(t *turn) (out []option) {
	for _, name := range []string{everyone, admins} {
		out = append(out, option{t.Say.Phrase("choice.dealers."+name, nil), name, name == dealersOf(t.Act.Community)})
	}
	return out
}
