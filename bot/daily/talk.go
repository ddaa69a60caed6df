package daily

import (
	"strconv"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// maxCompared is how many of the latest dailies completeNumber compares with the typed text at most.
const maxCompared = 10_000

// completeNumber offers the numbers of dailies that can be played, the newest first.
func (d daily) completeNumber(req *feature.Request, typed string) []chat.MenuChoice {
	typed = strings.TrimPrefix(typed, "#")
	today := round.CalendarOf(req.Act.Community).NumberAt(req.Act.At)
	if req.Act.Community.Private {
		live, err := d.liveDay(req)
		if err != nil {
			// The person can do without these offers.
			return nil
		}
		today = live
	}
	first := max(1, today-maxCompared+1)
	var choices []chat.MenuChoice
	for n := today; n >= first && len(choices) < chat.MaxChoices; n-- {
		number := strconv.Itoa(n)
		if !strings.HasPrefix(number, typed) {
			continue
		}
		key := "daily.choice"
		if n == today {
			key = "daily.choice.today"
		}
		label := req.Say.Phrase(key, say.With{"number": n, "date": req.Say.Date(round.Day(n))})
		choices = append(choices, chat.MenuChoice{
			Value: number,
			Label: map[string]string{chat.DefaultLanguage: label},
		})
	}
	return choices
}

// dailyCommand shows the day with the number that was typed, or today's day.
func (d daily) dailyCommand(req *feature.Request) (feature.Plan, error) {
	text := typedNumber(req)
	if text == "" {
		return d.showToday(req)
	}
	// A text without a digit is the name of a game, misspelt.
	hasDigit := strings.ContainsFunc(text, unicode.IsDigit)
	if !hasDigit {
		return feature.Respond(feature.BadChoice(req, nameDaily, d.gameArgument(), text)), nil
	}
	return d.showNumber(req, text)
}

// gameArgument returns the argument for the game whose puzzle /daily shows.
func (d daily) gameArgument() command.Argument {
	game := command.Argument{Name: argGame, Labels: "choice.game"}
	for _, g := range d.Games {
		game.Choices = append(game.Choices, g.Name())
	}
	return game
}

// showToday shows today's day.
func (d daily) showToday(req *feature.Request) (feature.Plan, error) { return d.show(req, 0) }

// typedNumber returns the day's number as it was typed. It is empty if no number was typed.
func typedNumber(req *feature.Request) string { return strings.Trim(req.Args[argNumber], " #") }

// showNumber shows the day with a number that was typed.
func (d daily) showNumber(req *feature.Request, text string) (feature.Plan, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		quoted := say.Code(chat.Clip(text, 40))
		return feature.Respond(req.Say.Refuse("bad-number", say.With{"value": quoted})), nil
	}
	return d.show(req, number)
}

// show shows a day, or today's day if the number is 0.
//
// In a private chat, the person gets the puzzle of the game that they name. If they name none, they get the first
// puzzle that they have not done or, when all are done, their card. In a group, everyone is shown the day. But if the
// person names a game, and only they read the reply, they get the puzzle of that game.
func (d daily) show(req *feature.Request, number int) (feature.Plan, error) {
	g := d.Play.Game(req.Args[argGame])
	namesGame := g != nil
	asksAlone := namesGame && req.Act.Ephemeral
	isForOne := req.Act.Community.Private || asksAlone
	if !isForOne {
		if number == 0 {
			number = round.CalendarOf(req.Act.Community).NumberAt(req.Act.At)
		}
		return func(tx *storage.Tx) (feature.Result, error) { return d.showToAll(req, tx, number) }, nil
	}
	if number == 0 {
		live, err := d.liveDay(req)
		if err != nil {
			return nil, err
		}
		number = live
	}
	if !namesGame {
		return d.showNext(req, number)
	}
	return func(tx *storage.Tx) (feature.Result, error) { return d.showPuzzle(req, tx, number, g) }, nil
}

// liveDay returns the number of the person's live day.
func (d daily) liveDay(req *feature.Request) (int, error) {
	var number int
	err := d.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		var err error
		number, _, err = d.Play.LiveDaily(tx, req.Act)
		return err
	})
	return number, err
}

