package storage

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An export has only the person's own rows, each once. It has no rows of others about the same round, no
// deliveries to the private chats of others, and none that have ended. Times are minutes after noon.
func TestExportHasOnesOwnRows(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := fillForExport(t, tx)
		person := must(tx.Export(ann))(t)
		if len(person) != 1 {
			t.Fatalf("%d players are exported", len(person))
		}
		for section, want := range map[string][]string{
			// An earlier version has deleted her membership in the den.
			"found": {
				"community_id=0 day=5 exhausted=1 solutions=11",
				"community_id=101 day=5 exhausted=1 solutions=12",
				"community_id=101 day=6 exhausted=0 solutions=13",
				"community_id=102 day=5 exhausted=1 solutions=14",
			},
			"rounds": {
				"asked_at=2 awarded_at=9 daily=0 dealt_at=1 gave_up_at=3 hints=4 local=1 points=5 puzzle=both solved=1 void_points=0",
				"daily=0 dealt_at=0 hints=1 puzzle=den",
				"daily=0 dealt_at=0 hints=2 puzzle=bob",
				"awarded_at=9 daily=7 dealt_at=0 hints=0 local=0 points=0 puzzle=daily solved=0 void_points=6",
			},
			"answers": {
				"at=1 hints=3 measure=2 outcome=wrong points=0 practice=1 puzzle=both text=ann 1",
				"at=2 hints=0 measure=5 outcome=right points=4 practice=0 puzzle=both text=ann 2",
			},
			"asked_for": {
				"daily=0 dealt_at=0 puzzle=asked there",
				"daily=0 dealt_at=0 puzzle=den",
				"daily=0 dealt_at=1 puzzle=both",
			},
			"matches": {
				"asked_at=1 begun_at=2 ended_at=3 game=24 kind=asked length=5 reason=won",
				"asked_at=4 game=letters kind=challenged length=6 reason=",
			},
			"waiting_messages": {
				`body="in her chat" created_at=1`,
				`body="in her chat, for ann" created_at=2`,
				`body="in the club, for ann" created_at=5`,
			},
			"rated": {
				"at=2 class=second game=24 millis=20 solved=1",
				"at=1 class=first game=24 millis=10 solved=0",
			},
			"player": {"checked=2 created_at=0 id=ann language=en name=Name of ann network=test"},
			"own_chat": {
				"created_at=0 daily=1 daily_channel=a dealers=admins games=24 hour=7 id=own language=de level=3 minute=30 network=test " +
					"seconds=60 settings_language=fr worldwide=1 zone=Asia/Tokyo zone_before=Europe/Berlin",
			},
			"figures":       {"answers=2 game=24 hints=7 points=5 rights=1 solved=1 wrong=1"},
			"pace":          {"attempts=3 game=24 prior=2 value=1.5"},
			"records":       {"at=1 measure=4 puzzle=record of ann text=1+1 was=5"},
			"seen":          {"class=class of ann"},
			"shown":         {"at=1 puzzle=both"},
			"waiting_for":   {"at=1 channel=topic puzzle=wait of ann"},
			"daily_numbers": {"number=7"},

			"home":         {"zone=zone of ann zone_before=before zone_from=1"},
			"looking_at":   {"at=1 puzzle=both"},
			"opened":       {"at=1 daily=7 puzzle=daily"},
			"own_settings": {"key=ann value=1"},
			"communities": {
				"id=club last_at=0 network=test title=Community club",
				"id=own last_at=0 network=test title=",
			},
		} {
			rows, _ := person[0][section].([]map[string]any)
			var got []string
			for _, row := range rows {
				got = append(got, line(row))
			}
			hasOrder := section == "rounds" || section == "answers" || section == "rated"
			if !hasOrder {
				slices.Sort(got)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", section, diff)
			}
		}
		return nil
	})
}

// line returns a row of an export by column, with times in minutes after noon.
func line(row map[string]any) string {
	var all []string
	for _, column := range slices.Sorted(maps.Keys(row)) {
		value := row[column]
		if at, ok := value.(time.Time); ok {
			value = at.Sub(noon).Minutes()
		}
		all = append(all, fmt.Sprint(column, "=", value))
	}
	return strings.Join(all, " ")
}

