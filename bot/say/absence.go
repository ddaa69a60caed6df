package say

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/storage"
)

// Absence says what keeps a person out of the World. It is nil if nothing does.
func (v Voice) Absence(p round.Presence) chat.Line {
	switch {
	case p.Check == storage.Barred:
		return v.Line("world.kept", nil)
	case p.Check == storage.Checked:
		return v.Line("world.checked", nil)
	case p.Guest:
		return v.Line("world.guest", nil)
	}
	return nil
}
