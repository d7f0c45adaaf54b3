// The player in a browser: it applies the events of each trace to its puzzle, forward or from the
// nearest snapshot, and draws the board, the reason and the tree.  Nothing is loaded and nothing is
// sent; names and sentences go into the page as text, never as HTML.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = "\ue000";
  const VALUE = "\ue001";
  const KINDS = { // of events: what the page calls them, their sign, and their colour
    a: ["settled", "●", "assign"],
    r: ["removed", "✕", "remove"],
    d: ["guess", "◆", "decide"],
    n: ["guess", "◇", "decide"],
    c: ["conflict", "✕", "conflict"],
    b: ["backtrack", "↩", "back"],
    t: ["restart", "↩", "back"],
    s: ["solution", "★", "solution"],
    g: ["left out", "…", "back"],
    o: ["left out", "…", "back"],
    e: ["the end", "■", "back"],
  };
  const COUNTED = ["d", "a", "r", "c", "b", "t", "s"];
  const JUMPS = { d: "dn", c: "c", s: "s" }; // the keys, and the kinds they look for
  const SMALLEST_DOTS = 17; // from this size on candidates are dots
  const SHORTEST = 256; // events between two snapshots
  const SNAPSHOTS = 120;
  const CELL_SIZE = 60; // of the drawing; all lengths below are in its units
  const PAD = 4;

  const number = (value) => value.toLocaleString("en");
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const values = (text) => (text.includes(" ") ? text.trim().split(/\s+/).map(Number)
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

  // ---- The state of a search ----------------------------------------------------------------

  // A change is a number: cell * n + value - 1 for a candidate that comes or goes, -1 - cell for a
  // cell that is settled or open again.  Done twice it is undone.
  class State {
    constructor(puzzle) {
      const n = puzzle.size;
      this.n = n;
      this.on = new Uint8Array(n * n * n);
      this.left = new Uint8Array(n * n);
      this.settled = new Uint8Array(n * n);
      this.trail = [];
      this.levels = []; // of each decision that stands: how long the trail was, cell, value, holds
      this.counts = new Int32Array(COUNTED.length);
      puzzle.givens.forEach((given, cell) => {
        const marks = puzzle.marks ? puzzle.marks[cell]
          : given ? [given] : Array.from({ length: n }, (_, place) => place + 1);
        for (const value of marks) this.on[cell * n + value - 1] = 1;
        this.left[cell] = marks.length;
        this.settled[cell] = given > 0;
      });
    }

    copy() {
      const made = Object.create(State.prototype);
      made.n = this.n;
      for (const name of ["on", "left", "settled", "trail", "levels", "counts"]) {
        made[name] = this[name].slice();
      }
      return made;
    }

    toggle(change) {
      if (change < 0) {
        this.settled[-1 - change] ^= 1;
      } else {
        this.on[change] ^= 1;
        this.left[Math.floor(change / this.n)] += this.on[change] ? 1 : -1;
      }
    }

    change(change) {
      this.toggle(change);
      if (this.levels.length) this.trail.push(change);
    }

    settle(cell, value) {
      const first = cell * this.n;
      for (let place = first; place < first + this.n; place += 1) {
        if (this.on[place] !== Number(place === first + value - 1)) this.change(place);
      }
      if (!this.settled[cell]) this.change(-1 - cell);
    }

    remove(cell, value) {
      const place = cell * this.n + value - 1;
      if (this.on[place]) this.change(place);
    }

    takeBack(depth) {
      if (depth >= this.levels.length) return;
      const { start } = this.levels[depth];
      while (this.trail.length > start) this.toggle(this.trail.pop());
      this.levels.length = depth;
    }

    decide(cell, value, holds) {
      this.levels.push({ start: this.trail.length, cell, value, holds });
      if (holds) this.settle(cell, value);
      else this.remove(cell, value);
    }

    // Go on behind what the page leaves out.
    leap(gap, puzzle) {
      const counts = this.counts;
      Object.assign(this, new State(puzzle));
      this.counts = counts;
      for (const [kind, count] of Object.entries(gap.kinds)) {
        this.counts[COUNTED.indexOf(kind)] += count;
      }
      gap.levels.forEach((changes, level) => {
        if (level) {
          const [, cell, value, holds] = gap.stack[level - 1];
          this.levels.push({ start: this.trail.length, cell, value, holds: holds === 1 });
        }
        for (const change of changes) this.change(change);
      });
    }

    apply(trace, frame) {
      const kind = trace.kinds[frame - 1];
      const cell = trace.cells[frame - 1];
      const value = trace.values[frame - 1];
      if (kind === "a") this.settle(cell, value);
      else if (kind === "r") this.remove(cell, value);
      else if (kind === "d" || kind === "n") this.decide(cell, value, kind === "d");
      else if (kind === "b" || kind === "t") this.takeBack(value);
      else if (kind === "g") this.leap(trace.gap, trace.puzzle);
      const counted = COUNTED.indexOf(kind === "n" ? "d" : kind);
      if (counted >= 0) this.counts[counted] += 1;
    }
  }

  // ---- A trace ------------------------------------------------------------------------------

  // Frame 0 is the puzzle, frame k what stands after row k of the columns.
  class Trace {
    constructor(raw) {
      Object.assign(this, raw);
      this.puzzle = data.puzzles[raw.puzzle];
      this.last = raw.kinds.length;
      this.solutions = raw.grids.map(values);
      this.lastGrid = values(raw.end);
      this.every = Math.max(SHORTEST, Math.ceil(this.last / SNAPSHOTS));
      this.snapshots = [new State(this.puzzle)];
      this.state = this.snapshots[0].copy();
      this.at = 0;
      const frames = (kinds) => [this.find(kinds, 0, 1), this.find(kinds, this.last + 1, -1)];
      const known = Object.entries(JUMPS).map(([key, kinds]) => [key, frames(kinds)]);
      this.earliest = Object.fromEntries(known.map(([key, [first]]) => [key, first < 0 ? Infinity : first]));
      this.latest = Object.fromEntries(known.map(([key, [, last]]) => [key, last]));
      this.group();
      this.grow();
    }

    reason(frame) {
      return frame ? this.reasons[this.sayings[this.says[frame - 1]][1]] : {};
    }

    cellName(cell) {
      const n = this.puzzle.size;
      return `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
    }

    sentence(frame) {
      if (!frame) return "The puzzle, before the first event.";
      const text = this.sayings[this.says[frame - 1]][0];
      const kind = this.kinds[frame - 1];
      if (kind === "g" || kind === "o" || kind === "e") return text;
      return text.replaceAll(CELL, () => this.cellName(this.cells[frame - 1]))
        .replaceAll(VALUE, () => String(this.values[frame - 1]));
    }

    // The number of the event in the whole trace.
    event(frame) {
      if (!this.gap || frame <= this.gap.at) return frame;
      return frame === this.gap.at + 1 ? this.gap.at + this.gap.left : frame - 1 + this.gap.left;
    }

    together(frame) {
      const [one, other] = [this.kinds[frame - 2], this.kinds[frame - 1]];
      const reason = (place) => this.sayings[this.says[place]][1];
      if (frame < 2 || reason(frame - 2) !== reason(frame - 1)) return false;
      const rule = this.reason(frame).g;
      if (rule === 2) return one === "r" && other === "r";
      return rule === 1 && "ar".includes(one) && "ar".includes(other);
    }

    // `starts[k]` is the first frame of the step that frame k belongs to, `ends[k]` its last.
    group() {
      this.starts = new Int32Array(this.last + 2);
      this.ends = new Int32Array(this.last + 2);
      for (let frame = 1; frame <= this.last; frame += 1) {
        this.starts[frame] = this.together(frame) ? this.starts[frame - 1] : frame;
      }
      for (let frame = this.last; frame >= 0; frame -= 1) {
        const alone = frame === this.last || this.starts[frame + 1] === frame + 1;
        this.ends[frame] = alone ? frame : this.ends[frame + 1];
      }
    }

    // The search tree: its nodes in the order in which they were opened, and for each frame the node
    // at which the search stands.
    grow() {
      const root = this.node(-1, 0, -1, 0, true);
      this.nodes = [root];
      this.nodeAt = new Int32Array(this.last + 1);
      this.depth = 0; // of the deepest node
      let path = [0];
      for (let frame = 1; frame <= this.last; frame += 1) {
        const kind = this.kinds[frame - 1];
        const top = this.nodes[path[path.length - 1]];
        if (kind === "d" || kind === "n") {
          this.open(path, frame, this.cells[frame - 1], this.values[frame - 1], kind === "d");
        } else if (kind === "b" || kind === "t") {
          this.shut(path, this.values[frame - 1] + 1, frame);
        } else if (kind === "c") {
          top.conflict = Math.min(top.conflict, frame);
        } else if (kind === "s") {
          for (const place of path) {
            this.nodes[place].solution = Math.min(this.nodes[place].solution, frame);
          }
        } else if (kind === "g") {
          path = this.resume(path, frame);
        }
        this.nodeAt[frame] = path[path.length - 1];
      }
    }

    node(parent, frame, cell, value, holds) {
      const never = Infinity;
      const depth = parent < 0 ? 0 : this.nodes[parent].depth + 1;
      return {
        parent, frame, cell, value, holds, depth, children: 0, shut: never, conflict: never, solution: never,
      };
    }

    open(path, frame, cell, value, holds) {
      const parent = path[path.length - 1];
      path.push(this.nodes.length);
      this.nodes[parent].children += 1;
      this.nodes.push(this.node(parent, frame, cell, value, holds));
      this.depth = Math.max(this.depth, path.length - 1);
    }

    shut(path, length, frame) {
      for (const place of path.splice(length)) this.nodes[place].shut = frame;
    }

    resume(path, frame) {
      const { stack } = this.gap;
      let common = 0;
      while (common < stack.length && common + 1 < path.length
        && this.nodes[path[common + 1]].frame === stack[common][0]) common += 1;
      this.shut(path, common + 1, frame);
      for (const [, cell, value, holds] of stack.slice(common)) {
        this.open(path, frame, cell, value, holds === 1);
      }
      return path;
    }

    // The state at a frame, from the nearest snapshot behind it.
    go(frame) {
      const near = Math.floor(frame / this.every);
      if (frame < this.at || near > Math.floor(this.at / this.every)) {
        const place = Math.min(near, this.snapshots.length - 1);
        if (frame < this.at || place * this.every > this.at) {
          this.state = this.snapshots[place].copy();
          this.at = place * this.every;
        }
      }
      while (this.at < frame) {
        this.at += 1;
        this.state.apply(this, this.at);
        const place = this.at / this.every;
        if (place === this.snapshots.length) this.snapshots.push(this.state.copy());
      }
      return this.state;
    }

    // The grid that a frame shows in place of the state; null for the state.
    grid(frame) {
      const kind = this.kinds[frame - 1];
      if (kind === "e") return this.lastGrid;
      return kind === "s" ? this.solutions[this.values[frame - 1]] : null;
    }

    // Whether the candidates are known: not where the trace itself left events out.
    known(frame) {
      return !(this.kinds[frame - 1] === "e" && this.kinds[frame - 2] === "o");
    }

    // The next or previous frame of one of these kinds; -1 if there is none.
    find(kinds, from, step) {
      for (let frame = Math.min(from, this.last + 1) + step; frame > 0 && frame <= this.last; frame += step) {
        if (kinds.includes(this.kinds[frame - 1])) return frame;
      }
      return -1;
    }
  }

  // ---- The board ----------------------------------------------------------------------------

  class Board {
    constructor(puzzle) {
      const n = puzzle.size;
      this.puzzle = puzzle;
      this.n = n;
      this.across = puzzle.columns > 1 && n % puzzle.columns === 0 && n / puzzle.columns <= puzzle.columns
        ? puzzle.columns : Math.ceil(Math.sqrt(n));
      this.down = Math.ceil(n / this.across);
      this.pitch = (CELL_SIZE - 2 * PAD) / this.across; // of candidates, from left to right
      this.drop = (CELL_SIZE - 2 * PAD) / this.down; // and from top to bottom
      this.dots = n >= SMALLEST_DOTS;
      this.labelSize = n <= 9 ? Math.min(15, 4 + 1.4 * n) : n < SMALLEST_DOTS ? 22 : 34;
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
        this.y(cell) + PAD + (row + 0.5) * this.drop,
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
      this.svg.append(drawn("rect", { class: "back", width: side, height: side }));
      this.below = drawn("g");
      this.cells = drawn("g");
      this.above = drawn("g", { "pointer-events": "none" });
      this.svg.append(this.ground(), this.below, this.lines(), this.labels(margin), this.cells, this.above);
      this.makeCells();
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
        let value = own ? state.on.indexOf(1, first) - first + 1 : 0;
        if (grid) value = grid[cell];
        const hidden = Boolean(value) || !known;
        let changed = this.shown[cell] !== value;
        for (let place = first; place < first + n && !changed; place += 1) {
          changed = this.on[place] !== (hidden ? 0 : state.on[place]);
        }
        if (changed) this.paint(cell, value, state, hidden);
        const kind = !value ? "" : this.puzzle.givens[cell] === value ? "given" : guessed.has(cell) ? "guess" : "own";
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

    // A line from one candidate to another, bent a little so that it passes by those between.
    arc([x1, y1], [x2, y2], holds, strong) {
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const bend = length > CELL_SIZE ? Math.min(0.16 * length, CELL_SIZE * 0.8) : 0.1 * length;
      const gap = Math.min(this.radius, length * 0.4);
      const [mx, my] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
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

  // ---- The search tree ----------------------------------------------------------------------

  // Only the rows that can be seen are in the page, so that a tree may have any number of nodes.
  class Tree {
    constructor(trace, holder) {
      this.trace = trace;
      this.holder = holder;
      this.rows = holder.querySelector(".rows");
      this.high = holder.querySelector(".high");
      this.folded = new Set();
      this.frame = 0;
      this.focus = -1; // the row that keys have reached
      this.indent = Math.min(14, 150 / Math.max(1, trace.depth));
      holder.hidden = trace.nodes.length < 2;
      if (holder.hidden) return;
      holder.querySelector(".count").textContent = `(${plural(trace.nodes.length - 1, "node")})`;
      this.listen();
      this.unfold();
    }

    listen() {
      this.rows.addEventListener("scroll", () => this.paint());
      this.rows.addEventListener("click", (event) => {
        const row = event.target.closest("[data-node]");
        if (!row) return;
        const place = Number(row.dataset.node);
        if (event.target.closest(".fold")) this.fold(place);
        else seek(this.trace.nodes[place].frame);
      });
      this.rows.addEventListener("keydown", (event) => this.key(event));
      this.rows.addEventListener("blur", () => { this.focus = -1; this.paint(); });
      this.holder.addEventListener("toggle", () => this.follow());
      this.holder.addEventListener("click", (event) => {
        const wish = event.target.dataset?.tree;
        if (!wish) return;
        const parents = this.trace.nodes.map((node, place) => (node.children && place ? place : -1));
        this.folded = new Set(wish === "fold" ? parents.filter((place) => place > 0) : []);
        this.unfold();
        this.follow();
      });
    }

    key(event) {
      const row = this.focus < 0 ? this.row(this.trace.nodeAt[this.frame]) : this.focus;
      const place = this.visible[row];
      const node = this.trace.nodes[place];
      if (event.key === "ArrowDown") this.reach(Math.min(row + 1, this.visible.length - 1));
      else if (event.key === "ArrowUp") this.reach(Math.max(row - 1, 0));
      else if (event.key === "ArrowLeft") {
        if (node.children && !this.folded.has(place)) this.fold(place);
        else if (node.parent >= 0) this.reach(this.row(node.parent));
      } else if (event.key === "ArrowRight") {
        if (this.folded.has(place)) this.fold(place);
        else if (node.children) this.reach(row + 1);
      } else if (event.key === "Enter") seek(node.frame);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    reach(row) {
      this.focus = row;
      this.reveal(row);
      this.paint();
      const shown = this.high.querySelector(".focused");
      if (shown) this.rows.setAttribute("aria-activedescendant", shown.id);
    }

    fold(place) {
      if (!this.folded.delete(place)) this.folded.add(place);
      this.unfold();
      this.focus = this.focus < 0 ? -1 : this.row(place);
      this.paint();
    }

    // The rows: nodes in order, without those below a folded one.
    unfold() {
      const hidden = new Uint8Array(this.trace.nodes.length);
      this.visible = [];
      this.trace.nodes.forEach((node, place) => {
        const { parent } = node;
        hidden[place] = parent >= 0 && (hidden[parent] || this.folded.has(parent)) ? 1 : 0;
        if (!hidden[place]) this.visible.push(place);
      });
      this.rowOf = new Int32Array(this.trace.nodes.length).fill(-1);
      this.visible.forEach((place, row) => { this.rowOf[place] = row; });
      this.high.style.height = `${this.visible.length * 24}px`;
      this.paint();
    }

    // The row of a node, or of the folded one that it is under.
    row(place) {
      let node = place;
      while (this.rowOf[node] < 0) node = this.trace.nodes[node].parent;
      return this.rowOf[node];
    }

    reveal(row) {
      const { scrollTop, clientHeight } = this.rows;
      if (row * 24 < scrollTop || (row + 1) * 24 > scrollTop + clientHeight) {
        this.rows.scrollTop = row * 24 - clientHeight / 2 + 12;
      }
    }

    show(frame) {
      this.frame = frame;
      if (this.holder.hidden) return;
      this.follow();
    }

    follow() {
      if (!this.holder.open) return;
      this.reveal(this.row(this.trace.nodeAt[this.frame]));
      this.paint();
    }

    paint() {
      const first = Math.max(0, Math.floor(this.rows.scrollTop / 24) - 4);
      const number = Math.ceil((this.rows.clientHeight || 250) / 24) + 8;
      const current = this.trace.nodeAt[this.frame];
      const path = new Set();
      for (let place = current; place >= 0; place = this.trace.nodes[place].parent) path.add(place);
      const marked = this.row(current);
      this.high.replaceChildren(...this.visible.slice(first, first + number).map((place, offset) => (
        this.line(place, first + offset, path.has(place), first + offset === marked))));
    }

    line(place, row, onPath, current) {
      const node = this.trace.nodes[place];
      const [name, sign, word] = this.status(node, onPath);
      const line = element("div", {
        role: "treeitem", class: `node ${name}`, "data-node": place, "data-status": name, "data-frame": node.frame,
        id: `node-${this.holder.closest("[data-lane]").dataset.lane}-${place}`,
        "aria-level": node.depth + 1, "aria-selected": String(current),
      });
      line.style.top = `${row * 24}px`;
      line.style.paddingLeft = `${4 + node.depth * this.indent}px`;
      if (current) line.classList.add("current");
      if (row === this.focus) line.classList.add("focused");
      const open = !this.folded.has(place);
      if (node.children) line.setAttribute("aria-expanded", String(open));
      const fold = element("span", { class: node.children ? "fold" : "fold none", "aria-hidden": "true" },
        node.children ? (open ? "▾" : "▸") : "");
      const state = element("span", { class: "state", "aria-hidden": "true" }, sign);
      const words = [word, node.depth > 8 ? `depth ${node.depth}` : ""].filter(Boolean).join(" · ");
      line.append(fold, state, element("span", {}, this.name(node)), element("span", { class: "word" }, words));
      return line;
    }

    name(node) {
      if (node.cell < 0) return "start";
      return `${this.trace.cellName(node.cell)} ${node.holds ? "=" : "≠"} ${node.value}`;
    }

    status(node, onPath) {
      const now = this.frame;
      if (now < node.frame) return ["later", "·", ""];
      if (onPath) {
        if (node.conflict <= now && this.trace.nodes[this.trace.nodeAt[now]] === node) {
          return ["conflict path", "✕", "conflict"];
        }
        return node.solution <= now ? ["solution path", "★", "solution"] : ["path", "●", "being searched"];
      }
      if (node.solution <= now) return ["solution", "★", "solution"];
      if (node.conflict <= now) return ["conflict", "✕", "conflict"];
      return node.shut <= now ? ["closed", "○", "nothing found"] : ["open", "○", "open"];
    }
  }

  // ---- A lane: a trace with its board, its words and its tree --------------------------------

  class Lane {
    constructor(raw, place) {
      this.trace = new Trace(raw);
      this.holder = document.querySelector(`[data-lane="${place}"]`);
      this.board = new Board(this.trace.puzzle);
      this.holder.querySelector(".board").append(this.board.svg);
      this.said = this.holder.querySelector(".said");
      this.counters = this.holder.querySelector(".counters");
      this.said.hidden = false;
      this.makeCounters();
      this.holder.classList.toggle("treeless", this.trace.nodes.length < 2);
      this.tree = new Tree(this.trace, this.holder.querySelector(".tree"));
      this.frame = -1;
    }

    makeCounters() {
      this.counters.hidden = false;
      this.numbers = {};
      const names = [
        ["decisions", "d"], ["settled", "a"], ["removed", "r"], ["conflicts", "c"], ["backtracks", "b"],
        ["restarts", "t"], ["solutions", "s"], ["depth", "depth"],
      ];
      for (const [name, key] of names) {
        if (key === "t" && !this.trace.kinds.includes("t") && !this.trace.gap?.kinds.t) continue;
        this.numbers[key] = element("dd", { "data-count": key }, "0");
        this.counters.append(element("div", {}, element("dt", {}, name), this.numbers[key]));
      }
    }

    show(clock, single) {
      const { trace } = this;
      const frame = Math.min(clock, trace.last);
      if (frame === this.frame && single === this.single) return;
      const state = trace.go(frame);
      const grid = trace.grid(frame);
      this.frame = frame;
      this.single = single;
      this.holder.dataset.frame = frame;
      this.board.show(state, grid, trace.known(frame));
      const start = single ? frame : trace.starts[frame];
      this.board.point(trace.reason(frame), this.deeds(start, frame));
      const won = Boolean(grid) && grid.every(Boolean);
      this.board.svg.classList.toggle("won", won);
      this.say(start, frame);
      this.count(state);
      this.tree.show(frame);
    }

    // What the events of a step did: cells, and candidates that are gone.
    deeds(start, frame) {
      const { kinds, cells, values: numbers } = this.trace;
      const targets = new Map();
      const ghosts = [];
      for (let place = Math.max(start, 1); place <= frame; place += 1) {
        const [kind, cell, value] = [kinds[place - 1], cells[place - 1], numbers[place - 1]];
        if (kind === "r" || kind === "n") ghosts.push([cell, value]);
        if (cell >= 0) targets.set(cell, KINDS[kind][2]);
      }
      if (kinds[frame - 1] === "c" && !targets.size) {
        for (const cell of this.trace.reason(frame).c || []) targets.set(cell, "conflict");
      }
      if ("bt".includes(kinds[frame - 1] || "-")) {
        for (const cell of this.taken(frame)) targets.set(cell, "back");
      }
      return { targets: [...targets].map(([cell, name]) => [name, cell]), ghosts };
    }

    // The cells of the decisions that a backtrack takes back.
    taken(frame) {
      const { nodes, nodeAt } = this.trace;
      const cells = [];
      let place = nodeAt[frame - 1];
      while (place >= 0 && nodes[place].depth > nodes[nodeAt[frame]].depth) {
        cells.push(nodes[place].cell);
        place = nodes[place].parent;
      }
      return cells;
    }

    say(start, frame) {
      const { trace } = this;
      const [word, sign, tone] = frame ? KINDS[trace.kinds[frame - 1]] : ["the puzzle", "■", "back"];
      this.said.className = `said tone-${tone}`;
      const { title, g: rule } = trace.reason(frame);
      const kind = this.said.querySelector(".kind");
      const number_ = `${number(trace.event(frame))} of ${number(trace.events)}`;
      const ended = frame === trace.last && frame > 0;
      kind.replaceChildren(element("span", { "aria-hidden": "true" }, sign), element("span", {}, title || word),
        element("span", { class: "part" }, ended ? "" : frame ? `event ${number_}` : ""));
      const many = frame > start && start > 0;
      const deduced = rule === 1; // the sentence says why, and not what follows
      const more = many || deduced ? this.consequences(start, frame, deduced) : "";
      this.words = [trace.sentence(frame), more];
      this.said.querySelector(".sentence").textContent = this.words[0];
      this.said.querySelector(".more").textContent = this.words[1];
    }

    // What the events of a step did, in words: `r1c2 = 5; r1c3 and r4c4 lose 5`.
    consequences(start, frame, deduced) {
      const { trace } = this;
      const placed = [];
      const lost = new Map();
      for (let place = start; place <= frame; place += 1) {
        const name = trace.cellName(trace.cells[place - 1]);
        const value = trace.values[place - 1];
        if (trace.kinds[place - 1] === "a") placed.push(`${name} = ${value}`);
        else if (trace.kinds[place - 1] === "r") lost.set(name, [...(lost.get(name) || []), value]);
      }
      const alike = new Map();
      for (const [name, gone] of lost) {
        const key = listed(gone.sort((a, b) => a - b));
        alike.set(key, [...(alike.get(key) || []), name]);
      }
      const removed = [...alike].map(([key, names]) => `${listed(names)} ${names.length > 1 ? "lose" : "loses"} ${key}`);
      const all = [...placed, ...removed].join("; ");
      return all && `${deduced ? "So" : "In all"}: ${all}.`;
    }

    count(state) {
      for (const [key, holder] of Object.entries(this.numbers)) {
        const value = key === "depth" ? state.levels.length : state.counts[COUNTED.indexOf(key)];
        const text = number(value);
        if (holder.textContent !== text) holder.textContent = text;
      }
    }
  }

  function listed(items) {
    return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
  }

  // ---- The strips: the depth of each search over time ----------------------------------------

  const COLUMNS = 1000;

  function strip(lane, longest) {
    const { trace } = lane;
    const holder = element("div", { class: "strip" });
    const picture = drawn("svg", { viewBox: `0 0 ${COLUMNS} 100`, preserveAspectRatio: "none" });
    const x = (frame) => (frame / Math.max(1, longest)) * COLUMNS;
    if (trace.gap) {
      const at = x(trace.gap.at + 1);
      picture.append(drawn("path", { class: "gap-line", d: `M${at} -6V106` }));
    }
    if (trace.depth) picture.append(drawn("path", { class: "depth", d: profile(trace, x) }));
    picture.append(...ticks(trace, x));
    holder.append(picture, element("div", { class: "hand" }));
    holder.hidden = !trace.depth && !trace.gap;
    holder.addEventListener("click", (event) => {
      const box = holder.getBoundingClientRect();
      seek(Math.round(((event.clientX - box.left) / box.width) * longest));
    });
    return holder;
  }

  function profile(trace, x) {
    const tops = new Map();
    for (let frame = 0; frame <= trace.last; frame += 1) {
      const column = Math.floor(x(frame));
      const { depth } = trace.nodes[trace.nodeAt[frame]];
      if (!(tops.get(column) >= depth)) tops.set(column, depth);
    }
    let d = "M0 100";
    for (const [column, depth] of tops) {
      const y = (100 - (depth / trace.depth) * 92).toFixed(1);
      d += `L${column} ${y}`;
    }
    return `${d}L${x(trace.last)} 100Z`;
  }

  function ticks(trace, x) {
    const [conflicts, solutions] = [new Set(), new Set()];
    for (let frame = 1; frame <= trace.last; frame += 1) {
      if (trace.kinds[frame - 1] === "c") conflicts.add(Math.floor(x(frame)));
      if (trace.kinds[frame - 1] === "s") solutions.add(Math.floor(x(frame)));
    }
    const lines = (columns, top) => [...columns].map((column) => `M${column} 100V${top}`).join("");
    return [
      drawn("path", { class: "conflicts", d: lines(conflicts, 84) }),
      drawn("path", { class: "solutions", d: lines(solutions, 0) }),
    ];
  }

  // ---- The clock ----------------------------------------------------------------------------

  const lanes = data.traces.map((raw, place) => new Lane(raw, place));
  const longest = Math.max(...lanes.map((lane) => lane.trace.last));
  const clock = $("clock");
  const strips = lanes.map((lane) => strip(lane, longest));
  let now = 0;
  let playing = false;
  let since = 0; // the moment up to which steps were made
  let due = 0; // steps, a part of one included

  const single = () => $("single").checked;

  function seek(frame) {
    now = Math.max(0, Math.min(frame, longest));
    render();
  }

  // A step ends where one of the traces has done all that follows from a reason.
  function ahead(alone) {
    if (alone) return now + 1;
    const next = lanes.filter((lane) => lane.trace.last > now).map((lane) => lane.trace.ends[now + 1]);
    return next.length ? Math.min(...next) : now;
  }

  function behind(alone) {
    if (alone) return now - 1;
    const before = lanes.map(({ trace }) => {
      if (now > trace.last) return trace.last;
      return now ? trace.starts[now] - 1 : 0;
    });
    return Math.max(...before);
  }

  function jump(key, step) {
    const kinds = JUMPS[key];
    const found = lanes.map((lane) => lane.trace.find(kinds, now, step)).filter((frame) => frame >= 0);
    if (found.length) seek(step > 0 ? Math.min(...found) : Math.max(...found));
  }

  function play(start) {
    if (start && now >= longest) now = 0;
    if (start && !playing) { since = performance.now(); due = 0; }
    const changed = playing !== start;
    playing = start;
    if (changed && start) requestAnimationFrame(tick);
    render();
  }

  function tick(time) {
    if (!playing) return;
    due += Math.max(0, time - since) / 1000 * Number($("speed").value);
    since = Math.max(time, since);
    due = Math.min(due, 500); // of a page that was out of sight
    const before = now;
    for (; due >= 1 && now < longest; due -= 1) now = ahead(single());
    if (now >= longest) play(false);
    else {
      if (now !== before) render();
      requestAnimationFrame(tick);
    }
  }

  function render() {
    lanes.forEach((lane) => lane.show(now, single()));
    clock.value = now;
    clock.setAttribute("aria-valuetext", `step ${now} of ${longest}`);
    strips.forEach((each) => { each.querySelector(".hand").style.left = `${(now / Math.max(1, longest)) * 100}%`; });
    const { trace } = lanes.find((lane) => lane.trace.last === longest);
    $("at").textContent = `${number(trace.event(Math.min(now, trace.last - 1)))} of ${number(trace.events)}`;
    document.documentElement.dataset.at = now;
    controls();
    if (!playing) {
      $("live").textContent = lanes.map((lane) => lane.words.filter(Boolean).join(" ")).join(" ");
    }
  }

  function controls() {
    const button = $("play");
    const words = playing ? "Pause" : "Play";
    if (button.getAttribute("aria-label") !== words) {
      button.setAttribute("aria-label", words);
      button.querySelector("path").setAttribute("d", playing ? "M7 5h3v14H7zM14 5h3v14h-3z" : "M7 4l13 8-13 8z");
    }
    const can = {
      Home: now > 0, ArrowLeft: now > 0, ArrowRight: now < longest, End: now < longest,
    };
    for (const key of "dcs") {
      can[key] = lanes.some(({ trace }) => trace.latest[key] > now);
      can[key.toUpperCase()] = lanes.some(({ trace }) => trace.earliest[key] < now);
    }
    for (const [key, possible] of Object.entries(can)) {
      const each = document.querySelector(`[data-do="${key}"]`);
      if (each.disabled === possible) each.disabled = !possible;
    }
  }

  // ---- What can be done ---------------------------------------------------------------------

  function faster(step) {
    const speed = $("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + step));
  }

  function help() {
    const keys = $("keys");
    keys.hidden = !keys.hidden;
    $("help").setAttribute("aria-expanded", String(!keys.hidden));
  }

  function stop(deed) {
    return () => { playing = false; deed(); render(); };
  }

  const DEEDS = {
    " ": () => play(!playing),
    ArrowRight: stop(() => seek(ahead(single()))),
    ArrowLeft: stop(() => seek(behind(single()))),
    "Shift+ArrowRight": stop(() => seek(now + 1)),
    "Shift+ArrowLeft": stop(() => seek(now - 1)),
    Home: stop(() => seek(0)),
    End: stop(() => seek(longest)),
    d: stop(() => jump("d", 1)),
    c: stop(() => jump("c", 1)),
    s: stop(() => jump("s", 1)),
    D: stop(() => jump("d", -1)),
    C: stop(() => jump("c", -1)),
    S: stop(() => jump("s", -1)),
    e: () => { $("single").checked = !single(); render(); },
    "+": () => faster(1),
    "-": () => faster(-1),
    "?": help,
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) DEEDS[button.dataset.do]();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target.matches("select") || (event.key === " " && target.matches("button, summary, input[type=checkbox]"))) return;
    const letter = event.key.length === 1 && /[a-z]/i.test(event.key);
    const name = letter ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase())
      : `${event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : ""}${event.key}`;
    if (!Object.hasOwn(DEEDS, name)) return;
    event.preventDefault();
    DEEDS[name]();
  });
  clock.addEventListener("input", () => {
    playing = false;
    seek(Number(clock.value));
  });
  $("single").addEventListener("change", render);

  function legend() {
    const reasons = lanes.flatMap((lane) => lane.trace.reasons);
    const points = (key) => reasons.some((reason) => reason[key]?.length || (key === "m" && reason.l));
    const holder = document.querySelector(".legend");
    holder.hidden = false;
    const happens = (kind) => lanes.some((lane) => lane.trace.kinds.includes(kind));
    for (const item of holder.querySelectorAll("[data-needs]")) item.hidden = !points(item.dataset.needs);
    for (const item of holder.querySelectorAll("[data-kind]")) item.hidden = !happens(item.dataset.kind);
    for (const [key, kinds] of Object.entries(JUMPS)) {
      const any = lanes.some((lane) => lane.trace.find(kinds, 0, 1) > 0);
      document.querySelector(`[data-do="${key}"]`).parentElement.hidden = !any;
    }
  }

  clock.max = longest;
  const holder = document.querySelector(".strips");
  holder.classList.toggle("many-strips", lanes.length > 1);
  holder.append(...strips);
  document.querySelector(".controls").hidden = false;
  legend();
  render();
  window.accord = { seek, last: longest };
  document.documentElement.dataset.ready = "yes";
})();
