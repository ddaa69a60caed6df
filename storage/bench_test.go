package storage

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

// A request's transaction as the bot makes it: who, where, what, and the key.
func BenchmarkRequest(b *testing.B) {
	s := openTemp(b)
	var n int
	for b.Loop() {
		n++
		write(b, s, func(tx *Tx) error { return answerOnce(b, tx, n) })
	}
}

// The same from 16 goroutines: they queue for the one writer.
func BenchmarkRequestParallel(b *testing.B) {
	s := openTemp(b)
	var n atomic.Int64
	b.SetParallelism(8) // times GOMAXPROCS
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := s.Write(b.Context(), func(tx *Tx) error { return answerOnce(b, tx, int(n.Add(1))) }); err != nil {
				b.Error(err)
			}
		}
	})
}

func answerOnce(tb testing.TB, tx *Tx, n int) error {
	key := fmt.Sprint("bench:", n)
	if _, _, err := tx.Request(key); err != ErrNotFound {
		return fmt.Errorf("request %s: %w", key, err)
	}
	c, p := chat(tb, tx, "1"), player(tb, tx, "1")
	r, err := tx.OpenRoundOf(c.ID, "", "24:3,3,8,8")
	if err == ErrNotFound {
		r.ID = round(tb, tx, Round{ChatID: c.ID})
	} else if err != nil {
		return err
	}
	a := Answer{RoundID: r.ID, PlayerID: p.ID, ChatID: c.ID, At: noon, Text: "8/(3-8/3)", Outcome: "right", Points: 50}
	if _, err := tx.AddAnswer(a); err != nil {
		return err
	}
	return tx.SaveRequest(key, noon, []byte(`{"Text":[]}`), r.ID)
}

// A chat of 200 players and 100,000 answers.
func BenchmarkQueries(b *testing.B) {
	s := openTemp(b)
	f := fixture{}
	var daily int64
	write(b, s, func(tx *Tx) error {
		f.chat = chat(b, tx, "1")
		players := make([]Player, 200)
		for i := range players {
			players[i] = player(b, tx, fmt.Sprint(i))
		}
		f.player = players[0].ID
		for i := range 100_000 {
			if i%5 == 0 {
				f.round = round(b, tx, Round{ChatID: f.chat.ID})
			}
			a := Answer{RoundID: f.round, PlayerID: players[i*7919%200].ID, ChatID: f.chat.ID, Outcome: "wrong", Text: "1+2+3+4",
				At: noon.Add(time.Duration(i) * time.Minute)}
			if i%3 == 0 {
				a.Outcome, a.Points = "right", 50
			}
			must(tx.AddAnswer(a))(b)
		}
		daily = f.round
		return nil
	})
	for name, query := range map[string]func(tx *Tx) error{
		"LeaderboardAll": func(tx *Tx) error { _, err := tx.Leaderboard(f.chat.ID, time.Time{}, 10); return err },
		"LeaderboardWeek": func(tx *Tx) error {
			_, err := tx.Leaderboard(f.chat.ID, noon.Add(90_000*time.Minute), 10)
			return err
		},
		"RoundStandings": func(tx *Tx) error { _, err := tx.RoundStandings(f.chat.ID, daily); return err },
		"PlayerTotals":   func(tx *Tx) error { _, err := tx.PlayerTotals(f.player); return err },
		"SolvedDailies":  func(tx *Tx) error { _, err := tx.SolvedDailies(f.player); return err },
		"NextDue": func(tx *Tx) error {
			if _, err := tx.NextDue(); err != ErrNotFound {
				return fmt.Errorf("next due: %w", err)
			}
			return nil
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := s.Read(b.Context(), query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
