package signs

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// openStore opens a new database with the table of the feature.
func openStore(t *testing.T) *storage.Store {
	t.Helper()
	return storetest.Open(t, Feature(feature.Kernel{}).Tables...)
}

// checkOf returns a person's check, whether or not they are in the World.
func checkOf(tx *storage.Tx, id int64) (storage.Check, error) {
	return storage.Get[storage.Check](tx, "find check", `SELECT checked FROM players WHERE id = $1`, id)
}

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		if err := addSign(tx, Sign{PlayerID: ann, Game: "24", Kind: Even, At: storetest.Noon}); err != nil {
			return err
		}
		if _, err := listStale(tx, pageSize); err != nil {
			return err
		}
		if err := repairCheck(tx, ann, storetest.Noon); err != nil {
			return err
		}
		if _, err := signsOf(tx, ann); err != nil {
			return err
		}
		if _, err := Audit(tx, 0, 10); err != nil {
			return err
		}
		if _, err := Decide(tx, ann, Kept, storetest.Noon); err != nil {
			return err
		}
		if err := setLastSeen(tx, 1); err != nil {
			return err
		}
		_, err := lastSeen(tx)
		return err
	})
}

// A suspect is a person with two players who wishes to be in the World.
type suspect struct {
	t    *testing.T
	tx   *storage.Tx
	home storage.Community
	ann  int64
	twin int64
}

// newSuspect makes a suspect in a new community.
func newSuspect(t *testing.T, tx *storage.Tx) *suspect {
	t.Helper()
	s := &suspect{t: t, tx: tx, home: storetest.Community(t, tx, "1")}
	s.ann = storetest.Member(t, tx, s.home, "ann").ID
	s.twin = storetest.Member(t, tx, s.home, "twin").ID
	own, err := tx.EnsureCommunity("test", "own", true, s.ann, "", storetest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	own.Worldwide = true
	if err := tx.SaveCommunity(own); err != nil {
		t.Fatal(err)
	}
	if err := tx.Link(s.ann, s.twin, storetest.Noon); err != nil {
		t.Fatal(err)
	}
	return s
}

// points returns how many points the person has on a board.
func (s *suspect) points(community int64) int {
	s.t.Helper()
	standing, _, err := storage.Found(s.tx.StandingOf(storage.Board{CommunityID: community}, s.ann))
	if err != nil {
		s.t.Fatal(err)
	}
	return standing.Points
}

// earn pays a player ten points, as for a daily. They count in the person's community and in the World.
func (s *suspect) earn(id int64) error {
	storetest.Award(s.t, s.tx, storage.Community{}, storetest.Round(s.t, s.tx, s.home, "class"), id, 10)
	return nil
}

// decide decides about the person's signs. want is how many are to be decided.
func (s *suspect) decide(d Decision, want int) error {
	s.t.Helper()
	n, err := Decide(s.tx, s.twin, d, storetest.Noon.Add(time.Hour))
	if err != nil {
		return err
	}
	if n != want {
		s.t.Errorf("%d signs are %s, want %d", n, d, want)
	}
	return nil
}

// What a person earns while they are checked counts in their communities. It counts in the World once they
// are cleared. If their signs are kept, nothing of theirs counts in the World. This holds for all players
// of the person.
func TestSignsKeepOutOfTheWorld(t *testing.T) {
	store := openStore(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		s := newSuspect(t, tx)
		even := Sign{PlayerID: s.ann, Game: "24", Kind: Even, At: storetest.Noon, Answers: 20, Figure: 0.05, Chance: 1e-9}
		again := even
		again.At = storetest.Noon.Add(2 * time.Hour)
		for i, step := range []struct {
			do    func() error
			home  int
			world int
			check storage.Check
		}{
			{func() error { return s.earn(s.ann) }, 10, 10, storage.Trusted},
			{func() error { return addSign(tx, even) }, 10, 10, storage.Checked},
			{func() error { return s.earn(s.ann) }, 20, 10, storage.Checked},
			{func() error { return s.earn(s.twin) }, 30, 10, storage.Checked},
			{func() error { return s.decide(Cleared, 1) }, 30, 30, storage.Trusted},
			{func() error { return s.decide(Kept, 0) }, 30, 30, storage.Trusted},
			{func() error { return s.earn(s.twin) }, 40, 40, storage.Trusted},
			{func() error { return addSign(tx, again) }, 40, 40, storage.Checked},
			{func() error { return s.decide(Kept, 1) }, 40, 0, storage.Barred},
			{func() error { return s.earn(s.ann) }, 50, 0, storage.Barred},
			{func() error { return s.decide(Cleared, 1) }, 50, 50, storage.Trusted},
		} {
			if err := step.do(); err != nil {
				return err
			}
			check, err := tx.CheckOf(s.twin)
			if err != nil {
				return err
			}
			home := s.points(s.home.ID)
			world := s.points(storage.World)
			if home != step.home || world != step.world || check != step.check {
				t.Errorf("step %d: %d at home, %d in the World, check %d, want %+v", i, home, world, check, step)
			}
		}
		all, err := signsOf(tx, s.twin)
		if err != nil {
			return err
		}
		if len(all) != 2 {
			t.Errorf("the signs of one player are not those of the person: %+v", all)
		}
		return nil
	})
}

