package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEnsureCommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		owner := player(t, tx, "p").ID
		first := must(tx.EnsureCommunity("test", "1", true, owner, "Title", noon))(t)
		want := Community{ID: first.ID, Network: "test", Key: "1", Private: true, OwnerID: owner, Active: true, Title: "Title", Hour: 9}
		if diff := cmp.Diff(want, first); diff != "" {
			t.Errorf("new community (-want +got):\n%s", diff)
		}
		want.Active = false
		want.Locale = "en"
		want.AdminLocale = "zh-Hans"
		want.Zone = "Asia/Shanghai"
		want.Hour = 20
		want.Daily = true
		want.DailyChannel = "channel"
		want.Seconds = 45
		want.Minute = 30
		want.Games = "24,letters"
		want.Level = 2
		want.Dealers = "admins"
		want.Trouble = "right"
		want.TroubleChannel = "channel"
		if err := tx.SaveCommunity(want); err != nil {
			return err
		}
		if diff := cmp.Diff(want, must(tx.CommunityByID(first.ID))(t)); diff != "" {
			t.Errorf("saved community (-want +got):\n%s", diff)
		}
		want.Active = true
		want.Private = false
		want.Title = "New title"
		if diff := cmp.Diff(want, must(tx.EnsureCommunity("test", "1", false, 0, "New title", noon))(t)); diff != "" {
			t.Errorf("known community (-want +got):\n%s", diff)
		}
		want.Active = false
		if err := tx.SaveCommunity(want); err != nil {
			return err
		}
		want.Active = true
		if diff := cmp.Diff(want, must(tx.EnsureCommunity("test", "1", false, 0, "", noon))(t)); diff != "" {
			t.Errorf("active again, without a title (-want +got):\n%s", diff)
		}
		if other := must(tx.EnsureCommunity("other", "1", false, 0, "", noon))(t); other.ID == first.ID {
			t.Error("two networks share a community")
		}
		must(tx.EnsureCommunity("test", "1", true, 0, "", noon.Add(time.Hour)))(t)
		created := must(Get[time.Time](tx, "find time", `SELECT created_at FROM communities WHERE id = $1`, first.ID))(t)
		if !created.Equal(noon) {
			t.Errorf("the community was created at %v", created)
		}
		if _, err := tx.FindCommunity("other", "2"); err != ErrNotFound {
			t.Errorf("unknown community: %v", err)
		}
		if err := tx.SaveCommunity(Community{ID: 99}); err != ErrNotFound {
			t.Errorf("saving an unknown community: %v", err)
		}
		return nil
	})
}

func TestSaveCommunityRefusesHour(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		c.Hour = 24
		if err := refused(t, tx, func() error { return tx.SaveCommunity(c) }); err == nil {
			t.Error("hour 24 was stored")
		}
		return nil
	})
}

func TestRekeyCommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "old")
		other := must(tx.EnsureCommunity("other", "old", false, 0, "", noon))(t)
		// The network reports the move twice.
		for range 2 {
			if err := rekey(tx, "test", "old", "new"); err != nil {
				return err
			}
		}
		if got := must(tx.FindCommunity("test", "new"))(t); got.ID != c.ID {
			t.Errorf("moved community has ID %d, want %d", got.ID, c.ID)
		}
		if _, err := tx.FindCommunity("test", "old"); err != ErrNotFound {
			t.Errorf("the old key: %v", err)
		}
		if err := rekey(tx, "test", "new", "new"); err != nil {
			t.Errorf("moved to itself: %v", err)
		}
		if got := must(tx.CommunityByID(c.ID))(t); got.Key != "new" {
			t.Errorf("moved to itself, the community has key %q", got.Key)
		}
		if got := must(tx.FindCommunity("other", "old"))(t); got.ID != other.ID {
			t.Error("the community of another network has moved too")
		}
		return nil
	})
}

// communityInUse adds a community with a round that a player has solved. The round has messages, it is the
// player's current one, and a delivery waits. It returns the round, too.
func communityInUse(t *testing.T, tx *Tx, key, channel string, points int) (Community, int64) {
	t.Helper()
	c := community(t, tx, key)
	p := player(t, tx, "p")
	r := round(t, tx, Round{CommunityID: c.ID, Channel: channel})
	err := errors.Join(
		setAward(tx, Award{RoundID: r, PlayerID: p.ID, CommunityID: c.ID, Day: 5, Points: points, Solved: true, At: noon}),
		tx.AddMessage(c.ID, "m of "+key, r, noon),
		tx.AddMessage(c.ID, "m of both", r, noon),
		tx.SetCurrent(c.ID, channel, 0, r, noon),
		tx.SetCurrent(c.ID, channel, p.ID, r, noon.Add(time.Duration(points)*time.Second)),
		tx.Join(c.ID, p.ID, noon),
	)
	if err != nil {
		t.Fatal(err)
	}
	enqueue(t, tx, Outgoing{Nonce: key, CommunityID: c.ID, Channel: channel}, noon)
	return c, r
}

