package talk

import (
	"testing"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/storage"
)

// A person may ask to be told when others no longer play a puzzle. If it is over already, they are told at
// once, with a button for its solutions. In a private chat the reply replaces the refusal.
func TestTellWhenItIsOver(t *testing.T) {
	for _, test := range []struct {
		name    string
		played  bool
		private bool
		alone   bool
		edits   bool
	}{
		{"that is played", true, true, false, true},
		{"that is over", false, true, false, true},
		{"where the person alone reads", true, false, true, true},
		{"among others", true, false, false, false},
	} {
		rounds, req := openPlace(t, test.private)
		req.Input.Alone = test.alone
		puzzle := newRound(t, hand, race).Puzzle
		if test.played {
			r := newRound(t, hand, race)
			deal(t, rounds, groupOf(t, rounds, req), storage.Round{Puzzle: hand, Class: r.Puzzle.Face().Class()})
		}
		req.Button = pressOf(t, command.Data(button.ActTell, puzzle.ID()))
		reply := carryOut(t, rounds, req, rounds.TellButton).Reply
		want := textOf(chat.Reply{Text: req.Say.PuzzleOver(round.Round{Puzzle: puzzle})})
		if test.played {
			want = textOfKey(req, "wait.noted")
		}
		if textOf(reply) != want || (len(reply.Buttons) == 0) != test.played {
			t.Errorf("%s: it says %q with %s", test.name, textOf(reply), labels(reply))
		}
		if reply.Edit != test.edits || reply.Audience != chat.Asker {
			t.Errorf("%s: edits %t, for %v", test.name, reply.Edit, reply.Audience)
		}
	}
}

// If a person goes on with a puzzle, it is shown again, and becomes their current one. If it is over, or the
// button names none, nothing changes.
func TestKeepPlaying(t *testing.T) {
	for _, private := range []bool{true, false} {
		for _, kind := range []chat.Kind{chat.Press, chat.Command} {
			rounds, req := openPlace(t, private)
			req.Input.Kind = kind
			open := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: hand})
			over := deal(t, rounds, req.Act.Community, storage.Round{Puzzle: sevens, ClosedAt: req.Act.At, Reason: round.GivenUp})
			late := deal(t, rounds, req.Act.Community, storage.Round{
				Puzzle:  "24:3,3,8,8",
				Lasts:   time.Second,
				EndsAt:  req.Act.At.Add(-time.Hour),
				DealtAt: req.Act.At.Add(-2 * time.Hour),
			})
			for id, isShown := range map[int64]bool{0: false, open.ID: true, over.ID: false, late.ID: false} {
				req.Button = press(button.ActKeep, id)
				result := carryOut(t, rounds, req, rounds.KeepButton)
				if (result.Face != nil) != isShown || (textOf(result.Reply) == textOfKey(req, "keep.stays")) == isShown {
					t.Errorf("private %t, round %d: it says %q", private, id, textOf(result.Reply))
				}
				isInItsPlace := kind == chat.Press && (private || !isShown)
				if result.Audience != chat.Asker || result.Edit != isInItsPlace {
					t.Errorf("private %t, round %d: edits %t, for %v", private, id, result.Edit, result.Audience)
				}
				if isShown && (result.Round != open.ID || currentOfPerson(t, rounds, req) != open.ID) {
					t.Errorf("private %t: the person is at %d", private, currentOfPerson(t, rounds, req))
				}
			}
		}
	}
}
