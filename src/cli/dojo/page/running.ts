// Programs of pairs in workers. A worker sees questions and never an answer; what is right is decided in judge.ts.
import { inflated } from "../../../wasm/package/load/inflated.ts";
import { kit, text, worker as javascript } from "./kit.ts";
import type { Answer, Asked, Fault, Language, Program, Start } from "./types.ts";
import type { Said } from "./workers/channel.ts";

/** Milliseconds in which a file must be read; MicroPython has to start, too. */
const START_LIMIT = 10_000;
/** Milliseconds for each question. */
const LIMIT = 2000;

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => made ??= make();
};
const python = once(async () => ({ code: await text("python"), wasm: await inflated("packed-wasm") }));
const typescript = once(() => text("typescript"));

/** In the frame: makes a worker of the text that it is sent, and sends its first message, a port, and its errors back. */
const FRAME = `onmessage = ({ data, ports: [back] }) => {
  const url = URL.createObjectURL(new Blob([data], { type: "text/javascript" })), worker = new Worker(url);
  worker.addEventListener("message", ({ data }) => { URL.revokeObjectURL(url); back.postMessage(data, [data]); }, { once: true });
  worker.addEventListener("error", event => { event.preventDefault(); back.postMessage({ fault: event.message, line: event.lineno }); });
};`;

/**
 * A worker, and what it says through its port, which is the first message that it sends. It lives in a frame of its own: Chromium
 * gives such a frame a process, and ends that with it. A worker that fills the memory does not always heed `terminate` there, and
 * would take the page along.
 */
class Channel {
  readonly #frame = document.createElement("iframe");
  readonly #back = new MessageChannel();
  readonly #port: Promise<MessagePort>;
  readonly #fallen: Promise<Said>;
  #heard: (said: Said) => void = () => { };
  printed: string[] = [];

  constructor(code: string) {
    const { port1: back, port2: there } = this.#back;
    let found: (port: MessagePort) => void, fell: (said: Said) => void, begun = false;
    this.#port = new Promise(resolve => { found = resolve; });
    this.#fallen = new Promise(resolve => { fell = resolve; });
    back.onmessage = ({ data }: MessageEvent<MessagePort | { fault?: string; line: number }>) => {
      if (data instanceof MessagePort) {
        begun = true;
        data.onmessage = ({ data }: MessageEvent<Said>) => { if ("print" in data) this.printed.push(data.print); else this.#heard(data); };
        found(data);
      } else if (!begun) fell({ fault: data.fault?.replace(/^Uncaught /, "") ?? "", line: data.line });
    };
    this.#frame.hidden = true;
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.srcdoc = `<script src="data:text/javascript,${encodeURIComponent(FRAME)}"></script>`;
    this.#frame.addEventListener("load", () => this.#frame.contentWindow?.postMessage(code, "*", [there]), { once: true });
    document.body.append(this.#frame);
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
    this.#back.port1.close();
    this.#frame.remove();
  }
}

/** The line of a syntax error, where the browser does not tell it of a module: the file as a script, of which nothing runs. */
async function lineOf(code: string, message: string): Promise<number | undefined> {
  const script = code.replace(/^([ \t]*)(export\s+(?:default\s+)?)(?=(?:async\s+)?function\b|class\b|const\b|let\b|var\b)/gm, (_, space, word) => space + word.replace(/\S/g, " "));
  const channel = new Channel(`"use strict";throw 0;${script}`);
  const said = await channel.fault(3000);
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

export const start: Start = async (language, code) => {
  try {
    return await begin(language, code);
  } catch (error) {
    return { fault: { message: `This browser cannot run it: ${error}`, printed: [] } };
  }
};

async function begin(language: Language, code: string): ReturnType<Start> {
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
      const said = await channel.ask({ number: mine, asked }, LIMIT, it => "answer" in it && it.answer === mine);
      const { printed } = channel;
      if (said && "answer" in said) return { said: said.said, trace: said.trace, printed, ...(said.line ? { line: said.line } : {}) };
      const slow = !said;
      channel.end();
      ended = {
        said: slow ? `nothing: an endless loop? It was stopped after ${LIMIT / 1000} seconds` : "nothing: the program has ended itself",
        trace: "", printed, ended: slow ? "slow" : "gone",
      };
      return ended;
    },
    end: () => channel.end(),
  };
  return program;
}
