package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/bot/lang"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type doctorCmd struct{}

const (
	// examFor is the time limit for all checks together.
	examFor = time.Minute
	// tightDisk is the free space, in bytes, that a backup must leave.
	tightDisk = 256 << 20
)

// Run reports what is wrong and how to correct it. It changes nothing, neither on a
// network nor in the database.
func (doctorCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game, book *lang.Book) error {
	ctx, cancel := context.WithTimeout(ctx, examFor)
	defer cancel()
	found := examineDatabase(ctx, string(s.DB))
	if !storage.IsServer(string(s.DB)) { // a server looks after its own disk
		found = append(found, examineDisk(string(s.DB)))
	}
	menu, err := bot.Menu(list, book)
	if err != nil {
		return err
	}
	networks, err := examineNetworks(ctx, s, menu)
	if err != nil {
		return err
	}
	var verdict error
	for _, f := range append(found, networks...) {
		mark := "ok   "
		switch {
		case !f.Well():
			mark, verdict = "WRONG", no
		case f.Remedy != "":
			mark = "note "
		}
		text := fmt.Sprintf("%s  %-20s  %s\n", mark, chat.OneLine(f.What), chat.OneLine(f.Found))
		if f.Remedy != "" {
			text += fmt.Sprintf("       %-20s  -> %s\n", "", chat.OneLine(f.Remedy))
		}
		if _, err := fmt.Fprint(c.out, text); err != nil {
			return err
		}
	}
	return verdict
}

// examineDatabase reads the whole database and checks the bot's heartbeat. If the database
// is on a server, it reads only its size.
func examineDatabase(ctx context.Context, path string) []chat.Finding {
	in := chat.Finding{What: "database", Found: storage.Name(path)}
	wrong := func(err error, remedy string) []chat.Finding {
		in.Found, in.Remedy = err.Error(), remedy
		return []chat.Finding{in}
	}
	server := storage.IsServer(path)
	var open bool
	if !server {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			in.Found += " does not exist: the bot creates it when it starts"
			return []chat.Finding{in}
		}
		if err != nil {
			return wrong(err, "set RECKON_DB to a file that can be read")
		}
		open = info.Mode().Perm()&0o077 != 0
	}
	store, err := storage.OpenReadOnly(ctx, path)
	switch {
	case errors.Is(err, storage.ErrEmpty):
		in.Found += " is empty: the bot fills it when it starts"
		return []chat.Finding{in}
	case err != nil && server:
		return wrong(err, "set RECKON_DB to a database of the bot's own, on a running server")
	case err != nil:
		return wrong(err, "set RECKON_DB to the bot's own file, or restore a backup (reckon restore)")
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		return wrong(err, "read the log of the database server or of the disk")
	}
	if !server {
		if err := store.Check(ctx); err != nil {
			return wrong(err, "stop the bot and restore a backup (reckon restore)")
		}
	}
	in.Found += ", " + megabytes(uint64(size))
	if open {
		in.Found += ", readable by others on this machine"
		in.Remedy, in.Minor = "chmod 600 "+path, true
	}
	return []chat.Finding{in, examineLife(ctx, store, path)}
}

func examineLife(ctx context.Context, store *storage.Store, path string) chat.Finding {
	life, err := lifeOf(ctx, store, path)
	if err == nil {
		in := chat.Finding{What: "bot", Found: life}
		if _, _, faults := strings.Cut(life, ";"); faults {
			in.Remedy = "correct the setting named, and start the bot anew"
		}
		return in
	}
	in := chat.Finding{What: "bot", Found: err.Error(), Remedy: "start the bot: it upgrades the database", Minor: true}
	switch {
	case errors.Is(err, heartbeat.ErrNone):
		in.Remedy, in.Minor = "", false
	case errors.Is(err, errStuck):
		in.Remedy = "start the bot; if it is running, read its log"
	}
	return in
}

// examineDisk checks that the folder of the database is writable and has room for a second
// copy.
func examineDisk(path string) chat.Finding {
	in := chat.Finding{What: "disk"}
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		in.Found, in.Remedy = err.Error(), "allow the user of the bot to write to "+folder
		return in
	}
	free, err := diskFree(folder)
	if err != nil {
		in.Found, in.Remedy, in.Minor = err.Error(), "check how much space is left", true
		return in
	}
	in.Found = megabytes(free) + " free"
	var size uint64
	if info, err := os.Stat(path); err == nil {
		size = uint64(info.Size())
	}
	if free < size+tightDisk {
		in.Remedy = "free some space: a backup is as large as the database"
	}
	return in
}

func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
