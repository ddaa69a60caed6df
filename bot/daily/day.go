package daily

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// day returns the message that shows a day to a community: its puzzles, who has solved them, how the day before went,
// and the lines of other features. number is that of the day, and today that of the community's date.
// wasDayBeforeSolved reports whether somebody there has solved a puzzle of the day before.
func (d daily) day(
	tx *storage.Tx, v say.Voice, c storage.Community, number, today int,
) (reply chat.Reply, wasDayBeforeSolved bool, err error) {
	games := d.Settings.Games(c)
	dayBefore, err := d.Play.CommunityDay(tx, c, number-1, today, games)
	if err != nil {
		return chat.Reply{}, false, err
	}
	day, err := d.Play.CommunityDay(tx, c, number, today, games)
	if err != nil {
		return chat.Reply{}, false, err
	}
	how := "day.how"
	switch {
	case number < today:
		how = "day.how.past"
	case c.Private:
		how = "day.how.alone"
	}
	reply.Text = []chat.Line{v.Day(number), v.Line(how, nil)}
	reply.Text = append(reply.Text, solvers(v, day)...)
	wasDayBeforeSolved = len(dayBefore.Games) > 0
	if wasDayBeforeSolved {
		head := say.Head(v.Phrase("day.before", say.With{"number": number - 1}))
		reply.Text = append(reply.Text, chat.Line{}, head)
		reply.Text = append(reply.Text, recap(v, dayBefore)...)
	}
	if c.Private && number == today {
		owner := round.Act{Person: storage.Player{ID: c.OwnerID}, Community: c}
		lines, err := d.Features.LinesUnderDay(v, tx, owner)
		if err != nil {
			return chat.Reply{}, false, err
		}
		for _, line := range lines {
			reply.Text = append(reply.Text, chat.Line{}, line)
		}
	}
	added, err := d.Features.LinesUnderPost(v, tx, c, number)
	if err != nil {
		return chat.Reply{}, false, err
	}
	reply.Text = append(reply.Text, added...)
	buttons := append(d.dayButtons(v, c, games, number), toCard(v, number))
	if wasDayBeforeSolved {
		buttons = append(buttons, solutionsOf(v, number-1))
	}
	reply.Buttons = command.Rows(buttons)
	if number == today {
		if err := addEveryDay(tx, v, c, number, &reply); err != nil {
			return chat.Reply{}, false, err
		}
	}
	return reply, wasDayBeforeSolved, nil
}

// dayButtons returns the buttons for the puzzles of a day. A press in the post of a community makes the
// person a member of it, so the data names the community.
func (d daily) dayButtons(v say.Voice, c storage.Community, games []engine.Game, number int) []chat.Button {
	var all []chat.Button
	for _, g := range games {
		data := command.Data(actDaily, g.Name(), number)
		if !c.Private && c.ID != 0 {
			data = d.Seals.Seal(command.Data(actDaily, g.Name(), number, c.ID))
		}
		all = append(all, chat.Button{Label: v.GameName(g), Personal: true, Data: data})
	}
	return all
}

// toCard returns a button that shows a person their card of a day.
func toCard(v say.Voice, number int) chat.Button {
	return chat.Button{
		Label:    v.Phrase("button.card", nil),
		Icon:     "🏅",
		Data:     command.Data(actCard, number),
		Personal: true,
	}
}
