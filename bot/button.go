package bot

import (
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/engine"
)

// Icons of buttons, on networks that show them.
const (
	iconAnswer  = "✏️"
	iconAgain   = "🔁"
	iconHint    = "💡"
	iconGiveUp  = "🏳️"
	iconNext    = "▶️"
	iconExplain = "🔍"
	iconDaily   = "📅"
	iconCard    = "🏅"
	iconShare   = "📣"
	iconPicture = "🖼️"
)

// playButtons are the buttons under an open puzzle. Those that lead into a private
// chat do so where answers are nobody else's business.
func (b *Bot) playButtons(v say.Voice, r play.Round, more ...chat.Button) [][]chat.Button {
	if r.Match != nil {
		return b.boutButtons(v, r)
	}
	row := []chat.Button{
		{
			Label: v.Phrase("button.answer", nil), Icon: iconAnswer,
			Data: talk.RoundData(b.seals, talk.ActAnswer, r), Style: chat.Primary, Personal: r.Hidden(), Prefill: prefill(r),
		},
		{
			Label: v.Phrase("button.hint", say.With{"percent": 100 - play.HintShare(1)}), Icon: iconHint,
			Data: talk.RoundData(b.seals, talk.ActHint, r), Personal: r.Hidden(),
		},
		{
			Label: v.Phrase("button.giveup", nil), Icon: iconGiveUp,
			Data: talk.RoundData(b.seals, talk.ActGiveUp, r), Style: chat.Danger, Personal: r.Hidden(),
		},
	}
	return [][]chat.Button{append(row, more...)}
}

// boutButtons are those under a puzzle of a match: there are no hints, the next one comes
// by itself, and only who plays a duel or alone can give up.
func (b *Bot) boutButtons(v say.Voice, r play.Round) [][]chat.Button {
	row := []chat.Button{{
		Label: v.Phrase("button.answer", nil), Icon: iconAnswer,
		Data: talk.RoundData(b.seals, talk.ActAnswer, r), Style: chat.Primary, Personal: r.Hidden(), Prefill: prefill(r),
	}}
	if r.IsDuel() || !r.Shared() {
		row = append(row, chat.Button{
			Label: v.Phrase("button.giveup", nil), Icon: iconGiveUp,
			Data: talk.RoundData(b.seals, talk.ActGiveUp, r), Style: chat.Danger,
		})
	}
	return [][]chat.Button{row}
}

// gameButtons deal a puzzle of each game, and show the one of the day.
func (t *turn) gameButtons(v say.Voice) [][]chat.Button {
	var all []chat.Button
	for _, g := range t.bot.settings.Games(t.Act.Community) {
		all = append(all, chat.Button{Label: v.GameName(g), Data: command.Data(talk.ActNext, g.Name(), engine.AnyLevel)})
	}
	return command.Rows(append(all, chat.Button{
		Label: v.Phrase("button.daily", nil), Icon: iconDaily, Data: command.Data(talk.ActDaily, t.bot.play.Games()[0].Name()),
	}))
}

// playButton deals a puzzle of a game.
func (t *turn) playButton(g engine.Game) chat.Button {
	return chat.Button{Label: t.Say.Phrase("button.play", nil), Icon: iconNext, Data: command.Data(talk.ActNext, g.Name(), engine.AnyLevel), Style: chat.Primary}
}

// disable shows the button of this data as one that cannot be pressed.
func disable(rows [][]chat.Button, data string) {
	for _, row := range rows {
		for i := range row {
			if row[i].Data == data {
				row[i].Disabled = true
			}
		}
	}
}

// next deals another puzzle like one: of its game, level and option.
func next(v say.Voice, g engine.Game, level engine.Level, option string) chat.Button {
	args := []any{g.Name(), level}
	if option != "" && len(option) <= 16 && command.IsPrintable(option) && !strings.ContainsAny(option, " ~") {
		args = append(args, option)
	}
	return chat.Button{Label: v.Phrase("button.next", nil), Icon: iconNext, Data: command.Data(talk.ActNext, args...)}
}

// onward is a row with the next puzzle like that of a round; that of a match comes by
// itself.
func onward(v say.Voice, r play.Round) [][]chat.Button {
	if r.Match != nil {
		return nil
	}
	return [][]chat.Button{{nextOf(v, r)}}
}

// nextOf deals another puzzle like that of a round.
func nextOf(v say.Voice, r play.Round) chat.Button {
	level, option := r.Wished()
	return next(v, r.Game, level, option)
}
