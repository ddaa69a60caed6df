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

// A setup is what all scenarios are played with.
type setup struct {
	Stage     string        `group:"setup" env:"STAGE" default:"../shared/stage" placeholder:"PATH" help:"The stand-ins: their program, or the folder of its source (${env}; ${default})."`
	Specs     string        `group:"setup" env:"STAGE_SPECS" placeholder:"DIR" help:"The specifications the stand-ins judge by (${env}); else beside their source."`
	Reckon    string        `group:"setup" placeholder:"PROGRAM" help:"The program to be measured; else it is built."`
	Keep      string        `group:"setup" placeholder:"DIR" help:"Keep databases and logs in this folder."`
	Seed      uint64        `group:"setup" default:"1" help:"Seed of all that is random (${default})."`
	Processes int           `group:"setup" default:"1" placeholder:"N" help:"So many processes of the bot on one database, reached over HTTP in turn (${default}: one, by its own connections)."`
	Postgres  bool          `group:"setup" help:"On a PostgreSQL server of its own instead of a file."`
	Afar      time.Duration `group:"setup" placeholder:"TIME" help:"How far away the PostgreSQL server is, there and back."`
	SyncDelay time.Duration `group:"setup" placeholder:"TIME" help:"Emulate a disk whose syncs take so much longer, with strace."`

	dir     string // of all that is made
	stage   string // program of the stand-ins
	reckon  string // program measured
	rigs    int    // how many there have been
	removes bool   // dir, at the end
}

// there tells whether the stand-ins are there.
func (s *setup) there() bool {
	info, err := os.Stat(s.Stage)
	if err != nil {
		return false
	}
	if s.Specs == "" && info.IsDir() {
		s.Specs = filepath.Join(s.Stage, "..", "specs")
	}
	return true
}

// build builds what is to be run, in a folder for all that is made.
func (s *setup) build(ctx context.Context) (err error) {
	s.dir = s.Keep
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "load")
		s.removes = true
	} else {
		err = os.MkdirAll(s.dir, 0o755)
	}
	if err != nil {
		return err
	}
	if s.stage, err = filepath.Abs(s.Stage); err != nil {
		return err
	}
	if info, err := os.Stat(s.stage); err == nil && info.IsDir() {
		source := s.stage
		s.stage = filepath.Join(s.dir, "stage")
		if err := compile(ctx, s.stage, "-C", source, "."); err != nil {
			return fmt.Errorf("building the stand-ins: %w", err)
		}
	}
	s.reckon = s.Reckon
	if s.reckon == "" {
		s.reckon = filepath.Join(s.dir, "reckon")
		if err := compile(ctx, s.reckon, "reckon/cmd/reckon"); err != nil {
			return fmt.Errorf("building reckon: %w", err)
		}
	}
	if s.SyncDelay > 0 {
		if _, err := exec.LookPath("strace"); err != nil {
			return errors.New("a slower disk is emulated with strace, which is not installed")
		}
	}
	return nil
}

// compile builds a program; in, if given, is "-C" and the folder to build in.
func compile(ctx context.Context, program string, what ...string) error {
	args := []string{"build"}
	if what[0] == "-C" {
		args, what = append(args, what[:2]...), what[2:]
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", append(append(args, "-o", program), what...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// syncCost says what a sync takes where the databases are.
func (s *setup) syncCost() string {
	cost, err := syncCost(s.dir)
	if err != nil {
		return "unknown: " + err.Error()
	}
	text := brief(cost)
	if s.SyncDelay > 0 {
		text += ", made " + s.SyncDelay.String() + " longer"
	}
	return text
}

// clean removes what was made, unless it is to be kept.
func (s *setup) clean() {
	if s.removes {
		os.RemoveAll(s.dir)
	}
}
