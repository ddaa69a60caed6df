// Package league has people compete in divisions, from Monday to Sunday. It is for everybody who
// wishes to be in the World, which compares people across all communities.
//
// A tier is a level of the league: tier 1 is the top. It has divisions of fifteen people at most, who are
// compared for a week. That a person is in a division for a week is called their seat there. Each person's
// best five days of the seven count, with the points that their dailies have on the boards of the World. If
// two people have equal points, the one with fewer hints is better. If they also have equal hints, the one
// who took less time is better.
//
// When the last daily of the week is over everywhere, the week is closed. The first two of each
// division move up a tier, and the last two move down. Then new divisions are made from people with
// similar points. A person who earns nothing for two weeks rests: they are in no division until they
// earn something, and come back into their tier. A newcomer gets a seat in the lowest tier when a
// daily first earns them points. Everybody who earned something in the week is told in their private chat
// how it ended for them.
package league

import (
	"time"

	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/jobs"
	"reckon/bot/talk"
	"reckon/storage"
)

// keptFor is how long a week is kept in the database: a year and a week.
const keptFor = 371 * 24 * time.Hour

// Feature returns the feature: the command /league, and the jobs that close weeks and tell how they ended.
func Feature(k feature.Kernel, panel talk.Settings) feature.Feature {
	l := league{Kernel: k, panel: panel}
	old := &storage.Old{Column: "week", KeptFor: keptFor, Days: true}
	return feature.Feature{
		Name: "league",
		Commands: []command.Command[feature.Command]{{
			Name: "league",
			Is:   command.Reads | command.Alone | command.Private,
			Help: feature.HelpBoards,
			In:   feature.Leaderboard,
			Args: command.Arguments{{Name: "table", Choices: []string{tableMine, tableLast}, Labels: "choice.league"}},
			Do:   feature.Command{Run: l.table},
		}},
		Buttons: map[string]command.Act[feature.Handler]{actLeague: {Do: l.table}},
		Jobs: []feature.Job{
			{Kind: weekJob, Run: closeWeek, AtStart: true},
			{Kind: resultJob, Run: jobs.ByID(l.tellWeek)},
		},
		Tables: []storage.Table{
			{
				Name:   "league",
				Key:    []string{"player_id", "week"},
				People: []string{"player_id"},
				Forget: storage.Delete,
				Export: map[string]string{"league": `
					SELECT week AS last_day, tier, place, points, next AS next_tier, rests FROM league WHERE player_id = $1 ORDER BY week`},
				Old:    old,
				Earned: earned,
				Shown:  keepSeat,
			},
			{Name: "league_divisions", Key: []string{"week", "tier", "division"}, Old: old},
			{Name: "league_weeks", Key: []string{"week"}, Old: old},
		},
		Today:     tellResult,
		TodayView: l.today,
		MeView:    l.me,
		Scoring:   scoring,
	}
}
