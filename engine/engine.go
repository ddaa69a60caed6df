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
// 0 stands for "no wish" where a level is asked for.
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
	// Quality is the worth of an answer with the given measure, in percent of the
	// puzzle's points, if the best known answer has measure best: 100 for the best
	// or better, 0 if it earns nothing. Without a measure it is 100.
	Quality(measure, best int) int
	// New makes a puzzle that can be solved. An empty Wish never fails; a Wish
	// whose Text cannot be met fails with a *Fault.
	New(r *rand.Rand, w Wish) (Puzzle, error)
	// Parse reads what follows "name:" in an ID. It is lenient about spaces and
	// the forms people type; the ID of the puzzle it returns is canonical. A
	// desc that parses can never make a method of the puzzle fail. The puzzle
	// may be without a solution. The error is a *Fault.
	Parse(desc string) (Puzzle, error)
	// Idea gives the facts that make an answer to a puzzle with that goal clear, as far
	// as it is right or comes near; none where there is nothing to say.
	Idea(answer, goal string) []Hint
}

// A Wish is a player's request for a new puzzle.
type Wish struct {
	Level Level  // 0: any
	Text  string // what stood behind the command, less the level: a puzzle ("3 3 8 8") or an option of the game ("2" large tiles)
	Skill string // of its Rating, to be Likely needed; empty: any
	Year  int    // the year of the asking chat's date, for games that make a puzzle of it; 0: unknown
	// Last returns when puzzles of a class were dealt last, a later time being greater,
	// and 0 for never. If it is set, New deals a puzzle that never was dealt or, if there
	// are no others, the one dealt longest ago.
	Last func(class string) int
}

// Choose returns the first puzzle of the level and the skill that was never dealt, or else
// the one of them dealt longest ago. Without any it returns the last puzzle, nil if there
// is none.
func (w Wish) Choose(puzzles iter.Seq[Puzzle]) Puzzle {
	var best, other Puzzle
	least := 0
	for p := range puzzles {
		at := 0
		if w.Last != nil {
			at = w.Last(p.Face().Class())
		}
		switch {
		case best != nil && at >= least:
		case w.Level != AnyLevel && p.Rating().Level != w.Level, w.Skill != "" && p.Rating().Skills[w.Skill] < Likely:
			other = p
		case at == 0:
			return p
		default:
			best, least = p, at
		}
	}
	if best == nil {
		return other
	}
	return best
}

// Rules are the facts about a game that decide how its rounds are run.
type Rules struct {
	Argument string // name of the command's argument: "numbers", "target", "letters"
	Seconds  int    // length of a round on the clock; 0: no clock
	Sealed   bool   // answers stay private until the round is closed
	Experts  bool   // Rating.Seconds are what practised people took who were measured, not a guess
	Collect  bool   // a solved puzzle stays open for further distinct solutions
	// Measure names what an answer is measured by, least first ("digits",
	// "distance"), or is empty where an answer is right or it is not. With a
	// measure the best answer wins, without one the first.
	Measure string
	// Slack is by how much an answer's measure may miss the best known one and
	// still keep a streak of days.
	Slack   int
	Records bool // a right answer that goes below a Settled measure is a record, and the best known from then on
	// Choices are texts of a Wish that name puzzles of a kind, asked for as a level is.
	Choices []string
	Board   Board
}

// A Board says how answers are tapped.
type Board struct {
	Kind      BoardKind
	Operators string // as they are typed: "+-*/"
	All       bool   // every tile must be used
	Whole     bool   // every step must make a whole number above 0
}

// A BoardKind is what answers are tapped on.
type BoardKind string

const (
	TileBoard   BoardKind = "tiles"   // the tiles are numbers, joined two at a time
	KeyBoard    BoardKind = "keys"    // a keypad has operators and the one tile as its digit
	LetterBoard BoardKind = "letters" // the tiles are letters, set in a row
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
	// Hint gives fact n = 1, 2, 3 about a natural solution, each giving more
	// away; its Code is empty if the puzzle has no solution, or it speaks of the
	// nearest answer. In a game that collects solutions it is none of those whose
	// Form is in found, and the Code is empty if there is no other.
	Hint(n int, found []string) Hint
	Rating() Rating
}

// Face is what a player sees of a puzzle.
type Face struct {
	Tiles []string // the cards, numbers or letters to be used
	Goal  string   // what to make: "24", "812"; empty where letters make a word
}

