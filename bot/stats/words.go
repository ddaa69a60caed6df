package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// words puts figures into a reader's language.
type words struct {
	say.Voice
	play *round.Play
}

// lines returns the lines above the table of figures.
func (w words) lines(person storage.Player, f figures) []chat.Line {
	text := []chat.Line{say.Head("", w.Mention(person.Name, person.Key))}
	return append(text, w.skills(f.skills)...)
}

// table lists the figures with their names. Figures that are zero are left out, except for the points. The first rows
// are those that the picture has, too. pictured is the name of the game whose times the picture has.
func (w words) table(f figures, pictured string) *chat.Table {
	table := &chat.Table{}
	row := func(name, value string) { table.Rows = append(table.Rows, []string{name, value}) }
	count := func(n int, key string, args say.With) {
		if n > 0 {
			row(w.Phrase(key, args), strconv.Itoa(n))
		}
	}
	addTimes := func(timings []timing) {
		if len(timings) > 0 {
			row(w.Phrase("stats.clock", nil), w.Phrase("stats.usual", nil))
		}
		for _, t := range timings {
			name := w.Phrase("stats.time", say.With{"game": w.storedName(t.game), "level": w.Level(t.level)})
			row(name, medianAndBest(w.Voice, t.median, t.best))
		}
	}
	var inPicture, others []timing
	for _, t := range f.timings {
		if t.game == pictured {
			inPicture = append(inPicture, t)
			continue
		}
		others = append(others, t)
	}
	row(w.Phrase("stats.points", nil), strconv.Itoa(f.Points))
	count(f.Right, "stats.solved", nil)
	count(f.Hints, "stats.hints", nil)
	count(f.streak.Days, "stats.streak", nil)
	count(f.longerStreak(), "stats.longest", nil)
	count(f.streak.Freezes, "stats.freezes", nil)
	if f.hasCalendar() {
		days := say.With{"n": f.goodDays(), "of": len(f.days)}
		row(w.Phrase("stats.calendar", nil), w.Phrase("stats.calendar.days", days))
	}
	addTimes(inPicture)
	table.Pictured = len(table.Rows)

	if f.duel.IsShown() {
		row(w.Phrase("stats.duel", nil), strconv.Itoa(f.duel.Points()))
	}
	count(f.Right-f.Solved, "stats.practice", nil)
	count(f.Wrong, "stats.wrong", nil)
	if len(f.ByGame) > 1 {
		for _, g := range f.ByGame {
			row(w.Phrase("stats.game", say.With{"game": w.storedName(g.Game)}), strconv.Itoa(g.Points))
		}
	}
	addTimes(others)
	for stars := round.MaxStars; stars > 0; stars-- {
		count(f.stars[stars], "stats.stars", say.With{"stars": strings.Repeat("★", stars)})
	}
	for hints := 1; hints <= round.MaxHints; hints++ {
		count(f.hinted[hints], "stats.with-hints", say.With{"n": hints})
	}
	for _, p := range f.paces {
		shares := say.With{"least": percent(p.least), "most": percent(p.most)}
		row(w.Phrase("stats.pace", say.With{"game": w.GameName(p.game)}), w.Phrase("stats.range", shares))
	}
	return table
}

// percent returns a share in percent.
func percent(share float64) int { return int(math.Round(100 * share)) }

// storedName returns the name for people of a game whose name is stored. If the game no longer exists,
// it returns the stored name.
func (w words) storedName(name string) string {
	if g := w.play.Game(name); g != nil {
		return w.GameName(g)
	}
	return name
}

// skills says what somebody is slow at, and what they have become better at.
func (w words) skills(all []round.SkillFigure) []chat.Line {
	var slow, better []chat.Span
	for _, s := range all {
		args := say.With{
			"skill":  skillName(w.Voice, s),
			"slower": slower(s.Value),
			"n":      s.Attempts,
			"before": slower(s.Before),
		}
		if s.IsWeak() {
			slow = append(slow, chat.Span{Text: w.Phrase("stats.slow.skill", args)})
			continue
		}
		wasSlow := s.Before > 0
		if wasSlow {
			better = append(better, chat.Span{Text: w.Phrase("stats.better.skill", args)})
		}
	}
	var lines []chat.Line
	if len(slow) > 0 {
		lines = append(lines, w.skillLine("stats.slow", slow))
	}
	if len(better) > 0 {
		lines = append(lines, w.skillLine("stats.better", better))
	}
	return lines
}

// skillLine returns the sentence of a key with a list of skills.
func (w words) skillLine(key string, skills []chat.Span) chat.Line {
	comma := w.Phrase("list.comma", nil)
	return w.Line(key, say.With{"skills": say.Join(skills, comma, comma)})
}

// slower says how much longer somebody needs because of a skill: "+40%". value is the ln of the ratio.
func slower(value float64) string { return fmt.Sprintf("%+.0f%%", 100*math.Expm1(value)) }

// skillName returns the name of a skill.
func skillName(v say.Voice, s round.SkillFigure) string {
	return v.Phrase(v.Key("skill", s.Game.Name(), s.Code), nil)
}

// medianAndBest says a median and a best time: "14 s (4 s)".
func medianAndBest(v say.Voice, median, best time.Duration) string {
	return v.Phrase("stats.bar", say.With{"median": v.Short(median), "best": v.Short(best)})
}
