package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"sync"
	"time"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/games"
)

type solveCmd struct {
	Puzzle   []string      `arg:"" optional:"" help:"The puzzle: 24:3,3,8,8, or 3 3 8 8. With --batch, each line is one."`
	Timeout  time.Duration `default:"1m" help:"Longest search for one puzzle (default: ${default}); 0 is no limit."`
	Brackets bool          `help:"Print calculations with all brackets, for beginners: 8 / (3 - (8 / 3))."`
	output
}

// Run prints all distinct solutions, the most natural first, one a line.
//
// In JSON:
//
//	id, solvable, best, solutions
//	complete   there are no other solutions
//
// If the game measures answers, also:
//
//	MEASURE    the measure of the best answer, under its own name
//	proven     no answer is better
//	settled    nobody knows a better answer, so that finding one is a record
//	searched   all answers up to this measure were tried, within the game's limits
func (s solveCmd) Run(ctx context.Context, c console, speak speaker) error {
	if s.Timeout < 0 {
		return errors.New("--timeout: want a time, such as 10s, or 0 for no limit")
	}
	return s.run(ctx, c, strings.Join(s.Puzzle, " "), func(ctx context.Context, id string) result { return s.solve(ctx, speak, id) })
}

// readPuzzle reads a puzzle, and returns it with the name of its game. The text is an ID or, if it has several words
// and no colon, what people type in a chat, such as "3 3 8 8" or "tchisla 2016 7".
func readPuzzle(text string) (p engine.Puzzle, game string, err error) {
	isTyped := strings.Contains(strings.TrimSpace(text), " ") && !strings.Contains(text, ":")
	if isTyped {
		g, p, err := engine.ReadPuzzle(games.All(), text)
		return p, g.Name(), err
	}
	p, err = games.Parse(text)
	return p, gameOf(text), err
}

func (s solveCmd) solve(ctx context.Context, speak speaker, id string) result {
	p, game, err := readPuzzle(id)
	if err != nil {
		return speak.unreadable(solutionObject(id, engine.Solution{}), game, id, err)
	}
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	id = p.ID()
	found := p.Solve(ctx)
	if s.Brackets {
		found.Best = bracketed(found.Best)
		for i, text := range found.All {
			found.All[i] = bracketed(text)
		}
	}
	o := solutionObject(id, found)
	measure := measureOf(id)
	if measure != "" && found.Best != "" {
		o = append(o, field{measure, found.Measure})
	}
	if measure != "" {
		o = append(o, field{"proven", found.Proven}, field{"settled", found.Settled}, field{"searched", found.Searched})
	}
	text := solutionText(id, found, measure)
	if !found.Solvable {
		return result{o, text, no}
	}
	return result{o, text, nil}
}

// solutionObject has the fields for a puzzle of any game.
func solutionObject(id string, s engine.Solution) object {
	return object{
		{"id", id},
		{"solvable", s.Solvable},
		{"best", s.Best},
		{"solutions", append([]string{}, s.All...)},
		{"complete", s.Complete},
	}
}

// bracketed writes a calculation with all brackets, and leaves any other text as it is.
func bracketed(text string) string {
	n, err := expr.Parse(text)
	if err != nil {
		return text
	}
	return n.Bracketed(expr.ASCII)
}

func solutionText(id string, s engine.Solution, measure string) string {
	lines := append([]string{}, s.All...)
	if len(lines) == 0 && s.Best != "" {
		lines = []string{s.Best}
	}
	switch {
	case measure != "" && s.Best != "":
		lines = append(lines, fmt.Sprintf("%s %d, %s", measure, s.Measure, certainty(s)))
	case len(lines) == 0 && s.Complete:
		lines = []string{id + " has no solution"}
	case len(lines) == 0:
		lines = []string{"no solution of " + id + " was found in time"}
	case !s.Complete && measure == "":
		lines = append(lines, "there may be more")
	}
	return strings.Join(lines, "\n")
}

// certainty says how sure it is that no answer has a smaller measure.
func certainty(s engine.Solution) string {
	switch {
	case s.Proven:
		return "proven to be the least"
	case !s.Settled:
		return "the best found; fewer may do"
	case s.Searched >= s.Measure-1:
		return "the best known; a search of all with fewer, within limits, found none"
	default:
		return fmt.Sprintf("the best known; a search of all up to %d, within limits, found none", s.Searched)
	}
}

