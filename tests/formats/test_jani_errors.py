"""What is wrong with a JANI text is said in one line, with its place; what would grow without end stops at a limit."""

from __future__ import annotations

import json
from random import Random

import pytest

import symag
from symag import InputError, LimitReached, Limits
from tests.formats.jani_models import (
    JSON,
    assign,
    automaton,
    bounded,
    edge,
    model,
    operation,
    random_system,
    to,
    variable,
)

GOOD = """{"jani-version": 1, "name": "channel", "type": "mdp", "features": ["derived-operators"],
 "actions": [{"name": "send"}, {"name": "receive"}],
 "constants": [{"name": "K", "type": "int", "value": 2}],
 "variables": [{"name": "lost", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": "K"},
   "initial-value": 0}],
 "automata": [{"name": "channel",
   "locations": [{"name": "free"}, {"name": "busy"}],
   "initial-locations": ["free"],
   "edges": [
    {"location": "free", "action": "send", "destinations": [
     {"location": "busy", "probability": {"exp": {"op": "/", "left": 9, "right": 10}}},
     {"location": "free", "probability": {"exp": 0.1}, "assignments": [
      {"ref": "lost", "value": {"op": "min", "left": "K", "right": {"op": "+", "left": "lost", "right": 1}}}]}]},
    {"location": "busy", "action": "receive", "guard": {"exp": {"op": "<", "left": "lost", "right": 2}},
     "destinations": [{"location": "free"}]}]}],
 "system": {"elements": [{"automaton": "channel"}], "syncs": [
   {"synchronise": ["send"], "result": "send"}, {"synchronise": ["receive"], "result": "receive"}]}}
"""

