//go:build linux

package bot_test

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

var (
	large = flag.Bool("large", false, "measure write transactions with 5 million answers, and hold them to 20 ms of processor")
	part  = flag.Int("part", 1, "with -large, divides the number of answers, players and groups; the past of one person stays as long")
)

// most is how much processor a write transaction may take.
const most = 20 * time.Millisecond

// Each write transaction of a request or a job takes at most 20 ms of processor, even in a large database: it
// has 5 million answers, 100,000 players, a group in which all of them are, and a person with 50,000 attempts
// who has played for 1,000 days in ten groups. The test tries all commands and buttons, with all choices of
// their arguments, in private and in a group, and all kinds of jobs. Somebody else does each first, which is not
// measured: a server plans each statement once for each connection. Jobs are measured with that.
func TestProcessorOfWrites(t *testing.T) {
	property.Long(t)
	if !*large {
		// A small database shows only that everything can be measured.
		dbtest.OnlyFile(t)
	}
	if raced {
		t.Skip("the race detector takes most of the time")
	}
	h := newHeavy(t)
	h.doAll("p2", "2")
	h.linkAndForget("p2", "twin2")
	h.merge("5", "6")
	h.costs = nil
	h.doAll("p1", "1")
	h.linkAndForget("p1", "twin")
	h.doJobs()
	h.merge("3", "4")
	h.merge("2", "1")
	slices.SortStableFunc(h.costs, func(a, b cost) int { return cmp.Compare(b.took, a.took) })
	// The most costly of each kind.
	found := map[string]bool{}
	h.costs = slices.DeleteFunc(h.costs, func(c cost) bool {
		isFound := found[c.what]
		found[c.what] = true
		return isFound
	})
	for _, c := range h.costs[:min(len(h.costs), *worst)] {
		t.Logf("%8.1f ms, %3d statements: %s", float64(c.took.Microseconds())/1000, c.statements, c.what)
	}
	if !*large {
		return
	}
	for _, c := range h.costs {
		if c.took > most {
			t.Errorf("%s takes %v of processor", c.what, c.took)
		}
	}
}

var (
	worst = flag.Int("worst", 5, "how many of the most costly transactions are printed")
	built = flag.String("built", "", "with -large, a file that is made by the first test that has it, and copied by the others")
)

// A cost is how much processor a write transaction took.
type cost struct {
	what       string
	took       time.Duration
	statements int
}

// heavyTime is a Saturday, the last day of a month.
var heavyTime = time.Date(2029, time.March, 31, 12, 0, 0, 0, time.UTC)

// heavy does everything on a large database.
type heavy struct {
	t     *testing.T
	store *storage.Store
	bot   *bot.Bot
	now   time.Time
	n     int
	// server is a connection to a server by which its processes are found; nil: there is a file.
	server *sql.DB
	what   string
	began  time.Duration
	costs  []cost
}

func newHeavy(t *testing.T) *heavy {
	// Transactions are measured by the time of their thread.
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	h := &heavy{t: t, now: heavyTime}
	address := h.database()
	h.store = must(bot.Open(t.Context(), address))(t)
	t.Cleanup(func() { h.store.Close() })
	h.bot = must(bot.New(bot.Config{
		Store: h.store, Games: games.All(), Book: must(lang.Open())(t), Now: func() time.Time { return h.now },
		Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Rand: rand.NewPCG(1, 1),
	}))(t)
	// On a server, other transactions begin on other threads: a process says that it still runs.
	thread := unix.Gettid()
	h.store.OnBegin(func() {
		if unix.Gettid() == thread {
			h.began = h.processor()
		}
	})
	h.store.Observe(func(write bool, _ time.Duration, statements int) {
		if write && unix.Gettid() == thread {
			h.costs = append(h.costs, cost{h.what, h.processor() - h.began, statements})
		}
	})
	return h
}

