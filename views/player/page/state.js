// The state of a search: candidates, settled cells, and what each decision that stands has changed.
//
// A change is a number: the place of a candidate that comes or goes, which in a puzzle is
// cell * n + value - 1, or -1 - cell for a cell that is settled or open again.  Done twice it is undone, so that a trail of changes takes a
// decision back; the page holds no copy of a board but the snapshots of trace.js.
// Where the candidates of each cell stand among all.
class Places {
  constructor(puzzle) {
    this.domains = puzzle.domains || puzzle.givens.map(() => [[1, puzzle.size]]);
    this.sizes = this.domains.map((domain) => domain.reduce((sum, [low, high]) => sum + high - low + 1, 0));
    this.starts = [0];
    for (const size of this.sizes) this.starts.push(this.starts[this.starts.length - 1] + size);
    this.number = this.starts.pop();
    this.cells = new Int32Array(this.number);
    this.sizes.forEach((size, cell) => this.cells.fill(cell, this.starts[cell], this.starts[cell] + size));
  }

  of(cell, value) {
    let place = this.starts[cell];
    for (const [low, high] of this.domains[cell]) {
      if (value <= high) return place + value - low;
      place += high - low + 1;
    }
    return -1;
  }

  value(place) {
    const cell = this.cells[place];
    let rest = place - this.starts[cell];
    for (const [low, high] of this.domains[cell]) {
      if (rest <= high - low) return low + rest;
      rest -= high - low + 1;
    }
    return null;
  }
}

class State {
  constructor(puzzle) {
    const places = puzzle.places ||= new Places(puzzle);
    this.places = places;
    this.on = new Uint8Array(places.number);
    this.left = new Int32Array(places.sizes.length);
    this.settled = new Uint8Array(places.sizes.length);
    this.trail = [];
    this.levels = []; // of each decision that stands: how long the trail was, cell, value, holds
    this.counts = new Int32Array(COUNTED.length);
    if (puzzle.variables) {
      this.on.fill(1);
      this.left.set(places.sizes);
      this.settled.set(places.sizes.map((size) => Number(size === 1)));
      return;
    }
    const n = puzzle.size;
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
    made.places = this.places;
    for (const name of ["on", "left", "settled", "trail", "levels", "counts"]) {
      made[name] = this[name].slice();
    }
    return made;
  }

  // The value of a cell that has one left; null of the others.
  only(cell) {
    if (this.left[cell] !== 1) return null;
    return this.places.value(this.on.indexOf(1, this.places.starts[cell]));
  }

  // The least and the largest value that a cell has left; null where it has none.
  ends(cell) {
    const { starts, sizes } = this.places;
    const own = this.on.subarray(starts[cell], starts[cell] + sizes[cell]);
    const ends = [own.indexOf(1), own.lastIndexOf(1)];
    return ends[0] < 0 ? null : ends.map((place) => this.places.value(starts[cell] + place));
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
      this.left[this.places.cells[change]] += this.on[change] ? 1 : -1;
    }
  }

  change(change) {
    this.toggle(change);
    if (this.levels.length) this.trail.push(change);
  }

  settle(cell, value) {
    const { starts, sizes } = this.places;
    const own = this.places.of(cell, value);
    for (let place = starts[cell]; place < starts[cell] + sizes[cell]; place += 1) {
      if (this.on[place] !== Number(place === own)) this.change(place);
    }
    if (!this.settled[cell]) this.change(-1 - cell);
  }

  remove(cell, value) {
    const place = this.places.of(cell, value);
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
    else if (kind === "m") for (const each of trace.gone(frame)) this.remove(cell, each);
    else if (kind === "d" || kind === "n") this.decide(cell, value, kind === "d");
    else if (kind === "b" || kind === "t") this.takeBack(value);
    else if (kind === "g") this.leap(trace.gap, trace.puzzle);
    const counted = COUNTED.indexOf({ n: "d", m: "r" }[kind] || kind);
    if (counted >= 0) this.counts[counted] += 1;
  }
}
