// The search tree beside the board, row by row, with the node at which the search stands.
//
// Only the rows that can be seen are in the page, so that a tree may have any number of nodes.
class Tree {
  constructor(trace, holder, lane) {
    this.trace = trace;
    this.lane = lane;
    this.holder = holder;
    this.rows = holder.querySelector(".rows");
    this.high = holder.querySelector(".high");
    this.folded = new Set();
    this.drawing = new DrawnTree(trace, lane, holder.querySelector(".drawn"));
    this.frame = 0;
    this.focus = -1; // the row that keys have reached
    this.indent = Math.min(14, 150 / Math.max(1, trace.depth));
    holder.hidden = trace.nodes.length < 2;
    if (holder.hidden) return;
    holder.querySelector(".count").textContent = `(${this.counted()})`;
    this.listen();
    this.unfold();
  }

  counted() {
    const { gap, guesses, kept, events } = this.trace;
    const shown = this.trace.nodes.length - 1;
    const words = this.trace.word(guesses === 1 ? "guess" : "guesses");
    const whole = gap && shown < guesses ? `${number(shown)} of ${number(guesses)} ${words}` : `${number(guesses)} ${words}`;
    return kept < events ? `${whole} kept` : whole;
  }

  listen() {
    this.rows.addEventListener("scroll", () => this.paint());
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest("[data-node]");
      if (!row) return;
      const place = Number(row.dataset.node);
      if (event.target.closest(".fold")) this.fold(place);
      else seekIn(this.lane, this.trace.nodes[place].frame);
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
    } else if (event.key === "Enter") seekIn(this.lane, node.frame);
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
    const { offsetLeft, offsetWidth } = this.high.querySelector(".current .is");
    this.rows.scrollLeft = Math.max(0, offsetLeft + offsetWidth + 6 - this.rows.clientWidth);
    this.drawing.show(this.frame, (node) => this.name(node));
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
    line.style.setProperty("--indent", `${node.depth * this.indent}px`);
    if (current) line.classList.add("current");
    if (row === this.focus) line.classList.add("focused");
    const open = !this.folded.has(place);
    if (node.children) line.setAttribute("aria-expanded", String(open));
    const fold = element("span", { class: node.children ? "fold" : "fold none", "aria-hidden": "true" },
      node.children ? (open ? "▾" : "▸") : "");
    const state = element("span", { class: "state", "aria-hidden": "true" }, sign);
    const which = node.number ? `${number(node.number)}, depth ${node.depth}` : `depth ${node.depth}`;
    if (node.cell >= 0) line.title = `${this.trace.word("guess")} ${which}`;
    line.append(element("span", { class: "place" }, node.number ? number(node.number) : ""), fold, state,
      element("span", { class: "is" }, this.name(node)), element("span", { class: "word" }, word));
    return line;
  }

  name(node) {
    if (node.cell < 0) return "start";
    return `${this.trace.cellName(node.cell)} ${node.holds ? "=" : "≠"} ${valueName(this.trace.puzzle, node.cell, node.value)}`;
  }

  status(node, onPath) {
    const now = this.frame;
    if (now < node.frame) return ["later", "·", ""];
    if (onPath) {
      if (node.conflict <= now && this.trace.nodes[this.trace.nodeAt[now]] === node) {
        return node.cut ? ["conflict cut path", "✂", "cut off"] : ["conflict path", "✕", "conflict"];
      }
      return node.solution <= now ? ["solution path", "★", "solution"] : ["path", "●", this.trace.word("open")];
    }
    if (node.solution <= now) return ["solution", "★", "solution"];
    if (node.conflict <= now) return node.cut ? ["conflict cut", "✂", "cut off"] : ["conflict", "✕", "conflict"];
    return node.shut <= now ? ["closed", "○", this.trace.word("failed")] : ["open", "○", "open"];
  }
}