// database makes a filled database, and returns its path or address.
func (h *heavy) database() string {
	t := h.t
	size := dbtest.Size{Players: 300, Communities: 100, Answers: 3000, Days: 20}
	if *large {
		size = dbtest.Size{
			Players:     100_000 / *part,
			Communities: 10_000 / *part,
			Answers:     5_000_000 / *part,
			Days:        1000,
		}
	}
	if dbtest.Server() {
		address := newDatabase(t)
		h.server = must(sql.Open("pgx", address))(t)
		h.server.SetMaxOpenConns(1)
		t.Cleanup(func() { h.server.Close() })
		h.fill(h.server, size)
		return address
	}
	path := filepath.Join(t.TempDir(), "reckon.db")
	if *built != "" {
		if _, err := os.Stat(*built); err == nil {
			h.copy(*built, path)
			return path
		}
	}
	store := must(bot.Open(t.Context(), path))(t)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	// Whatever happens to this file, nobody misses it.
	pragmas := []string{"journal_mode(OFF)", "synchronous(OFF)", "cache_size(-2000000)", "temp_store(MEMORY)"}
	address := url.URL{Scheme: "file", Opaque: path, RawQuery: url.Values{"_pragma": pragmas}.Encode()}
	db := must(sql.Open("sqlite", address.String()))(t)
	db.SetMaxOpenConns(1)
	h.fill(db, size)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if *built != "" {
		h.copy(path, *built)
	}
	return path
}

func (h *heavy) copy(from, to string) {
	data, err := os.Open(from)
	if err != nil {
		h.t.Fatal(err)
	}
	defer data.Close()
	copied := must(os.Create(to))(h.t)
	defer copied.Close()
	if _, err := copied.ReadFrom(data); err != nil {
		h.t.Fatal(err)
	}
}

// fill fills a database, in a transaction.
func (h *heavy) fill(db *sql.DB, size dbtest.Size) {
	t := h.t
	tx := must(db.BeginTx(t.Context(), nil))(t)
	if h.server != nil {
		// The rows refer to each other rightly, and to look whether they do takes most of the time.
		must(tx.ExecContext(t.Context(), `SET LOCAL session_replication_role = replica`))(t)
	}
	begun := time.Now()
	statements := slices.Concat(dbtest.FillStatements(size, 0, heavyTime), heavyStatements)
	for _, query := range statements {
		if strings.Contains(query, "claimed_by") {
			// It belongs to no process that there is.
			continue
		}
		query = strings.NewReplacer("WEEK", fmt.Sprint(heavyTime.Unix()/86400+1), "NOW", fmt.Sprint(heavyTime.UnixMilli())).Replace(query)
		if _, err := tx.ExecContext(t.Context(), query); err != nil {
			t.Fatalf("%v: %s", err, query)
		}
		if *large {
			fmt.Fprintln(os.Stderr, time.Since(begun).Round(time.Second), strings.Join(strings.Fields(query), " ")[:min(len(query), 60)])
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if h.server != nil {
		// A server does so by itself, a while after many changes.
		must(db.ExecContext(t.Context(), `VACUUM ANALYZE`))(t)
	}
}

// heavyStatements add rows of features: a league of a week that ends, with all people who are in the World,
// and people's settings.
var heavyStatements = []string{
	`INSERT INTO league_weeks (week, lowest) VALUES (WEEK, 5)`,
	`INSERT INTO league (player_id, week, tier, division) SELECT player_id, WEEK, 1 + player_id % 5, 1 + player_id / 75
		FROM communities WHERE worldwide = 1`,
	`INSERT INTO league_divisions (week, tier, division, seats) SELECT week, tier, division, COUNT(*) FROM league GROUP BY week, tier, division`,
	`INSERT INTO settings (community_id, key, value) SELECT id, 'daily.reminder', 'on' FROM communities WHERE worldwide = 1`,
	`UPDATE communities SET daily = 1, zone = 'UTC', hour = 9 WHERE private = 0`,
	`UPDATE communities SET zone = 'UTC' WHERE worldwide = 1`,
}

// processor returns how much processor this thread has taken, with the server's processes.
func (h *heavy) processor() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		h.t.Fatal(err)
	}
	took := time.Duration(ts.Nano())
	if h.server == nil {
		return took
	}
	rows, err := h.server.Query(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var pid int
		if err := rows.Scan(&pid); err != nil {
			h.t.Fatal(err)
		}
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if err != nil {
			// The process has just ended.
			continue
		}
		ns, err := strconv.ParseInt(strings.Fields(string(raw))[0], 10, 64)
		if err != nil {
			h.t.Fatal(err)
		}
		took += time.Duration(ns)
	}
	return took
}

