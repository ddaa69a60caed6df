package announce

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/outbox"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// puzzleFor is for how long a puzzle of a match is worth posting: its round does not wait
// longer for it.
const puzzleFor = 90 * time.Second

// Next is the job that deals the next puzzle of a match, or lets a challenge expire. The
// puzzle is drawn before the transaction.
func (a *Announcer) Next(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	due, ok, err := a.Play.PrepareNext(ctx, id, now)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok {
			return tx.DropJob(round.MatchJob, strconv.FormatInt(id, 10))
		}
		m, dealt, err := a.Play.Next(tx, due, now)
		if err != nil || m == nil {
			return err
		}
		v := a.Voice(m.Community, m.AskerLocale)
		if dealt == nil {
			solo := a.Solos.Buttons(v, m.Game, 0, m.Level())
			expired := chat.Reply{Text: v.Settled(*m, chat.Span{}), Buttons: command.Rows(solo)}
			return a.editBoard(tx, now, *m, "expired", expired)
		}
		return a.postBout(tx, now, v, *m, *dealt)
	}, nil
}

// postBout posts a puzzle of a match.
func (a *Announcer) postBout(tx *storage.Tx, now time.Time, v say.Voice, m round.Match, r round.Round) error {
	return a.Put(tx, now, storage.Outgoing{
		Nonce:       fmt.Sprintf("bout:%d", r.ID),
		CommunityID: r.CommunityID,
		Channel:     r.Channel,
		RoundID:     r.ID,
		Shows:       true,
		Priority:    outbox.Play,
		Expires:     now.Add(puzzleFor),
	}, "", chat.Reply{
		Face:    v.Face(r),
		Text:    append(v.Standing(m), v.Task(r, r.Community.Private)...),
		Buttons: button.Play(v, a.Seals, r, false),
	})
}

// editBoard changes a match's own message.
func (a *Announcer) editBoard(tx *storage.Tx, at time.Time, m round.Match, change string, reply chat.Reply) error {
	return a.Put(tx, at, storage.Outgoing{
		Nonce:       fmt.Sprintf("match:%d", m.ID),
		CommunityID: m.CommunityID,
		Channel:     m.Channel,
		Message:     m.Message,
		MatchID:     m.ID,
	}, fmt.Sprintf("%d:%s", len(m.Bouts), change), reply)
}

// Board is a match's own message: how it stands.
func (a *Announcer) Board(v say.Voice, m round.Match) chat.Reply {
	reply := chat.Reply{Text: v.Board(m)}
	if m.Mode.AskerStops && !m.IsOver() {
		reply.Buttons = [][]chat.Button{{{
			Label: v.Phrase("button.stop", nil),
			Icon:  button.IconStop,
			Data:  command.Data(button.ActStop, m.ID),
			Style: chat.Danger,
		}}}
	}
	return reply
}

// MatchResult says how a match went. A person who played without an opponent is offered one; the
// hardest of the puzzles can be shared.
func (a *Announcer) MatchResult(v say.Voice, m round.Match) chat.Reply {
	row := []chat.Button{{
		Label: v.Phrase("button.rematch", nil),
		Icon:  button.IconAgain,
		Data:  command.Data(button.ActRematch, m.ID),
		Style: chat.Primary,
	}}
	if !m.Mode.Shared && !m.Mode.Opponent {
		row = append(row, a.Solos.Buttons(v, m.Game, m.Length, m.Level())...)
	}
	if len(m.Bouts) > 0 {
		byLevel := func(x, y round.Bout) int { return cmp.Compare(x.Round.Level, y.Round.Level) }
		hardest := slices.MaxFunc(m.Bouts, byLevel)
		row = append(row, a.Links.Share(v, hardest.Round))
	}
	return chat.Reply{Text: v.MatchResult(m), Buttons: [][]chat.Button{row}}
}
