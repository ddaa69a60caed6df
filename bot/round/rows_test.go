package round

import (
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"reckon/bot/round/mode"
	"reckon/bot/round/rating"
	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// The tests of rows run on files and on PostgreSQL, those of rules on files alone.
func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

var large = flag.Bool("large", false, "make the fixture of TestReadsAreBounded a large one, and hold functions to 5 ms")

// calls has a call of every function that makes a statement. Each call must succeed or find nothing.
var calls = map[string]func(tx *storage.Tx, f fixture) error{
	"AddDaily": func(tx *storage.Tx, f fixture) error { return AddDaily(tx, 1, "24", "24:1,2,3,4", "1234") },
	"AddDay":   func(tx *storage.Tx, f fixture) error { return AddDay(tx, f.player, 1, storetest.Noon) },
	"hasDay":   func(tx *storage.Tx, f fixture) error { _, err := hasDay(tx, f.player, 1); return err },
	"addBest":  func(tx *storage.Tx, f fixture) error { return addBest(tx, f.round, f.player, 5, storetest.Noon) },
	"AddMatch": func(tx *storage.Tx, f fixture) error {
		_, err := AddMatch(tx, MatchRow{Kind: "duel", CommunityID: f.community.ID, AskerID: f.player, Game: "24", Length: 5, AskedAt: storetest.Noon})
		return err
	},
	"SaveRated":   func(tx *storage.Tx, f fixture) error { return SaveRated(tx, rated(f.player, "1234")) },
	"findAbility": func(tx *storage.Tx, f fixture) error { _, err := findAbility(tx, f.player, "24"); return err },
	"isMetBy": func(tx *storage.Tx, f fixture) error {
		_, err := isMetBy(tx, "1234", 1, 2, f.player, f.other)
		return err
	},
	"findLastRounds": func(tx *storage.Tx, f fixture) error {
		_, err := findLastRounds(tx, f.community.ID, f.player, "24", 5)
		return err
	},
	"findScene": func(tx *storage.Tx, f fixture) error {
		_, err := findScene(tx, f.community.ID, "", "1234", 1, 2, 4)
		return err
	},
	"bestSolver":    func(tx *storage.Tx, f fixture) error { _, err := bestSolver(tx, f.round, f.community.ID); return err },
	"communityDays": func(tx *storage.Tx, f fixture) error { _, err := communityDays(tx, f.community.ID, 10); return err },
	"PointsOfDay":   func(tx *storage.Tx, f fixture) error { _, err := PointsOfDay(tx, 1); return err },
	"dayScores":     func(tx *storage.Tx, f fixture) error { _, err := dayScores(tx, f.community.ID, 1, 5); return err },
	"partScores": func(tx *storage.Tx, f fixture) error {
		_, err := partScores(tx, 1, []dayScore{{ID: f.player}, {ID: f.other}})
		return err
	},
	"DailyPuzzle":  func(tx *storage.Tx, f fixture) error { _, err := DailyPuzzle(tx, 1, "24"); return err },
	"dailyClasses": func(tx *storage.Tx, f fixture) error { _, err := dailyClasses(tx, "24"); return err },
	"DailyRow":     func(tx *storage.Tx, f fixture) error { _, err := DailyRow(tx, 1, "24"); return err },
	"dailySolvers": func(tx *storage.Tx, f fixture) error {
		_, _, err := dailySolvers(tx, f.round, f.community.ID, 10)
		return err
	},
	"Days":         func(tx *storage.Tx, f fixture) error { _, err := Days(tx, f.player, 10); return err },
	"forgetLearnt": func(tx *storage.Tx, f fixture) error { return forgetLearnt(tx) },
	"forgetRival":  func(tx *storage.Tx, f fixture) error { return forgetRival(tx, "Rival") },
	"isDailyClass": func(tx *storage.Tx, f fixture) error { _, err := isDailyClass(tx, "1234", 1, 2); return err },
	"countFast": func(tx *storage.Tx, f fixture) error {
		_, err := countFast(tx, Round{Round: storage.Round{Game: "24"}}, f.player, storetest.Noon, fastFrom)
		return err
	},
	"LastRated": func(tx *storage.Tx, f fixture) error { _, err := LastRated(tx, f.player, "24", 10); return err },
	"LearningOf": func(tx *storage.Tx, f fixture) error {
		_, err := learning(tx, rated(f.player, "1234"))
		return err
	},
	"openingsOf":         func(tx *storage.Tx, f fixture) error { _, err := openingsOf(tx, f.player, 1); return err },
	"MatchByID":          func(tx *storage.Tx, f fixture) error { _, err := MatchByID(tx, 1); return err },
	"listLatestMatches":  func(tx *storage.Tx, f fixture) error { _, err := listLatestMatches(tx, f.community.ID, 10); return err },
	"roundsOfMatch":      func(tx *storage.Tx, f fixture) error { _, err := roundsOfMatch(tx, 1); return err },
	"addOpening":         func(tx *storage.Tx, f fixture) error { return addOpening(tx, f.round, f.player, storetest.Noon) },
	"openMatchesOf":      func(tx *storage.Tx, f fixture) error { _, err := openMatchesOf(tx, f.player, 4); return err },
	"OpenRounds":         func(tx *storage.Tx, f fixture) error { _, err := OpenRounds(tx, f.community.ID, "", 4); return err },
	"RatedAfter":         func(tx *storage.Tx, f fixture) error { _, err := RatedAfter(tx, 0, 10); return err },
	"levelAttemptsAfter": func(tx *storage.Tx, f fixture) error { _, err := levelAttemptsAfter(tx, 0, 10); return err },
	"findRecord":         func(tx *storage.Tx, f fixture) error { _, err := findRecord(tx, "24:1,2,3,4"); return err },
	"classesInPlay": func(tx *storage.Tx, f fixture) error {
		_, err := classesInPlay(tx, []string{"1234", "1235"}, 1, 3)
		return err
	},
	"forgetAbilities": func(tx *storage.Tx, f fixture) error { return forgetAbilities(tx, f.player) },
	"ratedOf":         func(tx *storage.Tx, f fixture) error { _, err := ratedOf(tx, f.player); return err },
	"runningMatch":    func(tx *storage.Tx, f fixture) error { _, err := runningMatch(tx, f.community.ID, ""); return err },
	"saveMatch":       func(tx *storage.Tx, f fixture) error { return absent(saveMatch(tx, MatchRow{ID: 1})) },
	"SetMatchMessage": func(tx *storage.Tx, f fixture) error { return SetMatchMessage(tx, 1, "", "m") },
	"SaveRecord": func(tx *storage.Tx, f fixture) error {
		return SaveRecord(tx, Record{Puzzle: "24:1,2,3,4", Game: "24", Measure: 3, Was: 4, Text: "x", PlayerID: f.player, At: storetest.Noon})
	},
	"liveDaily": func(tx *storage.Tx, f fixture) error {
		_, err := liveDaily(tx, []string{"1234", "1235"}, storetest.Noon)
		return absent(err)
	},
	"openForPoints": func(tx *storage.Tx, f fixture) error {
		_, err := openForPoints(tx, []string{"1234", "1235"}, f.player, f.round, storetest.Noon)
		return absent(err)
	},
	"hasSeenAll": func(tx *storage.Tx, f fixture) error {
		_, err := hasSeenAll(tx, f.player, []string{"1234", "1235"})
		return err
	},
	"playedByMembers": func(tx *storage.Tx, f fixture) error {
		_, err := playedByMembers(tx, []string{"1234", "1235"}, f.community.ID, f.round, storetest.Noon)
		return absent(err)
	},
	"openAlone": func(tx *storage.Tx, f fixture) error {
		_, err := openAlone(tx, []string{"1234", "1235"}, f.player)
		return absent(err)
	},
	"markShown": func(tx *storage.Tx, f fixture) error {
		return markShown(tx, []string{"1234", "1235"}, f.player, storetest.Noon)
	},
	"isAnyUnmarked": func(tx *storage.Tx, f fixture) error {
		_, err := isAnyUnmarked(tx, []string{"1234", "1235"}, f.player)
		return err
	},
	"wasShown": func(tx *storage.Tx, f fixture) error {
		_, err := wasShown(tx, Round{Round: storage.Round{ID: f.round, Class: "1234", DealtAt: storetest.Noon}}, f.player)
		return err
	},
	"queueMuted": func(tx *storage.Tx, f fixture) error { _, err := queueMuted(tx, f.round, "1+2").List(); return err },
	"saveWait": func(tx *storage.Tx, f fixture) error {
		_, err := saveWait(tx, Wait{PlayerID: f.player, CommunityID: f.community.ID, Puzzle: "24:1,2,3,4", Class: "1234"}, storetest.Noon)
		return err
	},
	"waitOf":          func(tx *storage.Tx, f fixture) error { _, err := waitOf(tx, 1); return absent(err) },
	"waitsFor":        func(tx *storage.Tx, f fixture) error { _, err := waitsFor(tx, "1234"); return err },
	"setWaitClass":    func(tx *storage.Tx, f fixture) error { return setWaitClass(tx, 1, "1234") },
	"deleteWait":      func(tx *storage.Tx, f fixture) error { return deleteWait(tx, 1) },
	"untouchedRounds": func(tx *storage.Tx, f fixture) error { _, err := untouchedRounds(tx, storetest.Noon, 10); return err },
	"closeUntouched":  func(tx *storage.Tx, f fixture) error { return closeUntouched(tx, f.round, storetest.Noon) },
	"setAbility": func(tx *storage.Tx, f fixture) error {
		return setAbility(tx, f.player, "24", Learnt{Prior: 1, Attempts: 1})
	},
	"addJoiner": func(tx *storage.Tx, f fixture) error {
		m := MatchRow{CommunityID: f.community.ID, AskerID: f.player, Kind: "race", Game: "24", Length: 5, AskedAt: storetest.Noon}
		id, err := AddMatch(tx, m)
		if err != nil {
			return err
		}
		return addJoiner(tx, id, Act{Person: storage.Player{ID: f.player}, Community: f.community, At: storetest.Noon})
	},
	"DuelRatingOf":     func(tx *storage.Tx, f fixture) error { _, err := DuelRatingOf(tx, f.player); return absent(err) },
	"duelRatingsAfter": func(tx *storage.Tx, f fixture) error { _, err := duelRatingsAfter(tx, 1); return err },
	"dropDuelRatings":  func(tx *storage.Tx, f fixture) error { return dropDuelRatings(tx, 1) },
	"areRated":         func(tx *storage.Tx, f fixture) error { _, err := areRated(tx, f.player, f.player); return err },
	"addDuelRating": func(tx *storage.Tx, f fixture) error {
		m := MatchRow{CommunityID: f.community.ID, AskerID: f.player, Kind: "duel", Game: "24", Length: 5, AskedAt: storetest.Noon}
		id, err := AddMatch(tx, m)
		if err != nil {
			return err
		}
		d := DuelRating{MatchID: id, PlayerID: f.player, At: storetest.Noon, Games: 1, Puzzles: 1, Duelist: rating.NewDuelist()}
		return addDuelRating(tx, d)
	},
	"askerAfter": func(tx *storage.Tx, f fixture) error {
		r := storage.Round{ID: f.round, CommunityID: f.community.ID, EndsAt: storetest.Noon}
		_, err := askerAfter(tx, Round{Round: r})
		return absent(err)
	},
	"joinersOf": func(tx *storage.Tx, f fixture) error { _, err := joinersOf(tx, 1); return err },
	"lastPlayedBefore": func(tx *storage.Tx, f fixture) error {
		_, err := lastPlayedBefore(tx, MatchRow{CommunityID: f.community.ID, Kind: mode.Race, ID: 5})
		return absent(err)
	},
	"matchBefore": func(tx *storage.Tx, f fixture) error {
		_, err := matchBefore(tx, MatchRow{CommunityID: f.community.ID, ID: 5})
		return absent(err)
	},
	"answerersOfMatch": func(tx *storage.Tx, f fixture) error { _, err := answerersOfMatch(tx, 1); return err },
	"lastChallenge": func(tx *storage.Tx, f fixture) error {
		_, err := lastChallenge(tx, MatchRow{AskerID: f.player, RivalID: f.player, Rival: "Rival"})
		return absent(err)
	},
	"AddRated": func(tx *storage.Tx, f fixture) error {
		return AddRated(tx, RatedAttempt{PlayerID: f.player, RoundID: f.round, Game: "24", Class: "new", At: storetest.Noon, Predicted: 1})
	},
	"Answers":    func(tx *storage.Tx, f fixture) error { _, err := Answers(tx, f.round, f.player); return err },
	"listAwards": func(tx *storage.Tx, f fixture) error { _, err := listAwards(tx, f.round); return err },
	"FindFacts": func(tx *storage.Tx, f fixture) error {
		_, own := FindFacts(tx, f.round, f.player, "hash", storetest.Noon, OwnAnswers)
		_, err := FindFacts(tx, f.round, f.player, "hash", storetest.Noon, AllAnswers)
		_, dealt := FindFacts(tx, f.round, f.player, "hash", storetest.Noon, AnswersUnlessDaily)
		return errors.Join(own, err, dealt)
	},
	"queueShownAnswer": func(tx *storage.Tx, f fixture) error {
		_, err := queueShownAnswer(tx, f.player, "24", "right", "near").Get()
		return err
	},
	"lastAnswerAt":  func(tx *storage.Tx, f fixture) error { _, err := lastAnswerAt(tx, f.round); return err },
	"liveClassesOf": func(tx *storage.Tx, f fixture) error { _, err := liveClassesOf(tx, f.player, 1); return err },
	"lockClass":     func(tx *storage.Tx, f fixture) error { return lockClass(tx, "hash", "1234", storetest.Noon) },
	"classLockedUntil": func(tx *storage.Tx, f fixture) error {
		_, err := classLockedUntil(tx, "hash", "1234", storetest.Noon)
		return err
	},
	"MarkSeen":       func(tx *storage.Tx, f fixture) error { return MarkSeen(tx, f.player, "1234", f.round) },
	"countDone":      func(tx *storage.Tx, f fixture) error { _, err := countDone(tx, f.player); return err },
	"lastRatedOf":    func(tx *storage.Tx, f fixture) error { _, err := lastRatedOf(tx, f.player); return err },
	"answersOfMatch": func(tx *storage.Tx, f fixture) error { _, err := answersOfMatch(tx, 1); return err },
	"awardsOfDays": func(tx *storage.Tx, f fixture) error {
		_, err := awardsOfDays(tx, MatchRow{ID: 1, CommunityID: 1})
		return err
	},
	"storedHome":       func(tx *storage.Tx, f fixture) error { _, err := storedHome(tx, f.player); return err },
	"storeHome":        func(tx *storage.Tx, f fixture) error { return storeHome(tx, f.player, homeOf(f.community)) },
	"markParticipants": func(tx *storage.Tx, f fixture) error { return markParticipants(tx, f.round) },
	"PlayerAnswers":    func(tx *storage.Tx, f fixture) error { _, err := PlayerAnswers(tx, f.round, f.player); return err },
	"claimPayment": func(tx *storage.Tx, f fixture) error {
		_, err := claimPayment(tx, f.player, "1234", f.round)
		return err
	},
	"setBest":         func(tx *storage.Tx, f fixture) error { return setBest(tx, f.round, 3) },
	"setPaying":       func(tx *storage.Tx, f fixture) error { return setPaying(tx, f.player, "1234", f.round) },
	"setAnswerPoints": func(tx *storage.Tx, f fixture) error { return setAnswerPoints(tx, 1, 10) },
}

// uncalled are functions that are not in calls, because a function in calls calls them.
var uncalled = []string{"saveRatedAttempt", "findDailyRow", "queueAnswers"}

// whole are the functions that read or write whole tables.
var whole = []string{"forgetLearnt"}

// inFull are the functions that read everything of one person.
var inFull = []string{"forgetLearnt", "liveClassesOf", "ratedOf"}

// A fixture has the rows that the calls need.
type fixture struct {
	community storage.Community
	player    int64
	// other is a player on another network.
	other int64
	round int64
}

func build(t testing.TB, tx *storage.Tx) fixture {
	f := fixture{community: community(t, tx, "1"), player: player(t, tx, "p").ID}
	f.round = round(t, tx, storage.Round{CommunityID: f.community.ID})
	f.other = must(tx.EnsurePlayer("elsewhere", "p", "P", "", storetest.Noon))(t).ID
	return f
}

// absent turns ErrNotFound into success.
func absent(err error) error {
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	return err
}

// openTemp opens a new store: a real file, or on a real server.
func openTemp(t testing.TB) *storage.Store {
	t.Helper()
	return storetest.Open(t)
}

// write runs fn in a transaction that must succeed.
func write(t testing.TB, s *storage.Store, fn func(tx *storage.Tx) error) {
	t.Helper()
	storetest.Write(t, s, fn)
}

// wantRefused fails the test if fn, in a transaction of its own, does not fail.
func wantRefused(t testing.TB, s *storage.Store, what string, fn func(tx *storage.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err == nil {
		t.Error(what + " was stored")
	}
}

// must returns v, or fails the test from inside a transaction.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func community(t testing.TB, tx *storage.Tx, key string) storage.Community {
	t.Helper()
	return storetest.Community(t, tx, key)
}

func player(t testing.TB, tx *storage.Tx, key string) storage.Player {
	t.Helper()
	return storetest.Person(t, tx, key)
}

// round adds a round: a daily, or else one of a community.
func round(t testing.TB, tx *storage.Tx, r storage.Round) int64 {
	t.Helper()
	if r.CommunityID == 0 && r.Daily == 0 {
		r.CommunityID = community(t, tx, "of rounds").ID
	}
	if r.DealtAt.IsZero() {
		r.DealtAt = storetest.Noon
	}
	if r.Game == "" {
		r.Game = "24"
		r.Puzzle = "24:3,3,8,8"
	}
	return must(tx.AddRound(r))(t)
}

// attemptOf and awardOf return what is stored of a player's part in a round.
func attemptOf(tx *storage.Tx, roundID, playerID int64) (storage.Attempt, error) {
	f, err := FindFacts(tx, roundID, playerID, IgnoreLocks, storetest.Noon, NoAnswers)
	return f.Attempt, err
}

func awardOf(tx *storage.Tx, roundID, playerID int64) (storage.Award, error) {
	f, err := FindFacts(tx, roundID, playerID, IgnoreLocks, storetest.Noon, NoAnswers)
	return f.Award, err
}

// setAward stores an award, and replaces the one before.
func setAward(tx *storage.Tx, a storage.Award) error {
	before, err := awardOf(tx, a.RoundID, a.PlayerID)
	return errors.Join(err, tx.SetAward(before, a))
}

// seenIn reports whether a person has seen a class, and in which round; 0: in several rounds.
func seenIn(tx *storage.Tx, playerID int64, class string) (bool, int64, error) {
	all, err := storage.List[int64](tx, "look for seen", `
		SELECT DISTINCT round_id FROM seen WHERE player_id IN `+storage.PersonPlayers("$1")+` AND class = $2`, playerID, class)
	if len(all) != 1 {
		return len(all) > 0, 0, err
	}
	return true, all[0], err
}

// rightAnswers returns the right answers to a round.
func rightAnswers(tx *storage.Tx, roundID int64) ([]storage.Answer, error) {
	all, err := Answers(tx, roundID, 0)
	return slices.DeleteFunc(all, func(a storage.Answer) bool { return a.Outcome != "right" }), err
}

// TestEveryStatementIsCalled finds the functions of this package that make a statement. Each must be in calls.
func TestEveryStatementIsCalled(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !makesStatement(fn) {
				continue
			}
			name := fn.Name.Name
			if calls[name] == nil && !slices.Contains(uncalled, name) {
				t.Errorf("%s: there is no call of %s", file, name)
			}
		}
	}
}

