package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type auditCmd struct {
	List  auditListCmd  `cmd:"" settings:"" default:"1" help:"List the signs and what was decided. This is the default; it only reads."`
	Clear auditClearCmd `cmd:"" settings:"" help:"It was a person: everything they have earned counts."`
	Keep  auditKeepCmd  `cmd:"" settings:"" help:"It was a program: nothing of theirs counts in the world."`
}

// auditPage is of how many players the signs are read at once.
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
	for after := int64(0); ; {
		var page []storage.AuditRow
		if err := store.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = tx.Audit(after, auditPage)
			return err
		}); err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		for _, r := range page {
			after = r.PlayerID
			decision := string(r.Decision)
			if r.Decision == storage.Undecided {
				decision = "open"
			}
			table.Rows = append(table.Rows, []string{
				strconv.FormatInt(r.PlayerID, 10), r.Network, printable(r.Name), r.Game, r.Kind, strconv.Itoa(r.Answers),
				fmt.Sprintf("%.3f", r.Figure), fmt.Sprintf("%.0e", r.Chance), r.At.UTC().Format("2006-01-02 15:04"), decision,
			})
		}
	}
	if len(table.Rows) == 0 {
		_, err = fmt.Fprintln(c.out, "no signs")
		return err
	}
	return writeTables(c.out, []engine.Table{table})
}

// printable returns a name without what a terminal would obey.
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
	return decide(ctx, c, s, a.Player, storage.Cleared, "everything they have earned counts; reckon ratings rebuild learns from their times, too")
}

// Run keeps the signs of a player. A bot may be running on the database.
func (a auditKeepCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	return decide(ctx, c, s, a.Player, storage.Kept, "they are in no board of the world and no rating")
}

// decide stores a decision about the signs of a player.
func decide(ctx context.Context, c console, s *config.Settings, player int64, d storage.Decision, what string) (err error) {
	store, err := openExisting(ctx, s.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	var signs int64
	if err := store.Commit(ctx, func(tx *storage.Tx) (err error) {
		signs, err = tx.Decide(player, d, time.Now())
		return err
	}); err != nil {
		return err
	}
	if signs == 0 {
		return fmt.Errorf("player %d has no sign to decide about", player)
	}
	_, err = fmt.Fprintf(c.out, "player %d, %d %s: %s\n", player, signs, map[bool]string{true: "sign", false: "signs"}[signs == 1], what)
	return err
}
