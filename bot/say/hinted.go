package say

import (
	"maps"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// Hinted shows the hints a person has, and what the next one costs.
func (v Voice) Hinted(h play.Hinted) []chat.Line {
	switch h.What {
	case play.HintNone, play.HintNothing, play.HintGivenUp, play.HintMatch:
		return []chat.Line{v.Line("hint."+string(h.What), nil)}
	}
	var out []chat.Line
	for i, hint := range h.Hints {
		line := v.Line("hint.number", With{"i": i + 1, "max": play.MaxHints})
		args := maps.Clone(hint.Args)
		for _, name := range []string{"x", "y"} { // a value that is more than a number goes in brackets: 8 ÷ (1/3)
			if text, ok := args[name].(string); ok && strings.ContainsAny(text, " /-") {
				args[name] = "(" + text + ")"
			}
		}
		out = append(out, append(line, v.Line(v.Key("hint", h.Round.Game.Name(), hint.Code), v.Facts(args))...))
	}
	if len(h.Hints) > 0 {
		out = append(out, v.Line("hint.cost", With{"percent": h.Share}))
	}
	switch {
	case h.What == play.HintSoon:
		out = append(out, v.Line("hint.soon", With{"i": len(h.Hints) + 1, "time": v.Duration(h.Wait), "percent": h.Next}))
	case h.Next > 0:
		out = append(out, v.Line("hint.next", With{"percent": h.Next}))
	}
	return out
}

// Idea makes an answer clear, by the facts of its game.
func (v Voice) Idea(game string, facts []engine.Hint) (out []chat.Line) {
	for _, f := range facts {
		out = append(out, v.Line(v.Key("idea", game, f.Code), v.Facts(f.Args)))
	}
	return out
}
