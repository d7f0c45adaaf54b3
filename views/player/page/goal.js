const lanesAreMany = () => document.body.classList.contains("many");

// The objective over time: the best value so far, the bound, and what the node has left between them.
//
// Across are the events; of a solver that tells no steps, the seconds of its clock.  Up are values.
class Goal {
  constructor(trace, holder) {
    this.trace = trace;
    this.holder = holder;
    if (!trace.goal) return;
    holder.hidden = false;
    const { best, bound, goal, last } = trace;
    let known = [...best, ...bound].filter((value) => value !== null);
    if (!known.length && !goal.times.length) known = trace.snapshots[0].ends(goal.cell) || []; // without a solution: what it began with
    const [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : ["", ""];
    this.y = (value) => 96 - ((Math.max(low, Math.min(high, value)) - low) / Math.max(1, high - low)) * 92;
    const times = this.times();
    const [from, to] = times ? [times[1], times[last]] : [0, last];
    this.x = (frame) => (((times ? times[Math.max(1, frame)] : frame) - from) / (to - from || 1)) * COLUMNS;
    this.hand = drawn("path", { class: "hand-line" });
    this.left = drawn("path", { class: "left" });
    const picture = drawn("svg", { viewBox: `0 0 ${COLUMNS} 100`, preserveAspectRatio: "none", "aria-hidden": "true" });
    picture.append(drawn("path", { class: "best", d: this.stairs(best) }),
      drawn("path", { class: "bound", d: this.stairs(bound) }), this.left, this.hand);
    this.now = element("p", { class: "now" });
    const ends = element("div", { class: "ends", "aria-hidden": "true" }, element("span", {}, high), element("span", {}, low));
    const across = times ? `${((to - from) * 1000).toPrecision(3)} ms across, from its first event on. This film has no decisions: it shows solutions and bounds.` : "";
    if (times || lanesAreMany()) holder.closest(".stage").querySelector(".board").prepend(holder);
    holder.append(element("p", { class: "goal-name" }, `${goal.sense} ${goal.name}`), element("div", { class: "plot" }, ends, picture),
      this.now, element("p", { class: "goal-note" }, across));
  }

  // The seconds of each frame, where events have them.
  times() {
    const { goal, kinds, last } = this.trace;
    if (!goal.times.length) return null;
    const times = new Float64Array(last + 1);
    let next = 0;
    for (let frame = 1; frame <= last; frame += 1) {
      const timed = "su".includes(kinds[frame - 1]) && next < goal.times.length;
      times[frame] = timed ? goal.times[next++] : times[frame - 1];
    }
    return times;
  }

  stairs(values) {
    let d = "";
    let before = null;
    values.forEach((value, frame) => {
      if (value === null || value === before) return;
      d += before === null ? `M${this.x(frame)} ${this.y(value)}` : `H${this.x(frame)}V${this.y(value)}`;
      before = value;
    });
    return d && `${d}H${COLUMNS}`;
  }

  show(frame, state) {
    if (!this.trace.goal) return;
    const { best, bound, goal } = this.trace;
    this.hand.setAttribute("d", `M${this.x(frame)} 0V100`);
    const ends = goal.times.length ? null : state.ends(goal.cell);
    const x = this.x(frame);
    this.left.setAttribute("d", ends ? `M${x} ${this.y(ends[0]) + 2}V${this.y(ends[1]) - 2}` : "");
    const words = [`best so far ${best[frame] ?? "-"}`, `bound ${bound[frame] ?? "-"}`];
    if (best[frame] !== null && bound[frame] !== null) words.push(`gap ${Math.abs(best[frame] - bound[frame])}`);
    if (ends) words.push(`left here ${ends[0] === ends[1] ? ends[0] : ends.join("..")}`);
    this.now.textContent = words.join(" · ");
  }
}
