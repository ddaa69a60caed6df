package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"reckon/config"
	"reckon/storage"
	"reckon/storage/address"
)

type backupCmd struct {
	File string `arg:"" help:"Name of the copy. An existing file is replaced once the copy is complete."`
}

// Run copies the database as it is at one moment. A bot may be running on it.
func (b backupCmd) Run(ctx context.Context, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.Backup(ctx, b.File)
}

type restoreCmd struct {
	File string `arg:"" help:"The copy, made by reckon backup. It is kept."`
}

// Run replaces the database by a copy, and keeps the former database under another name in the same
// folder. No bot may be running.
func (r restoreCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	if s.DB.IsServer() {
		return storage.ErrServer
	}
	path := string(s.DB)
	_, err := os.Stat(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	former := path + ".replaced-" + time.Now().UTC().Format("20060102T150405.000Z")
	if err := storage.Restore(ctx, r.File, path, former); err != nil {
		return err
	}
	if isNew {
		_, err = fmt.Fprintf(c.out, "%s is %s\n", path, r.File)
		return err
	}
	_, err = fmt.Fprintf(c.out, "%s is %s again; what was there is %s\n", path, r.File, former)
	return err
}

type moveCmd struct {
	To     string `placeholder:"FILE|URL" help:"The new database: the URL of a PostgreSQL database, postgres://…, or a SQLite file. It must be empty or not exist. Prefer --to-file for a URL with a password: others can read a command line."`
	ToFile string `placeholder:"FILE" help:"Read the value of --to from this file."`
}

// Run copies the database into an empty one. No bot may be running.
func (m moveCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	to, err := m.target()
	if err != nil {
		return err
	}
	if to == string(s.DB) {
		return errors.New("--to is the database itself")
	}
	bars := tableBars{out: c.err}
	if err := storage.Move(ctx, string(s.DB), to, bars.show); err != nil {
		// The error may contain the password of the new database, which is not among the settings.
		return errors.New((&config.Settings{DB: config.Path(to)}).Redact(err.Error()))
	}
	_, err = fmt.Fprintf(c.out, "%d rows of %s are in %s: set RECKON_DB to it\n", bars.rows(), s.DB, address.Name(to))
	return err
}

// target returns the new database.
func (m moveCmd) target() (string, error) {
	switch {
	case m.To != "" && m.ToFile != "":
		return "", errors.New("--to-file: --to is set as well")
	case m.ToFile != "":
		return config.ReadSettingFile(m.ToFile)
	case m.To == "":
		return "", errors.New("--to: want the new database")
	}
	return m.To, nil
}

// tableBars shows a bar for one table after another, and counts the rows that are copied.
type tableBars struct {
	out   io.Writer
	table string
	bar   *progressbar.ProgressBar
	// copied is how many rows of this table are copied.
	copied int64
	// before is how many rows the tables before this one have.
	before int64
}

// show shows how many of all rows of a table are copied.
func (b *tableBars) show(table string, copied, all int64) {
	if table != b.table {
		b.before += b.copied
		b.table = table
		b.bar = newBar(b.out, table, all)
	}
	b.copied = copied
	// If the bar cannot be drawn, the copy goes on without it.
	_ = b.bar.Set64(copied)
}

// rows returns how many rows of all tables are copied.
func (b *tableBars) rows() int64 { return b.before + b.copied }
