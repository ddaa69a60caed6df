package bot_test

import (
	"strings"
	"testing"
)

// mostNewcomerReads is how many words a newcomer may read in TestNewcomerReadsLittle. An earlier version of the program
// said 493 there, and this is a third less.
const mostNewcomerReads = 328

// A newcomer who solves a first puzzle and one of the day, and then looks around, has little to read.
func TestNewcomerReadsLittle(t *testing.T) {
	const way = `room ann private
deal 24:2,3,4,5
ann> /start
ann> 2*(3+4+5)
ann> /daily 24
ann> 1*3*5+9
ann> /help
ann> /settings
ann> /stats
ann> /leaderboard
ann> hint
ann> thanks
`
	said := play(t, nil, way)
	words := 0
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "\t") {
			words += len(strings.Fields(line))
		}
	}
	if !strings.Contains(said, "1*3*5+9 = 24") {
		t.Errorf("the daily is not solved:\n%s", said)
	}
	if words > mostNewcomerReads {
		t.Errorf("a newcomer reads %d words, more than %d:\n%s", words, mostNewcomerReads, said)
	}
	t.Logf("a newcomer reads %d words", words)
}
