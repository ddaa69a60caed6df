package exact

import "math/big"

// String is the exact value: "24", "-64/3".
func (v Value) String() string { return v.Rat().RatString() }

// Mixed is String with an improper fraction as a mixed number: "21 1/3".
func (v Value) Mixed() string {
	if !v.IsRat() || v.IsInt() {
		return v.String()
	}
	r := v.Rat()
	if r.Num().CmpAbs(r.Denom()) < 0 {
		return v.String()
	}
	whole, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	return whole.String() + " " + new(big.Rat).SetFrac(rest.Abs(rest), r.Denom()).RatString()
}
