package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// A status is an exit status. The command has already printed the reason.
type status int

const (
	yes     status = 0
	no      status = 1
	trouble status = 2
	refused status = 3
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// asError returns nil for yes.
func (s status) asError() error {
	if s == yes {
		return nil
	}
	return s
}

// A console is what a command reads from and writes to.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// encoder writes one JSON object a line, without escaping < and >.
func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
