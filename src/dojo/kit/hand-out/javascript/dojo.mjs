// Asks kata.mjs the questions in ../steps, and shows the first one that it gets wrong.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const print = (text) => process.stdout.write(text);

function end(sentence) {
  print(`\n  ${sentence}\n\n`);
  process.exit(1);
}

// Returns the questions of a step file: what to show, the record, the move, the right answer.
function read(name) {
  const lines = fs.readFileSync(`../steps/${name}`, "utf8").trimEnd().split(/\r?\n/);
  let at = 0;
  function take(pattern) {
    const found = pattern.exec(lines[at] ?? "");
    if (!found) end(`steps/${name}, line ${at + 1}: this is not a line of a step file`);
    at += 1;
    return found.slice(1);
  }

  const questions = [];
  while (at < lines.length) {
    const screen = [];
    while (lines[at]?.startsWith("#")) screen.push(...take(/^# ?(.*)$/));
    take(/^case ./);
    take(/^rules ./);
    const [height, width] = take(/^size (\d+) (\d+)$/);
    const [boards] = take(/^boards (\d+)$/);
    const row = new RegExp(`^([xo-]{${width}})$`);
    const record = [];
    while (record.length < boards) {
      const [toPlay] = take(/^([xo])$/);
      const rows = [];
      while (rows.length < height) rows.push([...take(row)[0]]);
      record.push({ toPlay, rows });
    }
    const [color, ...point] = take(/^move ([xo]) (-?\d+) (-?\d+)$/);
    const move = { color, row: Number(point[0]), col: Number(point[1]) };
    take(/^legal\?$/);
    const [answer] = take(/^(legal|illegal .+)$/);
    questions.push({ screen, record, move, answer: answer === "legal" ? "legal" : "not legal" });
    if (at < lines.length) take(/^$/);
  }
  return questions;
}

const oneLine = { compact: true, breakLength: Infinity };

// Returns what the function says; if it stops, also the trace.
function ask(isLegalMove, { move, record }) {
  print(".");
  try {
    const answer = isLegalMove(move, record);
    return { said: answer === true ? "legal" : answer === false ? "not legal" : inspect(answer, oneLine) };
  } catch (error) {
    const lines = (error?.stack ?? inspect(error)).split("\n");
    const ours = /^ {4}at .*(dojo\.mjs|node:internal)/;
    const trace = lines.filter((line) => !ours.test(line)).join("\n");
    return { said: "nothing: it stopped, see above", trace };
  }
}

function load(name) {
  try {
    return fs.readFileSync(name, "utf8").trim();
  } catch {
    return "";
  }
}

function save(name, text) {
  try {
    fs.writeFileSync(name, text);
    return true;
  } catch {
    return false;
  }
}

function log(before, step, light) {
  const time = new Date().toTimeString().slice(0, 8);
  return save("lights.log", `${before}\n${time} ${step} ${light}\n`.trimStart());
}

process.chdir(path.dirname(fileURLToPath(import.meta.url)));
const progress = load("progress");
const reached = /^[1-9]\d{0,5}$/.test(progress) ? Number(progress) : 1;
const before = load("lights.log");
log(before, reached, "amber");

const number = (name) => parseInt(name, 10);
const files = fs.existsSync("../steps") ? fs.readdirSync("../steps") : [];
const names = files.filter((name) => /^\d+-.*\.txt$/.test(name)).sort((a, b) => number(a) - number(b));
if (names.length === 0) end("There is no folder steps with step files beside this one.");
const steps = names.map(read);
const { isLegalMove } = await import("./kata.mjs");

let step = 0;
let wrong = [];
while (wrong.length === 0 && step < steps.length) {
  const asked = steps[step].map((question) => ({ ...question, ...ask(isLegalMove, question) }));
  wrong = asked.filter(({ said, answer }) => said !== answer);
  step += 1;
}
if (wrong.length === 0) step += 1;
print("\n");

const done = step > reached || wrong.length === 0;
const light = done ? "green" : wrong[0].trace ? "amber" : "red";
const shown = done ? step - 1 : step;
const isLogged = log(before, shown, light);
const isSaved = step <= reached || save("progress", `${step}\n`);
if (!isLogged || !isSaved) print("\n  (cannot write progress and lights.log here)\n");

const title = names[shown - 1].replace(/^\d+-|\.txt$/g, "").replaceAll("-", " ");
const bar = "#".repeat(step - 1).padEnd(steps.length, ".");
const lines = [`[${bar}]  step ${shown} of ${steps.length}: ${title}`, ""];
if (!done) {
  const { screen, said, trace } = wrong[0];
  if (trace) print(`${trace}\n`);
  const all = steps[step - 1].length;
  const hint = step < 8 ? ` Stuck? hints/${step}-1.txt` : "";
  lines.push(...screen, "", `you said:   ${said}`, "");
  lines.push(`${light.toUpperCase()}  ${all - wrong.length} of ${all} right.${hint}`);
} else if (wrong.length > 0) {
  lines.push(`GREEN  Done! Change places. Then run it again for step ${step}.`);
} else {
  const more = steps.length === 7 ? " More: move bonus/8-everything.txt into steps/." : "";
  lines.push(`GREEN  Done! That was the last step.${more}`);
}
print(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
process.exitCode = done ? 0 : 1;
