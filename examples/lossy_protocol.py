"""A stop-and-wait protocol over a link that loses messages: how good may the promise be?

The sender offers a message to the link. The link delivers it with probability 4/5 and otherwise asks the sender to try
again, which it does at most once more. We promise that each attempt is lost with probability at most 1/5; a message
fails only after two losses, so with probability at most 1/25. A better link keeps the promise, a worse one does not.
Then, to see where it breaks, we promise at most 5/26 for the second attempt.
"""

from fractions import Fraction

import symag

sender = symag.LPTS.build(
    "ready",
    [
        ("ready", "accept", "first"),
        ("first", "offer", "first_sent"),
        ("first_sent", "delivered", "ready"),
        ("first_sent", "lost", "second"),
        ("second", "offer", "second_sent"),
        ("second_sent", "delivered", "ready"),
        ("second_sent", "lost", "giving_up"),
        ("giving_up", "fail", "ready"),
    ],
    name="sender",
)


def link(lost: Fraction, name: str = "link") -> symag.LPTS:
    """A link that loses a message with this probability."""
    return symag.LPTS.build(
        "free",
        [("free", "offer", {"good": 1 - lost, "bad": lost}), ("good", "delivered", "free"), ("bad", "lost", "free")],
        name=name,
    )


def promise(first: Fraction, second: Fraction) -> symag.LPTS:
    """Each attempt is lost with at most the given probability; only after two losses may the protocol fail.

    `missed` and `failed` allow `delivered`, too: a link that loses less puts the rest of their probability on that.
    """
    return symag.LPTS.build(
        "ready",
        [
            ("ready", "accept", "trying"),
            ("trying", "offer", {"arrived": 1 - first, "missed": first}),
            ("missed", "lost", "retrying"),
            ("missed", "delivered", "ready"),
            ("retrying", "offer", {"arrived": 1 - second, "failed": second}),
            ("failed", "lost", "over"),
            ("failed", "delivered", "ready"),
            ("arrived", "delivered", "ready"),
            ("over", "fail", "ready"),
        ],
        name=f"fails_at_most_once_in_{1 / (first * second)}",
    )


once_in_25 = promise(Fraction(1, 5), Fraction(1, 5))
kept = symag.check([sender, link(Fraction(1, 5))], once_in_25)
print(kept)
assert kept.verdict == "holds"
assert symag.check([sender, link(Fraction(1, 10), "better_link")], once_in_25)
assert symag.check([sender, link(Fraction(1, 4), "worse_link")], once_in_25).verdict == "violated"

broken = symag.check([sender, link(Fraction(1, 5))], promise(Fraction(1, 5), Fraction(5, 26)))
print(broken)
assert broken.verdict == "violated"
assert broken.counterexample is not None
print(broken.counterexample.to_lpts())
symag.save(broken.counterexample.to_lpts(with_states=True), "lossy-protocol.svg")
broken.save("lossy-protocol.json")
assert symag.audit("lossy-protocol.json")
print("The evidence is in lossy-protocol.json; try: symag audit lossy-protocol.json")
print("The counterexample is drawn in lossy-protocol.svg")
