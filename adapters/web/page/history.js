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

export function drop(id) {
  keep(conversations().filter((one) => one.id !== id));
}

function keep(list) {
  localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST)));
}
