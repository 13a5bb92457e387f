"""What is verified: exact rationals, distributions and the frozen LPTS.

.. include:: README.md
"""

from symag.model.assemble import Assembler
from symag.model.distribution import Distribution, Ints
from symag.model.graph import from_networkx, isomorphic, to_networkx
from symag.model.labels import TAU, NumberLabels, PickedLabels, counted, printable
from symag.model.lpts import LPTS, Transition, names_of
from symag.model.product import Packing, Product, ProductLabels
from symag.model.rational import as_probability, parse_rational
from symag.model.sharing import distances_from, owners_of, sharing

__all__ = [
    "LPTS",
    "TAU",
    "Assembler",
    "Distribution",
    "Ints",
    "NumberLabels",
    "Packing",
    "PickedLabels",
    "Product",
    "ProductLabels",
    "Transition",
    "as_probability",
    "counted",
    "distances_from",
    "from_networkx",
    "isomorphic",
    "names_of",
    "owners_of",
    "parse_rational",
    "printable",
    "sharing",
    "to_networkx",
]
