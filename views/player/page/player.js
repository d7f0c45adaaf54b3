// The player: one clock for all lanes, and what buttons and keys do.
//
// The clock counts frames of the longest trace.  A step goes on to where one of the traces has done
// all that follows from a reason; a trace that is over stays at its end.  Where a box is ticked, each
// trace has come as far on its way as the longest one, so that all end together.

const lanes = data.traces.map((raw, place) => new Lane(raw, place));
const longest = Math.max(...lanes.map((lane) => lane.trace.last));
const clock = $("clock");
let strips = [];
let now = 0;
let playing = false;
let since = 0; // the moment up to which steps were made
let due = 0; // steps, a part of one included

const single = () => $("single").checked;

// Which frame a lane shows at the present time, and from what time on it shows a frame.
const place = ({ trace }) => ($("share").checked ? Math.floor((now * trace.last) / Math.max(1, longest))
  : Math.min(now, trace.last));
const time = ({ trace }, frame) => ($("share").checked ? Math.ceil((frame * longest) / Math.max(1, trace.last)) : frame);
const seekIn = (lane, frame) => stop(() => seek(time(lane, frame)))();

function seek(frame) {
  now = Math.max(0, Math.min(frame, longest));
  render();
}

// A step ends where one of the traces has done all that follows from a reason.
function ahead(alone) {
  const next = lanes.filter((lane) => lane.trace.last > place(lane))
    .map((lane) => time(lane, alone ? place(lane) + 1 : lane.trace.ends[place(lane) + 1]));
  return next.length ? Math.min(...next) : now;
}

function behind(alone) {
  const before = lanes.map((lane) => {
    const [frame, reached] = [place(lane), time(lane, place(lane))];
    if (reached < now) return reached;
    return time(lane, (alone ? frame : lane.trace.starts[frame]) - 1);
  });
  return Math.max(...before);
}

function jump(key, step) {
  const found = lanes.map((lane) => {
    const passed = step < 0 && time(lane, place(lane)) < now; // the lane was there before
    const frame = lane.trace.jump(key, place(lane) + Number(passed), step);
    return frame < 0 ? -1 : time(lane, frame);
  }).filter((frame) => frame >= 0);
  if (found.length) seek(step > 0 ? Math.min(...found) : Math.max(...found));
}

function play(start) {
  if (start && now >= longest) now = 0;
  if (start && !playing) { since = performance.now(); due = 0; }
  const changed = playing !== start;
  playing = start;
  if (changed && start) requestAnimationFrame(tick);
  render();
}

function tick(time) {
  if (!playing) return;
  due += Math.max(0, time - since) / 1000 * Number($("speed").value);
  since = Math.max(time, since);
  due = Math.min(due, 500); // of a page that was out of sight
  const before = now;
  for (; due >= 1 && now < longest; due -= 1) now = ahead(single());
  if (now >= longest) play(false);
  else {
    if (now !== before) render();
    requestAnimationFrame(tick);
  }
}

function render() {
  lanes.forEach((lane) => lane.show(place(lane), single()));
  clock.value = now;
  clock.setAttribute("aria-valuetext", `step ${now} of ${longest}`);
  strips.forEach((each) => { each.querySelector(".hand").style.left = `${(now / Math.max(1, longest)) * 100}%`; });
  const { trace } = lanes.find((lane) => lane.trace.last === longest);
  $("at").textContent = trace.position(Math.min(now, trace.last - 1));
  $("at").title = trace.kept < trace.events ? `The trace kept ${trace.position(trace.last).replace("of", "events of")}` : "";
  document.documentElement.dataset.at = now;
  controls();
  if (!playing) {
    $("live").textContent = lanes.map((lane) => lane.words.filter(Boolean).join(" ")).join(" ");
  }
}

function controls() {
  const button = $("play");
  const words = playing ? "Pause" : "Play";
  if (button.getAttribute("aria-label") !== words) {
    button.setAttribute("aria-label", words);
    button.querySelector("path").setAttribute("d", playing ? "M7 5h3v14H7zM14 5h3v14h-3z" : "M7 4l13 8-13 8z");
  }
  const can = {
    Home: now > 0, ArrowLeft: now > 0, ArrowRight: now < longest, End: now < longest,
  };
  for (const key of Object.keys(JUMPS)) {
    can[key] = lanes.some((lane) => time(lane, lane.trace.latest[key]) > now);
    can[key.toUpperCase()] = lanes.some((lane) => time(lane, lane.trace.earliest[key]) < now);
  }
  for (const [key, possible] of Object.entries(can)) {
    const each = document.querySelector(`[data-do="${key}"]`);
    if (each.disabled === possible) each.disabled = !possible;
  }
}


