// Small help with the document.

/** The elements that a selector finds, whichever kind of control they are. @returns {any[]} */
export const all = (selector, /** @type {ParentNode} */ within = document) => [...within.querySelectorAll(selector)];

/**
 * An element. properties: attributes (true: present, false, null and undefined: absent), and `on`: from event to listener.
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence in which backquotes are around what is written as it stands, as what an element contains. */
export const worded = (sentence) => sentence.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));

export const button = (label, listener, properties = {}) =>
  element("button", { type: "button", ...properties, on: { click: listener } }, label);

// Enables a button or disables it; one that has the focus then hands it on to the other.
export function setEnabled(control, isEnabled, other) {
  const handsOn = !isEnabled && document.activeElement === control;
  control.disabled = !isEnabled;
  if (handsOn) {
    other.disabled = false;
    other.focus();
  }
}

/** @returns {any} The element with an id, whichever kind of control it is. */
export const byId = (id) => document.getElementById(id);

export function announce(text) {
  byId("announcer").textContent = text;
}

// A function that runs once nobody has called it for a number of milliseconds. `now()` runs it at once, `drop()` not at all.
export function settled(milliseconds, run) {
  let timer = 0;
  const drop = () => clearTimeout(timer);
  const later = () => {
    drop();
    timer = setTimeout(run, milliseconds);
  };
  const now = () => {
    drop();
    run();
  };
  return Object.assign(later, { now, drop });
}

const PATIENCE = 2000; // milliseconds: a frame that is out of sight may never be idle

// Does something once the page has nothing else to do.
export const whenIdle = (act) => (globalThis.requestIdleCallback ? requestIdleCallback(() => act(), { timeout: PATIENCE }) : setTimeout(act, 200));

let named = 0;
const newId = () => `control-${(named += 1)}`;

// A label for a control, which gets an id if it has none.
export function labelFor(control, label, properties = {}) {
  control.id ||= newId();
  return element("label", { for: control.id, ...properties }, label);
}

// A control under its label, with a remark.
export function labelled(label, control, note = null) {
  const field = element("div", { class: "field" }, labelFor(control, label), control);
  if (note) {
    const remark = element("small", { class: "quiet", id: newId() }, note);
    control.setAttribute("aria-describedby", remark.id);
    field.append(remark);
  }
  return field;
}
