package daily

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
)

// view returns what the page shows of a day; the number 0 means the person's live day.
func (d daily) view(req *feature.Request, number int) (*chat.DayView, error) {
	if number == 0 {
		live, err := d.liveDay(req)
		if err != nil {
			return nil, err
		}
		number = live
	}
	day, err := d.achievement(req, number)
	if err != nil {
		return nil, err
	}
	out := &chat.DayView{Number: number, Live: day.Live, Done: day.Done()}
	addCardToView(req, out, day)
	for _, p := range day.Parts {
		out.Parts = append(out.Parts, chat.DayPart{
			Game:   p.Game.Name(),
			Title:  req.Say.GameName(p.Game),
			Press:  command.Data(actDaily, p.Game.Name(), number),
			Detail: req.Say.PartDetail(p),
			State:  partState(p),
		})
	}
	return out, nil
}

// partState returns the state of a puzzle of a day for the page: "near" after a right answer that is not the
// best, and empty before any.
func partState(p round.Part) string {
	switch {
	case p.Missed:
		return "missed"
	case p.Answer == nil:
		return ""
	case p.IsBest:
		return "right"
	}
	return "near"
}

// preview tells what a link to a day is about.
func (d daily) preview(v say.Voice, number int) (p chat.Preview, ok bool) {
	return chat.Preview{
		Title: say.Plain(v.Day(number)),
		About: v.Phrase("command."+nameDaily, nil),
		Open:  command.Data(actDaily, d.Games[0].Name(), number),
	}, number > 0
}
