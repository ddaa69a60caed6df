// Package feedback lets people write to the operator of the bot. A message goes to one chat, which the operator
// names, with the name of the person who sent it. The text is stored only until it is delivered.
package feedback

import (
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

const (
	name    = "feedback"
	argText = "text"
	// mostADay is how many messages a person may send within 24 hours.
	mostADay = 3
	day      = 24 * time.Hour
	// maxText is how long a message may be, in characters. A longer one is cut.
	maxText = 2000
)

type feedback struct {
	feature.Kernel
	// operator is the chat for messages, as Feature is given it; empty: there is none.
	operator string
}

// Feature returns the feature: the command /feedback. to is the chat to which messages go. It is a network and the key
// of a community there, perhaps with a channel: "telegram:-1001234" or "discord:GUILD/CHANNEL". If it is empty, people
// are told that nobody reads messages.
func Feature(k feature.Kernel, to string) feature.Feature {
	f := feedback{Kernel: k, operator: to}
	var help func(say.Voice) chat.Button
	if to != "" {
		help = helpButton
	}
	return feature.Feature{
		Name: name,
		Help: help,
		Commands: []command.Command[feature.Command]{{
			Name: name,
			Is:   command.Alone | command.Private | command.Firsthand,
			Help: feature.HelpData,
			In:   feature.Settings,
			Args: command.Arguments{{Name: argText, Required: true}},
			Do:   feature.Command{Run: f.command},
		}},
		Tables: []storage.Table{{
			Name:   "feedback",
			Key:    []string{"player_id", "at"},
			People: []string{"player_id"},
			Forget: storage.Delete,
			Export: map[string]string{"feedback": `SELECT at FROM feedback WHERE player_id = $1 ORDER BY at`},
			Old:    &storage.Old{Column: "at", KeptFor: day},
		}},
	}
}

// helpButton returns the button under /help with which a person writes to the operator.
func helpButton(v say.Voice) chat.Button {
	b := button.New(v, name, command.Data(button.ActCommand, name))
	b.Personal = true
	return b
}

// command sends what a person has written to the operator's chat.
func (f feedback) command(req *feature.Request) (feature.Plan, error) {
	text := strings.TrimSpace(req.Args[argText])
	return func(tx *storage.Tx) (feature.Result, error) {
		place, isThere, err := f.place(tx)
		if err != nil {
			return feature.Result{}, err
		}
		if !isThere {
			return feature.Result{Reply: req.Say.Refuse("feedback.none", nil)}, nil
		}
		sent, err := countSince(tx, req.Act.Person.ID, req.Act.At.Add(-day))
		if err != nil {
			return feature.Result{}, err
		}
		if sent >= mostADay {
			return feature.Result{Reply: req.Say.Refuse("feedback.often", say.With{"most": mostADay})}, nil
		}
		if err := add(tx, req.Act.Person.ID, req.Act.At); err != nil {
			return feature.Result{}, err
		}
		if err := f.Tell.Announce(tx, req.Act.At, f.message(req, place, text)); err != nil {
			return feature.Result{}, err
		}
		return feature.Result{Reply: chat.Reply{Text: []chat.Line{req.Say.Line("feedback.sent", nil)}}}, nil
	}, nil
}

// place returns the chat to which messages go. isThere is false if the operator has named none, or if the bot is
// not in it.
func (f feedback) place(tx *storage.Tx) (to tell.Place, isThere bool, err error) {
	network, rest, isNamed := strings.Cut(f.operator, ":")
	if !isNamed {
		return to, false, nil
	}
	key, channel, _ := strings.Cut(rest, "/")
	c, isKnown, err := storage.Found(tx.FindCommunity(network, key))
	if err != nil || !isKnown || !c.Active {
		return to, false, err
	}
	return tell.Place{Community: c, Channel: channel}, true, nil
}

// message returns the announcement that brings a person's text to the operator's chat.
func (f feedback) message(req *feature.Request, to tell.Place, text string) tell.Announcement {
	v := f.Speak(to.Community.Locale)
	// If the person is forgotten while the message waits, the key tells where their name stands in it. A message may have
	// keys of people on its own network only.
	key := ""
	if req.Act.Person.Network == to.Community.Network {
		key = req.Act.Person.Key
	}
	head := v.Line("feedback.from", say.With{
		"player":  v.Mention(req.Person.Name, key),
		"network": req.Act.Person.Network,
	})
	lines := []chat.Line{head}
	for line := range strings.Lines(chat.Clip(text, maxText)) {
		lines = append(lines, chat.Line{{Text: strings.TrimRight(line, "\r\n")}})
	}
	return tell.Announcement{
		Kind:  tell.Scheduled,
		To:    to,
		Key:   name + ":" + req.Act.Key,
		Facts: tell.Facts{Reply: chat.Reply{Text: lines}},
	}
}