// wantMerged checks that a community has everything of those that communityInUse made, and that the player's
// current round is the given one. rounds are their rounds by their keys. The messages of the community with
// the key behind must be unknown, since it has moved.
func wantMerged(t *testing.T, tx *Tx, c Community, channel string, points int, rounds map[string]int64, now int64, behind string) {
	t.Helper()
	p := player(t, tx, "p").ID
	for key, r := range rounds {
		if got := must(tx.RoundByID(r))(t); got.CommunityID != c.ID || got.Channel != channel {
			t.Errorf("round %d is in %d %q", r, got.CommunityID, got.Channel)
		}
		wantRound := r
		if key == behind {
			wantRound = 0
		}
		got, _, err := Found(tx.RoundOfMessage(c.ID, "m of "+key))
		if err != nil {
			t.Fatal(err)
		}
		if got != wantRound {
			t.Errorf("the message of %s speaks of round %d, want %d", key, got, wantRound)
		}
	}
	if got := current(t, tx, c, channel, "p"); got != now {
		t.Errorf("the player is at round %d, want %d", got, now)
	}
	if !must(tx.IsMember(c.ID, p, noon))(t) {
		t.Error("the player is no member")
	}
	for _, span := range []Span{Ever, Day, Week, Month} {
		board := must(tx.Leaderboard(Board{CommunityID: c.ID, Span: span, Day: 5}, noon, 0, 9))(t)
		if len(board) != 1 || board[0].Points != points || board[0].Solved != len(rounds) {
			t.Errorf("leaderboard %d is %+v, want %d points of %d rounds", span, board, points, len(rounds))
		}
	}
	wantSums(t, tx)
}

// People used the new community before the bot was told that it is the old one.
func TestRekeyCommunityMerges(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		old, oldRound := communityInUse(t, tx, "old", "topic", 10)
		twin, newRound := communityInUse(t, tx, "new", "topic", 20)
		old.Active = false
		old.Locale = "en"
		twin.Locale = "zh-Hans"
		twin.Zone = "Asia/Shanghai"
		twin.Hour = 20
		twin.Daily = true
		twin.DailyChannel = "topic"
		twin.AdminLocale = "zh-Hant"
		twin.Seconds = 60
		twin.Minute = 30
		twin.Games = "24"
		twin.Level = 3
		twin.Dealers = "admins"
		old.Level = 1
		if err := tx.SaveCommunity(old); err != nil {
			return err
		}
		if err := tx.SaveCommunity(twin); err != nil {
			return err
		}
		for range 2 {
			if err := rekey(tx, "test", "old", "new"); err != nil {
				return err
			}
		}

		want := Community{ID: old.ID, Network: "test", Key: "new", Active: true, Title: "Community new", Locale: "en", AdminLocale: "zh-Hant",
			Zone: "Asia/Shanghai", Hour: 20, Daily: true, DailyChannel: "topic", Seconds: 60,
			Minute: 30, Games: "24", Level: 1, Dealers: "admins"}
		if diff := cmp.Diff(want, must(tx.FindCommunity("test", "new"))(t)); diff != "" {
			t.Errorf("merged community (-want +got):\n%s", diff)
		}
		if _, err := tx.CommunityByID(twin.ID); err != ErrNotFound {
			t.Errorf("the other community: %v", err)
		}
		wantMerged(t, tx, want, "topic", 30, map[string]int64{"old": oldRound, "new": newRound}, newRound, "old")
		// Both deliveries go to the community's new key.
		for _, o := range wantClaim(t, tx, "old", "new") {
			if o.CommunityID != old.ID || o.CommunityKey != "new" {
				t.Errorf("%s is for %d %q", o.Nonce, o.CommunityID, o.CommunityKey)
			}
		}
		if next := community(t, tx, "next"); next.ID <= twin.ID {
			t.Errorf("ID %d was given out again", next.ID)
		}
		return nil
	})
}

// All that waits for a community moves at once, since nothing is delivered under the key that it has from then on.
func TestMergeMovesWhatWaits(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a := community(t, tx, "A")
		b := community(t, tx, "B")
		for i := range 3 * rowsAtOnce / 2 {
			o := Outgoing{Nonce: fmt.Sprint(i), CommunityID: b.ID, Body: []byte("{}")}
			if err := tx.Enqueue(&o, nil, noon); err != nil {
				return err
			}
		}
		if err := tx.RekeyCommunity("test", "A", "B", noon); err != nil {
			return err
		}
		where := must(List[int64](tx, "look", `SELECT DISTINCT community_id FROM outbox WHERE done_at IS NULL`))(t)
		if !slices.Equal(where, []int64{a.ID}) {
			t.Errorf("deliveries wait for the communities %d at once, want %d alone", where, a.ID)
		}
		return nil
	})
}

