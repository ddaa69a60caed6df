package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"reckon/bot/terminal"
)

// output has the flags for how a command prints its results.
type output struct {
	JSON  bool `name:"json" help:"Print a JSON object instead of text."`
	Batch bool `help:"Read lines from standard input, and print a JSON object for each, in the same order. Empty lines, and those that begin with #, are left out."`
}

// A task works on one line: a puzzle's ID and, separated by tabs, what belongs to the puzzle.
type task func(ctx context.Context, line string) result

// run works on the given line, or with Batch on the lines of standard input.
func (o output) run(ctx context.Context, c console, line string, do task) error {
	switch {
	case o.Batch && line != "":
		return errors.New("--batch reads the puzzles from standard input, not from arguments")
	case o.Batch:
		return batch(ctx, c.in, c.out, do)
	case line == "":
		return errors.New("want the ID of a puzzle, such as 24:3,3,8,8, or --batch")
	}
	return o.print(c, do(ctx, line))
}

// print prints one result.
func (o output) print(c console, r result) error {
	var err error
	switch {
	case o.JSON:
		err = encoder(c.out).Encode(r.object)
	case r.status == trouble:
		space := " "
		if strings.Contains(r.text, "\n") {
			// The second line of the text marks a character of the first, so both begin at the edge.
			space = "\n"
		}
		_, err = fmt.Fprintln(c.err, "reckon:"+space+r.text)
	default:
		_, err = fmt.Fprintln(c.out, r.text)
	}
	return errors.Join(err, r.status)
}

// A numberedResult is the result of a line, with the line's number.
type numberedResult struct {
	number int
	result
}

// batch works on the lines of r on all cores. It prints an object for each line, with the line's number, in the
// order of the lines, and as soon as those before it are printed. When ctx ends, it returns at once, even if a
// read from r hangs.
func batch(ctx context.Context, r io.Reader, w io.Writer, do task) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := make(chan struct{}, runtime.GOMAXPROCS(0))
	// The queue holds a channel for each line that was read, on which its result will come. Its size
	// is how many lines may be read while the first of them is not done.
	queue := make(chan chan numberedResult, 64*cap(workers))
	var readErr error
	go func() {
		defer close(queue)
		readErr = readBatch(ctx, bufio.NewReaderSize(r, terminal.MaxLine), workers, queue, do)
	}()
	buffered := bufio.NewWriter(w)
	var status error
	for {
		resultOfLine, ok, err := receive(ctx, queue, buffered)
		if err != nil {
			return err
		}
		if !ok {
			return errors.Join(readErr, status)
		}
		one, _, err := receive(ctx, resultOfLine, buffered)
		if err != nil {
			return err
		}
		o := append(object{{"line", one.number}}, one.object...)
		if err := encoder(buffered).Encode(o); err != nil {
			return err
		}
		if one.status != nil {
			status = no
		}
	}
}

// readBatch reads lines, and starts a worker for each when one of the workers is free. For each line, in
// their order, it puts a channel into the queue, on which the worker sends its result.
func readBatch(
	ctx context.Context, lines *bufio.Reader, workers chan struct{}, queue chan<- chan numberedResult, do task,
) error {
	for n := 1; ; n++ {
		line, err := terminal.ReadLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if line == "" || line[0] == '#' {
			continue
		}
		resultOfLine := make(chan numberedResult, 1)
		select {
		case workers <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		go func() {
			resultOfLine <- numberedResult{n, do(ctx, line)}
			<-workers
		}()
		select {
		case queue <- resultOfLine:
		case <-ctx.Done():
			return nil
		}
	}
}

// receive receives from c, until ctx ends. If nothing is there yet, it flushes w before it waits.
func receive[T any](ctx context.Context, c <-chan T, w *bufio.Writer) (v T, ok bool, err error) {
	select {
	case v, ok = <-c:
		if ok {
			return v, true, nil
		}
	default:
	}
	if err := w.Flush(); err != nil {
		return v, false, err
	}
	select {
	case v, ok = <-c:
		return v, ok, nil
	case <-ctx.Done():
		return v, false, ctx.Err()
	}
}
