package bot_test

import (
	"cmp"
	"context"
	"regexp"
	"strings"
	"testing"

	"reckon/bot/chat"
)

// A wayToLook shows Ann a solution that she has not found.
type wayToLook struct {
	name     string
	features []string
	// before is what happens before she looks, and room is where she looks.
	before, room string
	// look shows her the solution.
	look func(s *stage)
	// hand is the ID of the puzzle, and answer its solution; empty: it is 24:3,3,8,8.
	hand, answer string
	// isContest reports whether answers of a group to the hand are hidden, so that none of them closes it.
	isContest bool
}

// types returns a look by what Ann types, a line each.
func types(lines ...string) func(*stage) {
	return func(s *stage) { s.follow(strings.Join(lines, "\n") + "\n") }
}

// views is a look at the page, with the round of some data; empty: her current one.
func views(data string) func(*stage) {
	return func(s *stage) {
		r := s.request("ann", "{"+data+"}")
		v, err := s.bot.View(context.Background(), r, data == "")
		if err != nil || v.Round == nil && v.Day == nil {
			s.t.Fatalf("the page shows %+v (%v)", v, err)
		}
		if v.Round != nil {
			s.out.WriteString(onTerminal(chat.Reply{Text: v.Round.Result}))
		}
	}
}

const (
	// clubSolved is a race in a group that Ann belongs to, and in which she does nothing.
	clubSolved = `room club
ann> /hello
deal 24:3,3,8,8
bob> /24
bob> 8/(3-8/3)
sleep 1s
`
	dayGivenUp = `daily 61 24:3,3,8,8
room ann private
ann> {v2 daily 24 61}
ann> /giveup
ann> /giveup
clock 2026-03-03T15:00:00Z
`
)

// However a person is shown a solution, the same puzzle pays them nothing afterwards, and their answer to one that is
// open elsewhere takes it from nobody.
func TestWhoLooksHasSeen(t *testing.T) {
	ways := []wayToLook{
		{name: "/solve", room: "ann private", look: types("ann> /solve 3 3 8 8")},
		{name: "Explain", before: clubSolved, room: "club", look: types("ann re Bob got it> [Explain]")},
		{name: "Picture", before: clubSolved, room: "club", look: types("ann> [Picture]")},
		{name: "Picture, again", before: clubSolved + "bob> [Picture]\n", room: "club", look: types("ann> [Picture]")},
		{name: "Picture, in private", before: clubSolved, room: "ann private", look: types("ann> {v2 picture 1}")},
		{name: "a late answer", before: clubSolved, room: "club", look: types("ann> 3*8")},
		{name: "the page", before: clubSolved, room: "club", look: views("")},
		{name: "the page, by a link", before: clubSolved, room: "ann private", look: views("v2 answer 1")},
		{name: "the page, of an old day", features: []string{"daily"}, before: dayGivenUp + "clock 2026-03-05T15:00:00Z\n", room: "ann private", look: views("v2 answer 1")},
		{name: "the page, the day before", features: []string{"daily"}, before: dayGivenUp, room: "ann private", look: views("")},
		{name: "Solutions of a day", features: []string{"daily"}, before: dayGivenUp, room: "ann private", look: types("ann> {v2 solutions 61}")},
		{name: "Show me how, in the archive", features: []string{"daily"}, before: dayGivenUp, room: "ann private", look: types("ann> {v2 daily 24 61}", "ann> [Show me how]")},
		{name: "the results of matches", before: clubDuel, room: "club", look: func(s *stage) {
			r := s.request("ann", "/results")
			r.Person.Role = chat.RoleAdmin
			if table, ok, err := s.bot.Results(context.Background(), r); err != nil || !ok || len(table.Rows) == 0 {
				s.t.Fatalf("%t, %+v (%v)", ok, table, err)
			}
		}},
		{name: "the lines of a duel", before: clubDuel, room: "club", look: views("")},
		{name: "the lines of a duel that is over", before: clubDuel + "admin> /stop\n", room: "club", look: views("")},
		{name: "the end of a clock alone", room: "ann private", isContest: true,
			hand: "countdown:1,3,5,7,25,50=312", answer: "(50-5)*7-3", look: types("deal countdown:1,3,5,7,25,50=312", "ann> /race countdown 1", "sleep 10s", "sleep 3m", "sleep 10s")},
		{name: "the end of a race alone", room: "ann private",
			look: types("deal 24:3,3,8,8", "ann> /race 24 1", "sleep 10s", "sleep 3m", "sleep 10s")},
		{name: "a ghost", features: []string{"ghost"}, room: "ann private",
			look: types("ann> /ghost 24", "deal 24:3,3,8,8", "sleep 10s", "sleep 30m", "sleep 10s")},
	}
	for _, act := range []string{"answer", "again", "hint", "more", "first", "giveup", "sure", "page"} {
		ways = append(ways, wayToLook{name: "a press of " + act, before: clubSolved, room: "club", look: types("ann> {v2 " + act + " 1}")})
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			skipWithout(t, way.features)
			way.check(t)
		})
	}
}

// clubDuel is a duel of which a puzzle is over.
const clubDuel = `room club
ann> /hello
bob> /duel @cat 24
cat> [Accept]
deal 24:3,3,8,8
sleep 8s
bob~> 8/(3-8/3)
sleep 4s
`

var annsPoints = regexp.MustCompile(`\tAnn [1-9]`)

// check lets Ann look, and answer the same puzzle in two groups that she did not belong to. In one it was open before
// she looked.
func (w wayToLook) check(t *testing.T) {
	var out strings.Builder
	s := stageWith(t, append(w.features, kernelAlone...), newDatabase(t), &out)
	hand := cmp.Or(w.hand, "24:3,3,8,8")
	answer := cmp.Or(w.answer, "8/(3-8/3)")
	game, _, _ := strings.Cut(hand, ":")
	pose := "\ndeal " + hand + "\ndan> /" + game + "\n"
	s.follow(w.before + "room hall" + pose)
	out.WriteString("# She looks.\n")
	s.follow("room " + w.room + "\n")
	w.look(s)
	s.follow("sleep 1s\n")
	for _, room := range []string{"hall", "yard"} {
		s.follow("room " + room + "\n")
		wasOpen := room == "hall"
		if !wasOpen {
			s.follow(pose)
		}
		from := out.Len()
		s.follow("ann re make> " + answer + "\nsleep 3m\n")
		isMuted := strings.Contains(out.String()[from:], "\t🙊\n")
		from = out.Len()
		s.follow("points\n")
		isPaid := annsPoints.MatchString(out.String()[from:])
		if isPaid || isMuted != (wasOpen && !w.isContest) {
			t.Errorf("in %s she is paid %t, and muted %t:\n%s", room, isPaid, isMuted, out.String())
		}
	}
}
