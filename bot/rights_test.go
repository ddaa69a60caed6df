package bot_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// kernelRights is the table of rights for the kernel's commands and buttons. A feature has the rules of its own
// in its folder: see featureRights. A rule is for the cells that fit all of its columns. If several rules fit a
// cell, the first one counts. A column has the values that fit or, after a minus, those that do not fit. An empty
// column fits all, but each rule names its commands and acts. These are the values of the columns:
//
//	role   in a group: stranger (has done nothing in the community), member, asker (asked for the puzzle),
//	       admin; in a private chat: owner, other
//	place  here (where the round is), channel (another one of the same community), private (the person's
//	       own chat), elsewhere (another community)
//	mode   of a group: race, quiet (a race that nobody has answered for two minutes), clock (a race on the
//	       clock), best (the best answer wins, on the clock), day (the same without a clock), over,
//	       places (a puzzle of a race of several), duel (a puzzle of a duel); alone (in a private chat);
//	       of dailies: live, archive, future
//	how    of a command: typed (others read it), slash (only the person does), word (another word for the
//	       command); of a text: reply (to the puzzle's message), said (to everyone); of a button: sealed
//	       (as the bot made it), bare (without a seal), forged (with a made-up seal), foreign (with the seal
//	       of another round's button)
//
// The outcome says who reads the reply (open, alone or secret), or that it is a form or silent. If the request is
// refused, it is "refused" and the key of the reply. If the reply says how the round ended, it is "over". After
// that come the changes: paid (the person has points), tried (an answer that pays nothing now), quit (they gave
// up), closed (the round is over for all), dealt (there is a new round), set (settings have changed), forgotten.
var kernelRights = []rule{
	// A round is entered where it was dealt, with its seal, or by members in their own conversation.
	{"/answer /hint /giveup text", "said", "-here", "", "", "silent"},
	// Where no puzzle is open, a text is talk.
	{"text", "reply", "channel elsewhere", "", "", "silent"},
	{"text", "reply", "-private", "future", "", "silent"},
	{"text", "", "private", "clock", "", "open dealt"},
	{"/answer /hint /giveup text", "", "-here", "", "", "refused nothing-open"},
	{"answer page again submit sent hint more first giveup sure picture", "", "", "future", "", "refused nothing-open"},
	{"text", "said", "", "over live archive future", "", "silent"},
	{"/answer /hint /giveup text", "", "", "future", "", "refused nothing-open"},
	{"answer page again submit sent hint more first giveup sure picture", "", "-here", "alone", "", "refused other-chat"},
	{"answer page again submit sent hint more first giveup sure picture", "", "elsewhere", "-live archive", "", "refused other-chat"},
	{"answer page again submit sent hint more first giveup sure picture", "bare", "private", "-live archive", "stranger", "refused other-chat"},

	// If the round is over, the reply says how it ended. Its picture is posted for all once.
	{"picture", "", "here channel", "over", "", "silent"},
	{"picture", "", "", "over", "", "alone"},
	{"picture", "", "", "", "", "refused old-button"},
	{"answer page again submit sent hint more first giveup sure /answer /hint /giveup text", "", "", "over", "", "over"},

	// A daily is not answered where others read along.
	{"/answer /hint /giveup text", "typed reply", "", "live archive", "", "refused would-spoil"},
	{"sent", "", "-private", "live archive", "", "refused would-spoil"},

	// A puzzle of a match has no hints. Two people answer a duel; the one who gives up loses it.
	{"hint more first /hint", "", "", "places duel", "", "refused hint.match"},
	{"giveup sure /giveup", "", "", "places", "", "refused giveup.match"},
	{"giveup sure /giveup", "", "", "duel", "-asker", "refused giveup.match"},
	{"sure /giveup", "", "", "duel", "asker", "open quit closed"},
	// If all could read the answer of a bystander, it is stored.
	{"/answer text", "typed reply said", "here", "duel", "-asker", "refused duel.others tried"},
	{"answer page again submit sent /answer text", "", "", "duel", "-asker", "refused duel.others"},
	// Answers in a match are paid at the end.
	{"submit sent /answer text", "", "", "places", "", "alone tried"},
	{"sent", "", "-private", "duel", "", "open tried"},
	{"submit /answer sent", "sealed bare slash", "", "duel", "", "secret tried"},
	{"/answer text", "", "", "duel", "", "open tried"},

	{"page", "", "", "", "", "alone"},
	// In their private chat the person is shown the puzzle.
	{"answer again", "", "private", "", "", "open"},
	{"answer again", "", "", "", "", "form"},

	{"submit sent /answer text", "", "here", "race quiet", "", "open paid"},
	{"submit sent /answer text", "", "here", "clock", "", "open paid closed"},
	// If the person answers at another place, an announcement tells the round's place.
	{"submit sent /answer text", "", "", "race quiet", "", "alone paid"},
	{"submit sent /answer text", "", "", "clock", "", "alone paid closed"},
	// Others learn that there is an answer, but not which.
	{"sent", "", "-private", "best day", "", "open tried"},
	{"sent", "", "private", "best day archive", "", "secret tried"},
	{"submit /answer", "sealed bare slash", "", "best day", "", "secret tried"},
	{"/answer text", "", "", "best day", "", "open tried"},
	{"submit sent /answer text", "", "", "alone live", "", "secret paid"},
	{"submit /answer", "", "", "archive", "", "secret tried"},

	{"hint more first /hint", "", "", "", "", "secret"},

	// People give up for themselves, except in races without a clock. A button asks once more.
	{"giveup", "", "", "", "", "secret"},
	{"sure /giveup", "", "", "race", "asker", "open quit closed"},
	{"sure /giveup", "", "here channel", "race", "admin", "open quit closed"},
	{"sure /giveup", "", "", "quiet", "", "open quit closed"},
	{"sure /giveup", "", "here", "alone", "owner", "open quit closed"},
	{"/giveup", "", "", "live", "", "secret"},
	{"/giveup", "typed reply", "-private", "", "", "refused elsewhere"},
	{"sure /giveup", "", "", "", "", "secret quit"},

	// While a match goes on at a place, no other puzzles are dealt there.
	{"/24 /tchisla /countdown /letters /conundrum /race", "", "here", "places", "", "refused match.running.race"},
	{"/duel", "", "here", "places", "", "refused match.running.race"},
	{"/24 /tchisla /countdown /letters /conundrum /race /duel", "", "here", "duel", "", "refused match.running.duel"},
	{"/race", "", "here", "clock", "", "refused deal.running"},
	{"stop", "sealed bare", "here", "places", "asker admin", "open closed"},
	{"stop", "sealed bare", "here", "duel", "admin", "open closed"},
	{"stop", "sealed bare", "here", "places duel", "", "refused match.not-yours.stop"},
	{"joining begin", "sealed bare", "here", "places", "", "refused match.begun"},
	// Nothing is chosen in these matches, and their puzzle has come.
	{"choose", "sealed bare", "here", "places duel", "", "refused match.begun"},
	{"accept decline joining begin choose stop", "", "", "", "", "refused match.none"},
	{"rematch", "", "", "", "", "refused old-button"},
	{"/duel", "", "private", "", "", "refused duel.people"},
	{"/duel", "", "here", "alone", "", "refused duel.people"},
	{"/duel", "", "channel elsewhere", "duel", "asker", "refused duel.playing"},
	{"/race /duel", "", "", "", "", "open"},
	{"/race stop", "", "here", "places", "asker admin", "open closed"},
	{"/race stop", "", "here", "duel", "admin", "open closed"},
	{"/race stop", "", "here", "places duel", "", "refused match.not-yours.stop"},
	{"/stop", "", "here", "places", "asker admin", "open closed"},
	{"/stop", "", "here", "duel", "admin", "open closed"},
	{"/stop", "", "here", "places duel", "", "refused match.not-yours.stop"},
	{"/stop", "", "private", "", "", "alone"},
	{"/stop", "", "here", "alone", "", "alone"},
	// In a group /stop may be another bot's command.
	{"/stop", "", "", "", "", "silent"},
	{"/thanks", "", "private", "", "", "alone"},
	{"/thanks", "", "here", "alone", "", "alone"},
	{"/thanks", "", "", "", "", "silent"},
	{"/race stop", "", "", "", "", "refused match.none"},

	// What concerns no round.
	{"/countdown /letters /conundrum", "", "here", "clock best", "", "refused deal.running"},
	{"next", "sealed bare", "here", "race", "asker admin", "open closed dealt"},
	{"/next", "", "here", "race", "asker admin", "open closed dealt"},
	{"/24 /tchisla /countdown /letters /conundrum next /next pose replace", "", "", "", "", "open dealt"},
	{"instead", "", "private", "", "", "open dealt"},
	{"instead", "", "here", "alone", "", "open dealt"},
	{"instead", "", "", "", "", "refused old-button"},
	{"tell keep", "", "", "", "", "alone"},
	{"explain help", "", "", "", "", "alone"},
	{"daily", "", "private", "", "", "open"},
	{"daily", "", "here", "alone", "", "open"},
	{"daily", "", "", "", "", "secret"},
	{"/archive /solve", "typed", "here channel", "-alone", "", "refused elsewhere"},
	{"/archive /solve", "typed", "elsewhere", "", "", "refused elsewhere"},
	{"command", "", "", "", "", "alone"},
	// Solutions are kept from members of a group where the puzzle is open, and from whoever asks in that group. A
	// round in a private chat keeps them only from its owner, who is asked whether they give up.
	{"/solve", "", "private elsewhere", "-live over archive future alone", "stranger", "secret"},
	{"/solve", "", "", "-over archive future alone", "", "refused solve.open"},
	{"/solve", "", "", "alone", "owner", "alone"},
	{"/solve", "", "", "", "", "secret"},
	{"/settings", "typed", "here channel", "-alone", "-admin", "refused admins-only"},
	{"/settings", "typed", "elsewhere", "", "", "refused admins-only"},
	// Everybody may look at the settings.
	{"/settings", "", "", "", "", "alone"},
	{"/settings hour 8", "", "private", "", "", "alone set"},
	{"/settings hour 8", "", "here", "alone", "", "alone set"},
	{"/settings hour 8", "", "here channel", "", "admin", "alone set"},
	{"/settings hour 8", "", "", "", "", "refused admins-only"},
	{"set", "", "private", "", "", "alone set"},
	{"set", "", "here", "alone", "", "alone set"},
	{"set", "", "here channel", "", "admin", "alone set"},
	{"try", "", "private", "", "", "alone"},
	{"try", "", "here", "alone", "", "alone"},
	{"try", "", "here channel", "", "admin", "alone"},
	{"set try", "", "", "", "", "refused admins-only"},
	// In a private chat a person gets a puzzle at once.
	{"/start", "", "private", "", "", "open dealt"},
	{"/start", "", "", "", "", "open"},
	{"/help /play", "", "", "", "", "alone"},
}