// Claims stay when two communities become one, and ended deliveries stay ended.
func TestMergedClaims(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		old := community(t, tx, "old")
		twin := community(t, tx, "new")
		enqueue(t, tx, Outgoing{Nonce: "sent", CommunityID: twin.ID}, noon)
		end(t, tx, wantClaim(t, tx, "sent")["sent"], Delivered, "m", noon)
		enqueue(t, tx, Outgoing{Nonce: "claimed", CommunityID: twin.ID}, noon)
		wantClaim(t, tx, "claimed")
		enqueue(t, tx, Outgoing{Nonce: "free", CommunityID: old.ID}, noon)
		if err := rekey(tx, "test", "old", "new"); err != nil {
			return err
		}
		other := as(tx, 99)
		wantClaim(t, other)
		end(t, tx, waitingAs(t, tx, "claimed"), Delivered, "m", noon)
		wantClaim(t, other, "free")
		if got := must(tx.PostedAs("sent"))(t).Message; got != "m" {
			t.Errorf("what was sent before was posted as %q", got)
		}
		return nil
	})
}

// After a community has got another key, none of its earlier messages is edited. Replies are still sent,
// whether the person asked under the old key or under the new one.
func TestMovedCommunityEditsNothing(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "old")
		r := round(t, tx, Round{CommunityID: c.ID, Message: "m"})
		m := match(t, tx, c.ID, "", "m")
		enqueue(t, tx, Outgoing{Nonce: "edit", CommunityID: c.ID, Message: "m"}, noon)
		enqueue(t, tx, Outgoing{Nonce: "news", CommunityID: c.ID}, noon)
		reply := Outgoing{Nonce: "test:1", CommunityID: c.ID, Message: "m", Event: []byte("event")}
		enqueue(t, tx, reply, noon)
		if err := rekey(tx, "test", "old", "new"); err != nil {
			return err
		}
		waiting := must(List[string](tx, "waiting", `SELECT nonce FROM outbox WHERE done_at IS NULL ORDER BY id`))(t)
		if !slices.Equal(waiting, []string{"news", "test:1"}) {
			t.Errorf("waiting are %q, want the news and the reply", waiting)
		}
		if !must(tx.HasFailed("edit"))(t) {
			t.Error("the edit has not failed")
		}
		if got := must(tx.RoundByID(r))(t); got.Message != "" {
			t.Errorf("the round is shown by message %q", got.Message)
		}
		if _, message := placeOf(t, tx, m); message != "" {
			t.Errorf("the match is shown by message %q", message)
		}
		return nil
	})
}

// match adds a match that nobody has accepted yet.
func match(t *testing.T, tx *Tx, communityID int64, channel, message string) int64 {
	t.Helper()
	return must(tx.Insert("add match", `
		INSERT INTO matches (kind, community_id, channel, player_id, game, length, asked_at, message)
		VALUES ('duel', $1, $2, $3, '24', 5, $4, $5)`, communityID, channel, player(t, tx, "p").ID, noon, message))(t)
}

// placeOf returns where a match is, and the message that shows it.
func placeOf(t *testing.T, tx *Tx, matchID int64) (channel, message string) {
	t.Helper()
	type row struct{ Channel, Message string }
	found := must(Get[row](tx, "find match", `SELECT channel, message FROM matches WHERE id = $1`, matchID))(t)
	return found.Channel, found.Message
}

// When two communities become one, the best rounds of a day are chosen from the rounds of both.
func TestMergedDayHasItsBestRounds(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		for i := range BestOfDay + 10 {
			c := community(t, tx, fmt.Sprint(i%2))
			if err := setAward(tx, Award{RoundID: round(t, tx, Round{CommunityID: c.ID}), PlayerID: p, CommunityID: c.ID, Day: 5, Points: i + 1, At: noon}); err != nil {
				return err
			}
		}
		if err := rekey(tx, "test", "0", "1"); err != nil {
			return err
		}
		want := 0
		for i := 11; i <= BestOfDay+10; i++ {
			want += i
		}
		c := must(tx.FindCommunity("test", "1"))(t)
		if got := must(pointsOf(tx, c.ID, p))(t); got != want {
			t.Errorf("%d points, want the %d of the best %d rounds", got, want, BestOfDay)
		}
		wantSums(t, tx)
		return nil
	})
}

