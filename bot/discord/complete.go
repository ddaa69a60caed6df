package discord

import (
	"encoding/json"
	"strconv"

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
