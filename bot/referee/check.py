#!/usr/bin/env python3
"""Check answers to puzzles of 24 and of Countdown, exactly and without eval.

    python3 check.py hands.tsv       checks every answer in a table of the referee
    python3 check.py answers.txt     prints a verdict for each line: a puzzle, a tab, an answer
    python3 check.py < answers.txt   does the same

A puzzle is 24:3,3,8,8 or just 3 3 8 8, or 24:3,3,8,8=100 with another goal, or
countdown:75,50,2,3,8,7=812. A verdict is "right", or "wrong" and why:

    syntax.…    the text is no calculation, and says where it breaks: empty, unexpected (a sign or
                a word), operand or operator (one is missing), unclosed, unopened or mismatch (of
                brackets), equals; too-long, too-deep
    operator    another operation than + - * / is used
    sign        a number has a minus before it, and the goal is below zero
    extra       a number is used that is not given
    repeated    a number is used more often than it is given
    missing     a number of 24 is left over; also extra.missing and repeated.missing
    step.not-whole, step.not-positive    a step of Countdown makes such a number
    div-zero    a division by zero
    value       24 is missed; near and far: Countdown is missed by 10 or less, or by more
    claim       the answer is right, but says that it makes something else; claim.rounded

Numbers are fractions, so 23.9999999999 is not 24. "= 24" may follow an answer; nothing else may
stand around it. A // is no division, since it rounds down in Python. Import check to use it elsewhere:
check("3 3 8 8", "8/(3-8/3)") is "", and check("3 3 8 8", "6*4*1*1") is "extra.missing"."""
import re, sys
from fractions import Fraction

sys.setrecursionlimit(20_000)  # for many brackets inside one another
MAX_BYTES, MAX_DEPTH, MAX_DIGITS = 4096, 250, 1000
SIGNS = str.maketrans("×xX·÷:−–—$", "****//--- ")
TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\*\*|.|$)", re.DOTALL)
CLOSING = {"(": ")", "[": "]", "{": "}"}
OPENING = {close: open for open, close in CLOSING.items()}

class Fault(Exception): pass  # its text is a code

class Parser:
    """Reads calculations into trees: a number is a text, and any other part is (sign, x) or (sign, x, y)."""
    def __init__(self, text):
        if len(text.encode()) > MAX_BYTES: raise Fault("too-long")
        self.text, self.place, self.open, self.depth, self.token = text, 0, [], 0, None
        self.advance()

    def advance(self):
        match = TOKEN.match(self.text, self.place)
        self.last, self.place = self.token, match.end()
        self.token = "^" if match[1] == "**" else match[1]
        if self.token[:1].isdigit():
            if len(self.token) > MAX_DIGITS: raise Fault("too-long")
        elif self.text.startswith("sqrt", match.start(1)): self.token, self.place = "√", match.start(1) + 4
        elif self.token not in ("", *"+-*/^!√=()[]{}"): raise Fault("syntax.unexpected")

    def is_number(self): return self.token[:1].isdigit()

    def nested(self, read):
        self.depth += 1
        if self.depth > MAX_DEPTH: raise Fault("too-deep")
        self.advance()
        node = read()
        self.depth -= 1
        return node

    def equations(self):
        parts = [self.sum()]
        while self.token == "=":
            self.advance()
            if self.token: parts.append(self.sum())
        return parts

    def sum(self):
        node = self.product()
        while self.token and self.token in "+-":
            sign = self.token
            self.advance()
            node = (sign, node, self.product())
        return node

    def product(self):
        node, divided = self.signed(self.power), False
        while True:
            sign = self.token
            if sign and sign in "*/":
                self.advance()
                node, divided = (sign, node, self.signed(self.power)), sign == "/"
            elif not self.starts_factor(): return node
            elif divided: raise Fault("syntax.operator")
            else: node = ("*", node, self.power())

    def starts_factor(self):  # one that needs no sign before it, as in 2(3+1)
        return self.token in ("(", "[", "{", "√") or self.is_number() and self.last in OPENING

    def signed(self, read):
        sign = self.token
        if sign not in ("+", "-"): return read()
        node = self.nested(lambda: self.signed(read))
        return node if sign == "+" else ("-", node)

    def power(self):
        node = self.root()
        return ("^", node, self.nested(lambda: self.signed(self.power))) if self.token == "^" else node

    def root(self):
        if self.token == "√": return ("√", self.nested(lambda: self.signed(self.root)))
        node = self.atom()
        while self.token == "!":
            self.advance()
            node = ("!", node)
        if self.token == "" or self.token == "=":
            if self.open: raise Fault("syntax.unclosed")
        elif self.token in OPENING:
            if not self.open: raise Fault("syntax.unopened")
            if self.open[-1] != OPENING[self.token]: raise Fault("syntax.mismatch")
        elif (self.is_number() or self.token in CLOSING or self.token == "√") and not self.starts_factor():
            raise Fault("syntax.operator")
        return node

    def atom(self):
        if self.is_number():
            number = self.token
            self.advance()
            return number
        if self.token in OPENING and not self.open: raise Fault("syntax.unopened")
        if self.token not in CLOSING: raise Fault("syntax.operand")
        self.open.append(self.token)
        node = self.nested(self.sum)
        self.open.pop()
        self.advance()
        return node

