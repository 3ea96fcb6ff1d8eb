// What this browser adds to the chance of a table: a number of its own, drawn only after the server has bound itself.
const KEY = "spyring-nonces";
const MOST = 50;

const kept = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

function nonce() {
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(KEY, JSON.stringify([drawn, ...kept()].slice(0, MOST)));
  return drawn;
}

function add(form, name, value) {
  const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
  field.value = value;
}

export function watchChance() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.chance || form.elements.nonce || event.defaultPrevented) return;
    if (form.dataset.chance === "seat") return add(form, "nonce", nonce());
    event.preventDefault();
    const submitter = event.submitter;
    promised(form).finally(() => {
      form.dataset.chance = "";
      form.requestSubmit(submitter);
    });
  });
  document.addEventListener("toggle", show, true);
}

// Without an answer the game begins all the same; then chance is the server's alone, as the page will show.
async function promised(form) {
  const answer = await fetch("/promises", { method: "POST", body: new URLSearchParams({ csrf: form.elements.csrf?.value ?? "" }) });
  if (!answer.ok) return;
  const { id } = await answer.json();
  add(form, "promise", id);
  add(form, "nonce", nonce());
}

// After the end: whether the server really used what this browser gave.
function show(event) {
  const box = event.target;
  if (!box.matches?.("[data-fairness]")) return;
  const line = box.querySelector("[data-mine]");
  if (!line || !box.dataset.nonces.split(" ").some((used) => used && kept().includes(used))) return;
  line.textContent = line.dataset.mine;
  line.hidden = false;
}
