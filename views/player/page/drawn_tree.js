// The search tree as a drawing beside its rows, in the signs of Gist (C. Schulte, G. Tack and
// M. Lagerkvist, "Modeling and programming with Gecode"): ● open, ◆ a solution, ■ failed, and ▲ a
// subtree that failed, folded; of a search for the best those that were cut off have their own colour.
//
// Later nodes are not drawn.  So the way to the present node is on the right, with room for names.
const [LEAF, LEVEL] = [16, 26]; // pixels between two leaves, and between two levels
const [BESIDE, MOST_DRAWN] = [24, 300]; // closed children of a node, the last ones; nodes with a solution below
const [ROUND, LOZENGE, SQUARE, FOLDED] = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M0-7L7 0L0 7L-7 0z", "M-5-5h10v10h-10z", "M0-6L7 7H-7z"];

class DrawnTree {
  constructor(trace, lane, root) {
    Object.assign(this, { trace, root });
    root.addEventListener("click", (event) => {
      const place = event.target.closest("[data-place]")?.dataset.place;
      if (place) seekIn(lane, trace.nodes[place].frame);
    });
  }

  show(frame, name) {
    const { nodes, nodeAt } = this.trace;
    const path = [];
    for (let place = nodeAt[frame]; place >= 0; place = nodes[place].parent) path.push(place);
    let shown = this.shown(frame, false);
    if (shown.length > MOST_DRAWN) shown = this.shown(frame, true);
    const spots = this.spots(shown);
    const at = (place) => [spots.get(place).x, nodes[place].depth * LEVEL + 12];
    const edges = shown.slice(1).map((place) => `M${at(nodes[place].parent)}L${at(place)}`);
    const signs = shown.map((place) => {
      const node = nodes[place];
      const [kind, shape] = this.sign(node, frame, spots.get(place).first !== null, path.includes(place));
      const made = drawn("path", { class: `leaf ${kind}`, d: shape, transform: `translate(${at(place)})`, "data-place": place });
      made.append(drawn("title", {}, name(node)));
      return made;
    });
    const more = [...this.closed].filter(([, number]) => number > BESIDE).map(([place, number]) => {
      const [x, y] = at(spots.get(place).first);
      return drawn("text", { class: "more", x: x - 12, y }, `+${number - BESIDE}`);
    });
    const words = path.filter((place) => place).map((place) => {
      const [x, y] = at(place);
      return drawn("text", { x: x + 11, y }, name(nodes[place]));
    });
    const [x, y] = at(path[0]);
    signs[shown.indexOf(path[0])].classList.add("now");
    const wide = Math.max(...[...spots.values()].map((spot) => spot.x)) + 160;
    const high = Math.max(...shown.map((place) => nodes[place].depth)) * LEVEL + 28;
    const svg = drawn("svg", { width: wide, height: high });
    svg.append(drawn("path", { d: edges.join("") || "M0 0" }), ...signs, ...more, ...words);
    this.root.replaceChildren(svg);
    this.root.scrollTo(x - this.root.clientWidth / 2, y - this.root.clientHeight / 2);
  }

  // The kind of a node, and its shape.
  sign(node, frame, isInner, onPath) {
    if (isInner) return [onPath ? "open" : "inner", ROUND];
    const solved = node.solution <= frame;
    if (node.shut <= frame && node.children) return [solved ? "solved" : "failed", FOLDED];
    if (solved) return ["solved", LOZENGE];
    if (Math.min(node.conflict, node.shut) > frame) return ["open", ROUND];
    return [node.cut ? "cut" : "failed", SQUARE];
  }

  // The nodes that are drawn at a frame, in order; only the last ones of many that are closed.
  shown(frame, fold) {
    const { nodes } = this.trace;
    const over = (node) => node.shut <= frame && (fold || node.solution > frame);
    const folded = new Uint8Array(nodes.length);
    const found = [];
    for (let place = 0; place < nodes.length && nodes[place].frame <= frame; place += 1) {
      const node = nodes[place];
      const below = node.parent >= 0 && folded[node.parent];
      folded[place] = below || over(node) ? 1 : 0;
      if (!below) found.push(place);
    }
    this.closed = new Map();
    return found.reverse().filter((place) => {
      const node = nodes[place];
      if (!over(node)) return true;
      this.closed.set(node.parent, (this.closed.get(node.parent) || 0) + 1);
      return this.closed.get(node.parent) <= BESIDE;
    }).reverse();
  }

  // Where they stand: leaves side by side, others between their first and their last child.
  spots(shown) {
    const spots = new Map(shown.map((place) => [place, { x: 0, first: null, last: null }]));
    for (const place of shown.slice(1)) {
      const above = spots.get(this.trace.nodes[place].parent);
      above.first ??= place;
      above.last = place;
    }
    let x = this.closed.size && Math.max(...this.closed.values()) > BESIDE ? 54 : 12;
    for (const spot of spots.values()) {
      if (spot.first !== null) continue;
      spot.x = x;
      x += LEAF;
    }
    for (const spot of [...spots.values()].reverse()) {
      if (spot.first !== null) spot.x = (spots.get(spot.first).x + spots.get(spot.last).x) / 2;
    }
    return spots;
  }
}
