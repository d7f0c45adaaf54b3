// A trace: its events as columns, its search tree, and the state at any of its frames.
//
// Frame 0 is the puzzle, frame k what stands after row k of the columns.  States are made by
// applying events to the nearest snapshot, of which there is one every few hundred events, so that a
// jump costs no more than a step through these.
const CELL = "\ue000";
const VALUE = "\ue001";
const SHORTEST = 256; // events between two snapshots
const SNAPSHOTS = 120;
const MEMORY = 5e7; // bytes of all snapshots

class Trace {
  constructor(raw) {
    Object.assign(this, raw);
    this.puzzle = data.puzzles[raw.puzzle];
    this.last = raw.kinds.length;
    this.solutions = raw.grids.map(values);
    this.lastGrid = values(raw.end);
    this.snapshots = [new State(this.puzzle)];
    const copies = Math.max(1, Math.min(SNAPSHOTS, MEMORY / this.puzzle.places.number));
    this.every = Math.max(SHORTEST, Math.ceil(this.last / copies));
    this.state = this.snapshots[0].copy();
    this.at = 0;
    this.group();
    this.deduce();
    const frames = (key) => [this.jump(key, 0, 1), this.jump(key, this.last + 1, -1)];
    const known = Object.keys(JUMPS).map((key) => [key, frames(key)]);
    this.earliest = Object.fromEntries(known.map(([key, [first]]) => [key, first < 0 ? Infinity : first]));
    this.latest = Object.fromEntries(known.map(([key, [, last]]) => [key, last]));
    this.grow();
    if (this.goal) this.value();
  }

  // The best value so far and the bound, at each frame; null where there is none.
  value() {
    this.best = [null];
    this.bound = [null];
    let held = null; // the last solution, which a film shows until the next one
    this.held = [null];
    for (let frame = 1; frame <= this.last; frame += 1) {
      const [kind, number] = [this.kinds[frame - 1], this.values[frame - 1]];
      this.best.push(kind === "s" ? this.goal.worth[number] : this.best[frame - 1]);
      if (kind === "s") held = this.solutions[number];
      this.held.push(held);
      this.bound.push(kind === "u" ? number : this.bound[frame - 1]);
    }
    if (this.proof) this.bound[this.last] = this.best[this.last];
  }

  // A word for something that happens.
  word(name) {
    return (this.proved && OF_PROOFS[name]) || name;
  }

  reason(frame) {
    return frame ? this.reasons[this.sayings[this.says[frame - 1]][1]] : {};
  }

  cellName(cell) {
    if (this.puzzle.variables) return this.puzzle.variables[cell];
    const n = this.puzzle.size;
    return `r${Math.floor(cell / n) + 1}c${(cell % n) + 1}`;
  }

  // The values that a removal takes.
  gone(frame) {
    const value = this.values[frame - 1];
    if (this.kinds[frame - 1] === "r") return [value];
    const taken = [];
    for (const [low, high] of this.sets[value]) for (let each = low; each <= high; each += 1) taken.push(each);
    return taken;
  }

  // The same in words.
  goneText(frame) {
    const [cell, value] = [this.cells[frame - 1], this.values[frame - 1]];
    if (this.kinds[frame - 1] === "r") return valueName(this.puzzle, cell, value);
    if (this.puzzle.words.has(cell)) return this.gone(frame).map((each) => valueName(this.puzzle, cell, each)).join(", ");
    return this.sets[value].map(([low, high]) => (low === high ? low : `${low}..${high}`)).join(", ");
  }

  // Whether every cell has a value.
  whole(grid) {
    return Boolean(grid) && grid.every((value) => (this.puzzle.variables ? value !== null : value));
  }

  sentence(frame) {
    if (!frame) return `The ${this.puzzle.variables ? "problem" : "puzzle"}, before the first event.`;
    const text = this.sayings[this.says[frame - 1]][0];
    const kind = this.kinds[frame - 1];
    if (kind === "g" || kind === "o" || kind === "e") return text;
    return text.replaceAll(CELL, () => this.cellName(this.cells[frame - 1]))
      .replaceAll(VALUE, () => valueName(this.puzzle, this.cells[frame - 1], this.values[frame - 1]));
  }

  // The number of the event in the whole trace.
  event(frame) {
    return Math.min(this.numbered(frame), this.kept);
  }

  // Where a frame stands, in words.
  position(frame) {
    const kept = this.kept < this.events ? " kept" : "";
    return `${number(this.event(frame))} of ${number(this.kept)}${kept}`;
  }

  numbered(frame) {
    if (!this.gap || frame <= this.gap.at) return frame;
    return frame === this.gap.at + 1 ? this.gap.at + this.gap.left : frame - 1 + this.gap.left;
  }