def parts(node):
    yield node
    if isinstance(node, tuple):
        for operand in node[1:]: yield from parts(operand)

def numbers(node):  # without zeros that change nothing
    for part in parts(node):
        if isinstance(part, str):
            whole, _, decimals = part.partition(".")
            yield (whole.lstrip("0") or "0") + (f".{decimals}" if decimals.strip("0") else "")

def has_other_signs(node): return any(isinstance(p, tuple) and p[0] in "^√!" for p in parts(node))

def calculate(node, check_step=lambda value: None):
    if isinstance(node, str): return Fraction(node)
    sign, *operands = node
    x, *rest = [calculate(operand, check_step) for operand in operands]
    if not rest: value = -x
    elif sign == "+": value = x + rest[0]
    elif sign == "-": value = x - rest[0]
    elif sign == "*": value = x * rest[0]
    elif rest[0]: value = x / rest[0]
    else: raise Fault("div-zero")
    check_step(value)
    return value

def check_whole(value):
    if value <= 0: raise Fault("step.not-positive")
    if value.denominator > 1: raise Fault("step.not-whole")

def check_numbers(node, given, all_of_them):
    left, wrong = list(given), ""
    for number in numbers(node):
        if number in left: left.remove(number)
        elif number not in given: wrong = "extra"
        else: wrong = wrong or "repeated"
    codes = [wrong] if wrong else []
    if all_of_them and left: codes.append("missing")
    if codes: raise Fault(".".join(codes))

def check_claims(value, claims, allowed=None):
    for claim in claims:
        if has_other_signs(claim): raise Fault("claim")
        if calculate(claim) in (value, allowed): continue
        has_point = any(isinstance(part, str) and "." in part for part in parts(claim))
        raise Fault("claim.rounded" if has_point else "claim")

def check_calculation(game, given, goal, text):
    node, *claims = Parser(text).equations()
    for i, claim in enumerate(claims):  # 24 = 8*3 is 8*3 = 24
        if isinstance(node, str) and isinstance(claim, tuple): node, claims[i] = claim, node
    if has_other_signs(node): raise Fault("operator")
    if game == "24" and goal < 0 and any(isinstance(p, tuple) and len(p) == 2 for p in parts(node)): raise Fault("sign")
    check_numbers(node, given, game == "24")
    value = calculate(node, check_whole if game == "countdown" else lambda value: None)
    if game == "24" and value != goal: raise Fault("value")
    check_claims(value, claims, goal)
    if value != goal: raise Fault("near" if abs(value - goal) <= 10 else "far")

def read_puzzle(puzzle):
    game, _, rest = puzzle.rpartition(":")
    given, _, goal = rest.partition("=")
    return game or "24", re.findall(r"\d+", given), int(goal or 24)

def check(puzzle, answer):
    """Returns "" for a right answer, and otherwise a code that says what is wrong."""
    text = answer.translate(SIGNS).strip(" \t\r\n\"'`;").rstrip(" .,;\"'`")
    if not text: return "syntax.empty"
    try: check_calculation(*read_puzzle(puzzle), text)
    except Fault as fault: return str(fault)
    return ""

def check_row(row):
    """Returns what is wrong with a row of a table, as texts, and how many answers it has."""
    answers = (row.get("answers") or row["best"]).split()
    faults = []
    for answer in answers:
        fault = check(row["puzzle"], answer)
        if fault in ("near", "far"):
            goal = read_puzzle(row["puzzle"])[2]
            missed = abs(calculate(Parser(answer).sum()) - goal)
            fault = "" if missed == int(row["distance"]) else "another distance"
        if fault: faults.append(f"{answer}: {fault}")
    if len(set(answers)) != len(answers) or "answers" in row and len(answers) != int(row["solutions"]):
        faults.append("another number of solutions")
    return faults, len(answers)

def check_table(head, lines):
    right = wrong = 0
    for line in lines:
        row = dict(zip(head, line.rstrip("\n").split("\t")))
        faults, answers = check_row(row)
        for fault in faults: print(f"{row['puzzle']}: {fault}")
        wrong += len(faults)
        right += max(answers - len(faults), 0)
    print(f"{right} right, {wrong} wrong")
    return wrong == 0 and right > 0

def check_lines(lines):
    all_right = True
    for line in lines:
        puzzle, _, answer = line.rstrip("\n").partition("\t")
        fault = check(puzzle, answer)
        print(f"wrong {fault}" if fault else "right", flush=True)
        all_right = all_right and not fault
    return all_right

def main():
    if sys.argv[1:2] in (["-h"], ["--help"]): sys.exit(print(__doc__))
    try: file = open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin
    except OSError as error: sys.exit(print(error, file=sys.stderr) or 2)
    first = file.readline()
    if first.startswith("puzzle\t"): ok = check_table(first.rstrip("\n").split("\t"), file)
    else: ok = check_lines(line for part in ([first], file) for line in part if line)
    sys.exit(0 if ok else 1)

if __name__ == "__main__": main()
