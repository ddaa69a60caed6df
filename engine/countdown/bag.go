package countdown

// The tiles a board is drawn from, six at a time, and the targets, as on
// television: two each of 1 to 10, one each of the four large ones.
const (
	boardSize = 6
	minTarget = 101
	maxTarget = 999
)

var small = [...]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}

var large = [...]int{25, 50, 75, 100}

const smallCopies, largeCopies = 2, 1

func isLarge(tile int) bool { return tile > small[len(small)-1] }

// copies says how many tiles of that number the bag holds.
func copies(tile int) int {
	for _, n := range large {
		if tile == n {
			return largeCopies
		}
	}
	if tile < small[0] || isLarge(tile) {
		return 0
	}
	return smallCopies
}

// bag lists the different tiles, the smallest first.
func bag() []int { return append(small[:len(small):len(small)], large[:]...) }
