package discord

import (
	"context"
	"encoding/json"
	"strconv"

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

// complete answers what may be typed. Nobody waits for it but who types, and the
// next key brings the next question: it is asked once, beside all else.
func (x *exchange) complete(ctx context.Context, r chat.Request) {
	ctx, cancel := context.WithDeadline(ctx, x.received.Add(x.pace.firstBy))
	defer cancel()
	chat.Guard(x.log, "completing", func() {
		offered := renderChoices(x.h.Complete(ctx, r), x.wantsNumber(r.Input.Arg))
		s := x.first(discordgo.InteractionApplicationCommandAutocompleteResult, offered)
		if _, err := x.callOnce(ctx, s.call); err != nil && !isCode(err, codeAcknowledged) {
			x.log.Info("discord: values were not offered", "id", x.i.ID, "err", err)
		}
	})
}

// wantsNumber tells whether an option of the command is a whole number.
func (x *exchange) wantsNumber(arg string) bool {
	for _, c := range x.menu {
		for _, a := range c.Args {
			if c.Name == x.i.Data.Name && a.Name == arg {
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
