package main

import (
	"context"
	"errors"
	"fmt"
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
	menu, err := bot.Menu(list, book, s.URL != "")
	if err != nil {
		return err
	}
	findings := examineEnvironment(os.Environ())
	findings = append(findings, examineDatabase(ctx, s.DB)...)
	if s.BackupDir != "" {
		findings = append(findings, examineCopies(ctx, s))
	}
	alive := isAlive(ctx, s.DB)
	if !alive {
		// A bot that is alive listens at these addresses itself, so they would not be free.
		findings = append(findings, examineListening(s)...)
	}
	if s.URL != "" {
		findings = append(findings, examinePage(ctx, s))
	}
	networks, err := examineNetworks(ctx, s, menu)
	if err != nil {
		return err
	}
	if alive {
		for i, f := range networks {
			networks[i] = whileAlive(f)
		}
	}
	var verdict error
	for _, f := range append(findings, networks...) {
		if !f.Well() {
			verdict = no
		}
		if _, err := fmt.Fprint(c.out, findingText(f)); err != nil {
			return err
		}
	}
	return verdict
}

// whileAlive returns what a finding means while a bot runs. If the finding is Deaf, no command reaches the bot. A bot
// corrects that when it starts, so this bot has failed to do so.
func whileAlive(f chat.Finding) chat.Finding {
	if f.Deaf {
		f.Remedy = "read the log of the bot, which says why it cannot change that; if it has other settings than these, start it anew; " +
			"if another program has its token, end that program"
		f.Minor = false
	}
	return f
}

// findingText returns a line with a finding, and one with its remedy.
func findingText(f chat.Finding) string {
	mark := "ok   "
	switch {
	case !f.Well():
		mark = "WRONG"
	case f.Remedy != "":
		mark = "note "
	}
	text := fmt.Sprintf("%s  %-20s  %s\n", mark, chat.OneLine(f.What), chat.OneLine(f.Found))
	if f.Remedy != "" {
		text += fmt.Sprintf("       %-20s  -> %s\n", "", chat.OneLine(f.Remedy))
	}
	return text
}

// examineEnvironment names the variables that look like settings and are none.
func examineEnvironment(environ []string) []chat.Finding {
	// The error is about misspelt variables, which cli.BeforeApply has refused.
	unknown, _ := config.UnknownVariables(environ)
	if len(unknown) == 0 {
		return nil
	}
	return []chat.Finding{{
		What:   "environment",
		Found:  strings.Join(unknown, ", ") + ": no settings of Reckon",
		Remedy: "correct their names if you set them; what others have set does no harm",
		Minor:  true,
	}}
}

// wrongDatabase returns the findings about a database that cannot be examined: only this error.
func wrongDatabase(err error, remedy string) []chat.Finding {
	return []chat.Finding{{What: "database", Found: err.Error(), Remedy: remedy}}
}

// examineDatabase checks the database, the bot's heartbeat in it, and the disk that it is on.
func examineDatabase(ctx context.Context, db config.Path) []chat.Finding {
	if db.IsServer() {
		// A server looks after its own disk.
		return examineServer(ctx, db)
	}
	path := string(db)
	return append(examineFile(ctx, path), examineDisk(path))
}

// logRemedy is the remedy if the database was opened but cannot be read.
const logRemedy = "read the log of the database server or of the disk"

// examineServer examines a database on a server. It reads only its size and the heartbeat.
func examineServer(ctx context.Context, db config.Path) []chat.Finding {
	store, err := storage.OpenReadOnly(ctx, string(db))
	if errors.Is(err, storage.ErrEmpty) {
		return []chat.Finding{{What: "database", Found: db.String() + " is empty: the bot fills it when it starts"}}
	}
	if err != nil {
		return wrongDatabase(err, serverRemedy(err))
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		return wrongDatabase(err, logRemedy)
	}
	finding := chat.Finding{What: "database", Found: db.String() + ", " + megabytes(uint64(size))}
	return []chat.Finding{finding, examineLife(ctx, store, string(db))}
}

