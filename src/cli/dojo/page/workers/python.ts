// Runs a pair's file in MicroPython, and asks it.
import { loadMicroPython, type MicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { clearPrinted, listen, print, say } from "./channel.ts";
import harness from "./harness.py";
import shims from "./shims.py";
import { hint } from "../lacks.ts";
import type { Asked } from "../types.ts";

type Sent = { readonly code: string; readonly wasm: ArrayBuffer } | { readonly number: number; readonly asked: Asked };

const FRAMES = 10, PLACE = /^ {2}File "\/?kata\.py", line (\d+)(?:, in (.*))?$/;
const STACK = 64 * 1024, HEAP = 1024 * 1024;
let source: string[] = [];
let askPython: (asked: string) => string = () => "";

/** As Python shows it: the frames that are in the pair's file, each with its line, and what it lacks here. */
function traced(error: unknown): { trace: string; last: string; line: number | undefined } {
  const lines = String((error as Error).message ?? error).trimEnd().split("\n");
  const start = lines.findLastIndex(line => /^ {2}File /.test(line));
  const last = lines.slice(start + 1).join("\n").replace(/^RuntimeError: (maximum recursion depth exceeded|pystack exhausted)/, "RecursionError: maximum recursion depth exceeded");
  const frames = lines.slice(0, start + 1).flatMap(line => {
    const [, at, named] = PLACE.exec(line) ?? [];
    return at ? [{ at: Number(at), named }] : [];
  }).slice(-FRAMES);
  const shown = frames.flatMap(({ at, named }) => [`  File "kata.py", line ${at}${named ? `, in ${named}` : ""}`, `    ${source[at - 1]?.trim() ?? ""}`]);
  const said = [last, ...hint(last)].join("\n");
  return { trace: ["Traceback (most recent call last):", ...shown, said].join("\n"), last: said, line: frames.at(-1)?.at };
}

/** Collects what is printed, character by character, in lines. */
function printer(): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let line: number[] = [];
  return ([byte = 10]) => {
    if (byte !== 10) { if (line.length < 2000) line.push(byte); return; }
    print(decoder.decode(new Uint8Array(line)));
    line = [];
  };
}

async function startPython(wasm: ArrayBuffer): Promise<MicroPython> {
  const stdout = printer();
  const instantiateWasm = (imports: WebAssembly.Imports, made: (instance: WebAssembly.Instance) => void) => { WebAssembly.instantiate(wasm, imports).then(it => made(it.instance)); return {}; };
  const python = await loadMicroPython({ heapsize: HEAP, pystack: STACK, linebuffer: false, stdout, stderr: stdout, module: { instantiateWasm } });
  python.FS.mkdir("/lib");
  for (const [, name, text] of shims.matchAll(/^#### (\w+)\n([^]*?)(?=^#### |$(?![^]))/gm)) python.FS.writeFile(`/lib/${name}.py`, text ?? "");
  return python;
}

async function load(code: string, wasm: ArrayBuffer): Promise<void> {
  source = code.split("\n");
  try {
    const python = await startPython(wasm);
    python.FS.writeFile("/kata.py", code);
    python.runPython(harness);
    askPython = python.globals.get("ask");
    say({ ready: true });
  } catch (error) {
    const { last, line } = traced(error);
    say({ fault: last, line });
  }
}

function ask(number: number, asked: Asked): void {
  clearPrinted();
  try {
    say({ answer: number, said: askPython(JSON.stringify(asked)), trace: "", line: undefined });
  } catch (error) {
    const { trace, line } = traced(error);
    say({ answer: number, said: "nothing: it stopped, see above", trace, line });
  }
}

listen<Sent>(sent => {
  if ("code" in sent) load(sent.code, sent.wasm); else ask(sent.number, sent.asked);
});
