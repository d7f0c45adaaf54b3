// The player: one clock for all lanes, and what buttons and keys do.
//
// The clock counts frames.  A step goes on to where one of the traces has done all that follows from
// a reason; a trace that is over stays at its end.

const lanes = data.traces.map((raw, place) => new Lane(raw, place));
const longest = Math.max(...lanes.map((lane) => lane.trace.last));
const clock = $("clock");
const strips = lanes.map((lane) => strip(lane, longest));
let now = 0;
let playing = false;
let since = 0; // the moment up to which steps were made
let due = 0; // steps, a part of one included

const single = () => $("single").checked;

function seek(frame) {
  now = Math.max(0, Math.min(frame, longest));
  render();
}

// A step ends where one of the traces has done all that follows from a reason.
function ahead(alone) {
  if (alone) return now + 1;
  const next = lanes.filter((lane) => lane.trace.last > now).map((lane) => lane.trace.ends[now + 1]);
  return next.length ? Math.min(...next) : now;
}

function behind(alone) {
  if (alone) return now - 1;
  const before = lanes.map(({ trace }) => {
    if (now > trace.last) return trace.last;
    return now ? trace.starts[now] - 1 : 0;
  });
  return Math.max(...before);
}

function jump(key, step) {
  const kinds = JUMPS[key];
  const found = lanes.map((lane) => lane.trace.find(kinds, now, step)).filter((frame) => frame >= 0);
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
  lanes.forEach((lane) => lane.show(now, single()));
  clock.value = now;
  clock.setAttribute("aria-valuetext", `step ${now} of ${longest}`);
  strips.forEach((each) => { each.querySelector(".hand").style.left = `${(now / Math.max(1, longest)) * 100}%`; });
  const { trace } = lanes.find((lane) => lane.trace.last === longest);
  $("at").textContent = `${number(trace.event(Math.min(now, trace.last - 1)))} of ${number(trace.events)}`;
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
  for (const key of "dcs") {
    can[key] = lanes.some(({ trace }) => trace.latest[key] > now);
    can[key.toUpperCase()] = lanes.some(({ trace }) => trace.earliest[key] < now);
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
  "Shift+ArrowRight": stop(() => seek(now + 1)),
  "Shift+ArrowLeft": stop(() => seek(now - 1)),
  Home: stop(() => seek(0)),
  End: stop(() => seek(longest)),
  d: stop(() => jump("d", 1)),
  c: stop(() => jump("c", 1)),
  s: stop(() => jump("s", 1)),
  D: stop(() => jump("d", -1)),
  C: stop(() => jump("c", -1)),
  S: stop(() => jump("s", -1)),
  e: () => { $("single").checked = !single(); render(); },
  "+": () => faster(1),
  "-": () => faster(-1),
  "?": help,
};

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
  const happens = (kind) => lanes.some((lane) => lane.trace.kinds.includes(kind));
  for (const item of holder.querySelectorAll("[data-needs]")) item.hidden = !points(item.dataset.needs);
  for (const item of holder.querySelectorAll("[data-kind]")) item.hidden = !happens(item.dataset.kind);
  for (const [key, kinds] of Object.entries(JUMPS)) {
    const any = lanes.some((lane) => lane.trace.find(kinds, 0, 1) > 0);
    document.querySelector(`[data-do="${key}"]`).parentElement.hidden = !any;
  }
}

clock.max = longest;
const holder = document.querySelector(".strips");
holder.classList.toggle("many-strips", lanes.length > 1);
holder.append(...strips);
document.querySelector(".controls").hidden = false;
legend();
render();
window.accord = { seek, last: longest };
document.documentElement.dataset.ready = "yes";
