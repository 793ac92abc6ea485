// The page: chooses a language, runs the pair's program, and shows what came of it.
import { at, element, on, say, sentence } from "../../../wasm/page/dom.ts";
import { boards } from "./board.ts";
import { code, markLine, replaceAll, show, startEditor } from "./editor.ts";
import { showFiles, startFiles } from "./files.ts";
import { run as judge } from "./judge.ts";
import { kit } from "./kit.ts";
import { LACKS } from "./lacks.ts";
import { predict, startPrediction } from "./prediction.ts";
import { start as startProgram } from "./running.ts";
import { showOutcome } from "./screen.ts";
import { wanted } from "./sentences.ts";
import { addRun, load, reached, runs, save, set, settings, watchStore, watchTabs } from "./store.ts";
import type { Language, Outcome, Run, Step } from "./types.ts";
import { openYourself, startYourself } from "./yourself.ts";

const NAMES: Record<Language, string> = { javascript: "JavaScript", typescript: "TypeScript", python: "Python" };
const chosen = at<HTMLSelectElement>("language");
const language = (): Language => chosen.value as Language;
let steps: readonly Step[] = kit.steps, running = false;
/** What another tab has written in place of this language's code, until the pair has chosen. */
let theirs: string | undefined;

async function start(): Promise<void> {
  watchStore(text => say("alert", text));
  chosen.append(...Object.entries(NAMES).map(([value, textContent]) => element("option", { value, textContent })));
  chosen.value = settings().language;
  if (!chosen.value) chosen.value = "javascript";
  chosen.addEventListener("change", () => { set({ language: language() }); open(); });
  startEditor(() => { if (theirs === undefined) save(`code.${language()}`, code()); });
  startPrediction();
  startFiles(language, () => {
    if (!settings().bonus) steps = kit.steps;
    introduce();
  });
  startYourself(kit.steps);
  startTabs();
  on("run", "click", () => void run());
  if (/Mac/.test(navigator.platform)) at("run").querySelector("kbd")!.textContent = "Cmd+Enter";
  addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || at("work").hidden || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    void run();
  });
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-rules]")) at<HTMLDialogElement>("rules").showModal();
  });
  at("lacks").append(...LACKS.flatMap(({ lacks, instead }) => [element("dt", { textContent: lacks }), element("dd", { textContent: `Instead: ${instead}` })]));
  at("licences").textContent = kit.licences;
  addEventListener("hashchange", view);
  if (settings().bonus) await addBonus();
  at("starting").remove();
  at("page").hidden = false;
  open();
  view();
}

/** The work, or, at #answer, the questions for people who do not program. */
function view(): void {
  const asks = location.hash === "#answer";
  at("work").hidden = asks;
  at("yourself").hidden = !asks;
  at("lights").hidden = asks;
  at("other").textContent = asks ? "Write the program" : "Answer yourself";
  at<HTMLAnchorElement>("other").href = asks ? "#program" : "#answer";
  scrollTo(0, 0);
  if (asks) openYourself();
}

/** Shows the code of the chosen language. */
function open(): void {
  show(load(`code.${language()}`) ?? kit.starters[language()].code, language());
  say("unchecked", language() === "typescript" ? "Types are taken away here, not checked." : "");
  at("python").hidden = language() !== "python";
  introduce();
}

/** Before the first run, the screen says what to do. */
function introduce(): void {
  const step = reached(language());
  at("result").replaceChildren(at<HTMLTemplateElement>("intro").content.cloneNode(true));
  const example = kit.steps[5]!.questions[0]!;
  at("example").append(boards(example));
  say("example-says", `${wanted(example.move)} That is the dashed stone. Is it legal?`);
  const last = lastRun(language()), broken = last && rightIn(last) < step - 1;
  const place = step > steps.length ? "All steps were GREEN when you last ran it." : `You are at step ${step} of ${steps.length}: ${steps[step - 1]!.title}.`;
  say("intro-step", step === 1 ? "" : broken ? `The last run was ${last.light.toUpperCase()} in step ${last.step}, which was GREEN before.` : place);
  markLine();
  showLights();
  showFiles(language());
}

