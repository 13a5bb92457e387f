"""From a specification that fails to the bug, and to the proof that it is gone.

A sender repeats a message until it is acknowledged, and one acknowledgement in ten gets lost. The receiver delivers
every message that it gets. The specification: every input is delivered once, before the next one.
"""

import symag

once = symag.LPTS.build("idle", [("idle", "input", "busy"), ("busy", "deliver", "idle")], name="delivered once")

sender = symag.LPTS.build(
    "idle",
    [
        ("idle", "input", "full"),
        ("full", "send", "waiting"),
        ("waiting", "ack", "idle"),
        ("waiting", "timeout", "full"),
    ],
    name="sender",
)
receiver = symag.LPTS.build(
    "ready",
    [
        ("ready", "send", "got"),
        ("got", "deliver", "answering"),
        ("answering", "reply", {"acknowledged": "9/10", "lost": "1/10"}),
        ("acknowledged", "ack", "ready"),
        ("lost", "timeout", "ready"),
    ],
    name="receiver",
)

verdict = symag.check([sender, receiver], once)
assert verdict.verdict == "violated"
counterexample = verdict.counterexample
assert counterexample is not None
print(counterexample)
symag.save(counterexample.to_lpts(with_states=True), "find-the-bug.svg")
print("The tree goes where the acknowledgement is lost: the sender repeats the message, and the receiver, ready again,")
print("delivers it a second time. It must know a repetition when it sees one.")


def numbered(bit: int) -> list[tuple[str, str, str | dict[str, object]]]:
    """What the receiver does while it expects a message with this bit; with the other bit it is a repetition."""
    other = 1 - bit
    return [
        (f"ready {bit}", f"send {bit}", f"got {bit}"),
        (f"ready {bit}", f"send {other}", f"answering {other}"),
        (f"got {bit}", "deliver", f"answering {bit}"),
        (f"answering {bit}", "reply", {f"acknowledged {bit}": "9/10", f"lost {bit}": "1/10"}),
        (f"acknowledged {bit}", "ack", f"ready {other}"),
        (f"lost {bit}", "timeout", f"ready {other}"),
    ]


careful_receiver = symag.LPTS.build("ready 0", [*numbered(0), *numbered(1)], name="careful receiver")
careful_sender = symag.LPTS.build(
    "idle 0",
    [
        row
        for bit in (0, 1)
        for row in (
            (f"idle {bit}", "input", f"full {bit}"),
            (f"full {bit}", f"send {bit}", f"waiting {bit}"),
            (f"waiting {bit}", "ack", f"idle {1 - bit}"),
            (f"waiting {bit}", "timeout", f"full {bit}"),
        )
    ],
    name="careful sender",
)
verdict = symag.check([careful_sender, careful_receiver], once)
assert verdict
assert verdict.audited
print(verdict)
print("The tree of the bug is drawn in find-the-bug.svg")