// A check that an earlier version has lost is set again. Until the operator decides, the person's points in
// the World stay.
func TestRepairedCheckTakesNothing(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		s := newSuspect(t, tx)
		if err := s.earn(s.ann); err != nil {
			return err
		}
		if err := addSign(tx, Sign{PlayerID: s.ann, Game: "24", Kind: Even, At: storetest.Noon}); err != nil {
			return err
		}
		if err := tx.SetChecked(s.ann, storage.Trusted); err != nil {
			return err
		}
		if err := repairCheck(tx, s.ann, storetest.Noon); err != nil {
			return err
		}
		check, err := tx.CheckOf(s.ann)
		if err != nil {
			return err
		}
		if points := s.points(storage.World); points != 10 || check != storage.Checked {
			t.Errorf("there are %d points in the World, want 10, and the check is %d", points, check)
		}
		// The earlier version lets the operator decide, too.
		if err := tx.Exec("keep", `UPDATE signs SET decision = 'kept'`); err != nil {
			return err
		}
		if err := repairCheck(tx, s.ann, storetest.Noon); err != nil {
			return err
		}
		if points := s.points(storage.World); points != 0 {
			t.Errorf("once the signs are kept, there are %d points in the World", points)
		}
		return nil
	})
}

// Signs are listed and exported until the person is forgotten.
func TestSignsAreTold(t *testing.T) {
	store := openStore(t)
	storetest.Write(t, store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		for _, at := range []time.Time{storetest.Noon, storetest.Noon.Add(time.Hour)} {
			if err := addSign(tx, Sign{PlayerID: ann, Game: "24", Kind: Even, At: at}); err != nil {
				return err
			}
		}
		all, err := Audit(tx, 0, 10)
		if err != nil {
			return err
		}
		if len(all) != 2 || all[0].Name != "Name of ann" || all[1].At != storetest.Noon.Add(time.Hour) {
			t.Errorf("listed are %+v", all)
		}
		behind, err := Audit(tx, ann, 10)
		if err != nil {
			return err
		}
		if len(behind) != 0 {
			t.Errorf("behind the last player are %+v", behind)
		}
		exported, err := tx.Export(ann)
		if err != nil {
			return err
		}
		rows, _ := exported[0]["signs"].([]map[string]any)
		if len(exported) != 1 || len(rows) != 2 {
			t.Errorf("exported is %v", exported)
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		all, err = Audit(tx, 0, 10)
		if err != nil {
			return err
		}
		if len(all) != 0 {
			t.Errorf("after ann was forgotten: %+v", all)
		}
		check, err := checkOf(tx, ann)
		if err != nil {
			return err
		}
		if check != storage.Trusted {
			t.Errorf("a person who is forgotten has the check %d", check)
		}
		return nil
	})
}

