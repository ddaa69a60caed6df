package tchisla

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
)

var bestBig = [10]int{0, 103687, 82754, 61989, 60562, 72652, 71224, 75092, 71161, 56032}

func records() (r [10][1001]int) {
	f, _ := os.Open("/work/shared/data/tchisla-records.tsv")
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		var a, b, c int
		if n, _ := fmt.Sscanf(s.Text(), "%d\t%d\t%d", &a, &b, &c); n == 3 {
			r[b][a] = c
		}
	}
	return
}

func envInt(k string, def int) int {
	if n, err := strconv.Atoi(os.Getenv(k)); err == nil {
		return n
	}
	return def
}

func cpu() string {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return fmt.Sprintf("%.1fs %dMB", float64(u.Utime.Sec)+float64(u.Utime.Usec)/1e6+float64(u.Stime.Sec), u.Maxrss>>10)
}

func TestSums(t *testing.T) {
	rec := records()
	for i := range schedule {
		l := &schedule[i]
		if i < envInt("FROM", 1) {
			continue
		}
		set := func(name string, v *uint64) {
			if n := envInt(name, 0); n != 0 {
				*v = 1 << n
			}
		}
		set("INT", &l.integer)
		set("NUM", &l.num)
		set("DEN", &l.den)
		l.den = min(l.den, maxDen)
		set("COEF", &l.coef)
		set("SCALE", &l.scale)
		x := uint64(l.rad)
		set("RAD", &x)
		l.rad = uint32(min(x, maxRad))
		x = uint64(l.scaled)
		set("SCALED", &x)
		l.scaled = uint32(x)
		l.k = uint8(envInt("K", int(l.k)))
	}
	N := envInt("N", 1000)
	d := envInt("D", 6)
	rows, err := MakeTable(context.Background(), d, N, Options{Entries: envInt("MOST", 1000000), Depth: envInt("DEPTH", 5), Narrow: envInt("NARROW", 0)}, func(p Progress) {
		fmt.Println(p, cpu())
	})
	sum, rsum := 0, 0
	var worse, better []string
	proven := 0
	out, _ := os.Create(fmt.Sprintf("rows%d-%d-%d.tsv", N, d, os.Getpid()))
	for _, r := range rows {
		fmt.Fprintln(out, r.Target, r.Digit, r.Digits, r.Proven, r.Expr)
		sum += r.Digits
		if r.Proven {
			proven++
		}
		if r.Target > 1000 {
			continue
		}
		c := rec[d][r.Target]
		rsum += c
		if r.Digits > c {
			worse = append(worse, fmt.Sprint(r.Target, ":", r.Digits, ">", c))
		}
		if r.Digits < c {
			better = append(better, fmt.Sprint(r.Target, ":", r.Digits, "<", c))
		}
	}
	fmt.Println("digit", d, "rows", len(rows), "sum", sum, "rec", rsum, "big", bestBig[d], "diff", sum-bestBig[d], "proven", proven, worse, better, err, cpu())
}
