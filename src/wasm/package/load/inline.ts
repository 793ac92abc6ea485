// The library inside the file, compiled when it is imported.
import { initSync } from "#glue";
import bytes from "#wasm";

initSync({ module: new WebAssembly.Module(bytes) });
export * from "#glue";
