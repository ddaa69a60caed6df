package talk

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Views show people on the page what they may see.
type Views struct {
	Rounds
	Pictures Pictures
	// Panel has the handlers for settings, which know what a person may change.
	Panel Settings
}

// View returns what the person may see: the round whose token is the data of the request, or their current
// one. With a puzzle of a day comes that day, and the person's live day. Their live day also comes with any round
// if withDay is true.
func (x Views) View(req *Request, withDay bool) (chat.View, error) {
	facts, err := x.Play.View(req.Ctx, req.Act, x.pointer(req))
	if err != nil {
		return chat.View{}, err
	}
	out := chat.View{
		Lang:   req.Say.Language(),
		Level:  req.Act.Community.Level,
		Topics: topics(req, facts),
	}
	if !req.Act.Community.Private {
		out.Place = req.Place.Title
	}
	here := x.Settings.Games(req.Act.Community)
	for _, g := range here {
		deal := dealOf(req, g)
		deal.Of = lastLevelOf(g, here)
		deal.Matches = x.matchesOf(req, g)
		out.Deal = append(out.Deal, deal)
	}
	for _, kind := range x.Play.KindsInside(mode.Race) {
		out.Series = append(out.Series, chat.Series{
			Label:  req.Say.Phrase("choice.game."+kind.Choice, nil),
			Game:   kind.Choice,
			Counts: kind.Lengths,
		})
	}
	for _, r := range facts.Others {
		out.Others = append(out.Others, chat.ViewButton{
			Label: req.Say.GameName(r.Game) + " · " + req.Say.Form(r),
			Press: button.RoundData(x.Seals, button.ActAnswer, r),
		})
	}
	if req.Act.Community.Private {
		for _, b := range x.soloButtons(req, anyGame, engine.AnyLevel) {
			out.Solo = append(out.Solo, chat.ViewButton{Label: b.Label, Press: b.Data})
		}
	}
	if facts.PlaceMatch != nil {
		out.Match = x.matchView(req, *facts.PlaceMatch)
	}
	if facts.Round.ID != 0 {
		out.Round = x.roundView(req, facts)
	}
	showsDay := withDay || facts.Round.Daily != 0
	if showsDay {
		if err := x.addDays(req, facts.Round.Daily, &out); err != nil {
			return chat.View{}, err
		}
	}
	return out, nil
}

// addDays adds the person's live day to a view. If the round is a daily of another day, it adds that day, too. daily is
// the number of the round's day; 0: the round is no daily.
func (x Views) addDays(req *Request, daily int, out *chat.View) error {
	day := x.Features.Day()
	if day == nil {
		return nil
	}
	var err error
	out.Day, err = day.View(req, feature.LiveDay)
	if err != nil {
		return err
	}
	isOfAnotherDay := daily != 0 && daily != out.Day.Number
	if isOfAnotherDay {
		out.RoundDay, err = day.View(req, daily)
	}
	return err
}

// dealOf returns what the page needs to deal a puzzle of a game: a button, and the kinds of puzzles.
func dealOf(req *Request, g engine.Game) chat.Deal {
	out := chat.Deal{
		ViewButton: chat.ViewButton{
			Label: req.Say.GameName(g),
			Press: command.Data(button.ActNext, g.Name(), engine.AnyLevel),
		},
		Game: g.Name(),
		Sign: g.Rules().Sign,
		Rule: req.Say.ShortRule(g),
	}
	if req.Act.Community.Private {
		out.Clock = int(round.Clock(req.Act.Community, g).Seconds())
	}
	for _, kind := range g.Rules().Choices {
		out.Kinds = append(out.Kinds, req.Say.Phrase("choice.kind."+kind, nil))
	}
	return out
}

// matchesOf returns the words behind the command of a game that begin a match. Where answers are measured, each puzzle
// has its whole time, so the page does not offer to play one after another.
func (x Views) matchesOf(req *Request, g engine.Game) []string {
	if g.Rules().Measure != "" {
		return nil
	}
	var words []string
	for _, kind := range x.Play.KindsWithWord() {
		words = append(words, req.Say.Phrase("choice.match."+kind.Word, nil))
	}
	return words
}

// pointer returns a Pointer to the round that the data of a request name. The data are the round's token, or
// those of a link that opened the round.
func (x Views) pointer(req *Request) round.Pointer {
	p, err := x.Seals.Read(req.Input.Data)
	if err != nil {
		// The data name no round. Then the person's current round is meant.
		return round.Pointer{}
	}
	if p.Act != button.ActAnswer && p.Act != button.ActPage {
		return round.Pointer{}
	}
	return round.Pointer{RoundID: p.Number(0)}
}

