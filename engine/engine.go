// Package engine holds the nouns every puzzle shares: Game, Puzzle, Verdict,
// Solution, Hint. It knows numbers and rules. It never sees a sentence, a
// clock, a database or a network: the same input always gives the same output.
//
// What a player reads is made elsewhere from the codes and arguments given
// here; so a Fault carries {"missing", numbers: [3 8]} and never "you left out".
package engine

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"reckon/engine/expr"
)

// Level is how hard a puzzle is for people, 1 (easiest) to 5 (hardest).
// 0 means "no wish" where a level is asked for.
type Level int

// The range of a Level.
const (
	AnyLevel Level = 0
	MinLevel Level = 1
	MaxLevel Level = 5
)

// LevelOf returns the level of a measure of difficulty, given the measures at which
// the next levels begin.
func LevelOf(difficulty float64, bounds [MaxLevel - MinLevel]float64) Level {
	level := MinLevel
	for _, bound := range bounds {
		if difficulty >= bound {
			level++
		}
	}
	return level
}

// A Game makes and reads puzzles of one kind.
type Game interface {
	// Name is the game's word in commands, IDs and the database. It is
	// [a-z0-9]{1,32} and never changes.
	Name() string
	// Rules says how the game is played among people.
	Rules() Rules
	// Quality returns what an answer earns, in percent of the puzzle's points, given its
	// measure and that of the best known answer. It is 100 for the best or a better one,
	// and in games without a measure. It is 0 if the answer earns nothing.
	Quality(measure, best int) int
	// New makes a puzzle that can be solved. An empty Wish never fails; a Wish
	// whose Text cannot be met fails with a *Fault.
	New(r *rand.Rand, w Wish) (Puzzle, error)
	// Parse reads what follows "name:" in an ID. It is lenient about spaces and
	// the forms people type; the ID of the puzzle it returns is canonical. If a
	// desc can be parsed, no method of the puzzle fails. The puzzle may have no
	// solution. The error is a *Fault.
	Parse(desc string) (Puzzle, error)
	// Idea returns facts that explain how an answer comes to the goal of its puzzle, or near
	// to it. There may be none.
	Idea(answer, goal string) []Hint
}

// A Wish is a player's request for a new puzzle. Its zero value asks for any.
type Wish struct {
	Level Level
	// Text is what followed the command, without the level: a puzzle ("3 3 8 8") or an option of
	// the game ("2" large tiles).
	Text string
	// Skill is a skill that the puzzle must need: its chance in the puzzle's Rating must be at
	// least Likely.
	Skill string
	// Year is the year of the asking chat's date, for games that make a puzzle of it; 0 if
	// unknown.
	Year int
	// Last returns when puzzles of a class were dealt last: a greater number for a later
	// time, and 0 for never. If it is set, New deals a puzzle that never was dealt or, if
	// all were dealt, the one dealt longest ago.
	Last func(class string) int
}

// Choose returns the first puzzle of the level and the skill that was never dealt. If all
// were dealt it returns the one dealt longest ago. If no puzzle has the level and the skill
// it returns the last puzzle, nil if there is none.
func (w Wish) Choose(puzzles iter.Seq[Puzzle]) Puzzle {
	var best, unfit Puzzle
	bestDealt := 0
	for p := range puzzles {
		dealt := 0
		if w.Last != nil {
			dealt = w.Last(p.Face().Class())
		}
		if best != nil && dealt >= bestDealt {
			continue
		}
		if !w.allows(p) {
			unfit = p
			continue
		}
		if dealt == 0 {
			return p
		}
		best = p
		bestDealt = dealt
	}
	if best == nil {
		return unfit
	}
	return best
}

// allows reports whether a puzzle has the level and the skill.
func (w Wish) allows(p Puzzle) bool {
	if w.Level != AnyLevel && p.Rating().Level != w.Level {
		return false
	}
	return w.Skill == "" || p.Rating().Skills[w.Skill] >= Likely
}

