//go:build race

package bot_test

// raced reports whether the race detector is on, which makes tests about ten times slower.
const raced = true
