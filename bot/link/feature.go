// Package link links the accounts of one person on several networks. For the kernel an account is a
// player, and players who are linked are one person.
//
// A person asks for a code on one network and sends it on another within ten minutes. Both happen in
// private, because anybody who has a code can become that person. A code works once, and is stored as a
// hash. It is refused in three cases: the account that asked for it sends it, another account of the same
// network sends it, or the two persons have accounts on the same network already. After a refusal the code
// still works. A person who guesses codes soon has to wait.
//
// The kernel decides what it means to be one person: see round.Link and round.Unlink. Before an
// account is unlinked, the person has to confirm it by a button that works for nobody else.
package link

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/storage"
)

// Feature returns the feature: the commands /link and /unlink, and the button that confirms /unlink.
func Feature(k feature.Kernel) feature.Feature {
	l := link{k}
	return feature.Feature{
		Name: "link",
		Commands: []command.Command[feature.Command]{
			{
				Name: "link",
				Is:   command.Alone | command.Firsthand,
				Help: feature.HelpData,
				In:   feature.Settings,
				Args: command.Arguments{{Name: argCode}},
				Do:   feature.Command{Run: l.command},
			},
			{
				Name: "unlink",
				Is:   command.Alone | command.Private | command.Typed,
				Help: feature.HelpData,
				Do:   feature.Command{Run: l.askToUnlink},
			},
		},
		Buttons: map[string]command.Act[feature.Handler]{actUnlink: {Do: l.unlink}},
		Tables: []storage.Table{{
			Name:   "link_codes",
			Key:    []string{"code"},
			People: []string{"player_id"},
			Forget: storage.Delete,
			Export: map[string]string{"link_codes": `SELECT until FROM link_codes WHERE player_id = $1`},
			Old:    &storage.Old{Column: "until"},
		}},
	}
}