// Rules are the facts about a game that decide how its rounds are run.
type Rules struct {
	// Argument is the name of the command's argument: "numbers", "target", "letters".
	Argument string
	// Seconds is the length of a round on the clock; 0 means that there is no clock.
	Seconds int
	// Sealed means that answers stay private until the round is closed.
	Sealed bool
	// Experts means that practised people were measured for the Rating.Seconds, as far as these are no guess.
	Experts bool
	// Collect means that a solved puzzle stays open for further distinct solutions.
	Collect bool
	// Measure names what is measured of an answer ("digits", "distance"): the less, the better. It
	// is empty if an answer can only be right or wrong. With a measure the best answer wins, without
	// one the first.
	Measure string
	// Slack is how far from the best known measure an answer may be and still keep a streak
	// of days.
	Slack int
	// Records means that a right answer below a Settled measure is a record. From then on it is the
	// best known answer.
	Records bool
	// Choices are the kinds of puzzles that people can ask for, as they ask for a level. Each is
	// the Text of a Wish.
	Choices []string
	// LastLevelOf is the name of the game whose last level this game is: people find it there. It is empty
	// for the others.
	LastLevelOf string
	// Sign stands for the game where there is no room for its name: at most three characters that say
	// what its puzzles are like, in every language.
	Sign  string
	Board Board
}

// A Board says how answers are tapped.
type Board struct {
	Kind BoardKind
	// Operators are the operators as they are typed: "+-*/".
	Operators string
	// All means that every tile must be used.
	All bool
	// Whole means that every step must make a whole number above 0.
	Whole bool
}

// A BoardKind is what answers are tapped on.
type BoardKind string

const (
	// TileBoard has tiles with numbers. People join two at a time.
	TileBoard BoardKind = "tiles"
	// KeyBoard is a keypad with operators and the one tile as its digit.
	KeyBoard BoardKind = "keys"
	// LetterBoard has tiles with letters. People set them in a row.
	LetterBoard BoardKind = "letters"
)

// A Puzzle is one problem. It is immutable and may be used from many
// goroutines at once.
type Puzzle interface {
	// ID is the canonical text of the puzzle, "24:3,3,8,8". It is all that is
	// ever stored of a puzzle. At most 40 characters of ASCII without spaces, so that a
	// button holds it.
	ID() string
	Face() Face
	// Judge returns a Verdict on any text; it never fails.
	Judge(answer string) Verdict
	// Solve finds the best and all distinct solutions. When ctx ends first, the
	// Solution holds those found so far and Complete is false.
	Solve(ctx context.Context) Solution
	// Hint returns fact n = 1, 2, 3 about a natural solution. Each fact gives more away. In a
	// game that collects solutions the fact is about a solution whose Form is not in found; the
	// Hint's Code is empty if there is no such solution. In a game with a measure the fact is about the
	// best answer, whatever is in found. But if found is not empty, the person was told how good an answer
	// can be, and no fact says so again. If a puzzle has no solution at all, the fact is about the nearest
	// answer, or the Code is empty.
	Hint(n int, found []string) Hint
	Rating() Rating
}

// A FormComparer is a Puzzle in which answers of different Forms may be the same solution.
type FormComparer interface {
	IsSameForm(form, other string) bool
}

// IsSameForm reports whether two Forms of answers to a puzzle are the same solution.
func IsSameForm(p Puzzle, form, other string) bool {
	if form == other {
		return true
	}
	comparer, ok := p.(FormComparer)
	return ok && comparer.IsSameForm(form, other)
}

// A Guesser is a Puzzle for which no Seconds are predicted, because nobody has measured people.
type Guesser interface {
	// GuessedSeconds is how many seconds people take by our judgement; 0 if nobody can solve the puzzle.
	GuessedSeconds() float64
}

// GuessedSeconds returns in how many seconds people solve a puzzle by our judgement; 0 if they cannot, or if that is
// not guessed.
func GuessedSeconds(p Puzzle) float64 {
	guesser, ok := p.(Guesser)
	if !ok {
		return 0
	}
	return guesser.GuessedSeconds()
}

// A Definer is a Game whose answers are words with a meaning.
type Definer interface {
	// Meaning returns what an answer means, as a fact with Args text and word, the word that has
	// the meaning: for studies it is study. The Code is empty if the meaning is unknown.
	Meaning(answer string) Hint
}

