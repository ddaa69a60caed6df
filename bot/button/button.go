// Package button makes the buttons under messages: what they do and about which round is
// data, their labels are in a reader's language.
package button

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/engine"
)

// looks are what buttons look like wherever they stand, by their names.
var looks = map[string]chat.Button{
	"accept":   {Icon: "⚔️", Style: chat.Primary},
	"again":    {Icon: IconAgain},
	"answer":   {Icon: IconAnswer, Style: chat.Primary},
	"archive":  {Icon: "📅", Personal: true},
	"book":     {Icon: "📖"},
	"browser":  {Icon: "🌐"},
	"card":     {Icon: "🏅", Personal: true},
	"daily":    {Icon: "📅"},
	"ghost":    {Icon: "👻", Personal: true},
	"explain":  {Icon: "🔍"},
	"giveup":   {Icon: "🏳️", Style: chat.Danger},
	"hint":     {Icon: "💡"},
	"join":     {Style: chat.Primary},
	"keep":     {Personal: true},
	"more":     {Icon: "💡"},
	"next":     {Icon: "▶️"},
	"page":     {Icon: "👆", Style: chat.Primary, Page: true},
	"play":     {Icon: "▶️", Style: chat.Primary},
	"private":  {Style: chat.Primary, Personal: true},
	"share":    {Icon: "📣", Style: chat.Primary},
	"solution": {Icon: "🔍", Personal: true},
	"unlink":   {Style: chat.Danger},
}

// Icons of buttons, on networks that show them.
const (
	IconAnswer  = "✏️"
	IconAgain   = "🔁"
	IconPicture = "🖼️"
	IconStop    = "⏹️"
)

// New makes a button by its name, from which its label comes.
func New(v say.Voice, name, data string) chat.Button {
	b := looks[name]
	b.Label, b.Data = v.Phrase("button."+name, nil), data
	return b
}

// RoundData is the data of a button about a round. Where a community plays the round
// it is sealed: pressed, it may lead into a private chat.
func RoundData(s command.Sealer, act string, r play.Round) string {
	data := command.Data(act, r.ID)
	if r.Mode.Shared {
		data = s.Sealed(data)
	}
	return data
}

// Play are the buttons under an open puzzle, as its mode allows. Those that lead
// into a private chat do so where answers stay private. The next puzzle is offered where
// next says so, unless it comes by itself or would be refused.
func Play(v say.Voice, seals command.Sealer, r play.Round, next bool) [][]chat.Button {
	m := r.Mode
	answer := New(v, "answer", RoundData(seals, ActAnswer, r))
	if answer.Personal = m.Hidden; m.Shared {
		answer.Prefill = fmt.Sprintf("#%d ", r.ID) // what stands before an answer that is typed for an offer
	}
	row := []chat.Button{answer}
	if m.Hints != mode.NoHints {
		hint := New(v, "hint", RoundData(seals, ActHint, r))
		hint.Label, hint.Personal = v.Phrase("button.hint", say.With{"percent": 100 - play.HintShare(1)}), m.Hidden
		row = append(row, hint)
	}
	if m.GiveUp != mode.NoGiveUp {
		giveUp := New(v, "giveup", RoundData(seals, ActGiveUp, r))
		giveUp.Personal = m.Hidden && m.Name == ""
		row = append(row, giveUp)
	}
	if next && m.Name == "" && !r.IsTimed() {
		row = append(row, Next(v, r))
	}
	return [][]chat.Button{row, {New(v, "page", RoundData(seals, ActPage, r))}}
}

// Pose is the data that deals a very puzzle.
func Pose(puzzle engine.Puzzle) string { return command.Data(ActPose, puzzle.ID()) }

// Games deal a puzzle of each game, and show the one of the day.
func Games(v say.Voice, games []engine.Game) [][]chat.Button {
	var all []chat.Button
	for _, g := range games {
		all = append(all, chat.Button{Label: v.GameName(g), Data: command.Data(ActNext, g.Name(), engine.AnyLevel)})
	}
	return command.Rows(append(all, New(v, "daily", command.Data(ActDaily, games[0].Name()))))
}

// Ghost is a button, if there is such a match in the game, that begins one against recordings where
// nobody else reads along: of so many puzzles, or as many as it has (0).
func Ghost(v say.Voice, g engine.Game, count int, level engine.Level) []chat.Button {
	if !mode.Of(mode.Ghost, mode.Private, g.Rules().Measure != "").Ghost {
		return nil
	}
	return []chat.Button{New(v, "ghost", command.Data(ActGhost, count, g.Name(), level))}
}

// Next deals another puzzle like that of a round: of its game, level and option.
func Next(v say.Voice, r play.Round) chat.Button {
	level, option, _ := strings.Cut(r.Wish, " ")
	args := []any{r.Game.Name(), cmp.Or(level, "0")} // a daily was dealt by no wish
	if option != "" && len(option) <= 16 && !command.Unprintable.MatchString(option) && !strings.ContainsAny(option, " ~") {
		args = append(args, option)
	}
	return New(v, "next", command.Data(ActNext, args...))
}

// Onward is a row with the next puzzle like that of a round; that of a match comes by
// itself.
func Onward(v say.Voice, r play.Round) [][]chat.Button {
	if r.Mode.Name != "" {
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
	if len(data) > command.MaxData || command.Unprintable.MatchString(data) || len(g.Idea(answer, goal)) == 0 {
		return
	}
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = slices.Insert(r.Buttons[0], 0, New(v, "explain", data))
}
