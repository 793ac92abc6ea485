// Programs of pairs in workers. A worker sees questions and never an answer; what is right is decided in judge.ts.
import { inflated } from "../../../wasm/package/load/inflated.ts";
import { kit, text, worker as javascript } from "./kit.ts";
import type { Answer, Asked, Fault, Language, Program, Start } from "./types.ts";
import type { Said } from "./workers/channel.ts";

/** Milliseconds in which a file must be read; MicroPython has to start, too. */
const START_LIMIT = 10_000;

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => made ??= make();
};
const python = once(async () => ({ code: await text("python"), wasm: await inflated("packed-wasm") }));
const typescript = once(() => text("typescript"));

/** A worker, and what it says through its port, which is the first message that it sends. */
class Channel {
  readonly #worker: Worker;
  readonly #port: Promise<MessagePort>;
  readonly #fallen: Promise<Said>;
  #heard: (said: Said) => void = () => { };
  printed: string[] = [];

  constructor(code: string) {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    this.#port = new Promise(found => this.#worker.addEventListener("message", ({ data }) => {
      URL.revokeObjectURL(url);
      data.onmessage = ({ data }: MessageEvent<Said>) => { if ("print" in data) this.printed.push(data.print); else this.#heard(data); };
      found(data);
    }, { once: true }));
    let begun = false;
    this.#port.then(() => { begun = true; });
    this.#fallen = new Promise(found => this.#worker.addEventListener("error", event => {
      event.preventDefault();
      if (!begun) found({ fault: event.message?.replace(/^Uncaught /, "") ?? "", line: event.lineno });
    }));
  }

  /** Sends something, and waits for what comes back; nothing does in time if it is `undefined`. */
  async ask(message: unknown, limit: number, wanted: (said: Said) => boolean = () => true): Promise<Said | undefined> {
    this.printed = [];
    const answer = new Promise<Said>(resolve => { this.#heard = said => { if ("gone" in said || wanted(said)) resolve(said); }; });
    let timer = 0;
    const late = new Promise<undefined>(resolve => { timer = setTimeout(resolve, limit); });
    this.#port.then(port => port.postMessage(message));
    const said = await Promise.race([answer, late, this.#fallen]);
    clearTimeout(timer);
    return said;
  }

  /** The error of a worker that never begins: the only way to the line of a syntax error in Chromium. */
  fault(limit: number): Promise<Said | undefined> {
    return Promise.race([this.#fallen, new Promise<undefined>(resolve => setTimeout(resolve, limit))]);
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** The line of a syntax error, where the browser does not tell it of a module: the file as a script, of which nothing runs. */
async function lineOf(code: string, message: string): Promise<number | undefined> {
  const script = code.replace(/^([ \t]*)(export\s+(?:default\s+)?)(?=(?:async\s+)?function\b|class\b|const\b|let\b|var\b)/gm, (_, space, word) => space + word.replace(/\S/g, " "));
  const channel = new Channel(`"use strict";throw 0;${script}`);
  const said = await channel.fault(1000);
  channel.end();
  return said && "fault" in said && said.fault === message ? said.line : undefined;
}

async function faultOf(language: Language, code: string, said: Said | undefined, printed: readonly string[]): Promise<Fault> {
  if (!said) return { message: `nothing: an endless loop outside of the function? It was stopped after ${START_LIMIT / 1000} seconds`, printed };
  if (!("fault" in said)) return { message: "nothing: the program has ended itself", printed };
  const { fault: message } = said;
  const line = said.line ?? (language !== "python" && message.startsWith("SyntaxError") ? await lineOf(code, message) : undefined);
  return { message, printed, ...(line ? { line: Math.min(line, code.trimEnd().split("\n").length) } : {}) };
}

/** JavaScript out of TypeScript. */
async function stripped(code: string): Promise<string | { fault: Fault }> {
  const channel = new Channel(await typescript());
  const said = await channel.ask(code, START_LIMIT);
  channel.end();
  return said && "stripped" in said ? said.stripped : { fault: await faultOf("typescript", code, said, []) };
}

export const start: Start = async (language, code, timeLimit = 2000) => {
  try {
    return await begin(language, code, timeLimit);
  } catch (error) {
    return { fault: { message: `This browser cannot run it: ${error}`, printed: [] } };
  }
};

async function begin(language: Language, code: string, timeLimit: number): ReturnType<Start> {
  const pasted = code.toWellFormed().replace(/^\ufeff/, ""); // some editors begin a file with this mark
  const source = language === "typescript" ? await stripped(pasted) : pasted;
  if (typeof source !== "string") return source;
  const { file } = kit.starters[language];
  const parts = language === "python" ? await python() : undefined;
  const channel = new Channel(parts?.code ?? javascript);
  const said = await channel.ask(parts ? { code: source, wasm: parts.wasm } : { code: source, file }, START_LIMIT);
  if (!said || !("ready" in said)) {
    channel.end();
    return { fault: await faultOf(language, source, said, channel.printed) };
  }
  let number = 0, ended: Answer | undefined;
  const program: Program = {
    async ask(asked: Asked): Promise<Answer> {
      if (ended) return ended;
      const mine = ++number;
      const said = await channel.ask({ number: mine, asked }, timeLimit, it => "answer" in it && it.answer === mine);
      const { printed } = channel;
      if (said && "answer" in said) return { said: said.said, trace: said.trace, printed, ...(said.line ? { line: said.line } : {}) };
      const slow = !said;
      channel.end();
      ended = {
        said: slow ? `nothing: an endless loop? It was stopped after ${timeLimit / 1000} seconds` : "nothing: the program has ended itself",
        trace: "", printed, ended: slow ? "slow" : "gone",
      };
      return ended;
    },
    end: () => channel.end(),
  };
  return program;
}