// When two communities become one, the solutions that a person has found in both are added up. They count
// as reached at the later of both times.
func TestMergedFinds(t *testing.T) {
	type finds struct {
		Points, Solved int
		Reached        time.Time
	}
	want := finds{5, 1, noon.Add(time.Hour)}
	for _, test := range []struct {
		keys        [2]string
		earnsPoints bool
	}{
		{[2]string{"old", "new"}, false},
		{[2]string{"new", "old"}, false},
		{[2]string{"old", "new"}, true},
		{[2]string{"new", "old"}, true},
	} {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			p := player(t, tx, "p").ID
			for i, key := range test.keys {
				c := community(t, tx, key)
				r := round(t, tx, Round{CommunityID: c.ID})
				at := noon.Add(time.Duration(i) * time.Hour)
				award := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: 5}
				// In one case the solutions earn points, too. Then the scores of the day are summed up again.
				if test.earnsPoints {
					award.Points = 10
					award.Solved = true
					award.At = at
				}
				found := &Payment{Award: award, Found: 2 + i, Last: i}
				must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p, At: at, Outcome: "right"}, found))(t)
			}
			if err := rekey(tx, "test", "old", "new"); err != nil {
				return err
			}
			got := must(List[finds](tx, "list finds", `SELECT points, solved, reached FROM scores WHERE game = $1`, Hunt))(t)
			if !slices.Equal(got, []finds{want}) {
				t.Errorf("found later in %s, with points %t: %+v, want %+v", test.keys[1], test.earnsPoints, got, want)
			}
			return nil
		})
	}
}

// If both communities have scores of a day, the sum counts as reached at the time of the latest award.
// The boards that are rebuilt are those of the latest day on which the community's members earned
// something, even if that was a daily.
func TestMergedBoardsAreOfTheLatestDay(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		old := community(t, tx, "old")
		twin := community(t, tx, "new")
		third := community(t, tx, "third")
		ann := player(t, tx, "ann").ID
		stranger := player(t, tx, "stranger").ID
		anna := must(tx.EnsurePlayer("elsewhere", "ann", "", "", noon))(t).ID
		err := errors.Join(tx.LinkPlayers(ann, anna, noon), tx.Join(old.ID, ann, noon), tx.Join(third.ID, stranger, noon))
		if err != nil {
			return err
		}
		for i, a := range []Award{
			{PlayerID: ann, CommunityID: old.ID, Day: 100, Points: 1},
			{PlayerID: ann, CommunityID: twin.ID, Day: 100, Points: 2},
			{PlayerID: anna, Day: 200, Points: 4},
			{PlayerID: stranger, Day: 300, Points: 8},
			{PlayerID: stranger, CommunityID: third.ID, Day: 300, Points: 16},
			{PlayerID: ann, CommunityID: third.ID, Day: 250, Points: 32},
		} {
			a.RoundID = round(t, tx, Round{Daily: i + 1})
			a.Solved = true
			a.At = noon.Add(time.Duration(i) * time.Minute)
			if err := setAward(tx, a); err != nil {
				return err
			}
		}
		if err := rekey(tx, "test", "old", "new"); err != nil {
			return err
		}
		type row struct{ Day, Points, Solved, Minutes int }
		scores := must(List[row](tx, "list scores", `
			SELECT day, points, solved, (reached - $2) / 60000 FROM scores WHERE community_id = $1 AND game = ''`, old.ID, noon))(t)
		if want := []row{{100, 3, 2, 1}}; !slices.Equal(scores, want) {
			t.Errorf("the scores are %+v, want %+v", scores, want)
		}
		for day, want := range map[int]int{100: 0, 200: 4, 300: 0} {
			got, _, err := Found(tx.StandingOf(Board{CommunityID: old.ID, Span: Day, Day: day}, ann))
			if err != nil || got.Points != want {
				t.Errorf("on the board of day %d Ann has %d points, want %d (%v)", day, got.Points, want, err)
			}
		}
		return nil
	})
}

