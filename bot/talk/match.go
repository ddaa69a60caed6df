package talk

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// Matches has the handlers that begin and end matches.
type Matches struct {
	Deals
	// DuelAlone is the handler for a person who asks for a duel in their private chat, and names no rival.
	// If it is nil, they are refused.
	DuelAlone Handler
}

// Command returns the handler of the command that begins a match of a kind, or stops the match
// that goes on here.
func (x Matches) Command(name string) Handler {
	return func(req *Request) (Plan, error) {
		a := req.Args
		if a[feature.ArgStop] != "" {
			return x.Stop(req)
		}
		kind := x.Play.ChosenKind(name, a["game"])
		count, refusal := x.readCount(req, kind, a[feature.ArgCount])
		if refusal != nil {
			return refusal, nil
		}
		puzzleKind := a["kind"]
		g := x.Game(req, kind, a["game"], puzzleKind)
		if puzzleKind != "" && !slices.Contains(g.Rules().Choices, puzzleKind) {
			typed := req.Say.Phrase("choice.kind."+puzzleKind, nil)
			return feature.Respond(feature.BadChoice(req, kind, wishOption(g), typed)), nil
		}
		level, option := WishOf(g, command.Values{"level": a["level"], "kind": puzzleKind})
		return x.BeginMatch(req, kind, g, level, option, count), nil
	}
}

// readCount reads how many puzzles a match of a kind is to have; 0 if the text says nothing. If no such match has
// that many, it returns the refusal.
func (x Matches) readCount(req *Request, kind, text string) (count int, refusal Plan) {
	lengths := x.Play.Lengths(kind)
	count, isCount := countOf(text, lengths)
	// Nobody may say how many puzzles a plain duel has.
	isCountOfDuel := kind == mode.Duel && text != ""
	if isCount && !isCountOfDuel {
		return count, nil
	}
	var numbers []chat.Span
	for _, n := range lengths {
		numbers = append(numbers, chat.Span{Text: strconv.Itoa(n)})
	}
	return 0, feature.Respond(req.Say.Refuse(kind+".count", say.With{
		"value":   say.Code(chat.Clip(text, 40)),
		"most":    mode.MaxRace,
		"numbers": say.List(req.Say, "list.or", numbers),
	}))
}

// countOf reads how many puzzles a match is to have; 0 if the text is empty. lengths are the numbers that it may have;
// nil: any number up to the most that a race may have. ok is false if the text says no number that it may have.
func countOf(text string, lengths []int) (count int, ok bool) {
	if text == "" {
		return 0, true
	}
	count, err := strconv.Atoi(text)
	if err != nil {
		return 0, false
	}
	if lengths != nil {
		return count, slices.Contains(lengths, count)
	}
	return count, count >= 1 && count <= mode.MaxRace
}

// countBeside returns a number that a person has typed beside the name of a rival, such as the 7 of "@bob 7"; empty if
// there is none. A number may also be a part of the rival's name. If the person has picked the rival from a list, the
// text is the rival's ID.
func countBeside(text string, rival chat.Person) string {
	if text == rival.ID {
		return ""
	}
	words := strings.Fields(strings.Replace(text, rival.Name, "", 1))
	isNumber := func(word string) bool { return strings.Trim(word, "0123456789") == "" }
	i := slices.IndexFunc(words, isNumber)
	if i < 0 {
		return ""
	}
	return words[i]
}

// Game returns the game of a match of a kind: the one with the name that was asked for. If none was asked for, it
// is the first game of the place that has such matches and the kind of puzzles asked for, or else the first that
// has such matches. If the puzzles of a match are of several games, it is the first of those.
func (x Matches) Game(req *Request, kind, name, puzzleKind string) engine.Game {
	if lengths := x.Play.Lengths(kind); lengths != nil {
		first := x.Play.Program(kind, lengths[0])[0]
		return x.Play.Game(first.Game)
	}
	named := x.Play.Game(name)
	if named != nil {
		return named
	}
	here := x.Settings.Games(req.Act.Community)
	var first engine.Game
	for _, g := range here {
		if x.Play.Mode(kind, mode.Private, g).Name == "" {
			continue
		}
		if slices.Contains(g.Rules().Choices, puzzleKind) {
			return g
		}
		if first == nil {
			first = g
		}
	}
	if first == nil {
		return here[0]
	}
	return first
}

