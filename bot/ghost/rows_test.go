package ghost

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/storetest"
)

// open opens a database that has the table of ghosts.
func open(t *testing.T) *storage.Store {
	t.Helper()
	return storetest.Open(t, Feature(feature.Kernel{}, talk.Matches{}).Tables...)
}

// An attempt is a person's first attempt at a puzzle of 24, of level 2.
type attempt struct {
	player  int64
	class   string
	solved  bool
	after   time.Duration
	ability float64
}

// save stores an attempt at a puzzle of its class.
func (a attempt) save(t *testing.T, tx *storage.Tx, c storage.Community) {
	t.Helper()
	a.saveOf(t, tx, c, "24:"+a.class)
}

// saveOf stores an attempt at a given puzzle.
func (a attempt) saveOf(t *testing.T, tx *storage.Tx, c storage.Community, puzzle string) {
	t.Helper()
	r := storage.Round{CommunityID: c.ID, Game: "24", Puzzle: puzzle, Class: a.class, Level: 2, DealtAt: storetest.Noon}
	id, err := tx.AddRound(r)
	if err != nil {
		t.Fatal(err)
	}
	err = round.SaveRated(tx, round.RatedAttempt{
		PlayerID:   a.player,
		RoundID:    id,
		Game:       "24",
		Class:      a.class,
		At:         storetest.Noon,
		Solved:     a.solved,
		After:      a.after,
		Predicted:  8.5,
		Deviation:  0.12,
		Difficulty: round.Learnt{Value: 2.2, Prior: 0.12, Attempts: 1},
		Ability:    round.Learnt{Value: a.ability, Prior: 1, Attempts: 5},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Recordings are the latest first solutions of each person of a near ability, for puzzles that the person
// does not know. A forgotten person has no recordings.
func TestRecordings(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		near := storetest.Person(t, tx, "near").ID
		far := storetest.Person(t, tx, "far").ID
		twin, err := tx.EnsurePlayer("elsewhere", "me", "", "", storetest.Noon)
		if err != nil {
			return err
		}
		// The first attempt is older than the latest ones that are read.
		classes := []string{"old"}
		for i := range latestSolutions {
			classes = append(classes, string(rune('a'+i)))
		}
		for _, class := range classes {
			attempt{near, class, true, 10 * time.Second, 0.2}.save(t, tx, club)
		}
		attempt{near, "hinted", false, 10 * time.Second, 0.2}.save(t, tx, club)
		attempt{far, "far", true, 10 * time.Second, 2}.save(t, tx, club)
		attempt{me, "d", false, time.Second, 0}.save(t, tx, club)
		if err := tx.Link(me, twin.ID, storetest.Noon); err != nil {
			return err
		}
		if err := round.MarkSeen(tx, twin.ID, "c", 0); err != nil {
			return err
		}
		var latest []string
		for _, class := range slices.Backward(classes[1:]) {
			if class != "c" && class != "d" {
				latest = append(latest, "24:"+class)
			}
		}
		for _, c := range []struct {
			what    string
			level   engine.Level
			ability float64
			want    []string
		}{
			{"of those near 0, the latest solutions", 0, 0, latest},
			{"the same from above", 2, 0.5, latest},
			{"of another level", 3, 0, nil},
			{"of those near 2", 0, 2.1, []string{"24:far"}},
			{"of nobody", 0, -2, nil},
		} {
			found, err := listRecordings(tx, me, "24", c.level, c.ability)
			if err != nil {
				return err
			}
			var got []string
			for _, r := range found {
				got = append(got, r.Puzzle)
				if r.After != 10*time.Second || r.Difficulty.Attempts == 0 {
					t.Errorf("%s: %+v", c.what, r)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
		}
		attempt{near, "long", true, longest + time.Millisecond, 0.2}.save(t, tx, club)
		found, err := listRecordings(tx, me, "24", 0, 0)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(found, func(r recording) bool { return r.Puzzle == "24:long" }) {
			t.Error("a recording is longer than anybody waits")
		}
		if err := tx.ForgetPlayer(near); err != nil {
			return err
		}
		found, err = listRecordings(tx, me, "24", 0, 0)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			t.Errorf("recordings of a forgotten person: %+v", found)
		}
		return nil
	})
}

// A ghost has a name if its person allows that in any of their private chats, and is not forgotten. Its
// time stays even if they are.
func TestGhosts(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		ann := storetest.Person(t, tx, "ann").ID
		bob := storetest.Person(t, tx, "bob")
		own, err := tx.EnsureCommunity("test", "bob", true, bob.ID, "", storetest.Noon)
		if err != nil {
			return err
		}
		match, err := round.AddMatch(tx, round.MatchRow{
			Kind:        name,
			CommunityID: club.ID,
			AskerID:     ann,
			Game:        "24",
			Length:      3,
			AskedAt:     storetest.Noon,
		})
		if err != nil {
			return err
		}
		want := map[int64]round.Opponent{}
		add := func(o round.Opponent) int64 {
			t.Helper()
			id, err := tx.AddRound(storage.Round{
				CommunityID: club.ID,
				MatchID:     match,
				Game:        "24",
				Puzzle:      hard,
				Class:       "c",
				DealtAt:     storetest.Noon,
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := addGhost(tx, id, o); err != nil {
				t.Fatal(err)
			}
			want[id] = o
			return id
		}
		check := func(when string) {
			t.Helper()
			got, err := ghostsOf(tx, match)
			if err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s: %+v, want %+v", when, got, want)
			}
		}
		recorded := round.Opponent{After: 1500 * time.Millisecond, Recorded: true, PlayerID: bob.ID}
		first := add(recorded)
		add(round.Opponent{After: time.Second})
		check("at first")

		if err := namesPerson.Set(tx, own.ID, true); err != nil {
			return err
		}
		want[first] = round.Opponent{
			After:    recorded.After,
			Recorded: true,
			PlayerID: bob.ID,
			Name:     bob.Name,
			Network:  "test",
			Key:      "bob",
		}
		check("where bob allows it")

		if err := tx.ForgetPlayer(bob.ID); err != nil {
			return err
		}
		nobodys := round.Opponent{After: recorded.After, Recorded: true}
		want[first] = nobodys
		check("once bob is forgotten")
		later := add(recorded)
		want[later] = nobodys
		check("a recording that was read before its person was forgotten")
		return nil
	})
}

func TestPlans(t *testing.T) {
	storetest.Plans(t, func(tx *storage.Tx) error {
		c := storetest.Community(t, tx, "1")
		p := storetest.Person(t, tx, "p")
		r := storetest.Round(t, tx, c, "class")
		if err := addGhost(tx, r, round.Opponent{After: time.Second, Recorded: true, PlayerID: p.ID}); err != nil {
			return err
		}
		if _, err := ghostsOf(tx, 1); err != nil {
			return err
		}
		if _, err := groupsOf(tx, p.ID); err != nil {
			return err
		}
		if _, err := listRecordingsOfMates(tx, p.ID, "24", 3, 1); err != nil {
			return err
		}
		_, err := listRecordings(tx, p.ID, "24", 3, 0)
		return err
	})
}

// A ghost is at most twice as quick as the person and at least half as quick. On both sides, the people
// with the nearest abilities are read.
func TestReachOfAbilities(t *testing.T) {
	for _, test := range []struct {
		name      string
		abilities []float64
		want      string
	}{
		{"the same ability", []float64{0}, "a"},
		{"the bounds", []float64{nearAbility, -nearAbility}, "b a"},
		{"beyond the bounds", []float64{nearAbility + 0.01, -nearAbility - 0.01}, ""},
		{"too many above", []float64{0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}, "g f e d c b"},
		{"too many below", []float64{-0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7}, "f e d c b a"},
		{"on both sides", []float64{0.1, -0.1, 0.2, -0.2}, "d c b a"},
	} {
		storetest.Write(t, open(t), func(tx *storage.Tx) error {
			club := storetest.Community(t, tx, "club")
			me := storetest.Person(t, tx, "me").ID
			for i, ability := range test.abilities {
				key := string(rune('a' + i))
				attempt{storetest.Person(t, tx, key).ID, key, true, 10 * time.Second, ability}.save(t, tx, club)
			}
			found, err := listRecordings(tx, me, "24", 0, 0)
			if err != nil {
				return err
			}
			var got []string
			for _, r := range found {
				got = append(got, strings.TrimPrefix(r.Puzzle, "24:"))
			}
			if names := strings.Join(got, " "); names != test.want {
				t.Errorf("%s: %q, want %q", test.name, names, test.want)
			}
			return nil
		})
	}
}

// A recording takes some time, but no longer than people wait.
func TestTimeOfARecording(t *testing.T) {
	for after, isRead := range map[time.Duration]bool{
		0:                          false,
		time.Millisecond:           true,
		longest:                    true,
		longest + time.Millisecond: false,
	} {
		storetest.Write(t, open(t), func(tx *storage.Tx) error {
			club := storetest.Community(t, tx, "club")
			attempt{storetest.Person(t, tx, "near").ID, "class", true, after, 0}.save(t, tx, club)
			found, err := listRecordings(tx, storetest.Person(t, tx, "me").ID, "24", 0, 0)
			if err != nil {
				return err
			}
			if (len(found) == 1) != isRead {
				t.Errorf("%v: %d recordings", after, len(found))
			}
			return nil
		})
	}
}

// A person's export has the puzzles in which others played against the person's recordings, and no others.
func TestExportOfGhosts(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		ann := storetest.Person(t, tx, "ann")
		bo := storetest.Person(t, tx, "bo")
		storetest.Round(t, tx, club, "of no ghost")
		for i, who := range []storage.Player{ann, bo} {
			id := storetest.Round(t, tx, club, "class")
			o := round.Opponent{After: time.Duration(i+1) * time.Second, Recorded: true, PlayerID: who.ID}
			if err := addGhost(tx, id, o); err != nil {
				return err
			}
		}
		players, err := tx.Export(ann.ID)
		if err != nil {
			return err
		}
		text, err := json.Marshal(players[0]["played_against"])
		if err != nil {
			return err
		}
		if got := string(text); !strings.Contains(got, `"millis":1000`) || strings.Contains(got, "2000") {
			t.Errorf("the export has %s", got)
		}
		return nil
	})
}

