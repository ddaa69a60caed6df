// Package sheet serves sheets of puzzles to be printed, such as for a class: the puzzles on the first page, and
// their solutions on the second. A sheet earns nobody anything, and nothing of it is stored.
package sheet

import (
	"cmp"
	"context"
	_ "embed"
	"hash/fnv"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

var (
	//go:embed sheet.html
	sheetHTML string
	//go:embed sheet.css
	sheetStyle template.CSS
)

const (
	// usualPuzzles is how many puzzles a sheet has if the address does not say.
	usualPuzzles = 12
	// maxPuzzles is how many puzzles a sheet has at most.
	maxPuzzles = 24
	// maxTries is how many puzzles are drawn at most for each puzzle of a sheet.
	maxTries = 20
	// maxAtOnce is how many sheets are made at the same time, since solving takes a processor.
	maxAtOnce = 2
)

// seeds are the seeds of sheets that are accepted in addresses.
var seeds = regexp.MustCompile(`^[0-9a-z]{1,16}$`)

// sheets makes sheets:
//
//	GET  print?game=24&level=2&n=12&lang=en&seed=SEED
//
// The level is 1 to 5, or left out. So may be the language; then it is that of the browser. Without a seed the
// address leads to one with a new seed. The same address shows the same sheet, except that a puzzle of a daily is
// left out while the daily is live somewhere.
type sheets struct {
	feature.Kernel
	site     chat.Site
	template *template.Template
	// slots holds a value for each sheet that is being made.
	slots chan struct{}
}

// Feature returns the feature: the sheets.
func Feature(k feature.Kernel) feature.Feature {
	return feature.Feature{
		Name: "sheet",
		Routes: func(s chat.Site) []chat.Route {
			all := sheets{
				Kernel:   k,
				site:     s,
				template: template.Must(template.New("sheet").Parse(sheetHTML)),
				slots:    make(chan struct{}, maxAtOnce),
			}
			return []chat.Route{{
				Pattern: "GET /print",
				Limit:   "sheet",
				Pace:    chat.Pace{Interval: 2 * time.Second, Burst: 30},
				Serve:   all.serve,
			}}
		},
	}
}

// An order is what somebody wants to print.
type order struct {
	game engine.Game
	// level is 0 if any will do.
	level engine.Level
	count int
	// language is the tag of a language; empty: that of the browser.
	language string
	seed     string
}

// readOrder reads an order from an address. ok is false if there is no such game.
func (s sheets) readOrder(q url.Values) (o order, ok bool) {
	o.game = s.Play.Game(cmp.Or(q.Get("game"), s.Games[0].Name()))
	level, err := strconv.Atoi(q.Get("level"))
	isLevel := err == nil && level >= int(engine.MinLevel) && level <= int(engine.MaxLevel)
	if isLevel {
		o.level = engine.Level(level)
	}
	o.count, err = strconv.Atoi(q.Get("n"))
	if err != nil {
		o.count = usualPuzzles
	}
	o.count = max(1, min(o.count, maxPuzzles))
	o.language = q.Get("lang")
	o.seed = q.Get("seed")
	return o, o.game != nil
}

// address returns the address of a sheet, relative to that of any other.
func (o order) address() string {
	q := url.Values{"game": {o.game.Name()}, "n": {strconv.Itoa(o.count)}, "seed": {o.seed}}
	if o.level > 0 {
		q.Set("level", strconv.Itoa(int(o.level)))
	}
	if o.language != "" {
		q.Set("lang", o.language)
	}
	return "print?" + q.Encode()
}

// serve serves a sheet.
func (s sheets) serve(w http.ResponseWriter, r *http.Request) {
	o, ok := s.readOrder(r.URL.Query())
	if !ok {
		s.site.Refuse(w, http.StatusNotFound)
		return
	}
	if !seeds.MatchString(o.seed) {
		o.seed = strconv.FormatUint(uint64(s.Play.Random().Uint32()), 36)
		http.Redirect(w, r, o.address(), http.StatusSeeOther)
		return
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-r.Context().Done():
		s.site.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	v := s.Speak(o.language, s.site.Visitor(r).Locale)
	puzzles, err := s.draw(r.Context(), o)
	if err != nil {
		s.Logger.Error("a sheet is not made", "err", err)
		s.site.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	body, title, err := s.write(r.Context(), v, o, puzzles)
	if err != nil {
		s.Logger.Error("a sheet is not written", "err", err)
		s.site.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	s.site.WriteDocument(w, r, chat.Document{
		Language: v.Language(),
		Title:    title,
		Style:    sheetStyle,
		Body:     body,
	})
}

// draw draws the puzzles of a sheet. It leaves out those of dailies that are live somewhere.
func (s sheets) draw(ctx context.Context, o order) ([]engine.Puzzle, error) {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(o.seed))
	random := rand.New(rand.NewPCG(hash.Sum64(), 1))
	var puzzles []engine.Puzzle
	drawn := map[string]bool{}
	err := s.Store.Read(ctx, func(tx *storage.Tx) error {
		for range maxTries * o.count {
			if len(puzzles) == o.count {
				return nil
			}
			p, err := o.game.New(random, engine.Wish{Level: o.level})
			if err != nil {
				return err
			}
			class := p.Face().Class()
			isLive, err := round.IsLive(tx, class, s.Now())
			if err != nil {
				return err
			}
			if !isLive && !drawn[class] {
				puzzles = append(puzzles, p)
			}
			drawn[class] = true
		}
		return nil
	})
	return puzzles, err
}

// A row is a puzzle on a sheet, with its solution.
type row struct {
	Puzzle   string
	Solution string
}

// page is what the template shows.
type page struct {
	Title string
	// Solutions is the heading of the second page.
	Solutions string
	Rule      string
	// How says how to print the sheet.
	How string
	// Name is the line for the name of the person who solves the puzzles.
	Name string
	Seed string
	Rows []row
}

// write returns the sheet as HTML, and its title. It leaves out a puzzle whose solution is not found in time.
func (s sheets) write(ctx context.Context, v say.Voice, o order, puzzles []engine.Puzzle) (template.HTML, string, error) {
	out := page{
		Title:     v.GameName(o.game),
		Solutions: v.Phrase("sheet.solutions", nil),
		Rule:      say.Plain(v.Rule(o.game, puzzles[0].Face().Tiles[0])),
		How:       v.Phrase("sheet.how", nil),
		Name:      v.Phrase("sheet.name", nil),
		Seed:      o.seed,
	}
	if o.level > 0 {
		out.Title += " · " + v.Level(int(o.level))
	}
	for _, p := range puzzles {
		solution := s.Play.Solve(ctx, p).Best
		if solution == "" {
			continue
		}
		if calculation, err := expr.Parse(solution); err == nil {
			solution = calculation.Print(expr.Typographic)
		}
		out.Rows = append(out.Rows, row{Puzzle: v.Form(round.Round{Game: o.game, Puzzle: p}), Solution: solution})
	}
	var body strings.Builder
	err := s.template.Execute(&body, out)
	return template.HTML(body.String()), out.Title, err
}
