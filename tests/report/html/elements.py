"""Elements of a page, for the tests of its sections."""

from __future__ import annotations

import xml.etree.ElementTree as ET


def parsed(text: str) -> ET.Element:
    """The page as a tree: it is written so that a strict parser can read it."""
    return ET.fromstring(text)


def text_of(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]
