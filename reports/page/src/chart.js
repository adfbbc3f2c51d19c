// SPDX-License-Identifier: Apache-2.0
// Charts as drawings that say what they show: a title, names of both axes, and a word at every mark.
import { html } from "htm/preact";

import { Box } from "./box.js";
import { number, ulpFigure } from "./data.js";

const LEFT = 64;
const RIGHT = 12;
const TOP = 10;
const BELOW = 40;
const LABEL = 44; // pixels that a label on the lower axis takes
const DATE = 76;

// Linear up to 1 ulp, logarithmic beyond, so that both half an ulp and a million show.
export const heightOf = (ulp) => (ulp <= 1 ? ulp : 1 + Math.log2(ulp));

// Distances up to `largest`: where they stand from 0 to 1, and the lines to read them by.
export function ulpScale(largest) {
  const finite = Number.isFinite(largest) ? Math.max(largest, 1) : 2 ** 24;
  const top = heightOf(finite) * 1.08;
  const powers = Math.max(0, Math.ceil(Math.log2(finite)));
  const step = Math.max(1, Math.ceil(powers / 6));
  const ticks = [0, ...(powers === 0 ? [0.5] : []), 1];
  for (let power = step; power <= powers; power += step) ticks.push(2 ** power);
  return { at: (ulp) => (ulp === Infinity ? 1 : Math.min(1, heightOf(ulp) / top)), ticks: ticks.map((tick) => [tick, ulpFigure(tick)]) };
}

export function countScale(largest) {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  const by = largest / step > 5 ? 2 * step : largest / step > 2 ? step : Math.max(1, step / 2);
  const ticks = [];
  for (let tick = 0; tick <= largest; tick += by) ticks.push([tick, number(tick)]);
  return { at: (value) => value / (largest * 1.08 || 1), ticks };
}

export const roomOf = (most) => Math.max(280, Math.min(most, (document.getElementById("page").clientWidth || 800) - 8));

// `places` are words along the lower axis; of too many some are left out. `lines` are [value, word] across the chart.
export function Chart({ title, across, up, places, scale, lines = [], height = 200, dates = false, children }) {
  const width = roomOf(900);
  const inner = width - LEFT - RIGHT;
  const bottom = TOP + height;
  const step = inner / Math.max(1, places.length);
  const every = Math.max(1, Math.ceil((dates ? DATE : LABEL) / step));
  const frame = { x: (k) => LEFT + (k + 0.5) * step, y: (value) => bottom - height * scale.at(value), step, bottom };
  return html`<figure class="chart"><figcaption>${title}</figcaption>
    <${Box} label=${title}><svg role="img" aria-label=${`${title}: ${up} by ${across}`} width=${width} height=${bottom + BELOW} viewBox=${`0 0 ${width} ${bottom + BELOW}`}>
      ${scale.ticks.map(([value, text]) => html`<path class="rule" d=${`M${LEFT} ${frame.y(value)}H${width - RIGHT}`} /><text class="tick" x=${LEFT - 6} y=${frame.y(value) + 4} text-anchor="end">${text}</text>`)}
      ${children(frame)}
      ${lines.map(([value, text]) => html`<g class="tolerance"><path d=${`M${LEFT} ${frame.y(value)}H${width - RIGHT}`} /><text x=${width - RIGHT - 4} y=${frame.y(value) - 4} text-anchor="end">${text}</text></g>`)}
      ${places.map((text, k) => k % every === 0 && html`<text class="place" x=${frame.x(k)} y=${bottom + 16} text-anchor="middle">${text}</text>`)}
      <path class="axis" d=${`M${LEFT} ${TOP}V${bottom}H${width - RIGHT}`} />
      <text x=${LEFT + inner / 2} y=${bottom + 34} text-anchor="middle">${across}</text>
      <text transform=${`translate(13 ${TOP + height / 2}) rotate(-90)`} text-anchor="middle">${up}</text>
    </svg><//></figure>`;
}

// Bars: [place, value, word] each.
export const bars = (points) => ({ x, y, step, bottom }) => points.map(([place, value, text]) => {
  const wide = Math.min(40, Math.max(1, step * 0.7));
  const top = Math.min(y(value), bottom - 1);
  return html`<rect x=${x(place) - wide / 2} y=${top} width=${wide} height=${bottom - top}><title>${text}</title></rect>`;
});

// Points joined by a line; where there is no value the line has a gap.
export const curve = (points) => ({ x, y }) => {
  let path = "";
  points.forEach(([value], k) => {
    if (value !== null) path += `${k === 0 || points[k - 1][0] === null ? "M" : "L"}${x(k)} ${y(value)}`;
  });
  return html`<path class="curve" d=${path} />
    ${points.map(([value, text], k) => value !== null && html`<circle cx=${x(k)} cy=${y(value)} r="4"><title>${text}</title></circle>`)}`;
};
