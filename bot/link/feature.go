// Package link links the accounts of one person on several networks. To the kernel an account is a
// player, and players who are linked are one person.
//
// A person asks for a code on one network and sends it on another within ten minutes. Both happen in
// private, because anybody who has a code can become that person. A code works once, and is stored as a
// hash. It is refused, and still works afterwards, in three cases: the same account sends it, an
// account of the same network does, or the two persons have accounts on the same network already.
// A person who guesses codes soon has to wait.
//
// The kernel decides what it means to be one person: see round.Link and round.Unlink. To unlink an
// account, the person has to confirm it by a button that works for nobody else.
package link

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/storage"
)

// Feature is the commands /link and /unlink, and the button that confirms /unlink.
func Feature(k feature.Kernel) feature.Feature {
	l := link{k}
	return feature.Feature{
		Name: "link",
		Commands: []command.Command[feature.Command]{
			{
				Name: "link",
				Is:   command.Alone,
				Help: feature.HelpData,
				Args: command.Arguments{{Name: argCode}},
				Do:   feature.Command{Run: l.command},
			},
			{
				Name: "unlink",
				Is:   command.Alone | command.Private,
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