// A rule is a row of the table.
type rule struct{ act, how, place, mode, role, want string }

// sealRights says that a button with a wrong seal does nothing.
var sealRights = []rule{{"*", "forged foreign", "", "", "", "refused old-button"}}

// rights are all rules, in their order.
var rights = slices.Concat(sealRights, featureRights(), kernelRights)

// featureRights reads the rules of features from testdata/rights.txt in their folders. A line is a rule, with |
// between its columns, or one of these:
//
//	features NAME…        the rules need these features: if one of them is missing, the file is left out
//	typed NAME [TEXT]     a command, with the text that is typed after it
//	press ACT [ARGUMENT]  a button, with its arguments; a dash: it has none
func featureRights() []rule {
	files, err := filepath.Glob("*/testdata/rights.txt")
	if err != nil || len(files) == 0 {
		panic(fmt.Sprint("no rights of features: ", err))
	}
	var all []rule
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		if missingFeature(namedFeatures(string(raw))) != "" {
			continue
		}
		for line := range strings.Lines(string(raw)) {
			line = strings.TrimSpace(line)
			words := strings.Fields(line)
			switch {
			case line == "" || line[0] == '#' || words[0] == "features":
			case words[0] == "typed":
				typed[words[1]] = append(typed[words[1]], strings.Join(words[2:], " "))
			case words[0] == "press":
				pressed[words[1]] = arguments(words[2:])
			default:
				columns := strings.Split(line, "|")
				if len(columns) != 6 {
					panic(file + ": " + line)
				}
				for i, c := range columns {
					columns[i] = strings.TrimSpace(c)
				}
				all = append(all, rule{columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]})
			}
		}
	}
	return all
}

