"""A supplier proves its component right once; a customer uses the proof with a component of its own.

The supplier hands out an assumption about its channel, together with the channel. A user of the channel needs to
look at the assumption only: two small checks instead of one large one, and symag says which of them fails, if one does.
"""

import symag

channel = symag.LPTS.build(
    "empty",
    [
        ("empty", "send", "holding"),
        ("holding", "output", {"delivered": "9/10", "holding": "1/10"}),
        ("delivered", "ack", "empty"),
    ],
    name="channel",
)
promise = symag.LPTS.build(
    "idle", [("idle", "input", "busy"), ("busy", "output", {"idle": "9/10", "busy": "1/10"})], name="promise"
)

# The supplier, with a sender of its own:
sender = symag.LPTS.build(
    "ready", [("ready", "input", "full"), ("full", "send", "waiting"), ("waiting", "ack", "ready")], name="sender"
)
proof = symag.check([sender, channel], promise, method="agar", rule="asym")
assert proof
symag.save(proof.assumptions[0], "channel-assumption.json")
symag.save(proof.assumptions[0], "channel-assumption.svg")
print(f"The supplier's assumption, in channel-assumption.json: {proof.assumptions[0]!r}")

# The customer, who has another sender, and never looks into the channel:
assumption = symag.load("channel-assumption.json")
patient = symag.LPTS.build(
    "ready",
    [("ready", "input", "full"), ("full", "think", "full"), ("full", "send", "waiting"), ("waiting", "ack", "ready")],
    name="patient sender",
)
verdict = symag.check([patient, channel], promise, method="agar", rule="asym", assumption=assumption)
print(verdict)
assert verdict
assert verdict.audited

# A sender that does not wait: the assumption does not help, and symag says why.
hasty = symag.LPTS.build(
    "ready", [("ready", "input", "full"), ("full", "send", "ready"), ("ready", "ack", "ready")], name="hasty sender"
)
verdict = symag.check([hasty, channel], promise, method="agar", rule="asym", assumption=assumption)
print(verdict)
assert verdict.verdict == "unknown"
assert symag.check([hasty, channel], promise).verdict == "violated"
print("The assumption is drawn in channel-assumption.svg")
