package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"
)

// asFlags returns a command line in which the words help and version, which other programs have as commands, are
// the flags that do the same: "help solve" is "solve --help".
func asFlags(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch args[0] {
	case "help":
		return append(slices.Clone(args[1:]), "--help")
	case "version":
		return append([]string{"--version"}, args[1:]...)
	}
	return args
}

// withHint returns the text of an error about a command line. If the call itself is wrong, and not the value of a
// setting, the text says where to read more.
func withHint(err error, args []string) string {
	var wrong *kong.ParseError
	// Kong has the status 1 for errors of our own, about settings, and another one for wrong calls.
	isCall := errors.As(err, &wrong) && wrong.ExitCode() > 1
	if !isCall {
		return err.Error()
	}
	if negative, found := findNegative(err.Error(), args); found {
		return fmt.Sprintf("%s is read as a flag: put -- before it", negative)
	}
	command := "reckon"
	if selected := wrong.Context.Selected(); selected != nil {
		command = selected.FullPath()
	}
	return fmt.Sprintf("%s (see %s --help)", err, command)
}

// findNegative returns the argument that an error calls an unknown flag, if it begins like a number or a calculation
// with a minus.
func findNegative(text string, args []string) (arg string, found bool) {
	if !strings.HasPrefix(text, "unknown flag ") {
		return "", false
	}
	for _, arg := range args {
		rest, hasMinus := strings.CutPrefix(arg, "-")
		isFlag := rest == "" || rest[0] == '-' || unicode.IsLetter(rune(rest[0]))
		if hasMinus && !isFlag {
			return arg, true
		}
	}
	return "", false
}
