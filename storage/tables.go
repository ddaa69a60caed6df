package storage

import (
	"slices"
	"time"
)

const (
	// keepJoiners is how long it is remembered who joined a match. By then its first puzzle has long been dealt.
	keepJoiners = 24 * time.Hour
	// keepEvents is how long the key of an event is remembered. A network may deliver an event again
	// within a day.
	keepEvents = 48 * time.Hour
	// keepDeliveries is how long it is remembered which message a delivery became. The post of a daily closes and
	// unpins the post before it, which is Farthest older at most. A day more is for a later post that is delayed.
	keepDeliveries = Farthest + 24*time.Hour
	// keepMessages is how long the bot remembers which round a message is about.
	keepMessages = 30 * 24 * time.Hour
)

// declarations are the tables of the kernel and of all features.
type declarations []Table

// declare returns the tables of features, followed by the kernel's. The kernel's come last because
// features find their rows about a person by rows of the kernel.
func declare(ofFeatures []Table) declarations {
	return slices.Concat(ofFeatures, kernelTables)
}

// knownIn are the communities in which a player, $1, has done something: those in which they are a member, and
// those in which they have attempted a round. The latter are needed because earlier versions deleted members who
// had done nothing for long.
const knownIn = `(
			SELECT community_id FROM members WHERE player_id = $1
			UNION
			SELECT r.community_id FROM attempts t CROSS JOIN rounds r
			WHERE t.player_id = $1 AND r.id = t.round_id AND r.community_id IS NOT NULL)`

// leaveHome is the beginning of a statement about communities that are about to be deleted or cleared. People whose
// days begin by the zone of one of them keep that zone. A condition for the communities c follows.
const leaveHome = `
			UPDATE homes SET community_id = 0, zone = c.zone, zone_before = c.zone_before, zone_from = c.zone_from
			FROM communities c
			WHERE homes.community_id = c.id AND `

