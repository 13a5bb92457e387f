"""Families of models that grow with a parameter, for benchmarks and comparisons.

Random models, the same for the same seed, and specifications that they keep or violate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from symag.model import LPTS

__all__ = [
    "FAMILIES",
    "Family",
    "FamilyMember",
    "TransitionRow",
    "arbiter",
    "failing_clients",
    "lossy_channel",
    "mutual_exclusion",
    "random_lpts",
    "random_lts",
    "sub_system",
    "with_foreign_action",
]

TransitionRow = tuple[str, str, str | Mapping[str, object]]
FamilyQuestion = tuple[list[LPTS], LPTS]

SLIP = Fraction(1, 1000)
"""By how much the violated variants are off, in one distribution that only a long run reaches."""
SWITCHED_ON: TransitionRow = ("off", "start1", {"sound": "99/100", "faulty": "1/100"})
FAILS = {"sound": Fraction(1, 10), "faulty": Fraction(1, 2)}


def mutual_exclusion(users: int, violated: bool = False) -> FamilyQuestion:
    """A lock and its users, who may crash while they hold it; the specification: one at a time, crashes are rare.

    In the violated variant it thinks that the last user crashes a little more often.
    """
    lock: list[TransitionRow] = []
    spec: list[TransitionRow] = []
    for i in range(1, users + 1):
        lock += [("free", f"grant{i}", f"held{i}"), (f"held{i}", f"release{i}", "free")]
        share = Fraction(1, 10) + (SLIP if violated and i == users else 0)
        spec += [
            ("free", f"grant{i}", f"held{i}"),
            (f"held{i}", f"work{i}", {f"held{i}": 1 - share, f"down{i}": share}),
        ]
        spec += [(f"held{i}", f"release{i}", "free"), (f"down{i}", f"release{i}", "free")]
    components = [LPTS.build("free", lock, name="lock")]
    for i in range(1, users + 1):
        user: list[TransitionRow] = [
            ("idle", f"request{i}", "waiting"),
            ("waiting", f"grant{i}", "using"),
            ("using", f"work{i}", {"done": "9/10", "crashed": "1/10"}),
            ("done", f"work{i}", {"done": "9/10", "crashed": "1/10"}),
            ("done", f"release{i}", "idle"),
            ("crashed", f"release{i}", "idle"),
        ]
        components.append(LPTS.build("idle", user, name=f"user{i}"))
    return components, LPTS.build("free", spec, name="one_at_a_time")


def arbiter(users: int, violated: bool = False) -> FamilyQuestion:
    """The same with an arbiter that takes part in every request, so that requests cannot be reduced."""
    (lock, *others), specification = mutual_exclusion(users, violated)
    requests = [f"request{i}" for i in range(1, users + 1)]
    heard: list[TransitionRow] = [(state, request, state) for state in lock.states for request in requests]
    rows: list[TransitionRow] = [(source, action, dict(to)) for source, action, to in lock.transitions()]
    return [LPTS.build("free", rows + heard, name="arbiter"), *others], specification


def failing_clients(clients: int, violated: bool = False) -> FamilyQuestion:
    """A server with one resource, and clients that may fail while they use it; in the spirit of CAV'12's CS_1.

    The first client may turn out to be faulty when it is switched on, and then it fails in every other use. The
    specification says nothing of requests and denials: only one client has the resource, and each fails as often as it
    may. In the violated variant it thinks that a faulty client fails a little more often.
    """
    numbers = range(1, clients + 1)
    server: list[TransitionRow] = []
    for i in numbers:
        server += [("free", f"request{i}", f"asked{i}"), (f"asked{i}", f"grant{i}", f"busy{i}")]
        server += [(f"busy{i}", f"cancel{i}", "free"), (f"busy{i}", f"reset{i}", "free")]
        for j in numbers:
            if j != i:
                server += [(f"busy{i}", f"request{j}", f"busy{i}_{j}"), (f"busy{i}_{j}", f"deny{j}", f"busy{i}")]
    alphabet = {action for _, action, _ in server} | {"deny1"}
    components = [LPTS.build("free", server, alphabet, name="server")]
    components.append(LPTS.build("off", [SWITCHED_ON, *_client(1, "sound"), *_client(1, "faulty")], name="client1"))
    components += [LPTS.build("sound", _client(i, "sound"), name=f"client{i}") for i in numbers[1:]]
    return components, _one_client_at_a_time(numbers, SLIP if violated else Fraction(0))


def _one_client_at_a_time(numbers: range, slip: Fraction) -> LPTS:
    """What the server promises: states are what is known of the first client, and who has the resource."""
    places = ["", *(f"_{what}{i}" for i in numbers[1:] for what in ("using", "failed"))]
    rows: list[TransitionRow] = [
        (f"off{place}", "start1", {f"sound{place}": "99/100", f"faulty{place}": "1/100"}) for place in places
    ]
    for mode in ("off", "sound", "faulty"):
        for i in numbers[1:] if mode == "off" else numbers:
            fails = FAILS["faulty"] + slip if (mode, i) == ("faulty", 1) else FAILS["sound"]
            using, failed = f"{mode}_using{i}", f"{mode}_failed{i}"
            rows += [(mode, f"grant{i}", using), (using, f"use{i}", {using: 1 - fails, failed: fails})]
            rows += [(using, f"cancel{i}", mode), (failed, f"reset{i}", mode)]
    return LPTS.build("off", rows, name="one_at_a_time")


def _client(number: int, mode: str) -> list[TransitionRow]:
    """A client that is sound, or faulty, and idle."""
    using, failed = f"{mode}_using", f"{mode}_failed"
    return [
        (mode, f"request{number}", f"{mode}_waiting"),
        (f"{mode}_waiting", f"deny{number}", mode),
        (f"{mode}_waiting", f"grant{number}", using),
        (using, f"use{number}", {using: 1 - FAILS[mode], failed: FAILS[mode]}),
        (using, f"cancel{number}", mode),
        (failed, f"reset{number}", mode),
    ]


def lossy_channel(buffer: int, violated: bool = False) -> FamilyQuestion:
    """A sender, a channel that buffers messages and loses one in ten, a receiver, and a sure way back for its replies.

    The specification counts what is under way in both directions. In the violated variant it thinks that a message is
    lost a little more often, if the buffer is full but for one place.
    """
    sender: list[TransitionRow] = [("idle", "input", "full"), ("full", "send", "idle"), ("idle", "ack", "idle")]
    channel: list[TransitionRow] = []
    replies: list[TransitionRow] = []
    for k in range(buffer):
        channel += [(f"{k}", "send", {f"{k + 1}": "9/10", f"{k}": "1/10"}), (f"{k + 1}", "receive", f"{k}")]
        replies += [(f"{k}", "reply", f"{k + 1}"), (f"{k + 1}", "ack", f"{k}")]
    receiver: list[TransitionRow] = [
        ("waiting", "receive", "got"),
        ("got", "output", "told"),
        ("told", "reply", "waiting"),
    ]
    spec: list[TransitionRow] = []
    for there in range(buffer + 2):
        for back in range(buffer + 2):
            here = f"{there}_{back}"
            if there <= buffer:
                lost = Fraction(1, 10) + (SLIP if violated and there == buffer else 0)
                spec.append((here, "send", {f"{there + 1}_{back}": 1 - lost, here: lost}))
            if there and back <= buffer:
                spec.append((here, "output", f"{there - 1}_{back + 1}"))
            if back:
                spec.append((here, "ack", f"{there}_{back - 1}"))
    components = [
        LPTS.build("idle", sender, name="sender"),
        LPTS.build("0", channel, name="channel"),
        LPTS.build("waiting", receiver, name="receiver"),
        LPTS.build("0", replies, name="replies"),
    ]
    return components, LPTS.build("0_0", spec, name="nothing_out_of_thin_air")


@dataclass(frozen=True)
class Family:
    """Questions that grow with one number, which hold, or are violated if so wanted."""

    name: str
    title: str
    build: Callable[[int, bool], FamilyQuestion]
    states: Callable[[int], int]
    """Of the composed system, known without composing it."""

    def __call__(self, size: int, violated: bool = False) -> FamilyQuestion:
        """The components and the specification of that size."""
        return self.build(size, violated)


FAMILIES: Mapping[str, Family] = {
    family.name: family
    for family in (
        Family("cs", "a server and n clients that may fail", failing_clients, lambda n: 6 * n * n - n + 4),
        Family("channel", "a lossy channel with a buffer of n", lossy_channel, lambda n: 6 * (n + 1) ** 2),
        Family("mutex", "a lock and n users who may crash", mutual_exclusion, lambda n: 2 ** (n - 1) * (3 * n + 2)),
        Family("arbiter", "the same, and every request is heard", arbiter, lambda n: 2 ** (n - 1) * (3 * n + 2)),
    )
}
"""What `symag compare --family` knows."""


@dataclass(frozen=True)
class FamilyMember:
    """One size of a family, as the subject of a job."""

    family: str
    size: int
    violated: bool = False
    two_sides: bool = False
    """The first component against all others, for rules with two sides."""

    def models(self) -> tuple[list[Any], LPTS]:
        """The components, or two sides of them, and the specification."""
        components, specification = FAMILIES[self.family](self.size, self.violated)
        return [components[0], components[1:]] if self.two_sides else [*components], specification


def random_lts(states: int, transitions: int, actions: int, seed: int) -> list[TransitionRow]:
    """The transitions of a random LTS, all of whose states can be reached from `s0`."""
    random = Random(seed)
    rows: list[TransitionRow] = [
        (f"s{random.randrange(i)}", f"a{random.randrange(actions)}", f"s{i}") for i in range(1, states)
    ]
    while len(rows) < transitions:
        source, action, target = random.randrange(states), random.randrange(actions), random.randrange(states)
        rows.append((f"s{source}", f"a{action}", f"s{target}"))
    return rows


def random_lpts(states: int, transitions: int, actions: int, seed: int) -> list[TransitionRow]:
    """Like `random_lts`, with distributions over three states and probabilities that hardly ever repeat."""
    random = Random(seed)
    rows = random_lts(states, states - 1, actions, seed)
    while len(rows) < transitions:
        weights = [random.randint(1, 9) for _ in range(3)]
        targets = random.sample(range(states), 3)
        shares = {f"s{t}": Fraction(w, sum(weights)) for t, w in zip(targets, weights, strict=True)}
        rows.append((f"s{random.randrange(states)}", f"a{random.randrange(actions)}", shares))
    return rows


def sub_system(rows: list[TransitionRow], states: int, seed: int) -> tuple[LPTS, LPTS]:
    """A system with nine in ten of the transitions, and the whole as its specification: holds."""
    random = Random(seed)
    whole = LPTS.build("s0", rows, name="whole")
    kept = [row for position, row in enumerate(rows) if position < states - 1 or random.random() < 0.9]
    return LPTS.build("s0", kept, whole.alphabet, name="part"), whole


def with_foreign_action(rows: list[TransitionRow], states: int) -> tuple[LPTS, LPTS]:
    """The same transitions on both sides, but the system does something in its last state that its specification,
    which knows the action, never does: violated."""
    actions = {action for _, action, _ in rows} | {"foreign"}
    specification = LPTS.build("s0", rows, actions, name="whole")
    return LPTS.build("s0", [*rows, (f"s{states - 1}", "foreign", "s0")], actions, name="intruder"), specification
