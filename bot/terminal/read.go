package terminal

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// maxLine is how much of a line is taken, in bytes: more than any judge reads,
// so that a longer line is refused as too long without being kept whole.
const maxLine = 8 << 10

// lines are read ahead by one, so that waiting for one can be given up.
type lines struct {
	text chan string // closed at the end
	err  error       // why the end came; nil at the end of the input; set before text is closed
}

func readLines(ctx context.Context, r io.Reader) *lines {
	in := &lines{text: make(chan string)}
	go func() {
		defer close(in.text)
		buf := bufio.NewReaderSize(r, maxLine)
		for {
			line, err := readLine(buf)
			if err != nil && !errors.Is(err, io.EOF) {
				in.err = err
				return
			}
			if err != nil && line == "" {
				return
			}
			select {
			case in.text <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return in
}

// readLine returns the first maxLine bytes of the next line, without its end
// and without what is no UTF-8.
func readLine(r *bufio.Reader) (string, error) {
	head, err := r.ReadSlice('\n')
	line := strings.ToValidUTF8(strings.TrimRight(string(head), "\r\n"), "")
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return line, err
}