// makesStatement reports whether a function makes a statement by itself.
func makesStatement(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		isVerb := x.Name == "storage" && slices.Contains([]string{"List", "Get", "Queue"}, sel.Sel.Name) ||
			x.Name == "tx" && slices.Contains([]string{"Exec", "Insert"}, sel.Sel.Name)
		found = found || isVerb
		return true
	})
	return found
}

// errUndo undoes a transaction.
var errUndo = errors.New("undo")

// Each call runs in a fixture of its own.
func TestNoQueryScansATable(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		if slices.Contains(whole, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			statements := 0
			err := s.Write(t.Context(), func(tx *storage.Tx) error {
				f := build(t, tx)
				tx.Explain(func(query string, steps []string) {
					statements++
					for _, step := range dbtest.Scans(steps) {
						t.Errorf("%s\n%s", step, query)
					}
				})
				if err := absent(calls[name](tx, f)); err != nil {
					t.Error(err)
				}
				return errUndo
			})
			if !errors.Is(err, errUndo) {
				t.Error(err)
			}
			if statements == 0 {
				t.Error("no statement was made")
			}
		})
	}
}

// mostPages is how many pages of a kilobyte a function may read. With a limit of ten rows, each row is looked
// up in a few trees.
const mostPages = 700

// fill fills a database with as many rows as a size says.
func fill(t testing.TB, s *storage.Store, size dbtest.Size) {
	t.Helper()
	write(t, s, func(tx *storage.Tx) error {
		process := must(storage.Get[int64](tx, "find process", `SELECT MAX(id) FROM processes`))(t)
		if dbtest.Server() {
			if err := tx.Exec("read tables", `SET LOCAL enable_seqscan = on`); err != nil {
				return err
			}
		}
		for _, query := range dbtest.FillStatements(size, process, storetest.Noon) {
			if err := tx.Exec("fill", query); err != nil {
				return err
			}
		}
		return nil
	})
}

