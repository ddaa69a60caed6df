// Package qrtest reads QR codes, for tests.
package qrtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Matrix is a QR code as a reader sees it: whether each square is dark, by row and column.
type Matrix [][]bool

// NewMatrix returns a square of a size in which nothing is dark yet.
func NewMatrix(size int) Matrix {
	m := make(Matrix, size)
	for row := range m {
		m[row] = make([]bool, size)
	}
	return m
}

// margin is how many light squares are around a code.
const margin = 4

var (
	viewBox = regexp.MustCompile(`viewBox="0 0 (\d+) \d+"`)
	square  = regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`)
)

// ReadSVG reads the squares of the picture of a code, without the light margin.
func ReadSVG(svg string) (Matrix, error) {
	found := viewBox.FindStringSubmatch(svg)
	if found == nil || !strings.Contains(svg, `fill="#fff" d="M0 0h`+found[1]) {
		return nil, fmt.Errorf("no white ground: %.120s", svg)
	}
	whole, err := strconv.Atoi(found[1])
	if err != nil {
		return nil, err
	}
	size := whole - 2*margin
	m := NewMatrix(size)
	for _, at := range square.FindAllStringSubmatch(svg, -1) {
		x, err := strconv.Atoi(at[1])
		if err != nil {
			return nil, err
		}
		y, err := strconv.Atoi(at[2])
		if err != nil {
			return nil, err
		}
		x -= margin
		y -= margin
		isInside := min(x, y) >= 0 && max(x, y) < size
		if !isInside {
			return nil, fmt.Errorf("the margin has a square at %d, %d", x, y)
		}
		m[y][x] = true
	}
	return m, nil
}

// finder is the large pattern in three corners of each code.
var finder = []string{"#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"}

// isPattern reports whether a square belongs to a pattern or to the format, and holds no data.
func (m Matrix) isPattern(row, column int) bool {
	size := len(m)
	isTop := row < 9
	isBottom := row >= size-8
	isLeft := column < 9
	isRight := column >= size-8
	isCorner := isTop && isLeft || isTop && isRight || isBottom && isLeft
	isTiming := row == 6 || column == 6
	isInAlignment := func(i int) bool { return size > 21 && i >= size-9 && i < size-4 }
	isAlignment := isInAlignment(row) && isInAlignment(column)
	return isCorner || isTiming || isAlignment
}

// format returns the five bits of the level and the mask, as they stand beside the upper left pattern.
func (m Matrix) format() int {
	bits := 0
	for column := range 5 {
		bits <<= 1
		if m[8][column] {
			bits |= 1
		}
	}
	return bits ^ 0b10101
}

// isInverted reports whether a mask inverts a square (ISO/IEC 18004, table 10).
func isInverted(mask, i, j int) bool {
	switch mask {
	case 0:
		return (i+j)%2 == 0
	case 1:
		return i%2 == 0
	case 2:
		return j%3 == 0
	case 3:
		return (i+j)%3 == 0
	case 4:
		return (i/2+j/3)%2 == 0
	case 5:
		return (i*j)%2+(i*j)%3 == 0
	case 6:
		return ((i*j)%2+(i*j)%3)%2 == 0
	}
	return ((i+j)%2+(i*j)%3)%2 == 0
}

// bytes reads the bytes of a code, in columns of two squares from the right, upwards and downwards in turn.
func (m Matrix) bytes(mask int) []byte {
	var all []byte
	current := 0
	bits := 0
	column := len(m) - 1
	row := len(m) - 1
	step := -1
	for column > 0 {
		for _, at := range []int{column, column - 1} {
			if m.isPattern(row, at) {
				continue
			}
			current <<= 1
			if m[row][at] != isInverted(mask, row, at) {
				current |= 1
			}
			bits++
			if bits%8 == 0 {
				all = append(all, byte(current))
				current = 0
			}
		}
		row += step
		if row >= 0 && row < len(m) {
			continue
		}
		row -= step
		step = -step
		column -= 2
		if column == 6 {
			column--
		}
	}
	return all
}

// isWhole reports whether a block with its checks is a multiple of their polynomial: it is 0 at each root.
func isWhole(block []byte, checks int) bool {
	// powers has the powers of 2 in the field of the checks, and logs their exponents.
	var powers [255]byte
	var logs [256]int
	power := 1
	for i := range powers {
		powers[i] = byte(power)
		logs[power] = i
		power <<= 1
		if power > 255 {
			power ^= 0x11d
		}
	}
	for root := range checks {
		sum := byte(0)
		for _, b := range block {
			if sum != 0 {
				sum = powers[(logs[sum]+root)%255]
			}
			sum ^= b
		}
		if sum != 0 {
			return false
		}
	}
	return true
}

// A room is how many bytes a code of some size has at level L.
type room struct{ total, checks, blocks int }

var rooms = map[int]room{
	21: {26, 7, 1},
	25: {44, 10, 1},
	29: {70, 15, 1},
	33: {100, 20, 1},
	37: {134, 26, 1},
	41: {172, 18, 2},
}

// Text reads the text of a code of level L, and checks everything that a reader relies on.
func (m Matrix) Text() (string, error) {
	size := len(m)
	capacity, ok := rooms[size]
	if !ok {
		return "", fmt.Errorf("there is no code of %d squares", size)
	}
	for i, line := range finder {
		for j := range line {
			isDark := line[j] == '#'
			if m[i][j] != isDark || m[i][size-7+j] != isDark || m[size-7+i][j] != isDark {
				return "", fmt.Errorf("a corner is wrong at %d, %d", i, j)
			}
		}
	}
	format := m.format()
	if format>>3 != 1 {
		return "", fmt.Errorf("the level is %b", format>>3)
	}
	all := m.bytes(format & 7)
	var data []byte
	for block := range capacity.blocks {
		var own []byte
		for i := block; i < capacity.total; i += capacity.blocks {
			own = append(own, all[i])
		}
		if !isWhole(own, capacity.checks) {
			return "", fmt.Errorf("block %d is not whole", block)
		}
		data = append(data, own[:len(own)-capacity.checks]...)
	}
	if data[0]>>4 != 4 {
		return "", fmt.Errorf("the mode is %d", data[0]>>4)
	}
	length := int(data[0]&15)<<4 | int(data[1]>>4)
	var text []byte
	for i := range length {
		text = append(text, data[i+1]<<4|data[i+2]>>4)
	}
	return string(text), nil
}
