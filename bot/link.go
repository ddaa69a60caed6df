package bot

import (
	"errors"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// linkCommand gives a code to be sent on another network or, where it is sent, makes
// the two one person. Where others would read the code, nothing is done.
func (t *turn) linkCommand(a arguments) (effect, error) {
	code := strings.TrimSpace(a["code"])
	switch {
	case !t.act.Ephemeral:
		here := t.say.Refuse("link.private", say.With{"command": say.Slash("link")})
		return respond(chat.Reply{Audience: chat.Secret, Text: here.Text, Otherwise: &here}), nil
	case code == "":
		return t.giveLinkCode, nil
	}
	return func(tx *storage.Tx) (response, error) { return t.link(tx, code) }, nil
}

func (t *turn) giveLinkCode(tx *storage.Tx) (response, error) {
	all, err := tx.Kin(t.act.Person.ID)
	if err != nil {
		return response{}, err
	}
	code, err := t.bot.play.LinkCode(tx, t.act)
	if err != nil {
		return response{}, err
	}
	r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{
		t.say.Line("link.code", say.With{"command": say.Code("/link " + code), "time": t.say.Duration(play.LinkFor)}),
		t.say.Line("link.what", nil),
	}}
	if len(all) > 1 {
		r.Text = append(r.Text, t.say.Line("link.now", say.With{"players": t.say.List(t.kinNames(all)), "command": say.Slash("unlink")}))
	}
	return response{Reply: r}, nil
}

// link links the person with whose code it is.
func (t *turn) link(tx *storage.Tx, code string) (response, error) {
	if !t.bot.allowed.guess(t.who(), t.bot.now()) {
		return response{Reply: t.say.Refuse("too-fast", nil)}, nil
	}
	all, err := t.bot.play.Link(tx, t.act, code)
	refusal := map[error]string{play.ErrNoCode: "link.no-code", play.ErrOwnCode: "link.own-code", play.ErrSameNetwork: "link.same-network"}
	for is, key := range refusal {
		if errors.Is(err, is) {
			return response{Reply: t.say.Refuse(key, say.With{"command": say.Slash("link"), "unlink": say.Slash("unlink")})}, nil
		}
	}
	if err != nil {
		return response{}, err
	}
	return response{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Secret, Text: []chat.Line{
		t.say.Line("link.done", say.With{"players": t.say.List(t.kinNames(all)), "command": say.Slash("unlink")}),
	}}}, nil
}

// kinNames are the players that somebody is, each with its network.
func (t *turn) kinNames(all []storage.Player) (out []chat.Span) {
	for _, p := range all {
		out = append(out, chat.Span{Text: t.say.Phrase("link.player", say.With{"player": chat.OneLine(p.Name), "network": networkName(p.Network)})})
	}
	return out
}

// networkName is a network's own word with a capital.
func networkName(network string) string { return strings.ToUpper(network[:1]) + network[1:] }

// unlinkCommand asks whether a person wants to part what they are here from the rest.
func (t *turn) unlinkCommand(arguments) (effect, error) {
	return func(tx *storage.Tx) (response, error) {
		all, err := tx.Kin(t.act.Person.ID)
		if err != nil {
			return response{}, err
		}
		if len(all) < 2 {
			return response{Reply: t.say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return response{Reply: chat.Reply{
			Audience: chat.Asker, Text: []chat.Line{t.say.Line("link.sure", say.With{"players": t.say.List(t.kinNames(all))})},
			Buttons: [][]chat.Button{{{Label: t.say.Phrase("button.unlink", nil), Data: dataOf(actUnlink, t.act.Person.ID), Style: chat.Danger}}},
		}}, nil
	}, nil
}

// unlinkButton parts the person who was asked, and nobody else who presses.
func (t *turn) unlinkButton(p press) (effect, error) {
	if p.number(0) == 0 || p.number(0) != t.act.Person.ID {
		return respond(t.say.Refuse("privacy.not-yours", say.With{"command": say.Slash("unlink")})), nil
	}
	return func(tx *storage.Tx) (response, error) {
		left, err := t.bot.play.Unlink(tx, t.act)
		if err != nil {
			return response{}, err
		}
		if len(left) == 0 {
			return response{Reply: t.say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return response{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Asker, Edit: true, Text: []chat.Line{
			t.say.Line("link.parted", say.With{"players": t.say.List(t.kinNames(left)), "command": say.Slash("link")}),
		}}}, nil
	}, nil
}
