// The choices of a question that is answered, or that others have made void, are quiet until the next one is asked.

const lists = () => document.querySelectorAll("#choices, #actions");

export const lock = () => lists().forEach((list) => list.setAttribute("aria-busy", "true"));

export const unlock = () => lists().forEach((list) => list.removeAttribute("aria-busy"));
