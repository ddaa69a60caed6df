package settings

import (
	"cmp"
	"slices"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/command"
)

// firstOfPerson are the settings that the page shows first, in its order. The others follow in that of the
// panel.
var firstOfPerson = []string{"language", "level", "games", "timezone"}

// OfPerson returns the settings of a person's private place for the page, with the choices of each. A choice
// does what the panel's button does.
func (s *Settings) OfPerson(v View, isGuest bool) []chat.SettingView {
	var here []*Setting
	for i := range s.all {
		x := &s.all[i]
		meansNothing := isGuest && x.NoGuests
		if x.isHere(v.Community) && !meansNothing {
			here = append(here, x)
		}
	}
	slices.SortStableFunc(here, func(x, y *Setting) int { return cmp.Compare(x.positionOnPage(), y.positionOnPage()) })
	var out []chat.SettingView
	for _, x := range here {
		out = append(out, chat.SettingView{
			Name:    x.Name,
			Label:   x.title(v),
			About:   v.Say.Phrase("panel.page."+x.Name, nil),
			Value:   s.label(x, v, x.value(v)),
			Choices: s.choices(x, v),
			Several: x.kind == someGames,
		})
	}
	return out
}

// positionOnPage returns where a setting comes on the page. It is the same for all that firstOfPerson does not
// name.
func (x *Setting) positionOnPage() int {
	if i := slices.Index(firstOfPerson, x.Name); i >= 0 {
		return i
	}
	return len(firstOfPerson)
}

// choices returns the choices of a setting. The last one opens a form if a value may have no button.
func (s *Settings) choices(x *Setting, v View) []chat.Choice {
	var out []chat.Choice
	for _, b := range s.valueButtons(x, v) {
		label, isOn := strings.CutPrefix(b.Label, currentMark)
		out = append(out, chat.Choice{ViewButton: chat.ViewButton{Label: label, Press: b.Data}, On: isOn})
	}
	if x.kind.isOpen() {
		typed := chat.ViewButton{Label: v.Say.Phrase("button.other", nil), Press: command.Data(ActSet, x.Name, other)}
		out = append(out, chat.Choice{ViewButton: typed})
	}
	return out
}
