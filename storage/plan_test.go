package storage

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// calls holds one call of every method of Tx, all of which must succeed or
// find nothing.
var calls = map[string]func(tx *Tx, f fixture) error{
	"AddAnswer": func(tx *Tx, f fixture) error {
		_, err := tx.AddAnswer(Answer{RoundID: f.round, PlayerID: f.player, ChatID: f.chat.ID, At: noon, Outcome: "right"})
		return err
	},
	"AddDaily": func(tx *Tx, f fixture) error { return tx.AddDaily(1, "24", "24:1,2,3,4") },
	"AddRound": func(tx *Tx, f fixture) error {
		_, err := tx.AddRound(Round{ChatID: f.chat.ID, Game: "24", Puzzle: "24:1,2,3,4", PosedAt: noon})
		return err
	},
	"Attempt":       func(tx *Tx, f fixture) error { _, err := tx.Attempt(f.round, f.player); return err },
	"Award":         func(tx *Tx, f fixture) error { return tx.Award(1, 10) },
	"BestAnswers":   func(tx *Tx, f fixture) error { _, err := tx.BestAnswers(f.round); return err },
	"ChatByID":      func(tx *Tx, f fixture) error { _, err := tx.ChatByID(f.chat.ID); return err },
	"ClaimOutgoing": func(tx *Tx, f fixture) error { _, err := tx.ClaimOutgoing(noon, time.Minute, 10); return err },
	"CloseRound":    func(tx *Tx, f fixture) error { _, err := tx.CloseRound(f.round, noon, "time"); return err },
	"Daily":         func(tx *Tx, f fixture) error { _, err := tx.Daily(1, "24"); return err },
	"DailyRound":    func(tx *Tx, f fixture) error { _, err := tx.DailyRound(1, "24"); return err },
	"DailySolvers":  func(tx *Tx, f fixture) error { _, err := tx.DailySolvers(f.round, f.chat.ID); return err },
	"Delivered":     func(tx *Tx, f fixture) error { return tx.Delivered(1, "m", noon) },
	"DropDue":       func(tx *Tx, f fixture) error { return tx.DropDue("kind", "key") },
	"DueBy":         func(tx *Tx, f fixture) error { _, err := tx.DueBy(noon, 10); return err },
	"Enqueue": func(tx *Tx, f fixture) error {
		_, err := tx.Enqueue(Outgoing{Nonce: "n", ChatID: f.chat.ID, Message: "m", Body: []byte("{}")}, noon)
		return err
	},
	"EnsureChat": func(tx *Tx, f fixture) error {
		_, err := tx.EnsureChat("test", f.chat.Key, true, "", noon)
		return err
	},
	"EnsurePlayer": func(tx *Tx, f fixture) error {
		_, err := tx.EnsurePlayer("test", "p", "", "", noon)
		return err
	},
	"Fail":     func(tx *Tx, f fixture) error { return tx.Fail(1, "gone", noon) },
	"FindChat": func(tx *Tx, f fixture) error { _, err := tx.FindChat("test", f.chat.Key); return err },
	"Focus": func(tx *Tx, f fixture) error {
		_, _, err := tx.Focus(f.chat.ID, "")
		return absent(err)
	},
	"ForgetPlayer":  func(tx *Tx, f fixture) error { return tx.ForgetPlayer(f.player, f.chat.ID) },
	"IsDailyPuzzle": func(tx *Tx, f fixture) error { _, err := tx.IsDailyPuzzle("24:1,2,3,4", 1); return err },
	"IsOpen":        func(tx *Tx, f fixture) error { _, err := tx.IsOpen("24:1,2,3,4", f.chat.ID); return err },
	"Leaderboard": func(tx *Tx, f fixture) error {
		_, ever := tx.Leaderboard(f.chat.ID, time.Time{}, 10)
		_, err := tx.Leaderboard(f.chat.ID, noon, 10)
		return errors.Join(ever, err)
	},
	"MarkSent":       func(tx *Tx, f fixture) error { return tx.MarkSent(f.request, "m") },
	"Meta":           func(tx *Tx, f fixture) error { _, err := tx.Meta("a"); return err },
	"NextDue":        func(tx *Tx, f fixture) error { _, err := tx.NextDue(); return err },
	"OpenRoundOf":    func(tx *Tx, f fixture) error { _, err := tx.OpenRoundOf(f.chat.ID, "", "24:1,2,3,4"); return err },
	"PlayerAnswers":  func(tx *Tx, f fixture) error { _, err := tx.PlayerAnswers(f.round, f.player); return err },
	"PlayerLocale":   func(tx *Tx, f fixture) error { _, err := tx.PlayerLocale(f.player); return err },
	"PlayerTotals":   func(tx *Tx, f fixture) error { _, err := tx.PlayerTotals(f.player); return err },
	"Postpone":       func(tx *Tx, f fixture) error { return tx.Postpone(1, noon, "later") },
	"PruneOutgoing":  func(tx *Tx, f fixture) error { _, err := tx.PruneOutgoing(noon); return err },
	"PruneRequests":  func(tx *Tx, f fixture) error { _, err := tx.PruneRequests(noon); return err },
	"RecentPuzzles":  func(tx *Tx, f fixture) error { _, err := tx.RecentPuzzles(f.chat.ID, "24", 5); return err },
	"Record":         func(tx *Tx, f fixture) error { _, err := tx.Record("24:1,2,3,4"); return absent(err) },
	"Records":        func(tx *Tx, f fixture) error { _, err := tx.Records(10); return err },
	"RekeyChat":      func(tx *Tx, f fixture) error { return tx.RekeyChat("test", f.chat.Key, f.twin.Key) },
	"Request":        func(tx *Tx, f fixture) error { _, _, err := tx.Request(f.request); return err },
	"RightAnswers":   func(tx *Tx, f fixture) error { _, err := tx.RightAnswers(f.round); return err },
	"RoundByID":      func(tx *Tx, f fixture) error { _, err := tx.RoundByID(f.round); return err },
	"RoundStandings": func(tx *Tx, f fixture) error { _, err := tx.RoundStandings(f.chat.ID, f.round); return err },
	"SaveAttempt":    func(tx *Tx, f fixture) error { return tx.SaveAttempt(Attempt{RoundID: f.round, PlayerID: f.player}) },
	"SaveChat":       func(tx *Tx, f fixture) error { return tx.SaveChat(f.chat) },
	"SaveRecord": func(tx *Tx, f fixture) error {
		return tx.SaveRecord(Record{Puzzle: "24:1,2,3,4", Game: "24", Measure: 3, Was: 4, Text: "x", PlayerID: f.player, At: noon})
	},
	"SaveRequest":   func(tx *Tx, f fixture) error { return tx.SaveRequest("new", noon, nil, f.round) },
	"Secret":        func(tx *Tx, f fixture) error { _, err := tx.Secret("salt"); return err },
	"SetDue":        func(tx *Tx, f fixture) error { return tx.SetDue(Due{Kind: "kind", Key: "key", At: noon}) },
	"SetFocus":      func(tx *Tx, f fixture) error { return tx.SetFocus(f.chat.ID, "", f.round, 0) },
	"SetMeta":       func(tx *Tx, f fixture) error { return tx.SetMeta("a", "b") },
	"SolveRound":    func(tx *Tx, f fixture) error { return tx.SolveRound(f.round, noon) },
	"SolvedDailies": func(tx *Tx, f fixture) error { _, err := tx.SolvedDailies(f.player); return err },
}

