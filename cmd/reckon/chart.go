package main

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"reckon/engine"
)

// Sizes of a picture of charts. A chart of more than wideRows bars has a row of
// the picture to itself, others go two in a row.
const (
	pictureWidth = 26 * vg.Centimeter
	rowHeight    = 9 * vg.Centimeter
	gap          = vg.Centimeter / 2
	dpi          = 144
	wideRows     = 24
	denseRows    = 200
	labelledRows = 14 // up to so many bars have their number above them
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
	var rows [][]*plot.Plot
	open := false // the last row has room for one more
	for _, t := range tables {
		if !t.Chart {
			continue
		}
		p, err := barChart(game, t)
		if err != nil {
			return fmt.Errorf("chart %q: %w", t.Title, err)
		}
		wide := len(t.Rows) > wideRows
		if open && !wide {
			rows[len(rows)-1] = append(rows[len(rows)-1], p)
			open = false
			continue
		}
		rows = append(rows, []*plot.Plot{p})
		open = !wide
	}
	if len(rows) == 0 {
		return errors.New("there is nothing to draw")
	}
	canvas := vgimg.NewWith(vgimg.UseWH(pictureWidth, vg.Length(len(rows))*rowHeight), vgimg.UseDPI(dpi))
	arrange(draw.New(canvas), rows)
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// arrange draws rows of charts from the top down.
func arrange(c draw.Canvas, rows [][]*plot.Plot) {
	for i, row := range rows {
		top := c.Max.Y - vg.Length(i)*rowHeight
		width := (c.Max.X - c.Min.X) / vg.Length(len(row))
		for j, p := range row {
			left := c.Min.X + vg.Length(j)*width
			p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: left + gap, Y: top - rowHeight + gap},
				Max: vg.Point{X: left + width - gap, Y: top - gap},
			}})
		}
	}
}

// barChart draws the second column of a table over the first.
func barChart(game string, t engine.Table) (*plot.Plot, error) {
	values := make(plotter.Values, len(t.Rows))
	for i, row := range t.Rows {
		v, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	p := plot.New()
	p.Title.Text = game + ": " + t.Title
	p.Title.TextStyle.Font = sans(14)
	p.Title.Padding = vg.Points(10)
	p.X.Label.Text, p.Y.Label.Text = t.Head[0], t.Head[1]
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font, axis.Tick.Label.Font = sans(12), sans(10)
	}

	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = nil, gridColor
	bars, err := plotter.NewBarChart(values, barWidth(len(values)))
	if err != nil {
		return nil, err
	}
	bars.Color, bars.LineStyle.Width = barColor, 0
	p.Add(grid, bars)
	if len(t.Rows) <= labelledRows {
		labels, err := numbersAbove(values)
		if err != nil {
			return nil, err
		}
		p.Add(labels)
	}
	p.X.Min, p.X.Max = -0.6, float64(len(values))-0.4
	p.Y.Min, p.Y.Max = 0, max(p.Y.Max*1.08, 1) // room for a number above the highest
	p.X.Tick.Marker, p.Y.Tick.Marker = rowTicks(t.Rows), roundTicks{}
	return p, nil
}

// barWidth leaves space between bars unless they are thinner than it would be.
func barWidth(n int) vg.Length {
	const beside = 3 * vg.Centimeter // axis and margins
	switch {
	case n > denseRows:
		return (pictureWidth - beside) / vg.Length(n) * 1.05
	case n > wideRows:
		return (pictureWidth - beside) / vg.Length(n) * 0.7
	}
	return (pictureWidth/2 - beside) / vg.Length(n) * 0.7
}

func sans(points font.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: points}
}

// numbersAbove labels each bar with its value.
func numbersAbove(values plotter.Values) (*plotter.Labels, error) {
	var at plotter.XYLabels
	for i, v := range values {
		at.XYs = append(at.XYs, plotter.XY{X: float64(i), Y: v})
		at.Labels = append(at.Labels, strconv.FormatFloat(v, 'f', -1, 64))
	}
	labels, err := plotter.NewLabels(at)
	if err != nil {
		return nil, err
	}
	labels.Offset = vg.Point{Y: vg.Points(3)}
	for i := range labels.TextStyle {
		labels.TextStyle[i].XAlign, labels.TextStyle[i].Font = draw.XCenter, sans(10)
	}
	return labels, nil
}

// rowTicks names each row under its bar, or of many those with round numbers.
type rowTicks [][]string

func (rows rowTicks) Ticks(_, _ float64) []plot.Tick {
	step := 1
	if len(rows) > wideRows {
		step = roundStep(len(rows), 12)
	}
	var ticks []plot.Tick
	for i, row := range rows {
		n, err := strconv.Atoi(row[0])
		if err != nil {
			n = i
		}
		if step == 1 || n%step == 0 {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: row[0]})
		}
	}
	return ticks
}

// roundTicks are at most seven, at round whole numbers.
type roundTicks struct{}

func (roundTicks) Ticks(_, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for v, step := 0, roundStep(int(hi), 6); float64(v) <= hi; v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
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
