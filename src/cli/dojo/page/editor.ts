// The editor: a text area with line numbers. Every change goes through the browser's own editing, so that undo stays whole.
import { at } from "../../../wasm/page/dom.ts";
import type { Language } from "./types.ts";

const field = at<HTMLTextAreaElement>("code");
const numbers = at("numbers"), mark = at("mark");
let indent = "  ", marked = 0, lines = 0, leaving = false;
/** Nobody who walks the page by Tab shall indent the first line: only after a click or another key does Tab indent. */
let touched = false;

export function startEditor(changed: () => void): void {
  field.addEventListener("input", () => { number(); changed(); });
  field.addEventListener("scroll", follow);
  field.addEventListener("keydown", key);
  field.addEventListener("pointerdown", () => { touched = true; });
  field.addEventListener("blur", ({ relatedTarget }) => {
    leaving = false;
    if (relatedTarget instanceof Element && !relatedTarget.closest("dialog")) touched = false;
  });
}

export const code = (): string => field.value;

/** Shows the file of another language. What was typed in the one before cannot be undone any more. */
export function show(text: string, language: Language): void {
  indent = language === "python" ? "    " : "  ";
  field.value = text;
  field.setSelectionRange(0, 0);
  number();
  markLine();
  // On a phone the comment would be all that is seen.
  const line = text.split("\n").findIndex(one => /\bis_?legal_?move\(/i.test(one)), height = parseFloat(getComputedStyle(field).lineHeight);
  field.scrollTo(0, (line + 3) * height < field.clientHeight ? 0 : (line - 2) * height);
}

/** Puts another text in place of all, in one step of undo. */
export function replaceAll(text: string): void {
  field.focus({ preventScroll: true });
  field.select();
  insert(text);
  field.setSelectionRange(0, 0);
  field.scrollTo(0, 0);
}

/** Marks the line of an error, or none. */
export function markLine(line = 0): void {
  marked = line <= lines ? line : 0;
  mark.hidden = !marked;
  follow();
}

export function goTo(line: number): void {
  const all = field.value.split("\n"), start = all.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(start, start + (all[line - 1] ?? "").length);
  field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
  field.scrollLeft = 0;
}

function number(): void {
  const count = field.value.split("\n").length;
  if (count === lines) return;
  lines = count;
  numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
  markLine();
}

function follow(): void {
  numbers.scrollTop = field.scrollTop;
  mark.style.transform = `translateY(calc(${marked - 1} * var(--line) - ${field.scrollTop}px))`;
}

function insert(text: string): void {
  document.execCommand(text ? "insertText" : "delete", false, text);
}

/** Selects a part of the text, and puts another in its place. */
function replace(start: number, end: number, text: string): void {
  field.setSelectionRange(start, end);
  if (start < end || text) insert(text);
}

function key(event: KeyboardEvent): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const before = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
  const alone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  const left = leaving;
  leaving = event.key === "Escape" || left && event.key === "Shift";
  if (event.key !== "Tab" && event.key !== "Shift") touched = true;
  if (!alone || event.key === "Tab" && (left || !touched)) return;
  if (event.key === "Tab") {
    shift(start, end, event.shiftKey);
  } else if (event.key === "Enter") {
    const deeper = /[{([:]\s*$/.test(before) && !/^\s*(#|\/\/)/.test(before);
    insert(`\n${/^\s*/.exec(before)![0]}${deeper ? indent : ""}`);
  } else if (start === end && before.endsWith(indent) && !before.trim() && /^(Backspace|[})\]])$/.test(event.key)) {
    // One step to the left: a closing brace stands below its line, and Backspace takes back what Tab gave.
    replace(start - indent.length, start, event.key === "Backspace" ? "" : event.key);
  } else {
    return;
  }
  event.preventDefault();
}

/** Tab and Shift+Tab: the lines of the selection to the right or left; without one, spaces up to the next stop. */
function shift(start: number, end: number, back: boolean): void {
  const text = field.value, from = text.lastIndexOf("\n", start - 1) + 1;
  if (start === end && !back) return insert(" ".repeat(indent.length - (start - from) % indent.length));
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last), to = next < 0 ? text.length : next;
  const old = text.slice(from, to).split("\n");
  const moved = old.map(line => (back ? line.replace(new RegExp(`^(\t| {1,${indent.length}})`), "") : line && indent + line));
  if (moved.join() === old.join()) return;
  replace(from, to, moved.join("\n"));
  const first = Math.max(from, start + moved[0]!.length - old[0]!.length);
  field.setSelectionRange(start === end ? first : from, start === end ? first : from + moved.join("\n").length);
}
