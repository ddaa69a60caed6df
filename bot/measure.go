package bot

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/storage"
)

// near is the outcome under which an answer is stored that is not right but
// counts: where the nearest wins, it is nearer than nothing.
const near engine.Outcome = "near"

// counts tells whether an answer takes part.
func counts(r engine.Rules, v engine.Verdict) bool {
	return v.Outcome == engine.Right || r.Measure != "" && v.Outcome != engine.Invalid && v.Points > 0
}

const (
	maxStars   = 3
	starPoints = 10
)

// stars are given where there are records: three for the best known or better,
// two for one more, one for any right answer.
func stars(measure, par int) int { return max(1, min(maxStars, maxStars-(measure-par))) }

// baseOf is what an answer is worth before hints.
func baseOf(r engine.Rules, v engine.Verdict, par int) int {
	if r.Records {
		return starPoints * stars(v.Measure, par)
	}
	return v.Points
}

// bestKnown is the solver's best, or a player's record that goes below it.
func bestKnown(tx *storage.Tx, pl play, s engine.Solution) (engine.Solution, error) {
	if !pl.game.Rules().Records {
		return s, nil
	}
	r, err := tx.Record(pl.round.Puzzle)
	if errors.Is(err, storage.ErrNotFound) {
		return s, nil
	}
	if err == nil && (s.Best == "" || r.Measure < s.Measure) {
		s.Best, s.Measure, s.All = r.Text, r.Measure, []string{r.Text}
	}
	return s, err
}

// measured counts an answer in a game where the best one wins. Each player's
// best answer counts, and may be bettered as long as the round is open.
func (c *call) measured(tx *storage.Tx, pl play, text string, v engine.Verdict, s engine.Solution) (Reply, error) {
	rules := pl.game.Rules()
	round, err := tx.RoundByID(pl.round.ID) // as it is now
	if err != nil {
		return Reply{}, err
	}
	if c.over(round) {
		return c.closed(pl), nil
	}
	a, err := tx.Attempt(round.ID, c.who.ID)
	if err != nil {
		return Reply{}, err
	}
	if !a.GaveUpAt.IsZero() {
		return Reply{Audience: pl.audience(), Text: []Line{c.line("measured.gave-up", nil)}}, nil
	}
	if s, err = bestKnown(tx, pl, s); err != nil {
		return Reply{}, err
	}
	par := s.Measure
	gained, best, err := c.gain(tx, pl, worth(baseOf(rules, v, par), a.Hints, 0))
	if err != nil {
		return Reply{}, err
	}
	if v.Outcome != engine.Right {
		v.Outcome = near
	}
	if err := c.record(tx, pl, text, v, gained); err != nil {
		return Reply{}, err
	}
	r := c.noted(pl, v, par, gained, best)
	if rules.Records && s.Settled && v.Outcome == engine.Right && v.Measure < par {
		line, err := c.newRecord(tx, pl, text, v, par)
		if err != nil {
			return Reply{}, err
		}
		r.Text = append(r.Text, line)
	}
	return r, c.afterMeasured(tx, pl, &r, v, par, s)
}

// over tells whether a round takes no more answers.
func (c *call) over(r storage.Round) bool {
	return !r.ClosedAt.IsZero() || !r.EndsAt.IsZero() && c.req.At.After(r.EndsAt)
}

// gain is what an answer adds to the player's points in the round, and the best
// measure before. Where a clock runs, points are given when it ends.
func (c *call) gain(tx *storage.Tx, pl play, points int) (gained int, best *storage.Answer, err error) {
	mine, err := tx.PlayerAnswers(pl.round.ID, c.who.ID)
	if err != nil {
		return 0, nil, err
	}
	gained = points
	for i, a := range mine {
		gained -= a.Points
		if isCounted(a) && (best == nil || a.Measure < best.Measure) {
			best = &mine[i]
		}
	}
	if !pl.round.EndsAt.IsZero() {
		gained = 0
	}
	return max(0, gained), best, nil
}

func isCounted(a storage.Answer) bool {
	return a.Outcome == string(engine.Right) || a.Outcome == string(near)
}

// noted confirms an answer to its player. The answer itself is repeated only
// where nobody else reads it.
func (c *call) noted(pl play, v engine.Verdict, par, gained int, best *storage.Answer) Reply {
	args := with{"measure": c.measure(pl.game, v.Measure), "points": gained, "stars": ""}
	if pl.game.Rules().Records {
		args["stars"] = starText(stars(v.Measure, par))
	}
	key := "measured.noted"
	switch {
	case best != nil && best.Measure <= v.Measure:
		key = "measured.no-better"
		args["best"] = c.measure(pl.game, best.Measure)
	case !pl.round.EndsAt.IsZero():
		key = "measured.clock"
	}
	if c.discreet() {
		line := c.line("measured.of", with{"of": code(clip(v.Text, maxQuote)), "said": c.line(key, args)})
		return Reply{Tone: Good, Audience: pl.audience(), Text: []Line{line}}
	}
	line := c.line("measured.of", with{"of": c.mention(c.who.Name, c.who.Key), "said": c.line(key, args)})
	return Reply{Tone: Good, Remove: true, Text: []Line{line}}
}

