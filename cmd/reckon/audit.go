package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"reckon/bot/signs"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type auditCmd struct {
	List  auditListCmd  `cmd:"" settings:"" default:"1" help:"List the signs and what was decided. This is the default; it only reads."`
	Clear auditClearCmd `cmd:"" settings:"" help:"It was a person: everything they have earned counts."`
	Keep  auditKeepCmd  `cmd:"" settings:"" help:"It was a program: nothing of theirs counts in the world."`
}

// auditPage is the number of players whose signs are read at once.
const auditPage = 500

type auditListCmd struct{}

// Run prints a row for each sign, by player.
func (auditListCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	table := engine.Table{
		Title: "signs of programs; until they are cleared, their players are in no board of the world and no rating",
		Head:  []string{"player", "network", "name", "game", "sign", "answers", "figure", "chance", "last", "decision"},
	}
	if err := readAudit(ctx, store, func(r signs.AuditRow) { table.Rows = append(table.Rows, auditRow(r)) }); err != nil {
		return err
	}
	if len(table.Rows) == 0 {
		_, err = fmt.Fprintln(c.out, "no signs")
		return err
	}
	return writeTables(c.out, []engine.Table{table})
}

// readAudit calls use with each sign, by player.
func readAudit(ctx context.Context, store *storage.Store, use func(signs.AuditRow)) error {
	var last int64
	for {
		var page []signs.AuditRow
		err := store.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = signs.Audit(tx, last, auditPage)
			return err
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, r := range page {
			use(r)
			last = r.PlayerID
		}
	}
}

func auditRow(r signs.AuditRow) []string {
	decision := string(r.Decision)
	if r.Decision == signs.Undecided {
		decision = "open"
	}
	return []string{
		strconv.FormatInt(r.PlayerID, 10),
		r.Network,
		printable(r.Name),
		r.Game,
		r.Kind,
		strconv.Itoa(r.Answers),
		fmt.Sprintf("%.3f", r.Figure),
		fmt.Sprintf("%.0e", r.Chance),
		r.At.UTC().Format("2006-01-02 15:04"),
		decision,
	}
}

// printable replaces the characters of a name that would control the terminal.
func printable(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, name)
}

type auditClearCmd struct {
	Player int64 `arg:"" help:"Number of the player in the list."`
}

type auditKeepCmd auditClearCmd

// Run clears the signs of a player. A bot may be running on the database.
func (a auditClearCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	const means = "everything they have earned counts; reckon ratings rebuild learns from their times, too"
	return c.decide(ctx, s.DB, a.Player, signs.Cleared, means)
}

// Run keeps the signs of a player. A bot may be running on the database.
func (a auditKeepCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	const means = "they are in no board of the world and no rating"
	return c.decide(ctx, s.DB, a.Player, signs.Kept, means)
}

// decide stores a decision about the signs of a player, and says what it means.
func (c console) decide(ctx context.Context, db config.Path, player int64, d signs.Decision, means string) (err error) {
	store, err := openExisting(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var decided int
	err = store.Commit(ctx, func(tx *storage.Tx) (err error) {
		decided, err = signs.Decide(tx, player, d, time.Now())
		return err
	})
	if err != nil {
		return err
	}
	if decided == 0 {
		return fmt.Errorf("player %d has no sign to decide about", player)
	}
	noun := "signs"
	if decided == 1 {
		noun = "sign"
	}
	_, err = fmt.Fprintf(c.out, "player %d, %d %s: %s\n", player, decided, noun, means)
	return err
}
