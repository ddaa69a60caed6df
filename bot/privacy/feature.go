// Package privacy tells people what is stored about them, sends it to them, and forgets them.
//
// This package has only the commands. What is stored about a person, and what happens to it when the person is
// forgotten, is said by the declaration of each table (storage.Table). What others can see of a person through a
// feature, the feature says in a line (feature.Feature.Privacy). A person is forgotten on all networks where
// they are linked, after they have confirmed that by a button that works for nobody else. Their name is also
// removed from messages that wait for delivery.
package privacy

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
)

// Feature returns the feature: the commands /privacy and /export, and the button that forgets a person.
func Feature(k feature.Kernel) feature.Feature {
	p := privacy{Kernel: k, exporting: make(chan struct{}, 1), loading: new(loading)}
	return feature.Feature{
		Name: "privacy",
		Commands: []command.Command[feature.Command]{
			{
				Name: namePrivacy,
				Is:   command.Alone | command.Private | command.Own,
				Help: feature.HelpData,
				Args: command.Arguments{{Name: argForget, Choices: []string{argForget}, Labels: "choice"}},
				Do:   feature.Command{Run: p.command},
			},
			{
				Name: nameExport,
				Is:   command.Alone | command.Private | command.Own,
				Help: feature.HelpData,
				In:   namePrivacy,
				Do:   feature.Command{Run: p.export},
			},
		},
		Files:   map[string]func(context.Context, *chat.Reply) error{exportKind: p.completeExport},
		Buttons: map[string]command.Act[feature.Handler]{actForget: {Do: p.forget}},
	}
}