// A channel that was a community of its own joins its server: it becomes a new server's
// community, or passes everything to the community that the server already has.
func TestAdoptChannel(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		first, firstRound := communityInUse(t, tx, "general", "", 10)
		first.Zone = "Europe/Berlin"
		first.Hour = 7
		first.Daily = true
		first.Locale = "en"
		if err := tx.SaveCommunity(first); err != nil {
			return err
		}
		second, secondRound := communityInUse(t, tx, "random", "", 20)
		// The network may report the same more than once.
		for range 2 {
			for _, channel := range []string{"general", "random", "unknown"} {
				if err := adopt(tx, "test", "server", channel); err != nil {
					return err
				}
			}
		}
		server := must(tx.FindCommunity("test", "server"))(t)
		if server.ID != first.ID {
			t.Errorf("the server has ID %d, want that of its first channel, %d", server.ID, first.ID)
		}
		if server.Zone != "Europe/Berlin" || server.Hour != 7 || !server.Daily || server.DailyChannel != "general" || server.Locale != "en" {
			t.Errorf("the settings became %+v", server)
		}
		for _, key := range []string{"general", "random"} {
			if _, err := tx.FindCommunity("test", key); err != ErrNotFound {
				t.Errorf("%s is still a community: %v", key, err)
			}
		}
		if _, err := tx.CommunityByID(second.ID); err != ErrNotFound {
			t.Errorf("the second channel's community is still there: %v", err)
		}
		for channel, r := range map[string]int64{"general": firstRound, "random": secondRound} {
			if got := must(tx.RoundByID(r))(t); got.CommunityID != server.ID || got.Channel != channel {
				t.Errorf("round %d is in %d %q", r, got.CommunityID, got.Channel)
			}
			if got := current(t, tx, server, channel, "p"); got != r {
				t.Errorf("in %s people are at round %d", channel, got)
			}
		}
		if got := must(pointsOf(tx, server.ID, player(t, tx, "p").ID))(t); got != 30 {
			t.Errorf("%d points, want those of both channels", got)
		}
		for nonce, o := range wantClaim(t, tx, "general", "random") {
			if o.CommunityKey != "server" || o.Channel != nonce {
				t.Errorf("%s is for %q %q", nonce, o.CommunityKey, o.Channel)
			}
		}
		wantSums(t, tx)
		return nil
	})
}

// When a channel is adopted, what belongs to its threads stays there, and deliveries that have ended do
// not change. Other channels keep what they have.
func TestAdoptChannelLeavesThreads(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		var matches, rounds []int64
		for _, key := range []string{"other", "general"} {
			c := community(t, tx, key)
			p := player(t, tx, "of "+key).ID
			for _, channel := range []string{"", "thread"} {
				r := round(t, tx, Round{CommunityID: c.ID, Channel: channel})
				rounds = append(rounds, r)
				matches = append(matches, match(t, tx, c.ID, channel, ""))
				if err := tx.SetCurrent(c.ID, channel, p, r, noon); err != nil {
					return err
				}
				enqueue(t, tx, Outgoing{Nonce: key + " " + channel, CommunityID: c.ID, Channel: channel}, noon)
			}
			enqueue(t, tx, Outgoing{Nonce: "sent in " + key, CommunityID: c.ID}, noon)
			end(t, tx, waitingAs(t, tx, "sent in "+key), Delivered, "m", noon)
			c.DailyChannel = map[string]string{"general": "thread"}[key]
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
		}
		if err := adopt(tx, "test", "server", "general"); err != nil {
			return err
		}
		want := []string{"", "thread", "general", "thread"}
		var ofRounds, ofMatches []string
		for i := range want {
			ofRounds = append(ofRounds, must(tx.RoundByID(rounds[i]))(t).Channel)
			channel, _ := placeOf(t, tx, matches[i])
			ofMatches = append(ofMatches, channel)
		}
		sent := append(slices.Clone(want), "", "")
		slices.Sort(sent)
		for what, got := range map[string][2][]string{
			"rounds":     {ofRounds, want},
			"matches":    {ofMatches, want},
			"currents":   {must(List[string](tx, "list", `SELECT channel FROM currents ORDER BY round_id`))(t), want},
			"deliveries": {must(List[string](tx, "list", `SELECT channel FROM outbox ORDER BY channel`))(t), sent},
			"dailies":    {must(List[string](tx, "list", `SELECT daily_channel FROM communities ORDER BY daily_channel`))(t), {"", "thread"}},
		} {
			if !slices.Equal(got[0], got[1]) {
				t.Errorf("channels of %s are %q, want %q", what, got[0], got[1])
			}
		}
		return nil
	})
}

// A channel with a daily brings it along to a server that has none: the daily stays in its channel.
func TestAdoptChannelWithDaily(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		community(t, tx, "server")
		puzzles := community(t, tx, "puzzles")
		m := match(t, tx, puzzles.ID, "", "m")
		puzzles.Zone = "Europe/Berlin"
		puzzles.Daily = true
		puzzles.ZoneBefore = "Asia/Tokyo"
		puzzles.ZoneFrom = 7
		if err := tx.SaveCommunity(puzzles); err != nil {
			return err
		}
		if err := adopt(tx, "test", "server", "puzzles"); err != nil {
			return err
		}
		server := must(tx.FindCommunity("test", "server"))(t)
		if !server.Daily || server.Zone != "Europe/Berlin" || server.DailyChannel != "puzzles" {
			t.Errorf("the server has become %+v", server)
		}
		if server.ZoneBefore != "Asia/Tokyo" || server.ZoneFrom != 7 {
			t.Errorf("before daily %d it goes by %q", server.ZoneFrom, server.ZoneBefore)
		}
		if channel, message := placeOf(t, tx, m); channel != "puzzles" || message != "m" {
			t.Errorf("the match is in %q, shown by %q", channel, message)
		}
		return nil
	})
}

