package round

import (
	"time"

	"reckon/storage"
)

// A MatchRow is a match as it is stored: several puzzles, one after the other, at one place.
type MatchRow struct {
	ID int64
	// Kind is the name of its kind, such as mode.Duel.
	Kind        string
	CommunityID int64
	// Channel is the channel of the community; empty: the community has only one place.
	Channel string
	// AskerID is the player who asked for it.
	AskerID int64
	// RivalID is the player who is challenged; 0: nobody is challenged, or the player is not stored
	// yet.
	RivalID int64
	// Rival is a hash of the player who is challenged. It is set even if the player is not stored
	// yet.
	Rival string
	Game  string
	// Wish is the level and the option of its puzzles: see wishOf.
	Wish string
	// Choice is the kind of the next puzzle that a person has chosen, as the Text of an engine.Wish; empty: none
	// was chosen yet.
	Choice string
	// Length is how many puzzles it has at most.
	Length int
	// AskedAt must be set.
	AskedAt time.Time
	// BegunAt is zero if the match is a challenge that nobody has accepted yet.
	BegunAt time.Time
	// NextAt is when the next puzzle comes; zero: a puzzle is open, or none comes.
	NextAt time.Time
	// EndedAt is zero if the match goes on.
	EndedAt time.Time
	// Reason is why it ended, such as Decided.
	Reason string
	// Message is the network's ID of the message that shows its score; empty: unknown.
	Message string
	// AskerLocale is the asker's locale. Queries fill it; it is not stored with the match.
	AskerLocale string
}

const matchColumns = `id, kind, community_id, channel, player_id, rival_id, rival, game, wish, choice, length, asked_at,
	begun_at, next_at, ended_at, reason, message, (SELECT locale FROM players WHERE players.id = player_id)`

// AddMatch stores a new match and returns its ID. It ignores m.ID.
func AddMatch(tx *storage.Tx, m MatchRow) (int64, error) {
	tx.Touch(storage.TouchCommunity, m.CommunityID)
	return storage.Get[int64](tx, "add match", `
		INSERT INTO matches (kind, community_id, channel, player_id, rival_id, rival, game, wish, length, asked_at,
			begun_at, next_at, ended_at, reason, message)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`,
		m.Kind, m.CommunityID, m.Channel, m.AskerID, storage.Reference(m.RivalID), m.Rival, m.Game, m.Wish, m.Length, m.AskedAt,
		m.BegunAt, m.NextAt, m.EndedAt, m.Reason, m.Message)
}

// saveMatch stores the rival, the choice, the times and the end of the match with m's ID. It returns
// ErrNotFound if there is none.
func saveMatch(tx *storage.Tx, m MatchRow) error {
	tx.Touch(storage.TouchCommunity, m.CommunityID)
	_, err := storage.Get[int64](tx, "save match", `
		UPDATE matches SET
			rival_id = $1,
			rival = $2,
			begun_at = $3,
			next_at = $4,
			ended_at = $5,
			reason = $6,
			choice = $7
		WHERE id = $8
		RETURNING id`, storage.Reference(m.RivalID), m.Rival, m.BegunAt, m.NextAt, m.EndedAt, m.Reason, m.Choice, m.ID)
	return err
}

// SetMatchMessage stores the network's ID of the message that shows a match, if the stored ID is still
// before. So if the message is sent a second time, because the process was killed, its new ID is not
// stored.
func SetMatchMessage(tx *storage.Tx, id int64, before, message string) error {
	return tx.Exec("set message of match", `
		UPDATE matches SET message = $1 WHERE id = $2 AND message = $3`, message, id, before)
}

// forgetRival removes a Rival from all matches, and ends those that are not over.
func forgetRival(tx *storage.Tx, rival string) error {
	return tx.Exec("forget rival", `
		UPDATE matches SET ended_at = COALESCE(ended_at, asked_at), rival = '' WHERE rival <> '' AND rival = $1`, rival)
}

