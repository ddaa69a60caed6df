package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"reckon/bot/lang"
	"reckon/config"
	"reckon/engine/games"
	"reckon/storage/address"
)

// cli is the command line. --help prints the texts in its tags. The tag "settings" marks the commands
// that use the settings.
type cli struct {
	config.Settings `group:"settings"`

	Version versionFlag `short:"V" help:"Print the version and the revision of the source, and exit."`

	Chat chatCmd `cmd:"" group:"play" settings:"" default:"1" help:"Play in this terminal, or on the networks whose tokens are set. This is the default command."`
	Web  webCmd  `cmd:"" group:"play" settings:"" help:"Play in a browser, at http://127.0.0.1:8080/ or the address of --listen, alone or with others who can open it."`

	Solve   solveCmd   `cmd:"" group:"puzzles" help:"Print all solutions of a puzzle."`
	Check   checkCmd   `cmd:"" group:"puzzles" help:"Judge an answer to a puzzle."`
	Rate    rateCmd    `cmd:"" group:"puzzles" help:"Print how hard a puzzle is for people, and why."`
	Explain explainCmd `cmd:"" group:"puzzles" help:"Show an expression as steps, as a tree, and in infix, prefix and postfix."`
	MCP     mcpCmd     `cmd:"" name:"mcp" group:"puzzles" help:"Let an assistant or another program solve, check, rate, explain, deal and look up puzzles, over the Model Context Protocol on standard input and output."`

	Doctor  doctorCmd  `cmd:"" group:"host" settings:"" help:"Check the settings, the networks, the disk and the database, and say how to correct what is wrong."`
	Health  healthCmd  `cmd:"" group:"host" settings:"" help:"Check that a bot is running on the database and makes progress."`
	Backup  backupCmd  `cmd:"" group:"host" settings:"" help:"Copy the database to a file. A bot may be running on it."`
	Restore restoreCmd `cmd:"" group:"host" settings:"" help:"Replace the database by a copy of it. No bot may be running on it."`
	Move    moveCmd    `cmd:"" group:"host" settings:"" help:"Copy the database of --db, or --db-file, into an empty one, SQLite or PostgreSQL. No bot may be running on it."`
	Audit   auditCmd   `cmd:"" group:"host" settings:"" help:"List the signs that programs answered, and decide about them."`

	Analyze analyzeCmd `cmd:"" group:"study" help:"Study all puzzles of a game."`
	Ratings ratingsCmd `cmd:"" group:"study" settings:"" help:"Work on the ratings of puzzles and players, which are learnt from solve times."`
	Tchisla tchislaCmd `cmd:"" group:"study" settings:"" help:"Write the book of Tchisla answers, with what players have found, to a file."`

	Completion completionCmd `cmd:"" group:"program" help:"Print a script that completes commands and flags in a shell."`
	Licences   licencesCmd   `cmd:"" group:"program" aliases:"licenses" help:"Print the licences of Reckon and of all that it contains."`
}

// A versionFlag prints the version. Unlike kong's own flag it fails if that cannot be written.
type versionFlag bool

// BeforeReset is called by kong if the flag is set.
func (versionFlag) BeforeReset(app *kong.Kong, vars kong.Vars) error {
	if _, err := fmt.Fprintln(app.Stdout, vars["version"]); err != nil {
		return err
	}
	app.Exit(0)
	return nil
}

// BeforeApply is called by kong. It refuses a misspelt variable: otherwise the operator would not notice that it
// sets nothing. Commands that use no settings do not look at the environment.
func (*cli) BeforeApply(ctx *kong.Context) error {
	command := ctx.Selected()
	if command == nil || !command.Tag.Has("settings") {
		return nil
	}
	_, err := config.UnknownVariables(os.Environ())
	return err
}

const about = `A chat bot for number puzzles.

Exit status: 0 if an answer is right, a puzzle solvable or all is well; 1 if not; 2 for an error, such as a wrong argument or setting; 3 if the networks refuse the bot for good. With --batch: 0 if it would be 0 for every line, otherwise 1.`

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

// groups are the groups of commands and flags that --help prints, with their titles.
var groups = []kong.Group{
	{Key: "play", Title: "Play:"},
	{Key: "puzzles", Title: "Work on a puzzle:"},
	{Key: "host", Title: "Look after a bot:"},
	{Key: "study", Title: "Study puzzles, and what players have done:"},
	{Key: "program", Title: "This program:"},
	{Key: "settings", Title: "Settings (a flag wins over the environment, and that over the file):"},
}

// run executes one command line.
func run(ctx context.Context, args []string, c console) error {
	var line cli
	parser, err := kong.New(&line,
		kong.Name("reckon"),
		kong.Description(about),
		kong.Writers(c.out, c.err),
		kong.Help(printHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.ExplicitGroups(groups),
		kong.Vars{"version": buildVersion()},
		config.Options(),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(asFlags(args))
	if err != nil {
		return errors.New(config.WithVariables(withoutAddresses(withHint(err, args), args)))
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
	// A library may have put a secret into the error.
	return errors.New(config.WithVariables(line.Redact(err.Error())))
}

// printHelp prints the help of a command. If the command uses no settings, it leaves them out.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	command := ctx.Selected()
	if command == nil || command.Tag.Has("settings") {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	for _, flag := range ctx.Model.Flags {
		if flag.Group != nil && flag.Group.Key == "settings" {
			flag.Hidden = true
		}
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// withoutAddresses replaces each address of a database server in an error by the address without
// its password. The error may quote such an address from the command line.
func withoutAddresses(text string, args []string) string {
	for _, arg := range args {
		if address.IsServer(arg) {
			text = strings.ReplaceAll(text, arg, address.Name(arg))
		}
	}
	return text
}
