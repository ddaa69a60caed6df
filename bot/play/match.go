package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// Kinds of matches. They are stored.
const (
	RaceOf = "race" // several puzzles, for whoever likes to join
	DuelOf = "duel" // of two, the better of three
)

// Why a match ended. They are stored.
const (
	AllPlayed = "played"   // there is no further puzzle
	Decided   = "decided"  // nobody can be caught up with
	Idle      = "idle"     // nobody answered for some puzzles in a row
	Stopped   = "stopped"  // by who asked for it or an administrator
	Declined  = "declined" // the challenge was
	Withdrawn = "withdrawn"
	Unheeded  = "unheeded" // nobody took the challenge up in time
)

const (
	// matchPause is how long people have to read how a puzzle ended before the next
	// comes; alone they need less.
	matchPause, ownPause = 8 * time.Second, 3 * time.Second
	// matchClock is how long a puzzle of a match lasts at most where its game has no
	// clock.
	matchClock = 2 * time.Minute
	// unanswered is after how many puzzles in a row that nobody answers a match ends.
	unanswered = 2
)

// MatchJob is the kind of the job that has the next puzzle of a match dealt, or a
// challenge expire; its key is the match's.
const MatchJob = "match"

// A Match is a match with all that is known of it.
type Match struct {
	storage.Match
	Community storage.Community
	Game      engine.Game
	Bouts     []Bout  // the puzzles dealt, in order
	Table     []Tally // who has how many points, the most first; of a duel both
}

// A Bout is a puzzle of a match.
type Bout struct {
	Round    Round
	Finishes []Finish // of one that is over, the best first
	Answered bool     // somebody tried
}

// A Finish is what a person has got of a puzzle of a match.
type Finish struct {
	Player  storage.Player
	Place   int // from 1; equally good answers share one
	Points  int // of the match
	Answer  int64
	Text    string // empty: the other one of a duel gave up
	Measure int
	At      time.Time
	Elapsed time.Duration // since the puzzle could be read
}

// A Tally is what a person has in a match.
type Tally struct {
	Player  storage.Player
	Rank    int // equal points share one
	Points  int
	Solved  int           // puzzles they have a place in
	Elapsed time.Duration // over those
}

// A MatchError says that a match goes on at the place.
type MatchError struct{ Match storage.Match }

func (e *MatchError) Error() string { return "a " + e.Match.Kind + " goes on here" }

// Why nothing comes of what a person wants of a match.
var (
	ErrMatchOver = errors.New("the match is over")
	ErrNotYours  = errors.New("that is for somebody else")
	ErrPlaying   = errors.New("they are in another duel")
	ErrHimself   = errors.New("nobody duels alone")
)

// pauseOf is the pause before a puzzle of a match.
func pauseOf(c storage.Community) time.Duration {
	if c.Private {
		return ownPause
	}
	return matchPause
}

// Pause is how long the next puzzle of a match waits.
func (m Match) Pause() time.Duration { return pauseOf(m.Community) }

// Clock is how long a puzzle of a match lasts at most.
func (m Match) Clock() time.Duration {
	return cmp.Or(Clock(m.Community, m.Game), time.Duration(m.Community.Seconds)*time.Second, matchClock)
}

// Level is what its puzzles are dealt by.
func (m Match) Level() engine.Level {
	level, _ := Round{Round: storage.Round{Wish: m.Wish}}.Wished()
	return level
}

// IsOver tells whether nothing more comes of a match.
func (m Match) IsOver() bool { return !m.EndedAt.IsZero() }

// plays tells whether a person takes part: in a race whoever likes to.
func plays(m storage.Match, playerID int64) bool {
	return m.Kind != DuelOf || playerID == m.AskerID || playerID == m.RivalID
}

// Match returns a match.
func (p *Play) Match(tx *storage.Tx, id int64) (Match, error) {
	row, err := tx.MatchByID(id)
	if err != nil {
		return Match{}, err
	}
	return p.wholeMatch(tx, row)
}

