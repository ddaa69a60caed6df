package discord

import (
	"math"

	"reckon/bot/chat"
)

// The colours of the bar at a message's side. The words of a reply say the same as its colour.
const (
	goodColour  = 0x2d9d5b
	badColour   = 0xc0392b
	overColour  = 0x80848e
	plainColour = 0x5865f2
)

// accent returns the colour of a reply's bar: that of the tone or, if the tone is neutral, that of
// the sort of puzzle.
func accent(r chat.Reply) int {
	switch {
	case r.Tone == chat.Good:
		return goodColour
	case r.Tone == chat.Bad:
		return badColour
	case r.Face != nil && r.Face.Over:
		return overColour
	case r.Face != nil && r.Face.Sort > 0:
		return sortColour(r.Face.Sort)
	case r.Sort > 0:
		return sortColour(r.Sort)
	}
	return plainColour
}

// sortColour returns the colour of a sort of puzzle: a number from 1. The first colour is a blue like
// Discord's own. The hue of each is a golden angle away from the one before, so that the colours differ however
// many there are.
func sortColour(sort int) int {
	const (
		firstHue    = 235.0
		goldenAngle = 137.508
	)
	hue := math.Mod(firstHue+goldenAngle*float64(sort-1), 360)
	return colourPart(hue, 0)<<16 | colourPart(hue, 8)<<8 | colourPart(hue, 4)
}

// colourPart returns the red (shift 0), green (8) or blue (4) part of the colour that has a hue, in
// degrees, a saturation of 0.75 and a lightness of 0.6. It is the usual formula from HSL to RGB.
func colourPart(hue, shift float64) int {
	const (
		lightness = 0.6
		// amplitude is the saturation times 1 - lightness.
		amplitude = 0.3
	)
	k := math.Mod(shift+hue/30, 12)
	part := lightness - amplitude*max(-1, min(k-3, 9-k, 1))
	return int(math.Round(255 * part))
}
