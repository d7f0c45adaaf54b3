// The board as a drawing: values, candidates, and on top of them what a reason points at.
//
// A cell is drawn again only when it has changed.  From 16x16 on candidates are too small to read
// and are dots, each in the place of its value; a magnifier shows those of the event's cell.
const SMALLEST_DOTS = 16; // from this size on candidates are dots
const CELL_SIZE = 60; // of the drawing; all lengths here are in its units
const PAD = 4;

class Board {
  constructor(puzzle) {
    const n = puzzle.size;
    this.puzzle = puzzle;
    this.n = n;
    this.across = puzzle.columns > 1 && n % puzzle.columns === 0 && n / puzzle.columns <= puzzle.columns
      ? puzzle.columns : Math.ceil(Math.sqrt(n));
    this.down = Math.ceil(n / this.across);
    this.pitch = (CELL_SIZE - 2 * PAD) / this.across; // of candidates, from left to right
    this.top = PAD + (puzzle.labelled ? 11 : 0); // above them, for the sums of cages
    this.drop = (CELL_SIZE - PAD - this.top) / this.down; // and from top to bottom
    this.dots = n >= SMALLEST_DOTS;
    this.labelSize = n <= 9 ? Math.min(15, 4 + 1.4 * n) : n <= 16 ? 22 : 34;
    this.on = new Uint8Array(n * n * n).fill(2);
    this.shown = new Int16Array(n * n).fill(-1);
    this.kinds = new Array(n * n).fill("");
    this.small = new Array(n * n).fill(null);
    this.draw();
  }

  x(cell) { return (cell % this.n) * CELL_SIZE; }

  y(cell) { return Math.floor(cell / this.n) * CELL_SIZE; }

  // The middle of a candidate.
  spot(cell, value) {
    const row = Math.floor((value - 1) / this.across);
    return [
      this.x(cell) + PAD + ((value - 1) % this.across + 0.5) * this.pitch,
      this.y(cell) + this.top + (row + 0.5) * this.drop,
    ];
  }

  get radius() { return Math.min(this.pitch, this.drop) * 0.5; }

  draw() {
    const side = this.n * CELL_SIZE;
    const margin = this.labelSize * 1.7;
    this.svg = drawn("svg", {
      viewBox: `${-margin} ${-margin} ${side + margin + 4} ${side + margin + 4}`,
      role: "img",
      "aria-label": "Board",
    });
    this.root = this.svg;
    this.svg.append(drawn("rect", { class: "back", width: side, height: side }));
    this.below = drawn("g");
    this.cells = drawn("g");
    this.above = drawn("g", { "pointer-events": "none" });
    this.svg.append(this.ground(), this.below, this.lines(), this.printed(), this.labels(margin), this.cells, this.above);
    this.makeCells();
  }

  printed() {
    const printed = figures(this.puzzle.printed);
    printed.setAttribute("transform", FIGURES);
    return printed;
  }

  ground() {
    const ground = drawn("g");
    const square = (cell, name) => drawn("rect", {
      class: name, x: this.x(cell), y: this.y(cell), width: CELL_SIZE, height: CELL_SIZE,
    });
    this.puzzle.givens.forEach((given, cell) => given && ground.append(square(cell, "given-back")));
    this.puzzle.windows.forEach((cell) => ground.append(square(cell, "window")));
    if (this.puzzle.diagonals) {
      const side = this.n * CELL_SIZE;
      ground.append(drawn("path", { class: "diagonal", d: `M0 0L${side} ${side}M${side} 0L0 ${side}` }));
    }
    return ground;
  }

  lines() {
    const { n } = this;
    const { areas } = this.puzzle;
    const [thin, thick] = [[], []];
    for (let cell = 0; cell < n * n; cell += 1) {
      const [x, y] = [this.x(cell), this.y(cell)];
      const apart = (other) => areas !== null && areas[cell] !== areas[other];
      if ((cell + 1) % n) (apart(cell + 1) ? thick : thin).push(`M${x + CELL_SIZE} ${y}v${CELL_SIZE}`);
      if (cell + n < n * n) (apart(cell + n) ? thick : thin).push(`M${x} ${y + CELL_SIZE}h${CELL_SIZE}`);
    }
    const width = Math.max(1, n / 9);
    const lines = drawn("g");
    lines.append(
      drawn("path", { class: "thin", d: thin.join(""), "stroke-width": width }),
      drawn("path", { class: "thick", d: thick.join(""), "stroke-width": 2.4 * width }),
      drawn("rect", { class: "frame", width: n * CELL_SIZE, height: n * CELL_SIZE, "stroke-width": 3.2 * width }),
    );
    return lines;
  }

