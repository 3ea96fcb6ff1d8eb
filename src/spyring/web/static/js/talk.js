// Talk at the table, and the private notebook, which saves itself.

export function watchTalk() {
  document.addEventListener("spyring:chat", ({ detail }) => add(detail));
  const form = document.getElementById("talk-form");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    form.reset();
    await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
  });
  const book = document.getElementById("notebook");
  let timer = 0;
  book?.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => save(book), 600);
  });
  addEventListener("pagehide", () => timer && save(book));
}

function save(book) {
  const body = new URLSearchParams({ text: book.value, csrf: document.querySelector("meta[name=csrf-token]").content });
  fetch(book.dataset.save, { method: "POST", body, keepalive: true });
}

function add(line) {
  const list = document.getElementById("talk-lines");
  const table = document.getElementById("table");
  if (!list || line.table !== table.dataset.table || list.querySelector(`[data-line="${line.id}"]`)) return;
  list.querySelector(".hint")?.remove();
  const item = document.createElement("li");
  item.dataset.line = line.id;
  const who = document.createElement("b");
  who.textContent = line.by;
  item.append(who, ` ${line.text}`);
  list.append(item);
  item.scrollIntoView({ block: "nearest" });
}
