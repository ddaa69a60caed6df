package announce

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Day is a day as a community sees it: its puzzles, who has solved them, how the day before
// went and, under that, what features add. Today is the number at the place. wasSolved reports
// whether somebody solved something the day before.
func (a *Announcer) Day(tx *storage.Tx, v say.Voice, c storage.Community, number, today int) (reply chat.Reply, wasSolved bool, err error) {
	games := a.Settings.Games(c)
	before, err := a.Play.CommunityDay(tx, c, number-1, today, games)
	if err != nil {
		return reply, false, err
	}
	now, err := a.Play.CommunityDay(tx, c, number, today, games)
	if err != nil {
		return reply, false, err
	}
	how := "day.how"
	switch {
	case number < today:
		how += ".past"
	case c.Private:
		how += ".alone"
	}
	reply.Text = append([]chat.Line{v.Day(number), v.Line(how, nil)}, v.Solvers(now)...)
	if wasSolved = len(before.Games) > 0; wasSolved {
		reply.Text = append(reply.Text, chat.Line{}, say.Head(v.Phrase("day.before", say.With{"number": number - 1})))
		reply.Text = append(reply.Text, v.Recap(before)...)
	}
	if c.Private && number == today {
		ended, err := a.Play.TellLeague(tx, c.OwnerID)
		if err != nil {
			return reply, wasSolved, err
		}
		if ended != nil {
			reply.Text = append(reply.Text, chat.Line{}, v.LeagueResult(*ended))
		}
	}
	for _, line := range a.PostLines {
		added, err := line(v, tx, c, number)
		if err != nil {
			return reply, wasSolved, err
		}
		if added != nil {
			reply.Text = append(reply.Text, chat.Line{}, added)
		}
	}
	reply.Buttons = command.Rows(append(a.DayButtons(v, c, games, number), button.New(v, "card", command.Data(button.ActCard, number))))
	return reply, wasSolved, err
}

// BeginPost runs before a place reads its daily of a number for the first time.
func (a *Announcer) BeginPost(tx *storage.Tx, c storage.Community, number int) error {
	for _, before := range a.BeforePost {
		if err := before(tx, c, number); err != nil {
			return err
		}
	}
	return nil
}

// DayButtons show the puzzles of a day. A press in the post of a community makes the person
// a member of it, so the data says which community it is.
func (a *Announcer) DayButtons(v say.Voice, c storage.Community, games []engine.Game, number int) (all []chat.Button) {
	for _, g := range games {
		data := command.Data(button.ActDaily, g.Name(), number)
		if !c.Private && c.ID != 0 {
			data = a.Seals.Sealed(command.Data(button.ActDaily, g.Name(), number, c.ID))
		}
		all = append(all, chat.Button{Label: v.GameName(g), Personal: true, Data: data})
	}
	return all
}
