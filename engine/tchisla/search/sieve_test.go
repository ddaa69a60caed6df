package search

import "testing"

// TestSievePassesWhatIsHeld makes numbers of two that are held, by the rules of arithmetic, and
// wants the sieve to pass each that is held, too.
func TestSievePassesWhatIsHeld(t *testing.T) {
	for digit := 1; digit <= 9; digit++ {
		held := newLevels(digit, 20_000)
		for held.grow(t.Context(), wideLimits.at(held.levelsLeft()), 1) {
		}
		held.sift()
		calc := new(calculator)
		var goals []goal
		for i := range uint32(100) {
			goals = append(goals, goal{value: held.at(i * 50), digits: 9})
		}
		aims := held.aims(goals)
		var numbers [batchSize]number
		var residues [batchSize]residue
		passed := 0
		pairs := 0
		for chunk := range (span{0, held.starts[3]}).chunks(batchSize) {
			xs := held.read(chunk, numbers[:])
			held.sieve.residues(xs, residues[:])
			for i, x := range xs {
				for _, a := range aims {
					passes := a.mayMeet(x, residues[i], &held.sieve)
					pairs++
					if passes {
						passed++
						continue
					}
					calc.eachPartner(a.goal.value, x, func(y number, op operation, _ bool) {
						if _, isHeld := held.find(y); isHeld {
							t.Fatalf("%d: %+v, which makes %+v with %+v (operation %d), does not pass", digit, y, a.goal.value, x, op)
						}
					})
				}
			}
		}
		if passed > pairs*9/10 {
			t.Errorf("%d: %d of %d pairs pass", digit, passed, pairs)
		}
		t.Logf("%d: %d of %d pairs pass", digit, passed, pairs)
	}
}
