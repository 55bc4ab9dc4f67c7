// On a phone an answer is its first lines: what follows them stands behind one tap, and nothing is lost.

const LINES = 12, LEAST = 8, ABOUT = 3;
const KEPT = ".asked-at, .sources, .taps, .tools, figure, .charts, details";
const UNCOUNTED = ".number, .whole, .compare.tall thead, [hidden]";
const CUT = ":is(.shortened, .shortened *).clamped";
const BESIDE = "figure, .row, .taps, .tools, .sources";

/**
 * Fold what a phone has no room for behind a tap of this name: remarks beside what is told first, then what
 * stands last. Each of several answers has a fold of its own. A call for help stands whole, and so does what is
 * asked back.
 */
export function fold(body, name) {
  if (!body.isConnected || body.querySelector(".alarm")) return;
  const parts = [...body.children].flatMap((part) => (part.classList.contains("lead") ? [...part.firstChild.children] : [part]));
  const asks = parts.slice(1).find((part) => part.matches(".words:not(.sources)") && part.textContent.trim().endsWith("?"));
  const asked = asks ? [alone(asks)] : [];
  const answers = apart(parts.filter((part) => !asked.includes(part)));
  const sizes = answers.map(({ told, folds }) => lines(told) + folds.length);
  const charts = answers.length > 1 ? parts.filter((part) => part.matches("details.folded") && part.querySelector(".charts")) : [];
  let left = LINES - lines(asked) - charts.length;
  rooms(sizes, left).forEach((room, number) => {
    left -= Math.min(room, sizes[number]);
    if (sizes[number] <= room) return;
    const about = answers[number].told.find((part) => part.matches(".headline"))?.querySelector("p");
    if (about) clamped(about, answers.length > 1 ? 1 : ABOUT);
    shorten(answers[number], room - 1, name);
  });
  for (const { told } of answers) if (left > 0) left = opened(told, left);
}

/** Show notes whole of which one line was to stand, while there is room; what room is left. */
function opened(told, room) {
  for (const note of told.flatMap((part) => [...part.querySelectorAll("details.noted")])) {
    const before = lines(told);
    note.open = true;
    const more = lines(told) - before;
    if (more > room) note.open = false;
    else room -= more;
  }
  return room;
}

/** What is asked back, apart from the words before it. */
function alone(part) {
  if (part.childElementCount < 2) return part;
  const question = part.cloneNode(false);
  question.append(part.lastElementChild);
  part.after(question);
  return question;
}

/** What each answer tells and folds: it begins with its headline. Charts of several stand by themselves. */
function apart(parts) {
  const answers = [];
  for (const part of parts) {
    if (!answers.length || (part.matches(".headline") && answers.at(-1).some((one) => one.matches(".headline")))) answers.push([]);
    answers.at(-1).push(part);
  }
  return answers.map((answer) => ({
    told: answer.filter((part) => !part.matches(KEPT)),
    folds: answer.filter((part) => part.matches("details.folded") && (answers.length === 1 || !part.querySelector(".charts"))),
  })).filter(({ told }) => told.length);
}

/** The lines of each answer: what a short one leaves is the others', and each of more than two has a few at least. */
function rooms(sizes, most) {
  const given = [];
  [...sizes.keys()].sort((one, other) => sizes[one] - sizes[other]).forEach((place, number) => {
    given[place] = Math.min(sizes[place], Math.max(sizes.length > 2 ? LEAST : 0, Math.floor(most / (sizes.length - number))));
    most -= given[place];
  });
  return given;
}

function shorten({ told, folds }, room, name) {
  for (const part of told) part.classList.add("shortened");
  const list = told.find((part) => part.matches(".rows"));
  if (list && lines(told.slice(0, told.indexOf(list) + 1)) > room) {
    list.classList.add("slim");
    list.querySelectorAll(".about > span").forEach(fitted);
  }
  const at = told.findIndex((_, number) => lines(told.slice(0, number + 1)) > room);
  const inside = element("div", "beyond");
  const place = at < 0 ? told.at(-1) : told[at];
  if (at >= 0) {
    const rest = split(place, room - lines(told.slice(0, at)));
    if (rest === place) place.before(inside);
    if (rest) inside.append(rest);
    inside.append(...told.slice(at + 1));
  }
  const made = element("details", "folded");
  const title = element("summary");
  title.append(name);
  (inside.isConnected ? inside : place).after(made);
  inside.append(...folds);
  made.append(title, inside);
  made.addEventListener("toggle", () => {
    for (const part of told) part.classList.toggle("shortened", !made.open);
  });
}

