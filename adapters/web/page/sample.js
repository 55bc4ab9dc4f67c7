// What the first screen shows of an answer: a brief of this day that the server asked itself, at its own link.

import { shared } from "./stream.js";
import { drawing, element } from "./view.js";
import { said } from "./words.js";

const MOST_DUE = 3;

/** Fill `place` while the first screen stands; it stays hidden where no sample comes. */
export async function sample(place, enlarge) {
  const response = await fetch("/sample").catch(() => null);
  const { name } = response?.ok ? await response.json() : {};
  if (!name) return;
  const { text, shown } = await shared(name);
  if (place.parentElement.hidden) return; // something was asked meanwhile
  const ways = { shared: name, enlarge, grew() {} };
  place.replaceChildren(
    element("h3", {}, said("An answer looks like this")),
    element("button", { type: "button", class: "asked", "data-ask": text }, text),
    element("div", { class: "glimpse" }, ...shown.blocks.map(short).filter(Boolean).map((block) => drawing(block, ways))),
  );
  place.hidden = false;
}

/** The map, the line that carries the answer, and what is to be done by when: whom to call is in the answer itself. */
function short(block) {
  if (block.type === "map") return { ...block, caption: "" };
  if (block.type === "headline") return block;
  if (block.type !== "deadlines") return null;
  return { ...block, title: "", deadlines: block.deadlines.slice(0, MOST_DUE).map((one) => ({ ...one, note: "", whom: [] })) };
}
