package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line. --help prints its tags.
type cli struct {
	setup `group:"setup"`

	Steady   steadyCmd   `cmd:"" help:"Let people play at a fixed rate: how soon they are answered, and what that costs."`
	Kills    killsCmd    `cmd:"" help:"Kill or stop the bot while people play: what is lost, counted twice, never told or told twice."`
	Outage   outageCmd   `cmd:"" help:"Take the networks away for a while: how soon people are answered again."`
	Database databaseCmd `cmd:"" help:"With --postgres, take the server away while people play: whether each act is judged and told."`
	Short    shortCmd    `cmd:"" help:"Check after a change: short forms of all scenarios but searches and outages of networks."`
}

const about = "Plays with the bot on stand-ins for its networks, and measures whether it keeps its promises. " +
	"The exit status is 0 if it keeps all of them, else 1."

func main() {
	var line cli
	command := kong.Parse(&line,
		kong.Name("load"),
		kong.Description(about),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.ExplicitGroups([]kong.Group{{Key: "setup", Title: "What is measured, and on what:"}}),
	)
	// Every command is a scenario, as a test checks.
	selected := command.Selected().Target.Addr().Interface().(scenario)
	err := line.run(selected)
	command.FatalIfErrorf(err)
}

// run plays a scenario and prints its figures.
func (line *cli) run(s scenario) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := line.makeDir(); err != nil {
		return err
	}
	if line.Keep == "" {
		defer os.RemoveAll(line.dir)
	}
	if err := line.build(ctx); err != nil {
		return err
	}
	loads, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return err
	}
	r := &report{out: os.Stdout}
	r.figure("machine", "%d cores, load averages before %s", runtime.NumCPU(), bytes.TrimSpace(loads))
	if err := line.measure(ctx, r, s); err != nil {
		return err
	}
	if n := r.close(); n > 0 {
		return fmt.Errorf("%d promises were broken", n)
	}
	return nil
}