func (p *Play) wholeMatch(tx *storage.Tx, row storage.Match) (m Match, err error) {
	m = Match{Match: row, Game: p.Game(row.Game)}
	if m.Game == nil {
		return Match{}, errors.New("a match of no game there is")
	}
	if m.Community, err = tx.CommunityByID(row.CommunityID); err != nil {
		return Match{}, err
	}
	rounds, err := tx.MatchRounds(row.ID)
	if err != nil {
		return Match{}, err
	}
	for i, r := range rounds {
		b, err := p.bout(tx, r, row, i+1)
		if err != nil {
			return Match{}, err
		}
		m.Bouts = append(m.Bouts, b)
	}
	m.Table, err = tallies(tx, m)
	return m, err
}

func (p *Play) bout(tx *storage.Tx, row storage.Round, m storage.Match, number int) (b Bout, err error) {
	if b.Round, err = p.wholeOf(tx, row, &m, number); err != nil {
		return Bout{}, err
	}
	_, err = tx.LastAnswerAt(row.ID)
	if b.Answered, err = found(err); err != nil || row.ClosedAt.IsZero() {
		return b, err
	}
	b.Finishes, err = finishes(tx, b.Round)
	return b, err
}

// finishes are the places of a puzzle, of its answers alone.
func finishes(tx *storage.Tx, r Round) ([]Finish, error) {
	all, err := tx.CountedAnswers(r.ID)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(x, y storage.Answer) int { return x.At.Compare(y.At) })
	out := inTime(r, all)
	if r.Game.Rules().Measure != "" {
		out = byMeasure(r, all)
	}
	if r.Match.Kind == DuelOf {
		return duelFinish(tx, r, out)
	}
	for i := range out {
		out[i].Points = placePoints(out[i].Place)
	}
	return out, nil
}

// inTime are the places by who was first: a right answer sent while the first one
// left the puzzle open has one, but not one that others could read before.
func inTime(r Round, right []storage.Answer) (out []Finish) {
	read := map[string]bool{}
	for _, a := range right {
		if len(out) > 0 && a.At.Sub(out[0].At) > r.openAfter() {
			break
		}
		had := slices.ContainsFunc(out, func(f Finish) bool { return f.Player.ID == a.PlayerID })
		if !had && !read[a.Form] && takesPlace(r, a) {
			out = append(out, finishOf(r, a, len(out)+1))
		}
		read[a.Form] = read[a.Form] || a.Open
	}
	return out
}

