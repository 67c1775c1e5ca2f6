// The service where the page comes as files alone: a worker of the page (browser/worker.js) that answers one request after the other. What
// it is at cannot be interrupted: it is ended, and a spare one takes its place, which was started while nothing else was to be done.
import { Refusal } from "./service.js";
import { t } from "./texts.js";

const LIMIT = 60; // seconds for a request
const GRACE = 2; // further seconds in which it says itself that its time is over
const PATIENCE = 1; // seconds that a request may go on of which nobody wants to know any more
const IDLE = 3000; // milliseconds without a request after which the spare worker is started
const ROOMY = 4; // gigabytes, of a device on which there is a spare one: each takes some 150 MB

let worker = null;
let spare = null;
let timer = 0;
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
  const address = current?.address;
  current = waiting.shift() ?? null;
  clearTimeout(timer);
  if (!current) {
    timer = setTimeout(prepare, IDLE, address);
    return;
  }
  worker ??= spare ?? start(current.address);
  if (worker === spare) spare = null;
  const { name, body } = current;
  worker.postMessage({ name, body: JSON.stringify(body), limit: limitOf(body) });
}

const limitOf = (body) => Math.min(body.time_limit ?? LIMIT, LIMIT);

// Starts a worker for the next request that needs one: the first, or a spare one. (Only some browsers say how much memory there is.)
export function prepare(address) {
  const { deviceMemory = ROOMY } = /** @type {any} */ (navigator);
  if (!worker || deviceMemory >= ROOMY) spare ??= start(address);
}

function start(address) {
  const started = new Worker(address, { type: "module" });
  const heard = (event, data) => {
    if (started === worker) take(event, data);
    else if (started === spare) spare = null; // it cannot run: the one that is started in its place says so
  };
  started.onmessage = ({ data: { event, data } }) => heard(event, data);
  started.onerror = () => heard("unable", t("theWorkerCouldNot"));
  return started;
}

// What the worker says of the present request.
function take(event, data) {
  const asked = current;
  if (event === "begun") {
    limit(asked, limitOf(asked.body) + GRACE, () => tell(asked, "TIME_LIMIT"));
  } else if (event === "unable") {
    end();
    asked.reject(new Refusal({ error: t("cannotRunSolver", { error: data }) }));
    next();
  } else if (event === "died") {
    end();
    tell(asked, data);
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
  if (asked.name === "ended") asked.reject(new Refusal({ error: t("aFaultInPysolve") }));
  else waiting.unshift({ ...asked, name: "ended", body: { reason, known: asked.known, answers: asked.answers } });
  next();
}
