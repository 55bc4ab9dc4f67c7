// Puts a map that can be moved in the place of its picture, once that is in sight; whatever fails leaves the picture.

let loaded; // of the map itself: nothing of it is asked for before a first map is in sight

function load() {
  loaded ??= Promise.all([
    import("./map.js"),
    fetch("/map/settings").then((response) => (response.ok ? response.json() : Promise.reject(response.status))),
    styled("/page/map/leaflet.css"),
    styled("/page/map/map.css"),
  ]).then(([{ Chart }, settings]) => (figure, block) => new Chart(figure, block, settings));
  return loaded;
}

function styled(href) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
    document.head.append(link);
  });
}

/** `block` is the map's block with its `scene`; `picture` is the element that the map stands in for. */
export function begin(figure, picture, block) {
  if (!block.scene || !("IntersectionObserver" in window)) return;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    load().then((charted) => {
      if (figure.isConnected && picture.isConnected) charted(figure, block).replace(picture);
    }).catch(() => {}); // the picture stands there
  });
  seen.observe(figure);
}
