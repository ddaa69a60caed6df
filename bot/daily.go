package bot

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// firstDaily is the day of daily #1.
var firstDaily = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// dailyNumber is the number of a moment's local date: everyone whose date is
// the same has the same puzzle, whatever the zone.
func dailyNumber(t time.Time) int {
	y, m, d := t.Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Sub(firstDaily)/(24*time.Hour)) + 1
}

// weekLevels is the level of each weekday, Sunday first: a week begins easy
// and ends hard.
var weekLevels = [...]engine.Level{5, 1, 2, 2, 3, 3, 4}

// dailySecret names the secret that salts the choice of dailies, so that
// nobody who reads the code can know tomorrow's.
const dailySecret = "daily"

// dailyOf finds the round of a daily and makes it if it is the first to ask.
func (b *Bot) dailyOf(tx *storage.Tx, number int, g engine.Game, at time.Time) (play, error) {
	round, err := tx.DailyRound(number, g.Name())
	if errors.Is(err, storage.ErrNotFound) {
		round, err = b.makeDaily(tx, number, g, at)
	}
	if err != nil {
		return play{}, err
	}
	game, p, err := b.puzzle(round.Game, round.Puzzle)
	return play{round: round, game: game, puzzle: p}, err
}

func (b *Bot) makeDaily(tx *storage.Tx, number int, g engine.Game, at time.Time) (storage.Round, error) {
	id, err := tx.Daily(number, g.Name())
	if errors.Is(err, storage.ErrNotFound) {
		id, err = chooseDaily(tx, number, g)
	}
	if err != nil {
		return storage.Round{}, err
	}
	_, p, err := b.puzzle(g.Name(), id)
	if err != nil {
		return storage.Round{}, err
	}
	rating := p.Rating()
	round := storage.Round{
		Game: g.Name(), Puzzle: id, Daily: number, PosedAt: at, Level: int(rating.Level), Seconds: rating.Seconds,
	}
	round.ID, err = tx.AddRound(round)
	return round, err
}

// chooseDaily draws the puzzle of a day and stores its ID, so that a later
// version that draws otherwise changes no day that has begun.
func chooseDaily(tx *storage.Tx, number int, g engine.Game) (string, error) {
	secret, err := tx.Secret(dailySecret)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s #%d", g.Name(), number)
	day := firstDaily.AddDate(0, 0, number-1)
	p, err := g.New(rand.New(rand.NewChaCha8([32]byte(mac.Sum(nil)))), engine.Wish{Level: weekLevels[day.Weekday()], Year: day.Year()})
	if err != nil {
		return "", err
	}
	return p.ID(), tx.AddDaily(number, g.Name(), p.ID())
}

// dailyCommand shows today's daily of the chat's date, in the game asked for.
func (c *call) dailyCommand(a arguments) (effect, error) {
	g := c.games[0]
	if name := a["game"]; name != "" {
		g = c.game(name) // one of the choices
	}
	return func(tx *storage.Tx) (Reply, error) {
		return c.showNumber(tx, g, dailyNumber(c.req.At.In(c.zone())), c.chat.ID)
	}, nil
}

// dailyButton shows the daily of a day in another game.
func (c *call) dailyButton(p press) (effect, error) {
	if len(p.args) < 2 || c.game(p.args[0]) == nil {
		return say(c.refuse("old-button", nil)), nil
	}
	credit, err := c.creditIn(p, 2)
	if err != nil {
		return say(c.refuse("old-button", nil)), nil
	}
	number := int(p.number(1))
	// Nowhere on earth has a later day begun, and a day long past whose daily
	// nobody asked for has none.
	if last := dailyNumber(c.req.At.In(time.FixedZone("", 14*60*60))); number > last || number < last-maxDailyAge {
		return say(c.refuse("daily.over", with{"command": code("/daily")})), nil
	}
	return func(tx *storage.Tx) (Reply, error) {
		r, err := c.showNumber(tx, c.game(p.args[0]), number, credit)
		if !c.req.Chat.Private {
			r.Audience = Asker
		}
		return r, err
	}, nil
}

// maxDailyAge is for how many days the buttons under a daily lead to those of
// other games.
const maxDailyAge = 7

func (c *call) showNumber(tx *storage.Tx, g engine.Game, number int, credit int64) (Reply, error) {
	pl, err := c.dailyOf(tx, number, g, c.req.At)
	if err != nil {
		return Reply{}, err
	}
	pl.credit = credit
	return c.showDaily(tx, pl)
}

// showHere shows, in a person's own conversation, a daily or a round of another
// chat.
func (c *call) showHere(tx *storage.Tx, pl play) (Reply, error) {
	if !pl.shared() {
		return c.showDaily(tx, pl)
	}
	if c.over(pl.round) {
		return c.closed(pl), nil
	}
	if err := tx.SetFocus(c.chat.ID, c.req.Chat.Thread, pl.round.ID, pl.credit); err != nil {
		return Reply{}, err
	}
	return Reply{Face: c.face(pl.game.Name(), pl.puzzle, ""), Text: c.howTo(pl), Buttons: c.playButtons(pl)}, nil
}

