package storage

import (
	"bytes"
	"os"
	"path/filepath"
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
		want.Name, want.Locale = "New", "zh-Hans"
		if got := must(tx.EnsurePlayer("test", "1", "New", "zh-Hans", noon))(t); got != want {
			t.Errorf("player is %+v, want %+v", got, want)
		}
		if got := must(tx.EnsurePlayer("other", "1", "", "", noon))(t); got.ID == p.ID {
			t.Error("two networks share a player")
		}
		for id, want := range map[int64]string{p.ID: "zh-Hans", 99: ""} {
			if got := must(tx.PlayerLocale(id))(t); got != want {
				t.Errorf("locale of player %d is %q, want %q", id, got, want)
			}
		}
		return nil
	})
}

func TestForgetPlayer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reckon.db")
	s := openAt(t, path)
	var c Chat
	write(t, s, func(tx *Tx) error {
		c = chat(t, tx, "1")
		for _, key := range []string{"unmistakable-1", "unmistakable-2"} {
			p := must(tx.EnsurePlayer("test", key, key, "en", noon))(t)
			r := round(t, tx, Round{ChatID: c.ID, PoserID: p.ID})
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p.ID, ChatID: c.ID, At: noon, Text: "8/(3-8/3)", Outcome: "right", Points: 50}))(t)
			own := must(tx.EnsureChat("test", key, true, key, noon))(t)
			round(t, tx, Round{ChatID: own.ID, PoserID: p.ID})
		}
		return nil
	})
	write(t, s, func(tx *Tx) error {
		for _, row := range must(tx.Leaderboard(c.ID, time.Time{}, 10))(t) {
			if err := tx.ForgetPlayer(row.PlayerID, c.ID); err != nil {
				return err
			}
		}
		board := must(tx.Leaderboard(c.ID, time.Time{}, 10))(t)
		if len(board) != 2 {
			t.Fatalf("%d rows on the leaderboard, want the points of both forgotten players", len(board))
		}
		for _, row := range board {
			if row.Name != "" || row.PlayerKey != "" || row.Points != 50 {
				t.Errorf("the forgotten player stands as %+v", row)
			}
		}
		if got := must(tx.ChatByID(c.ID))(t); got.Key != "1" || !got.Active {
			t.Errorf("the chat of all has become %+v", got)
		}
		for _, a := range must(tx.RightAnswers(1))(t) {
			if a.PlayerName != "" || a.PlayerKey != "" || a.Text != "8/(3-8/3)" {
				t.Errorf("the forgotten player's answer is %+v", a)
			}
		}
		if back := must(tx.EnsurePlayer("test", "unmistakable-3", "", "", noon))(t); back.ID <= board[1].PlayerID {
			t.Errorf("whoever comes later has ID %d", back.ID)
		}
		return nil
	})
	if err := s.Close(); err != nil { // the log of writes goes into the file
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"unmistakable-1", "unmistakable-2"} {
		if bytes.Contains(raw, []byte(key)) {
			t.Errorf("%s is still in the file", key)
		}
	}
	if !bytes.Contains(raw, []byte("unmistakable-3")) {
		t.Error("this test cannot find a name in the file")
	}
}

func TestPlayerTotals(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p, other := player(t, tx, "1"), player(t, tx, "2")
		c := chat(t, tx, "1")
		if got := must(tx.PlayerTotals(p.ID))(t); !cmp.Equal(got, Totals{}) {
			t.Errorf("totals of a new player are %+v", got)
		}
		cards := round(t, tx, Round{ChatID: c.ID, Game: "24", Puzzle: "24:3,3,8,8"})
		digits := round(t, tx, Round{ChatID: c.ID, Game: "tchisla", Puzzle: "tchisla:2016#7"})
		for i, a := range []Answer{
			{RoundID: cards, PlayerID: p.ID, Outcome: "wrong"},
			{RoundID: cards, PlayerID: p.ID, Outcome: "invalid"},
			{RoundID: cards, PlayerID: p.ID, Outcome: "right", Points: 50},
			{RoundID: cards, PlayerID: p.ID, Outcome: "right", Points: 5},
			{RoundID: digits, PlayerID: p.ID, Outcome: "right", Points: 30},
			{RoundID: digits, PlayerID: other.ID, Outcome: "right", Points: 1000},
		} {
			a.At = noon.Add(time.Duration(i) * time.Second)
			must(tx.AddAnswer(a))(t)
		}
		for _, a := range []Attempt{
			{RoundID: cards, PlayerID: p.ID, Hints: 2}, {RoundID: digits, PlayerID: p.ID, Hints: 1},
			{RoundID: cards, PlayerID: other.ID, Hints: 3},
		} {
			if err := tx.SaveAttempt(a); err != nil {
				return err
			}
		}
		want := Totals{Points: 85, Solved: 2, Answers: 5, Wrong: 1, Hints: 3, First: noon,
			ByGame: []GameTotal{{"24", 1, 55}, {"tchisla", 1, 30}}}
		if diff := cmp.Diff(want, must(tx.PlayerTotals(p.ID))(t)); diff != "" {
			t.Errorf("totals (-want +got):\n%s", diff)
		}
		return nil
	})
}
