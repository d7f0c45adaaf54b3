// The report in a browser: it unpacks what the page holds, draws the figures, and lets one choose.
// Nothing is loaded and nothing is sent; names go into the page as text, never as HTML.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const element = (tag, attributes = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
  };
  const views = {}; // by figure
  let data;

  // ---- Unpacking ----------------------------------------------------------------------------

  async function unpacked() {
    const bytes = Uint8Array.from(atob($("packed").textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  // ---- Tables -------------------------------------------------------------------------------

  function compare(a, b, ascending) {
    if (a === "" || b === "") return (a === "") - (b === ""); // not known: always last
    const numbers = Number(a) - Number(b);
    const order = Number.isNaN(numbers) ? a.localeCompare(b, undefined, { numeric: true }) : numbers;
    return ascending ? order : -order;
  }

  function sortable(table) {
    const headings = [...table.querySelectorAll("thead th")];
    headings.forEach((heading, place) => {
      heading.querySelector("button").addEventListener("click", () => {
        const ascending = heading.getAttribute("aria-sort") !== "ascending";
        headings.forEach((each) => each.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
        const rows = [...table.tBodies[0].rows];
        const value = (row) => row.cells[place].dataset.value;
        rows.sort((a, b) => compare(value(a), value(b), ascending));
        table.tBodies[0].append(...rows);
      });
    });
  }

  function filterable(input) {
    const table = $(`table-${input.dataset.filter}`);
    const count = document.querySelector(`[data-count="${input.dataset.filter}"]`);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const rows = [...table.tBodies[0].rows];
      for (const row of rows) {
        const words = [...row.querySelectorAll("th, .word")].map((cell) => cell.textContent);
        const text = words.join(" ").toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
      }
      const left = rows.filter((row) => !row.hidden).length;
      count.textContent = wanted.length ? `${left} of ${rows.length}` : "";
    });
  }

  // ---- Figures ------------------------------------------------------------------------------

  const narrow = () => document.documentElement.clientWidth < 620;

  // A chart with its texts and lists of solvers replaced: what altair wrote is left as it is.
  function replaced(value, change) {
    if (Array.isArray(value)) return change(value) ?? value.map((each) => replaced(each, change));
    if (value === null || typeof value !== "object") return change(value) ?? value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, replaced(each, change)]),
    );
  }

  function config(holder) {
    const label = narrow() ? 130 : data.label;
    const longest = Math.max(...data.solvers.map((name) => Math.min(40, name.length)));
    const own = structuredClone(data.config);
    own.axis.labelLimit = label;
    own.legend.labelLimit = Math.min(data.label, holder.clientWidth - 90);
    const entry = Math.min(own.legend.labelLimit, 6.5 * longest) + 40; // pixels of a legend's entry
    own.legend.columns = Math.max(1, Math.min(4, Math.floor((holder.clientWidth - 60) / entry)));
    return own;
  }

  async function draw(name, datasets, change = () => undefined) {
    const holder = place(name);
    const figure = data.figures[name];
    if (!holder || !figure) return undefined;
    views[name]?.finalize();
    const names = data.short[narrow() ? 1 : 0];
    const named = replaced(figure.spec, (value) => (value === "datum.label" ? names : undefined));
    const spec = replaced(named, change);
    spec.datasets = datasets ?? figure.data;
    const result = await vegaEmbed(holder, spec, {
      actions: false,
      ast: true, // no code is made of texts: the page's policy forbids it
      config: config(holder),
      defaultStyle: false,
      logLevel: 1, // errors
      renderer: "svg",
      tooltip: { theme: "page", disableDefaultStyle: true },
    });
    views[name] = result.view;
    return result.view;
  }

  // Whom the curves follow: in place of the solvers that the chart itself names.
  function followed(names) {
    const first = JSON.stringify(data.ranked.slice(0, data.colours));
    return (value) =>
      Array.isArray(value) && JSON.stringify(value) === first ? names : undefined;
  }

  function chips() {
    const first = data.ranked.slice(0, data.colours);
    const chosen = new Set(first);
    for (const solver of data.ranked) {
      const box = element("input", { type: "checkbox", checked: chosen.has(solver) });
      box.addEventListener("change", () => {
        if (box.checked && chosen.size >= data.colours) {
          box.checked = false;
          return;
        }
        box.checked ? chosen.add(solver) : chosen.delete(solver);
        const names = data.ranked.filter((each) => chosen.has(each));
        for (const name of ["cactus", "ecdf", "quality"]) draw(name, undefined, followed(names));
      });
      $("chips").append(element("label", {}, box, solver));
    }
    $("highlight").hidden = data.ranked.length <= data.colours;
  }

  // ---- Two solvers --------------------------------------------------------------------------

  const pair = { one: 0, other: 1, order: [], point: -1 };
  const SLOPES = [[1, 1], [2, 2], [2, 0.5], [10, 10], [10, 0.1]];

  // What a puzzle cost a solver, or how it ended without a solution.
  function amount(solver, puzzle) {
    const value = data.values[solver][puzzle];
    const state = data.states[solver][puzzle];
    if (state !== "s") return data.endings[state] ?? "not run";
    if (value === null) return "not known";
    return data.limit === null ? value.toLocaleString("en") : seconds(value);
  }

  function seconds(value) {
    const [unit, scale] = value >= 1 ? ["s", 1] : value >= 1e-3 ? ["ms", 1e-3] : ["us", 1e-6];
    return `${Number((value / scale).toPrecision(3))} ${unit}`;
  }

  // The points of a pair: those of the sample, and every one that is wrong or one-sided.
  function points(one, other) {
    const found = [];
    data.puzzles.forEach((puzzle, place) => {
      const states = [data.states[one][place], data.states[other][place]];
      if (states.includes("-") || states.includes(" ")) return;
      const solved = states.filter((state) => state === "s").length;
      const kind = states.includes("w") ? 3 : 2 - solved;
      if (!data.sampled[place] && kind !== 1 && kind !== 3) return;
      const [x, y] = [one, other].map((solver, which) =>
        states[which] === "s" ? data.values[solver][place] : data.rail,
      );
      if (x === null || y === null) return;
      const said = { one: amount(one, place), other: amount(other, place) };
      found.push({ x, y, kind: data.kinds[kind], p: place, puzzle, ...said });
    });
    return found.slice(0, data.most);
  }

  function guides() {
    const [low, high] = [data.least, (data.rail * 4) / 3];
    const slopes = data.limit === null ? SLOPES.slice(0, 1) : SLOPES;
    return slopes.flatMap(([times, slope], line) => {
      const ends = [Math.max(low, low / slope), Math.min(high, high / slope)];
      if (ends[0] >= ends[1]) return [];
      return ends.map((x) => ({ times: `${times}x`, line, x, y: slope * x }));
    });
  }

  async function scatter() {
    const [one, other] = [pair.one, pair.other];
    const names = { "{one}": data.solvers[one], "{other}": data.solvers[other] };
    const found = points(one, other);
    const ratio = ({ x, y }) => Math.abs(Math.log((y + 1e-9) / (x + 1e-9)));
    const rank = (point) => (point.kind === data.kinds[3] ? Infinity : ratio(point));
    pair.order = [...found].sort((a, b) => rank(b) - rank(a) || a.p - b.p).map((each) => each.p);
    pair.point = -1;
    const rails = [{ x: data.rail, low: data.least, high: (data.rail * 4) / 3 }];
    const height = Math.min(460, Math.max(300, $("scatter-chart").clientWidth * 0.9));
    const view = await draw("scatter", { points: found, guides: guides(), rails }, (value) =>
      typeof value === "string" ? names[value] : value === 440 ? height : undefined,
    );
    view?.addEventListener("click", (event, item) => {
      if (item?.datum?.p !== undefined) choose(item.datum.p);
    });
    const all = data.puzzles.length;
    $("drawn").textContent =
      found.length < all ? `${found.length.toLocaleString("en")} points drawn.` : "";
  }

  function choose(point) {
    pair.point = point;
    views.scatter?.signal("point", point).runAsync();
    $("said").replaceChildren(...described(point, [pair.one, pair.other]));
    $("puzzle").classList.add("chosen");
  }

  function step(by) {
    if (!pair.order.length) return;
    const now = pair.order.indexOf(pair.point);
    const next = now < 0 ? 0 : (now + by + pair.order.length) % pair.order.length;
    choose(pair.order[next]);
  }

  function described(point, solvers) {
    const board = data.boards[point];
    const parts = [element("h3", { textContent: data.puzzles[point] })];
    const list = element("dl");
    for (const solver of solvers) {
      const place = data.answers[solver][point];
      const words = place < 0 ? "not run" : data.sentences[place];
      const long = words || "refuted; of so many reasons this page could not keep all";
      list.append(
        element("dt", { textContent: data.solvers[solver] }),
        data.states[solver][point] === "s"
          ? element("dd", {}, element("strong", { textContent: amount(solver, point) }), ` · ${long}`)
          : element("dd", {}, element("strong", { textContent: long })),
        ...counted(solver, point),
      );
    }
    parts.push(list);
    if (!board) {
      const sorry = "Its board is not in this page, which would be too large with all of them.";
      return [...parts, element("p", { className: "hint", textContent: sorry })];
    }
    return [...parts, ...boards(board)];
  }

  // What a solver counted on a puzzle; of the median run, as its time is.
  function counted(solver, point) {
    const bound = data.states[solver][point] === "s" ? "" : ">=";
    const cost = (name) => data.costs[name]?.[solver][point] ?? null;
    const [cpu, memory] = [cost("cpu"), cost("memory")];
    const costs = [];
    if (cpu !== null) costs.push(`CPU ${seconds(cpu)}`);
    if (memory !== null) costs.push(`memory ${(memory / 2 ** 20).toPrecision(3)} MiB`);
    const counted = Object.entries(data.counters)
      .map(([counter, rows]) => [counter, rows[solver]?.[point] ?? null])
      .filter(([, count]) => count !== null)
      .map(([counter, count]) => `${counter} ${bound}${count.toLocaleString("en")}`);
    const words = [...costs, ...counted].join(", ");
    return words ? [element("dd", { className: "hint", textContent: words })] : [];
  }

  // ---- Puzzle by puzzle ---------------------------------------------------------------------

  const ROWS = 100; // at a time
  const runs = { puzzle: "", solver: "", ended: "", p: "", most: ROWS };
  const FILTERS = ["puzzle", "solver", "ended"];

  const matches = (name, wanted) =>
    wanted.toLowerCase().split(/\s+/).every((word) => name.toLowerCase().includes(word));

  // Whether a puzzle ended for these solvers as the filter says.
  function endedSo(puzzle, solvers) {
    const states = solvers.map((solver) => data.states[solver][puzzle]);
    if (runs.ended === "!") return states.some((state) => !"s-".includes(state));
    if (runs.ended === "~") return new Set(states.filter((state) => state !== "-")).size > 1;
    return !runs.ended || states.includes(runs.ended);
  }

  function tabulate() {
    const places = (names) => names.map((_, place) => place);
    const solvers = places(data.solvers).filter((each) => matches(data.solvers[each], runs.solver));
    const found = places(data.puzzles).filter(
      (each) => matches(data.puzzles[each], runs.puzzle) && endedSo(each, solvers),
    );
    const table = $("table-runs");
    const heading = (text, title) => element("th", { scope: "col", textContent: text, title });
    table.tHead.rows[0].replaceChildren(
      Object.assign(heading("puzzle", ""), { className: "word" }),
      ...solvers.map((each) => heading(data.heads[data.solvers[each]] ?? data.solvers[each], data.solvers[each])),
    );
    table.tBodies[0].replaceChildren(...found.slice(0, runs.most).map((each) => line(each, solvers)));
    $("runs-more").hidden = found.length <= runs.most;
    $("runs-count").textContent = `${found.length.toLocaleString("en")} of ${data.puzzles.length.toLocaleString("en")} puzzles`;
    hints();
  }

  function line(puzzle, solvers) {
    const name = element("button", { type: "button", textContent: data.puzzles[puzzle] });
    const row = element("tr", {}, element("th", { scope: "row" }, name));
    for (const solver of solvers) {
      const cell = element("td", { textContent: amount(solver, puzzle) });
      cell.dataset.state = data.states[solver][puzzle];
      row.append(cell);
    }
    row.addEventListener("click", () => {
      runs.p = data.puzzles[puzzle];
      detail(puzzle);
      remember();
      $("run-said").scrollIntoView({ block: "nearest" });
    });
    return row;
  }

  function detail(puzzle) {
    const solvers = data.solvers.map((_, place) => place);
    $("run-said").replaceChildren(...(puzzle < 0 ? [] : described(puzzle, solvers)));
  }

  // The address of the page keeps what is chosen, so that it can be sent to others.
  function remember() {
    const chosen = ["p", ...FILTERS].filter((name) => runs[name]);
    const words = new URLSearchParams(chosen.map((name) => [name, runs[name]]));
    history.replaceState(null, "", chosen.length ? `#runs?${words}` : "#runs");
  }

  function recalled() {
    if (!location.hash.startsWith("#runs?")) return;
    const words = new URLSearchParams(location.hash.slice("#runs?".length));
    for (const name of ["p", ...FILTERS]) runs[name] = words.get(name) ?? "";
    for (const name of FILTERS) $(`runs-${name}`).value = runs[name];
    tabulate();
    detail(data.puzzles.indexOf(runs.p));
    $("runs").scrollIntoView();
  }

  function browse() {
    for (const name of FILTERS) {
      $(`runs-${name}`).addEventListener("input", (event) => {
        [runs[name], runs.most] = [event.target.value, ROWS];
        tabulate();
        remember();
      });
    }
    $("runs-more").addEventListener("click", () => {
      runs.most += ROWS;
      tabulate();
    });
    $("runs-link").addEventListener("click", () =>
      copy(element("span", { textContent: location.href }), $("runs-link"), "copy link"),
    );
    addEventListener("hashchange", recalled);
    tabulate();
    recalled();
  }

  // A table or figure that goes on beyond its box shows a shadow there.
  function hints() {
    for (const box of document.querySelectorAll(".box")) {
      const left = box.scrollWidth - box.clientWidth - box.scrollLeft;
      box.classList.toggle("more", left > 2);
    }
  }

  // ---- Boards -------------------------------------------------------------------------------

  const SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  function cells(text) {
    if (text.includes(" ")) return text.split(" ").map((word) => Number(word) || 0);
    return [...text].map((symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
  }

  function boards(board) {
    const parts = [element("p", { textContent: `Verdict: ${board.verdict}` })];
    const number = board.solutions.length;
    const names = number > 1 ? ["solution 1", "solution 2"] : ["solution"];
    const tabs = ["puzzle", ...names.slice(0, number)];
    let picture;
    if (board.pictures) {
      for (const line of board.caption.split("\n")) {
        parts.push(element("p", { className: "hint", textContent: line }));
      }
      picture = (tab) => (board.drawn ? drawing : listed)(board.pictures[tab]);
      tabs[0] = "problem";
    } else {
      const shape = data.shapes[board.shape];
      if (shape.rules.length || shape.candidates) {
        const more = [...shape.rules, ...(shape.candidates ? ["candidates crossed out"] : [])];
        parts.push(element("p", { className: "hint", textContent: `With: ${more.join(", ")}.` }));
      }
      const grids = [board.givens, ...board.solutions].map(cells);
      picture = (tab) => {
        const against = tab && number > 1 ? grids[3 - tab] : null;
        return drawn(shape, grids[0], grids[tab], against);
      };
    }
    const holder = element("div");
    const show = (tab) => {
      holder.replaceChildren(picture(tab));
      bar.querySelectorAll("button").forEach((each, place) =>
        each.setAttribute("aria-pressed", String(place === tab)),
      );
    };
    const bar = element("p", { className: "bar" });
    tabs.forEach((name, tab) => {
      const button = element("button", { type: "button", textContent: name });
      button.addEventListener("click", () => show(tab));
      bar.append(button);
    });
    show(number ? 1 : 0);
    parts.push(bar, holder);
    if (!board.text) return parts;
    const asked = `accord check '${board.text.replaceAll("'", "'\\''")}' ${data.asking}`.trim();
    const text = element("pre", { id: "asked", textContent: asked });
    return [...parts, text, copier(text)];
  }

  // An SVG that accord has made, read as XML, in which the names of a problem are text.
  function drawing(text) {
    const made = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    made.setAttribute("width", 1.25 * made.getAttribute("width")); // so that sums can be read
    made.removeAttribute("height");
    const holder = element("div", { className: "drawing" });
    holder.append(document.importNode(made, true));
    return holder;
  }

  function listed(text) {
    return element("pre", { textContent: text });
  }

  // A table of any size: givens bold, thick lines where a box or region ends.
  function drawn(shape, givens, values, against) {
    const { size, areas } = shape;
    const table = element("table", { className: "board" });
    table.style.setProperty("--size", size);
    table.style.fontSize = `${Math.max(5, Math.min(17, 300 / size))}px`;
    for (let row = 0; row < size; row++) {
      const line = table.insertRow();
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        const made = line.insertCell();
        made.textContent = values[cell] ? (size > 35 ? values[cell] : SYMBOLS[values[cell]]) : "";
        made.classList.toggle("given", givens[cell] > 0);
        made.classList.toggle("other", Boolean(against) && against[cell] !== values[cell]);
        if (!areas) continue;
        const ends = (next) => areas[cell] !== areas[next];
        made.classList.toggle("right", column < size - 1 && ends(cell + 1));
        made.classList.toggle("below", row < size - 1 && ends(cell + size));
      }
    }
    return table;
  }

  function copier(of) {
    const button = element("button", { type: "button", className: "copy", textContent: "copy" });
    button.addEventListener("click", () => copy(of, button));
    return button;
  }

  async function copy(of, button, words = "copy") {
    try {
      await navigator.clipboard.writeText(of.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(of); // where the clipboard is not to be had
      button.textContent = "selected";
    }
    setTimeout(() => (button.textContent = words), 1500);
  }

  // ---- Everything together ------------------------------------------------------------------

  function listen() {
    $("one")?.addEventListener("change", (event) => change("one", event.target.selectedIndex));
    $("other")?.addEventListener("change", (event) => change("other", event.target.selectedIndex));
    $("swap")?.addEventListener("click", () => {
      [pair.one, pair.other] = [pair.other, pair.one];
      $("one").selectedIndex = pair.one;
      $("other").selectedIndex = pair.other;
      change("one", pair.one);
    });
    $("before")?.addEventListener("click", () => step(-1));
    $("after")?.addEventListener("click", () => step(1));
    $("scatter-chart")?.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      step(by);
    });
    $("reference")?.addEventListener("change", (event) => {
      views.forest?.signal("reference", event.target.value).runAsync();
    });
  }

  async function change(which, place) {
    const point = pair.point;
    pair[which] = place;
    await scatter();
    if (pair.order.includes(point)) choose(point);
    else $("said").replaceChildren();
  }

  // Draws all figures, always next the one nearest to what is being looked at.  The page is ready
  // when what can be seen is drawn.
  async function all() {
    const left = Object.keys(data.figures).filter((name) => place(name));
    for (const name of left) place(name).style.minHeight = `${data.figures[name].spec.height + 60}px`;
    const next = async () => {
      const name = left.shift();
      await (name === "scatter" ? scatter() : draw(name));
      place(name).style.minHeight = "";
    };
    addEventListener("beforeprint", () => {
      while (left.length) next(); // charts wait for nothing but themselves: all of them are printed
    });
    while (left.length) {
      left.sort((a, b) => distance(a) - distance(b));
      if (distance(left[0]) > 0) said("ready");
      await next();
      await new Promise((go) => setTimeout(go)); // let the browser do what it is asked meanwhile
    }
    hints();
    said("ready");
    said("drawn");
  }

  const place = (name) => document.querySelector(`[data-figure="${name}"]`);

  // Pixels between a figure and what can be seen.
  function distance(name) {
    const { top, bottom } = place(name).getBoundingClientRect();
    return Math.max(0, top - innerHeight, -bottom);
  }

  // Writes down after how many milliseconds it was so.
  function said(what) {
    document.documentElement.dataset[what] ??= Math.round(performance.now());
  }

  async function start() {
    document.querySelectorAll("table.results").forEach(sortable);
    document.querySelectorAll("[data-filter]").forEach(filterable);
    document.querySelectorAll("[data-copy]").forEach((button) =>
      button.addEventListener("click", () => copy($(button.dataset.copy), button)),
    );
    document.querySelectorAll(".box").forEach((box) => box.addEventListener("scroll", hints));
    addEventListener("resize", hints);
    try {
      data = await unpacked();
      browse();
      chips();
      listen();
      await all();
    } catch (error) {
      $("failed").hidden = false;
      throw error;
    }
  }

  start();
})();
