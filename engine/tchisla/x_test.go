package tchisla

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
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

func TestSums(t *testing.T) {
	rec := records()
	for d := 1; d <= 9; d++ {
		if s := os.Getenv("D"); s != "" && s != strconv.Itoa(d) {
			continue
		}
		tb := newTable(d, envInt("MOST", 1_000_000))
		lim := limits{integer: 1 << envInt("INT", 48), num: 1 << envInt("NUM", 32), den: 1<<30 - 1, coef: 1 << envInt("COEF", 20), rad: 1 << envInt("RAD", 16), k: uint8(envInt("K", 3)), scale: 1 << envInt("SCALE", 20), scaled: uint32(envInt("SCALED", 10000))}
		narrow := limits{integer: 1 << envInt("NINT", 20), num: 1 << envInt("NNUM", 12), den: 1 << envInt("NDEN", 8)}
		start := time.Now()
		N := envInt("N", 1000)
		best := make([]int, N+1)
		sum, left := 0, N
		check := func() {
			for n := 1; n <= N; n++ {
				if best[n] == 0 {
					if i, ok := tb.find(integer(uint64(n)).key()); ok {
						best[n] = tb.level(i)
						sum += best[n]
						left--
					}
				}
			}
			fmt.Println("digit", d, "level", tb.depth(), "size", tb.len(), tb.len()-tb.starts[tb.depth()], "left", left, "roots", len(tb.calc.roots), time.Since(start).Round(time.Millisecond))
		}
		for tb.depth() < envInt("DEEP"+strconv.Itoa(d), 99) && tb.grow(context.Background(), lim) {
			check()
		}
		if tb.full {
			fmt.Println("full")
		}
		for range envInt("NARROW", 0) {
			if !tb.grow(context.Background(), narrow) {
				break
			}
			check()
		}
		for l := tb.depth() + 1; left > 0 && l < tb.depth()+4; l++ {
			var un []int
			for n := 1; n <= N; n++ {
				if best[n] == 0 {
					un = append(un, n)
				}
			}
			for n := range tb.peel(goalsOf(un, l)) {
				best[n] = l
				sum += l
				left--
			}
			fmt.Println("  peel", l, "left", left, time.Since(start).Round(time.Millisecond))
		}
		more, fewer := 0, 0
		var worse, better []string
		rsum := 0
		for n := 1; n <= min(N, 1000); n++ {
			rsum += rec[d][n]
			switch {
			case best[n] == 0:
				worse = append(worse, fmt.Sprint(n, ":-"))
				sum += 15
			case best[n] > rec[d][n]:
				more += best[n] - rec[d][n]
				worse = append(worse, fmt.Sprint(n, ":", best[n], ">", rec[d][n]))
			case best[n] < rec[d][n]:
				fewer += rec[d][n] - best[n]
				better = append(better, fmt.Sprint(n, ":", best[n], "<", rec[d][n]))
			}
		}
		fmt.Println("digit", d, "sum", sum, "rec", rsum, "big", bestBig[d], "more", more, "fewer", fewer, worse, better, time.Since(start).Round(time.Millisecond))
	}
}
