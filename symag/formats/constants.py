"""Values that the user gives to constants of a model, `--const K=10,p=0.1`, and which constants the files have."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from symag.errors import InputError
from symag.model import parse_rational
from symag.model.rational import exact_text, shown

__all__ = ["ConstantValues"]


class ConstantValues:
    """The values by name. Several files may share them; a value for a constant that no file has is an error."""

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        if not isinstance(values, Mapping | None):
            raise InputError(f"constants are a mapping from names to values, not {values!r}")
        self.values = dict(values or {})
        self.known: dict[str, None] = {}
        """The constants that the files have, in their order."""

    def get(self, name: str, type_: str) -> bool | int | Fraction | None:
        """The value for a constant of type `int`, `bool` or `double`, or None if there is none."""
        self.known[name] = None
        if name not in self.values:
            return None
        value = self.values[name]
        if type_ == "bool":
            return _boolean(name, value)
        number = _number(name, value)
        if type_ == "double":
            return number
        if number.denominator != 1:
            raise InputError(f"the constant {name!r} is an int, and the value given is {shown(number)}")
        return int(number)

    def refuse_unknown(self) -> None:
        """An InputError for a value that belongs to no constant of the files."""
        for name in self.values:
            if name not in self.known:
                there = ", ".join(self.known) or "none"
                raise InputError(
                    f"a value is given for {name!r}, but there is no constant of that name: there is {there}"
                )


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, str) and value in ("true", "false"):
        return value == "true"
    if not isinstance(value, bool):
        given = repr(value) if isinstance(value, str) else "a number"
        raise InputError(f"the constant {name!r} is a bool, and the value given is {given}: give true or false")
    return value


def _number(name: str, value: object) -> Fraction:
    if isinstance(value, float):
        raise InputError(f"the value {float(value)!r} for {name!r} is a float, which is not exact: {exact_text(value)}")
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) or (isinstance(value, Decimal) and value.is_finite()):
        try:
            return parse_rational(str(value))
        except InputError as error:
            raise InputError(f"the value for {name!r}: {error.message}") from None
    raise InputError(f"the value {value!r} for {name!r} is not a number: give 10, '0.25' or '1/3'")
