"""Functions and constants of the language: on sets, sequences and maps; `STOP`, `CHAOS`; the compressions of FDR."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations

from symag.errors import InputError
from symag.formats.csp.domains import (
    BOOL,
    CHAR,
    INT,
    PROC,
    Domain,
    SequenceDomain,
    SetDomain,
    domain_of,
)
from symag.formats.csp.events import EventSets, completions
from symag.formats.csp.operations import (
    as_finite_set,
    as_sequence,
    concatenated,
    elements_of,
    wrong_value,
)
from symag.formats.csp.process import SKIP, STOP, Chaos, Run
from symag.formats.csp.runtime import Builtin
from symag.formats.csp.tokens import Place
from symag.formats.csp.truth import truth
from symag.formats.csp.values import (
    EndlessSequence,
    Map,
    Value,
    csp_text,
    dotted,
    joined_parts,
    mapped,
    short_text,
    tupled,
)

__all__ = ["COMPRESSIONS", "REFUSED", "builtins", "external_function"]

MAX_POWER_SET = 20
"""Elements of a set whose subsets are written out."""

COMPRESSIONS = frozenset(
    [
        "normal",
        "normalise",
        "sbisim",
        "sbdia",
        "wbisim",
        "dbisim",
        "diamond",
        "explicate",
        "tau_loop_factor",
        "model_compress",
        "compress",
        "strong_bisim",
        "weak_bisim",
        "lazyenumerate",
        "lazynorm",
    ]
)
"""Functions of FDR that give a process with the same traces; a script names them after `transparent` or `external`."""

REFUSED = {
    "chase": "'chase' is not read: it can change the traces of a process",
    "chase_nocache": "'chase_nocache' is not read: it can change the traces of a process",
    "lazychase": "'lazychase' is not read: it can change the traces of a process",
    "prioritise": "'prioritise' is not read: it changes the traces of a process",
    "prioritise_nocache": "'prioritise_nocache' is not read: it changes the traces of a process",
    "prioritisepo": "'prioritisepo' is not read: it changes the traces of a process",
    "timed_priority": "'timed_priority' is not read: symag knows no time",
    "WAIT": "'WAIT' is not read: symag knows no time",
    "TSTOP": "'TSTOP' is not read: symag knows no time",
    "TSKIP": "'TSKIP' is not read: symag knows no time",
    "TRUN": "'TRUN' is not read: symag knows no time",
    "TCHAOS": "'TCHAOS' is not read: symag knows no time",
}
"""Names that are an error where they are used, unless the script defines them."""


def _member(arguments: tuple[Value, ...], place: Place) -> Value:
    value, members = arguments
    if isinstance(members, Domain):
        return truth(members.contains(value))
    return truth(value in as_finite_set(members, place))


def _union(arguments: tuple[Value, ...], place: Place) -> Value:
    return as_finite_set(arguments[0], place) | as_finite_set(arguments[1], place)


def _inter(arguments: tuple[Value, ...], place: Place) -> Value:
    first, second = arguments
    if isinstance(second, Domain):
        return frozenset(value for value in as_finite_set(first, place) if second.contains(value))
    if isinstance(first, Domain):
        return frozenset(value for value in as_finite_set(second, place) if first.contains(value))
    return as_finite_set(first, place) & as_finite_set(second, place)


def _diff(arguments: tuple[Value, ...], place: Place) -> Value:
    first, second = arguments
    if isinstance(second, Domain):
        return frozenset(value for value in as_finite_set(first, place) if not second.contains(value))
    return as_finite_set(first, place) - as_finite_set(second, place)


def _all_sets(value: Value, place: Place) -> list[frozenset[Value]]:
    return [as_finite_set(one, place) for one in elements_of(value, place)]


def _big_inter(arguments: tuple[Value, ...], place: Place) -> Value:
    sets = _all_sets(arguments[0], place)
    if not sets:
        raise place.error("'Inter' needs a set at least: that of none would be everything")
    return frozenset.intersection(*sets)


def _empty(arguments: tuple[Value, ...], place: Place) -> Value:
    return truth(not isinstance(arguments[0], Domain) and not as_finite_set(arguments[0], place))


def _power_set(arguments: tuple[Value, ...], place: Place) -> Value:
    domain = domain_of(arguments[0])
    if domain is None:
        raise wrong_value("a set", arguments[0], place)
    if isinstance(arguments[0], Domain) and not _is_small(arguments[0], place):
        return SetDomain(domain)
    members = as_finite_set(arguments[0], place)
    if len(members) > MAX_POWER_SET:
        return SetDomain(domain)
    return frozenset(map(frozenset, chain(*(combinations(members, size) for size in range(len(members) + 1)))))


def _is_small(domain: Domain, place: Place) -> bool:
    try:
        return len(elements_of(domain, place)) <= MAX_POWER_SET
    except InputError:
        return False


def _sequences(arguments: tuple[Value, ...], place: Place) -> Value:
    domain = domain_of(arguments[0])
    if domain is None:
        raise wrong_value("a set", arguments[0], place)
    return SequenceDomain(domain)


def _head(arguments: tuple[Value, ...], place: Place) -> Value:
    if type(arguments[0]) is EndlessSequence:
        return arguments[0].start
    items = as_sequence(arguments[0], place)
    if not items:
        raise place.error("the empty sequence has no head")
    return items[0]


def _tail(arguments: tuple[Value, ...], place: Place) -> Value:
    if type(arguments[0]) is EndlessSequence:
        return EndlessSequence("<..>", arguments[0].start + 1)
    items = as_sequence(arguments[0], place)
    if not items:
        raise place.error("the empty sequence has no tail")
    return items[1:]


def _null(arguments: tuple[Value, ...], place: Place) -> Value:
    return truth(type(arguments[0]) is not EndlessSequence and not as_sequence(arguments[0], place))


def _elem(arguments: tuple[Value, ...], place: Place) -> Value:
    value, items = arguments
    if type(items) is EndlessSequence:
        return truth(isinstance(value, int) and value >= items.start)
    return truth(value in as_sequence(items, place))


def _concat(arguments: tuple[Value, ...], place: Place) -> Value:
    return concatenated("a sequence", (as_sequence(one, place) for one in as_sequence(arguments[0], place)))


def _error(arguments: tuple[Value, ...], place: Place) -> Value:
    raise place.error(f"the script says: {''.join(map(str, as_sequence(arguments[0], place)))}")


def _as_map(value: Value, place: Place) -> dict[Value, Value]:
    if type(value) is not Map:
        raise wrong_value("a map", value, place)
    return dict(value.items)


def _look_up(arguments: tuple[Value, ...], place: Place) -> Value:
    found = _as_map(arguments[0], place)
    if arguments[1] not in found:
        raise place.error(f"the map has no key {short_text(arguments[1])}")
    return found[arguments[1]]


def _pairs(value: Value, place: Place) -> list[tuple[Value, Value]]:
    found = []
    for one in elements_of(value, place):
        if not hasattr(one, "items") or len(one.items) != 2:
            raise wrong_value("a pair of a key and a value", one, place)
        found.append((one.items[0], one.items[1]))
    return found


def _updated(arguments: tuple[Value, ...], place: Place) -> Value:
    return mapped([*_as_map(arguments[0], place).items(), (arguments[1], arguments[2])])


def _deleted(arguments: tuple[Value, ...], place: Place) -> Value:
    return mapped((key, value) for key, value in _as_map(arguments[0], place).items() if key != arguments[1])


def _map_list(arguments: tuple[Value, ...], place: Place) -> Value:
    return tuple(map(tupled, sorted(_as_map(arguments[0], place).items(), key=lambda pair: csp_text(pair[0]))))


_WORK: dict[str, tuple[int, Callable[[tuple[Value, ...], Place], Value]]] = {
    "union": (2, _union),
    "inter": (2, _inter),
    "diff": (2, _diff),
    "Union": (1, lambda a, place: frozenset().union(*_all_sets(a[0], place))),
    "Inter": (1, _big_inter),
    "member": (2, _member),
    "card": (1, lambda a, place: len(as_finite_set(a[0], place))),
    "empty": (1, _empty),
    "set": (1, lambda a, place: frozenset(as_sequence(a[0], place))),
    "Set": (1, _power_set),
    "Seq": (1, _sequences),
    "seq": (1, lambda a, place: tuple(elements_of(a[0], place))),
    "head": (1, _head),
    "tail": (1, _tail),
    "null": (1, _null),
    "length": (1, lambda a, place: len(as_sequence(a[0], place))),
    "concat": (1, _concat),
    "elem": (2, _elem),
    "extensions": (1, lambda a, place: frozenset(dotted(p) for p in completions(a[0], place) if p)),
    "productions": (1, lambda a, place: frozenset(joined_parts(a[0], p) for p in completions(a[0], place))),
    "error": (1, _error),
    "show": (1, lambda a, place: tuple(csp_text(a[0]))),
    "mapFromList": (1, lambda a, place: mapped(_pairs(a[0], place))),
    "mapLookup": (2, _look_up),
    "mapMember": (2, lambda a, place: truth(a[1] in _as_map(a[0], place))),
    "mapUpdate": (3, _updated),
    "mapUpdateMultiple": (2, lambda a, place: mapped([*_as_map(a[0], place).items(), *_pairs(a[1], place)])),
    "mapDelete": (2, _deleted),
    "mapToList": (1, _map_list),
}


def builtins(sets: EventSets) -> dict[str, Value]:
    """What each name means that no script has to define."""
    found: dict[str, Value] = {name: Builtin(name, (arity,), work) for name, (arity, work) in _WORK.items()}
    found |= {"Int": INT, "Bool": BOOL, "Char": CHAR, "Proc": PROC, "emptyMap": mapped([])}
    found |= {"STOP": STOP, "SKIP": SKIP, "DIV": STOP}  # DIV does no event, ever: it has the traces of STOP
    found["CHAOS"] = Builtin("CHAOS", (1,), lambda a, place: Chaos(sets.of(a[0], place)), is_process=True)
    found["RUN"] = Builtin("RUN", (1,), lambda a, place: Run(sets.of(a[0], place)), is_process=True)
    return found


def external_function(name: str, place: Place) -> Builtin:
    """A compression: for traces, the process itself. An InputError for any other function."""
    if name not in COMPRESSIONS:
        raise place.error(REFUSED.get(name, f"the external function {name!r} is not known to symag"))
    return Builtin(name, (1, 2), lambda arguments, place: arguments[0], is_identity=True, is_process=True)
