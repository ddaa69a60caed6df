package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// mark is the beginning of all texts that are planted in a database.
const mark = "MARK"

// A planted database has rows of a person in every table. Each text of theirs is a mark with the name of its
// column.
type planted struct {
	*room
	ann storage.Player
	own storage.Community
	all []string
}

// aboutPuzzles are columns, of any table, that are about a puzzle or the program, and not about a person.
var aboutPuzzles = []string{
	"game", "puzzle", "class", "kind", "wish", "choice", "reason", "form", "network", "closing",
}

// values has the values of columns that take neither a mark nor 1.
var values = map[string]any{
	"answers.outcome":        "wrong",
	"attempts.gave_up_at":    nil,
	"communities.dealers":    "",
	"communities.network":    "net",
	"matches.ended_at":       nil,
	"outbox.done_at":         nil,
	"outbox.claimed_by":      0,
	"outbox.outcome":         "",
	"outbox.event":           nil,
	"rounds.closed_at":       nil,
	"rounds.reason":          "",
	"signs.decision":         "",
	"league.absent":          0,
	"communities.private":    1,
	"records.text":           "right",
	"communities.worldwide":  1,
	"communities.recordings": 1,
}

// A column is a column of a table.
type column struct{ Table, Name, Type string }

func (c column) String() string { return c.Table + "." + c.Name }

// isPerson reports whether a column names a player.
func (c column) isPerson() bool {
	return strings.HasSuffix(c.Name, "player_id") || slices.Contains([]string{"asker_id", "rival_id", "person_id"}, c.Name)
}

// columns returns the columns of all tables that are about a person or a community.
func columns(tx *storage.Tx) ([]column, error) {
	return storage.List[column](tx, "list columns", `
		SELECT m.name, c.name, c.type FROM sqlite_master m CROSS JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '%versions%' ORDER BY m.name, c.cid`)
}

// value returns the value that is planted in a column.
func (p *planted) value(c column) any {
	special, isSpecial := values[c.String()]
	switch {
	case isSpecial:
		return special
	case c.isPerson():
		return p.ann.ID
	case c.Name == "community_id":
		return p.own.ID
	case c.Type == "INTEGER" || c.Type == "REAL":
		return 1
	case slices.Contains(aboutPuzzles, c.Name):
		return "puzzle"
	}
	planted := mark + ":" + c.String()
	p.all = append(p.all, planted)
	return planted
}

// plant plants a row of a person in each table that has a column for one, or for a community.
func plant(t *testing.T) *planted {
	t.Helper()
	p := &planted{room: newRoom(t)}
	p.today(61)
	p.write(func(tx *storage.Tx) error {
		var err error
		p.ann, err = tx.EnsurePlayer("net", mark+":players.key", mark+":players.name", mark+":players.locale", p.clock())
		if err != nil {
			return err
		}
		p.all = append(p.all, mark+":players.key", mark+":players.name", mark+":players.locale")
		p.own, err = tx.EnsureCommunity("net", p.ann.Key, true, p.ann.ID, "", p.clock())
		if err != nil {
			return err
		}
		_, err = tx.AddRound(storage.Round{CommunityID: p.own.ID, Game: "24", Puzzle: "24:3,3,8,8", DealtAt: p.clock()})
		if err != nil {
			return err
		}
		_, err = round.AddMatch(tx, round.MatchRow{Kind: mode.Race, CommunityID: p.own.ID, AskerID: p.ann.ID, Game: "24", Length: 5, AskedAt: p.clock()})
		if err != nil {
			return err
		}
		all, err := columns(tx)
		if err != nil {
			return err
		}
		for table, of := range byTable(all) {
			if err := p.plantRow(tx, table, of); err != nil {
				return err
			}
		}
		return nil
	})
	return p
}

func byTable(all []column) map[string][]column {
	tables := map[string][]column{}
	for _, c := range all {
		tables[c.Table] = append(tables[c.Table], c)
	}
	return tables
}

// plantRow plants a row in a table, or sets what is stored about the person's private chat.
func (p *planted) plantRow(tx *storage.Tx, table string, all []column) error {
	isAbout := func(c column) bool { return c.isPerson() || c.Name == "community_id" }
	if table == "players" || !slices.ContainsFunc(all, isAbout) {
		return nil
	}
	var names, marks []string
	var args []any
	for _, c := range all {
		isKey := c.Name == "id" || table == "communities" && c.Name == "key"
		if isKey {
			continue
		}
		names = append(names, c.Name)
		args = append(args, p.value(c))
		marks = append(marks, fmt.Sprintf("$%d", len(args)))
	}
	if table == "communities" {
		args = append(args, p.own.ID)
		return tx.Exec("plant", fmt.Sprintf(`UPDATE communities SET (%s) = (%s) WHERE id = $%d`,
			strings.Join(names, ", "), strings.Join(marks, ", "), len(args)), args...)
	}
	return tx.Exec("plant in "+table, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(names, ", "), strings.Join(marks, ", ")), args...)
}

