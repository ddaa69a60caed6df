// Package roles shows people's figures to networks on which communities give roles by them, such
// as Discord with its linked roles.
//
// Somebody who wants a role opens a page here, which leads them to their network. There they agree,
// and come back with a code, for which the network gives a token that writes their figures. Once an
// hour a job shows the figures of everybody who agreed, if they have changed. If a person has taken
// their agreement back at the network, it is deleted here then. When a person is forgotten, what is
// shown of them is taken back first.
package roles

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// Feature is the page on which people agree, and the job that shows their figures.
func Feature(k feature.Kernel) feature.Feature {
	r := roles{k}
	return feature.Feature{
		Name:   "roles",
		Routes: r.routes,
		Jobs: []feature.Job{{
			Kind:    job,
			Run:     r.run,
			AtStart: true,
		}},
		Tables: []storage.Table{{
			// What is shown elsewhere is taken back first; then the row goes. The token is a secret.
			Name:   "agreements",
			Key:    []string{"player_id"},
			People: []string{"player_id"},
			Export: map[string]string{"roles_agreed": `SELECT at, shown FROM agreements WHERE player_id = $1`},
		}},
		Figures:   r.list,
		Forgotten: queueTakingBack,
		Privacy:   func(v say.Voice) chat.Line { return v.Line("roles.privacy", nil) },
	}
}
