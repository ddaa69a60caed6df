package storage

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Of a person's awards for a daily the earliest counts, and the others are void until its player is
// unlinked. Only awards of the days that are asked for change. Awards of other people, awards in groups
// and solutions that were found do not.
//
// The steps of a case are separated by semicolons. The steps award and joined store an award: for a daily, whose
// first character is the day, to a player, of so many points, with * if the player solved the daily, at a minute
// after noon. A joined award joins that of a second player. The steps void and restore call VoidLater and
// RestoreVoid for a player and two days, and part unlinks a player.
//
// "anna 0 was 11*" in awards is a void award that was worth 11 points. "ann 5 24 10/1 at 2" in scores is the score
// of day 5 in the game 24: 10 points, one daily solved, reached at minute 2. Without a game it is the score in all
// games. "ann 24 1 of 1, 10" in figures is one daily solved, one right answer, and 10 points.
func TestVoidAwards(t *testing.T) {
	s := openTemp(t)
	var w voidWorld
	write(t, s, func(tx *Tx) error { w = newVoidWorld(t, tx); return nil })
	for _, test := range []struct {
		name    string
		steps   string
		awards  string
		scores  string
		figures string
	}{
		{
			name:    "the later is void",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; void ann 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 11*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/0 at 2; anna 5 24 0/0 at 2`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 0`,
		},
		{
			name:    "the later is void, even if its player came first",
			steps:   `award 5a ann 10* 2; award 5a anna 11* 1; void anna 5 6`,
			awards:  `5a ann 0 was 10*; 5a anna 11*`,
			scores:  `ann 5 0/0 at 2; ann 5 24 0/0 at 2; anna 5 11/1 at 1; anna 5 24 11/1 at 1`,
			figures: `ann 24 0 of 0, 0; anna 24 1 of 1, 11`,
		},
		{
			name:    "of three at one moment, that of the player who came first counts",
			steps:   `award 5a annie 12* 1; award 5a anna 11* 1; award 5a ann 10* 1; void annie 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 11*; 5a annie 0 was 12*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/0 at 1; anna 5 24 0/0 at 1; annie 5 0/0 at 1; annie 5 24 0/0 at 1`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 0; annie 24 0 of 0, 0`,
		},
		{
			name:    "solved without points",
			steps:   `award 5a ann 0* 1; award 5a anna 11* 2; award 6a anna 11* 1; award 6a annie 0* 2; void ann 5 6`,
			awards:  `5a ann 0*; 5a anna 0 was 11*; 6a anna 11*; 6a annie 0 was 0*`,
			scores:  `ann 5 0/1 at 1; ann 5 24 0/1 at 1; anna 5 0/0 at 2; anna 5 24 0/0 at 2; anna 6 11/1 at 1; anna 6 24 11/1 at 1; annie 6 0/0 at 2; annie 6 24 0/0 at 2`,
			figures: `ann 24 1 of 1, 0; anna 24 1 of 1, 11; annie 24 0 of 0, 0`,
		},
		{
			name:    "points without a solution",
			steps:   `award 5a ann 10 1; award 5a anna 11* 2; award 6a anna 11* 1; award 6a annie 12 2; void ann 5 6`,
			awards:  `5a ann 10; 5a anna 0 was 11*; 6a anna 11*; 6a annie 0 was 12`,
			scores:  `ann 5 10/0 at 1; ann 5 24 10/0 at 1; anna 5 0/0 at 2; anna 5 24 0/0 at 2; anna 6 11/1 at 1; anna 6 24 11/1 at 1; annie 6 0/0 at 2; annie 6 24 0/0 at 2`,
			figures: `ann 24 0 of 0, 10; anna 24 1 of 1, 11; annie 24 0 of 0, 0`,
		},
		{
			name:    "an award of nothing neither makes void nor is void",
			steps:   `award 5a ann 0 1; award 5a anna 11* 2; award 5a annie 0 3; void ann 5 6`,
			awards:  `5a ann 0; 5a anna 11*; 5a annie 0`,
			scores:  `ann 5 0/0 at 1; ann 5 24 0/0 at 1; anna 5 11/1 at 2; anna 5 24 11/1 at 2; annie 5 0/0 at 3; annie 5 24 0/0 at 3`,
			figures: `anna 24 1 of 1, 11`,
		},
		{
			name:    "an award of nothing makes none void beside one that does",
			steps:   `award 5a ann 0 1; award 5a anna 11* 2; award 5b ann 10* 1; award 5b anna 20* 2; void ann 5 6`,
			awards:  `5a ann 0; 5a anna 11*; 5b ann 10*; 5b anna 0 was 20*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 11/1 at 2; anna 5 24 11/1 at 2`,
			figures: `ann 24 1 of 1, 10; anna 24 1 of 1, 11`,
		},
		{
			name: "nothing is restored while another is paid, beside one that is",
			steps: `award 5a anna 0* 1; award 5a annie 12* 2; award 5b ann 10* 1; award 5b annie 20* 2; award 6a anna 11 1; award 6a annie 12* 2;
				void ann 5 6; part ann; restore anna 5 6`,
			awards: `5a anna 0*; 5a annie 0 was 12*; 5b ann 10*; 5b annie 20*; 6a anna 11; 6a annie 0 was 12*`,
			scores: `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/1 at 1; anna 5 24 0/1 at 1; anna 6 11/0 at 1; anna 6 24 11/0 at 1; ` +
				`annie 5 20/1 at 2; annie 5 24 20/1 at 2; annie 6 0/0 at 2; annie 6 24 0/0 at 2`,
			figures: `ann 24 1 of 1, 10; anna 24 1 of 1, 11; annie 24 1 of 1, 20`,
		},
		{
			name: "other days stay",
			steps: `award 4a ann 1* 1; award 5a ann 2* 1; award 6a ann 3* 1; award 7a ann 4* 1;
				award 4a anna 10* 2; award 5a anna 20* 2; award 6a anna 30* 2; award 7a anna 40* 2; void ann 5 6`,
			awards: `4a ann 1*; 4a anna 10*; 5a ann 2*; 5a anna 0 was 20*; 6a ann 3*; 6a anna 0 was 30*; 7a ann 4*; 7a anna 40*`,
			scores: `ann 4 1/1 at 1; ann 4 24 1/1 at 1; ann 5 2/1 at 1; ann 5 24 2/1 at 1; ann 6 3/1 at 1; ann 6 24 3/1 at 1; ann 7 4/1 at 1; ann 7 24 4/1 at 1; ` +
				`anna 4 10/1 at 2; anna 4 24 10/1 at 2; anna 5 0/0 at 2; anna 5 24 0/0 at 2; anna 6 0/0 at 2; anna 6 24 0/0 at 2; anna 7 40/1 at 2; anna 7 24 40/1 at 2`,
			figures: `ann 24 4 of 4, 10; anna 24 2 of 2, 50`,
		},
		{
			name: "several of a game, and one of another",
			steps: `award 5a ann 1* 1; award 5b ann 2* 1; award 5c ann 3* 1;
				award 5a anna 10* 2; award 5b anna 20 4; award 5c anna 40* 3; award 5d anna 80* 2; void ann 5 6`,
			awards:  `5a ann 1*; 5a anna 0 was 10*; 5b ann 2*; 5b anna 0 was 20; 5c ann 3*; 5c anna 0 was 40*; 5d anna 80*`,
			scores:  `ann 5 6/3 at 1; ann 5 24 3/2 at 1; ann 5 letters 3/1 at 1; anna 5 80/1 at 4; anna 5 24 0/0 at 4; anna 5 letters 80/1 at 3`,
			figures: `ann 24 2 of 2, 3; ann letters 1 of 1, 3; anna 24 0 of 0, 0; anna letters 1 of 1, 80`,
		},
		{
			name:    "more that was earned after it was void is void, too, with what it was",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; void ann 5 6; award 5a anna 3 4; void ann 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 14*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/0 at 4; anna 5 24 0/0 at 4`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 0`,
		},
		{
			name:    "nothing is restored while another is paid",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; award 6a ann 0* 1; award 6a anna 11* 2; award 5b ann 10 1; award 5b anna 11* 2; void ann 5 6; restore anna 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 11*; 5b ann 10; 5b anna 0 was 11*; 6a ann 0*; 6a anna 0 was 11*`,
			scores:  `ann 5 20/1 at 1; ann 5 24 20/1 at 1; ann 6 0/1 at 1; ann 6 24 0/1 at 1; anna 5 0/0 at 2; anna 5 24 0/0 at 2; anna 6 0/0 at 2; anna 6 24 0/0 at 2`,
			figures: `ann 24 2 of 2, 20; anna 24 0 of 0, 0`,
		},
		{
			name: "once parted, each has their own on the days that are restored",
			steps: `award 4a ann 1* 1; award 5a ann 2* 1; award 6a ann 3* 1; award 7a ann 4* 1;
				award 4a anna 10* 2; award 5a anna 20 2; award 6a anna 0* 2; award 7a anna 40* 2;
				void ann 0 9; part anna; restore anna 5 6; restore ann 5 6`,
			awards: `4a ann 1*; 4a anna 0 was 10*; 5a ann 2*; 5a anna 20; 6a ann 3*; 6a anna 0*; 7a ann 4*; 7a anna 0 was 40*`,
			scores: `ann 4 1/1 at 1; ann 4 24 1/1 at 1; ann 5 2/1 at 1; ann 5 24 2/1 at 1; ann 6 3/1 at 1; ann 6 24 3/1 at 1; ann 7 4/1 at 1; ann 7 24 4/1 at 1; ` +
				`anna 4 0/0 at 2; anna 4 24 0/0 at 2; anna 5 20/0 at 2; anna 5 24 20/0 at 2; anna 6 0/1 at 2; anna 6 24 0/1 at 2; anna 7 0/0 at 2; anna 7 24 0/0 at 2`,
			figures: `ann 24 4 of 4, 10; anna 24 1 of 1, 20`,
		},
		{
			name: "several of a game, and one of another, are restored",
			steps: `award 5a ann 1* 1; award 5b ann 2* 1; award 5c ann 3* 1;
				award 5a anna 10* 2; award 5b anna 20* 4; award 5c anna 40* 3; award 5d anna 80* 2; void ann 5 6; part anna; restore anna 5 6`,
			awards:  `5a ann 1*; 5a anna 10*; 5b ann 2*; 5b anna 20*; 5c ann 3*; 5c anna 40*; 5d anna 80*`,
			scores:  `ann 5 6/3 at 1; ann 5 24 3/2 at 1; ann 5 letters 3/1 at 1; anna 5 150/4 at 4; anna 5 24 30/2 at 4; anna 5 letters 120/2 at 3`,
			figures: `ann 24 2 of 2, 3; ann letters 1 of 1, 3; anna 24 2 of 2, 30; anna letters 2 of 2, 120`,
		},
		{
			name: "the earlier of two who stay is restored, whatever it was",
			steps: `award 5a ann 10* 1; award 5a anna 11* 3; award 5a annie 12* 2; award 5b ann 10* 1; award 5b anna 0* 2; award 5b annie 12* 3;
				award 6a ann 10* 1; award 6a anna 11 2; award 6a annie 12* 3; void ann 5 6; part ann; restore anna 5 6`,
			awards: `5a ann 10*; 5a anna 0 was 11*; 5a annie 12*; 5b ann 10*; 5b anna 0*; 5b annie 0 was 12*; 6a ann 10*; 6a anna 11; 6a annie 0 was 12*`,
			scores: `ann 5 20/2 at 1; ann 5 24 20/2 at 1; ann 6 10/1 at 1; ann 6 24 10/1 at 1; anna 5 0/1 at 3; anna 5 24 0/1 at 3; anna 6 11/0 at 2; anna 6 24 11/0 at 2; ` +
				`annie 5 12/1 at 3; annie 5 24 12/1 at 3; annie 6 0/0 at 3; annie 6 24 0/0 at 3`,
			figures: `ann 24 3 of 3, 30; anna 24 1 of 1, 11; annie 24 1 of 1, 12`,
		},
		{
			name:    "if two who stay were paid at one moment, the award of the player who came first is restored",
			steps:   `award 5a ann 10* 1; award 5a annie 12* 2; award 5a anna 11* 2; void ann 5 6; part ann; restore annie 5 6`,
			awards:  `5a ann 10*; 5a anna 11*; 5a annie 0 was 12*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 11/1 at 2; anna 5 24 11/1 at 2; annie 5 0/0 at 2; annie 5 24 0/0 at 2`,
			figures: `ann 24 1 of 1, 10; anna 24 1 of 1, 11; annie 24 0 of 0, 0`,
		},
		{
			name:    "what was void is added to what has been earned since, and solved once",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; void ann 5 6; award 5a anna 3* 4; part anna; restore anna 5 6`,
			awards:  `5a ann 10*; 5a anna 14*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 14/1 at 4; anna 5 24 14/1 at 4`,
			figures: `ann 24 1 of 1, 10; anna 24 1 of 1, 14`,
		},
		{
			name:    "what was solved since stays solved when points are restored",
			steps:   `award 5a ann 10 1; award 5a anna 11 2; void ann 5 6; award 5a anna 3* 4; part anna; restore anna 5 6`,
			awards:  `5a ann 10; 5a anna 14*`,
			scores:  `ann 5 10/0 at 1; ann 5 24 10/0 at 1; anna 5 14/1 at 4; anna 5 24 14/1 at 4`,
			figures: `ann 24 0 of 0, 10; anna 24 1 of 1, 14`,
		},
		{
			name:    "what two have earned together stays when a third comes",
			steps:   `award 5a ann 6* 1; joined 5a anna 14 3 ann; award 5a annie 20* 2; void ann 5 6`,
			awards:  `5a ann 6*; 5a anna 14; 5a annie 0 was 20*`,
			scores:  `ann 5 6/1 at 1; ann 5 24 6/1 at 1; anna 5 14/0 at 3; anna 5 24 14/0 at 3; annie 5 0/0 at 2; annie 5 24 0/0 at 2`,
			figures: `ann 24 1 of 1, 6; anna 24 0 of 0, 14; annie 24 0 of 0, 0`,
		},
		{
			name:    "what two have earned together is void when a third was sooner",
			steps:   `award 5a ann 6* 2; joined 5a anna 14 3 ann; award 5a annie 20* 1; void ann 5 6`,
			awards:  `5a ann 0 was 6*; 5a anna 0 was 14; 5a annie 20*`,
			scores:  `ann 5 0/0 at 2; ann 5 24 0/0 at 2; anna 5 0/0 at 3; anna 5 24 0/0 at 3; annie 5 20/1 at 1; annie 5 24 20/1 at 1`,
			figures: `ann 24 0 of 0, 0; anna 24 0 of 0, 0; annie 24 1 of 1, 20`,
		},
		{
			name:    "what two have earned together is restored together",
			steps:   `award 5a ann 6* 2; joined 5a anna 14 3 ann; award 5a annie 20* 1; void ann 5 6; part annie; restore ann 5 6; void ann 5 6`,
			awards:  `5a ann 6*; 5a anna 14; 5a annie 20*`,
			scores:  `ann 5 6/1 at 2; ann 5 24 6/1 at 2; anna 5 14/0 at 3; anna 5 24 14/0 at 3; annie 5 20/1 at 1; annie 5 24 20/1 at 1`,
			figures: `ann 24 1 of 1, 6; anna 24 0 of 0, 14; annie 24 1 of 1, 20`,
		},
		{
			name:    "what was added to another's points is void beside somebody else's",
			steps:   `award 5a ann 6* 1; joined 5a anna 14 3 ann; part ann; award 5a annie 20* 2; void anna 5 6`,
			awards:  `5a ann 6*; 5a anna 0 was 14; 5a annie 20*`,
			scores:  `ann 5 6/1 at 1; ann 5 24 6/1 at 1; anna 5 0/0 at 3; anna 5 24 0/0 at 3; annie 5 20/1 at 2; annie 5 24 20/1 at 2`,
			figures: `ann 24 1 of 1, 6; anna 24 0 of 0, 0; annie 24 1 of 1, 20`,
		},
		{
			name:    "what was void and has grown since has joined nobody's share",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; void ann 5 6; joined 5a anna 3 4 ann; part anna; restore anna 5 6; link ann anna; void ann 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 14*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/0 at 4; anna 5 24 0/0 at 4`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 0`,
		},
		{
			name:    "what was void and was solved since, without points, has joined nobody's share",
			steps:   `award 5a ann 10* 1; award 5a anna 11 2; void ann 5 6; joined 5a anna 0* 4 ann; part anna; restore anna 5 6; link ann anna; void ann 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 11*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 0/0 at 4; anna 5 24 0/0 at 4`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 0`,
		},
		{
			name: "what was void and has grown is not restored with what it had joined",
			steps: `award 5a ann 10* 2; award 5a anna 0* 3; award 5b ann 10* 2; award 5b anna 11 3; void ann 5 6;
				joined 5a anna 3 4 ann; joined 5b anna 3 4 ann; award 5a annie 20* 1; award 5b annie 20* 1; void ann 5 6; part annie; restore ann 5 6`,
			awards:  `5a ann 10*; 5a anna 0 was 3*; 5a annie 20*; 5b ann 10*; 5b anna 0 was 14; 5b annie 20*`,
			scores:  `ann 5 20/2 at 2; ann 5 24 20/2 at 2; anna 5 0/0 at 4; anna 5 24 0/0 at 4; annie 5 40/2 at 1; annie 5 24 40/2 at 1`,
			figures: `ann 24 2 of 2, 20; anna 24 0 of 0, 0; annie 24 2 of 2, 40`,
		},
		{
			name:    "what has grown while it was void stays when a third comes",
			steps:   `award 5a ann 10* 1; award 5a anna 11* 2; void ann 5 6; joined 5a anna 3 4 ann; award 5a annie 20* 3; void ann 5 6`,
			awards:  `5a ann 10*; 5a anna 3 was 11*; 5a annie 0 was 20*`,
			scores:  `ann 5 10/1 at 1; ann 5 24 10/1 at 1; anna 5 3/0 at 4; anna 5 24 3/0 at 4; annie 5 0/0 at 3; annie 5 24 0/0 at 3`,
			figures: `ann 24 1 of 1, 10; anna 24 0 of 0, 3; annie 24 0 of 0, 0`,
		},
	} {
		undo := errors.New("undo")
		err := s.Write(t.Context(), func(tx *Tx) error {
			before := w.others(t, tx)
			for _, step := range strings.Split(test.steps, ";") {
				if err := w.carryOut(tx, strings.Fields(step)); err != nil {
					return fmt.Errorf("%s: %w", step, err)
				}
			}
			awards, scores, figures := w.ofAnn(t, tx)
			for what, diff := range map[string]string{
				"awards":              cmp.Diff(strings.Split(test.awards, "; "), awards),
				"scores":              cmp.Diff(strings.Split(test.scores, "; "), scores),
				"figures":             cmp.Diff(strings.Split(test.figures, "; "), figures),
				"rows of other kinds": cmp.Diff(before, w.others(t, tx)),
			} {
				if diff != "" {
					t.Errorf("%s: %s (-want +got):\n%s", test.name, what, diff)
				}
			}
			return undo
		})
		if err != undo {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// A voidWorld has two people who were both paid for dailies: Ann, with three players, and Bob, with two.
// Two of Ann's players were also paid for a round in a club, and one has found solutions.
type voidWorld struct{ players, rounds map[string]int64 }

func newVoidWorld(t *testing.T, tx *Tx) voidWorld {
	t.Helper()
	w := voidWorld{map[string]int64{}, map[string]int64{}}
	player(t, tx, "whoever came first")
	for _, p := range [][2]string{{"test", "ann"}, {"elsewhere", "anna"}, {"third", "annie"}, {"test", "bob"}, {"elsewhere", "bobby"}} {
		w.players[p[1]] = must(tx.EnsurePlayer(p[0], p[1], p[1], "", noon))(t).ID
	}
	for i, name := range []string{"4a", "5a", "5b", "5c", "5d", "6a", "7a"} {
		game := map[string]string{"5c": "letters", "5d": "letters"}[name]
		if game == "" {
			game = "24"
		}
		w.rounds[name] = round(t, tx, Round{Game: game, Puzzle: name, Daily: i + 1})
	}
	club := community(t, tx, "club")
	inClub := round(t, tx, Round{Game: "24", Puzzle: "club", CommunityID: club.ID})
	for _, name := range []string{"ann", "anna"} {
		a := Award{RoundID: inClub, PlayerID: w.players[name], CommunityID: club.ID, Day: 5, Points: 7, Solved: true, At: noon}
		if err := setAward(tx, a); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(
		tx.Exec("delete figures", `DELETE FROM figures`),
		tx.Exec("find", `
			INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) VALUES (0, $1, 5, 'hunt', 3, 1, 1)`, w.players["ann"]),
		tx.LinkPlayers(w.players["ann"], w.players["anna"], noon),
		tx.LinkPlayers(w.players["anna"], w.players["annie"], noon),
	); err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{
		"award 6a bob 10* -3", "award 6a bobby 12* -2", "link bob bobby", "void bob 6 6",
		"award 5a bob 10* -3", "award 5a bobby 12* -2", "award 5b bobby 5 -1",
	} {
		if err := w.carryOut(tx, strings.Fields(step)); err != nil {
			t.Fatal(err)
		}
	}
	// Bob's void awards exist before the cases begin. This one of the player bob is worth nothing.
	if err := w.carryOut(tx, []string{"award", "6a", "bob", "0", "-1"}); err != nil {
		t.Fatal(err)
	}
	return w
}

// carryOut carries out a step of a case.
func (w voidWorld) carryOut(tx *Tx, words []string) error {
	do := words[0]
	args := words[1:]
	switch do {
	case "link":
		return tx.LinkPlayers(w.players[args[0]], w.players[args[1]], noon)
	case "part":
		_, err := tx.UnlinkPlayer(w.players[args[0]])
		return err
	case "award":
		return w.award(tx, args[0], args[1], args[2], args[3], 0)
	case "joined":
		return w.award(tx, args[0], args[1], args[2], args[3], w.players[args[4]])
	}
	var from, to int
	if _, err := fmt.Sscan(args[1]+" "+args[2], &from, &to); err != nil {
		return err
	}
	switch do {
	case "void":
		return tx.VoidLater(w.players[args[0]], from, to)
	case "restore":
		return tx.RestoreVoid(w.players[args[0]], from, to)
	}
	return fmt.Errorf("there is no step %s", do)
}

// award stores an award for a daily, as for a right answer if the daily is solved. If joins is not 0, the
// award joins that player's award.
func (w voidWorld) award(tx *Tx, daily, player, points, minute string, joins int64) error {
	a := Award{RoundID: w.rounds[daily], PlayerID: w.players[player], Day: int(daily[0] - '0')}
	var minutes int
	if _, err := fmt.Sscan(strings.TrimSuffix(points, "*")+" "+minute, &a.Points, &minutes); err != nil {
		return err
	}
	a.Solved = strings.HasSuffix(points, "*")
	a.At = noon.Add(time.Duration(minutes) * time.Minute)
	before, err := awardOf(tx, a.RoundID, a.PlayerID)
	if err != nil {
		return err
	}
	p := Payment{Before: before, Award: a, Joins: joins}
	err = tx.storeAward(p, figures{})
	if err == nil {
		_, err = tx.countAward(p, a.At)
	}
	if err != nil || !a.Solved || before.Solved {
		return err
	}
	return tx.Exec("count right answer", `
		UPDATE figures SET rights = rights + 1
		WHERE player_id = $1 AND game = (SELECT game FROM rounds WHERE id = $2)
			AND NOT EXISTS (SELECT 1 FROM awards WHERE round_id = $2 AND player_id = $1 AND void_solved = 1)`, a.PlayerID, a.RoundID)
}

// ofAnn returns what Ann's players have for dailies: their awards, their scores, and their figures
// (solved, right and points).
func (w voidWorld) ofAnn(t *testing.T, tx *Tx) (awards, scores, figures []string) {
	t.Helper()
	awards = must(List[string](tx, "list awards", `
		SELECT r.puzzle || ' ' || p.name || ' ' || a.points || CASE a.solved WHEN 1 THEN '*' ELSE '' END ||
			CASE WHEN a.void_points = 0 AND a.void_solved = 0 THEN '' ELSE ' was ' || a.void_points || CASE a.void_solved WHEN 1 THEN '*' ELSE '' END END
		FROM awards a JOIN rounds r ON r.id = a.round_id JOIN players p ON p.id = a.player_id
		WHERE p.name LIKE 'ann%' AND a.community_id = 0 ORDER BY r.puzzle, p.id`))(t)
	scores = must(List[string](tx, "list scores", `
		SELECT p.name || ' ' || s.day || ' ' || CASE s.game WHEN '' THEN '' ELSE s.game || ' ' END || s.points || '/' || s.solved ||
			' at ' || ((s.reached - CAST($1 AS BIGINT)) / 60000)
		FROM scores s JOIN players p ON p.id = s.player_id
		WHERE p.name LIKE 'ann%' AND s.community_id = 0 AND s.game <> 'hunt' ORDER BY p.id, s.day, s.game`, noon))(t)
	figures = must(List[string](tx, "list figures", `
		SELECT p.name || ' ' || f.game || ' ' || f.solved || ' of ' || f.rights || ', ' || f.points
		FROM figures f JOIN players p ON p.id = f.player_id WHERE p.name LIKE 'ann%' ORDER BY p.id, f.game`))(t)
	return awards, scores, figures
}

// others returns all rows that must not change when Ann's awards become void.
func (w voidWorld) others(t *testing.T, tx *Tx) []string {
	t.Helper()
	return must(List[string](tx, "list rows of others", `
		SELECT 'award ' || a.round_id || ' ' || a.player_id || ' ' || a.points || ' ' || a.solved || ' ' || a.void_points || ' ' || a.void_solved AS line
		FROM awards a JOIN players p ON p.id = a.player_id WHERE p.name LIKE 'bob%' OR a.community_id > 0
		UNION ALL
		SELECT 'score ' || s.community_id || ' ' || s.player_id || ' ' || s.day || ' ' || s.game || ' ' || s.points || ' ' || s.solved || ' ' || s.reached
		FROM scores s JOIN players p ON p.id = s.player_id WHERE p.name LIKE 'bob%' OR s.community_id > 0 OR s.game = 'hunt'
		UNION ALL
		SELECT 'figures ' || f.player_id || ' ' || f.game || ' ' || f.solved || ' ' || f.rights || ' ' || f.points
		FROM figures f JOIN players p ON p.id = f.player_id WHERE p.name LIKE 'bob%'
		ORDER BY line`))(t)
}

// If several players of a person still have shares of a daily, what another player of the person earns
// joins the share that came first.
func TestShareThatCameFirst(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		anna := player(t, tx, "anna").ID
		annie := player(t, tx, "annie").ID
		r := round(t, tx, Round{Daily: 5})
		award := func(who int64, at time.Time) error {
			return setAward(tx, Award{RoundID: r, PlayerID: who, Day: dayOf(noon), Points: 10, Solved: true, At: at})
		}
		err := errors.Join(award(ann, noon.Add(time.Minute)), award(anna, noon), tx.LinkPlayers(ann, anna, noon), tx.LinkPlayers(ann, annie, noon))
		if err != nil {
			return err
		}
		if got := must(tx.ShareOf(r, annie))(t); got != anna {
			t.Errorf("it joins the share of %d, want %d", got, anna)
		}
		return nil
	})
}
