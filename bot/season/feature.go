// Package season is the hall of fame: who won the months, and who had the best days.
//
// When a month is over everywhere, it is closed: the people with the first three ranks on each community's
// board, and on the World's, are stored for ever as its winners. People who share a rank on the board
// share it here. A side page of the boards lists the winners. A line above the board of this month names
// the winners of the last one. The first daily post of a group after a month also names them.
//
// Below the winners, the page lists the best days: for each person the best day since they joined the
// community, with its score. A day is listed at once, not only when it is over.
package season

import (
	"reckon/bot/feature"
	"reckon/storage"
)

// Feature returns the feature: a page next to the boards, and a line under a group's daily post.
func Feature() feature.Feature {
	return feature.Feature{
		Name: "season",
		Boards: []feature.BoardPage{{
			Period: "season",
			Act:    "seasons",
			Title:  "season.title",
			Lines:  list,
			Above:  lastMonth,
		}},
		PeriodOver: keepWinners,
		BeforePost: tellOnce,
		Post:       post,

		DailySolved: keepDay,
		Tables: []storage.Table{{
			Name:      "winners",
			Key:       []string{"community_id", "period", "player_id"},
			People:    []string{"player_id"},
			Community: "community_id",
			Merge:     storage.MergeUnlessIn,
			Export: map[string]string{"months_won": `
				SELECT c.title, w.period / 4 AS last_day, w.place, w.points
				FROM winners w LEFT JOIN communities c ON c.id = w.community_id WHERE w.player_id = $1`},
		}, {
			Name:          "best_days",
			Key:           []string{"community_id", "player_id"},
			People:        []string{"player_id"},
			Community:     "community_id",
			Forget:        storage.Delete,
			DeleteOwnChat: true,
			Merge:         storage.MergeUnlessIn,
			Export: map[string]string{"best_days": `
				SELECT c.title, b.day, b.points
				FROM best_days b LEFT JOIN communities c ON c.id = b.community_id WHERE b.player_id = $1`},
			Earned: keepDayOfWorld,
			Shown:  showDayOfWorld,
		}},
	}
}
