package talk

import (
	"slices"
	"strconv"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
)

// Levels are the values of a level option, from engine.MinLevel up.
var Levels = [...]string{"easiest", "easy", "medium", "hard", "hardest"}

// LevelOf is the level of a level option, or engine.AnyLevel.
func LevelOf(name string) engine.Level { return engine.Level(slices.Index(Levels[:], name) + 1) }

// offer is a value with its label in the reader's language.
func offer(value, label string) chat.MenuChoice {
	return chat.MenuChoice{Value: value, Label: map[string]string{chat.DefaultLanguage: label}}
}

// OfferZones offers time zones, each with its time of day.
func OfferZones(zones *zone.Table) func(*Request, string) []chat.MenuChoice {
	return func(req *Request, typed string) (out []chat.MenuChoice) {
		for _, m := range zones.Find(typed, req.At, chat.MaxChoices) {
			label := zone.Label(m.Zone)
			if !strings.HasPrefix(m.Name, label) {
				label = m.Name + " · " + label
			}
			out = append(out, offer(m.Zone.String(), req.Say.Phrase("zone.now", say.With{"zone": label, "time": req.At.In(m.Zone).Format("15:04")})))
		}
		return out
	}
}

// OfferLevels offers the levels whose value, or name in the reader's language, begins
// with the typed text.
func OfferLevels(req *Request, typed string) (out []chat.MenuChoice) {
	typed = strings.ToLower(typed)
	for _, level := range Levels {
		label := req.Say.Phrase("choice.level."+level, nil)
		if strings.HasPrefix(level, typed) || strings.HasPrefix(strings.ToLower(label), typed) {
			out = append(out, offer(level, label))
		}
	}
	return out
}

// OfferPuzzles offers the puzzles that a text is, one for each game that can read it.
func OfferPuzzles(games []engine.Game) func(*Request, string) []chat.MenuChoice {
	return func(req *Request, typed string) (out []chat.MenuChoice) {
		for _, g := range games {
			if p, err := g.Parse(typed); err == nil {
				out = append(out, offer(p.ID(), req.Say.GameName(g)+" · "+req.Say.Form(play.Round{Puzzle: p})))
			}
		}
		return out
	}
}

// OfferDailies offers the dailies that can be played, the newest first.
func OfferDailies(req *Request, typed string) (out []chat.MenuChoice) {
	typed = strings.TrimPrefix(typed, "#")
	today := play.NumberIn(req.Act.Community, req.Act.At)
	for n := today; n > 0 && n > today-maxDailies && len(out) < chat.MaxChoices; n-- {
		number := strconv.Itoa(n)
		if !strings.HasPrefix(number, typed) {
			continue
		}
		key := "daily.choice"
		if n == today {
			key += ".today"
		}
		out = append(out, offer(number, req.Say.Phrase(key, say.With{"number": n, "date": req.Say.Date(play.Day(n))})))
	}
	return out
}

// maxDailies is how many dailies back are compared with the typed text.
const maxDailies = 10_000
