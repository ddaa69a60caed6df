package chat

import "context"

// A RoleGiver is a Prover on whose network communities give roles by the figures of people, if
// these agree.
type RoleGiver interface {
	Prover
	// Agreement returns the address at which a person agrees. It leads them back to RolesPath with
	// a code and the state. Empty: people cannot agree, or not yet.
	Agreement(state string) string
	// Agreed returns who has agreed, by the code, and a token to show their figures with. The error
	// is ErrProof, or that of the network.
	Agreed(ctx context.Context, code string) (who Request, token string, err error)
	// ShowFigures shows a person's figures in place of those before. Nil shows nothing any longer
	// and gives the token back. From then on the token is next, also after an error; empty: it is
	// the same. ErrProof says that the person no longer agrees.
	ShowFigures(ctx context.Context, token string, figures []Figure) (next string, err error)
}

// RolesPath is where people of a network agree, below the address of the page.
func RolesPath(network string) string { return "/roles/" + network }
