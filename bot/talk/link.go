package talk

import (
	"errors"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Links makes the players of one person on several networks one.
type Links struct {
	Play   *play.Play
	Limits *command.Limits
	Now    func() time.Time
}

// Command gives a code to be sent on another network, or takes such a code and links
// the two. Where others would read the code it does nothing.
func (l Links) Command(t *Turn, a command.Values) (Plan, error) {
	code := strings.TrimSpace(a["code"])
	switch {
	case !t.Act.Ephemeral:
		here := t.Say.Refuse("link.private", say.With{"command": say.Slash("link")})
		return Respond(chat.Reply{Audience: chat.Secret, Text: here.Text, Otherwise: &here}), nil
	case code == "":
		return func(tx *storage.Tx) (Result, error) { return l.code(t, tx) }, nil
	}
	return func(tx *storage.Tx) (Result, error) { return l.link(t, tx, code) }, nil
}

func (l Links) code(t *Turn, tx *storage.Tx) (Result, error) {
	all, err := tx.Kin(t.Act.Person.ID)
	if err != nil {
		return Result{}, err
	}
	code, err := l.Play.LinkCode(tx, t.Act)
	if err != nil {
		return Result{}, err
	}
	r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{
		t.Say.Line("link.code", say.With{"command": say.Code("/link " + code), "time": t.Say.Duration(play.LinkFor)}),
		t.Say.Line("link.what", nil),
	}}
	if len(all) > 1 {
		r.Text = append(r.Text, t.Say.Line("link.now", say.With{"players": t.Say.List(l.kinNames(t, all)), "command": say.Slash("unlink")}))
	}
	return Result{Reply: r}, nil
}

// link links the person with the owner of a code.
func (l Links) link(t *Turn, tx *storage.Tx, code string) (Result, error) {
	if !l.Limits.Guess(t.Key(), l.Now()) {
		return Result{Reply: t.Say.Refuse("too-fast", nil)}, nil
	}
	all, err := l.Play.Link(tx, t.Act, code)
	refusal := map[error]string{play.ErrNoCode: "link.no-code", play.ErrOwnCode: "link.own-code", play.ErrSameNetwork: "link.same-network"}
	for is, key := range refusal {
		if errors.Is(err, is) {
			return Result{Reply: t.Say.Refuse(key, say.With{"command": say.Slash("link"), "unlink": say.Slash("unlink")})}, nil
		}
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Secret, Text: []chat.Line{
		t.Say.Line("link.done", say.With{"players": t.Say.List(l.kinNames(t, all)), "command": say.Slash("unlink")}),
	}}}, nil
}

// kinNames are the linked players of a person, each with its network.
func (l Links) kinNames(t *Turn, all []storage.Player) (out []chat.Span) {
	for _, p := range all {
		out = append(out, chat.Span{Text: t.Say.Phrase("link.player", say.With{"player": chat.OneLine(p.Name), "network": strings.ToUpper(p.Network[:1]) + p.Network[1:]})})
	}
	return out
}

// UnlinkCommand asks a person to confirm that they part this account from the others.
func (l Links) UnlinkCommand(t *Turn, _ command.Values) (Plan, error) {
	return func(tx *storage.Tx) (Result, error) {
		all, err := tx.Kin(t.Act.Person.ID)
		if err != nil {
			return Result{}, err
		}
		if len(all) < 2 {
			return Result{Reply: t.Say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return Result{Reply: chat.Reply{
			Audience: chat.Asker, Text: []chat.Line{t.Say.Line("link.sure", say.With{"players": t.Say.List(l.kinNames(t, all))})},
			Buttons: [][]chat.Button{{{Label: t.Say.Phrase("button.unlink", nil), Data: command.Data(button.ActUnlink, t.Act.Person.ID), Style: chat.Danger}}},
		}}, nil
	}, nil
}

// UnlinkButton parts the account of the person who was asked; anybody else is refused.
func (l Links) UnlinkButton(t *Turn, p command.Press) (Plan, error) {
	if p.Number(0) == 0 || p.Number(0) != t.Act.Person.ID {
		return Respond(t.Say.Refuse("privacy.not-yours", say.With{"command": say.Slash("unlink")})), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		left, err := l.Play.Unlink(tx, t.Act)
		if err != nil {
			return Result{}, err
		}
		if len(left) == 0 {
			return Result{Reply: t.Say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		return Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Asker, Edit: true, Text: []chat.Line{
			t.Say.Line("link.parted", say.With{"players": t.Say.List(l.kinNames(t, left)), "command": say.Slash("link")}),
		}}}, nil
	}, nil
}
