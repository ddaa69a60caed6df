package talk

import (
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/engine/expr"
)

// ExplainButton shows a calculation as steps and as a tree.
func ExplainButton(req *Request, p command.Press) (Plan, error) {
	n, err := expr.Parse(p.Text(0))
	if err != nil {
		return Respond(req.OldButton()), nil
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return Respond(req.OldButton()), nil
	}
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{{say.Code(n.Print(expr.Typographic))}}}
	for i, s := range steps {
		r.Text = append(r.Text, req.Say.Line("explain.step", say.With{"i": i + 1, "step": say.Code(s.Print(expr.Typographic))}))
	}
	for _, line := range n.Tree(expr.Typographic) {
		r.Text = append(r.Text, chat.Line{{Style: chat.Pre, Text: line}})
	}
	return Respond(r), nil
}
