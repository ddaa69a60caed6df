package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"

	"reckon/engine"
	"reckon/engine/games"
)

type simulateCmd struct {
	File      string `arg:"" help:"CSV table of 24 hands with a head: hand, mean seconds to solve it, percent of people who solve it."`
	Predicted string `type:"path" placeholder:"FILE" help:"CSV table of hand, predicted seconds and their deviation in ln of seconds. Without it this program predicts, and its model knows the hands."`
	setting
}

// Run prints how far predicted and learnt difficulties, and abilities, are from the
// truth.
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
		if err := writeTables(c.out, s.tables(title, s.simulate(hands, crowd))); err != nil {
			return err
		}
	}
	return nil
}

func (s simulateCmd) tables(title string, m simulation) []engine.Table {
	head := []string{"error", "bias", "rank correlation", "within 1.96 deviations"}
	row := func(list []estimate, names ...string) []string {
		f := fitOf(list)
		return append(names, fmt.Sprintf("%.3f", f.Error), fmt.Sprintf("%+.3f", f.Bias), fmt.Sprintf("%.3f", f.Rank), fmt.Sprintf("%.1f %%", 100*f.Cover))
	}
	difficulty := engine.Table{Title: title + ": difficulty of hands, in ln of seconds", Head: append([]string{"difficulty"}, head...), Rows: [][]string{
		row(m.Predicted, "predicted"), row(m.Learnt, fmt.Sprintf("after %d attempts", s.Attempts)),
	}}
	ability := engine.Table{Title: title + ": ability, in ln of seconds", Head: append([]string{"attempts", "players"}, head...)}
	for i, attempts := range stages {
		if list := m.Stages[i]; len(list) > 0 {
			ability.Rows = append(ability.Rows, row(list, strconv.Itoa(attempts), fmt.Sprintf("%.0f", float64(len(list))/float64(s.Runs))))
		}
	}
	tables := []engine.Table{difficulty, ability}
	all := 0
	for _, n := range m.SolvedBy {
		all += n
	}
	if all == 0 {
		return tables
	}
	chances := engine.Table{Title: title + ": times by the chance to have solved by then", Head: []string{"chance", "solved"}}
	for i, n := range m.SolvedBy {
		chances.Rows = append(chances.Rows, []string{fmt.Sprintf("%d to %d %%", 10*i, 10*i+10), fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all))})
	}
	return append(tables, chances)
}

// hands reads the measured times of hands and their predictions.
func (s simulateCmd) hands() (hands []simulatedPuzzle, err error) {
	measured, err := readNumbers(s.File)
	if err != nil {
		return nil, err
	}
	var predicted []numbers
	if s.Predicted != "" {
		if predicted, err = readNumbers(s.Predicted); err != nil {
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
				return nil, fmt.Errorf("%s: row %d is not about %s", s.Predicted, i+1, m.hand)
			}
			seconds, deviation = predicted[i].values[0], predicted[i].values[1]
		}
		if m.values[0] <= 0 || seconds <= 0 {
			return nil, fmt.Errorf("no time is known or predicted for %s", m.hand)
		}
		hands = append(hands, simulatedPuzzle{Seconds: m.values[0], Predicted: seconds, Deviation: deviation, Solved: min(max(m.values[1]/100, 0.01), 0.99)})
	}
	return hands, nil
}

// numbers are a row of a table: a hand and two numbers.
type numbers struct {
	hand   string
	values [2]float64
}

// readNumbers reads the rows under the head of a table.
func readNumbers(file string) (list []numbers, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = 3
	rows, err := r.ReadAll()
	if err == nil && len(rows) < 2 {
		err = errors.New("no rows")
	}
	for i := 1; i < len(rows) && err == nil; i++ {
		n := numbers{hand: rows[i][0]}
		for k := range n.values {
			var broken error
			n.values[k], broken = strconv.ParseFloat(rows[i][1+k], 64)
			err = errors.Join(err, broken)
		}
		list = append(list, n)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}
