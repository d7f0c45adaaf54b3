// The state of a search: candidates, settled cells, and what each decision that stands has changed.
//
// A change is a number: cell * n + value - 1 for a candidate that comes or goes, -1 - cell for a
// cell that is settled or open again.  Done twice it is undone, so that a trail of changes takes a
// decision back; the page holds no copy of a board but the snapshots of trace.js.
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

  // How many candidates the cells have that are not settled.
  open() {
    return this.left.reduce((sum, each, cell) => sum + (this.settled[cell] ? 0 : each), 0);
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
