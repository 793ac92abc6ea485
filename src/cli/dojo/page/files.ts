// What leaves the page, on the pair's wish: its file, and the evening; and "Start again", which can be undone.
import { at, element, on } from "../../../wasm/page/dom.ts";
import { code, replaceAll } from "./editor.ts";
import { download as asFile, kit } from "./kit.ts";
import { forget, isObject, reached, recall, runs, save, set, settings, withoutCode } from "./store.ts";
import type { Language } from "./types.ts";

function offer(name: string, text: string): void {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function startFiles(language: () => Language, changed: () => void): void {
  on("download", "click", () => offer(kit.starters[language()].file, asFile(language(), code())));
  startEvening();
  on("restart", "click", () => at<HTMLDialogElement>("restarting").showModal());
  // Only when the dialog is closed can the editor be changed.
  at("restarting").addEventListener("close", () => {
    const dialog = at<HTMLDialogElement>("restarting"), now = language();
    if (dialog.returnValue !== "yes") return;
    dialog.returnValue = "";
    // Started again twice, the first file is nothing to put aside.
    if (code() !== kit.starters[now].code) putAside(now, [...aside(now), { code: code(), reached: reached(now) }].slice(-MOST_ASIDE));
    replaceAll(kit.starters[now].code);
    forget(`reached.${now}`);
    forget("hints");
    set({ bonus: false });
    changed();
  });
  on("undo-restart", "click", () => {
    const now = language(), all = aside(now), before = all.pop();
    if (!before) return;
    replaceAll(before.code);
    save(`reached.${now}`, String(before.reached));
    putAside(now, all);
    changed();
  });
}

interface PutAside {
  readonly code: string;
  readonly reached: number;
}
const MOST_ASIDE = 9;
const areAside = (value: unknown): value is PutAside[] => Array.isArray(value) && value.every(one => isObject(one) && typeof one["code"] === "string");
/** What "Start again" has put aside, the last one at the end. */
const aside = (language: Language): PutAside[] => recall(`before.${language}`, areAside) ?? [];
const putAside = (language: Language, all: PutAside[]): void => (all.length ? save(`before.${language}`, JSON.stringify(all)) : forget(`before.${language}`));

/** Shows the file's name, and whether there is something that "Start again" has put aside. */
export function showFiles(language: Language): void {
  at("download").textContent = `Download ${kit.starters[language].file}`;
  at("undo-restart").hidden = !aside(language).length;
}

function startEvening(): void {
  const pair = at<HTMLInputElement>("pair"), keep = at<HTMLInputElement>("keep-code");
  const count = () => { at("run-count").textContent = runs().length === 1 ? "1 run" : `${runs().length} runs`; };
  let forgotten = "";
  on("evening", "click", () => {
    pair.value = settings().pair;
    keep.checked = settings().keepCode;
    count();
    forgotten = "";
    at("forget-runs").textContent = "Forget these runs";
    at<HTMLDialogElement>("saving").showModal();
  });
  on("saving-back", "click", () => at<HTMLDialogElement>("saving").close());
  pair.addEventListener("input", () => set({ pair: pair.value }));
  at("saving").addEventListener("close", () => { if (!keep.checked) save("runs", JSON.stringify(runs().map(withoutCode))); });
  keep.addEventListener("change", () => set({ keepCode: keep.checked }));
  on("save-evening", "click", event => {
    if (!pair.reportValidity()) return event.preventDefault();
    const kept = settings().keepCode ? runs() : runs().map(withoutCode);
    offer("evening.json", JSON.stringify({ schema: "gokata-evening-1", pair: pair.value.trim(), runs: kept }, null, 1));
  });
  on("forget-runs", "click", () => {
    const now = JSON.stringify(runs());
    save("runs", forgotten || "[]");
    forgotten = forgotten ? "" : now;
    at("forget-runs").textContent = forgotten ? "Bring them back" : "Forget these runs";
    count();
  });
}