/** Leave out the last figures of a row until its name has room; the first stays. */
function fitted(row) {
  const name = row.previousElementSibling;
  for (const bit of [...row.children].slice(1).reverse()) {
    if (name.scrollWidth <= name.clientWidth) return;
    bit.classList.add("over");
  }
}

function element(tag, name) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  return made;
}

/** Lines of text that stand open in these parts; what overlaps in height is one line. */
function lines(parts) {
  const boxes = parts.flatMap((part) => texts(part).flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const below = node.parentElement.closest(CUT)?.getBoundingClientRect().bottom ?? Infinity;
    return [...range.getClientRects()].filter((box) => box.top < below - 2);
  }));
  return count(boxes);
}

function count(boxes) {
  const seen = boxes.filter((box) => box.width > 2).sort((one, other) => one.top + one.bottom - other.top - other.bottom);
  let found = 0, end = -Infinity;
  for (const box of seen) {
    if ((box.top + box.bottom) / 2 <= end) continue;
    found += 1;
    end = box.bottom;
  }
  return found;
}

function texts(part) {
  const found = [];
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const over = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || over.closest(UNCOUNTED)) continue;
    if (over.closest(BESIDE) && !over.closest(".rows")) continue;
    if (over.closest("details:not([open])") && !over.closest("summary")) continue;
    found.push(walk.currentNode);
  }
  return found;
}

/** Take what goes beyond so many lines out of a part, as a part of the same kind; what has one text is clamped, and null. */
function split(part, room) {
  if (part.matches("p")) return broken(part, room) ?? clamped(part, room);
  const items = [...part.children];
  const at = items.findIndex((_, number) => lines(items.slice(0, number + 1)) > room);
  if (part.matches("h2, h3, blockquote, .headline") || at < 0) return clamped(part, room);
  const left = room - lines(items.slice(0, at));
  const opens = left > 0 && items[at].matches("ol, ul, dl, table, tbody, .scroll, .words, p, blockquote");
  const deeper = opens ? split(items[at], left) : null;
  if (!at && part.matches(".compare.tall tbody")) return opening(part, room);
  const whole = !opens || deeper === items[at];
  if (whole && items.slice(0, at).every((item) => item.matches("h3, thead"))) return part;
  const rest = part.cloneNode(false);
  if (part.matches("table")) rest.append(...[...part.tHead ? [part.tHead.cloneNode(true)] : []]);
  if (part.matches("ol")) {
    rest.start = part.start + at;
    rest.style.counterReset = `step ${at}`;
  }
  if (deeper) rest.append(deeper);
  rest.append(...items.slice(opens ? at + 1 : at));
  return rest.childElementCount ? rest : null;
}

/** The first question of a comparison keeps each value's first lines, though not all of them have room. */
function opening(part, room) {
  const [first, ...others] = part.children;
  let left = room;
  [...first.children].forEach((cell, number, cells) => {
    clamped(cell, Math.floor(left / (cells.length - number)));
    left -= lines([cell]);
  });
  const rest = part.cloneNode(false);
  rest.append(...others);
  return others.length ? rest : null;
}

/** What stands behind a line break, as a paragraph of its own: where no line of it fits, there is none. */
function broken(part, room) {
  const nodes = [...part.childNodes];
  const ends = nodes.flatMap((node, at) => (node.nodeName === "BR" ? [at] : []));
  const height = (at) => {
    const range = document.createRange();
    range.setStart(part, 0);
    range.setEnd(part, at);
    return count([...range.getClientRects()]);
  };
  const end = ends.findLast((at) => height(at) <= room);
  if (!end) return null;
  const rest = part.cloneNode(false);
  rest.append(...nodes.slice(end + 1));
  nodes[end].remove();
  return rest;
}

/** The first lines of a text, while the answer is brief; who opens the fold reads all of it where it stands. */
function clamped(part, room) {
  part.classList.add("clamped");
  part.style.setProperty("--lines", Math.max(1, room));
  return null;
}