// do carries out a request of a person, half a minute after the last.
func (h *heavy) do(what string, person chat.Person, place chat.Place, in chat.Input) chat.Reply {
	h.n++
	h.now = h.now.Add(30 * time.Second)
	h.what = what
	r := chat.Request{
		Key: fmt.Sprintf("test:event:%d", h.n), Event: []byte("{}"), Place: place, Locale: "en", At: h.now,
		Person: person, Ephemeral: true, Input: in,
	}
	reply, err := h.bot.TakeAndDeliver(context.Background(), r, chat.Message{Place: place, ID: fmt.Sprint("d", h.n)})
	if err != nil {
		h.t.Errorf("%s: %v", what, err)
	}
	return reply
}

func personOf(key string) chat.Person {
	network := "test"
	if strings.HasPrefix(key, "twin") {
		network = "elsewhere"
	}
	return chat.Person{Network: network, ID: key, Name: "Name", Role: chat.RoleAdmin}
}

// alone returns a person's private chat.
func alone(p chat.Person) chat.Place {
	return chat.Place{Network: p.Network, Community: p.ID, Private: true}
}

// doAll does everything for a person, in private and in a group, except what unlinks or forgets them.
func (h *heavy) doAll(key, group string) {
	person := personOf(key)
	for _, place := range []chat.Place{alone(person), {Network: "test", Community: group}} {
		where := fmt.Sprintf("%s in %s", key, place.Community)
		for _, name := range h.bot.Commands() {
			h.deal(where, person, place)
			for _, args := range h.argumentsOf(name) {
				in := chat.Input{Kind: chat.Command, Name: name, Args: args, Whom: personOf("p3")}
				h.do(fmt.Sprintf("%s: /%s %v", where, name, args), person, place, in)
			}
			for _, text := range typed[name] {
				r := h.deal(where, person, place)
				if strings.Contains(text, "ANSWER") {
					text = strings.ReplaceAll(text, "ANSWER", h.solve(r))
				}
				text = strings.ReplaceAll(text, "PUZZLE", r.Puzzle)
				h.do(fmt.Sprintf("%s: /%s %s", where, name, text), person, place, chat.Input{Kind: chat.Command, Name: name, Text: text})
			}
		}
		for _, act := range h.bot.Acts() {
			if act == "erase" || act == "unlink" {
				continue
			}
			r := h.deal(where, person, place)
			args := pressed[act]
			if args == nil {
				args = []any{r.ID}
			}
			if act == "sent" {
				args = append(args, h.bot.Enclose(h.solve(r), "test:"+person.ID, fmt.Sprint(r.ID)))
			}
			data := h.bot.Sealed(h.bot.Data(act, args...))
			h.do(fmt.Sprintf("%s: [%s]", where, act), person, place, chat.Input{Kind: chat.Press, Data: data})
			h.do(fmt.Sprintf("%s: form [%s]", where, act), person, place, chat.Input{Kind: chat.Submit, Data: data, Text: "1+1"})
		}
		r := h.deal(where, person, place)
		h.do(where+": wrong", person, place, chat.Input{Kind: chat.Text, Text: "1+1"})
		h.do(where+": right", person, place, chat.Input{Kind: chat.Text, Text: h.solve(r)})
	}
	place := alone(person)
	number := numberAt(h.now, time.UTC)
	for _, game := range []string{"24", "countdown"} {
		h.do(key+": daily "+game, person, place, chat.Input{Kind: chat.Press, Data: h.bot.Sealed(h.bot.Data("daily", game, number))})
		h.do(key+": daily "+game+" wrong", person, place, chat.Input{Kind: chat.Text, Text: "1+1"})
		h.do(key+": daily "+game+" right", person, place, chat.Input{Kind: chat.Text, Text: h.solve(h.daily(game, number))})
	}
	h.do(key+": [league join]", person, place, chat.Input{Kind: chat.Press, Data: h.bot.Sealed(h.bot.Data("league", "join"))})
}

// argumentsOf returns the arguments to try with a command: none, and each choice of each argument.
func (h *heavy) argumentsOf(name string) []map[string]string {
	all := []map[string]string{{}}
	for _, a := range h.bot.ArgumentsOf(name) {
		for _, choice := range a.Choices {
			if name == "privacy" && choice == "forget" {
				continue
			}
			all = append(all, map[string]string{a.Name: choice})
		}
	}
	return all
}

