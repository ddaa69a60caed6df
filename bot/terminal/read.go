package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxLine is how many bytes of a line are read. That is more than any game accepts, so a longer line
// is refused as too long, even if it is cut.
const maxLine = 8 << 10

// lines returns a function that reads the next line of r, and cleans it. The last line needs no
// newline.
func lines(r io.Reader) func() (string, error) {
	buf := bufio.NewReaderSize(r, maxLine)
	return func() (string, error) {
		head, err := buf.ReadSlice('\n')
		line := clean(string(head))
		// The rest of a long line is skipped.
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = buf.ReadSlice('\n')
		}
		if errors.Is(err, io.EOF) && line != "" {
			err = nil
		}
		return line, err
	}
}

// clean cuts a line to maxLine bytes, without its newline and without invalid UTF-8.
func clean(line string) string {
	line = line[:min(len(line), maxLine)]
	line = strings.TrimRight(line, "\r\n")
	return strings.ToValidUTF8(line, "")
}
