package tell

import (
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/say"
)

// An Answerer is the person whose answer was judged, and where they gave it.
type Answerer struct {
	// Who is their name.
	Who chat.Span
	// Say speaks to them, Aloud to everyone at the place.
	Say   say.Voice
	Aloud say.Voice
	// Alone reports whether nobody else reads the reply.
	Alone bool
	// Private reports whether the person answered in their own conversation with the bot.
	Private bool
	// Sealed reports whether nobody else could read the answer.
	Sealed bool
	// Overheard reports whether the answer was written to everyone, and not to the bot.
	Overheard bool
	// Elsewhere is a reply that leads to where nobody else reads along.
	Elsewhere chat.Reply
}

// kindOf returns the kind of a verdict.
func kindOf(o round.Outcome, a Answerer) Kind {
	m := o.Round.Mode
	switch o.What {
	case round.Outsider:
		if a.Overheard && !o.IsRight() {
			// The text was not meant for the bot.
			return Silence
		}
		return NotTheirs
	case round.TooLate:
		return Late
	case round.Wrong:
		if a.Private {
			return WrongInPrivate
		}
		return Wrong
	}
	playsForThemselves := !m.Shared && o.Rank == 0
	if playsForThemselves {
		kind, isSolo := soloKindOf(o)
		if isSolo {
			return kind
		}
	}
	switch {
	case o.What == round.Known:
		return Known
	case o.Rank == 1 && !m.Hidden:
		return FirstInMatch
	case o.Rank > 0:
		return Accepted
	case o.What == round.First:
		return Won
	case o.What == round.Further:
		return Further
	case o.What == round.Muted:
		return Practice
	case o.What == round.Practised && m.Shared:
		return Practice
	}
	return Accepted
}

// soloKindOf returns the kind of a verdict in a round in which everybody plays for themselves, if there is one for such
// rounds alone. isSolo is false if the verdict is told as among people who play together.
func soloKindOf(o round.Outcome) (kind Kind, isSolo bool) {
	isSolution := o.What == round.First || o.What == round.Further
	if isSolution {
		return Solo, true
	}
	isForFun := o.What == round.Practised && o.Round.Custom
	return SoloEnd, o.Ending != nil || isForFun
}

// Verdict returns the reply to a person's answer, and its kind.
func (t *Teller) Verdict(o round.Outcome, a Answerer) (Kind, chat.Reply) {
	kind := kindOf(o, a)
	if kind == Silence {
		return kind, chat.Reply{Silent: true}
	}
	row := table[kind]
	isHidden := o.Round.Mode.Hidden && !row.isFixed
	// isExposed means that others at the place could read an answer that should be hidden.
	isExposed := isHidden && !a.Alone
	isWrong := o.What == round.Wrong

	voice := a.Say
	if row.isSaidAloud(o, a) {
		voice = a.Aloud
	}
	reply := voice.Verdict(o, say.Reader{
		Who:    a.Who,
		Alone:  a.Alone,
		Sealed: a.Sealed,
		// The puzzle's message speaks the language of the place.
		AnswerButton: a.Aloud.Phrase("button.answer", nil),
	})
	reply.Audience = row.audienceOf(isHidden, isExposed)
	if isHidden {
		// If a front end cannot show the verdict to the person alone, it shows this instead.
		elsewhere := a.Elsewhere
		reply.Otherwise = &elsewhere
	}
	removal := row.removal
	mayGiveAway := isExposed && !isWrong
	if mayGiveAway && removal == Stays {
		removal = GoesIfPieces
	}
	reply.Remove = removal.removes(o, a)
	t.addButtons(&reply, row.buttons, voice, o, a)
	return kind, reply
}

// audienceOf returns who reads a verdict. If answers to the round are hidden, a verdict for the person
// alone is secret. But if others could read the answer, they may also read the verdict.
func (r row) audienceOf(isHidden, isExposed bool) chat.Audience {
	if r.audience != chat.Asker {
		return r.audience
	}
	switch {
	case isExposed:
		return chat.Everyone
	case isHidden:
		return chat.Secret
	}
	return chat.Asker
}

// isSaidAloud reports whether a verdict is in the language of the place, because others read the verdict
// or the answer.
func (r row) isSaidAloud(o round.Outcome, a Answerer) bool {
	if !o.Round.Mode.Hidden {
		return r.isAloud && !a.Alone
	}
	isSecretMiss := o.What == round.Wrong && a.Sealed
	isForPersonAlone := a.Alone || isSecretMiss || o.What == round.Outsider
	return !isForPersonAlone
}

// Lead returns the reply to the winner of a race, and its kind. told is the message that tells everyone
// at the place who won, as AnnounceAnswer returned it.
func (t *Teller) Lead(told chat.Reply, o round.Outcome, a Answerer) (Kind, chat.Reply) {
	told.Remove = table[Led].removal.removes(o, a)
	return Led, told
}

// removes reports whether the person's own message is deleted.
func (r Removal) removes(o round.Outcome, a Answerer) bool {
	switch r {
	case GoesIfRead:
		return !a.Alone
	case GoesIfRight:
		return !a.Alone && o.IsRight()
	case GoesIfPieces:
		return o.Verdict.OnTiles
	case GoesWhileOpen:
		return !a.Alone && o.OpenFor > 0
	}
	return false
}

// addButtons adds the buttons of a verdict.
func (t *Teller) addButtons(reply *chat.Reply, which Buttons, v say.Voice, o round.Outcome, a Answerer) {
	r := o.Round
	explain := func() {
		button.WithExplain(v, reply, r.Game, r.Puzzle.Face().Goal, o.Verdict.Text)
	}
	switch which {
	case AnswerAgain:
		if a.Alone && !a.Sealed {
			reply.Buttons = [][]chat.Button{{button.New(a.Say, "again", button.RoundData(t.Seals, button.ActAgain, r))}}
		}
	case Onward:
		if r.Daily == 0 {
			reply.Buttons = button.Onward(a.Say, r)
		}
	case WonOnward:
		reply.Buttons = [][]chat.Button{{button.Next(v, r)}}
		if o.OpenFor == 0 {
			explain()
		}
	case SoloOnward:
		if r.Daily == 0 {
			reply.Buttons = button.Onward(v, r)
		}
		explain()
		if o.IsRight() && o.What != round.Further {
			t.Links.AddShare(v, reply, r)
		}
	}
}
