// Package ghost lets a person who plays alone have a duel against a recording.
//
// A recording is how long somebody took for a puzzle at their first attempt, without hints. A ghost is
// somebody else with recordings of puzzles that the person has not seen. Its ability is near the person's.
// Only recordings that the person would beat in about half of all attempts are used. People of the person's own
// groups who want to be named come first, whatever their ability is. If possible, the ghost is the same in all
// puzzles of a match. If there is no recording to use, the ghost's time is computed, and the person is told so.
//
// The ghost's time is the clock of a puzzle. It is hidden until the clock has run out. Then the
// ghost has won the puzzle. It also wins if the person gives up. Who wins more than half of the
// puzzles wins the match. A right answer pays like any right answer in a private chat, even if
// the person loses the match. A ghost earns nothing, so nobody gains points by slow recordings of
// their own.
//
// The recorded person is named if they allow it. A forgotten person has no recordings.
package ghost

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round/mode"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/storage"
)

// Feature returns the feature: the command /ghost, and the matches that it begins.
func Feature(k feature.Kernel, matches talk.Matches) feature.Feature {
	g := ghosts{Kernel: k, matches: matches}
	return feature.Feature{
		Name: name,
		Commands: []command.Command[feature.Command]{{
			Name: name,
			Help: feature.HelpPlay,
			In:   feature.PlayMenu,
			Args: g.arguments(),
			Do:   feature.Command{Run: matches.Command(name)},
		}},
		Buttons:  map[string]command.Act[feature.Handler]{name: {Do: g.press}},
		Settings: []settings.Setting{namesPerson.Setting(settings.Private)},
		Matches:  []feature.Match{{Kind: mode.Kind{Name: name, Mode: newMode}, Opponents: g}},
		Tables: []storage.Table{{
			Name:   "ghosts",
			Key:    []string{"round_id"},
			People: []string{"player_id"},
			Forget: storage.Clear,
			Export: map[string]string{"played_against": `
				SELECT r.puzzle, g.millis, r.dealt_at
				FROM ghosts g JOIN rounds r ON r.id = g.round_id WHERE g.player_id = $1`},
		}},
		Solo:       buttons,
		AfterMatch: askForName,
		DuelAlone:  g.duelAlone,
		Privacy:    talk.PublicSetting(k.Settings, "privacy.ghost", namesPerson.Name()),
	}
}

// arguments returns the arguments of the command.
func (g ghosts) arguments() command.Arguments {
	games := command.Argument{Name: "game", About: "arg.match-game", Labels: "choice.game"}
	for _, game := range g.Games {
		games.Choices = append(games.Choices, game.Name())
	}
	return command.Arguments{
		{Name: feature.ArgCount, About: "arg.ghost-count", Whole: &chat.Range{Least: 1, Most: mode.MaxRace}},
		games,
		{Name: "level", Choices: talk.Levels[:], Labels: "choice.level"},
	}
}
