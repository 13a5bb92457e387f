"""The communication channel of CAV'12, Fig. 1: two components keep a promise that neither makes alone.

A sender waits for input, sends, and waits for an acknowledgement. The channel loses one output in ten and tries again.
The specification knows only input and output: after an input, an output that succeeds with probability exactly 9/10.
(`write_a_specification.py` shows how to promise at least 9/10.)
"""

import symag

sender = symag.LPTS.build(
    "ready",
    [("ready", "input", "full"), ("full", "send", "waiting"), ("waiting", "ack", "ready")],
    name="sender",
)
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
    "idle",
    [("idle", "input", "busy"), ("busy", "output", {"idle": "9/10", "busy": "1/10"})],
    name="promise",
)

verdict = symag.check([sender, channel], promise)
print(verdict)
assert verdict.verdict == "holds"
assert verdict.audited  # the kernel has checked the evidence

print("What simulates what:")
assert isinstance(verdict.certificate, symag.SimulationRelation)
for below, above in verdict.certificate.pairs():
    print(f"  {below} ≼ {above}")

symag.save(symag.compose(sender, channel), "channel-system.svg")
print("The composed system is drawn in channel-system.svg")
