package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/engine/games"
	"reckon/storage"
)

// today sets the puzzle of 24 on a day.
func (r *room) today(number int) {
	r.t.Helper()
	p := must(games.Parse("24:5,8,9,12"))(r.t)
	r.write(func(tx *storage.Tx) error { return round.AddDaily(tx, number, "24", p.ID(), p.Face().Class()) })
}

func (r *room) write(fn func(*storage.Tx) error) {
	r.t.Helper()
	if err := r.store.Write(r.t.Context(), fn); err != nil {
		r.t.Fatal(err)
	}
}

// solves solves the puzzle of 24 on the day for a member of the group.
func (r *room) solves(who string) {
	r.command(who, group, "leaderboard", "")
	r.command(who, conversation(who), "daily", "24")
	if got := onTerminal(r.command(who, conversation(who), "answer", "12+9+8-5")); !strings.Contains(got, "Right") {
		r.t.Fatalf("%s: %s", who, got)
	}
}

// edits counts how often posts were edited.
func (r *room) edits() (n int) {
	for _, p := range r.posts {
		if strings.Contains(p, " edit ") {
			n++
		}
	}
	return n
}

// However many people solve something, the post changes at most once in ten seconds. It does not change any
// more once dailies are off.
func TestManySolversCostFewEdits(t *testing.T) {
	r := newRoom(t)
	r.today(61)
	r.command("admin", group, "settings", "daily on hour 9")
	r.tick()
	r.posts = nil
	for i := range 20 {
		r.solves(fmt.Sprintf("p%d", i))
		r.pass(100 * time.Millisecond)
	}
	if n := r.edits(); n != 0 {
		t.Errorf("%d edits after two seconds", n)
	}
	r.pass(9 * time.Second)
	if n := r.edits(); n != 1 {
		t.Errorf("%d edits after ten seconds, want 1: %q", n, r.posts)
	}
	r.solves("late")
	r.pass(11 * time.Second)
	if n := r.edits(); n != 2 {
		t.Errorf("%d edits after one more, want 2", n)
	}
	r.pass(time.Hour)
	if n := r.edits(); n != 2 {
		t.Errorf("%d edits when nothing more has happened", n)
	}
	r.solves("last")
	r.command("admin", group, "settings", "daily off")
	r.pass(11 * time.Second)
	if n := r.edits(); n != 2 {
		t.Errorf("%d edits after the daily was switched off", n)
	}
}

// Jobs for places that do not exist end by themselves.
func TestJobsOfNobody(t *testing.T) {
	r := newRoom(t)
	r.command("Ann", group, "24", "")
	kinds := []string{"daily", "reminder", "daily-post"}
	r.write(func(tx *storage.Tx) (err error) {
		for _, kind := range kinds {
			for _, key := range []string{"999", "999:1", "place:1", "999:day", ""} {
				err = errors.Join(err, tx.SetJob(storage.Job{Kind: kind, Key: key, At: r.now}))
			}
		}
		return err
	})
	r.posts = nil
	r.pass(time.Minute)
	if err := r.store.Read(t.Context(), func(tx *storage.Tx) error {
		next, _, err := tx.NextJob(kinds, r.now)
		if !next.IsZero() {
			t.Errorf("a job is left, for %v", next)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(r.posts) > 0 {
		t.Errorf("posted: %q", r.posts)
	}
}
