package talk

import (
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
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
func (l Links) Command(req *Request) (Plan, error) {
	code := strings.TrimSpace(req.Args["code"])
	switch {
	case !req.Act.Ephemeral:
		here := req.Say.Refuse("link.private", say.With{"command": say.Slash("link")})
		return feature.Respond(chat.Reply{Audience: chat.Secret, Text: here.Text, Otherwise: &here}), nil
	case code == "":
		return func(tx *storage.Tx) (Result, error) {
			all, err := tx.Kin(req.Act.Person.ID)
			if err != nil {
				return Result{}, err
			}
			code, err := l.Play.LinkCode(tx, req.Act)
			r := chat.Reply{Audience: chat.Secret, Text: []chat.Line{
				req.Say.Line("link.code", say.With{"command": say.Code("/link " + code), "time": req.Say.Duration(play.LinkFor)}),
				req.Say.Line("link.what", nil),
			}}
			if len(all) > 1 {
				r.Text = append(r.Text, l.linked(req, "link.now", all, "unlink"))
			}
			return Result{Reply: r}, err
		}, nil
	case !l.Limits.Allow(command.Guesses, req.Who, l.Now()):
		return feature.Respond(req.Say.Refuse("too-fast", nil)), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		all, err := l.Play.Link(tx, req.Act, code)
		if err != nil {
			return refuse(req, err)
		}
		return Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Secret, Text: []chat.Line{l.linked(req, "link.done", all, "unlink")}}}, nil
	}, nil
}

// linked is a line that names the linked players of a person, each with its network, and
// a command.
func (l Links) linked(req *Request, key string, all []storage.Player, name string) chat.Line {
	var players []chat.Span
	for _, p := range all {
		network := strings.ToUpper(p.Network[:1]) + p.Network[1:]
		players = append(players, chat.Span{Text: req.Say.Phrase("link.player", say.With{"player": chat.OneLine(p.Name), "network": network})})
	}
	return req.Say.Line(key, say.With{"players": say.List(req.Say, "list.last", players), "command": say.Slash(name)})
}

// Unlink parts this account from the person's others once the person has confirmed it by
// the button; anybody else is refused.
func (l Links) Unlink(req *Request) (Plan, error) {
	id := req.Button.Number(0)
	isSure := req.Button.Act != ""
	if isSure && (id == 0 || id != req.Act.Person.ID) {
		return feature.Respond(req.Say.Refuse("not-yours", say.With{"command": say.Slash("unlink")})), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		all, err := tx.Kin(req.Act.Person.ID)
		if err != nil {
			return Result{}, err
		}
		if len(all) < 2 {
			return Result{Reply: req.Say.Refuse("link.none", say.With{"command": say.Slash("link")})}, nil
		}
		if !isSure {
			return Result{Reply: chat.Reply{
				Audience: chat.Asker, Text: []chat.Line{l.linked(req, "link.sure", all, "unlink")},
				Buttons: [][]chat.Button{{button.New(req.Say, "unlink", command.Data(button.ActUnlink, req.Act.Person.ID))}},
			}}, nil
		}
		left, err := l.Play.Unlink(tx, req.Act)
		text := []chat.Line{l.linked(req, "link.parted", left, "link")}
		return Result{Reply: chat.Reply{Tone: chat.Good, Audience: chat.Asker, Edit: true, Text: text}}, err
	}, nil
}
