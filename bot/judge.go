package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"reckon/engine"
	"reckon/storage"
)

// maxAnswer is how much of an answer is kept, in characters: all that an engine
// reads.
const maxAnswer = 4096

// takeText takes a plain text as an answer or, where it cannot be one and
// nobody else is disturbed, as a puzzle to be posed: "2016#7", "3 3 8 8".
func (b *Bot) takeText(c *call) (effect, error) {
	text := c.req.Input.Text
	pl, reply, err := c.playOf(c.req.Input.Data)
	if err != nil {
		return nil, err
	}
	if g := c.gameOf(text); g != nil && c.req.Chat.Private && (reply != nil || c.over(pl.round) || foreign(pl, text)) {
		return c.newRound(g, engine.AnyLevel, text)
	}
	if reply != nil {
		return orSay(reply), nil
	}
	return c.judge(pl, text)
}

// foreign tells whether a text holds what no answer does.
func foreign(pl play, text string) bool {
	f := pl.puzzle.Judge(text).Fault
	return f != nil && f.Code == "syntax.unexpected"
}

// gameOf is the game of which a text with a number in it is a puzzle; nil if
// there is none.
func (b *Bot) gameOf(text string) engine.Game {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return nil
	}
	for _, g := range b.games {
		if _, err := g.Parse(text); err == nil {
			return g
		}
	}
	return nil
}

// answerCommand takes the answer typed behind the command.
func (c *call) answerCommand(a arguments) (effect, error) { return c.answerTo("", a["answer"]) }

func (c *call) answerTo(data, text string) (effect, error) {
	pl, reply, err := c.playOf(data)
	if err != nil || reply != nil {
		return orSay(reply), err
	}
	return c.judge(pl, text)
}

// askAnswer asks for an answer in a form. In the person's own conversation plain
// texts are answers to that round from now on; one that is not of this
// conversation is first shown there.
func (c *call) askAnswer(pl play) (effect, error) {
	return func(tx *storage.Tx) (Reply, error) {
		if !c.req.Chat.Private {
			return c.form(pl), nil
		}
		at, _, err := tx.Focus(c.chat.ID, c.req.Chat.Thread)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return Reply{}, err
		}
		switch {
		case at == pl.round.ID:
			return c.form(pl), nil
		case pl.round.ChatID != c.chat.ID: // of elsewhere, or a daily
			return c.showHere(tx, pl)
		}
		return c.form(pl), tx.SetFocus(c.chat.ID, c.req.Chat.Thread, pl.round.ID, pl.credit)
	}, nil
}

// form asks for the answer to a round.
func (c *call) form(pl play) Reply {
	f := pl.puzzle.Face()
	label := strings.Join(f.Tiles, " ")
	if f.Goal != "" {
		label = c.phrase("ask.label", with{"tiles": label, "goal": f.Goal})
	}
	ask := &Ask{
		Data: c.req.Input.Data, Title: c.phrase("ask.title", nil), Label: clip(label, 44),
		Placeholder: c.phrase(c.key("ask", pl.game.Name(), "placeholder"), nil),
	}
	ask.Hint = c.phrase("ask.hint", with{"command": "/answer"})
	if c.req.Chat.Private {
		ask.Hint = c.phrase("ask.hint.alone", with{"example": ask.Placeholder})
	}
	return Reply{Ask: ask}
}

// judge judges an answer and, in its effect, counts it.
func (c *call) judge(pl play, text string) (effect, error) {
	v := pl.puzzle.Judge(text)
	rules := pl.game.Rules()
	if !counts(rules, v) {
		return func(tx *storage.Tx) (Reply, error) { return c.wrong(tx, pl, text, v) }, nil
	}
	ctx, done := context.WithTimeout(c.ctx, solveTime)
	defer done()
	s := pl.puzzle.Solve(ctx)
	take := c.right
	if rules.Measure != "" {
		take = c.measured
	}
	return func(tx *storage.Tx) (Reply, error) { return take(tx, pl, text, v, s) }, nil
}

// record stores an answer as the caller's.
func (c *call) record(tx *storage.Tx, pl play, text string, v engine.Verdict, points int) error {
	_, err := tx.AddAnswer(storage.Answer{
		RoundID: pl.round.ID, PlayerID: c.who.ID, ChatID: c.creditOf(pl), At: c.req.At,
		Text: clip(text, maxAnswer), Outcome: string(v.Outcome), Form: v.Form, Measure: v.Measure, Points: points,
	})
	return err
}

func (c *call) wrong(tx *storage.Tx, pl play, text string, v engine.Verdict) (Reply, error) {
	a, err := tx.Attempt(pl.round.ID, c.who.ID)
	if err != nil {
		return Reply{}, err
	}
	tries := pl.game.Rules().Tries
	if tries > 0 && a.Tries >= tries {
		return c.outOf(pl), nil
	}
	if c.over(pl.round) {
		return c.closed(pl), nil
	}
	if v.Outcome == engine.Wrong { // what cannot be read is no try
		a.Tries++
	}
	if err := tx.SaveAttempt(a); err != nil {
		return Reply{}, err
	}
	if err := c.record(tx, pl, text, v, 0); err != nil {
		return Reply{}, err
	}
	shown := v.Text
	if shown == "" {
		shown = clip(oneLine(strings.TrimSpace(text)), longest)
	}
	f := *v.Fault
	f.Args = engine.Args{"answer": shown}
	maps.Copy(f.Args, v.Fault.Args)
	r := Reply{Tone: Bad, Audience: pl.audience(), Text: c.explain(pl.game.Name(), text, &f), Remove: pl.personal() && !c.discreet()}
	if tries > 0 && a.Tries >= tries {
		r.Text = append(r.Text, c.shutOut(pl))
	}
	return r, nil
}

