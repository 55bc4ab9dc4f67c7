// A map that can be moved: drawn by Leaflet on our own ground, linked with the list of its answer.

import "./leaflet.js";
import { Ground } from "./ground.js";
import { Names } from "./names.js";
import { around, said } from "../words.js";

const HIGHEST = 80; // beyond it a round map of the pole is drawn, which is a picture
const night = matchMedia("(prefers-color-scheme: dark)");
const touched = matchMedia("(pointer: coarse)");

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Points whose longitudes run on over the 180th meridian instead of jumping. */
function unwrapped(points, first = points[0]?.[1] ?? 0) {
  let last = first;
  return points.map(([lat, lon]) => [lat, (last = lon + 360 * Math.round((last - lon) / 360))]);
}

export class Chart {
  constructor(figure, block, settings) {
    this.figure = figure;
    this.settings = settings;
    this.language = around(figure);
    this.alt = block.alt;
    const { spots, tracks, areas, deepest } = block.scene;
    const middle = tracks[0]?.points[0]?.[1] ?? areas[0]?.points[0]?.[1] ?? spots[0]?.lon ?? 0;
    this.tracks = tracks.map((track) => ({ ...track, points: unwrapped(track.points, middle) }));
    this.areas = areas.map((area) => ({ ...area, points: unwrapped(area.points, middle) }));
    this.spots = spots.map((spot) => ({ ...spot, lon: unwrapped([[spot.lat, spot.lon]], middle)[0][1] }));
    this.deepest = spots.length === 1 && !tracks.length && !areas.length ? deepest - 1 : deepest; // what lies around it
    this.markers = new Map(); // by number
  }

  said(words, values) {
    return said(words, values, this.language);
  }

  colours() {
    return this.settings.palettes[night.matches ? "dark" : "light"];
  }

  /** Take the place of the picture, when there is a ground to stand on. */
  replace(picture) {
    const points = [...this.tracks.flatMap((one) => one.points), ...this.areas.flatMap((one) => one.points), ...this.spots.map((one) => [one.lat, one.lon])];
    if (!points.length || points.some(([lat]) => Math.abs(lat) > HIGHEST)) return;
    const called = this.said("{alt} Arrow keys move the map, plus and minus change its scale.", { alt: this.alt });
    const alike = [...document.querySelectorAll(".chart")].filter((one) => one.getAttribute("aria-label").startsWith(called)).length;
    const box = element("div", { class: "chart", role: "region", "aria-label": alike ? `${called} (${alike + 1})` : called });
    box.classList.add("coming"); // over the picture, which stands there until the ground has come
    picture.after(box);
    try {
      this.draw(box, L.latLngBounds(points));
    } catch (error) {
      box.remove();
      throw error;
    }
    this.base.once("load", () => {
      if (!box.isConnected) return;
      picture.hidden = true;
      box.classList.remove("coming");
    });
    this.lost = () => {
      this.lost = null; // further cells fail after the third, and a map is taken away once
      this.sized.disconnect();
      this.map.remove();
      box.remove();
      picture.hidden = false;
    };
  }

  draw(box, bounds) {
    this.box = box;
    const map = L.map(box, {
      zoomSnap: 0.25, zoomDelta: 1, minZoom: 1, maxZoom: 15, worldCopyJump: false, attributionControl: true,
      preferCanvas: true, scrollWheelZoom: false, dragging: !touched.matches, maxBoundsViscosity: 1, maxBounds: [[-84, -Infinity], [84, Infinity]],
      zoomControl: false, fadeAnimation: false,
    });
    this.map = map;
    map.attributionControl.setPrefix(false);
    map.fitBounds(bounds, { paddingTopLeft: [58, 34], paddingBottomRight: [34, 34], maxZoom: this.deepest, animate: false });
    this.home = bounds;
    L.control.zoom({ zoomInTitle: this.said("Closer"), zoomOutTitle: this.said("Farther") }).addTo(map);
    this.lay();
    this.mark();
    this.names = new Names(this).addTo(map);
    this.ground?.on("named", () => this.names.soon());
    this.larger();
    this.follow();
    this.sized = new ResizeObserver(() => map.invalidateSize({ animate: false, pan: false }));
    this.sized.observe(box);
    night.addEventListener("change", () => this.repaint());
  }

  /** The ground: our own cells, or the operator's tiles. */
  lay() {
    const { tiles, credit } = this.settings;
    const about = this.said("© {credit} · not for navigation", { credit });
    if (tiles) {
      this.base = L.tileLayer(tiles, { attribution: about, maxZoom: 17, className: "tiles" }).addTo(this.map);
    } else {
      this.base = this.ground = new Ground(this.settings, () => this.colours()).addTo(this.map);
      this.map.attributionControl.addAttribution(about);
      let failed = 0;
      this.ground.on("tileerror", () => {
        if (++failed > 2 && !this.ground.seen.size) this.lost?.(); // no ground at all: the picture is better
      });
    }
    this.lines = L.layerGroup().addTo(this.map);
    this.trace();
  }

  trace() {
    const colours = this.colours();
    this.lines.clearLayers();
    for (const area of this.areas) {
      L.polygon(area.points, { color: colours.route, weight: this.tracks.length ? 0 : 1.5, fillOpacity: 0.13, interactive: false }).addTo(this.lines);
    }
    for (const track of this.tracks) {
      L.polyline(track.points, { color: colours.halo, weight: 6, opacity: 0.9, interactive: false }).addTo(this.lines);
      L.polyline(track.points, { color: colours.route, weight: 3, interactive: false }).addTo(this.lines);
    }
  }

