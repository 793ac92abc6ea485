// The kit's screen of a run: the light, the boards, what the answer should be, and why.
import { at, element } from "../../../wasm/page/dom.ts";
import { boards } from "./board.ts";
import { goTo } from "./editor.ts";
import { kept } from "./prediction.ts";
import { REMAINS, wanted } from "./sentences.ts";
import { hintsSeen, rememberHint } from "./store.ts";
import type { Light, Outcome, Step } from "./types.ts";

const ORDER = ["First", "Second", "Third"];

/** What belongs to an outcome on the screen. */
export interface Shown {
  readonly outcome: Outcome;
  readonly steps: readonly Step[];
  readonly predicted: Light | undefined;
  /** Asks the bonus as step 8; missing if it is asked already. */
  readonly bonus: (() => void) | undefined;
}

const line = (text: string, className = "") => element("p", { textContent: text, className });

/** A text of the pair's program, which may be long and may have any characters. */
function output(title: string, text: string): HTMLElement {
  return element("div", { className: "told" }, element("h3", { textContent: title }), element("pre", { textContent: text, tabIndex: 0, className: "output" }));
}

const isPython = (trace: string) => trace.startsWith("Traceback");
const cause = (trace: string): string => trace.trim().split("\n").at(isPython(trace) ? -1 : 0)!;

export function showOutcome(shown: Shown): void {
  const { outcome, steps, predicted } = shown;
  const { light, step, wrong, fault } = outcome;
  const place = `step ${step} of ${steps.length}: ${steps[step - 1]!.title}`;
  const total = steps[step - 1]!.questions.length;
  const ended = wrong && `It ended at question ${wrong.index + 1} of ${total}.`;
  const count = wrong?.count === undefined ? ended ?? "" : `${wrong.count} of ${total} right.`;
  const earlier = wrong?.earlier ? "This step was GREEN before. Mend it first." : "";
  const bet = predicted ? kept(predicted, light) : "";
  const main = fault ? "No question was asked." : light === "green" ? done(outcome, steps) : earlier;
  const parts: (Node | string)[] = [verdict(light, place, count), ...[main, bet].filter(Boolean).map(text => line(text, "lead"))];
  if (light === "green") parts.push(...green(shown));
  if (fault) parts.push(...stopped(fault.message, fault.line), ...printed(fault.printed));
  if (wrong) parts.push(...answered(wrong), hints(steps[step - 1]!, step), rule(step));
  const result = at("result");
  result.replaceChildren(...parts);
  // Python says at the end what has happened.
  for (const one of result.querySelectorAll(".output")) if (isPython(one.textContent)) one.scrollTop = one.scrollHeight;
  const spoken = wrong ? [wanted(wrong.question.move), `Should be: ${wrong.question.should}.`, wrong.question.why, `You said: ${wrong.answer.said}.`, cause(wrong.answer.trace)] : [cause(fault?.message ?? "")];
  at("said").textContent = [`${light.toUpperCase()}, ${place}.`, count, main, bet, ...spoken].filter(Boolean).join(" ");
}

function verdict(light: Light, place: string, count: string): HTMLElement {
  return element("h2", { className: `verdict ${light}` }, element("span", { className: "light", textContent: light.toUpperCase() }), element("span", { textContent: place }), element("span", { className: "count", textContent: count }));
}

function done({ step, finished }: Outcome, steps: readonly Step[]): string {
  return finished || step === steps.length ? "Done! That was the last step." : `Done! Change places. Then run it again for step ${step + 1}.`;
}

function green({ outcome, steps, bonus }: Shown): HTMLElement[] {
  if (!outcome.finished) return [line("Tidy up first, if you like: the next run says whether it still works.", "soft"), rule(outcome.step + 1)];
  const count = steps.reduce((sum, { questions }) => sum + questions.length, 0);
  const end = line(`All ${count} questions of ${steps.length} steps are right: your function is a referee of Go. Download it, save the evening, and talk about it: where did it stay RED for long, and what helped?`);
  if (!bonus) return [end];
  return [
    end, line("Or go on: the bonus, more than a thousand questions from other games, is step 8."),
    element("button", { className: "main", textContent: "Ask the bonus", onclick: bonus }),
  ];
}

/** What stopped the program, and the way to its line. */
function stopped(trace: string, line: number | undefined): HTMLElement[] {
  if (!trace) return [];
  const box = output("What stopped it", trace);
  if (line !== undefined) box.append(element("button", { textContent: `Go to line ${line}`, onclick: () => goTo(line) }));
  return [box];
}

const printed = (lines: readonly string[]): HTMLElement[] => (lines.length ? [output("It printed", lines.join("\n"))] : []);

function answered({ question, answer, remains }: NonNullable<Outcome["wrong"]>): HTMLElement[] {
  const facts = element("dl", { className: "facts" });
  for (const [name, text] of [["should be:", question.should], ["you said:", answer.said]]) facts.append(element("dt", { textContent: name! }), element("dd", { textContent: text! }));
  if (question.why) facts.firstElementChild!.nextElementSibling!.append(line(question.why, "why"));
  return [...stopped(answer.trace, answer.line), boards(question), line(wanted(question.move), "wants"), facts, ...(remains ? [line(REMAINS, "lead")] : []), ...printed(answer.printed)];
}

/** The hints of a step, one after the other. Those that were read once stay. */
function hints({ hints }: Step, step: number): HTMLElement {
  const box = element("div", { className: "hints" });
  const draw = () => {
    const seen = Math.min(hintsSeen(step), hints.length);
    box.replaceChildren(...hints.slice(0, seen).map((hint, index) => element("div", {}, element("h3", { textContent: `${ORDER[index]} hint` }), element("p", { className: index === 2 ? "plan" : "", textContent: index === 2 ? hint : hint.replace(/\s+/g, " ") }))));
    if (seen === hints.length) return;
    const next = () => {
      rememberHint(step, seen + 1);
      draw();
      const newest = [...box.querySelectorAll("h3")].at(-1)!;
      newest.tabIndex = -1;
      newest.focus();
    };
    box.append(element("button", { textContent: seen ? `${ORDER[seen]} hint` : "Stuck? First hint", onclick: next }));
  };
  draw();
  return box;
}

/** The text of a rule, from the page's copy of KATA.md; none for the bonus. */
export function ruleText(step: number): Node[] {
  const item = document.querySelector(`#rules li:nth-of-type(${step})`)?.cloneNode(true);
  return item ? [...item.childNodes] : [];
}

function rule(step: number): HTMLElement {
  const text = ruleText(step);
  return element("p", { className: "rule", hidden: !text.length }, `Rule ${step}. `, ...text);
}
