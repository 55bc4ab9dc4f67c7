// Asks the API and reads the steps of an answer as they come.

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

/** Calls `on(name, data)` for every step; a remark has the name "" and a text. Resolves after the last one. */
export async function ask(body, on) {
  const response = await post("/chat/stream", body);
  if (!response.ok) {
    const words = await problem(response);
    throw response.status === 503 ? new Broken(words) : new Refused(response.status, words);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ done: true }));
    if (done) throw new Broken("The connection broke.");
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

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token) headers.authorization = `Bearer ${token}`;
  try {
    return await fetch(API + path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Broken(silent());
  }
}

async function problem(response) {
  try {
    return (await response.json()).error.message;
  } catch {
    return `The server answered ${response.status}. Try again in a minute.`;
  }
}

function silent() {
  return navigator.onLine === false ? "This device is offline." : "FlyFun does not answer.";
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

export function picture(session, key) {
  return `${API}/chat/${encodeURIComponent(session)}/maps/${encodeURIComponent(key)}`;
}

export function useToken(token) {
  sessionStorage.setItem(TOKEN_KEY, token);
}
