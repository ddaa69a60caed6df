package bot_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/bot"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// TestModel lets random people play at random places, on two bots that share a database. It compares what they
// have earned with a ledger, and checks what must always be true of the database. These flags make it run for
// longer: -rapid.checks=1000 -rapid.steps=200.
func TestModel(t *testing.T) {
	t.Parallel()
	checks := 3
	if property.IsLong() && !dbtest.Server() && !raced {
		checks = 15
	}
	property.Limit(t, checks, 60)
	kit := newKit(t)
	property.Check(t, func(rt *rapid.T) {
		w := newWorld(t, rt, kit)
		defer os.Remove(w.path)
		defer w.close()
		rt.Repeat(map[string]func(*rapid.T){
			"":        func(*rapid.T) { w.check() },
			"answer":  w.answer,
			"answer2": w.answer,
			"answer3": w.answer,
			"edit":    w.edit,
			"edit2":   w.edit,
			"deal":    w.deal,
			"own":     w.dealOwn,
			"hint":    w.hint,
			"give up": w.giveUp,
			"daily":   w.daily,
			"solve":   w.solve,
			"forget":  w.forget,
			"repeat":  w.repeat,
			"sleep":   w.sleep,
			"tick":    w.tick,
			"kill":    w.kill,
			"set":     w.set,
			"race":    w.race,
			"duel":    w.duel,
			"stop":    w.stop,
		})
		w.finish()
	})
}

// A kit is shared by all worlds, since it takes long to make.
type kit struct {
	book *lang.Book
	// empty is the file of a database without people, if databases are files.
	empty []byte
	dir   string
	// answers has some answers to give to each puzzle, and known what the solver knows of it.
	answers map[string][]string
	known   map[string]engine.Solution
	worlds  int
}

// ownPuzzles are the puzzles that people type, some of them in two orders. dailyPuzzles are those of dailies. They
// are few, so that people meet the same puzzle again.
var (
	ownPuzzles = []string{
		"24 3 3 8 8", "24 8 3 8 3", "24 2 3 4 5", "24 1 5 10 10", "24 10 5 1 10", "tchisla 49#7", "tchisla 100#7",
		"countdown 1 3 5 7 25 50 = 312", "countdown 50 25 7 5 3 1 = 312", "letters AAEEILNRT", "conundrum RETSIBRAC",
	}
	dailyPuzzles = []string{"24:1,5,10,10", "24:2,2,6,6", "24:4,6,12,12", "tchisla:64#2", "countdown:100,75,50,25,6,3=952", "letters:AEEGINRST", "conundrum:CATBRIERS"}
)

func newKit(t *testing.T) *kit {
	k := &kit{book: must(lang.Open())(t), dir: dbtest.Folder(t), answers: map[string][]string{}, known: map[string]engine.Solution{}}
	if dbtest.Server() {
		return k
	}
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := withDailies(path); err != nil {
		t.Fatal(err)
	}
	k.empty = must(os.ReadFile(path))(t)
	return k
}

