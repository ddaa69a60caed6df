package words

// The bounds of a word's length, in letters.
const (
	MinLength = 2
	MaxLength = 9
)

// A graph is a list of words with their sizes as a directed acyclic word graph
// (Appel and Jacobson, "The World's Fastest Scrabble Program", 1988): a trie in
// which equal endings are stored once. It is read in place, from the binary, so
// it needs no time to load and no memory of its own.
//
// It is a sequence of edges of 32 bits, little-endian:
//
//	bits 0-4    letter, 0 for a
//	bits 5-8    the index in sizes of the word that ends with this letter, 0 if none does
//	bit 9       the last edge of its node
//	bits 10-31  the first edge of the node it leads to, 0 if it has none
//
// Edge 0 is unused; the root begins at edge 1.
type graph string

type edge uint32

const root = 1

// capitalSize is the size of a word that nearly everybody writes with a capital. SCOWL has no such size.
const capitalSize = 90

// sizes are SCOWL's, and capitalSize. An edge stores a size as its index in sizes.
var sizes = [...]int{0, 10, 20, 35, 40, 50, 55, 60, 70, 80, capitalSize}

func (e edge) letter() byte { return byte(e&31) + 'a' }
func (e edge) size() int    { return sizes[e>>5&15] }
func (e edge) isLast() bool { return e>>9&1 != 0 }
func (e edge) to() int      { return int(e >> 10) }

// number returns number i in data, which has 4 bytes for each number.
func number(data string, i int) uint32 {
	s := data[4*i : 4*i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// edges yields the edges of the node that begins at i.
func (g graph) edges(i int) func(yield func(edge) bool) {
	return func(yield func(edge) bool) {
		for ; i != 0; i++ {
			e := edge(number(string(g), i))
			if !yield(e) || e.isLast() {
				return
			}
		}
	}
}

// find returns the edge with a letter of the node that begins at i.
func (g graph) find(i int, letter byte) (edge, bool) {
	for ; i != 0; i++ {
		e := edge(number(string(g), i))
		if e.letter() == letter {
			return e, true
		}
		if e.isLast() {
			return 0, false
		}
	}
	return 0, false
}

// spell visits the words that can be made of letters, in alphabetical order. The
// bytes of word are valid during the call only.
func (g graph) spell(letters string, visit func(word []byte, size int)) {
	var unused [256]int
	for i := range len(letters) {
		unused[letters[i]]++
	}
	word := make([]byte, 0, MaxLength)
	var spellFrom func(node int)
	spellFrom = func(node int) {
		for e := range g.edges(node) {
			letter := e.letter()
			if unused[letter] == 0 {
				continue
			}
			unused[letter]--
			word = append(word, letter)
			if size := e.size(); size > 0 {
				visit(word, size)
			}
			spellFrom(e.to())
			word = word[:len(word)-1]
			unused[letter]++
		}
	}
	spellFrom(root)
}