BAD = [
    # the text
    ('"type": "mdp",', '"type": "mdp"', '"features', "this is not JSON"),
    ('"name": "channel", "type"', '"type": "mdp", "type"', '"type": "mdp", "features', 'the key "type" is there twice'),
    ("0.1}", "NaN}", "NaN", "NaN is not a number"),
    ("0.1}", "1e99999}", "1e99999", "the exponent of '1e99999' is out of bounds"),
    (
        "0.1}",
        f"{'1' * 1001}}}",
        "111111111111111111111111111111111111111111111111111111111111",
        "a number of 1001 digits is too long",
    ),
    # the model
    ('"jani-version": 1', '"jani-version": 2', "2, ", "JANI version 2 is not known"),
    ('"type": "mdp"', '"type": "ctmc"', '"ctmc', 'of the type "ctmc" is not read, because of its continuous time'),
    ('"type": "mdp"', '"type": "xyz"', '"xyz', 'of the type "xyz" is not read: there are lts, dtmc and mdp'),
    ('"type": "mdp"', '"type": 3', "3, ", "'type' must be a name, not 3"),
    ('"type": "mdp"', '"types": "mdp"', '{"jani', "the key 'type' is missing in a JANI model"),
    ('"features": ["derived-operators"]', '"features": {}', "{},", "'features' must be a list, not an object"),
    ('"features": ["derived-operators"]', '"colour": 1', "1,\n", 'the key "colour" of a model is not read'),
    ('{"name": "receive"}', '{"name": "send"}', '"send"}]', "there is a second action 'send'"),
    ('{"name": "receive"}', '"receive"', '"receive', "'actions' is a list of objects, and this is a string"),
    # constants and variables
    (', "value": 2', "", '{"name": "K', "the constant 'K' has no value: give it with --const K=…"),
    ('"value": 2', '"value": 0.5', '{"name": "K', "the constant 'K' is an int, its value a double"),
    ('"value": 2', '"value": "K"', '{"name": "K', "'K' depends on itself"),
    ('"value": 2', '"value": "L"', '{"name": "K', "'L' is not a constant"),
    ('"int", "value"', '"string", "value"', '"string', 'a constant of the type "string" is not read'),
    (
        '"int", "value": 2',
        '{"kind": "bounded", "base": "int", "upper-bound": 1}, "value": 2',
        '{"name": "K',
        "the value 2 of 'K'",
    ),
    ('"upper-bound": "K"', '"upper-bound": -1', '{"kind', "the range of 'lost' is empty: from 0 to -1"),
    ('"upper-bound": "K"', '"upper-bound": 2e30', '{"kind', "the upper-bound of 'lost'"),
    ('"upper-bound": "K"', f'"upper-bound": {2**61}', "2305843009213693952", "does not fit in 61 bits"),
    ('"initial-value": 0', '"initial-value": 3', '{"name": "lost', "'lost' starts with 3, outside of its range [0..2]"),
    ('"initial-value": 0', '"initial-value": true', '{"name": "lost', "true is a bool, and 'lost' needs an integer"),
    ('"initial-value": 0', '"initial-value": "lost"', '{"name": "lost', "'lost' is not defined"),
    ('"name": "lost"', '"name": "K"', '"K", "type": {', "'K' is defined twice"),
    ('"name": "lost"', '"name": ""', '"",', "'name' must be a name, not \"\""),
    (
        '{"kind": "bounded", "base": "int"',
        '{"kind": "bounded", "base": "real"',
        '{"kind',
        "a real variable is not read",
    ),
    ('{"kind": "bounded", "base": "int"', '{"kind": "array", "base": "int"', '{"kind', "an array is not read"),
    # automata
    ('{"name": "free"}', '{"name": "busy"}', '"busy"}]', "there is a second location 'busy'"),
    ('{"name": "free"}', '{"name": "free", "time-progress": {"exp": true}}', '{"exp', "'time-progress' is not read"),
    ('["free"]', '["gone"]', '"gone', "the automaton 'channel' has no location 'gone'"),
    ('["free"]', "[]", "[],", "the automaton 'channel' has no initial location"),
    ('"location": "free", "action": "send"', '"location": "x", "action": "send"', '"x"', "no location 'x'"),
    ('"action": "send", "dest', '"action": "sent", "dest', '"sent', "'sent' is not in the model's list of actions"),
    ('"action": "send", "dest', '"rate": {"exp": 2}, "dest', '{"exp', "an edge with a rate is not read"),
    ('"location": "busy", "probability"', '"location": "x", "probability"', '"x"', "no location 'x'"),
    (
        '"probability": {"exp": 0.1}',
        '"probability": {"exp": 0.2}',
        '{"location": "busy',
        "the probabilities sum to 11/10",
    ),
    ('"probability": {"exp": 0.1}', '"probability": 0.1', "0.1", "'probability' must be an object, not a number"),
    (
        '"probability": {"exp": 0.1}',
        '"probability": {"exp": true}',
        '{"exp": true',
        "true is a bool, and a probability needs",
    ),
    ('"ref": "lost"', '"ref": "K"', '"K", "value', "'K' is not a variable: it cannot be assigned"),
    ('"ref": "lost"', '"ref": "x"', '"x"', "'x' is not defined"),
    ('"ref": "lost"', '"ref": {"op": "aa"}', '{"op": "aa', "only a variable can be assigned"),
    ('"value": {"op": "min"', '"index": 0.5, "value": {"op": "min"', "0.5", "'index' must be an integer"),
    ('{"op": "min", "left": "K"', '{"op": "max", "left": 9', '{"ref', "'lost' would leave its range [0..2] with 9"),
    (
        '{"op": "min", "left": "K"',
        '{"op": "/", "left": "K"',
        '{"op": "/", "left": "',
        "this is a double, and the variable 'lost' is an int",
    ),
    # expressions
    ('{"op": "<", "left"', '{"op": "≪", "left"', '"≪"', 'the operator "≪" is not read'),
    ('{"op": "<", "left"', '{"op": "sin", "left"', '"sin', '"sin" is not read: symag computes with exact fractions'),
    ('{"op": "<", "left"', '{"op": ["<"], "left"', '["<', "an operator is a string, and this is a list"),
    ('{"op": "<", "left"', '{"left"', '{"left', "the key 'op' is missing in an expression"),
    ('{"op": "<", "left"', '{"op": "<", "lift"', '{"op": "<', "the key 'left' is missing in this <"),
    ('{"op": "<", "left": "lost"', '{"op": "<", "left": "lots"', '{"op": "<', "'lots' is not defined"),
    ('{"op": "<", "left": "lost"', '{"op": "<", "left": null', "null", "this is null"),
    ('{"op": "<", "left": "lost"', '{"op": "<", "left": true', '{"op": "<', "true is a bool, and < needs a number"),
    (
        '{"op": "<", "left": "lost"',
        '{"op": "∧", "left": "lost"',
        '{"op": "∧',
        "'lost' is an int, and & needs a boolean",
    ),
    ('{"op": "<", "left": "lost"', '{"op": "<", "left": {"constant": "e"}', '{"constant', 'the number "e" is not read'),
    (
        '{"op": "<", "left": "lost"',
        '{"op": "<", "left": {"op": "call", "function": "f"}',
        '{"op": "call',
        "there is no function 'f'",
    ),
    # the system
    ('{"automaton": "channel"}', '{"automaton": "x"}', '"x"', "there is no automaton 'x'"),
    ('{"automaton": "channel"}', '{"elements": []}', '{"elements": []', "a system inside of a system is not read"),
    ('{"automaton": "channel"}', "", '{"elements', "the system has no elements"),
    ('["send"], "result"', '["send", null], "result"', '["send', "this vector has 2 entries for 1 element"),
    ('["send"], "result"', '["sent"], "result"', '"sent', 'the action "sent" is not in the model\'s list'),
    ('"result": "receive"', '"result": "x"', '"x"', "the action 'x' is not in the model's list"),
    ('"result": "receive"', '"result": "tau"', '"tau', "cannot be called 'tau'"),
]


