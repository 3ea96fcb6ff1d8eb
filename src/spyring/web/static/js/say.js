// What the page says: aloud through the live region, and on the slip that tells why something cannot be done now.

export function say(text) {
  const live = document.getElementById("say");
  if (live) live.textContent = text;
}

export async function whyNot(move) {
  const table = document.getElementById("table");
  let answer = null;
  if (move && table.dataset.why) {
    const address = new URL(table.dataset.why, location.href);
    address.searchParams.set("move", move);
    const found = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
    if (found?.ok) answer = await found.json();
  }
  const sentence = document.getElementById("sentence").textContent.trim();
  slip(answer?.reason ?? sentence, answer?.clause ?? null);
}

// A page that refuses, told on the slip; false if it is none of ours.
export function tellProblem(html) {
  const problem = new DOMParser().parseFromString(html, "text/html").querySelector("[data-problem]");
  if (problem) slip(problem.textContent.trim(), problem.dataset.clause || null);
  return problem !== null;
}

export function slip(text, clause = null) {
  const dialog = document.getElementById("why");
  document.getElementById("why-text").textContent = text;
  const link = document.getElementById("why-clause");
  link.hidden = !clause;
  link.textContent = clause ?? "";
  link.onclick = (event) => {
    event.preventDefault();
    dialog.close();
    document.dispatchEvent(new CustomEvent("spyring:clause", { detail: clause }));
  };
  if (!dialog.open) dialog.showModal();
}
