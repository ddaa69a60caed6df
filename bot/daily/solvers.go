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
	// solversJob is the kind of the job that shows in the posts of a day who has solved what. Its key is
	// the community's ID and the number of the day. If the job was set because a month is over,
	// newsSuffix follows. The kind is stored, so it keeps the name that it was given first.
	solversJob = "daily-post"
	newsSuffix = ":news"
	// solversEvery is the least time between two edits of a post, however many people solve something.
	solversEvery = 10 * time.Second
	// newsAfter is the time from the closing of a month until posts tell who won it. A post that is sent at
	// the moment of closing is delivered by then.
	newsAfter = time.Minute
	// maxCommunities is how many communities name a solver in their posts at most.
	maxCommunities = 20
)

// noteSolver sets jobs that name a person who has solved a daily. The jobs name the person in the posts
// of that day, in all communities of the person.
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
			_, showsDay, err = storage.Found(tx.PostedAs(dayReply.of(c, r.Daily).Nonce()))
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

// showSolvers is the job that shows in the posts of a day who has solved what.
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
		_, err = d.editPost(tx, c, dayReply, number, now)
		if err != nil || !c.Daily {
			return err
		}
		// If the next day has been posted, that post tells how this day went, and the post of this day
		// is closed.
		isOver, err := d.editPost(tx, c, dayPost, number+1, now)
		if err != nil || isOver {
			return err
		}
		if err := d.tellNews(tx, c, number, now); err != nil {
			return err
		}
		_, err = d.editPost(tx, c, dayPost, number, now)
		return err
	}, nil
}

// monthOver sets jobs that edit today's posts of communities after a month, so that they tell who won it. A
// post that comes later tells who won when it is posted.
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
		// The key differs from that of noteSolver's jobs. So a person who solves something meanwhile does not
		// have to wait for this job.
		key := fmt.Sprintf("%d:%d", c.ID, days.NumberAt(now)) + newsSuffix
		if err := tx.AddJob(storage.Job{Kind: solversJob, Key: key, At: now.Add(newsAfter)}); err != nil {
			return err
		}
	}
	return nil
}

// tellNews lets features add to the post of today what has happened since it was posted.
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

// editPost edits the post of a kind that shows a day, if something has changed. It reports whether there is
// such a post.
func (d daily) editPost(
	tx *storage.Tx, c storage.Community, kind dayMessage, number int, now time.Time,
) (bool, error) {
	post := kind.of(c, number)
	_, isPosted, err := storage.Found(tx.PostedAs(post.Nonce()))
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
	isNew, err := kind.noteShown(tx, c, number, reply)
	if err != nil || !isNew {
		return true, err
	}
	post.Change = "at:" + strconv.FormatInt(now.UnixMilli(), 10)
	post.Facts.Reply = reply
	return true, d.Tell.Announce(tx, now, post)
}
