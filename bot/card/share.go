package card

import (
	"image"
	"strings"

	"reckon/bot/qr"
)

// A Share is a person's day, to be shown to others: it gives no solution away.
type Share struct {
	// Title is such as "Reckon #325".
	Title string
	// Name is the name of the person; empty: it is not shown.
	Name string
	// Date is in words.
	Date string
	// Score is the score of the day: "75/100".
	Score string
	// Unfinished says that the score may still rise: "so far". Empty: it is not shown.
	Unfinished string
	Parts      []Part
	// InRow says how many days in a row they have played: "12 days in a row". Empty: it is not shown.
	InRow string
	// Place says which place they have in a group: "2nd of 6 in Club". Empty: it is not shown.
	Place string
	// Invite says what is at the Address.
	Invite string
	// Address is where others can play the day. It is shown as text and as a QR code. If it is empty,
	// neither it nor Invite is shown.
	Address string
}

// A Part is one puzzle of the day. At most eight are drawn.
type Part struct {
	// Name is the name of the game.
	Name string
	// Sign is the short sign of the game: "7!".
	Sign  string
	Grade Grade
	// Points are such as "14"; empty: the puzzle is still open.
	Points string
	// Detail is such as "8 s" or "2 away".
	Detail string
	// Stars is how many of three stars the person got, or 0 if none are shown.
	Stars  int
	Hinted bool
}

// A Grade says how much of what a puzzle is worth a person got.
type Grade int

const (
	// None is no point.
	None Grade = iota
	// Some is fewer than half of the points.
	Some
	// Much is half of the points or more.
	Much
	// Full is all points.
	Full
	// Unplayed is a puzzle that is still to be played.
	Unplayed
)

// String returns the grade as a square.
func (g Grade) String() string {
	switch g {
	case Full:
		return "🟩"
	case Much:
		return "🟨"
	case Some:
		return "🟧"
	case Unplayed:
		return "⬜"
	}
	return "⬛"
}

// tones returns the tone of the square, and that of the text on it.
func (g Grade) tones() (square, text tone) {
	switch g {
	case Full:
		return full, night
	case Much:
		return much, night
	case Some:
		return some, night
	}
	return line, ink
}

const (
	scoreHeight = 148
	// squareSize is how large a square may be.
	squareSize   = 132
	squareGap    = 15
	detailHeight = 52
	inviteHeight = 236
	maxParts     = 8
)

func (s Share) draw(c *canvas) (height int) {
	s.drawHead(c)
	y := headHeight
	if s.Name != "" {
		c.describe(s.Name)
		c.name(label{text: s.Name, x: margin, y: y + 8, maxWidth: inner, style: regular(medium), tone: ink})
		y += 36
	}
	hasScore := s.Score != ""
	s.drawScore(c, y)
	if hasScore || s.InRow != "" || s.Place != "" {
		y += scoreHeight
	}
	// Earlier versions stored cards without a score. Nothing is known of their squares.
	if hasScore && len(s.Parts) > 0 {
		s.drawSquares(c, y)
		y += squareSize + 20
	}
	for i, p := range s.Parts {
		c.describe(p.words())
		if i < maxParts {
			c.part(p, y)
			y += detailHeight
		}
	}
	if s.Address == "" {
		return y + margin
	}
	s.drawInvitation(c, y)
	return y + inviteHeight + margin
}

func (s Share) drawHead(c *canvas) {
	c.describe(s.Title)
	c.describe(s.Date)
	dateWidth := c.write(label{
		text:     s.Date,
		x:        width - margin,
		y:        78,
		maxWidth: inner / 3,
		style:    regular(medium),
		tone:     faint,
		align:    right,
	})
	c.write(label{
		text:     s.Title,
		x:        margin,
		y:        84,
		maxWidth: inner - dateWidth - 24,
		style:    bold(title),
		tone:     ink,
	})
}

// drawScore draws the score, large, and beside it the days in a row and the place.
func (s Share) drawScore(c *canvas, y int) {
	c.describe(s.Score)
	c.describe(s.Unfinished)
	scoreWidth := c.write(label{
		text:     s.Score,
		x:        margin,
		y:        y + 102,
		maxWidth: inner * 3 / 5,
		style:    bold(giant),
		tone:     ink,
	})
	if s.Unfinished != "" {
		const gap = 18
		scoreWidth += gap + c.write(label{
			text:     s.Unfinished,
			x:        margin + scoreWidth + gap,
			y:        y + 102,
			maxWidth: inner / 6,
			style:    regular(medium),
			tone:     faint,
		})
	}
	room := inner - scoreWidth - 32
	beside := label{x: width - margin, y: y + 60, maxWidth: room - 60, style: bold(medium), tone: warm, align: right}
	if s.InRow != "" {
		c.describe("🔥 " + s.InRow)
		beside.text = s.InRow
		textWidth := c.write(beside)
		c.flame(width-margin-textWidth-30, beside.y-12, 20)
	}
	if s.Place == "" {
		return
	}
	c.describe(s.Place)
	if s.InRow != "" {
		beside.y += 48
	}
	beside.text = s.Place
	beside.maxWidth = room
	beside.style = regular(medium)
	beside.tone = ink
	c.write(beside)
}

