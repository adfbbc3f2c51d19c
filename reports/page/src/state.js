// SPDX-License-Identifier: Apache-2.0
// What the page shows, kept in the address after #, so that a link leads back to it.
import { useLayoutEffect, useState } from "preact/hooks";

export const FILTERS = ["op", "dtype", "target", "verdict", "finding", "text"];

export function readHash(hash) {
  const pairs = hash.replace(/^#/, "");
  // Names of cases have a plus and no blank: whoever pastes one means it.
  return pairs.includes("=") ? Object.fromEntries(new URLSearchParams(pairs.replaceAll("+", "%2B"))) : {};
}

export function hashOf(state) {
  const kept = Object.entries(state).filter(([, value]) => value !== undefined && value !== "");
  // A case name stays readable: nothing in it needs quoting but what separates.
  return kept.length === 0 ? "#" : "#" + kept.map(([key, value]) =>
    `${key}=${encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%40", "@")}`).join("&");
}

// The state, a function that changes some of it, and how many links the reader has followed.
export function useHash() {
  const [state, setState] = useState(() => readHash(location.hash));
  const [followed, setFollowed] = useState(0);
  useLayoutEffect(() => {
    const follow = () => {
      const plain = location.hash !== "" && !location.hash.includes("=");
      if (plain) return;
      setState(readHash(location.hash));
      setFollowed((count) => count + 1);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (part, { keep = false } = {}) => {
    const next = hashOf({ ...readHash(hashOf(state)), ...part });
    history[keep ? "replaceState" : "pushState"](null, "", next);
    setState(readHash(next));
  };
  return [state, change, followed];
}

export function matches(record, state, finding) {
  for (const key of ["op", "dtype", "target", "verdict"]) {
    if (state[key] && record[key] !== state[key]) return false;
  }
  if (finding && !finding.has(record.row)) return false;
  return !state.text || `${record.name} ${record.intent} ${record.reason}`.toLowerCase()
    .includes(state.text.toLowerCase());
}

function useMedia(query) {
  const media = matchMedia(query);
  const [on, set] = useState(media.matches);
  useLayoutEffect(() => {
    const follow = () => set(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return on;
}

// Changes when the reader's colours do.
export const useColours = () => useMedia("(prefers-color-scheme: dark)");
// A phone, as in style.css.
export const useNarrow = () => useMedia("(max-width: 40rem)");

// The width of an element, now and after the reader turns the phone.
export function useWidth(element, first = 320) {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

export const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
