"""A safety property of a plain channel: by abstraction refinement and by learning, side by side.

Input reads, sends and waits for an acknowledgement; Output receives, delivers and acknowledges. They must take turns:
what was read is delivered before the next is read. (CAV 2008, section 3.)
"""

import symag

reader = symag.LPTS.build("0", [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0")], name="Input")
writer = symag.LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output")
order = symag.LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="Order")

for method in ("mono", "agar", "learn"):
    verdict = symag.check([reader, writer], order, relation="traces", method=method)
    assert verdict
    assert verdict.audited
    print(verdict, "by", method)
    for assumption in verdict.assumptions:
        print(assumption)

hasty = symag.LPTS.build(
    "0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0"), ("1", "ack", "0")], name="Hasty"
)
verdict = symag.check([reader, hasty], order, relation="traces", method="learn")
assert verdict.counterexample is not None
assert verdict.counterexample.trace == ("input", "send", "ack", "input")
print(verdict)
print(verdict.counterexample)
symag.save(verdict.counterexample.to_lpts(with_states=True), "traces-channel.svg")
print("The trace is drawn in traces-channel.svg")
