package tell

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// rawKey matches a message key, or an argument that is missing.
var rawKey = regexp.MustCompile(`\b(?:fault|verdict|wrong|right|syntax)\.[a-z]|<no value>|<nil>|%!`)

// unseen are characters that a line of testdata cannot hold or show.
var unseen = strings.NewReplacer("<n>", "\n", "<lrm>", "\u200e", "<lre>", "\u202a", "<shy>", "\u00ad", "<zw>", "\u200b", "<nbsp>", "\u00a0")

// TestTypedVerdictsHaveWords makes the verdicts on texts that people have typed, in every language.
func TestTypedVerdictsHaveWords(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	own := mode.Modes(nil).Of("", mode.Private, false)
	var puzzle engine.Puzzle
	var game engine.Game
	for _, name := range []string{"people.txt", "variations.txt", "chat.txt", "typed.txt"} {
		file, err := os.ReadFile("../../engine/games/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			line = strings.TrimSuffix(line, "\n")
			_, text, isTyped := strings.Cut(strings.TrimPrefix(line, "\t"), "\t")
			switch {
			case line == "" || strings.HasPrefix(strings.TrimSpace(line), "#"):
				continue
			case !isTyped:
				puzzle, err = games.Parse(line)
				if err != nil {
					t.Fatal(err)
				}
				name, _, _ := strings.Cut(line, ":")
				game, _ = games.ByName(name)
				continue
			}
			text = unseen.Replace(text)
			var o round.Outcome
			o.What = round.Wrong
			o.Text = text
			o.Verdict = puzzle.Judge(text)
			if o.Verdict.Outcome == engine.Right {
				o.What = round.First
			}
			o.Round = round.Round{
				Puzzle:     puzzle,
				Game:       game,
				Mode:       own,
				GameNumber: 1,
				Round:      storage.Round{ID: 7, CommunityID: 10, Puzzle: puzzle.ID()},
			}
			for _, language := range book.Languages() {
				v := say.Voice{Printer: book.Printer(language)}
				ann := Answerer{Who: v.Mention("Ann", "ann"), Say: v, Aloud: v, Alone: true}
				_, reply := new(Teller).Verdict(o, ann)
				if len(reply.Text) == 0 {
					t.Errorf("%s: nothing is said of %q in %s", puzzle.ID(), text, language)
				}
				for _, l := range reply.Text {
					if said := say.Plain(l); rawKey.MatchString(said) {
						t.Errorf("%s: %q in %s: %s", puzzle.ID(), text, language, said)
					}
				}
			}
		}
	}
}
