package ghost

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/engine"
)

// namesPerson is a person's setting that allows others to read whose recording they play against.
const namesPerson settings.Toggle = "ghost.recordings"

// buttons returns the button that begins a match in a game, or none if the game has no matches
// against ghosts. In a group the button leads to the person's own chat with the bot, on networks that can do that.
func buttons(v say.Voice, g engine.Game, count int, level engine.Level) []chat.Button {
	if !round.IsRated(g) {
		return nil
	}
	return []chat.Button{{
		Label:    v.Phrase("button.ghost", nil),
		Icon:     "👻",
		Data:     command.Data(name, count, g.Name(), level),
		Personal: true,
	}}
}

// press begins a match. The arguments of the button are how many puzzles the match has (0: the usual number), the game,
// and the level.
func (g ghosts) press(req *feature.Request) (feature.Plan, error) {
	count := req.Button.Number(0)
	level := engine.Level(req.Button.Number(2))
	isValidCount := count >= 0 && count <= mode.MaxRace
	isValidLevel := level >= engine.AnyLevel && level <= engine.MaxLevel
	if !isValidCount || !isValidLevel {
		return feature.Respond(req.OldButton()), nil
	}
	game := g.matches.Game(req, name, req.Button.Text(1), "")
	return g.matches.BeginMatch(req, name, game, level, "", int(count)), nil
}

// duelAlone begins a match against a ghost for a person who asked for a duel in private and named no rival.
func (g ghosts) duelAlone(req *feature.Request) (feature.Plan, error) {
	game := g.matches.Game(req, name, req.Args["game"], "")
	return g.matches.BeginMatch(req, name, game, talk.LevelOf(req.Args["level"]), "", 0), nil
}
