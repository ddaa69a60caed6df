package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"reckon/bot/lang"
	"reckon/config"
	"reckon/engine/games"
)

// cli is the command line; its tags are what --help prints. The tag settings is
// on the commands that heed them.
type cli struct {
	config.Settings `group:"settings"`

	Version kong.VersionFlag `help:"Print the version and the revision of the source, and end."`

	Chat    chatCmd    `cmd:"" settings:"" default:"1" help:"Play: in this terminal, or on the networks whose tokens are set. This is what happens without a command."`
	Solve   solveCmd   `cmd:"" help:"Print all solutions of a puzzle."`
	Check   checkCmd   `cmd:"" help:"Judge an answer to a puzzle."`
	Rate    rateCmd    `cmd:"" help:"Tell how hard a puzzle is for people, and why."`
	Ratings ratingsCmd `cmd:"" settings:"" help:"See to what is learnt from solve times: of puzzles and players."`
	Explain explainCmd `cmd:"" help:"Show an expression as steps, as a tree, and in infix, prefix and postfix."`
	Analyze analyzeCmd `cmd:"" help:"Study all puzzles of a game."`
	Tchisla tchislaCmd `cmd:"" help:"Make or compare the table of best known Tchisla expressions."`
	Backup  backupCmd  `cmd:"" settings:"" help:"Copy the database to a file, also while a bot plays on it."`
	Restore restoreCmd `cmd:"" settings:"" help:"Put a copy of the database in its place, while no bot runs."`
	Move    moveCmd    `cmd:"" settings:"" help:"Copy the database into an empty one of another kind, SQLite or PostgreSQL, while no bot runs."`
	Doctor  doctorCmd  `cmd:"" settings:"" help:"Tell what is wrong with the settings, the networks, the disk and the database, and what to do."`
	Health  healthCmd  `cmd:"" settings:"" help:"Tell whether a bot is alive on the database."`
}

const about = `A chat bot for number puzzles.

Exit status: 0 right, solvable or well; 1 not; 2 trouble, such as a wrong argument or setting. With --batch: 0 if that holds for every line, else 1.`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr})
	stop()
	var s status
	if errors.As(err, &s) {
		os.Exit(int(s))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reckon:", err)
		os.Exit(int(trouble))
	}
}

// printHelp leaves the settings out of the help of a command that heeds none.
func printHelp(o kong.HelpOptions, ctx *kong.Context) error {
	if cmd := ctx.Selected(); cmd != nil && !cmd.Tag.Has("settings") {
		for _, f := range ctx.Model.Flags {
			f.Hidden = f.Hidden || f.Group != nil && f.Group.Key == "settings"
		}
	}
	return kong.DefaultHelpPrinter(o, ctx)
}

// run carries out one command line.
func run(ctx context.Context, args []string, c console) error {
	var line cli
	parser, err := kong.New(&line,
		kong.Name("reckon"), kong.Description(about), kong.Writers(c.out, c.err), kong.Help(printHelp),
		kong.Vars{"version": buildVersion()},
		kong.ExplicitGroups([]kong.Group{{Key: "settings", Title: "Settings (flag, else environment, else file):"}}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	book, err := lang.Open()
	if err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	err = command.Run(c, &line.Settings, games.All(), book, speaker{book.Printer()})
	var s status
	if err == nil || errors.As(err, &s) {
		return err
	}
	return errors.New(line.Redact(err.Error())) // whatever a library put into it
}
