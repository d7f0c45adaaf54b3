// The deductions of a trace of logic, row by row, in the place of the search tree.
//
// What follows from a value that stands somewhere is a row too, but a pale one.  As in the tree, only
// rows that can be seen are in the page.
const ROW = 24; // pixels

class Deductions {
  constructor(trace, holder, lane) {
    Object.assign(this, { trace, holder, lane, frame: 0, focus: -1 });
    this.rows = holder.querySelector(".rows");
    this.high = holder.querySelector(".high");
    holder.hidden = !trace.steps.length;
    holder.querySelector(".bar").remove();
    holder.querySelector(".name").textContent = "Deductions";
    this.high.style.height = `${trace.steps.length * ROW}px`;
    this.rows.setAttribute("role", "listbox");
    this.rows.setAttribute("aria-label", "Deductions");
    this.rows.addEventListener("scroll", () => this.paint());
    this.rows.addEventListener("keydown", (event) => this.key(event));
    this.rows.addEventListener("blur", () => { this.focus = -1; this.paint(); });
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) this.go(Number(row.dataset.step));
    });
    holder.addEventListener("toggle", () => this.show(this.frame));
  }

  go(place) { seekIn(this.lane, this.trace.ends[this.trace.steps[place]]); }

  get current() { return this.trace.stepAt[this.frame] - 1; }

  key(event) {
    const row = this.focus < 0 ? Math.max(0, this.current) : this.focus;
    if (event.key === "ArrowDown") this.focus = Math.min(row + 1, this.trace.steps.length - 1);
    else if (event.key === "ArrowUp") this.focus = Math.max(row - 1, 0);
    else if (event.key === "Enter") this.go(row);
    else return;
    this.reveal(this.focus < 0 ? row : this.focus);
    this.paint();
    const shown = this.high.querySelector(".focused");
    if (shown) this.rows.setAttribute("aria-activedescendant", shown.id);
    event.preventDefault();
    event.stopPropagation();
  }

  reveal(row) {
    const { scrollTop, clientHeight } = this.rows;
    if (row * ROW < scrollTop || (row + 1) * ROW > scrollTop + clientHeight) {
      this.rows.scrollTop = row * ROW - clientHeight / 2 + ROW / 2;
    }
  }

  show(frame) {
    this.frame = frame;
    const { trace } = this;
    this.holder.querySelector(".count").textContent = `(${number(trace.deductions(frame))} of ${number(trace.deductions(trace.last))})`;
    if (this.holder.hidden || !this.holder.open) return;
    this.reveal(Math.max(0, this.current));
    this.paint();
  }

  paint() {
    const first = Math.max(0, Math.floor(this.rows.scrollTop / ROW) - 4);
    const seen = Math.ceil((this.rows.clientHeight || 250) / ROW) + 8;
    this.high.replaceChildren(...this.trace.steps.slice(first, first + seen)
      .map((frame, offset) => this.line(frame, first + offset)));
  }

  line(frame, place) {
    const { trace } = this;
    const { title } = trace.reason(frame);
    const current = place === this.current;
    const line = element("div", {
      role: "option", class: `node step${title ? "" : " plain-step"}${frame > this.frame ? " later" : ""}`,
      "data-step": place, "data-frame": frame, "aria-selected": String(current),
      id: `step-${this.holder.closest("[data-lane]").dataset.lane}-${place}`,
    });
    line.style.top = `${place * ROW}px`;
    if (current) line.classList.add("current");
    if (place === this.focus) line.classList.add("focused");
    const words = this.lane.consequences(frame, trace.ends[frame], "").slice(0, -1);
    const before = trace.gap && frame > trace.gap.at ? trace.gap.steps : 0;
    line.append(element("span", { class: "place" }, number(place + before + 1)),
      element("span", {}, title || "Prune candidates"), element("span", { class: "word" }, words));
    return line;
  }
}
