package telegram

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// A description is set if there is none, or an older one of the bot's own. A host's own texts stay. If
// Telegram refuses, one line is logged.
func TestProfile(t *testing.T) {
	profile := chat.Profile{
		About: map[string]string{"en": "Puzzles", "zh-Hans": "数字游戏", "zh-Hant": "數字遊戲"},
		Short: map[string]string{"en": "Play", "zh-Hans": "来玩", "zh-Hant": "來玩"},
	}
	for name, c := range map[string]struct {
		// host is a description that the host has written.
		host  string
		fault *telegramtest.Fault
		want  string
		lines int
	}{
		"new":     {"", nil, "setMyDescription =Puzzles, setMyDescription zh=数字游戏, setMyShortDescription =Play, setMyShortDescription zh=来玩", 0},
		"host's":  {"My own words", nil, "setMyShortDescription =Play, setMyShortDescription zh=来玩", 0},
		"refused": {"", telegramtest.TooMany(80_000), "setMyDescription =Puzzles", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if c.fault != nil {
					s.FailNext("setMyDescription", 1, c.fault)
				}
				if c.host != "" {
					s.Describe(c.host)
				}
				// The second one has nothing left to set.
				for n := range 2 {
					b := start(t, s, &handler{answer: always(say("hi"))}, func(c *Config) { c.Profile = profile })
					after(time.Second)
					var set []string
					for _, call := range s.Calls("") {
						if text := call.Get("description") + call.Get("short_description"); strings.HasPrefix(call.Method, "setMy") && text != "" {
							set = append(set, call.Method+" "+call.Get("language_code")+"="+text)
						}
					}
					if got := strings.Join(set, ", "); got != c.want && c.lines == 0 {
						t.Errorf("start %d: %s, want %s", n+1, got, c.want)
					}
					if lines := strings.Count(b.log.String(), "the profile was not set"); n == 0 && lines != c.lines {
						t.Errorf("logged %d times", lines)
					}
					b.end()
				}
			})
		})
	}
}
