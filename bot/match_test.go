package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Short matches, all of whose puzzles are chosen, with their results and what they
// count at the end.
var shortMatches = map[string]string{
	"race": `room club
ann> /race 2 24
deal 24:2,3,4,5
sleep 8s
bob~> 2*(3+4+5)
ann~> 4*(5+3-2)
sleep 13s
deal 24:3,3,8,8
sleep 8s
cat> [Answer]
cat> 8/(3-8/3)
sleep 13s
ann> /leaderboard`,
	"duel": `room club
ann> /duel @bob 24
bob> [Accept]
deal 24:2,3,4,5
sleep 8s
bob> [Answer]
bob> 2*(3+4+5)
sleep 3s
deal 24:3,3,8,8
sleep 8s
ann> /giveup
ann> /leaderboard`,
}

// A bot that is killed and started again between any two steps of a match changes
// nothing of it.
func TestMatchesOutliveTheProcess(t *testing.T) {
	for name, script := range shortMatches {
		t.Run(name, func(t *testing.T) {
			steps := strings.Split(script, "\n")
			want := play(t, script)
			if !strings.Contains(want, "🏆") || !strings.Contains(want, "Rematch") {
				t.Fatalf("the match has no end:\n%s", want)
			}
			for i := 2; i < len(steps); i++ {
				killed := strings.Join(steps[:i], "\n") + "\nrestart\n" + strings.Join(steps[i:], "\n")
				if diff := cmp.Diff(want, strings.Replace(play(t, killed), "restart\n", "", 1)); diff != "" {
					t.Errorf("killed before %q (-never killed +killed):\n%s", steps[i], diff)
				}
			}
		})
	}
}

// Nor is its result another if what was said last was not seen when the bot was
// killed: it is said again.
func TestMatchesOutliveLostMessages(t *testing.T) {
	for name, script := range shortMatches {
		t.Run(name, func(t *testing.T) {
			steps := strings.Split(script, "\n")
			want := resultsIn(play(t, script))
			for i := 1; i < len(steps)-1; i++ {
				if !strings.Contains(steps[i], "> ") || strings.Contains(steps[i], "[Answer]") { // a form is not kept
					continue
				}
				lost := fmt.Sprintf("%s\nlost\n%s\nrestart\nsleep 0s\n%s", strings.Join(steps[:i], "\n"), steps[i], strings.Join(steps[i+1:], "\n"))
				if diff := cmp.Diff(want, resultsIn(play(t, lost))); diff != "" {
					t.Errorf("killed while %q is answered (-never killed +killed):\n%s", steps[i], diff)
				}
			}
		})
	}
}

// resultsIn are the lines that tell how a match went, and the board.
func resultsIn(said string) (out []string) {
	for line := range strings.Lines(said) {
		if strings.Contains(line, "🏆") || strings.Contains(line, "wins") {
			out = append(out, line)
		}
	}
	_, board, _ := strings.Cut(said, "All time")
	return append(out, board)
}
