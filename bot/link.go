package bot

import (
	"errors"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// linkCommand gives a code to be sent on another network or, where it is sent, makes
// the two one person. Where others would read the code, nothing is done.
func (t *turn) linkCommand(a command.Values) (talk.Plan, error) {
	code := strings.TrimSpace(a["code"])
	switch {
	case !t.Act.Ephemeral:
		here := t.Say.Refuse("link.private", say.With{"command": say.Slash("link")})
		return talk.Respond(chat.Reply{Audience: chat.Secret, Text: here.Text, Otherwise: &here}), nil
	case code == "":
		return t.giveLinkCode, nil
	}
	return func(tx *storage.Tx) (talk.Result, error) { return t.link(tx, code) }, nil
}

func (t *turn) giveLinkCode(tx *storage.Tx) (talk.Result, error) {
	all, err := tx.Kin(t.Act.Person.ID)
	if err != nil {
		return talk.Result{}, err
	}
	code, err := t.bot.play.LinkCode(tx, t.Act)
	if err != nil {
		return talk.Result{}, err
	}
	r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{
		t.Say.Line("link.code", say.With{"command": say.Code("/link " + code), "time": t.Say.Duration(play.LinkFor)}),
		t.Say.Line("link.what", nil),
	}}
	if len(all) > 1 {
		r.Text = append(r.Text, t.Say.Line("link.now", say.With{"players": t.Say.List(t.kinNames(all)), "command": say.Slash("unlink")}))
	}
	return talk.Result{Reply: r}, nil
}

// link links the person with whose code it is.
func (t *turn) link(tx *storage.Tx, code string) (talk.Result, error) {
	if !t.bot.limits.Guess(t.Key(), t.bot.now()) {
		return talk.Result{Reply: t.Say.Refuse("too-fast", nil)}, nil
	}
	all, err := t.bot.play.Link(tx, t.Act, code)
	refusal := map[error]string{play.ErrNoCode: "link.no-code", play.ErrOwnCode: "link.own-code", play.ErrSameNetwork: "link.same-network"}
	for is, key := range refusal {
		if errors.Is(err, is) {
			return talk.Result{Reply: t.Say.Refuse(key, say.With{"command": say.Slash("link"), "unlink": say.Slash("unlink")})}, nil
		}
	}
	if err != nil {
		return talk.Result{}, err
	}
	return talk.Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Secret, Text: []chat.Line{
		t.Say.Line("link.done", say.With{"players": t.Say.List(t.kinNames(all)), "command": say.Slash("unlink")}),
	}}}, nil
}

// kinNames are the players that somebody is, each with its network.
func (t *turn) kinNames(all []storage.Player) (out []chat.Span) {
	for _, p := range all {
		out = append(out, chat.Span{Text: t.Say.Phrase("link.player", say.With{"player": chat.OneLine(p.Name), "network": networkName(p.Network)})})
	}
	return out
}

// networkName is a network's own word with a capital.
func networkName(network string) string { return strings.ToUpper(network[:1]) + network[1:] }

// unlinkCommand asks whether a person wants to part what they are here from the rest.
func (t *turn) unlinkCommand(command.Values) (talk.Plan, error) {
	return func(tx *storage.Tx) (talk.Result, error) {
		all, err := tx.Kin(t.Act.Person.ID)
		if err != nil {
			return talk.Result{}, err
		}
		if len(all) < 2 {
			return talk.Result{Reply: t.Say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return talk.Result{Reply: chat.Reply{
			Audience: chat.Asker, Text: []chat.Line{t.Say.Line("link.sure", say.With{"players": t.Say.List(t.kinNames(all))})},
			Buttons: [][]chat.Button{{{Label: t.Say.Phrase("button.unlink", nil), Data: command.Data(talk.ActUnlink, t.Act.Person.ID), Style: chat.Danger}}},
		}}, nil
	}, nil
}

// unlinkButton parts the person who was asked, and nobody else who presses.
func (t *turn) unlinkButton(p command.Press) (talk.Plan, error) {
	if p.Number(0) == 0 || p.Number(0) != t.Act.Person.ID {
		return talk.Respond(t.Say.Refuse("privacy.not-yours", say.With{"command": say.Slash("unlink")})), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		left, err := t.bot.play.Unlink(tx, t.Act)
		if err != nil {
			return talk.Result{}, err
		}
		if len(left) == 0 {
			return talk.Result{Reply: t.Say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return talk.Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Asker, Edit: true, Text: []chat.Line{
			t.Say.Line("link.parted", say.With{"players": t.Say.List(t.kinNames(left)), "command": say.Slash("link")}),
		}}}, nil
	}, nil
}