// topics returns the names of what a view depends on. The round is not among them if it is a daily: the
// whole world answers it, and the view shows only the person's part.
func topics(req *Request, facts round.View) []string {
	out := []string{
		Topic(storage.TouchPlayer, req.Act.Person.ID),
		Topic(storage.TouchCommunity, req.Act.Community.ID),
	}
	if facts.Round.ID != 0 && facts.Round.Daily == 0 {
		out = append(out,
			Topic(storage.TouchRound, facts.Round.ID),
			Topic(storage.TouchCommunity, facts.Round.CommunityID))
	}
	return out
}

// Topic returns the name of something that a view depends on: package live wakes those who watch it.
func Topic(kind storage.TouchKind, id int64) string { return fmt.Sprintf("%c%d", kind, id) }

// roundView returns what the page shows of a round.
func (x Views) roundView(req *Request, facts round.View) *chat.RoundView {
	r := facts.Round
	face := req.Say.Face(r)
	out := &chat.RoundView{
		Token:  button.RoundData(x.Seals, button.ActAnswer, r),
		Puzzle: r.Puzzle.ID(),
		Game:   r.Game.Name(),
		Sort:   face.Sort,
		Title:  face.Title,
		Goal:   face.Goal,
		Level:  r.Level,
		Note:   face.Note,
		Board:  boardOf(r),
		Daily:  r.Daily,
		Worth:  facts.Worth,
		Usual:  usualSeconds(r),
		Shared: r.Mode.Shared,
		Hidden: r.Mode.Hidden,
		// Over is for all, and Done for this person.
		Over:   facts.Over,
		Done:   facts.Done,
		Result: result(req, facts),
		Mine:   mine(req, facts),
		People: people(req, facts),
	}
	if !facts.Begun.IsZero() {
		out.Begun = facts.Begun.UnixMilli()
	}
	// If the clock is the time that an opponent needs, it is secret.
	if !r.Mode.OnItsClock {
		out.Seconds = int(r.Lasts.Seconds())
		if !r.EndsAt.IsZero() {
			out.Ends = r.EndsAt.UnixMilli()
		}
	}
	x.addButtons(req, facts, out)
	return out
}

// usualSeconds returns in how many seconds practised people usually solve a puzzle; 0: it is not known.
func usualSeconds(r round.Round) int {
	rating := r.Puzzle.Rating()
	hasUsualTime := r.Game.Rules().Experts && rating.Deviation > 0
	if !hasUsualTime {
		return 0
	}
	return int(math.Round(rating.Seconds))
}

// boardOf returns the tiles and signs with which people answer a round.
func boardOf(r round.Round) chat.Board {
	board := r.Game.Rules().Board
	// This face has symbols, such as "24". That of Voice.Face has phrases, such as "make 24".
	face := r.Puzzle.Face()
	return chat.Board{
		Kind:      string(board.Kind),
		Tiles:     face.Tiles,
		Goal:      face.Goal,
		Operators: board.Operators,
		All:       board.All,
		Whole:     board.Whole,
		InOrder:   face.InOrder,
	}
}

// result says how a round ended, or shows the solutions to a person who may see them.
func result(req *Request, facts round.View) []chat.Line {
	switch {
	case facts.Over:
		return req.Say.Ending(facts.Ending)
	case !facts.ShownFrom.IsZero():
		return []chat.Line{req.Say.ShownFrom(facts.ShownFrom)}
	case facts.IsKept:
		return []chat.Line{req.Say.WhyKept()}
	case !facts.KnowsSolutions:
		return nil
	case facts.Round.Game.Rules().Collect:
		someFound := len(facts.Ending.Missed) < len(facts.Ending.Best.All)
		return req.Say.Missed(facts.Ending.Missed, someFound)
	}
	return []chat.Line{req.Say.Best(facts.Round.Game, facts.Ending.Best)}
}

