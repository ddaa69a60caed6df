package talk

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// Matches begin and end matches.
type Matches struct{ Deals }

// Command is the handler of the command that begins a match of mode.Open, or stops the match
// that goes on here.
func (x Matches) Command(kind string) Handler {
	return func(req *Request) (Plan, error) {
		a := req.Args
		if a[feature.ArgStop] != "" {
			return x.Stop(req)
		}
		count := 0
		if text := a[feature.ArgCount]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 || n > mode.MaxRace {
				return feature.Respond(req.Say.Refuse(kind+".count", say.With{"value": say.Code(chat.Clip(text, 40)), "most": mode.MaxRace})), nil
			}
			count = n
		}
		g, level := x.game(req, kind, a["game"], a["level"]), a["level"]
		if own := LevelOption(g); level != "" && !slices.Contains(own.Choices, level) {
			return feature.Respond(feature.BadChoice(req, kind, own, LevelOption(x.Play.Games...).Label(req.Say.Printer, level))), nil
		}
		n, option := WishOf(g, command.Values{"level": level})
		return x.open(req, kind, g, n, option, count), nil
	}
}

// game is the game of a match: the one that was asked for, or else the first of the place that has
// such matches and puzzles of the level, if there is one.
func (x Matches) game(req *Request, kind, name, level string) engine.Game {
	if g := x.Play.Game(name); g != nil {
		return g
	}
	all := slices.DeleteFunc(slices.Clone(x.Settings.Games(req.Act.Community)), func(g engine.Game) bool { return modeOf(kind, g).Name == "" })
	if len(all) == 0 {
		return x.Settings.Games(req.Act.Community)[0]
	}
	return all[max(0, slices.IndexFunc(all, func(g engine.Game) bool { return slices.Contains(LevelOption(g).Choices, level) }))]
}

// modeOf is the mode of a match that a person begins in their own chat.
func modeOf(kind string, g engine.Game) mode.Mode {
	return mode.Of(kind, mode.Private, g.Rules().Measure != "")
}

// refuseMatch says why a person begins no match of a game here; nil if they may.
func (x Matches) refuseMatch(req *Request, kind string, g engine.Game) Plan {
	m := modeOf(kind, g)
	switch private := req.Act.Community.Private; {
	case m.Name == "":
		return feature.Respond(req.Say.Refuse(kind+".game", say.With{"game": req.Say.GameName(g)}))
	case private && m.Shared:
		reply := req.Say.Refuse(kind+".people", nil)
		reply.Buttons = command.Rows(button.Ghost(req.Say, g, 0, engine.AnyLevel))
		return feature.Respond(reply)
	case !private && m.Ghost:
		reply := req.Say.Refuse(kind+".private", say.With{"command": say.Slash(kind)})
		if !req.Act.Ephemeral { // else a button would lead here again
			reply.Buttons = command.Rows(button.Ghost(req.Say, g, 0, engine.AnyLevel))
		}
		return feature.Respond(reply)
	}
	return x.refuseDeal(req, g)
}

func (x Matches) open(req *Request, kind string, g engine.Game, level engine.Level, option string, count int) Plan {
	if refusal := x.refuseMatch(req, kind, g); refusal != nil {
		return refusal
	}
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Open(tx, req.Act, kind, g, level, option, count)
		if err != nil {
			return refuse(req, err)
		}
		return Result{Reply: x.Announce.Board(req.Aloud, m), Match: m.ID}, nil
	}
}

// Results are what each person did of each puzzle of the latest matches here. ok is false for
// anybody but an administrator of a place that people share.
func (x Matches) Results(req *Request) (t chat.Table, ok bool, err error) {
	if !req.Act.Admin || req.Act.Community.Private {
		return t, false, nil
	}
	all, err := x.Play.Results(req.Ctx, req.Act)
	for _, column := range []string{"match", "number", "puzzle", "name", "right", "answer", "seconds"} {
		t.Head = append(t.Head, req.Say.Phrase("results."+column, nil))
	}
	for _, s := range all {
		right, took := req.Say.Phrase("results.no", nil), ""
		if s.IsRight {
			right = req.Say.Phrase("results.yes", nil)
		}
		if s.Answer.ID != 0 {
			took = strconv.FormatFloat(s.Took.Seconds(), 'f', 1, 64)
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(s.Match), strconv.Itoa(s.Bout), s.Puzzle, req.Say.Mention(s.Person.Name, s.Person.Key).Text, right, s.Answer.Text, took,
		})
	}
	return t, true, err
}

// Stop ends the match of the button or, where none was pressed, the one that goes on here.
// Among others the command may be for another bot: where there is no match, it is not taken.
func (x Matches) Stop(req *Request) (Plan, error) {
	id := req.Button.Number(0)
	row, due, err := x.Play.Running(req.Ctx, req.Act)
	switch onlyStop := req.Button.Act == "" && req.Args[feature.ArgStop] == ""; {
	case onlyStop && errors.Is(err, storage.ErrNotFound) && !req.Act.Community.Private:
		return feature.Respond(feature.Silent), nil
	case errors.Is(err, storage.ErrNotFound), err == nil && id != 0 && id != row.ID:
		return feature.Respond(req.Say.Refuse("match.none", nil)), nil
	case err != nil:
		return nil, err
	}
	return func(tx *storage.Tx) (Result, error) {
		m, e, err := x.Play.Stop(tx, req.Act, row.ID, due)
		if errors.Is(err, play.ErrNotYours) {
			return Result{Reply: req.Say.Refuse("match.not-yours.stop", nil)}, nil
		}
		if err != nil {
			return refuse(req, err)
		}
		reply, err := x.Announce.Stopped(tx, req.Act, req.Aloud, m, e)
		return Result{Reply: reply}, err
	}, nil
}

