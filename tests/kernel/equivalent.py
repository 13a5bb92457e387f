"""Mutants of the kernel that no test can distinguish from it, each with the reason."""

from __future__ import annotations

IDLE = "where the initial state does not do the action, a walk ends at once"
LENGTHS = "the lengths are equal already"
AGAIN = "the same answer is computed again"
SLOWER = "what is not left out is checked one by one: the same, in more time"
SURE = "len(mu) == 1 and (self.hides or action != TAU)"
NUMBERED, ALONE = "enumerate(self.rows)", "steps and len(row) == 1"
TOTALS = "both sides weigh 1 in all, and the other side is exact"
EVERY = "(*image.values(), *nu.values())"
SEARCHED = "each side has an outcome; a search comes to the same, in more time"
OPEN = "open(0 if path == '-' else path"
MAPPED = "tree.reachable == execution.keys()"
MAP = "a map never has more values than keys"
NUMBER = r"\d{1,4000}(/(?=0*[1-9])\d{1,4000}|\.\d{1,4000})?"
FEWER = NUMBER.replace(r"])\d{1", r"])\d{0")
WEIGHTS = "(weight for _, weight in outcome)"
ROWS, COLUMNS = "sum((weights[row, q] for q in nu))", "sum((weights[row, q] for row in image))"

