// The variables of a problem: for each what it has left, as chips.
//
//   queens   the squares of a board, a column for each variable
//   grid     boxes in rows and columns; one that is settled shows its value large
//   others   a line for each variable, with all its values; those that are gone stay, pale
//
// A variable of very many values has a bar in place of chips.  The whole scrolls, so that what an
// event is about can be seen.
const MOST_CHIPS = 64;
const MOST_RUNS = 200; // of a bar

class Variables {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.places = puzzle.places;
    this.form = this.formOf();
    this.marked = []; // elements with a class until the next event
    this.bound = new Set(puzzle.houses.flat());
    this.chips = new Array(this.places.number).fill(null); // by place, where there are chips
    this.shown = new Uint8Array(this.places.number).fill(2);
    this.root = element("div", { class: `variables ${this.form}`, role: "img", "aria-label": "Variables", tabindex: "0" });
    this.columns = this.form === "lines" ? this.common() : [];
    this.boxes = puzzle.variables.map((name, cell) => this.box(name, cell));
    this.root.append(...this.boxes);
    this.arrange();
  }

  // A grid or a board is one only where each variable has room for its values.
  formOf() {
    const { form } = this.puzzle;
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
    this.root.style.setProperty("--rows", most);
    this.root.style.setProperty("--across", Math.ceil(Math.sqrt(most)));
    const digits = Math.max(1, ...this.puzzle.domains.flat(2).map((value) => String(value).length));
    this.root.style.setProperty("--digits", digits);
  }

  box(name, cell) {
    const chips = element("div", { class: "chips" });
    const box = element("div", { class: "variable", "data-cell": cell, "data-value": "" },
      element("span", { class: "name", title: name }, this.form === "queens" ? String(cell + 1) : name), chips);
    const [first, size] = [this.places.starts[cell], this.places.sizes[cell]];
    if (size <= MOST_CHIPS) {
      const own = Array.from({ length: size }, (_, place) => this.places.value(first + place));
      for (const value of this.columns.length ? this.columns : own) {
        const place = this.columns.length && !own.includes(value) ? -1 : this.places.of(cell, value);
        const name = place < 0 ? "chip never" : "chip";
        const chip = element("span", { class: name, "data-chip": value }, this.form === "queens" ? "" : String(value));
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
      const given = this.bound.has(cell) ? "given" : "blank"; // a place that stands for nothing
      const kind = !settled ? "" : this.places.sizes[cell] === 1 ? given : guessed.has(cell) ? "guess" : "own";
      const name = `variable ${kind}`.trim();
      if (box.className !== name) box.className = name;
      const text = settled ? String(own) : "";
      if (box.dataset.value !== text) box.dataset.value = text;
    });
    this.marked = [];
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
      if (size <= MOST_CHIPS) this.chips[place].classList.toggle("on", on === 1);
    }
    if (changed) this.describe(cell);
  }

  describe(cell) {
    const box = this.boxes[cell];
    const runs = this.runs(cell);
    const words = runs.map(([low, high]) => (low === high ? low : `${low}..${high}`));
    const text = words.slice(0, 12).join(", ") + (words.length > 12 ? ", ..." : "");
    box.dataset.left = words.join(", ");
    box.title = `${this.puzzle.variables[cell]}: ${text || "nothing left"}`;
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
      if (this.places.sizes[cell] <= MOST_CHIPS) this.mark(this.chips[this.places.of(cell, value)], "ghost");
      else {
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
    const box = this.boxes[cells[0]];
    const [top, left] = [box.offsetTop, box.offsetLeft]; // in the board, which is positioned
    if (top < root.scrollTop || top + box.offsetHeight > root.scrollTop + root.clientHeight) {
      root.scrollTop = top - root.clientHeight / 3;
    }
    if (left < root.scrollLeft || left + box.offsetWidth > root.scrollLeft + root.clientWidth) {
      root.scrollLeft = left - root.clientWidth / 3;
    }
  }
}
