package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
)

// output is how a command that works on puzzles prints.
type output struct {
	JSON  bool `name:"json" help:"Print a JSON object instead of text."`
	Batch bool `help:"Read lines from standard input and print a JSON object a line, in the same order."`
}

// A result is what came of one line.
type result struct {
	object object
	text   string
	status status
}

// task works on one line: a puzzle's ID, and what belongs to it behind tabs.
type task func(ctx context.Context, line string) result

// run works on the one line given, or with Batch on those of standard input.
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
		sep := " "
		if strings.Contains(r.text, "\n") { // a mark has to stand under its place
			sep = "\n"
		}
		_, err = fmt.Fprintln(c.err, "reckon:"+sep+r.text)
	default:
		_, err = fmt.Fprintln(c.out, r.text)
	}
	return errors.Join(err, r.status.asError())
}

// job is a line on its way to its result.
type job struct {
	line string
	done chan result
}

// batch works on the lines of r on all cores and prints the objects in the
// order of the lines, each as soon as those before it are out.
func batch(ctx context.Context, r io.Reader, w io.Writer, do task) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	// The queue bounds how far the lines are read ahead of the slowest one.
	work, queue := make(chan job), make(chan job, 64*workers)
	var (
		wg      sync.WaitGroup
		readErr error
	)
	wg.Go(func() {
		defer close(queue)
		defer close(work)
		readErr = feed(ctx, r, queue, work)
	})
	for range workers {
		wg.Go(func() {
			for j := range work {
				j.done <- do(ctx, j.line)
			}
		})
	}
	all, err := printInOrder(w, queue)
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err()) // the reader may be stuck in a read: it is left behind
	}
	wg.Wait()
	return errors.Join(readErr, all.asError())
}

// feed hands every line to the queue and to the workers.
func feed(ctx context.Context, r io.Reader, queue, work chan<- job) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if err != nil && line == "" {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		j := job{strings.TrimRight(line, "\r\n"), make(chan result, 1)}
		for _, to := range []chan<- job{queue, work} {
			select {
			case to <- j:
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// printInOrder prints results as they become ready and never keeps one back
// while it waits for the next.
func printInOrder(w io.Writer, queue <-chan job) (status, error) {
	buffered := bufio.NewWriter(w)
	enc := encoder(buffered)
	all := yes
	for {
		j, ok, err := soon(queue, buffered)
		if err != nil || !ok {
			return all, err
		}
		r, _, err := soon(j.done, buffered)
		if err != nil {
			return all, err
		}
		if err := enc.Encode(r.object); err != nil {
			return all, err
		}
		if r.status != yes {
			all = no
		}
	}
}

// soon receives from c, and flushes w first if that takes time.
func soon[T any](c <-chan T, w *bufio.Writer) (v T, ok bool, err error) {
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
	v, ok = <-c
	return v, ok, nil
}
