// This file decides which solutions a person is not shown now, and notes which ones they were shown. Two things are
// stored about that. A class that a person has seen (MarkSeen) pays them nothing from then on. An open round that they
// were shown a solution of (markShown) mutes their answers to it.

package round

import (
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// A Barrier says why the solutions of a puzzle are not shown to a person now. The zero Barrier says that
// they are shown.
type Barrier struct {
	// Class is the class of a puzzle that others play, and whose solutions would be given away; empty:
	// there is none.
	Class string
	// Until is when the day of a live daily with the puzzle is over everywhere; zero: no live daily
	// has it.
	Until time.Time
	// Alone is a round of the puzzle that is open in the person's private chat; nil: there is none.
	Alone *Round
}

// IsPlayed reports whether others play the puzzle.
func (b Barrier) IsPlayed() bool { return b.Class != "" }

// MayShow returns why the solutions of a puzzle are not shown to a person. There are two reasons. One is that
// others play the puzzle, in a live daily or for points in a group that the person belongs to. The other is
// that the person plays it alone.
func (p *Play) MayShow(tx *storage.Tx, a Act, puzzle engine.Puzzle) (Barrier, error) {
	classes := classesShown(puzzle)
	b, err := barrier(tx, a, classesGivenAway(puzzle), 0)
	if err != nil || b.IsPlayed() {
		return b, err
	}
	id, isOpen, err := storage.Found(openAlone(tx, classes, a.Person.ID))
	if err != nil || !isOpen {
		return b, err
	}
	r, err := p.Round(tx, id)
	if err != nil {
		return Barrier{}, err
	}
	return Barrier{Alone: &r}, nil
}

// barrier returns a Barrier for a person if others play a puzzle of one of some classes. The round with the ID except is
// not counted.
func barrier(tx *storage.Tx, a Act, classes []string, except int64) (Barrier, error) {
	part, isLive, err := storage.Found(liveDaily(tx, classes, a.At))
	if err != nil {
		return Barrier{}, err
	}
	if isLive {
		return Barrier{Class: part.Class, Until: SolutionsFrom(part.Number)}, nil
	}
	class, isPlayed, err := storage.Found(openForPoints(tx, classes, a.Person.ID, except, a.At.Add(-BelongFor)))
	if err != nil || !isPlayed {
		return Barrier{}, err
	}
	return Barrier{Class: class}, nil
}

// barrierHere is barrier for what all at the place would read: a member of its community may play the puzzle in another
// group.
func barrierHere(tx *storage.Tx, a Act, classes []string, except int64) (Barrier, error) {
	b, err := barrier(tx, a, classes, except)
	if err != nil || b.IsPlayed() {
		return b, err
	}
	class, isPlayed, err := storage.Found(playedByMembers(tx, classes, a.Community.ID, except, a.At.Add(-BelongFor)))
	if err != nil || !isPlayed {
		return Barrier{}, err
	}
	return Barrier{Class: class}, nil
}

// InPlay returns those of some classes with a puzzle that several people may be playing now: one of a daily
// that is live anywhere, or one that is open for points in a group. Answers of these classes are shown to
// nobody.
func InPlay(tx *storage.Tx, classes []string, at time.Time) ([]string, error) {
	first, last := liveNumbers(at)
	return classesInPlay(tx, classes, first, last)
}

// isPlayedElsewhere reports whether a solution of a round must not be shown to a person because others play
// its puzzle somewhere else. If the round itself is a live daily, it returns false: hidesSolutions has the
// rule for those.
func isPlayedElsewhere(tx *storage.Tx, a Act, r Round) (bool, error) {
	if r.hidesSolutions(a.At) {
		return false, nil
	}
	b, err := barrier(tx, a, classesGivenAway(r.Puzzle), r.ID)
	return b.IsPlayed(), err
}

// isKept reports whether the solutions of a round that is over must not be shown now, because others play its
// puzzle. Those who read them are the person with the ID reader (0: nobody in particular) and, in a group,
// all its members. A live daily with the puzzle keeps them from everybody.
func isKept(tx *storage.Tx, r Round, reader int64, at time.Time) (bool, error) {
	if r.hidesSolutions(at) {
		return true, nil
	}
	a := Act{Person: storage.Player{ID: reader}, Community: storage.Community{ID: r.CommunityID}, At: at}
	b, err := barrierHere(tx, a, classesGivenAway(r.Puzzle), r.ID)
	return b.IsPlayed(), err
}

// markShownAtEnd notes that a person is shown a solution of a round at its end, unless it is kept.
func (p *Play) markShownAtEnd(tx *storage.Tx, a Act, r Round) error {
	kept, err := isKept(tx, r, a.Person.ID, a.At)
	if err != nil || kept {
		return err
	}
	return p.MarkShown(tx, a, r.Puzzle)
}

// classesShown returns the classes of all puzzles whose solutions a person may know once they know those of
// this one: its own class, and those of the puzzles that have fewer of the tiles 0 and 1. A solution of such
// a shorter puzzle with "+ 0" or "× 1" behind it is a solution of this one. A solution that has the tiles in
// their order also solves the puzzle in which they may have any order.
func classesShown(puzzle engine.Puzzle) []string {
	face := puzzle.Face()
	if face.Goal == "" {
		return []string{face.Class()}
	}
	var classes []string
	if face.InOrder {
		classes = append(classes, face.Class())
	}
	for _, tiles := range tilesShown(face) {
		classes = append(classes, engine.Face{Tiles: tiles, Goal: face.Goal}.Class())
	}
	return classes
}

// tilesShown returns the tiles of a puzzle of numbers, and those of the puzzles that have fewer of the tiles 0 and 1.
func tilesShown(face engine.Face) [][]string {
	var zeros, ones, others []string
	for _, tile := range face.Tiles {
		switch tile {
		case "0":
			zeros = append(zeros, tile)
		case "1":
			ones = append(ones, tile)
		default:
			others = append(others, tile)
		}
	}
	var all [][]string
	for zerosLess := range len(zeros) + 1 {
		for onesLess := range len(ones) + 1 {
			tiles := slices.Concat(zeros[zerosLess:], ones[onesLess:], others)
			if len(tiles) == 0 {
				// A puzzle has at least one tile.
				continue
			}
			all = append(all, tiles)
		}
	}
	return all
}

// tilesInOrder is how many tiles a puzzle has whose tiles have to be used in their order.
const tilesInOrder = 4

// classesGivenAway returns the classes of the puzzles that nobody may be playing for points while solutions of this one
// are shown: those of classesShown, and those with the same tiles in an order that people have to keep. One of the
// solutions may have that order.
func classesGivenAway(puzzle engine.Puzzle) []string {
	classes := classesShown(puzzle)
	face := puzzle.Face()
	if face.Goal == "" {
		return classes
	}
	for _, tiles := range tilesShown(face) {
		if len(tiles) != tilesInOrder {
			continue
		}
		for _, row := range ordersOf(tiles) {
			classes = append(classes, engine.Face{Tiles: row, Goal: face.Goal, InOrder: true}.Class())
		}
	}
	slices.Sort(classes)
	return slices.Compact(classes)
}

// ordersOf returns some tiles in every order. Orders of equal tiles are in it several times.
func ordersOf(tiles []string) [][]string {
	if len(tiles) == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for i, first := range tiles {
		for _, rest := range ordersOf(slices.Concat(tiles[:i], tiles[i+1:])) {
			all = append(all, slices.Concat([]string{first}, rest))
		}
	}
	return all
}

// MarkShown notes that a person is shown a solution of a puzzle: it pays them nothing from then on, and their answers to
// its open rounds are muted.
func (p *Play) MarkShown(tx *storage.Tx, a Act, puzzle engine.Puzzle) error {
	classes := classesShown(puzzle)
	for _, class := range classes {
		if err := MarkSeen(tx, a.Person.ID, class, 0); err != nil {
			return err
		}
	}
	return markShown(tx, classesGivenAway(puzzle), a.Person.ID, a.At)
}

// markRoundShown notes that a person is shown a solution of a round, as the end of the round does. An answer that they
// sent before, and that is read later, is still paid.
func (p *Play) markRoundShown(tx *storage.Tx, a Act, r Round) error {
	if err := MarkSeen(tx, a.Person.ID, r.Class, r.ID); err != nil {
		return err
	}
	return p.MarkShown(tx, a, r.Puzzle)
}

// A DailyError says that the person can play a live daily with the same puzzle.
type DailyError struct {
	Number int
	Game   engine.Game
	// Today reports whether that daily is the one that is live for the person.
	Today bool
}

func (e *DailyError) Error() string { return "the puzzle is one of a live daily" }

// refuseTyped returns a *DailyError if a live daily that has begun for the person has the same
// puzzle as a custom one.
func (p *Play) refuseTyped(tx *storage.Tx, a Act, puzzle engine.Puzzle) error {
	part, isLive, err := storage.Found(liveDaily(tx, classesShown(puzzle), a.At))
	if err != nil || !isLive {
		return err
	}
	today, _, err := p.LiveDaily(tx, a)
	if err != nil {
		return err
	}
	if part.Number > today {
		return nil
	}
	return &DailyError{Number: part.Number, Game: p.Game(part.Game), Today: part.Number == today}
}
