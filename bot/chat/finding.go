package chat

import "context"

// A Finding is what an inspection found about one thing. Its texts are for the
// operator, in English, and hold no secret and nobody's name.
type Finding struct {
	What   string // "Telegram token"
	Found  string // what is so
	Remedy string // what to do about it; empty if all is well
	Minor  bool   // with a Remedy: the bot works without
}

// Well tells whether there is nothing that must be done.
func (f Finding) Well() bool { return f.Remedy == "" || f.Minor }

// An Inspector is a FrontEnd that can tell what would keep it from working. Inspect
// makes calls that change nothing, and may be used while a bot of the same token
// runs, here or elsewhere. menu is what is to be registered.
type Inspector interface {
	Inspect(ctx context.Context, menu []MenuCommand) []Finding
}
