"""Questions about one pair of distributions, as models: of any width, with any probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from symag import LPTS
from symag.limits import Watch
from symag.simulation import exact_flow

__all__ = ["BOUNDARIES", "Weights", "random_weights"]

BOUNDARIES = [2**power + more for power in (31, 32, 61, 62, 63, 64, 124, 186) for more in (-1, 0, 1)]
"""Denominators at which numbers or their products stop to fit in words, digits or limbs."""

Vector = list[Fraction]


@dataclass(frozen=True)
class Weights:
    """Is there a weight function from one vector to the other, if these pairs of outcomes are related?"""

    mu: Vector
    nu: Vector
    related: list[list[bool]]
    """By outcome of `mu`, then of `nu`."""

    def expected(self) -> bool:
        """By the exact flow, in Python's integers."""
        mu, nu = dict(enumerate(self.mu)), dict(enumerate(self.nu))
        return exact_flow(mu, nu, lambda x, y: self.related[x][y], Watch()).weights is not None

    def models(self) -> tuple[LPTS, LPTS]:
        """L ≼ P exactly if there is one: outcome x of L has a move of its own, which the related outcomes of P have.

        Outcomes of L that are related to the same ones of P have the same move, and so the same row.
        """
        moves = [self.related.index(row) for row in self.related]
        kinds = sorted(set(moves))
        one = [(f"x{x}", f"m{move}", f"x{x}") for x, move in enumerate(moves)]
        places = range(len(self.nu))
        other = [(f"y{y}", f"m{move}", f"y{y}") for y in places for move in kinds if self.related[move][y]]
        mu = {f"x{x}": share for x, share in enumerate(self.mu)}
        nu = {f"y{y}": share for y, share in enumerate(self.nu)}
        alphabet = ["go", *(f"m{move}" for move in kinds)]
        return LPTS.build("s", [("s", "go", mu), *one], alphabet), LPTS.build("t", [("t", "go", nu), *other], alphabet)

    def reversed(self) -> Weights:
        """The same question from the other side, where the other vector is merged and scaled."""
        return Weights(self.nu, self.mu, [list(column) for column in zip(*self.related, strict=True)])


def random_weights(random: Random) -> Weights:
    """Mostly such that an exact sum decides: `nu` is `mu` in other portions, or nearly."""
    widest = random.choice([2, 3, 6, 6, 20, 70, 150])
    mu = _vector(random, random.randint(1, widest))
    if random.random() < 0.5:
        nu, related = _portions(random, mu)
    else:
        nu = _vector(random, random.randint(1, widest))
        density = random.choice([0.3, 0.6, 0.9, 0.97])
        related = [[random.random() < density for _ in nu] for _ in mu]
    if random.random() < 0.4 and len(nu) > 1:
        one, two = random.sample(range(len(nu)), 2)
        step = nu[one] / random.choice([2, 1000, 2**62, 2**64 + 1])
        nu[one], nu[two] = nu[one] - step, nu[two] + step
    return Weights(mu, nu, related)


def _vector(random: Random, width: int) -> Vector:
    kind = random.choice(["small", "medium", "data", "unrelated", "boundary"])
    if kind in ("small", "medium"):
        weights = [random.randint(1, 2 if kind == "small" else 1000) for _ in range(width)]
        return [Fraction(weight, sum(weights)) for weight in weights]
    if kind == "data":
        total = random.randint(10**5, 10**6)
        cuts = [0, *sorted(random.sample(range(1, total), width - 1)), total]
        return [Fraction(cuts[i + 1] - cuts[i], total) for i in range(width)]
    parts = []
    for _ in range(width - 1):
        scale = (
            random.choice(BOUNDARIES) if kind == "boundary" else random.randint(10**3, 10 ** random.choice([4, 20, 60]))
        )
        parts.append(Fraction(random.randint(1, scale - 1), scale * width))
    return [*parts, 1 - sum(parts, Fraction(0))]


def _portions(random: Random, mu: Vector) -> tuple[Vector, list[list[bool]]]:
    """Each outcome cut in up to three pieces, which are put together again, related to where they came from."""
    pieces = []
    for x, share in enumerate(mu):
        cuts = sorted(random.randint(0, 10**6) for _ in range(random.randint(0, 2)))
        ends = [Fraction(0), *(Fraction(cut, 10**6) for cut in cuts), Fraction(1)]
        pieces += [(x, share * (ends[i + 1] - ends[i])) for i in range(len(ends) - 1) if ends[i + 1] > ends[i]]
    random.shuffle(pieces)
    places = random.randint(1, len(pieces))
    nu = [Fraction(0)] * places
    related = [[random.random() < 0.02 for _ in range(places)] for _ in mu]
    for position, (x, share) in enumerate(pieces):
        place = position if position < places else random.randrange(places)
        nu[place] += share
        related[x][place] = True
    return nu, related