# A label says where the mutant differs, what is there in the kernel, and what is there in the mutant.
EQUIVALENT = {
    "module: Fraction | int → Fraction": "the name of a type",
    **{
        f"written: {change}": "the same, in more time"
        for change in (
            "len(mu) == 1 → len(mu) <= 1",
            "1 → 0 in len(mu) == 1",
            "((*mu, '1'),) if len(mu) == 1 else tuple(sorted(((q, str(p)) for q, p in mu.items()))) → "
            "tuple(sorted(((q, str(p)) for q, p in mu.items())))",
        )
    },
    "Model.settled: self.reach(states, TAU) if self.settles else frozenset(states) → self.reach(states, TAU)": (
        "the same, in more time"
    ),
    "Model.__init__: for action in {*actions} - {TAU, *self.alphabet}: … → "
    "for action in list({*actions} - {TAU, *self.alphabet})[:1]: …": "one is enough to reject",
    "Model.__init__: zip(states, actions, map(distribution, targets), strict=True) → "
    "zip(states, actions, map(distribution, targets))": LENGTHS,
    "Model.__init__: True → False": LENGTHS,
    "Model.is_lts: len(mu) == 1 → len(mu) <= 1": "a distribution has an outcome",
    "read.unique: len(table) == len(pairs) → len(table) >= len(pairs)": "a table never has more keys than pairs",
    f"module: {NUMBER!r} → {FEWER!r} in re.compile({NUMBER!r}, re.ASCII)": "a digit must follow already",
    f"System.moves: prod({WEIGHTS}, start=ONE) → prod({WEIGHTS})": "a component takes part",
    "distribution: name(s) → s": "the keys of a JSON object are strings",
    "System.moves: zip(self.components, state, strict=True) → zip(self.components, state)": LENGTHS,
    "System.moves: True → False": LENGTHS,
    "System.moves: zip(taking, outcome, strict=True) → zip(taking, outcome)": LENGTHS,
    "System.moves: True → False (2)": LENGTHS,
    "System.moves:  for i, offer in enumerate(offers) if TAU in offer →  for i, offer in enumerate(offers)": (
        "it has no way to move"
    ),
    "matches: weight > 0 → weight >= 0": "zero was let through before",
    "matches: if len(image) == 1 or len(nu) == 1: … → if False: …": SEARCHED,
    "matches: len(image) == 1 or len(nu) == 1 → len(image) == 1 and len(nu) == 1": SEARCHED,
    "matches: len(image) == 1 or len(nu) == 1 → len(nu) == 1": SEARCHED,
    "matches: len(image) == 1 or len(nu) == 1 → len(image) == 1": SEARCHED,
    f"matches:  for weight in {EVERY} →  for weight in list({EVERY})[1:]": (
        "the weights sum to 1, so the denominator of one divides the multiple of the others"
    ),
    "matches: 0 → -1 in weight > 0": "weights are whole numbers, and zero was let through before",
    "check_following: row - able → row": AGAIN,
    "check_following: row - able → row | able": AGAIN,
    "check_following: able.add(p) → pass": AGAIN,
    "matches: int(weight * scale) → weight * scale": "it is a whole number already",
    "matches: int(weight * scale * total) → weight * scale * total": "it is a whole number already",
    "matches: len(image) == 1 → len(image) <= 1": SEARCHED,
    "matches: 1 → 0 in len(image) == 1": SEARCHED,
    "matches: len(nu) == 1 → len(nu) <= 1": SEARCHED,
    "matches: 1 → 0 in len(nu) == 1": SEARCHED,
    f"matches: {ROWS} == mass → {ROWS} <= mass": TOTALS,
    f"matches: {ROWS} == mass → {ROWS} >= mass": TOTALS,
    "matches:  for row, mass in masses.items() →  for row, mass in list(masses.items())[1:]": TOTALS,
    f"matches: {COLUMNS} == mass → {COLUMNS} <= mass": TOTALS,
    f"matches: {COLUMNS} == mass → {COLUMNS} >= mass": TOTALS,
    "matches:  for q, mass in room.items() →  for q, mass in list(room.items())[1:]": TOTALS,
    "judge: zip(components, described, strict=True) → zip(components, described)": LENGTHS,
    "judge: True → False": LENGTHS,
    "check_proof: len(related) == len(premises) → len(related) >= len(premises)": "a premise has at most one relation",
    "check_renaming: zip(tables, related[like], parts, strict=True) → zip(tables, related[like], parts)": LENGTHS,
    "check_renaming: True → False": LENGTHS,
    "renamed: len({*to.values()}) == len(to) → len({*to.values()}) >= len(to)": MAP,
    "judge: claim == 'holds' → claim <= 'holds'": "the other claim is 'violated'",
    "main: gc.disable() → pass": "the same, in more time",
    "replacement: 0 → -1 in step[0]": "the list has one item",
    "replacement: 0 → -1 in step[0] (2)": "the list has one item",
    f"main: {OPEN}, encoding='utf-8') → {OPEN})": "UTF-8 is the default where the tests run",
    "depth: moves < len(tree.reachable) → moves <= len(tree.reachable)": "a cycle goes on",
    "executed_tree: name(node) → node": "the keys of a JSON object are strings",
    "executed_tree: len(mapped) == len(mu) → len(mapped) >= len(mu)": "a mapping never has more values than keys",
    "actions_of:  for child in mu →  for child in list(mu)[:1]": "a plain LTS does each move, so it has one outcome",
    "actions_of: len(moves) == 1 → len(moves) <= 1": "a node that is in the table has a move",
    "refuted_pair: items(cut) → cut": "each side must be a list, which a letter or a key is not",
    f"executed_tree: {MAPPED} >= tree.moves.keys() → {MAPPED} > tree.moves.keys()": "a tree has a leaf",
    "Diagram.__init__: len({*self.rows}) == len(self.rows) → len({*self.rows}) >= len(self.rows)": (
        "a set never has more items than the list"
    ),
    "Diagram.__init__: zip(given, children, strict=True) → zip(given, children)": LENGTHS,
    "Diagram.__init__: True → False": LENGTHS,
    "Diagram.obligations: zip(goals, weights, strict=True) → zip(goals, weights)": LENGTHS,
    "Diagram.obligations: True → False": LENGTHS,
    "Diagram.obligations: asking if is_idle else passing → passing": IDLE,
    "Diagram.walk: levels[node] == level → levels[node] <= level": "a walk has left each node at its level",
    **{
        f"Diagram.walk: {change}": "the same, in more time"
        for change in (
            "if not is_moving and len(above) == 1: … → if False: …",
            "len(above) == 1 → len(above) <= 1",
            "1 → 0 in len(above) == 1",
            "continue → pass",
            "len(mu) == 1 → len(mu) <= 1",
            "1 → 0 in len(mu) == 1",
            "weights if len(mu) == 1 else tuple([w * p for w in weights for p in whole(mu)]) → "
            "tuple([w * p for w in weights for p in whole(mu)])",
        )
    },
    "digest: json.dumps(canonical, check_circular=False) → json.dumps(canonical)": "no list contains itself",
    "digest: False → True": "no list contains itself",
    **{
        f"Model.steps: {change}": SLOWER
        for change in (
            f" for p, action, mu in self.rows if {SURE} →  for p, action, mu in list(self.rows)[1:] if {SURE}",
            f" for p, action, mu in self.rows if {SURE} →  for p, action, mu in list(self.rows)[:1] if {SURE}",
            "len(mu) == 1 → len(mu) <= 1",
            "1 → 0 in len(mu) == 1",
            "self.hides or action != TAU → self.hides and action != TAU",
            "self.hides or action != TAU → action != TAU",
            "self.hides or action != TAU → self.hides",
        )
    },
    "Diagram.__init__: zip(self.doing, system.components, strict=True) → zip(self.doing, system.components)": LENGTHS,
    "Diagram.__init__: True → False (2)": LENGTHS,
    **{
        f"Diagram.obligations: {change}": SLOWER
        for change in (
            f" for number, row in {NUMBERED} if {ALONE} →  for number, row in list({NUMBERED})[1:] if {ALONE}",
            f" for number, row in {NUMBERED} if {ALONE} →  for number, row in list({NUMBERED})[:1] if {ALONE}",
            "len(row) == 1 → len(row) <= 1",
            "1 → 0 in len(row) == 1",
            " for p in row →  for p in list(row)[1:]",
            " for p in row →  for p in list(row)[:1]",
            "for p, action, q in steps: … → for p, action, q in list(steps)[1:]: …",
            "for p, action, q in steps: … → for p, action, q in list(steps)[:1]: …",
            "answered[action].add((alone.get(p), alone.get(q))) → pass",
            "(alone.get(p), alone.get(q)) → (alone.get(q),)",
            "(alone.get(p), alone.get(q)) → (alone.get(p),)",
            "reached - answered[action] → reached",
        )
    },
    "Diagram.relation: self.levels[initial] == level → self.levels[initial] <= level": "it has left each node before",
    "indices: 1 → 2 in -1": "both are out of range",
    "whole: int(p * scale) → p * scale": "it is a whole number already",
    "whole:  for p in mu.values() →  for p in list(mu.values())[1:]": (
        "the weights sum to 1, so the denominator of one divides the multiple of the others"
    ),
    "Diagram.walk: 0 → -1 in above[0]": "the list has one item",
    "Diagram.walk: 1 → 2 in (1,)": "weights count in proportion to each other",
    "Diagram.reached: 1 → 2 in self.done + 1": "there is room that no node uses",
    "Diagram.walk:  for one in taking if one > level →  for one in list(taking)[1:] if one > level": (
        "a walk starts at the first component that takes part"
    ),
}

