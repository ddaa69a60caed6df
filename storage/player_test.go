package storage

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEnsurePlayer(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "1")
		want := Player{ID: p.ID, Network: "test", Key: "1", Name: "Name of 1", Locale: "en"}
		if diff := cmp.Diff(want, p); diff != "" {
			t.Errorf("new player (-want +got):\n%s", diff)
		}
		if got := must(tx.EnsurePlayer("test", "1", "", "", noon))(t); got != want {
			t.Errorf("nothing given, the player became %+v", got)
		}
		want.Name = "New"
		want.Locale = "zh-Hans"
		if got := must(tx.EnsurePlayer("test", "1", "New", "zh-Hans", noon))(t); got != want {
			t.Errorf("player is %+v, want %+v", got, want)
		}
		if got := must(tx.EnsurePlayer("other", "1", "", "", noon))(t); got.ID == p.ID {
			t.Error("two networks share a player")
		}
		must(tx.EnsurePlayer("test", "1", "New", "zh-Hans", noon.Add(time.Hour)))(t)
		created := must(Get[time.Time](tx, "find time", `SELECT created_at FROM players WHERE id = $1`, p.ID))(t)
		if !created.Equal(noon) {
			t.Errorf("the player was created at %v", created)
		}
		return nil
	})
}

// A forgotten player is linked with nobody.
func TestForgottenPlayerIsUnlinked(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		player(t, tx, "whoever came first")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		cat := player(t, tx, "cat").ID
		if err := errors.Join(tx.Link(ann, bob, noon), tx.Link(ann, cat, noon), tx.ForgetPlayer(ann)); err != nil {
			return err
		}
		if all := must(tx.PersonPlayers(bob))(t); len(all) != 2 || all[0].ID != bob || all[1].ID != cat {
			t.Errorf("the others are one person with %+v", all)
		}
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM links WHERE player_id = $1`, ann))(t); n != 0 {
			t.Errorf("%d links are left", n)
		}
		return nil
	})
}

// What identifies a forgotten player is deleted from every table, and from the file itself. What they did
// stays, without a name. Nothing of others changes.
func TestForgetPlayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reckon.db")
	s := openAt(t, path)
	var c Community
	var players []int64
	keys := []string{"unmistakable-1", "unmistakable-2", "stays"}
	write(t, s, func(tx *Tx) error {
		c = community(t, tx, "1")
		for _, key := range keys {
			p := must(tx.EnsurePlayer("test", key, key, "en", noon))(t)
			players = append(players, p.ID)
			own := must(tx.EnsureCommunity("test", key, true, p.ID, key, noon))(t)
			own.Zone = "Asia/Shanghai"
			own.Daily = true
			r := round(t, tx, Round{CommunityID: c.ID, AskerID: p.ID, Class: "class"})
			alone := round(t, tx, Round{CommunityID: own.ID, AskerID: p.ID})
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p.ID, At: noon, Text: "8/(3-8/3)", Outcome: "right"}, nil))(t)
			for _, err := range []error{
				tx.SaveCommunity(own),
				setAward(tx, Award{RoundID: r, PlayerID: p.ID, CommunityID: c.ID, Day: 5, Points: 50, Solved: true, At: noon}),
				tx.Join(c.ID, p.ID, noon), tx.Join(own.ID, p.ID, noon),
				markSeen(tx, p.ID, "class", r),
				tx.SetCurrent(c.ID, "", p.ID, r, noon), tx.SetCurrent(own.ID, "", 0, alone, noon),
				tx.AddMessage(own.ID, "m of "+key, alone, noon), tx.AddMessage(c.ID, "m"+fmt.Sprint(r), r, noon),
				tx.SaveRound(Round{ID: alone, Message: "m of " + key}),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			enqueue(t, tx, Outgoing{Nonce: "for " + key, CommunityID: own.ID, Body: []byte(key)}, noon)
			enqueue(t, tx, Outgoing{Nonce: "to " + key, CommunityID: c.ID, Event: []byte(key), PlayerID: p.ID, Body: []byte(key)}, noon)
			sent := Outgoing{Nonce: fmt.Sprint("sent ", len(players)), CommunityID: own.ID, Body: []byte(key)}
			enqueue(t, tx, sent, noon)
			end(t, tx, waitingAs(t, tx, sent.Nonce), Delivered, "m", noon)
		}
		return nil
	})
	tables := []string{"members", "seen", "currents", "messages", "outbox"}
	count := func(tx *Tx) map[string]int {
		all := map[string]int{}
		for _, table := range tables {
			all[table] = must(Get[int](tx, "count", `SELECT COUNT(*) FROM `+table))(t)
		}
		return all
	}
	write(t, s, func(tx *Tx) error {
		before := count(tx)
		for _, id := range append(players[:2:2], 99) {
			if err := tx.ForgetPlayer(id); err != nil {
				return err
			}
		}
		want := map[string]int{}
		for table, n := range before {
			want[table] = n / 3
		}
		// The messages in the community of all stay.
		want["messages"] += 2
		// Deliveries that have ended stay for a while, for their nonces.
		want["outbox"] += 2
		if diff := cmp.Diff(want, count(tx)); diff != "" {
			t.Errorf("rows left (-want +got):\n%s", diff)
		}
		for i, key := range keys {
			if got := must(pointsOf(tx, c.ID, players[i]))(t); got != 50 {
				t.Errorf("player %d has %d points", players[i], got)
			}
			_, err := tx.FindCommunity("test", key)
			if stays := key == "stays"; (err == nil) != stays {
				t.Errorf("the private chat of %s: %v", key, err)
			}
		}
		board := must(tx.Leaderboard(Board{CommunityID: c.ID, Span: Ever, Day: 0}, noon, 0, 10))(t)
		if len(board) != 1 || board[0].PlayerKey != "stays" {
			t.Errorf("the leaderboard is %+v, want the one who stays", board)
		}
		if got := must(tx.CommunityByID(c.ID))(t); got.Key != "1" || !got.Active {
			t.Errorf("the community of all has become %+v", got)
		}
		type signed struct{ PlayerName, PlayerKey, Text string }
		answer := must(Get[signed](tx, "find answer", `
			SELECT p.name, p.key, a.text FROM answers a JOIN players p ON p.id = a.player_id WHERE a.round_id = 1 ORDER BY a.id`))(t)
		if want := (signed{Text: "8/(3-8/3)"}); answer != want {
			t.Errorf("the forgotten player's answer is %+v, want %+v", answer, want)
		}
		if back := must(tx.EnsurePlayer("test", "unmistakable-3", "", "", noon))(t); back.ID <= players[2] {
			t.Errorf("whoever comes later has ID %d", back.ID)
		}
		return nil
	})
	// Close copies the write-ahead log into the file.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys[:2] {
		if bytes.Contains(raw, []byte(key)) {
			t.Errorf("%s is still in the file", key)
		}
	}
	if !bytes.Contains(raw, []byte("unmistakable-3")) {
		t.Error("this test cannot find a name in the file")
	}
}

// No setting of a forgotten player, or of their private chat, is kept.
func TestForgottenPlayerLeavesNoSettings(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := must(tx.EnsurePlayer("test", "p", "P", "en", noon))(t)
		own := must(tx.EnsureCommunity("test", "p", true, p.ID, "P", noon))(t)
		if err := errors.Join(tx.SetChecked(p.ID, Barred), tx.SaveCommunity(Community{
			ID: own.ID, Active: true, Title: "P", Locale: "en", AdminLocale: "en",
			Zone: "Asia/Tokyo", Hour: 7, Minute: 30, Daily: true, DailyChannel: "a",
			Seconds: 60, Trouble: "right", TroubleChannel: "a", Games: "24", Level: 3, Dealers: "admins",
			Worldwide: true, ZoneBefore: "Europe/Berlin", ZoneFrom: 7,
		})); err != nil {
			return err
		}
		if err := tx.ForgetPlayer(p.ID); err != nil {
			return err
		}
		want := Community{ID: own.ID, Network: "test", Key: fmt.Sprint("forgotten:", own.ID), Private: true, Hour: 9}
		if diff := cmp.Diff(want, must(tx.CommunityByID(own.ID))(t)); diff != "" {
			t.Errorf("the private chat (-want +got):\n%s", diff)
		}
		if got := must(tx.PlayerByID(p.ID))(t); got != (Player{ID: p.ID, Network: "test"}) {
			t.Errorf("the player is %+v", got)
		}
		if checked := must(Get[Check](tx, "find check", `SELECT checked FROM players WHERE id = $1`, p.ID))(t); checked != Trusted {
			t.Errorf("the player's check is %d", checked)
		}
		return nil
	})
}

// A new member is listed with the dailies that they solved in the thirty days up to their last one.
// Dailies that they solved earlier, or only nearly solved, are not listed.
func TestNewMemberHasSolvedLately(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		own := must(tx.EnsureCommunity("test", "own", true, player(t, tx, "ann").ID, "", noon))(t)
		ann := player(t, tx, "ann").ID
		const last = 1000
		var want []int64
		for _, c := range []struct {
			day    int
			solved bool
			listed bool
		}{{last, true, true}, {last - 1, false, false}, {last - 29, true, true}, {last - 30, true, false}, {1, true, false}} {
			id := round(t, tx, Round{Daily: c.day})
			err := setAward(tx, Award{RoundID: id, PlayerID: ann, Day: c.day, Points: 5, Solved: c.solved, At: noon})
			if err != nil {
				return err
			}
			if c.listed {
				want = append(want, id)
			}
		}
		for _, place := range []Community{group, own} {
			if err := tx.Join(place.ID, ann, noon); err != nil {
				return err
			}
			got := must(List[int64](tx, "list solved", `
				SELECT round_id FROM solvers WHERE community_id = $1 AND player_id = $2 ORDER BY round_id`, place.ID, ann))(t)
			wantHere := want
			if place.Private {
				wantHere = nil
			}
			if !slices.Equal(got, wantHere) {
				t.Errorf("in %q ann has solved the rounds %v, want %v", place.Key, got, wantHere)
			}
		}
		return nil
	})
}

// An export has the solutions that a person has found in dailies and in their communities, by day. It has
// no points there.
func TestExportOfFoundSolutions(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		other := community(t, tx, "other")
		ann := player(t, tx, "ann").ID
		bo := player(t, tx, "bo").ID
		if err := tx.Join(group.ID, ann, noon); err != nil {
			return err
		}
		for _, row := range []struct {
			community, player int64
			game              string
			points            int
		}{{0, ann, "hunt", 1}, {0, ann, "24", 2}, {0, ann, "", 4}, {group.ID, ann, "hunt", 8}, {group.ID, ann, "24", 16}, {other.ID, ann, "hunt", 32}, {0, bo, "hunt", 64}} {
			err := tx.Exec("add score", `
				INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) VALUES ($1, $2, 5, $3, $4, 0, 0)`,
				row.community, row.player, row.game, row.points)
			if err != nil {
				return err
			}
		}
		all := must(tx.Export(ann))(t)
		found := map[string]string{}
		rows, _ := all[0]["found"].([]map[string]any)
		for _, row := range rows {
			found[fmt.Sprint(row["community_id"])] = fmt.Sprint(row["solutions"])
		}
		want := map[string]string{"0": "1", fmt.Sprint(group.ID): "8"}
		if !maps.Equal(found, want) {
			t.Errorf("found are %v, want %v", found, want)
		}
		return nil
	})
}

// A new member has on the boards what they have ever earned in the community, and the dailies since the
// day on which they joined.
func TestNewMemberBringsDailiesOfTheDay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		ann := player(t, tx, "ann").ID
		midnight := noon.Truncate(24 * time.Hour)
		for _, a := range []struct {
			community int64
			points    int
			at        time.Time
		}{{0, 1, midnight.Add(-time.Millisecond)}, {0, 2, midnight}, {0, 4, noon}, {group.ID, 8, noon.AddDate(0, -1, 0)}} {
			r := Round{CommunityID: a.community}
			if a.community == 0 {
				r.Daily = 10 + a.points
			}
			err := setAward(tx, Award{
				RoundID: round(t, tx, r), PlayerID: ann, CommunityID: a.community, Day: dayOf(a.at), Points: a.points, Solved: true, At: a.at,
			})
			if err != nil {
				return err
			}
		}
		if err := tx.Join(group.ID, ann, noon); err != nil {
			return err
		}
		if got := must(pointsOf(tx, group.ID, ann))(t); got != 2+4+8 {
			t.Errorf("ann has %d points there, want %d", got, 2+4+8)
		}
		return nil
	})
}

// An export lists the puzzles whose solution was shown to the person, and none that was shown only to
// others.
func TestExportOfWhatWasShown(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		ann := player(t, tx, "ann").ID
		bo := player(t, tx, "bo").ID
		for i, who := range []int64{ann, bo} {
			id := round(t, tx, Round{CommunityID: group.ID, Game: "24", Puzzle: fmt.Sprint("24:", i)})
			err := tx.Exec("show", `INSERT INTO shown (round_id, player_id, at) VALUES ($1, $2, $3)`, id, who, noon)
			if err != nil {
				return err
			}
		}
		rows, _ := must(tx.Export(ann))(t)[0]["shown"].([]map[string]any)
		if len(rows) != 1 || rows[0]["puzzle"] != "24:0" {
			t.Errorf("exported are %v", rows)
		}
		return nil
	})
}

// An export lists the communities in which the person has done something, and no others.
func TestExportOfCommunities(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bo := player(t, tx, "bo").ID
		for key, who := range map[string]int64{"anns": ann, "bos": bo} {
			if err := tx.Join(community(t, tx, key).ID, who, noon); err != nil {
				return err
			}
		}
		rows, _ := must(tx.Export(ann))(t)[0]["communities"].([]map[string]any)
		if len(rows) != 1 || rows[0]["id"] != "anns" {
			t.Errorf("exported are %v", rows)
		}
		return nil
	})
}

// What somebody typed may be anything, such as a name, so it is blanked. A right or nearly right answer
// stays, since it is stored as the game prints it.
func TestForgottenTexts(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		r := round(t, tx, Round{})
		for _, outcome := range []string{"right", "near", "wrong", "invalid"} {
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: ann, At: noon, Text: "I am Ann", Outcome: outcome}, nil))(t)
		}
		if err := tx.ForgetPlayer(ann); err != nil {
			return err
		}
		left := must(List[string](tx, "list texts", `SELECT outcome FROM answers WHERE text <> '' ORDER BY id`))(t)
		if diff := cmp.Diff([]string{"right", "near"}, left); diff != "" {
			t.Errorf("texts are left of these (-want +got):\n%s", diff)
		}
		return nil
	})
}

// ForgetPage deletes a hundred rows of each kind at a time. It blanks only the texts of its page.
func TestForgetPage(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		var rounds []int64
		for i := range 102 {
			r := round(t, tx, Round{})
			rounds = append(rounds, r)
			for _, p := range []int64{ann, bob} {
				err := errors.Join(
					markSeen(tx, p, fmt.Sprint("class ", i), r),
					tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, 1)`, r, p),
					tx.Exec("answer", `
						INSERT INTO answers (round_id, player_id, at, text, outcome, form) VALUES ($1, $2, 1, 'typed', 'wrong', '')`, r, p),
				)
				if err != nil {
					return err
				}
			}
		}
		left := func(p int64) string {
			type row struct{ Seen, Opened, Typed int }
			got := must(Get[row](tx, "count", `
				SELECT (SELECT COUNT(*) FROM seen WHERE player_id = $1), (SELECT COUNT(*) FROM openings WHERE player_id = $1),
					(SELECT COUNT(*) FROM answers WHERE player_id = $1 AND text <> '')`, p))(t)
			return fmt.Sprintf("%+v", got)
		}
		for i, test := range []struct {
			from, last int64
			more       bool
			left       string
		}{
			// The page that begins after the first round leaves that one out.
			{rounds[0], rounds[100], true, "{Seen:2 Opened:2 Typed:2}"},
			{0, rounds[99], true, "{Seen:0 Opened:0 Typed:1}"},
			{rounds[100], rounds[101], true, "{Seen:0 Opened:0 Typed:0}"},
			{rounds[101], rounds[101], false, "{Seen:0 Opened:0 Typed:0}"},
		} {
			last, more, err := tx.ForgetPage(ann, test.from)
			if err != nil || last != test.last || more != test.more || left(ann) != test.left {
				t.Errorf("page %d ends at %d, more: %v, and leaves %s; want %+v (%v)", i, last, more, left(ann), test, err)
			}
		}
		if got := left(bob); got != "{Seen:102 Opened:102 Typed:102}" {
			t.Errorf("somebody else has %s", got)
		}
		// Rows about puzzles that were only shown, and not answered, are deleted by pages, too.
		for i := range 101 {
			if err := markSeen(tx, ann, fmt.Sprint("other ", i), rounds[0]); err != nil {
				return err
			}
		}
		for i, want := range []bool{true, true, false} {
			if _, more, err := tx.ForgetPage(ann, rounds[101]); err != nil || more != want {
				t.Errorf("page %d of what was seen: more: %v (%v)", i, more, err)
			}
		}
		return nil
	})
}

