package countdown

import "slices"

// A board has six tiles from the bag, and a target, as on television.
const (
	boardSize = 6
	minTarget = 101
	maxTarget = 999
)

// bag lists the different tiles, the smallest first. It holds two of each small
// tile and one of each large tile.
var bag = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 25, 50, 75, 100}

const (
	// maxSmall is the greatest small tile.
	maxSmall = 10
	// LargeTiles is how many large tiles the bag holds.
	LargeTiles = 4
)

// IsLarge reports whether a tile of the bag is large.
func IsLarge(tile int) bool { return tile > maxSmall }

// copies returns how many tiles of that number the bag holds.
func copies(tile int) int {
	switch {
	case !slices.Contains(bag, tile):
		return 0
	case IsLarge(tile):
		return 1
	}
	return 2
}
