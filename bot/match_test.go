package bot_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// These are short matches with chosen puzzles. At the end each shows its result, and what it counts.
var shortMatches = map[string]string{
	"race": `room club
ann> /race 2 24
deal 24:2,3,4,5
sleep 20s
bob~> 2*(3+4+5)
ann~> 4*(5+3-2)
sleep 14s
deal 24:3,3,8,8
sleep 8s
cat> [Answer]
cat> 8/(3-8/3)
sleep 14s
points`,
	"duel": `room club
ann> /duel @bob 24
bob> [Accept]
deal 24:2,3,4,5
sleep 8s
bob> [Answer]
bob> 2*(3+4+5)
sleep 4s
deal 24:3,3,8,8
sleep 8s
ann> /giveup
points`,
}

// If a bot is killed and started again between all steps of a match, nothing changes.
func TestMatchesOutliveTheProcess(t *testing.T) {
	for name, script := range shortMatches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := play(t, kernelAlone, script)
			hasEnd := strings.Contains(want, "Rematch") || strings.Contains(want, "#1 Again")
			if !strings.Contains(want, "🏆") || !hasEnd {
				t.Fatalf("the match has no end:\n%s", want)
			}
			first, rest, _ := strings.Cut(script, "\n")
			killed := first + "\n" + strings.ReplaceAll(rest, "\n", "\nrestart\n")
			if diff := cmp.Diff(want, strings.ReplaceAll(play(t, kernelAlone, killed), "restart\n", "")); diff != "" {
				t.Errorf("killed between the steps (-never killed +killed):\n%s", diff)
			}
		})
	}
}

// If a bot is killed before each of its replies was seen, it sends them again, and the match ends in the same
// way.
func TestMatchesOutliveLostMessages(t *testing.T) {
	for name, script := range shortMatches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var lost []string
			steps := strings.Split(script, "\n")
			for i, step := range steps {
				if i == 0 || i == len(steps)-1 || !strings.Contains(step, "> ") || strings.Contains(step, "[Answer]") { // a form is not kept
					lost = append(lost, step)
				} else {
					lost = append(lost, "lost", step, "restart", "sleep 0s")
				}
			}
			if diff := cmp.Diff(resultsIn(play(t, kernelAlone, script)), resultsIn(play(t, kernelAlone, strings.Join(lost, "\n")))); diff != "" {
				t.Errorf("killed while it answers (-never killed +killed):\n%s", diff)
			}
		})
	}
}

// resultsIn returns the lines that say how a match went, and the points.
func resultsIn(said string) (out []string) {
	for line := range strings.Lines(said) {
		if strings.Contains(line, "🏆") || strings.Contains(line, "wins") {
			out = append(out, line)
		}
	}
	_, points, _ := strings.Cut(said, "points\n")
	return append(out, points)
}
