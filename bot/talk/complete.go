package talk

import (
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/zone"
	"reckon/engine"
)

// Levels are the values of a level option, from engine.MinLevel up.
var Levels = [...]string{"easiest", "easy", "medium", "hard", "very-hard"}

// LevelOf returns the level of a level option, or engine.AnyLevel.
func LevelOf(name string) engine.Level { return engine.Level(slices.Index(Levels[:], name) + 1) }

// LevelOption returns the argument of a command for the level of puzzles.
func LevelOption() command.Argument {
	return command.Argument{
		Name:    "level",
		Choices: slices.Clone(Levels[:]),
		Labels:  "choice.level",
		Keys:    map[string]string{},
	}
}

// KindOptions returns the argument of a command for the kind of puzzles. It returns none if these games have one
// kind each.
func KindOptions(games ...engine.Game) command.Arguments {
	a := command.Argument{Name: "kind", Labels: "choice.kind"}
	for _, g := range games {
		a.Choices = append(a.Choices, g.Rules().Choices...)
	}
	if len(a.Choices) == 0 {
		return nil
	}
	return command.Arguments{a}
}

// wishOption returns an argument whose choices are the levels, and the kinds of puzzles that a game has. People who
// type something else are offered these choices.
func wishOption(g engine.Game) command.Argument {
	a := LevelOption()
	for _, kind := range g.Rules().Choices {
		a.Choices = append(a.Choices, kind)
		a.Keys[kind] = "choice.kind." + kind
	}
	return a
}

// WishOf returns the level and the option of the game that the arguments of its command ask for.
func WishOf(g engine.Game, args command.Values) (level engine.Level, option string) {
	option = args[g.Rules().Argument]
	if option == "" && slices.Contains(g.Rules().Choices, args["kind"]) {
		option = args["kind"]
	}
	return LevelOf(args["level"]), option
}

// offer is a value with its label in the reader's language.
func offer(value, label string) chat.MenuChoice {
	return chat.MenuChoice{Value: value, Label: map[string]string{chat.DefaultLanguage: label}}
}

// OfferZones offers time zones, each with the time of day there.
func OfferZones(zones *zone.Table) func(*Request, string) []chat.MenuChoice {
	return func(req *Request, typed string) []chat.MenuChoice {
		var out []chat.MenuChoice
		for _, m := range zones.Find(typed, req.At, chat.MaxChoices) {
			label := zone.Label(m.Zone)
			if !strings.HasPrefix(m.Name, label) {
				label = m.Name + " · " + label
			}
			now := req.At.In(m.Zone).Format("15:04")
			out = append(out, offer(m.Zone.String(), req.Say.Phrase("zone.now", say.With{"zone": label, "time": now})))
		}
		return out
	}
}

// OfferLevels offers the levels and kinds of a game whose value, or name in the reader's language,
// begins with the typed text.
func OfferLevels(g engine.Game) func(*Request, string) []chat.MenuChoice {
	option := wishOption(g)
	return func(req *Request, typed string) []chat.MenuChoice {
		typed = strings.ToLower(typed)
		var out []chat.MenuChoice
		for _, level := range option.Choices {
			label := option.Label(req.Say.Printer, level)
			if strings.HasPrefix(level, typed) || strings.HasPrefix(strings.ToLower(label), typed) {
				out = append(out, offer(level, label))
			}
		}
		return out
	}
}

// OfferPuzzles offers the puzzles that a text may mean: one for each game that can read the text.
func OfferPuzzles(games []engine.Game) func(*Request, string) []chat.MenuChoice {
	return func(req *Request, typed string) []chat.MenuChoice {
		var out []chat.MenuChoice
		for _, g := range games {
			p, err := g.Parse(typed)
			if err != nil {
				continue
			}
			label := req.Say.GameName(g) + " · " + req.Say.Form(round.Round{Puzzle: p})
			out = append(out, offer(p.ID(), label))
		}
		return out
	}
}
