// One click on a far place: a piece walks there step by step, each step a move of its own, and stops when anything else happens on the way.
// A board says which verb walks (data-walk), which argument names the next place (data-walk-to), how far (data-walk-most); places carry data-near,
// those where nobody can stay data-passing, those better gone round data-heed.
import { holds } from "./fields.js";

let way = null; // { rest, to, lines, number }: the piece, the places still to come, how much of the log was there, at which number

const board = () => document.querySelector("#board [data-walk]");
const placeOf = (map, label) => map.querySelector(`[data-near][data-${map.dataset.walkTo}="${CSS.escape(label)}"]`);
const restOf = (fields, name) => JSON.stringify(Object.entries(fields).filter(([key]) => key !== name));
const lines = () => document.querySelectorAll("#log [data-n]").length;
const number = () => document.getElementById("table").dataset.number;

// Every place within reach of the one piece that can be meant, with the way to it.
export function waysOf(choices, picked) {
  const map = board();
  const ways = new Map();
  if (!map) return ways;
  const { walk, walkTo, walkMost } = map.dataset;
  const first = choices.filter(({ fields }) => fields.verb === walk && holds(fields, picked));
  if (new Set(first.map(({ fields }) => restOf(fields, walkTo))).size !== 1) return ways;
  const unchosen = Object.keys(first[0].fields).some((name) => name !== "verb" && name !== walkTo && !(name in picked));
  if (unchosen && !("underWay" in map.dataset)) return ways; // nothing walks that was not chosen
  let reached = first.map(({ fields }) => ({ to: [fields[walkTo]], risk: 0 }));
  for (let length = 1; length <= Number(walkMost) && reached.length; length += 1) {
    const best = new Map();
    for (const one of reached) {
      const label = one.to.at(-1);
      const known = best.get(label);
      if (!ways.has(label) && (!known || known.risk > one.risk)) best.set(label, one);
    }
    for (const [label, { to }] of best) ways.set(label, to);
    reached = [...best.values()].flatMap(({ to, risk }) => {
      const place = placeOf(map, to.at(-1));
      const more = risk + (place?.hasAttribute("data-heed") ? 1 : 0);
      return (place?.dataset.near ?? "").split(" ").filter((label) => label && !ways.has(label)).map((label) => ({ to: [...to, label], risk: more }));
    });
  }
  for (const label of [...ways.keys()]) if (ways.get(label).length > 1 && placeOf(map, label)?.hasAttribute("data-passing")) ways.delete(label);
  return ways;
}

// Mark the places that can be walked to; those a step away are lit already.
export function showReach(ways) {
  document.querySelectorAll(".reach").forEach((place) => {
    place.classList.remove("reach");
    if (!place.matches(".lit")) place.removeAttribute("tabindex");
  });
  const map = board();
  for (const [label, to] of ways) {
    const place = to.length > 1 ? placeOf(map, label) : null;
    place?.classList.add("reach");
    place?.setAttribute("tabindex", "0");
  }
  preview(null, ways);
}

// The way to a place, with its price, which is returned.
export function preview(place, ways) {
  const map = board();
  const layer = map?.querySelector("[data-way]");
  if (!layer) return;
  const to = ways.get(place?.getAttribute(`data-${map.dataset.walkTo}`) ?? "");
  if (!to) return void layer.replaceChildren();
  const piece = document.querySelector("#board .chosen[data-piece]");
  const start = piece?.dataset.spot ?? map.dataset.walkFrom;
  const points = [start, ...to].map((label) => label && placeOf(map, label)).filter(Boolean).map((one) => middle(layer, one));
  const line = drawn("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "way-line" });
  const end = points.at(-1);
  const price = drawn("text", { x: end.x, y: end.y, class: "way-price" });
  price.textContent = map.dataset.walkSays.replaceAll("{n}", to.length).replaceAll("{all}", map.dataset.walkMost);
  layer.replaceChildren(line, price);
  return price.textContent;
}

export function middle(layer, place) {
  const box = (place.querySelector(".hit") ?? place).getBoundingClientRect();
  const { x, y } = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(layer.getScreenCTM().inverse());
  return { x: Math.round(x), y: Math.round(y) };
}

export function drawn(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Set out: the first step as a choice; the others follow when it is shown.
export function setOut(place, ways, choices, picked) {
  const map = board();
  const to = ways.get(place.getAttribute(`data-${map.dataset.walkTo}`));
  const first = to && choices.find(({ fields }) => fields.verb === map.dataset.walk && fields[map.dataset.walkTo] === to[0] && holds(fields, picked));
  way = first && to.length > 1 ? { rest: restOf(first.fields, map.dataset.walkTo), to: to.slice(1), lines: lines(), number: number() } : null;
  return first;
}

// The next step, if nothing but the last one has happened; while others are asked the walk waits for them.
export function nextStep(choices) {
  const map = board();
  if (!way || !choices.length || way.number === number()) return null;
  const { rest, to } = way;
  const next = map && lines() <= way.lines + 1 && choices.find(({ fields }) => restOf(fields, map.dataset.walkTo) === rest && fields[map.dataset.walkTo] === to[0]);
  way = next && to.length > 1 ? { rest, to: to.slice(1), lines: lines(), number: number() } : null;
  return next || null;
}

export function halt() {
  way = null;
}
