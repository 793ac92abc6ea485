// What the page remembers in the browser. Pages from files share one store in some browsers, so each key begins with the
// page's path. What cannot be written is held until the page is closed, and the pair is told.
import type { Language, Run } from "./types.ts";

export const PREFIX = `gokata-dojo-1:${location.pathname}:`;
const MOST_RUNS = 200;
/** Characters of code that the runs keep together; older runs go without, so that the store has room for the pair's files. */
const MOST_CODE = 1_500_000;
const held = new Map<string, string>();

export interface Settings {
  language: Language;
  predict: boolean;
  keepCode: boolean;
  pair: string;
  bonus: boolean;
}

let report: (sentence: string) => void = () => {};

/** Calls `tell` whenever something cannot be kept, and at once if nothing can. */
export function watchStore(tell: (sentence: string) => void): void {
  report = tell;
  try {
    void localStorage.length;
  } catch (error) {
    explain(error);
  }
}

function explain(error: unknown): void {
  const full = error instanceof DOMException && /quota/i.test(error.name);
  report(`${full ? "The store of this browser is full" : "This browser keeps nothing for this page"}: download your file before you close the page. Everything else works.`);
}

export function load(name: string): string | undefined {
  try {
    return held.get(name) ?? localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function save(name: string, text: string): void {
  try {
    localStorage.setItem(PREFIX + name, text);
    held.delete(name);
  } catch (error) {
    held.set(name, text);
    explain(error);
  }
}

export function forget(name: string): void {
  held.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch { /* Then it was never there. */ }
}

/** What was saved under a name as JSON; nothing if it is missing or damaged. */
export function recall<T>(name: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(load(name) ?? "null");
    return fits(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const areRuns = (value: unknown): value is Run[] => Array.isArray(value) && value.every(one => isObject(one) && typeof one["light"] === "string");

export function settings(): Settings {
  const usual: Settings = { language: "javascript", predict: true, keepCode: true, pair: "", bonus: false };
  const kept = recall("settings", isObject) ?? {};
  const known = Object.entries(usual).map(([name, value]) => [name, typeof kept[name] === typeof value ? kept[name] : value]);
  return Object.fromEntries(known) as Settings;
}

export function set(changed: Partial<Settings>): void {
  save("settings", JSON.stringify({ ...settings(), ...changed }));
}

/** The step whose RED has been shown, as in the kit's file `progress`. */
export function reached(language: Language): number {
  const kept = load(`reached.${language}`) ?? "";
  return /^[1-9]$/.test(kept) ? Number(kept) : 1;
}

export function hintsSeen(step: number): number {
  return Math.max(0, Number((recall("hints", isObject) ?? {})[step]) || 0);
}

export function rememberHint(step: number, seen: number): void {
  save("hints", JSON.stringify({ ...recall("hints", isObject), [step]: seen }));
}

export function runs(): Run[] {
  return recall("runs", areRuns) ?? [];
}

/** Adds a run to what is in the store now: another tab may have added its own. */
export function addRun(run: Run): void {
  let room = MOST_CODE;
  const kept = [...runs(), run].slice(-MOST_RUNS).reverse().map(one => {
    room -= one.code?.length ?? 0;
    return room < 0 ? withoutCode(one) : one;
  });
  save("runs", JSON.stringify(kept.reverse()));
}

export function withoutCode({ code: _, ...run }: Run): Run {
  return run;
}

/** Calls `changed` when another tab with this page writes. */
export function watchTabs(changed: (name: string, text: string | undefined) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX)) changed(key.slice(PREFIX.length), newValue ?? undefined);
  });
}
