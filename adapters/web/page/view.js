// Builds what is seen of a conversation. Elements are made one by one: no text is ever read as HTML.

import { fold } from "./fold.js";
import { gpx } from "./gpx.js";
import { linkTo } from "./history.js";
import { begin } from "./map/begin.js";
import { picture, starting } from "./stream.js";
import { dated, said, speaking } from "./words.js";

const TAGS = new Set([
  "p", "h3", "ul", "ol", "li", "blockquote", "pre", "code", "strong", "em", "br", "a",
  "table", "thead", "tbody", "tr", "th", "td",
]);
const LINKS = /^(https?:|mailto:|tel:)/i;

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Elements of the server's tree: [tag, attributes, ...children]. */
function grown(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const [tag, attributes, ...children] = node;
  if (!TAGS.has(tag)) return document.createTextNode("");
  const made = element(tag, {}, ...children.map(grown));
  if (tag === "a" && LINKS.test(attributes.href ?? "")) {
    made.href = attributes.href;
    made.target = "_blank";
    made.rel = "noopener noreferrer";
  }
  if (tag === "ol" && Number.isInteger(attributes.start)) made.start = attributes.start;
  if (tag === "th") made.scope = "col";
  return tag === "table" ? element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": said("Table") }, made) : made;
}

/** An answer's Markdown as words to be spoken: no marks, no addresses. */
export function plain(text) {
  return unlinked(text).replaceAll("**", "");
}

function unlinked(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\\([^A-Za-z0-9\s])/g, "$1");
}

/** Words while they arrive: paragraphs, lines and bold; the server's tree replaces them at the end. */
export function rough(text) {
  return text.split(/\n{2,}/).filter((part) => part.trim()).map((part) => {
    const paragraph = element("p");
    part.split("\n").forEach((line, number) => {
      if (number) paragraph.append(element("br"));
      unlinked(line).split("**").forEach((piece, odd) => {
        if (piece) paragraph.append(odd % 2 ? element("strong", {}, piece) : piece);
      });
    });
    return paragraph;
  });
}

// --- one answer --------------------------------------------------------------------------------------

/** The blocks of a kept answer. `ways` = {session, tap(button), enlarge(image, caption), grew()}. */
export function answered(shown, ways) {
  const { blocks } = shown;
  const pictures = blocks.filter((block) => block.type === "map");
  const drawn = pictures.find((block) => block.scene) ?? pictures[0];
  const others = pictures.filter((block) => block !== drawn);
  const rest = blocks.filter((block) => block.type !== "map");
  const several = rest.filter((block) => block.type === "headline").length > 1; // their picture stands beside all of them
  const end = rest.findIndex((block) => !LEADS.has(block.type) && !(several && block.type === "folded"));
  const beside = drawn && rest.length ? rest.slice(0, end < 0 ? rest.length : Math.max(end, 1)) : [];
  const parts = [];
  let lead = null;
  if (beside.length) { // the words come first, the picture beside or below them
    lead = element("div", { class: "lead" }, element("div", { class: "said" }, ...beside.map((block) => drawing(block, ways))), map(drawn, ways));
    parts.push(lead);
  } else if (drawn) parts.push(map(drawn, ways));
  if (others.length) parts.push(charts(others, ways));
  let cards = null;
  for (const block of rest.slice(beside.length)) {
    if (block.type === "card") {
      if (!cards) parts.push((cards = element("div", { class: "cards" })));
      cards.append(card(block));
      continue;
    }
    cards = null;
    parts.push(drawing(block, ways));
  }
  if (shown.error && !blocks.length) parts.push(element("div", { class: "words" }, element("p", {}, shown.error.message)));
  if (shown.buttons.length) {
    const offered = taps(shown.buttons, ways);
    if (lead && parts.length === 1) lead.firstChild.append(offered);
    else parts.push(offered);
  }
  return parts;
}

