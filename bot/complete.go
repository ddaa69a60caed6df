package bot

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/bot/zone"
)

// maxValue is how many characters a value may have that is offered.
const maxValue = 100

// Menu implements chat.Handler.
func (b *Bot) Menu() []chat.MenuCommand { return b.commands.Menu() }

// Complete implements chat.Handler.
func (b *Bot) Complete(ctx context.Context, r chat.Request) (offered []chat.MenuChoice) {
	chat.Guard(b.log, "completing", func() {
		cmd := b.commands.Find(r.Input.Name)
		if cmd == nil {
			return
		}
		a := cmd.Args.Find(r.Input.Arg)
		if a == nil || !a.Complete {
			return
		}
		t, _, err := b.newTurn(ctx, r)
		if err != nil {
			b.log.Error("completing failed", "command", cmd.Name, "error", err)
			return
		}
		for _, c := range cmd.Do.Complete(t.Turn, strings.TrimSpace(r.Input.Args[a.Name])) {
			if utf8.RuneCountInString(c.Value) <= maxValue && len(offered) < chat.MaxChoices {
				offered = append(offered, c)
			}
		}
	})
	return offered
}

// offer is a value with its label in the reader's language.
func offer(value, label string) chat.MenuChoice {
	return chat.MenuChoice{Value: value, Label: map[string]string{chat.DefaultLanguage: label}}
}

// offerZones offers time zones, with the time that it is there.
func (b *Bot) offerZones(t *talk.Turn, typed string) (out []chat.MenuChoice) {
	for _, m := range b.zones.Find(typed, t.Req.At, chat.MaxChoices) {
		label := zone.Label(m.Zone)
		if !strings.HasPrefix(m.Name, label) {
			label = m.Name + " · " + label
		}
		out = append(out, offer(m.Zone.String(), t.Say.Phrase("zone.now", say.With{"zone": label, "time": t.Req.At.In(m.Zone).Format("15:04")})))
	}
	return out
}

// offerLevels offers the levels whose name begins with what is typed, in the
// reader's language or as a value.
func offerLevels(t *talk.Turn, typed string) (out []chat.MenuChoice) {
	typed = strings.ToLower(typed)
	for _, level := range levels {
		label := t.Say.Phrase("choice.level."+level, nil)
		if strings.HasPrefix(level, typed) || strings.HasPrefix(strings.ToLower(label), typed) {
			out = append(out, offer(level, label))
		}
	}
	return out
}

// offerPuzzles offers what the text is a puzzle of.
func (b *Bot) offerPuzzles(t *talk.Turn, typed string) (out []chat.MenuChoice) {
	for _, g := range b.play.Games() {
		if p, err := g.Parse(typed); err == nil {
			out = append(out, offer(p.ID(), t.Say.GameName(g)+" · "+t.Say.Form(play.Round{Puzzle: p})))
		}
	}
	return out
}

// offerDailies offers the dailies that can be played, the newest first.
func offerDailies(t *talk.Turn, typed string) (out []chat.MenuChoice) {
	typed = strings.TrimPrefix(typed, "#")
	_, last := play.Live(t.Act.At)
	today := t.Act.Today()
	for n := last; n > 0 && n > last-maxDailies && len(out) < chat.MaxChoices; n-- {
		number := strconv.Itoa(n)
		if !strings.HasPrefix(number, typed) {
			continue
		}
		date := t.Say.Date(play.Day(n))
		label := t.Say.Phrase("daily.choice", say.With{"number": n, "date": date})
		if n == today {
			label = t.Say.Phrase("daily.choice.today", say.With{"number": n, "date": date})
		}
		out = append(out, offer(number, label))
	}
	return out
}

// maxDailies is how many dailies back one is looked for that begins with what is
// typed.
const maxDailies = 10_000