// absent passes over that there is nothing to be found.
func absent(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// fixture is a small world for the calls.
type fixture struct {
	chat, twin    Chat
	player, round int64
	request       string
}

func build(t *testing.T, tx *Tx) fixture {
	f := fixture{chat: chat(t, tx, "1"), twin: chat(t, tx, "2"), player: player(t, tx, "p").ID, request: "test:1"}
	f.round = round(t, tx, Round{ChatID: f.chat.ID})
	if err := tx.SaveRequest(f.request, noon, nil, f.round); err != nil {
		t.Fatal(err)
	}
	for _, nonce := range []string{"1", "2"} {
		must(tx.Enqueue(Outgoing{Nonce: nonce, ChatID: f.chat.ID, Body: []byte("{}")}, noon))(t)
	}
	return f
}

// Scans that are meant: of an index that holds only the few rows in question,
// and of what a subquery has found.
func meant(step string) bool {
	for _, s := range []string{
		"USING INDEX records_at", "USING INDEX outbox_open",
		"SCAN CONSTANT ROW", "SCAN s", "SCAN best", "SCAN first",
	} {
		if strings.HasSuffix(step, s) {
			return true
		}
	}
	return strings.HasPrefix(step, "SCAN (subquery")
}

// planner is a querier that fails the test if a statement reads a whole table.
type planner struct {
	querier
	t    *testing.T
	seen int
}

func (p *planner) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	p.plan(ctx, query, args)
	return p.querier.ExecContext(ctx, query, args...)
}

func (p *planner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	p.plan(ctx, query, args)
	return p.querier.QueryContext(ctx, query, args...)
}

func (p *planner) plan(ctx context.Context, query string, args []any) {
	p.t.Helper()
	p.seen++
	rows, err := p.querier.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		p.t.Errorf("%v\n%s", err, query)
		return
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			p.t.Fatal(err)
		}
		// All answers of a chat are as bad as a table, unless the chat is merged.
		whole := strings.Contains(step, "answers_chat (chat_id=?)") && strings.HasPrefix(strings.TrimSpace(query), "SELECT")
		if whole || strings.Contains(step, "SCAN") && !meant(step) {
			p.t.Errorf("%s\n%s", step, query)
		}
	}
	if err := rows.Err(); err != nil {
		p.t.Error(err)
	}
}

func TestNoQueryScansATable(t *testing.T) {
	s := openTemp(t)
	methods := reflect.TypeFor[*Tx]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		t.Run(name, func(t *testing.T) {
			call, ok := calls[name]
			if !ok {
				t.Fatal("no call of this method in the table")
			}
			undo := context.Canceled // any error: each call starts from an empty database
			err := s.Write(t.Context(), func(tx *Tx) error {
				f := build(t, tx)
				p := &planner{querier: tx.q, t: t}
				if err := call(&Tx{ctx: tx.ctx, q: p, write: true}, f); err != nil && err != ErrNotFound {
					t.Error(err)
				}
				if p.seen == 0 {
					t.Error("the method has made no query")
				}
				return undo
			})
			if err != undo {
				t.Error(err)
			}
		})
	}
}

// The planner must be able to find a scan.
func TestPlannerSeesAScan(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		inner := &testing.T{}
		p := &planner{querier: tx.q, t: inner}
		rows, err := p.QueryContext(t.Context(), `SELECT id FROM rounds WHERE reason = ?`, "time")
		if err != nil {
			return err
		}
		if !inner.Failed() {
			t.Error("a scan of rounds went unnoticed")
		}
		return rows.Close()
	})
}
