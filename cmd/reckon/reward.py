import json, subprocess

judge = subprocess.Popen(["reckon", "check", "--batch", "--strict"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         encoding="utf-8", errors="replace")

def reward(puzzle, answer):
    """1.0 for a right answer, as in reward("24:3,3,8,8", "8/(3-8/3)"), and 0.0 for any other."""
    print(puzzle, " ".join(answer.split()), sep="\t", file=judge.stdin, flush=True)
    return 1.0 if json.loads(judge.stdout.readline())["outcome"] == "right" else 0.0