// deal deals a puzzle of 24 and returns its round.
func (h *heavy) deal(where string, person chat.Person, place chat.Place) storage.Round {
	h.do(where+": deal", person, place, chat.Input{Kind: chat.Command, Name: "24"})
	var last storage.Round
	err := h.store.Read(h.t.Context(), func(tx *storage.Tx) error {
		c, err := tx.FindCommunity(place.Network, place.Community)
		if err != nil {
			return err
		}
		open, err := round.OpenRounds(tx, c.ID, "", 1)
		if len(open) > 0 {
			last = open[0]
		}
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return last
}

func (h *heavy) daily(game string, number int) storage.Round {
	var r storage.Round
	err := h.store.Read(h.t.Context(), func(tx *storage.Tx) error {
		var err error
		r, err = round.DailyRow(tx, number, game)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// solve returns the best answer to a round's puzzle.
func (h *heavy) solve(r storage.Round) string {
	p, err := games.Parse(r.Puzzle)
	if err != nil {
		return "1+1"
	}
	return p.Solve(h.t.Context()).Best
}

// linkAndForget links a person with their twin on another network, and unlinks them. Then it links them again,
// takes them out of the World and back, and forgets them.
func (h *heavy) linkAndForget(key, twinKey string) {
	ann := personOf(key)
	twin := personOf(twinKey)
	id := strings.TrimPrefix(key, "p")
	press := func(what, act string, args ...any) {
		h.do(what, ann, alone(ann), chat.Input{Kind: chat.Press, Data: h.bot.Sealed(h.bot.Data(act, args...))})
	}
	worldwide := func(value string) {
		in := chat.Input{Kind: chat.Command, Name: "settings", Args: map[string]string{"worldwide": value}}
		h.do("worldwide "+value+" of who is linked", ann, alone(ann), in)
	}
	link := func() {
		reply := h.do("/link", ann, alone(ann), chat.Input{Kind: chat.Command, Name: "link"})
		code := codePattern.FindStringSubmatch(textOf(reply))
		if code == nil {
			h.t.Fatalf("no code: %s", textOf(reply))
		}
		reply = h.do("/link CODE", twin, alone(twin), chat.Input{Kind: chat.Command, Name: "link", Text: code[1]})
		if reply.Tone != chat.Good {
			h.t.Errorf("not linked: %s", textOf(reply))
		}
	}
	link()
	press("[unlink]", "unlink", id)
	link()
	worldwide("off")
	worldwide("on")
	h.do("daily of who is linked", twin, alone(twin), chat.Input{Kind: chat.Command, Name: "daily"})
	h.do("export of who is linked", ann, alone(ann), chat.Input{Kind: chat.Command, Name: "export"})
	press("[erase]", "erase", id)
}

// doJobs runs jobs of all kinds, on this day and on the Monday after it.
func (h *heavy) doJobs() {
	for _, day := range []int{0, 1, 2} {
		h.now = heavyTime.AddDate(0, 0, day).Add(11 * time.Hour)
		for _, kind := range h.bot.JobKinds() {
			h.doJobsOf(kind)
		}
	}
}

// manyPages is how many pages of a merge are measured.
const manyPages = 2000

// merge moves a community to the key of another, which it takes over with all that it has.
func (h *heavy) merge(from, to string) {
	h.do("a group that moves", chat.Person{}, chat.Place{Network: "test", Community: from}, chat.Input{Kind: chat.Moved, MovedTo: to})
	h.what = "job " + storage.MergeJob
	begun := time.Now()
	pages := 0
	for isThere := true; isThere && pages < manyPages; pages++ {
		h.now = h.now.Add(time.Second)
		var err error
		isThere, err = h.bot.RunJob(h.t.Context(), storage.MergeJob)
		if err != nil {
			h.t.Fatal(err)
		}
	}
	h.t.Logf("of %s move %d pages in %v", to, pages, time.Since(begun))
}

// manyJobs is how many jobs of a kind are run on a day.
const manyJobs = 400

// doJobsOf runs the due jobs of a kind, and one for community, player or match 1. Since round 1 is a daily,
// the job that ends a round is for round 2.
func (h *heavy) doJobsOf(kind string) {
	h.what = "setting jobs"
	err := h.store.Write(h.t.Context(), func(tx *storage.Tx) error {
		one := "1"
		if kind == round.EndJob {
			one = "2"
		}
		for _, key := range []string{"", one} {
			if err := tx.SetJob(storage.Job{Kind: kind, Key: key, At: h.now}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.what = "job " + kind
	for range manyJobs {
		isThere, err := h.bot.RunJob(h.t.Context(), kind)
		if err != nil {
			h.t.Fatal(err)
		}
		if !isThere {
			return
		}
		// Many come again after a pause.
		h.now = h.now.Add(time.Second)
	}
}
