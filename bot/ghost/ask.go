package ghost

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// asked is the key of a setting that people do not see. In a private chat it says that the person was asked whether
// their ghost may have their name.
const asked settings.Toggle = "ghost.asked"

// askForName asks a person once whether their ghost may have their name, after a match against a ghost. The match was
// in their private chat, so the settings of that chat are theirs. Only people who also play in a group are asked:
// people there would know the name.
func askForName(v say.Voice, tx *storage.Tx, m round.Match, reply *chat.Reply) error {
	if m.Kind != name || m.IsCutShort() {
		return nil
	}
	wasAsked, err := asked.IsOn(tx, m.CommunityID)
	if err != nil || wasAsked {
		return err
	}
	isNamed, err := namesPerson.IsOn(tx, m.CommunityID)
	if err != nil || isNamed {
		return err
	}
	groups, err := groupsOf(tx, m.AskerID)
	if err != nil || len(groups) == 0 {
		return err
	}
	if err := asked.Set(tx, m.CommunityID, true); err != nil {
		return err
	}
	reply.Text = append(reply.Text, v.Line("ghost.ask", nil))
	yes := button.New(v, "ghost.name", command.Data(settings.ActSet, namesPerson.Name(), "on", settings.Brief))
	reply.Buttons = append(reply.Buttons, []chat.Button{yes})
	return nil
}
