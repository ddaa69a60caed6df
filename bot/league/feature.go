// Package league has people who wish to be in the World compete in divisions, from Monday to Sunday.
//
// A division has fifteen people at most. Of the seven dailies of a week each person's best five days
// count, as they do on the boards of the World. Of equal points those with fewer hints come first,
// then those who took less time. When the last daily can be answered nowhere, the week is closed:
// the first two of a division move up a tier, the last two move down, and people with as many points
// as each other meet in the divisions of the next week. Who earns nothing for two weeks rests, and
// comes back into their tier. A newcomer gets a place in the lowest tier with their first paid daily.
package league

import (
	"time"

	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
	"reckon/storage"
)

// keptFor is how long a week is kept.
const keptFor = 371 * 24 * time.Hour

// Feature is the command /league, and the job that closes weeks.
func Feature(k feature.Kernel, settings talk.Settings) feature.Feature {
	l := league{Kernel: k, settings: settings}
	old := &storage.Old{Column: "week", Keep: keptFor, Days: true}
	return feature.Feature{
		Name: "league",
		Commands: []command.Command[feature.Command]{{
			Name: "league",
			Is:   command.Reads | command.Alone | command.Private,
			Help: feature.HelpBoards,
			Args: command.Arguments{{Name: "table", Choices: []string{tableMine, tableLast}, Labels: "choice.league"}},
			Do:   feature.Command{Run: l.table},
		}},
		Buttons: map[string]command.Act[feature.Handler]{actLeague: {Do: l.table}},
		Jobs:    []feature.Job{{Kind: weekJob, Run: closeWeek, AtStart: true}},
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
				Shown:  keepPlace,
			},
			{Name: "league_divisions", Key: []string{"week", "tier", "division"}, Old: old},
			{Name: "league_weeks", Key: []string{"week"}, Old: old},
		},
		Today:   tellResult,
		Scoring: scoring,
	}
}
