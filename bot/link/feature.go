// Package link makes the players of one person on several networks one.
//
// A person asks for a code on one network and sends it within ten minutes on another, in private
// both times, since a code makes anybody who has it that person. It works once, is stored as a
// hash, and holds on after a try that is refused: by the person's own account, on the network that
// gave it, or where one of the two is linked on a network of the other already. A person who
// guesses codes is soon held up.
//
// What it means that players are one person is the kernel's: see round.Link and round.Unlink. An
// account is parted from the others after the person has confirmed it by a button that works for
// nobody else.
package link

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/storage"
)

// Feature is the commands /link and /unlink, and the button that parts an account.
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
