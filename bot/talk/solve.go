package talk

import (
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/storage"
)

// Solve shows the solutions of puzzles that are not in play.
type Solve struct {
	Store *storage.Store
	Play  *round.Play
	Links *button.Links
}

const (
	// searchTime is how long /solve searches at most.
	searchTime = 10 * time.Second
	// solutionRows is how many solutions are listed.
	solutionRows = 15
)

// Command shows a person alone the solutions of a puzzle.
func (x Solve) Command(req *Request) (Plan, error) {
	text := req.Args["puzzle"]
	g, p, err := engine.ReadPuzzle(x.Play.Games, text)
	if err != nil {
		explained := req.Say.Explain(g.Name(), text, engine.AsFault(err))
		return feature.Respond(chat.Reply{Audience: chat.Asker, Text: explained}), nil
	}
	// The search may take long, so a puzzle in play is refused before it, and again after it.
	refusal, err := read(req, x.Store, func(tx *storage.Tx) (*Result, error) { return x.refuse(tx, req, p) })
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return func(*storage.Tx) (Result, error) { return *refusal, nil }, nil
	}
	s, err := x.Play.Search(req.Ctx, req.Act.Person, p, searchTime)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		refusal, err := x.refuse(tx, req, p)
		if err != nil {
			return Result{}, err
		}
		if refusal != nil {
			return *refusal, nil
		}
		if s.Solvable {
			if err := x.Play.MarkShown(tx, req.Act, p); err != nil {
				return Result{}, err
			}
		}
		return Result{Reply: x.solutions(req, g, p, s)}, nil
	}, nil
}

// refuse says why the solutions of a puzzle are not shown to the person now; nil if they may be
// shown.
func (x Solve) refuse(tx *storage.Tx, req *Request, p engine.Puzzle) (*Result, error) {
	barrier, err := x.Play.MayShow(tx, req.Act, p)
	if err != nil {
		return nil, err
	}
	if barrier.IsPlayed() {
		return &Result{Reply: stillRacing(req, p)}, nil
	}
	if barrier.Alone != nil {
		asks := askToQuit(req, *barrier.Alone)
		return &asks, nil
	}
	return nil, nil
}

// solutions lists the solutions that the solver found, the most natural first.
func (x Solve) solutions(req *Request, g engine.Game, p engine.Puzzle, s engine.Solution) chat.Reply {
	if !s.Solvable {
		return Unsolvable(req, g, p, s.Complete)
	}
	face := req.Say.Face(round.Round{Game: g, Puzzle: p})
	// The text names the puzzle already.
	face.Title = ""
	goal := p.Face().Goal
	args := say.With{"tiles": say.Tiles(p), "goal": goal, "n": len(s.All)}
	if g.Rules().Measure != "" {
		args["measure"] = req.Say.Measure(g, s.Measure)
	}
	r := chat.Reply{
		Tone:     chat.Good,
		Audience: chat.Secret,
		Face:     face,
		Text:     []chat.Line{req.Say.Line(solutionsKey(req, g, s), args)},
	}
	shown := s.All[:min(len(s.All), solutionRows)]
	for _, text := range shown {
		r.Text = append(r.Text, say.Item(chat.Line{say.Code(text)}))
	}
	more := len(s.All) - len(shown)
	if more > 0 {
		key := req.Say.Key("solve", g.Name(), "more")
		r.Text = append(r.Text, say.Item(req.Say.Line(key, say.With{"n": more})))
	}
	r.Text = append(r.Text, req.Say.Meaning(g, s.Best)...)
	button.WithIdea(req.Say, &r, g, goal, s.Best)
	x.Links.AddSolution(req.Say, &r, p)
	return r
}

// solutionsKey returns the key of the line above a list of solutions. The line says whether these are all,
// the best ones, or those that were found in time.
func solutionsKey(req *Request, g engine.Game, s engine.Solution) string {
	isOne := len(s.All) == 1
	switch {
	case s.Settled && g.Rules().Measure != "":
		return "solve.best"
	case s.Complete && isOne:
		return req.Say.Key("solve", g.Name(), "one")
	case s.Complete:
		return req.Say.Key("solve", g.Name(), "all")
	case isOne:
		return req.Say.Key("solve", g.Name(), "some.one")
	}
	return "solve.some"
}

// Unsolvable says that a puzzle has no solution, or that none was found.
func Unsolvable(req *Request, g engine.Game, p engine.Puzzle, proven bool) chat.Reply {
	key := "no-solution-found"
	if proven {
		key = "no-solution"
	}
	goal := p.Face().Goal
	what := "puzzle"
	if goal == "" {
		what = "word"
	}
	return req.Say.Refuse(req.Say.Key(key, g.Name(), what), say.With{"tiles": say.Tiles(p), "goal": goal})
}

// Explain shows the idea of an answer and, if the answer is a word, what the word means. Under the message of a
// round that is over this shows its solution, so it is refused while others play the puzzle.
func (x Solve) Explain(req *Request) (Plan, error) {
	g := x.Play.Game(req.Button.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	answer := button.ExplainedAnswer(req.Button.Text(1))
	goal := req.Button.Text(2)
	idea := append(req.Say.Idea(g.Name(), g.Idea(answer, goal)), req.Say.Meaning(g, answer)...)
	if idea == nil {
		return feature.Respond(req.OldButton()), nil
	}
	text := []chat.Line{{say.Code(typographic(answer))}}
	reply := chat.Reply{Audience: chat.Asker, Text: append(text, idea...)}
	return func(tx *storage.Tx) (Result, error) {
		played, err := x.Play.MarkAnswerSeen(tx, req.Act, req.Act.Candidates.Named)
		if err != nil {
			return Result{}, err
		}
		if played != nil {
			return Result{Reply: stillRacing(req, played)}, nil
		}
		return Result{Reply: reply}, nil
	}, nil
}

// typographic returns an answer with typographic signs such as "×", if it is a calculation.
func typographic(answer string) string {
	n, err := expr.Parse(answer)
	if err != nil {
		return answer
	}
	return n.Bracketed(expr.Typographic)
}
