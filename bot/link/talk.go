package link

import (
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// argCode is the argument of /link.
const argCode = "code"

// actUnlink is the act of the button that confirms /unlink. Its argument is the player's ID.
const actUnlink = "unlink"

// link has the handlers.
type link struct{ feature.Kernel }

// command gives the person a code to send on another network. If they send such a code, it links them. Where others
// read along it does neither.
func (l link) command(req *feature.Request) (feature.Plan, error) {
	if req.Act.OthersRead() {
		refused := req.Say.Refuse("link.private", say.With{"command": say.Word("link")})
		return feature.Respond(chat.Reply{Audience: chat.Secret, Text: refused.Text, Otherwise: &refused}), nil
	}
	typed := strings.TrimSpace(req.Args[argCode])
	if typed == "" {
		return l.giveCode(req), nil
	}
	// A request that is tried again was counted the first time.
	if !req.IsAgain {
		now := l.Now()
		wait := l.Limits.Wait(command.Guesses, req.Who, now, now)
		if wait > 0 {
			return feature.Respond(req.Say.Refuse("too-fast", say.With{"time": req.Say.Duration(wait)})), nil
		}
	}
	hash := l.hash(parse(typed))
	return l.redeem(req, hash), nil
}

// hash returns the hash that is stored instead of a code.
func (l link) hash(code string) string { return l.Play.Hash("link", code) }

// giveCode gives the person a code, and names the players who are linked with them.
func (l link) giveCode(req *feature.Request) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		players, err := tx.PersonPlayers(req.Act.Person.ID)
		if err != nil {
			return feature.Result{}, err
		}
		code := newCode()
		if err := addCode(tx, l.hash(code), req.Act.Person.ID, req.Act.At.Add(validFor)); err != nil {
			return feature.Result{}, err
		}
		usage := command.Usage("link", argCode, format(code))
		usage.Style = chat.Said
		text := []chat.Line{
			req.Say.Line("link.code", say.With{
				"command": usage,
				"time":    req.Say.Duration(validFor),
			}),
			req.Say.Line("link.what", nil),
		}
		if len(players) > 1 {
			text = append(text, lineOf(req.Say, "link.now", players, "unlink"))
		}
		reply := chat.Reply{Audience: chat.Secret, Text: text}
		if len(players) > 1 {
			reply.Buttons = unlinkButtons(req)
		}
		return feature.Result{Reply: reply}, nil
	}
}

// unlinkButtons returns the button that asks a person whether they want to be unlinked.
func unlinkButtons(req *feature.Request) [][]chat.Button {
	return [][]chat.Button{{{
		Label: req.Say.Phrase("button.unlink", nil),
		Data:  command.Data(button.ActCommand, "unlink"),
	}}}
}

// redeem links the person who sends a code with the person to whom it was given. hash is the hash of the code.
func (l link) redeem(req *feature.Request, hash string) feature.Plan {
	return func(tx *storage.Tx) (feature.Result, error) {
		owner, isValid, err := storage.Found(ownerOf(tx, hash, req.Act.At))
		if err != nil {
			return feature.Result{}, err
		}
		if !isValid {
			return refuse(req.Say, wrongCode), nil
		}
		// A person may not have two players on one network. The locks keep another transaction from linking
		// one of the two while this one checks that.
		if err := tx.LockPlayers(owner, req.Act.Person.ID); err != nil {
			return feature.Result{}, err
		}
		theirs, err := tx.PersonPlayers(owner)
		if err != nil {
			return feature.Result{}, err
		}
		mine, err := tx.PersonPlayers(req.Act.Person.ID)
		if err != nil {
			return feature.Result{}, err
		}
		if key := refusal(req.Act.Person.ID, owner, mine, theirs); key != "" {
			return refuse(req.Say, key), nil
		}
		// Another process may have used the code since it was found.
		_, isValid, err = storage.Found(useCode(tx, hash, req.Act.At))
		if err != nil {
			return feature.Result{}, err
		}
		if !isValid {
			return refuse(req.Say, wrongCode), nil
		}
		if err := l.Play.Link(tx, owner, req.Act.Person.ID, req.Act.At); err != nil {
			return feature.Result{}, err
		}
		if err := l.scheduleChats(tx, owner, req.Act.At); err != nil {
			return feature.Result{}, err
		}
		players, err := tx.PersonPlayers(owner)
		if err != nil {
			return feature.Result{}, err
		}
		return feature.Result{Reply: chat.Reply{
			Tone:     chat.Good,
			Audience: chat.Secret,
			Text:     []chat.Line{lineOf(req.Say, "link.done", players, "unlink")},
			Buttons:  unlinkButtons(req),
		}}, nil
	}
}

// scheduleChats sets the jobs of a person's private chats again. By the link one of their accounts may have got another
// day, and so another time for its reminder.
func (l link) scheduleChats(tx *storage.Tx, playerID int64, now time.Time) error {
	chats, err := tx.ChatsOf(playerID)
	if err != nil {
		return err
	}
	for _, c := range chats {
		if err := l.Features.Schedule(tx, c, now); err != nil {
			return err
		}
	}
	return nil
}

// askToUnlink asks the person to confirm that this account is unlinked from their others.
func (l link) askToUnlink(req *feature.Request) (feature.Plan, error) {
	return func(tx *storage.Tx) (feature.Result, error) {
		players, err := tx.PersonPlayers(req.Act.Person.ID)
		if err != nil {
			return feature.Result{}, err
		}
		if len(players) < 2 {
			return refuse(req.Say, "link.none"), nil
		}
		confirm := chat.Button{
			Label: req.Say.Phrase("button.unlink", nil),
			Data:  command.Data(actUnlink, req.Act.Person.ID),
			Style: chat.Danger,
		}
		return feature.Result{Reply: chat.Reply{
			Audience: chat.Asker,
			Text:     []chat.Line{lineOf(req.Say, "link.sure", players, "unlink")},
			Buttons:  [][]chat.Button{{confirm}},
		}}, nil
	}, nil
}

// unlink unlinks this account from the person's others. Only the person who was asked may do that.
func (l link) unlink(req *feature.Request) (feature.Plan, error) {
	id := req.Button.Number(0)
	if id == 0 || id != req.Act.Person.ID {
		return feature.Respond(req.Say.Refuse("not-yours", say.With{"command": say.Word("unlink")})), nil
	}
	live, err := l.Play.ReadLive(req.Ctx, id, req.Act.At)
	if err != nil {
		return nil, err
	}
	req.Act.Live = live
	return func(tx *storage.Tx) (feature.Result, error) {
		others, err := l.Play.Unlink(tx, req.Act)
		if err != nil {
			return feature.Result{}, err
		}
		if len(others) == 0 {
			return refuse(req.Say, "link.none"), nil
		}
		return feature.Result{Reply: chat.Reply{
			Tone:     chat.Good,
			Audience: chat.Asker,
			Text:     []chat.Line{lineOf(req.Say, "link.parted", others, "link")},
			Edit:     true,
		}}, nil
	}, nil
}
