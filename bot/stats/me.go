package stats

import (
	"math"
	"slices"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// me adds a person's figures and strengths to what the page shows them about themselves.
func (s stats) me(v say.Voice, tx *storage.Tx, act round.Act, out *chat.MeView) error {
	f, err := s.figuresOf(tx, act)
	if err != nil {
		return err
	}
	f.paces, err = s.pacesOf(tx, act.Person.ID)
	if err != nil {
		return err
	}
	out.Points = f.Points
	out.Solved = f.Right
	out.Streak = f.streak.Days
	out.Longest = f.streak.Longest
	for _, g := range s.Games {
		strength := chat.Strength{Title: v.GameName(g), Level: f.strengthOf(g), Text: timeOf(v, f.Times, g)}
		isKnown := strength.Level > 0 || strength.Text != ""
		if isKnown {
			out.Strengths = append(out.Strengths, strength)
		}
	}
	if f.duel.IsShown() {
		out.Strengths = append(out.Strengths, chat.Strength{
			Title: v.Phrase("stats.duel.title", nil),
			Text:  strconv.Itoa(f.duel.Points()),
		})
	}
	return nil
}

// strengthOf returns how well a person plays a game, from 0 to 1; 0: that is not known. In a game that experts play
// it is the person's speed as a share of an expert's. In other games it is what they earned as a share of what the
// best answers would have earned.
func (f figures) strengthOf(g engine.Game) float64 {
	if g.Rules().Experts {
		for _, p := range f.paces {
			if p.game == g {
				// The speed is known only as a range, so this is its middle.
				middle := math.Sqrt(p.least * p.most)
				return min(1, hundredths(middle))
			}
		}
		return 0
	}
	points := 0
	most := 0
	for _, r := range f.Rounds {
		if r.Game == g.Name() {
			points += r.Points
			most += r.most()
		}
	}
	if most == 0 {
		return 0
	}
	return min(1, hundredths(float64(points)/float64(most)))
}

// hundredths rounds a number to hundredths.
func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

// timeOf says how long a person's solutions in a game usually took, and how long the quickest took. It is empty
// if no times are known.
func timeOf(v say.Voice, times []solveTime, g engine.Game) string {
	var took []time.Duration
	for _, t := range times {
		if t.Game == g.Name() {
			took = append(took, t.Took)
		}
	}
	if len(took) == 0 {
		return ""
	}
	slices.Sort(took)
	best := v.Short(took[0])
	if len(took) == 1 {
		return v.Phrase("stats.quickest", say.With{"best": best})
	}
	return v.Phrase("stats.usually", say.With{"median": v.Short(medianOf(took)), "best": best})
}
