// Package button makes the buttons under messages. Their data says what they do, and to which
// round; their labels are in the reader's language.
package button

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
)

// looks has the look of each button by its name. A button looks the same under all messages.
var looks = map[string]chat.Button{
	"accept":   {Icon: "⚔️", Style: chat.Primary},
	"again":    {Icon: IconAgain},
	"answer":   {Icon: IconAnswer, Style: chat.Primary},
	"begin":    {Icon: "▶️"},
	"browser":  {Icon: "🌐"},
	"daily":    {Icon: "📅"},
	"everyday": {Icon: "📅"},
	"explain":  {Icon: "🔍"},
	"forget":   {Style: chat.Danger},
	"giveup":   {Icon: "🏳️", Style: chat.Danger},
	"hint":     {Icon: "💡"},
	"join":     {Style: chat.Primary},
	"keep":     {Personal: true},
	"menu":     {Icon: "🎲"},
	"more":     {Icon: "💡"},
	"next":     {Icon: "▶️"},
	"off":      {Icon: "🔕"},
	"page":     {Icon: "👆", Style: chat.Primary, Page: true},
	"play":     {Icon: "▶️", Style: chat.Primary},
	"playing":  {Icon: "▶️", Style: chat.Primary},
	"private":  {Style: chat.Primary, Personal: true},
	"quit":     {Icon: "🏳️", Style: chat.Danger},
	"replace":  {Style: chat.Primary},
	"tomorrow": {Icon: "🔔"},
	"share":    {Icon: "📣", Style: chat.Primary},
	"show":     {Icon: "💡"},
	"solution": {Icon: "🔍", Personal: true},
	"tell":     {Icon: "🔔"},
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
	b.Label = v.Phrase("button."+name, nil)
	b.Data = data
	return b
}

// RoundData returns the data of a button about a round. It is sealed if a community plays the
// round, because the button may lead into a private chat.
func RoundData(s command.Sealer, act string, r round.Round) string {
	data := command.Data(act, r.ID)
	if r.Mode.Shared {
		data = s.Seal(data)
	}
	return data
}

// Play returns the buttons under an open puzzle, as its mode allows. If answers are hidden, the buttons
// for an answer, a hint and giving up lead into a private chat. If withNext is true, there is a button for
// the next puzzle, unless that puzzle comes by itself or would be refused. price is what a hint costs: see
// Hint.
func Play(v say.Voice, seals command.Sealer, r round.Round, withNext bool, price int) [][]chat.Button {
	m := r.Mode
	isMatch := m.Name != ""
	answer := New(v, "answer", RoundData(seals, ActAnswer, r))
	answer.Personal = m.Hidden
	if m.Shared {
		// On some networks the button lets the person type the answer after this text, and offers to send it.
		answer.Prefill = fmt.Sprintf("#%d ", r.ID)
	}
	row := []chat.Button{answer}
	if m.Hints != mode.NoHints {
		hint := Hint(v, seals, r, price)
		hint.Personal = m.Hidden
		row = append(row, hint)
	}
	if m.GiveUp != mode.NoGiveUp {
		giveUp := New(v, "giveup", RoundData(seals, ActGiveUp, r))
		// In a match it is no secret who gives up: that ends the round for all who play it.
		giveUp.Personal = m.Hidden && !isMatch
		row = append(row, giveUp)
	}
	mayAskForNext := !isMatch && !r.IsTimed()
	if withNext && mayAskForNext {
		row = append(row, Next(v, r))
	}
	if m.Endless && m.AskerStops {
		row = append(row, Stop(v, r.MatchID))
	}
	page := New(v, "page", RoundData(seals, ActPage, r))
	return [][]chat.Button{row, {page}}
}

// Stop returns a button that stops a match.
func Stop(v say.Voice, matchID int64) chat.Button {
	return chat.Button{
		Label: v.Phrase("button.stop", nil),
		Icon:  IconStop,
		Data:  command.Data(ActStop, matchID),
		Style: chat.Danger,
	}
}

// Hint returns a button for the next hint, with its price in percent of what an answer is worth; 0: it
// costs nothing.
func Hint(v say.Voice, seals command.Sealer, r round.Round, price int) chat.Button {
	hint := New(v, "hint", RoundData(seals, ActHint, r))
	hint.Label = HintLabel(v, price)
	return hint
}