// refuseMatch says why a person may not begin a match of a game here; nil if they may.
func (x Matches) refuseMatch(req *Request, kind string, g engine.Game) Plan {
	// If even the mode for a private chat is Shared, the match needs two people.
	m := x.Play.Mode(kind, mode.Private, g)
	isPrivate := req.Act.Community.Private
	if m.Name == "" {
		return feature.Respond(req.Say.Refuse(kind+".game", say.With{"game": req.Say.GameName(g)}))
	}
	if isPrivate && m.Shared {
		reply := req.Say.Refuse(kind+".people", nil)
		reply.Buttons = command.Rows(x.Solos.Buttons(req.Say, g, 0, engine.AnyLevel))
		return feature.Respond(reply)
	}
	if x.Play.Mode(kind, mode.Together, g).Opponent && !isPrivate {
		reply := req.Say.Refuse(kind+".private", say.With{"command": say.Word(kind)})
		// The buttons lead to where only the person reads. If only the person reads here, they would lead
		// to this reply again.
		if req.Act.OthersRead() {
			reply.Buttons = command.Rows(x.Solos.Buttons(req.Say, g, 0, engine.AnyLevel))
		}
		return feature.Respond(reply)
	}
	for _, length := range x.Play.Lengths(kind) {
		for _, part := range x.Play.Program(kind, length) {
			refusal := x.refuseDeal(req, x.Play.Game(part.Game))
			if refusal != nil {
				return refusal
			}
		}
	}
	return x.refuseDeal(req, g)
}

// OfGame begins a match of a kind, whose word a person has typed behind the name of a game. They may ask for a level or
// for a kind of puzzles, but not for their own numbers.
func (x Matches) OfGame(req *Request, kind string, g engine.Game) Plan {
	level, option := WishOf(g, req.Args)
	if option != "" && !slices.Contains(g.Rules().Choices, option) {
		return feature.Respond(req.Say.Refuse(kind+".own", nil))
	}
	return x.BeginMatch(req, kind, g, level, option, 0)
}

// BeginMatch begins a match. count is its number of puzzles; 0: the usual number for its kind.
func (x Matches) BeginMatch(
	req *Request, kind string, g engine.Game, level engine.Level, option string, count int,
) Plan {
	if refusal := x.refuseMatch(req, kind, g); refusal != nil {
		return refusal
	}
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.BeginMatch(tx, req.Act, kind, g, level, option, count)
		if err != nil {
			return x.refuse(req, err)
		}
		return Result{Reply: x.Tell.Board(req.Aloud, m), Match: m.ID}, nil
	}
}

// Results returns a table of what each person did in each puzzle of the latest matches here. ok is true
// only if the person administers a place that people share.
func (x Matches) Results(req *Request) (t chat.Table, ok bool, err error) {
	if !req.Act.Admin || req.Act.Community.Private {
		return t, false, nil
	}
	all, err := x.Play.Results(req.Ctx, req.Act)
	if err != nil {
		return t, false, err
	}
	for _, column := range []string{"match", "number", "puzzle", "name", "right", "answer", "seconds"} {
		t.Head = append(t.Head, req.Say.Phrase("results."+column, nil))
	}
	for _, s := range all {
		isRight := req.Say.Phrase("results.no", nil)
		if s.IsRight {
			isRight = req.Say.Phrase("results.yes", nil)
		}
		seconds := ""
		if s.Answer.ID != 0 {
			seconds = strconv.FormatFloat(s.Took.Seconds(), 'f', 1, 64)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(s.Match),
			strconv.Itoa(s.Bout),
			s.Puzzle,
			req.Say.Mention(s.Person.Name, s.Person.Key).Text,
			isRight,
			s.Answer.Text,
			seconds,
		})
	}
	return t, true, nil
}

