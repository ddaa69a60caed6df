// Package roles gives people's figures, such as their streak, to networks on which communities give roles
// for figures. Discord calls these linked roles.
//
// A person who wants a role opens a page of the bot, which leads them to their network. There they agree
// that the network shows their figures, and come back to the page with a code. In exchange for the code the
// network gives the bot a token, with which the bot tells the network the figures. Once an hour a job does so
// for everybody who agreed and whose figures have changed. If a person has taken back their agreement at the
// network, the job deletes it from the database. When a person is forgotten, a job removes their figures from
// the network, and then deletes the agreement.
package roles

import (
	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Feature returns the feature: the page on which people agree, and the job that shows their figures.
func Feature(k feature.Kernel) feature.Feature {
	r := roles{k}
	return feature.Feature{
		Name:   "roles",
		Routes: r.routes,
		Jobs: []feature.Job{{
			Kind:    jobKind,
			Run:     r.run,
			AtStart: true,
		}},
		Tables: []storage.Table{{
			// The table has no Forget, because the job needs the row to take back the figures at the network. It
			// then deletes the row. The token is a secret, so it is not exported.
			Name:   "agreements",
			Key:    []string{"player_id"},
			People: []string{"player_id"},
			Export: map[string]string{"roles_agreed": `SELECT at, shown FROM agreements WHERE player_id = $1`},
		}},
		Figures:   r.list,
		Forgotten: queueTakingBack,
		Privacy:   tellAgreed,
	}
}

// tellAgreed says what is stored about a person who agreed on one of their networks that their figures are shown.
func tellAgreed(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error) {
	players, err := tx.PersonPlayers(act.Person.ID)
	if err != nil {
		return nil, err
	}
	for _, player := range players {
		_, hasAgreed, err := storage.Found(agreementOf(tx, player.ID))
		if err != nil {
			return nil, err
		}
		if hasAgreed {
			return v.Line("roles.privacy", nil), nil
		}
	}
	return nil, nil
}