// withDailies makes a database with dailies of few puzzles.
func withDailies(path string) error {
	store, err := bot.Open(context.Background(), path)
	if err != nil {
		return err
	}
	err = store.Write(context.Background(), func(tx *storage.Tx) error {
		first, last := numbersLive(worldBegins)
		for number := first - 5; number < last+40; number++ {
			for i, id := range dailyPuzzles {
				p, err := games.Parse(id)
				if err != nil {
					return err
				}
				game, _, _ := strings.Cut(id, ":")
				if game == "24" && i != number%3 {
					continue
				}
				if err := round.AddDaily(tx, number, game, p.ID(), p.Face().Class()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return errors.Join(err, store.Close())
}

// database makes the database of a world.
func (k *kit) database(rt *rapid.T) string {
	if dbtest.Server() {
		return dbtest.Database(rt, "dailies", withDailies)
	}
	path := filepath.Join(k.dir, fmt.Sprintf("%d.db", k.worlds))
	if err := os.WriteFile(path, k.empty, 0o600); err != nil {
		rt.Fatal(err)
	}
	return path
}

// solution is what the solver knows.
func (k *kit) solution(p engine.Puzzle) engine.Solution {
	s, ok := k.known[p.ID()]
	if !ok {
		s = p.Solve(context.Background())
		k.known[p.ID()] = s
	}
	return s
}

// answersTo are a few answers to a puzzle: right, near, further, wrong and none.
func (k *kit) answersTo(p engine.Puzzle) []string {
	if all, ok := k.answers[p.ID()]; ok {
		return all
	}
	s := k.solution(p)
	all := slices.Clone(s.All[:min(len(s.All), 4)])
	all = append(all, s.Best, s.Best, "1+", "7+7", "zzz")
	game, desc, _ := strings.Cut(p.ID(), ":")
	switch game {
	case "countdown":
		// Solutions of other goals come near this one.
		tiles, goal, _ := strings.Cut(desc, "=")
		for _, d := range []int{1, 6, 15} {
			n, _ := strconv.Atoi(goal)
			q, err := games.Parse(fmt.Sprintf("countdown:%s=%d", tiles, n+d))
			if err == nil {
				all = append(all, k.solution(q).Best)
			}
		}
	case "tchisla":
		_, digit, _ := strings.Cut(desc, "#")
		all = append(all, s.Best+"+"+digit+"-"+digit, s.Best+"*"+digit+"/"+digit)
	case "letters":
		all = append(all, s.All[len(s.All)/2], s.All[len(s.All)-1])
	case "conundrum":
		letters := []byte(s.Best)
		letters[0], letters[1] = letters[1], letters[0]
		all = append(all, string(letters))
	}
	k.answers[p.ID()] = all
	return all
}

// worldBegins is on the day of daily #61.
var worldBegins = time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)

// A world is people, places, two bots, and a network.
type world struct {
	t      *testing.T
	rt     *rapid.T
	kit    *kit
	path   string
	now    time.Time
	stores [2]*storage.Store
	bots   [2]*bot.Bot
	logged bytes.Buffer
	ledger *ledger
	people []*someone
	rooms  []spot
	events int
	last   event
	// said are all answers, the oldest first.
	said []saying
	// waiting are the hints in replies that were not delivered, by the key of the event.
	waiting map[string]hinted
	// messages are those that show rounds, by the round.
	messages map[int64]chat.Message
	// eyes is a connection of the test's own to the database.
	eyes *sql.DB

	mu sync.Mutex
	// posted and failed are the nonces of messages that the network has taken, and has refused.
	posted map[string]bool
	failed map[string]bool
	// shown are the keys of events whose reply was shown.
	shown map[string]bool
	// fail reports whether the network refuses each message once.
	fail bool
	// complaints say what the network has seen go wrong.
	complaints []string
	suspects   []sight
}

// A sight is a message that others could read.
type sight struct {
	place chat.Place
	reply chat.Reply
}

// someone is a person. Each time they are forgotten they become somebody else.
type someone struct {
	key, name string
	// times is how often they were forgotten.
	times  int
	stored bool
}

// id tells apart who somebody was before and after they were forgotten.
func (s *someone) id() string { return fmt.Sprintf("%s#%d", s.key, s.times) }

// A spot is a place where people talk.
type spot struct {
	community, channel string
	// owner is the person whose private chat it is; nil: it is a channel of a group.
	owner *someone
}

func (r spot) place() chat.Place {
	return chat.Place{Network: "net", Community: r.community, Channel: r.channel, Private: r.owner != nil}
}

// An event is a request, with the message by which its reply was shown; zero: it was not shown as one.
type event struct {
	request chat.Request
	who     *someone
	message chat.Message
}

// A saying is an answer that its author may edit.
type saying struct {
	// by is who said it. It stays the same when who is forgotten.
	by    string
	who   *someone
	in    spot
	round *ledgerRound
	text  string
	at    time.Time
}

// hinted is a hint, the n-th one for a person in a round.
type hinted struct {
	person string
	round  int64
	n      int
}

func newWorld(t *testing.T, rt *rapid.T, k *kit) *world {
	k.worlds++
	w := &world{
		t: t, rt: rt, kit: k, now: worldBegins, path: k.database(rt), ledger: newLedger(),
		waiting: map[string]hinted{}, messages: map[int64]chat.Message{}, posted: map[string]bool{}, failed: map[string]bool{}, shown: map[string]bool{},
	}
	w.ledger.stands = func(key string, r *ledgerRound, at time.Time) int { return w.stands(key, r, at, "") }
	for i := range rapid.IntRange(3, 5).Draw(rt, "people") {
		s := &someone{key: fmt.Sprintf("key-of-%c-7351", 'a'+i), name: []string{"Annabella", "Bogumila", "Casimira", "Dorothea", "Eberhard"}[i]}
		w.people = append(w.people, s)
		w.rooms = append(w.rooms, spot{community: s.key, owner: s})
	}
	w.rooms = append(w.rooms, spot{community: "club", channel: "one"}, spot{community: "club", channel: "two"}, spot{community: "league"}, spot{community: "club", channel: "one"}, spot{community: "league"})
	for i := range w.bots {
		w.open(i)
	}
	// The first two people wish to be in the World.
	for i, s := range w.people[:2] {
		w.deliver(rt, w.send(rt, s, w.rooms[i], chat.Input{Kind: chat.Command, Name: "settings", Text: "worldwide on"}))
	}
	return w
}

func (w *world) open(i int) {
	var err error
	if w.stores[i], err = bot.Open(context.Background(), w.path); err != nil {
		w.rt.Fatal(err)
	}
	w.bots[i], err = bot.New(bot.Config{
		Store: w.stores[i], Games: games.All(), Book: w.kit.book, Now: func() time.Time { return w.now },
		Logger: slog.New(slog.NewTextHandler(&w.logged, nil)), Rand: rand.NewPCG(uint64(i), uint64(w.events)),
	})
	if err != nil {
		w.rt.Fatal(err)
	}
}

func (w *world) close() {
	if w.eyes != nil {
		w.eyes.Close()
		w.eyes = nil
	}
	for _, s := range w.stores {
		s.Close()
	}
}

// one draws one of several.
func one[T any](rt *rapid.T, label string, all []T) T {
	return all[rapid.IntRange(0, len(all)-1).Draw(rt, label)]
}

// anyBot draws a bot.
func (w *world) anyBot(rt *rapid.T) *bot.Bot { return one(rt, "bot", w.bots[:]) }

// send makes a request of a person, and returns the bot's reply.
func (w *world) send(rt *rapid.T, who *someone, in spot, input chat.Input) chat.Reply {
	w.now = w.now.Add(3 * time.Second)
	w.events++
	late := time.Duration(0)
	if input.Kind != chat.Command && rapid.IntRange(0, 4).Draw(rt, "late") == 0 {
		late = time.Duration(rapid.IntRange(1, 20).Draw(rt, "seconds late")) * time.Second
	}
	r := chat.Request{
		Key: fmt.Sprintf("net:event:%d", w.events), Place: in.place(), Locale: "en", Input: input, At: w.now.Add(-late),
		Person:    chat.Person{Network: "net", ID: who.key, Name: who.name, Role: chat.RoleMember},
		Ephemeral: in.owner != nil || input.Kind == chat.Press || input.Kind == chat.Submit,
	}
	if who == w.people[0] {
		r.Person.Role = chat.RoleAdmin
	}
	who.stored = true
	w.last = event{request: r, who: who}
	return w.anyBot(rt).Answer(context.Background(), r)
}

// apart gives a command of a person whose reply is for them alone. If the reply is a button that leads to where
// nobody else reads, it also presses the button.
func (w *world) apart(rt *rapid.T, who *someone, in spot, name, text string) chat.Reply {
	reply := w.send(rt, who, in, chat.Input{Kind: chat.Command, Name: name, Text: text})
	if len(reply.Buttons) == 0 || !strings.Contains(reply.Buttons[0][0].Data, " "+button.ActCommand+" ") {
		return reply
	}
	w.deliver(rt, reply)
	return w.send(rt, who, in, chat.Input{Kind: chat.Press, Data: reply.Buttons[0][0].Data})
}

// deliver delivers the reply to the last event. Now and then the reply is lost instead.
func (w *world) deliver(rt *rapid.T, r chat.Reply) (shown bool) {
	if text := w.spoilt(w.last.request.Place, r); text != "" && !w.last.request.Ephemeral {
		rt.Fatal(text)
	}
	isKeptBack := r.Audience == chat.Secret && !w.last.request.Ephemeral
	if r.Silent || isKeptBack || rapid.IntRange(0, 5).Draw(rt, "lost") == 0 {
		return false
	}
	if r.Ask == nil {
		w.last.message = chat.Message{Place: w.last.request.Place, ID: fmt.Sprintf("m%d", w.events)}
		if id, ok := shownRound(r); ok && !w.last.request.Place.Private {
			w.messages[id] = w.last.message
		}
	}
	w.delivered(rt, w.last.request.Key, w.last.message)
	return true
}

// shownRound is the round that a message with buttons is about.
func shownRound(r chat.Reply) (id int64, ok bool) {
	if len(r.Buttons) == 0 || len(r.Buttons[0]) == 0 {
		return 0, false
	}
	_, err := fmt.Sscanf(r.Buttons[0][0].Data, "v2 answer %d", &id)
	return id, err == nil
}

func (w *world) delivered(rt *rapid.T, key string, m chat.Message) {
	w.anyBot(rt).Delivered(context.Background(), key, m)
	w.shown[key] = true
	w.charge(key)
}

// charge counts a hint whose text was delivered.
func (w *world) charge(key string) {
	if h, ok := w.waiting[key]; ok {
		r := w.ledger.rounds[h.round]
		x := w.ledger.work(h.person, r)
		x.hints = max(x.hints, h.n)
		delete(w.waiting, key)
	}
}

// observe reads from the database which rounds there are, whether their clocks run, and whether they are over. In
// the ledger, rounds that have ended pay.
func (w *world) observe() {
	w.t.Helper()
	var ended []*ledgerRound
	err := w.query(`SELECT r.id, r.game, r.puzzle, COALESCE(r.community_id, 0), COALESCE(c.private, 0), COALESCE(c.key, '') || '/' || r.channel,
		r.own, r.daily, r.level, r.dealt_at, r.lasts, COALESCE(r.ends_at, 0), COALESCE(r.closed_at, 0), r.reason, COALESCE(p.key, ''),
		COALESCE(r.match_id, 0), COALESCE(m.kind, '') = 'duel', COALESCE(q.key, '')
		FROM rounds r LEFT JOIN communities c ON c.id = r.community_id LEFT JOIN players p ON p.id = r.asker_id
		LEFT JOIN matches m ON m.id = r.match_id LEFT JOIN players q ON q.id = m.rival_id ORDER BY r.id`, func(scan scanner) error {
		var r ledgerRound
		var name, id, asker, rival string
		var dealt, lasts, ends, closed int64
		if err := scan(&r.id, &name, &id, &r.community, &r.private, &r.place, &r.own, &r.daily, &r.level, &dealt, &lasts, &ends, &closed, &r.reason, &asker, &r.match, &r.duel, &rival); err != nil {
			return err
		}
		known := w.ledger.rounds[r.id]
		if known == nil {
			known = &r
			w.ledger.rounds[r.id] = known
			known.game, _ = games.ByName(name)
			known.puzzle = must(games.Parse(id))(w.t)
			known.known = w.kit.solution(known.puzzle)
			known.dealt, known.lasts = time.UnixMilli(dealt).UTC(), time.Duration(lasts)*time.Millisecond
			if s := w.byKey(asker); s != nil {
				known.asker = s.id()
			}
			if s := w.byKey(rival); s != nil {
				known.pair = [2]string{known.asker, s.id()}
			}
			if known.level != int(known.puzzle.Rating().Level) {
				w.rt.Fatalf("round %d has level %d", r.id, r.level)
			}
		}
		if ends != 0 {
			known.ends, known.lasts = time.UnixMilli(ends).UTC(), time.Duration(lasts)*time.Millisecond
		}
		if closed != 0 && known.closed.IsZero() {
			known.closed, known.reason = time.UnixMilli(closed).UTC(), r.reason
			ended = append(ended, known)
		}
		return nil
	})
	if err != nil {
		w.rt.Fatal(err)
	}
	slices.SortStableFunc(ended, func(x, y *ledgerRound) int { return x.due().Compare(y.due()) })
	for _, r := range ended {
		w.ledger.end(r)
		w.checkEnd(r)
	}
}

// byKey returns the person of a key; nil: there is none.
func (w *world) byKey(key string) *someone {
	for _, s := range w.people {
		if s.key == key {
			return s
		}
	}
	return nil
}

// due is when a round ends by itself, as far as that is known.
func (r *ledgerRound) due() time.Time {
	if !r.ends.IsZero() {
		return r.ends
	}
	return r.dealt.Add(24 * time.Hour)
}

type scanner func(...any) error

// openEyes opens a database to be read beside the bot.
func openEyes(path string) (*sql.DB, error) {
	if dbtest.Server() {
		return sql.Open("pgx", path)
	}
	return sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=busy_timeout(5000)")
}

// query reads the database as it is, with eyes of its own.
func (w *world) query(text string, row func(scanner) error, args ...any) error {
	if w.eyes == nil {
		var err error
		if w.eyes, err = openEyes(w.path); err != nil {
			return err
		}
	}
	rows, err := w.eyes.Query(text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// deal asks for a puzzle, or for the next one like it.
func (w *world) deal(rt *rapid.T) {
	game := one(rt, "game", []string{"24", "24", "24", "tchisla", "countdown", "letters", "conundrum"})
	who, in := w.somewhere(rt)
	input := chat.Input{Kind: chat.Command, Name: game, Text: one(rt, "level", []string{"", "easy", "hard"})}
	if rapid.Bool().Draw(rt, "next") {
		input = chat.Input{Kind: chat.Press, Data: w.bots[0].Data("next", game, 0)}
	}
	w.deliver(rt, w.send(rt, who, in, input))
	w.observe()
}

// dealOwn asks for a puzzle of one's own numbers.
func (w *world) dealOwn(rt *rapid.T) {
	game, desc, _ := strings.Cut(one(rt, "puzzle", ownPuzzles), " ")
	who, in := w.somewhere(rt)
	w.deliver(rt, w.send(rt, who, in, chat.Input{Kind: chat.Command, Name: game, Text: desc}))
	w.observe()
}

// somewhere draws a person, and a place where they may talk.
func (w *world) somewhere(rt *rapid.T) (*someone, spot) {
	who := one(rt, "who", w.people)
	var rooms []spot
	for _, r := range w.rooms {
		if r.owner == nil || r.owner == who {
			rooms = append(rooms, r)
		}
	}
	return who, one(rt, "room", rooms)
}

// stands compares a daily with the one that is live for a person: 0 is live, less than 0 is past, and more than 0
// is to come. place is the community where they are, which may be their first.
func (w *world) stands(key string, r *ledgerRound, at time.Time, place string) int {
	zone := func(from string) (name string, isFound bool) {
		var now, before string
		var since int
		err := w.query(`SELECT zone, zone_before, zone_from FROM communities c WHERE `+from, func(scan scanner) error {
			isFound = true
			return scan(&now, &before, &since)
		}, key, place)
		if err != nil {
			w.rt.Fatal(err)
		}
		if loc, err := time.LoadLocation(before); err != nil || numberAt(at, loc) < since {
			now = before
		}
		return now, isFound
	}
	player := `(SELECT id FROM players WHERE key = $1)`
	name, _ := zone(`$2 = $2 AND c.private = 1 AND c.player_id = ` + player)
	if name == "" {
		var isFound bool
		name, isFound = zone(`$2 = $2 AND c.id = (SELECT m.community_id FROM members m JOIN communities o ON o.id = m.community_id
			WHERE o.private = 0 AND m.player_id = ` + player + ` ORDER BY m.since, m.community_id LIMIT 1)`)
		if !isFound {
			name, _ = zone(`$1 = $1 AND c.private = 0 AND c.key = $2`)
		}
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		w.rt.Fatal(err)
	}
	today, begun := numberAt(at, loc), false
	err = w.query(`SELECT at FROM openings WHERE round_id = $1 AND player_id = (SELECT id FROM players WHERE key = $2)`, func(scan scanner) error {
		var ms int64
		err := scan(&ms)
		begun = numberAt(time.UnixMilli(ms), loc) <= r.daily
		return err
	}, r.id, key)
	if err != nil {
		w.rt.Fatal(err)
	}
	if r.daily == numberAt(at.Add(-2*time.Hour), loc) && begun {
		return 0
	}
	return r.daily - today
}

// press draws a person and a round, and a place where they may press its buttons.
func (w *world) press(rt *rapid.T) (who *someone, in spot, r *ledgerRound) {
	var open, over []*ledgerRound
	who, in = w.somewhere(rt)
	for _, r := range w.ledger.rounds {
		switch {
		case !w.mayPress(who, in, r):
		case r.closed.IsZero():
			open = append(open, r)
		default:
			over = append(over, r)
		}
	}
	// Open rounds are drawn twice as often.
	all := byNumber(open)
	all = append(all, all...)
	over = byNumber(over)
	all = append(all, over[max(0, len(over)-2):]...)
	if len(all) == 0 {
		rt.Skip("no round")
	}
	return who, in, one(rt, "round", all)
}

// mayPress reports whether a person may press the buttons of a round at a place: of a daily that has begun for
// them, of a round there, or, in their private chat, of any group's.
func (w *world) mayPress(who *someone, in spot, r *ledgerRound) bool {
	isHere := strings.HasPrefix(r.place, in.community+"/")
	isPrivateChat := in.owner != nil
	switch {
	case r.daily != 0:
		// A request may be some seconds late.
		return w.stands(who.key, r, w.now.Add(-20*time.Second), in.community) <= 0
	case r.private:
		return isPrivateChat && r.place == in.community+"/"
	}
	return isPrivateChat || isHere
}

func byNumber(all []*ledgerRound) []*ledgerRound {
	slices.SortFunc(all, func(x, y *ledgerRound) int { return int(x.id - y.id) })
	return all
}

// data is that of a button under a round.
func (w *world) data(act string, r *ledgerRound) string {
	data := w.bots[0].Data(act, r.id)
	return w.bots[0].Sealed(data)
}

// answer lets a person answer a round.
func (w *world) answer(rt *rapid.T) {
	who, in, r := w.press(rt)
	w.say(rt, who, in, r, one(rt, "text", w.kit.answersTo(r.puzzle)))
}

// say answers a round with a text.
func (w *world) say(rt *rapid.T, who *someone, in spot, r *ledgerRound, text string) {
	input := chat.Input{Kind: chat.Submit, Data: w.data("answer", r), Text: text}
	if m := w.messages[r.id]; m.ID != "" && in.owner == nil && r.daily == 0 && rapid.Bool().Draw(rt, "typed") {
		input = chat.Input{Kind: chat.Text, Text: text, Source: m}
	}
	reply := w.send(rt, who, in, input)
	w.said = append(w.said, saying{who.id(), who, in, r, text, w.last.request.At})
	w.ledger.answer(who.id(), who.key, r, text, w.last.request.At, !w.last.request.Ephemeral)
	w.observe()
	w.deliver(rt, reply)
}

// edit lets a person edit the message of an answer. The new text is judged only if the answer was wrong, and then
// it is an answer like any other.
func (w *world) edit(rt *rapid.T) {
	if rapid.Bool().Draw(rt, "of a mistake") {
		who, in, r := w.press(rt)
		w.say(rt, who, in, r, one(rt, "mistake", []string{"7+7", "zzz", "1+"}))
	}
	var may []saying
	for _, s := range w.said[max(0, len(w.said)-8):] {
		twice := slices.ContainsFunc(w.said, func(x saying) bool { return x.who == s.who && x.at.Equal(s.at) && x.round != s.round })
		// If the person sent two answers at the same time, it is not known which one is meant.
		if s.by == s.who.id() && !twice {
			may = append(may, s)
		}
	}
	if len(may) == 0 {
		rt.Skip("nothing was said")
	}
	s := may[len(may)-1-rapid.IntRange(0, len(may)-1).Draw(rt, "how long ago")]
	text := one(rt, "text", w.kit.answersTo(s.round.puzzle))
	reply := w.send(rt, s.who, s.in, chat.Input{Kind: chat.Text, Text: text, Edited: s.at})
	if !reply.Silent {
		if w.last.request.At.Sub(s.at) > 5*time.Minute || s.round.puzzle.Judge(s.text).Outcome == engine.Right || s.round.match != 0 {
			rt.Fatalf("%q of %v is judged anew at %v as %q", s.text, s.at, w.last.request.At, text)
		}
		w.ledger.answer(s.by, s.who.key, s.round, text, w.last.request.At, true)
	}
	w.observe()
	w.deliver(rt, reply)
}

// hint lets a person ask for a hint, which is charged when it is shown.
func (w *world) hint(rt *rapid.T) {
	who, in, r := w.press(rt)
	reply := w.send(rt, who, in, chat.Input{Kind: chat.Press, Data: w.data("hint", r)})
	// Each hint is a line with this mark.
	n := strings.Count(textOf(reply), "💡 ")
	had := w.ledger.work(who.id(), r).hints
	if n > had {
		opens := time.Duration(n) * 30 * time.Second
		if r.lasts > 0 {
			opens = r.lasts * time.Duration(n+1) / 6
		}
		at := w.last.request.At
		isTooSoon := r.race() && at.Sub(r.begun()) < opens
		if n != had+1 || isTooSoon || r.over(at) {
			rt.Fatalf("hint %d of round %d at %v; the round began at %v, and the person had %d hints", n, r.id, at, r.begun(), had)
		}
		w.waiting[w.last.request.Key] = hinted{who.id(), r.id, n}
	}
	w.observe()
	w.deliver(rt, reply)
}

// giveUp lets a person give up.
func (w *world) giveUp(rt *rapid.T) {
	who, in, r := w.press(rt)
	act := one(rt, "act", []string{"giveup", "sure"})
	x := w.ledger.work(who.id(), r)
	reply := w.send(rt, who, in, chat.Input{Kind: chat.Press, Data: w.data(act, r)})
	at := w.last.request.At
	first, last := numbersLive(at)
	isHidden := r.daily >= first
	wasOpen := r.closed.IsZero()
	isDuelist := r.duel && r.plays(who.id())
	// A puzzle of a match of several people ends by itself.
	isOfMatch := r.match != 0 && !r.private && !isDuelist
	isRefused := !wasOpen || r.over(at) || isOfMatch
	mayBeInPlay := !isHidden && r.match == 0
	switch {
	case isRefused:
	case mayBeInPlay && w.isInPlay(who, r.puzzle, r.id, first, last):
	case w.asksSure(who, r, act, at):
		x.asked = at
	default:
		w.ledger.quit(who.id(), r, isHidden)
	}
	w.observe()
	isAdmin := who == w.people[0] && in.owner == nil
	isQuiet := at.Sub(r.quietSince()) >= 2*time.Minute
	isRaceWithoutClock := r.race() && r.lasts == 0
	mayEndRace := isRaceWithoutClock && (isAdmin || isQuiet || r.asker == who.id())
	mayEnd := r.private || isDuelist || mayEndRace
	if wasOpen && !r.closed.IsZero() && !mayEnd {
		rt.Fatalf("%s ended round %d of %s for all", who.key, r.id, r.asker)
	}
	w.deliver(rt, reply)
}

// asksSure reports whether a person who gives up is asked whether they are sure. They are not if they have
// confirmed it, by the button or by giving up a second time, or if a live daily has paid them.
func (w *world) asksSure(who *someone, r *ledgerRound, act string, at time.Time) bool {
	x := w.ledger.work(who.id(), r)
	if act == "sure" || x.quit {
		return false
	}
	since := at.Sub(x.asked)
	isSecondTime := since >= time.Second && since < time.Minute
	if isSecondTime {
		return false
	}
	hasEarned := r.daily != 0 && x.points != 0
	return !hasEarned || w.ledger.stands(who.key, r, at) < 0
}

// daily lets a person look at a daily.
func (w *world) daily(rt *rapid.T) {
	who, in := w.somewhere(rt)
	_, last := numbersLive(w.now)
	number := last + one(rt, "number", []int{-6, -2, -1, -1, 0, 1})
	game := one(rt, "game", games.All()).Name()
	w.deliver(rt, w.send(rt, who, in, chat.Input{Kind: chat.Press, Data: w.bots[0].Data("daily", game, number)}))
	w.observe()
}

// solve lets a person ask for the solutions of a puzzle.
func (w *world) solve(rt *rapid.T) {
	who, in := w.somewhere(rt)
	all := slices.Clone(ownPuzzles)
	for _, r := range w.ledger.rounds {
		all = append(all, r.puzzle.ID())
	}
	slices.Sort(all)
	text := one(rt, "puzzle", slices.Compact(all))
	p := must(games.Parse(strings.Replace(text, " ", ":", 1)))(w.t)
	if strings.HasPrefix(text, "24") {
		text = strings.ReplaceAll(text, ",", " ")
	}
	reply := w.apart(rt, who, in, "solve", text)
	if reply.Audience == chat.Secret {
		first, last := numbersLive(w.last.request.At)
		if w.isInPlay(who, p, 0, first, last) {
			rt.Fatalf("/solve %s while it is open or a daily", text)
		}
		w.ledger.seeAll(who.id(), p)
	}
	w.observe()
	w.deliver(rt, reply)
}

// isInPlay reports whether a puzzle is one of a daily of the numbers from first to last, or open for
// points in another round of a group that a person belongs to.
func (w *world) isInPlay(who *someone, p engine.Puzzle, except int64, first, last int) bool {
	belongs := map[int64]bool{}
	err := w.query(`SELECT community_id FROM members WHERE player_id = (SELECT id FROM players WHERE key = $1)`, func(scan scanner) error {
		var id int64
		err := scan(&id)
		belongs[id] = true
		return err
	}, who.key)
	if err != nil {
		w.rt.Fatal(err)
	}
	for _, class := range shownWith(p) {
		if w.kit.isDaily(class, first, last) {
			return true
		}
		for _, r := range w.ledger.rounds {
			isPlayed := r.daily == 0 && !r.private && r.closed.IsZero() && !r.own && belongs[r.community]
			if r.id != except && isPlayed && r.puzzle.Face().Class() == class {
				return true
			}
		}
	}
	return false
}

// isDaily reports whether a class is that of one of the dailies from first to last.
func (k *kit) isDaily(class string, first, last int) bool {
	for number := first; number <= last; number++ {
		for i, id := range dailyPuzzles {
			p, err := games.Parse(id)
			if err == nil && p.Face().Class() == class && (i > 2 || i == number%3) {
				return true
			}
		}
	}
	return false
}

// forget lets a person be forgotten, and looks for their key and name in the database.
func (w *world) forget(rt *rapid.T) {
	if rapid.IntRange(0, 3).Draw(rt, "really") != 0 {
		return
	}
	who, in := w.somewhere(rt)
	asked := w.apart(rt, who, in, "privacy", "forget")
	w.deliver(rt, asked)
	if len(asked.Buttons) == 0 {
		return
	}
	reply := w.send(rt, who, in, chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
	w.ledger.forget(who.id(), who.key, w.last.request.At)
	for key, h := range w.waiting {
		if h.person == who.id() {
			delete(w.waiting, key)
		}
	}
	who.times++
	who.stored = false
	w.observe()
	w.deliver(rt, reply)
	w.close()
	for _, file := range []string{w.path, w.path + "-wal"} {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			rt.Fatal(err)
		}
		for _, word := range []string{who.key, who.name} {
			if i := bytes.Index(data, []byte(word)); i >= 0 {
				rt.Fatalf("%s is forgotten, and in the file: %q", word, data[max(0, i-300):min(len(data), i+100)])
			}
		}
	}
	for i := range w.bots {
		w.open(i)
	}
}

// repeat lets the network send the last event again. If the reply to it was delivered, the bot says nothing.
func (w *world) repeat(rt *rapid.T) {
	if w.last.who == nil {
		rt.Skip("nothing has happened")
	}
	reply := w.anyBot(rt).Answer(context.Background(), w.last.request)
	if w.last.message.ID != "" && !reply.Silent {
		rt.Fatalf("%s was answered and delivered, and is answered again: %s", w.last.request.Key, textOf(reply))
	}
	w.observe()
	w.deliver(rt, reply)
}

// sleep lets time pass. Now and then the clock goes back.
func (w *world) sleep(rt *rapid.T) {
	const s, m, h = time.Second, time.Minute, time.Hour
	w.now = w.now.Add(one(rt, "time", []time.Duration{-2 * s, s, 10 * s, 31 * s, 31 * s, 61 * s, 95 * s, 95 * s, 3 * m, 10 * m, h, 13 * h, 25 * h}))
}

// tick lets a bot do what is due.
func (w *world) tick(rt *rapid.T) {
	w.fail = rapid.IntRange(0, 3).Draw(rt, "network fails") == 0
	if err := w.anyBot(rt).Tick(context.Background(), w); err != nil {
		rt.Fatal(err)
	}
	w.fail = false
	w.observe()
	open := map[string]int{}
	for _, r := range w.ledger.rounds {
		// Contests are not counted among the three.
		isContest := r.daily == 0 && r.best()
		isDealt := r.daily == 0 && !r.dealt.After(w.now)
		isOpen := r.closed.IsZero() && r.lasts == 0
		if !isDealt || !isOpen || isContest {
			continue
		}
		open[r.place]++
		if open[r.place] > 3 {
			rt.Fatalf("%d rounds are open at %s", open[r.place], r.place)
		}
	}
}

// kill ends a bot, perhaps in the middle of its deliveries, and starts another.
func (w *world) kill(rt *rapid.T) {
	i := rapid.IntRange(0, 1).Draw(rt, "which")
	if rapid.Bool().Draw(rt, "in the middle") {
		err := w.stores[i].Write(context.Background(), func(tx *storage.Tx) error {
			_, err := tx.ClaimOutgoing("net", false, 9)
			return err
		})
		if err != nil {
			rt.Fatal(err)
		}
	}
	// A process that opens the database believes that an earlier process with its number is dead. Here both bots are
	// one process, so both are ended.
	for i := range w.bots {
		if err := w.stores[i].Close(); err != nil {
			rt.Fatal(err)
		}
		w.open(i)
	}
}

// race begins a race.
func (w *world) race(rt *rapid.T) {
	who, in := w.somewhere(rt)
	text := one(rt, "race", []string{"2 24", "3 24 easy", "5", "2 countdown", "2 letters", "1 conundrum", "2 tchisla"})
	w.deliver(rt, w.send(rt, who, in, chat.Input{Kind: chat.Command, Name: "race", Text: text}))
	w.soon(rt)
}

// duel lets a person challenge another, who mostly accepts.
func (w *world) duel(rt *rapid.T) {
	who, in := w.somewhere(rt)
	whom := one(rt, "whom", w.people)
	reply := w.send(rt, who, in, chat.Input{
		Kind: chat.Command, Name: "duel", Text: "@" + whom.name + " " + one(rt, "game", []string{"24", "24", "24", "countdown", "conundrum"}),
		Whom: chat.Person{Network: "net", ID: whom.key, Name: whom.name},
	})
	w.deliver(rt, reply)
	if len(reply.Buttons) == 0 || len(reply.Buttons[0]) < 2 {
		return
	}
	if rapid.IntRange(0, 3).Draw(rt, "other") == 0 {
		whom = one(rt, "presses", w.people)
	}
	choice := reply.Buttons[0][rapid.IntRange(0, 4).Draw(rt, "declines")/4]
	w.deliver(rt, w.send(rt, whom, in, chat.Input{Kind: chat.Press, Data: choice.Data}))
	w.soon(rt)
}

// soon lets the next puzzle of a match come.
func (w *world) soon(rt *rapid.T) {
	w.observe()
	w.now = w.now.Add(8 * time.Second)
	// A process that is silent for a minute loses its leases, so both bots run.
	for _, b := range w.bots {
		if err := b.Tick(context.Background(), w); err != nil {
			rt.Fatal(err)
		}
	}
	w.observe()
}

// stop stops a match.
func (w *world) stop(rt *rapid.T) {
	who, in := w.somewhere(rt)
	w.deliver(rt, w.send(rt, who, in, chat.Input{Kind: chat.Command, Name: "race", Text: "stop"}))
	w.observe()
}

// set changes settings.
func (w *world) set(rt *rapid.T) {
	who, in := w.somewhere(rt)
	text := one(rt, "settings", []string{"timezone Asia/Tokyo", "timezone America/Los_Angeles", "daily on hour 8", "daily off", "seconds 60", "", "worldwide on", "worldwide on", "worldwide off"})
	w.deliver(rt, w.send(rt, who, in, chat.Input{Kind: chat.Command, Name: "settings", Text: text}))
}

// The world is also the front end of the network.
var _ chat.FrontEnd = (*world)(nil)

func (w *world) Network() string { return "net" }

func (w *world) Run(context.Context, chat.Handler) error { return nil }

func (w *world) Lane(d chat.Delivery) string { return d.Place.Community }

func (w *world) Pace(chat.Delivery, int) time.Duration { return 0 }

func (w *world) Idempotent() bool { return true }

func (w *world) Deliver(_ context.Context, d chat.Delivery) (chat.Message, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d.IsReply() {
		return chat.Message{}, w.late(d)
	}
	if !d.Message.IsZero() {
		w.suspect(d.Place, d.Reply)
		return d.Message, nil
	}
	if w.fail && !w.failed[d.Key] {
		w.failed[d.Key] = true
		return chat.Message{}, errors.New("the network is down")
	}
	if w.posted[d.Key] {
		w.complain("%s was posted twice", d.Key)
	}
	w.posted[d.Key] = true
	w.suspect(d.Place, d.Reply)
	if id, ok := strings.CutPrefix(d.Key, "end:"); ok {
		n, _ := strconv.ParseInt(id, 10, 64)
		if known := w.ledger.rounds[n]; known != nil && !known.closed.IsZero() && w.now.Sub(known.closed) > 10*time.Minute {
			w.complain("the result of round %d was posted %v late", n, w.now.Sub(known.closed))
		}
	}
	m := chat.Message{Place: d.Place, ID: "posted as " + d.Key}
	if id, ok := shownRound(d.Reply); ok && !d.Place.Private {
		w.messages[id] = m
	}
	return m, nil
}

// late takes a reply that was not shown at once, because a bot was killed before.
func (w *world) late(d chat.Delivery) error {
	if w.shown[d.Key] {
		w.complain("the reply to %s was shown and is delivered again", d.Key)
	}
	w.shown[d.Key] = true
	w.charge(d.Key)
	if !d.Reply.ShowsSecretAt(d.Place) {
		w.suspect(d.Place, d.Reply)
	}
	return nil
}

// suspect keeps a message until check looks at it, when it is known which rounds are over.
func (w *world) suspect(p chat.Place, r chat.Reply) {
	if !p.Private {
		w.suspects = append(w.suspects, sight{p, r})
	}
}

// complain keeps what the network has seen go wrong, until the next check.
func (w *world) complain(format string, args ...any) {
	w.complaints = append(w.complaints, fmt.Sprintf(format, args...))
}

// spoilt says which secret a message tells others; empty if it tells none.
func (w *world) spoilt(p chat.Place, r chat.Reply) string {
	if p.Private || r.Audience == chat.Secret {
		return ""
	}
	text := squeezed(textOf(r))
	first, _ := numbersLive(w.now)
	// When one round ends, its solutions are shown, and those of other rounds of its class with them.
	dealt := map[string]int{}
	for _, x := range w.ledger.rounds {
		dealt[x.puzzle.Face().Class()]++
	}
	for _, x := range w.ledger.rounds {
		isOpenBest := x.daily == 0 && x.best() && !x.over(w.now)
		isHidden := isOpenBest || x.daily >= first
		isDealtOnce := dealt[x.puzzle.Face().Class()] == 1
		isWordGame := strings.HasPrefix(x.puzzle.ID(), "letters") || strings.HasPrefix(x.puzzle.ID(), "conundrum")
		if !isHidden || !isDealtOnce || isWordGame {
			continue
		}
		for _, s := range x.known.All[:min(3, len(x.known.All))] {
			if len(s) >= 5 && strings.Contains(text, squeezed(s)) {
				return fmt.Sprintf("round %d (%s) is open, and all at %s read %s", x.id, x.puzzle.ID(), p.Community, text)
			}
		}
	}
	return ""
}

// check compares the database with the ledger and with itself.
func (w *world) check() {
	w.rt.Helper()
	for _, x := range w.suspects {
		if text := w.spoilt(x.place, x.reply); text != "" {
			w.rt.Fatal(text)
		}
	}
	w.suspects = nil
	for _, text := range w.complaints {
		w.rt.Fatal(text)
	}
	if w.logged.Len() > 0 {
		text := w.logged.String()
		isExpected := strings.Contains(text, "the network is down") && !strings.Contains(text, "level=ERROR")
		if !isExpected {
			w.rt.Fatalf("a bot logged: %s", text)
		}
		w.logged.Reset()
	}
	w.checkPoints()
	w.checkSums()
	w.checkChallenges()
}

// checkChallenges checks when the same person was challenged again: after ten minutes or, if they refused, on the
// next day.
func (w *world) checkChallenges() {
	w.rt.Helper()
	type pair struct{ asker, rival int64 }
	type challenge struct {
		asked, ended time.Time
		reason       string
	}
	last := map[pair]challenge{}
	zones := []*time.Location{time.UTC, must(time.LoadLocation("Asia/Tokyo"))(w.t), must(time.LoadLocation("America/Los_Angeles"))(w.t)}
	err := w.query(`SELECT player_id, rival_id, asked_at, COALESCE(begun_at, 0), COALESCE(ended_at, 0), reason FROM matches WHERE kind = 'duel' AND rival_id IS NOT NULL ORDER BY id`, func(scan scanner) error {
		var p pair
		var c challenge
		var asked, begun, ended int64
		err := scan(&p.asker, &p.rival, &asked, &begun, &ended, &c.reason)
		c.asked, c.ended = time.UnixMilli(asked), time.UnixMilli(ended)
		was, isAgain := last[p]
		isSameDay := !slices.ContainsFunc(zones, func(z *time.Location) bool { return numberAt(was.ended, z) != numberAt(c.asked, z) })
		isTooSoon := c.asked.Sub(was.asked) < 10*time.Minute
		isRefused := was.reason == "declined" && isSameDay
		if isAgain && (isTooSoon || isRefused) {
			w.rt.Fatalf("player %d challenged %d at %v and again at %v (%s)", p.asker, p.rival, was.asked, c.asked, was.reason)
		}
		if begun == 0 {
			last[p] = c
		}
		return err
	})
	if err != nil {
		w.rt.Fatal(err)
	}
}

// checkPoints compares the awards with the ledger.
func (w *world) checkPoints() {
	w.rt.Helper()
	want := map[entry]int{}
	for key, x := range w.ledger.entries {
		for _, s := range w.people {
			if key.person == s.id() && x.points > 0 {
				want[key] = x.points
			}
		}
	}
	got := map[entry]int{}
	err := w.query(`SELECT p.key, a.round_id, a.points, a.local FROM awards a JOIN players p ON p.id = a.player_id WHERE p.key IS NOT NULL AND a.points > 0`,
		func(scan scanner) error {
			var key string
			var round int64
			var points int
			var local bool
			err := scan(&key, &round, &points, &local)
			mine := entry{w.byKey(key).id(), round}
			got[mine] = points
			// The ledger does not know when a person first saw a daily.
			x := w.ledger.entries[mine]
			isKnown := x != nil && w.ledger.rounds[round].daily == 0
			if isKnown && x.local != local {
				w.explain(round)
				w.rt.Fatalf("%s's part of round %d is local: %v", mine.person, round, local)
			}
			return err
		})
	if err != nil {
		w.rt.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(entry{})); diff != "" {
		for _, all := range []map[entry]int{want, got} {
			for key := range all {
				if want[key] != got[key] {
					w.explain(key.round)
				}
			}
		}
		w.rt.Fatalf("awards (-ledger +database):\n%s", diff)
	}
}

// explain logs what is known of a round.
func (w *world) explain(id int64) {
	r := w.ledger.rounds[id]
	w.rt.Logf("round %d %s of %q at %q, dealt %v, ends %v, closed %v %q, daily %d, own %v, now %v", id, r.puzzle.ID(), r.asker, r.place, r.dealt, r.ends, r.closed, r.reason, r.daily, r.own, w.now)
	for key, x := range w.ledger.entries {
		if key.round == id {
			w.rt.Logf("  %s: %+v, seen %v", key.person, *x, w.ledger.seen[owner{key.person, r.puzzle.Face().Class()}])
		}
	}
}

// checkSums compares scores, boards and the points of answers with the awards. It also checks that a puzzle has
// paid a person once.
func (w *world) checkSums() {
	w.rt.Helper()
	type board struct{ community, player int64 }
	type day struct {
		board
		day int
	}
	type paid struct {
		player int64
		class  string
	}
	awards, local, ofClass := map[day][]int{}, map[day]int{}, map[paid]int64{}
	err := w.query(`SELECT a.community_id, a.player_id, a.day, a.points, a.local, a.round_id, r.class, COALESCE(r.community_id, 0),
		(SELECT COALESCE(SUM(points), 0) FROM answers x WHERE x.round_id = a.round_id AND x.player_id = a.player_id),
		(SELECT COALESCE(MAX(points), 0) FROM answers x WHERE x.round_id = a.round_id AND x.player_id = a.player_id)
		FROM awards a JOIN rounds r ON r.id = a.round_id`, func(scan scanner) error {
		var d day
		var points, sum, most int
		var round, community int64
		var class string
		var isLocal bool
		if err := scan(&d.community, &d.player, &d.day, &points, &isLocal, &round, &class, &community, &sum, &most); err != nil {
			return err
		}
		awards[d] = append(awards[d], points)
		if isLocal {
			local[d] += points
		}
		if d.community == 0 {
			// Each daily pays for its day.
			class = fmt.Sprint("daily ", round)
		}
		other := ofClass[paid{d.player, class}]
		if other != 0 && points > 0 {
			w.explain(other)
			w.explain(round)
			w.rt.Fatalf("rounds %d and %d, of one class, both paid player %d", other, round, d.player)
		}
		if points > 0 {
			ofClass[paid{d.player, class}] = round
		}
		// If the best answer wins, answers that were beaten keep their points.
		isSum := sum == points
		if w.ledger.rounds[round].best() {
			isSum = most >= points
		}
		if !isSum || community != d.community {
			w.rt.Fatalf("player %d was awarded %d of round %d, whose answers have %d", d.player, points, round, sum)
		}
		return nil
	})
	if err != nil {
		w.rt.Fatal(err)
	}
	scores, totals := map[day]int{}, map[board]int{}
	for d, all := range awards {
		slices.SortFunc(all, func(x, y int) int { return y - x })
		for i, n := range all {
			if i < storage.BestOfDay || d.community == 0 {
				scores[d] += n
				totals[d.board] += n
			}
		}
	}
	missing := maps.Clone(scores)
	err = w.query(`SELECT community_id, player_id, day, points FROM scores WHERE community_id >= 0 AND game = ''`, func(scan scanner) error {
		var d day
		var points int
		err := scan(&d.community, &d.player, &d.day, &points)
		if points != scores[d] {
			w.rt.Fatalf("score of %+v: %d, and of the awards %d", d, points, scores[d])
		}
		delete(missing, d)
		return err
	})
	err = errors.Join(err, w.query(`SELECT m.community_id, m.player_id, COALESCE(b.points, 0) FROM members m
		LEFT JOIN boards b ON b.community_id = m.community_id AND b.player_id = m.player_id AND b.game = '' AND b.period = 0`, func(scan scanner) error {
		var b board
		var points int
		err := scan(&b.community, &b.player, &points)
		if want := totals[b] + totals[board{0, b.player}]; points != want {
			w.rt.Fatalf("board of %+v: %d, and of the awards %d", b, points, want)
		}
		return err
	}))
	if err != nil || len(missing) > 0 {
		w.rt.Fatalf("not counted: %v (%v)", missing, err)
	}
	// The World counts dailies alone.
	shown := map[int64]int{}
	err = errors.Join(err, w.query(`SELECT player_id, points FROM boards WHERE community_id = -1 AND game = '' AND period = 0`, func(scan scanner) error {
		var player int64
		var points int
		err := scan(&player, &points)
		shown[player] = points
		return err
	}), w.query(`SELECT player_id FROM communities WHERE worldwide = 1`, func(scan scanner) error {
		var player int64
		err := scan(&player)
		want := 0
		for d, points := range scores {
			if d.board == (board{0, player}) {
				want += points - local[d]
			}
		}
		if got := shown[player]; got != want {
			w.rt.Fatalf("player %d has %d points in the World, and of the dailies %d", player, got, want)
		}
		return err
	}))
	if err != nil {
		w.rt.Fatal(err)
	}
}

// checkEnd checks when a round has ended.
func (w *world) checkEnd(r *ledgerRound) {
	switch {
	case r.reason == "time" && r.private && r.match == 0:
		w.rt.Fatalf("round %d, of a private chat, ended by itself", r.id)
	case r.reason == "time" && !r.ends.IsZero() && r.closed.Before(r.ends.Add(3*time.Second)):
		w.rt.Fatalf("round %d ended at %v, and what was sent by %v could not be read yet", r.id, r.closed, r.ends)
	case r.reason == "time" && r.ends.IsZero() && r.closed.Before(r.dealt.Add(24*time.Hour)),
		r.reason == "expired" && r.closed.Before(r.quietSince().Add(24*time.Hour)):
		w.rt.Fatalf("round %d ended early, at %v (%s)", r.id, r.closed, r.reason)
	}
}

// finish lets some days pass. After that, all rounds that people play together must be over, and no message may
// wait.
func (w *world) finish() {
	w.rt.Helper()
	// Each bot delivers what the other one has lost.
	for i := range w.bots {
		if err := w.stores[i].Close(); err != nil {
			w.rt.Fatal(err)
		}
		w.open(i)
	}
	// In each match two more puzzles come, which nobody answers.
	for range 8 {
		w.now = w.now.Add(25 * time.Hour)
		for _, b := range w.bots {
			for range 3 {
				if err := b.Tick(context.Background(), w); err != nil {
					w.rt.Fatal(err)
				}
				w.now = w.now.Add(5 * time.Second)
			}
		}
		w.observe()
	}
	for _, r := range w.ledger.rounds {
		if r.daily == 0 && !r.private && r.closed.IsZero() {
			w.rt.Fatalf("round %d (%s) has no end", r.id, r.puzzle.ID())
		}
	}
	err := w.query(`SELECT nonce, outcome FROM outbox WHERE done_at IS NULL`, func(scan scanner) error {
		var nonce, state string
		err := scan(&nonce, &state)
		w.rt.Fatalf("%s is still %s", nonce, state)
		return err
	})
	if err != nil {
		w.rt.Fatal(err)
	}
	w.check()
}