// arguments returns the arguments of a button from the words of a line: nil if there are none, and empty for a
// dash.
func arguments(words []string) []any {
	if len(words) == 1 && words[0] == "-" {
		return []any{}
	}
	var all []any
	for _, word := range words {
		all = append(all, word)
	}
	return all
}

// typed has the texts that are typed after each command. ANSWER and PUZZLE stand for those of the cell's round.
var typed = map[string][]string{
	"24": {""}, "tchisla": {""}, "countdown": {""}, "letters": {""}, "conundrum": {""},
	"answer": {"ANSWER"}, "hint": {""}, "giveup": {""}, "solve": {"PUZZLE"},
	"race": {"", "stop"}, "duel": {""},
	"settings": {"", "hour 8"}, "help": {""}, "play": {""}, "start": {""},
	"next": {""}, "stop": {""}, "thanks": {""},
}

// pressed has the arguments of each button. If they are nil, the argument is the round.
var pressed = map[string][]any{
	"answer": nil, "page": nil, "again": nil, "hint": nil, "more": nil, "first": nil, "giveup": nil, "sure": nil,
	"accept": {99}, "decline": {99}, "joining": {99}, "begin": {99}, "choose": {99, 1, "3"}, "stop": {99}, "rematch": {99},
	"set": {"hour", "8:00"}, "try": {"now"},
	"tell": {"24:3,3,8,8"}, "keep": {0}, "replace": {99, "24", 0}, "instead": {99, "24", 0},
	"next": {"24", 0}, "explain": {"24", "8/(3-8/3)", "24"}, "daily": {"24", 61}, "picture": nil, "help": {"24"}, "pose": {"24:3,3,8,8"}, "sent": nil,
	"command": {"help"},
}

// A cell is one combination of the columns.
type cell struct{ role, place, mode, act, how string }

// fits reports whether a value fits a column of a rule.
func fits(column, value string) bool {
	if column == "" {
		return true
	}
	values, isExcluding := strings.CutPrefix(column, "-")
	isListed := slices.Contains(strings.Fields(values), value)
	return isListed != isExcluding
}

// fits reports whether a rule is for a cell.
func (r rule) fits(c cell) bool {
	isButton := c.act[0] != '/' && c.act != "text"
	isListed := r.act == c.act || slices.Contains(strings.Fields(r.act), c.act)
	isForAct := isListed || (r.act == "*" && isButton)
	isForPlace := fits(r.place, c.place) && fits(r.mode, c.mode)
	isForPerson := fits(r.role, c.role) && fits(r.how, c.how)
	return isForAct && isForPlace && isForPerson
}

// want returns the outcome that the rules say for a cell. which is the index of the rule, or -1 if no rule fits.
func (c cell) want() (which int, outcome string) {
	which = slices.IndexFunc(rights, func(r rule) bool { return r.fits(c) })
	if which < 0 {
		return -1, ""
	}
	return which, rights[which].want
}

// A walked mode says how its rounds are made.
type walked struct {
	mode, puzzle  string
	roles, places string
	// secret reports whether nobody may read a solution before the end.
	secret bool
	// round changes a round so that it has the mode; nil: it has the mode as it is.
	round func(*storage.Round)
}

// walkTime is on the day of daily #61.
var walkTime = time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)

const (
	allRoles  = "stranger member asker admin"
	allPlaces = "here channel private elsewhere"
)