// drawSquares draws a square for each part, with the sign of its game and its points. Its colour is that of its
// grade.
func (s Share) drawSquares(c *canvas, y int) {
	parts := s.Parts[:min(len(s.Parts), maxParts)]
	size := min(squareSize, (inner+squareGap)/len(parts)-squareGap)
	for i, p := range parts {
		x := margin + i*(size+squareGap)
		frame := image.Rect(x, y, x+size, y+squareSize)
		square, text := p.Grade.tones()
		c.box(frame, 18, square)
		if p.Grade == Unplayed {
			// The square is empty but for its edge.
			c.box(frame.Inset(3), 15, ground)
		}
		sign := label{
			text:     p.Sign,
			x:        x + size/2,
			y:        y + 62,
			maxWidth: size - 12,
			style:    bold(large),
			tone:     text,
			align:    center,
		}
		if p.Points == "" {
			sign.y += 20
		}
		c.write(sign)
		c.write(label{
			text:     p.Points,
			x:        x + size/2,
			y:        y + 108,
			maxWidth: size - 12,
			style:    regular(medium),
			tone:     text,
			align:    center,
		})
	}
}

// words returns what a part shows.
func (p Part) words() string {
	stars := strings.Repeat("★", max(0, min(p.Stars, 3)))
	points := p.Points
	if points != "" {
		points = "(" + points + ")"
	}
	return joinWords(p.Hinted, p.Grade.String(), p.Name, stars, p.Detail, points)
}

// part draws how a part went. The detail is at the right end, and the hint and the stars are beside it. The name
// gets the room that remains.
func (c *canvas) part(p Part, y int) {
	const base = 36
	end := width - margin
	detailWidth := c.write(label{
		text:     p.Detail,
		x:        end,
		y:        y + base,
		maxWidth: 260,
		style:    regular(medium),
		tone:     ink,
		align:    right,
	})
	if detailWidth > 0 {
		end -= detailWidth + 22
	}
	end = c.extras(p.Stars, p.Hinted, end, y+base-11)
	c.write(label{
		text:     p.Name,
		x:        margin,
		y:        y + base,
		maxWidth: end - margin - 16,
		style:    regular(medium),
		tone:     faint,
	})
}

// drawInvitation draws the address, and its QR code at the right end.
func (s Share) drawInvitation(c *canvas, y int) {
	c.describe(s.Invite)
	c.describe(s.Address)
	codeWidth := c.code(s.Address, image.Rect(width-margin-inviteHeight, y+20, width-margin, y+inviteHeight))
	room := inner - codeWidth - 24
	middle := y + 20 + (inviteHeight-20)/2
	c.write(label{text: s.Invite, x: margin, y: middle - 8, maxWidth: room, style: regular(medium), tone: faint})
	shown := shortAddress(s.Address)
	c.write(label{text: shown, x: margin, y: middle + 40, maxWidth: room, style: bold(medium), tone: accent})
}

// shortAddress returns what people read of an address, without its protocol and its query.
func shortAddress(address string) string {
	_, short, hasProtocol := strings.Cut(address, "://")
	if !hasProtocol {
		short = address
	}
	short, _, _ = strings.Cut(short, "?")
	return short
}

// code draws the QR code of a text at the right end of a frame, and returns how wide it is. It is 0 if the text
// is too long for a code.
func (c *canvas) code(text string, r image.Rectangle) int {
	if c.isDryRun {
		return 0
	}
	code, ok := qr.New(text)
	if !ok {
		return 0
	}
	squares := code.Size() + 2*qr.Margin
	step := r.Dy() / squares
	size := step * squares
	left := r.Max.X - size
	top := r.Min.Y + (r.Dy()-size)/2
	c.fill(image.Rect(left, top, left+size, top+size), paper)
	for y := range code.Size() {
		for x := range code.Size() {
			if !code.At(x, y) {
				continue
			}
			squareLeft := left + (x+qr.Margin)*step
			squareTop := top + (y+qr.Margin)*step
			c.fill(image.Rect(squareLeft, squareTop, squareLeft+step, squareTop+step), night)
		}
	}
	return size
}
