package round

import (
	"slices"

	"reckon/engine"
	"reckon/storage"
)

// A CommunityDay is how a community does on a day.
type CommunityDay struct {
	Number int
	// Games are the games whose puzzle somebody solved, in the order that was asked for.
	Games []GameDay
	// Scores are the best scores of people, the most points first.
	Scores []DayScore
	// Streak is the number of days in a row on which somebody answered well.
	Streak int
}

// A GameDay is how a community does at one puzzle of a day.
type GameDay struct {
	Game engine.Game
	// Solvers are the first who solved it, the earliest first.
	Solvers []DailySolver
	// More counts the others who solved it.
	More int
	// Best is the person with the best answer; nil if the game has no records.
	Best *DailySolver
}

const (
	// maxSolvers is how many solvers of a puzzle are named.
	maxSolvers = 20
	// maxScores is how many scores of a day are named.
	maxScores = 5
)

// CommunityDay returns how a community does on a day. The streak is computed as of today, which is
// the number of the community's date.
func (p *Play) CommunityDay(
	tx *storage.Tx, c storage.Community, number, today int, games []engine.Game,
) (CommunityDay, error) {
	day := CommunityDay{Number: number}
	if c.Private {
		return day, nil
	}
	for _, g := range games {
		ofGame, err := gameDay(tx, c, number, g)
		if err != nil {
			return CommunityDay{}, err
		}
		if len(ofGame.Solvers) > 0 {
			day.Games = append(day.Games, ofGame)
		}
	}
	var err error
	if len(day.Games) > 0 {
		day.Scores, err = p.bestScores(tx, c, number)
		if err != nil {
			return CommunityDay{}, err
		}
	}
	day.Streak, err = p.CommunityStreak(tx, c.ID, today)
	return day, err
}

// A DayScore is how many points a person has from the dailies of a day.
type DayScore struct {
	Key    string
	Name   string
	Points int
	// Grades are those of the parts of the day, in the order of the games.
	Grades []Grade
}

// bestScores returns the best scores of a day in a community.
func (p *Play) bestScores(tx *storage.Tx, c storage.Community, number int) ([]DayScore, error) {
	best, err := dayScores(tx, c.ID, number, maxScores)
	if err != nil || len(best) == 0 {
		return nil, err
	}
	parts, err := partScores(tx, number, best)
	if err != nil {
		return nil, err
	}
	type partOf struct {
		playerID int64
		game     string
	}
	points := map[partOf]int{}
	for _, part := range parts {
		points[partOf{part.PlayerID, part.Game}] = part.Points
	}
	var scores []DayScore
	for _, b := range best {
		score := DayScore{Key: b.Key, Name: b.Name, Points: b.Points}
		for _, g := range p.Games {
			score.Grades = append(score.Grades, gradeOf(points[partOf{b.ID, g.Name()}]))
		}
		scores = append(scores, score)
	}
	return scores, nil
}

// A DayPlace is the place of a person among those of a community who have solved something of a day, by their
// scores. It is zero if the person has none.
type DayPlace struct {
	Rank int
	// Of is how many people there are.
	Of int
}

// DayPlace returns the place of a person in a community on a day. It is zero in a private chat, and if nobody else
// has solved anything. If mostScored people or more have, it is zero, too: dayScores does not read them all.
func (p *Play) DayPlace(tx *storage.Tx, c storage.Community, number int, playerID int64) (DayPlace, error) {
	if c.Private {
		return DayPlace{}, nil
	}
	scores, err := dayScores(tx, c.ID, number, mostScored)
	if err != nil {
		return DayPlace{}, err
	}
	own := slices.IndexFunc(scores, func(s dayScore) bool { return s.ID == playerID })
	isKnown := own >= 0 && len(scores) > 1 && len(scores) < mostScored
	if !isKnown {
		return DayPlace{}, nil
	}
	// People with the same score share a place: that of the first of them.
	first := slices.IndexFunc(scores, func(s dayScore) bool { return s.Points == scores[own].Points })
	return DayPlace{Rank: first + 1, Of: len(scores)}, nil
}

// gameDay returns how a community does at the puzzle of a game on a day. If nobody solved the
// puzzle, it has no solvers.
func gameDay(tx *storage.Tx, c storage.Community, number int, g engine.Game) (GameDay, error) {
	day := GameDay{Game: g}
	r, isPosed, err := storage.Found(DailyRow(tx, number, g.Name()))
	if err != nil || !isPosed {
		return day, err
	}
	day.Solvers, day.More, err = dailySolvers(tx, r.ID, c.ID, maxSolvers)
	if err != nil {
		return day, err
	}
	if len(day.Solvers) == 0 || !g.Rules().Records {
		return day, nil
	}
	best, isFound, err := storage.Found(bestSolver(tx, r.ID, c.ID))
	if err != nil {
		return day, err
	}
	if isFound {
		day.Best = &best
	}
	return day, nil
}
