package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"reckon/bot/play"
	"reckon/config"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

type ratingsCmd struct {
	Rebuild  rebuildCmd  `cmd:"" settings:"" help:"Learn all ratings anew from the attempts in the database."`
	Simulate simulateCmd `cmd:"" help:"Learn ratings from simulated players, whose truth is known, and tell how near they come."`
}

type rebuildCmd struct{}

// Run learns all ratings anew, also while a bot serves from the database.
func (rebuildCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	if _, err := os.Stat(string(s.DB)); err != nil && !storage.IsServer(string(s.DB)) { // a database is not made for this
		return err
	}
	store, err := storage.Open(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	n, err := play.Relearn(ctx, store)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "learnt from %d attempts\n", n)
	return err
}

type simulateCmd struct {
	File      string  `arg:"" help:"Table of 24 hands with head: hand, mean seconds to solve it, percent of people who do."`
	Predicted string  `type:"path" placeholder:"FILE" help:"Table of hand, predicted seconds and deviation of their ln, in place of what this program predicts: its model knows the hands."`
	Attempts  int     `default:"20" help:"Attempts at each hand."`
	Players   int     `default:"300" help:"How many play."`
	Spread    float64 `default:"0.55" help:"How much the times of one player at one hand differ, in ln of seconds."`
	Runs      int     `default:"10" help:"How often all is done; figures are means."`
}

// A crowd is who plays, and how their abilities are spread, in ln of seconds.
type crowd struct {
	name            string
	mean, deviation float64
}

// crowds are those whose ratings are learnt: as able as those who were measured
// and alike, slower and more different, and newcomers, who take five times as long.
var crowds = []crowd{{"practised players", 0, 0.5}, {"mixed players", -0.8, 0.8}, {"newcomers", -1.6, 0.8}}

// Run prints how far predicted and learnt difficulties, and abilities, are from
// the truth.
func (s simulateCmd) Run(c console) error {
	hands, err := s.hands()
	if err != nil {
		return err
	}
	if s.Attempts < 1 || s.Runs < 1 || s.Players < s.Attempts {
		return fmt.Errorf("it takes at least %d players: nobody meets a hand twice", max(s.Attempts, 1))
	}
	for _, crowd := range crowds {
		title := fmt.Sprintf("%s, of abilities %.1f ± %.1f", crowd.name, crowd.mean, crowd.deviation)
		if err := writeTables(c.out, tablesOf(title, s.mean(hands, crowd), s)); err != nil {
			return err
		}
	}
	return nil
}

// mean is the mean of all runs with a crowd.
func (s simulateCmd) mean(hands []simulatedPuzzle, of crowd) simulation {
	var all []simulation
	for run := range s.Runs {
		all = append(all, simulate(rand.New(rand.NewPCG(24, uint64(run))), hands, setting{
			Players: s.Players, Mean: of.mean, Deviation: of.deviation, Spread: s.Spread, Attempts: s.Attempts,
		}))
	}
	return meanOf(all)
}

func tablesOf(title string, m simulation, s simulateCmd) []engine.Table {
	head := []string{"error", "bias", "rank correlation", "within 1.96 deviations"}
	figures := func(f fit) []string {
		return []string{fmt.Sprintf("%.3f", f.Error), fmt.Sprintf("%+.3f", f.Bias), fmt.Sprintf("%.3f", f.Rank), fmt.Sprintf("%.1f %%", 100*f.Cover)}
	}
	difficulty := engine.Table{Title: title + ": difficulty of hands, in ln of seconds", Head: append([]string{"difficulty"}, head...), Rows: [][]string{
		append([]string{"predicted"}, figures(m.Predicted)...),
		append([]string{fmt.Sprintf("after %d attempts", s.Attempts)}, figures(m.Learnt)...),
	}}
	ability := engine.Table{Title: title + ": ability, in ln of seconds", Head: append([]string{"attempts", "players"}, head...)}
	for _, stage := range m.Stages {
		if stage.Players == 0 {
			continue
		}
		ability.Rows = append(ability.Rows, append([]string{strconv.Itoa(stage.Attempts), fmt.Sprintf("%.0f", float64(stage.Players)/float64(s.Runs))}, figures(stage.fit)...))
	}
	chances := engine.Table{Title: title + ": times by the chance to have solved by then", Head: []string{"chance", "solved"}}
	for i, share := range m.Calibration {
		chances.Rows = append(chances.Rows, []string{fmt.Sprintf("%d to %d %%", 10*i, 10*i+10), fmt.Sprintf("%.1f %%", 100*share)})
	}
	tables := []engine.Table{difficulty, ability}
	if m.Counted > 0 {
		tables = append(tables, chances)
	}
	return tables
}

// hands reads what is known of hands, and what is predicted of them.
func (s simulateCmd) hands() (hands []simulatedPuzzle, err error) {
	measured, err := readNumbers(s.File, 2)
	if err != nil {
		return nil, err
	}
	var predicted []numbers
	if s.Predicted != "" {
		if predicted, err = readNumbers(s.Predicted, 2); err != nil {
			return nil, err
		}
	}
	for i, m := range measured {
		p, err := games.Parse("24:" + m.hand)
		if err != nil {
			return nil, err
		}
		seconds, deviation := p.Rating().Seconds, p.Rating().Deviation
		if s.Predicted != "" {
			if i >= len(predicted) || predicted[i].hand != m.hand {
				return nil, fmt.Errorf("%s: row %d is not of %s", s.Predicted, i+1, m.hand)
			}
			seconds, deviation = predicted[i].values[0], predicted[i].values[1]
		}
		if m.values[0] <= 0 || seconds <= 0 {
			return nil, fmt.Errorf("no time is known or predicted of %s", m.hand)
		}
		hands = append(hands, simulatedPuzzle{Seconds: m.values[0], Predicted: seconds, Deviation: deviation, Solved: min(max(m.values[1]/100, 0.01), 0.99)})
	}
	return hands, nil
}

// numbers are a row of a table: a hand and so many numbers.
type numbers struct {
	hand   string
	values []float64
}

// readNumbers reads a table, less its head.
func readNumbers(file string, columns int) (list []numbers, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := csv.NewReader(f)
	r.FieldsPerRecord = 1 + columns
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("%s has no rows", file)
	}
	for _, row := range rows[1:] {
		n := numbers{hand: row[0]}
		for _, text := range row[1:] {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			n.values = append(n.values, v)
		}
		list = append(list, n)
	}
	return list, nil
}
