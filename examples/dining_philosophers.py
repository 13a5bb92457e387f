"""Dining philosophers: a shortest way into the deadlock, what each of them waits for there, and a table without it.

A promise about safety does not see the deadlock: a system that stands still does nothing wrong. So the check holds,
with a note that the system can stop.
"""

import symag


def philosopher(i: int, first: int, second: int) -> symag.LPTS:
    """Takes one fork, then the other, eats, and puts them back."""
    return symag.LPTS.build(
        "thinking",
        [
            ("thinking", f"phil{i}.take{first}", "hungry"),
            ("hungry", f"phil{i}.take{second}", "ready"),
            ("ready", f"phil{i}.eat", "full"),
            ("full", f"phil{i}.drop{first}", "tidying"),
            ("tidying", f"phil{i}.drop{second}", "thinking"),
        ],
        name=f"phil{i}",
    )


def fork(i: int, n: int) -> symag.LPTS:
    """Is taken by one of its two neighbours at a time."""
    rows = []
    for j in (i, (i - 1) % n):
        rows += [("free", f"phil{j}.take{i}", f"with {j}"), (f"with {j}", f"phil{j}.drop{i}", "free")]
    return symag.LPTS.build("free", rows, name=f"fork{i}")


N = 4
forks = [fork(i, N) for i in range(N)]
alike = [philosopher(i, i, (i + 1) % N) for i in range(N)]

answer = symag.deadlock([*alike, *forks])
print(answer)
assert answer
assert answer.deadlock is not None
assert answer.deadlock.trace == ("phil0.take0", "phil1.take1", "phil2.take2", "phil3.take3")
waiting = dict(zip(answer.deadlock.components, answer.deadlock.waiting, strict=True))
assert waiting["phil0"] == (("phil0.take1", ("fork1",)),)

# Neighbours never eat at once: that holds, and the note says why it is not all that one would like to know.
promise = symag.LPTS.build(
    "idle",
    [("idle", f"phil{i}.take1", f"with {i}") for i in (0, 1)]
    + [(f"with {i}", f"phil{i}.eat", f"with {i}") for i in (0, 1)]
    + [(f"with {i}", f"phil{i}.drop1", "idle") for i in (0, 1)],
    name="one at a time",
)
verdict = symag.check([*alike, *forks], promise)
assert verdict
print(verdict.claim, "holds. Note:", *verdict.notes)
assert [note.split(":")[0] for note in verdict.notes] == ["the system can stop"]

# One of them takes the other fork first: then the table can always go on.
other = [*alike[:-1], philosopher(N - 1, 0, N - 1)]
answer = symag.deadlock([*other, *forks])
print(answer)
assert not answer
assert symag.check([*other, *forks], promise).notes == ()

symag.save(alike[0], "philosopher.svg")
print("A philosopher is drawn in philosopher.svg")