// serverRemedy returns what to do if a database on a server cannot be opened.
func serverRemedy(err error) string {
	switch {
	case errors.Is(err, storage.ErrPooling):
		return "set pool_mode = session in the pooler, or let RECKON_DB lead to the server itself"
	case errors.Is(err, storage.ErrLogin):
		return "correct the user or the password in RECKON_DB, or let the server accept them (pg_hba.conf)"
	case errors.Is(err, storage.ErrAbsent):
		return "make the database (createdb), or correct its name in RECKON_DB"
	case errors.Is(err, storage.ErrNewer):
		return newerRemedy
	case storage.Unavailable(err):
		return "start the server, or correct its host and port in RECKON_DB"
	}
	return "set RECKON_DB to a database of the bot's own, on a running server"
}

// examineFile examines a database that is a file. It reads the whole file.
func examineFile(ctx context.Context, path string) []chat.Finding {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return []chat.Finding{{What: "database", Found: path + " does not exist: the bot creates it when it starts"}}
	}
	if err != nil {
		return wrongDatabase(err, fileRemedy(err, path))
	}
	store, err := storage.OpenReadOnly(ctx, path)
	if errors.Is(err, storage.ErrEmpty) {
		return []chat.Finding{{What: "database", Found: path + " is empty: the bot fills it when it starts"}}
	}
	if err != nil {
		return wrongDatabase(err, fileRemedy(err, path))
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		return wrongDatabase(err, logRemedy)
	}
	if err := store.Check(ctx); err != nil {
		return wrongDatabase(err, "stop the bot and restore a backup (reckon restore)")
	}
	finding := chat.Finding{What: "database", Found: path + ", " + megabytes(uint64(size))}
	if info.Mode().Perm()&0o077 != 0 {
		finding.Found += ", readable by others on this machine"
		finding.Remedy = "chmod 600 " + path
		finding.Minor = true
	}
	return []chat.Finding{finding, examineLife(ctx, store, path)}
}

// roomRemedy is the remedy for a disk that cannot be written to by anybody.
const roomRemedy = "free some space; if there is enough, the disk is failing or read-only: read the log of the system"

// newerRemedy is the remedy for a database that a newer program has upgraded.
const newerRemedy = "start the newer program again, or restore a copy that this one made"

// fileRemedy returns what to do if a database that is a file cannot be opened.
func fileRemedy(err error, path string) string {
	switch {
	case errors.Is(err, storage.ErrFolder):
		return "name a file in it: RECKON_DB=" + filepath.Join(path, "reckon.db")
	case errors.Is(err, storage.ErrDisk):
		return roomRemedy
	case errors.Is(err, storage.ErrForbidden), errors.Is(err, fs.ErrPermission):
		return ownerRemedy(path, os.Geteuid())
	case errors.Is(err, storage.ErrNewer):
		return newerRemedy + " (reckon restore)"
	case errors.Is(err, storage.ErrDamaged):
		return "stop the bot and restore a backup (reckon restore)"
	}
	return "set RECKON_DB to the bot's own file, or restore a backup (reckon restore)"
}

// ownerRemedy returns what to do if a user may not read and write a file and its folder.
func ownerRemedy(path string, uid int) string {
	folder := filepath.Dir(path)
	var foreign []string
	for _, name := range []string{folder, path, path + "-wal", path + "-shm"} {
		owner, isKnown := ownerOf(name)
		if isKnown && owner != uid {
			foreign = append(foreign, name)
		}
	}
	if len(foreign) == 0 {
		return fmt.Sprintf("allow the user of the bot to write to %s and %s", folder, path)
	}
	return fmt.Sprintf("chown %d %s, or run this as the user of the bot", uid, strings.Join(foreign, " "))
}

// folderRemedy returns what to do if nothing can be written to a folder.
func folderRemedy(err error, folder string) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "mkdir -p " + folder
	case errors.Is(err, fs.ErrPermission):
		return "allow the user of the bot to write to " + folder
	}
	return roomRemedy
}

