package talk

import (
	"reckon/bot/chat"
	"reckon/bot/say"
	"reckon/bot/settings"
)

// PublicSetting returns what makes the line of /privacy about what others can see: the message of a
// key, with how to switch on the setting that adds a person's name.
func PublicSetting(s *settings.Settings, key, setting string) func(say.Voice) chat.Line {
	return func(v say.Voice) chat.Line {
		return v.Line(key, say.With{"command": s.Usage(v, setting, v.Phrase("choice.on", nil))})
	}
}