// byMeasure are the places by how good the best answer of each is.
func byMeasure(r Round, all []storage.Answer) (out []Finish) {
	for _, a := range all {
		i := slices.IndexFunc(out, func(f Finish) bool { return f.Player.ID == a.PlayerID })
		switch {
		case !takesPlace(r, a):
		case i < 0:
			out = append(out, finishOf(r, a, 0))
		case a.Measure < out[i].Measure:
			out[i] = finishOf(r, a, 0)
		}
	}
	slices.SortStableFunc(out, func(x, y Finish) int { return cmp.Or(x.Measure-y.Measure, x.At.Compare(y.At)) })
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && out[i].Measure == out[i-1].Measure {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}

// takesPlace tells whether an answer may have a place: of who had seen a solution none
// does among others.
func takesPlace(r Round, a storage.Answer) bool { return !a.Practice || !r.Shared() }

func finishOf(r Round, a storage.Answer, place int) Finish {
	return Finish{
		Player: storage.Player{ID: a.PlayerID, Key: a.PlayerKey, Name: a.PlayerName}, Place: place, Answer: a.ID,
		Text: a.Text, Measure: a.Measure, At: a.At, Elapsed: max(0, a.At.Sub(r.begun())),
	}
}

// openAfter is how long a puzzle of a match stays open to others once somebody has
// answered it.
func (r Round) openAfter() time.Duration {
	if r.Match.Kind == DuelOf || !r.Shared() {
		return 0
	}
	return PlacesFor
}

// tallies sum a match up.
func tallies(tx *storage.Tx, m Match) ([]Tally, error) {
	var out []Tally
	if m.Kind == DuelOf {
		for _, id := range []int64{m.AskerID, m.RivalID} {
			who, err := tx.PlayerByID(id)
			if _, err := found(err); err != nil {
				return nil, err
			}
			out = append(out, Tally{Player: who})
		}
	}
	for _, b := range m.Bouts {
		for _, f := range b.Finishes {
			i := slices.IndexFunc(out, func(t Tally) bool { return t.Player.ID == f.Player.ID })
			if i < 0 {
				i, out = len(out), append(out, Tally{Player: f.Player})
			}
			out[i].Points += f.Points
			if f.Answer != 0 {
				out[i].Solved++
				out[i].Elapsed += f.Elapsed
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Tally) int { return y.Points - x.Points })
	for i := range out {
		out[i].Rank = i + 1
		if i > 0 && out[i].Points == out[i-1].Points {
			out[i].Rank = out[i-1].Rank
		}
	}
	return out, nil
}

// whyOver is why a match ends now that a puzzle of it has ended; empty if it goes on.
func (m Match) whyOver() string {
	quiet := 0
	for _, b := range slices.Backward(m.Bouts) {
		if b.Answered || b.Round.Reason == GivenUp {
			break
		}
		quiet++
	}
	switch {
	case m.Kind == DuelOf && m.Table[0].Points >= duelWins:
		return Decided
	case len(m.Bouts) >= m.Length:
		return AllPlayed
	case quiet >= unanswered:
		return Idle
	}
	return ""
}

// advance goes on in the match of a round that has ended: to the next puzzle, or to
// its own end.
func (p *Play) advance(tx *storage.Tx, r Round, at time.Time) error {
	if r.Match == nil || !r.Match.EndedAt.IsZero() {
		return nil
	}
	m, err := p.Match(tx, r.Match.ID)
	if err != nil {
		return err
	}
	if why := m.whyOver(); why != "" {
		return endMatch(tx, m.Match, at, why)
	}
	m.NextAt = at.Add(m.Pause())
	return p.plan(tx, m.Match, m.NextAt)
}

// plan stores a match, and when it is looked at again.
func (p *Play) plan(tx *storage.Tx, m storage.Match, at time.Time) error {
	if err := tx.SaveMatch(m); err != nil {
		return err
	}
	return tx.SetJob(storage.Job{Kind: MatchJob, Key: JobKey(m.ID), At: at})
}

func endMatch(tx *storage.Tx, m storage.Match, at time.Time, why string) error {
	m.EndedAt, m.Reason, m.NextAt, m.Rival = at, why, time.Time{}, ""
	if err := tx.SaveMatch(m); err != nil {
		return err
	}
	return tx.DropJob(MatchJob, JobKey(m.ID))
}

// mayBegin tells why no match begins at a place now: a *MatchError, a *RunningError,
// or ErrTooBusy.
func (p *Play) mayBegin(tx *storage.Tx, a Act) error {
	if err := noMatch(tx, a); err != nil {
		return err
	}
	open, err := tx.OpenRounds(a.Community.ID, a.Channel, manyOpen)
	if err != nil {
		return err
	}
	return mayRun(a, open)
}

// noMatch makes sure that no match goes on at a place.
func noMatch(tx *storage.Tx, a Act) error {
	m, err := tx.RunningMatch(a.Community.ID, a.Channel)
	if is, err := found(err); !is {
		return err
	}
	return &MatchError{m}
}

// Running is the match that goes on at a place, with its open round and what the
// solver knows of it; ErrNotFound of storage if there is none.
func (p *Play) Running(ctx context.Context, a Act) (m storage.Match, d Due, err error) {
	err = p.store.Read(ctx, func(tx *storage.Tx) error {
		if m, err = tx.RunningMatch(a.Community.ID, a.Channel); err != nil {
			return err
		}
		rounds, err := tx.MatchRounds(m.ID)
		if err != nil || len(rounds) == 0 {
			return err
		}
		d.Round, err = p.whole(tx, rounds[len(rounds)-1])
		return err
	})
	if err == nil && d.Round.ID != 0 && d.Round.ClosedAt.IsZero() {
		d.Solution = p.Solve(ctx, d.Round.Puzzle)
	}
	return m, d, err
}

// Stop ends a match, with the puzzle that is open: by who asked for a race, or by an
// administrator. The error may be ErrMatchOver or ErrNotYours. The Ending is nil if no
// puzzle was open.
func (p *Play) Stop(tx *storage.Tx, a Act, id int64, d Due) (m Match, e *Ending, err error) {
	row, err := tx.MatchByID(id)
	switch is, err := found(err); {
	case err != nil:
		return m, nil, err
	case !is, row.BegunAt.IsZero(), !row.EndedAt.IsZero(), row.CommunityID != a.Community.ID:
		return m, nil, ErrMatchOver
	case !a.Admin && (row.Kind == DuelOf || row.AskerID != a.Person.ID):
		return m, nil, ErrNotYours
	}
	if err := endMatch(tx, row, a.At, Stopped); err != nil {
		return m, nil, err
	}
	rounds, err := tx.MatchRounds(id)
	if err != nil {
		return m, nil, err
	}
	if n := len(rounds); n > 0 && rounds[n-1].ClosedAt.IsZero() {
		r, err := p.whole(tx, rounds[n-1])
		if err != nil {
			return m, nil, err
		}
		if r.ID != d.Round.ID { // dealt since d was read, whose solution is another puzzle's
			return m, nil, storage.ErrConflict
		}
		if e, err = p.endRound(tx, r, Stopped, a.At, d.Solution); err != nil {
			return m, nil, err
		}
	}
	m, err = p.Match(tx, id)
	return m, e, err
}

// A NextDue is a match whose job has come, with the puzzle that it needs.
type NextDue struct {
	id    int64
	drawn *Drawn
}

// PrepareNext reads a match whose job has come, and draws its next puzzle, one that
// nobody who plays has seen. ok is false if there is no such match.
func (p *Play) PrepareNext(ctx context.Context, id int64, now time.Time) (d NextDue, ok bool, err error) {
	d.id = id
	var m Match
	err = p.store.Read(ctx, func(tx *storage.Tx) (err error) {
		m, err = p.Match(tx, id)
		return err
	})
	if ok, err = found(err); !ok {
		return d, false, err
	}
	if m.IsOver() || m.NextAt.IsZero() || m.NextAt.After(now) {
		return d, true, nil
	}
	players := []int64{m.AskerID, m.RivalID}
	for _, t := range m.Table {
		players = append(players, t.Player.ID)
	}
	a := Act{Community: m.Community, Channel: m.Channel, At: now}
	drawn, err := p.draw(ctx, a, m.Game, m.Level(), "", players)
	d.drawn = &drawn
	return d, true, err
}

// A Step is what a match has come to.
type Step struct {
	Match    Match
	Dealt    *Round // the next puzzle
	Unheeded bool   // nobody took the challenge up
}

// Next does what is due of a match, or sets its job to when that will be. The step is
// nil if nothing is to be told.
func (p *Play) Next(tx *storage.Tx, d NextDue, now time.Time) (*Step, error) {
	m, err := p.Match(tx, d.id)
	if err != nil {
		return nil, err
	}
	switch expires := m.AskedAt.Add(ChallengeFor); {
	case m.IsOver(), !m.BegunAt.IsZero() && m.NextAt.IsZero():
		return nil, tx.DropJob(MatchJob, JobKey(m.ID))
	case m.BegunAt.IsZero() && expires.After(now):
		return nil, p.plan(tx, m.Match, expires)
	case m.BegunAt.IsZero():
		err := endMatch(tx, m.Match, now, Unheeded)
		m.EndedAt, m.Reason = now, Unheeded
		return &Step{Match: m, Unheeded: true}, err
	case m.NextAt.After(now) || d.drawn == nil:
		return nil, p.plan(tx, m.Match, m.NextAt)
	}
	first, last := Live(now)
	daily, err := tx.IsDaily(d.drawn.Puzzle.Class(), first, last)
	if err != nil {
		return nil, err
	}
	if daily { // another is drawn
		return nil, p.plan(tx, m.Match, now.Add(time.Second))
	}
	m.NextAt = time.Time{}
	if err := errors.Join(tx.SaveMatch(m.Match), tx.DropJob(MatchJob, JobKey(m.ID))); err != nil {
		return nil, err
	}
	r, err := p.dealBout(tx, m, *d.drawn, now)
	return &Step{Match: m, Dealt: &r}, err
}

// dealBout opens a round of the next puzzle of a match.
func (p *Play) dealBout(tx *storage.Tx, m Match, d Drawn, now time.Time) (Round, error) {
	row := roundOf(d, now)
	row.CommunityID, row.Channel, row.AskerID, row.MatchID, row.Lasts = m.CommunityID, m.Channel, m.AskerID, m.ID, m.Clock()
	return p.open(tx, Act{Community: m.Community, Channel: m.Channel, At: now}, row)
}

// hasten has the clock of a puzzle of a match run out sooner.
func (p *Play) hasten(tx *storage.Tx, r Round, end time.Time) error {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	if r.EndsAt.IsZero() { // it was answered before it is known to be delivered
		r.EndsAt = r.DealtAt.Add(r.Lasts)
		if _, err := tx.StartClock(r.ID, r.EndsAt); err != nil {
			return err
		}
	}
	if end.After(r.EndsAt) {
		end = r.EndsAt
	}
	// A network's time may be in whole seconds: who answers at once has answered before
	// the clock began.
	if began := r.begun(); !end.After(began) {
		end = began.Add(time.Millisecond)
	}
	if err := tx.HastenClock(r.ID, end); err != nil {
		return err
	}
	return p.endAt(tx, r, end.Add(Grace))
}

// takePlace takes a right answer where who is first wins a puzzle of a match. It is
// paid at the end, when all that were sent before are known.
func (p *Play) takePlace(tx *storage.Tx, t *try) error {
	all, err := tx.RightAnswers(t.Round.ID)
	if err != nil {
		return err
	}
	copied := slices.IndexFunc(all, func(x storage.Answer) bool { return x.Form == t.Verdict.Form && x.Open && !x.At.After(t.At) })
	if copied >= 0 {
		t.What, t.First = Known, &all[copied]
		return nil
	}
	id, err := t.record(tx) // others may read it, whatever it is worth
	if err != nil {
		return err
	}
	if own := slices.IndexFunc(all, func(x storage.Answer) bool { return x.PlayerID == t.Person.ID && !x.Practice }); own >= 0 && !t.At.Before(all[own].At) {
		t.What, t.First = Known, &all[own]
		return nil
	}
	if t.Practice != Paid {
		t.What = Practised
		return tx.MarkSeen(t.Person.ID, t.Round.Class, 0)
	}
	if err := learn(tx, t.Round, t.Person.ID, true, t.At); err != nil {
		return err
	}
	if t.isOpen() { // others have read a solution
		if err := tx.SolveRound(t.Round.ID, t.At); err != nil {
			return err
		}
	}
	if err := tx.MarkSeen(t.Person.ID, t.Round.Class, t.Round.ID); err != nil {
		return err
	}
	return p.placed(tx, t, id)
}

// placed says which place an answer has now, and ends the puzzle soon.
func (p *Play) placed(tx *storage.Tx, t *try, id int64) error {
	all, err := finishes(tx, t.Round)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(f Finish) bool { return f.Answer == id })
	if i < 0 { // it was read when others had won
		t.What, t.First = Known, &storage.Answer{PlayerName: all[0].Player.Name, PlayerKey: all[0].Player.Key, Text: all[0].Text}
		return nil
	}
	t.What, t.Place = Further, all[i].Place
	end := all[0].At.Add(t.Round.openAfter())
	if i == 0 {
		t.What, t.OpenFor = First, t.Round.openAfter()
	}
	return p.hasten(tx, t.Round, end)
}

// awardPlaces pays for the places of a puzzle of a match: the first as the first right
// answer of any round, the others as further solutions.
func awardPlaces(tx *storage.Tx, r Round) error {
	right, err := tx.RightAnswers(r.ID)
	if err != nil {
		return err
	}
	all, err := finishes(tx, r)
	if err != nil {
		return err
	}
	for _, a := range right {
		place := slices.IndexFunc(all, func(f Finish) bool { return f.Player.ID == a.PlayerID })
		had, err := tx.Award(r.ID, a.PlayerID)
		if err != nil {
			return err
		}
		switch {
		case a.Practice:
			continue
		case place >= 0 && all[place].Answer == a.ID:
			err = payBest(tx, r, payment(r, a, place))
		case place < 0 && !had.At.IsZero(): // others are known to have been first
			a.Points = 0
			err = payBest(tx, r, a)
		default:
			err = tx.SetPoints(a.ID, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// payment is an answer with what its place is worth: from 0.
func payment(r Round, a storage.Answer, place int) storage.Answer {
	quality := FurtherQuality
	if place == 0 {
		quality = fullQuality
	}
	a.Points = worth(r.Level, quality, a.Hints)
	return a
}
