package discord

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// maxChoice is the length of a choice's label and of its value.
const maxChoice = 100

// A choice is a value that is offered while one is typed: a text or, where a whole
// number is asked for, a number.
type choice struct {
	Label string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// choices is the data of the answer to a completion.
type choices struct {
	Choices []choice `json:"choices"`
}

// A completer answers what may be typed.
type completer struct {
	*rest
	pace *pace
	h    chat.Handler
	menu []chat.MenuCommand
}

// hear takes in an interaction, and tells whether it asks what may be typed. It
// returns at once.
func (c *completer) hear(ctx context.Context, raw []byte, now time.Time) bool {
	var sort struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if json.Unmarshal(raw, &sort) != nil || sort.Type != discordgo.InteractionApplicationCommandAutocomplete {
		return false
	}
	go chat.Guard(c.log, "completing", func() {
		i, r, err := decode(raw)
		if err != nil {
			c.log.Warn("discord: a question of what may be typed that cannot be read", "err", err)
			return
		}
		ctx, cancel := context.WithDeadline(ctx, now.Add(c.pace.firstBy))
		defer cancel()
		c.answer(ctx, i, r)
	})
	return true
}

// answer offers values, once: nobody waits for them but who types, and the next key
// brings the next question.
func (c *completer) answer(ctx context.Context, i interaction, r chat.Request) {
	offered := renderChoices(c.h.Complete(ctx, r), c.wantsNumber(r.Input))
	s := (&shown{i: i}).first(discordgo.InteractionApplicationCommandAutocompleteResult, offered)
	bucket, _ := lockBucket(discordgo.NewRatelimiter(), s.path())
	if failed := c.do(ctx, s.call, bucket, nil); failed != nil && failed.code != codeAcknowledged {
		c.log.Info("discord: values were not offered", "id", i.ID, "err", conceal(failed, i.Token))
	}
}

// wantsNumber tells whether the option that is typed is a whole number.
func (c *completer) wantsNumber(in chat.Input) bool {
	for _, cmd := range c.menu {
		for _, a := range cmd.Args {
			if cmd.Name == in.Name && a.Name == in.Arg {
				return a.Whole != nil
			}
		}
	}
	return false
}

// renderChoices leaves out what Discord would refuse, and all with it.
func renderChoices(offered []chat.MenuChoice, numbers bool) choices {
	out := choices{Choices: []choice{}}
	for _, c := range offered {
		label := chat.ClipUnits(chat.OneLine(c.Label[chat.DefaultLanguage]), maxChoice)
		value, err := json.Marshal(c.Value)
		if numbers {
			if _, err = strconv.Atoi(c.Value); err == nil {
				value = json.RawMessage(c.Value)
			}
		}
		if err != nil || chat.IsBlank(label) || c.Value == "" || chat.Units(c.Value) > maxChoice || len(out.Choices) == chat.MaxChoices {
			continue
		}
		out.Choices = append(out.Choices, choice{label, value})
	}
	return out
}