EQUIVALENT_OF_PROBABILITY: dict[str, str] = {
    "Path.__init__: before == 'true' → before >= 'true'": "no other text begins with a letter that comes after it",
    "drawn: path.canonical[:2] == [['true'], ['true']] → path.canonical[:2] >= [['true'], ['true']]": (
        "no other kind comes after it"
    ),
    "drawn: items(get(part, 'sets')) → get(part, 'sets')": "each set must be a list",
    "drawn:  for level, edges in zip(diagram.levels, diagram.asking, strict=True) if level == 0 →  "
    "for level, edges in list(zip(diagram.levels, diagram.asking, strict=True))[1:] if level == 0": (
        "the first one is a row"
    ),
    "drawn: zip(diagram.levels, diagram.asking, strict=True) → zip(diagram.levels, diagram.asking)": LENGTHS,
    "drawn: True → False": LENGTHS,
    "drawn: level == 0 → level <= 0": "no component comes before the first one",
    "drawn: 0 → -1 in sum((weight * y for y, weight in image.items())) if goes_on else 0": "no number is less than 0",
    **{
        f"Formula.read: kind == 'and' → kind <= 'and'{which}": "the other kind is 'or'"
        for which in ("", " (2)", " (3)")
    },
    "Formula.read: kind == 'enabled' → kind >= 'enabled'": "the other kind is 'disabled'",
    "Formula.read: kind == 'more than' → kind >= 'more than'": "the other kind is 'at most'",
    "Formula.read: kind == 'true' → kind >= 'true'": "the other kind is 'false'",
    "Formula.shown_by: zip(self.paths, parts, strict=True) → zip(self.paths, parts)": LENGTHS,
    "Formula.shown_by: True → False": LENGTHS,
    "Values.value: len(waiting) == size → len(waiting) <= size": "what waits only grows",
}
"""The same for the file of probabilities."""

PAIRS = "set(map(frozenset, combinations(range(len(words)), 2)))"
KIND = "get(certificate, 'kind')"
ROOM, ERROR = "there is room that no literal uses", "it is different from every other node"
EQUIVALENT_OF_MINIMALITY: dict[str, str] = {
    "Propagation.__init__: 1 → 2 in 2 * variables + 1": ROOM,
    "Propagation.__init__: 2 → 3 in 2 * variables": ROOM,
    "Propagation.conflict: 2 → 1 in range(2, len(clause))": "the literal there is false",
    "Side.after: (nodes, letter) → (letter,)": AGAIN,
    "Side.after: (nodes, letter) → (nodes,)": AGAIN,
    "Side.after: if (nodes, letter) not in self.steps: … → if True: …": AGAIN,
    "Side.moves:  for to in goals →  for to in list(goals)[:1]": "components are plain, so there is one outcome",
    f"check_minimality: {KIND} == 'assume-guarantee' → {KIND} <= 'assume-guarantee'": "the other kind is 'simulation'",
    "module: ((), frozenset()) → ((),)": ERROR,
    "module: ((), frozenset()) → (frozenset(),)": ERROR,
    f"words_of: apart == {PAIRS} → apart >= {PAIRS}": "no word with its suffix is both inside and outside",
}
"""The same for the last file of the kernel."""
