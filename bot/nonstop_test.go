package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"reckon/engine/games"
	"reckon/engine/property"
)

// withNonstop is the kernel with the feature that these tests are about.
var withNonstop = []string{"nonstop"}

// nonstopScript returns a conversation in which a group plays nonstop until some puzzles are solved, each a different
// one.
func nonstopScript(t *testing.T, puzzles int) string {
	t.Helper()
	var script strings.Builder
	script.WriteString("room club\nann> /24 nonstop\n")
	for i := 0; puzzles > 0; i++ {
		id := fmt.Sprintf("24:%d,%d,%d,8", 1+i%6, 1+i/6%6, 1+i/36)
		p, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		best := p.Solve(t.Context()).Best
		isNew := !strings.Contains(script.String(), p.ID()+"\n")
		if best == "" || !isNew {
			continue
		}
		fmt.Fprintf(&script, "deal %s\nsleep 5s\nbob~> %s\nsleep 4s\n", p.ID(), best)
		puzzles--
	}
	return script.String()
}

// Whoever has had enough after a hundred puzzles is told that it is over. Until then each puzzle is followed by another.
func TestNonstopHasAnEnd(t *testing.T) {
	skipWithout(t, withNonstop)
	property.Long(t)
	said := play(t, withNonstop, nonstopScript(t, 100)+"sleep 10s\nsleep 10s\npoints")
	if got := strings.Count(said, "Bob got it"); got != 100 {
		t.Errorf("Bob was first %d times", got)
	}
	if !strings.Contains(said, "24 · nonstop 100\n") || strings.Contains(said, "24 · nonstop 101") {
		t.Errorf("it ends otherwise:\n%s", said[max(0, len(said)-3000):])
	}
	if got := strings.Count(said, "A hundred puzzles!"); got == 0 {
		t.Errorf("nobody is told that it is over:\n%s", said[max(0, len(said)-3000):])
	}
}

// If a bot is killed and started again between all steps, nothing changes.
func TestNonstopOutlivesTheProcess(t *testing.T) {
	skipWithout(t, withNonstop)
	said := playKilled(t, withNonstop, nonstopScript(t, 4)+"ann> /stop\npoints")
	if strings.Count(said, "Bob got it") != 4 || !strings.Contains(said, "#1 Again") {
		t.Errorf("not all was played:\n%s", said)
	}
}
