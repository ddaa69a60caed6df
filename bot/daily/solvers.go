package daily

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"reckon/bot/round"
	"reckon/bot/settings"
	"reckon/storage"
)

const (
	// solversJob is the kind of the job that shows in the messages of a day who has solved what. Its key is the
	// community's ID and the number of the day. The kind is stored, so it keeps the name that it was given first.
	solversJob = "daily-post"
	// newsSuffix ends the key of such a job that was set because a month is over.
	newsSuffix = ":news"
	// solversEvery is how long the job waits after somebody has solved something. Whatever others solve meanwhile is
	// shown by the same edit.
	solversEvery = 10 * time.Second
	// newsAfter is the time from the closing of a month until posts tell who won it. By then a post that was sent
	// just before is delivered, so that it can be edited.
	newsAfter = time.Minute
	// maxCommunities is in how many communities at most a solver is named.
	maxCommunities = 20
)

// noteSolver sets jobs that name a person who has solved a daily: one for each community of the person that has a
// message of that day.
func noteSolver(tx *storage.Tx, act round.Act, r round.Round) error {
	communities, err := tx.CommunitiesOf(act.Person.ID, act.At.Add(-round.BelongFor), maxCommunities)
	if err != nil {
		return err
	}
	for _, c := range communities {
		if !c.Active || !settings.IsDealt(c, r.Game) {
			continue
		}
		// A community without a daily post may have a message that shows the day because somebody asked for it.
		showsDay := c.Daily
		if !showsDay {
			_, showsDay, err = storage.Found(tx.PostedAs(dayReply.announcement(c, r.Daily).Nonce()))
			if err != nil {
				return err
			}
		}
		if !showsDay {
			continue
		}
		key := fmt.Sprintf("%d:%d", c.ID, r.Daily)
		if err := tx.AddJob(storage.Job{Kind: solversJob, Key: key, At: act.At.Add(solversEvery)}); err != nil {
			return err
		}
	}
	return nil
}

// showSolvers runs a job that shows in the messages of a day who has solved what.
func (d daily) showSolvers(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		// The job is dropped first: the next person who solves something sets it again.
		if err := tx.DropJob(j.Kind, j.Key); err != nil {
			return err
		}
		communityID, number, ok := parseKey(j.Key)
		if !ok {
			return nil
		}
		c, isThere, err := storage.Found(tx.CommunityByID(communityID))
		if err != nil || !isThere || !c.Active {
			return err
		}
		_, err = d.editDay(tx, c, dayReply, number, now)
		if err != nil || !c.Daily {
			return err
		}
		// If the next day has been posted, the post of this day is closed. The post of the next day tells how this day
		// went, so that one is edited.
		isOver, err := d.editDay(tx, c, dayPost, number+1, now)
		if err != nil || isOver {
			return err
		}
		if err := d.tellNews(tx, c, number, now); err != nil {
			return err
		}
		_, err = d.editDay(tx, c, dayPost, number, now)
		return err
	}, nil
}

// monthOver sets jobs that edit today's posts of communities when a month has been closed, so that they tell who won
// it. A post that comes later tells so when it is posted.
func (d daily) monthOver(tx *storage.Tx, span storage.Span, _ int, boards []int64) error {
	if span != storage.Month {
		return nil
	}
	now := d.Now()
	communities, err := tx.WithDailies(boards)
	if err != nil {
		return err
	}
	for _, c := range communities {
		days, err := round.CalendarAt(tx, c, now)
		if err != nil {
			return err
		}
		// noteSolver's jobs have other keys. So a person who solves something meanwhile is named without waiting for
		// this job.
		key := fmt.Sprintf("%d:%d", c.ID, days.NumberAt(now)) + newsSuffix
		if err := tx.AddJob(storage.Job{Kind: solversJob, Key: key, At: now.Add(newsAfter)}); err != nil {
			return err
		}
	}
	return nil
}

// tellNews lets features add to the post of a day what has happened since it was posted. It does nothing for a past
// day.
func (d daily) tellNews(tx *storage.Tx, c storage.Community, number int, now time.Time) error {
	days, err := round.CalendarAt(tx, c, now)
	if err != nil || number != days.NumberAt(now) {
		return err
	}
	isPosted, err := d.isTodayPosted(tx, c, now)
	if err != nil || !isPosted {
		return err
	}
	return d.Features.BeforePost(tx, c, number)
}

// parseKey reads the key of a job of solversJob.
func parseKey(key string) (communityID int64, number int, ok bool) {
	id, day, _ := strings.Cut(strings.TrimSuffix(key, newsSuffix), ":")
	communityID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	number, err = strconv.Atoi(day)
	return communityID, number, err == nil
}

// editDay edits the message of a kind that shows a day, if something in it has changed. It reports whether there is
// such a message.
func (d daily) editDay(
	tx *storage.Tx, c storage.Community, kind dayMessage, number int, now time.Time,
) (bool, error) {
	message := kind.announcement(c, number)
	_, isPosted, err := storage.Found(tx.PostedAs(message.Nonce()))
	if err != nil || !isPosted {
		return false, err
	}
	days, err := round.CalendarAt(tx, c, now)
	if err != nil {
		return false, err
	}
	reply, _, err := d.day(tx, d.Tell.Voice(c), c, number, days.NumberAt(now))
	if err != nil {
		return false, err
	}
	hasChanged, err := kind.noteShown(tx, c, number, reply)
	if err != nil || !hasChanged {
		return true, err
	}
	message.Change = "at:" + strconv.FormatInt(now.UnixMilli(), 10)
	message.Facts.Reply = reply
	return true, d.Tell.Announce(tx, now, message)
}
