// The variables of a problem: for each what it has left, as chips.
//
//   queens   the squares of a board, a column for each variable
//   grid     boxes in rows and columns; one that is settled shows its value large; what magazines
//            print of the constraints lies over them
//   others   a line for each variable, with all its values; those that are gone stay, pale; before
//            them what the form of the problem draws (drawings.js)
//
// Layers of automata that its form does not show stand below the variables, and scroll by themselves.
// A variable of very many values has a bar in place of chips.  The whole scrolls, so that what an
// event is about can be seen.
const MOST_CHIPS = 64;
const MOST_RUNS = 200; // of a bar
const FIGURES = "scale(1.5) translate(-3 -3)"; // from the lengths of boards/cells.py to those of board.js

class Variables {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.places = puzzle.places;
    this.form = this.formOf();
    this.marked = []; // elements with a class until the next event
    this.chips = new Array(this.places.number).fill(null); // by place, where there are chips
    this.shown = new Uint8Array(this.places.number).fill(2);
    this.root = element("div", { class: `variables ${this.form}`, role: "img", "aria-label": "Variables", tabindex: "0" });
    this.labelled = new Set();
    this.black = new Set(puzzle.black || []);
    this.columns = this.form === "lines" ? this.common() : [];
    this.drawing = puzzle.drawing ? new Drawing(...puzzle.drawing) : null;
    this.layers = puzzle.layers ? new Drawing(...puzzle.layers) : null;
    if (this.drawing) this.root.append(this.drawing.svg);
    this.below = this.layers ? element("div", { class: "unrolled", tabindex: "0" }, this.layers.svg) : "";
    this.layers?.svg.style.setProperty("--across", `${puzzle.layers[0]}px`);
    this.boxes = puzzle.variables.map((name, cell) => this.box(name, cell));
    this.root.append(...this.boxes.filter((box) => !this.drawing?.holds(box)));
    this.arrange();
    if (this.form === "grid" && puzzle.areas) this.root.append(this.figured("printed below", puzzle.paths), this.overlay());
  }

  // A grid or a board is one only where each variable has room for its values.
  formOf() {
    const { drawing } = this.puzzle;
    const form = drawing ? "lines" : this.puzzle.form;
    const most = Math.max(0, ...this.places.sizes);
    if (form === "queens" && most <= MOST_CHIPS) return "queens";
    return form === "grid" && most <= MOST_CHIPS ? "grid" : "lines";
  }

  // All values that variables may have, so that equal ones stand below each other; none if too many.
  common() {
    const ends = this.puzzle.domains.flat();
    const [low, high] = [Math.min(...ends.map(([each]) => each)), Math.max(...ends.map(([, each]) => each))];
    return high - low < MOST_CHIPS ? Array.from({ length: high - low + 1 }, (_, place) => low + place) : [];
  }

  arrange() {
    const { columns, variables } = this.puzzle;
    const most = Math.max(1, ...this.places.sizes);
    const placed = variables.every((name) => /^r\d+c\d+$/.test(name));
    this.root.classList.toggle("placed", placed);
    this.root.style.setProperty("--columns", this.form === "queens" ? variables.length : columns);
    const rows = this.form === "grid" ? Math.ceil(variables.length / columns) : most;
    this.root.style.setProperty("--rows", rows);
    if (this.form === "grid") {
      this.boxes.forEach((box, cell) => {
        box.style.gridRow = Math.floor(cell / columns) + 2;
        box.style.gridColumn = (cell % columns) + 2;
      });
      this.root.classList.toggle("pictured", Boolean(this.puzzle.pictured));
      const clues = this.puzzle.clues || [];
      this.root.append(element("div", { class: "edge" }), ...clues.map(this.clue));
      const most = (side) => Math.max(0, ...clues.filter(([own]) => own === side).map(([, , words]) => words.split(" ").length));
      const [high, wide] = [most("top") + most("bottom"), most("left") + most("right")];
      this.root.style.setProperty("--spare", `${Math.max(0, 1.1 * high - 0.7 * wide)}em`); // so that it is no higher than wide
    }
    this.root.style.setProperty("--across", Math.ceil(Math.sqrt(most)));
    const texts = [...this.puzzle.domains.flat(2).map(String), ...[...new Set(this.puzzle.words.values())].flat()];
    const digits = Math.max(1, ...texts.map((text) => text.length));
    this.root.style.setProperty("--digits", digits);
  }

  // What stands outside, at an end of a row or of a column.
  clue([side, line, words]) {
    const made = element("div", { class: `clue ${side}` }, ...words.split(" ").map((word) => element("span", {}, word)));
    const across = side === "left" || side === "right";
    made.style.gridRow = across ? line + 2 : side === "top" ? 1 : -2;
    made.style.gridColumn = across ? (side === "left" ? 1 : -2) : line + 2;
    return made;
  }

  // What is printed on a grid: areas, cages with their sums, signs, and the sums of a kakuro.
  overlay() {
    const { columns, areas, cages, signs, sums, points } = this.puzzle;
    const at = (cell) => [(cell % columns) * CELL_SIZE, Math.floor(cell / columns) * CELL_SIZE];
    const made = this.figured("printed", points);
    const thick = areas.map((area, cell) => {
      const [x, y] = at(cell);
      const right = (cell + 1) % columns && areas[cell + 1] !== area ? `M${x + CELL_SIZE} ${y}v${CELL_SIZE}` : "";
      const below = cell + columns < areas.length && areas[cell + columns] !== area ? `M${x} ${y + CELL_SIZE}h${CELL_SIZE}` : "";
      return right + below;
    });
    made.append(drawn("path", { class: "area", d: thick.join("") || "M0 0" }));
    for (const [cells, total] of cages) {
      made.append(drawn("path", { class: "cage", d: cells.map((cell) => this.outline(cell, new Set(cells), at(cell))).join("") }));
      if (total === null) continue;
      const [x, y] = at(Math.min(...cells));
      made.append(drawn("text", { class: "total", x: x + 5, y: y + 15 }, total));
      this.boxes[Math.min(...cells)].classList.add("labelled");
      this.labelled.add(Math.min(...cells));
    }
    for (const [less, more] of signs) {
      const [[x, y], [u, v]] = [at(less), at(more)];
      const turn = u > x ? 0 : u < x ? 180 : v > y ? 90 : 270;
      const middle = `translate(${(x + u) / 2 + CELL_SIZE / 2} ${(y + v) / 2 + CELL_SIZE / 2}) rotate(${turn})`;
      made.append(drawn("path", { class: "sign", d: "M5 -7L-5 0L5 7", transform: middle }));
    }
    for (const [cell, down, across] of sums) {
      const [x, y] = at(cell);
      made.append(drawn("path", { class: "half", d: `M${x} ${y}l${CELL_SIZE} ${CELL_SIZE}` }));
      if (across !== null) made.append(drawn("text", { class: "sum", x: x + 43, y: y + 22 }, across));
      if (down !== null) made.append(drawn("text", { class: "sum", x: x + 17, y: y + 50 }, down));
    }
    return made;
  }

  // A drawing over all cells, with these elements.
  figured(kind, parts) {
    const { columns, variables } = this.puzzle;
    const rows = Math.ceil(variables.length / columns);
    const made = drawn("svg", { class: kind, viewBox: `0 0 ${columns * CELL_SIZE} ${rows * CELL_SIZE}`, "aria-hidden": "true" });
    const scaled = figures(parts);
    scaled.setAttribute("transform", FIGURES);
    made.append(scaled);
    return made;
  }

  // The sides of a cell that its cage ends at, a little inside; they go on to the next cell of it.
  outline(cell, cage, [x, y]) {
    const { columns } = this.puzzle;
    const inset = 4;
    const row = (one, other) => Math.floor(one / columns) === Math.floor(other / columns);
    const [left, right] = [row(cell, cell - 1) && cage.has(cell - 1), row(cell, cell + 1) && cage.has(cell + 1)];
    const [above, below] = [cage.has(cell - columns), cage.has(cell + columns)];
    const [x0, x1] = [x + (left ? -inset : inset), x + CELL_SIZE - (right ? -inset : inset)];
    const [y0, y1] = [y + (above ? -inset : inset), y + CELL_SIZE - (below ? -inset : inset)];
    return [
      above ? "" : `M${x0} ${y + inset}H${x1}`, below ? "" : `M${x0} ${y + CELL_SIZE - inset}H${x1}`,
      left ? "" : `M${x + inset} ${y0}V${y1}`, right ? "" : `M${x + CELL_SIZE - inset} ${y0}V${y1}`,
    ].join("");
  }

  box(name, cell) {
    const own = this.drawing?.box(cell);
    if (!own) return this.line(name, cell);
    for (const chip of own.querySelectorAll(".chip")) {
      const place = this.places.of(cell, Number(chip.dataset.chip));
      this.chips[place] = chip;
    }
    return own;
  }

  line(name, cell) {
    const chips = element("div", { class: "chips" });
    const box = element("div", { class: "variable", "data-cell": cell, "data-value": "" },
      element("span", { class: "name", title: name }, this.form === "queens" ? String(cell + 1) : name), chips);
    const [first, size] = [this.places.starts[cell], this.places.sizes[cell]];
    if (size <= MOST_CHIPS) {
      const own = Array.from({ length: size }, (_, place) => this.places.value(first + place));
      for (const value of this.columns.length ? this.columns : own) {
        const place = this.columns.length && !own.includes(value) ? -1 : this.places.of(cell, value);
        const name = place < 0 ? "chip never" : "chip";
        const chip = element("span", { class: name, "data-chip": value }, this.form === "queens" ? "" : valueName(this.puzzle, cell, value));
        if (place >= 0) this.chips[place] = chip;
        chips.append(chip);
      }
    } else chips.append(element("span", { class: "text" }), element("span", { class: "bar" }));
    return box;
  }

  // Draw what differs from what is drawn.
  show(state, grid, known) {
    const guessed = new Set(state.levels.map((each) => each.cell));
    this.boxes.forEach((box, cell) => {
      const own = grid ? grid[cell] : state.settled[cell] ? state.only(cell) : null;
      const settled = own !== null;
      this.paint(cell, state, own, known);
      const given = this.black.has(cell) ? "blank" : "given"; // a place that holds a sum, or nothing
      const kind = !settled ? "" : this.places.sizes[cell] === 1 ? given : guessed.has(cell) ? "guess" : "own";
      const name = `variable ${kind}${this.labelled.has(cell) ? " labelled" : ""}`.trimEnd();
      if (box.getAttribute("class") !== name) box.setAttribute("class", name);
      const text = settled ? String(own) : "";
      if (box.dataset.value !== text) box.dataset.value = text;
    });
    for (const each of [this.drawing, this.layers]) each?.show((cell) => this.runs(cell), this.puzzle.words);
  }

  paint(cell, state, own, known) {
    const [first, size] = [this.places.starts[cell], this.places.sizes[cell]];
    const at = own === null ? -1 : this.places.of(cell, own);
    const left = (place) => Number(own === null ? state.on[place] && known : place === at);
    let changed = false;
    for (let place = first; place < first + size; place += 1) {
      const on = left(place);
      if (this.shown[place] === on) continue;
      this.shown[place] = on;
      changed = true;
      this.chips[place]?.classList.toggle("on", on === 1);
    }
    if (changed) this.describe(cell);
  }

  describe(cell) {
    const box = this.boxes[cell];
    const runs = this.runs(cell);
    const parts = runs.map(([low, high]) => (low === high ? low : `${low}..${high}`));
    const own = this.puzzle.words.get(cell);
    const said = own ? runs.flatMap(([low, high]) => own.slice(low, high + 1)) : parts;
    const text = said.slice(0, 12).join(", ") + (said.length > 12 ? ", ..." : "");
    box.dataset.left = parts.join(", ");
    const words = `${this.puzzle.variables[cell]}: ${text || "nothing left"}`;
    if (this.drawing?.holds(box)) {
      this.drawing.say(box, words);
      return;
    }
    box.title = words;
    if (this.places.sizes[cell] <= MOST_CHIPS) return;
    const [words1, bar] = box.lastChild.children;
    words1.textContent = text || "nothing";
    bar.replaceChildren(...runs.slice(0, MOST_RUNS).map((run) => this.segment("run", cell, run)));
  }

  // The intervals of what a variable has left, as it is drawn.
  runs(cell) {
    const [first, size] = [this.places.starts[cell], this.places.sizes[cell]];
    const found = [];
    for (let place = first; place < first + size; place += 1) {
      if (!this.shown[place]) continue;
      const value = this.places.value(place);
      const last = found[found.length - 1];
      if (last && last[1] === value - 1) last[1] = value;
      else found.push([value, value]);
    }
    return found;
  }

  segment(name, cell, [low, high]) {
    const domain = this.puzzle.domains[cell];
    const [least, most] = [domain[0][0], domain[domain.length - 1][1]];
    const made = element("span", { class: name });
    made.style.left = `${((low - least) / (most - least + 1)) * 100}%`;
    made.style.width = `${((high - low + 1) / (most - least + 1)) * 100}%`;
    return made;
  }

  mark(each, ...names) {
    each.classList.add(...names);
    this.marked.push([each, names]);
  }

  // What the reason points at, and what the event did.
  point(reason, deeds) {
    for (const [each, names] of this.marked) each.classList.remove(...names);
    this.marked = [];
    this.root.querySelectorAll(".lost").forEach((each) => each.remove());
    for (const cell of new Set((reason.h || []).flatMap((house) => this.puzzle.houses[house]))) {
      this.mark(this.boxes[cell], "house");
    }
    for (const cell of reason.c || []) this.mark(this.boxes[cell], "cause");
    for (const [name, cell] of deeds.targets) this.mark(this.boxes[cell], "target", name);
    this.ghosts(deeds.ghosts);
    this.reveal(deeds.targets, reason);
  }

  ghosts(ghosts) {
    const bars = new Map();
    for (const [cell, value] of ghosts) {
      const chip = this.chips[this.places.of(cell, value)];
      if (chip) this.mark(chip, "ghost");
      else if (!this.drawing?.holds(this.boxes[cell])) {
        const runs = bars.get(cell) || [];
        const last = runs[runs.length - 1];
        if (last && last[1] === value - 1) last[1] = value;
        else runs.push([value, value]);
        bars.set(cell, runs);
      }
    }
    for (const [cell, runs] of bars) {
      this.boxes[cell].lastChild.lastChild.append(...runs.slice(0, MOST_RUNS).map((run) => this.segment("lost", cell, run)));
    }
  }

  // Scroll to what the event is about, inside the board only.
  reveal(targets, reason) {
    const cells = [...targets.map(([, cell]) => cell), ...(reason.c || [])];
    if (!cells.length) return;
    const { root } = this;
    const [box, frame] = [this.boxes[cells[0]].getBoundingClientRect(), root.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) root.scrollTop += box.top - frame.top - root.clientHeight / 3;
    if (box.left < frame.left || box.right > frame.right) root.scrollLeft += box.left - frame.left - root.clientWidth / 3;
  }
}
