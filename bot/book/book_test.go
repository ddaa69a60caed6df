package book_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/bot/web/webtest"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(webtest.Main(m)) }

// A site serves the page of a book.
type site struct{ *webtest.Site }

// newSite serves the book on a new database, with some games.
func newSite(t *testing.T, list []engine.Game) *site {
	t.Helper()
	return &site{webtest.New(t, storetest.Database(t), nil, list)}
}

// A short is a book in which one answer is longer than it needs to be: 2016 in 7s.
type short struct{ engine.Book }

// A gap is the puzzle of that answer.
type gap struct{ engine.Puzzle }

const (
	gapID = "tchisla:2016#7"
	// longer is the answer in the book, and shorter a better one.
	longer  = "(7!+7!)/(7-(7+7)/7)*7/7"
	shorter = "(7!+7!)/(7-(7+7)/7)"
)

func (gap) Solve(context.Context) engine.Solution {
	return engine.Solution{Solvable: true, Best: longer, All: []string{longer}, Measure: 8, Settled: true}
}

// gapped returns a puzzle, or the gap in its place.
func gapped(p engine.Puzzle) engine.Puzzle {
	if p.ID() == gapID {
		return gap{p}
	}
	return p
}

func (b short) Parse(desc string) (engine.Puzzle, error) {
	p, err := b.Book.Parse(desc)
	if err == nil {
		p = gapped(p)
	}
	return p, err
}

func (b short) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	p, err := b.Book.New(r, w)
	if err == nil {
		p = gapped(p)
	}
	return p, err
}

func (b short) Page(name string) (engine.Page, bool) {
	p, ok := b.Book.Page(name)
	for i := range p.Puzzles {
		p.Puzzles[i] = gapped(p.Puzzles[i])
	}
	return p, ok
}

func (b short) PageOf(p engine.Puzzle) (page, place string, ok bool) {
	if g, is := p.(gap); is {
		p = g.Puzzle
	}
	return b.Book.PageOf(p)
}

// withShort returns all games, with the book in which one answer can be beaten.
func withShort() []engine.Game {
	return withBook(func(b engine.Book) engine.Book { return short{b} })
}

// withBook returns all games, with another book.
func withBook(change func(engine.Book) engine.Book) []engine.Game {
	all := games.All()
	for i, g := range all {
		if book, ok := g.(engine.Book); ok {
			all[i] = change(book)
		}
	}
	return all
}

// get fetches a page, and returns its status, header and text.
func (s *site) get(path string, header ...string) (int, http.Header, string) {
	s.T.Helper()
	return s.fetchBook(http.MethodGet, path, nil, header...)
}

// send sends a form.
func (s *site) send(path string, form map[string]string, header ...string) (int, string) {
	s.T.Helper()
	values := url.Values{}
	for name, value := range form {
		values.Set(name, value)
	}
	header = append(header, "Content-Type", "application/x-www-form-urlencoded")
	status, _, text := s.fetchBook(http.MethodPost, path, strings.NewReader(values.Encode()), header...)
	return status, text
}

