package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAttempt(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		r := round(t, tx, Round{ChatID: chat(t, tx, "1").ID})
		p, other := player(t, tx, "1"), player(t, tx, "2")
		for _, want := range []Attempt{
			{RoundID: r, PlayerID: p.ID},
			{RoundID: r, PlayerID: p.ID, Hints: 1, Tries: 2},
			{RoundID: r, PlayerID: p.ID, Hints: 3, Tries: 2, GaveUpAt: noon},
		} {
			if want.Hints > 0 {
				if err := tx.SaveAttempt(want); err != nil {
					return err
				}
			}
			if got := must(tx.Attempt(r, p.ID))(t); got != want {
				t.Errorf("attempt is %+v, want %+v", got, want)
			}
		}
		if got := must(tx.Attempt(r, other.ID))(t); got.Hints != 0 {
			t.Errorf("another player has %+v", got)
		}
		return nil
	})
}

// match is a round with answers of three players, told by their texts.
func match(t *testing.T, tx *Tx) (c Chat, r int64, players [3]Player) {
	c = chat(t, tx, "1")
	r = round(t, tx, Round{ChatID: c.ID})
	for i := range players {
		players[i] = player(t, tx, string(rune('a'+i)))
	}
	for i, a := range []Answer{
		{PlayerID: players[0].ID, Text: "a1", Outcome: "wrong", Measure: 3},
		{PlayerID: players[1].ID, Text: "b1", Outcome: "right", Measure: 9, Points: 20, Form: "f"},
		{PlayerID: players[2].ID, Text: "c1", Outcome: "invalid"},
		{PlayerID: players[2].ID, Text: "c2", Outcome: "wrong"},
		{PlayerID: players[0].ID, Text: "a2", Outcome: "right", Measure: 8, Points: 30},
		{PlayerID: players[2].ID, Text: "c3", Outcome: "near", Measure: 2},
		{PlayerID: players[1].ID, Text: "b2", Outcome: "right", Measure: 8},
		{PlayerID: players[1].ID, Text: "b3", Outcome: "right", Measure: 8},
	} {
		a.RoundID, a.ChatID, a.At = r, c.ID, noon.Add(time.Duration(i)*time.Second)
		must(tx.AddAnswer(a))(t)
	}
	return c, r, players
}

func texts(answers []Answer) (all []string) {
	for _, a := range answers {
		all = append(all, a.Text)
	}
	return all
}

func TestAnswers(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, r, players := match(t, tx)
		for _, test := range []struct {
			name      string
			got, want []string
		}{
			{"right", texts(must(tx.RightAnswers(r))(t)), []string{"b1", "a2", "b2", "b3"}},
			{"best", texts(must(tx.BestAnswers(r))(t)), []string{"a2", "b2", "c3"}},
			{"of a player", texts(must(tx.PlayerAnswers(r, players[2].ID))(t)), []string{"c1", "c2", "c3"}},
			{"of another round", texts(must(tx.RightAnswers(99))(t)), nil},
		} {
			if diff := cmp.Diff(test.want, test.got); diff != "" {
				t.Errorf("answers %s (-want +got):\n%s", test.name, diff)
			}
		}
		want := Answer{ID: 2, RoundID: r, PlayerID: players[1].ID, ChatID: c.ID, At: noon.Add(time.Second), Text: "b1",
			Outcome: "right", Form: "f", Measure: 9, Points: 20, PlayerName: "Name of b", PlayerKey: "b"}
		if diff := cmp.Diff(want, must(tx.RightAnswers(r))(t)[0]); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		return nil
	})
}

// In a game without a measure a wrong answer is never the best one.
func TestBestAnswersWithoutMeasure(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := chat(t, tx, "1")
		r, p := round(t, tx, Round{ChatID: c.ID}), player(t, tx, "p")
		for _, outcome := range []string{"wrong", "right", "invalid"} {
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p.ID, At: noon, Text: outcome, Outcome: outcome}))(t)
		}
		if diff := cmp.Diff([]string{"right"}, texts(must(tx.BestAnswers(r))(t))); diff != "" {
			t.Errorf("best (-want +got):\n%s", diff)
		}
		return nil
	})
}

