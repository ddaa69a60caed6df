package link

import (
	"strings"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/say"
	"reckon/storage"
)

// refuse says why nobody was linked or unlinked, in the sentence with the given key.
func refuse(v say.Voice, key string) feature.Result {
	return feature.Result{Reply: v.Refuse(key, say.With{
		"command": say.Word("link"),
		"unlink":  say.Word("unlink"),
	})}
}

// lineOf returns a line that names players, each with its network, and a command.
func lineOf(v say.Voice, key string, players []storage.Player, command string) chat.Line {
	var names []chat.Span
	for _, p := range players {
		name := v.Phrase("link.player", say.With{
			"player":  chat.OneLine(p.Name),
			"network": strings.ToUpper(p.Network[:1]) + p.Network[1:],
		})
		names = append(names, chat.Span{Text: name})
	}
	return v.Line(key, say.With{
		"players": say.List(v, "list.last", names),
		"command": say.Word(command),
	})
}
