package daily

import (
	"strconv"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// offered says that the next day was offered at a place; in a group it is the number of the day on
// which that was. It is no setting that people see.
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

// openedBy is the number of the day that an administrator opened last in a group without dailies;
// empty if the last who opened one was somebody else.
const openedBy = "daily.opened"

// noteOpened notes whether an administrator opens a day in a group.
func noteOpened(tx *storage.Tx, act round.Act, number int) error {
	if act.Community.Private || act.Community.Daily {
		return nil
	}
	value := ""
	if act.Admin {
		value = strconv.Itoa(number)
	}
	was, err := tx.Setting(act.Community.ID, openedBy)
	if err != nil || was == value {
		return err
	}
	return tx.SetSetting(act.Community.ID, openedBy, value)
}

// addEveryDay offers an administrator who has opened a day in a group to have days posted there. It is
// offered once, on one day, under the message that they asked for.
func addEveryDay(tx *storage.Tx, v say.Voice, c storage.Community, number int, reply *chat.Reply) error {
	if c.Private || c.Daily {
		return nil
	}
	opened, err := tx.Setting(c.ID, openedBy)
	if err != nil || opened != strconv.Itoa(number) {
		return err
	}
	day, err := tx.Setting(c.ID, string(offered))
	if err != nil {
		return err
	}
	isOther := day != "" && day != opened
	if isOther {
		return nil
	}
	if day == "" {
		if err := tx.SetSetting(c.ID, string(offered), opened); err != nil {
			return err
		}
	}
	every := button.New(v, "everyday", command.Data(actTomorrow))
	reply.Buttons = append(reply.Buttons, []chat.Button{every})
	return nil
}

// tomorrowButton has days posted at a place, from the next one on, at the time of day at which an
// administrator presses it, or the person whose private chat it is.
func (d daily) tomorrowButton(req *feature.Request) (feature.Plan, error) {
	if !req.Act.Admin {
		return feature.Respond(req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})), nil
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
		// The message that offered it no longer does.
		number := round.NumberIn(c, req.Act.At)
		if _, err := d.editPost(tx, c, askedPost, number, req.Act.At); err != nil {
			return feature.Result{}, err
		}
		line := req.Aloud.Line("tomorrow.set", say.With{
			"time":    next.Format("15:04"),
			"command": d.Settings.Usage(req.Aloud, "daily", req.Aloud.Phrase("choice.off", nil)),
		})
		return feature.Result{Reply: chat.Reply{Text: []chat.Line{line}}}, nil
	}, nil
}