const lastRun = (language: Language): Run | undefined => runs().findLast(run => run.language === language);
/** How many steps were right in a run, from the first on. */
const rightIn = ({ light, step }: Run): number => (light === "green" ? step : step - 1);

/** The lights of the steps: after a run, what it said; after a reload, what is known of the last one. */
function showLights(outcome?: Outcome): void {
  const before = reached(language()) - 1, last = lastRun(language());
  const green = outcome ? outcome.right : Math.min(before, last ? rightIn(last) : before);
  const now = outcome && outcome.light !== "green" ? outcome.step : Math.min(green + 1, steps.length);
  at("lights").replaceChildren(...steps.map(({ title }, index) => {
    const step = index + 1;
    const state = step <= green ? "green" : outcome && step === now && outcome.light !== "green" ? outcome.light : step <= before ? "was GREEN" : "";
    const item = element("li", { className: `${state === "was GREEN" ? "was" : state} ${step === now ? "now" : ""}`, title: `${step}: ${title}` }, String(step), element("span", { className: "sr", textContent: ` ${title}: ${state || "to come"}` }));
    if (step === now) item.ariaCurrent = "step";
    return item;
  }));
}

async function run(ask = true): Promise<void> {
  if (running) return;
  setRunning(true);
  try {
    const predicted = ask ? await predict() : "none";
    if (predicted !== "back") await judged(predicted === "none" ? undefined : predicted);
  } catch (error) {
    say("alert", `The page itself failed: ${sentence(error)}. Reload it; your code is kept.`);
  } finally {
    setRunning(false);
    document.body.classList.remove("running");
    chosen.disabled = theirs !== undefined;
  }
}

/** A run that ends after "Start again" would bring back the step that had been reached. */
function setRunning(now: boolean): void {
  running = now;
  for (const id of ["restart", "undo-restart"]) at<HTMLButtonElement>(id).disabled = now;
}

async function judged(predicted: Outcome["light"] | undefined): Promise<void> {
  const now = language(), text = code(), [time = ""] = /\d\d:\d\d:\d\d/.exec(new Date().toTimeString()) ?? [];
  document.body.classList.add("running");
  chosen.disabled = true;
  at("said").textContent = "";
  const outcome = await judge(steps, reached(now), now, text, startProgram, progress);
  save(`reached.${now}`, String(outcome.reached));
  addRun({ time, step: outcome.step, light: outcome.light, language: now, ...(predicted && { predicted }), ...(settings().keepCode && { code: text }) });
  showOutcome({ outcome, steps, predicted, bonus: steps.length > 7 ? undefined : askBonus });
  showLights(outcome);
  markLine(outcome.fault?.line ?? outcome.wrong?.answer.line);
  if (matchMedia("(max-width: 52rem)").matches) at("result").scrollIntoView();
  else scrollTo(0, 0);
}

/** Which question is asked: of a bonus of more than a thousand, or of a loop without end, one wants to know. */
function progress(step: number, index: number): void {
  at("asking").textContent = `step ${step}, question ${index + 1}`;
}

function askBonus(): void {
  at("run").focus();
  // Without a prediction: the second click of two would choose one.
  void addBonus().then(() => run(false));
}

async function addBonus(): Promise<void> {
  steps = [...kit.steps, await kit.bonus()];
  set({ bonus: true });
}

/** Two tabs with one page write into one store: neither may take the other's code away unseen. */
function startTabs(): void {
  const ask = () => {
    const open = theirs !== undefined;
    chosen.disabled = open || running;
    at("tabs").hidden = !open;
    say("tabs-say", open ? `Another tab with this page has changed the ${NAMES[language()]} code. Until you choose, what you write here is not kept.` : "");
  };
  watchTabs((name, text) => {
    if (name.startsWith("before.")) showFiles(language());
    if (name !== `code.${language()}` || text === undefined) return;
    theirs = text === code() ? undefined : text;
    ask();
  });
  const choose = (take: boolean) => {
    const text = theirs;
    theirs = undefined;
    ask();
    if (take && text !== undefined) replaceAll(text);
    else save(`code.${language()}`, code());
  };
  on("take-theirs", "click", () => choose(true));
  on("keep-mine", "click", () => choose(false));
}

await start();