// A person's own solutions are no recordings, not even those of an account that they have linked. What a
// linked account has tried is not new to them.
func TestNobodyPlaysAgainstThemselves(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		near := storetest.Person(t, tx, "near").ID
		twin, err := tx.EnsurePlayer("elsewhere", "me", "", "", storetest.Noon)
		if err != nil {
			return err
		}
		attempt{near, "new", true, 10 * time.Second, 0.2}.save(t, tx, club)
		attempt{near, "tried by the twin", true, 10 * time.Second, 0.2}.save(t, tx, club)
		attempt{twin.ID, "tried by the twin", false, time.Second, 0}.save(t, tx, club)
		attempt{twin.ID, "solved by the twin", true, time.Second, 0}.save(t, tx, club)
		if err := tx.Link(me, twin.ID, storetest.Noon); err != nil {
			return err
		}
		found, err := listRecordings(tx, me, "24", 0, 0)
		if err != nil {
			return err
		}
		if len(found) != 1 || found[0].Puzzle != "24:new" || found[0].PlayerID != near {
			t.Errorf("recordings: %+v, want only the one of 24:new", found)
		}
		return nil
	})
}

// What people do in another game changes nothing: neither their ability there, nor solutions, nor attempts at
// puzzles of the same class.
func TestRecordingsOfAnotherGame(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		near := storetest.Person(t, tx, "near").ID
		far := storetest.Person(t, tx, "far").ID
		attempt{near, "first", true, 10 * time.Second, 0.2}.save(t, tx, club)
		attempt{far, "far", true, 10 * time.Second, 2}.save(t, tx, club)
		r := storetest.Round(t, tx, club, "first")
		other := func(player int64, class string, ability float64) error {
			return round.SaveRated(tx, round.RatedAttempt{
				PlayerID:   player,
				RoundID:    r,
				Game:       "countdown",
				Class:      class,
				At:         storetest.Noon,
				Solved:     true,
				After:      10 * time.Second,
				Predicted:  8.5,
				Difficulty: round.Learnt{Value: 5, Prior: 0.12, Attempts: 1},
				Ability:    round.Learnt{Value: ability, Prior: 1, Attempts: 5},
			})
		}
		// Their latest solutions are all of another game.
		for i := range latestSolutions {
			if err := other(near, fmt.Sprint(i), 0.2); err != nil {
				return err
			}
		}
		for _, ability := range []float64{0.1, -0.1} {
			if err := other(far, fmt.Sprint("of far", ability), ability); err != nil {
				return err
			}
		}
		if err := other(me, "first", 0); err != nil {
			return err
		}
		found, err := listRecordings(tx, me, "24", 0, 0)
		if err != nil {
			return err
		}
		if len(found) != 1 || found[0].Puzzle != "24:first" || found[0].Difficulty.Value != 2.2 {
			t.Errorf("recordings: %+v, want only the one of 24:first with the difficulty 2.2", found)
		}
		return nil
	})
}