// Class is equal for puzzles that have the same tiles, in any order, and the same
// goal, in any game: a solution seen of one is a solution of the others. It begins
// with the kind of tiles ("numbers:", "letters:").
func (f Face) Class() string {
	tiles := slices.Sorted(slices.Values(f.Tiles))
	if f.Goal == "" {
		return "letters:" + strings.Join(tiles, "")
	}
	return "numbers:" + strings.Join(tiles, ",") + "=" + f.Goal
}

// Solvability is whether a puzzle has a solution, as far as was searched.
type Solvability int

// A Rating of a puzzle that is NotFound or Unsolvable has the highest level. One that is
// unlike all that were measured may have none (AnyLevel).
const (
	Solvable   Solvability = iota
	NotFound               // no solution was found, but there may be one
	Unsolvable             // there is no solution
)

// Rating is how hard a puzzle is for people and why.
type Rating struct {
	Solvability
	Level   Level
	Seconds float64 // predicted mean solve time in seconds; 0 where the game has no such model
	// Deviation is the standard deviation of the error of ln Seconds; 0: unknown, since
	// the puzzle is unlike those measured and Seconds are a guess.
	Deviation float64
	Reasons   []string // codes, most telling first: "fraction"
	// Skills are what a person's way to a solution may need, and how likely it does:
	// "fraction": 0.8. Where there are Seconds, they are what makes one puzzle unlike another
	// of the same time. Nobody changes the map.
	Skills map[string]float64
}

// Likely is from what chance on a puzzle is one of a skill.
const Likely = 0.5

// Outcome of judging an answer.
type Outcome string

// Right makes the goal under the rules; Wrong is an answer that does not; Invalid
// is a text that cannot be read, has no value, or could be no answer at all.
const (
	Right   Outcome = "right"
	Wrong   Outcome = "wrong"
	Invalid Outcome = "invalid"
)

// A Verdict is the judge's finding on an answer.
type Verdict struct {
	Outcome Outcome
	Text    string // the answer as the judge understood it, printed with the fewest brackets; empty if Invalid
	Masked  string // Text with what may offend masked, to be shown to others; empty where they may read Text
	Value   string // the exact value ("64/3", "13"); empty if it has none
	Form    string // normal form: equal for two answers that are the same solution; empty unless Right or Near
	Fault   *Fault // why it is not Right; nil if Right
	Measure int    // by Rules.Measure; meaningful unless Invalid
	Meant   bool   // it was meant as an answer, right or wrong: a calculation, or a single word; other texts are people talking
	OnTiles bool   // it is Meant, and made of the puzzle's tiles and nothing else
	Near    bool   // it is Wrong, but keeps the rules and is measured by how near it comes
	Points  int    // what the answer is worth before hints are counted; where there is a measure, also one that is Wrong may be worth something
}

// A Solution is the solver's finding on a puzzle.
type Solution struct {
	Solvable bool
	Best     string   // the most natural of the best solutions; with a measure the nearest that is to be expected of people, also if not Solvable; else empty then
	Rarer    string   // a better solution than Best that hardly anybody would find, or empty
	All      []string // every distinct solution, the most natural first
	Complete bool     // the search was exhausted: All is all there are, Solvable is final
	Measure  int      // of Best, by Rules.Measure
	Proven   bool     // no better Measure exists
	Settled  bool     // Measure is the best known anywhere, not only within the time of this search: an answer below it is a record
	Searched int      // a search that was complete within the game's stated limits found no better Measure up to this one, which is no proof; 0: no such search
}

// A Hint is a fact about a solution. The sentence for it is made elsewhere, from
// Code and Args.
type Hint struct {
	Code string
	Args Args
}

// StepHint gives facts about a solution with + - * / whose last step is last: 1 the
// operation, "last.add" and the like; 2 the two values it joins, "aim.add", with Args
// x and y; 3 the solution without a part made of two numbers, "pair", with Args text. Of
// three numbers only one is left out, "nearly", since the second fact says as much as a
// pair; of two the fact is the "solution".
func StepHint(n int, solution, last *expr.Node) Hint {
	code, text := "pair", solution
	switch numbers := len(solution.Numbers()); {
	case n <= 1:
		return Hint{Code: "last." + last.Op.Name()}
	case n == 2:
		return Hint{Code: "aim." + last.Op.Name(), Args: Args{"x": last.X.Mixed(), "y": last.Y.Mixed()}}
	case numbers <= 2:
		code = "solution"
	case numbers == 3:
		code, text = "nearly", solution.Masked(1)
	default:
		text = solution.Masked(2)
	}
	return Hint{Code: code, Args: Args{"text": text.String()}}
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
	Title string   // "hands with a solution, by target"
	Head  []string // name and unit of each column: "target", "hands"
	Rows  [][]string
	Chart bool // worth a picture: the second column, which holds numbers, over the first
}
