"""Weight functions (CAV'12, Def. 4) and Hall witnesses (Lemma 1, Algorithm 1) in Python's exact integers.

One maximal flow answers both: if it carries everything it is a weight function; otherwise what can be reached from an
outcome that is not carried in full is a set S with μ(S) > ν(R(S)). The paper finds S by growing it from the flow; here
it is the left side of the residual cut, and it is then shrunk until nothing can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from symag.limits import Watch

__all__ = ["ExactFlow", "exact_flow", "smallest_cut"]

X = TypeVar("X")
Y = TypeVar("Y")
Carried = dict[Y, dict[X, int]]
"""Per outcome on the right, how much of each on the left it takes; nothing that is zero."""


class ExactFlow(NamedTuple, Generic[X, Y]):
    """Either a weight function, or the two sides of a cut: no pair of `left` × `right` is related, and too heavy."""

    weights: Mapping[tuple[X, Y], Fraction] | None
    left: tuple[X, ...] = ()
    right: tuple[Y, ...] = ()


def exact_flow(
    mu: Mapping[X, Fraction], nu: Mapping[Y, Fraction], related: Callable[[X, Y], bool], watch: Watch
) -> ExactFlow[X, Y]:
    """Decide μ ⊑_R ν, with the reason."""
    watch.tick(len(mu) + len(nu))
    scale = lcm(*(share.denominator for share in (*mu.values(), *nu.values())))
    mass = {x: int(share * scale) for x, share in mu.items()}
    room = {y: int(share * scale) for y, share in nu.items()}
    allowed: dict[X, list[Y]] = {}
    for x in mu:
        watch.tick(len(nu))
        allowed[x] = [y for y in nu if related(x, y)]
    carried: Carried[Y, X] = {y: {} for y in nu}
    for x in mu:
        while mass[x]:
            reached = _augment(x, mass, room, allowed, carried, watch)
            if reached is not None:
                left, right = reached
                return ExactFlow(None, tuple(left), tuple(y for y in nu if y not in right))
    return ExactFlow({(x, y): Fraction(amount, scale) for y, parts in carried.items() for x, amount in parts.items()})


def _augment(
    source: X, mass: dict[X, int], room: dict[Y, int], allowed: dict[X, list[Y]], carried: Carried[Y, X], watch: Watch
) -> tuple[dict[X, Y | None], dict[Y, X]] | None:
    """Carry some of `source` along a shortest path; if there is none, all that was reached."""
    via_right: dict[X, Y | None] = {source: None}
    via_left: dict[Y, X] = {}
    queue = [source]
    for x in queue:
        watch.tick(1 + len(allowed[x]))
        for y in allowed[x]:
            if y in via_left:
                continue
            via_left[y] = x
            if room[y]:
                _carry(source, y, via_left, via_right, mass, room, carried)
                return None
            for other in carried[y]:
                if other not in via_right:
                    via_right[other] = y
                    queue.append(other)
    return via_right, via_left


def _carry(
    source: X,
    end: Y,
    via_left: dict[Y, X],
    via_right: dict[X, Y | None],
    mass: dict[X, int],
    room: dict[Y, int],
    carried: Carried[Y, X],
) -> None:
    path: list[tuple[X, Y, int]] = []
    y: Y | None = end
    while y is not None:
        x = via_left[y]
        path.append((x, y, 1))
        y = via_right[x]
        if y is not None:
            path.append((x, y, -1))
    amount = min(mass[source], room[end], *(carried[y][x] for x, y, sign in path if sign < 0))
    for x, y, sign in path:
        carried[y][x] = carried[y].get(x, 0) + sign * amount
        if not carried[y][x]:
            del carried[y][x]
    mass[source] -= amount
    room[end] -= amount


def smallest_cut(
    matching: ExactFlow[X, Y],
    mu: Mapping[X, Fraction],
    nu: Mapping[Y, Fraction],
    watch: Watch,
    cost: Callable[[X, Y], int] = lambda x, y: 0,
) -> tuple[tuple[X, ...], tuple[Y, ...]]:
    """The cut of a failed matching without anything that it does not need; what costs most is left out first."""
    left, right = list(matching.left), list(matching.right)
    weight = sum((mu[x] for x in left), Fraction(0)) + sum((nu[y] for y in right), Fraction(0))
    watch.tick(2 * len(left) * len(right))
    dear_left = {x: max((cost(x, y) for y in right), default=0) for x in left}
    dear_right = {y: max((cost(x, y) for x in left), default=0) for y in right}
    for x in sorted(left, key=lambda x: -dear_left[x]):
        if weight - mu[x] > 1:
            weight -= mu[x]
            left.remove(x)
    for y in sorted(right, key=lambda y: -dear_right[y]):
        if weight - nu[y] > 1:
            weight -= nu[y]
            right.remove(y)
    return tuple(left), tuple(right)
