package bot_test

import (
	"strings"
	"testing"
	"time"
)

// If a clock was 40 days ahead for a while, the dailies still come, whether or not the bot is started again.
func TestDailyAfterWrongClock(t *testing.T) {
	for name, mend := range map[string]func(s *stage) error{
		"running": func(*stage) error { return nil },
		"started anew": func(s *stage) error {
			err := s.store.Close()
			s.open()
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, new(strings.Builder))
			s.says("admin", "", "/settings timezone UTC hour 9 daily on")
			s.tick()
			right := s.now
			s.now = right.AddDate(0, 0, 40)
			s.tick()
			s.now = right.Add(25 * time.Second)
			if err := mend(s); err != nil {
				t.Fatal(err)
			}
			s.tick()
			for range 3 {
				posted := len(s.messages)
				s.now = s.now.Add(24 * time.Hour)
				s.tick()
				if len(s.messages) == posted {
					t.Errorf("no daily on %s", s.now.Format(time.DateOnly))
				}
			}
		})
	}
}