// examineLife checks the heartbeat of the bot.
func examineLife(ctx context.Context, store *storage.Store, path string) chat.Finding {
	finding := chat.Finding{What: "bot"}
	life, err := lifeOf(ctx, store, path)
	var ended heartbeat.EndedError
	if errors.As(err, &ended) {
		finding.Found = endedText(ended)
		finding.Remedy = "start the bot"
		if ended.Faults != "" {
			finding.Remedy = "correct the setting named, and start the bot"
		}
		finding.Minor = ended.Faults == ""
		return finding
	}
	if err != nil {
		finding.Found = err.Error()
		switch {
		case errors.Is(err, heartbeat.ErrNone):
			// The bot was not started, which is no fault.
		case errors.Is(err, errNoRoom):
			finding.Remedy = roomRemedy
		case errors.Is(err, errStuck):
			finding.Remedy = "start the bot; if it is running, read its log"
			finding.Minor = true
		default:
			finding.Remedy = "start the bot: it upgrades the database"
			finding.Minor = true
		}
		return finding
	}
	finding.Found = life
	// After a semicolon come the networks that have failed.
	if _, _, hasFaults := strings.Cut(life, ";"); hasFaults {
		finding.Remedy = "correct the setting named, and start the bot anew"
	}
	return finding
}

// examineDisk checks that files can be written to the folder of the database, and that there is
// room for a copy of the database.
func examineDisk(path string) chat.Finding {
	finding := chat.Finding{What: "disk"}
	folder := filepath.Dir(path)
	if err := tryToWrite(folder); err != nil {
		finding.Found = err.Error()
		finding.Remedy = folderRemedy(err, folder)
		return finding
	}
	free, err := diskFree(folder)
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = "check how much space is left"
		finding.Minor = true
		return finding
	}
	finding.Found = megabytes(free) + " free"
	var size uint64
	if info, err := os.Stat(path); err == nil {
		size = uint64(info.Size())
	}
	if free < size+tightDisk {
		finding.Remedy = "free some space: a backup is as large as the database"
	}
	return finding
}

// tryToWrite makes a file in a folder, and removes it.
func tryToWrite(folder string) error {
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// examineCopies checks that the nightly copies can be made and, if a bot is alive, that they are.
func examineCopies(ctx context.Context, s *config.Settings) chat.Finding {
	finding := chat.Finding{What: "copies"}
	if s.DB.IsServer() {
		finding.Found = storage.ErrServer.Error()
		finding.Remedy = "let pg_dump make the copies, and unset RECKON_BACKUP_DIR"
		return finding
	}
	count, age, err := newestCopy(s.BackupDir, time.Now())
	if err == nil {
		err = tryToWrite(existingPart(s.BackupDir))
	}
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = folderRemedy(err, s.BackupDir)
		return finding
	}
	finding.Found = "none yet"
	if count > 0 {
		finding.Found = fmt.Sprintf("%d, the newest of %v ago", count, age.Round(time.Minute))
	}
	isOverdue := count == 0 || age > copyOverdue
	if isOverdue && isAlive(ctx, s.DB) {
		finding.Remedy = "read the log of the bot: it says why it makes no copy"
	}
	return finding
}

// existingPart returns a folder or, if it does not exist yet, the nearest folder above it that does.
func existingPart(folder string) string {
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || above == folder {
			return folder
		}
		folder = above
	}
}

func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

// examineNetworks checks each network whose token is set, and that the metrics are not
// public.
func examineNetworks(ctx context.Context, s *config.Settings, menu []chat.MenuCommand) ([]chat.Finding, error) {
	if !s.Networks() {
		found := "no token is set: reckon plays in the terminal"
		if s.URL != "" {
			found = "no token is set: reckon serves the page alone"
		}
		return []chat.Finding{{
			What:   "networks",
			Found:  found,
			Remedy: "set TELEGRAM_TOKEN or DISCORD_TOKEN to play there",
			Minor:  true,
		}}, nil
	}
	var findings []chat.Finding
	for _, n := range networks {
		if n.token(s) == "" {
			continue
		}
		found, err := examineNetwork(ctx, s, n, menu)
		if err != nil {
			return nil, err
		}
		findings = append(findings, found...)
	}
	if s.URL != "" && hasPublicMetrics(ctx, s.URL) {
		findings = append(findings, chat.Finding{
			What:   "metrics",
			Found:  "are public at " + string(s.URL),
			Remedy: "set RECKON_OPERATOR to an address of its own, such as 127.0.0.1:9090, and start the bot anew",
			Minor:  true,
		})
	}
	return findings, nil
}

