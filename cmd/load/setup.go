package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A setup is what all scenarios have in common.
type setup struct {
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"The program to be measured; without it, it is built."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of everything random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"So many processes of the bot on one database, which the networks post to in turn (${default}: one, by its own connections)."`
	Webhooks  bool          `group:"setup" help:"The networks post to one process, too."`
	Postgres  bool          `group:"setup" help:"On a PostgreSQL server of its own, with fsync on, in place of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How far away the PostgreSQL server is, there and back."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Emulate a disk whose syncs take so much longer, with strace."`
	Latency   time.Duration `group:"setup" placeholder:"TIME" help:"How long each call of a network takes."`

	dir string // of everything that is made
}

// build makes the folder for everything, and the program unless one is given.
func (s *setup) build(ctx context.Context) (err error) {
	s.dir = s.Keep
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "load")
	} else {
		err = os.MkdirAll(s.dir, 0o755)
	}
	if err != nil {
		return err
	}
	if s.SyncDelay > 0 {
		if _, err := exec.LookPath("strace"); err != nil {
			return errors.New("a slower disk is emulated with strace, which is not installed")
		}
	}
	if s.Reckon != "" {
		return nil
	}
	if s.Reckon, err = filepath.Abs(filepath.Join(s.dir, "reckon")); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", s.Reckon, "reckon/cmd/reckon")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building reckon: %w", err)
	}
	return nil
}
