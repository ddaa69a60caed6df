// Package twentyfour is the 24 game: use every card of a hand once, with
// + - * / and brackets, and make 24, or another goal. It knows hands, which
// solutions count as the same, and how hard people find a hand. It must never
// know what a player reads: it speaks in the codes listed in codes.go.
package twentyfour