// examineNetwork checks the API of a network, and the bot's account there.
func examineNetwork(ctx context.Context, s *config.Settings, n networkKind, menu []chat.MenuCommand) ([]chat.Finding, error) {
	probe, err := n.probe(ctx, s)
	if err != nil {
		return nil, err
	}
	findings := examineAddress(n.name, probe)
	isReached := findings[0].Well()
	front, err := n.open(s, chat.Outfit{Page: pageOf(s)})
	if err != nil {
		wrong := chat.Finding{What: n.name + " settings", Found: err.Error(), Remedy: "correct the setting named"}
		return append(findings, wrong), nil
	}
	if inspector, ok := front.(chat.Inspector); ok && isReached {
		findings = append(findings, inspector.Inspect(ctx, menu)...)
	}
	if hook, ok := front.(chat.Webhook); ok && s.URL != "" {
		findings = append(findings, examineWebhook(ctx, s, n.name, hook.Path()))
	}
	return findings, nil
}

// hasPublicMetrics reports whether strangers can read the metrics.
func hasPublicMetrics(ctx context.Context, u config.PublicURL) bool {
	status, body, err := fetch(ctx, http.MethodGet, strings.TrimRight(string(u), "/")+"/metrics")
	return err == nil && status == http.StatusOK && strings.Contains(body, "reckon_build_info")
}

// examineAddress checks that a network's API answers, and compares our clock with the Date of its
// answer.
func examineAddress(network string, probe *http.Request) []chat.Finding {
	finding := chat.Finding{What: network + " address"}
	host := probe.URL.Host
	begun := time.Now()
	answer, err := direct.Do(probe)
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = "make " + host + " reachable from this machine: check DNS, the firewall and the proxy (HTTPS_PROXY)"
		return []chat.Finding{finding}
	}
	answer.Body.Close()
	took := time.Since(begun)
	finding.Found = fmt.Sprintf("%s answers in %v", host, took.Round(time.Millisecond))
	off, isKnown := clockOff(answer, begun, took)
	if !isKnown {
		return []chat.Finding{finding}
	}
	clock := chat.Finding{What: "clock", Found: "agrees with the clock of " + host}
	const ntp = "set the clock of this machine by NTP: rounds and dailies depend on it"
	switch {
	case off > clockTolerance:
		clock.Found = fmt.Sprintf("%v ahead of the clock of %s", off, host)
		clock.Remedy = ntp
	case off < -clockTolerance:
		clock.Found = fmt.Sprintf("%v behind the clock of %s", -off, host)
		clock.Remedy = ntp
	}
	return []chat.Finding{finding, clock}
}

// examineWebhook checks that posts from outside reach the bot. It sends a post without a signature. If
// the bot refuses the post, the post has arrived.
func examineWebhook(ctx context.Context, s *config.Settings, network, path string) chat.Finding {
	finding := chat.Finding{What: network + " posts"}
	url, _ := s.URL.Below(path)
	status, _, err := fetch(ctx, http.MethodPost, url)
	if err != nil {
		finding.Found = err.Error()
		finding.Remedy = outsideRemedy
		return finding
	}
	switch {
	case status == http.StatusUnauthorized:
		finding.Found = url + " answers, and refuses unsigned posts"
	case status >= http.StatusInternalServerError:
		finding.Found = fmt.Sprintf("%s answers %d: the proxy runs, but no bot behind it", url, status)
		finding.Remedy = fmt.Sprintf("start the bot; if it is running, let the proxy pass %s on to %s", path, s.Listen)
	default:
		finding.Found = fmt.Sprintf("%s answers %d, which is not an answer of the bot", url, status)
		finding.Remedy = fmt.Sprintf("let the proxy pass %s on to %s, with path and headers unchanged", path, s.Listen)
	}
	return finding
}