@pytest.mark.parametrize(
    ("old", "new", "at", "message"), BAD, ids=[f"{new[:40]} {message}" for _, new, _, message in BAD]
)
def test_errors_name_the_place(old: str, new: str, at: str, message: str) -> None:
    """The place is where the text `at` is first."""
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    with pytest.raises(InputError) as caught:
        symag.loads(text, "jani")
    assert message in caught.value.message
    before = text[: text.index(at)]
    assert (caught.value.line, caught.value.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


def places(value: JSON) -> list[tuple[JSON, str | int]]:
    """Every object or list in the value with one of its keys."""
    found: list[tuple[JSON, str | int]] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict | list):
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            found += [(part, key) for key in keys]
            waiting += [part[key] for key in keys]
    return found


def mutated(random: Random) -> str:
    """A text with one to three things changed: left out, replaced, copied from elsewhere, or there twice."""
    text = GOOD if random.random() < 0.5 else random_system(random)
    tree = json.loads(text)
    junk: list[JSON] = [
        None,
        True,
        0,
        -1,
        2.5,
        "",
        "x",
        "tau",
        [],
        {},
        [[]],
        {"op": "call"},
        10**25,
        "bounded",
        "real",
        {"exp": 1},
    ]
    for _ in range(random.randint(1, 3)):
        every = places(tree)
        part, key = random.choice(every)
        match random.randrange(4):
            case 0:
                del part[key]
            case 1:
                part[key] = random.choice(junk)
            case 2:
                other, at = random.choice(every)
                part[key] = json.loads(json.dumps(other[at]))
            case _ if isinstance(part, list):
                part.insert(int(key), part[int(key)])
            case _:
                part[random.choice(["guard", "rate", "index", "result", "type", "action", "name"])] = part[key]
    text = json.dumps(tree, ensure_ascii=False)
    if random.random() < 0.2:
        at = random.randrange(len(text))
        text = text[:at] + random.choice('{}[]",:0-e\\') + text[at + random.randrange(2) :]
    return text


def ending(text: str) -> InputError | None:
    """The error, if there is one."""
    try:
        symag.loads(text, "jani", limits=Limits(max_states=10_000))
    except InputError as error:
        return error
    except LimitReached:
        pass
    return None


def check_mutated(seeds: range) -> None:
    for seed in seeds:
        found = ending(mutated(Random(seed)))
        assert found is None or (found.line and "\n" not in str(found)), (seed, found)


def test_mutated_texts_end_in_an_answer_or_one_line() -> None:
    check_mutated(range(300))


@pytest.mark.slow
def test_many_mutated_texts_end_in_an_answer_or_one_line() -> None:
    check_mutated(range(300, 5_000))