// InsteadButton ends the match that the person plays alone, and deals the puzzle that they asked for.
func (x Matches) InsteadButton(req *Request) (Plan, error) {
	g, level, text := x.wishAfter(req)
	if g == nil || !req.Act.Community.Private {
		return feature.Respond(req.OldButton()), nil
	}
	deal, err := x.Deal(req, g, level, text, 0)
	if err != nil {
		return nil, err
	}
	return x.Instead(req, x.Tell, deal)
}

// Stop ends the match of the button or, if no button was pressed, the one that goes on here. The command
// /stop is known to many bots. So in a group, if no match goes on, the bot stays silent. In a private chat
// the person may want the bot to be silent.
func (x Matches) Stop(req *Request) (Plan, error) {
	row, due, err := x.Play.Running(req.Ctx, req.Act)
	isNone := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isNone {
		return nil, err
	}
	// A button or "/race stop" names a match, and "/stop" names none.
	namesNone := req.Button.Act == "" && req.Args[feature.ArgStop] == ""
	if isNone && namesNone {
		if !req.Act.Community.Private {
			return feature.Respond(feature.Silent), nil
		}
		return x.stopTalk(req), nil
	}
	id := req.Button.Number(0)
	isAnother := id != 0 && id != row.ID
	if isNone || isAnother {
		return feature.Respond(req.Say.Refuse("match.none", nil)), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		m, e, err := x.Play.Stop(tx, req.Act, row.ID, due)
		if errors.Is(err, round.ErrNotYours) {
			return Result{Reply: req.Say.Refuse(req.Say.Key("match.not-yours", row.Kind, "stop"), nil)}, nil
		}
		if err != nil {
			return x.refuse(req, err)
		}
		reply, err := x.Tell.AnnounceStop(tx, req.Act, req.Aloud, m, e)
		return Result{Reply: reply}, err
	}, nil
}

// stopTalk tells a person who says "stop" in private that nothing goes on there, and how to stop the daily
// messages. Then nobody talks to them until they play again.
func (x Matches) stopTalk(req *Request) Plan {
	return func(tx *storage.Tx) (Result, error) {
		c := req.Act.Community
		now := strconv.FormatInt(req.Act.At.Unix(), 10)
		if err := tx.SetSetting(c.ID, stoppedAt, now); err != nil {
			return Result{}, err
		}
		if !c.Daily || req.OnPage() {
			return Result{Reply: req.Say.Refuse("stop.none", nil)}, nil
		}
		reply := req.Say.Refuse("stop.none.daily", nil)
		off := button.New(req.Say, "off", command.Data(settings.ActSet, "daily", "off", settings.Brief))
		reply.Buttons = [][]chat.Button{{off}}
		return Result{Reply: reply}, nil
	}
}

// JoinButton adds the person to those who want to play a match. The match's message then names them.
func (x Matches) JoinButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Join(tx, req.Act, req.Button.Number(0))
		if err != nil {
			return x.refuse(req, err)
		}
		return x.showGathering(tx, req, m)
	}, nil
}

// BeginButton lets the first puzzle of a match come without waiting for more people.
func (x Matches) BeginButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Start(tx, req.Act, req.Button.Number(0))
		if errors.Is(err, round.ErrNotYours) {
			return Result{Reply: req.Say.Refuse("match.not-yours.begin", nil)}, nil
		}
		if err != nil {
			return x.refuse(req, err)
		}
		return x.showGathering(tx, req, m)
	}, nil
}

