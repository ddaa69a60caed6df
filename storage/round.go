package storage

import "time"

// A Round is a puzzle posed in a chat, or a daily that all chats share.
type Round struct {
	ID       int64
	ChatID   int64  // 0: a daily, of no chat
	Thread   string // topic inside the chat; empty: none
	Game     string
	Puzzle   string    // the puzzle's ID, opaque
	Daily    int       // number of the daily; 0: none
	PoserID  int64     // the player who asked for it; 0: nobody
	PosedAt  time.Time // must be set
	EndsAt   time.Time // when the clock runs out; zero: no clock
	SolvedAt time.Time // the first right answer; zero: none
	ClosedAt time.Time // zero: open
	Reason   string    // why it was closed: "solved" "gave-up" "expired" "time"
	Message  string    // the network's ID of the message that shows it; empty: unknown
	Level    int       // how hard it is for people, 1 to 5, as rated when it was posed; 0: unknown
	Seconds  float64   // mean time to solve it, as predicted when it was posed; 0: unknown
}

const roundColumns = `id, chat_id, thread, game, puzzle, daily, poser_id,
	posed_at, ends_at, solved_at, closed_at, reason, message, level, seconds`

func readRound(scan scan) (r Round, err error) {
	err = scan(&r.ID, (*reference)(&r.ChatID), &r.Thread, &r.Game, &r.Puzzle, &r.Daily, (*reference)(&r.PoserID),
		(*instant)(&r.PosedAt), (*instant)(&r.EndsAt), (*instant)(&r.SolvedAt), (*instant)(&r.ClosedAt),
		&r.Reason, &r.Message, &r.Level, &r.Seconds)
	return r, err
}

// AddRound stores a new round, whatever r.ID is, and returns its ID. A second
// round of no chat for the same daily and game is an error.
func (tx *Tx) AddRound(r Round) (int64, error) {
	return get(tx, "add round", one[int64], `
		INSERT INTO rounds (chat_id, thread, game, puzzle, daily, poser_id,
			posed_at, ends_at, solved_at, closed_at, reason, message, level, seconds)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		reference(r.ChatID), r.Thread, r.Game, r.Puzzle, r.Daily, reference(r.PoserID),
		instant(r.PosedAt), instant(r.EndsAt), instant(r.SolvedAt), instant(r.ClosedAt), r.Reason, r.Message, r.Level, r.Seconds)
}

// RoundByID returns a round.
func (tx *Tx) RoundByID(id int64) (Round, error) {
	return get(tx, "find round", readRound, `SELECT `+roundColumns+` FROM rounds WHERE id = ?`, id)
}

// OpenRoundOf returns the newest open round of a puzzle in a chat's thread.
func (tx *Tx) OpenRoundOf(chatID int64, thread, puzzle string) (Round, error) {
	return get(tx, "find open round of puzzle", readRound, `
		SELECT `+roundColumns+` FROM rounds
		WHERE chat_id = ? AND thread = ? AND puzzle = ? AND closed_at IS NULL ORDER BY id DESC LIMIT 1`,
		chatID, thread, puzzle)
}

// IsOpen tells whether a round of the puzzle is open in the chat, in any thread.
func (tx *Tx) IsOpen(puzzle string, chatID int64) (bool, error) {
	return get(tx, "look for open puzzle", one[bool], `
		SELECT EXISTS (SELECT 1 FROM rounds WHERE chat_id = ? AND puzzle = ? AND closed_at IS NULL)`, chatID, puzzle)
}

// SolveRound notes the first right answer; a later one changes nothing.
func (tx *Tx) SolveRound(id int64, at time.Time) error {
	_, err := tx.exec("solve round", `UPDATE rounds SET solved_at = ? WHERE id = ? AND solved_at IS NULL`,
		instant(at), id)
	return err
}

// CloseRound closes a round, and tells whether it was open.
func (tx *Tx) CloseRound(id int64, at time.Time, reason string) (bool, error) {
	n, err := tx.exec("close round", `UPDATE rounds SET closed_at = ?, reason = ? WHERE id = ? AND closed_at IS NULL`,
		instant(at), reason, id)
	return n > 0, err
}

// RecentPuzzles returns the puzzles of a game's last n rounds in a chat, newest
// first. One that was posed twice is there twice.
func (tx *Tx) RecentPuzzles(chatID int64, game string, n int) ([]string, error) {
	return list(tx, "list recent puzzles", one[string], `
		SELECT puzzle FROM rounds WHERE chat_id = ? AND game = ? ORDER BY id DESC LIMIT ?`, chatID, game, n)
}