// addButtons adds the buttons for what the person can do now.
func (x Views) addButtons(req *Request, facts round.View, out *chat.RoundView) {
	r := facts.Round
	isOpen := !facts.Over && !r.Over(req.Act.At)
	if isOpen && r.Admits(req.Act.Person.ID) {
		out.Answer = x.roundButton(req, "answer", button.ActAnswer, r)
		if r.Mode.GiveUp != mode.NoGiveUp && !facts.GaveUp {
			out.GiveUp = x.roundButton(req, "giveup", button.ActGiveUp, r)
		}
	}
	if isOpen && hasHint(facts.Hinted) {
		out.Hint = x.roundButton(req, "hint", button.ActHint, r)
		out.Hint.Label = button.HintLabel(req.Say, facts.Hinted.Price())
		out.Hint.Price = facts.Hinted.Price()
		if facts.Hinted.Wait > 0 {
			out.Hint.Opens = req.Act.At.Add(facts.Hinted.Wait).UnixMilli()
		}
	}
	// A person may share a puzzle, unless others still play it for points.
	isSolvedAlone := facts.OwnBest > 0 && !r.Mode.Shared
	mayShare := facts.Over || isSolvedAlone
	if r.Daily == 0 && mayShare {
		out.Share = &chat.ViewButton{Label: req.Say.Dare(r), Press: button.Pose(r.Puzzle)}
	}
	isOnClock := isOpen && r.IsTimed()
	isInMatch := r.Mode.Name != ""
	isDealtAlone := !isInMatch && r.Daily == 0
	if isDealtAlone && !isOnClock {
		next := button.Next(req.Say, r)
		out.Next = &chat.ViewButton{Label: next.Label, Press: next.Data}
	}
}

// roundButton returns a button that does something with a round. action is an Act of package button. The key of the
// label is "button." with the name behind it.
func (x Views) roundButton(req *Request, name, action string, r round.Round) *chat.ViewButton {
	return &chat.ViewButton{
		Label: req.Say.Phrase("button."+name, nil),
		Press: button.RoundData(x.Seals, action, r),
	}
}

// hasHint reports whether a person can take another hint, now or later.
func hasHint(h round.HintResult) bool {
	return h.Next > 0 && (h.What == round.HintGiven || h.What == round.HintSoon)
}

// mine returns what the person has done in a round.
func mine(req *Request, facts round.View) chat.Mine {
	out := chat.Mine{
		Best:         facts.OwnBest,
		Points:       facts.Earned,
		WorthPercent: facts.Hinted.Share,
		IsBest:       facts.IsBest,
	}
	if !facts.Round.Custom {
		out.Of = facts.Round.Base
	}
	if facts.OwnBest > 0 {
		best := facts.Mine[facts.OwnBest-1]
		out.Took = round.Took(facts.Begun, best.At).Seconds()
	}
	if len(facts.Hinted.Hints) > 0 {
		out.Hints = req.Say.Hints(round.HintResult{
			What:   round.HintGiven,
			Round:  facts.Round,
			Hints:  facts.Hinted.Hints,
			Share:  facts.Hinted.Share,
			IsFree: facts.Hinted.IsFree,
		})
	}
	for _, answer := range facts.Mine {
		out.Answers = append(out.Answers, chat.MyAnswer{
			Text:   answer.Text,
			Detail: req.Say.Detail(facts.Round.Game, rowOf(facts, answer)),
			Value:  valueOf(facts.Round, answer),
			Points: answer.Points,
			At:     answer.At.UnixMilli(),
		})
	}
	return out
}

// valueOf returns what an answer makes in a game in which it may miss the goal; empty in others.
func valueOf(r round.Round, answer storage.Answer) string {
	rules := r.Game.Rules()
	mayMiss := rules.Measure != "" && rules.Board.Whole
	if !mayMiss {
		return ""
	}
	return r.Puzzle.Judge(answer.Text).Value
}

// rowOf returns the standing of an answer in a view. If the answer has no standing, it returns one without
// time, rank and stars.
func rowOf(facts round.View, answer storage.Answer) round.Standing {
	for _, row := range facts.Standings {
		if row.Answer.ID == answer.ID {
			return row
		}
	}
	return round.Standing{Answer: answer}
}

// people lists who has answered a round that people play together.
func people(req *Request, facts round.View) []chat.Seat {
	if !facts.Round.Mode.Shared {
		return nil
	}
	// In a match a standing has its Rank. In other rounds people have places here only if answers are measured,
	// and once the round is over.
	hasPlaces := facts.Over && facts.Round.Game.Rules().Measure != ""
	places := facts.Places()
	var out []chat.Seat
	for i, row := range facts.Standings {
		seat := chat.Seat{
			Name:   req.Say.Mention(row.PlayerName, row.PlayerKey).Text,
			Me:     row.Mine,
			Rank:   row.Rank,
			Points: facts.Round.PointsOf(row),
		}
		if row.Mine || !facts.Blind {
			seat.Detail = req.Say.Detail(facts.Round.Game, row)
		}
		if facts.Over {
			seat.Text = row.Text
		}
		// Before the end a score would tell how good the others' answers are.
		if facts.Over && facts.Round.Mode.BestOnly {
			seat.Score = req.Say.ScorePlus(facts.Round.Mode.Name, row)
		}
		if hasPlaces {
			seat.Rank = places[i]
		}
		out = append(out, seat)
	}
	return out
}

