package discord

import (
	"math"

	"reckon/bot/chat"
)

// Colours of the bar beside a message. The words of a Reply say the same.
const (
	goodColour  = 0x2d9d5b
	badColour   = 0xc0392b
	greyColour  = 0x80848e // of a puzzle that is over
	plainColour = 0x5865f2
)

// accent is the colour of a Reply's bar: its Tone's, or else that of its sort of puzzle.
func accent(r chat.Reply) int {
	switch {
	case r.Tone == chat.Good:
		return goodColour
	case r.Tone == chat.Bad:
		return badColour
	case r.Face != nil && r.Face.Over:
		return greyColour
	case r.Face != nil && r.Face.Sort > 0:
		return hue(r.Face.Sort)
	case r.Sort > 0:
		return hue(r.Sort)
	}
	return plainColour
}

// hue returns one of a row of equally strong colours, which begins with Discord's own blue.
// Between two of them is the golden angle, so that they differ however many there are.
func hue(n int) int {
	const blue, turn = 235.0, 137.508
	degrees := math.Mod(blue+turn*float64(n-1), 360)
	channel := func(shift float64) int { // of a colour with saturation 0.75 and lightness 0.6
		k := math.Mod(shift+degrees/30, 12)
		return int(math.Round(255 * (0.6 - 0.3*max(-1, min(k-3, 9-k, 1)))))
	}
	return channel(0)<<16 | channel(8)<<8 | channel(4)
}
