package book

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/say"
	"reckon/engine"
)

// A submission is an answer that a guest sends by the form of a page, and the reply to it.
type submission struct {
	// Page and Place say which puzzle the answer is for.
	Page   string
	Place  string
	Answer string
	// Credit allows the book to show the guest's name with the answer.
	Credit bool
	// Name and Guest are the name and the key of the guest; Guest is empty for somebody who is no guest yet.
	Name  string
	Guest string

	Reply chat.Reply
	// Found reports whether the answer beats the book.
	Found bool
}

// submit judges the answer of a submission, and sets its Reply and Found. r is a request of the guest without any
// input. If the answer beats the book, submit deals the puzzle to the guest as in a private chat, and sends the
// answer there in their name. So the answer is judged and stored like any other. The error may be errNoPage.
func (b book) submit(ctx context.Context, r chat.Request, v say.Voice, s *submission) error {
	known, err := b.find(ctx, s, r.At)
	if err != nil {
		return err
	}
	if refusal := b.judge(v, known, s.Answer); refusal != nil {
		s.Reply = *refusal
		return nil
	}
	var inputs []chat.Input
	if s.Credit {
		inputs = append(inputs, chat.Input{
			Kind: chat.Command,
			Name: "settings",
			Args: map[string]string{credit.Name(): "on"},
		})
	}
	// The guest reads only the reply to the last input, so the answer comes last.
	inputs = append(inputs,
		chat.Input{Kind: chat.Opened, Data: command.Data(button.ActPose, known.puzzle.ID())},
		chat.Input{Kind: chat.Text, Text: s.Answer})
	// Each request needs a key of its own, or it would count as one that came before.
	key := r.Person.Network + ":" + r.Person.ID + ":find-" + rand.Text()
	for i, input := range inputs {
		r.Key = fmt.Sprintf("%s:%d", key, i)
		r.Input = input
		s.Reply, _, err = b.Do(ctx, r)
		if err != nil {
			return err
		}
	}
	s.Found = s.Reply.Tone == chat.Good
	return nil
}

// find returns what is known of the puzzle that a submission is for, or errNoPage.
func (b book) find(ctx context.Context, s *submission, at time.Time) (knownAnswer, error) {
	page, _ := b.game.Page(s.Page)
	for _, puzzle := range page.Puzzles {
		_, place, _ := b.game.PageOf(puzzle)
		if place != s.Place {
			continue
		}
		all, err := b.known(ctx, at, []engine.Puzzle{puzzle})
		if err != nil {
			return knownAnswer{}, err
		}
		return all[0], nil
	}
	return knownAnswer{}, errNoPage
}

// judge returns the reply that says why an answer does not beat the best known one; nil if it does.
func (b book) judge(v say.Voice, known knownAnswer, text string) *chat.Reply {
	verdict := known.puzzle.Judge(text)
	args := say.With{
		"puzzle":  say.Code(say.Desc(known.puzzle.ID())),
		"measure": v.Measure(b.game, verdict.Measure),
		"best":    v.Measure(b.game, known.best.Measure),
	}
	var refusal chat.Reply
	switch {
	case known.isLocked:
		refusal = v.Refuse("book.sent.locked", args)
	case strings.TrimSpace(text) == "":
		refusal = v.Refuse("book.sent.empty", nil)
	case verdict.Outcome != engine.Right:
		refusal = chat.Reply{Tone: chat.Bad, Text: v.Explain(b.game.Name(), text, verdict.Fault)}
	case verdict.Measure < known.best.Measure:
		return nil
	case verdict.Measure == known.best.Measure:
		refusal = v.Refuse("book.sent.same", args)
	default:
		refusal = v.Refuse("book.sent.longer", args)
	}
	return &refusal
}