// kernelTables are the tables of the kernel, in the order in which a person is forgotten there. The
// table boards comes before members, because members are needed to find the rows of boards. Private
// chats, in the table communities, come last.
var kernelTables = []Table{
	{
		Name: "players", Key: []string{"id"},
		BeforeForget: []string{`UPDATE players SET key = NULL, name = '', locale = '', checked = 0 WHERE id = $1`},
		Export: map[string]string{
			"player": `SELECT network, key AS id, name, locale AS language, checked, created_at FROM players WHERE id = $1`,
		},
	},
	{
		Name: "outbox", Key: []string{"id"}, People: []string{"player_id"}, Community: "community_id",
		BeforeForget: []string{
			`DELETE FROM outbox WHERE done_at IS NULL AND community_id IN ` + ownChats,
			// A person is a member wherever something replies to them.
			`DELETE FROM outbox WHERE done_at IS NULL AND player_id = $1
				AND community_id IN (SELECT community_id FROM members WHERE player_id = $1)`,
		},
		BeforeMerge: []string{`
			UPDATE outbox SET community_id = $1 WHERE id IN (
				SELECT id FROM outbox WHERE community_id = $2 AND done_at IS NULL LIMIT $3)`},
		MergeFirst: true,
		Export: map[string]string{"waiting_messages": `
			SELECT o.created_at, o.body FROM communities c CROSS JOIN outbox o
			WHERE c.player_id = $1 AND o.community_id = c.id AND o.done_at IS NULL
			UNION ALL
			SELECT o.created_at, o.body FROM members m CROSS JOIN communities c CROSS JOIN outbox o
			WHERE m.player_id = $1 AND c.id = m.community_id AND c.private = 0
				AND o.community_id = c.id AND o.done_at IS NULL AND o.player_id = $1`},
		Old: &Old{Column: "done_at", KeptFor: keepDeliveries},
	},
	{
		Name: "messages", Key: []string{"community_id", "message"}, Community: "community_id",
		DeleteOwnChat: true,
		Merge:         MergeUnlessIn, MergeFirst: true,
		Old: &Old{Column: "at", KeptFor: keepMessages},
	},
	{
		Name: "currents", Key: []string{"community_id", "channel", "player_id"}, People: []string{"player_id"}, Community: "community_id",
		Forget: Delete, DeleteOwnChat: true,
		// Of the current rounds of both communities the latest stays.
		BeforeMerge: []string{`
			DELETE FROM currents WHERE community_id = $1 AND (channel, player_id) IN (
				SELECT channel, player_id FROM currents WHERE community_id = $2 ORDER BY channel, player_id LIMIT $3)
				AND at <= (
					SELECT at FROM currents other
					WHERE other.community_id = $2 AND other.channel = currents.channel AND other.player_id = currents.player_id)`},
		Merge: MergeUnlessIn, MergeFirst: true,
		Export: map[string]string{
			"looking_at": `SELECT r.puzzle, c.at FROM currents c JOIN rounds r ON r.id = c.round_id WHERE c.player_id = $1`,
		},
	},
	{
		Name: "boards", Key: []string{"community_id", "player_id", "game", "period"}, People: []string{"player_id"}, Community: "community_id",
		BeforeForget: []string{`
			DELETE FROM boards WHERE player_id = $1 AND community_id IN (
				SELECT community_id FROM members WHERE player_id = $1 UNION SELECT -1)`},
		Derived: true,
	},
	{
		Name: "scores", Key: []string{"community_id", "player_id", "day", "game"}, People: []string{"player_id"}, Community: "community_id",
		BeforeForget: []string{`DELETE FROM scores WHERE player_id = $1 AND community_id = -1`},
		// The scores of the game "hunt" (Hunt) are stored only here. All other scores are sums of awards.
		Export: map[string]string{"found": `
			SELECT s.day, s.community_id, s.points AS solutions, s.solved AS exhausted FROM ` + knownIn + ` AS m CROSS JOIN scores s
			WHERE s.player_id = $1 AND s.community_id = m.community_id AND s.game = 'hunt'
			UNION SELECT day, 0, points, solved FROM scores WHERE community_id = 0 AND player_id = $1 AND game = 'hunt'`},
	},
	{
		Name: "members", Key: []string{"community_id", "player_id"}, People: []string{"player_id"}, Community: "community_id",
		Forget: Delete,
		// MergePage moves the rows.
		Export: map[string]string{"communities": `
			SELECT c.network, c.key AS id, c.title, m.at AS last_at
			FROM members m JOIN communities c ON c.id = m.community_id WHERE m.player_id = $1`},
	},
	// An earlier version moved awards to this table. Nothing but a process of such a version reads it.
	{Name: "doubles", Key: []string{"player_id", "class"}, People: []string{"player_id"}, Forget: Delete, Derived: true},
	{
		Name: "homes", Key: []string{"player_id"}, People: []string{"player_id"}, Community: "community_id",
		Forget:       Delete,
		BeforeForget: []string{leaveHome + `c.id IN ` + ownChats},
		BeforeMerge: []string{leaveHome + `c.id = $2 AND c.id <> $1
				AND homes.player_id IN (SELECT player_id FROM homes WHERE community_id = $2 LIMIT $3)`},
		Export: map[string]string{"home": `SELECT zone, zone_before, zone_from FROM homes WHERE player_id = $1`},
	},
	{
		Name: "links", Key: []string{"player_id"}, People: []string{"player_id"},
		BeforeForget: leavePerson,
		Forget:       Delete,
		Export:       map[string]string{"linked": `SELECT at FROM links WHERE player_id = $1`},
	},
	{
		// ForgetPage deletes the rows.
		Name: "seen", Key: []string{"player_id", "class"}, People: []string{"player_id"},
		Export: map[string]string{"seen": `SELECT class FROM seen WHERE player_id = $1`},
	},
	{
		Name: "shown", Key: []string{"round_id", "player_id"}, People: []string{"player_id"},
		Forget: Delete,
		Export: map[string]string{"shown": `
			SELECT r.puzzle, s.at FROM shown s JOIN rounds r ON r.id = s.round_id WHERE s.player_id = $1`},
		Old: &Old{Column: "at", KeptFor: keepMessages},
	},
	{
		Name: "waits", Key: []string{"id"}, People: []string{"player_id"}, Community: "community_id",
		Forget: Delete, DeleteOwnChat: true,
		Merge: MergeAll, MergeFirst: true,
		Export: map[string]string{"waiting_for": `SELECT puzzle, channel, at FROM waits WHERE player_id = $1`},
	},
	{
		// ForgetPage deletes the rows.
		Name: "openings", Key: []string{"round_id", "player_id"}, People: []string{"player_id"},
		Export: map[string]string{"opened": `
			SELECT r.puzzle, r.daily, o.at FROM openings o JOIN rounds r ON r.id = o.round_id WHERE o.player_id = $1`},
	},
	{
		Name: "rounds", Key: []string{"id"}, People: []string{"asker_id"}, Community: "community_id",
		BeforeForget: []string{`
			UPDATE rounds SET channel = '', message = '', closed_at = COALESCE(closed_at, dealt_at) WHERE community_id IN ` + ownChats},
		Merge: MergeAll,
		Export: map[string]string{"asked_for": `
			SELECT r.puzzle, r.daily, r.dealt_at FROM ` + knownIn + ` AS m CROSS JOIN rounds r
			WHERE r.community_id = m.community_id AND r.asker_id = $1`},
	},
	{
		Name: "matches", Key: []string{"id"}, People: []string{"player_id", "rival_id"}, Community: "community_id",
		BeforeForget: []string{
			`UPDATE matches SET ended_at = COALESCE(ended_at, asked_at), rival = '', channel = '', message = '' WHERE community_id IN ` + ownChats,
			`UPDATE matches SET ended_at = asked_at, rival = '' WHERE ended_at IS NULL AND rival_id = $1`,
			`UPDATE matches SET ended_at = asked_at, rival = '' WHERE ended_at IS NULL AND player_id = $1`,
		},
		Merge: MergeAll,
		Export: map[string]string{"matches": `
			SELECT kind, game, length, asked_at, begun_at, ended_at, reason FROM matches WHERE player_id = $1
			UNION ALL SELECT kind, game, length, asked_at, begun_at, ended_at, reason FROM matches WHERE rival_id = $1`},
	},
	{
		Name: "joiners", Key: []string{"match_id", "player_id"}, People: []string{"player_id"},
		Forget: Delete,
		Export: map[string]string{"joined": `
			SELECT m.kind, m.game, j.at FROM joiners j JOIN matches m ON m.id = j.match_id WHERE j.player_id = $1`},
		Old: &Old{Column: "at", KeptFor: keepJoiners},
	},
	{
		Name: "duel_ratings", Key: []string{"match_id", "player_id"}, People: []string{"player_id"},
		Forget: Delete,
		Export: map[string]string{"duel_ratings": `
			SELECT at, puzzles, rating, deviation FROM duel_ratings WHERE player_id = $1 ORDER BY puzzles`},
	},
	{
		Name: "attempts", Key: []string{"round_id", "player_id"}, People: []string{"player_id"},
		Export: map[string]string{"rounds": `
			SELECT r.puzzle, r.daily, r.dealt_at, t.hints, t.gave_up_at, t.asked_at, w.points, w.solved, w.void_points, w.local, w.at AS awarded_at
			FROM attempts t JOIN rounds r ON r.id = t.round_id LEFT JOIN awards w ON w.round_id = t.round_id AND w.player_id = t.player_id
			WHERE t.player_id = $1 ORDER BY t.round_id`},
	},
	{
		Name: "answers", Key: []string{"id"}, People: []string{"player_id"},
		// ForgetPage blanks the texts of wrong and invalid answers.
		Export: map[string]string{"answers": `
			SELECT r.puzzle, a.at, a.text, a.outcome, a.measure, a.hints, a.practice, a.points
			FROM answers a JOIN rounds r ON r.id = a.round_id WHERE a.player_id = $1 ORDER BY a.id`},
	},
	// Awards are exported with the rounds.
	{Name: "awards", Key: []string{"round_id", "player_id"}, People: []string{"player_id"}, Community: "community_id", Derived: true},
	{
		Name: "solvers", Key: []string{"community_id", "round_id", "at", "player_id"}, People: []string{"player_id"}, Community: "community_id",
		Merge:   MergeUnlessIn,
		Derived: true,
	},
	{
		Name: "bests", Key: []string{"community_id", "round_id"}, People: []string{"player_id"}, Community: "community_id",
		BeforeMerge: []string{
			`INSERT INTO bests (community_id, round_id, measure, at, player_id)
				SELECT CAST($1 AS BIGINT), round_id, measure, at, player_id FROM (
					SELECT round_id, measure, at, player_id FROM bests WHERE community_id = $2 ORDER BY round_id LIMIT $3) AS first
				WHERE 1 = 1` + KeepBest,
			`DELETE FROM bests WHERE community_id = $2 AND community_id <> $1 AND round_id IN (
				SELECT round_id FROM bests WHERE community_id = $2 ORDER BY round_id LIMIT $3)`,
		},
		Derived: true,
	},
	{Name: "shared_days", Key: []string{"community_id", "number"}, Community: "community_id", Merge: MergeUnlessIn},
	{
		Name: "days", Key: []string{"player_id", "number"}, People: []string{"player_id"},
		Export: map[string]string{"daily_numbers": `SELECT number FROM days WHERE player_id = $1`},
	},
	{
		Name: "figures", Key: []string{"player_id", "game"}, People: []string{"player_id"},
		Export: map[string]string{"figures": `
			SELECT game, answers, wrong, rights, hints, solved, points FROM figures WHERE player_id = $1`},
	},
	{
		Name: "abilities", Key: []string{"player_id", "game"}, People: []string{"player_id"},
		Export: map[string]string{"pace": `SELECT game, value, prior, attempts FROM abilities WHERE player_id = $1`},
	},
	{
		Name: "rated", Key: []string{"id"}, People: []string{"player_id"},
		Export: map[string]string{"rated": `SELECT game, class, at, solved, millis FROM rated WHERE player_id = $1 ORDER BY id`},
	},
	{
		Name: "records", Key: []string{"puzzle"}, People: []string{"player_id"},
		Export: map[string]string{"records": `SELECT puzzle, measure, was, text, at FROM records WHERE player_id = $1`},
	},
	{Name: "requests", Key: []string{"key"}, Old: &Old{Column: "at", KeptFor: keepEvents}},
	{Name: "locks", Key: []string{"person", "class"}, Old: &Old{Column: "until"}},
	{
		Name: "settings", Key: []string{"community_id", "key"}, Community: "community_id",
		DeleteOwnChat: true,
		Merge:         MergeUnlessIn, MergeFirst: true,
		Export: map[string]string{"own_settings": `
			SELECT s.key, s.value FROM communities c JOIN settings s ON s.community_id = c.id WHERE c.player_id = $1`},
	},
	{
		Name: "communities", Key: []string{"id"}, People: []string{"player_id"},
		BeforeForget: []string{`
			UPDATE communities SET key = 'forgotten:' || id, title = '', locale = '', host_locale = '', zone = '', zone_before = '',
				zone_from = 0, hour = 9, minute = 0, daily = 0, daily_channel = '', games = '', level = 0, dealers = '', seconds = 0,
				active = 0, trouble = '', trouble_channel = '', worldwide = 0, player_id = NULL WHERE player_id = $1`},
		Export: map[string]string{"own_chat": `
			SELECT network, key AS id, locale AS language, host_locale AS settings_language, zone, zone_before, hour, minute, daily,
				daily_channel, games, level, dealers, seconds, worldwide, created_at
			FROM communities WHERE player_id = $1`},
	},
}