// showNext shows the first puzzle of a day that the person has not done or, when all are done, their
// card.
func (d daily) showNext(req *feature.Request, number int) (feature.Plan, error) {
	known, err := d.Play.SolveMeasured(req.Ctx, number)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		day, err := d.Play.Achieved(tx, req.Act, number, known)
		if err != nil {
			return feature.Result{}, err
		}
		for _, g := range d.Settings.Games(req.Act.Community) {
			if !day.IsDone(g) {
				return d.showPuzzle(req, tx, number, g)
			}
		}
		reply, err := d.cardReply(req, tx, day)
		return feature.Result{Reply: reply}, err
	}, nil
}

// showToAll shows a day to everyone at the place. The day's first puzzle becomes the current round of the person. So an
// answer that the person types next, while others read along, is refused: see round.ErrWouldSpoil.
func (d daily) showToAll(req *feature.Request, tx *storage.Tx, number int) (feature.Result, error) {
	c := req.Act.Community
	today := round.CalendarOf(c).NumberAt(req.Act.At)
	if number < 1 || number > today {
		return noDaily(req, number), nil
	}
	first, err := d.Play.DailyRound(tx, number, d.Settings.Games(c)[0], req.Act.At)
	if err != nil {
		return feature.Result{}, err
	}
	if err := d.Play.MakeCurrent(tx, req.Act, first); err != nil {
		return feature.Result{}, err
	}
	isToday := number == today
	if isToday {
		if err := noteOpened(tx, req.Act, number); err != nil {
			return feature.Result{}, err
		}
		if err := d.Features.BeforePost(tx, c, number); err != nil {
			return feature.Result{}, err
		}
	}
	reply, _, err := d.day(tx, req.Aloud, c, number, today)
	if err != nil {
		return feature.Result{}, err
	}
	if !isToday {
		// A past day is of no use to others.
		reply.Audience = chat.Asker
		return feature.Result{Reply: reply, Round: first.ID}, nil
	}
	if _, err := dayReply.noteShown(tx, c, number, reply); err != nil {
		return feature.Result{}, err
	}
	return feature.Result{Reply: reply, Round: first.ID, Shows: true}, nil
}

// insteadButton ends the match that the person plays alone, and shows the puzzle of a day that they
// asked for.
func (d daily) insteadButton(req *feature.Request) (feature.Plan, error) {
	g := d.Play.Game(req.Button.Text(0))
	if g == nil || !req.Act.Community.Private {
		return feature.Respond(req.OldButton()), nil
	}
	show := func(tx *storage.Tx) (feature.Result, error) {
		return d.showPuzzle(req, tx, int(req.Button.Number(1)), g)
	}
	return d.rounds.Instead(req, d.Tell, show)
}

// puzzleButton shows the puzzle of a day in a game to the person alone. If the button names no day, it does what /daily
// does.
func (d daily) puzzleButton(req *feature.Request) (feature.Plan, error) {
	g := d.Play.Game(req.Button.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	if req.Button.Text(1) == "" {
		return d.showToday(req)
	}
	number := int(req.Button.Number(1))
	communityID := req.Button.Number(2)
	// On some networks a button in a community's post leads to the private chat. A person who presses it becomes a member
	// of the community, as if they had pressed it there.
	joins, err := d.rounds.Joins(req, communityID)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		if joins {
			if err := tx.Join(communityID, req.Act.Person.ID, req.Act.At); err != nil {
				return feature.Result{}, err
			}
		}
		return d.showLinked(req, tx, number, g)
	}, nil
}

// showLinked shows a person the puzzle of a day to which a link or a button has led them. If the day has begun
// somewhere, but not where the person is, they get today's puzzle.
func (d daily) showLinked(req *feature.Request, tx *storage.Tx, number int, g engine.Game) (feature.Result, error) {
	today, _, err := d.Play.LiveDaily(tx, req.Act)
	if err != nil {
		return feature.Result{}, err
	}
	isEarly := number > today && number <= round.LastLive(req.Act.At)
	if !isEarly {
		return d.showPuzzle(req, tx, number, g)
	}
	result, err := d.showPuzzle(req, tx, today, g)
	if err != nil {
		return feature.Result{}, err
	}
	early := req.Say.Line("daily.early", say.With{"number": number, "today": today})
	result.Reply.Text = append([]chat.Line{early}, result.Reply.Text...)
	return result, nil
}
