package talk

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Stats shows the figures of a person.
type Stats struct {
	Play     *play.Play
	Pictures Pictures
}

// Command shows a person's own figures, or those of another member of the community.
func (x Stats) Command(req *Request) (Plan, error) {
	name := chat.PersonName(strings.TrimPrefix(strings.TrimSpace(req.Args["player"]), "@"))
	return func(tx *storage.Tx) (Result, error) {
		who, found, err := req.Act.Person, true, error(nil)
		if name != "" {
			who, found, err = x.Play.FindMember(tx, req.Act, func(n string) bool { return strings.EqualFold(n, name) })
		}
		if err != nil {
			return Result{}, err
		}
		if !found {
			return Result{Reply: req.Say.Refuse("stats.nobody", say.With{"player": say.Strong(chat.Clip(name, 40))})}, nil
		}
		act := req.Act
		act.Person = who
		f, err := x.Play.Figures(tx, act)
		if err != nil {
			return Result{}, err
		}
		if f.Answers == 0 && who.ID == req.Act.Person.ID {
			return Result{Reply: req.Say.Refuse("stats.empty", say.With{"command": say.Slash(x.Play.Games[0].Name())})}, nil
		}
		var skills []play.SkillFigure // which are nobody else's business
		for _, g := range x.Play.Games {
			if who.ID == req.Act.Person.ID {
				of, err := x.Play.Skills(tx, who.ID, g)
				if err != nil {
					return Result{}, err
				}
				skills = append(skills, of...)
			}
		}
		r := x.figures(req, who, f, skills)
		for _, g := range x.Play.Games {
			a, shown, err := x.Play.Ability(tx, who.ID, g.Name())
			if err != nil {
				return Result{}, err
			}
			if !shown || !g.Rules().Experts {
				continue
			}
			least, most := a.Pace()
			percent := func(share float64) int { return int(math.Round(100 * share)) }
			r.Table.Rows = append(r.Table.Rows, []string{
				req.Say.Phrase("stats.pace", say.With{"game": req.Say.GameName(g)}),
				req.Say.Phrase("stats.range", say.With{"least": percent(least), "most": percent(most)}),
			})
		}
		return Result{Reply: r}, nil
	}, nil
}

// figures shows figures in words, and as a picture.
func (x Stats) figures(req *Request, who storage.Player, f play.Figures, skills []play.SkillFigure) chat.Reply {
	table := &chat.Table{}
	row := func(value, key string, args say.With) {
		table.Rows = append(table.Rows, []string{req.Say.Phrase(key, args), value})
	}
	for _, x := range []struct {
		key string
		n   int
	}{
		{"points", f.Points}, {"solved", f.Solved}, {"wrong", f.Wrong}, {"hints", f.Totals.Hints},
		{"streak", f.Streak.Days}, {"longest", f.Streak.Longest}, {"freezes", f.Streak.Freezes},
	} {
		if x.n > 0 || x.key == "points" {
			row(strconv.Itoa(x.n), "stats."+x.key, nil)
		}
	}
	for _, g := range f.ByGame {
		if len(f.ByGame) > 1 {
			row(strconv.Itoa(g.Points), "stats.game", say.With{"game": x.gameName(req, g.Game)})
		}
	}
	if len(f.Times) > 0 {
		row(req.Say.Phrase("stats.usual", nil), "stats.clock", nil)
	}
	for _, s := range f.Times {
		took := req.Say.Phrase("stats.bar", say.With{"median": req.Say.Short(s.Median), "best": req.Say.Short(s.Best)})
		row(took, "stats.time", say.With{"game": x.gameName(req, s.Game), "level": req.Say.Level(s.Level)})
	}
	for stars := play.MaxStars; stars > 0; stars-- {
		if n := f.Stars[stars]; n > 0 {
			row(strconv.Itoa(n), "stats.stars", say.With{"stars": strings.Repeat("★", stars)})
		}
	}
	for hints := 1; hints <= play.MaxHints; hints++ { // the others were without hints
		if n := f.Hints[hints]; n > 0 {
			row(strconv.Itoa(n), "stats.with-hints", say.With{"n": hints})
		}
	}
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{say.Head("", req.Say.Mention(who.Name, who.Key))}, Table: table}
	weeks, n := "", 0 // the days on which a daily was answered well
	for i, good := range f.Days {
		if i > 0 && i%7 == 0 {
			weeks += " "
		}
		if good {
			weeks += "■"
			n++
		} else {
			weeks += "□"
		}
	}
	if n > 0 {
		r.Text = append(r.Text, req.Say.Line("stats.days", say.With{"days": weeks, "n": n, "of": len(f.Days)}))
	}
	r.Text = append(r.Text, req.Say.Skills(skills)...)
	r.Picture = x.picture(req.Say, who, f, n, skills)
	return r
}

// picture shows figures: those that people compare, the times of the game they solved
// most, their skills in it, and the last days, of which n were good. The words say more.
func (x Stats) picture(v say.Voice, who storage.Player, f play.Figures, n int, skills []play.SkillFigure) *chat.Picture {
	return x.Pictures.picture(v, statsKind, func(v say.Voice) card.Facts {
		figure := func(key string, n int) card.Figure {
			return card.Figure{Label: v.Phrase(key, say.With{"n": n}), Value: strconv.Itoa(n)}
		}
		out := card.Stats{
			Name: v.Mention(who.Name, who.Key).Text,
			Figures: []card.Figure{
				figure("stats.points", f.Points), figure("stats.solved", f.Solved), figure("stats.hints", f.Totals.Hints),
				figure("share.days", f.Streak.Days), figure("stats.most-days", f.Streak.Longest), figure("stats.freezes", f.Streak.Freezes),
			},
		}
		out.Figures = slices.DeleteFunc(out.Figures, func(f card.Figure) bool { return f.Value == "0" && f != out.Figures[0] })
		solved, most := map[string]int{}, ""
		for _, s := range f.Times {
			if solved[s.Game] += s.Count; solved[s.Game] > solved[most] {
				most = s.Game
			}
		}
		if g := x.Play.Game(most); g != nil {
			out.Times.Title = v.Phrase("stats.times", say.With{"game": v.GameName(g)})
			for _, s := range slices.DeleteFunc(slices.Clone(f.Times), func(s play.Timing) bool { return s.Game != most }) {
				out.Times.Levels = append(out.Times.Levels, card.Time{
					Label: v.Level(s.Level), Median: s.Median.Seconds(), Best: s.Best.Seconds(),
					Text: v.Phrase("stats.bar", say.With{"median": v.Short(s.Median), "best": v.Short(s.Best)}),
				})
			}
		}
		for _, s := range skills {
			if s.Game != x.Play.Game(most) {
				continue
			}
			real, expected := seconds(s.Real), seconds(s.Expected)
			out.Skills.Title = v.Phrase("stats.skills", say.With{"game": v.GameName(s.Game)})
			out.Skills.Levels = append(out.Skills.Levels, card.Time{
				Label: v.Skill(s), Median: s.Real, Best: s.Expected, Text: v.Phrase("stats.bar", say.With{"median": v.Short(real), "best": v.Short(expected)}),
			})
		}
		if n > 0 {
			text := v.Phrase("stats.calendar.days", say.With{"n": n, "of": len(f.Days)})
			out.Days = card.Calendar{Title: v.Phrase("stats.calendar", nil), Days: f.Days, Text: text}
		}
		return out
	})
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// gameName is the name of a game for people; of a game that is gone, its own.
func (x Stats) gameName(req *Request, name string) string {
	if g := x.Play.Game(name); g != nil {
		return req.Say.GameName(g)
	}
	return name
}
