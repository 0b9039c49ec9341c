"use strict";

// Files that are too large never start on their way.
document.addEventListener("change", (event) => {
  const input = event.target;
  if (!input.matches?.("input[type=file]")) return;
  const most = Number(document.body.querySelector("[data-most-megabytes]").dataset.mostMegabytes);
  const place = input.closest(".shiny-input-container");
  place.querySelector(".trouble")?.remove();
  if (![...input.files].some((file) => file.size > most * 2 ** 20)) return;
  event.stopImmediatePropagation();
  input.value = "";
  const note = Object.assign(document.createElement("p"), {
    className: "trouble", role: "alert", textContent: `This file is larger than ${most} MB, the most that the app takes.`,
  });
  note.setAttribute("role", "alert");
  place.append(note);
}, true);

// The ROC curve: the operating point nearest to the mouse, or the next one by the arrow keys.
{
  const SVG = "http://www.w3.org/2000/svg";
  const find = (drawing) => {
    const area = drawing?.querySelector("#roc-patch_2");
    const holder = document.getElementById("roc-points");
    if (!area || !holder) return null;
    const [fpr, tpr, threshold] = JSON.parse(holder.dataset.points);
    return { box: area.getBBox(), svg: area.ownerSVGElement, fpr, tpr, threshold, drawing };
  };
  const at = ({ box, fpr, tpr }, i) => [box.x + fpr[i] * box.width, box.y + (1 - tpr[i]) * box.height];
  const show = (roc, i) => {
    roc.drawing.dataset.point = i;
    let mark = roc.svg.querySelector(".mark");
    if (!mark) {
      mark = document.createElementNS(SVG, "circle");
      mark.setAttribute("class", "mark");
      mark.setAttribute("r", "6");
      mark.setAttribute("style", "fill: var(--figure-0); stroke: var(--paper); stroke-width: 1.5");
      roc.svg.append(mark);
    }
    const [x, y] = at(roc, i);
    mark.setAttribute("cx", x);
    mark.setAttribute("cy", y);
    const figure = roc.drawing.closest("figure");
    let readout = figure.querySelector(".readout");
    if (!readout) {
      readout = Object.assign(document.createElement("p"), { className: "readout" });
      readout.setAttribute("aria-live", "polite");
      roc.drawing.after(readout);
    }
    const rule = roc.threshold[i] === null ? "no row called positive" : `score of ${roc.threshold[i]} or more`;
    readout.textContent =
      `${rule}: sensitivity ${roc.tpr[i].toFixed(3)}, specificity ${(1 - roc.fpr[i]).toFixed(3)}`;
  };
  document.addEventListener("mousemove", (event) => {
    const roc = find(event.target.closest?.(".drawing"));
    if (!roc) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(roc.svg.getScreenCTM().inverse());
    let best = 0, nearest = Infinity;
    for (let i = 0; i < roc.fpr.length; i++) {
      const [x, y] = at(roc, i);
      const far = (x - place.x) ** 2 + (y - place.y) ** 2;
      if (far < nearest) [best, nearest] = [i, far];
    }
    show(roc, best);
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const roc = step && find(event.target.closest?.(".drawing"));
    if (!roc) return;
    event.preventDefault();
    const last = roc.fpr.length - 1;
    const stride = step * Math.max(1, Math.round(last / 200));
    const now = Number(roc.drawing.dataset.point ?? 0);
    show(roc, Math.min(Math.max(now + stride, 0), last));
  });
}
