package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEnsureChat(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		first := must(tx.EnsureChat("test", "1", true, "Title", noon))(t)
		want := Chat{ID: first.ID, Network: "test", Key: "1", Private: true, Active: true, Title: "Title", Hour: 9}
		if diff := cmp.Diff(want, first); diff != "" {
			t.Errorf("new chat (-want +got):\n%s", diff)
		}
		want.Active, want.Locale, want.Zone, want.Hour, want.Daily = false, "en", "Asia/Shanghai", 20, true
		if err := tx.SaveChat(want); err != nil {
			return err
		}
		if diff := cmp.Diff(want, must(tx.ChatByID(first.ID))(t)); diff != "" {
			t.Errorf("saved chat (-want +got):\n%s", diff)
		}
		want.Active, want.Private, want.Title = true, false, "New title"
		if diff := cmp.Diff(want, must(tx.EnsureChat("test", "1", false, "New title", noon))(t)); diff != "" {
			t.Errorf("known chat (-want +got):\n%s", diff)
		}
		if got := must(tx.EnsureChat("test", "1", false, "", noon))(t); got.Title != "New title" {
			t.Errorf("without a title the chat's became %q", got.Title)
		}
		if other := must(tx.EnsureChat("other", "1", false, "", noon))(t); other.ID == first.ID {
			t.Error("two networks share a chat")
		}
		if _, err := tx.FindChat("other", "2"); err != ErrNotFound {
			t.Errorf("unknown chat: %v", err)
		}
		if err := tx.SaveChat(Chat{ID: 99}); err != ErrNotFound {
			t.Errorf("saving an unknown chat: %v", err)
		}
		return nil
	})
}

func TestSaveChatRefusesHour(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := chat(t, tx, "1")
		c.Hour = 24
		if err := tx.SaveChat(c); err == nil {
			t.Error("hour 24 was stored")
		}
		return nil
	})
}

func TestRekeyChat(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := chat(t, tx, "old")
		other := must(tx.EnsureChat("other", "old", false, "", noon))(t)
		for range 2 { // told twice
			if err := tx.RekeyChat("test", "old", "new"); err != nil {
				return err
			}
		}
		if got := must(tx.FindChat("test", "new"))(t); got.ID != c.ID {
			t.Errorf("moved chat has ID %d, want %d", got.ID, c.ID)
		}
		if _, err := tx.FindChat("test", "old"); err != ErrNotFound {
			t.Errorf("the old key: %v", err)
		}
		if err := tx.RekeyChat("test", "new", "new"); err != nil {
			t.Errorf("moved to itself: %v", err)
		}
		if got := must(tx.ChatByID(c.ID))(t); got.Key != "new" {
			t.Errorf("moved to itself, the chat has key %q", got.Key)
		}
		if got := must(tx.FindChat("other", "old"))(t); got.ID != other.ID {
			t.Error("the chat of another network has moved too")
		}
		return nil
	})
}

// People used the new chat before the bot was told that it is the old one.
func TestRekeyChatMerges(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		p := player(t, tx, "p")
		world := func(key string, points int) (Chat, int64) {
			c := chat(t, tx, key)
			r := round(t, tx, Round{ChatID: c.ID, Thread: "topic"})
			must(tx.AddAnswer(Answer{RoundID: r, PlayerID: p.ID, ChatID: c.ID, At: noon, Outcome: "right", Points: points}))(t)
			must(tx.Enqueue(Outgoing{Nonce: key, ChatID: c.ID, Body: []byte("{}")}, noon))(t)
			return c, r
		}
		old, oldRound := world("old", 10)
		twin, newRound := world("new", 20)
		old.Active, old.Locale = false, "en"
		twin.Locale, twin.Zone, twin.Hour, twin.Daily = "zh-Hans", "Asia/Shanghai", 20, true
		twin.HostLocale, twin.Seconds = "zh-Hant", 60
		if err := tx.SaveChat(old); err != nil {
			return err
		}
		if err := tx.SaveChat(twin); err != nil {
			return err
		}
		for range 2 {
			if err := tx.RekeyChat("test", "old", "new"); err != nil {
				return err
			}
		}

		want := Chat{ID: old.ID, Network: "test", Key: "new", Active: true, Title: "Chat new",
			Locale: "en", HostLocale: "zh-Hant", Zone: "Asia/Shanghai", Hour: 20, Daily: true, Seconds: 60}
		if diff := cmp.Diff(want, must(tx.FindChat("test", "new"))(t)); diff != "" {
			t.Errorf("merged chat (-want +got):\n%s", diff)
		}
		if _, err := tx.ChatByID(twin.ID); err != ErrNotFound {
			t.Errorf("the other chat: %v", err)
		}
		for _, id := range []int64{oldRound, newRound} {
			if r := must(tx.RoundByID(id))(t); r.ChatID != old.ID {
				t.Errorf("round %d is of chat %d", id, r.ChatID)
			}
		}
		if board := must(tx.Leaderboard(old.ID, time.Time{}, 10))(t); len(board) != 1 || board[0].Points != 30 || board[0].Solved != 2 {
			t.Errorf("leaderboard is %+v", board)
		}
		for _, nonce := range []string{"old", "new"} { // both messages go to where the chat is now
			out := must(tx.ClaimOutgoing(noon, time.Minute, 10))(t)
			if len(out) != 1 || out[0].Nonce != nonce || out[0].ChatKey != "new" {
				t.Fatalf("claimed %+v, want %s alone", out, nonce)
			}
			if err := tx.Delivered(out[0].ID, "m", noon); err != nil {
				return err
			}
		}
		if next := chat(t, tx, "next"); next.ID <= twin.ID {
			t.Errorf("ID %d was given out again", next.ID)
		}
		return nil
	})
}
