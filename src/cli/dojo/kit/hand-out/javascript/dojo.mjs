// Asks kata.mjs the questions in ../steps, and shows the first one that it gets wrong.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const RIGHT = 86; // the status of a process that was right alone: no program ends so by accident
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
    if (typeof answer === "boolean") return { said: answer ? "legal" : "not legal" };
    return { said: `${inspect(answer, oneLine)} (it must be true or false)` };
  } catch (error) {
    const lines = (error?.stack ?? inspect(error)).split("\n");
    const ours = /^ {4}at .*(dojo\.mjs|node:internal)/;
    const trace = lines.filter((line) => !ours.test(line)).join("\n");
    return { said: "nothing: it stopped, see above", trace };
  }
}

// Asks a question once more, in a process of its own, in which no question came before it.
function rightAlone(step, question) {
  const env = { ...process.env, NODE_OPTIONS: "" }; // without a debugger, which would stop there, too
  const options = { env, stdio: "ignore", timeout: 5000, killSignal: "SIGKILL" };
  try {
    return spawnSync(process.execPath, ["dojo.mjs", "alone", `${step}`, `${question}`], options).status === RIGHT;
  } catch {
    return false;
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

// Names the copy of kata.mjs in the folder runs, which is written first if there is none of this run yet.
function keep(ending) {
  if (copy) {
    const name = copy.replace(/-.*/, ending);
    fs.renameSync(`runs/${copy}`, `runs/${name}`);
    copy = name;
    return;
  }
  const code = fs.readFileSync("kata.mjs");
  fs.mkdirSync("runs", { recursive: true });
  const names = fs.readdirSync("runs").filter((name) => /^\d{4,9}-\d{6}-\d+-(red|amber|green)\.mjs$/.test(name));
  names.sort((a, b) => number(a) - number(b));
  for (const name of names.slice(0, -199)) fs.unlinkSync(`runs/${name}`);
  const name = String(number(names.at(-1) ?? "0") + 1).padStart(4, "0") + ending;
  fs.writeFileSync(`runs/${name}`, code);
  copy = name;
}

// Writes the line of this run in lights.log, and its copy in runs: the light of both may change until it ends.
function log(step, light) {
  const time = new Date().toTimeString().slice(0, 8);
  try {
    keep(`-${time.replaceAll(":", "")}-${step}-${light}.mjs`);
  } catch {
    // A file named runs says that nothing is to be kept.
  }
  return save("lights.log", `${before}\n${time} ${step} ${light}\n`.trimStart());
}

// Remembers that this step is green; returns whether both files can be written.
function finished(step) {
  const logged = log(step, "green");
  return save("progress", `${step + 1}\n`) && logged;
}

function show(lines) {
  print(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
}

process.chdir(path.dirname(fileURLToPath(import.meta.url)));
const progress = load("progress");
const reached = /^[1-9]\d{0,5}$/.test(progress) ? Number(progress) : 1;
const before = load("lights.log");
let copy = "";

const number = (name) => parseInt(name, 10);
const files = fs.existsSync("../steps") ? fs.readdirSync("../steps") : [];
const names = files.filter((name) => /^\d+-.*\.txt$/.test(name)).sort((a, b) => number(a) - number(b));
if (process.argv[2] === "alone") {
  const [step, at] = process.argv.slice(3).map(Number);
  const question = read(names[step - 1])[at - 1];
  const { isLegalMove } = await import("./kata.mjs");
  process.exit(ask(isLegalMove, question).said === question.answer ? RIGHT : 1);
}
log(reached, "amber");
if (names.length === 0) end("There is no folder steps with step files beside this one.");
const steps = names.map(read);
const { isLegalMove } = await import("./kata.mjs");

const stopped = load("last-question");
let wrong = [];
let step = 0;
let saved = true;
while (step < steps.length && wrong.length === 0) {
  step += 1;
  if (step > reached) saved = finished(step - 1); // at once: a question of this step may end the program
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
      wrong.push({ screen, said, trace, at });
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
  saved = finished(shown);
} else if (!done) {
  saved = log(shown, light);
}
if (!saved) print("\n  (cannot write progress and lights.log here)\n");

const title = names[shown - 1].replace(/^\d+-|\.txt$/g, "").replaceAll("-", " ");
const bar = "#".repeat(step - 1).padEnd(steps.length, ".");
const lines = [`[${bar}]  step ${shown} of ${steps.length}: ${title}`, ""];
if (!done) {
  const { screen, said, trace, at } = wrong[0];
  if (trace) print(`${trace}\n`);
  const all = steps[step - 1].length;
  let hint = step < 8 ? ` Stuck? ../hints/${step}-1.txt` : "";
  if (step < reached) hint = " This step was GREEN before. Mend it first.";
  lines.push(...screen, "", `you said:   ${said}`);
  if (rightAlone(step, at + 1)) lines.push("right alone, wrong after another question: does something remain from before?");
  lines.push("", `${light.toUpperCase()}  ${all - wrong.length} of ${all} right.${hint}`);
} else if (wrong.length > 0) {
  lines.push(`GREEN  Done! Change places. Then run it again for step ${step}.`);
} else {
  const more = steps.length === 7 ? " More: move ../bonus/8-everything.txt into ../steps/." : "";
  lines.push(`GREEN  Done! That was the last step.${more}`);
}
show(lines);
process.exitCode = done ? 0 : 1;
