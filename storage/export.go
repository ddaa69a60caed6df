package storage

import (
	"strings"
	"time"
)

// exported are the tables with what is stored about a player, $1. What is derived from
// it is left out: sums, boards, solvers of a daily. So are hashes: they name nobody.
var exported = []struct{ name, query string }{
	{"player", `SELECT network, key AS id, name, locale AS language, created_at FROM players WHERE id = $1`},
	{"linked", `SELECT at FROM links WHERE player_id = $1`},
	{"link_codes", `SELECT until FROM link_codes WHERE player_id = $1`},
	{"own_chat", `SELECT network, key AS id, locale AS language, zone, hour, minute, daily, daily_channel, games, level, seconds, reminder, worldwide, credited, quiet, recordings, created_at
		FROM communities WHERE player_id = $1`},
	{"communities", `SELECT c.network, c.key AS id, c.title, m.at AS last_at FROM members m JOIN communities c ON c.id = m.community_id WHERE m.player_id = $1`},
	{"asked_for", `SELECT r.puzzle, r.daily, r.dealt_at FROM members m CROSS JOIN rounds r
		WHERE m.player_id = $1 AND r.community_id = m.community_id AND r.asker_id = $1`},
	{"matches", `SELECT kind, game, length, asked_at, begun_at, ended_at, reason FROM matches WHERE player_id = $1
		UNION ALL SELECT kind, game, length, asked_at, begun_at, ended_at, reason FROM matches WHERE rival_id = $1`},
	{"looking_at", `SELECT r.puzzle, c.at FROM currents c JOIN rounds r ON r.id = c.round_id WHERE c.player_id = $1`},
	{"rounds", `SELECT r.puzzle, r.daily, r.dealt_at, t.hints, t.gave_up_at, t.asked_at, w.points, w.solved, w.local, w.at AS awarded_at
		FROM attempts t JOIN rounds r ON r.id = t.round_id LEFT JOIN awards w ON w.round_id = t.round_id AND w.player_id = t.player_id
		WHERE t.player_id = $1 ORDER BY t.round_id`},
	{"opened", `SELECT r.puzzle, r.daily, o.at FROM openings o JOIN rounds r ON r.id = o.round_id WHERE o.player_id = $1`},
	{"answers", `SELECT r.puzzle, a.at, a.text, a.outcome, a.measure, a.hints, a.practice, a.points
		FROM answers a JOIN rounds r ON r.id = a.round_id WHERE a.player_id = $1 ORDER BY a.id`},
	{"set_aside", `SELECT r.puzzle, d.points, d.solved FROM doubles d JOIN rounds r ON r.id = d.round_id WHERE d.player_id = $1`},
	{"found", `SELECT s.day, s.community_id, s.points AS solutions, s.solved AS exhausted FROM members m CROSS JOIN scores s
		WHERE m.player_id = $1 AND s.player_id = m.player_id AND s.community_id = m.community_id AND s.game = 'hunt'
		UNION SELECT day, 0, points, solved FROM scores WHERE community_id = 0 AND player_id = $1 AND game = 'hunt'`},
	{"daily_numbers", `SELECT number FROM days WHERE player_id = $1`},
	{"seen", `SELECT class FROM seen WHERE player_id = $1`},
	{"figures", `SELECT game, answers, wrong, rights, hints, solved, points FROM figures WHERE player_id = $1`},
	{"pace", `SELECT game, value, prior, attempts FROM abilities WHERE player_id = $1`},
	{"rated", `SELECT game, class, at, solved, millis FROM rated WHERE player_id = $1 ORDER BY id`},
	{"signs", `SELECT game, kind, at, answers, figure, chance, decision, decided_at FROM signs WHERE player_id = $1 ORDER BY at`},
	{"played_against", `SELECT r.puzzle, g.millis, r.dealt_at FROM ghosts g JOIN rounds r ON r.id = g.round_id WHERE g.player_id = $1`},
	{"records", `SELECT puzzle, measure, was, text, at FROM records WHERE player_id = $1`},
	{"months_won", `SELECT c.title, w.period / 4 AS last_day, w.place, w.points FROM winners w LEFT JOIN communities c ON c.id = w.community_id WHERE w.player_id = $1`},
	{"league", `SELECT week AS last_day, tier, place, points, next AS next_tier, rests FROM league WHERE player_id = $1 ORDER BY week`},
	{"roles_agreed", `SELECT at, shown FROM agreements WHERE player_id = $1`}, // the token is a secret
	{"waiting_messages", `SELECT o.created_at, o.body FROM communities c CROSS JOIN outbox o
		WHERE c.player_id = $1 AND o.community_id = c.id AND o.done_at IS NULL`},
}

// Export returns all that is stored about a person: of each player that they are the
// rows of each table, by column. Times are UTC.
func (tx *Tx) Export(playerID int64) ([]map[string]any, error) {
	all, err := tx.Kin(playerID)
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	for _, p := range all {
		person := map[string]any{}
		for _, t := range exported {
			var rows []map[string]any
			if err := tx.each("export "+t.name, t.query, []any{p.ID}, func(names []string, values []any) error {
				row := map[string]any{}
				for i, name := range names {
					switch v := values[i].(type) {
					case nil:
					case int64:
						row[name] = v
						if name == "at" || name == "until" || strings.HasSuffix(name, "_at") {
							row[name] = time.UnixMilli(v).UTC()
						}
					case []byte:
						row[name] = string(v)
					default:
						row[name] = v
					}
				}
				rows = append(rows, row)
				return nil
			}); err != nil {
				return nil, err
			}
			if len(rows) > 0 {
				person[t.name] = rows
			}
		}
		out = append(out, person)
	}
	return out, nil
}
