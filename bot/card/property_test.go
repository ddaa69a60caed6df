package card

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/bot/qr"
	"reckon/bot/qr/qrtest"
	"reckon/engine/property"
)

// texts are short and long texts, some with letters that the fonts lack.
var texts = rapid.OneOf(
	rapid.SampledFrom([]string{"", "7", "W", "12,480,000,000", "小明", "Ann 🎉", "Константин", "a\u0301", "\x00", "\xff", "  ", "ﷺ", "…"}),
	rapid.StringN(0, 40, -1),
	rapid.StringOfN(rapid.RuneFrom([]rune("Wjgß@ÅЩ")), 0, 60, -1),
)

// drawn draws a list of at most so many values.
func drawn[T any](t *rapid.T, name string, most int, one func() T) (all []T) {
	for range rapid.IntRange(0, most).Draw(t, name) {
		all = append(all, one())
	}
	return all
}

func anyResult(t *rapid.T) Result {
	return Result{
		Title: texts.Draw(t, "title"), Tiles: drawn(t, "tiles", 14, func() string { return texts.Draw(t, "tile") }),
		Goal: texts.Draw(t, "goal"), Level: rapid.IntRange(-1, 6).Draw(t, "level"), Word: texts.Draw(t, "word"),
		Answer: texts.Draw(t, "answer"), Note: texts.Draw(t, "note"), Found: rapid.Bool().Draw(t, "found"),
		Rows: drawn(t, "rows", 8, func() Row {
			return Row{
				Rank: rapid.IntRange(0, 12345).Draw(t, "rank"), Name: texts.Draw(t, "name"), Answer: texts.Draw(t, "own"), Detail: texts.Draw(t, "detail"),
				Points: texts.Draw(t, "points"), Stars: rapid.IntRange(-1, 5).Draw(t, "stars"), Hinted: rapid.Bool().Draw(t, "hinted"),
			}
		}),
	}
}

func anyShare(t *rapid.T) Share {
	return Share{
		Title: texts.Draw(t, "title"), Name: texts.Draw(t, "name"), Date: texts.Draw(t, "date"), Score: texts.Draw(t, "score"),
		Unfinished: texts.Draw(t, "unfinished"), InRow: texts.Draw(t, "row"), Place: texts.Draw(t, "place"), Invite: texts.Draw(t, "invite"), Address: texts.Draw(t, "address"),
		Parts: drawn(t, "parts", 10, func() Part {
			return Part{
				Name: texts.Draw(t, "name"), Sign: texts.Draw(t, "sign"), Grade: Grade(rapid.IntRange(-1, 5).Draw(t, "grade")), Points: texts.Draw(t, "points"),
				Detail: texts.Draw(t, "detail"), Stars: rapid.IntRange(-1, 5).Draw(t, "stars"), Hinted: rapid.Bool().Draw(t, "hinted"),
			}
		}),
	}
}

var anySeconds = rapid.OneOf(rapid.Float64Range(0, 5000), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), -3}))

func anyStats(t *rapid.T) Stats {
	return Stats{
		Name: texts.Draw(t, "name"),
		Figures: drawn(t, "figures", 8, func() Figure {
			return Figure{texts.Draw(t, "label"), texts.Draw(t, "value")}
		}),
		Times: Times{texts.Draw(t, "title"), drawn(t, "levels", 7, func() Time {
			return Time{texts.Draw(t, "label"), anySeconds.Draw(t, "median"), anySeconds.Draw(t, "best"), texts.Draw(t, "text")}
		})},
		Days: Calendar{
			texts.Draw(t, "title"), drawn(t, "days", 60, func() bool { return rapid.Bool().Draw(t, "day") }),
			texts.Draw(t, "text"),
		},
	}
}

func anyCharts(t *rapid.T) Facts {
	return Charts(drawn(t, "charts", 3, func() Chart {
		c := Chart{Title: texts.Draw(t, "title"), XName: texts.Draw(t, "x"), YName: texts.Draw(t, "y"), Values: drawn(t, "values", 300, func() int {
			return rapid.OneOf(rapid.IntRange(-3, 2000), rapid.IntRange(0, 1<<40)).Draw(t, "value")
		})}
		for range c.Values {
			c.Names = append(c.Names, texts.Draw(t, "name"))
		}
		return c
	}))
}

func anyDay(t *rapid.T) Facts {
	return Day{
		Title: texts.Draw(t, "title"),
		Date:  texts.Draw(t, "date"),
		Signs: drawn(t, "signs", 10, func() string { return texts.Draw(t, "sign") }),
		Text:  texts.Draw(t, "text"),
	}
}

