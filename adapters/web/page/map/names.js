// What is written on a map: the fields' names, miles along the track, countries and towns, and the scale.

import "./leaflet.js";
import { country } from "../words.js";

const MARKS_APART = 84;
const TOWNS = 26;
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/** A canvas above the tracks and under the markers; what is more important is written first. */
export const Names = L.Layer.extend({
  initialize(chart) {
    this.chart = chart;
  },

  onAdd(map) {
    const pane = map.getPane("names") ?? map.createPane("names");
    pane.style.zIndex = 450;
    pane.style.pointerEvents = "none";
    this.canvas = L.DomUtil.create("canvas", "names leaflet-zoom-hide", pane);
    this.canvas.setAttribute("aria-hidden", "true");
    map.on("moveend zoomend resize viewreset", this.soon, this);
    this.soon();
  },

  onRemove(map) {
    map.off("moveend zoomend resize viewreset", this.soon, this);
    this.canvas.remove();
  },

  /** Once per picture of the screen, however many cells arrive. */
  soon() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined;
      if (this._map) this.draw();
    });
  },

  draw() {
    const map = this._map;
    const size = map.getSize();
    const sharp = devicePixelRatio || 1;
    this.canvas.width = size.x * sharp;
    this.canvas.height = size.y * sharp;
    this.canvas.style.width = `${size.x}px`;
    this.canvas.style.height = `${size.y}px`;
    L.DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint([0, 0]));
    const pen = this.canvas.getContext("2d");
    pen.scale(sharp, sharp);
    this.pen = pen;
    this.size = size;
    this.colours = this.chart.colours();
    this.taken = [[0, size.y - 62, 130, size.y], [size.x - 250, size.y - 20, size.x, size.y], [0, 0, 46, 84], [size.x - 50, 0, size.x, 50]];
    this.scale();
    this.fields();
    this.miles();
    if (this.chart.ground) this.places();
  },

  at(lat, lon) {
    return this._map.latLngToContainerPoint([lat, lon]);
  },

  write(text, x, y, font, colour) {
    const { pen } = this;
    pen.font = `${font} "DejaVu Sans", "Noto Sans", system-ui, sans-serif`;
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = 3.5;
    pen.strokeStyle = this.colours.halo;
    pen.strokeText(text, x, y);
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  },

  broad(text, font) {
    this.pen.font = `${font} "DejaVu Sans", "Noto Sans", system-ui, sans-serif`;
    return this.pen.measureText(text).width;
  },

  free([left, top, right, bottom], gap = 2) {
    if (left < 2 || top < 2 || right > this.size.x - 2 || bottom > this.size.y - 2) return false;
    return !this.taken.some(([l, t, r, b]) => left - gap < r && right + gap > l && top - gap / 2 < b && bottom + gap / 2 > t);
  },

  /** Writes beside a point, where there is room; whether it was written. */
  beside(text, { x, y }, reach, font, high, colour, gap) {
    const wide = this.broad(text, font);
    const ways = [[x + reach, y], [x - reach - wide, y], [x - wide / 2, y - reach - high / 2], [x - wide / 2, y + reach + high / 2]];
    for (const [left, middle] of ways) {
      const box = [left, middle - high / 2, left + wide, middle + high / 2];
      if (!this.free(box, gap)) continue;
      this.taken.push(box);
      this.write(text, left, middle, font, colour);
      return true;
    }
    return false;
  },

  fields() {
    const spots = this.chart.spots.map((spot) => ({ spot, at: this.at(spot.lat, spot.lon), reach: spot.number ? 15 : 11 }));
    for (const { at, reach } of spots) this.taken.push([at.x - reach + 2, at.y - reach + 2, at.x + reach - 2, at.y + reach - 2]);
    for (const { spot, at, reach } of spots) this.beside(spot.label, at, reach, "700 14px", 16, this.colours.ink, 1);
  },

  miles() {
    for (const track of this.chart.tracks) {
      if (!track.nm) continue;
      const line = track.points.map(([lat, lon]) => this.at(lat, lon));
      let pixels = 0;
      for (let n = 1; n < line.length; n++) pixels += line[n].distanceTo(line[n - 1]);
      const step = STEPS.find((one) => one >= (track.nm * MARKS_APART) / Math.max(1, pixels)) ?? 5000;
      for (let number = 1; number * step <= track.nm - step / 3; number++) this.mile(line, (number * step) / track.nm, number * step, number === 1);
    }
  },

  mile(line, share, miles, first) {
    const at = share * (line.length - 1);
    const from = Math.min(Math.floor(at), line.length - 2);
    const a = line[from];
    const b = line[from + 1];
    const length = a.distanceTo(b) || 1;
    const x = a.x + (b.x - a.x) * (at - from);
    const y = a.y + (b.y - a.y) * (at - from);
    const across = [(a.y - b.y) / length, (b.x - a.x) / length];
    const text = first ? `${miles} nm` : String(miles);
    const wide = this.broad(text, "700 12px");
    const reach = 9 + (Math.abs(across[0]) * wide + Math.abs(across[1]) * 14) / 2;
    const left = x + across[0] * reach - wide / 2;
    const middle = y + across[1] * reach;
    const box = [left, middle - 7, left + wide, middle + 7];
    if (!this.free(box)) return;
    this.taken.push(box);
    const { pen } = this;
    pen.strokeStyle = this.colours.route;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x - across[0] * 5, y - across[1] * 5);
    pen.lineTo(x + across[0] * 5, y + across[1] * 5);
    pen.stroke();
    this.write(text, left, middle, "700 12px", this.colours.route);
  },

  places() {
    const bounds = this._map.getBounds();
    const zoom = Math.round(this._map.getZoom());
    const { ground } = this.chart;
    if (bounds.getEast() - bounds.getWest() > 3.5) {
      const least = bounds.getEast() - bounds.getWest() > 8 ? 200000 : 0;
      for (const [name, lat, lon, people] of ground.names("countries", bounds, zoom)) if (people >= least) this.country(country(name, this.chart.language).toUpperCase(), this.at(lat, lon));
    }
    let shown = 0;
    for (const [name, lat, lon] of ground.names("towns", bounds, zoom)) {
      if (shown >= TOWNS) break;
      const at = this.at(lat, lon);
      if (!this.free([at.x - 4, at.y - 4, at.x + 4, at.y + 4])) continue;
      if (!this.beside(this.town(name, lat, lon), at, 6, "13px", 14, this.colours.soft, 9)) continue;
      this.taken.push([at.x - 4, at.y - 4, at.x + 4, at.y + 4]);
      const { pen } = this;
      pen.beginPath();
      pen.arc(at.x, at.y, 2.6, 0, 7);
      pen.fillStyle = this.colours.halo;
      pen.strokeStyle = this.colours.soft;
      pen.lineWidth = 1.2;
      pen.fill();
      pen.stroke();
      shown += 1;
    }
  },

  /** A town of Europe in the answer's language. */
  town(name, lat, lon) {
    const { within: [south, west, north, east], [this.chart.language]: own } = this.chart.settings.towns;
    return lat >= south && lat <= north && lon >= west && lon <= east ? own?.[name] ?? name : name;
  },

  country(name, { x, y }) {
    const wide = this.broad(name, "13px");
    for (const [aside, down] of [[0, 0], [-50, 0], [50, 0], [0, -40], [0, 40], [-90, 30], [90, -30]]) {
      const box = [x + aside - wide / 2, y + down - 8, x + aside + wide / 2, y + down + 8];
      if (!this.free(box, 4)) continue;
      this.taken.push(box);
      this.write(name, box[0], y + down, "13px", this.colours.faint);
      return;
    }
  },

  /** A bar of a round length in nautical miles. */
  scale() {
    const map = this._map;
    const y = this.size.y - (this.size.x < 440 ? 34 : 16); // above the credit where that takes the whole width
    const metres = map.distance(map.containerPointToLatLng([16, y]), map.containerPointToLatLng([116, y]));
    const most = metres / 1852;
    const power = 10 ** Math.floor(Math.log10(most));
    const nm = Math.max(...[1, 2, 5].map((step) => step * power).filter((one) => one <= most));
    const { pen } = this;
    const long = (100 * nm) / most;
    for (const [wide, colour] of [[6, this.colours.halo], [2.5, this.colours.ink]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.beginPath();
      pen.moveTo(14, y);
      pen.lineTo(14 + long, y);
      pen.stroke();
    }
    this.write(`${+nm.toPrecision(2)} nm`, 14, y - 13, "600 12px", this.colours.ink);
  },
});
