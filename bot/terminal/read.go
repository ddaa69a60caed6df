package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// MaxLine is how many bytes of a line are read. That is more than any game accepts, so a longer line
// is refused as too long, even if it is cut.
const MaxLine = 8 << 10

// lines returns a function that reads the next line of r, and cleans it. The last line needs no
// newline.
func lines(r io.Reader) func() (string, error) {
	buf := bufio.NewReaderSize(r, MaxLine)
	return func() (string, error) {
		line, err := ReadLine(buf)
		return clean(line), err
	}
}

// ReadLine reads a line, and returns as much of it as fits into the buffer of r, without its newline. The last line
// needs no newline.
func ReadLine(r *bufio.Reader) (string, error) {
	head, err := r.ReadSlice('\n')
	line := strings.TrimRight(string(head), "\r\n")
	// The rest of a long line is skipped.
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	if errors.Is(err, io.EOF) && len(head) > 0 {
		err = nil
	}
	return line, err
}

// clean cuts a line to MaxLine bytes, without its newline and without invalid UTF-8.
func clean(line string) string {
	line = line[:min(len(line), MaxLine)]
	line = strings.TrimRight(line, "\r\n")
	return strings.ToValidUTF8(line, "")
}
