"""Is a claim true of the models in the file? By the textbook, without the kernel."""

from __future__ import annotations

import json

from symag import LPTS
from tests.kernel.documents import Document
from tests.oracle import textbook


def built(model: Document) -> LPTS:
    """The model, read without the kernel and without its tolerance."""
    rows = [(row["from"], row["action"], row["to"]) for row in model["transitions"]]
    return LPTS.build(model["initial"], rows, sorted(set(model["alphabet"])))


def is_true(document: Document, known: dict[str, bool]) -> bool:
    """Is the claim true of the models in the document, by the textbook?"""
    question = json.dumps([document["components"], document["specification"]])
    if question not in known:
        components = [built(component["model"]) for component in document["components"]]
        known[question] = textbook(components, built(document["specification"]["model"])).holds
    claim: str = document["verdict"]
    return known[question] == (claim == "holds")
