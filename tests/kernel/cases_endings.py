"""Cases: the kernel as a script. Its arguments, exit code and how its output starts."""

from __future__ import annotations

from tests.kernel.cases_minimality import BY_TWO_WORDS, OTHER_BOUND
from tests.kernel.cases_probability import FOR_FALLS
from tests.kernel.documents import described, facts_of
from tests.kernel.examples import COIN, COIN_P

# Arguments, exit code and how the output starts; standard input is always good.json.
UNREADABLE = "REJECTED: no verdict, the file cannot be read: "
COIN_FACTS = "3 states, 3 transitions, sha256 "
SHA256 = [facts_of(described("", model))[-1] for model in (COIN, COIN_P)]
ACCEPTED_COIN = f"accepted: holds, a relation over 3 states of the system\n  'L1': {COIN_FACTS}"
BOTH_COINS = f"{ACCEPTED_COIN}{SHA256[0]}\n  'P': {COIN_FACTS}{SHA256[1]}\n"
Ending = tuple[list[str], int, str]
ENDINGS: dict[str, Ending] = {
    "accepted": (["good.json"], 0, BOTH_COINS),
    "a tree": (["tree.json"], 0, "accepted: violated, a tree of 4 nodes, refuted in 2 steps\n"),
    "one question": (["one.json"], 0, BOTH_COINS),
    "one question and claims": (["claims.json"], 0, BOTH_COINS),
    "several questions": (["several.json"], 0, f"{BOTH_COINS}{ACCEPTED_COIN}"),
    "several questions, one rejected": (["mixed.json"], 4, f"{BOTH_COINS}REJECTED: holds, the initial states"),
    "questions that are no list": (["asked.json"], 4, "REJECTED: no verdict, the key 'version' is missing\n"),
    "a lower bound": (["bound.json"], 4, "REJECTED: holds, minimality.py, not audit.py, checks how small"),
    "both verdicts": (["both.json"], 0, f"{BOTH_COINS}accepted: violated, a tree of 4 nodes"),
    "a diagram": (["diagram.json"], 0, BOTH_COINS),
    "a formula": (
        ["probability.json"],
        4,
        "REJECTED: holds, the relation is not one of these: simulation, traces\n",
    ),
    "rejected": (["bad.json"], 4, "REJECTED: holds, the initial states are not related\n"),
    "malformed": (["empty.json"], 4, "REJECTED: no verdict, this is not JSON: "),
    "standard input": (["-"], 0, ACCEPTED_COIN),
    "no file": (["none.json"], 4, f"{UNREADABLE}[Errno 2]"),
    "an empty name": ([""], 4, f"{UNREADABLE}[Errno 2]"),
    "no argument": ([], 4, f"{UNREADABLE}not enough values"),
    "two files": (["good.json", "bad.json"], 4, f"{UNREADABLE}too many values"),
    "names in any script": (["script.json"], 4, r"REJECTED: holds, '\u03c0' cannot answer 'a' of ('\u03c3',)"),
    "names that are sentences": (
        ["hostile.json"],
        0,
        "accepted: holds, a relation over 1 states of the system\n  'L1\\naccepted\\u03c0': 1",
    ),
    "not UTF-8": (["bytes.json"], 4, f"{UNREADABLE}'utf-8' codec"),
    "out of memory": (["large.json"], 3, "out of memory\n"),
}
WITHOUT_MEMORY = {"out of memory": "json.loads", "out of memory while checking": "hashlib.sha256"}
"""The function that fails for want of memory, where that is simulated."""
_, STATES, TRANSITIONS, OF_SYSTEM = facts_of(FOR_FALLS["components"][0])
OF_FORMULA = facts_of(FOR_FALLS["specification"])[-1]
FALLS = (
    "accepted: holds, a bound on 2 places, which proves P<=1/3\n"
    f"  'L1': {STATES} states, {TRANSITIONS} transitions, sha256 {OF_SYSTEM}\n"
    f"  'P<=1/3 [ F {{f}} ]': sha256 {OF_FORMULA}\n"
)
ENDINGS_OF_PROBABILITY: dict[str, Ending] = {
    "accepted": (["good.json"], 0, BOTH_COINS),
    "a formula": (["probability.json"], 0, FALLS),
    "a formula that is violated": (
        ["witness.json"],
        0,
        "accepted: violated, a tree of 5 nodes that violates the formula\n  'L1': ",
    ),
    "a tree": (["tree.json"], 0, "accepted: violated, a tree of 4 nodes, refuted in 2 steps\n"),
    "a lower bound": (["bound.json"], 4, "REJECTED: holds, minimality.py, not audit.py, checks how small"),
    "no file": (["none.json"], 4, f"{UNREADABLE}[Errno 2]"),
}
"""The same for the file of probabilities."""
ENDINGS_OF_MINIMALITY: dict[str, Ending] = {
    "accepted": (["good.json"], 0, BOTH_COINS),
    "a lower bound": (["bound.json"], 0, f"accepted: holds, 2 premises, each with a relation{BY_TWO_WORDS}\n  'L1': "),
    "a tree": (["tree.json"], 0, "accepted: violated, a tree of 4 nodes, refuted in 2 steps\n"),
    "a diagram": (["diagram.json"], 0, BOTH_COINS),
    "a formula": (["probability.json"], 0, FALLS),
    "a formula that is violated": (["witness.json"], 0, "accepted: violated, a tree of 5 nodes"),
    "a wrong lower bound": (["wrong.json"], 4, f"REJECTED: holds, {OTHER_BOUND}\n"),
    "no file": (["none.json"], 4, f"{UNREADABLE}[Errno 2]"),
}
"""The same for the last file of the kernel."""
SIMULATED_ENDINGS = ENDINGS | {"out of memory while checking": (["good.json"], 3, "out of memory\n")}
