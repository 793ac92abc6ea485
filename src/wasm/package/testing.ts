/**
 * The questions of the fixtures for a Go program in JavaScript: as cases for `node:test`, vitest and others, or all at once.
 *
 * @example
 * class MyReferee {
 *   start({ opening, toMove, rules, moves }) { … } // sets up the board, and makes the moves
 *   legal({ color, point, vertex }) { … }          // true, false, or the reason against the move: "ko"
 * }
 * for (const { id, run } of cases(MyReferee)) test(id, run);
 * @packageDocumentation
 */
import boards from "#boards";
import corpus from "#corpus";
import type * as Native from "#native";
import { ArgumentError, GokataError, Record, Rules } from "./index.ts";
import type { Color, RulesLike, SignMap } from "./index.ts";

type Inside = { native: typeof Native; call: <T>(asked: () => T) => T; wrong: (expected: string, value: unknown) => never };
const { native, call, wrong }: Inside = (Record as unknown as { [key: symbol]: Inside })[Symbol.for("gokata/testing")]!;

/** The version of the fixtures; `null` if a fixture was changed after it. */
export const version: string | null = native.corpusVersion() || null;
/** A hash of all fixtures, which `gokata check` prints, too. */
export const fingerprint: string = native.corpusFingerprint();

/** A move: whose it is; its row and column from the top left, `null` for a pass; and how people write it. */
export interface Move {
  readonly color: Color;
  readonly point: readonly [row: number, col: number] | null;
  /** `"C3"` or `"pass"`. */
  readonly vertex: string;
}

/** A step on the way to a question: `play`, a legal move; `try`, one that must be refused; or `undo`. */
export type Step = { readonly do: "play" | "try"; readonly move: Move } | { readonly do: "undo"; readonly move: null };

/** What a count depends on besides board and rules. Neutral points count for nobody; `firstPass` is the side that passed first. */
export interface Counted {
  readonly dead: readonly (readonly [row: number, col: number])[];
  readonly neutral: readonly (readonly [row: number, col: number])[];
  /** Those that Black and White hold. */
  readonly prisoners: readonly [black: number, white: number];
  readonly handicap: number;
  readonly firstPass: Color | null;
}

/** A board as an answer: a sign map, all numbers in one array, rows as texts, or one text. A text may also be a refusal. */
export type BoardLike = string | readonly string[] | ArrayLike<number> | readonly ArrayLike<number>[];

/** What is asked: about a move, the board or the prisoners behind moves, or about a count. */
export type Asks = "legal" | "board" | "prisoners" | "score" | "owner" | "dead";

/**
 * A Go program that answers questions; an object is made for each. It has `start`, and a method for each kind of question that it can be
 * asked. A method that throws `Cannot` has no words for its question. Calls that do not return are not stopped, and promises are not awaited:
 * who answers later takes `allQuestions`, `question.text` and `question.judge`.
 *
 * The last three answers are about a finished game: `question.opening` is its final board, there are no moves, and `question.count` has
 * all else on which the count depends.
 */
export interface Adapter {
  /** Sets up `question.opening`, and makes `question.moves`. */
  start(question: Question): unknown;
  /** Whether a move is legal, or the reason against it. */
  legal?(move: Move): boolean | string;
  /** The board as it stands. */
  board?(): BoardLike;
  /** Black's points minus White's, or a text such as `"x+3.5"`. */
  score?(): number | string | { toString(): string };
  /** The owner of each point, as a board. */
  owner?(): BoardLike;
  /** Rows of `d` for dead stones and `-`. */
  dead?(): string | readonly string[];
  /** Makes a move of `question.steps`; returns `false` if it refuses an illegal one, and all is as before then. */
  play?(move: Move): unknown;
  /** Takes back the last turn. */
  undo?(): unknown;
  /** What Black and White have captured, or gained by suicides of the other one. */
  prisoners?(): readonly [black: number, white: number];
  /** The rules that the program plays by, if it has its own: `"ko=simple suicide=allowed"`. It is not asked where others decide. May be static. */
  readonly rules?: RulesLike;
  /** The boards that the program has: `"9x9,13x13"`, `"5..19"` or `"square"`. It is asked on these, where that can be. May be static. */
  readonly sizes?: string;
}

