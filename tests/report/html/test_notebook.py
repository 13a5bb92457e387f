"""Models, counterexamples and verdicts in a notebook; and the tour, which runs as it is."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import nbformat
import pytest
from nbclient import NotebookClient

import symag
from symag import LPTS
from symag.cli.demo import CHANNEL
from tests.report.reports import CASES, HOSTILE
from tests.waiting import PATIENCE

TOUR = Path(__file__).parents[3] / "examples" / "tour.ipynb"


def test_the_tour(tmp_path: Path) -> None:
    notebook = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without what it prints"
    where = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=int(PATIENCE), kernel_name="python3", resources=where).execute()
    shown = [output["data"] for cell in notebook.cells for output in cell.get("outputs", ()) if "data" in output]
    pages = [data["text/html"] for data in shown if "text/html" in data]
    assert len(pages) == 7
    assert "<b>link</b> 2 states, 2 transitions" in pages[0]
    assert "<b>spec can follow everything that sender ‖ channel does, step by step.</b>" in pages[2]
    assert "channel ≼ A1" in pages[3]
    assert "busy cannot answer output: 1/10 goes to n3" in pages[4]
    assert "not allowed" in pages[5]
    assert "the only path suffices: 1/10 = 0.1 &gt; 1/20" in pages[6]
    assert not any("\x1b" in page for page in pages), "a kernel asks for colours"
    assert not any(output.get("name") == "stderr" for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "accepted=True" in shown[4]["text/plain"]
    assert "symag-tour/violated.html" in shown[-1]["text/plain"]
    assert (tmp_path / "symag-tour" / "violated.html").exists()


@pytest.mark.parametrize("name", CASES)
def test_verdicts_stand_alone_in_a_notebook(name: str) -> None:
    verdict = CASES[name][1]()
    root = ET.fromstring(verdict._repr_html_())
    told = " ".join(root.itertext())
    assert verdict.verdict in told
    assert {element.tag.rpartition("}")[2] for element in root.iter()}.isdisjoint({"script", "img", "a", "iframe"})
    if verdict.counterexample is not None:
        assert ET.fromstring(verdict.counterexample._repr_html_()).find(".//pre") is not None
        assert ET.fromstring(verdict.counterexample.tree._repr_html_()).find(".//figure") is not None
        assert (verdict.counterexample.tree._repr_svg_() or "").startswith("<svg")


def test_models_in_a_notebook() -> None:
    assert "<svg" in CHANNEL._repr_html_()
    large = LPTS.build("0", [(str(i), f"a{i % 40}", str(i + 1)) for i in range(600)], name="<large>")
    html = large._repr_html_()
    assert "<svg" not in html
    assert "&lt;large&gt;</b> 601 states, 600 transitions; actions: a0, a1" in html
    assert "and 28 more" in html
    hostile = LPTS.build(HOSTILE[0], [(HOSTILE[0], HOSTILE[2], HOSTILE[1])], name=HOSTILE[2])
    root = ET.fromstring(hostile._repr_html_())
    assert "script" not in {element.tag.rpartition("}")[2] for element in root.iter()}
    assert symag.compose(hostile, hostile)._repr_svg_() is not None
