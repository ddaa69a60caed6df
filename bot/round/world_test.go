package round

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"reckon/storage"
)

// After an upgrade the World is summed up once, in pages, even if a process is killed between two of them and
// the next process begins again.
func TestSumWorld(t *testing.T) {
	p, store := newPlay(t)
	const people = 3*worldPage + 1
	write := func(fn func(*storage.Tx) error) {
		t.Helper()
		if err := store.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *storage.Tx) error {
		for i := range people {
			who, err := tx.EnsurePlayer("net", fmt.Sprint(i), "P", "", noon)
			if err != nil {
				return err
			}
			if err := earnDaily(tx, who, UnixDay(Number(noon)), 10, noon); err != nil {
				return err
			}
		}
		return errors.Join(
			tx.Exec("as before", `UPDATE boards SET points = points + 7 WHERE community_id = -1`),
			tx.SetJob(storage.Job{Kind: WorldJob, At: noon}),
		)
	})
	now := noon
	pages := 0
	for ; pages < 20; pages++ {
		// A process starts between two pages.
		if pages == 2 {
			write(func(tx *storage.Tx) error { return tx.SetJob(storage.Job{Kind: WorldJob, At: now}) })
		}
		var due []storage.Job
		write(func(tx *storage.Tx) (err error) {
			due, err = tx.ClaimJobs([]string{WorldJob}, now, 1)
			return err
		})
		if len(due) == 0 {
			break
		}
		do, err := p.SumWorld(t.Context(), due[0], now)
		if err != nil {
			t.Fatal(err)
		}
		write(do)
		now = now.Add(worldPause)
	}
	if pages < 4 || pages == 20 {
		t.Errorf("it took %d pages", pages)
	}
	write(func(tx *storage.Tx) error {
		all, err := tx.Leaderboard(storage.Board{CommunityID: storage.World}, noon, 0, 100)
		if err != nil {
			return err
		}
		for _, s := range all {
			if s.Points != 10 {
				t.Errorf("player %d has %d points, want 10", s.PlayerID, s.Points)
			}
		}
		if len(all) != people {
			t.Errorf("%d people are in the World, want %d", len(all), people)
		}
		done, err := tx.IsWorldSummed()
		if !done {
			t.Error("it is not noted that the World is summed up")
		}
		return err
	})
}

// earnDaily pays a person for the daily of a day. They wish to be in the World.
func earnDaily(tx *storage.Tx, who storage.Player, day, points int, at time.Time) error {
	own, err := tx.EnsureCommunity("net", who.Key, true, who.ID, "", at)
	if err != nil {
		return err
	}
	own.Worldwide = true
	if err := tx.SaveCommunity(own); err != nil {
		return err
	}
	r, isThere, err := storage.Found(DailyRow(tx, day-dayZero, "24"))
	if err == nil && !isThere {
		r.ID, err = tx.AddRound(storage.Round{Game: "24", Puzzle: "24:3,3,8,8", Class: "daily", Daily: day - dayZero, DealtAt: at})
	}
	if err != nil {
		return err
	}
	return tx.SetAward(storage.Award{}, storage.Award{RoundID: r.ID, PlayerID: who.ID, Day: day, Points: points, Solved: true, At: at})
}

// A Summary has the points of all days of the month, on all networks of the person, and of no other month.
func TestSummaryOfAMonth(t *testing.T) {
	x := newTable(t, hard, 0)
	x.write(func(tx *storage.Tx) error {
		ann, twin, bo := player(t, tx, "ann"), player(t, tx, "twin"), player(t, tx, "bo")
		day := func(month time.Month, day int) int {
			return UnixDay(Number(time.Date(2026, month, day, 0, 0, 0, 0, time.UTC)))
		}
		err := errors.Join(tx.Link(ann.ID, twin.ID, noon),
			earnDaily(tx, ann, day(time.June, 30), 1, noon), earnDaily(tx, ann, day(time.July, 1), 2, noon),
			earnDaily(tx, twin, day(time.July, 31), 4, noon), earnDaily(tx, twin, day(time.August, 1), 8, noon),
			earnDaily(tx, bo, day(time.July, 1), 16, noon))
		if err != nil {
			return err
		}
		for date, want := range map[time.Time]int{
			time.Date(2026, time.June, 30, 12, 0, 0, 0, time.UTC):  1,
			time.Date(2026, time.July, 1, 12, 0, 0, 0, time.UTC):   6,
			time.Date(2026, time.July, 31, 12, 0, 0, 0, time.UTC):  6,
			time.Date(2026, time.August, 1, 12, 0, 0, 0, time.UTC): 8,
		} {
			got, err := x.play.Summary(tx, ann.ID, date)
			if err != nil || got.Month != want || got.Solved != 4 {
				t.Errorf("on %v: %+v, want %d points (%v)", date, got, want, err)
			}
		}
		// It is the month at the place to which the person came first.
		home, err := tx.EnsureCommunity("net", "home", false, 0, "", noon)
		if err != nil {
			return err
		}
		home.Zone = "Asia/Shanghai"
		date := time.Date(2026, time.June, 30, 17, 0, 0, 0, time.UTC)
		if err := errors.Join(tx.SaveCommunity(home), tx.Join(home.ID, ann.ID, date)); err != nil {
			return err
		}
		if got, err := x.play.Summary(tx, ann.ID, date); err != nil || got.Month != 6 {
			t.Errorf("an hour after midnight in Shanghai: %+v (%v)", got, err)
		}
		return nil
	})
}