// fillForExport makes a player with rows of all kinds, and with each row others that are somebody else's. The
// player has done something in the club, in the den, in their own chat, and in a community far away.
func fillForExport(t *testing.T, tx *Tx) (ann int64) {
	t.Helper()
	ann = player(t, tx, "ann").ID
	bob := player(t, tx, "bob").ID
	cat := player(t, tx, "cat").ID
	club := community(t, tx, "club")
	den := community(t, tx, "den")
	far := community(t, tx, "far")
	own := must(tx.EnsureCommunity("test", "own", true, ann, "", noon))(t)
	bobs := must(tx.EnsureCommunity("test", "bobs", true, bob, "", noon))(t)
	minute := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Minute) }
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range [][2]int64{{club.ID, ann}, {club.ID, bob}, {own.ID, ann}, {bobs.ID, bob}, {far.ID, bob}, {den.ID, bob}} {
		try(tx.Join(m[0], m[1], noon))
	}
	both := round(t, tx, Round{CommunityID: club.ID, AskerID: ann, Game: "24", Puzzle: "both", DealtAt: minute(1)})
	inDen := round(t, tx, Round{CommunityID: den.ID, AskerID: ann, Game: "24", Puzzle: "den"})
	bobOnly := round(t, tx, Round{CommunityID: club.ID, AskerID: bob, Game: "24", Puzzle: "bob"})
	daily := round(t, tx, Round{Daily: 7, Game: "24", Puzzle: "daily"})
	away := round(t, tx, Round{CommunityID: far.ID, AskerID: ann, Game: "24", Puzzle: "asked far away"})
	round(t, tx, Round{CommunityID: own.ID, AskerID: ann, Game: "24", Puzzle: "asked there"})
	round(t, tx, Round{CommunityID: bobs.ID, AskerID: bob, Game: "24", Puzzle: "asked by bob"})

	for _, a := range []Attempt{
		{RoundID: both, PlayerID: ann, Hints: 4, AskedAt: minute(2), GaveUpAt: minute(3)},
		{RoundID: both, PlayerID: bob, Hints: 9, AskedAt: minute(8), GaveUpAt: minute(9)},
		{RoundID: inDen, PlayerID: ann, Hints: 1},
		{RoundID: bobOnly, PlayerID: ann, Hints: 2},
		{RoundID: away, PlayerID: bob, Hints: 2},
		{RoundID: daily, PlayerID: ann},
		{RoundID: daily, PlayerID: cat, Hints: 3},
	} {
		try(tx.SaveAttempt(a, a.Hints))
	}
	for _, a := range []Award{
		{RoundID: both, PlayerID: bob, CommunityID: club.ID, Day: 5, Points: 8, At: noon},
		{RoundID: both, PlayerID: ann, CommunityID: club.ID, Day: 5, Points: 5, Solved: true, Local: true, At: minute(9)},
		{RoundID: bobOnly, PlayerID: bob, CommunityID: club.ID, Day: 5, Points: 7, Solved: true, At: minute(9)},
		{RoundID: daily, PlayerID: ann, Day: 5, At: minute(9)},
	} {
		try(setAward(tx, a))
	}
	try(tx.Exec("void", `UPDATE awards SET void_points = 6 WHERE round_id = $1 AND player_id = $2`, daily, ann))
	for _, a := range []Answer{
		{RoundID: both, PlayerID: ann, At: minute(1), Text: "ann 1", Outcome: "wrong", Measure: 2, Hints: 3, Practice: true},
		{RoundID: both, PlayerID: bob, At: minute(1), Text: "bob", Outcome: "right", Points: 1},
		{RoundID: both, PlayerID: ann, At: minute(2), Text: "ann 2", Outcome: "right", Measure: 5, Points: 4},
	} {
		must(tx.AddAnswer(a, nil))(t)
	}

	for _, row := range []struct {
		community, player int64
		day               int
		game              string
		points, solved    int
	}{
		{0, ann, 5, Hunt, 11, 1}, {club.ID, ann, 5, Hunt, 12, 1}, {club.ID, ann, 6, Hunt, 13, 0}, {den.ID, ann, 5, Hunt, 14, 1},
		{far.ID, ann, 5, Hunt, 15, 1}, {0, bob, 5, Hunt, 16, 1}, {club.ID, bob, 5, Hunt, 17, 1}, {den.ID, bob, 6, Hunt, 18, 1},
		{0, ann, 9, "24", 19, 1}, {club.ID, ann, 9, "24", 20, 1}, {club.ID, ann, 9, "", 20, 1},
	} {
		try(tx.Exec("add score", `
			INSERT INTO scores (community_id, player_id, day, game, points, solved, reached) VALUES ($1, $2, $3, $4, $5, $6, 0)`,
			row.community, row.player, row.day, row.game, row.points, row.solved))
	}

	const match = `
		INSERT INTO matches (community_id, kind, game, length, player_id, rival_id, asked_at, begun_at, ended_at, reason)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	try(tx.Exec("match", match, club.ID, "asked", "24", 5, ann, bob, minute(1), minute(2), minute(3), "won"))
	try(tx.Exec("match", match, club.ID, "challenged", "letters", 6, bob, ann, minute(4), nil, nil, ""))
	try(tx.Exec("match", match, club.ID, "of others", "24", 7, bob, cat, minute(1), nil, nil, ""))

	for i, m := range []struct {
		to, player int64
		text       string
		isDone     bool
	}{
		{own.ID, 0, "in her chat", false}, {own.ID, ann, "in her chat, for ann", false}, {own.ID, ann, "done in her chat", true},
		{club.ID, 0, "in the club", false}, {club.ID, ann, "in the club, for ann", false}, {club.ID, bob, "in the club, for bob", false},
		{club.ID, ann, "done in the club", true}, {far.ID, ann, "far away", false}, {bobs.ID, bob, "in bob's chat", false},
	} {
		o := Outgoing{Nonce: m.text, CommunityID: m.to, PlayerID: m.player, Body: fmt.Appendf(nil, "%q", m.text)}
		o = enqueued(t, tx, o, anyNetwork, minute(i+1))
		if m.isDone {
			end(t, tx, o, Failed, "", noon)
		}
	}

	const rate = `
		INSERT INTO rated (player_id, game, class, at, solved, millis, round_id, predicted, deviation, difficulty_before, difficulty_after,
			ability_before, ability_after)
		VALUES ($1, '24', $2, $3, $4, $5, $6, 1, 0, 0, 0, 0, 0)`
	try(tx.Exec("rate", rate, ann, "second", minute(2), 1, 20, both))
	try(tx.Exec("rate", rate, bob, "of others", minute(3), 1, 30, both))
	try(tx.Exec("rate", rate, ann, "first", minute(1), 0, 10, both))

	try(tx.SetCurrent(club.ID, "", ann, both, minute(1)))
	try(tx.SetCurrent(club.ID, "", bob, bobOnly, minute(2)))
	for who, at := range map[int64]int{ann: 1, bob: 2} {
		try(tx.Exec("open", `INSERT INTO openings (round_id, player_id, at) VALUES ($1, $2, $3)`, daily, who, minute(at)))
	}
	try(tx.Exec("join earlier", `UPDATE members SET since = 1`))
	for i, p := range []Player{player(t, tx, "ann"), player(t, tx, "bob")} {
		at := minute(i + 1)
		for _, insert := range []string{
			`INSERT INTO abilities (player_id, game, value, prior, attempts) VALUES ($1, '24', $4 + 0.5, 2, 3)`,
			`INSERT INTO records (player_id, puzzle, game, measure, was, text, at) VALUES ($1, 'record of ' || $2, '24', $4 + 3, 5, '1+1', $3)`,
			`INSERT INTO seen (player_id, class, round_id) VALUES ($1, 'class of ' || $2, $5)`,
			`INSERT INTO shown (player_id, round_id, at) VALUES ($1, $5, $3)`,
			`INSERT INTO waits (player_id, community_id, channel, puzzle, class, at) VALUES ($1, $6, 'topic', 'wait of ' || $2, 'class', $3)`,
			`INSERT INTO days (player_id, number) VALUES ($1, $4 + 6)`,
			`INSERT INTO homes (player_id, community_id, zone, zone_before, zone_from) VALUES ($1, $6, 'zone of ' || $2, 'before', $4)`,
		} {
			// Each statement has all arguments, since PostgreSQL wants each parameter to be used.
			given := `WITH given AS (SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), ` + bigints(2, 4) + `) `
			try(tx.Exec("fill", given+insert, p.ID, p.Key, at, i+1, []int64{both, inDen}[i], []int64{club.ID, den.ID}[i]))
		}
	}
	try(tx.SetChecked(ann, Barred))
	own.Locale = "de"
	own.AdminLocale = "fr"
	own.Zone = "Asia/Tokyo"
	own.ZoneBefore = "Europe/Berlin"
	own.Hour = 7
	own.Minute = 30
	own.Daily = true
	own.DailyChannel = "a"
	own.Games = "24"
	own.Level = 3
	own.Dealers = "admins"
	own.Seconds = 60
	own.Worldwide = true
	try(tx.SaveCommunity(own))
	for c, key := range map[int64]string{own.ID: "ann", bobs.ID: "bob", club.ID: "club"} {
		try(tx.Exec("set", `INSERT INTO settings (community_id, key, value) VALUES ($1, $2, '1')`, c, key))
	}
	return ann
}
