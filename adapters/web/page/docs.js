// Shows the API's own description in words.

import { element } from "./view.js";

const main = document.getElementById("api");
const intro = document.getElementById("intro");

function named(schema) {
  return schema?.$ref ? schema.$ref.split("/").pop() : "";
}

function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) return named(schema);
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.type === "array") return `list of ${kind(schema.items) || "anything"}`;
  return schema.type ?? "anything";
}

function fields(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, about]) =>
    element("tr", {}, element("td", {}, element("code", {}, name)), element("td", {}, kind(about)),
      element("td", {}, (schema.required ?? []).includes(name) ? "required" : "")));
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Fields" }, element("table", {}, element("tbody", {}, ...rows)));
}

function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => {
    const made = element("p");
    part.replace(/\s+/g, " ").split("`").forEach((piece, odd) => made.append(odd % 2 ? element("code", {}, piece) : piece));
    return made;
  });
}

function operation(path, method, about, schemas) {
  const body = named(about.requestBody?.content?.["application/json"]?.schema);
  const answers = Object.entries(about.responses).map(([status, response]) =>
    element("li", {}, element("strong", {}, status), " ", ...paragraphs(response.description).flatMap((p) => [...p.childNodes])));
  return element("section", { class: "card" },
    element("h3", {}, element("code", {}, `${method.toUpperCase()} ${path}`)),
    element("p", {}, about.summary),
    ...(about.description ? paragraphs(about.description) : []),
    body ? element("p", {}, `Body: ${body}`) : null,
    body ? fields(schemas[body]) : null,
    element("ul", {}, ...answers));
}

try {
  const found = await (await fetch("/api/aviation-agent/v1/openapi.json")).json();
  const base = new URL(found.servers[0].url, location.href).pathname;
  intro.replaceWith(...paragraphs(found.info.description));
  main.append(element("h2", {}, "Calls"));
  for (const [path, methods] of Object.entries(found.paths)) {
    for (const [method, about] of Object.entries(methods)) {
      main.append(operation(base + path, method, about, found.components.schemas));
    }
  }
  main.append(element("h2", {}, "Shapes"));
  for (const [name, schema] of Object.entries(found.components.schemas)) {
    if (schema.properties) {
      main.append(element("section", { class: "card" }, element("h3", {}, name),
        ...paragraphs(schema.description ?? ""), fields(schema)));
    }
  }
} catch {
  intro.textContent = "The description cannot be read now. Reload the page in a minute.";
}