// outOf refuses an answer of who has no try left.
func (c *call) outOf(pl play) Reply {
	return Reply{Tone: Bad, Audience: Asker, Text: []Line{c.shutOut(pl)}}
}

// shutOut says that no try is left and, to who plays alone, what there is to do.
func (c *call) shutOut(pl play) Line {
	if !c.req.Chat.Private {
		return c.line("shut-out", nil)
	}
	return c.line("shut-out.alone", with{"giveup": code("/giveup"), "command": code("/" + pl.game.Name())})
}

// right counts a right answer, unless it is no news.
func (c *call) right(tx *storage.Tx, pl play, text string, v engine.Verdict, s engine.Solution) (Reply, error) {
	round, err := tx.RoundByID(pl.round.ID) // as it is now
	if err != nil {
		return Reply{}, err
	}
	a, err := tx.Attempt(round.ID, c.who.ID)
	if err != nil {
		return Reply{}, err
	}
	before, err := tx.RightAnswers(round.ID)
	if err != nil {
		return Reply{}, err
	}
	if !pl.shared() {
		before = slices.DeleteFunc(before, func(x storage.Answer) bool { return x.PlayerID != c.who.ID })
	}
	same := slices.IndexFunc(before, func(x storage.Answer) bool { return x.Form == v.Form })
	switch {
	case same >= 0:
		return c.known(pl, before[same], v), nil
	case pl.game.Rules().Tries > 0 && a.Tries >= pl.game.Rules().Tries:
		return c.outOf(pl), nil
	case c.over(round):
		return Reply{Tone: Good, Audience: Asker, Text: []Line{c.line(c.key("right", pl.game.Name(), "closed"), with{"answer": code(v.Text), "value": v.Value})},
			Buttons: [][]Button{{c.next(pl.game, engine.AnyLevel)}}}, nil
	case !a.GaveUpAt.IsZero():
		return Reply{Tone: Good, Audience: pl.audience(), Text: []Line{c.line(c.key("right", pl.game.Name(), "gave-up"), with{"answer": code(v.Text), "value": v.Value})}}, nil
	}
	points := worth(v.Points, a.Hints, len(before))
	if err := c.record(tx, pl, text, v, points); err != nil {
		return Reply{}, err
	}
	if err := c.settle(tx, pl, s, len(before)+1); err != nil {
		return Reply{}, err
	}
	return c.confirm(tx, pl, v, s, points, len(before)+1)
}

// known recognises a solution that was found before.
func (c *call) known(pl play, first storage.Answer, v engine.Verdict) Reply {
	key := "right.known"
	args := with{"answer": code(v.Text), "first": code(first.Text), "player": c.mention(first.PlayerName, first.PlayerKey)}
	if first.PlayerID == c.who.ID {
		key = "right.known-own"
	}
	return Reply{Audience: pl.audience(), Text: []Line{c.line(key, args)}}
}

// mention names a person, unless they wanted to be forgotten.
func (v voice) mention(name, key string) Span {
	if name == "" {
		return Span{Text: v.phrase("board.forgotten", nil)}
	}
	return Span{Style: Mention, Text: name, Player: key}
}

// settle marks a shared round as solved, and closes it when nothing is left to
// be found.
func (c *call) settle(tx *storage.Tx, pl play, s engine.Solution, found int) error {
	if !pl.shared() {
		return nil
	}
	if err := tx.SolveRound(pl.round.ID, c.req.At); err != nil {
		return err
	}
	if pl.game.Rules().Collect && !(s.Complete && found >= len(s.All)) {
		return nil
	}
	return c.close(tx, pl, closedSolved)
}

// confirm says what a right answer brought.
func (c *call) confirm(tx *storage.Tx, pl play, v engine.Verdict, s engine.Solution, points, found int) (Reply, error) {
	key := c.key("right", pl.game.Name(), "first")
	if found > 1 {
		key = c.key("right", pl.game.Name(), "more")
	}
	args := with{"answer": code(v.Text), "value": v.Value, "points": points, "found": found, "total": len(s.All), "n": len(s.All)}
	if pl.game.Rules().Collect && s.Complete {
		key += ".of"
	}
	r := Reply{Tone: Good, Text: []Line{c.line(key, args)}}
	if !pl.shared() {
		r.Audience = Secret
		streak, err := c.streakLine(tx, pl)
		if err != nil {
			return Reply{}, err
		}
		r.Text = append(r.Text, streak)
		c.withExplain(&r, v.Text)
		return r, nil
	}
	standings, err := tx.RoundStandings(c.creditOf(pl), pl.round.ID)
	if err != nil {
		return Reply{}, err
	}
	r.Text = append(r.Text, c.standings(standings))
	r.Buttons = [][]Button{{c.next(pl.game, engine.AnyLevel)}}
	c.withExplain(&r, v.Text)
	return r, nil
}

// standings is "Ann 50 · Bo 20".
func (c *call) standings(all []storage.Standing) Line {
	var out Line
	for i, s := range all {
		if i > 0 {
			out = append(out, Span{Text: " · "})
		}
		out = append(out, c.mention(s.Name, s.PlayerKey), Span{Text: " "}, strong(c.phrase("number", with{"n": s.Points})))
	}
	return out
}
