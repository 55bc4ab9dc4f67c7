// The page: takes questions, shows answers, remembers which conversation it is.

import { conversations, drop, linkTo, remember, rememberLink } from "./history.js";
import { sample } from "./sample.js";
import { ask, Broken, news, Refused, share, shared, Stopped, turns as kept, unshare, useToken } from "./stream.js";
import { element, plain, TurnView } from "./view.js";
import { around, said as inWords, translated } from "./words.js";

const SESSION = "flyfun.session";
const PERSON = "flyfun.person";
const TRIES = 6;
const POLL_MS = 1200;
const LOCKED = inWords("This FlyFun asks for a token. Its operator has it.");

const byId = (id) => document.getElementById(id);
const list = byId("turns");
const question = byId("question");
const said = byId("said");
const latest = byId("latest");

let session = localStorage.getItem(SESSION) ?? random(); // kept from its first question on
const person = localStorage.getItem(PERSON) ?? random();
const views = new Map(); // of this conversation, by message id
let lastAsked = "";
let resuming = false;
let tokenGiven = false;

/** An id that nobody guesses. */
function random() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Waits, but no longer than until the device is online again. */
function pause(ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
}

// --- asking ------------------------------------------------------------------------------------------

function send(text, more = {}) {
  lastAsked = text;
  localStorage.setItem(SESSION, session);
  localStorage.setItem(PERSON, person);
  remember(session, text);
  const body = {
    session_id: session,
    person_id: person,
    message_id: random(),
    messages: [{ role: "user", content: text }],
    ...more,
  };
  const view = added(text, body.message_id);
  list.querySelector(".fresh")?.classList.remove("fresh");
  view.item.classList.add("fresh"); // room below, so that the question can stay on top
  view.item.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  return deliver(body, view);
}

/** Send until it is answered; the same message may be sent any number of times. */
async function deliver(body, view) {
  const stopping = new AbortController();
  view.stop = () => stopping.abort();
  view.watch(tell);
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(body, (name, data) => {
        if (name === "") {
          view.remark(data.text);
          if (data.text !== "waiting") tell(data.text);
        } else view.step(name, data);
        if (name === "message") grew();
      }, stopping.signal);
      await finish(body, view);
      return;
    } catch (error) {
      if (error instanceof Refused) {
        const locked = error.status === 401;
        if (locked && (await askToken())) continue;
        const words = locked ? LOCKED : error.message;
        view.fail(words, () => again(body, view));
        tell(words);
        return;
      }
      if (error instanceof Stopped) {
        const words = inWords("Stopped. If the answer is made meanwhile, it is kept.");
        view.fail(words, () => again(body, view), inWords("Show the answer"));
        tell(words);
        return;
      }
      if (!(error instanceof Broken)) throw error;
      if (attempt >= TRIES) {
        const words = inWords("{problem} Your question is kept here: send it again when FlyFun is back.", { problem: error.message });
        view.fail(words, () => again(body, view));
        tell(words);
        return;
      }
      view.restart();
      view.remark(inWords("{problem} Trying again…", { problem: error.message }));
      await pause(400 * 2 ** attempt);
      if (stopping.signal.aborted) {
        view.fail(inWords("Stopped."), () => again(body, view));
        return;
      }
    }
  }
}

function again(body, view) {
  view.restart();
  view.remark(inWords("On it…"));
  deliver(body, view);
}

/** The answer as it is kept: with its pictures, cards and buttons. */
async function finish(body, view) {
  const [turn] = await kept(body.session_id, body.message_id);
  if (!turn || !turn.shown) throw new Broken(inWords("The answer is not there yet."));
  if (body.session_id !== session) return; // a new conversation began meanwhile
  view.show(turn);
  tell(turn.answer);
  grew();
}

function added(text, id = random()) {
  byId("welcome").hidden = true;
  byId("sample").replaceChildren();
  const view = new TurnView(text, ways());
  views.set(id, view);
  list.append(view.item);
  return view;
}

function ways() {
  return { session, tap, enlarge, grew, copy, share: pass, print: printOut };
}

function tap(button) {
  send(button.label, { token: button.token });
}

// --- what was before -----------------------------------------------------------------------------------

/** Show the turns that are kept and not here yet: of an earlier visit, or asked in another tab. */
async function resume() {
  if (resuming || localStorage.getItem(SESSION) !== session) return;
  resuming = true;
  try {
    await catchUp(session);
  } finally {
    resuming = false;
  }
}