  labels(margin) {
    const labels = drawn("g", { "font-size": this.labelSize, "aria-hidden": "true" });
    this.marks = [];
    for (let place = 0; place < this.n; place += 1) {
      const middle = (place + 0.5) * CELL_SIZE;
      const row = drawn("text", { class: "label", x: -margin / 2, y: middle }, place + 1);
      const column = drawn("text", { class: "label", x: middle, y: -margin / 2 }, place + 1);
      this.marks.push([row, column]);
      labels.append(row, column);
    }
    return labels;
  }

  makeCells() {
    this.groups = [];
    const size = this.n > 9 ? 29 : 35;
    for (let cell = 0; cell < this.n * this.n; cell += 1) {
      const group = drawn("g", { "data-cell": cell, "data-value": "" });
      const middle = { x: this.x(cell) + CELL_SIZE / 2, y: this.y(cell) + CELL_SIZE / 2 + 1 };
      group.append(drawn("text", { class: "value", "font-size": size, ...middle }), drawn("title"));
      this.groups.push(group);
      this.cells.append(group);
    }
  }

  // Draw what differs from what is drawn.
  show(state, grid, known) {
    const { n } = this;
    const guessed = new Set(state.levels.filter((each) => each.holds).map((each) => each.cell));
    for (let cell = 0; cell < n * n; cell += 1) {
      const first = cell * n;
      const own = state.settled[cell] && state.left[cell] === 1;
      const given = this.puzzle.givens[cell];
      let value = own ? state.on.indexOf(1, first) - first + 1 : given;
      if (grid) value = grid[cell] || given;
      const hidden = Boolean(value) || !known;
      let changed = this.shown[cell] !== value;
      for (let place = first; place < first + n && !changed; place += 1) {
        changed = this.on[place] !== (hidden ? 0 : state.on[place]);
      }
      if (changed) this.paint(cell, value, state, hidden);
      const kept = given && state.on[first + given - 1] ? "given" : "given gone"; // a peer may need it
      const kind = !value ? "" : given === value ? kept : guessed.has(cell) ? "guess" : "own";
      if (kind !== this.kinds[cell]) {
        this.kinds[cell] = kind;
        this.groups[cell].setAttribute("class", kind);
      }
    }
  }

  paint(cell, value, state, hidden) {
    const group = this.groups[cell];
    const first = cell * this.n;
    const left = [];
    for (let place = first; place < first + this.n; place += 1) {
      this.on[place] = hidden ? 0 : state.on[place];
      if (this.on[place]) left.push(place - first + 1);
    }
    if (this.shown[cell] !== value) {
      this.shown[cell] = value;
      group.dataset.value = value || "";
      group.firstChild.textContent = value || "";
    }
    group.dataset.candidates = left.join(" ");
    const where = `r${Math.floor(cell / this.n) + 1}c${(cell % this.n) + 1}`;
    group.querySelector("title").textContent = `${where}: ${value || left.join(" ") || "nothing left"}`;
    if (this.dots) this.paintDots(cell, left);
    else this.paintTexts(cell, left);
  }

  paintDots(cell, left) {
    if (!this.small[cell]) {
      this.small[cell] = drawn("path", { class: "dots" });
      this.groups[cell].append(this.small[cell]);
    }
    const side = this.pitch * 0.5;
    const dot = ([x, y]) => `M${(x - side / 2).toFixed(1)} ${(y - side / 2).toFixed(1)}h${side}v${side}h${-side}z`;
    this.small[cell].setAttribute("d", left.map((value) => dot(this.spot(cell, value))).join(""));
  }

  paintTexts(cell, left) {
    if (!left.length && !this.small[cell]) return;
    this.small[cell] ||= Array.from({ length: this.n }, (_, place) => {
      const text = this.candidate("small", cell, place + 1);
      this.groups[cell].append(text);
      return text;
    });
    this.small[cell].forEach((text, place) => text.classList.toggle("off", !left.includes(place + 1)));
  }

  candidate(name, cell, value) {
    const [x, y] = this.spot(cell, value);
    const size = Math.min(this.pitch, this.drop) * (this.n > 9 ? 0.7 : 0.8);
    return drawn("text", { class: name, x, y: y + 0.5, "font-size": size.toFixed(1) }, value);
  }

  square(cell, name, inset = 0) {
    const side = CELL_SIZE - 2 * inset;
    return drawn("rect", {
      class: name, x: this.x(cell) + inset, y: this.y(cell) + inset, width: side, height: side, rx: inset ? 4 : 0,
      "data-at": cell,
    });
  }

  // What the reason points at, and what the event did.
  point(reason, deeds) {
    const strong = Math.max(1, this.n / 12);
    this.below.replaceChildren();
    this.above.replaceChildren();
    const inHouses = new Set((reason.h || []).flatMap((house) => this.puzzle.houses[house]));
    const name = (reason.h || []).length > 3 ? "house faint" : "house";
    for (const cell of inHouses) this.below.append(this.square(cell, name));
    for (const cell of reason.c || []) this.below.append(this.square(cell, "cause", 2));
    const done = new Set();
    for (const [name, cell] of deeds.targets) {
      this.below.append(this.square(cell, `target ${name}`, 2.5));
      if (name === "conflict") this.cross(cell);
      done.add(cell);
    }
    this.candidates(reason, deeds, strong);
    this.links(reason.l || [], strong);
    this.label(done);
    if (this.n >= MAGNIFIED && deeds.targets.length === 1) {
      this.above.append(magnifier(this, deeds.targets[0][1], deeds, reason));
    }
  }

