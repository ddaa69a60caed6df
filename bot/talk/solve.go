package talk

import (
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

// Solve shows the solutions of puzzles that are not in play.
type Solve struct {
	Store *storage.Store
	Play  *play.Play
	Shelf button.Shelf
}

const (
	// searchTime bounds how long /solve searches.
	searchTime = 10 * time.Second
	// solutionRows is how many solutions are listed.
	solutionRows = 15
)

// Command shows a person alone the solutions of a puzzle.
func (x Solve) Command(req *Request) (Plan, error) {
	text := req.Args["puzzle"]
	g, p, fault := x.readPuzzle(req, text)
	if fault != nil {
		return feature.Respond(chat.Reply{Audience: chat.Asker, Text: req.Say.Explain(g.Name(), text, fault)}), nil
	}
	may, err := look(req, x.Store, func(tx *storage.Tx) (bool, error) { return x.Play.MayShow(tx, req.Act, p) })
	if err != nil {
		return nil, err
	}
	if !may {
		return feature.Respond(req.Say.Refuse("solve.open", nil)), nil
	}
	s, err := x.Play.Search(req.Ctx, req.Act.Person, p, searchTime)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		if may, err := x.Play.MayShow(tx, req.Act, p); err != nil || !may {
			return Result{Reply: req.Say.Refuse("solve.open", nil)}, err
		}
		if s.Solvable {
			if err := tx.MarkSeen(req.Act.Person.ID, p.Face().Class(), 0); err != nil {
				return Result{}, err
			}
		}
		return Result{Reply: x.solutions(req, g, p, s)}, nil
	}, nil
}

// readPuzzle reads a puzzle of any game: an ID ("24:3,3,8,8"), a game's name and a
// puzzle ("24 3 3 8 8"), or a puzzle alone, which belongs to the first game that can
// read it. If none can, the fault is that of the named game, or else of the first.
func (x Solve) readPuzzle(req *Request, text string) (engine.Game, engine.Puzzle, *engine.Fault) {
	text = strings.TrimSpace(text)
	games := x.Play.Games
	for _, g := range games {
		rest, ok := strings.CutPrefix(strings.ToLower(text), g.Name())
		if ok && rest != "" && strings.ContainsRune(" :", rune(rest[0])) {
			p, err := g.Parse(strings.TrimSpace(text[len(g.Name())+1:]))
			return g, p, engine.AsFault(err)
		}
	}
	for _, g := range games {
		if p, err := g.Parse(text); err == nil {
			return g, p, nil
		}
	}
	_, err := games[0].Parse(text)
	return games[0], nil, engine.AsFault(err)
}

// solutions lists the solutions that the solver found, the most natural first.
func (x Solve) solutions(req *Request, g engine.Game, p engine.Puzzle, s engine.Solution) chat.Reply {
	if !s.Solvable {
		return Unsolvable(req, g, p, s.Complete)
	}
	f := p.Face()
	args := say.With{"tiles": say.Tiles(p), "goal": f.Goal, "n": len(s.All)}
	key := req.Say.Key("solve", g.Name(), "all")
	if len(s.All) == 1 {
		key = req.Say.Key("solve", g.Name(), "one")
	}
	switch {
	case s.Settled && g.Rules().Measure != "":
		key = "solve.best"
		args["measure"] = req.Say.Measure(g, s.Measure)
	case !s.Complete && len(s.All) == 1:
		key = req.Say.Key("solve", g.Name(), "some.one")
	case !s.Complete:
		key = "solve.some"
	}
	r := chat.Reply{Tone: chat.Good, Audience: chat.Secret, Face: req.Say.Face(play.Round{Game: g, Puzzle: p}), Text: []chat.Line{req.Say.Line(key, args)}}
	r.Face.Title = "" // the text says which puzzle it is
	shown := s.All[:min(len(s.All), solutionRows)]
	for _, text := range shown {
		r.Text = append(r.Text, say.Item(chat.Line{say.Code(text)}))
	}
	if more := len(s.All) - len(shown); more > 0 {
		r.Text = append(r.Text, say.Item(req.Say.Line(req.Say.Key("solve", g.Name(), "more"), say.With{"n": more})))
	}
	button.WithExplain(req.Say, &r, g, f.Goal, s.Best)
	x.Shelf.Link(req.Say, &r, p)
	return r
}

// Unsolvable says that a puzzle has no solution, or that none was found.
func Unsolvable(req *Request, g engine.Game, p engine.Puzzle, proven bool) chat.Reply {
	key := "no-solution-found"
	if proven {
		key = "no-solution"
	}
	what := "puzzle"
	if p.Face().Goal == "" {
		what = "word"
	}
	return req.Say.Refuse(req.Say.Key(key, g.Name(), what), say.With{"tiles": say.Tiles(p), "goal": p.Face().Goal})
}

// Explain shows the idea of an answer.
func (x Solve) Explain(req *Request) (Plan, error) {
	p := req.Button
	g, answer := x.Play.Game(p.Text(0)), button.Explained(p.Text(1))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	idea := req.Say.Idea(g.Name(), g.Idea(answer, p.Text(2)))
	if idea == nil {
		return feature.Respond(req.OldButton()), nil
	}
	if n, err := expr.Parse(answer); err == nil {
		answer = n.Bracketed(expr.Typographic)
	}
	return feature.Respond(chat.Reply{Audience: chat.Asker, Text: append([]chat.Line{{say.Code(answer)}}, idea...)}), nil
}
