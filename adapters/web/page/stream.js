// Asks the API and reads the steps of an answer as they come.

import { said } from "./words.js";

const API = "/api/aviation-agent";
const TOKEN_KEY = "flyfun.token";

/** A refusal of the API, in its own words. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The connection broke, or the server asks to send again. Sending the same message again is safe. */
export class Broken extends Error {}

/** Nothing was heard for so long: the server says something every few seconds while it works. */
const SILENCE_MS = 25000;

/** Calls `on(name, data)` for every step; a remark has the name "" and a text. Resolves after the last one. */
export async function ask(body, on, signal) {
  const response = await post("/chat/stream", body, signal);
  if (!response.ok) {
    const words = await problem(response);
    throw response.status === 503 ? new Broken(words) : new Refused(response.status, words);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done, silent } = await heard(reader);
    if (signal?.aborted) throw new Stopped();
    if (silent) throw new Broken(said("FlyFun does not answer."));
    if (done) throw new Broken(said("The connection broke."));
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const [name, data] = parse(text.slice(0, end));
      text = text.slice(end + 2);
      on(name, data);
      if (name === "done" || name === "error") return;
    }
  }
}

/** What comes next, or that nothing came for too long. */
function heard(reader) {
  let timer;
  const quiet = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ silent: true }), SILENCE_MS);
  });
  const read = reader.read().catch(() => ({ done: true }));
  return Promise.race([read, quiet]).finally(() => clearTimeout(timer));
}

function parse(block) {
  let name = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith(":")) return ["", { text: line.slice(1).trim() }];
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data += line.slice(6);
  }
  return [name, JSON.parse(data)];
}

/** Whether the program has just started, and reads its data before it answers. */
export async function starting() {
  try {
    return (await (await fetch("/readyz")).json()).reading === true;
  } catch {
    return false;
  }
}

/** The person does not want to wait any longer. */
export class Stopped extends Error {}

async function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    return await fetch(API + path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch {
    if (signal?.aborted) throw new Stopped();
    throw new Broken(silent());
  }
}

async function problem(response) {
  try {
    return (await response.json()).error.message;
  } catch {
    return said("The server answered {status}. Try again in a minute.", response);
  }
}

function silent() {
  return navigator.onLine === false ? said("This device is offline.") : said("FlyFun does not answer.");
}

/** The turns of a conversation, or one of them; empty when it is not known. */
export async function turns(session, message = "") {
  const query = message ? `?message_id=${encodeURIComponent(message)}` : "";
  let response;
  try {
    response = await fetch(`${API}/chat/${encodeURIComponent(session)}${query}`);
  } catch {
    throw new Broken(silent());
  }
  if (response.status === 404) return [];
  if (!response.ok) throw new Broken(await problem(response));
  return (await response.json()).turns;
}

/** Calls `on(id)` for every turn that is said unasked, until the connection ends. */
export async function news(session, on) {
  const headers = {};
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`${API}/chat/${encodeURIComponent(session)}/news`, { headers });
  if (!response.ok) throw new Refused(response.status, await problem(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const [name, data] = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (name === "said") on(data.id);
    }
  }
}

/** The name of a link to one answer, which opens it for thirty days. */
export async function share(session, message) {
  const response = await post(`/chat/${encodeURIComponent(session)}/share`, { message_id: message });
  if (!response.ok) throw new Refused(response.status, await problem(response));
  return (await response.json()).name;
}

export async function unshare(session, name) {
  const response = await post(`/chat/${encodeURIComponent(session)}/unshare`, { name });
  if (!response.ok) throw new Refused(response.status, await problem(response));
}

/** The answer behind a link. */
export async function shared(name) {
  const response = await fetch(`${API}/shared/${encodeURIComponent(name)}`).catch(() => null);
  if (!response) throw new Broken(silent());
  if (!response.ok) throw new Refused(response.status, await problem(response));
  return response.json();
}

export function picture(session, key, given = "") {
  if (given) return `${API}/shared/${encodeURIComponent(given)}/maps/${encodeURIComponent(key)}`;
  return `${API}/chat/${encodeURIComponent(session)}/maps/${encodeURIComponent(key)}`;
}

export function useToken(token) {
  sessionStorage.setItem(TOKEN_KEY, token);
}