async function catchUp(mine) {
  const open = new Map();
  for (let tries = 0; tries < 150; tries++) {
    const found = await kept(mine).catch((error) => void tell(error.message));
    if (mine !== session) return; // a new conversation began meanwhile
    const first = !views.size;
    for (const turn of found ?? []) {
      if (!views.has(turn.id)) open.set(turn.id, added(turn.text, turn.id));
      if (turn.shown && open.has(turn.id)) {
        open.get(turn.id).show(turn);
        open.delete(turn.id);
        if (tries) tell(turn.answer);
        grew();
      }
    }
    if (first && views.size) jump();
    if (found && !views.size) welcome();
    if (found && !open.size) return;
    await pause(POLL_MS);
  }
  for (const view of open.values()) view.fail(inWords("This question was not answered. Ask it again."));
}

// --- what is said unasked ------------------------------------------------------------------------------

const LISTEN_MS = 5000;
let unread = 0;

/** Listen while the page is open; what was said while it was not comes with the rest of the conversation. */
async function listen() {
  for (;;) {
    const mine = session;
    if (localStorage.getItem(SESSION) === mine) {
      await news(mine, (id) => heard(mine, id)).catch(() => {});
      resume();
    }
    await pause(LISTEN_MS);
  }
}

async function heard(mine, id) {
  const [turn] = await kept(mine, id).catch(() => []);
  if (!turn?.shown || mine !== session) return;
  if (!views.has(id)) {
    added("", id);
    if (document.hidden) badge(unread + 1);
  }
  views.get(id).show(turn);
  tell(turn.answer);
  grew();
}

/** How much was said while nobody looked: in the title, and on the icon where the system shows that. */
function badge(count) {
  unread = count;
  document.title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  if (count) navigator.setAppBadge?.(count)?.catch(() => {});
  else navigator.clearAppBadge?.()?.catch(() => {});
}

/** The first screen: what can be asked, and what an answer looks like. */
function welcome() {
  byId("welcome").hidden = false;
  sample(byId("sample"), enlarge).catch(() => {}); // nothing is missed: the questions stand there
}

function begin() {
  localStorage.removeItem(SESSION);
  session = random();
  list.replaceChildren();
  views.clear();
  welcome();
  latest.hidden = true;
  tell(inWords("A new conversation."));
  question.focus();
}

// --- several conversations -------------------------------------------------------------------------------

/** Go on with an earlier conversation. */
function open(id) {
  byId("earlier").close();
  if (id === session) return;
  session = id;
  localStorage.setItem(SESSION, id);
  list.replaceChildren();
  views.clear();
  latest.hidden = true;
  tell(inWords("An earlier conversation."));
  resume();
}

function showEarlier() {
  const shelf = byId("earlier-list");
  shelf.replaceChildren(...conversations().map((one) => {
    const title = element("button", { type: "button", class: "line", "aria-current": one.id === session ? "true" : undefined },
      element("span", { class: "about" }, element("strong", { dir: "auto" }, one.title), element("span", {}, new Date(one.at).toLocaleString())));
    title.addEventListener("click", () => open(one.id));
    const away = element("button", { type: "button", class: "small", "aria-label": inWords("Take “{title}” off this list", one) }, inWords("Remove"));
    away.addEventListener("click", () => {
      drop(one.id);
      showEarlier();
    });
    return element("li", {}, title, away);
  }));
  byId("earlier-none").hidden = shelf.childNodes.length > 0;
  if (!byId("earlier").open) byId("earlier").showModal();
}

// --- what is done with an answer -----------------------------------------------------------------------

async function copy(text, button) {
  const name = button.textContent;
  const copied = await navigator.clipboard.writeText(text).then(() => true, () => false);
  const done = inWords(copied ? "Copied" : "Not copied: select it by hand", {}, around(button));
  button.textContent = done;
  setTimeout(() => (button.textContent = name), 1800);
}

/** A link to one answer, for who shall see it; a second tap takes it back. */
async function pass(id, button) {
  const told = (words) => inWords(words, {}, around(button));
  try {
    const open = linkTo(id);
    if (open) {
      await unshare(session, open);
      rememberLink(id, "");
      button.textContent = told("Share");
      button.parentNode.querySelector(".link")?.remove();
      tell(told("The link is deleted."));
      return;
    }
    const name = await share(session, id);
    const url = `${location.origin}/shared/${name}`;
    rememberLink(id, name);
    const done = await navigator.clipboard.writeText(url).then(() => true, () => false);
    const link = element("a", { href: url, class: "link" }, done ? told("Link copied, open for 30 days") : url);
    button.replaceChildren(told("Delete the link"));
    button.after(link);
    tell(told("The link is copied. Whoever has it sees this answer for thirty days."));
  } catch (error) {
    button.textContent = error.message;
  }
}

function printOut(item) {
  item.classList.add("printed");
  addEventListener("afterprint", () => item.classList.remove("printed"), { once: true });
  print();
}

/** On paper nothing can be opened: what is folded is printed, and folded again afterwards. */
addEventListener("beforeprint", () => {
  const folds = [...list.querySelectorAll("details:not([open])")];
  for (const fold of folds) fold.open = true;
  addEventListener("afterprint", () => folds.forEach((fold) => (fold.open = false)), { once: true });
});

