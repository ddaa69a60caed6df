package chat

import "context"

// A RoleGiver is a Prover on whose network communities give roles by the figures of people who
// agree to that.
type RoleGiver interface {
	Prover
	// Agreement returns the address at which a person agrees. It leads them back to RolesPath with
	// a code and the state. Empty: people cannot agree, or not yet.
	Agreement(state string) string
	// Agreed returns who has agreed, as the code says, and a token to show their figures with. The
	// error is ErrProof, or that of the network.
	Agreed(ctx context.Context, code string) (who Request, token string, err error)
	// ShowFigures replaces the figures that the network shows of a person. Nil removes them and
	// gives the token back. next is the token from then on, also after an error; empty: it stays
	// the same. ErrProof says that the person no longer agrees.
	ShowFigures(ctx context.Context, token string, figures []Figure) (next string, err error)
}

// RolesPath returns the path, below the address of the page, at which people of a network agree.
func RolesPath(network string) string { return "/roles/" + network }
