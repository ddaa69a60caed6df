package say

import (
	"maps"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// operands puts the two values that a step joins in brackets where they are more
// than a number: 8 ÷ (1/3).
func operands(args engine.Args) engine.Args {
	out := maps.Clone(args)
	for _, name := range []string{"x", "y"} {
		if text, ok := out[name].(string); ok && strings.ContainsAny(text, " /-") {
			out[name] = "(" + text + ")"
		}
	}
	return out
}

// Hinted shows the hints a person has, and what the next one costs.
func (v Voice) Hinted(h play.Hinted) []chat.Line {
	switch h.What {
	case play.HintNone, play.HintNothing, play.HintNoTry, play.HintGivenUp, play.HintMatch:
		return []chat.Line{v.Line("hint."+string(h.What), nil)}
	}
	var out []chat.Line
	for i, hint := range h.Hints {
		line := v.Line("hint.number", With{"i": i + 1, "max": play.MaxHints})
		out = append(out, append(line, v.Line(v.Key("hint", h.Round.Game.Name(), hint.Code), v.Facts(operands(hint.Args)))...))
	}
	if len(h.Hints) > 0 {
		out = append(out, v.Line("hint.cost", With{"percent": h.Share}))
	}
	switch {
	case h.What == play.HintSoon:
		out = append(out, v.Line("hint.soon", With{"i": len(h.Hints) + 1, "time": v.Clock(h.Wait), "percent": h.Next}))
	case h.Next > 0:
		out = append(out, v.Line("hint.next", With{"percent": h.Next}))
	}
	return out
}
