package play

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"reckon/bot/play/rating"
	"reckon/engine"
	"reckon/storage"
)

// PracticeTime is how long a person has for such a puzzle.
const PracticeTime = rating.Within

// Practising is the option by which a puzzle to practise with is dealt, and the next one.
const Practising = "practice"

const (
	// practiceDraws is of how many puzzles the one is dealt whose chance is nearest to
	// rating.Aim.
	practiceDraws = 12
	// weakOf and againOf: of four puzzles three are of a weak skill, and one is of those that
	// the person has failed at, if there are such.
	weakOf, againOf = 4, 4
	// suspectOf: of two puzzles one is of a skill that may be weak.
	suspectOf = 2
	// fewOfSkill is how often a puzzle of a skill is drawn that the person has met.
	fewOfSkill = 4
	// nearAim is how far from the aim, in logits, the chance of a puzzle of a skill may be.
	nearAim = 1.0
	// lastWorks is how many of a person's last attempts tell of their skills, and lastDealt how
	// many of their last puzzles tell what has come again.
	lastWorks, lastDealt = 100, 300
)

// againAfter is how long after a person failed at a puzzle it comes again, each time.
var againAfter = [...]time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

// Draw makes a puzzle as wished, one that the community has not had lately and, if there is
// one, that neither the person nor the other players have seen; or else one to practise with. The
// error may be an *engine.Fault or, of a puzzle of one's own, ErrSearching.
func (p *Play) Draw(ctx context.Context, a Act, g engine.Game, level engine.Level, text string, others ...int64) (Drawn, error) {
	if text == Practising && IsRated(g) && len(others) == 0 {
		return p.drawPractice(ctx, a, g)
	}
	return p.draw(ctx, a, g, level, text, others...)
}

// drawPractice draws a puzzle to practise with.
func (p *Play) drawPractice(ctx context.Context, a Act, g engine.Game) (Drawn, error) {
	var works []storage.Worked
	var dealt []storage.Dealt
	var failed *storage.Worked
	r := p.random()
	err := p.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if works, err = tx.LastRated(a.Person.ID, g.Name(), lastWorks); err != nil {
			return err
		}
		if dealt, err = tx.LastDealt(a.Community.ID, g.Name(), lastDealt); err == nil && r.IntN(againOf) == 0 {
			failed, err = dueAgain(tx, a, works, dealt)
		}
		return err
	})
	d := Drawn{Game: g, Option: Practising, Solvable: true}
	if err != nil {
		return d, err
	}
	if failed != nil {
		d.Coaching = &Coaching{FailedAt: failed.At}
		d.Puzzle, err = p.parse(failed.Puzzle)
		return d, err
	}
	attempts, err := p.works(works)
	if err != nil {
		return d, err
	}
	known := rating.NewProfile(attempts)
	if known.Attempts < rating.ShownFrom {
		d, err = p.draw(ctx, a, g, engine.AnyLevel, "")
		d.Option, d.Coaching = Practising, &Coaching{Missing: rating.ShownFrom - known.Attempts}
		return d, err
	}
	skill := Focus(r, known)
	for i := range maxDraws {
		if i == fewOfSkill { // the person has met those that there are
			skill = ""
		}
		d.Coaching = &Coaching{}
		if d.Puzzle, d.Coaching.Chance, err = Suiting(g, r, known, skill); err != nil {
			return d, err
		}
		class := d.Puzzle.Face().Class()
		if slices.ContainsFunc(dealt[:min(len(dealt), recentPuzzles)], func(d storage.Dealt) bool { return d.Class == class }) {
			continue
		}
		if met, err := p.isMet(ctx, a, d, []int64{a.Person.ID}); err != nil || !met {
			return d, err
		}
	}
	return d, nil
}

// dueAgain returns an attempt that failed at a puzzle which is to come again: it did less often
// since than it should have by now. The one that has waited longest comes first.
func dueAgain(tx *storage.Tx, a Act, works []storage.Worked, dealt []storage.Dealt) (*storage.Worked, error) {
	for i, w := range works {
		came := 0
		for _, d := range dealt {
			if d.Class == w.Class && d.At.After(w.At) {
				came++
			}
		}
		if w.Solved || came == len(againAfter) || a.At.Sub(w.At) < againAfter[came] {
			continue
		}
		if live, err := isLive(tx, w.Class, a.At); err != nil || !live {
			return &works[i], err
		}
	}
	return nil, nil
}

// works are attempts as a profile is learnt from them.
func (p *Play) works(all []storage.Worked) (works []rating.Work, err error) {
	for _, w := range all {
		puzzle, err := p.parse(w.Puzzle)
		if err != nil {
			return nil, err
		}
		works = append(works, rating.Work{
			Attempt: rating.Attempt{Solved: w.Solved, After: w.After}, Difficulty: w.DifficultyBefore, Error: w.Deviation, Skills: puzzle.Rating().Skills,
		})
	}
	return works, nil
}

// Focus returns the skill that the next puzzle is to be of; empty: any. It is one that the
// person is weak at or else, now and then, the one that they may be weakest at.
func Focus(r *rand.Rand, known rating.Profile) string {
	if weak := known.Weak(); len(weak) > 0 && r.IntN(weakOf) > 0 {
		return weak[r.IntN(len(weak))].Code
	}
	if r.IntN(suspectOf) == 0 {
		return known.Suspect()
	}
	return ""
}

// Suiting draws a puzzle that a person solves within rating.Within as often as rating.Aim says,
// and one of a skill, unless that is empty or all such puzzles are too easy or too hard. chance
// is how likely they solve it.
func Suiting(g engine.Game, r *rand.Rand, known rating.Profile, skill string) (puzzle engine.Puzzle, chance float64, err error) {
	least := math.Inf(1)
	for range practiceDraws {
		p, err := g.New(r, engine.Wish{Skill: skill})
		if err != nil {
			return nil, 0, err
		}
		rated := p.Rating()
		f := known.Chance(rating.NewDifficulty(rated.Seconds, rated.Deviation), rated.Skills)
		if off := math.Abs(logit(f) - logit(rating.Aim)); off < least {
			puzzle, chance, least = p, f, off
		}
	}
	if skill != "" && least > nearAim {
		return Suiting(g, r, known, "")
	}
	return puzzle, chance, nil
}

func logit(chance float64) float64 { return math.Log(chance / (1 - chance)) }

// newAttempts is how many of a person's attempts are new, when those before them tell what
// has become better.
const newAttempts = 30

// A SkillFigure is how a person is at a skill.
type SkillFigure struct {
	rating.Skill
	Game   engine.Game
	Before float64 // its value when it was weak, if it is not now; 0: it was not
}

// Skills returns what a person's attempts in a game tell of their skills, the slowest first.
func (p *Play) Skills(tx *storage.Tx, playerID int64, g engine.Game) (out []SkillFigure, err error) {
	if !IsRated(g) {
		return nil, nil
	}
	list, err := tx.LastRated(playerID, g.Name(), lastWorks)
	if err != nil {
		return nil, err
	}
	works, err := p.works(list)
	if err != nil {
		return nil, err
	}
	now, before := rating.NewProfile(works), rating.NewProfile(works[:max(0, len(works)-newAttempts)])
	for _, s := range now.Skills() {
		f := SkillFigure{Skill: s, Game: g}
		i := slices.IndexFunc(before.Weak(), func(b rating.Skill) bool { return b.Code == s.Code })
		if i >= 0 && !s.IsWeak() {
			f.Before = before.Weak()[i].Value
		}
		out = append(out, f)
	}
	return out, nil
}
