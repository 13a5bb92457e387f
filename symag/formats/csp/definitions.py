"""The names of a script, or of a module in it, and what they mean. Everything is evaluated at its first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from symag.errors import InputError
from symag.formats.csp.channels import Channel
from symag.formats.csp.code import CspScope, Unit
from symag.formats.csp.compiler import CspCompiler
from symag.formats.csp.domains import (
    DatatypeDomain,
    Domain,
    Fields,
    domain_of,
    flattened,
)
from symag.formats.csp.functions import REFUSED, external_function
from symag.formats.csp.lets import compile_function, destructured
from symag.formats.csp.operations import wrong_value
from symag.formats.csp.runtime import CspConstant, CspFunction
from symag.formats.csp.scoping import names_in
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import (
    AssertionDeclaration,
    ChannelDeclaration,
    CspDeclaration,
    CspName,
    CspNode,
    DatatypeDeclaration,
    FunctionDeclaration,
    ModuleDeclaration,
    NametypeDeclaration,
    PatternDeclaration,
    TransparentDeclaration,
)
from symag.formats.csp.values import Constructor, Value

__all__ = ["CspDefinitions"]


class CspDefinitions:
    """What declarations define; other names are looked up in `outer`, and last in `known`, which any script can use."""

    def __init__(
        self,
        compiler: CspCompiler,
        declarations: Sequence[CspDeclaration],
        known: dict[str, Value],
        outer: CspDefinitions | None = None,
        prefix: str = "",
    ) -> None:
        self.compiler = compiler
        self.known = known
        self.outer = outer
        self.prefix = prefix
        self.channels: list[Channel] = [] if outer is None else outer.channels
        self.functions: dict[str, FunctionDeclaration] = {}
        self._numbers: list[int] = [0] if outer is None else outer._numbers
        self._found: dict[str, Value] = {}
        self._waiting: dict[str, Callable[[], Value]] = {}
        self._constants: dict[str, Channel | Constructor] = {}
        self._twice: dict[str, Place] = {}
        self._modules: dict[str, tuple[ModuleDeclaration, CspDefinitions]] = {}
        self._instances: dict[str, CspDefinitions] = {}
        for declaration in declarations:
            self._declare(declaration)

    @property
    def scope(self) -> CspScope:
        """A scope with no names but these."""
        return CspScope({}, self, [0])

    # lookup

    def find(self, name: str) -> Value | None:
        """What the name means; None if it means nothing."""
        found = self._found.get(name)
        if found is not None:
            return found
        if name in self._twice:
            raise self._twice[name].error(f"{name!r} is defined twice")
        if name in self._waiting:
            found = self._found[name] = self._waiting[name]()
            return found
        if "::" in name:
            module, _, rest = name.partition("::")
            inner = self._module(module)
            if inner is not None:
                return inner.find(rest)
        return self.known.get(name) if self.outer is None else self.outer.find(name)

    def constant(self, name: str) -> Channel | Constructor | None:
        """The channel or constructor of that name."""
        found = self._constants.get(name)
        if found is not None:
            return found
        module, mark, rest = name.partition("::")
        inner = self._module(module) if mark else None if name in self._waiting else self.outer
        return None if inner is None else inner.constant(rest if mark else name)

    def declaration(self, name: str) -> tuple[FunctionDeclaration, CspDefinitions] | None:
        """The declaration of a function or a constant, and where it is."""
        if name in self.functions:
            return self.functions[name], self
        module, mark, rest = name.partition("::")
        inner = self._module(module) if mark else None if name in self._waiting else self.outer
        return None if inner is None else inner.declaration(rest if mark else name)

    # declarations

    def _define(self, name: str, place: Place, read: Callable[[], Value]) -> None:
        if name in self._waiting:
            self._twice[name] = place
        self._waiting[name] = read

    def _declare(self, declaration: CspDeclaration) -> None:
        if isinstance(declaration, FunctionDeclaration):
            self.functions[declaration.name] = declaration
            self._define(declaration.name, declaration.place, lambda: self._function(declaration))
        elif isinstance(declaration, PatternDeclaration):
            self._pattern(declaration)
        elif isinstance(declaration, ChannelDeclaration):
            for name, place in declaration.names:
                self._channel(name, place, declaration.type)
        elif isinstance(declaration, DatatypeDeclaration):
            self._datatype(declaration)
        elif isinstance(declaration, NametypeDeclaration):
            place, node = declaration.place, declaration.type
            self._define(
                declaration.name, place, lambda: self._constant(declaration.name, place, node, self._as_type(node))
            )
        elif isinstance(declaration, TransparentDeclaration):
            for name, place in declaration.names:
                self._transparent(name, place)
        elif isinstance(declaration, ModuleDeclaration):
            self._modules[declaration.name] = (declaration, self)
        else:
            assert isinstance(declaration, AssertionDeclaration)

    def _function(self, declaration: FunctionDeclaration) -> Value:
        clauses = declaration.clauses
        name = self.prefix + declaration.name
        if not clauses[0].groups:
            return self._constant(name, declaration.place, clauses[0].body, lambda value: value)
        pairs = [(clause.groups, clause.body) for clause in clauses]
        code, _ = compile_function(self.compiler, name, pairs, (), self.scope, declaration.place)
        return CspFunction(code, ())

    def _constant(self, name: str, place: Place, node: CspNode, select: Callable[[Value], Value]) -> CspConstant:
        unit = Unit(self.compiler, node, self.scope)
        return CspConstant(self.compiler.machine, name, place, unit.cost, lambda: select(unit.value(())))

    def _pattern(self, declaration: PatternDeclaration) -> None:
        """Which names are bound is known only when all constructors are: at the first use."""
        place = declaration.place
        whole = self._constant("a pattern", place, declaration.value, lambda value: value)
        values: dict[str, Value] = {}

        def read(name: str) -> Value:
            if not values:
                _, split = destructured(self.compiler, declaration, self.scope)
                values.update(split(whole.get()))
            return values[name]

        for name in set(names_in(declaration.pattern)) - {"_"}:
            constant = CspConstant(self.compiler.machine, name, place, 10, partial(read, name))
            self._waiting.setdefault(name, partial(_itself, constant))

    def _number(self) -> int:
        self._numbers[0] += 1
        return self._numbers[0]

    def _channel(self, name: str, place: Place, type_: CspNode | None) -> None:
        fields = (lambda: ()) if type_ is None else self._fields(type_)
        channel = Channel(self.prefix + name, self._number(), place, fields, self.compiler.machine.watch)
        self._define(name, place, lambda: channel)
        self._constants[name] = channel
        self.channels.append(channel)

    def _fields(self, node: CspNode) -> Callable[[], Fields]:
        """The types in a type expression, one after the other."""
        unit, as_type = Unit(self.compiler, node, self.scope), self._as_type(node)

        def read() -> Fields:
            machine = self.compiler.machine
            return flattened((as_type(machine.run(lambda: machine.nested(unit, unit.cost, unit.value, ()))),))

        return read

    @staticmethod
    def _as_type(node: CspNode) -> Callable[[Value], Domain]:
        def as_type(value: Value) -> Domain:
            found = domain_of(value)
            if found is None:
                raise wrong_value("a type (a set)", value, node.place)
            return found

        return as_type

    def _datatype(self, declaration: DatatypeDeclaration) -> None:
        types: dict[str, Callable[[], Fields]] = {}
        for name, place, type_ in declaration.constructors:
            if type_ is not None:
                types[name] = self._fields(type_)
            if not declaration.is_subtype:
                constructor = Constructor(self.prefix + name, self._number(), types.get(name, lambda: ()))
                self._define(name, place, partial(_itself, constructor))
                self._constants[name] = constructor

        def fields() -> dict[Constructor, Fields]:
            found: dict[Constructor, Fields] = {}
            for name, place, _ in declaration.constructors:
                constructor = self.find(name)
                if not isinstance(constructor, Constructor):
                    raise place.error(f"{name!r} is no constructor of a datatype")
                given = types[name]() if declaration.is_subtype and name in types else ()
                found[constructor] = given + constructor.fields[len(given) :]
            return found

        domain = DatatypeDomain(self.prefix + declaration.name, fields)
        self._define(declaration.name, declaration.place, lambda: domain)

    def _transparent(self, name: str, place: Place) -> None:
        if name not in REFUSED:
            self._waiting.setdefault(name, lambda: external_function(name, place))

    # modules

    def _module(self, name: str) -> CspDefinitions | None:
        if name in self._instances:
            return self._instances[name]
        if name not in self._modules:
            return None if self.outer is None else self.outer._module(name)
        declaration = self._modules[name][0]
        body, arguments = declaration, declaration.arguments
        if declaration.origin is not None:
            body = self._origin(declaration.origin, declaration.place)
        if len(body.parameters) != len(arguments):
            raise declaration.place.error(f"the module {body.name!r} has {len(body.parameters)} parameters")
        prefix = f"{self.prefix}{name}::"
        inner = CspDefinitions(self.compiler, (*body.hidden, *body.exported), {}, self, prefix)
        for parameter, argument in zip(body.parameters, arguments, strict=True):
            if not isinstance(parameter, CspName):
                raise parameter.place.error("a parameter of a module is a name")
            value = self._constant(parameter.name, argument.place, argument, lambda value: value)
            inner._waiting[parameter.name] = partial(_itself, value)
        self._instances[name] = inner
        return inner

    def _origin(self, name: str, place: Place) -> ModuleDeclaration:
        """The module that an instance is made of: here or outside."""
        found: CspDefinitions | None = self
        while found is not None:
            if name in found._modules:
                return found._modules[name][0]
            found = found.outer
        raise place.error(f"there is no module {name!r}")

    def open_modules(self) -> None:
        """Make the channels of all modules known; a module that is wrong is an error where it is used."""
        for name, (declaration, _) in self._modules.items():
            if not declaration.parameters:
                try:
                    inner = self._module(name)
                except InputError:
                    continue
                if inner is not None:
                    inner.open_modules()


def _itself(value: Value) -> Value:
    return value
