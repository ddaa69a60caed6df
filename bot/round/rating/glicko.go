package rating

import "math"

// This file rates people by the puzzles that they win from each other in duels. It is Glicko-2, as M. Glickman
// describes it in "Example of the Glicko-2 system" (2022). One duel is a rating period: all of its puzzles are rated
// at once. Time without duels counts in periods, too, and makes a rating less certain.

const (
	// duelScale is how many points of a rating make 1 in the calculation.
	duelScale = 173.7178
	// duelMiddle is the rating that is 0 in the calculation.
	duelMiddle = 1500
	// mostDeviation is the deviation of a person who has played no duel yet.
	mostDeviation = 350
	// volatilityChange says how fast a volatility may change (τ). Glickman recommends 0.3 to 1.2.
	volatilityChange = 0.5
	// volatilityError is how exactly a volatility is calculated.
	volatilityError = 1e-6
)

// A Duelist is what is known about how well a person does in duels.
type Duelist struct {
	// Rating is higher for a person who wins more. It is duelMiddle before their first duel.
	Rating float64
	// Deviation is the standard deviation of the rating.
	Deviation float64
	// Volatility says how much the person's results vary.
	Volatility float64
}

// NewDuelist returns what is known about a person before their first duel.
func NewDuelist() Duelist {
	return Duelist{Rating: duelMiddle, Deviation: mostDeviation, Volatility: 0.06}
}

// A DuelGame is a puzzle that one of two people has won.
type DuelGame struct {
	Opponent Duelist
	Won      bool
}

// AfterDuel returns what is known about a person after a rating period with at least one puzzle. periods is how many
// periods have passed since the one before: it is 1 if the periods follow each other, and may be any part of one.
func (d Duelist) AfterDuel(games []DuelGame, periods float64) Duelist {
	strength := (d.Rating - duelMiddle) / duelScale
	deviation := d.Deviation / duelScale

	// information is 1/v, and surprise is by how much the person has won more than was expected.
	information := 0.0
	surprise := 0.0
	for _, game := range games {
		weight := weightOf(game.Opponent.Deviation / duelScale)
		gap := strength - (game.Opponent.Rating-duelMiddle)/duelScale
		expected := 1 / (1 + math.Exp(-weight*gap))
		score := 0.0
		if game.Won {
			score = 1
		}
		information += weight * weight * expected * (1 - expected)
		surprise += weight * (score - expected)
	}

	volatility := d.newVolatility(deviation, 1/information, surprise/information)
	before := math.Sqrt(deviation*deviation + periods*volatility*volatility)
	before = min(before, mostDeviation/duelScale)
	variance := 1 / (1/(before*before) + information)
	return Duelist{
		Rating:     duelMiddle + duelScale*(strength+variance*surprise),
		Deviation:  duelScale * math.Sqrt(variance),
		Volatility: volatility,
	}
}

// weightOf returns how much a result says if the opponent's rating has a deviation (g in the paper).
func weightOf(deviation float64) float64 {
	return 1 / math.Sqrt(1+3*deviation*deviation/(math.Pi*math.Pi))
}

// newVolatility returns the volatility after a period. deviation is that of the rating before, variance that of a
// rating which would follow from the period alone (v), and step by how much this one differs (Δ). The square of the
// new volatility is e to the power of the zero of slope, which is found by the Illinois algorithm: the zero stays
// between kept and latest.
func (d Duelist) newVolatility(deviation, variance, step float64) float64 {
	start := math.Log(d.Volatility * d.Volatility)
	slope := func(x float64) float64 {
		sum := deviation*deviation + variance + math.Exp(x)
		return math.Exp(x)*(step*step-sum)/(2*sum*sum) - (x-start)/(volatilityChange*volatilityChange)
	}
	kept := start
	latest := start
	excess := step*step - deviation*deviation - variance
	if excess > 0 {
		latest = math.Log(excess)
	} else {
		for slope(latest) >= 0 {
			latest -= volatilityChange
		}
	}
	atKept := slope(kept)
	atLatest := slope(latest)
	for math.Abs(latest-kept) > volatilityError {
		next := kept + (kept-latest)*atKept/(atLatest-atKept)
		atNext := slope(next)
		if atNext*atLatest <= 0 {
			kept = latest
			atKept = atLatest
		} else {
			atKept /= 2
		}
		latest = next
		atLatest = atNext
	}
	return math.Exp(kept / 2)
}