type checkCmd struct {
	Puzzle string   `arg:"" optional:"" help:"The puzzle: 24:3,3,8,8, or 3 3 8 8. With --batch, each line is one, a tab and an answer."`
	Answer []string `arg:"" optional:"" help:"The answer: '8/(3-8/3)'. Put -- before one that begins with a minus."`
	Strict bool     `help:"Accept a calculation alone, without words or other attempts around it. For programs that are paid for right answers."`
	output
}

// Run prints the verdict on an answer.
//
// In JSON:
//
//	id, answer
//	outcome    right, wrong or invalid
//	value      exact
//	MEASURE    of the answer, under its own name, if the game measures answers
//	fault      if the answer is not right: its code, its text for people, its args, and at,
//	           which is the faulty part of the answer in bytes
func (k checkCmd) Run(ctx context.Context, c console, speak speaker) error {
	line := k.Puzzle
	if line != "" {
		if len(k.Answer) == 0 {
			return errors.New("want an answer after the puzzle")
		}
		last := len(k.Answer) - 1
		// In "3 3 8 8 8/(3-8/3)" the puzzle has several words.
		words := append([]string{k.Puzzle}, k.Answer[:last]...)
		line = strings.Join(words, " ") + "\t" + k.Answer[last]
	}
	j := judge{speaker: speak, strict: k.Strict}
	return k.run(ctx, c, line, func(_ context.Context, line string) result { return j.check(line) })
}

// A judge judges answers.
type judge struct {
	speaker
	strict bool

	mu sync.Mutex
	// last is the puzzle that was read last, lastText its text, and lastGame the name of its game. Answers to one
	// puzzle usually come one after another, and a puzzle remembers what it has worked out for a verdict.
	last     engine.Puzzle
	lastText string
	lastGame string
}

// readPuzzle reads a puzzle, or returns the last one if the text is the same.
func (j *judge) readPuzzle(text string) (p engine.Puzzle, game string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.last != nil && j.lastText == text {
		return j.last, j.lastGame, nil
	}
	p, game, err = readPuzzle(text)
	if err != nil {
		return nil, game, err
	}
	j.last = p
	j.lastText = text
	j.lastGame = game
	return p, game, nil
}

// check judges the answer of a line: an ID, a tab and the answer.
func (j *judge) check(line string) result {
	id, answer, hasTab := strings.Cut(line, "\t")
	if !hasTab {
		unread := verdictObject(id, answer, engine.Verdict{Outcome: engine.Invalid})
		return j.unreadable(unread, gameOf(id), id, &engine.Fault{Code: "line.no-tab"})
	}
	return j.judge(id, answer)
}

// judge judges an answer to a puzzle.
func (j *judge) judge(id, answer string) result {
	p, game, err := j.readPuzzle(id)
	if err != nil {
		unread := verdictObject(id, answer, engine.Verdict{Outcome: engine.Invalid})
		return j.unreadable(unread, game, id, err)
	}
	id = p.ID()
	var v engine.Verdict
	if j.strict {
		v = engine.JudgeStrictly(p, answer)
	} else {
		v = p.Judge(answer)
	}
	r := result{verdictObject(id, answer, v), string(v.Outcome), no}
	if v.Outcome == engine.Right {
		r.status = nil
	}
	if v.Value != "" {
		r.text += fmt.Sprintf(": %s = %s", v.Text, v.Value)
	}
	if measure := measureOf(id); measure != "" && v.Outcome != engine.Invalid {
		r.object = append(r.object, field{measure, v.Measure})
		r.text += fmt.Sprintf(", %s %d", measure, v.Measure)
	}
	if v.Fault == nil {
		return r
	}
	f := *v.Fault
	if v.Text != "" {
		// The message quotes the text as the game read it: without an "=24" at its end.
		f.Args = engine.Args{}
		maps.Copy(f.Args, v.Fault.Args)
		f.Args["answer"] = v.Text
	}
	text := j.fault(gameOf(id), answer, &f)
	r.object = r.object.withFault(v.Fault, text)
	r.text += "\n" + text
	return r
}

// verdictObject has the fields for an answer in any game.
func verdictObject(id, answer string, v engine.Verdict) object {
	return object{{"id", id}, {"answer", answer}, {"outcome", v.Outcome}, {"value", v.Value}}
}

// measureOf returns the name of what the game of a puzzle measures in answers. It is empty if the game
// measures nothing.
func measureOf(id string) string {
	if g, ok := games.ByName(gameOf(id)); ok {
		return g.Rules().Measure
	}
	return ""
}

