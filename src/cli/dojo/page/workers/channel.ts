// How a worker speaks with the page. It runs before the pair's file, and keeps all that it needs: what the pair overwrites later
// changes nothing here. The page reads only the first message of a worker, which is the port; nobody else can reach that.

export const { apply } = Reflect;
const { postMessage } = MessagePort.prototype;
const { port1, port2 } = new MessageChannel();
const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data")?.get ?? (() => undefined);

/** What a worker says: `ready`, `fault`, `print`, `gone`, `stripped` types, or an answer. */
export type Said =
  | { readonly ready: true } | { readonly print: string } | { readonly gone: true } | { readonly stripped: string }
  | { readonly fault: string; readonly line: number | undefined }
  | { readonly answer: number; readonly said: string; readonly trace: string; readonly line: number | undefined };

export function say(message: Said): void {
  apply(postMessage, port1, [message]);
}

const LINES = 200, WIDTH = 500;
let printed = 0;
/** For each question anew. */
export const clearPrinted = () => { printed = 0; };
export const mayPrint = () => printed < LINES;

/** A line that the pair's program prints goes to the page at once, since it may be in an endless loop. */
export function print(line: string): void {
  if (++printed < LINES) say({ print: line.length > WIDTH ? `${line.slice(0, WIDTH)} ...` : line });
  else if (printed === LINES) say({ print: "... (that is enough)" });
}

// Firefox asks no policy about files: a program could read this page and others, or start a worker that can.
const TAKEN_AWAY = ["fetch", "XMLHttpRequest", "importScripts", "Worker", "SharedWorker", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "BroadcastChannel", "indexedDB", "caches"];

/** Begins: `handle` gets what the page sends. */
export function listen<Sent>(handle: (sent: Sent) => void): void {
  port1.onmessage = event => handle(apply(dataOf, event, []));
  // A promise of the pair's that nobody waits for is no answer, and no fault of the page.
  addEventListener("unhandledrejection", event => event.preventDefault());
  for (let place: object | null = globalThis; place; place = Object.getPrototypeOf(place)) {
    for (const name of TAKEN_AWAY) if (Object.hasOwn(place, name)) Object.defineProperty(place, name, { value: undefined });
  }
  const close = () => { say({ gone: true }); };
  for (const place of [globalThis, Object.getPrototypeOf(globalThis)]) Object.defineProperty(place, "close", { value: close });
  (globalThis.postMessage as (message: unknown, transfer: Transferable[]) => void)(port2, [port2]);
}