// lastChallenge returns the last challenge by the asker of m to the rival of m that never became a match,
// or ErrNotFound.
func lastChallenge(tx *storage.Tx, m MatchRow) (MatchRow, error) {
	return storage.Get[MatchRow](tx, "find last challenge", `
		SELECT `+matchColumns+` FROM matches
		WHERE player_id = $1 AND (rival_id = $2 OR rival = $3) AND begun_at IS NULL
		ORDER BY id DESC
		LIMIT 1`, m.AskerID, m.RivalID, m.Rival)
}

// MatchByID returns a match.
func MatchByID(tx *storage.Tx, id int64) (MatchRow, error) {
	return storage.Get[MatchRow](tx, "find match", `SELECT `+matchColumns+` FROM matches WHERE id = $1`, id)
}

// runningMatch returns the match that has begun in a community's channel and has not ended, or
// ErrNotFound.
func runningMatch(tx *storage.Tx, communityID int64, channel string) (MatchRow, error) {
	return storage.Get[MatchRow](tx, "find running match", runningMatchQuery, communityID, channel)
}

const runningMatchQuery = `
	SELECT ` + matchColumns + ` FROM matches
	WHERE community_id = $1 AND channel = $2 AND ended_at IS NULL AND begun_at IS NOT NULL
	ORDER BY id
	LIMIT 1`

// listLatestMatches returns the matches that have begun in a community, the latest first, at most
// limit of them.
func listLatestMatches(tx *storage.Tx, communityID int64, limit int) ([]MatchRow, error) {
	return storage.List[MatchRow](tx, "list latest matches", `
		SELECT `+matchColumns+` FROM matches
		WHERE community_id = $1 AND begun_at IS NOT NULL
		ORDER BY id DESC
		LIMIT $2`, communityID, limit)
}

// openMatchesOf returns the matches of a player that have not ended, the oldest first, at most limit of
// them: those that they have asked for, and those that they are challenged to.
func openMatchesOf(tx *storage.Tx, playerID int64, limit int) ([]MatchRow, error) {
	return storage.List[MatchRow](tx, "list open matches", `
		SELECT `+matchColumns+` FROM matches
		WHERE id IN (
			SELECT id FROM matches WHERE player_id = $1 AND ended_at IS NULL
			UNION
			SELECT id FROM matches WHERE rival_id = $1 AND ended_at IS NULL)
		ORDER BY id
		LIMIT $2`, playerID, limit)
}

// roundsOfMatch returns the rounds of a match, in the order in which they were dealt.
func roundsOfMatch(tx *storage.Tx, id int64) ([]storage.Round, error) {
	return storage.List[storage.Round](tx, "list rounds of match", `
		SELECT `+storage.RoundColumns+` FROM rounds WHERE match_id = $1 ORDER BY id`, id)
}

// answersOfMatch returns the answers in all rounds of a match, oldest first.
func answersOfMatch(tx *storage.Tx, id int64) ([]storage.Answer, error) {
	return storage.List[storage.Answer](tx, "list answers of match", `
		SELECT `+answerColumns+`
		FROM rounds r
			JOIN answers a ON a.round_id = r.id
			JOIN players p ON p.id = a.player_id
		WHERE r.match_id = $1
		ORDER BY a.id`, id)
}

// A dayAward is an award of a day on which a match has earned a person something.
type dayAward struct {
	PlayerID int64
	Day      int
	Points   int
	// OfMatch reports whether the award is for a puzzle of the match.
	OfMatch bool
}

// awardsOfDays returns awards in the community of a match: all that the people who earned something in the match
// have for the days on which they earned it.
func awardsOfDays(tx *storage.Tx, m MatchRow) ([]dayAward, error) {
	return storage.List[dayAward](tx, "list awards of days", `
		SELECT a.player_id, a.day, a.points, COALESCE(r.match_id, 0) = $1
		FROM awards a CROSS JOIN rounds r
		WHERE a.community_id = $2 AND r.id = a.round_id AND (a.player_id, a.day) IN (
			SELECT w.player_id, w.day FROM rounds b CROSS JOIN awards w
			WHERE b.match_id = $1 AND w.round_id = b.id)`,
		m.ID, m.CommunityID)
}