  cross(cell) {
    const [x, y, side] = [this.x(cell) + 7, this.y(cell) + 7, CELL_SIZE - 14];
    this.below.append(drawn("path", { class: "cross", d: `M${x} ${y}l${side} ${side}m0 ${-side}l${-side} ${side}` }));
  }

  candidates(reason, deeds, strong) {
    const lost = new Set(deeds.ghosts.map(([cell, value]) => cell * this.n + value - 1));
    const marked = new Map();
    for (const [cell, value] of reason.m || []) marked.set(cell * this.n + value - 1, [cell, value]);
    for (const [cells, value, others, other] of reason.l || []) {
      for (const cell of cells) marked.set(cell * this.n + value - 1, [cell, value]);
      for (const cell of others) marked.set(cell * this.n + other - 1, [cell, other]);
    }
    for (const [place, [cell, value]] of marked) {
      if (!lost.has(place) && this.on[place]) this.ring("mark", cell, value);
    }
    for (const [cell, value] of deeds.ghosts) {
      if (this.shown[cell]) continue; // a value stands there
      const [x, y] = this.ring("ghost", cell, value);
      const r = this.radius * 0.9;
      this.above.append(drawn("path", {
        class: "strike", d: `M${x - r} ${y + r}L${x + r} ${y - r}`, "stroke-width": 2 * Math.sqrt(strong),
      }));
    }
  }

  ring(name, cell, value) {
    const [x, y] = this.spot(cell, value);
    this.above.append(drawn("circle", {
      class: `${name}-back`, cx: x, cy: y, r: this.radius * 0.98, "stroke-width": name === "mark" ? 1.6 : 0,
      "data-mark": `${cell} ${value}`,
    }));
    const text = this.candidate(name, cell, value);
    this.above.append(text);
    return [x, y];
  }

  links(links, strong) {
    const back = drawn("g");
    for (const [cells, value, others, other, holds] of links) {
      const one = cells.map((cell) => this.spot(cell, value));
      const two = others.map((cell) => this.spot(cell, other));
      for (const spots of [one, two]) if (spots.length > 1) back.append(this.hull(spots));
      this.above.append(...this.arc(...nearest(one, two), holds, strong));
    }
    this.above.prepend(back);
  }

  hull(spots) {
    const d = spots.map(([x, y], place) => `${place ? "L" : "M"}${x} ${y}`).join("");
    return drawn("path", { class: "hull", d, "stroke-width": this.radius * 2.6 });
  }

  // A line from one candidate to another, bent a little so that it passes by those between, and
  // towards the middle of the board, so that it stays in the drawing.
  arc([x1, y1], [x2, y2], holds, strong) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const bend = length > CELL_SIZE ? Math.min(0.16 * length, CELL_SIZE * 0.8) : 0.1 * length;
    const gap = Math.min(this.radius, length * 0.4);
    const middle = this.n * CELL_SIZE / 2;
    const outward = -uy * ((x1 + x2) / 2 - middle) + ux * ((y1 + y2) / 2 - middle) > 0;
    const side = outward ? -bend : bend;
    const [mx, my] = [(x1 + x2) / 2 - uy * side, (y1 + y2) / 2 + ux * side];
    const toward = (x, y) => {
      const far = Math.hypot(mx - x, my - y) || 1;
      return `${(x + (mx - x) * gap / far).toFixed(1)} ${(y + (my - y) * gap / far).toFixed(1)}`;
    };
    const d = `M${toward(x1, y1)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${toward(x2, y2)}`;
    const width = 3 * Math.sqrt(strong);
    return [
      drawn("path", { class: "link halo", d, "stroke-width": width * 2 }),
      drawn("path", { class: `link ${holds ? "strong" : "weak"}`, d, "stroke-width": width }),
    ];
  }

  label(cells) {
    const lines = [...cells].map((cell) => [Math.floor(cell / this.n), cell % this.n]);
    this.marks.forEach(([row, column], place) => {
      row.classList.toggle("on", lines.some(([line]) => line === place));
      column.classList.toggle("on", lines.some(([, line]) => line === place));
    });
  }
}

function nearest(one, two) {
  let best = [one[0], two[0]];
  const length = ([[x1, y1], [x2, y2]]) => Math.hypot(x2 - x1, y2 - y1);
  for (const a of one) for (const b of two) if (length([a, b]) < length(best)) best = [a, b];
  return best;
}