type rateCmd struct {
	Puzzle []string `arg:"" optional:"" help:"The puzzle: 24:3,3,8,8, or 3 3 8 8. With --batch, each line is one."`
	output
}

// Run prints how hard a puzzle is for people, and why. It returns the status "no" if the
// puzzle has no solution, or a short search found none.
//
// In JSON:
//
//	id
//	seconds    predicted mean time to solve it; 0 if the game predicts none
//	level      1 to 5; 0 if the game cannot tell
//	reasons    codes, the most telling first
//	solvable   a solution is known
//	complete   false if a short search ended without an answer to whether there is a solution
//	guess      the seconds come from no measurement
func (rt rateCmd) Run(ctx context.Context, c console, speak speaker) error {
	return rt.run(ctx, c, strings.Join(rt.Puzzle, " "), func(_ context.Context, id string) result { return rate(speak, id) })
}

func rate(speak speaker, id string) result {
	p, game, err := readPuzzle(id)
	if err != nil {
		return speak.unreadable(ratingObject(id, engine.Rating{Solvability: engine.NotFound}), game, id, err)
	}
	id = p.ID()
	rating := p.Rating()
	o := ratingObject(id, rating)
	switch rating.Solvability {
	case engine.Unsolvable:
		return result{o, id + " has no solution", no}
	case engine.NotFound:
		return result{o, "no solution of " + id + " was found by a short search", no}
	}
	if rating.Level == engine.AnyLevel {
		return result{o, "not rated: nobody has measured any like it", nil}
	}
	text := fmt.Sprintf("level %d of 5", rating.Level)
	if rating.Seconds > 0 {
		text += fmt.Sprintf(", about %.0f seconds", rating.Seconds)
	}
	if isGuess(rating) {
		text += " (a guess)"
	}
	var reasons []string
	for _, code := range rating.Reasons {
		reasons = append(reasons, speak.Text("reason."+gameOf(id)+"."+code))
	}
	if len(reasons) > 0 {
		text += ": " + strings.Join(reasons, ", ")
	}
	return result{o, text, nil}
}

// isGuess reports whether the seconds come from no measurement: then they have no deviation.
func isGuess(rating engine.Rating) bool { return rating.Seconds > 0 && rating.Deviation == 0 }

func ratingObject(id string, rating engine.Rating) object {
	return object{
		{"id", id},
		{"seconds", math.Round(rating.Seconds*10) / 10},
		{"level", int(rating.Level)},
		{"reasons", append([]string{}, rating.Reasons...)},
		{"solvable", rating.Solvability == engine.Solvable},
		{"complete", rating.Solvability != engine.NotFound},
		{"guess", isGuess(rating)},
	}
}

type explainCmd struct {
	Expression string `arg:"" help:"'7+9/3*5-8/2+6/2*5'. Put -- before one that begins with a minus."`
	JSON       bool   `name:"json" help:"Print a JSON object instead of text."`
}

// Run shows an expression as steps that a person can follow, as a tree, and in the three
// notations.
//
// In JSON: expression, value (exact), infix, prefix, postfix, steps, tree; or
// expression and fault.
func (e explainCmd) Run(_ context.Context, c console, speak speaker) error {
	return output{JSON: e.JSON}.print(c, explain(speak, e.Expression))
}

func explain(speak speaker, expression string) result {
	o := object{{"expression", expression}}
	n, value, err := engine.ReadAnswer(expression)
	if err != nil {
		return speak.unreadable(o, "", expression, err)
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return speak.unreadable(o, "", expression, err)
	}
	equations := make([]string, len(steps))
	for i, s := range steps {
		equations[i] = s.Print(expr.ASCII)
	}
	text := fmt.Sprintf("%s = %s\n", n, value)
	for _, part := range []struct {
		name  string
		lines []string
	}{
		{"steps", equations},
		{"tree", n.Tree(expr.Typographic)},
		{"infix", []string{n.String()}},
		{"prefix", []string{n.Polish(true)}},
		{"postfix", []string{n.Polish(false)}},
	} {
		for i, line := range part.lines {
			if i > 0 {
				part.name = ""
			}
			text += fmt.Sprintf("\n%-9s%s", part.name, line)
		}
	}
	o = append(o,
		field{"value", value.String()},
		field{"infix", n.String()},
		field{"prefix", n.Polish(true)},
		field{"postfix", n.Polish(false)},
		field{"steps", equations},
		field{"tree", n.Tree(expr.ASCII)},
	)
	return result{o, text, nil}
}
