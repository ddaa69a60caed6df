#!/usr/bin/env python3
"""Check the book of Tchisla: python3 check.py book.tsv

Each line is a target, a digit, a count and an answer, which makes the target from that digit
alone, written count times. Numbers are exact: (x, n) is the n-th root of the fraction x, with
its sign. A line with a sum of unlike roots, or a number too large to compute, is undecided."""
import math, re, sys
from fractions import Fraction
from functools import lru_cache

BITS, FACTORIAL = 2_000_000, 50_000  # the largest numbers that are computed
ONE = Fraction(1)

class Undecided(Exception): pass

@lru_cache(50_000)
def root(x, p):  # of a whole number; 0: it is not whole
    r = math.isqrt(x) if p == 2 else round(x ** (1 / p)) if x < 1 << 50 else 0
    return r if r**p == x else 0

def simple(x, n):  # with n as small as can be
    for p in (2, 3, 5, 7):
        while n % p == 0 and (a := root(abs(x.numerator), p)) and (b := root(x.denominator, p)):
            x, n = Fraction(a if x > 0 else -a, b), n // p
    return x, n if x else 1

def power(x, y):
    (b, n), (e, m) = x, y
    if m > 1 or abs(e.numerator) * max(abs(b.numerator), b.denominator).bit_length() > BITS: raise Undecided
    if b < 0 and n * e.denominator % 2 == 0: raise ValueError("an even root of a number below zero")
    return simple(b**e.numerator, n * e.denominator)

def times(x, y):
    if x[1] == y[1] == 1: return x[0] * y[0], 1
    n = math.lcm(x[1], y[1])
    sign = -1 if (x[0] < 0) != (y[0] < 0) else 1
    return simple(sign * abs(x[0])**(n // x[1]) * abs(y[0])**(n // y[1]), n)

def over(x, y): return (x[0] / y[0], 1) if x[1] == y[1] == 1 else times(x, simple(1 / y[0], y[1]))

def plus(x, y):
    if x[1] == y[1] == 1: return x[0] + y[0], 1
    q, n = over(x, y) if y[0] else (0, 1)  # x + y is y * (x/y + 1)
    if n > 1: raise Undecided
    return times(y, (q + 1, 1)) if y[0] else x

@lru_cache(1000)
def factorial(n):
    if n > FACTORIAL: raise Undecided
    return Fraction(math.factorial(n)), 1

@lru_cache(1000)
def number(text): return Fraction(text), 1

class Reader:
    def __init__(self, text): self.left = ["end", *re.findall(r"\d+|sqrt|\S", text)[::-1]]
    def sum(self):
        x = self.product()
        while (sign := self.left[-1]) in "+-":
            self.left.pop()
            x = plus(x, self.product() if sign == "+" else times(self.product(), (-ONE, 1)))
        return x
    def product(self):
        x = self.power()
        while (sign := self.left[-1]) in "*/":
            self.left.pop()
            x = (times if sign == "*" else over)(x, self.power())
        return x
    def power(self):
        if self.left[-1] == "-": return self.left.pop() and times((-ONE, 1), self.power())
        x = self.atom()
        while self.left[-1] == "!":
            if x[1] > 1 or x[0].denominator > 1: raise ValueError("the factorial of no whole number")
            x = self.left.pop() and factorial(x[0].numerator)
        return power(x, self.left.pop() and self.power()) if self.left[-1] == "^" else x
    def atom(self):
        token = self.left.pop()
        if token.isdigit(): return number(token)
        if token == "sqrt": return power(self.atom(), (ONE / 2, 1))
        x = self.sum() if token == "(" else None
        if self.left.pop() != ")": raise ValueError("a bracket or a number is missing")
        return x

def check(target, digit, count, answer):  # "" or what is wrong
    digits = re.sub(r"\D", "", answer)
    if digits != digit * int(count): return "other digits"
    reader = Reader(answer)
    return "" if reader.sum() == (int(target), 1) and reader.left == ["end"] else "another value"

if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"): sys.exit(print(__doc__, file=sys.stderr) or 2)
try: book = open(sys.argv[1])
except OSError as error: sys.exit(print(error, file=sys.stderr) or 2)
counts = {"right": 0, "wrong": 0, "undecided": 0}
for place, line in enumerate(book, 1):
    if place == 1 and line.startswith("target\t"): continue
    try: fault = check(*line.rstrip("\n").split("\t"))
    except Undecided: fault = "undecided"
    except Exception as error: fault = f"broken: {error}"
    counts[fault if fault == "undecided" else "wrong" if fault else "right"] += 1
    if fault: print(f"line {place}: {fault}: {line.rstrip()}")
print(", ".join(f"{n} {what}" for what, n in counts.items()))
sys.exit(1 if counts["wrong"] or not counts["right"] else 0)
