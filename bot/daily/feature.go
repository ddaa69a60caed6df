// Package daily posts the puzzles of the day, and reminds people of a streak that ends.
//
// The daily of a community is one post, at the hour that the community has set. It fills with names
// while the day goes on, ends with how the day before went, and is closed when the next one comes.
// Where people ask for the day instead (/daily), that message fills with names, too. A person who
// wants it is reminded in the last hour of a day that would end their streak.
//
// Which day it is, what it pays and who has solved what are the kernel's.
package daily

import (
	"reckon/bot/feature"
	"reckon/bot/jobs"
	"reckon/bot/talk"
)

// Feature is the post and the reminder. The kernel still shows days, and people's cards.
func Feature(k feature.Kernel, dailies talk.Dailies) feature.Feature {
	d := daily{k}
	return feature.Feature{
		Name: "daily",
		Jobs: []feature.Job{
			{Kind: postJob, Run: jobs.ByID(d.post)},
			{Kind: solversJob, Run: d.showSolvers},
			{Kind: reminderJob, Run: jobs.ByID(d.remind)},
		},
		Schedule:    schedule,
		Delivered:   d.delivered,
		DailySolved: noteSolver,
		Offers:      dailies.OfferCard,
	}
}
