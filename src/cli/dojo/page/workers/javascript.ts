// Runs a pair's file as a module, and asks it.
import { apply, clearPrinted, listen, mayPrint, print, say } from "./channel.ts";
import { inspect, stateOf } from "./inspect.ts";
import type { Asked } from "../types.ts";

type Sent = { readonly code: string; readonly file: string } | { readonly number: number; readonly asked: Asked };

const FRAMES = 10, LONGEST = 4000;
let file = "", lines = 0;
let isLegalMove: unknown;

/** What stopped the program: the message, and the frames that are lines of the pair's file. */
function traced(error: unknown): { trace: string; line: number | undefined } {
  try {
    const { stack, name, message, lineNumber, line = lineNumber } = Object(error);
    if (typeof stack !== "string") return { trace: inspect(error), line: typeof line === "number" ? line : undefined };
    // WebKit names the whole address.
    const all = stack.replace(/data:text\/javascript\S*?%23(?:%20| )sourceURL=/g, "").split("\n"), isFrame = (text: string) => /^ {4}at |@.*:\d+:\d+$/.test(text);
    const head = /^ {4}at /m.test(stack) ? all.slice(0, all.findIndex(isFrame)).join("\n") : `${name}: ${message}`;
    const frames = all.filter(isFrame).flatMap(text => {
      const [, named = "", at = "", column] = /^(?: {4}at )?(?:(.*?)(?: \(|@))?[^(@]*?:(\d+):(\d+)\)?$/.exec(text) ?? [];
      return text.includes(file) && Number(at) <= lines ? [{ text: named.replace(/^async |[/<]+$/g, ""), at: Number(at), column }] : [];
    }).slice(0, FRAMES);
    const place = ({ text, at, column }: typeof frames[0]) => text ? `    at ${text} (${file}:${at}:${column})` : `    at ${file}:${at}:${column}`;
    const found = frames[0]?.at ?? line;
    return { trace: [head, ...frames.map(place)].join("\n").slice(0, LONGEST), line: typeof found === "number" ? Math.min(found, lines) : undefined };
  } catch {
    return { trace: "an error that cannot be shown", line: undefined };
  }
}

async function load(code: string): Promise<void> {
  // A name of its own in traces, and not the whole file.
  const open = (text: string) => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}%0A//%23 sourceURL=${file}`);
  lines = code.trimEnd().split("\n").length;
  try {
    const module = await open(code);
    isLegalMove = "isLegalMove" in module ? module.isLegalMove
      // Without `export`: once more, with one below that is no other mistake if there is no such function.
      : await open(`${code}\n;export const asked__ = () => isLegalMove;`).then(it => it.asked__()).catch(() => undefined);
    if (typeof isLegalMove === "function") return say({ ready: true });
    say({ fault: "There is no function isLegalMove.", line: undefined });
  } catch (error) {
    const { trace, line } = traced(error);
    const imported = /module specifier|import declaration|dynamically imported|[Mm]odule (name|script)/.test(trace) && code.split("\n").findIndex(text => /^\s*import\b/.test(text));
    say(typeof imported === "number" && imported >= 0 ? { fault: "There are no modules here to import.", line: imported + 1 } : { fault: trace, line });
  }
}

async function ask(number: number, { move, record }: Asked): Promise<void> {
  clearPrinted();
  try {
    const answer = apply(isLegalMove as () => unknown, undefined, [move, record]);
    const shown = typeof answer === "boolean" ? answer ? "legal" : "not legal" : `${(await stateOf(answer)).slice(0, LONGEST)} (it must be true or false)`;
    say({ answer: number, said: shown, trace: "", line: undefined });
  } catch (error) {
    const { trace, line } = traced(error);
    say({ answer: number, said: "nothing: it stopped, see above", trace: trace || "an error without a message", line });
  }
}

/** What is printed of a value. A board that is too wide for one line is printed row by row. */
function printable(value: unknown): string {
  try {
    if (typeof value === "string") return value;
    const line = inspect(value);
    return line.length > 72 && Array.isArray(value) && value.every(Array.isArray) ? `[\n${value.map(row => `  ${inspect(row)}`).join(",\n")}\n]` : line;
  } catch {
    return "[it cannot be shown]";
  }
}

/** As `console.log` does: `%s` and its like take the next value. */
function log(...all: unknown[]): void {
  if (!mayPrint()) return;
  const [first, ...rest] = all.length ? all : [""];
  const text = typeof first === "string" && rest.length ? first.replace(/%[sdifoOj%]/g, it => it === "%%" ? "%" : rest.length ? printable(rest.shift()) : it) : printable(first);
  for (const line of [text, ...rest.map(printable)].join(" ").split("\n")) print(line);
}
for (const name of ["log", "info", "debug", "warn", "error", "dir", "trace"] as const) console[name] = log;
console.table = (rows: unknown) => Array.isArray(rows) ? rows.forEach(row => log(row)) : log(rows);

listen<Sent>(sent => {
  if ("code" in sent) { file = sent.file; load(sent.code); } else ask(sent.number, sent.asked);
});
