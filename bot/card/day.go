package card

import (
	"image"
	"strings"
)

// A Day is what messengers show with a link to a day: it gives no puzzle away.
type Day struct {
	// Title is such as "Reckon #331".
	Title string
	// Date is in words.
	Date string
	// Signs are the short signs of the games: "24", "7!". At most eight are drawn.
	Signs []string
	// Text says what there is to do.
	Text string
}

// The size of the picture of a Day is the one that messengers ask for.
const (
	linkWidth  = 1200
	linkHeight = 630
	linkMargin = 80
	linkInner  = linkWidth - 2*linkMargin
)

func (d Day) width() int { return linkWidth }

func (d Day) draw(c *canvas) (height int) {
	c.describe(d.Title)
	c.describe(d.Date)
	c.write(label{text: d.Title, x: linkMargin, y: 172, maxWidth: linkInner, style: bold(giant), tone: ink})
	c.write(label{text: d.Date, x: linkMargin, y: 256, maxWidth: linkInner, style: regular(title), tone: faint})
	d.drawSigns(c)
	c.describe(d.Text)
	c.write(label{text: d.Text, x: linkMargin, y: 556, maxWidth: linkInner, style: regular(large), tone: ink})
	return linkHeight
}

// drawSigns draws a tile with the sign of each game.
func (d Day) drawSigns(c *canvas) {
	c.describe(strings.Join(d.Signs, ", "))
	const gap = 24
	const tileTop = 310
	const tileBottom = 470
	signs := d.Signs[:min(len(d.Signs), maxParts)]
	for i, sign := range signs {
		size := (linkInner + gap) / len(signs)
		x := linkMargin + i*size
		tileWidth := size - gap
		c.box(image.Rect(x, tileTop, x+tileWidth, tileBottom), 28, tile)
		c.write(label{
			text:     sign,
			x:        x + tileWidth/2,
			y:        (tileTop+tileBottom)/2 + 28,
			maxWidth: tileWidth - 16,
			style:    bold(huge),
			tone:     accent,
			align:    center,
		})
	}
}