// Meaning returns what an answer means; the Code is empty in a game without words.
func Meaning(g Game, answer string) Hint {
	definer, ok := g.(Definer)
	if !ok {
		return Hint{}
	}
	return definer.Meaning(answer)
}

// A Scorer is a Game of a show, in which answers score points as on television.
type Scorer interface {
	// Score returns the points of an answer that takes part, given its measure. In a game without
	// a measure, every right answer has the same points.
	Score(measure int) int
}

// Score returns the points of an answer in a show; 0 in a game that is in no show.
func Score(g Game, measure int) int {
	scorer, ok := g.(Scorer)
	if !ok {
		return 0
	}
	return scorer.Score(measure)
}

// Face is what a player sees of a puzzle.
type Face struct {
	// Tiles are the cards, numbers or letters to be used.
	Tiles []string
	// Goal is what to make: "24", "812"; empty where letters make a word.
	Goal string
	// InOrder means that the tiles have to be used in this order.
	InOrder bool
}

// Class is equal for puzzles that have the same tiles, in any order, and the same
// goal, in any game: a solution seen of one is a solution of the others. It begins
// with the kind of tiles ("numbers:", "letters:"). A puzzle whose tiles have to be used
// in their order has a class of its own ("row:").
func (f Face) Class() string {
	if f.InOrder {
		return "row:" + strings.Join(f.Tiles, ",") + "=" + f.Goal
	}
	tiles := slices.Sorted(slices.Values(f.Tiles))
	if f.Goal == "" {
		return "letters:" + strings.Join(tiles, "")
	}
	return "numbers:" + strings.Join(tiles, ",") + "=" + f.Goal
}

// Solvability is whether a puzzle has a solution, as far as was searched.
type Solvability int

// A Rating of a puzzle that is NotFound or Unsolvable has the highest level. A puzzle that is
// unlike all that were measured may have no level (AnyLevel).
const (
	Solvable Solvability = iota
	// NotFound means that no solution was found, but there may be one.
	NotFound
	// Unsolvable means that there is no solution.
	Unsolvable
)

// Rating is how hard a puzzle is for people and why.
type Rating struct {
	Solvability
	Level Level
	// Seconds is the predicted mean solve time; 0 if none is predicted.
	Seconds float64
	// Deviation is the standard deviation of the error of ln Seconds. It is 0 if it is
	// unknown: the puzzle is unlike those measured, and Seconds is a guess.
	Deviation float64
	// Solved is the predicted share of people who solve it and do not give it up; 0 if it is unknown.
	Solved float64
	// Reasons are codes ("fraction"), the most telling first.
	Reasons []string
	// Skills are what a person's way to a solution may need, each with the chance that it is
	// needed: "fraction": 0.8. Seconds say how long a puzzle takes, and Skills what it takes: two
	// puzzles with the same Seconds may need different skills. The map is never changed.
	Skills map[string]float64
}

// Likely is the least chance at which a skill counts as one that the puzzle needs.
const Likely = 0.5

// Outcome of judging an answer.
type Outcome string

// Right is an answer that makes the goal under the rules; Wrong is one that does not; Invalid is a text
// that cannot be read, has no value, or cannot be an answer at all.
const (
	Right   Outcome = "right"
	Wrong   Outcome = "wrong"
	Invalid Outcome = "invalid"
)

// A Verdict is the judge's finding on an answer.
type Verdict struct {
	Outcome Outcome
	// Text is the answer as the judge understood it, printed with the fewest brackets; empty
	// if Invalid.
	Text string
	// Masked is the Text to show to others, with the parts masked that may offend. It is empty if
	// no part of Text may offend.
	Masked string
	// Value is the exact value ("64/3", "13"); empty if there is none.
	Value string
	// Form is the normal form, equal for two answers that are the same solution; empty unless
	// Right or Near.
	Form string
	// Fault is why the answer is not Right; nil if it is Right.
	Fault *Fault
	// Measure is what Rules.Measure names. It means nothing if the Outcome is Invalid.
	Measure int
	// Meant means that the text was meant as an answer, right or wrong: a calculation, or a
	// single word. Other texts are people talking.
	Meant bool
	// OnTiles means that the text is Meant, and made of the puzzle's tiles and nothing else.
	OnTiles bool
	// Near means that the answer is Wrong, but keeps the rules of a game that measures how near
	// an answer comes to the goal.
	Near bool
	// Points is what the answer is worth before hints are counted. Where there is a measure,
	// a Wrong answer may be worth something, too.
	Points int
}

