/*<![CDATA[*/
"use strict";
/* One slide at a time, by the slider, its arrow keys or the buttons. Without this script all slides are there. */
for (const box of document.querySelectorAll("[data-slider]")) {
  const slides = [...box.querySelectorAll(".slide")];
  const range = box.querySelector("input[type=range]"), output = box.querySelector("output");
  const buttons = [...box.querySelectorAll("[data-go]")], stage = box.querySelector(".canvas");
  const beside = box.querySelector(".spec .canvas");  /* the states that cannot answer are marked, too */
  const show = () => {
    const now = Number(range.value) - 1;
    slides.forEach((slide, number) => { slide.hidden = number !== now; });
    output.textContent = `${now + 1} of ${slides.length}`;
    range.setAttribute("aria-valuetext", `${now + 1} of ${slides.length}: ${slides[now].dataset.title}`);
    buttons.forEach((button) => {
      const goal = now + Number(button.dataset.go);
      button.disabled = goal < 0 || goal >= slides.length;
    });
    mark(stage, slides[now].dataset.node);
    if (stage && slides[now].dataset.path !== undefined) {  /* the nodes of a path */
      stage.querySelectorAll(".on").forEach((one) => one.classList.remove("on"));
      slides[now].dataset.path.split(" ").forEach((one) => stage.querySelector(`.s${one}`)?.classList.add("on"));
    }
    if (beside) {
      beside.querySelectorAll(".now").forEach((one) => one.classList.remove("now"));
      slides[now].dataset.above.split(" ").forEach((one) => beside.querySelector(`.s${one}`)?.classList.add("now"));
    }
    const position = document.querySelector("dialog .position");
    if (position) position.textContent = `${output.textContent}: ${slides[now].dataset.title}`;
    slides[now].querySelectorAll(".canvas").forEach(fit);
  };
  range.addEventListener("input", show);
  buttons.forEach((button) => button.addEventListener("click", () => {
    range.value = Number(range.value) + Number(button.dataset.go);
    show();
  }));
  const visit = (node) => {
    const found = slides.findIndex((slide) => slide.dataset.node === node);
    if (found < 0) return;
    range.value = found + 1;
    show();
  };
  box.querySelectorAll("[data-goto]").forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    visit(link.dataset.goto);
    range.focus();
  }));
  if (stage && slides.length && slides[0].dataset.node !== undefined) {
    slides.forEach((slide) => stage.querySelector(`.s${slide.dataset.node}`)?.classList.add("stop"));
    stage.addEventListener("click", (event) => {
      const node = document.elementFromPoint(event.clientX, event.clientY)?.closest(".node.stop");
      if (node && !stage.classList.contains("dragged")) visit([...node.classList].find((one) => /^s\d+$/.test(one)).slice(1));
    });
  }
  if (slides.length > 1) box.querySelector(".controls").hidden = false;
  queueMicrotask(show);
}

/* Arrow keys step through the slides on the screen, except in elements that use arrow keys themselves. */
addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .canvas")) return;
  const boxes = [...document.querySelectorAll("[data-slider]")];
  const seen = (box) => box.getBoundingClientRect().bottom > 0 && box.getBoundingClientRect().top < innerHeight;
  const dialog = document.querySelector("dialog");
  const box = dialog ? dialog.box : boxes.find(seen) || boxes[0];
  const button = box && box.querySelector(`[data-go="${by}"]`);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
});

/* The node of the tree that the slide is about. */
function mark(stage, node) {
  if (!stage || node === undefined) return;
  stage.querySelectorAll(".now").forEach((one) => one.classList.remove("now"));
  const found = stage.querySelector(`.s${node}`);
  if (!found) return;
  found.classList.add("now");
  centre(stage, found);
}
function centre(canvas, node) {
  const frame = canvas.getBoundingClientRect(), place = node.getBoundingClientRect();
  canvas.scrollLeft += place.left + place.width / 2 - frame.left - frame.width / 2;
  canvas.scrollTop += place.top + place.height / 2 - frame.top - frame.height / 2;
}