// People of one's own groups are ghosts, whatever their ability is, if they want to be named.
func TestRecordingsOfMates(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		other := storetest.Community(t, tx, "other")
		me := storetest.Person(t, tx, "me").ID
		people := map[string]int64{}
		for _, key := range []string{"named", "unnamed", "stranger"} {
			who := storetest.Person(t, tx, key).ID
			people[key] = who
			attempt{who, key, true, 10 * time.Second, 5}.save(t, tx, club)
			own, err := tx.EnsureCommunity("test", key, true, who, "", storetest.Noon)
			if err != nil {
				return err
			}
			if key == "unnamed" {
				continue
			}
			if err := namesPerson.Set(tx, own.ID, true); err != nil {
				return err
			}
		}
		for who, group := range map[int64]storage.Community{
			me:                 club,
			people["named"]:    club,
			people["unnamed"]:  club,
			people["stranger"]: other,
		} {
			if err := tx.Join(group.ID, who, storetest.Noon); err != nil {
				return err
			}
		}
		match := round.Match{Game: games.All()[0]}
		found, err := recordingsOfMates(tx, me, match)
		if err != nil {
			return err
		}
		if len(found) != 1 || found[0].PlayerID != people["named"] {
			t.Errorf("recordings: %+v, want that of %d alone", found, people["named"])
		}
		return nil
	})
}

