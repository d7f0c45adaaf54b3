// A lane: a trace with its board, its words, its counters and its tree.

const MOST_NAMES = 12; // more cells are counted

class Lane {
  constructor(raw, place) {
    this.trace = new Trace(raw);
    this.holder = document.querySelector(`[data-lane="${place}"]`);
    this.board = new (this.trace.puzzle.variables ? Variables : Board)(this.trace.puzzle);
    this.holder.querySelector(".board").append(this.board.root, this.board.below || "");
    this.said = this.holder.querySelector(".said");
    this.counters = this.holder.querySelector(".counters");
    this.said.hidden = false;
    this.makeCounters();
    this.goal = new Goal(this.trace, this.holder.querySelector(".goal"));
    this.holder.classList.toggle("treeless", this.trace.logic ? !this.trace.steps.length : this.trace.nodes.length < 2);
    const list = this.trace.logic ? Deductions : Tree;
    this.tree = new list(this.trace, this.holder.querySelector(".tree"), this);
    this.frame = -1;
  }

  makeCounters() {
    this.counters.hidden = false;
    this.numbers = {};
    const { logic, kinds, gap } = this.trace;
    const silent = !logic && !gap && ![...kinds].some((kind) => "dnarcxbt".includes(kind)); // of how they were found
    const names = [
      ["deductions", "steps"], ["guesses", "d"], ["settled", "a"], ["removed", "r"], ["conflicts", "c"], ["cut off", "x"],
      ["taken back", "b"], ["restarts", "t"], ["solutions", "s"], ["depth", "depth"], ["candidates left", "left"],
    ];
    for (const [name, key] of names) {
      const happens = kinds.includes(key) || gap?.kinds[key];
      if ("tx".includes(key) && !happens || silent && key !== "s") continue;
      if (logic ? "dcb".includes(key) && !happens || key === "depth" : key === "steps" || key === "left") continue;
      this.numbers[key] = element("dd", { "data-count": key }, "0");
      this.counters.append(element("div", {}, element("dt", {}, this.trace.word(name)), this.numbers[key]));
    }
    if (silent) this.counters.append(element("div", {}, element("dt", {}, "decisions"), element("dd", {}, "not told")));
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
    const explained = trace.explained(frame);
    const start = single ? explained : trace.starts[explained];
    this.board.point(this.reason(start, explained, state), this.deeds(start, explained));
    const won = trace.whole(grid) && !trace.wrong;
    this.board.root.classList.toggle("won", won);
    this.say(start, frame, explained);
    this.count(state);
    this.goal.show(frame, state);
    this.tree.show(frame);
  }

  // What is to be looked at: the reasons of a step, or who left nothing to a cell.
  reason(start, frame, state) {
    const { trace } = this;
    const own = trace.reason(frame);
    this.takers = null;
    if (own.g === 3 && frame > start) {
      const houses = new Set();
      for (let place = start; place <= frame; place += 1) trace.reason(place).h?.forEach((h) => houses.add(h));
      return { ...own, h: [...houses] };
    }
    const cell = frame ? trace.cells[frame - 1] : -1;
    if (trace.puzzle.variables || trace.kinds[frame - 1] !== "c" || cell < 0 || own.h || own.c || own.m) return own;
    this.takers = trace.takers(cell, state);
    return { ...own, c: [...this.takers.values()].flat() };
  }

