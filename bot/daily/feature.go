// Package daily shows the puzzles of each day to a community together.
//
// A day has one puzzle, a daily, for each game. All people get the same puzzles. Days are numbered.
// A day is live for a person while its answers count. Which day is live depends on the time zone.
//
// The daily post of a community comes at the time that the community has set. It names the people who
// have solved something, and is edited when others solve something, too. The message that people get if they
// ask for the day by /daily is edited like the post. The last lines of a post tell how the day before went,
// with a button for the solutions of that day. When the next post comes, a post is edited for the last time,
// so that it leads to the archive.
//
// People can ask for a reminder. It comes in the last hour of a day, if their streak would end with the day.
//
// A person's card shows others how well they did on a day, without any solution. It is a picture, and also a
// text that they can send to any chat.
//
// The archive has past days, for practice.
//
// The kernel knows which day is live, what it pays and who has solved what. To the kernel a daily is a
// round like any other.
package daily

import (
	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/jobs"
	"reckon/bot/talk"
)

// Feature returns the feature: the commands /daily and /archive, the post, the reminder and the card.
func Feature(k feature.Kernel, rounds talk.Rounds) feature.Feature {
	d := daily{Kernel: k, rounds: rounds, others: new(others)}
	return feature.Feature{
		Name:     "daily",
		Commands: d.commands(),
		Buttons: map[string]command.Act[feature.Handler]{
			actDaily:     {Is: command.Linked | command.Role, Do: d.puzzleButton},
			actCard:      {Do: d.cardButton},
			actShare:     {Do: d.shareButton},
			actArchive:   {Do: d.listDays},
			actSolutions: {Do: d.solutionsButton},
			actTomorrow:  {Is: command.Role, Do: d.tomorrowButton},
			actInstead:   {Do: d.insteadButton},
		},
		Jobs: []feature.Job{
			{Kind: postJob, Run: jobs.ByID(d.runPost)},
			{Kind: solversJob, Run: d.showSolvers},
			{Kind: reminderJob, Run: jobs.ByID(d.runReminder)},
		},
		Settings: settingRows(),
		Pictures: map[string]feature.ReadFacts{
			pictureKind:     feature.FactsOf[card.Share],
			linkPictureKind: feature.FactsOf[card.Day],
		},
		Day: &feature.Day{
			Command:  nameDaily,
			Button:   todayButton,
			Keep:     keepButton,
			Show:     d.showRound,
			Reply:    d.completeReply,
			View:     d.view,
			Preview:  d.preview,
			IsPosted: d.isTodayDone,
			MyCard:   d.myCard,
			Card:     d.offerOfDay,
		},
		PeriodOver:  d.monthOver,
		Schedule:    d.schedule,
		Delivered:   d.delivered,
		DailySolved: noteSolver,
		Offers:      d.offersFor,
	}
}

// commands returns /daily and /archive.
func (d daily) commands() []command.Command[feature.Command] {
	number := command.Argument{Name: argNumber, Whole: &chat.Range{Least: 1}, Complete: true}
	return []command.Command[feature.Command]{
		{
			Name: nameDaily,
			Is:   command.Role,
			Help: feature.HelpDaily,
			Args: command.Arguments{number, d.gameArgument()},
			Do:   feature.Command{Run: d.dailyCommand, Complete: d.completeNumber},
		},
		{
			Name: nameArchive,
			Is:   command.Alone | command.Private,
			Help: feature.HelpDaily,
			In:   feature.PlayMenu,
			Args: command.Arguments{number},
			Do:   feature.Command{Run: d.archiveCommand, Complete: d.completeNumber},
		},
	}
}
