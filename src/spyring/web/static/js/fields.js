// The fields of moves and things. A choice carries data-c-verb, data-c-card ...; a thing carries data-card, data-district ...

export function prefixed(element, prefix) {
  const found = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(prefix)) found[name.slice(prefix.length)] = value;
  }
  return found;
}

// A thing may be there for several verbs.
const same = (name, label, wanted) => label === wanted || (name === "verb" && wanted.split(" ").includes(label));

export const holds = (fields, pairs) => Object.entries(pairs).every(([name, label]) => same(name, fields[name], label));

// The pairs of a thing that matter for these arguments.
export function pairsOf(element, names) {
  const found = {};
  for (const name of names) {
    const label = element.getAttribute(`data-${name}`);
    if (label !== null) found[name] = label;
  }
  return found;
}

export const selectorOf = (pairs) =>
  Object.entries(pairs).map(([name, label]) => `[data-${name}="${CSS.escape(label)}"]`).join("");
