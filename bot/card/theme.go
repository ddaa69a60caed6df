package card

import "image/color"

// A Theme is light or dark.
type Theme int

const (
	Light Theme = iota
	Dark
)

// A tone is a colour by its use, and its index in the palette.
type tone uint8

const (
	ground tone = iota
	tile        // areas on the ground
	line        // edges and empty marks
	ink
	faint // text of less weight
	accent
	good
	warm
	bad
	gold  // of signs that repeat what a text says: stars, a flame
	tones // how many there are; the palette's other colours lie between them
)

// lit returns the tone of a mark, or that of an empty one.
func lit(on bool, t tone) tone {
	if on {
		return t
	}
	return line
}

// themes are the colours of the tones. Texts have a contrast of at least 4.5 : 1 with
// the ground and a tile, ink 7 : 1, and signs in gold 3 : 1, as WCAG 2.2 requires
// (1.4.3, 1.4.6, 1.4.11).
var themes = map[Theme][tones]color.RGBA{
	Light: {
		ground: rgb(0xf4f1ea), tile: rgb(0xffffff), line: rgb(0xd9d4c7), ink: rgb(0x1d2230), faint: rgb(0x5f6572),
		accent: rgb(0x2b56c4), good: rgb(0x17744a), warm: rgb(0x96590a), bad: rgb(0xb3332a), gold: rgb(0xc07c00),
	},
	Dark: {
		ground: rgb(0x15171c), tile: rgb(0x242831), line: rgb(0x3b414d), ink: rgb(0xf3f4f6), faint: rgb(0xa3abb8),
		accent: rgb(0x86aaff), good: rgb(0x55c993), warm: rgb(0xf0b44a), bad: rgb(0xff8a80), gold: rgb(0xf0b44a),
	},
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// between are the colours between two tones, for smooth edges, with the second tone's
// share in sixths. With the tones they make 16 colours.
var between = []struct {
	from, to tone
	sixths   int
}{
	{tile, ink, 2}, {tile, ink, 4}, {tile, accent, 3}, {tile, good, 3}, {tile, gold, 3}, {tile, bad, 3},
}

// palette are the tones of a theme, and the colours between them.
func palette(theme Theme) (all color.Palette) {
	base := themes[theme]
	for _, c := range base {
		all = append(all, c)
	}
	for _, b := range between {
		from, to := base[b.from], base[b.to]
		mix := func(x, y uint8) uint8 { return uint8((int(x)*(6-b.sixths) + int(y)*b.sixths + 3) / 6) }
		all = append(all, color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 0xff})
	}
	return all
}
