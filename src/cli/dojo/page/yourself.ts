// The questions of the seven steps for people who do not program: legal or not legal, by two keys.
import { at, element } from "../../../wasm/page/dom.ts";
import { boards } from "./board.ts";
import { ruleText } from "./screen.ts";
import { wanted } from "./sentences.ts";
import { isObject, recall, save } from "./store.ts";
import type { Question, Step } from "./types.ts";

/** The questions that are asked, by their numbers, and the answers so far: `l` or `n` each. */
interface Round {
  readonly asked: readonly number[];
  readonly given: string;
}
interface One {
  readonly question: Question;
  readonly step: number;
  readonly title: string;
}

const HELP = "Black and White take turns to put a stone on a crossing of the lines. The dashed stone would like to be played: say whether that is legal, by the keys L and N (or the arrows left and right). Its friends are the stones of its color, its enemies those of the other one. Later rules do not matter yet.";
const KEYS: Record<string, string> = { l: ".legal", arrowleft: ".legal", n: ".not", arrowright: ".not", " ": ".next", enter: ".next" };
const view = at("yourself");
let all: One[] = [], round: Round = { asked: [], given: "" };

export function startYourself(steps: readonly Step[]): void {
  all = steps.flatMap(({ questions, title }, index) => questions.map(question => ({ question, step: index + 1, title })));
  const isRound = (value: unknown): value is Round => isObject(value) && Array.isArray(value["asked"]) && value["asked"].every(one => all[one])
    && typeof value["given"] === "string" && /^[ln]*$/.test(value["given"]) && value["given"].length <= value["asked"].length;
  round = recall("yourself", isRound) ?? whole();
  addEventListener("keydown", key);
}

/** Shows the questions, from where they were left. */
export function openYourself(): void {
  const one = next(), before = all[round.asked[round.given.length - 1] ?? -1];
  if (!one) summary();
  else if (one.step !== before?.step) introduce(one);
  else ask(one);
}

const whole = (): Round => ({ asked: all.map((_, index) => index), given: "" });
const next = (): One | undefined => all[round.asked[round.given.length] ?? -1];
const right = (index: number): boolean => (all[round.asked[index]!]!.question.answer === "legal") === (round.given[index] === "l");
const wrong = (): number[] => round.asked.filter((_, index) => index < round.given.length && !right(index));

function key(event: KeyboardEvent): void {
  const wanted = KEYS[event.key.toLowerCase()];
  if (!wanted || view.hidden || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  // A button, a link or a fold-out that has the focus takes Space and Enter itself.
  if (wanted === ".next" && event.target instanceof Element && event.target.closest("button, a, summary")) return;
  const button = view.querySelector<HTMLElement>(wanted);
  if (!button) return;
  event.preventDefault();
  button.click();
}

function begin(asked: Round): void {
  round = asked;
  save("yourself", JSON.stringify(round));
  openYourself();
}

function button(className: string, text: string, key: string, onclick: () => void): HTMLElement {
  return element("button", { className, onclick }, `${text} `, element("kbd", { textContent: key }));
}

function show(title: string, ...parts: Node[]): void {
  const given = round.given.length, good = given - wrong().length;
  const count = element("span", { className: "count", textContent: `${given} of ${round.asked.length} answered, ${good} right` });
  view.replaceChildren(element("h2", { className: "verdict" }, element("span", { textContent: title }), count), ...parts);
}

const place = ({ step, title }: One) => `step ${step} of 7: ${title}`;
const rule = ({ step }: One, className: string) => element("p", { className }, `Rule ${step}. `, ...ruleText(step));

/** The rule of a step, before its first question. */
function introduce(one: One): void {
  const go = button("next main", "Next", "Space", () => ask(one));
  const help = element("p", { className: "soft", textContent: HELP });
  show(place(one), rule(one, "rule large"), help, element("div", { className: "row" }, go));
  at("said").textContent = view.querySelector(".rule")!.textContent;
  go.focus({ preventScroll: true });
}

function ask(one: One): void {
  const answers = element("div", { className: "row answers" },
    button("legal main", "Legal", "L", () => judge(one, "l")), button("not main", "Not legal", "N", () => judge(one, "n")));
  show(place(one), boards(one.question), element("p", { className: "wants", textContent: `${wanted(one.question.move)} Is it legal?` }), answers, rule(one, "rule"));
  at("said").textContent = wanted(one.question.move);
  view.focus({ preventScroll: true });
}

function judge({ question }: One, given: string): void {
  round = { ...round, given: round.given + given };
  save("yourself", JSON.stringify(round));
  const good = right(round.given.length - 1);
  const go = button("next main", "Next", "Space", openYourself);
  const words = element("div", {}, element("p", { className: "lead", textContent: good ? "Right." : "Wrong." }), element("p", {}, "It is ", element("b", { textContent: `${question.should}.` })), element("p", { textContent: question.why }));
  view.querySelector("figure.now")!.classList.add(question.answer === "legal" ? "yes" : "no");
  view.querySelector(".answers")!.replaceWith(element("div", { className: `reason ${good ? "green" : "red"}` }, words, go));
  view.querySelector(".reason")!.scrollIntoView({ block: "nearest" });
  const { given: answered, asked } = round, count = view.querySelector(".count")!;
  count.textContent = `${answered.length} of ${asked.length} answered, ${answered.length - wrong().length} right`;
  at("said").textContent = `${good ? "Right" : "Wrong"}: ${question.should}. ${question.why}`;
  go.focus({ preventScroll: true });
}

function summary(): void {
  const bad = wrong(), total = round.asked.length;
  const lead = element("p", { className: "lead", textContent: bad.length ? `${total - bad.length} of ${total} right. These were wrong:` : `All ${total} right. You know the rules of Go.` });
  const list = element("ul", { className: "wrong" }, ...bad.map(index => {
    const { question, step, title } = all[index]!;
    return element("li", {}, element("p", { textContent: `step ${step}, ${title}` }), boards(question), element("p", { className: "wants", textContent: wanted(question.move) }), element("p", {}, "It is ", element("b", { textContent: `${question.should}.` }), ` ${question.why}`));
  }));
  const again = button("next main", bad.length ? "Ask these again" : "Begin again", "Space", () => begin(bad.length ? { asked: bad, given: "" } : whole()));
  show("all seven steps", lead, element("div", { className: "row" }, again, ...(bad.length ? [element("button", { textContent: "Begin with step 1", onclick: () => begin(whole()) })] : [])), list);
  at("said").textContent = lead.textContent;
  again.focus({ preventScroll: true });
}
