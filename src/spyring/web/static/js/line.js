// The line to the server. One that is away for more than a moment is said to be lost, and looked for until it is back.
import { say } from "./say.js";

const A_MOMENT = 1200;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30_000;

let connect = () => null;
let catchUp = async () => true;
let stream = null;
let saying = 0;
let trying = 0;
let pause = FIRST_PAUSE;

// A page gives its stream of news, if it has one, and how it gets what it has missed; that answers whether it was got.
export function keepLine(toConnect, toCatchUp) {
  connect = toConnect;
  catchUp = toCatchUp;
  open();
  const anew = () => {
    lose();
    open();
  };
  addEventListener("offline", () => lose());
  addEventListener("online", anew);
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => event.persisted && anew());
}

function open() {
  stream?.close();
  stream = connect();
  stream?.addEventListener("open", found);
  stream?.addEventListener("error", () => lose());
}

// Something did not come through.
export function lose(wait = A_MOMENT) {
  const lost = document.getElementById("lost");
  if (!saying && lost) saying = setTimeout(() => (lost.hidden = false), wait);
  if (!trying) trying = setTimeout(again, pause);
}

// The browser itself comes back to a stream that breaks; one that was refused it gives up, and so would never hear of a server that starts again.
async function again() {
  trying = 0;
  pause = Math.min(2 * pause, LONGEST_PAUSE);
  if (stream?.readyState === EventSource.CLOSED) open();
  else if (stream?.readyState !== EventSource.CONNECTING && (await catchUp())) return settle();
  lose();
}

function found() {
  if (!saying) return;
  settle();
  catchUp();
}

function settle() {
  clearTimeout(saying);
  clearTimeout(trying);
  saying = trying = 0;
  pause = FIRST_PAUSE;
  const lost = document.getElementById("lost");
  if (!lost.hidden) say(lost.dataset.back);
  lost.hidden = true;
}
