package talk

import (
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/engine/expr"
)

// asciiOnly writes an expression so that every network carries it in a button.
var asciiOnly = strings.NewReplacer(" ", "", "√", "sqrt")

// WithExplain puts a button under a solution that shows how it works. A
// solution that is no calculation, or too long for a button, has none.
func WithExplain(v say.Voice, r *chat.Reply, solution string) {
	n, err := expr.Parse(solution)
	data := command.Data(ActExplain, asciiOnly.Replace(solution))
	if err != nil || n.Op == expr.Num || len(data) > command.MaxData || !command.IsPrintable(data) {
		return
	}
	if len(r.Buttons) == 0 {
		r.Buttons = [][]chat.Button{nil}
	}
	r.Buttons[0] = append([]chat.Button{{Label: v.Phrase("button.explain", nil), Icon: IconExplain, Data: data}}, r.Buttons[0]...)
}

// ExplainButton shows a calculation as steps, as a tree, and in the notations.
func ExplainButton(t *Turn, p command.Press) (Plan, error) {
	if len(p.Args) == 0 {
		return Respond(t.OldButton()), nil
	}
	n, err := expr.Parse(p.Args[0])
	if err != nil {
		return Respond(t.OldButton()), nil
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return Respond(t.OldButton()), nil
	}
	r := chat.Reply{Audience: chat.Asker, Text: []chat.Line{{say.Code(n.Print(expr.Typographic))}}}
	for i, s := range steps {
		r.Text = append(r.Text, t.Say.Line("explain.step", say.With{"i": i + 1, "step": say.Code(s.Print(expr.Typographic))}))
	}
	for _, line := range n.Tree(expr.Typographic) {
		r.Text = append(r.Text, say.Pre(line))
	}
	return Respond(r), nil
}
