package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
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
	"reckon/storage/address"
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
	if !s.DB.IsServer() { // a server looks after its own disk
		found = append(found, examineDisk(string(s.DB)))
	}
	menu, err := bot.Menu(list, book, s.URL != "")
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
	in := chat.Finding{What: "database", Found: address.Name(path)}
	wrong := func(err error, remedy string) []chat.Finding {
		in.Found, in.Remedy = err.Error(), remedy
		return []chat.Finding{in}
	}
	server := address.IsServer(path)
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

// slow is how far the clock may be off. Rounds last 30 seconds.
const slow = 5 * time.Second

// examineNetworks checks each network whose token is set, and that the metrics are not
// public.
func examineNetworks(ctx context.Context, s *config.Settings, menu []chat.MenuCommand) ([]chat.Finding, error) {
	if !s.Networks() {
		return []chat.Finding{{
			What: "networks", Found: "no token is set: reckon plays in the terminal",
			Remedy: "set TELEGRAM_TOKEN or DISCORD_TOKEN to play there", Minor: true,
		}}, nil
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
		reach := examineAddress(n.name, probe)
		found = append(found, reach...)
		front, err := n.open(s, chat.Outfit{Page: pageOf(s)})
		if err != nil {
			found = append(found, chat.Finding{What: n.name + " settings", Found: err.Error(), Remedy: "correct the setting named"})
			continue
		}
		if patient, ok := front.(chat.Inspector); ok && reach[0].Well() {
			found = append(found, patient.Inspect(ctx, menu)...)
		}
		if hook, ok := front.(chat.Webhook); ok && s.URL != "" {
			found = append(found, examineWebhook(ctx, s, n.name, hook.Path()))
		}
	}
	if s.URL == "" {
		return found, nil
	}
	status, body, err := fetch(ctx, http.MethodGet, strings.TrimRight(string(s.URL), "/")+"/metrics")
	if err == nil && status == http.StatusOK && strings.Contains(body, "reckon_build_info") {
		found = append(found, chat.Finding{
			What: "metrics", Found: "are public at " + string(s.URL),
			Remedy: "let the proxy pass on only the paths to which networks post", Minor: true,
		})
	}
	return found, nil
}

// examineAddress checks that a network's API answers, and compares our clock with the Date
// of its answer, which has whole seconds.
func examineAddress(network string, probe *http.Request) []chat.Finding {
	in := chat.Finding{What: network + " address"}
	host := probe.URL.Host
	begun := time.Now()
	answer, err := direct.Do(probe)
	if err != nil {
		in.Found, in.Remedy = err.Error(), "make "+host+" reachable from this machine: check DNS, the firewall and the proxy (HTTPS_PROXY)"
		return []chat.Finding{in}
	}
	answer.Body.Close()
	took := time.Since(begun)
	in.Found = fmt.Sprintf("%s answers in %v", host, took.Round(time.Millisecond))
	there, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return []chat.Finding{in}
	}
	clock := chat.Finding{What: "clock", Found: "agrees with the clock of " + host}
	switch off := begun.Add(took / 2).Sub(there.Add(500 * time.Millisecond)).Round(time.Second); {
	case off > slow:
		clock.Found = fmt.Sprintf("%v ahead of the clock of %s", off, host)
	case off < -slow:
		clock.Found = fmt.Sprintf("%v behind the clock of %s", -off, host)
	default:
		return []chat.Finding{in, clock}
	}
	clock.Remedy = "set the clock of this machine by NTP: rounds and dailies depend on it"
	return []chat.Finding{in, clock}
}

// examineWebhook checks that posts from outside reach the bot, by one without a signature,
// which the bot refuses.
func examineWebhook(ctx context.Context, s *config.Settings, network, path string) chat.Finding {
	in := chat.Finding{What: network + " posts"}
	url, _ := s.URL.Below(path)
	status, _, err := fetch(ctx, http.MethodPost, url)
	switch {
	case err != nil:
		in.Found = err.Error()
		in.Remedy = "check that the name in RECKON_URL leads to the proxy, and that the proxy has a certificate for it"
	case status == http.StatusUnauthorized:
		in.Found = url + " answers, and refuses unsigned posts"
	case status >= http.StatusInternalServerError:
		in.Found = fmt.Sprintf("%s answers %d: the proxy runs, but no bot behind it", url, status)
		in.Remedy = fmt.Sprintf("start the bot; if it is running, let the proxy pass %s on to %s", path, s.Listen)
	default:
		in.Found = fmt.Sprintf("%s answers %d, which is not an answer of the bot", url, status)
		in.Remedy = fmt.Sprintf("let the proxy pass %s on to %s, with path and headers unchanged", path, s.Listen)
	}
	return in
}

// direct follows no redirect.
var direct = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// maxRead is the most that fetch reads of an answer, in bytes.
const maxRead = 1 << 20

// fetch sends a request whose body is an empty JSON object.
func fetch(ctx context.Context, method, url string) (status int, body string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader([]byte("{}")))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := direct.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxRead))
	return answer.StatusCode, string(text), err
}