def call(function: str, *arguments: JSON) -> JSON:
    return {"op": "call", "function": function, "args": list(arguments)}


def defined(name: str, body: JSON, *parameters: str) -> JSON:
    return {
        "name": name,
        "type": "int",
        "parameters": [{"name": each, "type": "int"} for each in parameters],
        "body": body,
    }


def guarded(guard: JSON, **more: JSON) -> str:
    return model(automaton("A", edge(guard=guard)), variables=[variable("x", bounded(0, 9))], **more)


def nested(op: str, value: JSON, times: int) -> JSON:
    for _ in range(times):
        value = operation(op, value)
    return value


DOUBLED = [defined("f0", "y", "y")] + [
    defined(
        f"f{number}",
        operation("+", *(call(f"f{number - 1}", operation("+", "y", more)) for more in (1, 2))),
        "y",
    )
    for number in range(1, 30)
]
LOOP = [defined("f", call("g")), defined("g", call("f"))]
LONG = [defined("f0", "x"), *(defined(f"f{number}", call(f"f{number - 1}")) for number in range(1, 300))]
MANY = automaton("A", *[edge(guard=operation("<", "x", at)) for at in range(500)], variables=[variable("x")])
OUTCOMES = edge(*[to(f"p{at}", operation("/", 1, 300)) for at in range(300)], location="p0", action="a")
BOMBS = {
    "brackets": ("[" * 100_000, "nested deeper than 512"),
    "objects": ('{"a":' * 100_000, "nested deeper than 512"),
    "quotes": ('"' * 100_001, "this is not JSON"),
    "an expression": (guarded(operation("<", nested("-", "x", 100), 3)), "nested deeper than 64"),
    "operands that are written twice": (
        guarded(operation("<", nested("abs", "x", 40), 3)),
        "more than 1,000,000 parts",
    ),
    "functions of functions": (
        guarded(operation("<", call("f29", 1), 3), functions=DOUBLED),
        "more than 100,000 parts",
    ),
    "functions in a circle": (guarded(operation("<", call("f"), 3), functions=LOOP), "calls itself"),
    "a long chain of functions": (guarded(operation("<", call("f299"), 3), functions=LONG), "nested deeper than 128"),
    "one automaton again and again": (model(MANY, system={"elements": [{"automaton": "A"}] * 900}), "100,000 parts"),
    "elements": (model(automaton("A"), system={"elements": [{"automaton": "A"}] * 1001}), "1,001 elements"),
    "powers": (guarded(operation("<", operation("pow", 10, operation("pow", 10, 10)), 3)), "more than 4000 digits"),
    "a long number": (guarded(operation("<", "x", 77)).replace("77", "7" * 5000), "too long"),
}
GROWING = {
    "a wide range": model(
        automaton("A", edge(to("l", None, assign(z=operation("+", "z", 1))))),
        variables=[variable("z", bounded(0, 10**12))],
    ),
    "an integer without bounds": model(
        automaton("A", edge(to("l", None, assign(z=operation("+", "z", 1))))), variables=[variable("z", "int")]
    ),
    "initial states": model(
        automaton("A", edge(to("l", None, assign(z=0)))), variables=[variable("z", bounded(0, 10**9), None)]
    ),
    "outcomes of a move": model(
        *(automaton(f"A{at}", OUTCOMES, locations=[f"p{at}" for at in range(300)]) for at in range(4)),
        syncs=[(["a"] * 4, None)],
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused(name: str) -> None:
    text, message = BOMBS[name]
    with pytest.raises(InputError, match=message):
        symag.loads(text, "jani")


@pytest.mark.parametrize("name", GROWING)
def test_what_grows_without_end_stops_at_a_limit(name: str) -> None:
    with pytest.raises(LimitReached):
        symag.loads(GROWING[name], "jani", limits=Limits(max_states=10_000))


def test_an_integer_without_bounds_that_leaves_its_range() -> None:
    double = edge(to("l", None, assign(z=operation("*", "z", 2))))
    text = model(automaton("A", double), variables=[variable("z", "int", 1)])
    with pytest.raises(InputError, match="'z' would leave the 32 bits that symag gives it with 2147483648"):
        symag.loads(text, "jani")