func TestLeaderboard(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := chat(t, tx, "1"), chat(t, tx, "2")
		r1, r2 := round(t, tx, Round{ChatID: c.ID}), round(t, tx, Round{ChatID: c.ID})
		give := func(key string, r int64, where Chat, minute, points int, outcome string) {
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: player(t, tx, key).ID, ChatID: where.ID,
				At: noon.Add(time.Duration(minute) * time.Minute), Outcome: outcome, Points: points}))(t)
		}
		give("late", r1, c, 5, 50, "right")
		give("none", r1, c, 1, 0, "right")
		give("elsewhere", r1, other, 1, 500, "right")
		give("early", r1, c, 3, 50, "right")
		give("early", r1, c, 9, 0, "wrong") // costs nobody his place
		give("two", r1, c, 6, 25, "right")
		give("two", r2, c, 7, 25, "right")
		give("near", r1, c, 8, 5, "wrong")
		give("most", r1, c, 0, 90, "right")
		give("most", r1, c, 0, 10, "right")

		rows := func(since time.Time, limit int) (all []string) {
			for _, row := range must(tx.Leaderboard(c.ID, since, limit))(t) {
				all = append(all, row.PlayerKey)
			}
			return all
		}
		for _, test := range []struct {
			since time.Time
			limit int
			want  []string
		}{
			{time.Time{}, 10, []string{"most", "two", "early", "late", "near"}},
			{time.Time{}, 2, []string{"most", "two"}},
			{noon.Add(5 * time.Minute), 10, []string{"two", "late", "near"}},
			{noon.Add(time.Hour), 10, nil},
		} {
			if diff := cmp.Diff(test.want, rows(test.since, test.limit)); diff != "" {
				t.Errorf("since %v, limit %d (-want +got):\n%s", test.since, test.limit, diff)
			}
		}
		want := Standing{PlayerID: player(t, tx, "most").ID, Name: "Name of most", PlayerKey: "most", Points: 100, Solved: 1}
		if got := must(tx.Leaderboard(c.ID, time.Time{}, 1))(t)[0]; got != want {
			t.Errorf("first row is %+v, want %+v", got, want)
		}

		give("two", r2, other, 7, 1000, "right") // counts elsewhere
		give("elsewhere", r2, other, 7, 1, "right")
		give("elsewhere", r1, c, 7, 1, "right") // points here, but not in r2
		give("late", r2, c, 8, 1, "right")
		var got []string
		for _, row := range must(tx.RoundStandings(c.ID, r2))(t) {
			got = append(got, row.PlayerKey)
		}
		if diff := cmp.Diff([]string{"late", "two"}, got); diff != "" {
			t.Errorf("standings of the round (-want +got):\n%s", diff)
		}
		if row := must(tx.RoundStandings(c.ID, r2))(t)[0]; row.Points != 51 || row.Solved != 2 {
			t.Errorf("first standing is %+v, want 51 points of 2 rounds", row)
		}
		return nil
	})
}

func TestAddAnswerRefuses(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		good := Answer{RoundID: round(t, tx, Round{}), PlayerID: player(t, tx, "p").ID, At: noon, Outcome: "right"}
		for name, spoil := range map[string]func(a *Answer){
			"an unknown round":  func(a *Answer) { a.RoundID = 99 },
			"an unknown player": func(a *Answer) { a.PlayerID = 99 },
			"an unknown chat":   func(a *Answer) { a.ChatID = 99 },
			"no time":           func(a *Answer) { a.At = time.Time{} },
			"no outcome":        func(a *Answer) { a.Outcome = "" },
			"negative points":   func(a *Answer) { a.Points = -1 },
		} {
			bad := good
			spoil(&bad)
			if _, err := tx.AddAnswer(bad); err == nil {
				t.Errorf("an answer with %s was stored", name)
			}
		}
		_, err := tx.AddAnswer(good)
		return err
	})
}
