package roles

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/feature"
)

// A FigureShower is a front end whose network shows the figures of people who agree, so that
// communities can give roles for them.
type FigureShower interface {
	// Agreement returns the address of the network at which a person agrees. From there they come back to
	// chat.RolesPath with a code, and with the state that they were sent with. The address is empty if people cannot
	// agree now.
	Agreement(state string) string
	// Agreed returns the person who comes back with a code, and a token that lets the bot show their figures.
	// The error is chat.ErrProof, or one of the network's. The token is sealed: it is encrypted, so that
	// somebody who has only a copy of the database cannot use it.
	Agreed(ctx context.Context, code string) (who chat.Request, token string, err error)
	// ShowFigures shows a person's figures instead of earlier ones. Without figures it removes what is shown, and
	// gives the token back to the network. If next is not empty, it is a new token, and the caller must store it
	// instead of the old one, even after an error. The error is chat.ErrProof if the person no longer agrees, and
	// chat.ErrSealed if the token cannot be read.
	ShowFigures(ctx context.Context, token string, figures []chat.Figure) (next string, err error)
	// SealToken seals a token that an older version has stored without a seal. A sealed token is not
	// changed.
	SealToken(token string) (string, error)
}

// roles has the handlers of the page and of the job.
type roles struct{ feature.Kernel }

// figureShower returns the front end of a network that shows figures. ok is false if the network shows
// no figures.
func (r roles) figureShower(network string) (front FigureShower, ok bool) {
	front, ok = r.FrontEnd(network).(FigureShower)
	return front, ok
}