// RematchButton begins a match like one that is over.
func (x Matches) RematchButton(req *Request) (Plan, error) {
	m, ok, err := storage.Found(look(req, x.Store, func(tx *storage.Tx) (play.Match, error) { return x.Play.Match(tx, req.Button.Number(0)) }))
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return feature.Respond(req.OldButton()), nil
	case m.CommunityID != req.Act.Community.ID:
		return feature.Respond(req.Say.Refuse("other-chat", nil)), nil
	case !m.Mode.Pair, m.Mode.Ghost:
		return x.open(req, m.Kind, m.Game, m.Level(), m.Option(), m.Length), nil
	}
	for i, tally := range m.Table {
		if other := m.Table[1-i].Player; tally.Player.ID == req.Act.Person.ID && other.Key != "" {
			return x.challenge(req, play.Rival{Key: other.Key}, req.Say.Mention(other.Name, other.Key), m.Game, m.Level()), nil
		}
	}
	return feature.Respond(req.Say.Refuse("match.not-yours", nil)), nil
}

// GhostButton begins a match against recordings.
func (x Matches) GhostButton(req *Request) (Plan, error) {
	p := req.Button
	count, level := p.Number(0), engine.Level(p.Number(2))
	if count < 0 || count > mode.MaxRace || level < engine.AnyLevel || level > engine.MaxLevel {
		return feature.Respond(req.OldButton()), nil
	}
	return x.open(req, mode.Ghost, x.game(req, mode.Ghost, p.Text(1), ""), level, "", int(count)), nil
}

// DuelCommand challenges a person. Where nobody is named, the rival is a recording.
func (x Matches) DuelCommand(req *Request) (Plan, error) {
	a, whom := req.Args, req.Input.Whom
	if whom == (chat.Person{}) && req.Act.Community.Private && a[feature.ArgPerson] == "" {
		return x.open(req, mode.Ghost, x.game(req, mode.Ghost, a["game"], ""), LevelOf(a["level"]), "", 0), nil
	}
	if whom == (chat.Person{}) && !req.Act.Community.Private {
		example := req.Say.Phrase("example."+feature.ArgPerson, nil)
		reply := req.Say.Refuse("missing-argument."+feature.ArgPerson, say.With{"command": command.Usage("duel", feature.ArgPerson, example)})
		reply.Buttons = command.Rows(button.Ghost(req.Say, x.game(req, mode.Ghost, a["game"], ""), 0, LevelOf(a["level"])))
		return feature.Respond(reply), nil
	}
	if whom.Bot && !req.Act.Community.Private {
		return feature.Respond(req.Say.Refuse("duel.bot", nil)), nil
	}
	name := say.Strong(chat.OneLine(cmp.Or(whom.Name, whom.Handle)))
	if whom.ID != "" {
		name = req.Say.Mention(whom.Name, whom.ID)
	}
	g := cmp.Or(x.Play.Game(a["game"]), x.Settings.Games(req.Act.Community)[0])
	return x.challenge(req, play.Rival{Key: whom.ID, Handle: whom.Handle}, name, g, LevelOf(a["level"])), nil
}

func (x Matches) challenge(req *Request, who play.Rival, name chat.Span, g engine.Game, level engine.Level) Plan {
	if refusal := x.refuseMatch(req, mode.Duel, g); refusal != nil {
		return refusal
	}
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Challenge(tx, req.Act, who, g, level)
		if err != nil {
			return refuse(req, err)
		}
		reply := chat.Reply{Text: req.Aloud.Challenge(m, req.Me(), name), Buttons: [][]chat.Button{{
			button.New(req.Aloud, "accept", command.Data(button.ActAccept, m.ID)), button.New(req.Aloud, "decline", command.Data(button.ActDecline, m.ID)),
		}}}
		return Result{Reply: reply, Match: m.ID}, nil
	}
}

// AcceptButton takes a challenge up: its message becomes the duel's.
func (x Matches) AcceptButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Accept(tx, req.Act, req.Button.Number(0))
		if err != nil {
			return refuse(req, err)
		}
		reply := x.Announce.Board(req.Aloud, m)
		reply.Edit = true
		if id := req.Input.Source.ID; id != "" {
			err = tx.SetMatchMessage(m.ID, m.Message, id)
		}
		return Result{Reply: reply}, err
	}, nil
}

// DeclineButton turns a challenge down, or takes it back.
func (x Matches) DeclineButton(req *Request) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		m, err := x.Play.Decline(tx, req.Act, req.Button.Number(0))
		if err != nil {
			return refuse(req, err)
		}
		return Result{Reply: chat.Reply{Edit: true, Text: req.Aloud.Settled(m, req.Me()), Buttons: command.Rows(button.Ghost(req.Aloud, m.Game, 0, m.Level()))}}, nil
	}, nil
}
