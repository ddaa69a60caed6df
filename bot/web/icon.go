package web

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"sync"

	"golang.org/x/image/vector"
)

// An icon is what a home screen shows for the page: three lines, which stand for a calculation and its result.
type icon struct {
	// size is its width and its height in pixels.
	size int
	// isFull means that the ground reaches to the edges, because the system cuts out a shape of its own.
	isFull bool
}

// icons are the icons of the page, by the names of their files.
var icons = map[string]icon{
	"180.png":      {size: 180, isFull: true},
	"192.png":      {size: 192},
	"512.png":      {size: 512},
	"maskable.png": {size: 512, isFull: true},
}

// iconPictures has the icons as PNGs. They are drawn when somebody first asks for one.
var iconPictures = sync.OnceValue(drawIcons)

func drawIcons() map[string][]byte {
	pictures := map[string][]byte{}
	for name, i := range icons {
		pictures[name] = i.draw()
	}
	return pictures
}

// iconUnits is how many units an icon has across. Its measures are in these units.
const iconUnits = 32

// iconBars are the lines of an icon: how far they are from the left and from the top, and how long they are.
var iconBars = [][3]float32{{9, 8.75, 14}, {9, 14.75, 14}, {9, 20.75, 8}}

// draw returns an icon as a PNG.
func (i icon) draw() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, i.size, i.size))
	unit := float32(i.size) / iconUnits
	radius := 7 * unit
	if i.isFull {
		radius = 0
	}
	side := iconUnits * unit
	fillBox(picture, color.RGBA{R: 0x2b, G: 0x56, B: 0xc4, A: 0xff}, 0, 0, side, side, radius)
	for _, bar := range iconBars {
		const thickness = 2.5
		fillBox(picture, color.White, bar[0]*unit, bar[1]*unit, bar[2]*unit, thickness*unit, thickness*unit/2)
	}
	var out bytes.Buffer
	// A Buffer takes everything, so there is no error.
	_ = png.Encode(&out, picture)
	return out.Bytes()
}

// fillBox fills a rectangle with rounded corners.
func fillBox(picture draw.Image, c color.Color, x, y, w, h, radius float32) {
	// roundness makes a Bézier curve look like a quarter of a circle.
	const roundness = 0.5523
	k := radius * (1 - roundness)
	bounds := picture.Bounds()
	pen := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	pen.MoveTo(x+radius, y)
	pen.LineTo(x+w-radius, y)
	pen.CubeTo(x+w-k, y, x+w, y+k, x+w, y+radius)
	pen.LineTo(x+w, y+h-radius)
	pen.CubeTo(x+w, y+h-k, x+w-k, y+h, x+w-radius, y+h)
	pen.LineTo(x+radius, y+h)
	pen.CubeTo(x+k, y+h, x, y+h-k, x, y+h-radius)
	pen.LineTo(x, y+radius)
	pen.CubeTo(x, y+k, x+k, y, x+radius, y)
	pen.ClosePath()
	pen.Draw(picture, bounds, image.NewUniform(c), image.Point{})
}

// serveIcon serves an icon.
func (f *FrontEnd) serveIcon(w http.ResponseWriter, r *http.Request) {
	picture := iconPictures()[r.PathValue("name")]
	if picture == nil {
		refuse(w, notFound)
		return
	}
	writePicture(w, "image/png", picture)
}

// writePicture answers with a picture that caches may keep for a day.
func writePicture(w http.ResponseWriter, mediaType string, picture []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=86400")
	_, _ = w.Write(picture)
}
