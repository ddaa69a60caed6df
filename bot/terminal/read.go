package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxLine is how much of a line is kept, in bytes: more than any judge accepts, so that a
// longer line is still refused as too long.
const maxLine = 8 << 10

// piped returns a function that reads lines of r, clean; the last one needs no newline.
func piped(r io.Reader) func() (string, error) {
	buf := bufio.NewReaderSize(r, maxLine)
	return func() (string, error) {
		head, err := buf.ReadSlice('\n')
		line := clean(string(head))
		for errors.Is(err, bufio.ErrBufferFull) { // skip the rest of a long line
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
	return strings.ToValidUTF8(strings.TrimRight(line[:min(len(line), maxLine)], "\r\n"), "")
}