// showGathering shows in a match's own message who wants to play, and when the first puzzle comes.
func (x Matches) showGathering(tx *storage.Tx, req *Request, m round.Match) (Result, error) {
	if req.OnPage() {
		// On the page nobody presses that message.
		return Result{Reply: feature.Silent}, x.Tell.ShowGathering(tx, req.Act, m)
	}
	reply := x.Tell.Board(req.Aloud, m)
	reply.Edit = true
	return Result{Reply: reply}, nil
}

// ChooseButton chooses which kind of puzzle comes next in a match, for the person whose turn it is.
func (x Matches) ChooseButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Choose(tx, req.Act, req.Button.Number(0), int(req.Button.Number(1)), req.Button.Text(2))
		if errors.Is(err, round.ErrNotYours) {
			who := m.Chooser()
			return Result{Reply: req.Say.Refuse("match.choose.other", say.With{
				"player": req.Say.Mention(who.Name, who.Key),
			})}, nil
		}
		if err != nil {
			return x.refuse(req, err)
		}
		if req.OnPage() {
			// On the page nobody presses the message of the match.
			return Result{Reply: feature.Silent}, x.Tell.ShowChoice(tx, req.Act, m)
		}
		reply := x.Tell.Table(req.Aloud, m)
		if len(m.Bouts) == 0 {
			reply = x.Tell.Board(req.Aloud, m)
		}
		reply.Edit = true
		return Result{Reply: reply}, nil
	}, nil
}

// RematchButton begins a match like one that is over.
func (x Matches) RematchButton(req *Request) (Plan, error) {
	m, isFound, err := storage.Found(read(req, x.Store, func(tx *storage.Tx) (round.Match, error) {
		return x.Play.Match(tx, req.Button.Number(0))
	}))
	if err != nil {
		return nil, err
	}
	if !isFound {
		return feature.Respond(req.OldButton()), nil
	}
	if m.CommunityID != req.Act.Community.ID {
		return feature.Respond(req.Say.Refuse("other-chat", nil)), nil
	}
	if !isOfTwoPeople(m) {
		return x.BeginMatch(req, m.Kind, m.Game, m.Level(), m.Option(), m.Length), nil
	}
	other, isOneOfThem := otherOf(m, req.Act.Person.ID)
	if !isOneOfThem {
		return feature.Respond(req.Say.Refuse("match.not-yours", nil)), nil
	}
	name := req.Say.Mention(other.Name, other.Key)
	return x.challenge(req, m.Kind, round.Rival{Key: other.Key}, name, m.Game, m.Level(), m.Length), nil
}

// mayPlayAgain reports whether a person may begin a match like one that is over.
func mayPlayAgain(a round.Act, m round.Match) bool {
	if m.CommunityID != a.Community.ID {
		return false
	}
	_, isOneOfThem := otherOf(m, a.Person.ID)
	return isOneOfThem || !isOfTwoPeople(m)
}

// isOfTwoPeople reports whether a match is between two people who may challenge each other again.
func isOfTwoPeople(m round.Match) bool { return m.Mode.Pair && !m.Mode.Opponent }

// otherOf returns the opponent of a person in a match between two. ok is false if the person is not in the match,
// or if the opponent was forgotten.
func otherOf(m round.Match, playerID int64) (other storage.Player, ok bool) {
	if !isOfTwoPeople(m) {
		return other, false
	}
	for i, tally := range m.Table {
		other = m.Table[1-i].Player
		if tally.Player.ID == playerID && other.Key != "" {
			return other, true
		}
	}
	return storage.Player{}, false
}

