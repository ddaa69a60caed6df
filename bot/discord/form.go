package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// answerField is the custom_id of the one input of a form.
const answerField = "answer"

// labelComponent is a component that discordgo has no type for.
const labelComponent discordgo.ComponentType = 18

// renderForm returns the modal of an Ask. discordgo's input always has a label of its own,
// which an input within a label must not have.
func renderForm(a chat.Ask) map[string]any {
	input := map[string]any{
		"type":       discordgo.TextInputComponent,
		"custom_id":  answerField,
		"style":      discordgo.TextInputShort,
		"required":   true,
		"max_length": maxAnswer,
	}
	if text := chat.ClipUnits(chat.OneLine(a.Placeholder), maxPlaceholder); text != "" {
		input["placeholder"] = text
	}
	if text := chat.ClipUnits(chat.OneLine(a.Value), maxAnswer); text != "" {
		input["value"] = text
	}
	label := map[string]any{
		"type":      labelComponent,
		"label":     orDots(chat.ClipUnits(chat.OneLine(a.Label), maxFormLabel)),
		"component": input,
	}
	return map[string]any{
		"custom_id":  orDots(chat.ClipUnits(a.Data, maxCustomID)),
		"title":      orDots(chat.ClipUnits(chat.OneLine(a.Title), maxFormTitle)),
		"components": []map[string]any{label},
	}
}

// maxChoice is how long a choice's label and its value may be.
const maxChoice = 100

// renderChoices returns the choices that are offered while a person types a value: texts or, for
// an option of whole numbers, numbers. It leaves out those for which Discord would refuse the
// whole list.
func renderChoices(offered []chat.MenuChoice, numbers bool) []discordgo.ApplicationCommandOptionChoice {
	choices := []discordgo.ApplicationCommandOptionChoice{}
	for _, c := range offered[:min(len(offered), chat.MaxChoices)] {
		label := chat.ClipUnits(chat.OneLine(c.Label[chat.DefaultLanguage]), maxChoice)
		if chat.IsBlank(label) || c.Value == "" || chat.Units(c.Value) > maxChoice {
			continue
		}
		choice := discordgo.ApplicationCommandOptionChoice{Name: label, Value: c.Value}
		if numbers {
			n, err := strconv.Atoi(c.Value)
			if err != nil {
				continue
			}
			choice.Value = n
		}
		choices = append(choices, choice)
	}
	return choices
}
