package talk

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/engine/expr"
)

// Explain shows the idea of an answer.
func (x Solve) Explain(req *Request, p command.Press) (Plan, error) {
	g, answer := x.Play.Game(p.Text(0)), button.Explained(p.Text(1))
	if g == nil {
		return Respond(req.OldButton()), nil
	}
	idea := req.Say.Idea(g.Name(), g.Idea(answer, p.Text(2)))
	if idea == nil {
		return Respond(req.OldButton()), nil
	}
	if n, err := expr.Parse(answer); err == nil {
		answer = n.Print(expr.Typographic)
	}
	return Respond(chat.Reply{Audience: chat.Asker, Text: append([]chat.Line{{say.Code(answer)}}, idea...)}), nil
}