// HintLabel returns the label of a button for a hint; price is in percent.
func HintLabel(v say.Voice, price int) string {
	if price == 0 {
		return v.Phrase("button.hint.free", nil)
	}
	return v.Phrase("button.hint", say.With{"percent": price})
}

// Pose returns the data of a button that deals exactly this puzzle.
func Pose(puzzle engine.Puzzle) string { return command.Data(ActPose, puzzle.ID()) }

// Solutions returns a row with a button that shows a person the solutions of a puzzle; none if its ID
// is too long for a button.
func Solutions(v say.Voice, puzzle engine.Puzzle) [][]chat.Button {
	data := command.Data(ActCommand, "solve", puzzle.ID())
	if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
		return nil
	}
	return [][]chat.Button{{New(v, "solution", data)}}
}

// Games returns buttons that deal a puzzle of each game.
func Games(v say.Voice, games []engine.Game) []chat.Button {
	var all []chat.Button
	for _, g := range games {
		deal := command.Data(ActNext, g.Name(), engine.AnyLevel)
		all = append(all, chat.Button{Label: v.GameName(g), Data: deal})
	}
	return all
}

// Next returns a button that deals another puzzle like that of a round: of its game, level and
// option.
func Next(v say.Voice, r round.Round) chat.Button {
	level, option, _ := strings.Cut(r.Wish, " ")
	// A daily has no wish, and therefore no level.
	level = cmp.Or(level, "0")
	if !fitsNext(option) {
		return New(v, "next", command.Data(ActNext, r.Game.Name(), level))
	}
	return New(v, "next", command.Data(ActNext, r.Game.Name(), level, option))
}

// maxOption is how long an option may be, in bytes, so that the data of the button stays short enough.
const maxOption = 16

// fitsNext reports whether an option of a game can be an argument of a button's data.
func fitsNext(option string) bool {
	if option == "" || len(option) > maxOption {
		return false
	}
	return !command.Unprintable.MatchString(option) && !strings.ContainsAny(option, " ~")
}

// Onward returns a row with a button for another puzzle like that of a round. It is nil for a round of a
// match, since the next puzzle comes by itself.
func Onward(v say.Voice, r round.Round) [][]chat.Button {
	if r.Mode.Name != "" {
		return nil
	}
	next := Next(v, r)
	if r.Custom {
		// The custom puzzle paid nobody. The label says that the next one pays.
		next.Label = v.Phrase("button.counts", nil)
	}
	return [][]chat.Button{{next}}
}

// rootSign replaces √ in the data of a button.
const rootSign = "_"

// asciiOnly writes an answer so that every network carries it in a button.
var asciiOnly = strings.NewReplacer(" ", "", "√", rootSign)

// ExplainedAnswer returns the answer in the data of a button that WithExplain has made.
func ExplainedAnswer(text string) string { return strings.ReplaceAll(text, rootSign, "√") }

// WithExplain adds a button to a reply with an answer. The button shows the idea behind the answer; goal is
// the goal of the puzzle. There is no button if neither an idea nor a meaning can be shown, or if the
// answer is too long for the data of a button.
func WithExplain(v say.Voice, r *chat.Reply, g engine.Game, goal, answer string) {
	if len(g.Idea(answer, goal)) > 0 || engine.Meaning(g, answer).Code != "" {
		addExplain(v, r, g, goal, answer)
	}
}

// WithIdea is WithExplain for a reply that already says what the answer means. So it adds the button only if
// an idea can be shown.
func WithIdea(v say.Voice, r *chat.Reply, g engine.Game, goal, answer string) {
	if len(g.Idea(answer, goal)) > 0 {
		addExplain(v, r, g, goal, answer)
	}
}

// WithTell adds the button with which a person asks to be told when nobody plays a puzzle any more.
func WithTell(v say.Voice, r *chat.Reply, puzzle engine.Puzzle) {
	tell := New(v, "tell", command.Data(ActTell, puzzle.ID()))
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = slices.Insert(r.Buttons[0], 0, tell)
}

// addExplain adds the button that explains an answer.
func addExplain(v say.Voice, r *chat.Reply, g engine.Game, goal, answer string) {
	data := command.Data(ActExplain, g.Name(), asciiOnly.Replace(answer), goal)
	if len(data) > command.MaxData || command.Unprintable.MatchString(data) {
		return
	}
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = slices.Insert(r.Buttons[0], 0, New(v, "explain", data))
}
