"""How to write a specification: exactly p, at most p, at least p, between two bounds; and what goes wrong otherwise.

A link sends a message and delivers it, or drops it. Each function below has a specification of it, and asserts which
links keep it. *How to write a specification* in `symag/model/README.md` explains the patterns.
"""

from collections.abc import Mapping
from fractions import Fraction

import symag

TENTH = Fraction(1, 10)
Row = tuple[str, str, str | Mapping[str, object]]
LOSSES = {
    "perfect": Fraction(0),
    "better": Fraction(1, 20),
    "good": TENTH,
    "worse": Fraction(1, 5),
    "dead": Fraction(1),
}


def spread(shares: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """A distribution, without the outcomes of probability 0."""
    return {state: share for state, share in shares.items() if share}


def link(loss: Fraction) -> symag.LPTS:
    """A link that loses a message with this probability."""
    return symag.LPTS.build(
        "idle",
        [
            ("idle", "send", spread({"ok": 1 - loss, "lost": loss})),
            ("ok", "deliver", "idle"),
            ("lost", "drop", "idle"),
        ],
        name="link",
    )


def exactly(loss: Fraction) -> symag.LPTS:
    """A message is lost with exactly this probability: neither `ok` nor `lost` allows what the other does."""
    return symag.LPTS.build(
        "idle",
        [
            ("idle", "send", spread({"ok": 1 - loss, "lost": loss})),
            ("ok", "deliver", "idle"),
            ("lost", "drop", "idle"),
        ],
        name="exactly",
    )


def at_most(loss: Fraction) -> symag.LPTS:
    """A message is lost with at most this probability: `lost` also allows all that `ok` allows."""
    return symag.LPTS.build(
        "idle",
        [
            ("idle", "send", spread({"ok": 1 - loss, "lost": loss})),
            ("ok", "deliver", "idle"),
            ("lost", "drop", "idle"),
            ("lost", "deliver", "idle"),
        ],
        name="at_most",
    )


def at_least(success: Fraction) -> symag.LPTS:
    """A message is delivered with at least this probability, that is, lost with at most the rest."""
    return at_most(1 - success)


def between(low: Fraction, high: Fraction) -> symag.LPTS:
    """A message is lost with a probability from `low` to `high`: what lies between them allows `either`."""
    return symag.LPTS.build(
        "idle",
        [
            ("idle", "send", spread({"ok": 1 - high, "either": high - low, "lost": low})),
            ("ok", "deliver", "idle"),
            ("either", "deliver", "idle"),
            ("either", "drop", "idle"),
            ("lost", "drop", "idle"),
        ],
        ["send", "deliver", "drop"],
        name="between",
    )


def keeping(specification: symag.LPTS) -> list[str]:
    """The links that keep a specification."""
    return [name for name, loss in LOSSES.items() if symag.check([link(loss)], specification)]


def bounds() -> None:
    """Only one of these four patterns turns a better link away."""
    assert keeping(exactly(TENTH)) == ["good"]
    assert keeping(at_most(TENTH)) == ["perfect", "better", "good"]
    assert keeping(at_least(1 - TENTH)) == ["perfect", "better", "good"]
    assert keeping(between(Fraction(1, 20), TENTH)) == ["better", "good"]
    print("exactly, at most, at least, between: as they say")


def decide_when_the_system_does() -> None:
    """The probability belongs to the action on which the system decides: not to one before it, nor to one after it."""

    def decided(on_send: bool, at_most: bool = False) -> symag.LPTS:
        rows: list[Row] = [("ok", "deliver", "idle"), ("lost", "drop", "idle")]
        rows += [("lost", "deliver", "idle")] * at_most
        if on_send:
            rows.append(("idle", "send", {"will_do": 1 - TENTH, "will_lose": TENTH}))
            rows += [("will_do", "transmit", "ok"), ("will_lose", "transmit", "lost")]
        else:
            rows += [("idle", "send", "full"), ("full", "transmit", {"ok": 1 - TENTH, "lost": TENTH})]
        return symag.LPTS.build("idle", rows)

    early, late = decided(on_send=True, at_most=True), decided(on_send=False, at_most=True)
    assert symag.check([decided(on_send=False)], late)
    assert symag.check([decided(on_send=True)], early)
    assert not symag.check([decided(on_send=False)], early)  # what follows `send` is one state, and not below both
    assert not symag.check([decided(on_send=True)], late)  # after `send` it may be certain already to be lost
    print("decided on another action than the system: violated")


def leave_choices_open() -> None:
    """A choice of the specification is made when it answers: one that is made too early rules the other way out."""
    both = [("ok", "deliver", "idle"), ("lost", "drop", "idle")]
    early = symag.LPTS.build("idle", [("idle", "send", "ok"), ("idle", "send", "lost"), *both], name="early")
    open_ = symag.LPTS.build(
        "idle", [("idle", "send", "sent"), ("sent", "deliver", "idle"), ("sent", "drop", "idle")], name="open"
    )
    assert not symag.check([link(TENTH)], early)  # which of the two answers should follow both outcomes?
    assert symag.check([link(TENTH)], open_)
    assert symag.check([link(TENTH)], symag.determinise(early))  # makes one of the other
    print("a choice that is made too early: violated; left open: holds")


def several_promises() -> None:
    """Check them one by one. Composing them is right if at most one of them has a probability on a common action."""
    in_turn = symag.LPTS.build("0", [("0", "send", "1"), ("1", "deliver", "0"), ("1", "drop", "0")], name="in_turn")
    promises = [at_most(TENTH), in_turn]
    for loss in LOSSES.values():
        one_by_one = all(symag.check([link(loss)], promise) for promise in promises)
        assert one_by_one == bool(symag.check([link(loss)], symag.compose(*promises))) == (loss <= TENTH)

    rows: list[Row] = [("idle", "send", {"ok": 1 - 2 * TENTH, "lost": TENTH, "late": TENTH})]
    rows += [("ok", "deliver", "idle"), ("lost", "drop", "idle"), ("late", "timeout", "idle")]
    both = symag.LPTS.build("idle", rows, name="link")

    def rarely(bad: str, others: list[str]) -> symag.LPTS:
        allowed = [("good", action, "idle") for action in others]
        allowed += [("bad", action, "idle") for action in (*others, bad)]
        return symag.LPTS.build("idle", [("idle", "send", {"good": Fraction(9, 10), "bad": TENTH}), *allowed], name=bad)

    drops, timeouts = rarely("drop", ["deliver", "timeout"]), rarely("timeout", ["deliver", "drop"])
    assert symag.check([both], drops)
    assert symag.check([both], timeouts)
    # Composed, they draw lots independently: with 81/100 both forbid everything but `deliver`, and 19/100 are left.
    assert not symag.check([both], symag.compose(drops, timeouts))
    print("several promises: one by one")


def several_steps() -> None:
    """A bound on a sequence of steps is a bound for each of them; other ways to share it are other answers."""
    fair = (Fraction(1, 5), Fraction(1, 5))
    other = (Fraction(1, 10), Fraction(2, 5))

    def twice(first: Fraction, second: Fraction) -> symag.LPTS:
        """Two attempts, each with its own loss: a message fails with their product, 1/25 for both pairs above."""
        rows = [("0", "send", {"ok": 1 - first, "1": first}), ("1", "send", {"ok": 1 - second, "over": second})]
        return symag.LPTS.build("0", [*rows, ("ok", "deliver", "0"), ("over", "fail", "0")], name="twice")

    def allowing(*shares: tuple[Fraction, Fraction]) -> symag.LPTS:
        rows: list[Row] = [("ok", "deliver", "0"), ("over", "fail", "0"), ("over", "deliver", "0")]
        for first, second in shares:
            once = f"once {first}"
            rows += [("0", "send", {"ok": 1 - first, once: first}), (once, "deliver", "0")]
            rows.append((once, "send", {"ok": 1 - second, "over": second}))
        return symag.LPTS.build("0", rows, name="at_most_1_in_25")

    assert symag.check([twice(*fair)], allowing(fair))
    assert symag.check([twice(Fraction(1, 10), Fraction(1, 10))], allowing(fair))
    assert not symag.check([twice(*other)], allowing(fair))  # though its messages fail with 1/25, too
    assert symag.check([twice(*other)], allowing(fair, other))
    print("several steps: a bound for each")


if __name__ == "__main__":
    bounds()
    decide_when_the_system_does()
    leave_choices_open()
    several_promises()
    several_steps()
    symag.save(at_most(TENTH), "at-most-one-in-ten.svg")
    print("A message is lost with at most 1/10: drawn in at-most-one-in-ten.svg")
