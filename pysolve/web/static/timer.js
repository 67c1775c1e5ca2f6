// How long somebody has been playing: runs from the first mark on while the page is seen, stands still when it is solved.

import { byId } from "./dom.js";
import { choice, choose } from "./memory.js";

export function createTimer(bench) {
  const shown = byId("timer");
  let seconds = 0;
  let isRunning = false;

  const write = () => {
    const isPlaying = bench.mode === "play";
    shown.hidden = !isPlaying;
    byId("timer-time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    byId("timer-time").hidden = !choice("timer", true);
    byId("timer-switch").setAttribute("aria-pressed", String(choice("timer", true)));
  };
  const reset = () => {
    seconds = 0;
    isRunning = false;
    write();
  };

  setInterval(() => {
    if (!isRunning || document.hidden || bench.mode !== "play") return;
    seconds += 1;
    write();
  }, 1000);
  byId("timer-switch").addEventListener("click", () => {
    choose("timer", !choice("timer", true));
    write();
  });
  bench.on("loaded content", reset);
  bench.on("mode", write);
  bench.on("play", () => {
    isRunning = bench.editor.filled().length > 0;
  });
  bench.on("solved", () => {
    isRunning = false;
  });
}
