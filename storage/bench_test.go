package storage

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// It measures a transaction as the bot makes it for a request: it stores the key, the person, the place,
// the facts and the reply.
func BenchmarkRequest(b *testing.B) {
	s := openTemp(b)
	var n int
	for b.Loop() {
		n++
		write(b, s, func(tx *Tx) error { return answerOnce(b, tx, n) })
	}
}

// It is BenchmarkRequest on 16 goroutines, which queue for the one writer.
func BenchmarkRequestParallel(b *testing.B) {
	s := openTemp(b)
	var n atomic.Int64
	// The number is multiplied by GOMAXPROCS: 2 processors make 16.
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := s.Write(b.Context(), func(tx *Tx) error { return answerOnce(b, tx, int(n.Add(1))) }); err != nil {
				b.Error(err)
			}
		}
	})
}

func answerOnce(tb testing.TB, tx *Tx, n int) error { return answerIn(tb, tx, "1", n) }

func answerIn(tb testing.TB, tx *Tx, chat string, n int) error {
	key := fmt.Sprint("bench:", n)
	c := community(tb, tx, chat)
	p := player(tb, tx, chat)
	open, err := List[int64](tx, "list open rounds", `SELECT id FROM rounds WHERE community_id = $1 AND closed_at IS NULL ORDER BY id LIMIT 4`, c.ID)
	if err != nil {
		return err
	}
	if len(open) == 0 {
		open = []int64{round(tb, tx, Round{CommunityID: c.ID})}
	}
	r := open[0]
	if _, err := tx.AddAnswer(Answer{RoundID: r, PlayerID: p.ID, At: noon, Text: "8/(3-8/3)", Outcome: "right"}, nil); err != nil {
		return err
	}
	if err := setAward(tx, Award{RoundID: r, PlayerID: p.ID, CommunityID: c.ID, Day: 5, Points: 50, Solved: true, At: noon}); err != nil {
		return err
	}
	if err := tx.Join(c.ID, p.ID, noon); err != nil {
		return err
	}
	if err := tx.Enqueue(&Outgoing{Nonce: key, CommunityID: c.ID, Event: []byte(`{"message":1}`), Locale: "en", RoundID: r,
		PlayerID: p.ID, Body: []byte(`{"Text":[]}`)}, nil, noon); err != nil {
		return err
	}
	return tx.SaveRequest(key, noon)
}

// It is BenchmarkRequest on a server half a millisecond away, on 32 goroutines, each in its own chat.
// ms/roundtrip is how long a round trip really takes.
func BenchmarkRequestDistant(b *testing.B) {
	address := dbtest.Database(b, "reckon", func(url string) error {
		s, err := Open(context.Background(), url)
		if err != nil {
			return err
		}
		return s.Close()
	})
	far, err := dbtest.Distant(address, 500*time.Microsecond)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = far.Stop() })
	s := openAt(b, far.URL)
	begun := time.Now()
	const times = 100
	for range times {
		if err := s.server.pool.Ping(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	roundtrip := time.Since(begun).Seconds() * 1e3 / times
	var n, chats atomic.Int64
	b.ResetTimer()
	// The number is multiplied by GOMAXPROCS.
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		chat := fmt.Sprint(chats.Add(1))
		for pb.Next() {
			if err := s.Write(b.Context(), func(tx *Tx) error {
				if err := tx.LockChat("test", chat); err != nil {
					return err
				}
				return answerIn(b, tx, chat, int(n.Add(1)))
			}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(roundtrip, "ms/roundtrip")
}

// It measures queries in a community with 200 players, 20,000 rounds and 100,000 answers of 70 days.
func BenchmarkQueries(b *testing.B) {
	s := openTemp(b)
	f := fixture{}
	write(b, s, func(tx *Tx) error {
		f.community = community(b, tx, "1")
		players := make([]Player, 200)
		for i := range players {
			players[i] = player(b, tx, fmt.Sprint(i))
			if err := tx.Join(f.community.ID, players[i].ID, noon); err != nil {
				return err
			}
		}
		f.player = players[0].ID
		for i := range 100_000 {
			at := noon.Add(time.Duration(i) * time.Minute)
			if i%5 == 0 {
				f.round = round(b, tx, Round{CommunityID: f.community.ID})
			}
			a := Answer{RoundID: f.round, PlayerID: players[i*7919%200].ID, Outcome: "wrong", Text: "1+2+3+4", At: at}
			if i%3 == 0 {
				a.Outcome = "right"
				if err := setAward(tx, Award{RoundID: f.round, PlayerID: a.PlayerID, CommunityID: f.community.ID, Day: 20_000 + i/1440,
					Points: 50, Solved: true, At: at}); err != nil {
					return err
				}
			}
			must(tx.AddAnswer(a, nil))(b)
		}
		return nil
	})
	for name, query := range map[string]func(tx *Tx) error{
		"LeaderboardAll": func(tx *Tx) error {
			_, err := tx.Leaderboard(Board{CommunityID: f.community.ID, Span: Ever, Day: 0}, noon, 0, 10)
			return err
		},
		"LeaderboardMonth": func(tx *Tx) error {
			_, err := tx.Leaderboard(Board{CommunityID: f.community.ID, Span: Month, Day: 20_050}, noon, 0, 10)
			return err
		},
		"NextJob": func(tx *Tx) error {
			_, _, err := tx.NextJob([]string{"kind"}, noon)
			return err
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