  // What the events of a step did: cells, and candidates that are gone.
  deeds(start, frame) {
    const { kinds, cells, values: numbers } = this.trace;
    const targets = new Map();
    const ghosts = [];
    for (let place = Math.max(start, 1); place <= frame; place += 1) {
      const [kind, cell, value] = [kinds[place - 1], cells[place - 1], numbers[place - 1]];
      if (kind === "r" || kind === "n") ghosts.push([cell, value]);
      if (kind === "m") for (const each of this.trace.gone(place)) ghosts.push([cell, each]);
      if (cell >= 0) targets.set(cell, KINDS[kind][2]);
    }
    if ("cx".includes(kinds[frame - 1] || "-") && !targets.size) {
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

  say(start, frame, explained) {
    const { trace } = this;
    const [word, sign, tone] = frame ? KINDS[trace.kinds[frame - 1]] : [`the ${trace.puzzle.variables ? "problem" : "puzzle"}`, "■", "back"];
    this.said.className = `said tone-${tone}`;
    const { title, g: rule } = trace.reason(frame);
    const kind = this.said.querySelector(".kind");
    const where = trace.position(frame);
    const ended = frame === trace.last && frame > 0;
    this.said.classList.toggle("ended", ended);
    const guess = "dn".includes(trace.kinds[frame - 1]) ? trace.nodes[trace.nodeAt[frame]] : null;
    const which = guess ? ` ${number(guess.number)} · depth ${guess.depth}` : "";
    kind.replaceChildren(element("span", { "aria-hidden": "true" }, sign), element("span", {}, (title || trace.word(word)) + which),
      element("span", { class: "part" }, ended ? "" : frame ? `event ${where}` : ""));
    const many = frame > start && start > 0;
    const deduced = rule === 1; // the sentence says why, and not what follows
    let more = explained < frame ? `${trace.sentence(explained)} ${this.takenWords()}` : this.takenWords();
    if (explained === frame && (many || deduced)) more = this.consequences(start, frame, deduced ? "So: " : "In all: ");
    this.words = [trace.sentence(frame), more];
    if (rule === 3 && many) {
      const [holder] = trace.reason(frame).c;
      const lead = `${trace.cellName(holder)} is ${trace.values[frame - 1]}: `;
      this.words = [this.consequences(start, frame, lead), ""];
    }
    this.said.querySelector(".sentence").textContent = this.words[0];
    this.said.querySelector(".more").textContent = this.words[1];
  }

  // Who took the values of a cell that has none left.
  takenWords() {
    if (!this.takers?.size) return "";
    const words = [...this.takers].sort(([one], [other]) => one - other)
      .map(([value, cells]) => `${value} stands in ${this.trace.cellName(cells[0])}`);
    return `Gone: ${listed(words)}.`;
  }

  // What the events of a step did, in words: `r1c2 = 5; r1c3 and r4c4 lose 5`.
  consequences(start, frame, lead) {
    const { trace } = this;
    const placed = [];
    const lost = new Map();
    for (let place = start; place <= frame; place += 1) {
      const cell = trace.cells[place - 1];
      const value = trace.values[place - 1];
      if (trace.kinds[place - 1] === "a") placed.push(`${trace.cellName(cell)} = ${valueName(trace.puzzle, cell, value)}`);
      else if ("rm".includes(trace.kinds[place - 1])) lost.set(cell, [...(lost.get(cell) || []), trace.goneText(place)]);
    }
    const alike = new Map();
    for (const [cell, gone] of [...lost].sort(([one], [other]) => one - other)) {
      const key = listed(gone.sort((a, b) => a - b));
      alike.set(key, [...(alike.get(key) || []), trace.cellName(cell)]);
    }
    const removed = [...alike].map(([key, names]) => {
      const who = names.length > MOST_NAMES ? `${names.length} ${trace.puzzle.variables ? "variables" : "cells"}` : listed(names);
      return `${who} ${names.length > 1 ? "lose" : "loses"} ${key}`;
    });
    const all = [...placed, ...removed].join("; ");
    return all && `${lead}${all}.`;
  }

  count(state) {
    const cut = this.trace.cutBefore(this.frame);
    for (const [key, holder] of Object.entries(this.numbers)) {
      const value = key === "depth" ? state.levels.length : key === "steps" ? this.trace.deductions(this.frame)
        : key === "left" ? state.open() : state.counts[COUNTED.indexOf(key)];
      const text = number(value);
      if (holder.textContent !== text) holder.textContent = text;
      const least = cut && key !== "depth" && key !== "left";
      holder.classList.toggle("least", least);
      holder.title = least ? "At least: the trace was cut here." : "";
    }
  }
}

function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
