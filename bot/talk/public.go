package talk

import (
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// PublicSetting returns a function for the Privacy field of a feature. The line of that function is the
// message of a key, with the command that switches on a setting, and with the name of the setting.
func PublicSetting(
	s *settings.Settings, key, setting string,
) func(say.Voice, *storage.Tx, round.Act) (chat.Line, error) {
	return func(v say.Voice, _ *storage.Tx, _ round.Act) (chat.Line, error) {
		return v.Line(key, say.With{
			"command": s.Usage(v, setting, v.Phrase("choice.on", nil)),
			"setting": v.Phrase("panel."+setting, nil),
		}), nil
	}
}
