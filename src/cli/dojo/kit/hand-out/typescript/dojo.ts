// Asks kata.ts the questions in ../steps, and shows the first one that it gets wrong.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import type { Board, Color, Move } from "./kata.ts";

type Question = { screen: string[]; record: Board[]; move: Move; answer: string };
type Wrong = { screen: string[]; said: string; trace: string };

const print = (text: string) => process.stdout.write(text);

function end(sentence: string): never {
  print(`\n  ${sentence}\n\n`);
  process.exit(1);
}

// Returns the questions of a step file: what to show, the record, the move, the right answer.
function read(name: string): Question[] {
  const lines = fs.readFileSync(`../steps/${name}`, "utf8").trimEnd().split(/\r?\n/);
  let at = 0;
  function take(pattern: RegExp): string[] {
    const found = pattern.exec(lines[at] ?? "");
    if (!found) end(`steps/${name}, line ${at + 1}: this is not a line of a step file`);
    at += 1;
    return found.slice(1);
  }

  const questions: Question[] = [];
  while (at < lines.length) {
    const screen: string[] = [];
    while (lines[at]?.startsWith("#")) screen.push(...take(/^# ?(.*)$/));
    take(/^case ./);
    take(/^rules ./);
    const [height, width] = take(/^size (\d+) (\d+)$/).map(Number);
    const [boards] = take(/^boards (\d+)$/).map(Number);
    const row = new RegExp(`^([xo-]{${width}})$`);
    const record: Board[] = [];
    while (record.length < boards) {
      const [toPlay] = take(/^([xo])$/) as Color[];
      const rows: Board["rows"] = [];
      while (rows.length < height) rows.push([...take(row)[0]] as Board["rows"][0]);
      record.push({ toPlay, rows });
    }
    const [color, ...point] = take(/^move ([xo]) (-?\d+) (-?\d+)$/);
    const move: Move = { color: color as Color, row: Number(point[0]), col: Number(point[1]) };
    take(/^legal\?$/);
    const [answer] = take(/^(legal|illegal .+)$/);
    questions.push({ screen, record, move, answer: answer === "legal" ? "legal" : "not legal" });
    if (at < lines.length) take(/^$/);
  }
  return questions;
}

const oneLine = { compact: true, breakLength: Infinity };

// Returns what the function says; if it stops, also the trace.
function ask(isLegalMove: (move: Move, record: Board[]) => unknown, { move, record }: Question) {
  print(".");
  try {
    const answer = isLegalMove(move, record);
    if (typeof answer === "boolean") return { said: answer ? "legal" : "not legal", trace: "" };
    return { said: `${inspect(answer, oneLine)} (it must be true or false)`, trace: "" };
  } catch (error) {
    const lines = ((error as Error | null)?.stack ?? inspect(error)).split("\n");
    const ours = /^ {4}at .*(dojo\.ts|node:internal)/;
    const trace = lines.filter((line) => !ours.test(line)).join("\n");
    return { said: "nothing: it stopped, see above", trace };
  }
}

function load(name: string): string {
  try {
    return fs.readFileSync(name, "utf8").trim();
  } catch {
    return "";
  }
}

function save(name: string, text: string): boolean {
  try {
    fs.writeFileSync(name, text);
    return true;
  } catch {
    return false;
  }
}

function log(before: string, step: number, light: string): boolean {
  const time = new Date().toTimeString().slice(0, 8);
  return save("lights.log", `${before}\n${time} ${step} ${light}\n`.trimStart());
}

// Remembers that this step is green; returns whether both files can be written.
function finished(before: string, step: number): boolean {
  const logged = log(before, step, "green");
  return save("progress", `${step + 1}\n`) && logged;
}

function show(lines: string[]) {
  print(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
}

process.chdir(path.dirname(fileURLToPath(import.meta.url)));
const progress = load("progress");
const reached = /^[1-9]\d{0,5}$/.test(progress) ? Number(progress) : 1;
const before = load("lights.log");
log(before, reached, "amber");

const number = (name: string) => parseInt(name, 10);
const files = fs.existsSync("../steps") ? fs.readdirSync("../steps") : [];
const names = files.filter((name) => /^\d+-.*\.txt$/.test(name)).sort((a, b) => number(a) - number(b));
if (names.length === 0) end("There is no folder steps with step files beside this one.");
const steps = names.map(read);
const { isLegalMove } = await import("./kata.ts");

const stopped = load("last-question");
let wrong: Wrong[] = [];
let step = 0;
let saved = true;
while (step < steps.length && wrong.length === 0) {
  step += 1;
  if (step > reached) saved = finished(before, step - 1); // at once: a question of this step may end the program
  if (step > 1) print(" ");
  for (const [at, question] of steps[step - 1].entries()) {
    const { screen, answer } = question;
    if (stopped === `${step} ${at + 1}`) {
      show(["", ...screen, "", `AMBER  The last run stopped at this question of step ${step}. It is asked again:`]);
    }
    save("last-question", `${step} ${at + 1}\n`);
    const { said, trace } = ask(isLegalMove, question);
    if (said !== answer) {
      print("!");
      wrong.push({ screen, said, trace });
    }
  }
}
print("\n");
save("last-question", "");

const done = step > reached || wrong.length === 0;
const light = done ? "green" : wrong[0].trace ? "amber" : "red";
const shown = done && wrong.length > 0 ? step - 1 : step;
if (wrong.length === 0) {
  step += 1;
  saved = finished(before, shown);
} else if (!done) {
  saved = log(before, shown, light);
}
if (!saved) print("\n  (cannot write progress and lights.log here)\n");

const title = names[shown - 1].replace(/^\d+-|\.txt$/g, "").replaceAll("-", " ");
const bar = "#".repeat(step - 1).padEnd(steps.length, ".");
const lines = [`[${bar}]  step ${shown} of ${steps.length}: ${title}`, ""];
if (!done) {
  const { screen, said, trace } = wrong[0];
  if (trace) print(`${trace}\n`);
  const all = steps[step - 1].length;
  let hint = step < 8 ? ` Stuck? ../hints/${step}-1.txt` : "";
  if (step < reached) hint = " This step was GREEN before. Mend it first.";
  lines.push(...screen, "", `you said:   ${said}`, "");
  lines.push(`${light.toUpperCase()}  ${all - wrong.length} of ${all} right.${hint}`);
} else if (wrong.length > 0) {
  lines.push(`GREEN  Done! Change places. Then run it again for step ${step}.`);
} else {
  const more = steps.length === 7 ? " More: move ../bonus/8-everything.txt into ../steps/." : "";
  lines.push(`GREEN  Done! That was the last step.${more}`);
}
show(lines);
process.exitCode = done ? 0 : 1;
