// The service where the page comes as files alone: a worker of the page (browser/worker.js) that answers one request after the other. What
// it is at cannot be interrupted: it is ended, and another one started, which takes seconds.
import { Refusal } from "./service.js";

const LIMIT = 60; // seconds for a request
const GRACE = 2; // further seconds in which it says itself that its time is over
const PATIENCE = 1; // seconds that a request may go on of which nobody wants to know any more

let worker = null;
let current = null; // the request that is being answered
const waiting = [];

// The result of a request, as `request` of service.js gives it. address: the worker's.
export function ask(address, name, body, signal, on) {
  return new Promise((resolve, reject) => {
    const asked = { address, name, body, on, resolve, reject, known: null, answers: [], timer: 0 };
    const cancel = () => {
      reject(new DOMException("cancelled", "AbortError"));
      if (asked === current) limit(asked, PATIENCE, next);
      else if (waiting.includes(asked)) waiting.splice(waiting.indexOf(asked), 1);
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    waiting.push(asked);
    if (!current) next();
  });
}

function next() {
  current = waiting.shift() ?? null;
  if (!current) return;
  worker ??= start(current.address);
  const { name, body } = current;
  worker.postMessage({ name, body: JSON.stringify(body), limit: limitOf(body) });
}

const limitOf = (body) => Math.min(body.time_limit ?? LIMIT, LIMIT);

function start(address) {
  const started = new Worker(address, { type: "module" });
  started.onmessage = ({ data: { event, data } }) => take(event, data);
  started.onerror = () => take("unable", "the worker could not be loaded");
  return started;
}

// What the worker says of the present request.
function take(event, data) {
  const asked = current;
  if (event === "begun") {
    limit(asked, limitOf(asked.body) + GRACE, () => tell(asked, "TIME_LIMIT"));
  } else if (event === "unable") {
    end();
    asked.reject(new Refusal({ error: `this browser cannot run the solver: ${data}` }));
    next();
  } else if (event === "died") {
    end();
    tell(asked, "DIED");
  } else if (event === "result" || event === "error") {
    clearTimeout(asked.timer);
    if (event === "result") asked.resolve(JSON.parse(data));
    else asked.reject(new Refusal(JSON.parse(data)));
    next();
  } else {
    const record = JSON.parse(data);
    if (event === "answer") asked.answers.push(record);
    else asked.known = record;
    asked.on?.(event, record);
  }
}

// After some seconds, if the request is not answered by then: ends the worker, and goes on.
function limit(asked, seconds, goOn) {
  clearTimeout(asked.timer);
  asked.timer = setTimeout(() => {
    end();
    goOn();
  }, seconds * 1000);
}

function end() {
  clearTimeout(current.timer);
  worker.terminate();
  worker = null;
}

// Has the next worker tell what was known of a request when the last one ended.
function tell(asked, reason) {
  if (asked.name === "ended") asked.reject(new Refusal({ error: "a fault in pysolve itself: the worker ends at every request" }));
  else waiting.unshift({ ...asked, name: "ended", body: { reason, known: asked.known, answers: asked.answers } });
  next();
}