/** Further pictures: beside each other where there is room, behind a tap on a phone. */
function charts(blocks, ways) {
  const inside = element("div", { class: "charts" }, ...blocks.map((block) => map(block, ways)));
  if (!NARROW.matches) return inside;
  return element("details", { class: "folded" }, element("summary", {}, said("Charts: {count}", { count: blocks.length })), inside);
}

/** What may stand beside a picture. */
const LEADS = new Set(["headline", "text", "deadlines", "contacts", "timeline", "rows", "facts", "compare"]);

const DRAWN = {
  map, file, card, headline, deadlines, contacts, timeline, compare, facts, rows, folded, documents, table,
};

/** One block, drawn as it stands in an answer. */
export function drawing(block, ways) {
  return (DRAWN[block.type] ?? words)(block, ways);
}

// --- blocks with meaning -----------------------------------------------------------------------------

function headline(block) {
  const [first, ...others] = block.tree.map(grown);
  const line = element("h2", {}, ...(first?.childNodes ?? []));
  return element("div", { class: "headline" }, line, ...others, block.about ? element("p", {}, block.about) : null);
}

/** A part with its heading, where it has one. */
function titled(name, title, ...children) {
  return element("section", { class: name }, title ? element("h3", {}, title) : null, ...children);
}

function deadlines(block) {
  const items = block.deadlines.map((one) => element("li", { class: one.passed ? "passed" : undefined },
    element("strong", {}, one.what),
    one.latest ? element("span", { class: "latest-by" }, one.latest) : null,
    noted(one.note),
    one.whom.length ? reached(one.whom) : null));
  return titled("deadlines", block.title, element("ol", {}, ...items));
}

function contacts(block) {
  return titled("contacts", block.title, reached(block.contacts), noted(block.note));
}

/** Whether a note of a moment takes a line of its own, of which a phone shows the beginning. */
const clipped = (note) => NARROW.matches && note.length > MOMENT_OPEN;

/** A condition or reason beside what it belongs to; on a phone its first line, the rest a tap away. */
function noted(text) {
  if (!text) return null;
  if (!NARROW.matches || text.length <= NOTE_OPEN) return element("p", {}, text);
  const line = element("span", { dir: "auto" }, text);
  const note = element("details", { class: "noted" }, element("summary", {}, line));
  requestAnimationFrame(() => {
    if (!line.isConnected || note.open) return;
    note.classList.toggle("fits", line.scrollWidth <= line.clientWidth);
    note.classList.toggle("mere", line.scrollWidth > line.clientWidth && line.clientWidth < NOTE_LEAST);
  });
  return note;
}

/** Whom to call or write, each a tap. */
function reached(contacts) {
  return element("ul", { class: "reach" }, ...contacts.map((one) => {
    const label = one.label ? `${one.label} ` : "";
    if (!LINKS.test(one.href)) return element("li", {}, label + one.text);
    const away = one.kind === "page" ? { target: "_blank", rel: "noopener noreferrer" } : {};
    const text = label + (one.kind === "page" && one.label ? "" : one.text);
    if (one.kind !== "email") return element("li", {}, element("a", { href: one.href, class: one.kind, ...away }, text));
    // On a phone an address is as long as three lines: there it is a button that says what it does.
    return element("li", {}, element("a", { href: one.href, class: "email", title: one.text },
      element("span", { class: "whole" }, text), element("span", { class: "brief", "aria-hidden": "true" }, said("E-mail"))));
  }));
}

function timeline(block) {
  const items = block.moments.map((one) => element("li", {},
    element("span", { class: "at" }, one.at),
    element("span", { class: "what" }, one.what, one.note && !clipped(one.note) ? element("small", {}, one.note) : null),
    clipped(one.note) ? noted(one.note) : null));
  return titled("timeline", block.title, element("ol", {}, ...items));
}

