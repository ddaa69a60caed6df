package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/terminal"
)

// later answers a line with a number n after n milliseconds, with {"n": n}. Its status is no if n is odd.
func later(_ context.Context, line string) result {
	n, err := strconv.Atoi(line)
	if err != nil {
		return result{object: object{{"n", line}}, status: trouble}
	}
	time.Sleep(time.Duration(n) * time.Millisecond)
	return result{object: object{{"n", n}}, status: [...]error{nil, no}[n%2]}
}

func TestBatchKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var in, want, out bytes.Buffer
		for i := range 1000 {
			n := i * 7919 % 1000
			fmt.Fprintln(&in, n)
			fmt.Fprintf(&want, "{\"line\":%d,\"n\":%d}\n", i+1, n)
		}
		err := batch(t.Context(), &in, &out, later)
		if !errors.Is(err, no) {
			t.Errorf("error %v, want %v", err, no)
		}
		if out.String() != want.String() {
			t.Errorf("got:\n%.200s\nwant:\n%.200s", out.String(), want.String())
		}
	})
}

func TestBatchStatus(t *testing.T) {
	for in, want := range map[string]error{
		"":           nil,
		"2\n4":       nil,
		"2\r\n4\r\n": nil,
		"2\n1\n":     no,
		"2\nx\n2\n":  no,
	} {
		var out bytes.Buffer
		if err := batch(t.Context(), strings.NewReader(in), &out, later); !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", in, err, want)
		}
		objects := strings.Count(out.String(), "\n")
		lines := len(slices.Collect(strings.Lines(in)))
		if objects != lines {
			t.Errorf("%q: %d objects for %d lines", in, objects, lines)
		}
	}
}

// Lines that say nothing are left out, but they are counted. Of a long line only the beginning is read.
func TestBatchLines(t *testing.T) {
	long := strings.Repeat("7", 3*terminal.MaxLine)
	var out bytes.Buffer
	err := batch(t.Context(), strings.NewReader("\n# two\r\n\r\n4\n"+long+"\n2"), &out, later)
	if !errors.Is(err, no) {
		t.Errorf("error %v, want %v", err, no)
	}
	want := `{"line":4,"n":4}` + "\n" + `{"line":5,"n":"` + long[:terminal.MaxLine] + `"}` + "\n" + `{"line":6,"n":2}` + "\n"
	if out.String() != want {
		t.Errorf("got:\n%.200s\nwant:\n%.200s", out.String(), want)
	}
}

// A program that writes a line and waits for its object gets it.
func TestBatchStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, ask := io.Pipe()
		answers, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- batch(t.Context(), in, out, later)
			out.Close()
		}()
		r := bufio.NewReader(answers)
		for i := range 5 {
			fmt.Fprintln(ask, 2*i)
			if got, err := r.ReadString('\n'); got != fmt.Sprintf("{\"line\":%d,\"n\":%d}\n", i+1, 2*i) {
				t.Errorf("got %q, %v", got, err)
			}
		}
		// The object of a quick line does not wait for a slow line behind it.
		start := time.Now()
		fmt.Fprint(ask, "2\n60000\n")
		if _, err := r.ReadString('\n'); err != nil || time.Since(start) > time.Second {
			t.Errorf("the first of two came after %v, %v", time.Since(start), err)
		}
		ask.Close()
		if rest, err := io.ReadAll(r); string(rest) != "{\"line\":7,\"n\":60000}\n" || err != nil {
			t.Errorf("then %q, %v", rest, err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestBatchEndsWithItsReader(t *testing.T) {
	in, ask := io.Pipe()
	defer ask.Close()
	go io.WriteString(ask, "2\n4\n6\n")
	answers, out := io.Pipe()
	answers.Close()
	if err := batch(t.Context(), in, out, later); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}

// A batch that waits for its next line ends when its context ends.
func TestBatchEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, ask := io.Pipe()
		defer ask.Close()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- batch(ctx, in, io.Discard, later) }()
		fmt.Fprintln(ask, "0")
		synctest.Wait()
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

func TestBatchReadError(t *testing.T) {
	err := batch(t.Context(), io.MultiReader(strings.NewReader("2\n"), brokenReader{}), io.Discard, later)
	if err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("error %v", err)
	}
}

func TestObject(t *testing.T) {
	var b bytes.Buffer
	o := object{{"z", "1<2 & \"x\""}, {"a", []string{}}, {"m", object{{"k", 1}}}}
	if err := encoder(&b).Encode(o); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), `{"z":"1<2 & \"x\"","a":[],"m":{"k":1}}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
