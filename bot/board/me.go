package board

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// me adds a person's ranks to what the page shows them about themselves: those of this month and of all time,
// in the community and in the World. A private chat has one person, so it has no rank to show.
func (b boards) me(v say.Voice, tx *storage.Tx, act round.Act, out *chat.MeView) error {
	for _, isWorld := range []bool{false, true} {
		isPrivateBoard := act.Community.Private && !isWorld
		if isPrivateBoard {
			continue
		}
		for _, period := range []feature.Period{feature.PeriodMonth, feature.PeriodAll} {
			key := feature.BoardKey{World: isWorld, Period: period}
			rank, isThere, err := b.rankOf(tx, act, key)
			if err != nil {
				return err
			}
			if isThere {
				rank.Title = b.title(v, page{BoardKey: key})
				out.Boards = append(out.Boards, rank)
			}
		}
	}
	return nil
}

// rankOf returns a person's rank on a board. isThere is false if the board does not show them.
func (b boards) rankOf(
	tx *storage.Tx, act round.Act, key feature.BoardKey,
) (r chat.BoardRank, isThere bool, err error) {
	if key.World {
		presence, err := b.Play.Presence(tx, act)
		if err != nil || !presence.Listed {
			return r, false, err
		}
	}
	board, err := b.storageBoard(tx, act, key)
	if err != nil {
		return r, false, err
	}
	since := act.At.Add(-round.BelongFor)
	own, err := ownEntry(tx, board, since, act.Person.ID)
	if err != nil || own == nil {
		return r, false, err
	}
	// Everybody on the board has points, so all of them are above a standing without points.
	of, err := tx.Above(board, since, storage.Standing{})
	if err != nil {
		return r, false, err
	}
	// Only people who have done something here lately are counted. If the person is not among them, their rank may be
	// one more than the count.
	return chat.BoardRank{Rank: own.rank, Of: max(own.rank, of)}, true, nil
}
