package bot

import (
	"strings"

	"reckon/engine/expr"
)

// maxData is the longest data of a button, in bytes, that every network takes.
const maxData = 64

// asciiOnly writes an expression so that every network carries it in a button.
var asciiOnly = strings.NewReplacer(" ", "", "√", "sqrt")

// withExplain puts a button under a solution that shows how it works. A
// solution that is no calculation, or too long for a button, has none.
func (v voice) withExplain(r *Reply, solution string) {
	n, err := expr.Parse(solution)
	data := pressData(verbExplain, asciiOnly.Replace(solution))
	if err != nil || n.Op == expr.Num || len(data) > maxData || !printable(data) {
		return
	}
	if len(r.Buttons) == 0 {
		r.Buttons = [][]Button{nil}
	}
	r.Buttons[0] = append([]Button{{Label: v.phrase("button.explain", nil), Data: data}}, r.Buttons[0]...)
}

// printable tells whether all networks carry a text as a button's data.
func printable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// explainButton shows a calculation as steps, as a tree, and in the notations.
func (c *call) explainButton(p press) (effect, error) {
	if len(p.args) == 0 {
		return say(c.refuse("old-button", nil)), nil
	}
	n, err := expr.Parse(p.args[0])
	if err != nil {
		return say(c.refuse("old-button", nil)), nil
	}
	steps, err := expr.Steps(n)
	if err != nil {
		return say(c.refuse("old-button", nil)), nil
	}
	r := Reply{Audience: Asker, Text: []Line{{code(n.Print(expr.Typographic))}}}
	for i, s := range steps {
		r.Text = append(r.Text, c.line("explain.step", with{"i": i + 1, "step": code(s.Print(expr.Typographic))}))
	}
	for _, line := range n.Tree(expr.Typographic) {
		r.Text = append(r.Text, pre(line))
	}
	r.Text = append(r.Text,
		c.line("explain.prefix", with{"text": code(n.Prefix())}),
		c.line("explain.postfix", with{"text": code(n.Postfix())}))
	return say(r), nil
}
