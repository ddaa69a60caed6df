package stats

import (
	"strconv"
	"time"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// pictureKind is the kind of the picture of figures. It is stored.
const pictureKind = "stats"

// picture returns a picture with the figures that people compare, the times and skills of the game with the most solve
// times, and the last days. The table under it has all figures.
func (s stats) picture(v say.Voice, person storage.Player, f figures) *chat.Picture {
	game := s.Play.Game(mostSolved(f.timings))
	return s.Pictures.Make(v, pictureKind, func(v say.Voice) card.Facts {
		facts := card.Stats{
			Name:    v.Mention(person.Name, person.Key).Text,
			Figures: cardFigures(v, f),
			Days:    cardDays(v, f),
		}
		if game != nil {
			facts.Times = cardTimes(v, game, f.timings)
			facts.Skills = cardSkills(v, game, f.skills)
		}
		return facts
	})
}

// mostSolved returns the name of the game with the most solve times; empty if there are none.
func mostSolved(timings []timing) string {
	counts := map[string]int{}
	most := ""
	for _, t := range timings {
		counts[t.game] += t.count
		if counts[t.game] > counts[most] {
			most = t.game
		}
	}
	return most
}

// cardFigures returns the figures for the picture. Figures that are zero are left out, except for the
// points.
func cardFigures(v say.Voice, f figures) []card.Figure {
	all := []card.Figure{{Label: v.Phrase("stats.points", nil), Value: strconv.Itoa(f.Points)}}
	add := func(key string, n int) {
		if n != 0 {
			all = append(all, card.Figure{Label: v.Phrase(key, say.With{"n": n}), Value: strconv.Itoa(n)})
		}
	}
	add("stats.solved", f.Right)
	add("stats.hints", f.Hints)
	add("stats.in-row", f.streak.Days)
	add("stats.most-days", f.longerStreak())
	add("stats.freezes", f.streak.Freezes)
	return all
}

// cardTimes returns the solve times of a game for the picture, by level.
func cardTimes(v say.Voice, g engine.Game, timings []timing) card.Times {
	times := card.Times{Title: v.Phrase("stats.times", say.With{"game": v.GameName(g)})}
	for _, t := range timings {
		if t.game != g.Name() {
			continue
		}
		times.Levels = append(times.Levels, card.Time{
			Label:  v.Level(t.level),
			Median: t.median.Seconds(),
			Best:   t.best.Seconds(),
			Text:   medianAndBest(v, t.median, t.best),
		})
	}
	return times
}

// cardSkills returns the solve times of a game for the picture, by skill. The picture compares the real time with the
// expected one, as cardTimes has it compare the median with the best. The result is zero if no skill of the game is
// known.
func cardSkills(v say.Voice, g engine.Game, skills []round.SkillFigure) card.Times {
	times := card.Times{Title: v.Phrase("stats.skills", say.With{"game": v.GameName(g)})}
	for _, s := range skills {
		if s.Game != g {
			continue
		}
		times.Levels = append(times.Levels, card.Time{
			Label:  skillName(v, s),
			Median: s.Real,
			Best:   s.Expected,
			Text:   medianAndBest(v, seconds(s.Real), seconds(s.Expected)),
		})
	}
	if len(times.Levels) == 0 {
		return card.Times{}
	}
	return times
}

// seconds returns a number of seconds as a Duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// cardDays returns the last days for the picture. The result is zero if they are not worth showing.
func cardDays(v say.Voice, f figures) card.Calendar {
	if !f.hasCalendar() {
		return card.Calendar{}
	}
	return card.Calendar{
		Title: v.Phrase("stats.calendar", nil),
		Days:  f.days,
		Text:  v.Phrase("stats.calendar.days", say.With{"n": f.goodDays(), "of": len(f.days)}),
	}
}