/** A class of adapters. */
export type AdapterClass = (new () => Adapter) & { readonly rules?: RulesLike; readonly sizes?: string };

/** What becomes of a question. */
export type AnswerClass = "right" | "wrong" | "cannot be asked" | "crashed" | "timed out" | "nonsense" | "known";

/** What to ask, and how. */
export interface Options {
  /** The rules that the program plays by, instead of those of the adapter. */
  rules?: RulesLike;
  /** The identifiers of questions, cases or fixtures whose wrong answers are expected: a list, or a text with one a line. */
  known?: string | readonly string[];
  /** Only the questions with these names: identifiers, cases, fixtures or folders, such as `"kata/6-ko"`. */
  only?: readonly string[];
}

/** A question as a test of its own. */
export interface Case {
  /** The identifier, as in reports of `gokata check --exec`. */
  readonly id: string;
  readonly question: Question;
  /** Whether a wrong answer is expected. */
  readonly known: boolean;
  /** Asks the program; throws `WrongAnswer`. A known deviation is skipped, if the test's context is given and can do that. */
  readonly run: (context?: unknown) => void;
}

/** Thrown by an adapter that cannot be asked this; the message says why. */
export class Cannot extends Error {
  override get name(): string {
    return "Cannot";
  }
}

/** A wrong answer, or none. The message has the question, both answers, and a fixture; the fields are as the protocol writes them. */
export class WrongAnswer extends GokataError {
  declare readonly id: string;
  declare readonly expected: string;
  declare readonly actual: string;

  /** @internal */
  constructor(message: string, fields: Pick<WrongAnswer, "id" | "expected" | "actual">) {
    super(message);
    Object.assign(this, fields);
  }
}

let inner: (question: Question) => Native.Question;

/** A question of the fixtures: a game, and what is asked about it. */
class Question {
  /** The identifier, as in reports of `gokata check --exec`. */
  declare readonly id: string;
  /** The method that answers it. */
  declare readonly asks: Asks;
  declare readonly size: readonly [rows: number, cols: number];
  /** The board on which the moves begin; in a question about the count, the final board. */
  declare readonly opening: SignMap;
  /** The side that plays on the opening. */
  declare readonly toMove: Color;
  /** The moves from the opening to the question, where `steps` do not have them. If it asks for a board, the last one leads to that board. */
  declare readonly moves: readonly Move[];
  /** What leads from the opening to the question, where moves must be refused, or turns are taken back, on the way. Else none. */
  declare readonly steps: readonly Step[];
  /** The move that is asked about; `null` for a count, for prisoners, and for the board as it stands. */
  declare readonly move: Move | null;
  declare readonly count: Counted | null;
  /** The question in the line protocol of `gokata check --exec`; `null` if the protocol cannot express it. */
  declare readonly text: string | null;
  /** The right answer, as the protocol writes it. */
  declare readonly expected: string;
  /** Why the protocol has no words for it, or why a program with rules or boards of its own cannot be asked it. */
  declare readonly cannot: string | null;
  /** @internal */
  declare readonly next: string;
  /** @internal */
  declare readonly rulesChange: boolean;
  readonly #rules: string;
  readonly #native: Native.Question;

  static {
    inner = question => question.#native;
  }

  /** @internal */
  constructor(question: Native.Question) {
    this.#native = question;
    const { rules, ...fields } = JSON.parse(question.fields());
    this.#rules = rules;
    Object.freeze(Object.assign(this, fields));
  }

