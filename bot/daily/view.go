package daily

import (
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// view returns what the page shows of a day. The number may be feature.LiveDay.
func (d daily) view(req *feature.Request, number int) (*chat.DayView, error) {
	today, err := d.liveDay(req)
	if err != nil {
		return nil, err
	}
	if number == feature.LiveDay {
		number = today
	}
	day, err := d.achievement(req, number)
	if err != nil {
		return nil, err
	}
	out := &chat.DayView{
		Number: number,
		Live:   day.Live,
		Date:   round.Day(number).Format(time.DateOnly),
		Done:   day.Done(),
		Streak: day.Streak.Days,
	}
	if day.Live {
		out.Ends = day.Ends.UnixMilli()
	}
	addCardToView(req, out, day)
	for _, p := range day.Parts {
		out.Parts = append(out.Parts, chat.DayPart{
			Game:   p.Game.Name(),
			Title:  req.Say.GameName(p.Game),
			Sign:   p.Game.Rules().Sign,
			Score:  p.Score,
			Points: p.Earned,
			Press:  command.Data(actDaily, p.Game.Name(), number),
			Detail: req.Say.PartDetail(p),
			State:  partState(p),
		})
	}
	if number != today {
		return out, nil
	}
	return out, d.addToday(req, out)
}

// addToday adds what the page shows only with the live day of a person.
func (d daily) addToday(req *feature.Request, out *chat.DayView) error {
	addRemind(req, out, d.Play.IsOfGuests(req.Act.Community))
	err := d.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		var err error
		out.Lines, err = d.Features.PageLinesUnderDay(req.Say, tx, req.Act)
		return err
	})
	if err != nil {
		return err
	}
	if out.Done {
		points, err := d.others.pointsOf(req.Ctx, d.Store, out.Number, req.Act.At)
		if err != nil {
			return err
		}
		out.Others = othersText(req.Say, points)
	}
	if out.Number == 1 {
		return nil
	}
	out.Yesterday, err = d.yesterday(req, out.Number-1)
	return err
}

// addRemind adds the time of day at which the daily is posted in a person's private chat, or a button that switches the
// post on. A guest of the page has no chat for that.
func addRemind(req *feature.Request, out *chat.DayView, isGuest bool) {
	c := req.Act.Community
	switch {
	case !c.Private || isGuest:
		return
	case c.Daily:
		out.Reminds = fmt.Sprintf("%02d:%02d", c.Hour, c.Minute)
	default:
		out.Remind = &chat.ViewButton{Label: req.Say.Phrase("button.tomorrow", nil), Press: command.Data(actTomorrow)}
	}
}

// yesterday returns a day that is past, with the solutions that the person may see.
func (d daily) yesterday(req *feature.Request, number int) (*chat.Yesterday, error) {
	games := d.Settings.Games(req.Act.Community)
	day, err := d.Play.SolutionsToView(req.Ctx, req.Act, number, games)
	if err != nil {
		return nil, err
	}
	out := &chat.Yesterday{Number: number, Press: command.Data(actDaily, games[0].Name(), number)}
	if req.Act.At.Before(day.Shown) {
		out.Opens = day.Shown.UnixMilli()
	}
	for _, part := range day.Parts {
		if part.Solution.Best == "" {
			// The solution may not be shown now.
			continue
		}
		out.Parts = append(out.Parts, chat.DaySolution{
			Game:   part.Round.Game.Name(),
			Title:  req.Say.GameName(part.Round.Game),
			Sign:   part.Round.Game.Rules().Sign,
			Puzzle: req.Say.Form(part.Round),
			Text:   part.Solution.Best,
			Rarer:  part.Solution.Rarer,
		})
	}
	return out, nil
}

// partState returns the state of a puzzle of a day for the page. It is "near" if the person's answer is not the best,
// and empty if they have given no answer that counts.
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

// preview returns what a network shows of a link to a day. The number 0 means the day of the date in UTC. A day that
// has not begun anywhere has no picture. ok is false if there is no such day.
func (d daily) preview(v say.Voice, number int) (p chat.Preview, ok bool) {
	if number < 0 {
		return p, false
	}
	now := d.Now()
	if number == 0 {
		number = round.Number(now.UTC())
	}
	p = chat.Preview{
		Title: say.Plain(v.Day(number)),
		About: v.Phrase("command."+nameDaily, nil),
		Open:  command.Data(actDaily, d.Games[0].Name(), number),
		Day:   number,
	}
	if number <= round.LastLive(now) {
		p.Picture = d.linkPicture(v, number)
	}
	return p, true
}
