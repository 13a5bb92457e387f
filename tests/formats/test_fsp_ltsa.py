"""FSP as LTSA reads it: small texts with the graphs that LTSA makes of them, and the answers that it gives."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.assume import flatten
from symag.formats import ModelReader, read_components
from symag.operators import trim


class Graph(NamedTuple):
    """A text, transitions `source action target` up to the names of states, and unused actions. LTSA's -1 is ERROR."""

    text: str
    rows: str
    unused: str = ""

    def expected(self) -> LPTS:
        rows = [(source, action, target) for source, action, target in map(str.split, self.rows.split(";"))]
        unused = [("nowhere", action, "nowhere") for action in self.unused.split()]
        return trim(LPTS.build(rows[0][0], [*rows, *unused]))


PRIORITY = "A = (a -> b -> A). B = (c -> d -> B). "
GRAPHS = {
    # END and sequences
    "end": Graph("P = (a -> END).", "0 a 1"),
    "one after the other": Graph("A = (a -> END). B = (b -> END). P = A;B;P.", "0 a 1; 1 b 0"),
    "then a local process": Graph("A = (a -> END). P = (b -> A;Q), Q = (c -> STOP).", "0 b 1; 1 a 2; 2 c 3"),
    "what follows has values": Graph(
        "A = (a -> END). P = (b[i:0..1] -> A;Q[i]), Q[i:0..1] = (c[i] -> END).",
        "0 b[0] 1; 0 b[1] 2; 1 a 3; 2 a 4; 3 c[0] 5; 4 c[1] 5",
    ),
    "a sequence with parameters": Graph(
        "S(I=0) = if I == 2 then END else (a[I] -> S(I+1);END).", "0 a[0] 1; 1 a[1] 2",
    ),
    "what ends at once": Graph("E = END. A = (a -> END). P = E;A;E;P.", "0 a 0"),
    "two ways to the end": Graph("A = (a -> END | b -> c -> END). P = A;P.", "0 a 0; 0 b 1; 1 c 0"),
    "sequences share an alphabet": Graph("A = (a -> END)+{x}. P = (b -> A;END)/{y/x}.", "0 b 1; 1 a 2", "y"),
    "a composition ends when all do": Graph(
        "A = (a -> END). B = (b -> END). ||S = (A || B). P = S;Q, Q = (c -> P). ||T = P.",
        "0 a 1; 0 b 2; 1 b 3; 2 a 3; 3 c 0",
    ),
    "hidden moves in a sequence": Graph("A = (a -> b -> END)\\{a}. P = A;P.", "0 tau 1; 1 b 0"),
    "an error in a sequence": Graph("A = (a -> END | b -> ERROR). P = A;P.", "0 a 0; 0 b E"),
    # ERROR
    "ERROR is one state": Graph("P = (a -> ERROR | b -> c -> ERROR).", "0 a E; 0 b 1; 1 c E"),
    "ERROR at once": Graph("P = ERROR+{a}.", "0 tau E", "a"),
    "an index out of its range": Graph("P = Q[0], Q[i:0..1] = (a -> Q[i+1]).", "0 a 1; 1 a E"),
    "a process that is not defined": Graph("P = (a -> Q). Q = (b -> Q). ||S = P.", "0 a E"),
    "another name for what is not defined": Graph("Q = (a -> Q). P = Q.", "0 tau E"),
    "all are in ERROR": Graph("P = (a -> ERROR). Q = (b -> Q). ||S = (P || Q).", "0 a E; 0 b 0"),
    "two ways to ERROR": Graph(
        "P = (a -> ERROR). Q = (b -> ERROR). ||S = (P || Q).", "0 a E; 0 b E",
    ),
    "a property is violated": Graph(
        "P = (a -> b -> P | b -> P). property Q = (a -> b -> Q). ||S = (P || Q).", "0 a 1; 0 b E; 1 b 0",
    ),
    "a property holds": Graph("P = (a -> b -> P). property Q = (a -> b -> Q). ||S = (P || Q).", "0 a 1; 1 b 0"),
    "a property that is violated at once": Graph("property P = (a -> P)+{b}. ||S = (P)\\{b}.", "0 a 0; 0 tau E"),
    "a property has actions of its own": Graph("P = (a -> P). property Q = STOP+{b}. ||S = (P || Q).", "0 a 0; 0 b E"),
    "a property is relabelled to be nondeterministic": Graph(
        "P = (c -> P). property Q = (a -> Q)+{b}. ||S = (P || Q/{c/a, c/b}).", "0 c 0; 0 c E",
    ),
    "a property lower down": Graph(
        "P = (a -> b -> P). property Q = (b -> a -> Q). ||T = (P || Q)\\{a}. ||S = (T || x:P).",
        "0 tau E; 0 x.a 1; 1 tau E; 1 x.b 0", "b",
    ),
    # relabelling of composites
    "a composite process is composed before two actions become one": Graph(
        "A = (a -> STOP). B = (b -> STOP). ||T = (A || B). ||S = T/{c/a, c/b}.",
        "0 c 1; 0 c 2; 1 c 3; 2 c 3",
    ),
    "processes in brackets are not": Graph("A = (a -> STOP). B = (b -> STOP). ||S = (A || B)/{c/a, c/b}.", "0 c 1"),
    "a composite process that hides is one process": Graph(
        "A = (a -> h -> STOP). B = (b -> g -> STOP). ||T = (A || B)\\{h, g}. ||S = T/{c/a, c/b}@{c}.",
        "0 c a0; 0 c b0; a0 tau a1; a0 c ab; b0 tau b1; b0 c ab; a1 c aB; b1 c Ab; ab tau aB; ab tau Ab; aB tau AB;"
        "Ab tau AB",
    ),
    # priorities
    "low priority": Graph(PRIORITY + "||S = (A || B) >> {c}.", "0 a 1; 1 b 0", "c d"),
    "low priority waits": Graph(PRIORITY + "||S = (A/{c/a} || B) >> {b}.", "0 c 1; 1 d 2; 2 b 0"),
    "high priority": Graph(PRIORITY + "||S = (A || B) << {a}.", "0 a 1; 1 b 0; 1 c 2; 2 b 3; 2 d 1; 3 a 2"),
    "a prefix has high priority": Graph("A = (x.a -> b -> A | c -> A). ||S = A << {x}.", "0 x.a 1; 1 b 0", "c"),
    "the hidden action is above low priority": Graph(
        "A = (a -> b -> A)\\{a}. B = (c -> B). ||S = (A || B) >> {c}.", "0 tau 1; 1 b 0", "c",
    ),
    "the hidden action is below high priority": Graph(
        "A = (a -> b -> A)\\{a}. B = (c -> B). ||S = (A || B) << {c}.", "0 c 0", "b",
    ),
    "priorities, then hiding": Graph(PRIORITY + "||S = (A || B) >> {c}\\{a}.", "0 tau 1; 1 b 0", "c d"),
    # minimal and deterministic
    "minimal": Graph("minimal P = (a -> b -> P | a -> b -> c -> P)\\{c}.", "0 a 1; 1 b 0"),
    "minimal keeps a hidden choice": Graph(
        "minimal P = (a -> (h -> b -> P | h -> c -> P))\\{h}.", "0 a 1; 1 tau 2; 1 tau 3; 2 b 0; 3 c 0",
    ),
    "a minimal composite passes over it": Graph(
        "P = (a -> (h -> b -> P | h -> c -> P)). minimal ||S = P\\{h}.", "0 a 1; 0 a 2; 1 b 0; 2 c 0",
    ),
    "minimal keeps STOP and END apart": Graph(
        "minimal P = (a -> STOP | b -> END). Q = P;R, R = (c -> Q). ||S = Q.", "0 a 1; 0 b 2; 2 c 0",
    ),
    "deterministic": Graph("deterministic P = (a -> b -> P | a -> c -> P).", "0 a 1; 1 b 0; 1 c 0"),
    "deterministic without hidden moves": Graph("deterministic P = (h -> a -> P | b -> STOP)\\{h}.", "0 a 0; 0 b 1"),
    "deterministic with ERROR": Graph("deterministic P = (a -> b -> P | a -> ERROR).", "0 a E", "b"),
    "a property of a composition": Graph(
        "A = (a -> A). B = (b -> B). property ||Q = (A || B)\\{b}. ||S = (x:A || Q).", "0 x.a 0; 0 a 0",
    ),
    # values and labels
    "labels are values": Graph(
        "P(X='red) = (a[x:{red, green}] -> if x == X then P else (b[X] -> P)).", "0 a.red 0; 0 a.green 1; 1 b.red 0",
    ),
    "labels for parameters": Graph("P(X='red) = (a[X] -> P). ||S = P('blue.green[1]).", "0 a.blue.green[1] 0"),
    "the size of a set": Graph("set S = {a, b[0..2]}\nP = (c[#S] -> d[#{x, y}] -> P).", "0 c[4] 1; 1 d[2] 0"),
    "a member of a set": Graph("set S = {a, b[0..2]}\nP = (c[@(S, 2)] -> P).", "0 c.b[1] 0"),
    "numbers in a set are numbers": Graph("set S = {[1], [2]}\nP = (a[x:S] -> b[x+1] -> P).",
                                          "0 a[1] 1; 0 a[2] 2; 1 b[2] 0; 2 b[3] 0"),
    "differences of sets": Graph("set S = {a, b, c}\nP = (S\\{b} -> {x, y}\\{x}.z -> P).", "0 a 1; 0 c 1; 1 y.z 0"),
    "a set with an index is a label": Graph("set S = {a, b}\nP = (x -> S[1] -> P).", "0 x 1; 1 a[1] 0; 1 b[1] 0"),
    "hexadecimal and octal": Graph("P = (a[0x1F] -> b[017] -> P).", "0 a[31] 1; 1 b[15] 0"),
    "not is for what is positive": Graph("P = (when !(-1) a -> P | when (-1) b -> P).", "0 a 0; 0 b 0"),
    "labels for local processes": Graph("P = Q['on], Q.on = (a -> Q['off]), Q['off] = (b -> Q['on]).", "0 a 1; 1 b 0"),
    "indices are the parts of a label": Graph(
        "set S = {[0..1], [0..1][0..1]}\nP = Q[0][1], Q[s:S][v:0..1] = (a[v] -> Q[v][s]).", "0 a[1] 1; 1 a[0] 0",
    ),
    "ranges and constants of one name": Graph("const N = 1\nrange N = 0..N\nP = (a[N] -> b[1*N] -> P).",
                                              "0 a[0] 1; 0 a[1] 1; 1 b[1] 0"),
    "process and composite of one name": Graph("P = (a -> P). ||P = (x:P || P).", "0 x.a 0; 0 a 0"),
    "an empty bracket": Graph("P = (a -> P). ||S = (P || ()).", "0 a 0"),
}  # fmt: skip


