// A lane: a trace with its board, its words, its counters and its tree.

const MOST_NAMES = 12; // more cells are counted

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
      const cell = trace.cells[place - 1];
      const value = trace.values[place - 1];
      if (trace.kinds[place - 1] === "a") placed.push(`${trace.cellName(cell)} = ${value}`);
      else if (trace.kinds[place - 1] === "r") lost.set(cell, [...(lost.get(cell) || []), value]);
    }
    const alike = new Map();
    for (const [cell, gone] of [...lost].sort(([one], [other]) => one - other)) {
      const key = listed(gone.sort((a, b) => a - b));
      alike.set(key, [...(alike.get(key) || []), trace.cellName(cell)]);
    }
    const removed = [...alike].map(([key, names]) => {
      const who = names.length > MOST_NAMES ? `${names.length} cells` : listed(names);
      return `${who} ${names.length > 1 ? "lose" : "loses"} ${key}`;
    });
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
