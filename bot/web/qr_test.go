package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"reckon/bot/web"
)

// A matrix is a QR code as a reader sees it: whether each square is dark, by row and column.
type matrix [][]bool

// readMatrix reads the squares of the picture of a code, without the light margin of four squares.
func readMatrix(t *testing.T, svg string) matrix {
	t.Helper()
	found := regexp.MustCompile(`viewBox="0 0 (\d+) \d+"`).FindStringSubmatch(svg)
	if found == nil || !strings.Contains(svg, `fill="#fff" d="M0 0h`+found[1]) {
		t.Fatalf("no white ground: %.120s", svg)
	}
	whole, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	m := make(matrix, whole-8)
	for y := range m {
		m[y] = make([]bool, whole-8)
	}
	for _, square := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(square[1])
		y, _ := strconv.Atoi(square[2])
		if min(x, y) < 4 || max(x, y) >= whole-4 {
			t.Fatalf("the margin has a square at %d, %d", x, y)
		}
		m[y-4][x-4] = true
	}
	return m
}

// The large pattern in three corners of each code.
var finder = []string{"#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"}

// isPattern reports whether a square belongs to a pattern or to the format, and holds no data.
func (m matrix) isPattern(row, column int) bool {
	size := len(m)
	isCorner := row < 9 && column < 9 || row < 9 && column >= size-8 || row >= size-8 && column < 9
	isTiming := row == 6 || column == 6
	isAlignment := size > 21 && row >= size-9 && row < size-4 && column >= size-9 && column < size-4
	return isCorner || isTiming || isAlignment
}

// format returns the five bits of the level and the mask, as they stand beside the upper left pattern.
func (m matrix) format() int {
	bits := 0
	for _, column := range []int{0, 1, 2, 3, 4} {
		bits <<= 1
		if m[8][column] {
			bits |= 1
		}
	}
	return bits ^ 0b10101
}

// masked reports whether a mask turns a square round (ISO/IEC 18004, table 10).
func masked(mask, i, j int) bool {
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

// bytes reads the bytes of a code.
func (m matrix) bytes(mask int) (all []byte) {
	size := len(m)
	current, bits := 0, 0
	column, step, row := size-1, -1, size-1
	for column > 0 {
		for _, at := range []int{column, column - 1} {
			if m.isPattern(row, at) {
				continue
			}
			current <<= 1
			if m[row][at] != masked(mask, row, at) {
				current |= 1
			}
			if bits++; bits%8 == 0 {
				all = append(all, byte(current))
				current = 0
			}
		}
		if row += step; row < 0 || row >= size {
			row -= step
			step = -step
			if column -= 2; column == 6 {
				column--
			}
		}
	}
	return all
}

// powers has the powers of 2 in the field of the checks, and logs their exponents.
func fieldTables() (powers [255]byte, logs [256]int) {
	x := 1
	for i := range powers {
		powers[i] = byte(x)
		logs[x] = i
		if x <<= 1; x > 255 {
			x ^= 0x11d
		}
	}
	return powers, logs
}

// isWhole reports whether a block with its checks is a multiple of their polynomial: it is 0 at each root.
func isWhole(block []byte, checks int) bool {
	powers, logs := fieldTables()
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

// decode reads the text of a code of level L, and checks everything that a reader relies on.
func (m matrix) decode(t *testing.T) string {
	t.Helper()
	size := len(m)
	for i, line := range finder {
		for j := range line {
			isDark := line[j] == '#'
			if m[i][j] != isDark || m[i][size-7+j] != isDark || m[size-7+i][j] != isDark {
				t.Fatalf("a corner is wrong at %d, %d", i, j)
			}
		}
	}
	format := m.format()
	if format>>3 != 1 {
		t.Fatalf("the level is %b", format>>3)
	}
	all := m.bytes(format & 7)
	blocks, checks := 1, map[int]int{21: 7, 25: 10, 29: 15, 33: 20, 37: 26, 41: 18}[size]
	if size == 41 {
		blocks = 2
	}
	total := map[int]int{21: 26, 25: 44, 29: 70, 33: 100, 37: 134, 41: 172}[size]
	var data []byte
	for block := range blocks {
		var own []byte
		for i := block; i < total; i += blocks {
			own = append(own, all[i])
		}
		if !isWhole(own, checks) {
			t.Fatalf("block %d is not whole", block)
		}
		data = append(data, own[:len(own)-checks]...)
	}
	if data[0]>>4 != 4 {
		t.Fatalf("the mode is %d", data[0]>>4)
	}
	length := int(data[0]&15)<<4 | int(data[1]>>4)
	var text []byte
	for i := range length {
		text = append(text, data[i+1]<<4|data[i+2]>>4)
	}
	return string(text)
}

// The QR code of a room has its address: at the public URL, or else at the host that was asked, below any path.
func TestRoomCode(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ public, host, base, want string }{
		{"", "reckon.example", "", "https://reckon.example/r/CDFHJK"},
		{"", "reckon.example:8443", "/games", "https://reckon.example:8443/games/r/CDFHJK"},
		{"", "a.b", "", "https://a.b/r/CDFHJK"},
		{"", "localhost:8080", "", "http://localhost:8080/r/CDFHJK"},
		{"https://public.example/reckon/", "10.0.0.7", "/reckon", "https://public.example/reckon/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 12) + "example", "x", "", "https://" + strings.Repeat("long.", 12) + "example/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 17) + "example", "x", "", "https://" + strings.Repeat("long.", 17) + "example/r/CDFHJK"},
		{"https://" + strings.Repeat("long.", 20) + "example", "x", "", "https://" + strings.Repeat("long.", 20) + "example/r/CDFHJK"},
	} {
		config := s.page.Config
		config.URL = c.public
		page, err := web.New(config)
		if err != nil {
			t.Fatal(err)
		}
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodGet, "http://"+c.host+c.base+"/r/cdfhjk.svg", nil)
		request.SetPathValue("room", "cdfhjk.svg")
		page.Routes()["GET /r/{room}"](answer, request)
		if kind := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || kind != "image/svg+xml" {
			t.Errorf("%s: %d, %s", c.want, answer.Code, kind)
			continue
		}
		if text := readMatrix(t, answer.Body.String()).decode(t); text != c.want {
			t.Errorf("it says %s, not %s", text, c.want)
		}
	}
}

// There is no QR code of what is no room, of an address that is too long, or for a request without a host.
func TestNoRoomCode(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"ABCDEF.svg", "CDFHJ.svg", ".svg", "CDFHJKM.svg", "CDFHJK.png"} {
		if answer, _ := fetch(t, s.url+"r/"+name, "en"); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
	for _, host := range []string{"", "a b", `"><script>`, strings.Repeat("long.", 30) + "example"} {
		request := httptest.NewRequest(http.MethodGet, "/r/CDFHJK.svg", nil)
		request.Host = host
		request.SetPathValue("room", "CDFHJK.svg")
		answer := httptest.NewRecorder()
		s.page.Routes()["GET /r/{room}"](answer, request)
		if answer.Code != http.StatusNotFound {
			t.Errorf("for the host %.20q: %d", host, answer.Code)
		}
	}
}
