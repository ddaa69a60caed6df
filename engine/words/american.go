package words

import (
	_ "embed"
	"sort"
	"strings"
)

// american has an American spelling and the British one on each line, in alphabetical
// order.
//
//go:embed american.txt
var american string

// American returns the British spelling of a word in lower case, if the word is an American
// spelling that is not in the list: colour for color. If it is none, ok is false.
func American(word string) (british string, ok bool) {
	// The search is for the offset in american at which the line of word begins. The line
	// at an offset is the first that begins there or after it.
	offset := sort.Search(len(american), func(i int) bool { return lineFrom(i) >= word+" " })
	british, ok = strings.CutPrefix(lineFrom(offset), word+" ")
	if !ok {
		return "", false
	}
	return british, true
}

// lineFrom returns the first line of american that begins at an offset or after it.
func lineFrom(offset int) string {
	rest := american[offset:]
	if offset > 0 && american[offset-1] != '\n' {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	line, _, isLine := strings.Cut(rest, "\n")
	if !isLine {
		// Beyond the last line everything is greater than any word.
		return "\x7f"
	}
	return line
}