// On a large database no function reads more than a few pages. PostgreSQL does not say how many it reads, so
// there no plan may read a large table as a whole.
func TestReadsAreBounded(t *testing.T) {
	s := storetest.OpenToFill(t)
	size := dbtest.SizeOf(*large)
	fill(t, s, size)
	f := fixture{community: storage.Community{ID: 1, Network: "test", Key: "1"}, player: 1, other: 2, round: 20}
	all := maps.Clone(calls)
	all["dailySolvers/everyone"] = func(tx *storage.Tx, f fixture) error {
		solvers, more, err := dailySolvers(tx, 1, 1, 30)
		if len(solvers) != 30 || more != min(size.Players/5-30, MostMore+1) {
			t.Errorf("%d solvers and %d more", len(solvers), more)
		}
		return err
	}
	all["queueShownAnswer/in any game"] = func(tx *storage.Tx, f fixture) error {
		_, err := queueShownAnswer(tx, f.player, "", "wrong", "invalid").Get()
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(inFull, name) {
			t.Run(name, func(t *testing.T) { wantBounded(t, s, f, all[name]) })
		}
	}
}

// wantBounded fails the test if a call reads many pages.
func wantBounded(t *testing.T, s *storage.Store, f fixture, call func(*storage.Tx, fixture) error) {
	least := time.Hour
	for i := range 3 {
		err := s.Write(t.Context(), func(tx *storage.Tx) error {
			if dbtest.Server() && i == 0 {
				tx.Explain(func(query string, steps []string) {
					for _, step := range dbtest.ServerScans(query, steps) {
						t.Errorf("%s\n%s", step, query)
					}
				})
			}
			before := must(s.Pages())(t)
			began := time.Now()
			err := absent(call(tx, f))
			least = min(least, time.Since(began))
			if n := must(s.Pages())(t) - before; n > mostPages {
				t.Errorf("%d pages were looked at", n)
			}
			if err != nil {
				t.Error(err)
			}
			return errUndo
		})
		if !errors.Is(err, errUndo) {
			t.Fatal(err)
		}
	}
	if *large && least > 5*time.Millisecond {
		t.Errorf("it took %v", least)
	}
}