  repaint() {
    this.ground?.redraw();
    this.trace();
    this.names.soon();
  }

  // --- fields, and the list they stand in --------------------------------------------------------------

  mark() {
    for (const spot of [...this.spots].reverse()) {
      const size = spot.number ? 26 : 16;
      const shown = element("span", { class: `spot ${spot.kind}` }, spot.number ? String(spot.number) : "");
      const icon = L.divIcon({ html: shown, className: "spot-place", iconSize: [size, size] });
      const marker = L.marker([spot.lat, spot.lon], { icon, keyboard: true, riseOnHover: true, zIndexOffset: spot.number ? 2000 - 10 * spot.number : -1000 }).addTo(this.map);
      marker.getElement().setAttribute("aria-label", this.called(spot));
      marker.bindPopup(() => this.told(spot), { maxWidth: 240, closeButton: true, autoPanPadding: [20, 20] });
      marker.on("popupopen", () => this.pick(spot.number, true));
      marker.on("popupclose", () => this.pick(0));
      if (spot.number) this.markers.set(spot.number, marker);
    }
  }

  called(spot) {
    const name = spot.about || spot.label;
    return spot.number ? `${spot.number}: ${name}` : name;
  }

  told(spot) {
    const [name, ...notes] = (spot.about || spot.label).split(" · ");
    const inside = element("div", { class: "told" }, element("strong", {}, name.startsWith(spot.label) || !spot.label ? name : `${spot.label} ${name}`));
    if (notes.length) inside.append(element("span", {}, notes.join(" · ")));
    const open = spot.number ? this.opener(spot) : null;
    if (open) {
      const button = element("button", { type: "button" }, this.said("Details"));
      button.addEventListener("click", () => {
        this.dialog?.close();
        open.click();
      });
      inside.append(button);
    }
    return inside;
  }

  get answer() {
    return this.figure.closest(".answer");
  }

  /** The row of the answer's list that has a number. */
  row(number) {
    const rows = [...(this.answer?.querySelectorAll(".rows > li") ?? [])];
    const own = rows.find((row) => row.querySelector(".number")?.textContent.trim() === String(number));
    if (own || rows.length) return own ?? null;
    for (const list of this.answer?.querySelectorAll(".words ol") ?? []) {
      const item = list.children[number - (list.start || 1)];
      if (item) return item;
    }
    return null;
  }

  /** The button of the answer that opens a field. */
  opener(spot) {
    const own = this.row(spot.number)?.querySelector("button");
    if (own) return own;
    return [...(this.answer?.querySelectorAll(".taps button") ?? [])].find((button) => button.textContent.trim().startsWith(`${spot.number} `)) ?? null;
  }

  pick(number, show = false) {
    for (const [own, marker] of this.markers) marker.getElement()?.classList.toggle("picked", own === number);
    this.answer?.querySelector(".picked-row")?.classList.remove("picked-row");
    const row = number ? this.row(number) : null;
    row?.classList.add("picked-row");
    if (show && !this.dialog?.open) row?.scrollIntoView({ block: "nearest" });
  }

  /** Whoever points at a row, by mouse or keyboard, sees its field. */
  follow() {
    const { answer } = this;
    if (!answer || !this.markers.size) return;
    const over = (event) => {
      const row = event.target.closest?.("li");
      const number = row ? [...this.markers.keys()].find((own) => this.row(own) === row) : 0;
      if (number) this.pick(number);
    };
    answer.addEventListener("pointerover", over);
    answer.addEventListener("focusin", over);
  }

  // --- larger --------------------------------------------------------------------------------------------

  larger() {
    const button = element("button", { type: "button", class: "chart-larger", "aria-label": this.said("Enlarge the map") }, "⤢");
    button.addEventListener("click", () => (this.dialog?.open ? this.dialog.close() : this.open()));
    L.DomEvent.disableClickPropagation(button);
    this.button = button;
    this.box.append(button);
  }

  open() {
    this.dialog ??= this.frame();
    const { map, box, dialog } = this;
    this.hole = element("div", { class: "chart-hole" });
    box.replaceWith(this.hole);
    dialog.append(box);
    dialog.showModal();
    this.button.setAttribute("aria-label", this.said("Close the map"));
    this.button.textContent = "✕";
    map.scrollWheelZoom.enable();
    map.dragging.enable();
    this.refit();
    this.button.focus();
  }

  frame() {
    const dialog = element("dialog", { class: "atlas", "aria-label": this.said("Map, enlarged") });
    document.body.append(dialog);
    dialog.addEventListener("close", () => {
      this.hole.replaceWith(this.box);
      this.button.setAttribute("aria-label", this.said("Enlarge the map"));
      this.button.textContent = "⤢";
      this.map.scrollWheelZoom.disable();
      if (touched.matches) this.map.dragging.disable();
      this.refit();
      this.button.focus();
    });
    return dialog;
  }

  refit() {
    this.map.invalidateSize({ animate: false });
    this.map.fitBounds(this.home, { paddingTopLeft: [58, 34], paddingBottomRight: [34, 34], maxZoom: this.deepest, animate: false });
  }
}
