// The library inside the page, deflated. The page waits for it before anything else runs; its worker is sent what the page compiled.
import { initSync } from "#glue";

/** True in the page's worker. */
export const inWorker = typeof document === "undefined";

const SPECIAL = [0, 10, 13, 60];

/** What stands packed in this element of the page, as build.mjs packs it: 7 bits a character, 14 in one of two bytes. */
export function inflated(id: string): Promise<ArrayBuffer> {
  const packed = document.getElementById(id)?.textContent ?? "";
  const bytes = new Uint8Array(packed.length * 2);
  let bits = 0, held = 0, length = 0;
  const add = (septet: number) => {
    bits = bits << 7 | septet;
    held += 7;
    if (held < 8) return;
    held -= 8;
    bytes[length++] = bits >> held;
    bits &= (1 << held) - 1;
  };
  for (let at = 0; at < packed.length; at++) {
    const code = packed.charCodeAt(at), group = code >> 7;
    if (group) add(SPECIAL[(group - 2) % 4] ?? 0);
    // Behind the last one, nothing follows.
    if (group < 6) add(code & 127);
  }
  return new Response(new Blob([bytes.subarray(0, length)]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

async function compile(): Promise<WebAssembly.Module> {
  const missing = ["WebAssembly", "DecompressionStream"].filter(name => !(name in globalThis));
  try {
    return await WebAssembly.compile(await inflated("wasm"));
  } catch (error) {
    const why = missing.length ? `This browser has no ${missing.join(" and no ")}` : String(error);
    const place = document.getElementById("starting");
    if (place) place.textContent = `This page cannot start here. ${why}. Browsers of 2024 or later can open it.`;
    throw error;
  }
}

function sent(): Promise<WebAssembly.Module> {
  return new Promise(resolve => addEventListener("message", event => resolve(event.data), { once: true }));
}

/** The compiled library. */
export const compiled = await (inWorker ? sent() : compile());
initSync({ module: compiled });
export * from "#glue";