/** One answer that somebody shared: nothing else of their conversation. */
async function showShared(name) {
  document.body.classList.add("reading");
  try {
    const turn = await shared(name);
    const view = added(turn.text, "shared");
    view.ways = { ...ways(), session: "", shared: name, tap: (button) => send(button.label) };
    view.show({ ...turn, id: "" });
  } catch (error) {
    tellAloud(error.message);
  }
}

// --- the page ------------------------------------------------------------------------------------------

/** Say it to a screen reader. */
function tell(text) {
  said.textContent = plain(text);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Something appeared or moved: is the latest answer out of sight? */
function grew() {
  const last = list.lastElementChild;
  latest.hidden = !last || last.getBoundingClientRect().top < innerHeight - 160;
}

function jump() {
  list.lastElementChild?.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
}

function enlarge(image, caption) {
  byId("zoom-image").src = image.currentSrc || image.src;
  byId("zoom-image").alt = image.alt;
  byId("zoom-caption").textContent = caption;
  byId("zoom").showModal();
  const pan = byId("zoom-pan"); // a picture wider than the screen begins in its middle
  pan.scrollTo((pan.scrollWidth - pan.clientWidth) / 2, 0);
}

async function askToken() {
  const dialog = byId("access");
  byId("access-why").textContent = tokenGiven ? inWords("That token was not accepted. {locked}", { locked: LOCKED }) : LOCKED;
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  const token = byId("access-token").value.trim();
  byId("access-token").value = "";
  if (dialog.returnValue !== "use" || !token) return false;
  useToken(token);
  tokenGiven = true;
  return true;
}

function locate() {
  if (!navigator.geolocation) {
    tellAloud(inWords("This browser does not share its location. Type a place instead."));
    return;
  }
  const button = byId("place");
  button.disabled = true;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      button.disabled = false;
      send(inWords("Airports near me"), { location: { lat: coords.latitude, lon: coords.longitude } });
    },
    (error) => {
      button.disabled = false;
      const refused = error.code === error.PERMISSION_DENIED;
      tellAloud(inWords(refused ? "The location was not shared. Type a place instead." : "The location is not known now. Type a place instead."));
    },
    { timeout: 10000, maximumAge: 60000 },
  );
}

/** Say it on the page too: there is no turn it belongs to. */
function tellAloud(text) {
  added("").fail(text);
  tell(text);
  jump();
}

/** A question spoken, where the browser hears: it is written down, and sent by a person's own tap. */
function offerSpeech() {
  const Hearing = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  const button = byId("speak");
  button.hidden = !Hearing;
  button.addEventListener("click", () => {
    const hearing = new Hearing();
    hearing.lang = navigator.language;
    hearing.onresult = ({ results }) => {
      question.value = results[0][0].transcript.slice(0, question.maxLength);
      fit();
    };
    hearing.onerror = () => tell(inWords("Nothing was heard. Type the question instead."));
    hearing.onend = () => {
      button.classList.remove("on");
      question.focus();
    };
    button.classList.add("on");
    hearing.start();
  });
}

function fit() {
  question.style.height = "auto";
  question.style.height = `${Math.min(question.scrollHeight, 160)}px`;
  byId("send").disabled = !question.value.trim();
}

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (!text) return;
  question.value = "";
  fit();
  send(text);
});

question.addEventListener("input", fit);
question.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    byId("composer").requestSubmit();
  }
  if (event.key === "ArrowUp" && !question.value && lastAsked) {
    event.preventDefault();
    question.value = lastAsked;
    fit();
  }
});

document.addEventListener("keydown", (event) => {
  const typing = /^(input|textarea)$/i.test(document.activeElement?.tagName ?? "");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    question.focus();
  }
});

byId("welcome").addEventListener("click", (event) => {
  const text = event.target.closest("[data-ask]")?.dataset.ask;
  if (text) send(text);
});

byId("access-cancel").addEventListener("click", () => byId("access").close("cancel"));
byId("place").addEventListener("click", locate);
byId("anew").addEventListener("click", begin);
byId("history").addEventListener("click", showEarlier);
latest.addEventListener("click", jump);
addEventListener("scroll", grew, { passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  badge(0);
  resume();
});
byId("zoom").addEventListener("click", (event) => {
  if (event.target === event.currentTarget) event.currentTarget.close();
});

translated(document.body);
fit();
offerSpeech();
const given = /^\/shared\/([\w-]{20,64})$/.exec(location.pathname)?.[1];
if (given) showShared(given);
else {
  if (matchMedia("(hover: hover)").matches) question.focus({ preventScroll: true });
  if (localStorage.getItem(SESSION) === session) resume();
  else welcome();
}
listen();
navigator.serviceWorker?.register("/sw.js").catch(() => {});