// Requests about the heaviest player take no longer than requests about others.
func TestHeaviestPlayer(t *testing.T) {
	size := dbtest.Size{Players: 1000, Communities: 100, Answers: 5000}
	attempts := 3000
	most := time.Minute
	if *large {
		size = dbtest.Size{Players: 100_000, Communities: 1000, Answers: 200_000}
		attempts = 100_000
		most = time.Second
	}
	s := storetest.OpenToFill(t)
	fill(t, s, size)
	write(t, s, func(tx *storage.Tx) error {
		for _, query := range dbtest.HeavyStatements(attempts, storetest.Noon) {
			if err := tx.Exec("fill", query); err != nil {
				return err
			}
		}
		return nil
	})
	for name, call := range map[string]func(*storage.Tx) error{
		"days":    func(tx *storage.Tx) error { _, err := Days(tx, 1, 1000); return err },
		"solvers": func(tx *storage.Tx) error { _, _, err := dailySolvers(tx, 1, 1, 30); return err },
	} {
		least := time.Hour
		for range 3 {
			err := s.Read(t.Context(), func(tx *storage.Tx) error {
				began := time.Now()
				err := call(tx)
				least = min(least, time.Since(began))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %v", name, least.Round(time.Microsecond))
		if least > most {
			t.Errorf("%s takes too long", name)
		}
	}
}

// Each act takes only as many statements as its facts need. A statement is a round trip to a server, or holds
// up the only writer of a file.
func TestStatements(t *testing.T) {
	dbtest.OnlyFile(t)
	s := openTemp(t)
	for _, test := range []struct {
		name string
		do   func(tx *storage.Tx, f fixture) error
		most int
	}{
		{"what was learnt", func(tx *storage.Tx, f fixture) error { _, err := learning(tx, rated(f.player, "class")); return err }, 1},
		{"who pays", func(tx *storage.Tx, f fixture) error {
			_, err := claimPayment(tx, f.player, "class", f.round)
			return err
		}, 1},
		{"the end", func(tx *storage.Tx, f fixture) error { return markParticipants(tx, f.round) }, 1},
	} {
		write(t, s, func(tx *storage.Tx) error {
			f := build(t, tx)
			n := 0
			tx.Explain(func(string, []string) { n++ })
			err := test.do(tx, f)
			if n > test.most {
				t.Errorf("%s costs %d statements, want %d", test.name, n, test.most)
			}
			return err
		})
	}
}