// walk has all modes. In the mode alone the puzzle is one that the bot never deals. Otherwise it would be open in
// groups, too, and locked.
var walk = []walked{
	{"race", "24:2,3,4,5", allRoles, allPlaces, false, nil},
	{"quiet", "24:2,3,4,5", allRoles, allPlaces, false, func(r *storage.Round) { r.DealtAt = walkTime.Add(-3 * time.Minute) }},
	{"clock", "conundrum:RETSIBRAC", allRoles, allPlaces, false, onClock},
	{"best", "countdown:100,75,50,25,6,3=952", allRoles, allPlaces, true, onClock},
	{"day", "tchisla:49#7", allRoles, allPlaces, true, nil},
	{"places", "24:2,3,4,5", allRoles, allPlaces, false, onClock},
	{"duel", "24:2,3,4,5", allRoles, allPlaces, false, onClock},
	{"over", "24:2,3,4,5", allRoles, allPlaces, false, func(r *storage.Round) { r.ClosedAt, r.Reason = walkTime.Add(-time.Second), round.GivenUp }},
	{"alone", "24:2,3,4,5,6", "owner other", "here private elsewhere", true, nil},
	{"live", "24:2,3,4,5", "stranger member admin", "here private elsewhere", true, func(r *storage.Round) { r.Daily = 61 }},
	{"archive", "24:2,3,4,5", "stranger member admin", "here private elsewhere", true, func(r *storage.Round) { r.Daily = 40 }},
	{"future", "24:2,3,4,5", "stranger member admin", "here private elsewhere", true, func(r *storage.Round) { r.Daily = 63 }},
}

// matches has the kind of the match that the rounds of a mode belong to.
var matches = map[string]string{"places": mode.Race, "duel": mode.Duel}

func onClock(r *storage.Round) { r.Lasts, r.EndsAt = 80*time.Second, walkTime.Add(20*time.Second) }

// TestRights tries all commands and buttons of the bot. It tries each cell if tests may take seconds, and otherwise
// a third of them.
func TestRights(t *testing.T) {
	// Who may do what does not depend on the database.
	dbtest.OnlyFile(t)
	if raced {
		t.Skip("each mode runs in one goroutine, and would take minutes with the race detector")
	}
	t.Parallel()
	used := make([]atomic.Bool, len(rights))
	seen := &evidence{}
	t.Run("walk", func(t *testing.T) {
		for _, m := range walk {
			t.Run(m.mode, func(t *testing.T) {
				t.Parallel()
				newWalker(t, m).walk(used, seen)
			})
		}
	})
	for i := range used {
		if !used[i].Load() {
			t.Errorf("no cell fits this rule, or a rule above it fits the same cells: %+v", rights[i])
		}
	}
	if property.IsLong() {
		seen.check(t)
	}
}

// evidence is what the cells of all modes show about the traits of commands and buttons. All its maps are by the
// act, except replies.
type evidence struct {
	mu     sync.Mutex
	traits map[string]command.Trait
	// replies has what an administrator or a member was told in a cell. The cell has no role.
	replies map[cell]string
	// differs reports whether administrators and members were told something else.
	differs map[string]bool
	// personal reports whether a reply was for the person alone, and open whether one was for everyone.
	personal map[string]bool
	open     map[string]bool
}

