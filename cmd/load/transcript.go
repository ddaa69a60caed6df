package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// An entry is a line of the stand-ins' transcript of a place.
type entry struct {
	Seq     int64      `json:"seq"`
	At      time.Time  `json:"at"`
	Chat    string     `json:"chat"`
	Who     string     `json:"who"`
	Bot     bool       `json:"bot"`
	Kind    string     `json:"kind"` // say, edit, delete, click, answer, slash, modal, defer …
	Msg     string     `json:"msg"`
	ReplyTo string     `json:"reply_to"`
	Text    string     `json:"text"`
	Format  string     `json:"format"` // embeds, in words
	Buttons [][]button `json:"buttons"`
	Only    string     `json:"only"`  // the one person who sees it
	Ref     string     `json:"ref"`   // the interaction or press it belongs to
	Quiet   bool       `json:"quiet"` // nobody sees it
}

type button struct {
	Label string `json:"label"`
	Data  string `json:"data"`
}

// visible is all of an entry that people read.
func (e *entry) visible() string { return e.Text + "\n" + e.Format }

// round is the number of the round whose puzzle the entry shows; "" if it shows
// none.
func (e *entry) round() string {
	for _, row := range e.Buttons {
		for _, b := range row {
			if words := strings.Fields(b.Data); len(words) > 2 && words[1] == "answer" {
				return words[2]
			}
		}
	}
	return ""
}

// A saying is something that a person did, and what the bot said to it.
type saying struct {
	entry
	network  string
	answer   string  // what is to be judged; "" if it is something else
	told     []entry // that answered it; more than one is told twice
	deferred bool    // Discord was told that an answer is coming
}

func (s *saying) String() string {
	text := fmt.Sprintf("%s %s in %s %s: %.60s", s.network, s.At.Format("15:04:05.000"), s.Chat, s.Who, s.Text)
	if s.deferred {
		text += " (an answer was promised)"
	}
	return text
}

// took is how long it was until the person was told.
func (s *saying) took() time.Duration { return s.told[0].At.Sub(s.At) }

// times says what was said to it, and when.
func (s *saying) times() string {
	var all []string
	for _, e := range s.told {
		all = append(all, e.Kind+" "+e.At.Format("15:04:05.000"))
	}
	return strings.Join(all, ", ")
}

// mayBeTold tells whether an answer may still come. Discord takes none that was
// not promised in time.
func (s *saying) mayBeTold() bool {
	return len(s.told) == 0 && (s.network != "discord" || s.deferred || time.Since(s.At) < grace+time.Second)
}

// kind is what sort of thing was said to the bot.
func (s *saying) kind() string {
	if s.answer != "" {
		return "answer"
	}
	command, _, _ := strings.Cut(strings.TrimPrefix(s.Text, "/"), " ")
	if s.Kind == "click" {
		return "press"
	}
	return command
}

// poses tells whether it asks for a puzzle.
func (s *saying) poses() bool { return s.kind() == "24" || s.kind() == "countdown" }

// commandOfAnswer is how an answer is given among others.
var commandOfAnswer = regexp.MustCompile(`^/answer (?:answer=)?`)

// answerIn is the answer in what a person said; "" if there is none.
func answerIn(e *entry) string {
	switch {
	case e.Kind == "modal":
		_, text, _ := strings.Cut(strings.TrimSuffix(e.Text, "]"), "answer:")
		return text
	case e.Kind == "say" && !strings.HasPrefix(e.Text, "/"):
		return e.Text
	case e.Kind == "say" || e.Kind == "slash":
		if at := commandOfAnswer.FindStringIndex(e.Text); at != nil {
			return e.Text[at[1]:]
		}
	}
	return ""
}

// conversation finds in the transcript of a place what people did and, for each,
// what the bot said to that: by what the network refers to, or else by what the
// words are about, since in a private chat nothing is referred to.
func conversation(network string, transcript []entry) []*saying {
	var all []*saying
	shown := map[string]*saying{} // who asked for the puzzle of a round
	for _, e := range transcript {
		switch {
		case e.Kind == "service" || e.Kind == "react" && !e.Bot:
		case e.Kind == "react":
			mark(all, e)
		case !e.Bot:
			all = append(all, &saying{entry: e, network: network, answer: answerIn(&e)})
		case e.Kind == "defer":
			if s := referred(all, &e); s != nil {
				s.deferred = true
			}
		case e.Quiet || !answers(&e):
		default:
			hear(all, shown, e)
		}
	}
	return all
}