// A Solution is the solver's finding on a puzzle.
type Solution struct {
	Solvable bool
	// Best is the most natural of the best solutions. If the puzzle is not Solvable, it is
	// empty, unless answers are measured: then it is the nearest answer that can be expected
	// of people.
	Best string
	// Rarer is a better solution than Best that hardly anybody would find, or empty.
	Rarer string
	// All has every distinct solution, the most natural first.
	All []string
	// Complete means that the search was exhausted: All lacks nothing, and Solvable is final.
	Complete bool
	// Measure is the measure of Best: see Rules.Measure.
	Measure int
	// Proven means that no better Measure exists.
	Proven bool
	// Settled means that Measure is the best known anywhere, not only within the time of this
	// search: an answer below it is a record.
	Settled bool
	// Searched is the Measure up to which the game has searched, within the limits that it states,
	// and found nothing better than Best. That is no proof. It is 0 if there was no such search.
	Searched int
}

// A Hint is a fact about a solution. The sentence for it is made elsewhere, from
// Code and Args.
type Hint struct {
	Code string
	Args Args
}

// StepHint returns fact n about a solution with + - * /, given the last step of the solution:
//
//	1  the step's operation: "last.add" and the like
//	2  the two values that the step joins: "aim.add" and the like, with Args x and y
//	3  the solution without a part made of two numbers: "pair" with Args text
//
// If the solution has three numbers, the third fact leaves out only one of them ("nearly"):
// if it left out two, it would say the same as the second fact. If the solution has two
// numbers, the third fact is the whole solution ("solution").
func StepHint(n int, solution, last *expr.Node) Hint {
	if n <= 1 {
		return Hint{Code: "last." + last.Op.Name()}
	}
	if n == 2 {
		return Hint{Code: "aim." + last.Op.Name(), Args: Args{"x": last.X.Mixed(), "y": last.Y.Mixed()}}
	}
	switch len(solution.Numbers()) {
	case 0, 1, 2:
		return Hint{Code: "solution", Args: Args{"text": solution.String()}}
	case 3:
		return Hint{Code: "nearly", Args: Args{"text": solution.Masked(1).String()}}
	}
	return Hint{Code: "pair", Args: Args{"text": solution.Masked(2).String()}}
}

// A Fault is what is wrong with a text: an answer, an argument, an ID. It is the
// error type of all functions of engine that read text typed by people.
type Fault = expr.Fault

// Args are the named arguments of a Fault or Hint.
type Args = expr.Args

// A Span is a place in a text, in bytes.
type Span = expr.Span

// AsFault returns the *Fault in err, or nil.
func AsFault(err error) *Fault {
	f, _ := errors.AsType[*Fault](err)
	return f
}

// An Analyzer is a Game that can study all its puzzles at once.
type Analyzer interface {
	Game
	// Analyze uses the given number of goroutines, at least one. It calls progress,
	// if that is not nil, now and then with the work done so far, never from two
	// goroutines at once. The only error is that of ctx.
	Analyze(ctx context.Context, workers int, progress func(done, total int)) (Analysis, error)
}

// An Analysis is the result of such a study. Its form in JSON is the game's own.
type Analysis interface {
	// Tables are the findings as figures, the most telling first.
	Tables() []Table
}

// A Table holds figures for the command line. Its words are terms of the field,
// as those of a Fault are.
type Table struct {
	// Title is like "hands with a solution, by target".
	Title string
	// Head has the name and unit of each column: "target", "hands".
	Head []string
	Rows [][]string
	// Chart means that the table is worth a picture: the second column, which holds numbers,
	// over the first.
	Chart bool
}