// fetchBook makes a request, and returns its status, header and text.
func (s *site) fetchBook(method, path string, body io.Reader, header ...string) (int, http.Header, string) {
	s.T.Helper()
	r, err := http.NewRequestWithContext(s.T.Context(), method, s.URL+path, body)
	if err != nil {
		s.T.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// section returns the part of a page about a digit.
func section(t *testing.T, page, digit string) string {
	t.Helper()
	_, from, ok := strings.Cut(page, `<section id="`+digit+`">`)
	if !ok {
		t.Fatalf("the page has no %s: %s", digit, page)
	}
	text, _, _ := strings.Cut(from, "</section>")
	return text
}

var tags = regexp.MustCompile(`</?(code|strong|b)>`)

// holds reports an error for each text that a page lacks. It ignores tags that only change how a text
// looks.
func holds(t *testing.T, page string, wanted ...string) {
	t.Helper()
	page = strings.ReplaceAll(tags.ReplaceAllString(page, ""), "&#43;", "+")
	for _, w := range wanted {
		if !strings.Contains(page, w) {
			t.Errorf("there is no %q in %s", w, page)
		}
	}
}

// Anybody can read the book: its contents, a number with its nine answers, all answers as a table with its
// checksum, and the checker.
func TestBook(t *testing.T) {
	s := newSite(t, games.All())
	status, head, page := s.get("book/", "Accept-Language", "en")
	holds(t, page, "The book of Tchisla", "90000 answers", "655138", "book.tsv", "103687", "17.2%")
	if status != http.StatusOK {
		t.Errorf("the contents are %d", status)
	}
	policy := head.Get("Content-Security-Policy")
	if strings.Contains(policy, "script") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("the policy is %s", policy)
	}
	_, head, page = s.get("book/2016", "Accept-Language", "en")
	seven := section(t, page, "7")
	holds(t, page, "How 2016 falls", "2015", "2017", `action="2016"`)
	holds(t, seven, "6 digits", "(7!+7!)÷(7−(7+7)÷7)", "A factorial, divided", "10080÷5 = 2016")
	holds(t, seven, "../p/tchisla:2016%237", "A search of everything shorter")
	holds(t, section(t, page, "3"), "1296", "+720")
	if strings.Contains(page, "<script") {
		t.Error("the page has a script")
	}
	tag := head.Get("ETag")
	status, _, _ = s.get("book/2016", "Accept-Language", "en", "If-None-Match", tag)
	if status != http.StatusNotModified {
		t.Errorf("the same page again is %d", status)
	}
	status, _, page = s.get("book/2016", "Accept-Language", "zh-TW", "If-None-Match", tag)
	if status != http.StatusOK {
		t.Errorf("the page in another language is %d", status)
	}
	holds(t, page, `lang="zh-Hant"`, "2016 怎麼破")
	for path, want := range map[string]int{
		"book":              http.StatusOK,
		"book/0":            http.StatusNotFound,
		"book/10001":        http.StatusNotFound,
		"book/x":            http.StatusNotFound,
		"book/?n=2024":      http.StatusOK,
		"book/?n=2024%237":  http.StatusOK,
		"book/?n=..%2Fplay": http.StatusNotFound,
	} {
		if status, _, _ := s.get(path); status != want {
			t.Errorf("%s is %d", path, status)
		}
	}
	_, _, table := s.get("book.tsv")
	_, _, sum := s.get("book.tsv.sha256")
	if strings.Count(table, "\n") != 90_001 || sum != fmt.Sprintf("%x  book.tsv\n", sha256.Sum256([]byte(table))) {
		t.Errorf("%d lines with the sum %s", strings.Count(table, "\n"), sum)
	}
	_, head, packed := s.get("book.tsv", "Accept-Encoding", "gzip")
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil || string(plain) != table {
		t.Errorf("the compressed table is another one: %v", err)
	}
	if encoding := head.Get("Content-Encoding"); encoding != "gzip" {
		t.Errorf("the compressed table is encoded as %q", encoding)
	}
	if _, _, script := s.get("book/check.py"); !strings.HasPrefix(script, "#!/usr/bin/env python3") {
		t.Error("the checker is", script)
	}
}

// The page of the bot names the theme that a person has chosen there. The book has it, too, and its links keep it.
func TestThemeOfBook(t *testing.T) {
	s := newSite(t, games.All())
	_, _, page := s.get("book/?theme=dark", "Accept-Language", "en")
	holds(t, page, `data-theme="dark"`, `<input type="hidden" name="theme" value="dark">`)
	_, _, page = s.get("book/2016?theme=dark", "Accept-Language", "en")
	holds(t, page, `data-theme="dark"`, `action="2016?theme=dark"`)
	holds(t, page, `href="2015?theme=dark"`, `href="2017?theme=dark"`, `href="./?theme=dark"`)
	_, page = s.send("book/2016?theme=light", map[string]string{"place": "7", "answer": "7+7"}, "Accept-Language", "en")
	holds(t, page, `data-theme="light"`, `action="2016?theme=light"`)
	_, _, page = s.get("book?theme=dark")
	holds(t, page, `data-theme="dark"`)
	_, _, page = s.get("book/?n=2016%237&theme=dark")
	holds(t, page, `action="2016?theme=dark"`)
	for _, path := range []string{"book/2016", "book/2016?theme=%22%3E"} {
		_, _, page = s.get(path)
		if strings.Contains(page, ` data-theme="`) || strings.Contains(page, "?theme") {
			t.Errorf("%s names a theme", path)
		}
	}
}

// Replies link to the book if it has an address.
func TestBookLinks(t *testing.T) {
	s := newSite(t, games.All())
	bob := s.Enter("Bob", "")
	for command, want := range map[string]string{"solve": "https://reckon.example/book/2016#7", "records": ""} {
		a := bob.Do("command", command, "text", map[string]string{"solve": gapID}[command])
		got := ""
		for _, row := range a.Reply.Buttons {
			for _, b := range row {
				got += b.URL
			}
		}
		// Without records there is nothing to read.
		if got != want {
			t.Errorf("/%s leads to %q", command, got)
		}
	}
}

// A page does not show the answer of a puzzle that people play for points, in a room or as a daily. A
// puzzle whose numbers somebody typed pays nobody, so its answer is shown.
func TestBookSpoilsNothing(t *testing.T) {
	s := newSite(t, games.All())
	shown := func(name, digit string) bool {
		_, _, page := s.get("book/"+name, "Accept-Language", "en")
		text := section(t, page, digit)
		isLocked := strings.Contains(text, "Being played right now")
		isShown := strings.Contains(text, `class="answer"`)
		if isLocked == isShown {
			t.Errorf("%s#%s: %s", name, digit, text)
		}
		return isShown
	}
	if !shown("2016", "7") {
		t.Fatal("2016#7 is not shown")
	}
	ann := s.Enter("Ann", "new")
	ann.Do("command", "tchisla", "text", "2016 7")
	if !shown("2016", "7") {
		t.Error("2016#7 is not shown while it is played for nothing")
	}
	cat := s.Enter("Cat", "new")
	cat.Do("command", "tchisla")
	var dealt string
	if err := s.Store.Read(t.Context(), func(tx *storage.Tx) (err error) {
		dealt, err = storage.Get[string](tx, "find what was dealt", `
			SELECT puzzle FROM rounds WHERE game = 'tchisla' AND own = 0`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	contest, place, _ := strings.Cut(strings.TrimPrefix(dealt, "tchisla:"), "#")
	if shown(contest, place) {
		t.Errorf("%s is shown while it is played for points", dealt)
	}
	sent := map[string]string{"place": place, "answer": shorter}
	_, text := s.send("book/"+contest, sent, "Accept-Language", "en")
	if !strings.Contains(text, "is being played right now") {
		t.Errorf("the reply to an answer to %s is %s", dealt, text)
	}
	if strings.Contains(section(t, text, place), `class="answer"`) {
		t.Errorf("the reply to an answer gives the best one away: %s", text)
	}
	s.Later(25 * time.Hour)
	s.awaits("the contest to end", func() bool { return shown(contest, place) })

	bob := s.Enter("Bob", "")
	bob.Do("command", "daily", "text", "tchisla")
	var id string
	if err := s.Store.Read(t.Context(), func(tx *storage.Tx) (err error) {
		id, err = round.DailyPuzzle(tx, round.Number(s.Now().UTC()), "tchisla")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	name, digit, _ := strings.Cut(strings.TrimPrefix(id, "tchisla:"), "#")
	if shown(name, digit) {
		t.Errorf("%s is shown on its day", id)
	}
	s.Later(72 * time.Hour)
	if !shown(name, digit) {
		t.Errorf("%s is not shown after its day", id)
	}
}

// awaits waits until something that the bot does by itself has happened.
func (s *site) awaits(what string, is func() bool) {
	s.T.Helper()
	for end := time.Now().Add(time.Minute); !is(); {
		if time.Now().After(end) {
			s.T.Fatal("still waiting for", what)
		}
		// After a second a reader may ask again.
		s.Later(time.Second)
	}
}

var keptLink = regexp.MustCompile(`play#guest=([\w-]+)`)

// An answer that is sent by the form is judged like any other, and is on the page at once. The page names the person
// who found it only if they wish so, and no longer once they are forgotten.
func TestBookFind(t *testing.T) {
	s := newSite(t, withShort())
	english := []string{"Accept-Language", "en"}
	send := func(fields ...string) string {
		t.Helper()
		form := map[string]string{"place": "7"}
		for i := 0; i < len(fields); i += 2 {
			form[fields[i]] = fields[i+1]
		}
		status, text := s.send("book/2016", form, english...)
		if status != http.StatusOK {
			t.Fatalf("%v: %d %s", fields, status, text)
		}
		_, text, _ = strings.Cut(text, `role="status"`)
		text, _, _ = strings.Cut(text, "</section>")
		return text
	}
	countRecords := func() (n int) {
		if err := s.Store.Read(t.Context(), func(tx *storage.Tx) error {
			var err error
			n, err = storage.Get[int](tx, "count records", `SELECT COUNT(*) FROM records`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	holds(t, send("answer", longer), "as few as in the book")
	holds(t, send("answer", longer+"+7-7"), "the book has 8 digits")
	holds(t, send("answer", "7+7"), "7+7 = 14, not 2016")
	holds(t, send("answer", "8*252"), "only 7s here")
	holds(t, send("answer", "<b>7"), "&lt;b&gt;7")
	holds(t, send("answer", " "), "Type an answer")
	if countRecords() != 0 {
		t.Error("a record was stored")
	}
	begun := time.Now()
	told := send("answer", shorter, "name", "Ann <3", "credit", "1")
	holds(t, told, "A new record! Ann &lt;3 made 2016#7 with 6 digits", "play#guest=")
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("the answer was checked in %v, want at most 10 seconds", took)
	}
	_, _, page := s.get("book/2016", english...)
	holds(t, section(t, page, "7"), "(7!+7!)÷(7−(7+7)÷7)", "Found by Ann &lt;3", "8 digits before")
	_, _, contents := s.get("book/", english...)
	holds(t, contents, `href="2016#7"`, "Ann &lt;3")
	buttons := s.Enter("Cleo", "").Do("command", "records").Reply.Buttons
	if len(buttons) != 1 || buttons[0][0].URL != "https://reckon.example/book/" {
		t.Errorf("/records leads to %+v", buttons)
	}
	holds(t, send("answer", shorter), "as few as in the book")

	key := keptLink.FindStringSubmatch(told)
	ann := s.Visit(map[string]string{"network": "web", "guest": key[1], "name": "Ann", "locale": "en"})
	if a := ann.Do("command", "settings", "text", "credit off"); a.Reply == nil {
		t.Fatal("no reply")
	}
	_, _, page = s.get("book/2016", english...)
	holds(t, section(t, page, "7"), "Found by a player")
	ann.Do("command", "settings", "text", "credit on")
	a := ann.Do("command", "privacy", "text", "forget")
	ann.Do("press", a.Reply.Buttons[0][0].Data)
	_, _, page = s.get("book/2016", english...)
	holds(t, section(t, page, "7"), "(7!+7!)÷(7−(7+7)÷7)", "Found by a player")
}

// If the person does not wish to be named, what they have found is shown without a name.
func TestBookFindWithoutName(t *testing.T) {
	s := newSite(t, withShort())
	form := map[string]string{"place": "7", "answer": shorter, "name": "Bob"}
	status, text := s.send("book/2016", form, "Accept-Language", "en")
	if status != http.StatusOK || !strings.Contains(text, "A new record!") {
		t.Fatalf("Bob reads %d: %s", status, text)
	}
	_, _, page := s.get("book/2016", "Accept-Language", "en")
	holds(t, section(t, page, "7"), "Found by a player", "6 digits")
	if strings.Contains(page, "Bob") {
		t.Error("Bob is named")
	}
}

// The server takes only forms that come from the book's own pages. They must be short, and few.
func TestBookForm(t *testing.T) {
	s := newSite(t, games.All())
	form := map[string]string{"place": "7", "answer": "7"}
	if status, _ := s.send("book/2016", form, "Sec-Fetch-Site", "cross-site"); status != http.StatusBadRequest {
		t.Errorf("a form of another site is %d", status)
	}
	sevens := func(length int) map[string]string {
		return map[string]string{"place": "7", "answer": strings.Repeat("7", length)}
	}
	if status, _ := s.send("book/2016", sevens(9000)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long form is %d", status)
	}
	for origin, want := range map[string]int{
		"same-origin": http.StatusOK,
		"same-site":   http.StatusBadRequest,
		"none":        http.StatusBadRequest,
	} {
		if status, _ := s.send("book/2016", form, "Sec-Fetch-Site", origin); status != want {
			t.Errorf("a form from %q is %d", origin, status)
		}
	}
	// A form may have 8 KiB, but the answer in it only 4 KiB.
	for length, want := range map[int]int{4096: http.StatusOK, 4097: http.StatusRequestEntityTooLarge} {
		if status, _ := s.send("book/2016", sevens(length)); status != want {
			t.Errorf("an answer of %d bytes is %d", length, status)
		}
	}
	// The name of a page has 256 bytes at most. A longer one leads nowhere.
	for length, want := range map[int]int{256: http.StatusNotFound, 257: http.StatusOK} {
		if status, _, _ := s.get("book/?n=" + strings.Repeat("7", length)); status != want {
			t.Errorf("a name of %d bytes is %d", length, status)
		}
	}
	for path, place := range map[string]string{"book/2016": "0", "book/0": "7"} {
		if status, _ := s.send(path, map[string]string{"place": place, "answer": "7"}); status != http.StatusNotFound {
			t.Errorf("%s#%s is %d", path, place, status)
		}
	}
	forged := map[string]string{"place": "7", "answer": "7", "guest": "forged"}
	if status, _ := s.send("book/2016", forged); status != http.StatusForbidden {
		t.Errorf("a forged guest is %d", status)
	}
	for range 20 {
		if status, _ := s.send("book/2016", form); status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("there is no end of forms")
}

// The pages of the book fit on the smallest phone, look as they should, and can be read by everybody.
func TestBrowserBook(t *testing.T) {
	s := newSite(t, games.All())
	for _, locale := range []string{"en", "zh-CN", "zh-TW"} {
		for _, scheme := range []string{"light", "dark"} {
			b := webtest.NewTab(t, 320, 480, locale, scheme)
			for _, path := range []string{"book/", "book/2024"} {
				b.Open(s.URL+path, "document.querySelector('section')")
				const radius = "getComputedStyle(document.querySelector('section')).borderRadius"
				if got := webtest.Eval[string](b, radius); got != "14px" {
					t.Errorf("%s has no style: the corners have %s", path, got)
				}
				what := path + ", " + locale + ", " + scheme
				b.Fits(what)
				b.Axe(what)
			}
		}
	}
}

// A record is shown with its date even if the book of a later version of the program has an answer that is as good.
func TestRecordThatTheBookHas(t *testing.T) {
	s := newSite(t, games.All())
	s.Enter("Ann", "").Do("command", "tchisla", "text", "2016 8")
	err := s.Store.Write(t.Context(), func(tx *storage.Tx) error {
		return tx.Exec("add record", `
			INSERT INTO records (puzzle, game, measure, was, text, player_id, at)
			SELECT $1, 'tchisla', 6, 8, $2, id, $3 FROM players`, gapID, shorter, s.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	_, _, page := s.get("book/2016", "Accept-Language", "en")
	holds(t, section(t, page, "7"), "(7!+7!)÷(7−(7+7)÷7)", "Found by a player", "8 digits before")
}
