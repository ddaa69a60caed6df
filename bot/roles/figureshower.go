package roles

import (
	"context"

	"reckon/bot/chat"
	"reckon/bot/feature"
)

// A FigureShower is a front end whose network shows the figures of people who agree, so that
// communities give roles by them.
type FigureShower interface {
	// Agreement returns the address at which a person agrees. It leads them back to
	// chat.RolesPath with a code and the state. Empty: people cannot agree, or not yet.
	Agreement(state string) string
	// Agreed returns who has agreed, by the code, and a token to show their figures with. The
	// error is chat.ErrProof, or that of the network. The token is sealed: nobody can use it who
	// has a copy of the database alone.
	Agreed(ctx context.Context, code string) (who chat.Request, token string, err error)
	// ShowFigures shows a person's figures instead of those before. Without figures it takes back
	// what is shown, and returns the token to the network. From then on the token is next, also
	// after an error; empty: it is the same. The error is chat.ErrProof if the person no longer
	// agrees, and chat.ErrSealed if the token cannot be read.
	ShowFigures(ctx context.Context, token string, figures []chat.Figure) (next string, err error)
	// SealToken seals a token that an older version stored as it came. A sealed one stays as it is.
	SealToken(token string) (string, error)
}

// roles shows figures.
type roles struct{ feature.Kernel }

// figureShower returns the front end of a network that shows figures; ok is false if it shows none.
func (r roles) figureShower(network string) (front FigureShower, ok bool) {
	front, ok = r.FrontEnd(network).(FigureShower)
	return front, ok
}
