package button

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