// The signs are listed in pages of players: of each player all, the earliest first. A player comes with their
// own network and name.
func TestAudit(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob").ID
		storetest.Person(t, tx, "honest")
		cat := storetest.Person(t, tx, "cat").ID
		late := storetest.Noon.Add(time.Hour)
		for _, s := range []Sign{
			{PlayerID: cat, Game: "24", Kind: Quick, At: storetest.Noon},
			{PlayerID: bob, Game: "24", Kind: Even, At: late},
			{PlayerID: bob, Game: "24", Kind: Repeated, At: storetest.Noon},
			{PlayerID: bob, Game: "countdown", Kind: Even, At: storetest.Noon},
			{PlayerID: ann, Game: "24", Kind: Even, At: late},
		} {
			if err := addSign(tx, s); err != nil {
				return err
			}
		}
		var pages []string
		for after := int64(0); ; {
			page, err := Audit(tx, after, 2)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				break
			}
			text := ""
			for _, r := range page {
				text += fmt.Sprintf("%s %s %s %d; ", r.Network, strings.TrimPrefix(r.Name, "Name of "), r.Kind, r.At.Hour())
				after = r.PlayerID
			}
			pages = append(pages, text)
		}
		want := []string{
			"test ann even 13; test bob even 12; test bob repeated 12; test bob even 13; ",
			"test cat quick 12; ",
		}
		if !slices.Equal(pages, want) {
			t.Errorf("the pages are %q", pages)
		}
		return nil
	})
}

// A person's signs are read and exported as they were stored, the earliest first. Nobody else's are.
func TestSignsInOrder(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		late := Sign{
			PlayerID: ann,
			Game:     "24",
			Kind:     Even,
			At:       storetest.Noon.Add(time.Hour),
			Answers:  10,
			Figure:   0.25,
			Chance:   0.5,
		}
		early := late
		early.At = storetest.Noon
		others := late
		others.PlayerID = storetest.Person(t, tx, "bob").ID
		for _, s := range []Sign{late, early, others} {
			if err := addSign(tx, s); err != nil {
				return err
			}
		}
		got, err := signsOf(tx, ann)
		if err != nil {
			return err
		}
		if want := []Sign{early, late}; !slices.Equal(got, want) {
			t.Errorf("the signs are %+v, want %+v", got, want)
		}
		exported, err := tx.Export(ann)
		if err != nil {
			return err
		}
		text := fmt.Sprint(exported[0]["signs"])
		first := strings.Index(text, storetest.Noon.Format("15:04"))
		last := strings.Index(text, late.At.Format("15:04"))
		if first < 0 || last < first {
			t.Errorf("the signs are exported in another order: %s", text)
		}
		if strings.Count(text, "figure:0.25") != 2 || strings.Count(text, "chance:0.5") != 2 {
			t.Errorf("exported is %s", text)
		}
		return nil
	})
}

// If several signs of a person were decided differently, the strictest decision holds.
func TestStrictestDecisionHolds(t *testing.T) {
	storetest.Write(t, openStore(t), func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann").ID
		for i, decision := range []Decision{Cleared, Kept, Undecided} {
			s := Sign{PlayerID: ann, Game: "24", Kind: Even, At: storetest.Noon.Add(time.Duration(i) * time.Hour)}
			if err := addSign(tx, s); err != nil {
				return err
			}
			if err := tx.Exec("decide", `UPDATE signs SET decision = $1 WHERE at = $2`, string(decision), s.At); err != nil {
				return err
			}
		}
		check, err := setCheck(tx, ann)
		if err != nil {
			return err
		}
		if check != storage.Barred {
			t.Errorf("the check is %d", check)
		}
		return nil
	})
}
