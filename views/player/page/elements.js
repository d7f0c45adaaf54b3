// What all parts of the player share: the data of the page, the names of events, and new elements.
// Texts go into the page as text, never as HTML.
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const KINDS = { // of events: what the page calls them, their sign, and their colour
  a: ["settled", "●", "assign"],
  r: ["removed", "✕", "remove"],
  m: ["removed", "✕", "remove"], // several values
  d: ["guess", "◆", "decide"],
  n: ["guess", "◇", "decide"],
  c: ["conflict", "✕", "conflict"],
  x: ["cut off", "✂", "cut"], // a conflict that stands against the best solution so far
  b: ["taken back", "↩", "back"],
  t: ["restart", "↩", "back"],
  s: ["solution", "★", "solution"],
  u: ["bound", "▲", "decide"],
  g: ["left out", "…", "back"],
  o: ["left out", "…", "back"],
  e: ["the end", "■", "back"],
};
const OF_PROOFS = { // the same words where the trace is a proof
  guess: "assumption", guesses: "assumed", "taken back": "proved", restart: "remark",
  restarts: "remarks", open: "assumed", failed: "refuted",
};
const COUNTED = ["d", "a", "r", "c", "x", "b", "t", "s"];
const JUMPS = { g: "dn", c: "cx", s: "s", t: "" }; // the keys, and the kinds they look for; a harder step is no kind

for (const puzzle of data.puzzles) { // the words of each variable that has some for its values
  puzzle.words = new Map((puzzle.symbols || []).flatMap(([words, cells]) => cells.map((cell) => [cell, words])));
}

const valueName = (puzzle, cell, value) => puzzle.words.get(cell)?.[value] ?? String(value);
const number = (value) => value.toLocaleString("en");
const values = (text) => (Array.isArray(text) ? text : text.includes(" ") ? text.trim().split(/\s+/).map(Number)
  : [...text].map((letter) => (letter === "." ? 0 : parseInt(letter, 36))));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  return made;
}

// What is printed on a board and was drawn by boards/cells.py: elements, whose texts are escaped there.
function figures(text) {
  const made = drawn("g", { class: "figures", "aria-hidden": "true", fill: "currentColor" });
  const source = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  made.append(...[...source.documentElement.childNodes].map((each) => document.importNode(each, true)));
  for (const each of made.querySelectorAll("text")) {
    each.style.textAnchor = each.getAttribute("text-anchor") || "middle";
    each.style.dominantBaseline = "auto";
    each.style.fill = each.getAttribute("fill") || "";
  }
  return made;
}
