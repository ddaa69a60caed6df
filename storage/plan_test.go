package storage

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// calls has a call of every method of Tx, except those in notCalled. Each must succeed, or return ErrNotFound.
var calls = map[string]func(tx *Tx, f fixture) error{
	"AddAnswer": func(tx *Tx, f fixture) error {
		_, err := tx.AddAnswer(Answer{RoundID: f.round, PlayerID: f.player, At: noon, Outcome: "right"},
			&Payment{Award: Award{RoundID: f.round, PlayerID: f.player, CommunityID: f.community.ID, Day: 5, Points: 10, At: noon}, Found: 1})
		return err
	},
	"SetChecked":       func(tx *Tx, f fixture) error { return tx.SetChecked(f.player, Checked) },
	"CheckOf":          func(tx *Tx, f fixture) error { _, err := tx.CheckOf(f.player); return err },
	"AddJob":           func(tx *Tx, f fixture) error { return tx.AddJob(Job{Kind: "kind", Key: "key", At: noon}) },
	"LockName":         func(tx *Tx, f fixture) error { return tx.LockName("name") },
	"ClosedMonth":      func(tx *Tx, f fixture) error { _, err := tx.ClosedMonth(); return err },
	"SetClosedMonth":   func(tx *Tx, f fixture) error { return tx.SetClosedMonth(6) },
	"CommunitiesAfter": func(tx *Tx, f fixture) error { _, err := tx.CommunitiesAfter(0, 10); return err },
	"WithDailies": func(tx *Tx, f fixture) error {
		_, err := tx.WithDailies([]int64{f.community.ID, f.twin.ID})
		return err
	},
	"AddMessage": func(tx *Tx, f fixture) error { return tx.AddMessage(f.community.ID, "m", f.round, noon) },
	"SaveRound":  func(tx *Tx, f fixture) error { return tx.SaveRound(Round{ID: f.round, EndsAt: noon}) },
	"AddRound": func(tx *Tx, f fixture) error {
		_, err := tx.AddRound(Round{CommunityID: f.community.ID, Game: "24", Puzzle: "24:1,2,3,4", DealtAt: noon})
		return err
	},
	"Above": func(tx *Tx, f fixture) error {
		return onBoards(f, func(b Board) error {
			_, err := tx.Above(b, noon, Standing{Points: 5, Hints: 1, Took: time.Minute})
			return err
		})
	},
	"Scorers": func(tx *Tx, f fixture) error {
		_, err := tx.Scorers(Round{ID: f.round, CommunityID: f.community.ID})
		return err
	},
	"Arrive": func(tx *Tx, f fixture) error {
		_, _, err := tx.Arrive(Arrival{Visit: Visit{Origin: origin(f)}, At: noon})
		return err
	},
	"Visit":        func(tx *Tx, f fixture) error { _, err := tx.Visit(origin(f)); return err },
	"OwnOutgoing":  func(tx *Tx, f fixture) error { _, err := tx.OwnOutgoing("test", false); return err },
	"NoteBegun":    func(tx *Tx, f fixture) error { _, err := tx.NoteBegun(1); return err },
	"ClearBegun":   func(tx *Tx, f fixture) error { return tx.ClearBegun(1) },
	"AdoptChannel": func(tx *Tx, f fixture) error { return tx.AdoptChannel("test", f.community.Key, f.twin.Key, noon) },
	"Backlogs":     func(tx *Tx, f fixture) error { _, err := tx.Backlogs(); return err },
	"ClaimOutgoing": func(tx *Tx, f fixture) error {
		_, err := tx.ClaimOutgoing("test", false, 10)
		_, bulk := tx.ClaimOutgoing("test", true, 10)
		return errors.Join(err, bulk)
	},
	"CommunitiesOf": func(tx *Tx, f fixture) error { _, err := tx.CommunitiesOf(f.player, noon, 10); return err },
	"CommunityByID": func(tx *Tx, f fixture) error { _, err := tx.CommunityByID(f.community.ID); return err },
	"Done": func(tx *Tx, f fixture) error {
		_, post := tx.Done(Outgoing{ID: 1}, Delivered, "m", "", noon).List()
		_, reply := tx.Done(Outgoing{ID: 2, Event: []byte("event")}, Delivered, "m", "", noon).List()
		return errors.Join(post, reply)
	},
	"DropJob": func(tx *Tx, f fixture) error { return tx.DropJob("kind", "key") },
	"Enqueue": func(tx *Tx, f fixture) error {
		return tx.Enqueue(&Outgoing{Nonce: "n", CommunityID: f.community.ID, Message: "m", Body: []byte("{}")}, anyNetwork, noon)
	},
	"EnsureCommunity": func(tx *Tx, f fixture) error {
		_, err := tx.EnsureCommunity("test", f.community.Key, true, f.player, "", noon)
		return err
	},
	"EnsurePlayer": func(tx *Tx, f fixture) error {
		_, err := tx.EnsurePlayer("test", "p", "", "", noon)
		return err
	},
	"FindCommunity": func(tx *Tx, f fixture) error { _, err := tx.FindCommunity("test", f.community.Key); return err },
	"FindPlayer":    func(tx *Tx, f fixture) error { _, err := tx.FindPlayer("test", "p"); return err },
	"ForgetPlayer":  func(tx *Tx, f fixture) error { return tx.ForgetPlayer(f.player) },
	"HomesOf":       func(tx *Tx, f fixture) error { _, err := tx.HomesOf(f.player, noon); return err },
	"ChatsOf":       func(tx *Tx, f fixture) error { _, err := tx.ChatsOf(f.player); return err },
	"HasOutgoing":   func(tx *Tx, f fixture) error { _, err := tx.HasOutgoing("test", false); return err },
	"IsMember":      func(tx *Tx, f fixture) error { _, err := tx.IsMember(f.community.ID, f.player, noon); return err },
	"ClaimJobs":     func(tx *Tx, f fixture) error { _, err := tx.ClaimJobs([]string{"daily", "end"}, noon, 10); return err },
	"BringJobForward": func(tx *Tx, f fixture) error {
		return tx.BringJobForward(Job{Kind: "daily", Key: "1", At: noon})
	},
	"PullJobs":     func(tx *Tx, f fixture) error { return tx.PullJobs([]string{"daily"}, noon) },
	"Join":         func(tx *Tx, f fixture) error { return tx.Join(f.community.ID, f.player, noon) },
	"JobTime":      func(tx *Tx, f fixture) error { _, err := tx.JobTime("end", "1"); return err },
	"OwnMeta":      func(tx *Tx, f fixture) error { _, err := tx.OwnMeta("a"); return err },
	"SetOwnMeta":   func(tx *Tx, f fixture) error { return tx.SetOwnMeta("a", "b") },
	"ClearTrouble": func(tx *Tx, f fixture) error { return tx.ClearTrouble(f.community.ID, "", "right", "thread") },
	"LastPressAt": func(tx *Tx, f fixture) error {
		_, err := tx.LastPressAt(Round{ID: f.round, CommunityID: f.community.ID})
		return err
	},
	"Leaderboard": func(tx *Tx, f fixture) error {
		return onBoards(f, func(b Board) error { _, err := tx.Leaderboard(b, noon, 10, 10); return err })
	},
	"NotePosted": func(tx *Tx, f fixture) error {
		return tx.NotePosted(Outgoing{Nonce: "n", CommunityID: f.community.ID, Network: "test"}, "m", noon)
	},
	"NextJob":       func(tx *Tx, f fixture) error { _, _, err := tx.NextJob([]string{"daily", "end"}, noon); return err },
	"Outgoing":      func(tx *Tx, f fixture) error { _, err := tx.Outgoing(1); return err },
	"PlayerByID":    func(tx *Tx, f fixture) error { _, err := tx.PlayerByID(f.player); return err },
	"PostedAs":      func(tx *Tx, f fixture) error { _, err := tx.PostedAs("1"); return err },
	"HasFailed":     func(tx *Tx, f fixture) error { _, err := tx.HasFailed("1"); return err },
	"PutBody":       func(tx *Tx, f fixture) error { return tx.PutBody(1, []byte("{}")) },
	"PersonPlayers": func(tx *Tx, f fixture) error { _, err := tx.PersonPlayers(f.player); return err },
	"Link":          func(tx *Tx, f fixture) error { return linkOther(tx, f) },
	"RekeyCommunity": func(tx *Tx, f fixture) error {
		return tx.RekeyCommunity("test", f.community.Key, f.twin.Key, noon)
	},
	"MergePage": func(tx *Tx, f fixture) error {
		for _, m := range []mergeTask{{kept: f.community.ID, before: noon}, {kept: f.community.ID, other: f.twin.ID}} {
			if _, err := tx.MergePage(m.job(noon).Key, noon, 10); err != nil {
				return err
			}
		}
		_, err := tx.mergePlayers(f.community.ID, f.twin.ID, 10)
		return err
	},
	"Prune":          func(tx *Tx, f fixture) error { _, err := tx.Prune(noon, 10); return err },
	"RoundByID":      func(tx *Tx, f fixture) error { _, err := tx.RoundByID(f.round); return err },
	"RoundOfMessage": func(tx *Tx, f fixture) error { _, err := tx.RoundOfMessage(f.community.ID, "m"); return err },
	"PlaysAlone":     func(tx *Tx, f fixture) error { _, err := tx.PlaysAlone(1); return err },
	"SaveAttempt":    func(tx *Tx, f fixture) error { return tx.SaveAttempt(Attempt{RoundID: f.round, PlayerID: f.player}, 1) },
	"SaveCommunity":  func(tx *Tx, f fixture) error { return absent(tx.SaveCommunity(f.community)) },
	"SaveRequest":    func(tx *Tx, f fixture) error { return tx.SaveRequest("new", noon) },
	"Secret":         func(tx *Tx, f fixture) error { _, err := tx.Secret("salt"); return err },
	"SetAward": func(tx *Tx, f fixture) error {
		return tx.SetAward(Award{}, Award{RoundID: f.round, PlayerID: f.player, CommunityID: f.community.ID, Day: 5, Points: 10, At: noon})
	},
	"SetCurrent": func(tx *Tx, f fixture) error { return tx.SetCurrent(f.community.ID, "", f.player, f.round, noon) },
	"SetJob":     func(tx *Tx, f fixture) error { return tx.SetJob(Job{Kind: "kind", Key: "key", At: noon}) },
	"Setting":    func(tx *Tx, f fixture) error { _, err := tx.Setting(f.community.ID, "a.b"); return err },
	"Settings":   func(tx *Tx, f fixture) error { _, err := tx.Settings(f.community.ID); return err },
	"SetSetting": func(tx *Tx, f fixture) error {
		return errors.Join(tx.SetSetting(f.community.ID, "a.b", "on"), tx.SetSetting(f.community.ID, "a.b", ""))
	},
	"SetMeta": func(tx *Tx, f fixture) error { return tx.SetMeta("a", "b") },
	"ShowInWorld": func(tx *Tx, f fixture) error {
		return errors.Join(earn(tx, f), tx.ShowInWorld(f.player, noon))
	},
	"SumWorldAgain": func(tx *Tx, f fixture) error {
		_, err := tx.SumWorldAgain(0, 10, noon)
		return errors.Join(earn(tx, f), err)
	},
	"IsWorldSummed":  func(tx *Tx, f fixture) error { _, err := tx.IsWorldSummed(); return err },
	"SetWorldSummed": func(tx *Tx, f fixture) error { return tx.SetWorldSummed() },
	"StandingOf": func(tx *Tx, f fixture) error {
		return onBoards(f, func(b Board) error { _, err := tx.StandingOf(b, f.player); return err })
	},
	"StillHere": func(tx *Tx, f fixture) error { _, err := tx.StillHere(noon, time.Minute); return err },
	"Unlink": func(tx *Tx, f fixture) error {
		if err := linkOther(tx, f); err != nil {
			return err
		}
		return tx.Unlink(f.player, noon)
	},
	"UnlinkPlayer": func(tx *Tx, f fixture) error {
		if err := tx.LinkPlayers(f.player, f.other, noon); err != nil {
			return err
		}
		_, err := tx.UnlinkPlayer(f.player)
		return err
	},
	"LinkPlayers": func(tx *Tx, f fixture) error { return tx.LinkPlayers(f.player, f.other, noon) },
	"VoidLater": func(tx *Tx, f fixture) error {
		if err := tx.LinkPlayers(f.player, f.other, noon); err != nil {
			return err
		}
		return tx.VoidLater(f.player, 5, 9)
	},
	"RestoreVoid": func(tx *Tx, f fixture) error {
		if err := tx.LinkPlayers(f.player, f.other, noon); err != nil {
			return err
		}
		if err := tx.VoidLater(f.player, 5, 9); err != nil {
			return err
		}
		if _, err := tx.UnlinkPlayer(f.other); err != nil {
			return err
		}
		return tx.RestoreVoid(f.other, 5, 9)
	},
	"ShareOf":     func(tx *Tx, f fixture) error { _, err := tx.ShareOf(f.round, f.player); return err },
	"ForgetName":  func(tx *Tx, f fixture) error { return tx.ForgetName(f.player) },
	"ForgetPage":  func(tx *Tx, f fixture) error { _, _, err := tx.ForgetPage(f.player, 0); return err },
	"HasLongPast": func(tx *Tx, f fixture) error { _, err := tx.HasLongPast(f.player); return err },
	"DailyDays":   func(tx *Tx, f fixture) error { _, _, err := tx.DailyDays(f.player); return err },
	"ShowPage": func(tx *Tx, f fixture) error {
		_, first := tx.ShowPage(f.player, 0, noon)
		_, world := tx.ShowPage(f.player, 1<<40, noon)
		return errors.Join(first, world)
	},
	"ExpirePost": func(tx *Tx, f fixture) error { return tx.ExpirePost(f.round, noon) },
	"Export":     func(tx *Tx, f fixture) error { _, err := tx.Export(f.player); return err },
	"Earned": func(tx *Tx, f fixture) error {
		_, _, err := tx.Earned(f.player, 5)
		return errors.Join(earn(tx, f), err)
	},
	"InWorld":      func(tx *Tx, f fixture) error { _, err := tx.InWorld(f.player); return err },
	"LastOutgoing": func(tx *Tx, f fixture) error { _, err := tx.LastOutgoing(); return err },
	"WaitingAfter": func(tx *Tx, f fixture) error { _, err := tx.WaitingAfter("x", 1); return err },
	"Waiting":      func(tx *Tx, f fixture) error { _, err := tx.Waiting("x"); return err },
}