function faster(step) {
  const speed = $("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + step));
}

function help() {
  const keys = $("keys");
  keys.hidden = !keys.hidden;
  $("help").setAttribute("aria-expanded", String(!keys.hidden));
}

function stop(deed) {
  return () => { playing = false; deed(); render(); };
}

const DEEDS = {
  " ": () => play(!playing),
  ArrowRight: stop(() => seek(ahead(single()))),
  ArrowLeft: stop(() => seek(behind(single()))),
  "Shift+ArrowRight": stop(() => seek(ahead(true))),
  "Shift+ArrowLeft": stop(() => seek(behind(true))),
  Home: stop(() => seek(0)),
  End: stop(() => seek(longest)),
  e: () => { $("single").checked = !single(); render(); },
  "+": () => faster(1),
  "-": () => faster(-1),
  "?": help,
};

for (const [key, found] of [...Object.keys(JUMPS).map((each) => [each, each]), ["d", "g"]]) {
  DEEDS[key] = stop(() => jump(found, 1));
  DEEDS[key.toUpperCase()] = stop(() => jump(found, -1));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) DEEDS[button.dataset.do]();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.matches("select") || (event.key === " " && target.matches("button, summary, input[type=checkbox]"))) return;
  const letter = event.key.length === 1 && /[a-z]/i.test(event.key);
  const name = letter ? (event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase())
    : `${event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : ""}${event.key}`;
  if (!Object.hasOwn(DEEDS, name)) return;
  event.preventDefault();
  DEEDS[name]();
});
clock.addEventListener("input", () => {
  playing = false;
  seek(Number(clock.value));
});
$("single").addEventListener("change", render);

function legend() {
  const reasons = lanes.flatMap((lane) => lane.trace.reasons);
  const points = (key) => reasons.some((reason) => reason[key]?.length || (key === "m" && reason.l));
  const holder = document.querySelector(".legend");
  holder.hidden = false;
  const variables = lanes.some((lane) => lane.trace.puzzle.variables);
  holder.querySelector("[data-house]").textContent = variables ? "its constraint" : "its house";
  const happens = (kind) => lanes.some((lane) => lane.trace.kinds.includes(kind));
  for (const item of holder.querySelectorAll("[data-needs]")) item.hidden = !points(item.dataset.needs);
  for (const item of holder.querySelectorAll("[data-kind]")) item.hidden = !happens(item.dataset.kind);
  for (const key of Object.keys(JUMPS)) {
    const any = lanes.some((lane) => lane.trace.jump(key, 0, 1) > 0);
    document.querySelector(`[data-do="${key}"]`).parentElement.hidden = !any;
  }
}

function drawStrips() {
  const shared = $("share").checked;
  const names = lanes.map((lane) => lane.trace.title);
  strips = lanes.map((lane) => strip(lane, shared ? lane.trace.last : longest, names));
  document.querySelector(".strips").replaceChildren(...strips);
}

// How high boards may be: from where they begin to the bar, or to the legend that stands over it.
function fit() {
  const high = (name) => document.querySelector(name).offsetHeight;
  const top = lanes[0].board.root.getBoundingClientRect().top + window.scrollY;
  const below = high(".controls") + (lanes.length > 1 ? 0 : high(".legend"));
  document.body.style.setProperty("--room", `${Math.floor(window.innerHeight - top - below)}px`);
}

$("share").addEventListener("change", () => { drawStrips(); render(); });
$("share").checked = false; // whatever the browser kept of an earlier visit
$("sharing").hidden = Math.min(...lanes.map((lane) => lane.trace.last)) * 2 > longest;
clock.max = longest;
document.querySelector(".controls").classList.toggle("many-strips", lanes.length > 1);
drawStrips();
document.querySelector(".controls").hidden = false;
legend();
fit();
window.addEventListener("resize", fit);
render();
window.accord = { seek, last: longest };
document.documentElement.dataset.ready = "yes";
