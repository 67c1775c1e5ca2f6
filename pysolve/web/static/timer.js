// How long somebody has been playing: runs from the first mark on while the page is seen, stands still when it is solved.

import { byId } from "./dom.js";

export function createTimer(bench) {
  let seconds = 0;
  let isRunning = false;

  const write = () => {
    byId("timer-time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    byId("timer-time").hidden = bench.door !== "play" || !byId("timer").checked;
  };
  const reset = () => {
    seconds = 0;
    isRunning = false;
    write();
  };

  setInterval(() => {
    if (!isRunning || document.hidden || bench.door !== "play") return;
    seconds += 1;
    write();
  }, 1000);
  byId("timer").addEventListener("change", write);
  bench.on("loaded content", reset);
  bench.on("play", () => {
    isRunning = bench.editor.filled().length > 0;
  });
  bench.on("solved", () => {
    isRunning = false;
  });
}
