package stats

import (
	"strings"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// argPlayer is the argument that names another person.
const argPlayer = "player"

// command shows a person's own figures, or those of a member of the community whom they name.
func (s stats) command(req *feature.Request) (feature.Plan, error) {
	name := chat.PersonName(strings.TrimPrefix(strings.TrimSpace(req.Args[argPlayer]), "@"))
	return func(tx *storage.Tx) (feature.Result, error) {
		person := &req.Act.Person
		if name != "" {
			var err error
			person, err = memberNamed(tx, req.Act, name)
			if err != nil {
				return feature.Result{}, err
			}
		}
		if person == nil && req.Act.Community.Private {
			return feature.Result{Reply: req.Say.Refuse("stats.private", nil)}, nil
		}
		if person == nil {
			shown := say.Strong(chat.Clip(name, 40))
			return feature.Result{Reply: req.Say.Refuse("stats.nobody", say.With{"player": shown})}, nil
		}
		reply, err := s.show(tx, req, *person)
		return feature.Result{Reply: reply}, err
	}, nil
}

// show shows the figures of a person.
func (s stats) show(tx *storage.Tx, req *feature.Request, person storage.Player) (chat.Reply, error) {
	act := req.Act
	act.Person = person
	isOwn := person.ID == req.Act.Person.ID
	f, err := s.figuresOf(tx, act)
	if err != nil {
		return chat.Reply{}, err
	}
	if f.Answers == 0 && isOwn {
		return req.Say.Refuse("stats.empty", say.With{"command": say.Slash(s.Games[0].Name())}), nil
	}
	if isOwn {
		f.skills, err = s.skillsOf(tx, person.ID)
		if err != nil {
			return chat.Reply{}, err
		}
	}
	f.paces, err = s.pacesOf(tx, person.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	w := words{Voice: req.Say, play: s.Play}
	return chat.Reply{
		Audience: chat.Asker,
		Text:     w.lines(person, f),
		Table:    w.table(f, mostSolved(f.timings)),
		Picture:  s.picture(req.Say, person, f),
	}, nil
}