// earn pays the player of a fixture for a puzzle.
func earn(tx *Tx, f fixture) error {
	if _, err := pays(tx, f.player, "1234", f.round); err != nil {
		return err
	}
	return errors.Join(tx.Join(f.community.ID, f.player, noon),
		setAward(tx, Award{RoundID: f.round, PlayerID: f.player, CommunityID: f.community.ID, Day: 5, Points: 10, At: noon}))
}

// linkOther links the player of a fixture with another. Both were paid for one puzzle.
func linkOther(tx *Tx, f fixture) error {
	twin := f
	twin.player = f.other
	if err := errors.Join(earn(tx, f), earn(tx, twin)); err != nil {
		return err
	}
	return tx.Link(f.player, f.other, noon)
}

// onBoards makes a call for a board of each kind.
func onBoards(f fixture, call func(Board) error) (err error) {
	for _, b := range []Board{
		{CommunityID: f.community.ID}, {CommunityID: f.community.ID, Span: Week, Day: 6}, {CommunityID: f.community.ID, Game: "24", Span: Week, Day: 6},
		{CommunityID: World}, {CommunityID: World, Game: "24", Span: Month, Day: 6},
	} {
		err = errors.Join(err, absent(call(b)))
	}
	return err
}

// notCalled are the methods that calls leaves out: they run no statement on a file, or are only for tests.
var notCalled = []string{"Meta", "ReplyTo", "LockChat", "LockOutgoing", "LockPlayers", "LockPlayersOf", "LockName", "Exec", "Insert", "Touch", "CheckTables", "Explain", "IsAlone", "ReadLocked"}

