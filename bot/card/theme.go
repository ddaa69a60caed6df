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
// share in sixths. With the tones they are more than 16 colours: PNGs of up to 16 hold
// two pixels in a byte, which the library packs slowly.
var between = [...]struct {
	from, to tone
	sixths   int
}{
	{tile, ink, 2}, {tile, ink, 4}, {tile, accent, 3}, {tile, good, 3}, {tile, gold, 3}, {tile, bad, 3}, {tile, warm, 3},
}

// colours is how many a picture has.
const colours = int(tones) + len(between)

// shades is how many degrees of cover are drawn.
const shades = 16

// mixes are the colours of a theme: its tones and those between them, and which of them
// comes nearest to a tone that covers another colour in part.
type mixes struct {
	palette color.Palette
	nearest [tones][colours][shades + 1]uint8 // by the tone, the colour below, and how much is covered
}

func newMixes(theme Theme) *mixes {
	m := &mixes{}
	base := themes[theme]
	for _, c := range base {
		m.palette = append(m.palette, c)
	}
	for _, b := range between {
		m.palette = append(m.palette, mix(base[b.from], base[b.to], b.sixths, 6))
	}
	for over, c := range base {
		for under := range m.palette {
			for shade := range shades + 1 {
				m.nearest[over][under][shade] = uint8(m.palette.Index(mix(m.palette[under].(color.RGBA), c, shade, shades)))
			}
		}
	}
	return m
}

// mix returns a colour of so many parts of n of to, the rest being from.
func mix(from, to color.RGBA, parts, n int) color.RGBA {
	one := func(x, y uint8) uint8 { return uint8((int(x)*(n-parts) + int(y)*parts + n/2) / n) }
	return color.RGBA{one(from.R, to.R), one(from.G, to.G), one(from.B, to.B), 0xff}
}
