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
	rows := &rowWriter{words: w}
	var inPicture, others []timing
	for _, t := range f.timings {
		if t.game == pictured {
			inPicture = append(inPicture, t)
			continue
		}
		others = append(others, t)
	}
	rows.add(w.Phrase("stats.points", nil), strconv.Itoa(f.Points))
	rows.addCount(f.Right, "stats.solved", nil)
	rows.addCount(f.Hints, "stats.hints", nil)
	rows.addCount(f.streak.Days, "stats.streak", nil)
	rows.addCount(f.longerStreak(), "stats.longest", nil)
	rows.addCount(f.streak.Freezes, "stats.freezes", nil)
	if f.hasCalendar() {
		days := say.With{"n": f.goodDays(), "of": len(f.days)}
		rows.add(w.Phrase("stats.calendar", nil), w.Phrase("stats.calendar.days", days))
	}
	rows.addTimes(inPicture)
	inPictureToo := len(rows.all)

	if f.duel.IsShown() {
		rows.add(w.Phrase("stats.duel", nil), strconv.Itoa(f.duel.Points()))
	}
	rows.addCount(f.Right-f.Solved, "stats.practice", nil)
	rows.addCount(f.Wrong, "stats.wrong", nil)
	if len(f.ByGame) > 1 {
		for _, g := range f.ByGame {
			rows.add(w.Phrase("stats.game", say.With{"game": w.storedName(g.Game)}), strconv.Itoa(g.Points))
		}
	}
	rows.addTimes(others)
	for stars := round.MaxStars; stars > 0; stars-- {
		rows.addCount(f.stars[stars], "stats.stars", say.With{"stars": strings.Repeat("★", stars)})
	}
	for hints := 1; hints <= round.MaxHints; hints++ {
		rows.addCount(f.hinted[hints], "stats.with-hints", say.With{"n": hints})
	}
	for _, p := range f.paces {
		shares := say.With{"least": percent(p.least), "most": percent(p.most)}
		rows.add(w.Phrase("stats.pace", say.With{"game": w.GameName(p.game)}), w.Phrase("stats.range", shares))
	}
	return &chat.Table{Rows: rows.all, Pictured: inPictureToo}
}

// A rowWriter makes the rows of the table of figures.
type rowWriter struct {
	words
	all [][]string
}

// add adds a row.
func (r *rowWriter) add(name, value string) { r.all = append(r.all, []string{name, value}) }

// addCount adds a row for a number, unless it is 0. Its name is the sentence of a key.
func (r *rowWriter) addCount(n int, key string, args say.With) {
	if n > 0 {
		r.add(r.Phrase(key, args), strconv.Itoa(n))
	}
}

// addTimes adds a row for each of some timings, under a row that says what the numbers are.
func (r *rowWriter) addTimes(timings []timing) {
	if len(timings) == 0 {
		return
	}
	r.add(r.Phrase("stats.clock", nil), r.Phrase("stats.usual", nil))
	for _, t := range timings {
		name := r.Phrase("stats.time", say.With{"game": r.storedName(t.game), "level": r.Level(t.level)})
		r.add(name, medianAndBest(r.Voice, t.median, t.best))
	}
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