// note adds the reply and the outcome of a cell.
func (e *evidence) note(b *bot.Bot, c cell, r chat.Reply, got string) {
	act, _, _ := strings.Cut(c.act, " ")
	if act == "text" || act == "submit" {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.traits == nil {
		e.traits = map[string]command.Trait{}
		e.replies = map[cell]string{}
		e.differs = map[string]bool{}
		e.personal = map[string]bool{}
		e.open = map[string]bool{}
	}
	e.traits[act] = b.Is(act)
	if !strings.HasPrefix(got, "refused") && !r.Silent {
		e.personal[act] = e.personal[act] || r.Audience != chat.Everyone
		e.open[act] = e.open[act] || r.Audience == chat.Everyone
	}
	if c.role != "admin" && c.role != "member" {
		return
	}
	text := r
	text.Buttons = nil
	c.role = ""
	// A puzzle is drawn anew each time, and its rule may name one of its digits.
	told := got + "\n" + digits.ReplaceAllString(textOf(text), "#")
	other, isTold := e.replies[c]
	if isTold && other != told {
		e.differs[act] = true
	}
	e.replies[c] = told
}

var digits = regexp.MustCompile(`\d+`)

// check compares the traits with the evidence.
func (e *evidence) check(t *testing.T) {
	for act, is := range e.traits {
		// These acts are exceptions. Each code of /link is another one. An administrator's Next ends what others
		// play only if their role is known, and a network is not asked for the role each time. An administrator
		// who opens a day is offered something only after it was played. The races of the walk have begun, so nobody
		// can begin them: race-join.chat shows who may.
		isException := act == "/link" || act == "begin" || strings.HasSuffix(act, "next") || strings.HasSuffix(act, "daily")
		needsRole := is.Has(command.Role)
		if needsRole != e.differs[act] && !isException {
			t.Errorf("%s: it has the trait Role: %v; administrators are told something else: %v", act, needsRole, e.differs[act])
		}
		isAlwaysOpen := e.open[act] && !e.personal[act]
		isAlwaysPersonal := e.personal[act] && !e.open[act]
		isAlone := is.Has(command.Alone)
		if isAlone && isAlwaysOpen {
			t.Errorf("%s has the trait Alone, but no reply was for the person alone", act)
		}
		// There are no records to show.
		isForEveryone := act[0] == '/' && act != "/records" && !isAlone
		if isForEveryone && isAlwaysPersonal {
			t.Errorf("%s lacks the trait Alone, but no reply was for everyone", act)
		}
	}
}

// A walker tries all cells of a mode. Each cell has people, places and a round of its own.
type walker struct {
	t      *testing.T
	mode   walked
	store  *storage.Store
	bot    *bot.Bot
	puzzle engine.Puzzle
	known  engine.Solution
	// reads matches the text of each refusal, by its key.
	reads map[string]*regexp.Regexp
	// words has another word for each command, such as "/24".
	words map[string]string
}

func newWalker(t *testing.T, m walked) *walker {
	book := english(t)
	w := &walker{t: t, mode: m, reads: refusals(t, book), words: map[string]string{}}
	for key, text := range book {
		if name, ok := strings.CutPrefix(key, "typed.command."); ok {
			all := strings.Split(text.(string), "|")
			w.words["/"+name] = all[len(all)-1]
		}
	}
	w.puzzle = must(games.Parse(m.puzzle))(t)
	w.known = w.puzzle.Solve(t.Context())
	w.store = must(bot.Open(t.Context(), newDatabase(t)))(t)
	t.Cleanup(func() { w.store.Close() })
	var logged bytes.Buffer
	w.bot = must(bot.New(bot.Config{
		Store: w.store, Games: games.All(), Book: must(lang.Open())(t), Now: func() time.Time { return walkTime },
		Logger: slog.New(slog.NewTextHandler(&logged, nil)), Rand: rand.NewPCG(1, 1),
	}))(t)
	t.Cleanup(func() {
		if logged.Len() > 0 {
			t.Errorf("the bot logged:\n%s", logged.String())
		}
	})
	return w
}

// english returns the messages in English, by their keys.
func english(t *testing.T) (book map[string]any) {
	if _, err := toml.DecodeFile("lang/en.toml", &book); err != nil {
		t.Fatal(err)
	}
	return book
}

// refusals returns a pattern for each message in English that refuses something, by its key.
func refusals(t *testing.T, book map[string]any) map[string]*regexp.Regexp {
	keys := []string{"broken", "late", "elsewhere", "deal.busy", "solve.open", "daily.none"}
	for _, r := range rights {
		if key, ok := strings.CutPrefix(r.want, "refused "); ok {
			keys = append(keys, strings.TrimSuffix(key, " tried"))
		}
	}
	out := map[string]*regexp.Regexp{}
	for _, key := range keys {
		text, ok := book[key].(string)
		if !ok {
			t.Fatalf("there is no message %q", key)
		}
		pattern := regexp.MustCompile(`\\\{\\\{.*?\\\}\\\}`).ReplaceAllString(regexp.QuoteMeta(text), ".+")
		out[key] = regexp.MustCompile("^" + pattern + "$")
	}
	return out
}

// cells returns all combinations in the mode that are tried.
func (w *walker) cells() (out []cell) {
	for _, role := range strings.Fields(w.mode.roles) {
		for _, place := range strings.Fields(w.mode.places) {
			if !w.mayBeAt(role, place) {
				continue
			}
			for _, act := range w.acts() {
				for _, how := range w.hows(act, place) {
					c := cell{role, place, w.mode.mode, act, how}
					if w.isTried(c) {
						out = append(out, c)
					}
				}
			}
		}
	}
	return out
}

// mayBeAt reports whether a person of a role is tried at a place. The round of the mode alone is in its owner's
// private chat, so the owner has no other one. Another person is tried only in a private chat of their own.
func (w *walker) mayBeAt(role, place string) bool {
	switch {
	case w.mode.mode != "alone":
		return true
	case role == "owner":
		return place != "private"
	}
	return place == "private"
}

// isTried reports whether a cell is tried. An act that concerns no round is tried in a race and in a private chat.
// If it deals a puzzle or stops a match, it is also tried on a clock and in a match.
func (w *walker) isTried(c cell) bool {
	if w.concernsRound(c) {
		return true
	}
	switch c.mode {
	case "race", "alone":
		return true
	case "clock", "places", "duel":
		name, _, _ := strings.Cut(c.act, " ")
		_, isGame := games.ByName(strings.TrimPrefix(name, "/"))
		isOfMatch := slices.Contains([]string{"/race", "/duel", "/stop", "stop", "joining", "begin", "choose"}, name)
		return isGame || isOfMatch
	}
	return false
}

// acts returns all commands and buttons in the bot's tables, and the two ways to send a text.
func (w *walker) acts() []string {
	out := []string{"text", "submit"}
	for _, name := range w.bot.Commands() {
		texts, ok := typed[name]
		if !ok {
			w.t.Fatalf("/%s has no row in the table of rights", name)
		}
		for _, text := range texts {
			act := "/" + name
			if text != "" && len(texts) > 1 {
				act += " " + text
			}
			out = append(out, act)
		}
	}
	for _, name := range w.bot.Acts() {
		if _, ok := pressed[name]; !ok {
			w.t.Fatalf("the button %q has no row in the table of rights", name)
		}
		out = append(out, name)
	}
	return out
}

// hows returns the ways to do an act at a place. Wrong seals are tried only in a race, where the round is and in a
// private chat, since a seal depends on neither the mode nor the place.
func (w *walker) hows(act, place string) []string {
	switch {
	case act == "text" && w.isPrivate(place):
		return []string{"reply"}
	case act == "text":
		return []string{"reply", "said"}
	case act[0] == '/' && w.words[act] != "" && w.isPrivate(place):
		return []string{"typed", "slash", "word"}
	case act[0] == '/':
		return []string{"typed", "slash"}
	}
	if w.mode.mode == "race" && (place == "here" || place == "private") {
		return []string{"sealed", "bare", "forged", "foreign"}
	}
	return []string{"sealed", "bare"}
}

// concernsRound reports whether an act is about the round of the cell.
func (w *walker) concernsRound(c cell) bool {
	return slices.Contains(strings.Fields("/answer /hint /giveup /solve text submit sent answer hint giveup sure picture"), c.act)
}

func (w *walker) isPrivate(place string) bool {
	return place == "private" || place == "here" && w.mode.mode == "alone"
}

// walk tries all cells.
func (w *walker) walk(used []atomic.Bool, seen *evidence) {
	var cells []cell
	for i, c := range w.cells() {
		which, _ := c.want()
		if which < 0 {
			w.t.Errorf("%+v: no rule", c)
			continue
		}
		used[which].Store(true)
		if i%property.Step(3) == 0 {
			cells = append(cells, c)
		}
	}
	sets := w.set(cells)
	for i, c := range cells {
		which, want := c.want()
		reply := w.bot.Answer(w.t.Context(), w.request(c, sets[i]))
		left := w.traceOf(c, sets[i])
		got := w.outcome(reply, left)
		if got != want {
			w.t.Errorf("%+v: %s, want %s (%q)\n%s", c, got, want, rights[which].act, textOf(reply))
		}
		w.check(c, sets[i], reply, got, left)
		seen.note(w.bot, c, reply, got)
	}
	w.checkPosts()
}

// A set has the people, the places and the round of a cell.
type set struct {
	n int
	// home and channel are where the round is.
	home    storage.Community
	channel string
	// person is the person's key, and other that of another community.
	person, other string
	// id is the person's ID; 0: they are not stored yet. asker is that of the person who asked for the puzzle.
	id, asker int64
	round     storage.Round
}

// set makes the sets of all cells. All cells share the round of a daily.
func (w *walker) set(cells []cell) []set {
	sets := make([]set, len(cells))
	err := w.store.Write(w.t.Context(), func(tx *storage.Tx) error {
		asker, err := tx.EnsurePlayer("net", "asker", "Poser", "en", walkTime)
		if err != nil {
			return err
		}
		var daily storage.Round
		for i, c := range cells {
			s := set{n: i, channel: "talk", person: fmt.Sprintf("p%d", i), other: fmt.Sprintf("e%d", i), asker: asker.ID, round: daily}
			if sets[i], err = w.setOne(tx, c, s); err != nil {
				return err
			}
			if sets[i].round.Daily != 0 {
				daily = sets[i].round
			}
		}
		return addOtherDailies(tx)
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return sets
}

// addOtherDailies stores the dailies around the day of the walk that the cells have not stored. A daily that is drawn
// during the walk could have the puzzle of the cells, which then could not be given up.
func addOtherDailies(tx *storage.Tx) error {
	for number := 55; number < 65; number++ {
		if err := round.AddDaily(tx, number, "24", "24:5,8,9,12", "24:5,8,9,12"); err != nil {
			return err
		}
		if err := round.AddDaily(tx, number, "tchisla", "tchisla:98#7", "tchisla:98#7"); err != nil {
			return err
		}
	}
	return nil
}

// setOne makes the set of a cell. Its people, its places and, if it has none yet, its round are stored.
func (w *walker) setOne(tx *storage.Tx, c cell, s set) (_ set, err error) {
	keep := func(e error) { err = errors.Join(err, e) }
	var e error
	var person storage.Player
	if c.role != "stranger" {
		person, e = tx.EnsurePlayer("net", s.person, "Person", "en", walkTime)
		keep(e)
	}
	s.id = person.ID
	if c.role == "asker" || c.role == "owner" {
		s.asker = person.ID
	}
	switch {
	case c.role == "owner":
		s.channel = ""
		s.home, e = tx.EnsureCommunity("net", s.person, true, s.asker, "", walkTime)
	case c.mode == "alone":
		s.channel = ""
		s.home, e = tx.EnsureCommunity("net", "asker", true, s.asker, "", walkTime)
	default:
		s.home, e = tx.EnsureCommunity("net", fmt.Sprintf("g%d", s.n), false, 0, "", walkTime)
	}
	keep(e)
	if person.ID != 0 && c.role != "other" {
		keep(tx.Join(s.home.ID, person.ID, walkTime))
	}
	if s.round.ID == 0 {
		s.round, e = w.addRound(tx, c, s)
		keep(e)
	}
	keep(tx.SetCurrent(s.home.ID, s.channel, 0, s.round.ID, s.round.DealtAt))
	keep(tx.AddMessage(s.home.ID, fmt.Sprintf("m%d", s.n), s.round.ID, s.round.DealtAt))
	return s, err
}

// addRound adds the round of a cell. The round has a class of its own, so that no cell locks the round of another,
// unless the cell is about /solve or a daily.
func (w *walker) addRound(tx *storage.Tx, c cell, s set) (storage.Round, error) {
	game, _, _ := strings.Cut(w.mode.puzzle, ":")
	r := storage.Round{
		Channel: s.channel, Game: game, Puzzle: w.puzzle.ID(), Class: fmt.Sprintf("%s of %d", w.puzzle.Face().Class(), s.n),
		DealtAt: walkTime.Add(-time.Minute), Level: 3,
	}
	if w.mode.round != nil {
		w.mode.round(&r)
	}
	if r.Daily == 0 {
		r.CommunityID, r.AskerID = s.home.ID, s.asker
		r.Message = fmt.Sprintf("m%d", s.n)
	}
	if c.act == "/solve" || r.Daily != 0 {
		r.Class = w.puzzle.Face().Class()
	}
	if r.Daily != 0 {
		if err := round.AddDaily(tx, r.Daily, game, r.Puzzle, r.Class); err != nil {
			return r, err
		}
	}
	if kind, ok := matches[w.mode.mode]; ok {
		m := round.MatchRow{
			Kind: kind, CommunityID: r.CommunityID, Channel: r.Channel, AskerID: r.AskerID, Game: game, Length: 5, AskedAt: r.DealtAt, BegunAt: r.DealtAt,
		}
		if kind == mode.Duel {
			rival, err := tx.EnsurePlayer("net", "rival", "Rival", "en", walkTime)
			if err != nil {
				return r, err
			}
			m.RivalID = rival.ID
		}
		var err error
		if r.MatchID, err = round.AddMatch(tx, m); err != nil {
			return r, err
		}
	}
	id, err := tx.AddRound(r)
	r.ID = id
	return r, err
}

// at returns where a request is made in a cell.
func (w *walker) at(c cell, s set) chat.Place {
	home := chat.Place{Network: "net", Community: s.home.Key, Channel: s.channel, Private: s.home.Private}
	switch c.place {
	case "channel":
		home.Channel = "aside"
	case "elsewhere":
		return chat.Place{Network: "net", Community: s.other}
	case "private":
		return chat.Place{Network: "net", Community: s.person, Private: true}
	}
	return home
}

// request returns the request of a cell.
func (w *walker) request(c cell, s set) chat.Request {
	place := w.at(c, s)
	r := chat.Request{
		Key: fmt.Sprintf("net:event:%d", s.n), Place: place, Locale: "en", At: walkTime,
		Person:    chat.Person{Network: "net", ID: s.person, Name: "Person", Role: chat.RoleMember},
		Ephemeral: place.Private || !slices.Contains([]string{"typed", "reply", "said"}, c.how),
	}
	if c.role == "admin" && (c.place == "here" || c.place == "channel") {
		r.Person.Role = chat.RoleAdmin
	}
	answer := w.known.Best
	if name, ok := strings.CutPrefix(c.act, "/"); ok {
		name, rest, _ := strings.Cut(name, " ")
		text := typed[name][0]
		if rest != "" {
			text = rest
		}
		if c.how == "word" {
			name = w.words[c.act]
		}
		r.Input = chat.Input{Kind: chat.Command, Name: name, Text: strings.NewReplacer("ANSWER", answer, "PUZZLE", w.puzzle.ID()).Replace(text)}
		r.Input.Whom = chat.Person{Network: "net", ID: "whom", Name: "Whom"}
		return r
	}
	source := chat.Message{Place: place, ID: fmt.Sprintf("m%d", s.n)}
	switch c.act {
	case "text":
		r.Input = chat.Input{Kind: chat.Text, Text: answer, Overheard: c.how == "said"}
		if c.place == "here" && c.how == "reply" {
			r.Input.Source = source
		}
	case "submit":
		r.Input = chat.Input{Kind: chat.Submit, Data: w.data("answer", c.how, s), Text: answer}
	case "sent":
		// Everyone at the place sees that it was sent.
		r.Ephemeral = place.Private
		r.Input = chat.Input{Kind: chat.Sent, Data: w.data("sent", c.how, s)}
	default:
		r.Input = chat.Input{Kind: chat.Press, Data: w.data(c.act, c.how, s)}
		if c.place == "here" {
			r.Input.Source = source
		}
	}
	return r
}

// data returns the data of a button.
func (w *walker) data(act, how string, s set) string {
	args := pressed[act]
	id := s.round.ID
	if act == "erase" || act == "unlink" {
		args = nil
		id = s.id
	}
	if act == "pose" {
		// Each cell has a puzzle of its own, which is open nowhere.
		args = []any{fmt.Sprintf("tchisla:%d#7", 100+s.n)}
	}
	isOfMatch := slices.Contains([]string{"joining", "begin", "choose", "stop"}, act)
	if isOfMatch && s.round.MatchID != 0 {
		args = append([]any{s.round.MatchID}, args[1:]...)
	}
	if args == nil {
		args = []any{id}
	}
	if act == "sent" {
		args = append(args, w.bot.Enclose(w.known.Best, "net:"+s.person, fmt.Sprint(s.round.ID)))
	}
	data := w.bot.Data(act, args...)
	switch how {
	case "sealed":
		data = w.bot.Sealed(data)
	case "forged":
		data += " ~AAAAAAAA"
	case "foreign":
		other := w.bot.Data(act, id+1)
		data += strings.TrimPrefix(w.bot.Sealed(other), other)
	}
	return data
}

// A trace is what a request has changed.
type trace struct {
	points  int
	answers int
	attempt storage.Attempt
	seen    bool
	current int64
	closed  bool
	dealt   bool
	set     bool
	gone    bool
}

// traceOf reads what the request of a cell has changed.
func (w *walker) traceOf(c cell, s set) (out trace) {
	w.t.Helper()
	place := w.at(c, s)
	err := w.store.Read(w.t.Context(), func(tx *storage.Tx) (err error) {
		keep := func(e error) {
			if !errors.Is(e, storage.ErrNotFound) {
				err = errors.Join(err, e)
			}
		}
		person, e := tx.FindPlayer("net", s.person)
		keep(e)
		out.gone = e != nil
		if w.concernsRound(c) {
			f, e := round.FindFacts(tx, s.round.ID, person.ID, round.IgnoreLocks, walkTime, round.NoAnswers)
			keep(e)
			answers, e := round.PlayerAnswers(tx, s.round.ID, person.ID)
			keep(e)
			out.points = f.Award.Points
			out.answers = len(answers)
			out.attempt = f.Attempt
			out.seen = f.Seen
		}
		now, e := tx.RoundByID(s.round.ID)
		keep(e)
		out.closed = now.ClosedAt != s.round.ClosedAt
		found, e := tx.FindCommunity("net", place.Community)
		keep(e)
		out.set = found.Hour == 8
		open, e := round.OpenRounds(tx, found.ID, place.Channel, 9)
		keep(e)
		out.dealt = slices.ContainsFunc(open, func(r storage.Round) bool { return r.ID != s.round.ID })
		visit, e := tx.Visit(storage.Origin{
			Network: "net", Community: place.Community, Channel: place.Channel, PlayerNetwork: person.Network, Player: person.Key,
		})
		out.current = visit.Current
		keep(e)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// outcome returns the outcome of a cell, in the words of the table.
func (w *walker) outcome(r chat.Reply, left trace) string {
	out := []string{w.sort(r)}
	for _, x := range []struct {
		is   bool
		word string
	}{
		{left.points > 0, "paid"},
		{left.answers > 0 && left.points == 0, "tried"},
		{!left.attempt.GaveUpAt.IsZero(), "quit"},
		{left.closed, "closed"},
		{left.dealt, "dealt"},
		{left.set, "set"},
		{left.gone && !r.Silent, "forgotten"},
	} {
		if x.is {
			out = append(out, x.word)
		}
	}
	return strings.Join(out, " ")
}

// sort returns the first word of an outcome, which says what sort of reply it is.
func (w *walker) sort(r chat.Reply) string {
	first, _, _ := strings.Cut(textOf(r), "\n")
	for key, text := range w.reads {
		if !text.MatchString(first) {
			continue
		}
		if key == "late" {
			return "over"
		}
		return "refused " + key
	}
	switch {
	case r.Silent:
		return "silent"
	case r.Ask != nil:
		return "form"
	}
	return map[chat.Audience]string{chat.Everyone: "open", chat.Asker: "alone", chat.Secret: "secret"}[r.Audience]
}

// textOf returns all that a reply says, with its buttons in the last line.
func textOf(r chat.Reply) string {
	var b strings.Builder
	for _, line := range r.Text {
		for _, s := range line {
			b.WriteString(s.Text)
		}
		b.WriteString("\n")
	}
	for _, row := range r.Buttons {
		for _, x := range row {
			b.WriteString("[" + x.Label + " " + x.Data + "]")
		}
	}
	return b.String()
}

// check checks what must be true of every cell, whatever the table says.
func (w *walker) check(c cell, s set, r chat.Reply, got string, left trace) {
	w.t.Helper()
	isRefused := strings.HasPrefix(got, "refused") || got == "silent"
	isStored := strings.HasSuffix(got, " tried")
	// The picture of a round that is over is posted for all, so who asks for it sees a solution.
	seesPicture := c.act == "picture" && got == "silent"
	hasSeen := left.seen && !seesPicture
	tookPart := left.answers > 0 || left.attempt.Hints > 0 || !left.attempt.GaveUpAt.IsZero() || hasSeen
	hasOtherCurrent := left.current != 0 && left.current != s.round.ID
	hasCurrentElsewhere := left.current != 0 && c.place != "here"
	hasChanged := tookPart || hasOtherCurrent || hasCurrentElsewhere || left.closed
	if isRefused && !isStored && hasChanged {
		w.t.Errorf("%+v is refused, but has changed %+v", c, left)
	}
	isOutside := c.place != "here" && c.place != "channel"
	isUninvited := c.role == "stranger" && c.how != "sealed"
	isOfGroup := s.round.Daily == 0 && c.act != "/solve"
	if isOutside && isUninvited && isOfGroup && tookPart {
		w.t.Errorf("%+v: a stranger took part: %+v", c, left)
	}
	hasPlayed := tookPart || left.closed
	if c.role == "other" && c.act != "/solve" && hasPlayed {
		w.t.Errorf("%+v: somebody else took part in a private chat: %+v", c, left)
	}
	if left.points > 0 && s.round.Daily != 0 && c.mode != "live" {
		w.t.Errorf("%+v: a daily that is not live paid %d", c, left.points)
	}
	isOwn := c.role == "asker" || c.role == "owner"
	isAdminThere := c.role == "admin" && c.place != "private"
	mayAnyoneClose := c.mode == "quiet" || c.mode == "clock"
	mayClose := isOwn || isAdminThere || mayAnyoneClose
	if left.closed && !mayClose {
		w.t.Errorf("%+v closed somebody else's round", c)
	}
	isReadByOthers := r.Audience != chat.Secret && !w.isPrivate(c.place)
	isSecret := w.mode.secret && !left.closed && c.act != "explain"
	if isSecret && isReadByOthers && w.tells(textOf(r)) {
		w.t.Errorf("%+v: others read\n%s", c, textOf(r))
	}
}

// tells reports whether a text has a solution in it.
func (w *walker) tells(text string) bool {
	text = squeezed(text)
	return slices.ContainsFunc(w.known.All, func(s string) bool { return strings.Contains(text, squeezed(s)) })
}

// checkPosts looks for solutions in messages that wait to be posted.
func (w *walker) checkPosts() {
	if !w.mode.secret || w.mode.mode == "alone" {
		return
	}
	err := w.store.Read(w.t.Context(), func(tx *storage.Tx) error {
		waiting, err := tx.Waiting("")
		for _, o := range waiting {
			if o.Event == nil && w.tells(string(o.Body)) {
				w.t.Errorf("it is posted: %s", o.Body)
			}
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
