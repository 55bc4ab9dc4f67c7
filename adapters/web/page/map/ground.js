// The ground of a map: coasts, lakes and borders drawn on canvases from the cells that our own server cuts.

import "./leaflet.js";

const EXTENT = 2048;
const SIZE = 256;
const cells = new Map(); // by zoom/x/y, promises

/** The cell of the given zooms under a tile, and where the tile lies in it. */
function under({ x, y, z }, zooms) {
  const zoom = Math.max(...zooms.filter((one) => one <= z));
  const deeper = 2 ** (z - zoom);
  const count = 2 ** z;
  const column = ((x % count) + count) % count;
  return { key: `${zoom}/${Math.floor(column / deeper)}/${Math.floor(y / deeper)}`, deeper, left: column % deeper, top: y % deeper };
}

async function fetched(key) {
  const response = await fetch(`/map/ground/${key}`);
  if (!response.ok) throw new Error(`no ground: ${response.status}`);
  const cell = await response.json();
  for (const name of ["land", "sea", "lakes", "isles", "borders", "states"]) cell[name] = path(cell[name]);
  return cell;
}

function cellOf(key) {
  if (!cells.has(key)) {
    cells.set(key, fetched(key).catch((error) => {
      cells.delete(key); // asked again when it comes into sight again
      throw error;
    }));
  }
  return cells.get(key);
}

/** Lines of steps as one path, in units of the cell. */
function path(lines) {
  const whole = new Path2D();
  for (const steps of lines) {
    let x = steps[0];
    let y = steps[1];
    whole.moveTo(x, y);
    for (let at = 2; at < steps.length; at += 2) whole.lineTo((x += steps[at]), (y += steps[at + 1]));
  }
  return whole;
}

function draw(canvas, cell, place, colours) {
  const sharp = Math.max(2, devicePixelRatio || 1);
  canvas.width = canvas.height = SIZE * sharp;
  const pen = canvas.getContext("2d");
  pen.fillStyle = colours.water;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const scale = (SIZE * sharp * place.deeper) / EXTENT;
  pen.setTransform(scale, 0, 0, scale, -place.left * SIZE * sharp, -place.top * SIZE * sharp);
  const wide = (pixels) => (pen.lineWidth = (pixels * sharp) / scale);
  pen.lineJoin = "round";
  pen.strokeStyle = colours.shore;
  wide(0.8);
  for (const [name, colour] of [["land", colours.land], ["sea", colours.water], ["lakes", colours.water], ["isles", colours.land]]) {
    pen.fillStyle = colour;
    pen.fill(cell[name]);
    pen.stroke(cell[name]);
  }
  pen.strokeStyle = colours.state;
  wide(1);
  pen.stroke(cell.states);
  pen.strokeStyle = colours.border;
  wide(1.4);
  pen.stroke(cell.borders);
}

/** The layer; it fires `named` when the names of a cell have come. */
export const Ground = L.GridLayer.extend({
  options: { tileSize: SIZE, minZoom: 0, maxZoom: 16, updateWhenZooming: false, keepBuffer: 1 },

  initialize(settings, colours) {
    this.zooms = settings.zooms;
    this.colours = colours;
    this.seen = new Map();
    L.GridLayer.prototype.initialize.call(this);
  },

  createTile(coords, done) {
    const canvas = L.DomUtil.create("canvas");
    const place = under(coords, this.zooms);
    cellOf(place.key).then((cell) => {
      this.seen.set(place.key, cell);
      draw(canvas, cell, place, this.colours());
      done(null, canvas);
      this.fire("named");
    }, (error) => done(error, canvas));
    return canvas;
  },

  /** Towns or countries of the cells under a view as [name, lat, lon, inhabitants], the most populous first. */
  names(kind, bounds, zoom) {
    const level = Math.max(...this.zooms.filter((one) => one <= zoom));
    const count = 2 ** level;
    const found = [];
    for (const [key, cell] of this.seen) {
      const [z, x, y] = key.split("/").map(Number);
      if (z !== level) continue;
      for (const [name, across, down, people] of cell[kind]) {
        const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + down / EXTENT)) / count))) * 180) / Math.PI;
        let lon = ((x + across / EXTENT) / count) * 360 - 180;
        lon += 360 * Math.round((bounds.getCenter().lng - lon) / 360);
        if (bounds.contains([lat, lon])) found.push([name, lat, lon, people]);
      }
    }
    return found.sort((a, b) => b[3] - a[3]);
  },
});