// A new member is listed with the best of their answers to each daily of the last thirty days, unless the
// group has a better one. If two are equally good, the first counts.
func TestNewMemberHasTheirBests(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group")
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		own := must(tx.EnsureCommunity("test", "own", true, ann, "", noon))(t)
		const last = 1000
		var rounds []int64
		for _, day := range []int{last, last, last, last - 30, last - 29} {
			r := round(t, tx, Round{Daily: len(rounds) + 1})
			rounds = append(rounds, r)
			if err := setAward(tx, Award{RoundID: r, PlayerID: ann, Day: day, Points: 5, Solved: true, At: noon}); err != nil {
				return err
			}
		}
		dealt := round(t, tx, Round{CommunityID: group.ID})
		err := setAward(tx, Award{RoundID: dealt, PlayerID: ann, CommunityID: group.ID, Day: last, Points: 5, Solved: true, At: noon})
		if err != nil {
			return err
		}
		for i, x := range []Answer{
			{RoundID: rounds[0], PlayerID: ann, Measure: 7, Outcome: "right"},
			{RoundID: rounds[0], PlayerID: ann, Measure: 5, Outcome: "right"},
			{RoundID: rounds[0], PlayerID: ann, Measure: 5, Outcome: "right"},
			{RoundID: rounds[0], PlayerID: ann, Measure: 2, Outcome: "near"},
			{RoundID: rounds[0], PlayerID: ann, Measure: 3, Outcome: "right", Practice: true},
			{RoundID: rounds[0], PlayerID: bob, Measure: 1, Outcome: "right"},
			{RoundID: rounds[1], PlayerID: ann, Measure: 6, Outcome: "right"},
			{RoundID: rounds[2], PlayerID: ann, Measure: 6, Outcome: "right"},
			{RoundID: rounds[3], PlayerID: ann, Measure: 6, Outcome: "right"},
			{RoundID: rounds[4], PlayerID: ann, Measure: 6, Outcome: "right"},
			{RoundID: dealt, PlayerID: ann, Measure: 6, Outcome: "right"},
		} {
			x.At = noon.Add(time.Duration(i) * time.Minute)
			must(tx.AddAnswer(x, nil))(t)
		}
		for i, measure := range map[int]int{1: 5, 2: 7} {
			err := tx.Exec("add best", `
				INSERT INTO bests (community_id, round_id, measure, at, player_id) VALUES ($1, $2, $3, 1, $4)`,
				group.ID, rounds[i], measure, bob)
			if err != nil {
				return err
			}
		}
		for _, c := range []Community{group, own} {
			if err := tx.Join(c.ID, ann, noon); err != nil {
				return err
			}
		}
		type best struct {
			CommunityID, RoundID int64
			Measure              int
			PlayerID             int64
			Minute               int64
		}
		minute := noon.UnixMilli() / 60_000
		want := []best{
			{group.ID, rounds[0], 5, ann, minute + 1},
			{group.ID, rounds[1], 5, bob, 0},
			{group.ID, rounds[2], 6, ann, minute + 7},
			{group.ID, rounds[4], 6, ann, minute + 9},
		}
		got := must(List[best](tx, "list bests", `
			SELECT community_id, round_id, measure, player_id, at / 60000 FROM bests ORDER BY community_id, round_id`))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the bests (-want +got):\n%s", diff)
		}
		return nil
	})
}
