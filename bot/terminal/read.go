package terminal

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// maxLine is how much of a line is kept, in bytes: more than any judge accepts, so that a
// longer line is still refused as too long.
const maxLine = 8 << 10

// lines reads lines one by one, on demand, so that a caller can stop waiting.
type lines struct {
	wanted chan struct{}
	text   chan string // closed at the end
	err    error       // the reason for the end; nil at the end of the input; set before text is closed
}

// readLines reads with read, which returns io.EOF at the end, until ctx ends.
func readLines(ctx context.Context, read func() (string, error)) *lines {
	in := &lines{wanted: make(chan struct{}), text: make(chan string)}
	go func() {
		defer close(in.text)
		for {
			select {
			case <-in.wanted:
			case <-ctx.Done():
				return
			}
			line, err := read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					in.err = err
				}
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

// next waits for a line; ok is false at the end and when ctx ends.
func (in *lines) next(ctx context.Context) (line string, ok bool) {
	select {
	case in.wanted <- struct{}{}:
	case <-in.text:
		return "", false
	case <-ctx.Done():
		return "", false
	}
	select {
	case line, ok = <-in.text:
	case <-ctx.Done():
	}
	return line, ok
}

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