// marked returns what contains a text in any column of the database.
func (r *room) marked(text string) []string {
	var found []string
	r.write(func(tx *storage.Tx) error {
		all, err := columns(tx)
		if err != nil {
			return err
		}
		for _, c := range all {
			texts, err := storage.List[string](tx, "look", fmt.Sprintf(`SELECT CAST(%s AS TEXT) FROM %s WHERE CAST(%s AS TEXT) LIKE $1`, c.Name, c.Table, c.Name), "%"+text+"%")
			if err != nil {
				return err
			}
			for _, held := range texts {
				found = append(found, fmt.Sprintf("%s: %.60s", c, held))
			}
		}
		return nil
	})
	return found
}

// notExported are columns that an export leaves out: a network's IDs of channels and messages, keyed hashes, a
// secret, and how a message is delivered.
var notExported = []string{
	"rounds.channel", "rounds.message", "matches.channel", "matches.message", "currents.channel", "messages.message",
	"communities.trouble", "communities.trouble_channel",
	"matches.rival", "link_codes.code", "agreements.token",
	"outbox.nonce", "outbox.channel", "outbox.message", "outbox.locale", "outbox.posted", "outbox.follows",
}

// takenBack are the tables whose rows of a person are deleted later, when a job has taken back what is shown
// of the person elsewhere.
var takenBack = []string{"agreements"}

// What is stored about a person is exported. Once they are forgotten, nothing of it is left.
func TestForgottenEverywhere(t *testing.T) {
	dbtest.OnlyFile(t)
	p := plant(t)
	p.write(func(tx *storage.Tx) error {
		all, err := tx.Export(p.ann.ID)
		if err != nil {
			return err
		}
		document, err := json.Marshal(all)
		if err != nil {
			return err
		}
		for _, planted := range p.all {
			_, name, _ := strings.Cut(planted, ":")
			isExported := strings.Contains(string(document), planted+`"`)
			if isExported == slices.Contains(notExported, name) {
				t.Errorf("%s is exported: %v", name, isExported)
			}
		}
		return nil
	})
	p.write(func(tx *storage.Tx) error { return tx.ForgetPlayer(p.ann.ID) })
	for _, left := range p.marked(mark) {
		table, _, _ := strings.Cut(left, ".")
		if !slices.Contains(takenBack, table) {
			t.Error("a person is forgotten, and left is " + left)
		}
	}
}

// Forgetting also deletes keys of events, names in messages, and texts that could not be read.
func TestForgottenInKeys(t *testing.T) {
	dbtest.OnlyFile(t)
	const who = mark + "777"
	r := newRoom(t)
	r.today(61)
	own := conversation(who)
	do := func(key string, p chat.Place, in chat.Input) chat.Reply {
		request := r.request(who, p, in)
		if key != "" {
			request.Key = key
		}
		reply := r.bot.Answer(t.Context(), request)
		r.bot.Delivered(t.Context(), request.Key, chat.Message{Place: p, ID: fmt.Sprint("m", r.seq)})
		return reply
	}
	command := func(p chat.Place, name, text string) chat.Reply {
		return do("", p, chat.Input{Kind: chat.Command, Name: name, Text: text})
	}
	command(group, "help", "")
	// As keys of Telegram's edits and of the page are made.
	do("telegram:edit:"+who+":17:1790000000", own, chat.Input{Kind: chat.Text, Text: "24"})
	do("web:net:"+who+":abcdefgh", own, chat.Input{Kind: chat.Command, Name: "24"})
	command(own, "daily", "24")
	command(own, "answer", "12+9+8-5")
	command(own, "24", "")
	command(own, "answer", "my name is "+who+" 1+1")
	command(own, "link", "")
	command(own, "settings", "worldwide on")
	command(group, "24", "hard")
	command(group, "race", "")
	do("", group, chat.Input{Kind: chat.Command, Name: "duel", Whom: chat.Person{Network: "net", ID: "bob", Name: "Bob"}})
	r.pass(20 * time.Second)
	if len(r.marked(who)) < 4 {
		t.Fatalf("the person is hardly there: %q", r.marked(who))
	}
	asked := command(own, "privacy", "forget")
	do("web:net:"+who+":ijklmnop", own, chat.Input{Kind: chat.Press, Data: asked.Buttons[0][0].Data})
	r.pass(time.Minute)
	for _, left := range r.marked(who) {
		t.Error("a person is forgotten, and left is " + left)
	}
}

// An event is known by its key, even if the key is stored as a hash, and by the key that an earlier version
// stored.
func TestKeyThatNamesAPerson(t *testing.T) {
	r := newRoom(t)
	for _, key := range []string{"web:net:ann:first", "web:net:ann:former"} {
		request := r.request("ann", conversation("ann"), chat.Input{Kind: chat.Command, Name: "help"})
		request.Key = key
		if strings.HasSuffix(key, "former") {
			r.write(func(tx *storage.Tx) error { return tx.SaveRequest(key, r.clock()) })
		} else if r.bot.Repeats(t.Context(), request) {
			t.Errorf("%s is new, and is known", key)
		}
		if !r.bot.Repeats(t.Context(), request) {
			t.Errorf("%s is not known", key)
		}
	}
}
