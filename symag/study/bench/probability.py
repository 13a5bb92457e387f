"""`symag bench probability`: probabilistic safety by composing and by parts, beside Storm.

Storm gets the same modules, and one that watches the path; its time includes building the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from itertools import product
from typing import Any

from symag.assume.sides import flatten
from symag.check import check
from symag.errors import LimitReached
from symag.evidence import Verdict
from symag.limits import Limits, Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import compose
from symag.probability import Chance, Evaluation
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import cell_limits, cpu_seconds
from symag.study.cases.probability import PROBABILITY_CASES
from symag.study.jobs import Figures, Job
from symag.study.view import Curve, Grid, GridRow, Panel, View

__all__ = ["probability_jobs", "probability_view"]

SIZES = (
    ("MER", 3),
    ("MER", 4),
    ("SN", 1),
    ("SN", 2),
    ("SN", 3),
    ("CS_1", 5),
    ("lossy link", 3),
    ("zeroconf", 4),
    ("two-phase commit", 3),
)
BEYOND = (("MER", 5), ("MER", 6), ("MER", 8), ("CS_1", 7), ("two-phase commit", 8))
WAYS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "AGAR": {"method": "agar", "rule": "asym"},
    "ASYM-N": {"method": "agar", "rule": "asym-n"},
}
SLACK: dict[tuple[str, int], str] = {
    ("SN", 2): "AGAR",
    ("SN", 3): "AGAR",
    ("MER", 3): "ASYM-N",
    ("CS_1", 5): "AGAR",
}
"""Systems whose assumptions shrink with the slack of the bound, and how they are decided."""
RATIOS = tuple(map(Fraction, ("1", "1.01", "1.05", "1.2", "1.5", "2", "3", "5", "10")))
"""Bounds, by the greatest probability."""
ENGINES = ("exact", "double")
SECONDS = 60.0
"""That a cell may take."""


def value_case(name: str, parameter: int) -> Figures:
    """The exact value: reading, composing, and computing it."""
    found: list[Evaluation] = []
    _evaluated("lossy link", 1)  # loads what is needed before the clock starts, as it is for Storm
    try:
        seconds = cpu_seconds(lambda: found.append(_evaluated(name, parameter)))
    except LimitReached:
        return {"seconds": None, "memory_mb": peak_memory_mb(), "places": None, "value": None}
    root = found[0].formula.root
    assert isinstance(root, Chance)
    places = found[0].problem(root).num_places
    return {"seconds": seconds, "memory_mb": peak_memory_mb(), "places": places, "value": str(found[0].value())}


def _evaluated(name: str, parameter: int) -> Evaluation:
    case, watch = PROBABILITY_CASES[name], Watch(Limits(seconds=SECONDS))
    components = tuple(flatten(case.components(parameter)))
    evaluation = Evaluation(compose(*components, watch=watch), case.formula(parameter, Fraction(1)), watch)
    evaluation.value()
    return evaluation


def bound_case(name: str, parameter: int, way: str) -> Figures:
    """`P<=p` for the exact value p, and for a smaller one."""
    case = PROBABILITY_CASES[name]
    components, value = case.components(parameter), case.value(parameter)
    figures: dict[str, Any] = {}
    for expected, bound in (("violated", value * Fraction(9, 10)), ("holds", value)):
        verdicts: list[Verdict] = []
        decide = partial(check, components, case.formula(parameter, bound), audit=False, timeout=SECONDS, **WAYS[way])
        seconds = cpu_seconds(partial(_keep, verdicts, decide))
        assert verdicts[0].verdict in (expected, "unknown"), f"{name}({parameter}) by {way} is {verdicts[0].verdict}"
        figures[expected] = seconds if verdicts[0].verdict == expected else None
        figures["assumption"] = verdicts[0].statistics.get("largest_assumption")
    return figures | {"memory_mb": peak_memory_mb()}


def slack_case(name: str, parameter: int, ratio: Fraction) -> Figures:
    """How large the assumptions are that prove a bound so many times as large as the value."""
    case = PROBABILITY_CASES[name]
    asked = case.formula(parameter, min(Fraction(1), ratio * case.value(parameter)))
    options = {"audit": False, "timeout": SECONDS, **WAYS[SLACK[name, parameter]]}
    verdict = check(case.components(parameter), asked, **options)
    assert verdict.verdict in ("holds", "unknown"), f"{name}({parameter}) with {ratio} is {verdict.verdict}"
    return {"assumption": verdict.statistics["largest_assumption"] if verdict else None}


def _keep(found: list[Verdict], decide: Callable[[], Verdict]) -> None:
    found.append(decide())


def storm_value_case(name: str, parameter: int, engine: str) -> Figures:
    """Building by Storm, and its value."""
    import stormpy

    case = PROBABILITY_CASES[name]
    path = case.path(parameter)
    watched = path if isinstance(path, LPTS) else _never(path)
    modules = "".join(text.replace("mdp\n", "") for text in case.texts(parameter))
    text = f"mdp\n{modules}\n{_monitor(watched)}"
    found: list[Any] = []

    def value() -> None:
        program = _program(text)
        properties = stormpy.parse_properties('Pmax=? [ F "left" ]', program)
        build = stormpy.build_model[stormpy.Rational] if engine == "exact" else stormpy.build_model
        model = build(program, properties)
        result = stormpy.model_checking(model, properties[0], only_initial_states=True)
        found[:] = [model.nr_states, str(result.get_value(model.initial_states[0]))]

    seconds = cpu_seconds(value)
    return {"seconds": seconds, "memory_mb": peak_memory_mb(), "states": found[0], "value": found[1]}


def _program(text: str) -> Any:
    from symag.study.bench.enumeration import storm_program

    return storm_program(text)


def _never(path: str) -> LPTS:
    """A safety LTS that is left by the actions of `F action` or `F {actions}`."""
    actions = path.removeprefix("F ").strip("{}").split(", ")
    return LPTS.build("s", [], actions, name="Never")


def _monitor(safety: LPTS) -> str:
    """A module that goes to a last state where the safety LTS is left."""
    left, number = safety.num_states, {name: at for at, name in enumerate(safety.states)}
    goes = {(source, action): next(iter(to)) for source, action, to in safety.transitions()}
    rows = []
    for action in sorted(safety.alphabet):
        for state, at in number.items():
            goal = goes.get((state, action))
            rows.append(f"  [{action}] monitor={at} -> (monitor'={left if goal is None else number[goal]});")
    first = number[safety.initial_state]
    body = "\n".join(rows)
    return f'module monitor\n  monitor : [0..{left}] init {first};\n{body}\nendmodule\nlabel "left" = monitor={left};\n'


def _cases(settings: Settings) -> Iterator[tuple[str, int]]:
    yield from SIZES
    if settings.beyond:
        yield from BEYOND


def probability_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    limits = cell_limits(4 * SECONDS)
    for case in _cases(settings):
        title = f"{case[0]}({case[1]})"
        yield Job(f"{title}, value", value_case, case, limits)
        for way in WAYS:
            yield Job(f"{title}, {way}", bound_case, (*case, way), limits)
        if find_spec("stormpy"):
            for engine in ENGINES:
                yield Job(f"{title}, Storm {engine}", storm_value_case, (*case, engine), cell_limits(SECONDS))
    for (name, parameter), ratio in product(SLACK, RATIOS):
        yield Job(_slack_name(name, parameter, ratio), slack_case, (name, parameter, ratio), limits)


def _slack_name(name: str, parameter: int, ratio: Fraction) -> str:
    return f"{name}({parameter}), a bound {float(ratio):g} times the value"


def probability_view(settings: Settings, found: Found) -> View:
    """A row for each case; how slack in the bound decides the size of assumptions."""
    headings = ("system", "places", "value", "symag", "Storm exact", "double", *WAYS, "|A|", "MB")
    rows = [_row(found, f"{name}({parameter})") for name, parameter in _cases(settings)]
    caption = (
        "symag, Storm: reading, building the system, and the exact or the double value. mono, AGAR, ASYM-N: P<=p for "
        "the value p, and violated for 9/10 of it. |A|: the largest assumption of ASYM-N, MB: its memory. -: none."
    )
    table = Grid("symag bench probability (CPU seconds)", headings, tuple(rows), caption)
    return View((table, _slack_table(found)), (_slack_panel(found),))


def _slack_sizes(found: Found, name: str, parameter: int) -> list[int | None]:
    """Of the largest assumption, for each bound."""
    return [found[_slack_name(name, parameter, ratio)].figures.get("assumption") for ratio in RATIOS]


def _slack_table(found: Found) -> Grid:
    rows = [
        GridRow((f"{name}({parameter})", how, *(size or "-" for size in _slack_sizes(found, name, parameter))))
        for (name, parameter), how in SLACK.items()
    ]
    headings = ("system", "by", *(f"{float(ratio):g}" for ratio in RATIOS))
    caption = "How large the largest assumption is, if the bound is so many times the greatest probability."
    return Grid("slack decides |A|", headings, tuple(rows), caption)


def _slack_panel(found: Found) -> Panel:
    curves = []
    for (name, parameter), how in SLACK.items():
        sizes = zip(RATIOS, _slack_sizes(found, name, parameter), strict=True)
        points = tuple((float(ratio), float(size)) for ratio, size in sizes if size)
        curves.append(Curve(f"{name}({parameter}), {how}", points))
    xlabel, ylabel = "bound / greatest probability", "states of the largest assumption"
    return Panel("slack decides |A|", xlabel, tuple(curves), ylabel=ylabel)


def _row(found: Found, title: str) -> GridRow:
    value = found[f"{title}, value"].figures
    storm = [found[name].figures.get("seconds") if (name := f"{title}, Storm {e}") in found else None for e in ENGINES]
    ways = [found[f"{title}, {way}"].figures for way in WAYS]
    cells = [" / ".join(map(_seconds, (one.get("holds"), one.get("violated")))) for one in ways]
    places = "-" if value.get("places") is None else f"{value['places']:,}"
    last = ways[-1]
    memory = "-" if last.get("memory_mb") is None else f"{last['memory_mb']:.0f}"
    assumption = str(last.get("assumption") or "-")
    times = map(_seconds, (value.get("seconds"), *storm))
    return GridRow((title, places, str(value.get("value") or "-"), *times, *cells, assumption, memory))


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2g}"
