package daily

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// offered says that the next day was offered at a place. It is no setting that people see.
const offered settings.Toggle = "daily.offered"

// offerOnce reports whether to offer the next day at a place, and notes that it was offered. It is
// offered once, and never if days are posted there already.
func offerOnce(tx *storage.Tx, c storage.Community) (bool, error) {
	if c.Daily {
		return false, nil
	}
	wasOffered, err := offered.IsOn(tx, c.ID)
	if err != nil || wasOffered {
		return false, err
	}
	return true, offered.Set(tx, c.ID, true)
}

// addTomorrow offers the next day to a person who has solved a puzzle of one in their private chat.
func addTomorrow(req *feature.Request, tx *storage.Tx, reply *chat.Reply, day round.Achievement) error {
	isSolved := day.Live && day.Score() > 0
	if !req.Act.Community.Private || req.Act.Community.Daily || !isSolved {
		return nil
	}
	isOffered, err := offerOnce(tx, req.Act.Community)
	if err != nil || !isOffered {
		return err
	}
	reply.Text = append(reply.Text, req.Say.Line("tomorrow.offer", nil))
	again := button.New(req.Say, "tomorrow", command.Data(actTomorrow))
	reply.Buttons = append(reply.Buttons, []chat.Button{again})
	return nil
}

// tomorrowButton has days posted in a person's private chat, from the next one on, at the time of day
// at which they press it.
func (d daily) tomorrowButton(req *feature.Request) (feature.Plan, error) {
	if !req.Act.Community.Private || !req.Act.Admin {
		return feature.Respond(req.OldButton()), nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		c := req.Act.Community
		local := req.Act.At.In(round.Zone(c.Zone))
		if !c.Daily {
			c.Daily = true
			c.DailyChannel = req.Act.Channel
			c.Hour = local.Hour()
			c.Minute = local.Minute()
			if err := tx.SaveCommunity(c); err != nil {
				return feature.Result{}, err
			}
		}
		next := round.NextDaily(local, c.Hour, c.Minute)
		// Today's day is not posted, because the person is playing it.
		if _, err := scheduleNext(tx, c, postJob, true, next); err != nil {
			return feature.Result{}, err
		}
		line := req.Say.Line("tomorrow.set", say.With{
			"time":    next.Format("15:04"),
			"command": d.Settings.Usage(req.Say, "daily", req.Say.Phrase("choice.off", nil)),
		})
		return feature.Result{Reply: chat.Reply{Text: []chat.Line{line}}}, nil
	}, nil
}
