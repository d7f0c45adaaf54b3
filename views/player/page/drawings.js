// A drawing that was made once (boards/live.py), and is changed here as domains shrink.

class Drawing {
  constructor(across, down, parts) {
    this.svg = drawn("svg", { class: "drawing", viewBox: `0 0 ${across} ${down}`, role: "img", "aria-label": "Drawing" });
    this.svg.classList.toggle("tall", down > 1.3 * across); // it scrolls
    this.svg.append(figures(parts));
    this.boxes = new Map([...this.svg.querySelectorAll(".variable")].map((box) => [Number(box.dataset.cell), box]));
    this.spans = [...this.svg.querySelectorAll(".span")];
    this.visits = new Map([...this.svg.querySelectorAll(".visit")].map((each) => [each.dataset.node, each]));
    this.layers = [...this.svg.querySelectorAll(".layers")].map((each) => new Layers(each));
    for (const box of this.boxes.values()) box.prepend(drawn("title"));
  }

  box(cell) { return this.boxes.get(cell); }

  holds(box) { return box.ownerSVGElement === this.svg; }

  say(box, words) { box.querySelector("title").textContent = words; }

  // Draw what hangs on all that variables have left, given as intervals.
  show(runs, words) {
    for (const box of this.boxes.values()) this.settle(box, words.get(Number(box.dataset.cell)));
    for (const each of this.spans) this.stretch(each, runs);
    for (const each of this.layers) each.show(runs);
    this.number();
  }

  // When each node of a tour is visited, where all successors are known and it is one tour.
  number() {
    const next = (node) => this.box(Number(this.visits.get(node).dataset.of)).dataset.value;
    const nodes = [...this.visits.keys()].filter((node) => next(node) !== node); // others are left out
    const order = new Map();
    let node = nodes[0];
    while (this.visits.has(node) && !order.has(node)) {
      order.set(node, order.size + 1);
      node = next(node);
    }
    const closed = node === nodes[0] && order.size === nodes.length;
    for (const [each, text] of this.visits) text.textContent = (closed && order.get(each)) || "";
  }

  // The value of a variable, in its colour.
  settle(box, words) {
    const [whole, text] = [box.querySelector(".whole"), box.querySelector(".value")];
    const { value } = box.dataset;
    const said = words?.[value] ?? value;
    if (!text || text.textContent === said) return;
    text.textContent = said;
    const chip = value && box.querySelector(`[data-chip="${value}"]`);
    if (!chip) return;
    whole.setAttribute("fill", chip.getAttribute("fill"));
    for (const each of [text, box.querySelector(".own-name")]) each.style.fill = chip.dataset.letters;
  }

  // From where to where something may lie, and lies in any case.
  stretch(each, runs) {
    const [may, must, name] = each.children;
    for (const [key, place, length] of [["x", "x", "width"], ["y", "y", "height"]]) {
      if (!each.dataset[key]) continue;
      const [cell, least, most, zero, unit] = each.dataset[key].split(" ").map(Number);
      const left = runs(cell);
      const [low, high] = left.length ? [left[0][0], left[left.length - 1][1]] : [0, 0];
      for (const [part, from, to] of [[may, low, high + most], [must, high, low + least]]) {
        const [start, end] = [zero + unit * from, zero + unit * to];
        part.setAttribute(place, Math.min(start, end));
        part.setAttribute(length, left.length && to > from ? Math.abs(end - start) : 0);
      }
    }
    if (!name) return;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((key) => Number(must.getAttribute(key)));
    name.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
    name.classList.toggle("none", !width || !height);
  }
}

// An automaton unrolled over variables: what no accepted word within the domains goes through is pale.
class Layers {
  constructor(root) {
    const numbers = (words) => words.split(" ").map(Number);
    this.scope = numbers(root.dataset.scope);
    this.arrows = [...root.querySelectorAll(".arrow")].map((element) => {
      const [place, from, to, ...values] = numbers(element.dataset.arrow);
      return { element, place, from, to, values };
    });
    this.states = [...root.querySelectorAll(".state")].map((element) => [element, element.dataset.state]);
    this.ends = new Set(this.states.map(([, state]) => state).filter((state) => state.startsWith(`${this.scope.length} `)));
  }

  show(runs) {
    const left = this.scope.map((cell) => runs(cell));
    const has = (place, value) => left[place].some(([low, high]) => low <= value && value <= high);
    const reached = new Set(["0 0"]);
    const ways = this.arrows.filter(({ place, from, to, values }) => // they come place by place
      reached.has(`${place} ${from}`) && values.some((value) => has(place, value)) && reached.add(`${place + 1} ${to}`));
    const useful = new Set(this.ends);
    const alive = new Set(ways.reverse().filter(({ place, from, to }) =>
      useful.has(`${place + 1} ${to}`) && useful.add(`${place} ${from}`)));
    const through = new Set([...alive].flatMap(({ place, from, to }) => [`${place} ${from}`, `${place + 1} ${to}`]));
    const settled = left.every((each) => each.length === 1 && each[0][0] === each[0][1]);
    for (const each of this.arrows) {
      each.element.classList.toggle("dead", !alive.has(each));
      each.element.classList.toggle("path", settled && alive.has(each));
    }
    for (const [element, state] of this.states) {
      element.classList.toggle("dead", !through.has(state));
      element.classList.toggle("path", settled && through.has(state));
    }
  }
}