// matchView returns what the page shows of a match.
func (x Views) matchView(req *Request, m round.Match) *chat.MatchView {
	me := req.Act.Person.ID
	m.Wait = m.NextAt.Sub(req.Act.At)
	out := &chat.MatchView{
		Kind:    m.Kind,
		Number:  len(m.Bouts),
		Of:      m.Length,
		Endless: m.Mode.Endless,
		Over:    m.IsOver(),
		Stopped: m.IsCutShort(),
		Lines:   req.Say.Board(m),
	}
	if !m.NextAt.IsZero() {
		out.Next = m.NextAt.UnixMilli()
	}
	for _, t := range m.Table {
		seat := chat.Seat{
			Name:   req.Say.Player(m, t.Player, m.Bouts...).Text,
			Me:     t.Player.ID == me,
			Rank:   t.Rank,
			Points: t.Points,
		}
		if m.Mode.BestOnly {
			seat.Score = req.Say.Score(m.Kind, t)
		}
		if m.IsUndecided() {
			seat.Rank = 0
		}
		// A person who has solved nothing has no time.
		if m.IsOver() && t.Solved > 0 {
			seat.Detail = req.Say.Solved(t)
		}
		out.Table = append(out.Table, seat)
	}
	if m.IsOver() {
		out.Lines = req.Say.MatchResult(m)
		out.Dare = req.Say.MatchDare(m)
	}
	if m.IsOver() && mayPlayAgain(req.Act, m) {
		out.Again = &chat.ViewButton{
			Label: req.Say.Again(m),
			Press: command.Data(button.ActRematch, m.ID),
		}
	}
	if m.Chooser().ID == me {
		for _, choice := range m.Choices() {
			out.Choices = append(out.Choices, chat.ViewButton{
				Label: req.Say.ChoiceName(m, choice),
				Press: command.Data(button.ActChoose, m.ID, len(m.Bouts)+1, choice),
			})
		}
	}
	if m.MayJoin(req.Act) {
		out.Join = &chat.ViewButton{
			Label: req.Say.Phrase("button.ready", nil),
			Press: command.Data(button.ActJoin, m.ID),
		}
	}
	if m.MayStart(req.Act) {
		out.Begin = &chat.ViewButton{
			Label: req.Say.Phrase("button.startnow", nil),
			Press: command.Data(button.ActBegin, m.ID),
		}
	}
	if m.MayStop(req.Act) {
		out.Stop = &chat.ViewButton{
			Label: req.Say.Phrase("button.stop", nil),
			Press: command.Data(button.ActStop, m.ID),
		}
	}
	// Where several people play, the items of these lines list them. The view has a table of them already.
	isOfSeveral := m.Mode.Shared && !m.Mode.Pair
	if isOfSeveral || m.Mode.BestOnly {
		isItem := func(l chat.Line) bool { return len(l) > 0 && l[0].Style == chat.Item }
		out.Lines = slices.DeleteFunc(out.Lines, isItem)
	}
	return out
}

// Value works out a calculation that the person has not sent yet. ok is false if there is no round, or if
// the answer to the round is no calculation.
func (x Views) Value(req *Request) (out chat.Value, ok bool, err error) {
	r, refusal, err := x.Meant(req, x.pointer(req))
	if err != nil {
		return out, false, err
	}
	if refusal != nil || r.Game.Rules().Board.Operators == "" {
		return out, false, nil
	}
	verdict := r.Puzzle.Judge(req.Input.Text)
	out.Value = verdict.Value
	if verdict.Value == "" && verdict.Fault != nil {
		out.Fault = req.Say.Why(r.Game.Name(), req.Input.Text, verdict.Fault)
	}
	if verdict.Outcome != engine.Invalid {
		out.Measure = verdict.Measure
	}
	return out, true, nil
}

// Preview tells what a link is about: a puzzle or, if id is empty, a day. ok is false if there is
// no such puzzle or day.
func (x Views) Preview(v say.Voice, id string, day int) (p chat.Preview, ok bool) {
	if id == "" {
		ofDay := x.Features.Day()
		if ofDay == nil {
			return p, false
		}
		return ofDay.Preview(v, day)
	}
	name, desc, _ := strings.Cut(id, ":")
	g := x.Play.Game(name)
	if g == nil {
		return p, false
	}
	puzzle, err := g.Parse(desc)
	if err != nil {
		return p, false
	}
	r := round.Round{Game: g, Puzzle: puzzle}
	return chat.Preview{
		Title:   v.GameName(g) + " · " + v.Form(r),
		About:   say.Plain(v.Rule(g, puzzle.Face().Tiles[0])),
		Open:    button.Pose(puzzle),
		Picture: x.Pictures.Puzzle(v, r),
	}, true
}
