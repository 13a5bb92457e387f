"""A stop-and-wait protocol over a link that loses messages: how good may the promise be?

The sender offers a message to the link. The link delivers it with probability 4/5 and otherwise tells the sender to try
again, which it does at most once more. We promise that a message fails with probability at most 1/25, and then, to see
where it breaks, at most 1/26.
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
link = symag.LPTS.build(
    "free",
    [("free", "offer", {"good": "4/5", "bad": "1/5"}), ("good", "delivered", "free"), ("bad", "lost", "free")],
    name="link",
)


def promise(first: Fraction, second: Fraction) -> symag.LPTS:
    """Each attempt succeeds with the given probability; only after two losses may the protocol fail."""
    return symag.LPTS.build(
        "ready",
        [
            ("ready", "accept", "trying"),
            ("trying", "offer", {"arrived": first, "missed": 1 - first}),
            ("missed", "lost", "retrying"),
            ("retrying", "offer", {"arrived": second, "failed": 1 - second}),
            ("arrived", "delivered", "ready"),
            ("failed", "lost", "over"),
            ("over", "fail", "ready"),
        ],
        name=f"fails_once_in_{1 / ((1 - first) * (1 - second))}",
    )


kept = symag.check([sender, link], promise(Fraction(4, 5), Fraction(4, 5)))
print(kept)
assert kept.verdict == "holds"

broken = symag.check([sender, link], promise(Fraction(4, 5), Fraction(21, 26)))
print(broken)
assert broken.verdict == "violated"
assert broken.counterexample is not None
print(broken.counterexample.to_lpts())
symag.save(broken.counterexample.to_lpts(with_states=True), "lossy-protocol.svg")
broken.save("lossy-protocol.json")
assert symag.audit("lossy-protocol.json")
print("The evidence is in lossy-protocol.json; try: symag audit lossy-protocol.json")
print("The counterexample is drawn in lossy-protocol.svg")