/* Pictures: scroll or drag to move, buttons or + - 0 to zoom; one at a time can have the whole window. */
const READABLE = 0.72, LEAST = 0.35;
function natural(svg) { return svg.viewBox.baseVal.width * 4 / 3; }
function scale(canvas, factor) {
  const svg = canvas.querySelector("svg");
  const middle = [
    (canvas.scrollLeft + canvas.clientWidth / 2) / canvas.scrollWidth,
    (canvas.scrollTop + canvas.clientHeight / 2) / canvas.scrollHeight,
  ];
  canvas.dataset.scale = Math.min(6, Math.max(0.02, factor));
  canvas.classList.add("scaled");
  svg.style.width = `${natural(svg) * canvas.dataset.scale}px`;
  canvas.scrollLeft = middle[0] * canvas.scrollWidth - canvas.clientWidth / 2;
  canvas.scrollTop = middle[1] * canvas.scrollHeight - canvas.clientHeight / 2;
  const hint = canvas.nextElementSibling && canvas.nextElementSibling.querySelector(".hint");
  if (hint) hint.hidden = canvas.scrollWidth <= canvas.clientWidth + 1 && canvas.scrollHeight <= canvas.clientHeight + 1;
}
function whole(canvas) {
  const svg = canvas.querySelector("svg"), most = parseFloat(getComputedStyle(canvas).maxHeight) || canvas.clientHeight;
  return Math.min(canvas.closest("dialog") ? 1.6 : 1, (canvas.clientWidth - 12) / natural(svg), (most - 12) / (svg.viewBox.baseVal.height * 4 / 3));
}
function readable(canvas) {  /* what could not be read as a whole is scrolled */
  const all = whole(canvas), least = canvas.closest(".walk") ? READABLE : LEAST;  /* steps are followed anyway */
  return all < least ? READABLE : all;
}
function fit(canvas) {
  if (canvas.dataset.scale || !canvas.clientWidth) return;
  const box = canvas.closest(".card, .pair > *");
  if (box && whole(canvas) < READABLE) box.classList.add("wide");  /* alone in its row */
  scale(canvas, readable(canvas));
  centre(canvas, canvas.querySelector(".split") || canvas.querySelector(".new") || canvas.querySelector(".start"));
}
for (const canvas of document.querySelectorAll(".canvas")) {
  const tools = document.createElement("div");
  tools.className = "zoom";
  const zoom = (by) => {
    canvas.classList.add("touched");
    scale(canvas, by ? Number(canvas.dataset.scale) * by : whole(canvas));
  };
  const offer = (sign, name, action) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", `${name}: ${canvas.getAttribute("aria-label")}`);
    button.addEventListener("click", action);
    tools.append(button);
  };
  offer("−", "zoom out", () => zoom(0.8));
  offer("+", "zoom in", () => zoom(1.25));
  offer("fit", "fit the picture", () => zoom(0));
  offer("enlarge", "the picture in the whole window", () => enlarge(canvas, tools));
  const hint = document.createElement("span");
  hint.className = "hint";
  hint.textContent = "a part of it: drag or scroll for the rest";
  hint.hidden = true;
  tools.append(hint);
  canvas.after(tools);
  canvas.addEventListener("keydown", (event) => {
    const by = { "+": 1.25, "=": 1.25, "-": 0.8, "0": 0 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    zoom(by);
  });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 0.9 : 1.1);
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button) return;
    const from = [event.clientX + canvas.scrollLeft, event.clientY + canvas.scrollTop];
    canvas.classList.remove("dragged");
    const move = (now) => {
      if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > 4) canvas.classList.add("dragged");
      canvas.scrollLeft = from[0] - now.clientX;
      canvas.scrollTop = from[1] - now.clientY;
    };
    const stop = () => { canvas.classList.remove("dragging"); canvas.removeEventListener("pointermove", move); };
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("dragging");
    canvas.addEventListener("pointermove", move);
    canvas.addEventListener("pointerup", stop, { once: true });
    canvas.addEventListener("pointercancel", stop, { once: true });
  });
  fit(canvas);
}
function enlarge(canvas, tools) {
  const open = canvas.closest("dialog");
  if (open) { open.close(); return; }
  const dialog = document.createElement("dialog"), place = document.createElement("span");
  const before = canvas.dataset.scale, button = tools.lastElementChild.previousElementSibling;
  canvas.before(place);
  dialog.setAttribute("aria-label", canvas.getAttribute("aria-label"));
  dialog.append(canvas, tools);
  const box = place.closest("[data-slider]");
  if (box && !place.closest(".slide")) {  /* the step that it shows, and the keys to go on */
    dialog.box = box;
    const position = document.createElement("p");
    position.className = "position";
    position.setAttribute("aria-live", "polite");
    position.textContent = box.querySelector("input[type=range]").getAttribute("aria-valuetext");
    dialog.prepend(position);
  }
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    place.replaceWith(canvas, tools);
    dialog.remove();
    button.textContent = "enlarge";
    scale(canvas, before);
    button.focus();
  });
  dialog.showModal();
  button.textContent = "close";
  scale(canvas, readable(canvas));
  button.focus();
}
let width = innerWidth;
addEventListener("resize", () => {
  if (width === innerWidth) return;
  width = innerWidth;
  document.querySelectorAll(".wide").forEach((box) => box.classList.remove("wide"));
  document.querySelectorAll(".canvas:not(.touched)").forEach((canvas) => { delete canvas.dataset.scale; fit(canvas); });
  document.querySelectorAll("[data-slider] input").forEach((range) => range.dispatchEvent(new Event("input")));
});
/*]]>*/
