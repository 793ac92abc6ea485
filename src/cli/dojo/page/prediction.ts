// Before a run, the pair says what will come. It is what dojos talk about.
import { at } from "../../../wasm/page/dom.ts";
import { set, settings } from "./store.ts";
import type { Light } from "./types.ts";

const KEYS: Record<string, Light> = { r: "red", a: "amber", g: "green", 1: "red", 2: "amber", 3: "green" };
const dialog = at<HTMLDialogElement>("prediction");

/** What a pair predicts: a light, nothing, or that it does not want to run. */
export type Prediction = Light | "none" | "back";
const ANSWERS: Prediction[] = ["red", "amber", "green", "none"];

export function startPrediction(): void {
  const box = at<HTMLInputElement>("predict");
  box.checked = settings().predict;
  box.addEventListener("change", () => set({ predict: box.checked }));
  dialog.addEventListener("keydown", event => {
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const light = chord ? undefined : KEYS[event.key.toLowerCase()], enter = event.key === "Enter" && event.target === dialog && !event.repeat;
    if (!light && !enter) return;
    event.preventDefault();
    dialog.close(light ?? "none");
  });
  at("never").addEventListener("click", () => {
    box.checked = false;
    set({ predict: false });
  });
}

export function predict(): Promise<Prediction> {
  if (!settings().predict) return Promise.resolve("none");
  // Escape leaves what was said before.
  dialog.returnValue = "";
  dialog.showModal();
  dialog.focus();
  return new Promise(done => dialog.addEventListener("close", () => done(ANSWERS.find(one => one === dialog.returnValue) ?? "back"), { once: true }));
}

/** Says whether a prediction was kept. */
export function kept(predicted: Light, light: Light): string {
  const [said, is] = [predicted.toUpperCase(), light.toUpperCase()];
  return said === is ? `You said ${said}, and ${is} it is.` : `You said ${said}, and it is ${is}.`;
}
