package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A place is where people talk with the bot.
type place struct {
	network string // "telegram" or "discord", as the bot calls them
	name    string // as the stand-ins call it: "P:ann", "S1", "G1/general"
}

// area is what the stand-ins call the network.
func (p place) area() string {
	if p.network == "discord" {
		return "dc"
	}
	return "tg"
}

// where is the option that names the place.
func (p place) where() string {
	if p.network == "discord" {
		return "channel"
	}
	return "chat"
}

// private tells whether one person is alone with the bot there.
func (p place) private() bool {
	return strings.HasPrefix(p.name, "P:") || strings.HasPrefix(p.name, "DM:")
}

// at are options that name the place and a person there.
func (p place) at(who string) options { return options{p.where(): p.name, "user": who} }

// telegramChats are so many chats: P: private ones, S: groups.
func telegramChats(kind, prefix string, n int) []place {
	var all []place
	for i := range n {
		all = append(all, place{"telegram", kind + prefix + strconv.Itoa(i)})
	}
	return all
}

// discordChannels are so many channels, of servers of ten.
func discordChannels(prefix string, n int) []place {
	var all []place
	for i := range n {
		all = append(all, place{"discord", fmt.Sprintf("%s%d/c%d", prefix, i/10, i%10)})
	}
	return all
}

// person is somebody of the place; in a private chat there is one.
func (p place) person(n int) string {
	if p.private() {
		_, who, _ := strings.Cut(p.name, ":")
		return who
	}
	return strings.ToLower(strings.NewReplacer("/", "", ":", "").Replace(p.name)) + "p" + strconv.Itoa(n)
}

// pose has somebody ask for a puzzle: of a game, and of numbers of their own if
// these are given.
func (s *stage) pose(ctx context.Context, p place, who, game, numbers string) error {
	var err error
	switch {
	case p.network == "telegram":
		_, err = s.order(ctx, "tg say", p.at(who), strings.TrimSpace("/"+game+" "+numbers))
	case numbers == "":
		_, err = s.order(ctx, "dc slash", p.at(who), game)
	default:
		_, err = s.order(ctx, "dc slash", p.at(who), game, "numbers="+numbers)
	}
	return err
}

// answer has somebody answer the puzzle that is open.
func (s *stage) answer(ctx context.Context, p place, who, text string) error {
	var err error
	switch {
	case p.network == "discord":
		_, err = s.order(ctx, "dc slash", p.at(who), "answer", "answer="+text)
	case p.private():
		_, err = s.order(ctx, "tg say", p.at(who), text)
	default:
		_, err = s.order(ctx, "tg say", p.at(who), "/answer "+text)
	}
	return err
}

// await waits for something that the bot says or, among all it has said if ever is
// set, has said.
func (s *stage) await(ctx context.Context, p place, match string, ever bool, timeout time.Duration) (entry, error) {
	o := options{p.where(): p.name, "match": match, "timeout": timeout}
	if ever {
		o["after"] = 0
	}
	var e entry
	err := s.ask(ctx, &e, p.area()+" wait", o)
	return e, err
}

// transcript is all that was said at a place.
func (s *stage) transcript(ctx context.Context, p place) ([]entry, error) {
	var all []entry
	err := s.ask(ctx, &all, p.area()+" log", options{p.where(): p.name})
	return all, err
}

// reading is how it reads.
func (s *stage) reading(ctx context.Context, p place) (string, error) {
	r, err := s.order(ctx, p.area()+" log", options{p.where(): p.name})
	return r.Text, err
}

// sayings are what people did at places, with what the bot said to it.
func (s *stage) sayings(ctx context.Context, places []place) ([]*saying, error) {
	var all []*saying
	for _, p := range places {
		t, err := s.transcript(ctx, p)
		if err != nil {
			return nil, err
		}
		all = append(all, conversation(p.network, t)...)
	}
	return all, nil
}
