// Package privacy tells people what is stored about them, sends it to them, and forgets them.
//
// What is stored and what becomes of it is declared with each table (storage.Table), and each
// feature says in a line what of it others can see (feature.Feature, Privacy). Here is only how
// people ask. A person is forgotten on all networks where they are linked, after they have
// confirmed it by a button that works for nobody else. Messages that wait for their delivery lose
// the name, too.
package privacy

import (
	"reckon/bot/command"
	"reckon/bot/feature"
)

// Feature is the commands /privacy and /export, and the button that forgets a person.
func Feature(k feature.Kernel) feature.Feature {
	p := privacy{Kernel: k, exporting: make(chan struct{}, 1)}
	return feature.Feature{
		Name: "privacy",
		Commands: []command.Command[feature.Command]{
			{
				Name: "privacy",
				Is:   command.Alone | command.Private | command.Own,
				Help: feature.HelpData,
				Args: command.Arguments{{Name: argForget, Choices: []string{argForget}, Labels: "choice"}},
				Do:   feature.Command{Run: p.command},
			},
			{
				Name: "export",
				Is:   command.Alone | command.Private | command.Own,
				Help: feature.HelpData,
				Do:   feature.Command{Run: p.export},
			},
		},
		Buttons: map[string]command.Act[feature.Handler]{actForget: {Do: p.forget}},
	}
}
