package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// cli is the command line; its tags are what --help prints.
type cli struct {
	setup `group:"setup"`

	Steady  steadyCmd  `cmd:"" help:"So many messages a second from so many Telegram chats: how soon they are answered."`
	Beside  besideCmd  `cmd:"" help:"How everybody else is served beside a flooder, a lively group, a call that hangs, and a daily."`
	Kills   killsCmd   `cmd:"" help:"Kill the bot at random moments under load: what is lost, counted twice, never told, told twice."`
	Sigterm sigtermCmd `cmd:"" help:"End the bot under load: how long it takes, and what is made up for at the next start."`
	Outage  outageCmd  `cmd:"" help:"Take the networks away for a while: how soon the bot is back."`
	Dailies dailiesCmd `cmd:"" help:"Dailies for many places at once: at what rate, and how many are refused."`
	Evening eveningCmd `cmd:"" help:"A minute of ordinary play, with a flood and two kills, to be read."`
	Short   shortCmd   `cmd:"" help:"The promises in less than a minute: for every change."`
}

// A scenario plays and reports. Its error says that it could not be played.
type scenario interface {
	play(ctx context.Context, s *setup, r *report) error
}

// errBroken says that promises were broken, each of which has been reported.
var errBroken = errors.New("promises were broken")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// run plays what a command line asks for, and prints what came of it.
func run(ctx context.Context, args []string, out io.Writer) error {
	var line cli
	parser, err := kong.New(&line, kong.Name("load"), kong.Writers(out, os.Stderr),
		kong.Description("Plays with the bot on stand-ins for its networks, and measures. Exit status: 0 if what is promised holds, else 1."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.ExplicitGroups([]kong.Group{{Key: "setup", Title: "What is measured, and on what:"}}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	played, ok := command.Selected().Target.Addr().Interface().(scenario)
	if !ok {
		return fmt.Errorf("%s is no scenario", command.Command())
	}
	if !line.there() {
		fmt.Fprintf(out, "skipped: there are no stand-ins at %s (STAGE names their program or the folder of its source)\n", line.Stage)
		return nil
	}
	defer line.clean()
	r := &report{out: out}
	if err := line.build(ctx); err != nil {
		return err
	}
	r.figure("machine", "%s; a sync takes %s", machine(), line.syncCost())
	if err := played.play(ctx, &line.setup, r); err != nil {
		return err
	}
	if n := r.close(); n > 0 {
		return fmt.Errorf("%w: %d", errBroken, n)
	}
	return nil
}
