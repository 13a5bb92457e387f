"""The report in a real browser: every step of it, by keyboard, at two widths, in the light and in the dark."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tests.report.reports import CASES

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""As Debian and others call it."""

TREE = ".walk > .picture .canvas"
"""The picture that the steps go through; the specification has another, beside it."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no browser is installed: apt-get install chromium")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    files = {name: folder / f"{name}.html" for name in CASES}
    for name, file in files.items():
        CASES[name][1]().report(file)
    return files


def opened(browser: Browser, file: Path, width: int, scheme: str) -> tuple[Page, list[str]]:
    """The page, and a list to which everything is added that must not happen."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(dialog.message))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(file.as_uri())
    return page, wrong


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def step_through(page: Page, box: Locator) -> int:
    """Go to the last slide by the arrow key, and back by the button; how many there were."""
    slides, slider = box.locator(".slide"), box.locator("input[type=range]")
    number = slides.count()
    if number < 2:
        assert not box.locator(".controls").is_visible()
        return number
    slider.focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", "the focus can be seen"
    for position in range(number):
        assert [slides.nth(one).is_visible() for one in range(number)] == [one == position for one in range(number)]
        assert box.locator("output").inner_text() == f"{position + 1} of {number}"
        told = slider.get_attribute("aria-valuetext") or ""
        assert told == f"{position + 1} of {number}: {slides.nth(position).get_attribute('data-title')}"
        node = slides.nth(position).get_attribute("data-node")
        if node is not None:
            assert box.locator(f":scope > .picture .now.s{node}").count() == 1
            assert box.locator(":scope > .picture .now").count() == 1
            above = (slides.nth(position).get_attribute("data-above") or "").split()
            assert box.locator(".spec .now").count() == len(above)
            assert all(box.locator(f".spec .now.s{state}").count() == 1 for state in above)
        assert overflow(page) == 0
        page.keyboard.press("ArrowRight")
    back = box.get_by_role("button", name="previous")
    for _ in range(number - 1):
        back.press("Enter")
    assert slides.first.is_visible()
    assert back.is_disabled()
    return number


@pytest.mark.parametrize("name", CASES)
def test_every_step_of_every_report(browser: Browser, pages: dict[str, Path], name: str) -> None:
    for width, scheme in ((1280, "light"), (400, "dark")):
        page, wrong = opened(browser, pages[name], width, scheme)
        title = page.title()
        assert title.startswith(f"{CASES[name][0]}: ")
        for box in page.locator("[data-slider]").all():
            assert step_through(page, box) == box.locator(".slide").count()
        assert page.title() == title, "no name from a model has run"
        assert not wrong
        page.context.close()


def test_pictures_zoom_and_move_by_keyboard(browser: Browser, pages: dict[str, Path]) -> None:
    page, wrong = opened(browser, pages["agar"], 400, "light")
    canvas = page.locator("#models .canvas").first
    width = "svg => svg.getBoundingClientRect().width"
    before = canvas.locator("svg").evaluate(width)
    canvas.focus()
    for _ in range(4):
        page.keyboard.press("+")
    assert canvas.locator("svg").evaluate(width) > 2 * before
    left = canvas.evaluate("one => one.scrollLeft")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("([one, left]) => one.scrollLeft > left", arg=[canvas.element_handle(), left])
    page.keyboard.press("0")
    assert canvas.evaluate("one => one.scrollWidth <= one.clientWidth"), "all of it is to be seen"
    assert overflow(page) == 0
    assert not wrong


def test_a_picture_can_have_the_whole_window(browser: Browser, pages: dict[str, Path]) -> None:
    """By keyboard: there and back, with the focus where it was."""
    page, wrong = opened(browser, pages["agar"], 400, "light")
    canvas = page.locator("#models .canvas").first
    width = "one => one.getBoundingClientRect().height"
    before = canvas.evaluate(width)
    button = page.locator("#models").get_by_role("button", name="the picture in the whole window").first
    button.press("Enter")
    assert page.locator("dialog .canvas").count() == 1
    assert page.locator("dialog .canvas").evaluate(width) > 2 * before
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog')")
    assert canvas.evaluate(width) == before
    assert button.evaluate("one => one === document.activeElement")
    assert overflow(page) == 0
    assert not wrong


def test_nodes_and_links_go_to_their_step(browser: Browser, pages: dict[str, Path]) -> None:
    """A click on the picture, a link in a reason; and the keys step in the enlarged picture, too."""
    page, wrong = opened(browser, pages["auto"], 1280, "light")
    slider, canvas = page.locator("[data-slider] input[type=range]").first, page.locator(TREE)
    canvas.locator(".node.s2 text").click()
    assert slider.input_value() == "3"
    assert page.locator(f"{TREE} .now.s2").count() == 1
    canvas.locator(".node.s5 text").click()
    assert slider.input_value() == "3", "nothing is shown there"
    page.get_by_role("link", name="n3").click()
    assert slider.input_value() == "4"
    page.locator(".walk > .picture").get_by_role("button", name="the picture in the whole window").click()
    page.keyboard.press("ArrowLeft")
    assert page.locator("dialog .position").inner_text() == "3 of 4: After send"
    assert page.locator("dialog .now.s2").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog')")
    assert page.locator(f"{TREE} .now.s2").count() == 1
    assert not wrong


def test_arrow_keys_step_from_anywhere(browser: Browser, pages: dict[str, Path]) -> None:
    page, wrong = opened(browser, pages["auto"], 1280, "light")
    slider = page.locator("[data-slider] input[type=range]").first
    for key, position in (("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2")):
        page.keyboard.press(key)
        assert slider.input_value() == position
    page.get_by_role("button", name="next").first.click()
    page.keyboard.press("ArrowLeft")
    assert slider.input_value() == "2"
    assert not wrong


def test_colours_can_be_read(browser: Browser, pages: dict[str, Path]) -> None:
    """WCAG AA: a contrast of 4.5 between a text and what is behind it, in both schemes."""
    contrast = """
    () => {
      const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = (c) => c.slice(0, 3).map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = (one) => {
        for (let at = one; at; at = at.parentElement) {
          const colour = rgb(getComputedStyle(at).backgroundColor);
          if (colour.length === 3 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
      };
      const texts = [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg, script, :disabled")
        && [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()));
      return texts.map((one) => {
        const pair = [light(rgb(getComputedStyle(one).color)), light(behind(one))].sort((a, b) => b - a);
        return [(pair[0] + 0.05) / (pair[1] + 0.05), one.className, one.textContent.trim().slice(0, 40)];
      }).filter((found) => found[0] < 4.5);
    }"""
    for name in ("agar", "auto", "traces", "unknown", "learn"):
        for scheme in ("light", "dark"):
            page, _ = opened(browser, pages[name], 1280, scheme)
            assert page.evaluate(contrast) == []
            page.context.close()


def test_without_scripts_everything_is_there(browser: Browser, pages: dict[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(pages["auto"].as_uri())
    assert all(slide.is_visible() for slide in page.locator(".slide").all())
    assert not page.locator(".controls").first.is_visible()
    context.close()