// A private chat is never adopted as a channel.
func TestAdoptChannelLeavesPrivateChats(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		own := must(tx.EnsureCommunity("test", "own", true, player(t, tx, "p").ID, "", noon))(t)
		if err := adopt(tx, "test", "server", "own"); err != nil {
			return err
		}
		if diff := cmp.Diff(own, must(tx.FindCommunity("test", "own"))(t)); diff != "" {
			t.Errorf("the private chat (-was +is):\n%s", diff)
		}
		return nil
	})
}

func TestMembers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		other := player(t, tx, "q").ID
		day := 24 * time.Hour
		for i, key := range []string{"a", "b", "c"} {
			if err := tx.Join(community(t, tx, key).ID, p, noon.Add(time.Duration(i)*day)); err != nil {
				return err
			}
		}
		own := must(tx.EnsureCommunity("test", "own", true, p, "", noon))(t)
		if err := tx.Join(own.ID, p, noon.Add(9*day)); err != nil {
			return err
		}
		a := community(t, tx, "a").ID
		for _, test := range []struct {
			who   int64
			since time.Time
			want  bool
		}{{p, noon, true}, {p, noon.Add(time.Millisecond), false}, {other, noon, false}} {
			if got := must(tx.IsMember(a, test.who, test.since))(t); got != test.want {
				t.Errorf("player %d since %v: member %v", test.who, test.since, got)
			}
		}
		// A member's last action is stored once a day.
		for _, later := range []time.Duration{day - time.Millisecond, day} {
			if err := tx.Join(a, p, noon.Add(later)); err != nil {
				return err
			}
			if got := must(tx.IsMember(a, p, noon.Add(later)))(t); got != (later == day) {
				t.Errorf("back after %v: noted %v", later, got)
			}
		}
		for _, test := range []struct {
			since time.Time
			limit int
			want  []string
		}{{noon, 9, []string{"a", "b", "c"}}, {noon.Add(2 * day), 9, []string{"c"}}, {noon, 2, []string{"a", "c"}}} {
			var got []string
			for _, c := range must(tx.CommunitiesOf(p, test.since, test.limit))(t) {
				got = append(got, c.Key)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("communities since %v, at most %d (-want +got):\n%s", test.since, test.limit, diff)
			}
		}
		return nil
	})
}

// ClearTrouble clears a trouble only if it is in the given channel and is one of the given troubles.
func TestClearTrouble(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		c.Trouble = "right"
		c.TroubleChannel = "a"
		if err := tx.SaveCommunity(c); err != nil {
			return err
		}
		for _, test := range []struct {
			channel string
			over    []string
			want    string
		}{
			{"b", []string{"right", "thread"}, "right"},
			{"a", []string{"thread"}, "right"},
			{"a", []string{"thread", "topic"}, "right"},
			{"a", []string{"thread", "right"}, ""},
		} {
			if err := tx.ClearTrouble(c.ID, test.channel, test.over...); err != nil {
				return err
			}
			got := must(tx.CommunityByID(c.ID))(t)
			if got.Trouble != test.want || (got.TroubleChannel == "") != (test.want == "") {
				t.Errorf("%q work in %s: the trouble is %q in %q, want %q", test.over, test.channel, got.Trouble, got.TroubleChannel, test.want)
			}
		}
		return nil
	})
}

// The homes of a person are their private chats that have a zone, and the group that they joined first,
// among those in which they still do something.
func TestHomesOf(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		day := 24 * time.Hour
		for _, join := range []struct {
			key string
			at  time.Time
		}{{"first", noon}, {"second", noon.Add(day)}, {"first", noon.Add(3 * day)}} {
			if err := tx.Join(community(t, tx, join.key).ID, p, join.at); err != nil {
				return err
			}
		}
		own := must(tx.EnsureCommunity("test", "own", true, p, "", noon))(t)
		want := func(since time.Time, homes ...string) {
			t.Helper()
			var got []string
			for _, c := range must(tx.HomesOf(p, since))(t) {
				got = append(got, c.Key)
			}
			if !slices.Equal(got, homes) {
				t.Errorf("homes since %v: %q, want %q", since, got, homes)
			}
		}
		want(noon, "first")
		own.Zone = "Asia/Tokyo"
		if err := tx.SaveCommunity(own); err != nil {
			return err
		}
		want(noon, "own", "first")
		want(noon.Add(4*day), "own")
		return nil
	})
}

