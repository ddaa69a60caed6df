package link

import (
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/feature/featuretest"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
	"reckon/storage/storetest"
)

// Anybody who has a code can become that person. So nobody else reads a code, and it is stored only as a
// hash.
func TestCodesAreSecret(t *testing.T) {
	l := link{featuretest.Kernel(t, Feature(feature.Kernel{}).Tables...)}
	storetest.Write(t, l.Store, func(tx *storage.Tx) error {
		ann := storetest.Person(t, tx, "ann")
		anna, err := tx.EnsurePlayer("another", "anna", "Anna", "en", storetest.Noon)
		if err != nil {
			return err
		}
		do := func(who storage.Player, isAlone bool, typed string) chat.Reply {
			t.Helper()
			req := &feature.Request{
				Say:  l.Speak("en"),
				Act:  round.Act{Person: who, Ephemeral: isAlone, At: storetest.Noon},
				Args: map[string]string{argCode: typed},
				Who:  who.Network + ":" + who.Key,
			}
			plan, err := l.command(req)
			if err != nil {
				t.Fatal(err)
			}
			result, err := plan(tx)
			if err != nil {
				t.Fatal(err)
			}
			return result.Reply
		}
		refused := do(ann, false, "")
		if refused.Audience != chat.Secret || refused.Otherwise == nil {
			t.Errorf("the refusal is %+v", refused)
		}
		if text := say.Plain(refused.Text[0]); !strings.HasPrefix(text, "A code is for your eyes only") {
			t.Errorf("where others read along, Ann is told %q", text)
		}
		given := do(ann, true, "")
		words := strings.Fields(say.Plain(given.Text[0]))
		code := ""
		for _, word := range words {
			if len(parse(word)) == codeLength && strings.Contains(word, "-") {
				code = word
			}
		}
		if given.Audience != chat.Secret || code == "" {
			t.Fatalf("Ann is given %+v", given)
		}
		stored, err := storage.List[string](tx, "list codes", `SELECT code FROM link_codes`)
		if err != nil {
			return err
		}
		if len(stored) != 1 || strings.Contains(stored[0], parse(code)) || strings.Contains(stored[0], code) {
			t.Errorf("for the code %s, %q is stored", code, stored)
		}
		linked := do(anna, true, strings.ToLower(code))
		if linked.Audience != chat.Secret || linked.Tone != chat.Good {
			t.Errorf("Anna is told %+v", linked)
		}
		players, err := tx.PersonPlayers(ann.ID)
		if err != nil {
			return err
		}
		if len(players) != 2 {
			t.Errorf("Ann is the players %v", players)
		}
		// A button whose effect cannot be undone stands out.
		plan, err := l.askToUnlink(&feature.Request{Say: l.Speak("en"), Act: round.Act{Person: ann}})
		if err != nil {
			return err
		}
		question, err := plan(tx)
		if err != nil {
			return err
		}
		if question.Buttons[0][0].Style != chat.Danger {
			t.Errorf("Ann is asked with %+v", question.Buttons)
		}
		return nil
	})
}