function compare(block) {
  const head = element("tr", { role: "row" }, element("td", { role: "cell" }), ...block.columns.map((name) => element("th", { scope: "col", role: "columnheader" }, name)));
  const long = block.rows.some((row) => row.name.length > 40 || row.values.some((value) => (value ?? "").length > CELL / (block.columns.length - 1)));
  const cell = (value, at) => element("td", { class: value === null ? "unknown" : undefined, role: "cell", "data-column": said("{name}:", { name: block.columns[at] }) }, value ?? said("not known"));
  const body = block.rows.map((row) => element("tr", { class: row.differs ? "differs" : undefined, role: "row" },
    element("th", { scope: "row", role: "rowheader" }, row.name),
    ...(same(row.values) ? [element("td", { colspan: String(row.values.length), role: "cell" }, row.values[0])] : row.values.map(cell))));
  const rest = beyond(body, long ? fittingBelow(block) : ROWS_OPEN);
  const sheet = (rows) => element("table", { class: long ? "compare tall" : "compare", role: "table" }, element("thead", { role: "rowgroup" }, head.cloneNode(true)), element("tbody", { role: "rowgroup" }, ...rows));
  const whole = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": [said("Comparison"), ...block.columns, block.rows[0]?.name].filter(Boolean).join(", ") }, sheet(body));
  return rest.length ? element("div", {}, whole, more(rest.length, sheet(rest))) : whole;
}

/** Whether all of them say the same, which is then told once. */
const same = (values) => values.length > 1 && values[0] !== null && values.every((value) => value === values[0]);

function facts(block) {
  const told = block.facts.map((fact) =>
    element("div", { class: fact.known }, element("dt", {}, fact.name), element("dd", {}, ...linked(fact.value, block.numbers))));
  const rest = beyond(told, fitting(block.facts));
  const list = element("dl", { class: "facts" }, ...told);
  const row = element("p", { class: "row" });
  if (block.copied) row.append(copier(block.copied));
  for (const [label, url] of block.links) {
    if (LINKS.test(url)) row.append(element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label));
  }
  const behind = rest.length ? more(rest.length, element("dl", { class: "facts" }, ...rest)) : null;
  return titled("facts-of", block.title, list, behind, row.childNodes.length ? row : null);
}

/** On a phone a long sheet is its first lines; the others stand behind a tap, nothing is lost. */
const ROWS_OPEN = 4, FACTS_LINES = 7, FACT_LETTERS = 27, NOTE_OPEN = 24, MOMENT_OPEN = 40, COMPARED_LINES = 8, LINE_LETTERS = 42;
const NOTE_LEAST = 80; // px of a note: less tells nothing
const CELL = 60; // letters of a value of two that a narrow column holds
const NARROW = matchMedia("(max-width: 34rem)");

/** How many facts a phone shows in so many lines: four short ones, fewer where they are long. */
function fitting(facts) {
  let lines = 0;
  const over = facts.findIndex((fact) => (lines += Math.ceil(fact.value.length / FACT_LETTERS)) > FACTS_LINES);
  return Math.max(1, Math.min(over < 0 ? facts.length : over, ROWS_OPEN));
}

/** How many rows of a comparison whose values stand below each other a phone shows. */
function fittingBelow({ columns, rows }) {
  let lines = 0;
  const tall = (text) => Math.ceil(text.length / LINE_LETTERS);
  const over = rows.findIndex(({ name, values }) => {
    const below = same(values) ? tall(values[0]) : values.reduce((sum, value, at) => sum + tall(`${columns[at]}: ${value ?? ""}`), 0);
    return (lines += tall(name) + below) > COMPARED_LINES;
  });
  return Math.max(1, over < 0 ? rows.length : over);
}

function beyond(items, open) {
  return NARROW.matches && items.length > open + 1 ? items.splice(open) : [];
}

function more(count, inside) {
  return element("details", { class: "folded" }, element("summary", {}, said("{count} more", { count })), inside);
}

