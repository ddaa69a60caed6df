// Makebook makes the book of Tchisla answers that package tchisla embeds. It is a program for
// developers, because the book is a file of the source:
//
//	go generate ./engine/tchisla                     search for better answers than those of the book
//	go run ./engine/tchisla/makebook search --help   do so for some digits, or further
//	go run ./engine/tchisla/makebook fold FILE       take the answers of "reckon tchisla export" into the book
//	go run ./engine/tchisla/makebook records FILE    compare the built-in book with records
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Search  searchCmd  `cmd:"" default:"withargs" help:"Search for better answers than the book's (the default)."`
	Fold    foldCmd    `cmd:"" help:"Take better and plainer answers from a file into the book."`
	Records recordsCmd `cmd:"" help:"Compare the built-in book with a file of records."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	command := kong.Parse(&cli{},
		kong.Name("makebook"),
		kong.Description("Makes the book of Tchisla answers."),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	err := command.Run()
	stop()
	if errors.Is(err, errMissed) {
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "makebook:", err)
		os.Exit(2)
	}
}
