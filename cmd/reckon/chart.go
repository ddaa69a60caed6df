package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"slices"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"reckon/engine"
)

// Sizes of a picture of charts, in pixels. A chart of more than wideRows bars has a
// row of the picture to itself, others go two in a row.
const (
	pictureWidth = 1474
	rowHeight    = 510
	gap          = 28
	wideRows     = 24
	denseRows    = 200 // more bars than these touch one another
	labelledRows = 14  // up to so many bars have their number above them
	tick         = 10
)

var (
	barColor  = color.RGBA{R: 0x2b, G: 0x6c, B: 0xb0, A: 0xff}
	gridColor = color.Gray{Y: 0xdd}
)

// drawFile draws those tables that are worth a picture.
func drawFile(name, game string, tables []engine.Table) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return drawCharts(f, game, tables)
}

// drawCharts writes a PNG.
func drawCharts(w io.Writer, game string, tables []engine.Table) error {
	charts, err := chartsOf(game, tables)
	if err != nil {
		return err
	}
	areas, height := arrange(charts)
	p, err := newPicture(pictureWidth, height)
	if err != nil {
		return err
	}
	for i, c := range charts {
		c.draw(p, areas[i])
	}
	return png.Encode(w, p)
}

// A chart has a bar for each row of a table, as high as its second column says.
type chart struct {
	title        string
	xName, yName string
	names        []string // of the bars
	values       []float64
}

func chartsOf(game string, tables []engine.Table) ([]chart, error) {
	var charts []chart
	for _, t := range tables {
		if !t.Chart {
			continue
		}
		c := chart{title: game + ": " + t.Title, xName: t.Head[0], yName: t.Head[1]}
		for _, row := range t.Rows {
			v, err := strconv.ParseFloat(row[1], 64)
			if err != nil {
				return nil, fmt.Errorf("chart %q: %w", t.Title, err)
			}
			c.names, c.values = append(c.names, row[0]), append(c.values, v)
		}
		charts = append(charts, c)
	}
	if len(charts) == 0 {
		return nil, errors.New("there is nothing to draw")
	}
	return charts, nil
}

// arrange gives each chart its place, from the top down, and the picture its height.
func arrange(charts []chart) (areas []image.Rectangle, height int) {
	open := false // the last row has room for one more
	for _, c := range charts {
		wide := len(c.values) > wideRows
		top := height
		left, right := 0, pictureWidth
		switch {
		case open && !wide:
			top, left = height-rowHeight, pictureWidth/2
			open = false
		case wide:
			height += rowHeight
			open = false
		default:
			height += rowHeight
			right = pictureWidth / 2
			open = true
		}
		areas = append(areas, image.Rect(left, top, right, top+rowHeight).Inset(gap/2))
	}
	return areas, height
}

// draw draws a chart into its place.
func (c chart) draw(p *picture, area image.Rectangle) {
	top := max(slices.Max(c.values)*1.08, 1) // room for a number above the highest bar
	step := roundStep(int(top), 6)
	margin := p.width(p.small, strconv.Itoa(int(top))) + tick + gap/2
	plot := image.Rect(area.Min.X+margin, area.Min.Y+96, area.Max.X-gap, area.Max.Y-80)
	p.text(p.large, (area.Min.X+area.Max.X)/2, area.Min.Y+34, center, c.title)
	p.text(p.medium, area.Min.X+gap/2, area.Min.Y+74, left, c.yName)
	p.text(p.medium, (plot.Min.X+plot.Max.X)/2, area.Max.Y-8, center, c.xName)
	y := func(v float64) int { return plot.Max.Y - int(v/top*float64(plot.Dy())+.5) }
	for v := 0; float64(v) <= top; v += step {
		at := y(float64(v))
		p.fill(image.Rect(plot.Min.X, at, plot.Max.X, at+1), gridColor)
		p.fill(image.Rect(plot.Min.X-tick, at, plot.Min.X, at+1), color.Black)
		p.text(p.small, plot.Min.X-tick-6, at+7, right, strconv.Itoa(v))
	}
	p.fill(image.Rect(plot.Min.X, plot.Min.Y, plot.Min.X+1, plot.Max.Y), color.Black)
	p.fill(image.Rect(plot.Min.X, plot.Max.Y, plot.Max.X, plot.Max.Y+1), color.Black)
	c.bars(p, plot, y)
}

func (c chart) bars(p *picture, plot image.Rectangle, y func(float64) int) {
	slot := float64(plot.Dx()) / float64(len(c.values))
	inset := slot * .15
	if len(c.values) > denseRows {
		inset = 0
	}
	step := 1
	if len(c.values) > wideRows {
		step = roundStep(len(c.values), 12)
	}
	for i, v := range c.values {
		begin := float64(plot.Min.X) + slot*float64(i)
		middle := int(begin + slot/2)
		from, to := int(begin+inset), int(begin+slot-inset)
		p.fill(image.Rect(from, y(v), max(to, from+1), plot.Max.Y), barColor)
		if len(c.values) <= labelledRows {
			p.text(p.small, middle, y(v)-8, center, strconv.FormatFloat(v, 'f', -1, 64))
		}
		if n, err := strconv.Atoi(c.names[i]); step == 1 || err == nil && n%step == 0 || err != nil && i%step == 0 {
			p.fill(image.Rect(middle, plot.Max.Y, middle+1, plot.Max.Y+tick), color.Black)
			p.text(p.small, middle, plot.Max.Y+tick+20, center, c.names[i])
		}
	}
}

// roundStep is the least of 1, 2, 5, 10, 20, 50 … that divides n into at most
// so many steps.
func roundStep(n, steps int) int {
	for unit := 1; ; unit *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n <= steps*digit*unit {
				return digit * unit
			}
		}
	}
}

// A picture is white paper with three sizes of type.
type picture struct {
	*image.RGBA
	small, medium, large font.Face
}

func newPicture(width, height int) (*picture, error) {
	p := &picture{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
	p.fill(p.Bounds(), color.White)
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	for size, face := range map[float64]*font.Face{19: &p.small, 23: &p.medium, 27: &p.large} {
		if *face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72}); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *picture) fill(r image.Rectangle, c color.Color) {
	draw.Draw(p, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// How a text stands to its place, in halves of its width.
const (
	left = iota
	center
	right
)

// text writes on a line.
func (p *picture) text(face font.Face, x, line, align int, s string) {
	x -= p.width(face, s) * align / 2
	d := font.Drawer{Dst: p, Src: image.Black, Face: face, Dot: fixed.P(x, line)}
	d.DrawString(s)
}

// width is how many pixels a text takes.
func (p *picture) width(face font.Face, s string) int { return font.MeasureString(face, s).Ceil() }
