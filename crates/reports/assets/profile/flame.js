// Search and zoom in flame graphs. A box knows where its instructions begin in the graph, and
// how many they are.
"use strict";
for (const graph of document.querySelectorAll("svg.flame")) {
    const all = Number(graph.dataset.count);
    const boxes = [...graph.querySelectorAll("svg")].map(element => ({
        element,
        from: Number(element.dataset.from),
        count: Number(element.dataset.count),
        label: element.querySelector("text"),
        name: element.querySelector("text").textContent.toLowerCase(),
    }));
    const search = graph.querySelector("input");
    const found = graph.querySelector(".found-share");

    // Marks the boxes that hold what is looked for. Their share counts a box within a box once.
    function mark() {
        const wanted = search.value.trim().toLowerCase();
        let sum = 0;
        let number = 0;
        let end = 0;
        for (const { element, from, count, name } of boxes) {
            const matches = wanted !== "" && name.includes(wanted);
            element.classList.toggle("found", matches);
            number += matches;
            if (matches && from >= end) {
                sum += count;
                end = from + count;
            }
        }
        const share = (100 * sum / all).toFixed(1);
        const each = number === 1 ? "1 box" : `${number} boxes`;
        found.textContent = wanted === "" ? "" : number ? `${share} % in ${each}` : "nothing found";
    }

    // Spreads the instructions of a box over the whole width.
    function zoom({ from, count }) {
        for (const box of boxes) {
            const left = Math.max(0, (box.from - from) / count);
            const right = Math.min(1, (box.from + box.count - from) / count);
            box.element.style.display = right <= left ? "none" : "";
            box.element.setAttribute("x", `${100 * left}%`);
            box.element.setAttribute("width", `${100 * Math.max(0, right - left)}%`);
            box.label.style.display = right - left < 0.02 ? "none" : "";
        }
    }

    search.addEventListener("input", mark);
    graph.addEventListener("click", event => {
        const box = boxes.find(({ element }) => element.contains(event.target));
        if (!search.contains(event.target))
            zoom(box || { from: 0, count: all });
    });
}
