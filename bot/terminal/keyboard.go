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
	// Line shows a prompt and returns the line typed after it. When the person wants to
	// leave, it prints a newline and returns io.EOF.
	Line(prompt string) (string, error)
	// CompleteWith sets what the Tab key does.
	CompleteWith(Completer)
	// Close restores the terminal, even while Line waits.
	Close() error
}

// A keyboard edits lines of the process's own terminal. It remembers the lines of this
// run, and writes none of them to a file.
type keyboard struct {
	// mu guards state, but not its methods.
	mu        sync.Mutex
	state     *liner.State
	completer Completer
}

// NewKeyboard returns an Editor on the terminal of the process, which must be both its
// standard input and its standard output. The first Line opens the terminal.
func NewKeyboard() Editor { return new(keyboard) }

// Line implements Editor. The person leaves with Ctrl-C, or with Ctrl-D on an empty line.
func (k *keyboard) Line(prompt string) (string, error) {
	state := k.open()
	line, err := state.Prompt(prompt)
	if errors.Is(err, liner.ErrPromptAborted) {
		// liner has printed the newline.
		return "", io.EOF
	}
	if errors.Is(err, io.EOF) {
		fmt.Println()
	}
	if err != nil {
		return "", err
	}
	if line != "" {
		state.AppendHistory(line)
	}
	return line, nil
}

// open returns the terminal, which the first call opens.
func (k *keyboard) open() *liner.State {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state == nil {
		k.state = liner.NewLiner()
		k.state.SetCtrlCAborts(true)
		k.state.SetBeep(false)
		k.state.SetTabCompletionStyle(liner.TabPrints)
		if k.completer != nil {
			k.state.SetWordCompleter(k.completeWord)
		}
	}
	return k.state
}

// CompleteWith implements Editor. It is called before the first Line.
func (k *keyboard) CompleteWith(c Completer) { k.completer = c }

// completeWord completes the word before the cursor.
func (k *keyboard) completeWord(line string, cursor int) (head string, words []string, tail string) {
	characters := []rune(line)
	head, words = k.completer(string(characters[:cursor]))
	return head, words, string(characters[cursor:])
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
