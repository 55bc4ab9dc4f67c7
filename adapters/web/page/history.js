// The conversations of this browser: kept here alone, by the secret id that opens each of them.

const KEPT = "flyfun.conversations";
const MOST = 40;

/** All of them, the latest first: {id, title, at}. */
export function conversations() {
  try {
    const held = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(held) ? held.filter((one) => typeof one?.id === "string" && typeof one.title === "string") : [];
  } catch {
    return [];
  }
}

/** Remember that something was asked; a conversation bears the name of its first question. */
export function remember(id, question) {
  const others = conversations();
  const known = others.find((one) => one.id === id);
  const title = (known?.title ?? question).slice(0, 90);
  keep([{ id, title, at: Date.now() }, ...others.filter((one) => one.id !== id)]);
}

const LINKS = "flyfun.links";
const OPEN_MS = 30 * 86_400_000;

function links() {
  try {
    return JSON.parse(localStorage.getItem(LINKS) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The name that opens an answer of this browser, while it is open; "" where none was made. */
export function linkTo(answer) {
  const link = links()[answer];
  return link && Date.now() - link.at < OPEN_MS ? link.name : "";
}

/** Remember the name of a shared answer, so that it can be taken back later; "" forgets it. */
export function rememberLink(answer, name) {
  const open = Object.entries(links()).filter(([id, { at }]) => id !== answer && Date.now() - at < OPEN_MS);
  localStorage.setItem(LINKS, JSON.stringify(Object.fromEntries(name ? [...open, [answer, { name, at: Date.now() }]] : open)));
}

export function drop(id) {
  keep(conversations().filter((one) => one.id !== id));
}

function keep(list) {
  localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST)));
}