// When two communities become one, no transaction has more statements because they have more members. The first of
// them moves what is open. At the end everything is summed up, and nothing is left of the other community.
func TestMergeOfLargeCommunities(t *testing.T) {
	// statements are those of the first transaction, by the number of members.
	var statements []int
	for _, members := range []int{3, 60} {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			a := community(t, tx, "A")
			b := community(t, tx, "B")
			for i := range members {
				p := player(t, tx, fmt.Sprint("p", i)).ID
				for _, c := range []Community{a, b} {
					r := round(t, tx, Round{CommunityID: c.ID, Class: fmt.Sprint(c.Key, i)})
					award := Award{RoundID: r, PlayerID: p, CommunityID: c.ID, Day: dayOf(noon), Points: 10, Solved: true, At: noon}
					if err := errors.Join(tx.Join(c.ID, p, noon), setAward(tx, award)); err != nil {
						return err
					}
				}
			}
			before := tx.statements
			if err := tx.RekeyCommunity("test", "A", "B", noon); err != nil {
				return err
			}
			statements = append(statements, tx.statements-before)
			if got := must(tx.FindCommunity("test", "B"))(t).ID; got != a.ID {
				t.Errorf("the key names %d at once, want %d", got, a.ID)
			}
			if open := must(List[int64](tx, "open", `SELECT DISTINCT community_id FROM rounds`))(t); !slices.Equal(open, []int64{a.ID}) {
				t.Errorf("open rounds are in %d at once", open)
			}
			pages := 0
			for isLeft := true; isLeft; pages++ {
				before := tx.statements
				isLeft = must(mergePages(tx, rowsPerPlayer))(t)
				if ofPage := tx.statements - before; ofPage > 50 {
					t.Errorf("a page has %d statements", ofPage)
				}
			}
			if pages < members {
				t.Errorf("%d pages for %d members", pages, members)
			}
			wantSums(t, tx)
			board := must(tx.Leaderboard(Board{CommunityID: a.ID, Day: dayOf(noon)}, noon, 0, members))(t)
			if len(board) != members || board[0].Points != 20 {
				t.Errorf("%d of %d members are on the board, the first with %d points", len(board), members, board[0].Points)
			}
			if left := rowsWhere(t, tx, "community_id", b.ID); len(left) > 0 {
				t.Errorf("left are %v", left)
			}
			if _, err := tx.CommunityByID(b.ID); err != ErrNotFound {
				t.Errorf("the other community: %v", err)
			}
			return nil
		})
	}
	if statements[0] != statements[1] {
		t.Errorf("the first transaction has %d statements for 3 members, and %d for 60", statements[0], statements[1])
	}
}

// WithDailies returns groups in which the bot is and the daily is on.
func TestWithDailies(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		var ids []int64
		for key, is := range map[string]struct{ daily, active, private int }{
			"posted":  {1, 1, 0},
			"off":     {0, 1, 0},
			"left":    {1, 0, 0},
			"private": {1, 1, 1},
		} {
			c := community(t, tx, key)
			ids = append(ids, c.ID)
			err := tx.Exec("set", `UPDATE communities SET daily = $2, active = $3, private = $4 WHERE id = $1`,
				c.ID, is.daily, is.active, is.private)
			if err != nil {
				return err
			}
		}
		other := community(t, tx, "not asked for")
		other.Daily = true
		if err := tx.SaveCommunity(other); err != nil {
			return err
		}
		all := must(tx.WithDailies(ids))(t)
		if len(all) != 1 || all[0].Key != "posted" {
			t.Errorf("with dailies: %+v", all)
		}
		return nil
	})
}

// CommunitiesAfter lists communities by their IDs, beginning after a given ID.
func TestCommunitiesAfter(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		var ids []int64
		for i := range 5 {
			ids = append(ids, community(t, tx, fmt.Sprint(9-i)).ID)
		}
		if got := must(tx.CommunitiesAfter(ids[0], 3))(t); !slices.Equal(got, ids[1:4]) {
			t.Errorf("after %d come %v, want %v", ids[0], got, ids[1:4])
		}
		return nil
	})
}

