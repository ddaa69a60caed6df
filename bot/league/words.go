package league

import (
	"cmp"
	"slices"
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// tierName returns the name of a tier for people, who call it a division: "Division 5".
func tierName(v say.Voice, tier int) string { return v.Phrase("league.tier", say.With{"tier": tier}) }

// isUneventful reports whether a week has nothing to tell a person: they were alone in their division, and stay in
// their tier. places is how many places the division has.
func isUneventful(l leaguer, places int) bool { return places < 2 && l.Next == l.Tier && !l.Rests }

// resultLine says how a week ended for a person, and in which tier they are next. places is how many places their
// division has.
func resultLine(v say.Voice, l leaguer, places int) chat.Line {
	move := cmp.Compare(l.Next, l.Tier)
	key := "league.stays"
	switch {
	case isUneventful(l, places):
		key = "league.alone"
	case l.Rests:
		key = "league.rest"
	case move < 0:
		key = "league.up"
	case move > 0:
		key = "league.down"
	}
	return v.Line(key, say.With{"place": v.Ordinal(l.Place), "of": places, "tier": tierName(v, l.Next)})
}

// lastWeekLine says how the last week ended for a person, where nothing else speaks of the league. It is nil if
// that is not worth a line.
func lastWeekLine(v say.Voice, tx *storage.Tx, l leaguer) (chat.Line, error) {
	places, err := countPlaces(tx, l.Week, l.division())
	if err != nil {
		return nil, err
	}
	if isUneventful(l, places) {
		return nil, nil
	}
	line := resultLine(v, l, places)
	if l.Rests {
		return line, nil
	}
	return append(v.Line("league.last-week", nil), line...), nil
}

// tellResult returns a line under a person's day that tells once how their last week ended.
func tellResult(v say.Voice, tx *storage.Tx, act round.Act) (chat.Line, error) {
	l, isNew, err := newResult(tx, act.Person.ID)
	if err != nil || !isNew {
		return nil, err
	}
	return lastWeekLine(v, tx, l)
}

// today says on the page where a person is in their division, and how their last week ended if they were not
// told yet.
func (l league) today(v say.Voice, tx *storage.Tx, act round.Act) ([]chat.Line, error) {
	if act.Person.ID == 0 {
		return nil, nil
	}
	var lines []chat.Line
	result, isNew, err := latestResult(tx, act.Person.ID)
	if err != nil {
		return nil, err
	}
	if isNew {
		line, err := lastWeekLine(v, tx, result)
		if err != nil {
			return nil, err
		}
		if line != nil {
			lines = append(lines, line)
		}
	}
	s, err := l.standingOf(tx, act, false)
	if err != nil || s.division == nil || s.division.own < 0 {
		return lines, err
	}
	own := s.division.rows[s.division.own]
	key := "league.now"
	isAlone := len(s.division.rows) < 2
	if isAlone {
		// A place says nothing yet.
		key += ".alone"
	}
	return append(lines, v.Line(key, say.With{
		"place": v.Ordinal(own.Rank),
		"of":    len(s.division.rows),
		"tier":  tierName(v, s.division.tier),
		"n":     own.score.Points,
	})), nil
}

// me adds a person's rank in their division to what the page shows them about themselves.
func (l league) me(v say.Voice, tx *storage.Tx, act round.Act, out *chat.MeView) error {
	s, err := l.standingOf(tx, act, false)
	if err != nil || s.division == nil || s.division.own < 0 {
		return err
	}
	out.Boards = append(out.Boards, chat.BoardRank{
		Title: v.Phrase("league.title", say.With{"tier": tierName(v, s.division.tier)}),
		Rank:  s.division.rows[s.division.own].Rank,
		Of:    len(s.division.rows),
	})
	return nil
}

// scoring says how the league counts.
func scoring(v say.Voice) []chat.Line {
	return []chat.Line{
		say.Head(v.Phrase("league.name", nil)),
		v.Line("scoring.league", say.With{"size": divisionSize, "days": bestDays, "least": leastMoving}),
	}
}

// heading names a division and its week.
func heading(v say.Voice, d *division) chat.Line {
	layout := v.Phrase("league.layout", nil)
	title := v.Phrase("league.title", say.With{"tier": tierName(v, d.tier)})
	dates := v.Phrase("league.week", say.With{
		"first": round.Day(d.week.firstDaily()).Format(layout),
		"last":  round.Day(d.week.lastDaily()).Format(layout),
	})
	return say.Head(title, " · "+dates)
}

// text names the week of a division, and says how it ended or what is still to come.
func (l league) text(req *feature.Request, tx *storage.Tx, s standing) ([]chat.Line, error) {
	v := req.Say
	d := s.division
	text := []chat.Line{heading(v, d)}
	if d.isOver {
		days, err := round.CalendarAt(tx, req.Act.Community, req.Act.At)
		if err != nil {
			return nil, err
		}
		daysSince := days.NumberAt(req.Act.At) - d.week.lastDaily()
		// After a later week, the person may be in another tier than this result says.
		isLastWeek := daysSince <= 7
		if isLastWeek {
			text = append(text, resultLine(v, d.rows[d.own].person.leaguer, d.places()))
		}
		return text, nil
	}
	today, _, err := l.Play.LiveDaily(tx, req.Act)
	if err != nil {
		return nil, err
	}
	daysLeft := d.week.lastDaily() - today + 1
	if daysLeft <= 0 {
		text = append(text, v.Line("league.closing", say.With{"time": v.Duration(s.closes.Sub(req.Act.At))}))
		if points := d.pointsAfter(); points > 0 {
			text = append(text, v.Line("league.new", say.With{"points": points}))
		}
		return text, nil
	}
	how := v.Line("league.how", say.With{"n": daysLeft, "days": bestDays})
	if slices.ContainsFunc(d.rows, func(r row) bool { return r.Move != 0 }) {
		how = v.Sentences(how, v.Line("league.zones", nil))
	}
	return append(text, how), nil
}

// absence says why a person has no division, and what to do.
func (l league) absence(req *feature.Request, s standing, isLast bool) chat.Line {
	v := req.Say
	if why := v.Absence(s.presence); why != nil {
		return why
	}
	day := l.Features.Day()
	switch {
	case !s.presence.Listed && req.Act.Community.Private:
		return v.Line("league.join.here", nil)
	case !s.presence.Listed:
		usage := l.Settings.Usage(v, "worldwide", v.Phrase("choice.on", nil))
		return v.Line("league.join", say.With{"command": usage})
	case isLast:
		return v.Line("league.no-last", nil)
	case s.waits:
		return v.Line("league.waits", say.With{"time": v.Duration(s.closes.Sub(req.Act.At))})
	case day == nil:
		// Only puzzles of a day count.
		return v.Line("board.empty.world", nil)
	}
	how := wayIn(v, s, say.Slash(day.Command))
	if s.uncounted != "" {
		return v.Sentences(v.Line("league."+string(s.uncounted), nil), how)
	}
	return how
}

// wayIn says how a person who is in the World gets a seat. command is the command that shows today's puzzles.
func wayIn(v say.Voice, s standing, command chat.Span) chat.Line {
	switch {
	case s.restTier > 0:
		return v.Line("league.rests", say.With{"command": command, "tier": tierName(v, s.restTier)})
	case s.isDayDone:
		return v.Line("league.enter.tomorrow", nil)
	case s.uncounted != "":
		return v.Line("league.enter.another", say.With{"command": command})
	}
	return v.Line("league.enter", nil)
}

// moveMarks are the marks behind the ranks of people who move: see row.Move.
var moveMarks = map[int]string{-1: "▲", 1: "▼"}

// table returns the table of a division, narrow enough for a phone.
func table(v say.Voice, d *division) *chat.Table {
	heads := []string{"board.rank", "board.player", "league.points", "league.days"}
	if !d.isOver {
		heads = append(heads, "league.final")
	}
	table := &chat.Table{Name: 1}
	for _, key := range heads {
		table.Head = append(table.Head, v.Phrase(key, nil))
	}
	for i, r := range d.rows {
		name := v.Mention(r.person.Name, r.person.PlayerKey).Text
		if i == d.own {
			name = "▸ " + name
		}
		cells := []string{
			strconv.Itoa(r.Rank) + moveMarks[r.Move],
			name,
			strconv.Itoa(r.score.Points),
			strconv.Itoa(r.score.Played),
		}
		if !d.isOver {
			cells = append(cells, ranksText(r))
		}
		table.People = append(table.People, r.person.PlayerKey)
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// ranksText returns the ranks that a person may still have at the end: "2–5", or one rank.
func ranksText(r row) string {
	if r.Best < r.Worst {
		return strconv.Itoa(r.Best) + "–" + strconv.Itoa(r.Worst)
	}
	return strconv.Itoa(r.Best)
}
