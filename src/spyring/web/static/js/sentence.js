// The question has room for two lines of a phone; a longer one is set smaller, so that the board beneath it keeps its size.

const ROOM = 48; // px, as in table.css
const SIZES = ["sentence--long", "sentence--longer", "sentence--longest"];

export function watchSentence() {
  const fit = () => {
    const sentence = document.getElementById("sentence");
    sentence.classList.remove(...SIZES);
    for (const size of SIZES) if (sentence.offsetHeight > ROOM) sentence.classList.add(size);
  };
  for (const kind of ["spyring:shown", "spyring:scene"]) document.addEventListener(kind, fit);
  addEventListener("resize", fit);
  document.fonts.addEventListener("loadingdone", fit); // a letter that came late may be wider than the one that stood in for it
  fit();
}
