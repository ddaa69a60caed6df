package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/jobs"
	"reckon/bot/lang"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type doctorCmd struct{}

const (
	// examFor is the longest an examination may take, so that one that hangs ends.
	examFor = time.Minute
	// slow is how far the clock may be off: rounds last 30 seconds.
	slow = 5 * time.Second
	// tightDisk is how little space is tight beside a second copy of the database,
	// which a backup makes, in bytes.
	tightDisk = 256 << 20
)

// Run tells what is wrong and what to do about it, and changes nothing: neither on
// a network nor in the database.
func (doctorCmd) Run(ctx context.Context, c console, s *config.Settings, list []engine.Game) error {
	ctx, cancel := context.WithTimeout(ctx, examFor)
	defer cancel()
	var found []chat.Finding
	if storage.IsServer(string(s.DB)) {
		found = examineServer(ctx, string(s.DB))
	} else {
		found = append(examineDatabase(ctx, string(s.DB)), examineDisk(string(s.DB)))
	}
	networks, err := examineNetworks(ctx, s, list)
	if err != nil {
		return err
	}
	return report(c, append(found, networks...))
}

// report prints findings, and what to do under those with a remedy.
func report(c console, found []chat.Finding) error {
	verdict := yes
	for _, f := range found {
		mark := "ok   "
		switch {
		case !f.Well():
			mark, verdict = "WRONG", no
		case f.Remedy != "":
			mark = "note "
		}
		if _, err := fmt.Fprintf(c.out, "%s  %-20s  %s\n", mark, chat.OneLine(f.What), chat.OneLine(f.Found)); err != nil {
			return err
		}
		if f.Remedy == "" {
			continue
		}
		if _, err := fmt.Fprintf(c.out, "       %-20s  -> %s\n", "", chat.OneLine(f.Remedy)); err != nil {
			return err
		}
	}
	return verdict.asError()
}

// examineDatabase reads all of the database, and asks whether a bot is alive on it.
func examineDatabase(ctx context.Context, path string) []chat.Finding {
	in := chat.Finding{What: "database"}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		in.Found = path + " is made when the bot starts"
		return []chat.Finding{in}
	}
	if err != nil {
		in.Found, in.Remedy = err.Error(), "set RECKON_DB to a file that can be read"
		return []chat.Finding{in}
	}
	store, err := storage.OpenReadOnly(ctx, path)
	if err != nil {
		in.Found, in.Remedy = err.Error(), "set RECKON_DB to the bot's own file, or bring back a backup (reckon restore)"
		return []chat.Finding{in}
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		in.Found, in.Remedy = err.Error(), "set RECKON_DB to a file that can be read"
		return []chat.Finding{in}
	}
	in.Found = fmt.Sprintf("%s, %s", path, megabytes(uint64(size)))
	if err := store.Check(ctx); err != nil {
		in.Found, in.Remedy = err.Error(), "stop the bot and bring back a backup (reckon restore)"
		return []chat.Finding{in}
	}
	if info.Mode().Perm()&0o077 != 0 {
		in.Found += ", which others on this machine can read"
		in.Remedy, in.Minor = "chmod 600 "+path, true
	}
	return []chat.Finding{in, examineHeartbeat(ctx, store)}
}

// examineServer asks for a database on a server, which looks after its own disk.
func examineServer(ctx context.Context, address string) []chat.Finding {
	in := chat.Finding{What: "database", Found: storage.Name(address)}
	store, err := storage.OpenReadOnly(ctx, address)
	if errors.Is(err, storage.ErrEmpty) {
		in.Found += ", which is filled when the bot starts"
		return []chat.Finding{in}
	}
	if err != nil {
		in.Found, in.Remedy = err.Error(), "set RECKON_DB to a database of the bot's own on a server that runs"
		return []chat.Finding{in}
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		in.Found, in.Remedy = err.Error(), "look into the log of the server"
		return []chat.Finding{in}
	}
	in.Found = fmt.Sprintf("%s, %s", in.Found, megabytes(uint64(size)))
	return []chat.Finding{in, examineHeartbeat(ctx, store)}
}

func examineHeartbeat(ctx context.Context, store *storage.Store) chat.Finding {
	in := chat.Finding{What: "bot"}
	at, err := jobs.LastHeartbeat(ctx, store)
	age := time.Since(at).Round(time.Second)
	switch {
	case errors.Is(err, jobs.ErrNoHeartbeat):
		in.Found = err.Error()
	case err != nil:
		in.Found, in.Remedy, in.Minor = err.Error(), "start the bot: it brings the database up to date", true
	case age > jobs.HeartbeatAge:
		in.Found = fmt.Sprintf("last alive %v ago", age)
		in.Remedy, in.Minor = "start the bot; if it runs, look into its log", true
	default:
		in.Found = fmt.Sprintf("alive %v ago", max(age, 0))
	}
	return in
}