/** Text whose mail addresses can be tapped, and the numbers of which the server said what is dialled. */
function linked(text, numbers = {}) {
  return text.split(REACHED).map((piece) => {
    if (MAIL.test(piece)) return element("a", { href: `mailto:${piece}` }, piece);
    return numbers[piece] ? element("a", { href: `tel:${numbers[piece]}` }, piece) : piece;
  });
}

const REACHED = /((?<![\d+.(/-][ .]?)\b0\d(?:[ .]\d\d){4}\b(?![ .]?\d)|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;
const MAIL = /^[\w.+-]+@[\w.-]+$/;

/** Letters of a row's facts that stand beside its name. */
const LEAD_BESIDE = 17;

/** A list whose rows open what they name. */
function rows(block, ways) {
  const tight = block.rows.every((row) => row.lead.length <= LEAD_BESIDE && !row.note);
  return element("ol", { class: tight ? "rows tight" : "rows" }, ...block.rows.map((row) => {
    const inside = [
      row.number ? element("span", { class: "number", "aria-hidden": "true" }, String(row.number)) : null,
      element("span", { class: "about" },
        element("strong", {}, row.title),
        row.lead ? element("span", {}, ...bits(row.lead)) : null,
        row.note ? element("em", {}, row.note) : null),
    ];
    if (!row.tap) return element("li", {}, element("div", { class: "line" }, ...inside));
    const open = element("button", { type: "button", class: "line" }, ...inside);
    open.addEventListener("click", () => ways.tap({ ...row.tap, label: row.title }));
    return element("li", {}, open);
  }));
}

/** What a row says, figure by figure, so that a narrow one leaves out whole figures. */
const bits = (lead) => lead.split(/ (?=· )/).flatMap((bit, number) => [...(number ? [" "] : []), element("i", {}, bit)]);

function folded(block) {
  const inside = element("div", { class: "words" }, ...block.tree.map(grown));
  return element("details", { class: "folded" }, element("summary", {}, block.title), inside);
}

/** The documents of an answer: the first ones in sight, all of them a tap away. */
function documents(block) {
  const all = block.documents.map((one) => {
    const name = LINKS.test(one.url) ? element("a", { href: one.url, target: "_blank", rel: "noopener noreferrer" }, one.name) : one.name;
    return [name, one.when ? ` ${one.when}` : null];
  });
  const note = block.tree.length ? [element("div", { class: "disclaimer" }, ...block.tree.map(grown))] : [];
  if (all.length < 3) {
    const line = element("p");
    all.forEach((one, number) => line.append(...(number ? [" · "] : []), ...one.filter(Boolean)));
    return element("div", { class: "words sources" }, all.length ? line : null, ...note);
  }
  const list = element("ul", {}, ...all.map((one) => element("li", {}, ...one)));
  const folded = element("details", { class: "folded" }, element("summary", {}, said("Sources: {count} documents", { count: all.length })), list);
  return element("div", { class: "words sources" }, folded, ...note);
}

// --- other blocks ------------------------------------------------------------------------------------

/** Formatted words; those to a call for help are the only ones that begin as a quote in bold. */
function words(block) {
  const kind = block.type === "sources" ? " sources" : block.markdown?.startsWith("> **") ? " alarm" : "";
  return element("div", { class: `words${kind}` }, ...block.tree.map(grown));
}

function file(block) {
  const href = `data:${block.media_type};base64,${block.content}`;
  return element("div", { class: "words" }, element("a", { href, download: block.name }, said("Save {name}", { name: block.name })));
}

function map(block, ways) {
  const image = element("img", { src: picture(ways.session, block.key, ways.shared), alt: block.alt, decoding: "async" });
  const open = element("button", { type: "button", class: "map", "aria-label": said("Enlarge the map. {alt}", block) }, pictured(image, block, ways));
  open.addEventListener("click", () => ways.enlarge(image, block.caption));
  image.addEventListener("load", ways.grew);
  const lost = said("The picture is not kept any more. {alt}", block);
  image.addEventListener("error", () => figure.replaceChildren(element("p", { class: "lost" }, lost)));
  const figure = element("figure", {}, open, block.caption ? element("figcaption", {}, block.caption) : null);
  begin(figure, open, block);
  return figure;
}

/** By night the dark picture, where there is one. */
function pictured(image, block, ways) {
  if (!block.dark) return image;
  const dark = element("source", { srcset: picture(ways.session, block.dark, ways.shared), media: "(prefers-color-scheme: dark)" });
  return element("picture", {}, dark, image);
}

function card(block) {
  const facts = element("dl");
  for (const [name, value] of block.facts) {
    facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  }
  const row = element("div", { class: "row" });
  if (block.copied) row.append(copier(block.copied));
  for (const [label, url] of block.links) {
    if (LINKS.test(url)) row.append(element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label));
  }
  return element("section", { class: "card" }, element("h3", {}, block.title), facts, row.childNodes.length ? row : null);
}

function copier(text) {
  const [name, done, failed] = [said("Copy {text}", { text }), said("Copied"), said("Not copied: select it by hand")];
  const button = element("button", { type: "button", class: "small" }, name);
  button.addEventListener("click", async () => {
    button.textContent = await navigator.clipboard.writeText(text).then(() => done, () => failed);
    setTimeout(() => (button.textContent = name), 1500);
  });
  return button;
}

/** Rows and columns; on a phone the rows of a broad table stand below each other, each cell with its column's name. */
function table(block) {
  const broad = block.columns.length > 3;
  const head = element("tr", { role: "row" }, ...block.columns.map((name) => element("th", { scope: "col", role: "columnheader" }, name)));
  const rows = block.rows.map((row) => element("tr", { role: "row" },
    ...row.map((cell, at) => element("td", { role: "cell", "data-column": block.columns[at] || undefined }, cell))));
  const whole = element("table", { role: "table", class: broad ? "broad" : undefined },
    element("thead", { role: "rowgroup" }, head), element("tbody", { role: "rowgroup" }, ...rows));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": said("Table") }, whole);
}

function taps(buttons, ways) {
  const group = element("div", { class: "taps", role: "group", "aria-label": said("Next questions") });
  for (const button of buttons) {
    const made = element("button", { type: "button", class: `tap ${button.style}` }, button.label);
    made.addEventListener("click", () => ways.tap(button));
    group.append(made);
  }
  return group;
}

/** How long nothing may be said before it is said that the work goes on. */
const STILL_SECONDS = 3;

/** Whether a question scrolls in its bubble, so that its answer stays in sight. */
const long = (text) => text.length > 300;

const OLD_MS = 3_600_000;

/** When it was asked, above an answer that is read later or by somebody else; null while it is fresh. */
function told(at, always) {
  const when = new Date(at ?? NaN);
  if (Number.isNaN(+when) || (!always && Date.now() - when < OLD_MS)) return null;
  return element("p", { class: "asked-at" }, said("Asked {when}", { when: when.toLocaleString(dated(), { dateStyle: "medium", timeStyle: "short" }) }));
}

// --- one turn ----------------------------------------------------------------------------------------

/** A turn on the page: the question, the work while it is done, the answer. */
export class TurnView {
  constructor(text, ways) {
    this.ways = ways;
    this.words = "";
    this.began = performance.now();
    this.said = element("span", {}, said("On it…"));
    const stop = element("button", { type: "button", class: "small stop" }, said("Stop"));
    stop.addEventListener("click", () => this.stop?.());
    this.progress = element("div", { class: "progress" }, element("span", { class: "flight", "aria-hidden": "true" }), this.said, stop);
    this.streamed = element("div", { class: "words streamed" });
    this.body = element("div", { class: "body" }, this.progress, this.streamed);
    const question = text ? element("p", { class: "asked", dir: "auto", tabindex: long(text) ? "0" : undefined }, text) : null;
    this.answer = element("article", { class: "answer", "aria-label": text ? said("Answer to: {text}", { text }) : said("Answer"), "aria-busy": "true" }, this.body);
    this.item = element("li", { class: "turn" }, question, this.answer);
  }

  remark(text) {
    if (!text || text === "waiting") return;
    this.said.textContent = text;
    this.last = text;
  }

  /** Say that the work goes on, when nothing was said for a while. */
  watch(tell) {
    this.unwatch();
    this.watching = setInterval(() => {
      const seconds = Math.round((performance.now() - this.began) / 1000);
      if (seconds < STILL_SECONDS) return;
      if (!this.slow) {
        tell(said("Still working."));
        starting().then((yes) => yes && this.watching && this.remark(said("FlyFun has just started and reads its data first.")));
      }
      this.slow = true;
      this.said.textContent = `${this.last && this.last !== said("On it…") ? this.last : said("Still working…")} ${seconds} s`;
    }, 500);
  }

  unwatch() {
    clearInterval(this.watching);
    this.slow = false;
  }

  step(name, data) {
    if (name === "message") {
      this.words += data.delta;
      this.streamed.replaceChildren(...rough(this.words));
    } else if (name === "plan") {
      this.plan = data;
    } else if (name === "thinking") {
      this.thinking = data.text;
    }
  }

  show(turn) {
    this.unwatch();
    this.answer.setAttribute("aria-busy", "false");
    if (turn.shown.language) this.answer.lang = turn.shown.language;
    speaking(turn.shown.language, () => {
      this.body.replaceChildren(...answered(turn.shown, this.ways));
      const asked = told(turn.at, this.ways.shared);
      if (asked) this.body.prepend(asked);
      this.body.append(this.tools(turn));
      if (NARROW.matches) fold(this.body, said("Show all"));
    });
    this.answer.classList.toggle("failed", turn.state === "failed");
  }

  /** What can be done with an answer: keep it, pass it on. */
  tools(turn) {
    const row = element("div", { class: "tools" });
    const offer = (name, act) => {
      const button = element("button", { type: "button" }, name);
      button.addEventListener("click", () => act(button));
      row.append(button);
    };
    if (turn.answer) offer(said("Copy"), (button) => this.ways.copy(plain(turn.answer), button));
    if (turn.shown?.blocks.length && turn.id) offer(said(linkTo(turn.id) ? "Delete the link" : "Share"), (button) => this.ways.share(turn.id, button));
    if (turn.shown?.blocks.length) offer(said("Print"), () => this.ways.print(this.item));
    const track = gpx(turn.shown?.route);
    if (track) row.append(element("a", { href: `data:application/gpx+xml;charset=utf-8,${encodeURIComponent(track.text)}`, download: track.name }, "GPX"));
    if (this.thinking) row.append(this.work());
    return row;
  }

  fail(message, again, name = said("Send again")) {
    this.unwatch();
    this.answer.setAttribute("aria-busy", "false");
    this.answer.classList.add("failed");
    const parts = [element("p", {}, message)];
    if (again) {
      const button = element("button", { type: "button", class: "tap primary" }, name);
      button.addEventListener("click", again);
      parts.push(element("div", { class: "taps" }, button));
    }
    this.body.replaceChildren(element("div", { class: "words" }, ...parts));
  }

  restart() {
    this.answer.classList.remove("failed");
    this.answer.setAttribute("aria-busy", "true");
    this.words = "";
    this.streamed.replaceChildren();
    this.body.replaceChildren(this.progress, this.streamed);
  }

  /** How the answer came about, for who wants to know. */
  work() {
    const ms = Math.round(performance.now() - this.began);
    const took = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
    const why = this.thinking ? element("p", {}, this.thinking) : null;
    return element("details", { class: "work" }, element("summary", {}, said("How")), why, element("p", {}, said("Answered in {took}.", { took })));
  }
}
