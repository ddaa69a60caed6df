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

// offered is the key of a setting that people do not see. In a private chat it says that the daily post was
// offered there. In a group its value is the number of the day on which it was offered.
const offered settings.Toggle = "daily.offered"

// offerOnce reports whether to offer the daily post in a private chat. If so, it also notes that the post was offered,
// because it is offered only once. If days are posted there already, it is not offered.
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

// addTomorrow offers the daily post to a person who has solved a puzzle of a day in their private chat. The page has an
// offer of its own: see addRemind.
func addTomorrow(req *feature.Request, tx *storage.Tx, reply *chat.Reply, day round.Achievement) error {
	hasSolved := day.Live && day.Score() > 0
	if !hasSolved || !req.Act.Community.Private || req.OnPage() {
		return nil
	}
	isOffered, err := offerOnce(tx, req.Act.Community)
	if err != nil || !isOffered {
		return err
	}
	reply.Text = append(reply.Text, req.Say.Line("tomorrow.offer", nil))
	switchOn := button.New(req.Say, "tomorrow", command.Data(actTomorrow))
	reply.Buttons = append(reply.Buttons, []chat.Button{switchOn})
	return nil
}

// openedDay is the key of a setting that people do not see. In a group without a daily post its value is the number of
// the day that an administrator has opened last. It is empty if somebody else has opened a day since.
const openedDay = "daily.opened"

// noteOpened sets openedDay when somebody opens today's day in a group.
func noteOpened(tx *storage.Tx, act round.Act, number int) error {
	if act.Community.Private || act.Community.Daily {
		return nil
	}
	value := ""
	if act.Admin {
		value = strconv.Itoa(number)
	}
	was, err := tx.Setting(act.Community.ID, openedDay)
	if err != nil || was == value {
		return err
	}
	return tx.SetSetting(act.Community.ID, openedDay, value)
}

// addEveryDay adds a button that offers the daily post to the message that shows a day to a group, if an administrator
// has opened that day. A group gets this offer on one day only.
func addEveryDay(tx *storage.Tx, v say.Voice, c storage.Community, number int, reply *chat.Reply) error {
	if c.Private || c.Daily {
		return nil
	}
	opened, err := tx.Setting(c.ID, openedDay)
	if err != nil || opened != strconv.Itoa(number) {
		return err
	}
	offeredOn, err := tx.Setting(c.ID, string(offered))
	if err != nil {
		return err
	}
	isFirstOffer := offeredOn == ""
	wasOfferedOnOtherDay := !isFirstOffer && offeredOn != opened
	if wasOfferedOnOtherDay {
		return nil
	}
	if isFirstOffer {
		if err := tx.SetSetting(c.ID, string(offered), opened); err != nil {
			return err
		}
	}
	every := button.New(v, "everyday", command.Data(actTomorrow))
	reply.Buttons = append(reply.Buttons, []chat.Button{every})
	return nil
}

// tomorrowButton switches on the daily post of a place, from the next day on. The post comes at the time of
// day at which the button is pressed. Only an administrator may press the button. In a private chat the
// person is the administrator.
func (d daily) tomorrowButton(req *feature.Request) (feature.Plan, error) {
	if !req.Act.Admin {
		return feature.Respond(req.Say.Refuse("admins-only", say.With{"command": say.Slash("settings")})), nil
	}
	return func(tx *storage.Tx) (feature.Result, error) {
		c := req.Act.Community
		local := req.Act.At.In(round.Zone(c.Zone))
		wasOn := c.Daily
		if !wasOn {
			c.Daily = true
			c.DailyChannel = req.Act.Channel
			c.Hour = local.Hour()
			c.Minute = local.Minute()
			if err := tx.SaveCommunity(c); err != nil {
				return feature.Result{}, err
			}
		}
		days, err := round.CalendarAt(tx, c, req.Act.At)
		if err != nil {
			return feature.Result{}, err
		}
		today := days.NumberAt(req.Act.At)
		next := days.NextPost(req.Act.At)
		if !wasOn {
			// Today's day is not posted any more, because the person is playing it already.
			next = days.PostTime(today + 1)
			if err := tx.SetSetting(c.ID, playedDay, strconv.Itoa(today)); err != nil {
				return feature.Result{}, err
			}
		}
		if err := scheduleNext(tx, c, postJob, true, next); err != nil {
			return feature.Result{}, err
		}
		// The message that offered the post is edited, so that it does not offer it any more.
		if _, err := d.editDay(tx, c, dayReply, today, req.Act.At); err != nil {
			return feature.Result{}, err
		}
		line := req.Aloud.Line("tomorrow.set", say.With{
			"time":    next.Format("15:04"),
			"command": d.Settings.Usage(req.Aloud, "daily", req.Aloud.Phrase("choice.off", nil)),
		})
		return feature.Result{Reply: chat.Reply{Text: []chat.Line{line}}}, nil
	}, nil
}
