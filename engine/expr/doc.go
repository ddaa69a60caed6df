// Package expr is the language players answer in: it reads, evaluates and
// writes expressions. It knows syntax and leaves numbers to exact; it never
// sees the rules of a game, nor a sentence.
package expr
