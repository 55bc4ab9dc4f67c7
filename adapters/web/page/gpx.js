// A route as a GPX 1.1 file, for the apps that fly it: its ends and the stops between them, as the answer names them.

const xml = (text) => String(text).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** The file of a flight's ends and stops, {name, text}; null where there is none. */
export function gpx(ends = []) {
  if (ends.length < 2) return null;
  const names = ends.map((end) => end.icao ?? end.name);
  const points = ends.map((end, at) =>
    `<rtept lat="${Number(end.lat).toFixed(6)}" lon="${Number(end.lon).toFixed(6)}"><name>${xml(names[at])}</name><desc>${xml(end.name)}</desc></rtept>`);
  const text = '<?xml version="1.0" encoding="UTF-8"?>\n'
    + '<gpx version="1.1" creator="FlyFun" xmlns="http://www.topografix.com/GPX/1/1">\n'
    + `<rte><name>${xml(names.join(" "))}</name><desc>Direct lines. Not for navigation.</desc>\n${points.join("\n")}\n</rte>\n</gpx>\n`;
  return { name: `${names.join("-").replace(/[^\w-]+/g, "_")}.gpx`, text };
}