func anyFacts(t *rapid.T) Facts {
	return rapid.SampledFrom([]func(*rapid.T) Facts{
		func(t *rapid.T) Facts { return anyResult(t) },
		func(t *rapid.T) Facts { return anyShare(t) },
		func(t *rapid.T) Facts { return anyStats(t) },
		anyCharts,
		anyDay,
	}).Draw(t, "kind")(t)
}

// Whatever the facts are, nothing is drawn beyond the edge.
func TestNothingIsDrawnOutside(t *testing.T) {
	p := newPainter(t)
	property.Check(t, func(t *rapid.T) {
		facts := anyFacts(t)
		c, err := p.paint(rapid.SampledFrom([]Theme{Light, Dark}).Draw(t, "theme"), facts)
		if err != nil {
			t.Fatal(err)
		}
		if c.outside {
			t.Errorf("%#v is drawn beyond the edge", facts)
		}
		for y := range c.Rect.Dy() {
			for x := range c.Rect.Dx() {
				free := x < edge || x >= c.Rect.Dx()-edge || y < edge || y >= c.Rect.Dy()-edge
				if free && c.ColorIndexAt(x, y) != uint8(ground) {
					t.Fatalf("%#v: something is at %d, %d", facts, x, y)
				}
			}
		}
	})
}

// textsOf returns the texts of facts.
func textsOf(facts Facts) (all []string) {
	switch f := facts.(type) {
	case Result:
		all = append(append(all, f.Title, f.Goal, f.Answer), f.Tiles...)
		for _, r := range f.Rows {
			all = append(all, r.Name, r.Answer, r.Detail, r.Points)
		}
	case Share:
		all = append(all, f.Title, f.Date, f.Score, f.InRow, f.Place, f.Address)
		for _, p := range f.Parts {
			all = append(all, p.Name, p.Points, p.Detail)
		}
	case Day:
		all = append(append(all, f.Title, f.Date, f.Text), f.Signs...)
	case Stats:
		all = append(all, f.Name)
	case Charts:
		for _, c := range f {
			all = append(append(all, c.Title, c.XName, c.YName), c.Names...)
		}
	}
	return all
}

// The alternative text has all texts, even those that are not drawn.
func TestAlternativeTextHasAll(t *testing.T) {
	p := newPainter(t)
	property.Check(t, func(t *rapid.T) {
		facts := anyFacts(t)
		c, err := p.paint(Light, facts)
		if err != nil {
			t.Fatal(err)
		}
		alt := c.altText()
		for _, text := range textsOf(facts) {
			if !strings.Contains(alt, text) {
				t.Errorf("%q is not told in %q", text, alt)
			}
		}
	})
}

// Tell returns the picture's alternative text.
func TestTellIsTheAlternativeText(t *testing.T) {
	p := newPainter(t)
	property.Check(t, func(t *rapid.T) {
		facts := anyFacts(t)
		picture, err := p.Draw(Dark, facts)
		if err != nil {
			t.Fatal(err)
		}
		if alt, _ := p.Tell(facts); alt != picture.Alt {
			t.Errorf("told is %q, the picture has %q", alt, picture.Alt)
		}
	})
	for name, want := range map[string]bool{"Tchisla": true, "拼单词": true, "拼單詞": true, "ไทย": false} {
		if _, whole := p.Tell(Share{Title: "Reckon #1", Parts: []Part{{Name: name}}}); whole != want {
			t.Errorf("the fonts have %s: %v", name, whole)
		}
	}
}

// luminance and contrast are defined in WCAG 2.2.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	for theme, colors := range themes {
		for text, least := range map[tone]float64{ink: 7, faint: 4.5, accent: 4.5, good: 4.5, warm: 4.5, bad: 4.5, gold: 3} {
			for _, under := range []tone{ground, tile} {
				if got := contrast(colors[text], colors[under]); got < least {
					t.Errorf("%s: tone %d on %d has a contrast of %.2f, want %.1f", themeNames[theme], text, under, got, least)
				}
			}
		}
	}
	for theme, colors := range themes {
		for _, grade := range []Grade{None, Some, Much, Full} {
			square, text := grade.tones()
			if got := contrast(colors[square], colors[text]); got < 7 {
				t.Errorf("%s: the text on a square %s has a contrast of %.2f", themeNames[theme], grade, got)
			}
		}
	}
	if got := contrast(rgb(0), rgb(0xffffff)); math.Abs(got-21) > 0.01 {
		t.Errorf("black on white has a contrast of %.2f", got)
	}
}

