package main

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rewardExample is the example of a reward function. testdata/reward.txt runs it.
//
//go:embed reward.py
var rewardExample string

func TestRewardExampleIsInPlaying(t *testing.T) {
	playing, err := os.ReadFile(filepath.Join(sources, "PLAYING.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(playing), "```python\n"+rewardExample+"```\n") {
		t.Error("PLAYING.md does not show reward.py as it is")
	}
}
