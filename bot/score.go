package bot

// hintShare is what a right answer is still worth, in percent, after 0, 1, 2, 3
// hints: enough to be worth finishing, little enough to think first.
var hintShare = [...]int{100, 70, 40, 10}

// maxHints is how many hints there are.
const maxHints = len(hintShare) - 1

// laterShare is what a further distinct solution is worth, in percent of the
// first.
const laterShare = 20

// worth is what a right answer scores: base points, less the player's hints,
// and less again if others or the player found before of the puzzle's
// solutions. At least 1.
func worth(base, hints, before int) int {
	points := base * hintShare[min(hints, maxHints)] / 100
	if before > 0 {
		points = points * laterShare / 100
	}
	return max(1, points)
}