// answers tells whether an entry of the bot can be what answers somebody. An edit
// is one only if it is the answer to an interaction.
func answers(e *entry) bool {
	return e.Kind == "say" || e.Kind == "answer" || e.Kind == "modal" || e.Kind == "edit" && e.Ref != ""
}

// mark has a reaction answer the message it is on. The same one set again shows
// nothing new.
func mark(all []*saying, e entry) {
	for _, s := range all {
		if s.Kind == "say" && s.Msg == e.Msg && len(s.told) == 0 {
			s.told = append(s.told, e)
		}
	}
}

// hear gives what the bot said to whom it answers.
func hear(all []*saying, shown map[string]*saying, e entry) {
	to := referred(all, &e)
	if to == nil && e.ReplyTo == "" && e.Ref == "" {
		if to = posed(all, shown, &e); to == nil {
			to = about(all, &e)
		}
		if to == nil {
			to = named(all, &e)
		}
		if to == nil && strings.HasPrefix(e.Chat, "P:") { // among others the bot refers to whom it answers
			to = oldest(all)
		}
	}
	if to == nil || e.Kind == "edit" && len(to.told) > 0 { // which only brings up to date what was told
		return
	}
	to.told = append(to.told, e)
	text := plain(e.visible())
	for _, s := range all { // verdicts may be told in one message
		if len(s.told) == 0 && s.answer != "" && s.answer != to.answer && strings.Contains(text, plain(s.answer)) && (e.Only == "" || e.Only == s.Who) {
			s.told = append(s.told, e)
		}
	}
}

// referred is what an entry refers to by the network's own means.
func referred(all []*saying, e *entry) *saying {
	for _, s := range slices.Backward(all) {
		if e.Ref != "" && s.Ref == e.Ref || e.ReplyTo != "" && s.Msg == e.ReplyTo && s.Kind == "say" {
			return s
		}
	}
	return nil
}

// posed is whose wish for a puzzle an entry fulfils; twice, if its round has been
// shown before.
func posed(all []*saying, shown map[string]*saying, e *entry) *saying {
	round := e.round()
	if round == "" {
		return nil
	}
	if shown[round] == nil {
		shown[round] = first(all, (*saying).poses)
	}
	return shown[round]
}

// about is the answer that an entry speaks of: of equal ones the first that was
// told nothing, or else, told twice, the last that was told the same. A result, too,
// speaks of answers, to which something was said before.
func about(all []*saying, e *entry) *saying {
	text := plain(e.visible())
	var last *saying
	for _, s := range all {
		if s.answer == "" || !strings.Contains(text, plain(s.answer)) {
			continue
		}
		if len(s.told) == 0 {
			return s
		}
		if slices.ContainsFunc(s.told, func(t entry) bool { return t.visible() == e.visible() }) {
			last = s
		}
	}
	return last
}

// named is the answer of somebody whom an entry names, since what they wrote was
// taken away.
func named(all []*saying, e *entry) *saying {
	text := strings.ToLower(e.visible())
	return first(all, func(s *saying) bool { return s.answer != "" && strings.Contains(text, strings.ToLower(s.Who)+":") })
}

// oldest is what has waited longest to be answered, but for puzzles and presses,
// whose answers are known: a command before an answer.
func oldest(all []*saying) *saying {
	command := first(all, func(s *saying) bool { return s.answer == "" && s.Kind != "click" && !s.poses() })
	if command != nil {
		return command
	}
	return first(all, func(s *saying) bool { return s.answer != "" })
}

func first(all []*saying, is func(*saying) bool) *saying {
	for _, s := range all {
		if len(s.told) == 0 && is(s) {
			return s
		}
	}
	return nil
}

// plain is an expression as everyone writes it.
func plain(text string) string {
	return strings.NewReplacer("×", "*", "÷", "/", "−", "-", " ", "").Replace(text)
}