  together(frame) {
    const [one, other] = [this.kinds[frame - 2], this.kinds[frame - 1]];
    const reason = (place) => this.sayings[this.says[place]][1];
    if (frame < 2) return false;
    const rule = this.reason(frame).g;
    if (rule === 3) {
      const before = this.reason(frame - 1);
      return one === "r" && other === "r" && before.g === 3 && before.c[0] === this.reason(frame).c[0]
        && this.values[frame - 2] === this.values[frame - 1];
    }
    if (reason(frame - 2) !== reason(frame - 1)) return false;
    if (rule === 2) return "rm".includes(one) && "rm".includes(other);
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

  // The deductions of logic: `steps` are the first frames of all, `harder` the last frames of those
  // that take more than a single.
  deduce() {
    this.steps = [];
    this.stepAt = new Int32Array(this.last + 1);
    for (let frame = 1; frame <= this.last; frame += 1) {
      if (this.logic && this.starts[frame] === frame && "ar".includes(this.kinds[frame - 1])) {
        this.steps.push(frame);
      }
      this.stepAt[frame] = this.steps.length;
    }
    const harder = (frame) => !/^$|single/i.test(this.reason(frame).title || "");
    this.harder = this.steps.filter(harder).map((frame) => this.ends[frame]);
  }

  // How many deductions there were up to a frame.
  deductions(frame) {
    return this.stepAt[frame] + (this.gap && frame > this.gap.at ? this.gap.steps : 0);
  }

  // The search tree: its nodes in the order in which they were opened, and for each frame the node
  // at which the search stands.
  grow() {
    const root = this.node(-1, 0, -1, 0, true);
    this.nodes = [root];
    let guesses = 0; // up to here, those that the page leaves out too
    this.nodeAt = new Int32Array(this.last + 1);
    this.depth = 0; // of the deepest node
    let path = [0];
    for (let frame = 1; frame <= this.last; frame += 1) {
      const kind = this.kinds[frame - 1];
      const top = this.nodes[path[path.length - 1]];
      if (kind === "d" || kind === "n") {
        this.open(path, frame, this.cells[frame - 1], this.values[frame - 1], kind === "d");
        this.nodes[this.nodes.length - 1].number = guesses += 1;
      } else if (kind === "b" || kind === "t") {
        this.shut(path, this.values[frame - 1] + 1, frame);
      } else if (kind === "c" || kind === "x") {
        if (frame < top.conflict) top.cut = kind === "x";
        top.conflict = Math.min(top.conflict, frame);
      } else if (kind === "s") {
        for (const place of path) {
          this.nodes[place].solution = Math.min(this.nodes[place].solution, frame);
        }
      } else if (kind === "g") {
        path = this.resume(path, frame);
        guesses += this.gap.kinds.d || 0;
      }
      this.nodeAt[frame] = path[path.length - 1];
    }
  }

  node(parent, frame, cell, value, holds) {
    const never = Infinity;
    const depth = parent < 0 ? 0 : this.nodes[parent].depth + 1;
    return {
      parent, frame, cell, value, holds, depth, number: null, children: 0, cut: false, shut: never, conflict: never, solution: never,
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
    if (kind === "u" && this.goal?.times.length) return this.held[frame];
    return kind === "s" ? this.solutions[this.values[frame - 1]] : null;
  }

  // The frame whose reason a frame shows: the end of a trace that a contradiction ends shows that.
  explained(frame) {
    const refuted = this.kinds.slice(0, frame).match(/[cx]e$/) && !this.nodeAt[frame] && !this.whole(this.lastGrid);
    return refuted ? frame - 1 : frame;
  }

  // Whether the trace itself left events out before a frame.
  cutBefore(frame) {
    return frame > 0 && this.kinds.slice(Math.max(0, frame - 2), frame).includes("o");
  }

  // Whether the candidates are known.
  known(frame) {
    return !(this.kinds[frame - 1] === "e" && this.cutBefore(frame));
  }

  // Where a key leads to from a frame, on or back; -1 if there is nothing.
  jump(key, from, step) {
    if (key !== "t") return this.find(JUMPS[key], from, step);
    const beyond = this.harder.filter((frame) => (step > 0 ? frame > from : frame < from));
    return beyond.length ? beyond[step > 0 ? 0 : beyond.length - 1] : -1;
  }

  // For each value that a cell might have had the settled peers that have it.
  takers(cell, state) {
    const { givens, houses, marks, size } = this.puzzle;
    const peers = new Set(houses.filter((house) => house.includes(cell)).flat());
    const able = (value) => (marks ? marks[cell].includes(value) : !givens[cell] || givens[cell] === value);
    const taken = new Map();
    for (const peer of [...peers].sort((one, other) => one - other)) {
      if (peer === cell || !state.settled[peer] || state.left[peer] !== 1) continue;
      const value = state.on.indexOf(1, peer * size) - peer * size + 1;
      if (able(value)) taken.set(value, [...(taken.get(value) || []), peer]);
    }
    return taken;
  }

  // The next or previous frame of one of these kinds; -1 if there is none.
  find(kinds, from, step) {
    for (let frame = Math.min(from, this.last + 1) + step; frame > 0 && frame <= this.last; frame += step) {
      if (kinds.includes(this.kinds[frame - 1])) return frame;
    }
    return -1;
  }
}