// measure is "4 digits", "exact", "2 away".
func (v voice) measure(g engine.Game, n int) Line {
	key := "measure." + g.Rules().Measure
	if exactly := key + "." + strconv.Itoa(n); v.Has(exactly) {
		key = exactly
	}
	return v.line(key, with{"n": n})
}

// starText stands behind a measure.
func starText(n int) string {
	return " " + strings.Repeat("★", n) + strings.Repeat("☆", maxStars-n)
}

// newRecord keeps a record and tells the chat.
func (c *call) newRecord(tx *storage.Tx, pl play, text string, v engine.Verdict, par int) (Line, error) {
	err := tx.SaveRecord(storage.Record{
		Puzzle: pl.round.Puzzle, Game: pl.round.Game, Measure: v.Measure, Was: par, Text: v.Text, PlayerID: c.who.ID, At: c.req.At,
	})
	if err != nil {
		return nil, err
	}
	line := c.line("record.new", with{
		"player": c.mention(c.who.Name, c.who.Key), "puzzle": code(desc(pl.round.Puzzle)),
		"measure": c.measure(pl.game, v.Measure), "was": c.measure(pl.game, par),
	})
	if !pl.shared() || c.req.Chat.Private && pl.credit == 0 {
		return line, nil
	}
	return line, enqueue(tx, c.req.At, storage.Outgoing{
		Nonce: fmt.Sprintf("record:%s:%d", pl.round.Puzzle, v.Measure), ChatID: pl.round.ChatID, Thread: pl.round.Thread,
	}, Reply{Tone: Good, Text: []Line{line}})
}

// afterMeasured shows the chat where everyone stands and, where one plays
// alone and nothing better is known, ends the round.
func (c *call) afterMeasured(tx *storage.Tx, pl play, r *Reply, v engine.Verdict, par int, s engine.Solution) error {
	switch {
	case !pl.shared():
		streak, err := c.streakLine(tx, pl)
		r.Text = append(r.Text, streak)
		return err
	case !pl.round.EndsAt.IsZero():
		return nil // an edit for each answer would flood the chat in a short round
	case c.chat.ID == pl.round.ChatID && c.req.Chat.Private:
		if v.Measure > par {
			return nil
		}
		r.Buttons = [][]Button{{c.next(pl.game, engine.AnyLevel)}}
		c.withExplain(r, v.Text)
		return c.close(tx, pl, closedSolved)
	}
	return c.showStandings(tx, pl, par)
}

// showStandings edits a sealed round's message: who has what, not how.
func (c *call) showStandings(tx *storage.Tx, pl play, par int) error {
	if pl.round.Message == "" {
		return nil
	}
	chat, err := tx.ChatByID(pl.round.ChatID)
	if err != nil {
		return err
	}
	best, err := tx.BestAnswers(pl.round.ID)
	if err != nil {
		return err
	}
	v, err := c.voiceOf(tx, chat, pl.round)
	if err != nil {
		return err
	}
	pl.credit = pl.round.ChatID // its buttons lead to where it may be answered as well
	r := Reply{Face: v.face(pl.game.Name(), pl.puzzle, ""), Text: v.ranking(pl, best, par, false), Buttons: v.playButtons(pl, v.next(pl.game, engine.AnyLevel))}
	return enqueue(tx, c.req.At, storage.Outgoing{
		Nonce: fmt.Sprintf("standing:%d:%s", pl.round.ID, c.req.Key), ChatID: pl.round.ChatID, Thread: pl.round.Thread, Message: pl.round.Message,
	}, r)
}

// ranking lists the players by their best answers; the answers themselves only
// once the round is closed.
func (v voice) ranking(pl play, best []storage.Answer, par int, open bool) []Line {
	var out []Line
	for _, a := range best {
		args := with{"player": v.mention(a.PlayerName, a.PlayerKey), "measure": v.measure(pl.game, a.Measure), "answer": code(clip(a.Text, maxQuote)), "points": a.Points, "stars": ""}
		if pl.game.Rules().Records {
			args["stars"] = starText(stars(a.Measure, par))
		}
		key := "ranking.sealed"
		if open {
			key = "ranking.open"
		}
		if open && a.Points == 0 {
			key = "ranking.open.none"
		}
		out = append(out, v.line(key, args))
	}
	return out
}

// recordsCommand lists the latest records.
func (c *call) recordsCommand(arguments) (effect, error) {
	return func(tx *storage.Tx) (Reply, error) {
		all, err := tx.Records(boardRows)
		if err != nil {
			return Reply{}, err
		}
		if len(all) == 0 {
			return Reply{Audience: Asker, Text: []Line{c.line("records.empty", nil)}}, nil
		}
		r := Reply{Text: []Line{{strong(c.phrase("records.title", nil))}}}
		for _, x := range all {
			g, _, err := c.puzzle(x.Game, x.Puzzle)
			if err != nil {
				return Reply{}, err
			}
			r.Text = append(r.Text, c.line("record.row", with{
				"puzzle": code(desc(x.Puzzle)), "measure": c.measure(g, x.Measure), "was": c.measure(g, x.Was),
				"player": c.mention(x.PlayerName, x.PlayerKey), "date": c.date(x.At.In(c.zone())),
			}))
		}
		return r, nil
	}, nil
}
