// A text of the server in which parts stand by their names: everything is put in its place.
export const filled = (text, parts) => text.replace(/\0([^\0]*)\0/g, (_, name) => filled(parts[name] ?? "", parts));
