package discord

import (
	"encoding/json"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// answerField is the custom_id of the one input of a form.
const answerField = "answer"

// labelComponent is a component that discordgo has no type for.
const labelComponent discordgo.ComponentType = 18

// A form is a modal as Discord takes it.
type form struct {
	CustomID   string  `json:"custom_id"`
	Title      string  `json:"title"`
	Components []field `json:"components"`
}

// A field is a labelled input.
type field struct {
	Type  discordgo.ComponentType `json:"type"`
	Label string                  `json:"label"`
	Input input                   `json:"component"`
}

// An input is one without a label of its own, which discordgo's always has.
type input struct {
	Type        discordgo.ComponentType  `json:"type"`
	CustomID    string                   `json:"custom_id"`
	Style       discordgo.TextInputStyle `json:"style"`
	Placeholder string                   `json:"placeholder,omitempty"`
	Value       string                   `json:"value,omitempty"`
	Required    bool                     `json:"required"`
	MaxLength   int                      `json:"max_length"`
}

// renderForm makes the modal of an Ask.
func renderForm(a chat.Ask) form {
	return form{
		CustomID: orDots(chat.ClipUnits(a.Data, maxCustomID)),
		Title:    orDots(chat.ClipUnits(chat.OneLine(a.Title), maxFormTitle)),
		Components: []field{{
			Type:  labelComponent,
			Label: orDots(chat.ClipUnits(chat.OneLine(a.Label), maxFormLabel)),
			Input: input{
				Type: discordgo.TextInputComponent, CustomID: answerField, Style: discordgo.TextInputShort, Required: true, MaxLength: maxAnswer,
				Placeholder: chat.ClipUnits(chat.OneLine(a.Placeholder), maxPlaceholder),
				Value:       chat.ClipUnits(chat.OneLine(a.Value), maxAnswer),
			},
		}},
	}
}

// maxChoice is the length of a choice's label and of its value.
const maxChoice = 100

// A choice is a value that is offered while a person types one: a text or, for an option of
// whole numbers, a number.
type choice struct {
	Label string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// choices is the data of the answer to a completion.
type choices struct {
	Choices []choice `json:"choices"`
}

// renderChoices makes choices of values. It leaves out those for which Discord would refuse
// the whole list.
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
