package bot_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine/property"
	"reckon/storage/dbtest"
)

// These queries find rows that break a rule about linked people.
var linkedRules = map[string]string{
	"paid on one board in two rounds for one puzzle": `
		SELECT COUNT(*) FROM (SELECT 1 FROM awards a JOIN rounds r ON r.id = a.round_id JOIN players p ON p.id = a.player_id
			WHERE a.points > 0 GROUP BY p.person_id, a.community_id, r.class HAVING COUNT(DISTINCT a.round_id) > 1) AS paid`,
	"more for a daily than its first answer and one further": `
		SELECT COUNT(*) FROM (SELECT 1 FROM awards a JOIN rounds r ON r.id = a.round_id JOIN players p ON p.id = a.player_id
			WHERE r.daily > 0 GROUP BY p.person_id, r.id, r.level HAVING SUM(a.points) > r.level * 12) AS paid`,
	"on a board with other than the awards": `
		SELECT COUNT(*) FROM (
			SELECT m.community_id, m.player_id, SUM(a.points) AS points FROM members m
				JOIN players mine ON mine.id = m.player_id JOIN players theirs ON theirs.person_id = mine.person_id
				JOIN awards a ON a.player_id = theirs.id AND a.community_id IN (0, m.community_id) GROUP BY m.community_id, m.player_id
			EXCEPT SELECT community_id, player_id, points FROM boards WHERE period = 0 AND game = '') AS wrong`,
	"linked alone":             `SELECT COUNT(*) FROM (SELECT 1 FROM links GROUP BY person_id HAVING COUNT(*) < 2) AS alone`,
	"linked and forgotten":     `SELECT COUNT(*) FROM players x JOIN players y ON y.person_id = x.person_id AND y.id <> x.id WHERE x.key IS NULL`,
	"still in a link":          `SELECT COUNT(*) FROM links l JOIN players p ON p.id = l.player_id WHERE p.key IS NULL`,
	"on a board and forgotten": `SELECT COUNT(*) FROM boards b JOIN players p ON p.id = b.player_id WHERE p.key IS NULL`,
	"seen and forgotten":       `SELECT COUNT(*) FROM seen s JOIN players p ON p.id = s.player_id WHERE p.key IS NULL`,
	"otherwise able than somebody they are linked with": `
		SELECT COUNT(*) FROM players x JOIN players y ON y.person_id = x.person_id JOIN abilities a ON a.player_id = x.id
			LEFT JOIN abilities b ON b.player_id = y.id AND b.game = a.game AND b.value = a.value AND b.attempts = a.attempts WHERE b.game IS NULL`,
}

// People on three networks do anything: they link, unlink and link again, are forgotten, and play on. No query
// finds a row.
func TestLinkedInAnyOrder(t *testing.T) {
	checks := 12
	if dbtest.Server() {
		checks = 4
	}
	property.Limit(t, checks, 0)
	property.Check(t, func(rt *rapid.T) {
		var out strings.Builder
		s := newStage(t, &out)
		defer s.store.Close()
		s.pace = 30 * time.Second
		eyes, err := openEyes(s.path)
		if err != nil {
			rt.Fatal(err)
		}
		defer eyes.Close()
		dailies := map[int]string{60: "24:2,3,4,5", 61: "24:5,8,9,12", 62: "24:2,2,6,6"}
		for number, id := range dailies {
			s.chooseDaily(number, id)
		}
		answers := map[string][]string{
			"24:2,3,4,5": {"2*(3+4+5)", "4*(5+3-2)"}, "24:5,8,9,12": {"12+9+8-5", "1+"}, "24:2,2,6,6": {"2*6+2*6", "6*6-6-6"}, "24:3,3,8,8": {"8/(3-8/3)"},
		}
		networks := []string{"net", "other", "third"}
		private := func(n string) { s.enter([]string{"own", "private", "network", n}) }
		for range rapid.IntRange(4, 14).Draw(rt, "steps") {
			n := rapid.SampledFrom(networks).Draw(rt, "network")
			switch rapid.SampledFrom([]string{"daily", "daily", "deal", "link", "link", "unlink", "forget", "hint"}).Draw(rt, "step") {
			case "daily":
				private(n)
				s.says("ann", "", "/daily 24")
				id := dailies[numberOf(s.now)]
				if id != "" {
					s.says("ann", "", rapid.SampledFrom(answers[id]).Draw(rt, "answer"))
				}
			case "hint":
				private(n)
				s.says("ann", "", "/daily 24")
				s.says("ann", "", "/hint")
			case "deal":
				s.enter([]string{"club", "network", n})
				id := rapid.SampledFrom([]string{"24:2,3,4,5", "24:3,3,8,8", "24:2,2,6,6"}).Draw(rt, "puzzle")
				s.puzzles.dealt["24"] = id
				s.says("ann", "", "/24")
				s.says("ann", "", rapid.SampledFrom(answers[id]).Draw(rt, "answer"))
			case "link":
				private(n)
				s.says("ann", "", "/link")
				private(rapid.SampledFrom(networks).Draw(rt, "other"))
				s.says("ann", "", "/link "+codeShown)
			case "unlink":
				private(n)
				s.says("ann", "", "/unlink")
				if strings.HasSuffix(strings.TrimSpace(out.String()), "Unlink") {
					s.says("ann", "", "[Unlink]")
				}
			case "forget":
				private(n)
				s.says("ann", "", "/privacy forget")
				s.says("ann", "", "[Delete my name]")
			}
			for what, query := range linkedRules {
				var n int
				if err := eyes.QueryRow(query).Scan(&n); err != nil {
					rt.Fatal(what, err)
				}
				if n > 0 {
					rt.Fatalf("%d are %s, after\n%s", n, what, out.String())
				}
			}
		}
	})
}

// numberOf returns the number of a day's daily.
func numberOf(at time.Time) int {
	return 61 + int(at.Sub(worldBegins.Truncate(24*time.Hour)).Hours())/24
}
