// Pan and zoom on the board: two fingers, Ctrl and the wheel, + and -, 0 for the whole. On a board with a map the part of the
// drawing that carries data-pan moves alone, also by the bare wheel, by dragging and with Shift and the arrows; it moves by itself only to show what happened or is asked about (class about), and never while a hand is on it.

const MOST = { board: 4, map: 9 };
const WHOLE = 1.5;
const SLACK = 120; // px by which the edge of a map can be drawn inwards, from under what lies over it
const QUIET = 1500; // ms after the last touch in which the view stays where it was put
let scale = 1;
let x = 0;
let y = 0;
let touched = 0;
let put = () => {};
export let bring = () => {}; // things into sight, wherever the view was put: a lesson speaks of them
const held = new Map();

export function watchPan() {
  const stage = document.querySelector(".stage");
  if (!stage) return;
  const layer = stage.querySelector(".stage-pan");
  const map = () => layer.querySelector("[data-pan]");
  const hand = () => (touched = performance.now());

  // The window in which the board is seen, within the stage: a map may share the stage with papers beside it.
  const pane = () => {
    const outer = stage.getBoundingClientRect();
    const { left, top, width, height } = (map()?.ownerSVGElement ?? stage).getBoundingClientRect();
    return { left: left - outer.left, top: top - outer.top, width, height };
  };
  // What is drawn there: a map keeps its proportions.
  const drawn = () => {
    const { left, top, width, height } = pane();
    const box = map()?.ownerSVGElement.viewBox.baseVal;
    if (!box) return { left, top, width, height, unit: 1 };
    const unit = Math.max(box.width / width, box.height / height);
    return { left: left + (width - box.width / unit) / 2, top: top + (height - box.height / unit) / 2, width: box.width / unit, height: box.height / unit, unit, box };
  };
  const within = (value, [from, size], start, length) => {
    if (length * scale <= size) return from + (size - length * scale) / 2 - start * scale;
    const slack = map() && scale > 1 ? SLACK : 0;
    return Math.min(from + slack - start * scale, Math.max(value, from + size - slack - (start + length) * scale));
  };
  put = (softly = false) => {
    const all = drawn();
    scale = Math.min(map() ? MOST.map : MOST.board, Math.max(1, scale));
    const { left, top, width, height } = pane();
    x = within(x, [left, width], all.left, all.width);
    y = within(y, [top, height], all.top, all.height);
    layer.classList.toggle("stage-pan--softly", softly);
    layer.classList.toggle("stage-pan--near", scale > 1.7);
    if (!all.box) return layer.style.setProperty("transform", scale === 1 ? "none" : `translate(${x}px, ${y}px) scale(${scale})`);
    const units = (offset, start, begin) => `${(begin * (1 - scale) + (offset + (scale - 1) * start) * all.unit).toFixed(2)}px`;
    const view = { "--pan-x": units(x, all.left, all.box.x), "--pan-y": units(y, all.top, all.box.y), "--zoom": scale, "--unit": (all.unit / scale).toFixed(3) };
    for (const [name, value] of Object.entries(view)) layer.style.setProperty(name, value);
  };
  const middle = () => {
    const { left, top, width, height } = pane();
    return [left + width / 2, top + height / 2];
  };
  const zoom = (factor, atX = middle()[0], atY = middle()[1], softly = false) => {
    const before = scale;
    scale = Math.min(map() ? MOST.map : MOST.board, Math.max(1, scale * factor));
    x = atX - ((atX - x) * scale) / before;
    y = atY - ((atY - y) * scale) / before;
    put(softly);
  };

  // A map that would lie small in its window begins larger, where there is something to do; one that nearly fills it begins whole.
  const home = () => {
    const all = drawn();
    const legible = all.unit / (Number(map()?.dataset.legible) || Infinity); // how much nearer names can be read
    const filling = pane().height / all.height;
    scale = map() ? Math.min(Math.max(filling < WHOLE ? 1 : filling, legible), 3) : 1;
    if (scale < 1.2) scale = 1;
    [x, y] = middle().map((at) => at * (1 - scale));
    put();
    const marks = document.getElementById("lesson") ? ["lit:not(.chosen)", "about"] : ["hinted", "about", "lit"];
    const looked = marks.map((mark) => [...layer.querySelectorAll(`[data-pan] .${mark}`)]).find((found) => found.length);
    if (scale > 1 && looked) show(looked, false);
  };
  const fit = () => {
    if (scale > 1) {
      scale = 1;
      put(true);
    } else home();
  };

  // The part of the window over which no paper lies (data-cover) from one side to the other.
  const seen = () => {
    const { left, right, top, bottom } = (map()?.ownerSVGElement ?? stage).getBoundingClientRect();
    const clear = { left, right, top, bottom };
    for (const paper of layer.querySelectorAll("[data-cover]")) {
      const box = paper.getBoundingClientRect();
      if (box.width < (right - left) * 0.9) continue;
      if (box.top - top < bottom - box.bottom) clear.top = Math.max(clear.top, box.bottom);
      else clear.bottom = Math.min(clear.bottom, box.top);
    }
    return clear;
  };
  // Things that lie outside of what is seen come to its middle.
  const show = (things, softly = true) => {
    const boxes = things.filter((thing) => thing.closest?.("[data-pan]")).map((thing) => thing.getBoundingClientRect());
    if (!boxes.length || scale === 1) return;
    const clear = seen();
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    if (left > clear.left + 30 && right < clear.right - 30 && top > clear.top + 30 && bottom < clear.bottom - 30) return;
    x += (clear.left + clear.right - left - right) / 2;
    y += (clear.top + clear.bottom - top - bottom) / 2;
    put(softly);
  };
  bring = show;
  const showNews = () => {
    if (map() && !held.size && performance.now() - touched > QUIET) show([...layer.querySelectorAll(layer.querySelector("[data-pan] .hinted") ? ".hinted" : ".happens, .fresh, .about")]);
  };

  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !(map() && event.target.closest("[data-pan]"))) return;
    event.preventDefault();
    hand();
    const box = stage.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 300 : 500)), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  drag(stage, map, hand, zoom);
  stage.addEventListener("dblclick", (event) => {
    if (event.target.closest(".lit, button, [data-near]")) return;
    const box = stage.getBoundingClientRect();
    if (scale > 1) zoom(1 / scale, 0, 0, true);
    else zoom(2, event.clientX - box.left, event.clientY - box.top, true);
  });
  stage.addEventListener("click", (event) => {
    const wish = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (!wish) return;
    hand();
    if (wish === "fit") fit();
    else zoom(wish === "in" ? 1.5 : 1 / 1.5, undefined, undefined, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = map() && event.shiftKey && { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const factor = { "+": 1.25, "-": 0.8, 0: 1 / scale }[event.key];
    if (way) {
      event.preventDefault();
      event.stopPropagation();
      x += way[0] * 80;
      y += way[1] * 80;
      put(true);
    } else if (event.key === "0" && map()) fit();
    else if (factor) zoom(factor);
    if (way || factor) hand();
  }, true);
  for (const kind of ["spyring:scene", "spyring:news"]) document.addEventListener(kind, showNews);
  stage.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && show([target]));
  document.addEventListener("spyring:shown", () => put());
  document.addEventListener("spyring:look", () => requestAnimationFrame(showNews));
  new ResizeObserver(() => (touched ? put() : home())).observe(stage);
}

// A finger, two fingers, or on a map the mouse: a click at the end of a drag is none.
function drag(stage, map, hand, zoom) {
  let began = null;
  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && (!map() || event.button !== 0 || !event.target.closest("[data-pan]"))) return;
    if (event.target.closest("[data-pan]") || !map()) held.set(event.pointerId, event);
    began = held.size === 1 ? event : null;
  });
  addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    if (began && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) < 5) return;
    if (began) document.getElementById("main").classList.add("stage--dragged");
    began = null;
    hand();
    const box = stage.getBoundingClientRect();
    if (held.size === 1) {
      x += event.clientX - last.clientX;
      y += event.clientY - last.clientY;
      put();
    } else {
      const other = [...held.values()].find(({ pointerId }) => pointerId !== event.pointerId);
      const far = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(far(event) / Math.max(1, far(last)), (event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top);
    }
    held.set(event.pointerId, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, (event) => {
      held.delete(event.pointerId);
      if (!held.size) setTimeout(() => document.getElementById("main")?.classList.remove("stage--dragged"));
    });
  }
  stage.addEventListener("click", (event) => {
    if (!stage.classList.contains("stage--dragged")) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
