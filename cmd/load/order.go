package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// simultaneous is how far apart two things are taken for said at once: the calls
// that say them overlap by as much.
const simultaneous = 50 * time.Millisecond

// disorders are the wrong answers in chats of Telegram that were told of after a
// later one of the same chat. What is right is told first, so it has an order of
// its own; on Discord each answer goes to the command it answers. What waited in a gap
// is left out: it is told when somebody has taken it up.
func disorders(all []*saying, gaps []gap) []string {
	var found []string
	latest := map[string]*saying{} // by chat: that told last, so far
	for _, s := range wrongAnswers(all) {
		last := latest[s.Chat]
		if last != nil && !waited(last, gaps) && last.told[0].At.Sub(s.told[0].At) > simultaneous {
			found = append(found, fmt.Sprintf("%s, told %s before, said after %s", s, brief(last.told[0].At.Sub(s.told[0].At)), last))
		}
		if last == nil || s.told[0].At.After(last.told[0].At) {
			latest[s.Chat] = s
		}
	}
	return found
}

// waited tells whether one of the gaps was, in part, between a saying and what was
// told of it.
func waited(s *saying, gaps []gap) bool {
	return slices.ContainsFunc(gaps, func(g gap) bool { return s.At.Before(g.to) && s.told[0].At.After(g.from) })
}

// wrongAnswers are those on Telegram that were told of, in the order in which they
// were said.
func wrongAnswers(all []*saying) []*saying {
	var wrong []*saying
	for _, s := range all {
		if s.network == "telegram" && s.answer != "" && len(s.told) > 0 && !strings.Contains(s.told[0].visible(), "Right") {
			wrong = append(wrong, s)
		}
	}
	slices.SortStableFunc(wrong, func(a, b *saying) int { return a.At.Compare(b.At) })
	return wrong
}
