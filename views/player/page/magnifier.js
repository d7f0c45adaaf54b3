// The magnifier: the cell of an event, large, where candidates are too small to be read.
//
// It lies on that side of the cell on which it hides least of what the reason points at.
const MAGNIFIED = 10; // from this size on
const SHARE = 0.25; // of the board's side

function magnifier(board, cell, deeds, reason) {
  const whole = board.n * CELL_SIZE;
  const side = whole * SHARE;
  const [x, y] = corner(board, cell, side, [...(reason.c || []), cell]);
  const lost = deeds.ghosts.filter(([each]) => each === cell).map(([, value]) => value);
  const lens = drawn("g", { class: "lens", "data-lens": cell, transform: `translate(${x} ${y})` });
  const size = Math.max(2, board.n / 6);
  lens.append(drawn("rect", { class: "lens-back", width: side, height: side, rx: side / 24, "stroke-width": size }));
  const value = board.shown[cell];
  if (value > 0) {
    lens.append(drawn("text", { class: "value", x: side / 2, y: side / 2, "font-size": side * 0.5 }, value));
    return lens;
  }
  const [wide, high] = [side / board.across, side / board.down];
  for (let each = 1; each <= board.n; each += 1) {
    const gone = lost.includes(each);
    if (!gone && !board.on[cell * board.n + each - 1]) continue;
    const [column, row] = [(each - 1) % board.across, Math.floor((each - 1) / board.across)];
    lens.append(drawn("text", {
      class: gone ? "ghost struck" : "lens-value", x: (column + 0.5) * wide, y: (row + 0.5) * high,
      "font-size": Math.min(wide, high) * 0.62,
    }, each));
  }
  return lens;
}

// The upper left corner of the place beside the cell that hides least.
function corner(board, cell, side, marked) {
  const [x, y, whole] = [board.x(cell), board.y(cell), board.n * CELL_SIZE];
  const within = (at) => Math.max(0, Math.min(at, whole - side));
  const middle = (at) => within(at + CELL_SIZE / 2 - side / 2);
  const gap = CELL_SIZE / 3;
  const places = [
    [x + CELL_SIZE + gap, middle(y)], [x - side - gap, middle(y)],
    [middle(x), y + CELL_SIZE + gap], [middle(x), y - side - gap],
  ].filter(([left, top]) => left >= 0 && top >= 0 && left + side <= whole && top + side <= whole);
  const hidden = ([left, top]) => marked.filter((each) => board.x(each) + CELL_SIZE > left
    && board.x(each) < left + side && board.y(each) + CELL_SIZE > top && board.y(each) < top + side).length;
  return places.sort((one, other) => hidden(one) - hidden(other))[0];
}
