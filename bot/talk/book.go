package talk

import (
	"fmt"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

// Books show the book of answers, and take finds for it.
type Books struct {
	Rounds
	Book engine.Book // nil: there is none
}

// recordRows is how many records are listed.
const recordRows = 10

// Contents says what the book holds.
func (x Books) Contents(req *Request) (chat.Contents, bool, error) {
	if x.Book == nil {
		return chat.Contents{}, false, nil
	}
	v := req.Say
	out := chat.Contents{Language: v.Language(), Title: v.Phrase("book.title", say.With{"game": v.GameName(x.Book)}), Words: x.words(v)}
	out.Chapters.Head = []string{v.Phrase("book.digit", nil), v.Phrase("book.sum", nil), v.Phrase("book.longest", nil), v.Phrase("book.searched", nil)}
	all, sum := 0, 0
	for _, c := range x.Book.Chapters() {
		all, sum = all+c.Answers, sum+c.Sum
		out.Chapters.Rows = append(out.Chapters.Rows, []string{c.Name, strconv.Itoa(c.Sum), strconv.Itoa(c.Longest), strconv.Itoa(c.Searched)})
	}
	out.About = []string{v.Phrase("book.about", say.With{"answers": all, "sum": sum})}
	out.Notes = []string{v.Phrase("book.limits", nil)}
	out.Families.Head = []string{v.Phrase("book.family", nil), v.Phrase("book.share", nil)}
	for _, f := range x.Book.Families() {
		share := strconv.FormatFloat(float64(f.Answers)*100/float64(max(all, 1)), 'f', 1, 64) + "%"
		out.Families.Rows = append(out.Families.Rows, []string{v.Phrase(f.Family, nil), share})
	}
	latest, err := look(req, x.Store, func(tx *storage.Tx) ([]storage.Record, error) { return tx.Records(recordRows) })
	for _, r := range latest {
		p, err := x.Book.Parse(say.Desc(r.Puzzle))
		if err != nil || p.ID() != r.Puzzle { // it is of another game
			continue
		}
		if e, ok := x.entry(v, p); ok {
			e.Measure, e.Notes = say.Plain(v.Measure(x.Book, r.Measure)), []chat.Line{x.foundBy(v, r)}
			out.Finds = append(out.Finds, e)
		}
	}
	return out, err == nil, err
}

// words are the labels of the pages.
func (x Books) words(v say.Voice) map[string]string { return v.Words("book.page.", "number") }

// entry is a puzzle's entry without its answer; ok is false if it is in no book.
func (x Books) entry(v say.Voice, p engine.Puzzle) (e chat.Entry, ok bool) {
	e.Puzzle, e.Title = p.ID(), say.Desc(p.ID())
	e.Leaf, e.Place, ok = x.Book.PageOf(p)
	return e, ok
}

// foundBy says who made a record, and when.
func (x Books) foundBy(v say.Voice, r storage.Record) chat.Line {
	return v.Line("book.found", say.With{"by": finder(v, r), "date": v.Date(r.At.UTC()), "was": v.Measure(x.Book, r.Was)})
}

// finder is the person who made a record. It names only people who wish so.
func finder(v say.Voice, r storage.Record) chat.Span {
	if r.Credited && r.PlayerName != "" {
		return v.Mention(r.PlayerName, "")
	}
	return chat.Span{Text: v.Phrase("book.someone", nil)}
}

// Leaf shows a page of the book.
func (x Books) Leaf(req *Request, name string) (chat.Leaf, bool, error) {
	if x.Book == nil {
		return chat.Leaf{}, false, nil
	}
	page, ok := x.Book.Page(name)
	if !ok {
		return chat.Leaf{}, false, nil
	}
	v := req.Say
	number := say.With{"number": page.Name}
	out := chat.Leaf{
		Language: v.Language(), Name: page.Name, Before: page.Before, After: page.After, Words: x.words(v),
		Title: v.Phrase("book.falls", number), About: v.Phrase("book.falls.about", number),
	}
	all, err := x.Play.Published(req.Ctx, req.Act, page.Puzzles)
	for _, p := range all {
		e, _ := x.entry(v, p.Puzzle)
		x.explain(v, p, &e)
		out.Entries = append(out.Entries, e)
	}
	return out, err == nil, err
}

// longestStep is how many characters of a step are shown: it may hold a number of thousands of
// digits.
const longestStep = 60

// explain shows the answer of an entry, why it is short, and each step of it.
func (x Books) explain(v say.Voice, p play.Published, e *chat.Entry) {
	if p.Locked {
		e.Notes = []chat.Line{v.Line("book.locked", nil)}
		return
	}
	e.Measure = say.Plain(v.Measure(x.Book, p.Best.Measure))
	n, err := expr.Parse(p.Best.Best)
	if err != nil { // a test rules it out
		return
	}
	e.Answer = n.Print(expr.Typographic)
	if f := x.Book.Family(p.Best.Best); f.Code != "" {
		e.Notes = append(e.Notes, v.Line(f.Code+".why", nil))
		if rest, _ := f.Args["rest"].(string); rest != "" {
			e.Notes = append(e.Notes, v.Line("book.rest", say.With{"core": say.Code(fmt.Sprint(f.Args["core"])), "value": f.Args["value"], "rest": rest}))
		}
	}
	steps, err := expr.Steps(n)
	for _, s := range steps {
		e.Steps = append(e.Steps, chat.Clip(s.Print(expr.Typographic), longestStep))
	}
	switch {
	case err != nil:
		e.Steps = nil
	case p.Record != nil:
		e.Notes = append(e.Notes, x.foundBy(v, *p.Record))
	}
	if p.Best.Searched >= p.Best.Measure-1 {
		e.Notes = append(e.Notes, v.Line("book.least", nil))
	}
}

// A Weighed is what a find is worth.
type Weighed struct {
	Puzzle string // its ID
	Better bool   // it beats the book
	Reply  chat.Reply
}

// Weigh judges a find and stores nothing. The error may be chat.ErrNoPage.
func (x Books) Weigh(req *Request, f chat.Find) (Weighed, error) {
	if x.Book == nil {
		return Weighed{}, chat.ErrNoPage
	}
	page, _ := x.Book.Page(f.Leaf)
	for _, p := range page.Puzzles {
		if _, place, _ := x.Book.PageOf(p); place != f.Place {
			continue
		}
		all, err := x.Play.Published(req.Ctx, req.Act, []engine.Puzzle{p})
		if err != nil {
			return Weighed{}, err
		}
		return x.weigh(req.Say, all[0], f.Answer), nil
	}
	return Weighed{}, chat.ErrNoPage
}

// weigh judges an answer to a puzzle of the book.
func (x Books) weigh(v say.Voice, p play.Published, text string) Weighed {
	w := Weighed{Puzzle: p.Puzzle.ID()}
	verdict := p.Puzzle.Judge(text)
	args := say.With{"puzzle": say.Code(say.Desc(w.Puzzle)), "measure": v.Measure(x.Book, verdict.Measure), "best": v.Measure(x.Book, p.Best.Measure)}
	switch {
	case p.Locked:
		w.Reply = v.Refuse("book.sent.locked", args)
	case strings.TrimSpace(text) == "":
		w.Reply = v.Refuse("book.sent.empty", nil)
	case verdict.Outcome != engine.Right:
		w.Reply = chat.Reply{Tone: chat.Bad, Text: v.Explain(x.Book.Name(), text, verdict.Fault)}
	case verdict.Measure < p.Best.Measure:
		w.Better = true
	case verdict.Measure == p.Best.Measure:
		w.Reply = v.Refuse("book.sent.same", args)
	default:
		w.Reply = v.Refuse("book.sent.longer", args)
	}
	return w
}
