// Runs a pair's file in MicroPython, and asks it.
import { loadMicroPython, type MicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { clearPrinted, listen, print, say } from "./channel.ts";
import harness from "./harness.py";
import shims from "./shims.py";
import { hint } from "../lacks.ts";
import type { Asked } from "../types.ts";

type Sent = { readonly code: string; readonly wasm: ArrayBuffer } | { readonly number: number; readonly asked: Asked };

const FRAMES = 10, PLACE = /^ {2}File "\/?kata\.py", line (\d+)(?:, in (.*))?$/;
const PYTHON_STACK = 64 * 1024, HEAP = 1024 * 1024, OLD_STACK = 32 * 1024, STACK = 48 * 1024;
// The last two are those of JavaScript's engines, whose stack may end before that of Python.
const DEEP = /^(RuntimeError: maximum recursion depth exceeded|RuntimeError: pystack exhausted|Maximum call stack size exceeded\.?|too much recursion)/;
// `Point = tuple[int, int]`: MicroPython has no such types.
const ALIAS = /^([A-Z]\w*)[^=\n]*= *(?:tuple|list|dict|set|frozenset)\[[\w\[\], .|"]*\][ \t]*$/gm;
let source: string[] = [];
let askPython: (asked: string) => string = () => "";

/** Of a wrong indentation MicroPython names the line before. */
function below(at: number, message: string): number {
  if (!message.startsWith("IndentationError: unindent")) return at;
  const next = source.findIndex((line, index) => index >= at && /^\s*[^\s#]/.test(line));
  return next < 0 ? at : next + 1;
}

const mixed = () => source.some(line => /^ *\t/.test(line)) && source.some(line => line.startsWith(" "));

/** As Python shows it: the frames that are in the pair's file, each with its line, and what it lacks here. */
function traced(error: unknown): { trace: string; last: string; line: number | undefined } {
  const lines = String((error as Error).message ?? error).trimEnd().split("\n");
  const start = lines.findLastIndex(line => /^ {2}File /.test(line));
  const last = lines.slice(start + 1).join("\n").replace(DEEP, "RecursionError: maximum recursion depth exceeded");
  const frames = lines.slice(0, start + 1).flatMap(line => {
    const [, at, named] = PLACE.exec(line) ?? [];
    return at ? [{ at: below(Number(at), last), named }] : [];
  }).slice(-FRAMES);
  const shown = frames.flatMap(({ at, named }) => [`  File "kata.py", line ${at}${named ? `, in ${named}` : ""}`, `    ${source[at - 1]?.trim() ?? ""}`]);
  const said = [last, ...hint(last, source[(frames.at(-1)?.at ?? 0) - 1], mixed())].join("\n");
  return { trace: ["Traceback (most recent call last):", ...shown, said].join("\n"), last: said, line: frames.at(-1)?.at };
}

const decoder = new TextDecoder();
let written: number[] = [];

/** Prints what stands in an unfinished line, too. */
function flush(): void {
  if (written.length) print(decoder.decode(new Uint8Array(written)));
  written = [];
}

/** Collects what is printed, character by character. */
function stdout([byte = 10]: Uint8Array): void {
  if (byte !== 10) { if (written.length < 2000) written.push(byte); return; }
  if (!written.length) print("");
  flush();
}

/** MicroPython ends a recursion when 32 KB of its stack are used, which is 50 to 150 calls. It gets another stack, with more room. */
function deepen({ memory, malloc, _emscripten_stack_restore: move }: { memory: WebAssembly.Memory; malloc(size: number): number; _emscripten_stack_restore(top: number): void }): void {
  const top = malloc(STACK + 65536) + STACK + 65536 & -16, words = new Uint32Array(memory.buffer);
  // Its top and its limit stand side by side; the top is the end of the first 64 KB.
  const at = words.findIndex((word, index) => word === OLD_STACK && words[index - 1]! >>> 0 > OLD_STACK && words[index - 1]! <= 65536);
  if (at < 0) return;
  words.set([top, STACK], at - 1);
  move(top);
}

async function startPython(wasm: ArrayBuffer): Promise<MicroPython> {
  let exports: WebAssembly.Exports = {};
  const instantiateWasm = (imports: WebAssembly.Imports, made: (instance: WebAssembly.Instance) => void) => { WebAssembly.instantiate(wasm, imports).then(it => { ({ exports } = it.instance); made(it.instance); }); return {}; };
  const python = await loadMicroPython({ heapsize: HEAP, pystack: PYTHON_STACK, linebuffer: false, stdout, stderr: stdout, module: { instantiateWasm } });
  deepen(exports as never);
  for (const folder of ["/lib", "/lib/collections"]) python.FS.mkdir(folder);
  for (const [, name, text] of shims.matchAll(/^#### ([\w/]+)\n([^]*?)(?=^#### |$(?![^]))/gm)) python.FS.writeFile(`/lib/${name}.py`, text ?? "");
  return python;
}

async function load(code: string, wasm: ArrayBuffer): Promise<void> {
  source = code.split("\n");
  try {
    const python = await startPython(wasm);
    python.FS.writeFile("/kata.py", code.replace(ALIAS, "$1 = object"));
    python.runPython(harness);
    askPython = python.globals.get("ask");
    flush();
    say({ ready: true });
  } catch (error) {
    const { last, line } = traced(error);
    flush();
    say({ fault: last.startsWith("ImportError: can't import name is_legal_move") ? "There is no function is_legal_move." : last, line });
  }
}

function ask(number: number, asked: Asked): void {
  clearPrinted();
  try {
    const said = askPython(JSON.stringify(asked));
    flush();
    say({ answer: number, said, trace: "", line: undefined });
  } catch (error) {
    const { trace, line } = traced(error);
    flush();
    say({ answer: number, said: "nothing: it stopped, see above", trace, line });
  }
}

listen<Sent>(sent => {
  if ("code" in sent) load(sent.code, sent.wasm); else ask(sent.number, sent.asked);
});