// idle tells whether nothing is going on in a chat's thread that plain texts
// are answers to, or nothing but a daily.
func idle(tx *storage.Tx, chatID int64, thread string) (bool, error) {
	id, _, err := tx.Focus(chatID, thread)
	if errors.Is(err, storage.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	round, err := tx.RoundByID(id)
	return !round.ClosedAt.IsZero() || round.Daily != 0, err
}

// showDaily shows a daily. In a person's own conversation plain texts are
// answers to it from now on; among others only if nothing else is going on.
func (c *call) showDaily(tx *storage.Tx, pl play) (Reply, error) {
	free, err := idle(tx, c.chat.ID, c.req.Chat.Thread)
	if err != nil {
		return Reply{}, err
	}
	if free || c.req.Chat.Private {
		if err := tx.SetFocus(c.chat.ID, c.req.Chat.Thread, pl.round.ID, c.creditOf(pl)); err != nil {
			return Reply{}, err
		}
	}
	solvers, err := tx.DailySolvers(pl.round.ID, c.creditOf(pl))
	if err != nil {
		return Reply{}, err
	}
	return c.dailyReply(pl, c.games, c.req.Chat.Private, solvers), nil
}

// dailyReply is a daily as it is shown and posted.
func (v voice) dailyReply(pl play, games []engine.Game, private bool, solvers []storage.Answer) Reply {
	r := Reply{
		Face:    v.face(pl.game.Name(), pl.puzzle, v.title(pl.round)),
		Buttons: v.playButtons(pl),
	}
	if !private {
		r.Text = append(r.Text, v.line("daily.how", nil))
	}
	if len(solvers) > 0 {
		var names []Span
		for _, s := range solvers {
			names = append(names, v.mention(s.PlayerName, s.PlayerKey))
		}
		r.Text = append(r.Text, v.line("daily.solved-by", with{"players": v.list(names)}))
	}
	var others []Button
	for _, g := range games {
		if g.Name() != pl.game.Name() {
			others = append(others, Button{
				Label: v.phrase("choice.game."+g.Name(), nil), Personal: true, Data: v.creditData(pl.credit, verbDaily, g.Name(), int64(pl.round.Daily)),
			})
		}
	}
	if len(others) > 0 {
		r.Buttons = append(r.Buttons, others)
	}
	return r
}

// streakLine says how many dailies in a row the player has solved.
func (c *call) streakLine(tx *storage.Tx, pl play) (Line, error) {
	solved, err := tx.SolvedDailies(c.who.ID)
	if err != nil {
		return nil, err
	}
	return c.line("daily.streak", with{"n": streak(solved, pl.round.Daily)}), nil
}

// streak counts the numbers in a row up to today's, or up to the one before
// while today's is not solved. Numbers come newest first.
func streak(solved []int, today int) int {
	n := 0
	next := today
	for _, number := range solved {
		switch {
		case number > next: // a later date in another zone
			continue
		case number == next:
		case n == 0 && number == today-1:
			next = number
		default:
			return n
		}
		n++
		next--
	}
	return n
}

// longestStreak is the most numbers in a row there ever were.
func longestStreak(solved []int) int {
	best, run := 0, 0
	for i, number := range solved {
		if i > 0 && solved[i-1] != number+1 {
			run = 0
		}
		run++
		best = max(best, run)
	}
	return best
}

// dailyTime is when the daily of a moment's local date is posted. Where a
// daylight-saving change skips that hour, it is posted at the one after.
func dailyTime(t time.Time, hour int) time.Time {
	y, m, d := t.Date()
	at := time.Date(y, m, d, hour, 0, 0, 0, t.Location())
	if at.Day() != d { // midnight is skipped, and what stands for it is the day before
		at = time.Date(y, m, d, hour+1, 0, 0, 0, t.Location())
	}
	return at
}

// nextDaily is the first posting after t, in the zone of t.
func nextDaily(t time.Time, hour int) time.Time {
	next := dailyTime(t, hour)
	for !next.After(t) {
		y, m, d := next.Date()
		next = dailyTime(time.Date(y, m, d+1, 12, 0, 0, 0, t.Location()), hour)
	}
	return next
}

// schedule brings a chat's due row in line with its settings. When today's
// hour is over already, today's daily is still to come at once, if it has not
// been posted.
func schedule(tx *storage.Tx, chat storage.Chat, now time.Time) error {
	if !chat.Daily || !chat.Active {
		return tx.DropDue(dueDaily, key(chat.ID))
	}
	return tx.SetDue(storage.Due{Kind: dueDaily, Key: key(chat.ID), At: dailyTime(now.In(zoneOf(chat)), chat.Hour)})
}

// postDaily puts the daily of the chat's date into the outbox, once, and sets
// the next one due. Plain texts are answers to it from now on, if nothing else
// is going on.
func (b *Bot) postDaily(tx *storage.Tx, chatID int64, now time.Time) error {
	chat, err := tx.ChatByID(chatID)
	if errors.Is(err, storage.ErrNotFound) {
		return tx.DropDue(dueDaily, key(chatID))
	}
	if err != nil {
		return err
	}
	if !chat.Daily || !chat.Active {
		return tx.DropDue(dueDaily, key(chatID))
	}
	local := now.In(zoneOf(chat))
	if !dailyTime(local, chat.Hour).After(local) {
		pl, err := b.dailyOf(tx, dailyNumber(local), b.games[0], now)
		if err != nil {
			return err
		}
		pl.credit = chat.ID
		nonce := fmt.Sprintf("daily:%d:%d", chat.ID, pl.round.Daily)
		reply := b.voiceIn(chat).dailyReply(pl, b.games, chat.Private, nil)
		if err := enqueue(tx, now, storage.Outgoing{Nonce: nonce, ChatID: chat.ID}, reply); err != nil {
			return err
		}
		free, err := idle(tx, chat.ID, "")
		if err != nil {
			return err
		}
		if free {
			if err := tx.SetFocus(chat.ID, "", pl.round.ID, chat.ID); err != nil {
				return err
			}
		}
	}
	return tx.SetDue(storage.Due{Kind: dueDaily, Key: key(chat.ID), At: nextDaily(local, chat.Hour)})
}