// origin is where a new request of the fixture's player comes from.
func origin(f fixture) Origin {
	return Origin{Key: "new", Network: "test", Community: f.community.Key, Message: "m", PlayerNetwork: "test", Player: "p"}
}

// absent turns ErrNotFound into success.
func absent(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// fixture is a small world for the calls.
type fixture struct {
	community, twin Community
	player, round   int64
	// other is a player on another network.
	other   int64
	request string
}

func build(t *testing.T, tx *Tx) fixture {
	f := fixture{community: community(t, tx, "1"), twin: community(t, tx, "2"), player: player(t, tx, "p").ID, request: "test:1"}
	f.round = round(t, tx, Round{CommunityID: f.community.ID})
	own := must(tx.EnsureCommunity("test", "own", true, f.player, "", noon))(t)
	own.Worldwide = true
	if err := tx.SaveCommunity(own); err != nil {
		t.Fatal(err)
	}
	f.other = must(tx.EnsurePlayer("elsewhere", "p", "P", "", noon))(t).ID
	if err := tx.SaveRequest(f.request, noon); err != nil {
		t.Fatal(err)
	}
	enqueue(t, tx, Outgoing{Nonce: "1", CommunityID: f.community.ID}, noon)
	gone := as(tx, must(tx.enter("elsewhere", 7, noon.Add(-time.Hour)))(t))
	enqueue(t, gone, Outgoing{Nonce: "2", CommunityID: f.twin.ID, Event: []byte("event")}, noon)
	return f
}

// A planReport has what checkPlans has learnt from Explain.
type planReport struct {
	statements int
	// steps are those of the plans of all statements.
	steps []string
}

// checkPlans explains each further statement of a transaction, and fails the test if one reads a whole
// table.
func checkPlans(t testing.TB, tx *Tx) *planReport {
	t.Helper()
	var r planReport
	tx.Explain(func(query string, steps []string) {
		r.statements++
		r.steps = append(r.steps, steps...)
		for _, step := range dbtest.Scans(steps) {
			t.Errorf("%s\n%s", step, query)
		}
	})
	return &r
}

// plan makes a call in a small world and undoes it, so that the next call finds an empty database.
func plan(t *testing.T, s *Store, call func(*Tx, fixture) error) (r *planReport) {
	t.Helper()
	// Any error undoes the transaction.
	undo := context.Canceled
	err := s.Write(t.Context(), func(tx *Tx) error {
		f := build(t, tx)
		own := as(tx, tx.process)
		r = checkPlans(t, own)
		if err := call(own, f); err != nil && err != ErrNotFound {
			t.Error(err)
		}
		return undo
	})
	if err != undo {
		t.Error(err)
	}
	return r
}

func TestNoQueryScansATable(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	methods := reflect.TypeFor[*Tx]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		t.Run(name, func(t *testing.T) {
			if slices.Contains(notCalled, name) {
				return
			}
			call, ok := calls[name]
			if !ok {
				t.Fatal("no call of this method in the table")
			}
			if r := plan(t, s, call); r.statements == 0 {
				t.Error("the method has made no query")
			}
		})
	}
}