  /** The rules in force. */
  get rules(): Rules {
    return new Rules(this.#rules);
  }

  /** The game before the question. */
  get record(): Record {
    return new Record(this.#native.record());
  }

  /** A fixture that asks this question. */
  get fixture(): string {
    return this.#native.fixture();
  }

  /** The class of an answer in the line protocol, and a report if it is not right. */
  judge(answer: string | readonly string[]): { class: AnswerClass; report: string } {
    const [name, report = ""] = this.#native.judge(lines(answer));
    return { class: name as AnswerClass, report };
  }
}

/** The answers of a program to all questions. Its text is the report of `gokata check --exec`: tables, totals, reasons. */
class Answers {
  /** The number of answers of each class. */
  declare readonly numbers: { readonly [name in AnswerClass]: number };
  /** The wrong and missing answers that are not known: identifiers, and reports with a fixture each. */
  declare readonly wrong: readonly (readonly [id: string, report: string])[];
  /** The rules about which fewer than five questions were answered, although there are more: `ko`, `superko`, `suicide`, … */
  declare readonly untested: readonly string[];
  /** The identifiers on the list of known deviations whose answers are right. */
  declare readonly rightNow: readonly string[];
  readonly #text: string;

  /** @internal */
  constructor(answers: Native.Answers) {
    const { text, numbers, ...fields } = JSON.parse(answers.fields());
    this.#text = text;
    Object.freeze(Object.assign(this, fields, { numbers: Object.fromEntries(numbers) }));
  }

  /** Whether enough was answered about each rule, and nothing wrong but what is known. */
  get isFine(): boolean {
    return this.wrong.length === 0 && this.numbers.right > 0 && this.untested.length === 0;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Answers, Question };

let all: readonly Question[] | undefined;

/** Every question of the fixtures, in the order of their files. They are made once, and take some 150 MB. */
export function allQuestions(): readonly Question[] {
  if (all === undefined) {
    const files = corpus.files.filter((file): file is [string, string] => typeof file[1] === "string" && file[2] === undefined);
    native.takeCorpus(files.map(([name]) => name), files.map(([, content]) => content), boards);
    all = Object.freeze(call(() => native.allQuestions()).map(question => new Question(question)));
  }
  return all;
}

/** The questions that a program can be asked, each as a test of its own: `for (const { id, run } of cases(MyReferee)) test(id, run)`. */
export function cases(adapter: AdapterClass, options?: Options): Case[] {
  const plan = planned(adapter, options);
  return plan.questions.flatMap(given => {
    const question = fitted(given, plan);
    if (question.cannot !== null || lacks(question, plan.sample) !== undefined) return [];
    const known = plan.answers.isKnown(inner(question));
    // Its length is 0: of a function with a parameter, some frameworks expect that it calls it.
    const run = (...[context]: [context?: unknown]) => put(question, adapter, known, context);
    return [Object.freeze({ id: question.id, question, known, run })];
  });
}

/** Asks a program all questions; print the result. */
export function check(adapter: AdapterClass, options?: Options): Answers {
  const { questions, answers, ...plan } = planned(adapter, options);
  for (const given of questions) {
    const question = fitted(given, plan);
    answers.add(inner(question), ...answered(question, adapter));
  }
  return new Answers(answers);
}

/** Asks a program one question. */
export function checkOne(question: Question, adapter: AdapterClass, options?: Pick<Options, "rules">): AnswerClass {
  if (!(question instanceof Question)) wrong("a question is one of allQuestions()", question);
  const asked = fitted(question, planned(adapter, { ...options, only: [] }));
  const [answer, crash] = answered(asked, adapter);
  return crash === undefined ? asked.judge(answer).class : "crashed";
}

const METHODS: readonly Asks[] = ["legal", "board", "score", "owner", "dead", "prisoners"];

/** Checks all arguments. */
function planned(adapter: AdapterClass, options: Options | undefined) {
  if (typeof adapter !== "function") wrong("an adapter is a class with start(question), legal(move), …", adapter);
  if (options !== undefined && (typeof options !== "object" || options === null)) wrong("options are { rules, known, only }", options);
  const { rules, known = [], only } = options ?? {};
  let sample: Adapter;
  try {
    sample = new adapter();
  } catch (error) {
    throw new ArgumentError(`\`new ${adapter.name || "Adapter"}()\` throws: ${said(error)}`, { cause: error });
  }
  if (!has(sample, "start") || !METHODS.some(method => has(sample, method))) {
    throw new ArgumentError(`${adapter.name || "the class"} is no adapter: it needs start, and one of ${METHODS.join(", ")}`);
  }
  const questions = selected(only);
  const isList = Array.isArray(known) && known.every(id => typeof id === "string");
  const list = isList ? known.join("\n") : typeof known === "string" ? known : wrong("known is a list of identifiers", known);
  const answers = call(() => new native.Answers(list, only === undefined));
  const own = rules === undefined ? sample.rules ?? adapter.rules : rules, sizes = sample.sizes ?? adapter.sizes;
  if (own !== undefined && typeof own !== "string" && !(own instanceof Rules)) wrong("rules are a text, such as \"ko=simple\"", own);
  if (sizes !== undefined && typeof sizes !== "string") wrong("sizes are a text, such as \"9x9,13x13\"", sizes);
  const plan = { sample, questions, answers, sizes, rules: own === undefined ? undefined : String(own) };
  allQuestions().slice(0, 1).forEach(question => fitted(question, plan)); // says what is wrong with them, whatever is asked
  return plan;
}

/** The question as the program is asked it, under its rules and on one of its boards. */
function fitted(question: Question, { sizes, rules }: { sizes: string | undefined; rules: string | undefined }): Question {
  if (sizes === undefined && rules === undefined) return question;
  return new Question(call(() => inner(question).fit(sizes, rules)));
}

const has = (adapter: Adapter, method: string) => typeof (adapter as unknown as { [name: string]: unknown })?.[method] === "function";

/** The questions with these names. */
function selected(only: readonly string[] | undefined): readonly Question[] {
  if (only === undefined) return allQuestions();
  if (!Array.isArray(only) || !only.every(name => typeof name === "string")) wrong("only is a list of names, such as [\"kata/6-ko\"]", only);
  const names = only.map(name => name.replace(/\/+$/, ""));
  const isNamed = (id: string, name: string) => id === name || (id.startsWith(name) && "/#.".includes(id[name.length]!));
  for (const name of names) {
    if (!allQuestions().some(({ id }) => isNamed(id, name))) throw new ArgumentError(`no question has the name ${JSON.stringify(name)}`);
  }
  return allQuestions().filter(({ id }) => names.some(name => isNamed(id, name)));
}

/** A method that the question needs and the adapter has not. */
function lacks(question: Question, adapter: Adapter): string | undefined {
  const undoes = question.steps.some(step => step.do === "undo");
  const needed = [question.asks, ...(question.steps.length ? ["play"] : []), ...(undoes ? ["undo"] : [])];
  return needed.find(method => !has(adapter, method));
}

/** Asks a new adapter inside a test. `context`: that of the test, which both node:test and vitest hand over, with a method `skip`. */
function put(question: Question, adapter: AdapterClass, isKnown: boolean, context: unknown): void {
  const test = context as { skip?(why: string): void } | null | undefined;
  const skips = typeof test?.skip === "function";
  const { id, expected, fixture, move } = question;
  let answer: string[];
  try {
    answer = ask(question, new adapter());
  } catch (error) {
    if (!(error instanceof Cannot)) throw new GokataError(`${said(error)}\n\n${id} asks this, and expects ${expected}:\n\n${fixture}`, { cause: error });
    if (!skips) throw error;
    return void test?.skip?.(`cannot be asked: ${error.message}`);
  }
  const { class: name, report } = question.judge(answer);
  if (name === "right") return;
  if (isKnown && name === "wrong") return void test?.skip?.("a known deviation");
  const why = question.asks === "legal" && move !== null ? question.record.explain(move.point ?? "pass", move.color).brief : "";
  const parts = [report, why && `the right answer: ${why}`, answer.length > 1 ? `the program's answer:\n${answer.join("\n")}` : ""];
  throw new WrongAnswer(parts.filter(Boolean).join("\n\n"), { id, expected, actual: answer.join("\n") });
}

/** The lines of an answer, and the reason of a crash in one line. */
function answered(question: Question, adapter: AdapterClass): [answer: string[], crash?: string] {
  try {
    return [ask(question, new adapter())];
  } catch (error) {
    if (error instanceof Cannot) return [[`cannot ${error.message}`]];
    const place = /^ *at (.+)$/m.exec(String((error as Error | undefined)?.stack))?.[1];
    return [[], said(error) + (place === undefined ? "" : ` (${place})`)];
  }
}

/** An error in one line. */
function said(error: unknown): string {
  const { name = "Error", message } = (typeof error === "object" && error !== null ? error : { message: error }) as Error;
  return `${String(name)}: ${String(message)}`.split("\n", 1)[0]!;
}

/** Asks an adapter, and returns its answer in the lines of the protocol. */
function ask(question: Question, adapter: Adapter): string[] {
  const { asks, move, steps } = question;
  const lacking = lacks(question, adapter);
  if (lacking !== undefined) throw new Cannot(`the adapter has no method ${lacking}`);
  if (question.cannot !== null) throw new Cannot(question.cannot);
  try {
    now(adapter.start(question), "start");
  } catch (error) {
    // A referee with one set of rules a game may refuse a move that other rules have allowed.
    if (question.rulesChange && !(error instanceof Cannot)) throw new Cannot("the rules change during the game");
    throw error;
  }
  const isRefused = (move: Move) => now(adapter.play!(move), "play") === false;
  for (const [at, step] of steps.entries()) {
    if (step.do === "undo") now(adapter.undo!(), "undo");
    else if (!isRefused(step.move)) {
      if (step.do === "try") return [`accepted ${at + 1}`];
    } else if (step.do === "play") throw new Cannot(`step ${at + 1}, a legal move, is refused`);
  }
  if (asks === "legal") return [verdict(now(adapter.legal!(move!), asks))];
  if (steps.length > 0 && move !== null && isRefused(move)) return ["illegal"];
  const answer: unknown = now(adapter[asks]!(), asks);
  if (asks === "score") return [score(answer)];
  if (asks === "prisoners") return [prisoners(answer)];
  const rows = typeof answer === "string" ? lines(answer) : drawn(answer, question.size[1]);
  // A board is its rows, with or without the side to play; a refusal is neither.
  const isBare = asks === "board" && rows.length === question.size[0] && !/^(illegal|cannot)/.test(rows[0]!);
  return isBare ? [question.next, ...rows] : rows;
}

/** A value that is there now. */
function now<T>(value: T, method: string): T {
  const later = value as { then?: unknown } | null | undefined;
  if (typeof value !== "object" || typeof later?.then !== "function") return value;
  later.then(undefined, () => {});
  throw new ArgumentError(`${method}() returns a promise, which is not awaited: ask with question.text and question.judge instead`);
}

function lines(answer: unknown): string[] {
  if (typeof answer === "string") return answer.trimEnd().split(/\r?\n/);
  const is = Array.isArray(answer) && answer.every(line => typeof line === "string");
  return is ? answer : wrong("an answer is a text, or a list of lines", answer);
}

function verdict(answer: unknown): string {
  if (typeof answer === "boolean") return answer ? "legal" : "illegal";
  if (typeof answer !== "string") return wrong("legal() returns true, false or a reason", answer);
  return answer === "legal" || answer.startsWith("illegal") ? answer : `illegal ${answer}`;
}

function score(answer: unknown): string {
  if (typeof answer === "string") return answer;
  if (typeof answer === "number" && Number.isFinite(answer)) return answer === 0 ? "draw" : `${answer > 0 ? "x" : "o"}+${Math.abs(answer)}`;
  const isScore = typeof answer === "object" && answer !== null && "winner" in answer;
  return isScore ? String(answer) : wrong("score() returns Black's points minus White's, or a text such as \"x+3.5\"", answer);
}

function prisoners(answer: unknown): string {
  const is = Array.isArray(answer) && answer.length === 2 && answer.every(Number.isInteger);
  return is ? `x ${answer[0]} o ${answer[1]}` : wrong("prisoners() returns Black's and White's, as two numbers", answer);
}

/** A board as rows of letters. */
function drawn(answer: unknown, cols: number): string[] {
  const why = "a board is a list of rows, or an array of 1 for Black, -1 for White, 0";
  const items = (list: unknown): unknown[] => (Array.isArray(list) || ArrayBuffer.isView(list) ? Array.from(list as unknown[]) : wrong(why, list));
  const all = items(answer);
  const isFlat = all.every(stone => typeof stone === "number");
  const rows = isFlat ? Array.from({ length: Math.ceil(all.length / cols) }, (_, row) => all.slice(row * cols, (row + 1) * cols)) : all;
  const letter = (stone: unknown) => (stone === 1 ? "x" : stone === -1 ? "o" : stone === 0 ? "-" : wrong(why, stone));
  return rows.map(row => (typeof row === "string" ? row : items(row).map(letter).join("")));
}
