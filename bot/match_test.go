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
			said := playKilled(t, kernelAlone, script)
			hasEnd := strings.Contains(said, "Rematch") || strings.Contains(said, "#1 Again")
			if !strings.Contains(said, "🏆") || !hasEnd {
				t.Fatalf("the match has no end:\n%s", said)
			}
		})
	}
}

// playKilled plays a transcript, and returns what play returns. It checks that a bot says the same if it is killed and
// started again between all steps but the first, which enters the room.
func playKilled(t *testing.T, features []string, script string) string {
	t.Helper()
	want := play(t, features, script)
	first, rest, _ := strings.Cut(script, "\n")
	killed := first + "\n" + strings.ReplaceAll(rest, "\n", "\nrestart\n")
	got := strings.ReplaceAll(play(t, features, killed), "restart\n", "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("killed between the steps (-never killed +killed):\n%s", diff)
	}
	return want
}

// If a bot is killed before each of its replies was seen, it sends them again, and the match ends in the same
// way.
func TestMatchesOutliveLostMessages(t *testing.T) {
	for name, script := range shortMatches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkLostMessages(t, kernelAlone, script)
		})
	}
}

// checkLostMessages plays a transcript of a match, and checks that the match ends in the same way if the bot is killed
// before each of its replies was seen. Forms are seen, because they are not sent again.
func checkLostMessages(t *testing.T, features []string, script string) {
	t.Helper()
	var lost []string
	for _, step := range strings.Split(script, "\n") {
		isSaid := strings.Contains(step, "> ")
		isForm := strings.Contains(step, "[Answer]")
		if !isSaid || isForm {
			lost = append(lost, step)
			continue
		}
		lost = append(lost, "lost", step, "restart", "sleep 0s")
	}
	want := resultsIn(play(t, features, script))
	got := resultsIn(play(t, features, strings.Join(lost, "\n")))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("killed while it answers (-never killed +killed):\n%s", diff)
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
