package say

import (
	"slices"
	"testing"
)

// telegrams are the emoji of ReactionTypeEmoji of Telegram's Bot API. It refuses all others.
var telegrams = []string{
	"❤", "👍", "👎", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩", "🙏", "👌", "🕊", "🤡",
	"🥱", "🥴", "😍", "🐳", "❤‍🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆", "💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈",
	"😴", "😭", "🤓", "👻", "👨‍💻", "👀", "🎃", "🙈", "😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿",
	"🆒", "💘", "🙉", "🦄", "😘", "💊", "🙊", "😎", "👾", "🤷‍♂", "🤷", "🤷‍♀", "😡",
}

// Telegram accepts each reaction.
func TestReactionsAreTaken(t *testing.T) {
	all := []string{unreadable, quick, celebrated}
	for _, m := range manners {
		if m.reaction != "" {
			all = append(all, m.reaction)
		}
	}
	for _, reaction := range all {
		if !slices.Contains(telegrams, reaction) {
			t.Errorf("Telegram refuses the reaction %s", reaction)
		}
	}
}
