"""Sensors and a process that they may stop (CAV'12, SN), from PRISM files: the same question in three ways.

Sensors send data, alerts and requests to stop over a lossy channel; a process that is stopped before its work is done
may crash. The system is decided as it is, reduced, and by parts: the verdict is the same, what is composed is not.
"""

from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

import symag

FOLDER = Path(__file__).parent / "cav12" / "SN-2"

components = [
    symag.load(FOLDER / "process.prism"),
    symag.load_components(FOLDER / "sensors.prism"),
]
specification = symag.load(FOLDER / "spec.prism")

ways = {
    "composed": {"method": "mono"},
    "reduced": {"method": "mono", "reduce": True},
    "by parts": {"method": "agar", "rule": "asym"},
}
states = {}
for name, options in ways.items():
    verdict = symag.check(components, specification, **options)  # type: ignore[arg-type]
    assert verdict
    states[name] = verdict.statistics["largest_composition"]
    print(f"{name}: the largest composition has {states[name]:,} states; {verdict.statistics['seconds']:.2f} s")
assert states["reduced"] < states["composed"]

figure, axes = pyplot.subplots(figsize=(6, 2.5), layout="constrained")
axes.barh(list(states), list(states.values()))
axes.set_xlabel("states of the largest composition")
figure.savefig("sensor-network.svg")
print("The sizes are drawn in sensor-network.svg")
