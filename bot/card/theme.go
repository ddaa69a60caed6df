package card

import "image/color"

// A Theme is light or dark.
type Theme int

// The themes of pictures.
const (
	Light Theme = iota
	Dark
)

// A tone is a colour by its use, and its index in the palette.
type tone uint8

const (
	ground tone = iota
	// tile is the tone of areas on the ground.
	tile
	// line is the tone of edges and empty marks.
	line
	ink
	// faint is the tone of texts of less weight.
	faint
	accent
	good
	warm
	bad
	// gold is the tone of signs that repeat what a text says: stars, a flame.
	gold
	// full, much and some are the tones of squares: see Grade. They are the same in both themes.
	full
	much
	some
	// night is the tone of what stands on a square, or on paper.
	night
	// paper is the tone under a QR code, in both themes. Readers need a light ground.
	paper
	// numTones is how many tones there are. The other colours of the palette lie between two of them.
	numTones
)

// markTone returns the tone of a filled mark, or else the tone of an empty one.
func markTone(isFilled bool, t tone) tone {
	if isFilled {
		return t
	}
	return line
}

// themes are the colours of the tones. Texts have a contrast of at least 4.5 : 1 with the ground
// and a tile, ink 7 : 1, and signs in gold 3 : 1, as WCAG 2.2 requires (1.4.3, 1.4.6, 1.4.11). So does what
// stands on a square.
var themes = map[Theme][numTones]color.RGBA{
	Light: {
		ground: rgb(0xf4f1ea),
		tile:   rgb(0xffffff),
		line:   rgb(0xd9d4c7),
		ink:    rgb(0x1d2230),
		faint:  rgb(0x5f6572),
		accent: rgb(0x2b56c4),
		good:   rgb(0x17744a),
		warm:   rgb(0x96590a),
		bad:    rgb(0xb3332a),
		gold:   rgb(0xc07c00),
		full:   rgb(0x4fbf86),
		much:   rgb(0xf2c84b),
		some:   rgb(0xf0913d),
		night:  rgb(0x15171c),
		paper:  rgb(0xffffff),
	},
	Dark: {
		ground: rgb(0x15171c),
		tile:   rgb(0x242831),
		line:   rgb(0x3b414d),
		ink:    rgb(0xf3f4f6),
		faint:  rgb(0xa3abb8),
		accent: rgb(0x86aaff),
		good:   rgb(0x55c993),
		warm:   rgb(0xf0b44a),
		bad:    rgb(0xff8a80),
		gold:   rgb(0xf0b44a),
		full:   rgb(0x4fbf86),
		much:   rgb(0xf2c84b),
		some:   rgb(0xf0913d),
		night:  rgb(0x15171c),
		paper:  rgb(0xffffff),
	},
}

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// between are the colours between two tones, for smooth edges. sixths is the share of the second tone. With
// the tones these are more than 16 colours. A PNG of up to 16 colours would have two pixels in a byte, and
// the library packs those slowly.
var between = [...]struct {
	from, to tone
	sixths   int
}{
	{tile, ink, 2},
	{tile, ink, 4},
	{tile, accent, 3},
	{tile, good, 3},
	{tile, gold, 3},
	{tile, bad, 3},
	{tile, warm, 3},
	{full, night, 3},
	{much, night, 3},
	{some, night, 3},
	{ground, full, 3},
	{ground, much, 3},
	{ground, some, 3},
}

// colours is how many colours a picture has.
const colours = int(numTones) + len(between)

// shades is how many parts of a pixel are told apart when a tone covers only some of it.
const shades = 16

// mixes are the colours of a theme.
type mixes struct {
	// palette has the tones and the colours between them.
	palette color.Palette
	// nearest has the colour of the palette to draw if a tone covers a part of a pixel. Its indexes are the
	// tone, the colour that the pixel had, and the shade: how much of the pixel is covered.
	nearest [numTones][colours][shades + 1]uint8
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
			below := m.palette[under].(color.RGBA)
			for shade := range shades + 1 {
				m.nearest[over][under][shade] = uint8(m.palette.Index(mix(below, c, shade, shades)))
			}
		}
	}
	return m
}

// mix returns the colour that lies parts/n of the way from one colour to another.
func mix(from, to color.RGBA, parts, n int) color.RGBA {
	return color.RGBA{
		R: mixChannel(from.R, to.R, parts, n),
		G: mixChannel(from.G, to.G, parts, n),
		B: mixChannel(from.B, to.B, parts, n),
		A: 0xff,
	}
}

func mixChannel(from, to uint8, parts, n int) uint8 {
	return uint8((int(from)*(n-parts) + int(to)*parts + n/2) / n)
}
