// The library inside the page, deflated. The page waits for it before anything else runs; its worker is sent what the page compiled.
import { initSync } from "#glue";
import { inflated } from "./inflated.ts";

/** True in the page's worker. */
export const inWorker = typeof document === "undefined";

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
