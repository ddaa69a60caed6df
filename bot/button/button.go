// Package button makes the buttons under messages: what they do and about which round is
// data, their labels are in a reader's language.
package button

import (
	"fmt"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/engine"
)

// Icons of buttons, on networks that show them.
const (
	IconAnswer  = "✏️"
	IconAgain   = "🔁"
	IconHint    = "💡"
	IconGiveUp  = "🏳️"
	IconNext    = "▶️"
	IconExplain = "🔍"
	IconDaily   = "📅"
	IconCard    = "🏅"
	IconShare   = "📣"
	IconPicture = "🖼️"
	IconStop    = "⏹️"
)

// RoundData is the data of a button about a round. Where a community plays the round
// it is sealed: pressed, it may lead into a private chat.
func RoundData(s command.Sealer, act string, r play.Round) string {
	if r.Mode().Shared {
		return s.Sealed(act, r.ID)
	}
	return command.Data(act, r.ID)
}

// Play are the buttons under an open puzzle, as its mode allows. Those that lead
// into a private chat do so where answers stay private. The next puzzle is offered where
// next says so, unless it comes by itself or would be refused.
func Play(v say.Voice, seals command.Sealer, r play.Round, next bool) [][]chat.Button {
	m := r.Mode()
	prefill := "" // what stands before an answer that is typed for an offer
	if m.Shared {
		prefill = fmt.Sprintf("#%d ", r.ID)
	}
	row := []chat.Button{{
		Label: v.Phrase("button.answer", nil), Icon: IconAnswer,
		Data: RoundData(seals, ActAnswer, r), Style: chat.Primary, Personal: m.Hidden, Prefill: prefill,
	}}
	if m.Hints != mode.NoHints {
		row = append(row, chat.Button{
			Label: v.Phrase("button.hint", say.With{"percent": 100 - play.HintShare(1)}), Icon: IconHint,
			Data: RoundData(seals, ActHint, r), Personal: m.Hidden,
		})
	}
	if m.GiveUp != mode.NoGiveUp {
		row = append(row, chat.Button{
			Label: v.Phrase("button.giveup", nil), Icon: IconGiveUp,
			Data: RoundData(seals, ActGiveUp, r), Style: chat.Danger, Personal: m.Hidden && m.Name == "",
		})
	}
	if next && m.Name == "" && !r.IsTimed() {
		row = append(row, Next(v, r))
	}
	return [][]chat.Button{row}
}

// Games deal a puzzle of each game, and show the one of the day.
func Games(v say.Voice, games []engine.Game) [][]chat.Button {
	var all []chat.Button
	for _, g := range games {
		all = append(all, chat.Button{Label: v.GameName(g), Data: command.Data(ActNext, g.Name(), engine.AnyLevel)})
	}
	return command.Rows(append(all, chat.Button{
		Label: v.Phrase("button.daily", nil), Icon: IconDaily, Data: command.Data(ActDaily, games[0].Name()),
	}))
}

// Next deals another puzzle like that of a round: of its game, level and option.
func Next(v say.Voice, r play.Round) chat.Button {
	level, option := play.Wished(r.Wish)
	args := []any{r.Game.Name(), level}
	if option != "" && len(option) <= 16 && command.IsPrintable(option) && !strings.ContainsAny(option, " ~") {
		args = append(args, option)
	}
	return chat.Button{Label: v.Phrase("button.next", nil), Icon: IconNext, Data: command.Data(ActNext, args...)}
}

// Onward is a row with the next puzzle like that of a round; that of a match comes by
// itself.
func Onward(v say.Voice, r play.Round) [][]chat.Button {
	if r.Mode().Name != "" {
		return nil
	}
	return [][]chat.Button{{Next(v, r)}}
}

// asciiOnly writes an answer so that every network carries it in a button.
var asciiOnly = strings.NewReplacer(" ", "", "√", rootSign)

const rootSign = "_"

// Explained returns the answer within the data of a button of WithExplain.
func Explained(text string) string { return strings.ReplaceAll(text, rootSign, "√") }

// WithExplain puts a button under an answer to a puzzle of the game with that goal that
// shows its idea. An answer without one, or too long for a button, has none.
func WithExplain(v say.Voice, r *chat.Reply, g engine.Game, goal, answer string) {
	data := command.Data(ActExplain, g.Name(), asciiOnly.Replace(answer), goal)
	if len(data) > command.MaxData || !command.IsPrintable(data) || len(g.Idea(answer, goal)) == 0 {
		return
	}
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = append([]chat.Button{{Label: v.Phrase("button.explain", nil), Icon: IconExplain, Data: data}}, r.Buttons[0]...)
}