// If the fonts have no letter of a name, a figure is drawn instead, which is always the same. The alternative
// text has the name.
func TestNamesThatTheFontLacks(t *testing.T) {
	p := newPainter(t)
	draw := func(name string) Picture {
		picture, err := p.Draw(Light, Result{Rows: []Row{{Rank: 1, Name: name, Points: "+10"}}})
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	thai, hindi, ming, ann, party, empty := draw("ไทย"), draw("हिन्दी"), draw("小明"), draw("Ann"), draw("Ann 🎉"), draw("")
	if !bytes.Equal(thai.PNG, hindi.PNG) || bytes.Equal(thai.PNG, ming.PNG) || bytes.Equal(thai.PNG, empty.PNG) {
		t.Error("a name that the fonts lack is drawn")
	}
	if !bytes.Equal(ann.PNG, party.PNG) {
		t.Error("a name with an emoji is not drawn without it")
	}
	if thai.Alt != "1. ไทย +10" || party.Alt != "1. Ann 🎉 +10" {
		t.Errorf("told as %q and %q", thai.Alt, party.Alt)
	}
}

// The fonts have every letter that is drawn in the samples, so that no picture has boxes instead of letters.
func TestFontHas(t *testing.T) {
	p := newPainter(t)
	for text, want := range map[string]bool{
		"8/(3-8/3) = 24": true, "2×3÷4−1+√9·5…±": true, "Zoë Ångström-Đurić": true, "Константин": true, "Ωμέγα": true,
		"小明": true, "臺灣": true, "🎉": false, "\n": false, "\u200b": false,
	} {
		if got := p.fonts.has(text); got != want {
			t.Errorf("the font has %q: %v", text, got)
		}
	}
}

// A text that is too long is made smaller and then shortened, until it fits.
func TestTextFits(t *testing.T) {
	p := newPainter(t)
	c := &canvas{fonts: &p.fonts}
	for _, test := range []struct {
		text  string
		wide  int
		size  int
		whole bool
	}{
		{"Ann", 700, title, true},
		{"A name of some length, as people have", 700, medium, true},
		{strings.Repeat("W", 99), 700, small, false},
		{"W", 3, small, false},
	} {
		l, w := c.fit(label{text: test.text, maxWidth: test.wide, style: style{true, title}})
		if l.style.size != test.size || (l.text == test.text) != test.whole || w > test.wide && len(l.text) > len("…") {
			t.Errorf("%.20q in %d pixels is %.20q in size %d, %d wide", test.text, test.wide, l.text, l.style.size, w)
		}
	}
}

// The pictures that were used last are kept.
func TestKeptPictures(t *testing.T) {
	p := newPainter(t)
	draw := func(i int) Picture {
		picture, err := p.Draw(Light, Result{Tiles: []string{fmt.Sprint(i)}})
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	first, second := draw(0), draw(1)
	for i := 2; i <= maxPictures; i++ {
		draw(i)
		if i%(maxPictures/4) == 0 && &draw(0).PNG[0] != &first.PNG[0] {
			t.Errorf("a picture used lately is not kept after %d others", i)
		}
		if n := len(p.recent) + len(p.older); n > maxPictures || n < min(i, maxPictures/2) {
			t.Fatalf("after %d pictures %d are kept", i, n)
		}
	}
	if &draw(1).PNG[0] == &second.PNG[0] {
		t.Error("the picture used longest ago is kept")
	}
}

// The same facts make the same bytes, and another theme makes other bytes.
func TestSameFactsSamePicture(t *testing.T) {
	one, other := newPainter(t), newPainter(t)
	for name, facts := range samples {
		a, errA := one.Draw(Light, facts)
		b, errB := other.Draw(Light, facts)
		again, errC := one.Draw(Light, facts)
		dark, errD := one.Draw(Dark, facts)
		if errA != nil || errB != nil || errC != nil || errD != nil {
			t.Fatal(errA, errB, errC, errD)
		}
		if !bytes.Equal(a.PNG, b.PNG) || &a.PNG[0] != &again.PNG[0] || bytes.Equal(a.PNG, dark.PNG) || a.Alt == "" {
			t.Errorf("%s: drawn again it differs, or is not kept", name)
		}
	}
	if _, err := one.Draw(Theme(7), samples["share"]); err == nil {
		t.Error("there is a seventh theme")
	}
}

// BenchmarkDraw draws each sample without the cache. The bytes are those of the PNG.
func BenchmarkDraw(b *testing.B) {
	for name, facts := range samples {
		b.Run(name, func(b *testing.B) {
			p := newPainter(b)
			size := 0
			for b.Loop() {
				clear(p.recent)
				picture, err := p.Draw(Light, facts)
				if err != nil {
					b.Fatal(err)
				}
				size = len(picture.PNG)
			}
			b.ReportMetric(float64(size), "PNG-bytes")
		})
	}
}

// slow are facts whose drawing waits until finish is closed.
type slow struct{ started, finish chan struct{} }

func (s slow) draw(c *canvas) int {
	if !c.isDryRun {
		close(s.started)
		<-s.finish
	}
	return 2 * margin
}

// Tell is called in a write transaction, so it must not wait for a picture that is being drawn.
func TestTellDoesNotWaitForDrawing(t *testing.T) {
	p := newPainter(t)
	facts := slow{make(chan struct{}), make(chan struct{})}
	drawn, told := make(chan error), make(chan string)
	go func() {
		_, err := p.Draw(Light, facts)
		drawn <- err
	}()
	<-facts.started
	go func() {
		alt, _ := p.Tell(Share{Title: "Reckon #1"})
		told <- alt
	}()
	select {
	case alt := <-told:
		if alt != "Reckon #1" {
			t.Errorf("told is %q", alt)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Tell waits for a picture that is being drawn")
	}
	close(facts.finish)
	if err := <-drawn; err != nil {
		t.Error(err)
	}
}

// Tell is called while pictures are drawn, so it must not use the glyphs, which only one goroutine at a time
// may use.
func TestTellUsesNoGlyphs(t *testing.T) {
	p := newPainter(t)
	for name, facts := range samples {
		p.Tell(facts)
		if len(p.fonts.glyphs) > 0 {
			t.Fatalf("Tell uses glyphs for %s", name)
		}
	}
}

// The QR code of a card reads as its address, in both themes. An address that is too long has no code.
func TestCodeOfAShare(t *testing.T) {
	p := newPainter(t)
	for address, hasCode := range map[string]bool{
		"https://reckon.example/day/325":                       true,
		"https://t.me/reckonbot?start=djIgZGFpbHkgMjQgMzI2":    true,
		"https://" + strings.Repeat("long.", 20) + "example/d": true,
		"https://" + strings.Repeat("long.", 30) + "example/d": false,
	} {
		for theme := range themes {
			c, err := p.paint(theme, Share{Title: "Reckon #325", Address: address})
			if err != nil {
				t.Fatal(err)
			}
			m := readCode(c)
			if (m != nil) != hasCode {
				t.Errorf("%s: it has a code: %v", address, m != nil)
			}
			if m == nil {
				continue
			}
			if got, err := m.Text(); err != nil || got != address {
				t.Errorf("%s reads as %s: %v", address, got, err)
			}
		}
	}
}

// readCode reads the QR code of a picture. It is nil if the picture has none.
func readCode(c *canvas) qrtest.Matrix {
	onPaper := image.Rectangle{}
	for y := range c.Rect.Dy() {
		for x := range c.Rect.Dx() {
			if c.ColorIndexAt(x, y) == uint8(paper) {
				onPaper = onPaper.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if onPaper.Empty() {
		return nil
	}
	// The first dark square after the margin begins a row of seven.
	left := onPaper.Min.X
	for c.ColorIndexAt(left, left-onPaper.Min.X+onPaper.Min.Y) != uint8(night) {
		left++
	}
	step := (left - onPaper.Min.X) / qr.Margin
	m := qrtest.NewMatrix(onPaper.Dx()/step - 2*qr.Margin)
	for row := range m {
		for column := range m {
			x := left + column*step + step/2
			y := left - onPaper.Min.X + onPaper.Min.Y + row*step + step/2
			m[row][column] = c.ColorIndexAt(x, y) == uint8(night)
		}
	}
	return m
}

// The digit 0 has a single hole, without a slash, in every style.
func TestZeroHasNoSlash(t *testing.T) {
	p := newPainter(t)
	for _, size := range sizes {
		for _, s := range []style{regular(size), bold(size)} {
			g, err := p.fonts.glyph(s, '0')
			if err != nil {
				t.Fatal(err)
			}
			// The column in the middle passes the top, the hole and the bottom.
			changes := 0
			wasDark := false
			middle := g.mask.Rect.Dx() / 2
			for y := range g.mask.Rect.Dy() {
				isDark := g.mask.AlphaAt(middle, y).A > 100
				if isDark != wasDark {
					changes++
				}
				wasDark = isDark
			}
			if wasDark {
				changes++
			}
			if changes != 4 {
				t.Errorf("%+v: the column in the middle changes %d times", s, changes)
			}
			eight, err := p.fonts.glyph(s, '8')
			if err != nil || eight.advance != g.advance {
				t.Errorf("%+v: 0 is as wide as %v, 8 as %v (%v)", s, g.advance, eight.advance, err)
			}
		}
	}
}