// A claim reads only the rows that it needs, in their order, along partial indexes. It reads none of the
// rows that this process owns.
func TestClaimsAreFoundByIndex(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for name, want := range map[string][]string{
		"HasOutgoing": {"outbox_free (network=? AND bulk=?)"},
		"ClaimOutgoing": {
			"outbox_free (network=? AND bulk=?)",
			"outbox_open (community_id=? AND bulk=? AND claimed_by<?)", "outbox_open (community_id=? AND bulk=? AND claimed_by>?)",
		},
		"Enqueue": {
			"outbox_open (community_id=? AND bulk=? AND claimed_by=?)",
			"outbox_open (community_id=? AND bulk=? AND claimed_by<?)", "outbox_open (community_id=? AND bulk=? AND claimed_by>?)",
		},
	} {
		steps := plan(t, s, calls[name]).steps
		for _, part := range want {
			if !slices.ContainsFunc(steps, func(step string) bool {
				return strings.HasPrefix(step, "SEARCH ") && strings.HasSuffix(step, "INDEX "+part)
			}) {
				t.Errorf("%s: no search by %s in %q", name, part, steps)
			}
		}
		for _, step := range steps {
			_, part, found := strings.Cut(step, "INDEX outbox_")
			if found && !slices.Contains(want, "outbox_"+part) || strings.Contains(step, "TEMP B-TREE") {
				t.Errorf("%s: %s", name, step)
			}
		}
	}
}

