"use strict";
// Computes predictions anew when an operation is set to cost more or less, and moves what the page
// shows of them.
(() => {
  const data = JSON.parse(document.getElementById("predictions").textContent);
  const factors = new Map();

  const percent = (share) => {
    const size = Math.abs(share) * 100;
    return `${share < 0 ? "−" : ""}${size.toFixed(size < 1 ? 2 : size < 10 ? 1 : 0)} %`;
  };

  // What each event adds: what the host takes for itself is a share of all else.
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

  const stack = (bar, parts) => {
    const adds = (event) => parts.reduce((sum, part) =>
      sum + (part.event === event ? Math.max(0, part.adds) : 0), 0);
    const all = parts.reduce((sum, part) => sum + Math.max(0, part.adds), 0) || 1;
    let from = 0;
    for (const piece of bar.querySelectorAll("rect")) {
      const { event } = piece.dataset;
      const share = adds(event) / all;
      piece.setAttribute("x", from);
      piece.setAttribute("width", data.stack * share);
      piece.firstChild.textContent = `${event}: ${percent(share)} of what is predicted above native`;
      from += data.stack * share;
    }
  };

  // Points keep their places along the measured axis.
  const move = (point, share) => {
    const { min, max, start, end } = data.axis;
    const height = (Math.log10(share) - min) / (max - min);
    point.style.display = share > 0 && height >= 0 ? "" : "none";
    const [x] = point.getAttribute("transform").match(/[\d.]+/);
    point.setAttribute("transform", `translate(${x} ${start + Math.min(1, Math.max(0, height)) * (end - start)})`);
  };

  const of = (name, index) => document.querySelector(`[data-${name}="${index}"]`);
  const update = () => data.predictions.forEach((one, index) => {
    const all = parts(one);
    const overhead = all.reduce((sum, part) => sum + part.adds, 0);
    of("predicted", index).textContent = Math.round(one.native + overhead).toLocaleString("en");
    of("overhead", index).textContent = percent(overhead / one.native);
    stack(of("bar", index), all);
    const point = of("point", index);
    if (point) move(point, overhead / one.native);
  });

  // A slider goes from nothing to ten times as much; as much as now is in its middle.
  const factor = (value) => value <= 50 ? value / 50 : 10 ** ((value - 50) / 50);
  const inputs = [...document.querySelectorAll("#sliders input")];
  const read = () => {
    for (const input of inputs) {
      const times = factor(Number(input.value));
      factors.set(input.dataset.event, times);
      input.nextElementSibling.textContent = `× ${times.toFixed(2)}`;
    }
    update();
  };
  inputs.forEach((input) => input.addEventListener("input", read));
  document.getElementById("reset").addEventListener("click", () => {
    inputs.forEach((input) => { input.value = 50; });
    read();
  });
  document.querySelectorAll("#what-if [hidden]").forEach((one) => { one.hidden = false; });
})();