// examineDisk asks whether the folder of the database can be written, and has room
// for a second copy.
func examineDisk(path string) chat.Finding {
	in := chat.Finding{What: "disk"}
	folder := filepath.Dir(path)
	if err := writable(folder); err != nil {
		in.Found, in.Remedy = err.Error(), "let the user that runs the bot write to "+folder
		return in
	}
	free, err := diskFree(folder)
	if err != nil {
		in.Found, in.Remedy, in.Minor = err.Error(), "see how much space is left", true
		return in
	}
	in.Found = megabytes(free) + " free"
	var size uint64
	if info, err := os.Stat(path); err == nil {
		size = uint64(info.Size())
	}
	if free < size+tightDisk {
		in.Remedy = "make room: a backup is as large as the database"
	}
	return in
}

// writable makes a file in a folder and takes it away again.
func writable(folder string) error {
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// examineNetworks asks each network whose token is set.
func examineNetworks(ctx context.Context, s *config.Settings, list []engine.Game) ([]chat.Finding, error) {
	if !s.Networks() {
		return []chat.Finding{{
			What: "networks", Found: "no token is set: reckon plays in the terminal",
			Remedy: "set TELEGRAM_TOKEN or DISCORD_TOKEN to play there", Minor: true,
		}}, nil
	}
	menu, err := menuOf(ctx, list)
	if err != nil {
		return nil, err
	}
	var found []chat.Finding
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		probe, err := n.probe(ctx, s)
		if err != nil {
			return nil, err
		}
		address := examineAddress(n.name, probe)
		found = append(found, address...)
		front, err := n.open(s, outfit{log: slog.New(slog.DiscardHandler), broker: chat.Silence{}})
		if err != nil {
			found = append(found, chat.Finding{What: n.name + " settings", Found: err.Error(), Remedy: "correct the setting named"})
			continue
		}
		if patient, ok := front.(chat.Inspector); ok && address[0].Well() {
			found = append(found, patient.Inspect(ctx, menu)...)
		}
		if hook, ok := front.(chat.Webhook); ok && s.URL != "" {
			found = append(found, examineOutside(ctx, s, n.name, hook.Path()))
		}
	}
	if s.URL != "" {
		found = append(found, examineExposure(ctx, s)...)
	}
	return found, nil
}

// examineAddress asks whether a network's API answers at all, and compares its clock
// with ours: HTTP says what time it is there to the second.
func examineAddress(network string, probe *http.Request) []chat.Finding {
	in := chat.Finding{What: network + " address"}
	host := probe.URL.Host
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	begun := time.Now()
	answer, err := client.Do(probe)
	if err != nil {
		in.Found, in.Remedy = err.Error(), "see that "+host+" can be reached from this machine: name service, firewall, proxy (HTTPS_PROXY)"
		return []chat.Finding{in}
	}
	answer.Body.Close()
	took := time.Since(begun)
	in.Found = fmt.Sprintf("%s answers in %v", host, took.Round(time.Millisecond))
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return []chat.Finding{in}
	}
	return []chat.Finding{in, examineClock(host, begun.Add(took/2), there)}
}

// examineClock compares our time with that of a host, which is cut to the second.
func examineClock(host string, here, there time.Time) chat.Finding {
	in := chat.Finding{What: "clock"}
	off := here.Sub(there.Add(500 * time.Millisecond)).Round(time.Second)
	switch {
	case off > slow:
		in.Found = fmt.Sprintf("%v ahead of that of %s", off, host)
	case off < -slow:
		in.Found = fmt.Sprintf("%v behind that of %s", -off, host)
	default:
		in.Found = "agrees with that of " + host
		return in
	}
	in.Remedy = "have the machine's clock set by NTP: rounds and dailies go by it"
	return in
}

// menuOf is the menu of a bot on a database of its own, so that the operator's is
// not touched.
func menuOf(ctx context.Context, list []engine.Game) (menu []chat.MenuCommand, err error) {
	folder, err := os.MkdirTemp("", "reckon-doctor-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	store, err := storage.Open(ctx, filepath.Join(folder, "reckon.db"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	book, err := lang.Open()
	if err != nil {
		return nil, err
	}
	var seed [32]byte
	crand.Read(seed[:]) // never fails, says its documentation
	b, err := bot.New(bot.Config{
		Store: store, Games: list, Book: book, Logger: slog.New(slog.DiscardHandler), Now: time.Now, Rand: rand.NewChaCha8(seed),
	})
	if err != nil {
		return nil, err
	}
	return b.Menu(), nil
}