@pytest.mark.parametrize("name", GRAPHS)
def test_graph(name: str) -> None:
    graph = GRAPHS[name]
    found, expected = trim(symag.loads(graph.text, "lts")), graph.expected()
    assert found.alphabet == expected.alphabet
    assert found.is_isomorphic_to(expected), str(found)
    errors = [state for state in found.states if state == "ERROR"]
    assert len(errors) == (" E" in graph.rows)


def reader_of(text: str, folder: Path, name: str = "") -> tuple[ModelReader, str]:
    file = folder / "model.lts"
    file.write_text(text)
    return ModelReader(), f"{file}#{name}" if name else str(file)


TURNS = "A = (a -> b -> A). property Q = (a -> b -> Q). property R = (b -> a -> R). ||S = (A || Q || R)."
QUESTIONS = {
    "properties": (TURNS, {"S satisfies Q": True, "S satisfies R": False}),
    "prefixes": (
        "A = (a -> b -> A). property Q = (a -> b -> Q). ||T = (A || Q). ||S = (x:T || y:T).",
        {"S satisfies x:Q": True, "S satisfies y:Q": True},
    ),
    "hidden at the top": (TURNS[:-1] + "\\{a}.", {"S satisfies Q": True, "S satisfies R": False}),
    "hidden lower down": (TURNS[:-1] + "\\{a}. ||T = (x:S).", {"T does not reach ERROR": False}),
    "minimal at the top": (TURNS.replace("||", "minimal ||", 1), {"S satisfies Q": True, "S satisfies R": False}),
    "with priorities": (
        "A = (a -> A | b -> A). property Q = (a -> Q)+{b}. ||S = (A || Q) >> {b}. ||T = (A || Q) << {b}.",
        {"T satisfies Q": False},
    ),
    "priorities keep it": ("A = (a -> A | b -> A). property Q = (a -> Q)+{b}. ||S = (A || Q) >> {b}.",
                           {"S satisfies Q": True}),
    "ERROR in a process": (
        "A = (a -> A | b -> ERROR). B = STOP+{b}. ||S = (A || B).", {"S does not reach ERROR": True},
    ),
    "ERROR that is reached": ("A = (a -> A | b -> ERROR). ||S = (x:A || y:A).", {"S does not reach ERROR": False}),
    "ERROR in a process alone": ("A = (a -> ERROR).", {"DEFAULT does not reach ERROR": False}),
    "no composite process": ("A = (a -> b -> A). property Q = (b -> a -> Q).", {"DEFAULT satisfies Q": False}),
    "actions that only the property has": ("A = (a -> A). property Q = (a -> Q)+{b}. ||S = (A || Q).",
                                           {"S satisfies Q": False}),
    "relabelled to be nondeterministic": (
        "A = (c -> A). property Q = (a -> Q)+{b}. ||S = (A || Q/{c/a, c/b}).", {"S satisfies Q": False},
    ),
    "a property of a composition": (
        "A = (a -> b -> A). B = (a -> A | b -> B), A = (b -> B). property ||Q = A. ||S = (B || Q).",
        {"S satisfies Q": False},
    ),
    "both kinds": ("A = (a -> A | b -> ERROR). property Q = STOP+{a}. ||S = (A || Q).",
                   {"S satisfies Q": False, "S does not reach ERROR": False}),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions(name: str, tmp_path: Path) -> None:
    text, expected = QUESTIONS[name]
    _, path = reader_of(text, tmp_path)
    assert {question.text: bool(question.check()) for question in symag.load_questions(path)} == expected


def test_nothing_is_asked(tmp_path: Path) -> None:
    for text in ("A = (a -> A).", "property Q = (a -> Q).", "property Q = (a -> Q). ||S = (x:Q || y:Q)."):
        reader, path = reader_of(text, tmp_path)
        with pytest.raises(InputError, match="asks no question of its own"):
            reader.assertions(path)


def test_questions_of_one_process(tmp_path: Path) -> None:
    reader, path = reader_of(TURNS + " ||T = (A || Q).", tmp_path)
    assert [one.text for one in reader.assertions(path)] == ["T satisfies Q"]
    assert [one.text for one in reader.assertions(f"{path}#S")] == ["S satisfies Q", "S satisfies R"]
    assert [sorted(one.alphabet) for one in flatten(reader.assertions(path)[0].read().components)] == [["a", "b"]]


def test_the_alphabets_stay(tmp_path: Path) -> None:
    """The action that tells of ERROR is in the question, and nowhere else."""
    reader, path = reader_of("A = (a -> ERROR). ||S = (x:A || y:A).", tmp_path)
    (question,) = reader.assertions(path)
    specification = question.read().specification
    assert isinstance(specification, LPTS)
    assert sorted(specification.alphabet) == ["ERROR(x:A)", "ERROR(y:A)"]
    assert [sorted(model.alphabet) for model in reader.components(path)] == [["x.a"], ["y.a"]]


NOTES = {
    "progress": ("P = (a -> P). progress G = {a} progress H = a", "model.lts: progress G, H: not checked"),
    "assert": ("fluent F = <a, b>\nassert A = [](F -> X (a U b))\nP = (a -> P).", "model.lts: assert A: not checked"),
    "range": ("P = Q[0],\nQ[i:0..1] = (a -> Q[i+1]).", "model.lts: line 2: Q[2] is not defined, or out of its range"),
    "ERROR": ("P = (a -> ERROR). ||S = (x:P || P).", "model.lts: x:P can reach ERROR, a state without moves"),
    "property": (
        "P = (a -> P). property Q = (a -> Q). ||S = (P || Q).",
        "model.lts: the property Q in S blocks nothing",
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_notes(name: str, tmp_path: Path) -> None:
    text, expected = NOTES[name]
    reader, path = reader_of(text, tmp_path)
    reader.components(path)
    assert next(iter(reader.notes)).startswith(expected)


def test_a_property_blocks_nothing() -> None:
    process, watching = read_components("P = (a -> b -> P). property Q = (b -> a -> Q). ||S = (P || Q).", "lts")
    assert all({watching.actions[watching.action[t]] for t in watching.row(s)} == {"a", "b"}
               for s in range(watching.num_states))  # fmt: skip
    assert trim(symag.compose(process, watching)).num_transitions == 3


def test_whole_files() -> None:
    """What one process needs is no concern of another."""
    text = 'import I = "i.aut"\nA = (a -> A).\nB = (b[1/0] -> B).\n||S = (A || I).\n||T = (A || x:A).'
    assert symag.loads(text, "lts").alphabet == {"a", "x.a"}
    for name, place in (("S", (4, 13)), ("B", (3, 9))):
        with pytest.raises(InputError) as caught:
            read_components(text, "lts", process=name)
        assert (caught.value.line, caught.value.column) == place


def test_formulas_end_where_ltsa_says() -> None:
    formulas = ["[](F -> <>G)", "!a", "{a, b}.c[1]", "F[1]", "F(2)", "forall[i:0..1] (a[i] && X b)", "X (a W b) + {c}",
                "exists[i:0..1][j:0..1] [](F[i])", "rigid (1)", "<>[]a.b", "[]!(F <-> G || a U b)"]  # fmt: skip
    for word in ("assert", "constraint", "ltl_property"):
        text = "\n".join(f"{word} F{at}(N=1) = {formula}" for at, formula in enumerate(formulas))
        assert symag.loads(f"fluent F[i:0..1] = <a[i], b> initially 1\n{text}\nX = (a -> U), U = (b -> X).\n"
                           f"{text.replace(' F', ' G')}\n||W = X.", "lts").alphabet == {"a", "b"}  # fmt: skip


BOMBS = {
    "a deep sequence": "P(I=0) = if I == 900 then END else (a -> P(I+1);END).",
    "a sequence without end": "P(I=0) = (a -> P(I+1);END).",
    "a wide sequence": "A = (a -> b -> c -> END). P = " + "A;" * 3000 + "END.",
    "a large property": "property P = Q[0], Q[i:0..99999] = (a[j:0..99] -> Q[(i+j)%100000]).",
    "forbidden actions": "property P = Q[0], Q[i:0..9999] = (a -> Q[(i+1)%10000])+{b[0..9999]}. ||S = (P/{a/b[1]}).",
    "minimal": "P = Q[0], Q[i:0..20000] = (a -> b -> Q[(i*7)%20001]). minimal ||S = (x:P || y:P || z:P)\\{x, y}.",
    "hidden chains": "minimal P = Q[0], Q[i:0..9999] = (when (i<9999) a -> Q[i+1] | when (i==9999) b -> Q[0])\\{a}.",
    "subsets": "deterministic P = (a -> P | b -> P | a -> Q[0]), Q[i:0..30] = (when (i<30) {a, b} -> Q[i+1]).",
    "priorities": "P = Q[0], Q[i:0..99] = (a -> Q[(i+1)%100] | b -> Q[0]). ||S = (p[0..9]:P) << {p[1].b}.",
    "an open formula": "assert A = " + "(" * 100_000,
    "signs of a formula": "P = STOP. assert A = " + "!" * 200_000 + "a",
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str) -> None:
    """An answer, an error or a limit, and no more time or memory than they give."""
    with suppress(InputError, LimitReached):
        symag.loads(BOMBS[name], "lts", limits=Limits(seconds=2, max_states=50_000, memory_mb=4_000))


@pytest.mark.parametrize(
    ("process", "code"), [("S", "S satisfies Z"), ("R", "R does not reach ERROR"), ("", "X does not")]
)
def test_a_property_that_was_composed_is_a_question_still(tmp_path: Path, process: str, code: str) -> None:
    """Also if ERROR cannot be reached: the answer is that it holds."""
    file = tmp_path / "hidden.lts"
    file.write_text(
        "P = (a -> b -> P). property Z = (a -> b -> Z). ||S = (P || Z) \\ {a}. ||R = (S || P)@{b}. ||X = (x:S || y:S)."
    )
    (question,) = symag.load_questions(f"{file}#{process}" if process else file)
    assert question.text is not None
    assert question.text.startswith(code)
    assert question.check()


def test_error_is_written(tmp_path: Path) -> None:
    model = symag.loads("V = (open -> V | close -> ERROR | stop -> STOP).", "lts")
    symag.save(model, tmp_path / "valve.lts")
    assert "close -> ERROR" in (tmp_path / "valve.lts").read_text()
    (question,) = symag.load_questions(tmp_path / "valve.lts")
    assert question.check().verdict == "violated"
