package talk

import (
	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/bot/settings"
)

// PublicSetting returns a function for the Privacy field of a feature. The line of that function is the
// message of a key, with the command that switches on a setting, and with the name of the setting.
func PublicSetting(s *settings.Settings, key, setting string) func(say.Voice) chat.Line {
	return func(v say.Voice) chat.Line {
		return v.Line(key, say.With{
			"command": s.Usage(v, setting, v.Phrase("choice.on", nil)),
			"setting": v.Phrase("panel."+setting, nil),
		})
	}
}
