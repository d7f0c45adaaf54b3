// The strips over the slider: how deep each search stood at any time, its conflicts and solutions.

const COLUMNS = 1000;

// The strip of a lane, so many frames of which fill the whole width.  Where there are several, each
// has its name; what other names begin with too is cut first where room is short.
function strip(lane, length, names) {
  const { trace } = lane;
  const line = element("div", { class: "strip-row" });
  const holder = element("div", { class: "strip" });
  const picture = drawn("svg", { viewBox: `0 0 ${COLUMNS} 100`, preserveAspectRatio: "none" });
  const x = (frame) => (frame / Math.max(1, length)) * COLUMNS;
  picture.append(drawn("path", { class: "ground", d: `M0 100H${x(trace.last)}` }));
  if (trace.gap) {
    const gap = drawn("path", { class: "gap-line", d: `M${x(trace.gap.at + 1)} -6V106` });
    gap.append(drawn("title", {}, trace.gap.text));
    picture.append(gap);
  }
  if (trace.kept < trace.events) {
    const words = `The trace kept its first ${number(trace.kept)} events of ${number(trace.events)}.`;
    const cut = drawn("path", { class: "cut-line", d: `M${x(trace.last) - 1} -6V106` });
    cut.append(drawn("title", {}, words));
    picture.append(cut);
  }
  if (trace.depth) picture.append(drawn("path", { class: "depth", d: profile(trace, x) }));
  picture.append(...ticks(trace, x));
  holder.append(picture, element("div", { class: "hand" }));
  const named = names.length > 1;
  if (named) {
    const { title } = trace;
    const cut = alike(title, names);
    line.append(element("span", { class: "strip-name", title },
      element("span", {}, title.slice(0, cut)), element("span", { class: "own" }, title.slice(cut))));
  }
  line.append(holder);
  line.hidden = !named && !trace.depth && !trace.gap && trace.kept === trace.events;
  holder.addEventListener("click", (event) => {
    const box = holder.getBoundingClientRect();
    seek(Math.round(((event.clientX - box.left) / box.width) * longest));
  });
  return line;
}

function profile(trace, x) {
  const tops = new Map();
  for (let frame = 0; frame <= trace.last; frame += 1) {
    const column = Math.floor(x(frame));
    const { depth } = trace.nodes[trace.nodeAt[frame]];
    if (!(tops.get(column) >= depth)) tops.set(column, depth);
  }
  let d = "M0 100";
  for (const [column, depth] of tops) {
    const y = (100 - (depth / trace.depth) * 92).toFixed(1);
    d += `L${column} ${y}`;
  }
  return `${d}L${x(trace.last)} 100Z`;
}

function ticks(trace, x) {
  const [conflicts, cuts, solutions] = [new Set(), new Set(), new Set()];
  for (let frame = 1; frame <= trace.last; frame += 1) {
    if (trace.kinds[frame - 1] === "c") conflicts.add(Math.floor(x(frame)));
    if (trace.kinds[frame - 1] === "x") cuts.add(Math.floor(x(frame)));
    if (trace.kinds[frame - 1] === "s") solutions.add(Math.floor(x(frame)));
  }
  const lines = (columns, top) => [...columns].map((column) => `M${column} 100V${top}`).join("");
  return [
    drawn("path", { class: "conflicts", d: lines(conflicts, 84) }),
    drawn("path", { class: "cuts", d: lines(cuts, 84) }),
    drawn("path", { class: "solutions", d: lines(solutions, 0) }),
  ];
}

// How many letters of a name, up to the end of a word, another name begins with too.
function alike(name, others) {
  const shared = (length) => others.some((other) => other !== name && other.startsWith(name.slice(0, length)));
  let most = 0;
  for (let length = 1; length < name.length && shared(length); length += 1) {
    if ("-:,=".includes(name[length - 1])) most = length;
  }
  return most;
}