// If a person joined several groups at the same moment, the first group counts. A private chat counts
// even if only an earlier zone is stored. A group counts as no private chat, even if it once was one.
func TestHomesOfOneMoment(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p").ID
		was := must(tx.EnsureCommunity("test", "was private", true, p, "", noon))(t)
		was.Zone = "Asia/Tokyo"
		own := must(tx.EnsureCommunity("test", "own", true, p, "", noon))(t)
		own.ZoneBefore = "Asia/Tokyo"
		later := community(t, tx, "later")
		first := community(t, tx, "first")
		second := community(t, tx, "second")
		err := errors.Join(
			tx.SaveCommunity(was),
			tx.SaveCommunity(own),
			tx.Join(own.ID, p, noon.Add(-time.Hour)),
			tx.Join(second.ID, p, noon),
			tx.Join(first.ID, p, noon),
			tx.Join(later.ID, p, noon.Add(time.Hour)),
			tx.Join(first.ID, player(t, tx, "q").ID, noon),
			tx.Join(must(tx.EnsureCommunity("test", "of others", false, 0, "", noon))(t).ID, player(t, tx, "q").ID, noon.Add(-time.Hour)),
		)
		if err != nil {
			return err
		}
		must(tx.EnsureCommunity("test", "was private", false, 0, "", noon))(t)
		var got []string
		for _, c := range must(tx.HomesOf(p, noon.Add(-time.Hour)))(t) {
			got = append(got, c.Key)
		}
		if want := []string{"own", "first"}; !slices.Equal(got, want) {
			t.Errorf("homes are %q, want %q", got, want)
		}
		return nil
	})
}

// The community that stays keeps its settings. It takes over those that it has not set.
func TestMergeSettings(t *testing.T) {
	from := Community{
		Locale: "de", AdminLocale: "de", Games: "24", Dealers: "admins", Level: 2, Seconds: 30, Title: "From",
		Zone: "Asia/Tokyo", ZoneBefore: "Europe/Berlin", ZoneFrom: 7, Hour: 8, Minute: 30, Daily: true, DailyChannel: "a",
	}
	if got := mergeSettings(Community{}, from); got != from {
		t.Errorf("nothing was set: %+v", got)
	}
	into := Community{Locale: "en", AdminLocale: "en", Games: "letters", Dealers: "all", Level: 3, Seconds: 60}
	for name, set := range map[string]func(*Community){
		"all and a zone":   func(c *Community) { c.Zone = "Europe/Paris" },
		"all and a daily":  func(c *Community) { c.Daily = true },
		"all but in use":   func(c *Community) { c.Daily = true; c.Active = true },
		"all and an hour":  func(c *Community) { c.Zone = "Europe/Paris"; c.Hour = 20; c.Minute = 1 },
		"all and a choice": func(c *Community) { c.Daily = true; c.DailyChannel = "b" },
	} {
		own := into
		set(&own)
		want := own
		want.Title = "From"
		if got := mergeSettings(own, from); got != want {
			t.Errorf("%s was set: %+v", name, got)
		}
	}
	if got := mergeSettings(Community{Title: "Into"}, Community{Active: true}); !got.Active || got.Title != "Into" {
		t.Errorf("one that is in use, without a title, has become %+v", got)
	}
}

// EnsureCommunity stores each thing that the network says anew about a known community, and makes no statement if
// there is nothing new. What the network does not say stays.
func TestEnsureKnownCommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		ann := player(t, tx, "ann").ID
		bob := player(t, tx, "bob").ID
		for i, test := range []struct {
			what     string
			inactive bool
			private  bool
			owner    int64
			title    string
			writes   int
		}{
			{what: "nothing new", private: true, owner: ann, title: "Title"},
			{what: "no owner and no title", private: true},
			{what: "another owner", private: true, owner: bob, title: "Title", writes: 1},
			{what: "another title", private: true, owner: ann, title: "Another", writes: 1},
			{what: "a group", owner: ann, title: "Title", writes: 1},
			{what: "it was left", inactive: true, private: true, owner: ann, title: "Title", writes: 1},
		} {
			key := fmt.Sprint(i)
			want := must(tx.EnsureCommunity("test", key, true, ann, "Title", noon))(t)
			if test.inactive {
				left := want
				left.Active = false
				if err := tx.SaveCommunity(left); err != nil {
					return err
				}
			}
			must(tx.FindCommunity("test", key))(t)
			want.Private = test.private
			if test.owner != 0 {
				want.OwnerID = test.owner
			}
			if test.title != "" {
				want.Title = test.title
			}
			count := &counter{querier: tx.q}
			counted := *tx
			counted.q = count
			got := must(counted.EnsureCommunity("test", key, test.private, test.owner, test.title, noon))(t)
			if got != want {
				t.Errorf("%s: %+v, want %+v", test.what, got, want)
			}
			if !tx.server && count.n != test.writes {
				t.Errorf("%s: %d statements, want %d", test.what, count.n, test.writes)
			}
		}
		return nil
	})
}
