package terminal

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/peterh/liner"
)

// An Editor asks a person for lines, one at a time.
type Editor interface {
	// Line shows a prompt and returns the line typed after it. Its error is io.EOF when
	// the person wants to leave; the line of the prompt is ended then.
	Line(prompt string) (string, error)
	// Close restores the terminal, also while Line waits.
	Close() error
}

// keyboard edits lines of the process's own terminal and remembers those of this run;
// it writes none of them to a file.
type keyboard struct {
	mu    sync.Mutex // guards state, but not its methods
	state *liner.State
}

// NewKeyboard returns an Editor on the terminal of the process, which must be both its
// standard input and its standard output. It opens it at the first Line.
func NewKeyboard() Editor { return new(keyboard) }

func (k *keyboard) open() *liner.State {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state == nil {
		k.state = liner.NewLiner()
		k.state.SetCtrlCAborts(true)
		k.state.SetBeep(false)
	}
	return k.state
}

// Line implements Editor. Ctrl-C leaves; on an empty line Ctrl-D does, too.
func (k *keyboard) Line(prompt string) (string, error) {
	state := k.open()
	line, err := state.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted): // liner has ended the line
		return "", io.EOF
	case errors.Is(err, io.EOF):
		fmt.Println()
		return "", err
	case err != nil:
		return "", err
	}
	if line != "" {
		state.AppendHistory(line)
	}
	return line, nil
}

// Close implements Editor.
func (k *keyboard) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state == nil {
		return nil
	}
	return k.state.Close()
}