// However many jobs are due at the same moment, ClaimJobs reads only the first along an index. Only these
// few are sorted.
func TestJobsAreFoundByIndex(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for name, sorts := range map[string]int{"ClaimJobs": 1, "NextJob": 0} {
		steps := plan(t, s, calls[name]).steps
		sorted := slices.DeleteFunc(slices.Clone(steps), func(step string) bool { return !strings.Contains(step, "TEMP B-TREE") })
		if !slices.ContainsFunc(steps, func(step string) bool { return strings.Contains(step, "jobs_due (kind=?") }) || len(sorted) != sorts {
			t.Errorf("%s: %d sorts, want %d: %q", name, len(sorted), sorts, steps)
		}
	}
}

// A statement that reads a whole table is found.
func TestExplainShowsAScan(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		inner := &testing.T{}
		checkPlans(inner, tx)
		_, err := List[int64](tx, "scan", `SELECT id FROM rounds WHERE reason = $1`, "time")
		if !inner.Failed() {
			t.Error("a scan of rounds went unnoticed")
		}
		return err
	})
}

// If an index has only rows with one value of a column, SQLite compiles a statement that compares this
// column with a parameter again for each value. So no such index is on a column that statements
// compare with parameters: these are compared with literals.
func TestIndexesLetStatementsStay(t *testing.T) {
	dbtest.OnlyFile(t)
	comparedWithLiterals := []string{"local", "closed", "rests", "seated", "lapsed"}
	condition := regexp.MustCompile(`(?s)WHERE (.+)$`)
	equal := regexp.MustCompile(`(\w+) = `)
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		indexes, err := List[string](tx, "list indexes", `SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE%'`)
		if err != nil {
			return err
		}
		if len(indexes) == 0 {
			t.Error("no index has a condition")
		}
		for _, index := range indexes {
			for _, column := range equal.FindAllStringSubmatch(condition.FindStringSubmatch(index)[1], -1) {
				if !slices.Contains(comparedWithLiterals, column[1]) {
					t.Errorf("statements that compare %s are compiled for each value: %s", column[1], index)
				}
			}
		}
		return nil
	})
}
