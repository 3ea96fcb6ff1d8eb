// What this browser adds to the chance of a table: a number of its own, drawn only after the server has bound itself.
// What the server was bound by is kept here, so that the browser itself can check it after the end.
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const KEPT = "spyring-fairness";
const OLDER = "spyring-nonces"; // numbers that were added before commitments were kept
const MOST = 200;
const read = (key) => JSON.parse(localStorage.getItem(key) ?? "[]");
const found = (table) => read(KEPT).find((kept) => kept.table === table);

// Whatever was shown first stays, whatever is shown later.
function keep(table, news) {
  const before = found(table) ?? { table, nonces: [] };
  const kept = { ...news, ...before, nonces: [...before.nonces, ...(news.nonces ?? [])] };
  localStorage.setItem(KEPT, JSON.stringify([kept, ...read(KEPT).filter((other) => other.table !== table)].slice(0, MOST)));
}

// The commitment is written down before the number is drawn.
function nonce(table, commitment) {
  keep(table, { commitment });
  const drawn = hex(crypto.getRandomValues(new Uint8Array(16)));
  keep(table, { nonces: [drawn] });
  return drawn;
}

function add(form, name, value) {
  const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
  field.value = value;
}

export function watchChance() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const { chance, table, commitment } = form.dataset;
    if (!chance || form.elements.nonce || event.defaultPrevented) return;
    if (chance === "seat") {
      if (commitment) add(form, "nonce", nonce(table, commitment));
      return;
    }
    event.preventDefault();
    const submitter = event.submitter;
    promised(form).finally(() => {
      form.dataset.chance = "";
      form.requestSubmit(submitter);
    });
  });
  document.addEventListener("toggle", (event) => event.target.matches?.("[data-fairness]") && show(event.target), true);
  seeStart();
}

// Without an answer the game begins all the same; then chance is the server's alone, as the page will show.
async function promised(form) {
  const asked = { csrf: form.elements.csrf?.value ?? "", after: form.dataset.after ?? "" };
  const answer = await fetch("/promises", { method: "POST", body: new URLSearchParams(asked) });
  if (!answer.ok) return;
  const { id, table, commitment } = await answer.json();
  if (id) add(form, "promise", id);
  add(form, "nonce", nonce(table, commitment));
}

// From the first move on the server is bound to all numbers together: write that down when it is first seen.
async function seeStart() {
  const table = document.querySelector("#table[data-table]")?.dataset.table;
  if (!table || !found(table) || found(table).start) return;
  const answer = await fetch(`/api/v1/tables/${table}`);
  const fairness = answer.ok && (await answer.json()).fairness;
  if (fairness?.start && !fairness.secret) keep(table, { start: fairness.start });
}

// Whether what the page shows agrees with what this browser kept, and, once it is open, with itself: only then is it
// digested, and what does that is fetched.
export async function agrees(shown, kept) {
  if (shown.commitment !== kept.commitment || (kept.start && shown.start && shown.start !== kept.start)) return false;
  if (!shown.secret) return true;
  const { blake2b, bytes, framed } = await import("./blake2b.js");
  // The first scheme commits to the secret alone, so its key must name this very table.
  const [secret, table] = [bytes(shown.secret), new TextEncoder().encode(shown.scheme === "1" ? shown.fairness : shown.bound)];
  const nonces = shown.nonces.split(" ");
  const bound = shown.scheme === "1" ? blake2b(secret) : blake2b([...framed(table), ...framed(secret)], { person: "spyring commit" });
  const key = blake2b([table, ...nonces.map(bytes)].flatMap((part) => [...framed(part)]), { key: secret, person: "spyring table" });
  const start = blake2b(key, { person: "spyring start" });
  return hex(bound) === shown.commitment && hex(start) === shown.start && kept.nonces.some((mine) => nonces.includes(mine));
}

async function show(box) {
  const kept = found(box.dataset.fairness);
  const unhide = (name) => box.querySelector(name)?.removeAttribute("hidden");
  if (kept) unhide((await agrees(box.dataset, kept)) ? "[data-right]" : "[data-wrong]");
  else if (box.dataset.nonces.split(" ").some((used) => used && read(OLDER).includes(used))) unhide("[data-mine]");
}
