package book

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

// errNoPage says that the book has no such page, or that nothing is at that place on the page.
var errNoPage = errors.New("the book has no such place")

// contents is what the first page of the book shows.
type contents struct {
	Title string
	About []string
	// Chapters has a row for each chapter, with its figures.
	Chapters chat.Table
	Notes    []string
	// Families has a row for each family of answers, with its share of the book.
	Families chat.Table
	// Finds are the latest records.
	Finds []entry
	// Others are the documents of other features, to which the first page leads.
	Others []feature.Document
	// Words are the labels that all pages have, by the rest of their message keys.
	Words map[string]string
}

// A numberPage is a page of the book: the answers for a number, each with an explanation.
type numberPage struct {
	Name string
	// Before and After name the neighbouring pages; empty at the ends of the book.
	Before  string
	After   string
	Title   string
	About   string
	Entries []entry
	Words   map[string]string
}

// An entry is an answer in the book.
type entry struct {
	// Page is the name of its page.
	Page string
	// Place says where on the page it is. It is the fragment in the page's address.
	Place string
	// Puzzle is the puzzle's ID.
	Puzzle string
	// Title is a short name of the puzzle, such as "2016#7".
	Title string
	// Measure says how good the answer is, such as "6 digits". It is empty if that is not shown.
	Measure string
	Answer  string
	// Notes say why the answer works, or why it is not shown.
	Notes []chat.Line
	// Steps are the steps of the calculation.
	Steps []string
}

// contents returns the contents of the book.
func (b book) contents(ctx context.Context, v say.Voice) (*contents, error) {
	c := &contents{
		Title:  v.Phrase("book.title", say.With{"game": v.GameName(b.game)}),
		Notes:  []string{v.Phrase("book.limits", nil)},
		Others: b.Features.Documents(v),
		Words:  labels(v),
	}
	answers := 0
	sum := 0
	c.Chapters.Head = phrases(v, "book.digit", "book.sum", "book.longest", "book.searched")
	for _, chapter := range b.game.Chapters() {
		answers += chapter.Answers
		sum += chapter.Sum
		c.Chapters.Rows = append(c.Chapters.Rows, []string{
			chapter.Name,
			strconv.Itoa(chapter.Sum),
			strconv.Itoa(chapter.Longest),
			strconv.Itoa(chapter.Searched),
		})
	}
	c.About = []string{v.Phrase("book.about", say.With{"answers": answers, "sum": sum})}
	c.Families.Head = phrases(v, "book.family", "book.share")
	for _, f := range b.game.Families() {
		percent := float64(f.Answers) * 100 / float64(max(answers, 1))
		share := strconv.FormatFloat(percent, 'f', 1, 64) + "%"
		c.Families.Rows = append(c.Families.Rows, []string{v.Phrase(f.Family, nil), share})
	}
	var err error
	c.Finds, err = b.finds(ctx, v)
	return c, err
}

// finds returns the latest records that are in the book.
func (b book) finds(ctx context.Context, v say.Voice) ([]entry, error) {
	var latest []Record
	err := b.Store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		latest, err = ListRecords(tx, maxRecords)
		return err
	})
	if err != nil {
		return nil, err
	}
	var finds []entry
	for _, r := range latest {
		// A record of another game is left out. Its puzzle cannot be read as one of this game, or is read as one
		// with another ID.
		puzzle, err := b.game.Parse(say.Desc(r.Puzzle))
		isOfGame := err == nil && puzzle.ID() == r.Puzzle
		if !isOfGame {
			continue
		}
		e, ok := b.entry(puzzle)
		if !ok {
			continue
		}
		e.Measure = say.Plain(v.Measure(b.game, r.Measure))
		e.Notes = []chat.Line{foundBy(v, b.game, r)}
		finds = append(finds, e)
	}
	return finds, nil
}

// labels returns the labels that all pages have.
func labels(v say.Voice) map[string]string { return v.Words("book.page.") }

// phrases returns the texts with some keys.
func phrases(v say.Voice, keys ...string) []string {
	var all []string
	for _, key := range keys {
		all = append(all, v.Phrase(key, nil))
	}
	return all
}

// entry returns the entry of a puzzle without its answer. ok is false if the book has no place for the puzzle.
func (b book) entry(p engine.Puzzle) (e entry, ok bool) {
	page, place, ok := b.game.PageOf(p)
	e = entry{
		Page:   page,
		Place:  place,
		Puzzle: p.ID(),
		Title:  say.Desc(p.ID()),
	}
	return e, ok
}

// page returns a page of the book as it is at a time, or errNoPage.
func (b book) page(ctx context.Context, v say.Voice, name string, at time.Time) (*numberPage, error) {
	page, ok := b.game.Page(name)
	if !ok {
		return nil, errNoPage
	}
	answers, err := b.known(ctx, at, page.Puzzles)
	if err != nil {
		return nil, err
	}
	number := say.With{"number": page.Name}
	out := &numberPage{
		Name:   page.Name,
		Before: page.Before,
		After:  page.After,
		Title:  v.Phrase("book.falls", number),
		About:  v.Phrase("book.falls.about", number),
		Words:  labels(v),
	}
	for _, known := range answers {
		e, _ := b.entry(known.puzzle)
		b.explain(v, known, &e)
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}

// maxStep is how many characters of a step are shown. A step may have a number with thousands of digits.
const maxStep = 60

// explain adds the answer to an entry, with its steps and with notes on why it is so short.
func (b book) explain(v say.Voice, known knownAnswer, e *entry) {
	if known.isLocked {
		e.Notes = []chat.Line{v.Line("book.locked", nil)}
		return
	}
	solution := known.best
	e.Measure = say.Plain(v.Measure(b.game, solution.Measure))
	answer, err := expr.Parse(solution.Best)
	if err != nil {
		// A test makes sure that all answers can be read.
		return
	}
	e.Answer = answer.Print(expr.Typographic)
	e.Notes = b.reasons(v, solution.Best)
	e.Steps = stepsOf(answer)
	if known.record != nil {
		e.Notes = append(e.Notes, foundBy(v, b.game, *known.record))
	}
	// If all answers with fewer digits have been searched, none is better.
	isLeast := solution.Searched >= solution.Measure-1
	if isLeast {
		e.Notes = append(e.Notes, v.Line("book.least", nil))
	}
}

// stepsOf returns the steps of an answer as lines. If any step has no value, it returns no steps at all.
func stepsOf(answer *expr.Node) []string {
	steps, err := expr.Steps(answer)
	if err != nil {
		return nil
	}
	var lines []string
	for _, s := range steps {
		lines = append(lines, chat.Clip(s.Print(expr.Typographic), maxStep))
	}
	return lines
}

// reasons says why an answer needs so few digits.
func (b book) reasons(v say.Voice, answer string) []chat.Line {
	family := b.game.Family(answer)
	if family.Code == "" {
		return nil
	}
	lines := []chat.Line{v.Line(family.Code+".why", nil)}
	rest, _ := family.Args["rest"].(string)
	if rest != "" {
		lines = append(lines, v.Line("book.rest", say.With{
			"core":  say.Code(fmt.Sprint(family.Args["core"])),
			"value": family.Args["value"],
			"rest":  rest,
		}))
	}
	return lines
}