// In a large group the recordings of those who played there last are read.
func TestRecordingsOfTheLatestMates(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		var mates []int64
		for i := range latestMates + 1 {
			who := storetest.Person(t, tx, fmt.Sprint(i)).ID
			mates = append(mates, who)
			if err := tx.Join(club.ID, who, storetest.Noon.Add(time.Duration(i)*time.Minute)); err != nil {
				return err
			}
		}
		first := mates[0]
		last := mates[latestMates]
		for _, who := range []int64{first, last} {
			// The first of these is older than the latest ones that are read.
			for i := range latestSolutions + 1 {
				attempt{who, fmt.Sprint(who, " ", i), true, 10 * time.Second, 5}.save(t, tx, club)
			}
			own, err := tx.EnsureCommunity("test", "of "+fmt.Sprint(who), true, who, "", storetest.Noon)
			if err != nil {
				return err
			}
			if err := namesPerson.Set(tx, own.ID, true); err != nil {
				return err
			}
		}
		found, err := listRecordingsOfMates(tx, me, "24", 0, club.ID)
		if err != nil {
			return err
		}
		var got, want []string
		for _, r := range found {
			got = append(got, r.Puzzle)
		}
		for i := latestSolutions; i > 0; i-- {
			want = append(want, fmt.Sprint("24:", last, " ", i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("recordings: %q, want %q", got, want)
		}
		return nil
	})
}

// A computed time follows from what attempts have taught about a puzzle. If nobody has tried it, it follows from
// what its game predicts.
func TestDifficultyOfAComputedTime(t *testing.T) {
	storetest.Write(t, open(t), func(tx *storage.Tx) error {
		club := storetest.Community(t, tx, "club")
		me := storetest.Person(t, tx, "me").ID
		tried, err := games.Parse("24:3,3,8,8")
		if err != nil {
			return err
		}
		attempt{storetest.Person(t, tx, "bob").ID, tried.Face().Class(), true, 10 * time.Second, 0}.save(t, tx, club)
		learnt, err := difficultyOf(tx, me, games.All()[0], tried)
		if err != nil {
			return err
		}
		if learnt.Value != 2.2 {
			t.Errorf("the difficulty of a puzzle that was tried is %+v, want 2.2", learnt)
		}
		untried, err := games.Parse("24:1,2,3,4")
		if err != nil {
			return err
		}
		predicted := untried.Rating()
		got, err := difficultyOf(tx, me, games.All()[0], untried)
		if err != nil {
			return err
		}
		if want := rating.NewDifficulty(predicted.Seconds, predicted.Deviation); got != want {
			t.Errorf("the difficulty of a puzzle that nobody tried is %+v, want %+v", got, want)
		}
		return nil
	})
}
