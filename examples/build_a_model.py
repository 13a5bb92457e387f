"""The same model three times: built in Python, read from JSON, read from an Aldebaran file."""

from fractions import Fraction

import symag

in_python = symag.LPTS.build(
    "idle",
    [("idle", "send", {"sent": Fraction(9, 10), "idle": "0.1"}), ("sent", "ack", "idle")],
    name="lossy",
)

in_json = symag.loads("""
{"format": "symag-lpts", "version": 1, "name": "lossy", "initial": "idle", "alphabet": ["send", "ack"],
 "transitions": [
   {"from": "idle", "action": "send", "to": {"sent": "9/10", "idle": 0.1}},
   {"from": "sent", "action": "ack", "to": "idle"}]}
""")

in_aldebaran = symag.loads(
    """des (0, 2, 2)
(0, "send", 0 1/10 1)
(1, "ack", 0)
""",
    format="aut",
)

assert in_python == in_json  # exact: 0.1 is 1/10
assert in_python.is_isomorphic_to(in_aldebaran)  # there, states have numbers for names
print(in_python)
symag.save(in_python, "lossy.svg")

# symag refuses floats, because they are not exact: 0.1 is not 1/10.
try:
    symag.LPTS.build("idle", [("idle", "send", {"sent": 0.9, "idle": 0.1})])
except symag.InputError as error:
    print(f"refused: {error}")
else:
    raise AssertionError("a float was accepted")
print("The model is drawn in lossy.svg")
