"use strict";
// Draws predictions, and computes them anew when an operation is set to cost more or less.
(() => {
  const data = JSON.parse(document.getElementById("predictions").textContent);
  const factors = new Map();
  const SVG = "http://www.w3.org/2000/svg";
  const COLOURS = 8, NAMED = 7;

  const element = (space, name, attributes, text) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const svg = (name, attributes, text) => element(SVG, name, attributes, text);
  const percent = (share) => {
    const size = Math.abs(share) * 100;
    return `${share < 0 ? "−" : ""}${size.toFixed(size < 1 ? 2 : size < 10 ? 1 : 0)} %`;
  };
  const count = (value) => Math.round(value).toLocaleString("en");

  // A term's part of the time: what the host takes for itself is a share of all else.
  const parts = (one) => {
    const scaled = (term) => term.count * term.price * (factors.get(term.event) ?? 1);
    const own = one.terms.filter((term) => term.event !== data.share);
    const all = own.reduce((sum, term) => sum + scaled(term), one.native);
    return one.terms.map((term) => {
      const adds = term.event === data.share
        ? all * term.price * (factors.get(term.event) ?? 1) : scaled(term);
      return { event: term.event, adds };
    });
  };
  const overhead = (one) => parts(one).reduce((sum, part) => sum + part.adds, 0);

  // Events by how much they add to all predictions together; the last colour is of all others.
  const weights = new Map();
  for (const one of data.predictions)
    for (const part of parts(one))
      weights.set(part.event, (weights.get(part.event) ?? 0) + Math.abs(part.adds) / one.native);
  const events = [...weights].filter(([, weight]) => weight > 0)
    .sort((a, b) => b[1] - a[1]).map(([event]) => event);
  const colour = (event) => {
    const at = events.indexOf(event);
    return `var(--series-${at >= 0 && at < NAMED ? at : COLOURS - 1})`;
  };
  const platforms = [...new Set(data.predictions.map((one) => one.platform))];
  const shapes = ["M-5,0a5,5 0 1 0 10,0a5,5 0 1 0 -10,0", "M-5,-5h10v10h-10z", "M0,-6l6,11h-12z",
    "M0,-7l6,7l-6,7l-6,-7z"];

  const scatter = (into) => {
    if (!into) return;
    const shown = data.predictions.map((one) => ({
      one, x: one.measured / one.native - 1, y: overhead(one) / one.native,
    })).filter((point) => point.x > 0 && point.y > 0);
    into.replaceChildren();
    into.hidden = !shown.length;
    if (!shown.length) return;
    const logs = shown.flatMap((point) => [Math.log10(point.x), Math.log10(point.y)]);
    const low = Math.floor(Math.min(...logs)), high = Math.max(low + 1, Math.ceil(Math.max(...logs)));
    const size = 460, left = 74, bottom = 52, top = 10;
    const at = (value) => (Math.log10(value) - low) / (high - low) * size;
    const chart = svg("svg", { viewBox: `0 0 ${left + size + 32} ${top + size + bottom}`, role: "img",
      "aria-label": "Predicted overhead against the measured one" });
    const plot = svg("g", { transform: `translate(${left},${top})` });
    for (let power = low; power <= high; power++) {
      const place = (power - low) / (high - low) * size;
      plot.append(svg("path", { class: "rule", d: `M${place},0V${size}M0,${size - place}H${size}` }));
      const label = percent(10 ** power);
      plot.append(svg("text", { x: place, y: size + 18, "text-anchor": "middle" }, label));
      plot.append(svg("text", { x: -8, y: size - place + 4, "text-anchor": "end" }, label));
    }
    plot.append(svg("path", { class: "diagonal", d: `M0,${size}L${size},0` }));
    plot.append(svg("text", { x: size / 2, y: size + 42, "text-anchor": "middle" },
      "measured above native"));
    plot.append(svg("text", { transform: `translate(-58,${size / 2}) rotate(-90)`,
      "text-anchor": "middle" }, "predicted above native"));
    for (const { one, x, y } of shown) {
      const index = platforms.indexOf(one.platform);
      const point = svg("path", { class: "point", d: shapes[index % shapes.length],
        fill: `var(--series-${index % COLOURS})`,
        transform: `translate(${at(x)},${size - at(y)})` });
      point.append(svg("title", {}, `${one.workload} on ${one.platform}: ${percent(y)} predicted, ${percent(x)} measured`));
      plot.append(point);
    }
    chart.append(plot);
    into.append(chart);
  };

  const legend = (into, names, mark) => into.replaceChildren(...names.map((name, index) => {
    const item = document.createElement("li");
    item.append(mark(name, index), name);
    return item;
  }));
  const square = (fill) => {
    const mark = svg("svg", { viewBox: "-8 -8 16 16", class: "mark" });
    mark.append(svg("path", { d: "M-6,-6h12v12h-12z", fill }));
    return mark;
  };
  const shape = (name, index) => {
    const mark = svg("svg", { viewBox: "-8 -8 16 16", class: "mark" });
    mark.append(svg("path", { d: shapes[index % shapes.length], fill: `var(--series-${index % COLOURS})` }));
    return mark;
  };

  const bars = () => document.querySelectorAll("[data-bar]").forEach((cell) => {
    const one = data.predictions[Number(cell.dataset.bar)];
    const adding = parts(one).filter((part) => part.adds > 0).sort((a, b) =>
      events.indexOf(a.event) - events.indexOf(b.event));
    const all = adding.reduce((sum, part) => sum + part.adds, 0);
    const bar = svg("svg", { viewBox: "0 0 300 16", preserveAspectRatio: "none", class: "stack",
      role: "img", "aria-label": adding.map((part) => `${part.event} ${percent(part.adds / all)}`).join(", ") });
    let from = 0;
    for (const part of adding) {
      const wide = 300 * part.adds / all;
      const piece = svg("rect", { x: from, width: wide, height: 16, fill: colour(part.event) });
      piece.append(svg("title", {}, `${part.event}: ${percent(part.adds / all)} of what is predicted above native`));
      bar.append(piece);
      from += wide;
    }
    cell.replaceChildren(bar);
  });

  const numbers = () => {
    document.querySelectorAll("[data-predicted]").forEach((cell) => {
      const one = data.predictions[Number(cell.dataset.predicted)];
      cell.textContent = count(one.native + overhead(one));
    });
    document.querySelectorAll("[data-overhead]").forEach((cell) => {
      const one = data.predictions[Number(cell.dataset.overhead)];
      cell.textContent = percent(overhead(one) / one.native);
    });
  };

  const draw = () => {
    scatter(document.getElementById("scatter"));
    bars();
    numbers();
  };

  // A slider goes from nothing to ten times as much; as much as now is in its middle.
  const factor = (value) => value <= 50 ? value / 50 : 10 ** ((value - 50) / 50);
  const sliders = document.getElementById("sliders");
  sliders.append(...events.map((event) => {
    const label = document.createElement("label");
    const input = element("http://www.w3.org/1999/xhtml", "input",
      { type: "range", min: 0, max: 100, value: 50, "data-event": event });
    const output = document.createElement("output");
    const show = () => { output.textContent = `× ${factor(Number(input.value)).toFixed(2)}`; };
    input.addEventListener("input", () => {
      factors.set(event, factor(Number(input.value)));
      show();
      draw();
    });
    show();
    label.append(square(colour(event)), event, input, output);
    return label;
  }));
  const reset = document.getElementById("reset");
  reset.hidden = false;
  reset.addEventListener("click", () => {
    factors.clear();
    sliders.querySelectorAll("input").forEach((input) => {
      input.value = 50;
      input.nextElementSibling.textContent = "× 1.00";
    });
    draw();
  });
  const legends = document.getElementById("shapes");
  if (legends) legend(legends, platforms, shape);
  const named = events.slice(0, NAMED).concat(events.length > NAMED ? ["others"] : []);
  legend(document.getElementById("colours"), named, (name) => square(colour(name)));
  draw();
})();
