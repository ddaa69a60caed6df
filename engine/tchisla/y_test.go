package tchisla

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"reckon/engine/expr"
)

func bf(n *expr.Node) *big.Float {
	const P = 2000
	switch n.Op {
	case expr.Num:
		f, _, _ := big.ParseFloat(n.Digits, 10, P, 0)
		return f
	case expr.Neg:
		return new(big.Float).Neg(bf(n.X))
	case expr.Sqrt:
		return new(big.Float).SetPrec(P).Sqrt(bf(n.X))
	case expr.Fact:
		i, _ := bf(n.X).Int64()
		return new(big.Float).SetPrec(P).SetInt(new(big.Int).MulRange(1, i))
	}
	x, y := bf(n.X), bf(n.Y)
	z := new(big.Float).SetPrec(P)
	switch n.Op {
	case expr.Add:
		return z.Add(x, y)
	case expr.Sub:
		return z.Sub(x, y)
	case expr.Mul:
		return z.Mul(x, y)
	case expr.Div:
		return z.Quo(x, y)
	}
	neg := y.Sign() < 0
	y.Abs(y)
	j := 0
	for !y.IsInt() && j < 10 {
		y.Mul(y, big.NewFloat(2))
		j++
	}
	e, acc := y.Int64()
	if !y.IsInt() || acc != 0 {
		return z.SetInt64(-1)
	}
	z.SetInt64(1)
	for i := 62; i >= 0; i-- {
		z.Mul(z, z)
		if e>>i&1 == 1 {
			z.Mul(z, x)
		}
	}
	for ; j > 0; j-- {
		z.Sqrt(z)
	}
	if neg {
		z.Quo(new(big.Float).SetInt64(1).SetPrec(P), z)
	}
	return z
}

func TestSearch(t *testing.T) {
	for _, n := range []int{2016, 2024, 7381, 8450, 1521, 1280} {
		start := time.Now()
		sum := 0
		for d := 1; d <= 9; d++ {
			s := time.Now()
			r := Search(context.Background(), n, d, Options{})
			v := bf(r.Expr)
			v.Sub(v, big.NewFloat(float64(n)))
			fmt.Println(n, d, r.Digits, expr.CountDigits(r.Expr), r.Proven, r.Expr, v.Text('g', 5), time.Since(s).Round(time.Millisecond))
			sum += r.Digits
		}
		fmt.Println(n, sum, time.Since(start).Round(time.Millisecond))
	}
}