// DuelCommand challenges a person.
func (x Matches) DuelCommand(req *Request) (Plan, error) {
	a := req.Args
	level := LevelOf(a["level"])
	whom := req.Input.Whom
	isUnknown := whom == chat.Person{}
	isPrivate := req.Act.Community.Private
	if isUnknown && !isPrivate {
		return feature.Respond(x.askForRival(req, a["game"], level)), nil
	}
	namesNobody := isUnknown && a[feature.ArgPerson] == ""
	if namesNobody && x.DuelAlone != nil {
		return x.DuelAlone(req)
	}
	if whom.Bot && !isPrivate {
		return feature.Respond(req.Say.Refuse("duel.bot", nil)), nil
	}
	name := say.Strong(chat.OneLine(cmp.Or(whom.Name, whom.Handle)))
	if whom.ID != "" {
		name = req.Say.Mention(whom.Name, whom.ID)
	}
	kind := x.Play.ChosenKind(mode.Duel, a["game"])
	text := cmp.Or(a[feature.ArgCount], countBeside(a[feature.ArgPerson], whom))
	count, refusal := x.readCount(req, kind, text)
	if refusal != nil {
		return refusal, nil
	}
	g := x.Game(req, kind, a["game"], "")
	rival := round.Rival{Key: whom.ID, Handle: whom.Handle}
	return x.challenge(req, kind, rival, name, g, level, count), nil
}

// askForRival refuses a duel for which nobody is named, and offers what can be played alone.
func (x Matches) askForRival(req *Request, game string, level engine.Level) chat.Reply {
	example := req.Say.Phrase("example."+feature.ArgPerson, nil)
	reply := req.Say.Refuse("missing-argument."+feature.ArgPerson, say.With{
		"command": command.Usage(mode.Duel, feature.ArgPerson, example),
	})
	reply.Buttons = command.Rows(x.soloButtons(req, game, level))
	return reply
}

// challenge challenges a rival to a match of a kind. name is how the message names the rival, and count its number of
// puzzles; 0: the usual number for its kind.
func (x Matches) challenge(
	req *Request, kind string, rival round.Rival, name chat.Span, g engine.Game, level engine.Level, count int,
) Plan {
	if refusal := x.refuseMatch(req, kind, g); refusal != nil {
		return refusal
	}
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Challenge(tx, req.Act, kind, rival, g, level, count)
		if err != nil {
			return x.refuse(req, err)
		}
		hasBegun := !m.BegunAt.IsZero()
		if hasBegun {
			// The rival had challenged this person before. That challenge's message becomes the message of
			// the duel.
			reply := chat.Reply{Text: []chat.Line{req.Aloud.Line("duel.crossed", say.With{"player": name})}}
			return Result{Reply: reply}, x.Tell.ShowAccepted(tx, req.Act, m)
		}
		reply := chat.Reply{Text: req.Aloud.Challenge(m, req.Me(), name), Buttons: [][]chat.Button{{
			button.New(req.Aloud, "accept", command.Data(button.ActAccept, m.ID)),
			button.New(req.Aloud, "decline", command.Data(button.ActDecline, m.ID)),
		}}}
		return Result{Reply: reply, Match: m.ID}, nil
	}
}

// AcceptButton accepts a challenge. The message of the challenge becomes the message of the duel.
func (x Matches) AcceptButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Accept(tx, req.Act, req.Button.Number(0))
		if err != nil {
			return x.refuse(req, err)
		}
		reply := x.Tell.Board(req.Aloud, m)
		reply.Edit = true
		id := req.Input.Source.ID
		if id != "" {
			err = round.SetMatchMessage(tx, m.ID, m.Message, id)
		}
		return Result{Reply: reply}, err
	}, nil
}

// DeclineButton declines a challenge or, if its author pressed the button, withdraws it.
func (x Matches) DeclineButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Decline(tx, req.Act, req.Button.Number(0))
		if err != nil {
			return x.refuse(req, err)
		}
		return Result{Reply: chat.Reply{
			Edit:    true,
			Text:    req.Aloud.ChallengeOver(m, req.Me()),
			Buttons: command.Rows(x.Solos.Buttons(req.Aloud, m.Game, 0, m.Level())),
		}}, nil
	}, nil
}
