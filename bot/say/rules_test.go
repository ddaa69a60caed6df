package say

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// aKey matches a message key, which is shown if a sentence is missing.
var aKey = regexp.MustCompile(`\b[a-z]+(-[a-z]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+\b`)

func checkLines(t *testing.T, what string, lines ...chat.Line) {
	t.Helper()
	for _, l := range lines {
		for _, s := range l {
			if s.Style == chat.Code || s.Style == chat.Slash {
				// People have typed this, or are to type it.
				continue
			}
			if aKey.MatchString(s.Text) || strings.Contains(s.Text, "<nil>") || strings.Contains(s.Text, "<no value>") {
				t.Errorf("%s: %q", what, s.Text)
			}
		}
	}
}

// rounds returns a round of each game in a group, in a private chat and as a daily.
func rounds(t *testing.T) (all []round.Round) {
	t.Helper()
	store, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "say.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	p, err := round.New(t.Context(), store, games.All(), rand.NewPCG(1, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = store.Write(t.Context(), func(tx *storage.Tx) error {
		group, err := tx.EnsureCommunity("net", "group", false, 0, "", at)
		if err != nil {
			return err
		}
		own, err := tx.EnsureCommunity("net", "own", true, 0, "", at)
		if err != nil {
			return err
		}
		for _, g := range games.All() {
			puzzle, err := g.New(rand.New(rand.NewPCG(2, 1)), engine.Wish{Level: 2, Year: 2026})
			if err != nil {
				return err
			}
			row := storage.Round{Game: g.Name(), Puzzle: puzzle.ID(), Class: puzzle.Face().Class(), DealtAt: at, Level: 2}
			for _, place := range []storage.Round{{CommunityID: group.ID}, {CommunityID: group.ID, Lasts: time.Minute}, {CommunityID: own.ID}, {Daily: 61}} {
				row.CommunityID, row.Lasts, row.Daily = place.CommunityID, place.Lasts, place.Daily
				id, err := tx.AddRound(row)
				if err != nil {
					return err
				}
				r, err := p.Round(tx, id)
				all = append(all, r)
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryRuleHasASentence says everything that can happen in play, in each language, game and kind of place.
func TestEveryRuleHasASentence(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	all := rounds(t)
	solutions := map[string]engine.Solution{}
	for _, r := range all {
		if _, ok := solutions[r.Puzzle.ID()]; !ok {
			solutions[r.Puzzle.ID()] = r.Puzzle.Solve(context.Background())
		}
	}
	for _, language := range book.Languages() {
		v := Voice{Printer: book.Printer(language)}
		checkLines(t, language+" scoring", v.Scoring()...)
		for _, r := range all {
			checkLines(t, language+" rules", v.GameRules(r.Game, time.Minute)...)
			s := solutions[r.Puzzle.ID()]
			if s.Best == "" {
				t.Fatal("no solution of " + r.Puzzle.ID())
			}
			what := language + " " + r.Puzzle.ID()
			face := v.Face(r)
			checkLines(t, what, chat.Line{{Text: face.Title}, {Text: face.Note}})
			for _, private := range []bool{false, true} {
				checkLines(t, what, v.Task(r, private)...)
			}
			// Of nine letters at most eight are unused.
			for n := range 9 {
				if r.Game.Rules().Measure != "" {
					checkLines(t, what, v.Measure(r.Game, n))
				}
			}
			endings := sayEndings(t, v, what, r, s)
			sayOutcomes(t, v, what, r, s, endings)
			sayHinted(t, v, what, r)
			sayDaily(t, v, what, r, s)
		}
	}
}

func sayEndings(t *testing.T, v Voice, what string, r round.Round, s engine.Solution) (all []round.Ending) {
	row := round.Standing{Answer: storage.Answer{PlayerID: 1, PlayerKey: "ann", PlayerName: "Ann", Text: s.Best, Measure: s.Measure, Points: 20}, Stars: 2, Elapsed: 8 * time.Second}
	for _, reason := range []string{round.Solved, round.GivenUp, round.TimeUp, round.Expired, round.Replaced, round.Unshown} {
		for _, e := range []round.Ending{
			{Best: s}, {Best: s, Missed: s.All}, {Best: s, Standings: []round.Standing{row}}, {Best: s, Standings: []round.Standing{row, {Answer: storage.Answer{Text: s.Best, Measure: s.Measure + 1, Practice: true}}}, Missed: s.All},
			{},
		} {
			e.Round, e.Round.Reason = r, reason
			checkLines(t, what+" ended: "+reason, v.Ending(e)...)
			checkLines(t, what+" goes on", v.Progress(e)...)
			all = append(all, e)
		}
	}
	return all
}

func sayOutcomes(t *testing.T, v Voice, what string, r round.Round, s engine.Solution, endings []round.Ending) {
	before := &storage.Answer{PlayerID: 2, PlayerName: "Bo", PlayerKey: "bo", Text: s.Best, Measure: s.Measure}
	for _, kind := range []round.What{round.Wrong, round.TooLate, round.Known, round.First, round.Further, round.Noted, round.NoBetter, round.Practised} {
		for _, practice := range []round.Practice{round.Paid, round.CustomPuzzle, round.SeenBefore, round.QuitBefore, round.Archived, "early"} {
			if practice == round.Paid && kind == round.Practised {
				// An answer is either paid or practice.
				continue
			}
			text := s.Best
			if kind == round.Wrong {
				text = "1+1"
			}
			o := round.Outcome{
				Round:    r,
				Text:     text,
				Verdict:  r.Puzzle.Judge(text),
				Solution: s,
				What:     kind,
				Practice: practice,
				First:    before,
				Before:   before,
				Attempt:  storage.Attempt{PlayerID: 1, Hints: 2},
				Ended:    &endings[0],
				Points:   20,
				Worth:    20,
				Found:    1,
				Streak:   &round.Streak{Days: 7, Freezes: 1, Longest: 7},
			}
			ann := v.Mention("Ann", "ann")
			for _, ephemeral := range []bool{false, true} {
				checkLines(t, what+" "+string(kind)+" "+string(practice), v.Verdict(o, Reader{Who: ann, Alone: ephemeral}).Text...)
			}
			o.OpenFor = time.Minute
			o.Ended = nil
			checkLines(t, what+" "+string(kind)+", open for others", v.Verdict(o, Reader{Who: ann}).Text...)
		}
	}
}

func sayHinted(t *testing.T, v Voice, what string, r round.Round) {
	for _, kind := range []round.Hinting{round.HintGiven, round.HintSoon, round.HintNone, round.HintNothing, round.HintGivenUp} {
		for n := range round.MaxHints + 1 {
			h := round.HintResult{What: kind, Round: r, Share: round.HintShare(n), Wait: 20 * time.Second}
			for i := range n {
				h.Hints = append(h.Hints, r.Puzzle.Hint(i+1, nil))
			}
			if n < round.MaxHints {
				h.Next = round.HintShare(n + 1)
			}
			checkLines(t, what+" hint "+string(kind), v.Hints(h)...)
		}
	}
}

func sayDaily(t *testing.T, v Voice, what string, r round.Round, s engine.Solution) {
	best := &storage.Answer{Text: s.Best, Measure: s.Measure, Outcome: "right"}
	for _, d := range []round.Part{
		{}, {Best: best, Found: 1}, {GaveUp: true}, {Hints: 2},
	} {
		d.Game = r.Game
		for _, isArchived := range []bool{true, false} {
			checkLines(t, what+" as a daily", v.Mine(d, isArchived, 20)...)
		}
	}
	for _, elapsed := range []time.Duration{0, time.Millisecond, 59 * time.Second, 62 * time.Second, 5 * time.Hour} {
		part := round.Part{Game: r.Game, Answer: best, Elapsed: elapsed}
		checkLines(t, what+" in short", chat.Line{{Text: v.PartDetail(part)}})
	}
}

// If a game has no sentences of its own yet, general sentences speak of it: never a key, and never the
// sentence of another game.
func TestFaultOfAGameWithoutSentences(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range book.Languages() {
		v := Voice{Printer: book.Printer(language)}
		letters := Plain(v.fault("letters", "zoo", &engine.Fault{Code: "extra", Args: engine.Args{"answer": "zoo", "letters": []string{"z"}}}))
		if !strings.Contains(letters, "z") || !strings.Contains(letters, "zoo") {
			t.Errorf("%s: of letters it says %q", language, letters)
		}
		for _, code := range []string{"missing", "extra", "repeated", "never-heard-of", "missing.group"} {
			f := &engine.Fault{Code: code, Args: engine.Args{"numbers": []string{"7", "8"}}}
			said := v.fault("krypto", "7+8", f)
			checkLines(t, language+" "+code, said)
			text := Plain(said)
			if !strings.Contains(text, "7+8") || strings.Contains(text, "{{") || strings.Contains(text, "letter") {
				t.Errorf("%s: of %s it says %q", language, code, text)
			}
		}
	}
}
