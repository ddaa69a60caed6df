package say

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/storage"
)

// GameRules says the rules of a game: what to do, an example, and who wins. clock is how long a round on
// the clock lasts.
func (v Voice) GameRules(g engine.Game, clock time.Duration) []chat.Line {
	key := "help." + g.Name()
	// The example of a game with digits has this one.
	const digit = "7"
	out := []chat.Line{
		{Strong(v.GameName(g))},
		v.Rule(g, digit),
		v.Line(key+".example", nil),
		v.Line(key+".win", With{
			"time":    v.Length(clock),
			"second":  round.RankShare(2),
			"third":   round.RankShare(3),
			"rest":    round.RankShare(4),
			"further": round.FurtherQuality,
			"by1":     g.Quality(1, 0),
			"by2":     g.Quality(2, 0),
			"by5":     g.Quality(5, 0),
			"by10":    g.Quality(10, 0),
			"six":     g.Quality(3, 1),
		}),
	}
	if g.Rules().Seconds > 0 {
		out = append(out, v.Line("help.alone", nil))
	}
	return out
}

// Scoring says how points work, with a heading for each thing that earns them. The lines of features come
// before those of the daily.
func (v Voice) Scoring(ofFeatures ...chat.Line) []chat.Line {
	lines := []chat.Line{
		v.head("choice.topic.scoring"),
		v.Line("scoring.puzzle", With{
			"low":     round.Base(int(engine.MinLevel)),
			"easiest": v.Level(int(engine.MinLevel)),
			"high":    round.Base(int(engine.MaxLevel)),
			"hardest": v.Level(int(engine.MaxLevel)),
		}),
		v.Line("scoring.quality", placeShares()),
		v.Line("scoring.once", nil),
		v.head("scoring.head.hints"),
		v.Line("scoring.hints", With{"one": round.HintShare(1), "two": round.HintShare(2), "three": round.HintShare(3)}),
		v.Line("scoring.race", With{"time": v.Duration(round.HintEvery), "open": v.Duration(round.OpenFor)}),
		v.head("scoring.head.match"),
		v.Line("scoring.match", placeShares()),
		v.Line("scoring.rating", With{"n": round.DuelShownFrom}),
		v.head("scoring.head.board"),
		v.Line("scoring.board", With{"rounds": storage.BestOfDay}),
	}
	lines = append(lines, ofFeatures...)
	return append(lines,
		v.head("panel.daily"),
		v.Line("scoring.daily.score", With{"base": round.DailyBase, "most": round.MostOfDay}),
		v.Line("scoring.daily", nil),
		v.Line("scoring.streak", nil),
		v.Line("scoring.freezes", With{"days": round.FreezeAfter, "max": round.MaxFreezes}),
	)
}

// ScoringInShort says in a table how points work.
func (v Voice) ScoringInShort() ([]chat.Line, *chat.Table) {
	row := func(key, value string) []string { return []string{v.Phrase("scoring.row."+key, nil), value} }
	hints := v.Phrase("scoring.shares", With{
		"one":   round.HintShare(1),
		"two":   round.HintShare(2),
		"three": round.HintShare(3),
	})
	levels := v.Phrase("scoring.range", With{
		"low":  round.Base(int(engine.MinLevel)),
		"high": round.Base(int(engine.MaxLevel)),
	})
	return []chat.Line{v.head("choice.topic.scoring")}, &chat.Table{Rows: [][]string{
		row("puzzle", levels),
		row("daily", strconv.Itoa(round.DailyBase)),
		row("best", "100%"),
		row("hints", hints),
		row("none", "0"),
	}}
}

// AboutDays says what the puzzles of a day are. n is how many there are.
func (v Voice) AboutDays(n int) []chat.Line {
	return []chat.Line{
		v.head("choice.topic.daily"),
		v.Line("help.day.what", With{"n": n, "base": round.DailyBase}),
		v.Line("help.day.how", nil),
	}
}

// AboutRace says what a race is. race is the command that begins one of n puzzles, wish the one for three hard
// puzzles.
func (v Voice) AboutRace(n int, race, wish chat.Span) []chat.Line {
	return []chat.Line{
		v.head("choice.topic.race"),
		v.Line("help.race.what", With{"n": n, "race": race, "wish": wish}),
		v.Line("help.race.win", placeShares()),
		v.Line("help.race.alone", nil),
	}
}

// AboutDuel says what a duel is. duel is the command that challenges somebody.
func (v Voice) AboutDuel(duel chat.Span) []chat.Line {
	return []chat.Line{
		v.head("choice.topic.duel"),
		v.Line("help.duel.what", With{"duel": duel}),
		v.Line("help.duel.win", nil),
		v.Line("help.duel.rating", With{"n": round.DuelShownFrom}),
	}
}

func (v Voice) head(key string) chat.Line { return Head(v.Phrase(key, nil)) }
