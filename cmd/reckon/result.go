package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"reckon/bot/lang"
	"reckon/bot/say"
	"reckon/engine"
)

// A status is an exit status. The command has already printed the reason.
type status int

const (
	// no: the answer is not right, the puzzle has no solution, or something is not well.
	no status = 1
	// trouble: there was an error, such as a wrong argument.
	trouble status = 2
	// refused: the networks refuse the bot for good.
	refused status = 3
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

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

// columnsOf returns how wide a terminal is at the moment; 0: nobody knows.
func columnsOf(stream any) int {
	f, ok := stream.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// isUnattended reports whether a stream is a device that is no terminal, such as /dev/null. If the standard input is
// closed, Go opens /dev/null instead. A pipe or a file has lines to play.
func isUnattended(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok || isTerminal(f) {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// encoder writes one JSON object a line, without escaping < and >.
func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

// A result is what a command found out about one line.
type result struct {
	// object is for scripts, and text for people.
	object object
	text   string
	// status is the status to exit with; nil: the puzzle is solvable, or the answer is right.
	status error
}

// An object is a JSON object that keeps the order of its fields. Some fields have names
// that only a game knows.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := encoder(&b)
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(f.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(f.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// withFault adds an engine.Fault to an object, with a text that explains it to people. The fault's position counts
// bytes of the text that the command was given.
func (o object) withFault(err error, text string) object {
	f := engine.AsFault(err)
	if f == nil {
		f = &engine.Fault{Code: "error", Args: engine.Args{"text": err.Error()}}
	}
	fault := object{{"code", f.Code}, {"text", text}}
	if len(f.Args) > 0 {
		fault = append(fault, field{"args", f.Args})
	}
	if f.At != nil {
		fault = append(fault, field{"at", object{{"pos", f.At.Pos}, {"end", f.At.End}}})
	}
	return append(o, field{"fault", fault})
}

// A speaker has the words for the engine's codes. Scripts read the codes, in JSON;
// people read the words.
type speaker struct{ *lang.Printer }

// unreadable is the result for a text in which something is wrong. o has what is known in spite of that.
// game is the name of the game; empty: the text names none.
func (s speaker) unreadable(o object, game, text string, err error) result {
	explained := s.fault(game, text, err)
	return result{o.withFault(err, explained), explained, trouble}
}

// fault explains what is wrong with a text.
func (s speaker) fault(game, text string, err error) string {
	f := engine.AsFault(err)
	if f == nil {
		return err.Error()
	}
	return say.Sentence(s.Printer, game, text, f)
}

// gameOf returns the name of the game in a puzzle's ID.
func gameOf(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}
