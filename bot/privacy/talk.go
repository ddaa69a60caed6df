package privacy

import (
	"encoding/json"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// The names of the commands.
const (
	namePrivacy = "privacy"
	nameExport  = "export"
)

// argForget is the argument with which a person asks to be forgotten.
const argForget = "forget"

// actForget is the act of the button that forgets a person. Its argument is the player's ID.
const actForget = "erase"

// privacy has the handlers.
type privacy struct {
	feature.Kernel
	// exporting holds a value while a file is made. It has room for one, so one file is made at a time.
	exporting chan struct{}
	// loading has the people who are loading a file on the page.
	loading *loading
}

// command explains what is stored, or asks a person to confirm that they want to be forgotten.
func (p privacy) command(req *feature.Request) (feature.Plan, error) {
	if req.Args[argForget] == "" {
		return func(tx *storage.Tx) (feature.Result, error) {
			reply, err := p.explain(req, tx)
			return feature.Result{Reply: reply}, err
		}, nil
	}
	// A new person has no ID before the transaction, so the button is made in it.
	return func(*storage.Tx) (feature.Result, error) {
		erase := button.New(req.Say, "forget", command.Data(actForget, req.Act.Person.ID))
		return feature.Result{Reply: chat.Reply{
			Audience: chat.Asker,
			Text:     []chat.Line{req.Say.Line("privacy.sure", nil)},
			Buttons:  [][]chat.Button{{erase}},
		}}, nil
	}, nil
}

// explain says what is stored, what each feature adds to that, and how a person is forgotten.
func (p privacy) explain(req *feature.Request, tx *storage.Tx) (chat.Reply, error) {
	text := []chat.Line{req.Say.Line("privacy.what", nil)}
	for _, f := range p.Features() {
		if f.Privacy == nil {
			continue
		}
		line, err := f.Privacy(req.Say, tx, req.Act)
		if err != nil {
			return chat.Reply{}, err
		}
		if line != nil {
			text = append(text, line)
		}
	}
	text = append(text, req.Say.Line("privacy.how", nil))
	reply := chat.Reply{Audience: chat.Asker, Text: text}
	if !req.OnPage() {
		reply.Buttons = [][]chat.Button{
			{button.New(req.Say, "export", command.Data(button.ActCommand, nameExport))},
			{button.New(req.Say, "forget", command.Data(button.ActCommand, namePrivacy, argForget))},
		}
	}
	return reply, nil
}

// forget forgets a person. Only the person who was asked may press the button.
func (p privacy) forget(req *feature.Request) (feature.Plan, error) {
	id := req.Button.Number(0)
	if id == 0 || id != req.Act.Person.ID {
		usage := command.Usage(namePrivacy, argForget, req.Say.Phrase("choice.forget", nil))
		return feature.Respond(req.Say.Refuse("not-yours", say.With{"command": usage})), nil
	}
	live, err := p.Play.ReadLive(req.Ctx, id, req.Act.At)
	if err != nil {
		return nil, err
	}
	req.Act.Live = live
	search, err := p.searchName(req)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		players, err := tx.PersonPlayers(req.Act.Person.ID)
		if err != nil {
			return feature.Result{}, err
		}
		if err := p.Play.Forget(tx, req.Act); err != nil {
			return feature.Result{}, err
		}
		// From here on no row may name them, not even the row of this reply.
		req.Act.Person = storage.Player{}
		for _, player := range players {
			if err := removeName(req, tx, player, search); err != nil {
				return feature.Result{}, err
			}
		}
		return feature.Result{Reply: chat.Reply{
			Tone:     chat.Good,
			Audience: chat.Asker,
			Text:     []chat.Line{req.Say.Line("privacy.forgotten", nil)},
			Edit:     true,
			// The browser forgets them, too.
			Forgotten: true,
		}}, nil
	}, nil
}

// A nameSearch is the result of searchName.
type nameSearch struct {
	// messages has their IDs by the player whom they name.
	messages map[int64][]int64
	// last is the ID of the last delivery that was searched.
	last int64
}

// maxUncommitted is how many deliveries with an ID below nameSearch.last a search may not have seen. On a database
// server a transaction gets its IDs before it is committed, and others with later IDs may be committed first. On a
// file one transaction at a time writes, so there are none. At 500 requests a second it takes 20 seconds to store
// this many deliveries, and no transaction stays open that long.
const maxUncommitted = 10_000

// searchName finds the messages that name a person and wait for delivery. It reads all that wait, which takes time,
// so it is done before the transaction that forgets the person.
func (p privacy) searchName(req *feature.Request) (nameSearch, error) {
	found := nameSearch{messages: map[int64][]int64{}}
	err := p.Store.Read(req.Ctx, func(tx *storage.Tx) error {
		last, err := tx.LastOutgoing()
		if err != nil {
			return err
		}
		found.last = last
		players, err := tx.PersonPlayers(req.Act.Person.ID)
		if err != nil {
			return err
		}
		for _, player := range players {
			waiting, err := tx.Waiting(quoted(player))
			if err != nil {
				return err
			}
			found.messages[player.ID] = []int64{}
			for _, o := range waiting {
				found.messages[player.ID] = append(found.messages[player.ID], o.ID)
			}
		}
		return nil
	})
	return found, err
}

// quoted returns how the body of a message names a player.
func quoted(player storage.Player) string {
	// A string can always be encoded.
	text, _ := json.Marshal(player.Key)
	return string(text)
}

// waitingOf returns the messages that name a player and still wait: those that the search has found, and those that
// came later.
func (s nameSearch) waitingOf(tx *storage.Tx, player storage.Player) ([]storage.Outgoing, error) {
	ids, wasSearched := s.messages[player.ID]
	if !wasSearched {
		// The player was linked a moment ago, and was not searched for.
		return tx.Waiting(quoted(player))
	}
	// All deliveries after this one are searched again.
	after := s.last
	if !tx.IsAlone() {
		after -= maxUncommitted
	}
	waiting, err := tx.WaitingAfter(quoted(player), after)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if id > after {
			continue
		}
		o, isWaiting, err := storage.Found(tx.Outgoing(id))
		if err != nil {
			return nil, err
		}
		if isWaiting {
			waiting = append(waiting, o)
		}
	}
	return waiting, nil
}

// removeName removes a player's name from messages that wait for delivery. Replies that name the player are dropped,
// even if they are for somebody else: see replace.
func removeName(req *feature.Request, tx *storage.Tx, player storage.Player, search nameSearch) error {
	waiting, err := search.waitingOf(tx, player)
	if err != nil {
		return err
	}
	for _, o := range waiting {
		// The same key means somebody else on another network.
		if o.Network != player.Network {
			continue
		}
		var reply chat.Reply
		if err := json.Unmarshal(o.Body, &reply); err != nil {
			return err
		}
		if !reply.Unname(player.Key, req.Say.Mention("", "")) {
			continue
		}
		if err := replace(req, tx, o, reply); err != nil {
			return err
		}
		req.Edited = append(req.Edited, o.ID)
	}
	return nil
}

// replace replaces the body of a message that waits for delivery by reply, which is without the name. If the message
// is itself a reply, it is dropped instead: its row also has the event that it answers, and the event may name the
// person in a form that only the network's front end can read.
func replace(req *feature.Request, tx *storage.Tx, o storage.Outgoing, reply chat.Reply) error {
	if o.IsReply() {
		_, err := tx.Done(o, storage.Failed, "", "", req.Act.At).List()
		return err
	}
	body, err := json.Marshal(reply)
	if err != nil {
		return err
	}
	return tx.PutBody(o.ID, body)
}
