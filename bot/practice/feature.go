// Package practice deals puzzles that suit a person. Most need a skill that the person is slow at.
//
// A person's last attempts in a game show which skills the person is weak at. The puzzles are chosen so that the
// person solves each within a minute (rating.TimeToSolve) with a chance near rating.Aim. A puzzle that they failed at
// comes again after one, three and seven days. All these puzzles are dealt in private only.
package practice

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
)

// option is stored with a round, so that the next round is for practice, too.
const option = "practice"

// Feature returns the feature: the command /practice, and the dealer that draws its puzzles.
func Feature(k feature.Kernel, deals talk.Deals) feature.Feature {
	games := command.Argument{Name: "game", Labels: "choice.game"}
	for _, g := range k.Games {
		if round.IsRated(g) {
			games.Choices = append(games.Choices, g.Name())
		}
	}
	p := practice{Kernel: k, deals: deals}
	return feature.Feature{
		Name: "practice",
		Commands: []command.Command[feature.Command]{{
			Name: "practice",
			Is:   command.Alone | command.Deals | command.Private,
			Help: feature.HelpPlay,
			In:   feature.PlayMenu,
			Args: command.Arguments{games},
			Do:   feature.Command{Run: p.command},
		}},
		Dealer: &feature.Dealer{
			Option:  option,
			Deals:   round.IsRated,
			Refusal: "practice.private",
			Draw:    p.draw,
			Note:    note,
		},
	}
}

// command deals a puzzle of the game that the person names. If they name none, it is the first game here in which
// people can practise.
func (p practice) command(req *feature.Request) (feature.Plan, error) {
	game := p.Play.Game(req.Args["game"])
	if game != nil {
		return p.deals.Deal(req, game, engine.AnyLevel, option, 0)
	}
	here := p.Settings.Games(req.Act.Community)
	for _, g := range here {
		if round.IsRated(g) {
			return p.deals.Deal(req, g, engine.AnyLevel, option, 0)
		}
	}
	// Nothing here can be practised, so any puzzle will do.
	return p.deals.Deal(req, here[0], engine.AnyLevel, "", 0)
}

// draw draws a puzzle for a person.
func (p practice) draw(ctx context.Context, act round.Act, g engine.Game) (round.Pick, error) {
	why, drawn, err := p.choose(ctx, act, g)
	if err != nil {
		return round.Pick{}, err
	}
	drawn.Game = g
	drawn.Option = option
	drawn.Solvable = true
	drawn.Note = why
	drawn.Known = !why.failedAt.IsZero()
	return drawn, nil
}

// note says why a puzzle was drawn.
func note(v say.Voice, drawn round.Pick, act round.Act) chat.Line {
	return drawn.Note.(reason).line(v, act.At)
}
