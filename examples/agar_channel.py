"""The channel by abstraction refinement, with every assumption drawn (CAV'12, Fig. 1 and Fig. 5).

Instead of composing sender and channel, symag replaces the channel by an assumption about it: at first by one state
that can do anything that the channel ever does. The sender with that assumption breaks its promise, but the channel
itself would not do what the counterexample needs; so the assumption is split where the two differ, and so on until the
promise holds with the assumption, and therefore with the channel.
"""

import symag

sender = symag.LPTS.build("t0", [("t0", "input", "t1"), ("t1", "send", "t2"), ("t2", "ack", "t0")], name="sender")
channel = symag.LPTS.build(
    "s0",
    [("s0", "send", "s1"), ("s1", "output", {"s1": "1/10", "s2": "9/10"}), ("s2", "ack", "s0")],
    name="channel",
)
promise = symag.LPTS.build(
    "u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/10", "u0": "9/10"})], name="promise"
)

iterations: list[dict[str, object]] = []
verdict = symag.check(
    [sender, channel], promise, method="agar", rule="asym", reduce=False, on_iteration=iterations.append
)
for iteration in iterations:
    print(f"iteration {iteration['iteration']}: an assumption of {iteration['assumptions']} states", end="; ")
    print(f"split {iteration['splits']}" if "splits" in iteration else "the promise holds")
assert verdict
assert verdict.audited

coarsest = symag.quotient(channel, [0, 0, 0])
(assumption,) = verdict.assumptions
for number, drawn in enumerate((coarsest, assumption), 1):
    print(drawn)
    symag.save(drawn, f"assumption-{number}.svg")
print("The assumptions are drawn in assumption-1.svg and assumption-2.svg")
